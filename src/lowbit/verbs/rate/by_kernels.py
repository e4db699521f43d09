"""Sudoku Explainer's ratings of a batch, or of one puzzle, by kernels."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lowbit.errors import LimitReachedError
from lowbit.kernels.rating.engine import LIMIT_REACHED, NOT_RATED, RATED, Ratings, new_ratings
from lowbit.kernels.rating.engine import rate as rate_by_kernel
from lowbit.techniques.difficulty import Difficulty
from lowbit.verbs.rate.parts import Found

if TYPE_CHECKING:
    from lowbit.verbs.rate.measuring import SolvedPuzzle
    from lowbit.verbs.rate.parts import Effort, Unique

TENTHS = 10


def rated_by_kernels(unique: Unique, effort: Effort) -> tuple[Found, Unique]:
    """Rate puzzles with one solution.

    Returns
    -------
    found : Found
        The ratings of those that could be rated, and those that a limit ended.
    left : Unique
        The others, whose chains are too large for the kernels.
    """
    ratings = _rated(unique, effort)
    is_left = ratings.status == NOT_RATED
    is_known = ratings.status == RATED
    tenths = np.where(is_known[:, None], ratings.ratings / TENTHS, np.nan)[~is_left]
    columns = dict(zip(("er", "ep", "ed"), tenths.T, strict=True))
    return Found(unique.rows[~is_left], columns, is_known[~is_left]), unique.some(is_left)


def rated_alone(puzzle: SolvedPuzzle) -> Difficulty | None:
    """Return the ratings of one puzzle, or None if its chains are too large for the kernels.

    Raises
    ------
    LimitReachedError
        If its time runs out first.
    """
    ratings = new_ratings(1)
    givens = np.array([list(puzzle.grid.givens)], np.uint8)
    rate_by_kernel(givens, ratings, time_limit=puzzle.seconds, threads=1)
    if ratings.status[0] == LIMIT_REACHED:
        raise LimitReachedError("the time limit ended the search", int(ratings.nodes[0]))
    if ratings.status[0] != RATED:
        return None
    return Difficulty(*(ratings.ratings[0] / TENTHS).tolist())


def _rated(unique: Unique, effort: Effort) -> Ratings:
    """Rate puzzles all at once; or one by one, if each has its own time limit."""
    n = unique.rows.size
    ratings = new_ratings(n)
    if effort.seconds is None:
        _rate(unique, effort, ratings, slice(None))
    else:
        for row in range(n):
            _rate(unique, effort, ratings, slice(row, row + 1))
    return ratings


def _rate(unique: Unique, effort: Effort, ratings: Ratings, rows: slice) -> None:
    progress, n_before = effort.progress, unique.n_all - unique.rows.size + (rows.start or 0)
    rate_by_kernel(
        unique.puzzles[rows],
        Ratings(ratings.status[rows], ratings.ratings[rows], ratings.nodes[rows]),
        time_limit=effort.seconds_of_a_puzzle,
        threads=effort.threads,
        progress=progress and (lambda done, _: progress(n_before + done, unique.n_all)),
    )
