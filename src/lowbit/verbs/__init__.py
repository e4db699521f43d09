"""What can be done with a puzzle.

::

    solving    solve, any_solution, solutions, count_solutions, is_unique, check
    scoring    maximize

A verb takes whatever `lowbit.Grid` takes, reads it, asks an engine, and returns a value or
raises.
"""

from lowbit.verbs.scoring import PYRAMID, ScoreResult, maximize
from lowbit.verbs.solving import (
    any_solution,
    check,
    count_solutions,
    is_unique,
    solutions,
    solve,
)

__all__ = [
    "PYRAMID",
    "ScoreResult",
    "any_solution",
    "check",
    "count_solutions",
    "is_unique",
    "maximize",
    "solutions",
    "solve",
]
