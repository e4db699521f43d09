"""The neighbours of a puzzle: some givens fewer, others more, and one solution.

::

    the puzzle ──without some givens──> the rest: all its solutions
                                         │
                                         └──> sets of givens that leave just one ──> minimal? ──>

No neighbour is searched as long as all solutions of the rest are known. Of rests with very many
solutions some are known, which refute most candidates; the others are searched.
"""

from __future__ import annotations

from itertools import combinations, islice
from math import comb
from typing import TYPE_CHECKING, Final

import numpy as np

from lowbit.arguments import integer
from lowbit.batch.masks import are_single
from lowbit.errors import InputError
from lowbit.kernels.variants.interrupts import LOOK_UP
from lowbit.kernels.vicinity.placements import (
    FIRST,
    N_FOUND,
    NOBODY,
    PUZZLE,
    TESTED,
    WantedSets,
    add_placements,
    new_space,
)
from lowbit.kernels.vicinity.single_placements import add_single_placements
from lowbit.limits import Limits
from lowbit.verbs.puzzles import whole_of, with_masks
from lowbit.verbs.search.candidates import (
    CandidateJudge,
    NeighbourBlock,
    NeighbourCandidates,
)
from lowbit.verbs.search.moves import MOST, TWIN_MOVE, Move
from lowbit.verbs.search.nearby import Nearby
from lowbit.verbs.search.searches import PuzzleSearches

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from lowbit.geometry import BoardLike
    from lowbit.grid import Grid
    from lowbit.kernels.vicinity.placements import Reduced
    from lowbit.puzzle import Puzzle
    from lowbit.rng import SplitMix64
    from lowbit.verbs.puzzles import PuzzleLike

    Cells = tuple[int, ...]

AT_ONCE: Final = (512, 512, 64, 1, 1)
"""Sets of givens that are taken away at a time, by how many are to be added: that takes longer, the
more these are."""

LISTED: Final = 1 << 17
"""Sets of givens that are listed to draw some of them, at most."""

ROOM: Final = 1 << 12
"""Sets of givens to add that are found at a time: their searches fit into a cache."""


def neighbours(  # noqa: PLR0913 - by name: which, and how much to search
    puzzle: PuzzleLike,
    removed: int = 1,
    added: int = 1,
    *,
    geometry: BoardLike | None = None,
    minimal: bool = True,
    time_limit: float | None = None,
) -> Iterator[Grid | Puzzle]:
    """Iterate over the puzzles with some givens fewer, others more, and one solution: {-x+y}.

    Parameters
    ----------
    puzzle : PuzzleLike
        The puzzle; it has one solution.
    removed, added : int, default 1
        How many givens go, and how many come; from 0 to 4. None that went comes back.
    geometry : Geometry or str, optional
        Its board; the classic one, or that of `puzzle` if it is a Grid or a Puzzle.
    minimal : bool, default True
        Whether to leave out puzzles that can do without a given.
    time_limit : float, optional
        The most seconds to take from now to the last neighbour.

    Yields
    ------
    Grid, or Puzzle if it has constraints
        Each neighbour once; some may be isomorphic. The neighbours of {-4+4} are beyond number:
        take as many as you want.

    Raises
    ------
    NoSolutionError, MultipleSolutionsError
        If the puzzle does not have one solution.
    LimitReachedError
        If the time limit came first.
    GridError, InputError
        If `puzzle` is not a grid, or an argument is out of range.

    Examples
    --------
    >>> puzzle = "12...4....4....1"
    >>> near = list(neighbours(puzzle, geometry="4x4"))
    >>> len(near), near[0].to_line(), len(list(neighbours(puzzle, 2, 1, geometry="4x4")))
    (31, '32...4....4....1', 40)
    """
    move = Move(_few("removed", removed), _few("added", added))
    whole = whole_of(puzzle, geometry)
    vicinity = Vicinity(whole, Limits.of(time_limit=time_limit), minimal=minimal)
    return (
        with_masks(whole, row) for block in vicinity.blocks(move) for row in block.masks.tolist()
    )


class Vicinity:
    """The vicinity of a puzzle with one solution.

    Parameters
    ----------
    whole : Grid or Puzzle
    limits : Limits
    minimal : bool
        Whether to leave out puzzles that can do without a given.

    Attributes
    ----------
    searches : PuzzleSearches
    tested : int
        The candidates for neighbours that were looked at so far.
    """

    def __init__(self, whole: Grid | Puzzle, limits: Limits, *, minimal: bool) -> None:
        self.searches = PuzzleSearches(whole, limits._replace(threads=1).silent)
        self._nearby = Nearby(self.searches)
        self._minimal = minimal
        self.tested = 0

    def blocks(self, move: Move) -> Iterator[NeighbourBlock]:
        """Yield the neighbours by a move, some at a time.

        Raises
        ------
        LimitReachedError
            If a limit came first.
        """
        for removed in sets_by_portions(self._nearby.givens.size, move):
            yield from self.near(move, removed)

    def near(self, move: Move, removed: list[Cells]) -> Iterator[NeighbourBlock]:
        """Yield the neighbours without each of some sets of givens, of those by a move.

        Raises
        ------
        LimitReachedError
            If a limit came first.
        """
        for some in self.candidates(move, removed):
            judge, found = CandidateJudge(minimal=self._minimal), list[NeighbourBlock]()
            judge.add(self.searches, some, found)
            judge.finish(self.searches)
            yield from found

    def candidates(self, move: Move, removed: list[Cells]) -> Iterator[NeighbourCandidates]:
        """Yield what may be a neighbour without one of some sets of givens, by a move.

        Raises
        ------
        LimitReachedError
            If a limit came first.
        """
        if move == TWIN_MOVE:
            yield self._twins()
            return
        masks, reduced = self._nearby.reduced(removed, move.added)
        if not move.added:
            yield self._with_one_solution(masks, reduced)
            return
        for found in self._found(reduced, move.added):
            yield self._with_added(masks, reduced, found)

    def _found(self, reduced: Reduced, n_added: int) -> Iterator[NDArray[np.int32]]:
        """Yield sets of givens to add, as the kernel writes them."""
        board = self.searches.board
        wanted = WantedSets(n_added, self._minimal, board.size)
        room = np.zeros((max(ROOM, board.n_cells * board.size), N_FOUND), np.int32)
        space = new_space(reduced, wanted)
        add = add_single_placements if n_added == 1 else add_placements
        while space.state[PUZZLE] < len(reduced.is_whole):
            LOOK_UP.get()()
            self.searches.require_time()
            n_found = add(reduced, space, wanted, room)
            self.tested += int(space.state[TESTED])
            space.state[TESTED] = 0
            if n_found:
                yield room[:n_found].copy()

    def _with_one_solution(self, masks: NDArray[np.int64], reduced: Reduced) -> NeighbourCandidates:
        """Return the puzzles that have one solution without any given added."""
        n_solutions = (reduced.ranges[..., 1] - reduced.ranges[..., 0]).sum(axis=1)
        self.tested += len(masks)
        kept = masks[(n_solutions == 1) & reduced.is_whole]
        solutions = np.repeat(self._nearby.solution[None], len(kept), axis=0)
        return self._all_open(kept, solutions, np.zeros(len(kept), np.bool_))

    def _with_added(
        self, masks: NDArray[np.int64], reduced: Reduced, found: NDArray[np.int32]
    ) -> NeighbourCandidates:
        """Return the puzzles that the kernel has found."""
        size = self.searches.board.size
        puzzles = masks[found[:, 0]]
        for placement in found[:, FIRST:].T:
            rows = np.flatnonzero(placement != NOBODY)
            cells, digits = np.divmod(placement[rows], size)
            puzzles[rows, cells] = np.int64(1) << digits

        def known(rows: NDArray[np.int64]) -> tuple[NDArray[np.uint8], NDArray[np.bool_]]:
            is_open = are_single(puzzles[rows])
            if self._minimal:
                self._close_needed(found[rows], is_open)
            return reduced.solutions[found[rows, 1]], is_open

        is_asked = found[:, 1] == NOBODY
        return NeighbourCandidates(puzzles, is_asked, known, self._nearby.least_needed)

    def _close_needed(self, found: NDArray[np.int32], is_open: NDArray[np.bool_]) -> None:
        """Say of givens of puzzles that are known to be needed that they are not open."""
        self._nearby.leave_open(found, is_open)
        is_whole = found[:, 1] != NOBODY  # the kernel has seen to it that what was added is needed
        size = self.searches.board.size
        for placement in found[:, FIRST:].T:
            rows = np.flatnonzero(is_whole & (placement != NOBODY))
            is_open[rows, placement[rows] // size] = False

    def _twins(self) -> NeighbourCandidates:
        """Return the puzzles with givens in the same cells, and the same digits in all others."""
        nearby, board = self._nearby, self.searches.board
        solution = np.int64(1) << (nearby.solution.astype(np.int64) - 1)
        is_given = np.zeros(solution.size, np.bool_)
        is_given[nearby.givens] = True
        others = self.searches.listed(np.where(is_given, board.full_mask, solution)[None], ROOM)
        solutions = others.solutions[(others.solutions != nearby.solution).any(axis=1)]
        self.tested += len(solutions)
        digits = np.int64(1) << (solutions.astype(np.int64) - 1)
        puzzles = np.where(is_given, digits, nearby.masks)
        return self._all_open(puzzles, solutions, np.ones(len(solutions), np.bool_))

    def _all_open(
        self, masks: NDArray[np.int64], solutions: NDArray[np.uint8], is_asked: NDArray[np.bool_]
    ) -> NeighbourCandidates:
        """Return puzzles, of whose givens none is known to be needed."""

        def known(rows: NDArray[np.int64]) -> tuple[NDArray[np.uint8], NDArray[np.bool_]]:
            return solutions[rows], are_single(masks[rows])

        return NeighbourCandidates(masks, is_asked, known, self._nearby.least_needed)


def _few(name: str, number: int) -> int:
    """Return a number of givens, checked."""
    if integer(name, number, 0) > MOST:
        raise InputError(f"{name} must be {MOST} or less, not {number}")
    return int(number)


def sets_by_portions(
    n_givens: int, move: Move, most: int | None = None, stream: SplitMix64 | None = None
) -> Iterator[list[Cells]]:
    """Yield the sets of givens to take away by a move, some at a time.

    With `most`, only so many, which the stream draws. Twins take none away: that is one portion.
    """
    if move == TWIN_MOVE:
        yield []
        return
    removed = sets_to_remove(n_givens, move.removed, most, stream)
    while some := list(islice(removed, AT_ONCE[move.added])):
        yield some


def sets_to_remove(
    n_givens: int, size: int, most: int | None, stream: SplitMix64 | None
) -> Iterator[Cells]:
    """Return sets of givens to take away: all, or as many random ones."""
    n_sets = comb(n_givens, size)
    every = combinations(range(n_givens), size)
    if most is None or most >= n_sets:
        return every
    assert stream is not None  # noqa: S101 - whoever wants some has one
    if n_sets > LISTED:
        return iter(sorted(_drawn(n_givens, size, most, stream)))
    listed = list(every)
    stream.shuffle(listed)  # type: ignore[arg-type]  # its items are only moved
    return iter(sorted(listed[:most]))


def _drawn(n_givens: int, size: int, most: int, stream: SplitMix64) -> set[Cells]:
    """Return as many random sets, of so many that memory need not hold them all."""
    drawn: set[Cells] = set()
    while len(drawn) < most:
        cells = {stream.below(n_givens) for _ in range(size)}
        if len(cells) == size:
            drawn.add(tuple(sorted(cells)))
    return drawn
