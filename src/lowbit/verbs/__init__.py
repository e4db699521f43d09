"""What can be done with a puzzle.

::

    solving    solve, any_solution, smallest_solution, solutions, count_solutions, is_unique,
               check
    minimizing minimize, is_minimal, redundant_givens, true_candidates
    scoring    maximize
    batch      solve_many, any_solution_many, smallest_solution_many, count_many, is_unique_many

A verb takes whatever `lowbit.Grid` takes, or many of them, reads it, asks an engine, and
returns a value or raises. This package has the verbs on one puzzle; `batch` is loaded when it
is first used, for it loads NumPy and Numba.
"""

from lowbit.verbs.minimizing import is_minimal, minimize, redundant_givens, true_candidates
from lowbit.verbs.scoring import ScoreResult, maximize
from lowbit.verbs.solving import (
    any_solution,
    check,
    count_solutions,
    is_unique,
    smallest_solution,
    solutions,
    solve,
)
from lowbit.verbs.weights import PYRAMID

__all__ = [
    "PYRAMID",
    "ScoreResult",
    "any_solution",
    "check",
    "count_solutions",
    "is_minimal",
    "is_unique",
    "maximize",
    "minimize",
    "redundant_givens",
    "smallest_solution",
    "solutions",
    "solve",
    "true_candidates",
]
