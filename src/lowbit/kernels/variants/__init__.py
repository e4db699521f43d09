"""The engine for puzzles with constraints: a scalar search whose constraints are data.

`program` lays a puzzle out as arrays; `propagate` and the modules that it calls prune candidates by
them; `search` guesses; `engine` is called by Python.
"""
