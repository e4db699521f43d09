"""Boards: their houses, their names, what follows from them, and what is no board."""

from __future__ import annotations

from itertools import combinations

import pytest

from lowbit import geometry
from lowbit.errors import GeometryError
from lowbit.geometry import CLASSIC, SYMBOLS, Geometry, House
from support import BOARDS, IRREGULAR, evaluated, pickled

SIX = "AAABBB AAABBB CCCDDD CCCDDD EEEFFF EEEFFF"
ALL = (
    *BOARDS,
    "3x2",
    "2x4",
    "3x4",
    "4x4",
    "4x5",
    "5x5",
    "4x4+diagonals",
    "4x4+windows",
    "5x5+groups",
    "3x3+diagonals+windows+groups",
)


def rows_and_columns(size: int) -> list[House]:
    cells = range(size * size)
    rows = [tuple(c for c in cells if c // size == i) for i in range(size)]
    columns = [tuple(c for c in cells if c % size == i) for i in range(size)]
    return [
        House(kind, index, house)
        for kind, houses in (("row", rows), ("column", columns))
        for index, house in enumerate(houses)
    ]


@pytest.mark.parametrize(
    ("spec", "n_houses", "n_peers", "n_pairs"),
    [
        ("2x2", 12, 7, 56),
        ("2x3", 18, 12, 216),
        ("3x2", 18, 12, 216),
        ("3x3", 27, 20, 810),
        ("3x4", 36, 28, 2016),
        ("4x4", 48, 39, 4992),
        ("5x5", 75, 64, 20000),
    ],
)
def test_facts_of_regular_boards(spec: str, n_houses: int, n_peers: int, n_pairs: int) -> None:
    board = Geometry.parse(spec)
    assert len(board.houses) == n_houses
    assert {len(peers) for peers in board.peers} == {n_peers}
    assert sum(map(len, board.peers)) == 2 * n_pairs


@pytest.mark.parametrize(
    ("spec", "n_houses", "n_pairs"),
    [
        ("3x3+diagonals", 29, 864),  # each diagonal: 36 pairs, 9 of them in a box already
        ("3x3+windows", 31, 874),  # each window: 36, 18 in a line, 2 in a box
        ("3x3+groups", 36, 972),  # each group: 36, 18 in a line
        ("4x4+diagonals", 50, 5184),  # each diagonal: 120, 24 in a box
        ("2x3+diagonals", 20, 242),  # each diagonal: 15, 2 in a box
        ("2x3+groups", 24, 252),  # each group: 15, 3 in a row and 6 in a column
        (SIX, 18, 216),
    ],
)
def test_facts_of_boards_with_extra_houses(spec: str, n_houses: int, n_pairs: int) -> None:
    board = Geometry.parse(spec)
    assert len(board.houses) == n_houses
    assert sum(map(len, board.peers)) == 2 * n_pairs


@pytest.mark.parametrize("spec", ALL)
def test_peers_are_the_cells_that_share_a_house(spec: str) -> None:
    board = Geometry.parse(spec)
    pairs = {pair for house in board.houses for pair in combinations(sorted(house.cells), 2)}
    listed = {(a, b) for a, peers in enumerate(board.peers) for b in peers if a < b}
    assert listed == pairs
    assert all(list(peers) == sorted(set(peers)) for peers in board.peers)


@pytest.mark.parametrize("spec", ALL)
def test_each_cell_knows_its_houses(spec: str) -> None:
    board = Geometry.parse(spec)
    for cell in range(board.n_cells):
        owners = tuple(house for house in board.houses if cell in house.cells)
        assert board.houses_of(cell) == owners
        assert tuple(board.houses[index] for index in board.cell_houses[cell]) == owners


@pytest.mark.parametrize("spec", ALL)
def test_rows_columns_and_boxes_each_share_out_the_board(spec: str) -> None:
    board = Geometry.parse(spec)
    for kind in ("row", "column", "box"):
        houses = [house for house in board.houses if house.kind == kind]
        assert [house.index for house in houses] == list(range(board.size))
        cells = [cell for house in houses for cell in house.cells]
        assert sorted(cells) == list(range(board.n_cells))
    assert board.boxes == tuple(house for house in board.houses if house.kind == "box")
    assert all(cell in board.boxes[board.box_of[cell]].cells for cell in range(board.n_cells))


def test_a_row_and_a_column_run_as_their_names_say() -> None:
    assert CLASSIC.houses[1].cells == tuple(range(9, 18))
    assert CLASSIC.houses[9 + 1].cells == tuple(range(1, 81, 9))


@pytest.mark.parametrize(
    ("spec", "box", "cells"),
    [
        ("3x3", 1, (3, 4, 5, 12, 13, 14, 21, 22, 23)),
        ("2x3", 0, (0, 1, 2, 6, 7, 8)),
        ("2x3", 1, (3, 4, 5, 9, 10, 11)),
        ("3x2", 0, (0, 1, 6, 7, 12, 13)),
    ],
)
def test_boxes_are_rows_times_columns(spec: str, box: int, cells: tuple[int, ...]) -> None:
    assert Geometry.parse(spec).boxes[box].cells == cells


@pytest.mark.parametrize(
    ("extra", "first", "last"),
    [
        ("diagonals", (0, 10, 20, 30, 40, 50, 60, 70, 80), (8, 16, 24, 32, 40, 48, 56, 64, 72)),
        (
            "windows",
            (10, 11, 12, 19, 20, 21, 28, 29, 30),
            (50, 51, 52, 59, 60, 61, 68, 69, 70),
        ),
        ("groups", (0, 3, 6, 27, 30, 33, 54, 57, 60), (20, 23, 26, 47, 50, 53, 74, 77, 80)),
    ],
)
def test_extra_houses(extra: str, first: tuple[int, ...], last: tuple[int, ...]) -> None:
    extras = Geometry.parse(f"3x3+{extra}").houses[27:]
    assert {house.kind for house in extras} == {extra.removesuffix("s")}
    assert [house.index for house in extras] == list(range(len(extras)))
    assert (extras[0].cells, extras[-1].cells) == (first, last)


def test_every_kind_of_extra_house_is_tested() -> None:
    assert set(geometry.EXTRA_HOUSES) == {"diagonals", "windows", "groups"}


def test_irregular_boxes_follow_their_letters() -> None:
    board = Geometry.parse(IRREGULAR)
    for cell, letter in enumerate(IRREGULAR):
        assert "ABCDEFGHI"[board.box_of[cell]] == letter
    assert board.box_shape is None
    assert board.chutes == board.minilines == ()


def test_one_rectangle_is_no_tiling() -> None:
    board = Geometry.parse("AABC AABC DDBC DDBC")
    assert board.boxes[0].cells == (0, 1, 4, 5)
    assert board.box_shape is None


def test_diagonals_go_with_irregular_boxes() -> None:
    assert len(Geometry.parse(IRREGULAR + "+diagonals").houses) == 29


def test_regular_regions_are_the_regular_board() -> None:
    board = Geometry.parse(SIX)
    assert board == Geometry.parse("2x3")
    assert board.box_shape == (2, 3)


@pytest.mark.parametrize(
    ("spec", "n_chutes", "cells_of_chute", "minilines"),
    [
        ("3x3", 6, 27, {3: 54}),
        ("2x2", 4, 8, {2: 16}),
        ("2x3", 5, None, {3: 12, 2: 18}),
        ("4x4", 8, 64, {4: 128}),
    ],
)
def test_chutes_and_minilines(
    spec: str, n_chutes: int, cells_of_chute: int | None, minilines: dict[int, int]
) -> None:
    board = Geometry.parse(spec)
    assert len(board.chutes) == n_chutes
    if cells_of_chute is not None:
        assert {len(chute) for chute in board.chutes} == {cells_of_chute}
    lengths = [len(miniline) for miniline in board.minilines]
    assert {length: lengths.count(length) for length in lengths} == minilines


def test_the_classic_chutes_and_minilines_stand_where_they_should() -> None:
    assert CLASSIC.chutes[0] == tuple(range(27))
    assert CLASSIC.chutes[3] == tuple(c for c in range(81) if c % 9 < 3)
    assert CLASSIC.minilines[:2] == ((0, 1, 2), (3, 4, 5))
    assert CLASSIC.minilines[27:29] == ((0, 9, 18), (27, 36, 45))


@pytest.mark.parametrize(
    ("spec", "cell", "row", "column", "name"),
    [
        ("3x3", 0, 0, 0, "r1c1"),
        ("3x3", 8, 0, 8, "r1c9"),
        ("3x3", 72, 8, 0, "r9c1"),
        ("3x3", 80, 8, 8, "r9c9"),
        ("4x4", 255, 15, 15, "r16c16"),
        ("2x2", 6, 1, 2, "r2c3"),
    ],
)
def test_row_column_and_name_of_a_cell(
    spec: str, cell: int, row: int, column: int, name: str
) -> None:
    board = Geometry.parse(spec)
    assert (board.row(cell), board.column(cell), board.cell_name(cell)) == (row, column, name)


@pytest.mark.parametrize("kind", ["row", "column", "box", "diagonal", "window", "group"])
def test_a_house_is_counted_from_one_for_people(kind: str) -> None:
    board = Geometry.parse("3x3+diagonals+windows+groups")
    names = [str(house) for house in board.houses if house.kind == kind]
    assert names[:2] == [f"{kind} 1", f"{kind} 2"]


@pytest.mark.parametrize(("spec", "last"), [("2x2", "4"), ("3x3", "9"), ("4x4", "G"), ("5x5", "P")])
def test_symbols(spec: str, last: str) -> None:
    board = Geometry.parse(spec)
    assert board.symbols[-1] == last
    assert SYMBOLS.startswith(board.symbols)
    assert board.full_mask.bit_count() == len(board.symbols) == board.size


@pytest.mark.parametrize("spec", ALL)
def test_a_description_always_gives_the_same_board(spec: str) -> None:
    board = Geometry.parse(spec)
    assert Geometry.parse(f" {spec}\n") is board
    assert evaluated(board) is board
    assert pickled(board) is board


def test_a_board_of_any_houses() -> None:
    board = Geometry(4, rows_and_columns(4))
    assert board.boxes == ()
    assert set(board.box_of) == {-1}
    assert board.box_shape is None
    assert evaluated(board) == board
    assert pickled(board) == board


def test_with_houses_adds_to_a_board() -> None:
    corners = House("corners", 0, (0, 3, 12, 15))
    board = Geometry.parse("2x2").with_houses(corners)
    assert board.houses[-1] is corners
    assert board.box_shape == (2, 2)
    assert 15 in board.peers[0]
    assert board != Geometry.parse("2x2")


def test_boards_are_equal_by_their_houses() -> None:
    same = Geometry(9, CLASSIC.houses)
    assert same == CLASSIC
    assert hash(same) == hash(CLASSIC)
    assert same.chutes == CLASSIC.chutes
    assert Geometry.parse("2x3") != Geometry.parse("3x2")
    assert CLASSIC != "3x3"


def test_boards_match_by_size_and_houses() -> None:
    match CLASSIC:
        case Geometry(9, [first, *_]):
            assert first == House("row", 0, tuple(range(9)))
        case _:
            pytest.fail("no match")


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("", "describes no board"),
        ("1x1", "describes no board"),
        ("9x9", "describes no board"),
        ("0x4", "describes no board"),
        ("3x", "describes no board"),
        ("ABC", "describes no board"),
        ("AABBCCDD", "describes no board"),
        ("AAAABBBBCCCCCCCC", "4 regions, not 3"),
        ("AAAABBBBCCCCCDDD", "box 3 has 5 cells"),
        ("3x3+stars", "'stars' names no extra houses; there are diagonals, windows, groups"),
        ("3x3+", "'' names no extra houses"),
        (IRREGULAR + "+windows", "windows need rectangular boxes"),
        (IRREGULAR + "+groups", "groups need rectangular boxes"),
    ],
)
def test_what_is_no_board(spec: str, words: str) -> None:
    with pytest.raises(GeometryError, match=words.replace("+", r"\+")):
        Geometry.parse(spec)


@pytest.mark.parametrize(
    ("size", "houses", "words"),
    [
        (3, [], "4 to 25 digits, not 3"),
        (26, [], "4 to 25 digits, not 26"),
        (4, [House("x", 0, (0, 1, 2))], "x 1 has 3 cells, where each house of this board has 4"),
        (4, [House("x", 0, (0, 1, 2, 3, 4))], "x 1 has 5 cells, where"),
        (4, [House("x", 1, (0, 1, 2, 2))], "x 2 has a cell twice"),
        (4, [House("x", 0, (0, 1, 2, 16))], "x 1 has a cell outside 0 to 15"),
        (4, [House("x", 0, (-1, 1, 2, 3))], "x 1 has a cell outside 0 to 15"),
    ],
)
def test_what_is_no_list_of_houses(size: int, houses: list[House], words: str) -> None:
    with pytest.raises(GeometryError, match=words):
        Geometry(size, houses)
