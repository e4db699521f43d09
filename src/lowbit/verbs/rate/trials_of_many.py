"""Trial and error on a batch of puzzles, or on one, by kernels."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from lowbit.kernels.trials.engine import Classes, classes_of
from lowbit.verbs.rate.measures import TRIALS
from lowbit.verbs.rate.parts import Found

if TYPE_CHECKING:
    from lowbit.limits import Limits
    from lowbit.verbs.rate.parts import Unique
    from lowbit.verbs.rate.solved_puzzle import SolvedPuzzle


def classified(unique: Unique, names: tuple[str, ...], limits: Limits) -> Found:
    """Return the measures of puzzles of the classic board; each has its own time limit, if any."""
    n = unique.rows.size
    step = max(1, n) if limits.time_limit is None else 1
    parts = [
        _classes(unique, names, limits, first, first + step) for first in range(0, max(1, n), step)
    ]
    answers = np.concatenate([part.answers for part in parts])
    columns = {name: answers[:, TRIALS.index(name)] for name in names}
    return Found(unique.rows, columns, np.concatenate([part.is_known for part in parts]))


def measure_by_kernels(puzzle: SolvedPuzzle, names: tuple[str, ...], found: dict[str, Any]) -> bool:
    """Add the measures of one puzzle to what was found; return whether no limit came first."""
    givens, solution = (
        np.array([list(grid.givens)], np.uint8) for grid in (puzzle.grid, puzzle.solution)
    )
    classes = classes_of(
        givens, solution, _wanted(names), **puzzle.limits._replace(threads=1).of_batch
    )
    for name in names:
        answer = int(classes.answers[0, TRIALS.index(name)])
        found[name] = None if answer < 0 else answer
    return bool(classes.is_known[0])


def _classes(
    unique: Unique, names: tuple[str, ...], limits: Limits, first: int, end: int
) -> Classes:
    """Return what is found out about some of the puzzles."""
    n_before = unique.n_all - unique.rows.size + first
    telling = limits.telling(lambda begun, _: (n_before + begun, unique.n_all))
    rows = slice(first, end)
    return classes_of(
        unique.puzzles[rows], unique.solutions[rows], _wanted(names), **telling.of_batch
    )


def _wanted(names: tuple[str, ...]) -> tuple[bool, ...]:
    """Return which of the measures are wanted."""
    return tuple(name in names for name in TRIALS)
