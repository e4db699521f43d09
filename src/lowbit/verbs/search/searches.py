"""Searches of many puzzles that differ in candidates alone."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from lowbit.batch.candidates import puzzles_from_masks
from lowbit.batch.variants import read_variants
from lowbit.errors import LimitReachedError
from lowbit.geometry import CLASSIC
from lowbit.grid import Grid
from lowbit.kernels.classic.engine import list_solutions
from lowbit.kernels.classic.search import new_answers
from lowbit.kernels.variants.interrupts import LOOK_UP
from lowbit.status import Status
from lowbit.verbs.puzzles import with_masks
from lowbit.verbs.solve.many import solve_masks
from lowbit.verbs.solve.variants_many import solve_variants

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from numpy.typing import NDArray

    from lowbit.batch.result import BatchResult
    from lowbit.kernels.classic.search import Answers
    from lowbit.kernels.general.search import BoardAnswers
    from lowbit.limits import Limits
    from lowbit.puzzle import Puzzle

ROOM: Final = 128
"""The solutions that each lane of the classic board lists before they are fetched."""

FEW_NODES: Final = 1 << 12
"""The nodes that a puzzle on another board, or with constraints, may visit for its solutions to be
listed: those that take longer are searched where that is needed."""

AT_ONCE: Final = 3
"""Givens of a puzzle that are tried at a time: of most puzzles, one of the first can go."""

SHORT: Final = 16
"""The most digits that candidates of 16 bits have."""

LANES_TO_FILL: Final = 1 << 8
"""Searches at a time, at least: where puzzles are few, more of their givens are tried."""


class ListedSolutions(NamedTuple):
    """Solutions of some puzzles, in any order.

    Attributes
    ----------
    solutions : uint8[m, n_cells]
    is_whole : bool[n]
        For each puzzle, whether these are all of its solutions.
    """

    solutions: NDArray[np.uint8]
    is_whole: NDArray[np.bool_]


class PuzzleSearches:
    """Searches of puzzles like one, with other candidates.

    Parameters
    ----------
    whole : Grid or Puzzle
        The puzzle: its board and constraints matter.
    limits : Limits

    Attributes
    ----------
    dtype : type
        The type of candidates.
    """

    def __init__(self, whole: Grid | Puzzle, limits: Limits) -> None:
        self.whole, self.limits = whole, limits
        self.board = whole.geometry
        self.dtype = np.uint16 if self.board.size <= SHORT else np.uint32

    def solved(
        self,
        masks: NDArray[Any],
        limit: int,
        likely: NDArray[np.uint8] | None = None,
        rows: NDArray[np.int64] | None = None,
    ) -> BatchResult:
        """Search puzzles; on another board, near those of the grids `likely` in some rows first.

        Raises
        ------
        LimitReachedError
            If a limit came first.
        """
        LOOK_UP.get()()
        if isinstance(self.whole, Grid):
            likely = None if likely is None or self.board == CLASSIC else likely[rows]
            found = solve_masks(self.board, masks, self.limits, limit, likely)
        else:
            puzzles = [with_masks(self.whole, row) for row in masks.tolist()]
            found = solve_variants(read_variants(puzzles), self.limits, limit)
        if (found.status == Status.LIMIT_REACHED).any():
            raise LimitReachedError("a limit ended the search", int(found.nodes.sum()))
        return found

    def listed(self, masks: NDArray[Any], most: int) -> ListedSolutions:
        """List the solutions of each puzzle, at most some of each.

        Raises
        ------
        LimitReachedError
            If time is over.
        """
        if not isinstance(self.whole, Grid):
            return self._listed_one_by_one(masks, most)
        if self.board == CLASSIC:
            answers = new_answers(len(masks))
            blocks = list_solutions(
                puzzles_from_masks(masks.astype(np.uint16, copy=False)),
                answers,
                limit=most,
                time_limit=self.limits.seconds_left,
                blocks=ROOM,
            )
            return self._gathered(blocks, answers, most)
        from lowbit.kernels.general import batch, engine, program  # few searches need them

        board = program.board_of(self.board)
        of_board = engine.new_answers(board, len(masks))
        left = self.limits.seconds_left
        mixed = batch.list_of_each(
            board,
            masks.astype(board.dtype),
            of_board,
            limit=most,
            max_nodes=FEW_NODES,
            time_limit=left,
        )
        return self._gathered(mixed, of_board, most)

    def _gathered(
        self, blocks: Iterable[NDArray[np.uint8]], answers: Answers | BoardAnswers, most: int
    ) -> ListedSolutions:
        found = [np.zeros((0, self.board.n_cells), np.uint8)]
        for block in blocks:
            LOOK_UP.get()()
            found.append(block)
        self.require_time()
        is_whole = (answers.status != Status.LIMIT_REACHED) & (answers.n_solutions < most)
        return ListedSolutions(np.concatenate(found), is_whole)

    def _listed_one_by_one(self, masks: NDArray[Any], most: int) -> ListedSolutions:
        found: list[list[int]] = []
        is_whole = np.zeros(len(masks), np.bool_)
        for row, of_row in enumerate(masks.tolist()):
            n_before = len(found)
            try:
                found += islice(self._solutions(of_row), most)
                is_whole[row] = len(found) - n_before < most
            except LimitReachedError:
                self.require_time()
        cells = np.array(found, np.uint8).reshape(-1, self.board.n_cells)
        return ListedSolutions(cells, is_whole)

    def _solutions(self, masks: list[int]) -> Iterator[list[int]]:
        from lowbit.verbs.solve.one import solutions  # as above

        LOOK_UP.get()()
        puzzle = with_masks(self.whole, masks)
        left = self.limits.seconds_left
        found = solutions(puzzle, max_nodes=FEW_NODES, time_limit=left)
        return (list(grid.givens) for grid in found)

    def need_all(
        self,
        masks: NDArray[Any],
        solutions: NDArray[np.uint8],
        is_open: NDArray[np.bool_],
        orders: NDArray[np.int64] | None = None,
    ) -> NDArray[np.bool_]:
        """Return which puzzles with one solution need each of their givens that is open.

        Those of a puzzle are tried in the order of its cells in `orders`, by number if not told.

        Raises
        ------
        LimitReachedError
            If a limit came first.
        """
        need_all = np.ones(len(masks), np.bool_)
        masks = masks.astype(self.dtype, copy=False)
        if orders is None:
            rows, cells = np.nonzero(is_open)
        else:
            rows, ordered = np.nonzero(np.take_along_axis(is_open, orders, axis=1))
            cells = orders[rows, ordered]
        places = np.arange(rows.size) - np.searchsorted(rows, rows)
        first = 0
        while rows.size:
            n_left = 1 + int(np.count_nonzero(rows[1:] != rows[:-1]))
            end = first + max(AT_ONCE, LANES_TO_FILL // n_left)
            some = np.flatnonzero(places < end)
            asked = masks.take(rows[some], axis=0)
            asked[np.arange(some.size), cells[some]] ^= self.dtype(self.board.full_mask)
            found = self.solved(asked, 1, solutions, rows[some])
            need_all[rows[some[found.status == Status.NONE]]] = False
            left = np.flatnonzero((places >= end) & need_all[rows])
            rows, cells, places = rows[left], cells[left], places[left]
            first = end
        return need_all

    def require_time(self) -> None:
        """Raise LimitReachedError if time is over."""
        if self.limits.is_late:
            raise LimitReachedError("a limit ended the search", 0)
