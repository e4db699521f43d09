"""Searches near grids on boards with many digits: the same answers, limits, copies of grids."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from lowbit import Geometry, Status
from lowbit.kernels.general import batch
from lowbit.kernels.general.engine import NO_GUIDANCE
from lowbit.kernels.general.near import COPIES, near_some_cells
from lowbit.kernels.general.program import Board, board_of
from support import IRREGULAR, MAKERS, random_puzzle

if TYPE_CHECKING:
    from lowbit.grid import Grid
    from lowbit.kernels.general.search import BoardAnswers

DEPTHS = 12, 13
WITH_COPIES = 2 * DEPTHS[0] + DEPTHS[1] + COPIES * DEPTHS[0]
"""The nodes up to the end of the searches near copies."""

SEEDS = 1


@cache
@cache
def some() -> list[Grid]:
    return [random_puzzle(IRREGULAR, kind, seed) for kind in MAKERS for seed in range(SEEDS)]


def answers(rows: slice = slice(None), **limits: Any) -> BoardAnswers:
    board = board_of(Geometry.parse(IRREGULAR))
    masks = np.array([puzzle.allowed for puzzle in some()[rows]], board.dtype)
    grids = np.tile(np.arange(board.n_cells, dtype=np.uint8) % 9 + 1, (len(masks), 1))
    guidance = NO_GUIDANCE._replace(likely=grids)
    return batch.search(board, masks, guidance=guidance, **limits)


@pytest.fixture
def large(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let all boards have many digits, and all stages of a search be reached."""
    monkeypatch.setattr(Board, "is_large", property(lambda _: True))
    monkeypatch.setattr(batch, "DEPTHS", DEPTHS)


def listed(some: Any) -> list[Any]:
    return [array.tolist() for array in some]


@pytest.mark.parametrize("limit", [1, 2])
@pytest.mark.usefixtures("large")
def test_answers_depend_on_the_puzzle_alone(monkeypatch: pytest.MonkeyPatch, limit: int) -> None:
    found = answers(limit=limit, threads=2)
    for row in range(len(some())):
        alone = answers(slice(row, row + 1), limit=limit)
        assert listed(alone) == [[column[row]] for column in listed(found)]
    assert found.nodes.max() > WITH_COPIES
    monkeypatch.undo()
    plain = answers(limit=limit)
    assert found.status.tolist() == plain.status.tolist()
    assert found.n_solutions.tolist() == plain.n_solutions.tolist()


@pytest.mark.usefixtures("large")
def test_nodes_are_those_of_all_stages() -> None:
    enough = answers(limit=1)
    assert enough.nodes.max() > WITH_COPIES
    for row, nodes in enumerate(enough.nodes.tolist()):
        one = slice(row, row + 1)
        assert answers(one, limit=1, max_nodes=nodes).status[0] == enough.status[row]
        short = answers(one, limit=1, max_nodes=nodes - 1)
        assert short.status[0] == Status.LIMIT_REACHED
        assert short.nodes[0] <= nodes - 1


def test_copies_keep_most_cells_each_in_its_own_way() -> None:
    grids = np.array([[1] * 600, [2] * 600], np.uint8)
    copies = near_some_cells(grids).reshape(2, COPIES, 600)
    assert np.array_equal(2 * copies[0], copies[1])
    left_out = np.count_nonzero(copies[0] == 0, axis=1)
    assert (left_out > 30).all()
    assert (left_out < 190).all()
    assert len({copy.tobytes() for copy in copies[0]}) == COPIES
