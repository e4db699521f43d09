"""Input and output of the commands."""
