"""The lane engines, and the hand-over to them, as engines of the tests that all engines pass.

To join them, `conftest.ENGINES` takes in `ENGINES`.
"""

from __future__ import annotations

from itertools import chain, islice
from typing import TYPE_CHECKING, Any, cast
from unittest.mock import patch

import pytest

from lowbit.batch.candidates import puzzles_from_grid
from lowbit.geometry import CLASSIC
from lowbit.grid import Grid
from lowbit.kernels.classic.engine import list_solutions
from lowbit.kernels.classic.search import new_answers
from lowbit.kernels.general import engine as general
from lowbit.kernels.general.program import board_of, program_in
from lowbit.verbs.solve import handover

if TYPE_CHECKING:
    from collections.abc import Callable

    from lowbit.geometry import Geometry
    from lowbit.kernels.general.program import Program


CLASSIC_ALONE = {"lanes"}
"""The engines that skip a test on any other board."""


def lanes(grid: Grid, limit: int) -> list[Grid]:
    if grid.geometry != CLASSIC:
        pytest.skip("the kernels of the classic board")
    blocks = list_solutions(puzzles_from_grid(grid), new_answers(1))
    return [Grid(row) for row in islice(chain.from_iterable(blocks), limit)]


def all_boards(grid: Grid, limit: int) -> list[Grid]:
    board = board_of(grid.geometry)
    blocks = general.list_solutions(board, [grid.allowed], general.new_answers(board, 1))
    return [Grid(row, grid.geometry) for row in islice(chain.from_iterable(blocks), limit)]


def program_of(board: Geometry) -> Program:
    """Return the program of a board as kernels find it in the block."""
    program: Program = cast("Any", program_in).function(board_of(board).block)
    return program


def handed_over(grid: Grid, limit: int) -> list[Grid]:
    with patch.object(handover, "HANDOVER_NODES", 5):
        return list(handover.Solutions(grid, limit))


ENGINES: dict[str, Callable[[Grid, int], list[Grid]]] = {
    "lanes": lanes,
    "lanes of all boards": all_boards,
    "handed over": handed_over,
}
