"""Alphabets: what digits are written as, in Python, in files and on the command line."""

from __future__ import annotations

import io
from itertools import islice

import pytest

from command_line import lowbit
from lowbit import any_solution, canonical, maximize, solutions, solve, solve_many
from lowbit.alphabets import symbols_of
from lowbit.errors import FormatError, GeometryError, GridError
from lowbit.formats import parse_line, read, sniff, write
from lowbit.geometry import CLASSIC, Geometry
from lowbit.grid import Grid, Masks
from lowbit.status import Status
from support import evaluated, pickled

HEX = Geometry.parse("16x16", "0-9A-F")
LETTERS = Geometry.parse("4x4", "A-D")


@pytest.mark.parametrize(
    ("alphabet", "size", "symbols"),
    [
        ("1-9A-P", 9, "123456789"),
        ("1-9A-P", 16, "123456789ABCDEFG"),
        ("1-9a-p", 12, "123456789abc"),
        ("0-9A-F", 16, "0123456789ABCDEF"),
        ("0-9", 4, "0123"),
        ("RGBY", 4, "RGBY"),
        ("A-Ca", 4, "ABCa"),
    ],
)
def test_symbols(alphabet: str, size: int, symbols: str) -> None:
    assert symbols_of(alphabet, size) == symbols


@pytest.mark.parametrize(
    ("alphabet", "words"),
    [
        ("ABC", "'ABC' has 3 symbols, and the board 4 digits"),
        ("ABCA", "has a symbol twice"),
        ("A-DB", "has a symbol twice"),
        ("ABC.", r"'\.' in an alphabet is neither a letter nor a digit"),
        ("ABC D", "' ' in an alphabet is neither"),
        ("9-A", "'-' in an alphabet is neither"),
        ("D-A", "has 0 symbols"),
    ],
)
def test_what_is_no_alphabet(alphabet: str, words: str) -> None:
    with pytest.raises(GeometryError, match=words):
        Geometry.parse("4x4", alphabet)


@pytest.mark.parametrize("board", [HEX, LETTERS, Geometry(9, CLASSIC.houses, symbols="A-I")])
def test_a_board_keeps_its_alphabet(board: Geometry) -> None:
    assert evaluated(board) == board
    assert pickled(board) == board
    assert board.with_houses().symbols == board.symbols
    usual = board.with_alphabet("1-9A-P")
    assert usual != board
    assert usual.with_alphabet(board.symbols) == board
    assert str(board) == f"{usual} with the digits {board.symbols}"


def test_the_usual_alphabet_changes_nothing() -> None:
    assert CLASSIC.with_alphabet("1-9") is CLASSIC
    assert Geometry.parse("9x9", "1-9A-P") is CLASSIC


def test_zero_is_a_digit_where_the_alphabet_has_it() -> None:
    grid = Grid("0fF." + "." * 252, HEX)
    assert tuple(grid)[:4] == (1, 16, 16, 0)
    assert grid.to_line()[:4] == "0FF."
    assert Grid("0" * 256, "16x16").n_clues == 0
    with pytest.raises(GridError, match="'g' is not a digit or blank"):
        Grid("g" + "." * 255, HEX)


def test_small_and_capital_letters_are_the_same_unless_both_are_there() -> None:
    both = Geometry.parse("4x4", "aAbB")
    assert tuple(Grid("aAbB" + "." * 12, both))[:4] == (1, 2, 3, 4)
    assert tuple(Grid("abcd" + "." * 12, LETTERS))[:4] == (1, 2, 3, 4)


def test_messages_and_solutions_are_in_the_alphabet() -> None:
    assert str(Grid("AA" + "." * 14, LETTERS).clashes[0]).startswith("two As in row 1")
    solution = any_solution("ABCD" + "." * 12, geometry=LETTERS)
    assert solution is not None
    assert set(solution.to_line()) == set("ABCD")


@pytest.mark.parametrize("name", ["line", "board", "csv", "json"])
@pytest.mark.parametrize("board", [HEX, LETTERS], ids=str)
def test_formats_read_and_write_it(name: str, board: Geometry) -> None:
    line = board.symbols.ljust(board.n_cells, ".")
    written = io.StringIO()
    write([Grid(line, board)], written, name)
    size = f"{board.size}x{board.size}"
    again = list(read(written.getvalue().splitlines(), name, geometry=size, alphabet=board.symbols))
    assert [record.grid for record in again if record.grid] == [Grid(line, board)]


@pytest.mark.parametrize("name", ["euler96", "poj2676"])
def test_a_format_with_0_for_a_blank_refuses_0_as_a_digit(name: str) -> None:
    with pytest.raises(FormatError, match="the digit 0 cannot be written"):
        write([Grid("0" + "." * 255, HEX)], io.StringIO(), name)


def test_the_board_is_inferred_in_an_alphabet() -> None:
    (record,) = read(["ABCD............"], alphabet="A-I")
    assert record.grid == Grid("ABCD............", LETTERS)
    assert sniff(["ABCD............"], alphabet="A-I") == "line"


@pytest.mark.parametrize("board", ["4x4", "9x9", "16x16"])
def test_numbers_with_blanks_between_them_are_a_line(board: str) -> None:
    digits = [*range(1, Geometry.parse(board).size + 1)]
    cells = [*digits, *[0] * (len(digits) ** 2 - len(digits))]
    text = " ".join(map(str, cells))
    assert parse_line(f"{text}  # easy", geometry=board) == (Grid(cells, board), "easy")
    assert sniff([text]) == "line"
    assert [record.grid for record in read([text, f"{text} # easy"])] == [Grid(cells, board)] * 2


def test_a_number_that_is_too_large_is_named() -> None:
    (record,) = read(["1 2 3 5" + " 0" * 12], "line", geometry="4x4")
    assert record.error is not None
    assert record.error.reason == "'5' is not a number from 0 to 4"
    assert record.error.column == 7


def test_the_engines_know_the_classic_board_in_any_alphabet() -> None:
    digits = "6....2.4...29..78.18....9..8.9...4715.6..4....7...........2...5...7.....2..3....."
    letters = Geometry.parse("9x9", "A-I")
    puzzle, marked = Grid(Grid(digits), letters), Grid(Masks([3] + [511] * 80), letters)
    batch = solve_many([puzzle, digits, marked])
    assert [result.solution for result in batch][:2] == [solve(puzzle), solve(digits)]
    assert batch.boards == (letters, CLASSIC, letters)
    assert batch.status[2] == Status.SEVERAL
    assert canonical(puzzle) == canonical(digits)
    many = islice(solutions(Grid("." * 81, letters)), 3000)
    assert {grid.geometry for grid in many} == {letters}
    (best,) = maximize(Grid("." * 81, letters)).solutions
    assert best.geometry == letters


@pytest.mark.parametrize("command", ["solve", "minimize"])
def test_many_puzzles_in_an_alphabet_are_those_in_digits(command: str) -> None:
    puzzle = "6....2.4...29..78.18....9..8.9...4715.6..4....7...........2...5...7.....2..3....."
    to_letters = str.maketrans("123456789", "ABCDEFGHI")
    text = f"{puzzle}  # remark\n" * 400
    in_digits = lowbit(command, stdin=text).stdout
    in_letters = lowbit(command, "--alphabet", "A-I", stdin=text.translate(to_letters)).stdout
    assert in_letters == in_digits.translate(to_letters)


def test_the_command_takes_an_alphabet() -> None:
    done = lowbit("solve", "--alphabet", "0-9", "..2.3..1.0......")
    assert (done.stdout, done.returncode) == ("0123320110322310\n", 0)
    done = lowbit("count", "--alphabet", "ABC", "." * 16)
    assert done.returncode == 2
    assert "--alphabet: the alphabet 'ABC' has 3 symbols, and the board 4 digits" in done.stderr
