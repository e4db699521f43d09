"""Finders on other boards: on large ones those with too many patterns end; some need one square."""

from __future__ import annotations

from itertools import combinations

import pytest

import lowbit
from lowbit.errors import GeometryError
from lowbit.geometry import Geometry
from lowbit.grid import Grid
from lowbit.techniques.board_masks import BoardMasks, masks_of_board
from lowbit.techniques.position import Position
from lowbit.techniques.sets import almost_locked_sets as als_sets
from lowbit.techniques.sets import sue_de_coq
from lowbit.techniques.unique.extended_rectangles import exchangeable
from lowbit.techniques.wording.board_text import board_text

PAIR = "4x4@r1c1,r3c3"


def is_exchangeable(board: BoardMasks, one: list[int], two: list[int]) -> bool:
    """Whether each house has the same of both lines, or all of one and all or none of the other."""
    for house in board.house_cells:
        own, other = [c in house for c in one], [c in house for c in two]
        if sum(own + other) > len(one):
            return False
        if own != other and len(set(own)) + len(set(other)) > 2:
            return False
    return True


@pytest.mark.parametrize("name", ["6x6", "6x6+diagonals", "jigsaw:AAABABBBCCDDCCDD"])
def test_lines_are_exchangeable_if_no_house_tells_them_apart(name: str) -> None:
    geometry = Geometry.parse(name)
    board, found, size = masks_of_board(geometry), set(), geometry.size
    for pair in combinations(range(size), 2):
        for across in combinations(range(size), 3):
            for turn in (1, -1):
                places = [[(line, other)[::turn] for other in across] for line in pair]
                one, two = ([geometry.cell_at(*at) or 0 for at in line] for line in places)
                if is_exchangeable(board, one, two):
                    found.add(sum(1 << cell for cell in one + two))
    assert set(exchangeable(board)) == found


def test_almost_locked_sets_of_a_large_house_have_few_cells() -> None:
    cells = tuple(range(25))
    masks = tuple(0b11 << cell for cell in cells)  # n cells in a row have n + 1 digits
    found = als_sets._sets_in_house(cells, masks)  # noqa: SLF001 - all 33 million sets are too many
    assert len(found) == sum(26 - n for n in range(1, als_sets.MOST_CELLS + 1))


def test_the_parts_of_sue_de_coq_have_few_cells() -> None:
    cells = dict.fromkeys(range(9), 0b11)
    found = sue_de_coq._shares(cells, (1 << 9) - 1, 0b11, 1)  # noqa: SLF001 - as above
    assert max(own.bit_count() for (own, _), _ in found) == sue_de_coq.MOST_CELLS


def test_a_puzzle_on_grids_that_overlap_is_solved_by_steps() -> None:
    grid = Grid("14......4.........1.4....3..", PAIR)
    found, solution = lowbit.steps(grid), lowbit.solve(grid)
    placed = {cell: digit for step in found for cell, digit in step.placements}
    assert placed == {cell: solution[cell] for cell in range(28) if not grid[cell]}
    assert " of grid 2, " in " ".join(lowbit.explain(step) for step in found)
    assert " 个盘面的第 " in lowbit.explain(found[0], language="zh")
    now = list(lowbit.all_steps(grid, rules=["w-wing", "x-chain"]))
    assert {step.technique for step in now} == {"w-wing", "x-chain"}


@pytest.mark.parametrize(
    ("rules", "name"), [(["naked-single", "x-wing"], "x-wing"), ("explainer", "the rule book 'exp")]
)
def test_what_needs_one_square_is_refused_by_name(rules: str | list[str], name: str) -> None:
    with pytest.raises(
        GeometryError, match=f"^{name}.* is for boards of one square grid, and 4x4@"
    ):
        lowbit.steps("." * 28, rules, geometry=PAIR)


def test_a_position_on_grids_that_overlap_is_drawn_with_its_gaps() -> None:
    lines = board_text(Position(Grid("." * 28, PAIR))).splitlines()
    assert lines[0] == "| 1234 1234 | 1234 1234 |           |"
    assert lines[2] == "|-----------+-----------+-----------|"
    assert lines[-1] == "|           | 1234 1234 | 1234 1234 |"
