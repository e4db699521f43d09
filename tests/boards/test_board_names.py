"""Names of boards: which board each gives, what boards are called, and what is no name."""

from __future__ import annotations

import pytest

from lowbit.errors import GeometryError
from lowbit.geometry import Geometry, board_of
from support import IRREGULAR, NAMED_BOARDS, REGIONS, evaluated, pickled


@pytest.mark.parametrize("spec", NAMED_BOARDS)
def test_a_name_always_gives_the_same_board(spec: str) -> None:
    board = Geometry.parse(spec)
    assert Geometry.parse(f" {spec}\n") is board
    assert evaluated(board) is board
    assert pickled(board) is board


@pytest.mark.parametrize("spec", NAMED_BOARDS)
def test_a_board_knows_its_name(spec: str) -> None:
    board = Geometry.parse(spec)
    assert str(board) == board.name == spec
    assert board_of(spec) is board_of(board) is board


@pytest.mark.parametrize(
    ("name", "same"),
    [
        ("6x6:2x3", "6x6"),
        ("9X9:3X3", "9x9"),
        ("10x10:2x5", "10x10"),
        ("x", "9x9+diagonals"),
        ("Windoku", "9x9+windows"),
        ("disjoint", "9x9+groups"),
        ("x+windows", "9x9+diagonals+windows"),
        ("9x9+Windows+diagonals+windows", "9x9+diagonals+windows"),
    ],
)
def test_names_of_the_same_board_give_the_same_object(name: str, same: str) -> None:
    assert Geometry.parse(name) is Geometry.parse(same)
    assert Geometry.parse(name).name == same


@pytest.mark.parametrize(
    ("size", "shape"),
    [
        (6, (2, 3)),
        (8, (2, 4)),
        (10, (2, 5)),
        (12, (3, 4)),
        (15, (3, 5)),
        (18, (3, 6)),
        (24, (4, 6)),
    ],
)
def test_boxes_are_as_square_as_can_be(size: int, shape: tuple[int, int]) -> None:
    assert Geometry.parse(f"{size}x{size}").box_shape == shape


@pytest.mark.parametrize(
    ("name", "replacement"),
    [
        ("2x2", "4x4"),
        ("2x3", "6x6"),
        ("3x2", "6x6:3x2"),
        ("3x3", "9x9"),
        ("3x3+diagonals", "9x9"),
        ("3x4", "12x12"),
        ("4x3", "12x12:4x3"),
        ("5x5", "25x25"),
        ("1x4", "4x4:1x4"),
    ],
)
def test_boxes_are_refused_with_the_name_of_their_board(name: str, replacement: str) -> None:
    base = name.split("+", maxsplit=1)[0]
    reported = f"{base!r} is the size of a box: the board is called {replacement!r}"
    with pytest.raises(GeometryError, match=f"^{reported}"):
        Geometry.parse(name)
    assert Geometry.parse(replacement).name == replacement


def test_bare_regions_are_refused_with_the_name_of_their_board() -> None:
    reported = f"'{REGIONS}' are regions: the board is called '{IRREGULAR}'"
    with pytest.raises(GeometryError, match=f"^{reported}"):
        Geometry.parse(REGIONS)


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("", "describes no board"),
        ("1x1", "describes no board"),
        ("0x4", "describes no board"),
        ("9x8", "9x8 cells have no rectangular boxes: use 9x8:REGIONS, or 9x8:none"),
        ("9x9:", "describes no board"),
        ("6x9:2x4", "boxes of 2x4 do not share out a 6x9 board"),
        ("6x9:4x3", "boxes of 4x3 have 12 cells; those of a 6x9 board have 9 at most"),
        ("6x9~1-8", "lines of 9 cells are too long for 8 digits"),
        ("0x9:none", "a board of 0x9 has no cells"),
        ("9x9~2-10", "the digits of '9x9~2-10' begin with 2, not with 0 or 1"),
        ("9x9:AAB", "describes no board"),
        ("6x9+diagonals", "diagonals need a square, not 6x9 cells"),
        ("9x9:none+windows", "windows need rectangular boxes"),
        ("9x9+r1c1r10c1", "there is no cell r10c1"),
        ("9x9+r1c1r1c1", "extra 1 has a cell twice"),
        ("9x9@r1c2,r1c5", "no grid begins in row 1, or none in column 1"),
        ("9x9@", "the corners of the grids are not named as in 9x9@r1c1,r7c7"),
        ("9x9@r1c1@r7c7", "the corners of the grids are not named"),
        ("26x26", "4 to 25 digits, not 26"),
        ("3x3:1x3", "4 to 25 digits, not 3"),
        ("7x7", "no rectangular boxes: use jigsaw:REGIONS"),
        ("6x6:3x3", "boxes of 3x3 have 9 cells; those of a 6x6 board have 6"),
        ("jigsaw:", "4 to 25 digits, not 0"),
        ("jigsaw:AAABBBCCC", "4 to 25 digits, not 3"),
        ("jigsaw:AABBCCDD", "a letter for each cell of a square, not 8"),
        ("3x", "describes no board"),
        ("ABC", "describes no board"),
        ("AABBCCDD", "describes no board"),
        ("jigsaw:AAAABBBBCCCCCCCC", "4 regions, not 3"),
        ("jigsaw:AAAABBBBCCCCCDDD", "box 3 has 5 cells"),
        ("9x9+stars", "unknown extra houses 'stars'; choose from diagonals, "),
        ("9x9+", "unknown extra houses ''"),
        (IRREGULAR + "+windows", "windows need rectangular boxes"),
        (IRREGULAR + "+groups", "groups need rectangular boxes"),
    ],
)
def test_what_is_no_board(spec: str, words: str) -> None:
    with pytest.raises(GeometryError, match=words.replace("+", r"\+")):
        Geometry.parse(spec)


@pytest.mark.parametrize(
    ("name", "same"),
    [
        ("9x9@r1c1,r1c4,r4c1,r4c4", "butterfly"),
        ("samurai+diagonals", "samurai+diagonals"),
        ("9x9:AAABBBCCC", None),
        ("9x9+diagonals@r7c7,r1c1", "9x9+diagonals@r1c1,r7c7"),
        ("6x6~1-6", "6x6"),
        ("9x9+R1C1R1C2", "9x9+r1c1r1c2"),
        ("4x4:AABBAABBCCDDCCDD", "jigsaw:AABBAABBCCDDCCDD"),
    ],
)
def test_names_of_other_boards(name: str, same: str | None) -> None:
    if same is None:
        with pytest.raises(GeometryError):
            Geometry.parse(name)
    else:
        assert Geometry.parse(name).name == same


def test_a_free_board_has_no_houses() -> None:
    board = Geometry.parse("3x5~0-3:FREE")
    assert (str(board), board.houses, board.n_cells) == ("3x5~0-3:free", (), 15)
