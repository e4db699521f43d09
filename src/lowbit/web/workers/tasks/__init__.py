"""The tasks of a worker: each runs a verb and sends plain data."""
