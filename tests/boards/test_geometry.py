"""Boards: their houses, what follows from them, and what is no board."""

from __future__ import annotations

from itertools import combinations

import pytest

from lowbit.alphabets import SYMBOLS
from lowbit.board_houses import EXTRA_HOUSES
from lowbit.errors import GeometryError, GridError
from lowbit.geometry import CLASSIC, Geometry
from lowbit.houses import House
from support import IRREGULAR, NAMED_BOARDS, REGIONS, SQUARE_BOARDS, evaluated, pickled

SIX = "jigsaw: AAABBB AAABBB CCCDDD CCCDDD EEEFFF EEEFFF"


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
        ("4x4", 12, 7, 56),
        ("6x6", 18, 12, 216),
        ("6x6:3x2", 18, 12, 216),
        ("9x9", 27, 20, 810),
        ("12x12", 36, 28, 2016),
        ("16x16", 48, 39, 4992),
        ("25x25", 75, 64, 20000),
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
        ("9x9+diagonals", 29, 864),  # each diagonal: 36 pairs, 9 of them in a box already
        ("9x9+windows", 31, 874),  # each window: 36, 18 in a line, 2 in a box
        ("9x9+groups", 36, 972),  # each group: 36, 18 in a line
        ("16x16+diagonals", 50, 5184),  # each diagonal: 120, 24 in a box
        ("6x6+diagonals", 20, 242),  # each diagonal: 15, 2 in a box
        ("6x6+groups", 24, 252),  # each group: 15, 3 in a row and 6 in a column
        (SIX, 18, 216),
    ],
)
def test_facts_of_boards_with_extra_houses(spec: str, n_houses: int, n_pairs: int) -> None:
    board = Geometry.parse(spec)
    assert len(board.houses) == n_houses
    assert sum(map(len, board.peers)) == 2 * n_pairs


@pytest.mark.parametrize("spec", NAMED_BOARDS)
def test_peers_are_the_cells_that_share_a_house(spec: str) -> None:
    board = Geometry.parse(spec)
    pairs = {pair for house in board.houses for pair in combinations(sorted(house.cells), 2)}
    listed = {(a, b) for a, peers in enumerate(board.peers) for b in peers if a < b}
    assert listed == pairs
    assert all(list(peers) == sorted(set(peers)) for peers in board.peers)


@pytest.mark.parametrize("spec", NAMED_BOARDS)
def test_each_cell_knows_its_houses(spec: str) -> None:
    board = Geometry.parse(spec)
    for cell in range(board.n_cells):
        owners = tuple(house for house in board.houses if cell in house.cells)
        assert board.houses_of(cell) == owners
        assert tuple(board.houses[index] for index in board.cell_houses[cell]) == owners


@pytest.mark.parametrize("spec", SQUARE_BOARDS)
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
        ("9x9", 1, (3, 4, 5, 12, 13, 14, 21, 22, 23)),
        ("6x6", 0, (0, 1, 2, 6, 7, 8)),
        ("6x6", 1, (3, 4, 5, 9, 10, 11)),
        ("6x6:3x2", 0, (0, 1, 6, 7, 12, 13)),
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
    extras = Geometry.parse(f"9x9+{extra}").houses[27:]
    assert {house.kind for house in extras} == {extra.removesuffix("s")}
    assert [house.index for house in extras] == list(range(len(extras)))
    assert (extras[0].cells, extras[-1].cells) == (first, last)


def test_every_kind_of_extra_house_is_tested() -> None:
    one_of_two = {"falling-diagonal", "rising-diagonal"}
    assert set(EXTRA_HOUSES) == {"diagonals", "windows", "groups", *one_of_two}


def test_one_diagonal_of_two() -> None:
    both = Geometry.parse("9x9+diagonals").houses
    assert Geometry.parse("9x9+falling-diagonal").houses == both[:-1]
    assert Geometry.parse("9x9+rising-diagonal").houses == (*both[:-2], both[-1])


def test_irregular_boxes_follow_their_letters() -> None:
    board = Geometry.parse(IRREGULAR)
    for cell, letter in enumerate(REGIONS):
        assert "ABCDEFGHI"[board.box_of[cell]] == letter
    assert board.box_shape is None
    assert board.chutes == board.minilines == ()


def test_one_rectangle_is_no_tiling() -> None:
    board = Geometry.parse("jigsaw:AABC AABC DDBC DDBC")
    assert board.boxes[0].cells == (0, 1, 4, 5)
    assert board.box_shape is None


def test_diagonals_go_with_irregular_boxes() -> None:
    assert len(Geometry.parse(IRREGULAR + "+diagonals").houses) == 29


def test_regular_regions_are_the_regular_board() -> None:
    board = Geometry.parse(SIX)
    assert board.name == "".join(SIX.split())
    assert board == Geometry.parse("6x6")
    assert board.box_shape == (2, 3)


@pytest.mark.parametrize(
    ("spec", "n_chutes", "cells_of_chute", "minilines"),
    [
        ("9x9", 6, 27, {3: 54}),
        ("4x4", 4, 8, {2: 16}),
        ("6x6", 5, None, {3: 12, 2: 18}),
        ("16x16", 8, 64, {4: 128}),
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
        ("9x9", 0, 0, 0, "r1c1"),
        ("9x9", 8, 0, 8, "r1c9"),
        ("9x9", 72, 8, 0, "r9c1"),
        ("9x9", 80, 8, 8, "r9c9"),
        ("16x16", 255, 15, 15, "r16c16"),
        ("4x4", 6, 1, 2, "r2c3"),
    ],
)
def test_row_column_and_name_of_a_cell(
    spec: str, cell: int, row: int, column: int, name: str
) -> None:
    board = Geometry.parse(spec)
    assert (board.row(cell), board.column(cell), board.cell_name(cell)) == (row, column, name)


@pytest.mark.parametrize("kind", ["row", "column", "box", "diagonal", "window", "group"])
def test_a_house_is_counted_from_one_for_people(kind: str) -> None:
    board = Geometry.parse("9x9+diagonals+windows+groups")
    names = [str(house) for house in board.houses if house.kind == kind]
    assert names[:2] == [f"{kind} 1", f"{kind} 2"]


@pytest.mark.parametrize(
    ("spec", "last"), [("4x4", "4"), ("9x9", "9"), ("16x16", "G"), ("25x25", "P")]
)
def test_symbols(spec: str, last: str) -> None:
    board = Geometry.parse(spec)
    assert board.symbols[-1] == last
    assert SYMBOLS.startswith(board.symbols)
    assert board.full_mask.bit_count() == len(board.symbols) == board.size


def test_a_board_of_any_houses() -> None:
    assert str(Geometry(4, rows_and_columns(4))) == "a 4x4 board of 8 houses"
    board = Geometry(4, rows_and_columns(4))
    assert board.boxes == ()
    assert set(board.box_of) == {-1}
    assert board.box_shape is None
    assert evaluated(board) == board
    assert pickled(board) == board


def test_with_houses_adds_to_a_board() -> None:
    corners = House("corners", 0, (0, 3, 12, 15))
    board = Geometry.parse("4x4").with_houses(corners)
    assert board.houses[-1] is corners
    assert board.box_shape == (2, 2)
    assert 15 in board.peers[0]
    assert board != Geometry.parse("4x4")


def test_boards_are_equal_by_their_houses() -> None:
    same = Geometry(9, CLASSIC.houses)
    assert same == CLASSIC
    assert hash(same) == hash(CLASSIC)
    assert same.chutes == CLASSIC.chutes
    assert Geometry.parse("6x6") != Geometry.parse("6x6:3x2")
    assert CLASSIC != "9x9"


def test_boards_match_by_size_and_houses() -> None:
    match CLASSIC:
        case Geometry(9, [first, *_]):
            assert first == House("row", 0, tuple(range(9)))
        case _:
            pytest.fail("no match")


@pytest.mark.parametrize(
    ("size", "houses", "words"),
    [
        (3, [], "4 to 25 digits, not 3"),
        (26, [], "4 to 25 digits, not 26"),
        (4, [House("x", 0, (0, 1, 2, 3, 4))], "x 1 has 5 cells, where .* has 4 at most"),
        (4, [House("x", 0, ())], "x 1 has 0 cells"),
        (4, [House("x", 1, (0, 1, 2, 2))], "x 2 has a cell twice"),
        (4, [House("x", 0, (0, 1, 2, 16))], "x 1 has a cell outside 0 to 15"),
        (4, [House("x", 0, (-1, 1, 2, 3))], "x 1 has a cell outside 0 to 15"),
    ],
)
def test_what_is_no_list_of_houses(size: int, houses: list[House], words: str) -> None:
    with pytest.raises(GeometryError, match=words):
        Geometry(size, houses)


@pytest.mark.parametrize(
    ("spec", "shape", "n_cells", "sizes"),
    [
        ("5x10", (5, 10), 50, {"row": (5, 10), "column": (10, 5), "box": (5, 10)}),
        ("6x9:2x3", (6, 9), 54, {"row": (6, 9), "column": (9, 6), "box": (9, 6)}),
        ("7x7~1-9:none", (7, 7), 49, {"row": (7, 7), "column": (7, 7)}),
        ("9x8:none", (9, 8), 72, {"row": (9, 8), "column": (8, 9)}),
        ("6x6~1-9", (6, 6), 36, {"row": (6, 6), "column": (6, 6), "box": (4, 9)}),
        ("samurai", (21, 21), 369, {"row": (45, 9), "column": (45, 9), "box": (41, 9)}),
        ("butterfly", (12, 12), 144, {"row": (24, 9), "column": (24, 9), "box": (16, 9)}),
        ("sohei", (21, 21), 288, {"row": (36, 9), "column": (36, 9), "box": (32, 9)}),
        ("windmill", (21, 21), 333, {"row": (45, 9), "column": (45, 9), "box": (37, 9)}),
        ("9x9@r1c1,r1c4", (9, 12), 108, {"row": (18, 9), "column": (12, 9), "box": (12, 9)}),
    ],
)
def test_facts_of_boards_of_other_shapes(
    spec: str, shape: tuple[int, int], n_cells: int, sizes: dict[str, tuple[int, int]]
) -> None:
    board = Geometry.parse(spec)
    assert (board.n_rows, board.n_columns) == shape
    assert board.n_cells == n_cells
    found = {
        kind: (len(of_kind), {len(house.cells) for house in of_kind})
        for kind in dict.fromkeys(house.kind for house in board.houses)
        if (of_kind := [house for house in board.houses if house.kind == kind])
    }
    assert found == {kind: (number, {size}) for kind, (number, size) in sizes.items()}


@pytest.mark.parametrize("spec", ["9x9", "5x10", "samurai", "windmill"])
def test_places_lead_to_cells_and_back(spec: str) -> None:
    board = Geometry.parse(spec)
    places = [(board.row(cell), board.column(cell)) for cell in range(board.n_cells)]
    assert places == sorted(places)
    assert [board.cell_at(*place) for place in places] == list(range(board.n_cells))
    assert board.cell_at(board.n_rows, 0) is board.cell_at(0, -1) is None
    rows = board.in_rows(range(board.n_cells), -1)
    assert [cell for row in rows for cell in row if cell >= 0] == list(range(board.n_cells))
    assert all(rows[row][column] == cell for cell, (row, column) in enumerate(places))


def test_each_grid_of_several_is_the_board() -> None:
    board = Geometry.parse("x+windows@r1c1,r7c7")
    single = Geometry.parse("x+windows")
    for grid, corner in ((1, 0), (2, 6)):
        area = [board.cell_at(row + corner, column + corner) for row, column in single.places]
        expected = {
            (house.kind, tuple(sorted(area[cell] or 0 for cell in house.cells)))
            for house in single.houses
        }
        own = {(house.kind, house.cells) for house in board.houses if house.grid == grid}
        shared = expected - own
        assert own <= expected
        assert shared <= {(house.kind, house.cells) for house in board.houses}
        assert len(shared) == (grid == 2)  # the box in which the grids overlap
    assert str(board.houses[-1]) == "window 4 of grid 2"


def test_the_digits_of_a_board_stand_for_values() -> None:
    board = Geometry.parse("9x9~0-8")
    assert (board.symbols, board.values, board.size) == ("012345678", range(9), 9)
    assert board.is_classic
    assert board == CLASSIC.with_alphabet("0-8")
    assert Geometry.parse("7x7~1-9:none").values == range(1, 10)
    assert Geometry.parse("6x8~0-7", "A-H").symbols == "ABCDEFGH"


@pytest.mark.parametrize(
    ("places", "words"),
    [
        ([], "row by row, each once"),
        ([(0, 1), (0, 0)], "row by row, each once"),
        ([(0, 0), (0, 0)], "row by row, each once"),
        ([(-1, 0)], "rows and columns 0 to 98"),
        ([(0, 99)], "rows and columns 0 to 98"),
    ],
)
def test_places_that_are_none(places: list[tuple[int, int]], words: str) -> None:
    with pytest.raises(GeometryError, match=words):
        Geometry(4, [], places=places)


def test_a_board_of_any_cells() -> None:
    places = [(0, 2), (1, 0), (1, 1), (3, 5)]
    board = Geometry(4, [House("odd", 0, (0, 3))], symbols="0123", places=places)
    assert (board.n_rows, board.n_columns, board.n_cells) == (4, 6, 4)
    assert board.cell_name(3) == "r4c6"
    assert board.full_houses == ()
    assert evaluated(board) == pickled(board) == board
    assert board != Geometry(4, board.houses, symbols="0123", places=[*places[:3], (3, 4)])


@pytest.mark.parametrize("board", ["4x4", "9x9", "samurai"])
def test_cells_have_names(board: str) -> None:
    geometry = Geometry.parse(board)
    cells = range(geometry.n_cells)
    names = " ".join(map(geometry.cell_name, cells))
    assert geometry.cells_named(names) == geometry.cells_named(names.upper()) == tuple(cells)


@pytest.mark.parametrize("name", ["", "r0c1", "r1c10", "r5", "1", "r1c1r1c2", "r1c1 x", "r" * 99])
def test_what_is_no_name_of_a_cell(name: str) -> None:
    with pytest.raises(GridError, match="is not a cell of 9x9, such as r1c1"):
        CLASSIC.cells_named(name)
