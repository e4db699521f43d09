"""Sudoku Explainer's ratings of a batch, or of one puzzle, by kernels."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from lowbit.errors import LimitReachedError
from lowbit.kernels.rating.engine import rate as rate_by_kernel
from lowbit.kernels.rating.position.ratings import (
    LIMIT_REACHED,
    NOT_RATED,
    RATED,
    Ratings,
    new_ratings,
)
from lowbit.kernels.rating.position.steps import (
    ELIMINATED,
    N_ELIMINATED,
    N_STEP,
    RATING,
    TECHNIQUE,
)
from lowbit.kernels.rating.position.steps import TECHNIQUES as SLUGS
from lowbit.techniques.difficulty import Difficulty
from lowbit.techniques.registry import TECHNIQUES
from lowbit.verbs.rate.parts import Found
from lowbit.verbs.rate.restricted import rate_restricted

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from lowbit.limits import Limits
    from lowbit.verbs.rate.parts import Unique
    from lowbit.verbs.rate.solved_puzzle import SolvedPuzzle

TENTHS = 10

PORTION: Final = 1024
"""Puzzles whose steps are written down at a time."""

ROOM: Final = N_STEP + ELIMINATED * N_STEP
"""Words for the steps of a puzzle: each eliminates a candidate or more, and none twice."""

COLUMN_OF: Final = np.array([list(TECHNIQUES).index(slug) for slug in SLUGS])
"""The column of counts of each technique of the kernels."""


def rated_by_kernels(
    unique: Unique, limits: Limits, *, counts: bool = False
) -> tuple[Found, Unique]:
    """Rate puzzles with one solution; if requested, count their steps by technique.

    Returns
    -------
    found : Found
        The ratings of those that could be rated, and those that a limit ended.
    left : Unique
        The others, whose chains are too large for the kernels.
    """
    columns: dict[str, NDArray[Any]] = {}
    ratings = new_ratings(unique.rows.size)
    if counts:
        columns = _counted(unique, limits, ratings)
    else:
        _rate_all(unique, limits, ratings, slice(None))
    is_left = ratings.status == NOT_RATED
    is_known = ratings.status == RATED
    tenths = np.where(is_known[:, None], ratings.ratings / TENTHS, np.nan)[~is_left]
    columns = {name: column[~is_left] for name, column in columns.items()}
    columns |= zip(("er", "ep", "ed"), tenths.T, strict=True)
    return Found(unique.rows[~is_left], columns, is_known[~is_left]), unique.some(is_left)


def rated_alone(puzzle: SolvedPuzzle) -> Difficulty | None:
    """Return the ratings of one puzzle, or None if its chains are too large for the kernels.

    Raises
    ------
    LimitReachedError
        If its time runs out first.
    """
    ratings = new_ratings(1)
    grid = puzzle.grid
    own: dict[str, Any] = {"time_limit": puzzle.limits.seconds_left, "threads": 1}
    if grid.is_restricted:
        rate_restricted(np.array([grid.allowed], np.uint16), ratings, **own)
    else:
        rate_by_kernel(np.array([list(grid.givens)], np.uint8), ratings, **own)
    if ratings.status[0] == LIMIT_REACHED:
        raise LimitReachedError("the time limit ended the search", int(ratings.nodes[0]))
    if ratings.status[0] != RATED:
        return None
    return Difficulty(*(ratings.ratings[0] / TENTHS).tolist())


def _counted(unique: Unique, limits: Limits, ratings: Ratings) -> dict[str, NDArray[Any]]:
    """Rate puzzles; return how many steps of each technique they take, and the hardest."""
    n = unique.rows.size
    counts, hardest = np.zeros((n, len(TECHNIQUES)), np.uint16), np.zeros(n, np.int64)
    trace = np.zeros((min(n, PORTION), ROOM), np.int32)
    for first in range(0, n, PORTION):
        rows = slice(first, min(n, first + PORTION))
        trace[:] = 0
        _rate_all(unique, limits, ratings, rows, trace[: rows.stop - first])
        tally_steps(trace[: rows.stop - first], counts[rows], hardest[rows])
    counts[ratings.status != RATED] = 0
    names = np.where(counts.any(axis=1), np.array(list(TECHNIQUES))[hardest], "")
    return {"explainer_hardest": names, "explainer_techniques": counts}


def tally_steps(
    trace: NDArray[np.int32], counts: NDArray[np.uint16], hardest: NDArray[np.int64]
) -> None:
    """Count the steps that kernels wrote down by technique, and note the first of the hardest.

    Parameters
    ----------
    trace : int32[n, t]
        As `lowbit.kernels.rating.position.steps` has it.
    counts : uint16[n, t]
        Zeroed; the techniques are those of `TECHNIQUES`.
    hardest : int64[n]
        Written to.
    """
    rows, at = np.arange(len(trace)), np.zeros(len(trace), np.int64)
    most = np.zeros(len(trace), np.int32)
    while rows.size:
        is_step = trace[rows, at + RATING] > 0
        rows, at = rows[is_step], at[is_step]
        columns, ratings = COLUMN_OF[trace[rows, at + TECHNIQUE]], trace[rows, at + RATING]
        counts[rows, columns] += 1
        is_harder = ratings > most[rows]
        hardest[rows[is_harder]] = columns[is_harder]
        most[rows] = np.maximum(most[rows], ratings)
        at += ELIMINATED + trace[rows, at + N_ELIMINATED]


def _rate_all(
    unique: Unique,
    limits: Limits,
    ratings: Ratings,
    rows: slice,
    trace: NDArray[np.int32] | None = None,
) -> None:
    """Rate some puzzles all at once; or one by one, if each has its own time limit."""
    if limits.time_limit is None:
        _rate(unique, limits, ratings, rows, trace)
        return
    first, end, _ = rows.indices(unique.rows.size)
    for row in range(first, end):
        of_one = None if trace is None else trace[row - first : row - first + 1]
        _rate(unique, limits, ratings, slice(row, row + 1), of_one)


def _rate(
    unique: Unique,
    limits: Limits,
    ratings: Ratings,
    rows: slice,
    trace: NDArray[np.int32] | None,
) -> None:
    progress, n_before = limits.progress, unique.n_all - unique.rows.size + (rows.start or 0)
    how: dict[str, Any] = {
        "time_limit": limits.seconds_left,
        "threads": limits.threads,
        "trace": trace,
        "progress": progress and (lambda done, _: progress(n_before + done, unique.n_all)),
    }
    written = Ratings(ratings.status[rows], ratings.ratings[rows], ratings.nodes[rows])
    if unique.masks is None:
        rate_by_kernel(unique.puzzles[rows], written, **how)
    else:
        rate_restricted(unique.masks[rows], written, **how)
