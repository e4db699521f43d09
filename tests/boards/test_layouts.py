"""Random layouts of irregular boxes."""

from __future__ import annotations

import re

import pytest

from command_line import lowbit
from lowbit import (
    EffortSpentError,
    Geometry,
    Grid,
    InputError,
    is_unique,
    random_grids,
    random_jigsaw,
)
from lowbit.verbs.generate import layouts
from support import slow_except


@pytest.mark.parametrize("size", slow_except([4, 5, 6, 7, 9, 12, 25], [4, 5, 6, 7, 9]))
def test_boxes_are_in_one_piece_and_a_grid_exists(size: int) -> None:
    for seed in range(3 if size < 20 else 1):
        board = random_jigsaw(size, seed=seed)
        assert len(board.boxes) == board.size == size
        assert all(in_one_piece(board, set(box.cells)) for box in board.boxes)
        [grid] = random_grids(1, geometry=board, seed=seed).array
        assert Grid(grid.tolist(), board).is_solved


def in_one_piece(board: Geometry, cells: set[int]) -> bool:
    to_do, seen = [min(cells)], {min(cells)}
    while to_do:
        row, column = board.places[to_do.pop()]
        around = ((row, column + 1), (row, column - 1), (row + 1, column), (row - 1, column))
        new = {cell for place in around if (cell := board.cell_at(*place)) in cells} - seen
        seen |= new
        to_do += new
    return seen == cells


def test_a_seed_gives_the_same_board_and_another_another() -> None:
    assert random_jigsaw(seed=3) == random_jigsaw(seed=3) != random_jigsaw(seed=4)
    assert random_jigsaw().n_cells == 81


def test_boxes_lie_across_as_often_as_down() -> None:
    across = down = 0
    for seed in range(12):
        board = random_jigsaw(7, seed=seed)
        for cell in range(board.n_cells):
            row, column = board.places[cell]
            for step, (r, c) in enumerate(((row, column + 1), (row + 1, column))):
                near = board.cell_at(r, c)
                if near is not None and board.box_of[near] == board.box_of[cell]:
                    across, down = across + (step == 0), down + (step == 1)
    assert 0.85 < across / down < 1.18


def test_large_boards_are_filled_at_random(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(layouts, "PLAIN_SIZE", 4)
    monkeypatch.setattr(layouts, "NODES_OF_A_LAYOUT", 1)
    board = random_jigsaw(7, seed=1)
    [grid] = random_grids(1, geometry=board, seed=1).array
    assert Grid(grid.tolist(), board).is_solved
    monkeypatch.setattr(layouts, "FILLS", 0)
    monkeypatch.setattr(layouts, "LAYOUTS_IN_VAIN", 2)
    with pytest.raises(EffortSpentError, match="in 2 tries"):
        random_jigsaw(7, seed=1)


def test_a_time_limit_ends_the_search_for_a_layout(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(EffortSpentError, match="the time limit of 0 s ended"):
        random_jigsaw(6, seed=1, time_limit=0)
    asked = "generate", "--geometry", "jigsaw:6x6", "--time-limit", "0"
    assert "0 s ended the search for a layout" in lowbit(*asked).stderr
    assert random_jigsaw(6, seed=1, time_limit=1000) == random_jigsaw(6, seed=1)
    monkeypatch.setattr(layouts, "_has_grid", lambda *_: False)
    with pytest.raises(EffortSpentError, match=f"in {layouts.LAYOUTS_IN_VAIN} tries"):
        random_jigsaw(4, seed=1)
    monkeypatch.setattr(layouts, "STEPS_A_CELL_OF_LARGE", 0)
    with pytest.raises(EffortSpentError, match=f"in {layouts.LARGE_LAYOUTS_IN_VAIN} tries"):
        random_jigsaw(21, seed=1)


@pytest.mark.parametrize("size", [3, 26])
def test_sizes_that_are_none(size: int) -> None:
    with pytest.raises(InputError):
        random_jigsaw(size)


@pytest.mark.parametrize(("name", "size"), [("jigsaw", 9), ("jigsaw:6x6", 6)])
def test_the_command_says_which_board_it_drew(name: str, size: int) -> None:
    done = lowbit("generate", "2", "--geometry", name, "--seed", "5")
    heading, *puzzles = done.stdout.splitlines()
    board = random_jigsaw(size, seed=5)
    assert heading == f"# {board}"
    assert len(puzzles) == 2
    assert all(is_unique(puzzle, geometry=board) for puzzle in puzzles)
    assert re.match("# jigsaw:", lowbit("generate", "--geometry", name, "--to", "board").stdout)


def test_a_size_that_no_jigsaw_has_is_wrong_usage() -> None:
    assert "4 to 25 digits, not 30" in lowbit("generate", "--geometry", "jigsaw:30x30").stderr
    assert lowbit("generate", "--geometry", "jigsaw:ABC").returncode == 2
