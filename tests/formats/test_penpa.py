"""Links to Penpa-edit: what tools draw, and what is refused because it is only drawn."""

from __future__ import annotations

import json
import re
from itertools import pairwise
from typing import Any

import pytest

from lowbit import Geometry, Puzzle, read_puzzle, write_puzzle
from lowbit.constraints import (
    AllDifferent,
    AntiKnight,
    Arrow,
    Cage,
    Diagonal,
    Holds,
    Thermometer,
)
from lowbit.errors import FormatError, LeftOutWarning
from lowbit.formats.variants import puzzle_format_of
from lowbit.formats.variants.penpa.drawing import drawing_of, link_to
from lowbit.formats.variants.penpa.writing import ABOUT_CAGES, ABOUT_DIAGONALS

PLACE = "https://swaroopg92.github.io/penpa-edit/#m=edit&p="
SIZE, WIDTH = 4, 8
N_POINTS = WIDTH * WIDTH
KILLER = "Normal sudoku rules apply. Digits in cages add up to the number."


def point(cell: int) -> int:
    """Return the point of a cell of a 4x4 board."""
    return (cell // SIZE + 2) * WIDTH + cell % SIZE + 2


def corner(row: int, column: int) -> int:
    """Return the point between cells: 0 and 0 is the upper left corner of the board."""
    return N_POINTS + (row + 1) * WIDTH + column + 1


def edges(*places: tuple[int, int]) -> dict[str, int]:
    """Return thick lines from each corner to the next."""
    ends = [corner(*place) for place in places]
    return {f"{first},{second}": 2 for first, second in pairwise(ends)}


BOXES = edges(*((2, at) for at in range(5))) | edges(*((at, 2) for at in range(5)))


def link(rules: str = "Normal sudoku rules apply.", *, kind: str = "square", **items: Any) -> str:  # noqa: ANN401 - whatever JSON holds
    head = [
        kind,
        "4",
        "4",
        *["0"] * 12,
        "Title: Tiny%2C pizza",
        "Author: me",
        "",
        rules.replace(",", "%2C"),
    ]
    cells = [point(cell) for cell in range(SIZE * SIZE)]
    gaps = [cells[0], *(after - before for before, after in pairwise(cells))]
    lines = [",".join(head), "[0,0,0,0]", '{"qa":"pu_q"}', json.dumps({"lineE": BOXES} | items)]
    return link_to("\n".join([*lines, "{}", json.dumps(gaps)]))


def number(cell: int, text: str, style: str = "1") -> dict[str, list[Any]]:
    return {str(point(cell)): [text, 1, style]}


def small(cell: int, text: str) -> dict[str, list[Any]]:
    return {str(4 * N_POINTS + 4 * point(cell)): [text, 1]}


def path(*cells: int) -> list[int]:
    return [point(cell) for cell in cells]


def circle(cell: int) -> dict[str, list[Any]]:
    return {str(point(cell)): [1, "circle_L", 1]}


def test_givens_boxes_and_texts() -> None:
    said = link(number=number(0, "3"))
    assert puzzle_format_of(said) == "penpa"
    rules = "Normal sudoku rules apply."
    puzzle = Puzzle("3" + "." * 15, geometry="4x4", title="Tiny, pizza", author="me", rules=rules)
    assert read_puzzle(said) == puzzle


SLOPES = {f"{corner(at, at)},{corner(at + 1, at + 1)}": 3 for at in range(4)}
RISING = {f"{corner(at, 4 - at)},{corner(at + 1, 3 - at)}": 3 for at in range(4)}


@pytest.mark.parametrize(
    ("rules", "items", "constraints"),
    [
        (KILLER, {"killercages": [path(0, 1), []], "numberS": small(0, "3")}, [Cage((0, 1), 3)]),
        (KILLER, {"killercages": [path(5, 1)], "cage": {"1,2": 1}}, [AllDifferent((1, 5))]),
        ("", {"thermo": [path(0, 5, 10)]}, [Thermometer((0, 5, 10))]),
        ("", {"arrows": [path(4, 5, 6)], "symbol": circle(4)}, [Arrow((4,), (5, 6))]),
        ("Both diagonals, too.", {"lineE": BOXES | SLOPES}, [Diagonal()]),
        (
            "Both diagonals, too.",
            {"lineE": BOXES | SLOPES | RISING},
            [Diagonal(), Diagonal(rising=True)],
        ),
    ],
)
def test_what_tools_draw(rules: str, items: dict[str, Any], constraints: list[Any]) -> None:
    assert list(read_puzzle(link(rules, **items)).constraints) == constraints


def test_irregular_regions() -> None:
    jigsaw = Geometry.parse("jigsaw:AAABABBBCCCDCDDD")
    assert boxes_of(link(lineE=borders_of(jigsaw))) == boxes_of_board(jigsaw)


def borders_of(board: Geometry) -> dict[str, int]:
    """Return thick lines between cells of different boxes."""
    lines: dict[str, int] = {}
    for cell in range(board.n_cells):
        row, column = divmod(cell, SIZE)
        if column < 3 and board.box_of[cell] != board.box_of[cell + 1]:
            lines |= edges((row, column + 1), (row + 1, column + 1))
        if row < 3 and board.box_of[cell] != board.box_of[cell + SIZE]:
            lines |= edges((row + 1, column), (row + 1, column + 1))
    return lines


def boxes_of(text: str) -> set[tuple[int, ...]]:
    return boxes_of_board(read_puzzle(text).geometry)


def boxes_of_board(board: Geometry) -> set[tuple[int, ...]]:
    return {house.cells for house in board.boxes}


ONLY_DRAWN: list[tuple[str, dict[str, Any], str]] = [
    ("", {"surface": {"1": 3}}, "1 surface drawn, and not enforced"),
    ("", {"line": {"1,2": 3}}, "1 line drawn, and not enforced"),
    ("", {"symbol": circle(3)}, "symbol circle_L drawn"),
    ("", {"arrows": [path(4, 5)]}, "an arrow that begins in no circle drawn"),
    ("", {"cage": {"1,2": 7}}, "1 outlines of cages drawn"),
    ("", {"number": number(3, "12", "7")}, "the text '12' drawn"),
    ("", {"number": number(3, "x")}, "the text 'x' drawn"),
    ("", {"numberS": small(3, "5")}, "1 numbers in corners drawn"),
    ("", {"killercages": [path(0, 1)], "numberS": small(0, "3")}, "a cage with '3' drawn"),
    ("", {"lineE": BOXES | {f"{corner(0, 0)},{corner(0, 1)}": 5}}, "a line of style 5 on edges"),
    ("", {"lineE": BOXES | SLOPES}, "4 sloping lines drawn"),
    ("Each diagonal, too.", {}, "diagonals that the rules speak of are not drawn"),
    ("Anti-knight.", {}, "the rules speak of 'knight', which is not enforced"),
]


@pytest.mark.parametrize(("rules", "items", "reason"), ONLY_DRAWN)
def test_what_is_only_drawn(rules: str, items: dict[str, Any], reason: str) -> None:
    with pytest.warns(LeftOutWarning, match=reason):
        assert read_puzzle(link(rules, **items)).geometry.size == SIZE


def test_colours_lines_and_circles_are_cosmetics() -> None:
    between = ",".join(str(point) for point in path(0, 1))
    items: dict[str, Any] = {
        "surface": {str(path(5)[0]): 6},
        "line": {between: 3},
        "symbol": circle(3),
    }
    with pytest.warns(LeftOutWarning):
        found = read_puzzle(link("", **items)).cosmetics
    assert [one.kind for one in found] == ["rectangle", "line", "ellipse"]
    assert [one.points[0] for one in found] == [(1.5, 1.5), (0.5, 0.5), (3.5, 0.5)]


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        ("https://swaroopg92.github.io/penpa-edit/", "with a puzzle has p= in it"),
        (f"{PLACE}abcd", "the link is cut off"),
        (f"{PLACE}_*_", "no deflate stream in base 64|cut off"),
        (link_to("hello").replace("swaroopg92.github.io", "x.org"), "not as Penpa-edit writes it"),
        (link(kind="hex"), "of the kind 'hex', not of squares"),
        (link(lineE={}), "no borders of regions are drawn"),
        (link(lineE={"a": 2}), "this is not drawn as Penpa-edit draws it"),
        (link(number={"3": 7}), "this is not drawn as Penpa-edit draws it"),
        (link(thermo=[[1, 2]]), "this is not drawn as Penpa-edit draws it"),
    ],
)
def test_what_cannot_be_read(said: str, reason: str) -> None:
    with pytest.raises(FormatError, match=reason):
        read_puzzle(said)


def of_4x4(*constraints: Any, **texts: Any) -> Puzzle:  # noqa: ANN401 - of any kind
    return Puzzle("3" + "." * 15, constraints, geometry="4x4", **texts)


WRITTEN = [
    (Diagonal(),),
    (Diagonal(rising=True), Cage((0, 1, 4), 7)),
    (AllDifferent((1, 5)), Thermometer((0, 5, 10)), Arrow((4,), (5, 6))),
]


@pytest.mark.parametrize("constraints", WRITTEN)
def test_what_is_written_is_read_again(constraints: tuple[Any, ...]) -> None:
    drawn = "Diagonals" if any(isinstance(one, Diagonal) for one in constraints) else "Arrows"
    rules = f"{drawn} & killer cages, = all.\nGo!"
    puzzle = of_4x4(*constraints, title="Tiny, pizza", author="me", rules=rules)
    assert read_puzzle(write_puzzle(puzzle, "penpa")) == puzzle


JIGSAW = "jigsaw:AAAAABBCCCBBBCCDDEEEDDDEE"


@pytest.mark.parametrize("board", ["6x6", "6x6:3x2", "9x9", "16x16", JIGSAW])
def test_boards_that_are_written(board: str) -> None:
    puzzle = Puzzle("." * Geometry.parse(board).n_cells, geometry=board)
    assert read_puzzle(write_puzzle(puzzle, "penpa")) == puzzle


def test_rules_say_what_drawings_do_not() -> None:
    puzzle = of_4x4(Cage((0, 1), 7), Diagonal(), rules="Enjoy.")
    again = read_puzzle(write_puzzle(puzzle, "penpa"))
    assert again.rules == f"Enjoy. {ABOUT_CAGES} {ABOUT_DIAGONALS}"
    assert read_puzzle(write_puzzle(again, "penpa")) == again


def test_the_outline_of_a_cage_runs_around_its_corners() -> None:
    drawn = drawing_of(write_puzzle(of_4x4(Cage((0, 1, 4), 7)), "penpa")).items["cage"]
    first, right, below = (4 * (N_POINTS + point(cell)) for cell in (0, 1, 4))
    sides = [
        *((first, first + 1), (first + 1, right), (right, right + 1), (right + 1, right + 3)),
        *((right + 2, right + 3), (first + 3, right + 2), (first + 3, below + 1)),
        *((below + 1, below + 3), (below + 2, below + 3), (below, below + 2)),
        *((first + 2, below), (first, first + 2)),
    ]
    assert drawn == {f"{start},{end}": 10 for start, end in sides}


@pytest.mark.parametrize(
    ("puzzle", "reason"),
    [
        (of_4x4(Thermometer((0, 1), slow=True)), "cannot express Thermometer at r1c1 r1c2"),
        (of_4x4(Arrow((0, 1), (2,))), "cannot express Arrow"),
        (of_4x4(Cage((0, 1))), "cannot express Cage"),
        (of_4x4(AntiKnight()), "cannot express AntiKnight"),
        (of_4x4(Cage((0, 1), 5), Cage((0, 4), 7)), "cannot express Cage at r1c1 r2c1"),
        (Puzzle("." * 16, geometry="jigsaw:ABBBBAAACCDDCCDD"), "no boxes but those whose cells"),
        (Puzzle("." * 25, geometry="5x5:none"), "no boards but those that boxes divide"),
        (Puzzle("." * 16, geometry="4x4~0-3"), "no boards but those with the values from 1"),
        (of_4x4(Holds(5, (1, 2))), "cannot express that r2c2 holds one of some values"),
    ],
)
def test_what_is_not_written(puzzle: Puzzle, reason: str) -> None:
    with pytest.raises(FormatError, match=reason):
        write_puzzle(puzzle, "penpa")


@pytest.mark.parametrize(
    ("size", "space", "reason"),
    [
        ("10000000000", "[0,0,0,0]", "a board has up to 99 rows and columns, not 4 x 10000000000"),
        ("0", "[0,0,0,0]", "a board has up to 99 rows and columns, not 4 x 0"),
        ("4", "[0,0,-10000000000,0]", "the board reaches over its own rim"),
    ],
)
def test_a_board_is_no_larger_than_boards_are(size: str, space: str, reason: str) -> None:
    lines = [f"square,{size},4", space, "", "{}", "{}", "null"]
    with pytest.raises(FormatError, match=re.escape(reason)):
        read_puzzle(link_to("\n".join(lines)))
