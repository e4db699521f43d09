"""The lane engine, and the hand-over to it, as engines of the tests that all engines pass.

To join them, `conftest.ENGINES` takes in `ENGINES`.
"""

from __future__ import annotations

from itertools import chain, islice
from typing import TYPE_CHECKING
from unittest.mock import patch

import pytest

from lowbit.batch.puzzles import puzzles_from_grid
from lowbit.geometry import CLASSIC
from lowbit.grid import Grid
from lowbit.kernels.classic.engine import list_solutions, new_answers
from lowbit.verbs.solve import handover

if TYPE_CHECKING:
    from collections.abc import Callable


def lanes(grid: Grid, limit: int) -> list[Grid]:
    if grid.geometry != CLASSIC:
        pytest.skip("the kernels know the classic board alone")
    blocks = list_solutions(puzzles_from_grid(grid), new_answers(1))
    return [Grid(row) for row in islice(chain.from_iterable(blocks), limit)]


def handed_over(grid: Grid, limit: int) -> list[Grid]:
    with patch.object(handover, "HANDOVER_NODES", 5):
        return list(handover.Solutions(grid, limit))


ENGINES: dict[str, Callable[[Grid, int], list[Grid]]] = {
    "lanes": lanes,
    "handed over": handed_over,
}
