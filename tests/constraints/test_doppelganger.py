"""Doppelgangers: what both engines count, the variables of the board, and the text."""

from __future__ import annotations

from itertools import permutations, product
from typing import TYPE_CHECKING

import pytest

from lowbit import Geometry, Grid, Puzzle, any_solution, count_solutions, read_puzzle, write_puzzle
from lowbit.constraints import Cage, Doppelganger, Equal, Even
from lowbit.errors import ConstraintError, FormatError
from lowbit.reference.variants import VariantSearch

if TYPE_CHECKING:
    from collections.abc import Sequence

BOARDS = {
    1: Geometry.parse("4x4~0-4:none+VDGC:4+VDGR:4"),
    2: Geometry.parse("4x4~0-4:2x2+VDGB:2x2+VDGC:4+VDGR:4"),
}
"""A board by the width of its boxes."""

TEXT = ".Shape~4x4~0-4.RegionSize~4.Doppelganger"


def lacked(groups: Sequence[Sequence[int]], digits: int) -> list[int] | None:
    """Return the value that each group lacks; None if it is 0, none or several, or one of two."""
    found = [[value for value in range(digits) if value not in group] for group in groups]
    is_one = all(len(own) == 1 and own != [0] for own in found)
    values = [own[0] for own in found if own]
    return values if is_one and len({*values}) == len(groups) else None


def is_doppelganger(rows: Sequence[Sequence[int]], width: int) -> bool:
    """Say by the rules whether a square, in boxes as wide as high, is one; without boxes for 1."""
    n = len(rows)
    places = [*product(range(n), repeat=2)]
    boxes: list[list[int]] = [[] for _ in range(n)] if width > 1 else []
    for row, column in places if boxes else ():
        boxes[row // width * width + column // width].append(rows[row][column])
    kinds = [lacked(each, n + 1) for each in (rows, [*zip(*rows, strict=True)], boxes)]
    by_row, by_column, by_box = kinds
    if by_row is None or by_column is None or by_box is None:
        return False
    zeros = [place for place in places if rows[place[0]][place[1]] == 0]
    told = [
        [by_row[row], by_column[column], *by_box[row // width * width + column // width :][:1]]
        for row, column in zeros
    ]
    return all(len({*own}) == len(own) for own in told)


@pytest.mark.parametrize("width", [1, 2])
def test_both_engines_count_what_the_rules_say(width: int) -> None:
    """Two rows of a solution and a cell are given; all others that fit are tried."""
    puzzle = Puzzle("." * BOARDS[width].n_cells, [Doppelganger()], geometry=BOARDS[width])
    solution = any_solution(puzzle)
    assert solution is not None
    assert puzzle.is_solved_by(solution)
    values = [digit - 1 for digit in solution][:9]
    known = "".join(map(str, values)) + "." * (puzzle.geometry.n_cells - 9)
    lines = [line for line in permutations(range(5), 4) if 0 in line]
    third = [line for line in lines if line[0] == values[8]]
    found = sum(
        is_doppelganger((values[:4], values[4:8], *rest), width) for rest in product(third, lines)
    )
    part = Puzzle(Grid(known, puzzle.geometry), [Doppelganger()])
    assert count_solutions(part) == sum(1 for _ in VariantSearch(part)) == found > 0


def test_texts_bring_their_variables() -> None:
    text = f"{TEXT}.~DGR1_3.Cage~5~R1C1~DGC2.SameValues~2~DGB1~DGC1"
    puzzle = read_puzzle(text)
    assert puzzle.geometry == BOARDS[2]
    (row,), (column,), (box,) = (
        puzzle.geometry.cells_named(name) for name in ("VDGC2", "VDGR1", "VDGB1")
    )
    assert puzzle.constraints == (
        Doppelganger(),
        Cage((0, row), 5),
        Equal((box, puzzle.geometry.cells_named("VDGC1")[0])),
    )
    assert puzzle.grid[column] == 4
    assert read_puzzle(write_puzzle(puzzle, "iss")) == puzzle
    assert "Var" not in write_puzzle(puzzle, "iss")
    without = puzzle.with_constraints([Even((row,))])
    assert ".Var~DGC" in write_puzzle(without, "iss")
    assert read_puzzle(write_puzzle(without, "iss")).geometry == puzzle.geometry
    with pytest.raises(FormatError, match="'DGZ' is not a cell"):
        read_puzzle(f"{TEXT}.~DGZ_0")


def test_a_board_without_the_variables_is_told_which() -> None:
    with pytest.raises(ConstraintError, match=r"VDGC, of 3 cells; add \+VDGC:1x3\+VDGR:1x3 to the"):
        Puzzle("." * 9, [Doppelganger()], geometry="3x3~0-3:none")
    assert count_solutions(Puzzle("1" + "." * 80, [Doppelganger()]), limit=2) == 2
