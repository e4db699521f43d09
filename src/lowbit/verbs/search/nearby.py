"""The solutions near a puzzle's solution: those of the puzzle without some of its givens.

::

    the puzzle without givens 1 and 2 has these solutions:   those that lack   given 1 alone
                                                                               given 2 alone
                                                                               both
                                                             and the puzzle's own

A solution of a puzzle without some givens *lacks* a part of them: there it has other digits. So the
solutions that lack just these givens are listed once, however many sets of givens they belong to: a
search in which each of these cells holds any digit but its given, and all others are given.
"""

from __future__ import annotations

from functools import cached_property, lru_cache
from itertools import combinations
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from lowbit.batch.masks import are_single
from lowbit.geometry import BOARDS_KEPT
from lowbit.kernels.vicinity.givens import close_needed, leave_unseen, note_witnesses
from lowbit.kernels.vicinity.lacking import sort_by_lacked
from lowbit.kernels.vicinity.placements import Reduced
from lowbit.rng import SplitMix64
from lowbit.status import Status
from lowbit.verbs.puzzles import grid_of
from lowbit.verbs.solve.one import solve

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from lowbit.geometry import Geometry
    from lowbit.verbs.search.searches import ListedSolutions, PuzzleSearches

    Cells = tuple[int, ...]
    """Places among the givens of the puzzle, in order."""

AT_ONCE: Final = 1 << 12
"""Sets of givens whose solutions are listed at a time."""

MOST_LACKED: Final = 2
"""The givens that solutions lack, at most, for them to be kept: the sets of more are too many."""

MOST_KEPT: Final = 1 << 20
"""About the most solutions to keep: 85 MB on the classic board."""

MOST_OF_EACH: Final = (2, 64, 4096, 4096, 4096)
"""The most solutions to list that lack the same givens, by how many givens are to be added. More
may exist: where that matters, puzzles are searched. The more are added, the more candidates one
solution decides."""

FEWEST_OF_EACH: Final = 64
"""As many are listed in any case, though these sets are very many."""


class ListedSets(NamedTuple):
    """Sets of givens whose solutions were listed.

    Attributes
    ----------
    numbers : uint64[n]
        The sums of their givens' numbers, ascending.
    ranges : int64[n, 2]
        From which row up to which the solutions stand that lack just these givens.
    is_cut : bool[n]
        Whether there may be more of them.
    """

    numbers: NDArray[np.uint64]
    ranges: NDArray[np.int64]
    is_cut: NDArray[np.bool_]

    def rows_of(self, numbers: NDArray[np.uint64]) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
        """Return the rows of some sets, and whether they are there."""
        rows = np.searchsorted(self.numbers[:-1], numbers)
        return rows, self.numbers[rows] == numbers

    def with_others(
        self, numbers: NDArray[np.uint64], ranges: NDArray[np.int64], is_cut: NDArray[np.bool_]
    ) -> ListedSets:
        """Return these sets and some others."""
        others = numbers, ranges, is_cut
        found = [np.concatenate(pair) for pair in zip(self, others, strict=True)]
        order = np.argsort(found[0])
        return ListedSets(*(values[order] for values in found))


class Nearby:
    """The solutions near that of a puzzle, by the givens that they lack.

    Parameters
    ----------
    searches : PuzzleSearches
        Of the puzzle.

    Raises
    ------
    NoSolutionError, MultipleSolutionsError
        If it does not have one solution.
    """

    def __init__(self, searches: PuzzleSearches) -> None:
        self._searches = searches
        self.masks: NDArray[Any] = np.array(grid_of(searches.whole).allowed, searches.dtype)
        found = searches.solved(self.masks[None], 2)
        if found.status[0] != Status.UNIQUE:
            solve(searches.whole)  # which raises
        self.solution = found.solutions[0, : self.masks.size]
        self.givens = np.flatnonzero(are_single(self.masks))
        stream = SplitMix64(0)
        self._of_given = np.array([stream.draw() for _ in self.givens], np.uint64)
        self._solutions = self.solution[None]
        own = np.zeros(1, np.uint64), np.array([[0, 1]]), np.zeros(1, np.bool_)
        self._listed = ListedSets(*own)

    def reduced(self, removed: Sequence[Cells], n_added: int) -> tuple[NDArray[np.int64], Reduced]:
        """Return the puzzle without each of some sets of givens: its candidates, and solutions.

        As many solutions are listed as pay off where so many givens are to be added.

        The sets are of one size. Solutions that lack at most two givens, or fewer, are kept.
        """
        sets, most = np.array(removed, np.int64).reshape(len(removed), -1), MOST_OF_EACH[n_added]
        size = sets.shape[1]
        for n_cells in range(1, size):
            every = list(combinations(range(self.givens.size), n_cells))
            self._list(np.array(every, np.int64), most)
        kept = self._solutions, self._listed
        self._list(sets, most)
        parts = np.zeros((len(sets), 1 << size), np.uint64)
        for n, places in enumerate(sets.T):
            parts[:, 1 << n : 2 << n] = parts[:, : 1 << n] + self._of_given[places][:, None]
        rows, _ = self._listed.rows_of(parts)
        is_whole = ~np.asarray(self._listed.is_cut[rows].any(axis=1))
        masks = self._without(sets, self._searches.board.full_mask)
        allowed = self._allowed(masks, sets, all_known=bool(is_whole.all()))
        found = Reduced(self._solutions, self._listed.ranges[rows], is_whole, allowed)
        if size > MOST_LACKED:
            self._solutions, self._listed = kept
        return masks, found

    def leave_open(self, found: NDArray[np.int32], is_open: NDArray[np.bool_]) -> None:
        """Say of givens that are known to be needed that they are not open.

        A solution that lacks just that given has all that was added; the givens that were taken
        away do not matter. Both arguments have a row for each puzzle: its placements as the kernel
        writes them, and its cells.
        """
        scratch = np.zeros(self.givens.size, np.uint64)
        close_needed(found, self.givens, self._witnesses, is_open, scratch)

    @cached_property
    def least_needed(self) -> NDArray[np.int64]:
        """All cells, first those whose givens few solutions lack: a neighbour may do without."""
        n_solutions = np.zeros(self._searches.board.n_cells, np.int64)
        n_solutions[self.givens] = self._lacking_one[:, 1] - self._lacking_one[:, 0]
        return np.argsort(n_solutions, kind="stable")

    @cached_property
    def _lacking_one(self) -> NDArray[np.int64]:
        """The rows of the solutions that lack just one given, for each; none if not yet listed."""
        listed = self._listed
        rows, is_listed = listed.rows_of(self._of_given)
        return np.where(is_listed[:, None], listed.ranges[rows], 0)

    @cached_property
    def _witnesses(self) -> NDArray[np.uint64]:
        """Those of some solutions that lack one given which have a digit in a cell, as bits.

        uint64[n_cells, n_digits, n_givens]
        """
        board, n_givens = self._searches.board, self.givens.size
        found = np.zeros((board.n_cells, board.size, n_givens), np.uint64)
        note_witnesses(self._solutions, self._lacking_one, found)
        return found

    def _list(self, sets: NDArray[np.int64], most: int) -> None:
        """List the solutions that lack just the givens of each set, if they were not."""
        numbers = self._of_given[sets].sum(axis=1, dtype=np.uint64)
        todo = sets[~self._listed.rows_of(numbers)[1]]
        most = min(most, max(FEWEST_OF_EACH, MOST_KEPT // max(1, len(todo))))
        for first in range(0, len(todo), AT_ONCE):
            some = todo[first : first + AT_ONCE]
            masks = self._without(some, 0)
            rows, cells = self._cells_of(some)
            masks[rows, cells] = self._searches.board.full_mask & ~self.masks[cells]
            self._keep(some, self._searches.listed(masks, most))

    def _keep(self, sets: NDArray[np.int64], found: ListedSolutions) -> None:
        """Keep what was listed, solutions that lack the same givens side by side."""
        numbers = self._of_given[sets].sum(axis=1, dtype=np.uint64)
        by_number = np.argsort(numbers)
        numbers = numbers[by_number]
        ranges, places = (
            np.zeros((len(sets), 2), np.int64),
            np.zeros(len(found.solutions), np.int64),
        )
        ordered = np.zeros_like(found.solutions)
        own = self.solution, self.givens, self._of_given
        sort_by_lacked(found.solutions, *own, numbers, places, ranges, ordered)
        ranges += len(self._solutions)
        self._solutions = np.concatenate([self._solutions, ordered])
        self._listed = self._listed.with_others(numbers, ranges, ~found.is_whole[by_number])

    def _without(self, sets: NDArray[np.int64], content: int) -> NDArray[np.int64]:
        """Return the candidates of the puzzle, with another content of the cells of each set."""
        masks = np.repeat(self.masks[None], len(sets), axis=0)
        masks[self._cells_of(sets)] = content
        return masks

    def _cells_of(self, sets: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return the row and the cell of each given of some sets."""
        return np.repeat(np.arange(len(sets)), sets.shape[1]), self.givens[sets.ravel()]

    def _allowed(
        self, masks: NDArray[np.int64], removed: NDArray[np.int64], *, all_known: bool
    ) -> NDArray[np.int64]:
        """Return the digits to add to each cell: none that peers hold, or that was removed.

        Peers do not matter where all solutions are known.
        """
        allowed = np.where(are_single(masks), 0, masks).astype(np.int64)
        if not all_known:
            leave_unseen(masks.astype(np.int64), _peers_of(self._searches.board), allowed)
        rows, cells = self._cells_of(removed)
        allowed[rows, cells] &= ~self.masks[cells].astype(np.int64)
        return allowed


@lru_cache(maxsize=BOARDS_KEPT)
def _peers_of(board: Geometry) -> NDArray[np.int64]:
    """Return the peers of each cell in a row, with itself in the places that are left over."""
    most = max(map(len, board.peers))
    rows = [[*peers, *[cell] * (most - len(peers))] for cell, peers in enumerate(board.peers)]
    return np.array(rows, np.int64).reshape(board.n_cells, most)
