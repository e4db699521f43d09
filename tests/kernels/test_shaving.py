"""Shaving eliminates what is impossible, and all that contradicts a puzzle on its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

import lowbit
from lowbit import Geometry, Masks, Status
from lowbit.kernels.general import batch, engine
from lowbit.kernels.general.batch import search
from lowbit.kernels.general.engine import BoardWorkspace
from lowbit.kernels.general.program import board_of
from support import MAKERS, random_solution, seeded, slow_except, unique_puzzle

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from lowbit import Grid

NAMES = slow_except(("6x6", "9x9+diagonals", "12x12"), ["6x6", "9x9+diagonals"])
FEW = 1 << 20


def shaved(puzzle: Grid, max_nodes: int = FEW) -> tuple[NDArray[np.uint32], int]:
    board = board_of(puzzle.geometry)
    masks = np.array(puzzle.candidates, board.dtype)
    return masks, BoardWorkspace(board).shave(masks, max_nodes)


def puzzles_on(name: str) -> list[Grid]:
    rng = seeded("shaving", name)
    solution = random_solution(Geometry.parse(name), rng)
    return [make(solution, rng) for make in MAKERS.values()]


@pytest.mark.parametrize("name", NAMES)
def test_no_solution_is_lost(name: str) -> None:
    for puzzle in puzzles_on(name):
        masks, _ = shaved(puzzle)
        counts = lowbit.count_solutions_many(
            [puzzle, Masks(masks)], geometry=name, limit=1000
        ).array
        assert counts[0] == counts[1]


@pytest.mark.parametrize("name", NAMES)
def test_what_contradicts_the_puzzle_on_its_own_goes(name: str) -> None:
    puzzle = unique_puzzle(random_solution(Geometry.parse(name), seeded(name)), seeded(name))
    given = np.array(puzzle.candidates, board_of(puzzle.geometry).dtype)
    masks, _ = shaved(puzzle)
    cells, digits = np.nonzero(given[:, None] >> np.arange(puzzle.geometry.size) & 1)
    asked = given[None].repeat(len(cells), axis=0)
    asked[np.arange(len(cells)), cells] = 1 << digits
    answers = search(board_of(puzzle.geometry), asked, limit=1, max_nodes=1)
    is_contradiction = answers.status == Status.NONE
    assert is_contradiction.any()
    assert not (masks[cells] >> digits & 1)[is_contradiction].any()


def test_it_eliminates_what_a_sweep_leaves() -> None:
    name = "9x9+diagonals"
    puzzle = lowbit.generate(1, geometry=name, seed=4, minimal=True).array[0]
    puzzle = lowbit.Grid(puzzle, name)
    board = board_of(puzzle.geometry)
    left = search(board, np.array([puzzle.candidates], board.dtype), limit=1, max_nodes=1)
    assert left.status[0] == Status.LIMIT_REACHED
    masks, n_tried = shaved(puzzle)
    assert n_tried > 100
    assert sum(int(mask).bit_count() for mask in masks) < sum(map(int.bit_count, puzzle.candidates))


@pytest.mark.parametrize("most", [0, 1, 50])
def test_it_tries_no_more_candidates_than_it_may(most: int) -> None:
    for puzzle in puzzles_on("6x6"):
        assert shaved(puzzle, most)[1] <= most


@pytest.mark.parametrize("name", ["6x6", "9x9+diagonals"])
def test_a_search_behind_it_finds_the_same(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    puzzles = puzzles_on(name)
    expected = lowbit.count_solutions_many(puzzles, geometry=name, limit=500).array.tolist()
    monkeypatch.setattr(engine, "FEW_NODES", 1)
    monkeypatch.setattr(batch, "FEW_NODES", 1)
    monkeypatch.setattr(batch, "MORE_NODES", 2)
    for threads in (1, 3):
        found = lowbit.solve_many(puzzles, geometry=name, limit=500, threads=threads)
        assert found.n_solutions.tolist() == expected
    assert [lowbit.count_solutions(puzzle, limit=500) for puzzle in puzzles] == expected


@pytest.mark.parametrize("nodes", [200, 300, 3000])
def test_all_puzzles_of_a_batch_are_told_to_have_reached_a_limit(nodes: int) -> None:
    """The last lane to be given a node may be the one that sees the limit: 200 puzzles for one."""
    empty = np.zeros((200, 81), np.uint8)
    result = lowbit.solve_many(
        empty, geometry="9x9+windows", limit=None, max_nodes=nodes, threads=1
    )
    assert (result.status == Status.LIMIT_REACHED).all()
    assert (result.nodes <= nodes).all()
    assert (result.nodes > 0).all()
