"""Grids: what they are made from, what they know, and how they are written."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lowbit.alphabets import BLANKS
from lowbit.errors import GridError
from lowbit.geometry import CLASSIC, Geometry
from lowbit.grid import Clash, Grid, digits_of, grid_of_digits
from lowbit.houses import House
from support import BOARDS, IRREGULAR, evaluated, pickled

if TYPE_CHECKING:
    from collections.abc import Callable

    from lowbit.grid import GridLike

PUZZLE = "6....2.4...29..78.18....9..8.9...4715.6..4....7...........2...5...7.....2..3....."
SOLUTION = "697582143452913786183467952829635471516874239374291568748126395931758624265349817"
ROWS = [[int(c) if c != "." else 0 for c in PUZZLE[i : i + 9]] for i in range(0, 81, 9)]
TEXT = "keep its column as text (in pandas with dtype=str)"
LOST = "blanks at its beginning are lost where it is kept as a number"
HINT = "; lowbit.Masks says that integers are candidate masks"
SIZES = ("4x4", "6x6", "9x9", IRREGULAR, "16x16", "25x25")

DRAWN = """\
6 . . | . . 2 | . 4 .
. . 2 | 9 . . | 7 8 .
1 8 . | . . . | 9 . .
------+-------+------
8 . 9 | . . . | 4 7 1
5 . 6 | . . 4 | . . .
. 7 . | . . . | . . .
------+-------+------
. . . | . 2 . | . . 5
. . . | 7 . . | . . .
2 . . | 3 . . | . . ."""


def lines(board: Geometry) -> st.SearchStrategy[str]:
    return st.text("." + board.symbols, min_size=board.n_cells, max_size=board.n_cells)


boards = st.sampled_from([Geometry.parse(spec) for spec in SIZES])
boards_and_lines = boards.flatmap(lambda board: st.tuples(st.just(board), lines(board)))
small_boards = st.sampled_from([Geometry.parse(spec) for spec in ("4x4", "6x6", "9x9")])


@st.composite
def restricted_grids(draw: st.DrawFn) -> Grid:
    board = draw(small_boards)
    masks = st.integers(0, board.full_mask)
    cells = draw(st.lists(masks, min_size=board.n_cells, max_size=board.n_cells))
    return Grid.from_masks(cells, board)


@pytest.mark.parametrize(
    "cells",
    [pytest.param(PUZZLE.replace(".", blank), id=f"blank {blank}") for blank in BLANKS]
    + [
        pytest.param(DRAWN, id="drawn"),
        pytest.param(DRAWN.replace("|", "│").replace("-", "─").replace("+", "┼"), id="box rules"),
        pytest.param(f"\t{PUZZLE[:40]} \r\n {PUZZLE[40:]}\n", id="white space"),
        pytest.param(PUZZLE.encode(), id="bytes"),
        pytest.param(bytearray(PUZZLE.encode()), id="bytearray"),
        pytest.param(memoryview(DRAWN.encode()), id="memoryview"),
        pytest.param(DRAWN.replace("|", "│").encode(), id="utf-8"),
        pytest.param(ROWS, id="rows"),
        pytest.param(tuple(map(tuple, ROWS)), id="tuples"),
        pytest.param(np.array(ROWS).ravel().tolist(), id="flat list"),
        pytest.param((digit for row in ROWS for digit in row), id="generator"),
        pytest.param([[digit or None for digit in row] for row in ROWS], id="None"),
        pytest.param([PUZZLE[i : i + 9] for i in range(0, 81, 9)], id="strings"),
        pytest.param([list(PUZZLE[i : i + 9]) for i in range(0, 81, 9)], id="characters"),
        pytest.param(np.array(ROWS), id="array"),
        pytest.param(np.array(ROWS, dtype=np.uint8).ravel(), id="flat array"),
        pytest.param(list(np.array(ROWS, dtype=np.int16)), id="list of arrays"),
        pytest.param(np.array(list(PUZZLE)), id="array of characters"),
        pytest.param(Grid(PUZZLE), id="Grid"),
    ],
)
def test_what_a_grid_is_made_from(cells: GridLike) -> None:
    assert Grid(cells).to_line() == PUZZLE


@pytest.mark.parametrize("spec", SIZES)
def test_letters_are_digits_in_either_case(spec: str) -> None:
    board = Geometry.parse(spec)
    text = board.symbols.ljust(board.n_cells, ".")
    digits = [*range(1, board.size + 1), *[0] * (board.n_cells - board.size)]
    assert Grid(text, board).givens == bytes(digits)
    assert Grid(text, board) == Grid(text.lower(), board) == Grid(digits, board)
    assert Grid([list(text)], board) == Grid(text, board)


ON_16X16 = "; on 16x16 this is a puzzle: name its board as geometry"


@pytest.mark.parametrize(
    ("cells", "message"),
    [
        ("", "a 9x9 grid has 81 cells, not 0"),
        (PUZZLE[:-1], "a 9x9 grid has 81 cells, not 80"),
        (PUZZLE + ".", "a 9x9 grid has 81 cells, not 82"),
        (PUZZLE[:40] + "x" + PUZZLE[41:], "character 41: 'x' is not a digit or blank"),
        ("\n" + PUZZLE[:40] + "x" + PUZZLE[41:], "character 42: 'x' is not a digit or blank"),
        (PUZZLE[:40] + "A" + PUZZLE[41:], "character 41: 'A' is not a digit or blank"),
        (PUZZLE[:40] + "٣" + PUZZLE[41:], "character 41: '٣' is not a digit or blank"),
        ("1.A." + "." * 252, f"character 3: 'A' is not a digit or blank{ON_16X16}"),
        ("1.Z." + "." * 252, "character 3: 'Z' is not a digit or blank"),
        (PUZZLE.encode() + b"\xff", "character 82: '\ufffd' is not a digit or blank"),
        (5, "cannot make a grid from int"),
        (None, "cannot make a grid from NoneType"),
        (ROWS[:8], "a 9x9 grid has 81 cells, not 72"),
        ([[10, *ROWS[0][1:]], *ROWS[1:]], f"r1c1: 10 is not a digit from 1 to 9 or blank{HINT}"),
        ([[-1, *ROWS[0][1:]], *ROWS[1:]], "r1c1: -1 is not a digit from 1 to 9 or blank"),
        ([*ROWS[:8], [*ROWS[8][:8], 5.5]], "r9c9: 5.5 is not a digit from 1 to 9 or blank"),
        ([*ROWS[:8], [*ROWS[8][:8], True]], "r9c9: True is not a digit from 1 to 9 or blank"),
        ([*ROWS[:8], [*ROWS[8][:8], "12"]], "r9c9: '12' is not a digit from 1 to 9 or blank"),
        (5e80, f"5e+80 is a number that lost digits: {TEXT}"),
        ("6.9758e+80", f"6.9758e+80 is a number that lost digits: {TEXT}"),
        (10**81, "a 9x9 grid has 81 cells, not 82"),
        (
            10**40 - 1,
            (
                "cannot make a grid from int of 40 digits, of 81: keep its column as text "
                "(in pandas with dtype=str)"
            ),
        ),
        (-(10**80), "cannot make a grid from int"),
        ("0" * 79, f"a 9x9 grid has 81 cells, not 79; {LOST}: {TEXT}"),
        ([*ROWS[:8], [*ROWS[8][:8], "x"]], "r9c9: 'x' is not a digit from 1 to 9 or blank"),
        (np.array(ROWS) * 2.5, f"r1c1: 15.0 is not a digit from 1 to 9 or blank{HINT}"),
        (np.zeros((9, 9, 2), dtype=int), r"r1c1: [0, 0] is not a digit from 1 to 9 or blank"),
        (np.zeros((2, 81), dtype=int), "a 9x9 grid has 81 cells, not 162"),
        (Grid("." * 16, Geometry.parse("4x4")), "the grid lies on 4x4, not on 9x9"),
    ],
)
def test_what_is_no_grid(cells: GridLike, message: str | None) -> None:
    with pytest.raises(GridError) as caught:
        Grid(cells, CLASSIC)
    assert str(caught.value) == (message or "a 9x9 grid has 81 cells, not 16")


def test_the_offset_of_a_bad_character() -> None:
    with pytest.raises(GridError) as caught:
        Grid(PUZZLE[:40] + "x" + PUZZLE[41:])
    assert caught.value.offset == 40


def test_a_grid_moves_to_another_board_with_its_candidates() -> None:
    diagonals = Geometry.parse("9x9+diagonals")
    restricted = Grid.from_masks([3] * 81)
    assert Grid(restricted, diagonals).allowed == restricted.allowed
    assert Grid(restricted, diagonals).geometry is diagonals
    assert Grid(Grid(PUZZLE, diagonals)).geometry is diagonals


@given(boards_and_lines)
def test_a_line_reads_back(board_and_line: tuple[Geometry, str]) -> None:
    board, line = board_and_line
    grid = Grid(line, board)
    assert grid.to_line() == line
    for text in (str(grid), f"|{line}|", " ".join(line), line.replace(".", "0")):
        assert Grid(text, board) == grid
    assert Grid(list(grid), board) == grid


@given(restricted_grids())
def test_pencilmarks_read_back(grid: Grid) -> None:
    text = grid.to_pencilmarks()
    assert len(text) == grid.geometry.n_cells * grid.geometry.size
    assert Grid(text, grid.geometry) == grid
    assert Grid(text.replace(".", "0"), grid.geometry) == grid


@given(restricted_grids())
def test_repr_evaluates_and_pickle_keeps(grid: Grid) -> None:
    assert evaluated(grid) == grid
    assert pickled(grid) == grid


@pytest.mark.parametrize("spec", [*SIZES, *BOARDS])
def test_repr_and_pickle_keep_the_board(spec: str) -> None:
    board = Geometry.parse(spec)
    grid = Grid("1".ljust(board.n_cells, "."), board)
    assert evaluated(grid) == grid
    copy = pickled(grid)
    assert (copy, copy.geometry) == (grid, board)


def test_repr_is_short_on_the_classic_board() -> None:
    assert repr(Grid(PUZZLE)) == f"Grid('{PUZZLE}')"


def test_a_pencilmark_stands_in_its_place() -> None:
    marks = Grid(PUZZLE).to_pencilmarks()
    with pytest.raises(GridError, match="pencilmark 2 of r1c1 must be 2 or blank, not 3"):
        Grid(marks[0] + "3" + marks[2:])


@pytest.mark.parametrize(
    ("masks", "message"),
    [
        ([0] * 80, "a 9x9 grid has 81 cells, not 80"),
        ([0] * 80 + [512], "r9c9: 512 is not a mask of digits"),
        ([-1] + [0] * 80, "r1c1: -1 is not a mask of digits"),
    ],
)
def test_what_are_no_masks(masks: list[int], message: str) -> None:
    with pytest.raises(GridError, match=message):
        Grid.from_masks(masks)


def test_masks_of_numpy_become_plain_integers() -> None:
    grid = Grid.from_masks(np.full(81, 3, dtype=np.uint16))
    assert {type(mask) for mask in grid.allowed} == {int}


def test_givens() -> None:
    grid = Grid(PUZZLE)
    assert grid.n_clues == 24
    assert (grid[0], grid[1], grid[80]) == (6, 0, 0)
    assert list(grid) == [digit for row in ROWS for digit in row]
    assert len(grid) == 81


def test_candidates_follow_the_house_rule() -> None:
    grid = Grid(PUZZLE)
    for cell in range(81):
        taken = {grid[peer] for peer in CLASSIC.peers[cell]}
        expected = (grid[cell],) if grid[cell] else tuple(d for d in range(1, 10) if d not in taken)
        assert grid.candidates_of(cell) == expected
        assert tuple(digits_of(grid.candidates[cell])) == expected


def test_candidates_follow_extra_houses_and_restrictions() -> None:
    board = Geometry.parse("9x9+diagonals")
    masks = [board.full_mask] * 81
    masks[0], masks[80] = 0b1, 0b111
    grid = Grid.from_masks(masks, board)
    assert grid.candidates_of(80) == (2, 3)
    assert grid.candidates_of(40) == tuple(range(2, 10))
    assert grid.candidates_of(41) == tuple(range(1, 10))


@pytest.mark.parametrize(
    ("text", "complete", "solved"),
    [
        (PUZZLE, False, False),
        (SOLUTION, True, True),
        (SOLUTION[:-1] + ".", False, False),
        (SOLUTION[:-1] + "1", True, False),
        ("123456789" * 9, True, False),
    ],
)
def test_completeness(text: str, complete: bool, solved: bool) -> None:  # noqa: FBT001 - a table
    assert (Grid(text).is_complete, Grid(text).is_solved) == (complete, solved)


def test_a_board_with_more_houses_asks_more_of_a_solution() -> None:
    assert not Grid(SOLUTION, Geometry.parse("9x9+diagonals")).is_solved


def test_is_solution_of() -> None:
    solution = Grid(SOLUTION)
    assert solution.is_solution_of(Grid(PUZZLE))
    assert solution.is_solution_of(solution)
    assert solution.is_solution_of(Grid("." * 81))
    assert not Grid(PUZZLE).is_solution_of(Grid(PUZZLE))
    assert not solution.is_solution_of(Grid("1" + PUZZLE[1:]))
    assert not Grid("123456789" * 9).is_solution_of(Grid("." * 81))
    assert not solution.is_solution_of(Grid("." * 81, Geometry.parse(IRREGULAR)))
    without_its_digit = [mask ^ 0b111111111 for mask in solution.allowed[:1]]
    assert not solution.is_solution_of(Grid.from_masks([*without_its_digit, *[511] * 80]))


def test_is_restricted() -> None:
    assert not Grid(PUZZLE).is_restricted
    assert Grid.from_masks([3, *[511] * 80]).is_restricted
    assert Grid.from_masks([0, *[511] * 80]).is_restricted


DIAGONALS = Geometry.parse("9x9+diagonals")


@pytest.mark.parametrize(
    ("givens", "board", "clash"),
    [
        (
            {0: 5, 4: 5},
            CLASSIC,
            Clash("duplicate", "two 5s in row 1: r1c1 and r1c5", (0, 4), 5, CLASSIC.houses[0]),
        ),
        (
            {1: 5, 37: 5},
            CLASSIC,
            Clash("duplicate", "two 5s in column 2: r1c2 and r5c2", (1, 37), 5, CLASSIC.houses[10]),
        ),
        (
            {0: 5, 10: 5},
            CLASSIC,
            Clash("duplicate", "two 5s in box 1: r1c1 and r2c2", (0, 10), 5, CLASSIC.houses[18]),
        ),
        (
            {0: 5, 80: 5},
            DIAGONALS,
            Clash(
                "duplicate", "two 5s in diagonal 1: r1c1 and r9c9", (0, 80), 5, DIAGONALS.houses[27]
            ),
        ),
        (
            {3: 10, 19: 10},
            Geometry.parse("16x16"),
            Clash(
                "duplicate",
                "two As in box 1: r1c4 and r2c4",
                (3, 19),
                10,
                Geometry.parse("16x16").houses[32],
            ),
        ),
        (
            {1: 1, 2: 2, 3: 3, 4: 4, 5: 5, 6: 6, 7: 7, 8: 8, 9: 9},
            CLASSIC,
            Clash("no candidate", "r1c1 has no candidate", (0,)),
        ),
        (
            {3: 9, 15: 9, 18: 1, 19: 2, 20: 3},
            CLASSIC,
            Clash("no place", "no place for 9 in row 3", (), 9, CLASSIC.houses[2]),
        ),
        (
            {3: 9, 15: 9, 18: 1, 19: 2, 20: 3},
            CLASSIC,
            Clash("no place", "no place for 9 in box 1", (), 9, CLASSIC.houses[18]),
        ),
    ],
)
def test_each_kind_of_clash(givens: dict[int, int], board: Geometry, clash: Clash) -> None:
    clashes = Grid([givens.get(cell, 0) for cell in range(board.n_cells)], board).clashes
    assert clash in clashes
    assert str(clash) == clash.message


def test_clashes_come_in_order() -> None:
    givens = {1: 1, 2: 2, 3: 3, 4: 4, 5: 5, 6: 6, 7: 7, 8: 8, 9: 9, 80: 1, 79: 1}
    clashes = Grid([givens.get(cell, 0) for cell in range(81)]).clashes
    assert [clash.kind for clash in clashes] == [
        "duplicate",  # in row 9
        "duplicate",  # in box 9
        "no candidate",
        "no place",  # of 9, in row 1
    ]


def test_three_equal_digits_make_two_clashes() -> None:
    clashes = Grid("5..5..5".ljust(81, ".")).clashes
    duplicates = [clash.cells for clash in clashes if clash.kind == "duplicate"]
    assert duplicates == [(0, 3), (0, 6)]


@pytest.mark.parametrize("text", [PUZZLE, SOLUTION, "." * 81])
def test_no_clash(text: str) -> None:
    assert Grid(text).clashes == ()


def test_a_cell_that_allows_nothing_clashes() -> None:
    assert Grid.from_masks([0, *[511] * 80]).clashes[0].message == "r1c1 has no candidate"


def test_a_grid_is_immutable() -> None:
    grid = Grid(PUZZLE)
    with pytest.raises(AttributeError, match=r"immutable.*'givens'"):
        grid.givens = b""
    with pytest.raises(AttributeError, match=r"immutable.*'allowed'"):
        del grid.allowed
    with pytest.raises(AttributeError, match=r"immutable.*'other'"):
        grid.other = 1


def test_equal_grids_hash_alike() -> None:
    same, other = Grid(ROWS), Grid(SOLUTION)
    assert {Grid(PUZZLE): "found"}[same] == "found"
    assert len({Grid(PUZZLE), same, other}) == 2
    assert Grid(PUZZLE) != Grid(PUZZLE, DIAGONALS)
    assert Grid(PUZZLE) != PUZZLE


@pytest.mark.parametrize("ask", [hash, pickled, repr, str, lambda grid: grid.allowed, tuple])
def test_grids_of_engines_are_like_others(ask: Callable[[Grid], object]) -> None:
    """Their masks are worked out when they are asked for first."""
    made, grid = grid_of_digits(bytes(Grid(PUZZLE)), CLASSIC), Grid(PUZZLE)
    assert ask(made) == ask(grid)
    assert made == grid
    assert grid == grid_of_digits(bytes(grid), CLASSIC)
    assert made.allowed is made.allowed
    with pytest.raises(AttributeError, match=r"^'Grid' object has no attribute 'allowd'$"):
        made.allowd  # type: ignore[attr-defined]  # noqa: B018 - that is the test
    assert not hasattr(Grid.__new__(Grid), "allowed")


def test_restricted_grids_differ_from_blank_ones() -> None:
    restricted = Grid.from_masks([3, *[511] * 80])
    assert restricted.givens == Grid("." * 81).givens
    assert restricted != Grid("." * 81)


def test_grids_match_by_givens_and_geometry() -> None:
    match Grid(PUZZLE):
        case Grid(givens, geometry):
            assert (givens[0], geometry) == (6, CLASSIC)
    match Grid(PUZZLE):
        case Grid(geometry=Geometry(size=9)):
            pass
        case _:
            pytest.fail("no match")


def test_str_draws_the_classic_board() -> None:
    assert str(Grid(PUZZLE)) == DRAWN


SIX_ROWS = """\
. . | . . | . .
. . | . . | . .
----+-----+----
. . | . . | . .
. . | . . | . .
. . | . . | . ."""

JAGGED = """\
1   2   3 | 4
  +---+---+
. | . | .   .
--+   +---+
.   . | . | .
  +---+   +--
. | .   .   ."""


@pytest.mark.parametrize(
    ("spec", "text", "drawn"),
    [
        ("4x4", "12343412214343.1", "1 2 | 3 4\n3 4 | 1 2\n----+----\n2 1 | 4 3\n4 3 | . 1"),
        ("6x6:3x2", "1".ljust(36, "."), "1 . | . . | . .\n" + SIX_ROWS),
        ("jigsaw:AAABACBBCCDBCDDD", "1234".ljust(16, "."), JAGGED),
    ],
)
def test_str_draws_other_boards(spec: str, text: str, drawn: str) -> None:
    assert str(Grid(text, Geometry.parse(spec))) == drawn


def test_str_without_boxes_has_no_rules() -> None:
    rows = [House("row", i, tuple(range(4 * i, 4 * i + 4))) for i in range(4)]
    assert str(Grid("1234" + "." * 12, Geometry(4, rows))) == "1 2 3 4" + "\n. . . ." * 3


@given(st.sets(st.integers(1, 25)))
def test_digits_of_a_mask(digits: set[int]) -> None:
    assert list(digits_of(sum(1 << digit - 1 for digit in digits))) == sorted(digits)


def test_a_cell_is_named_by_its_row_and_column() -> None:
    for board in (CLASSIC, Geometry.parse("6x6")):
        grid = Grid([1 + cell % board.size for cell in range(board.n_cells)], board)
        array = np.array(list(grid)).reshape(board.size, board.size)
        for row in range(-board.size, board.size):
            for column in range(-board.size, board.size):
                assert grid[row, column] == array[row, column]


@pytest.mark.parametrize("place", [(9, 0), (0, 9), (-10, 0), (0, -10)])
def test_a_row_or_column_that_is_not_there(place: tuple[int, int]) -> None:
    with pytest.raises(IndexError):
        Grid("." * 81)[place]
