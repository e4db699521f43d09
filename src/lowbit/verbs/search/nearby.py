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
from itertools import combinations, pairwise
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from lowbit.batch.masks import are_single
from lowbit.geometry import BOARDS_KEPT
from lowbit.kernels.vicinity.givens import WORD, close_needed, leave_unseen, note_witnesses
from lowbit.kernels.vicinity.placements import Reduced
from lowbit.rng import SplitMix64
from lowbit.status import Status
from lowbit.verbs.puzzles import grid_of
from lowbit.verbs.solve.one import solve

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from lowbit.geometry import Geometry
    from lowbit.verbs.search.searches import PuzzleSearches

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
        stream, n_words = SplitMix64(0), -(-self.givens.size // WORD)
        odd = [stream.draw() | 1 for _ in range(n_words)]  # so that of one word each number differs
        self._weights = np.array(odd, np.uint64)
        self._solutions = self.solution[None]
        self._ranges: dict[Cells, tuple[int, int]] = {(): (0, 1)}
        self._cut: set[Cells] = set()

    def reduced(self, removed: Sequence[Cells], n_added: int) -> tuple[NDArray[np.int64], Reduced]:
        """Return the puzzle without each of some sets of givens: its candidates, and solutions.

        As many solutions are listed as pay off where so many givens are to be added.

        The sets are of one size. Solutions that lack at most two givens, or fewer, are kept.
        """
        size, most = len(removed[0]), MOST_OF_EACH[n_added]
        for n_cells in range(1, size):
            self._list(combinations(range(self.givens.size), n_cells), n_cells, most)
        kept = self._solutions, dict(self._ranges), set(self._cut)
        self._list(removed, size, most)
        parts = [
            [part for n in range(size + 1) for part in combinations(one, n)] for one in removed
        ]
        ranges = [[self._ranges[part] for part in of_one] for of_one in parts]
        is_whole = [self._cut.isdisjoint(of_one) for of_one in parts]
        masks = self._without(removed, self._searches.board.full_mask)
        allowed = self._allowed(masks, removed, all(is_whole))
        found = Reduced(
            self._solutions, np.array(ranges, np.int64), np.array(is_whole, np.bool_), allowed
        )
        if size > MOST_LACKED:
            self._solutions, self._ranges, self._cut = kept
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
        n_solutions[self.givens] = [end - first for first, end in self._lacking_one]
        return np.argsort(n_solutions, kind="stable")

    @cached_property
    def _lacking_one(self) -> list[tuple[int, int]]:
        """The rows of the solutions that lack just one given, for each; none if not yet listed."""
        return [self._ranges.get((one,), (0, 0)) for one in range(self.givens.size)]

    @cached_property
    def _witnesses(self) -> NDArray[np.uint64]:
        """Those of some solutions that lack one given which have a digit in a cell, as bits.

        uint64[n_cells, n_digits, n_givens]
        """
        board, n_givens = self._searches.board, self.givens.size
        ranges = np.array(self._lacking_one, np.int64).reshape(-1, 2)
        found = np.zeros((board.n_cells, board.size, n_givens), np.uint64)
        note_witnesses(self._solutions, ranges, found)
        return found

    def _list(self, sets: Iterable[Cells], size: int, most: int) -> None:
        """List the solutions that lack just the givens of each set, if they were not."""
        todo = [cells for cells in sets if cells not in self._ranges]
        most = min(most, max(FEWEST_OF_EACH, MOST_KEPT // max(1, len(todo))))
        for first in range(0, len(todo), AT_ONCE):
            some = todo[first : first + AT_ONCE]
            masks = self._without(some, 0)
            rows, places = np.repeat(np.arange(len(some)), size), np.concatenate(some)
            cells = self.givens[places]
            masks[rows, cells] = self._searches.board.full_mask & ~self.masks[cells]
            listed = self._searches.listed(masks, most)
            self._keep(some, listed.solutions)
            self._cut.update(some[row] for row in np.flatnonzero(~listed.is_whole))

    def _keep(self, sets: Sequence[Cells], solutions: NDArray[np.uint8]) -> None:
        """Keep solutions, those that lack the same givens side by side."""
        is_lacked = np.zeros((len(sets), self.givens.size), np.bool_)
        is_lacked[np.repeat(np.arange(len(sets)), len(sets[0])), np.concatenate(sets)] = True
        keys = self._numbers(is_lacked)
        by_key = np.argsort(keys)
        lacked = solutions.take(self.givens, axis=1) != self.solution[self.givens]
        places = np.searchsorted(keys[by_key], self._numbers(lacked)).astype(np.uint16)
        ends = np.zeros(len(sets) + 1, np.int64)
        ends[1:] = np.cumsum(np.bincount(places, minlength=len(sets)))
        ends += len(self._solutions)
        order = np.argsort(places, kind="stable")  # by radix
        self._solutions = np.concatenate([self._solutions, solutions[order]])
        for number, pair in zip(by_key.tolist(), pairwise(ends.tolist()), strict=True):
            self._ranges[sets[number]] = pair

    def _numbers(self, is_lacked: NDArray[np.bool_]) -> NDArray[np.uint64]:
        """Return a number for each set of givens, that is, bool[n, n_givens]."""
        bits = np.packbits(is_lacked, axis=1)
        words = np.zeros((len(is_lacked), self._weights.size), np.uint64)
        words.view(np.uint8)[:, : bits.shape[1]] = bits
        numbers: NDArray[np.uint64] = words @ self._weights
        return numbers

    def _without(self, sets: Sequence[Cells], content: int) -> NDArray[np.int64]:
        """Return the candidates of the puzzle, with another content of the cells of each set."""
        masks = np.repeat(self.masks[None], len(sets), axis=0)
        rows = np.repeat(np.arange(len(sets)), [len(cells) for cells in sets])
        places = np.array([place for cells in sets for place in cells], np.int64)
        masks[rows, self.givens[places]] = content
        return masks

    def _allowed(
        self,
        masks: NDArray[np.int64],
        removed: Sequence[Cells],
        all_known: bool,  # noqa: FBT001 - of the solutions
    ) -> NDArray[np.int64]:
        """Return the digits to add to each cell: none that peers hold, or that was removed.

        Peers do not matter where all solutions are known.
        """
        allowed = np.where(are_single(masks), 0, masks).astype(np.int64)
        if not all_known:
            leave_unseen(masks.astype(np.int64), _peers_of(self._searches.board), allowed)
        rows = np.repeat(np.arange(len(removed)), [len(cells) for cells in removed])
        cells = self.givens[[place for of_one in removed for place in of_one]]
        allowed[rows, cells] &= ~self.masks[cells].astype(np.int64)
        return allowed


@lru_cache(maxsize=BOARDS_KEPT)
def _peers_of(board: Geometry) -> NDArray[np.int64]:
    """Return the peers of each cell in a row, with itself in the places that are left over."""
    most = max(map(len, board.peers))
    rows = [[*peers, *[cell] * (most - len(peers))] for cell, peers in enumerate(board.peers)]
    return np.array(rows, np.int64).reshape(board.n_cells, most)
