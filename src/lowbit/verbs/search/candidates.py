"""The neighbours among candidates for them: one solution, and each given needed.

Candidates of several puzzles are judged together: a call of a kernel takes as long as hundreds of
searches.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from lowbit.status import Status

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from numpy.typing import NDArray

    from lowbit.verbs.search.searches import PuzzleSearches


class NeighbourBlock(NamedTuple):
    """Some neighbours.

    Attributes
    ----------
    masks : int64[n, n_cells]
        Their candidates.
    solutions : uint8[n, n_cells]
    """

    masks: NDArray[Any]
    solutions: NDArray[np.uint8]


class NeighbourCandidates(NamedTuple):
    """Puzzles that may be neighbours.

    Attributes
    ----------
    masks : int64[n, n_cells]
        Their candidates.
    is_asked : bool[n]
        Whether a search has to tell if they have one solution.
    known : callable
        Returns what is known of some rows: solutions, uint8[m, n_cells], of those that are not
        asked about, and the cells whose givens are not known to be needed, bool[m, n_cells].
    order : int64[n_cells]
        All cells, first those whose givens a puzzle most likely can do without.
    """

    masks: NDArray[Any]
    is_asked: NDArray[np.bool_]
    known: Callable[[NDArray[np.int64]], tuple[NDArray[np.uint8], NDArray[np.bool_]]]
    order: NDArray[np.int64]


def judged(
    searches: PuzzleSearches, candidates: Sequence[NeighbourCandidates], *, minimal: bool
) -> Iterator[NeighbourBlock]:
    """Yield the neighbours among each of some candidates.

    Raises
    ------
    LimitReachedError
        If a limit came first.
    """
    masks = np.concatenate([one.masks for one in candidates])
    ends = np.cumsum([len(one.masks) for one in candidates])
    is_asked = np.concatenate([one.is_asked for one in candidates])
    rows, solutions = _with_one_solution(searches, masks, is_asked)
    kept, is_open = masks[rows], np.zeros(solutions.shape, np.bool_)
    places = _places(rows, ends)
    for one, first, own in zip(candidates, [0, *ends[:-1]], places, strict=True):
        known, is_open[own] = one.known(rows[own] - first)
        solutions[own] = np.where(is_asked[rows[own], None], solutions[own], known)
    if minimal:
        orders = np.array([one.order for one in candidates])[np.searchsorted(ends, rows, "right")]
        need_all = searches.need_all(kept, solutions, is_open, orders)
        rows, kept, solutions = rows[need_all], kept[need_all], solutions[need_all]
    for own in _places(rows, ends):
        yield NeighbourBlock(kept[own], solutions[own])


def _with_one_solution(
    searches: PuzzleSearches, masks: NDArray[Any], is_asked: NDArray[np.bool_]
) -> tuple[NDArray[np.int64], NDArray[np.uint8]]:
    """Return the rows of puzzles with one solution, and this if it was asked about."""
    asked = np.flatnonzero(is_asked)
    is_unique, solutions = ~is_asked, np.zeros(masks.shape, np.uint8)
    if asked.size:
        found = searches.solved(masks[asked], 2)
        own = np.flatnonzero(found.status == Status.UNIQUE)
        is_unique[asked[own]] = True
        solutions[asked[own]] = found.solutions[own, : masks.shape[1]]
    return np.flatnonzero(is_unique), solutions[is_unique]


def _places(rows: NDArray[np.int64], ends: NDArray[np.int64]) -> list[slice]:
    """Return where the rows of each part stand, whose rows end before those of the next begin."""
    places = np.searchsorted(rows, [0, *ends])
    return [slice(*pair) for pair in pairwise(places)]
