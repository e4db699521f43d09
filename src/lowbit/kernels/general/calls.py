"""Calls of the kernels for all boards, by which they are compiled ahead."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from lowbit.kernels.core.compile import Call
from lowbit.kernels.core.simd import LANE_DTYPES
from lowbit.kernels.general import best, search
from lowbit.kernels.general.engine import BoardWorkspace
from lowbit.kernels.general.learning import search as learning
from lowbit.kernels.general.learning.formula import new_formula
from lowbit.kernels.general.learning.state import new_knowledge
from lowbit.kernels.general.locking import N_SECTIONS, lay_out
from lowbit.kernels.general.program import Board
from lowbit.kernels.general.shaving import shave

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lowbit.kernels.core.arrays import Numbers


def calls() -> Iterator[Call]:
    """Yield a call for each type of arguments that a kernel takes."""
    yield from search_calls()
    for dtype in LANE_DTYPES:
        yield _of_scores(_board_without_houses(dtype))


def search_calls() -> Iterator[Call]:
    """Yield the calls of the kernels that search."""
    numbers = _no_program()
    yield Call(lay_out, numbers, numbers)
    for dtype in LANE_DTYPES:
        yield from _of_lanes(_board_without_houses(dtype))


def _no_program() -> Numbers:
    return np.zeros(N_SECTIONS + 1, np.int32)


def _board_without_houses(dtype: type[np.unsignedinteger[Any]]) -> Board:
    """Return a board of one cell, whose digits fill a lane."""
    return Board(1, int(np.iinfo(dtype).max), 0, 0, 0, False, dtype, _no_program())


def _of_lanes(board: Board) -> Iterator[Call]:
    """Yield the calls of searches in lanes as wide as those of a board."""
    space = BoardWorkspace(board)
    yield Call(search.advance, space.lanes, board.block, space.nodes, space.one)
    yield Call(shave, space.lanes, board.block, np.zeros(1, board.dtype), 0, 0)
    formula, numbers, digits = new_formula(board), np.zeros(1, np.int64), np.zeros(1, np.uint8)
    task = learning.LearningTask(np.zeros(1, board.dtype), digits, digits, numbers)
    for function in (learning.begin, learning.search):
        yield Call(function, formula, new_knowledge(formula.cell.size, 1), task)


def _of_scores(board: Board) -> Call:
    """Return the call that looks for the completions that score most, in such lanes."""
    space, numbers = BoardWorkspace(board), np.zeros(1, np.int64)
    return Call(
        best.advance,
        space.lanes,
        board.block,
        space.nodes,
        best.ScoreTree(numbers, numbers, numbers),
        best.no_tables(1, 1),
        best.KeptBest(numbers, np.zeros((1, 1), np.uint8)),
        best.Goal(0, best.NOTHING),
        1,
    )
