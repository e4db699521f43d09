"""The best completions on boards other than the classic one, against all completions."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any

import pytest

import lowbit
from lowbit import Grid, InputError, Status, maximize, maximize_many
from lowbit.kernels.general.best import advance
from lowbit.kernels.general.search import NOBODY
from lowbit.limits import Limits
from lowbit.verbs.maximize.boards import best_on
from lowbit.verbs.maximize.weights import values_of
from support import (
    OTHER_BOARDS,
    SMALL_OTHERS,
    random_solution,
    restricted_puzzle,
    seeded,
    slow_except,
)

if TYPE_CHECKING:
    from random import Random

    from lowbit.kernels.general.program import Program
    from lowbit.kernels.general.search import BoardLanes, Nodes

NAMES = slow_except(
    ("4x4", "6x6", "9x9+diagonals", "9x9+windows", *OTHER_BOARDS),
    ("4x4", *SMALL_OTHERS),
)
FEW = 2000
"""Completions that a test looks at one by one."""


def puzzle_with_completions(name: str, rng: Random) -> tuple[Grid, list[Grid]]:
    """Return a puzzle with some completions, and all of these."""
    solution = random_solution(lowbit.Geometry.parse(name), rng)
    masks = list(restricted_puzzle(solution, rng).allowed)
    for cell in rng.sample(range(len(masks)), len(masks)):
        found = list(islice(lowbit.solutions(Grid.from_masks(masks, name)), FEW))
        if len(found) > 20:
            break
        masks[cell] = solution.geometry.full_mask
    while len(found) == FEW:
        for cell in rng.sample(range(len(masks)), 3):
            masks[cell] = solution.allowed[cell]
        found = list(islice(lowbit.solutions(Grid.from_masks(masks, name)), FEW))
    return Grid.from_masks(masks, name), found


def weights_of_kind(kind: str, puzzle: Grid, rng: Random) -> list[Any]:
    board = puzzle.geometry
    if kind == "matrix":
        return [[rng.randint(-9, 9) for _ in range(board.size)] for _ in puzzle]
    spread = {"cells": 9, "ties": 1, "uniform": 0}[kind]
    return [rng.randint(-spread, spread) for _ in puzzle]


@pytest.mark.parametrize("kind", ["cells", "matrix", "ties", "uniform"])
@pytest.mark.parametrize("name", NAMES)
def test_the_best_of_all_completions(name: str, kind: str) -> None:
    rng = seeded(name, kind)
    puzzle, completions = puzzle_with_completions(name, rng)
    values = values_of(weights_of_kind(kind, puzzle, rng), puzzle.geometry)

    def order(grid: Grid) -> tuple[int, bytes]:
        score = sum(worth[digit - 1] for worth, digit in zip(values, grid, strict=True))
        return -score, grid.givens

    for top in (1, 4, len(completions) + 1):
        expected = sorted(map(order, completions))[:top]
        *_, last = best_on(puzzle.geometry, values, puzzle.allowed, top, Limits())
        assert last.settled
        found = [(-score, bytes(grid)) for score, grid in zip(last.scores, last.grids, strict=True)]
        assert found == expected


@pytest.mark.parametrize("name", ["6x6", "6x8~0-7"])
def test_a_batch_says_what_one_puzzle_says(name: str) -> None:
    rng = seeded(name, "batch")
    puzzles = [puzzle_with_completions(name, rng)[0] for _ in range(3)]
    weights = weights_of_kind("cells", puzzles[0], rng)
    none = Grid.from_masks([1] * len(puzzles[0]), name)
    for lowest in (False, True):
        batch = maximize_many([*puzzles, none, "?"], weights, geometry=name, top=3, lowest=lowest)
        for record, puzzle in zip(batch, puzzles, strict=False):
            expected = maximize(puzzle, weights, top=3, lowest=lowest)
            assert (record.scores, record.solutions) == (expected.scores, expected.solutions)
            assert record.bound == expected.bound == expected.score
        words = [Status.SOLVABLE] * 3 + [Status.NONE, Status.INVALID]
        assert [record.status for record in batch] == words
        assert batch[4].reason is not None


def test_the_digits_count_as_what_they_stand_for() -> None:
    puzzle = "." * 16
    ones = [1] + [0] * 15
    assert maximize(puzzle, ones, geometry="4x4~0-3").score == 3
    assert maximize(puzzle, ones, geometry="4x4").score == 4
    shape = [[1] * 8] * 6
    assert maximize("." * 48, shape, geometry="6x8~0-7").score == 6 * sum(range(8))
    with pytest.raises(InputError, match="48 numbers, 6 rows of 8, or 48 rows of 8"):
        maximize("." * 48, [1, 2], geometry="6x8~0-7")


@pytest.mark.parametrize("nodes", [0, 1, 40])
def test_a_limit_leaves_a_bound_that_holds(nodes: int) -> None:
    name, rng = "6x6", seeded("limit")
    weights = [rng.randint(-9, 9) for _ in range(36)]
    values = values_of(weights, lowbit.Geometry.parse(name))
    masks = [0b111111] * 36
    best = maximize("." * 36, weights, geometry=name).score
    assert best is not None
    board = lowbit.Geometry.parse(name)
    *_, last = best_on(board, values, masks, 1, Limits(max_nodes=nodes))
    assert not last.settled
    assert last.nodes <= nodes
    assert last.bound is not None
    assert last.bound >= best


@pytest.mark.slow
def test_no_more_nodes_of_a_depth_are_open_than_there_are_lanes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    most_open = []

    def watched(lanes: BoardLanes, program: Program, nodes: Nodes, *args: object) -> int:
        state = advance(lanes, program, nodes, *args)  # type: ignore[arg-type]
        most_open.append(max(map(len, chains_of(lanes, nodes))))
        return state

    monkeypatch.setattr("lowbit.verbs.maximize.boards.advance", watched)
    rng = seeded("open nodes")
    weights = [rng.randint(0, 9) for _ in range(256)]
    maximize("." * 256, weights, geometry="16x16", max_nodes=10_000)
    assert 1 < max(most_open) <= 32


def chains_of(lanes: BoardLanes, nodes: Nodes) -> list[list[int]]:
    """Return the saved nodes of each depth."""
    older, chains = nodes.older.tolist(), []
    for newest in lanes.newest.tolist():
        chains.append([newest])
        while chains[-1][-1] != NOBODY:
            chains[-1].append(older[chains[-1][-1]])
        chains[-1].pop()
    return chains
