"""The neighbours among candidates for them: one solution, and each given needed.

::

    candidates ──some thousand at a time──> one solution? ──all that are left──> minimal? ──>

Those of several puzzles are judged together: a call of a kernel takes as long as hundreds of
searches.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from lowbit.status import Status

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from numpy.typing import NDArray

    from lowbit.verbs.search.searches import PuzzleSearches


AT_ONCE: Final = 1 << 12
"""Candidates that are searched at a time: as many fit into a cache."""


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


class UniqueCandidates(NamedTuple):
    """Puzzles with one solution that may be neighbours.

    Attributes
    ----------
    block : NeighbourBlock
    is_open : bool[n, n_cells]
        Whether it is not known that they need the given of a cell.
    order : int64[n_cells]
        As of the candidates that they are from.
    """

    block: NeighbourBlock
    is_open: NDArray[np.bool_]
    order: NDArray[np.int64]


class CandidateJudge:
    """Judges candidates of puzzles of one kind, many at a time.

    Parameters
    ----------
    minimal : bool
        Whether to leave out puzzles that can do without a given.
    """

    def __init__(self, *, minimal: bool) -> None:
        self._minimal = minimal
        self._waiting: list[tuple[list[NeighbourBlock], NeighbourCandidates]] = []
        self._unique: list[tuple[list[NeighbourBlock], UniqueCandidates]] = []

    def add(
        self, searches: PuzzleSearches, candidates: NeighbourCandidates, found: list[NeighbourBlock]
    ) -> None:
        """Add candidates; the neighbours among them are added to a list, in order, in the end.

        Raises
        ------
        LimitReachedError
            If a limit came first.
        """
        self._waiting.append((found, candidates))
        if sum(len(one.masks) for _, one in self._waiting) >= AT_ONCE:
            self._search(searches)
        if sum(len(one.is_open) for _, one in self._unique) >= AT_ONCE:
            self._try_givens(searches)

    def finish(self, searches: PuzzleSearches) -> None:
        """Judge those that are left, as `add` may, too."""
        self._search(searches)
        self._try_givens(searches)

    def _search(self, searches: PuzzleSearches) -> None:
        if self._waiting:
            lists, candidates = zip(*self._waiting, strict=True)
            self._unique += zip(lists, unique_ones(searches, candidates), strict=True)
            self._waiting.clear()

    def _try_givens(self, searches: PuzzleSearches) -> None:
        if self._unique:
            lists, candidates = zip(*self._unique, strict=True)
            of_all = (one.block for one in candidates)
            blocks = minimal_ones(searches, candidates) if self._minimal else of_all
            for found, block in zip(lists, blocks, strict=True):
                found.append(block)
            self._unique.clear()


def unique_ones(
    searches: PuzzleSearches, candidates: Sequence[NeighbourCandidates]
) -> list[UniqueCandidates]:
    """Return those with one solution among each of some candidates.

    Raises
    ------
    LimitReachedError
        If a limit came first.
    """
    masks = np.concatenate([one.masks for one in candidates])
    is_asked = np.concatenate([one.is_asked for one in candidates])
    rows, solutions = _with_one_solution(searches, masks, is_asked)
    found, first = [], 0
    for one in candidates:
        places = slice(*np.searchsorted(rows, [first, first + len(one.masks)]))
        own = rows[places]
        known, is_open = one.known(own - first)
        of_own = np.where(is_asked[own, None], solutions[places], known)
        found.append(UniqueCandidates(NeighbourBlock(masks[own], of_own), is_open, one.order))
        first += len(one.masks)
    return found


def minimal_ones(
    searches: PuzzleSearches, candidates: Sequence[UniqueCandidates]
) -> Iterator[NeighbourBlock]:
    """Yield those that need all of their givens among each of some candidates.

    Raises
    ------
    LimitReachedError
        If a limit came first.
    """
    blocks, is_open, orders = zip(*candidates, strict=True)
    sizes = list(map(len, is_open))
    need_all = searches.need_all(
        np.concatenate([block.masks for block in blocks]),
        np.concatenate([block.solutions for block in blocks]),
        np.concatenate(is_open),
        np.repeat(np.array(orders), sizes, axis=0),
    )
    first = 0
    for block, size in zip(blocks, sizes, strict=True):
        own = need_all[first : first + size]
        yield NeighbourBlock(block.masks[own], block.solutions[own])
        first += size


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
