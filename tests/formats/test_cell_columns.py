"""Tables with a cell in each column: their headers, their other columns, and headers like rows."""

from __future__ import annotations

import io
import os
from itertools import chain, product
from typing import TYPE_CHECKING

import pandas as pd
import pytest

from command_line import lowbit
from lowbit import formats
from lowbit.errors import UnknownFormatError
from lowbit.geometry import Geometry
from lowbit.grid import Grid

if TYPE_CHECKING:
    from pathlib import Path

PUZZLES = [
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    "6....2.4...29..78.18....9..8.9...4715.6..4....7...........2...5...7.....2..3.....",
    "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......",
]
GRIDS = [Grid(puzzle) for puzzle in PUZZLES]
ROWS = [puzzle[at : at + 9].replace(".", "0") for puzzle in PUZZLES for at in range(0, 81, 9)]
NINE = range(1, 10)

NAMES_OF_CELLS = {
    "from 0": [str(number) for number in range(81)],
    "from 1": [str(number) for number in range(1, 82)],
    "floats": [f"{number}.0" for number in range(81)],
    "with a word": [f"cell_{number}" for number in range(1, 82)],
    "rows and columns": [f"r{row}c{column}" for row, column in product(NINE, NINE)],
    "rows and columns from 0": [f"R{row}C{column}" for row, column in product(range(9), range(9))],
    "columns and rows": [f"c{column}r{row}" for row, column in product(NINE, NINE)],
    "two digits": [f"x{row}{column}" for row, column in product(NINE, NINE)],
    "letters of rows": [f"{row}{column}" for row, column in product("ABCDEFGHI", NINE)],
    "letters of columns": [f"{column}{row}" for row, column in product(NINE, "ABCDEFGHI")],
}

NAMES_OF_COLUMNS = {
    "from 0": [str(number) for number in range(9)],
    "from 1": [str(number) for number in NINE],
    "floats": [f"{number}.0" for number in range(9)],
    "with a word": [f"Column {number}" for number in NINE],
    "letters": list("ABCDEFGHI"),
}


def grids(text: str, name: str | None = None) -> list[Grid | None]:
    records = formats.read(io.BytesIO(text.encode()), name)
    return [record.grid for record in records if not record.is_passthrough]


def lines(separator: str, *rows: list[str]) -> str:
    return "".join(f"{separator.join(row)}\n" for row in rows)


@pytest.mark.parametrize("separator", [",", "\t"])
@pytest.mark.parametrize("before", [[], [""], ["id"], ["Unnamed: 0", "set"]])
@pytest.mark.parametrize("behind", [[], ["label"]])
@pytest.mark.parametrize("names", NAMES_OF_CELLS)
def test_a_puzzle_a_row(names: str, behind: list[str], before: list[str], separator: str) -> None:
    rows = [
        [*(["7"] * len(before)), *(cell.strip(".") for cell in puzzle), *(["easy"] * len(behind))]
        for puzzle in PUZZLES
    ]
    text = lines(separator, [*before, *NAMES_OF_CELLS[names], *behind], *rows)
    records = list(formats.read(io.StringIO(text)))
    assert [record.grid for record in records] == GRIDS
    assert records[0].remark == ", ".join([*(["7"] * len(before)), *(["easy"] * len(behind))])


@pytest.mark.parametrize("separator", [",", ";", "|"])
@pytest.mark.parametrize("before", [[], [""], ["id"]])
@pytest.mark.parametrize("names", NAMES_OF_COLUMNS)
def test_grids_a_row_each(names: str, before: list[str], separator: str) -> None:
    rows = [[*([str(row)] * len(before)), *cells] for row, cells in enumerate(ROWS)]
    header = [*before, *NAMES_OF_COLUMNS[names]]
    assert grids(lines(separator, header, *rows)) == GRIDS
    assert grids(lines(separator, header, *rows[:9])) == GRIDS[:1]
    with_gaps = (lines(separator, header, *rows[at : at + 9]) for at in (0, 9, 18))
    assert grids("\n".join(with_gaps)) == GRIDS


def test_columns_in_another_order_are_read_by_their_names() -> None:
    by_column = [row + 9 * column for column, row in product(range(9), range(9))]
    cells = sorted(range(81), key=by_column.__getitem__)
    names = NAMES_OF_CELLS["rows and columns"]
    text = lines(",", [names[cell] for cell in cells], [PUZZLES[0][cell] for cell in cells])
    assert grids(text) == GRIDS[:1]


@pytest.mark.parametrize("before", [[], ["", "set"], ["i"]])
@pytest.mark.parametrize("name", [name for name in NAMES_OF_CELLS if "letters" not in name])
def test_columns_that_are_numbered_backwards(name: str, before: list[str]) -> None:
    others = ["7"] * len(before)
    rows = [[*others, *reversed(puzzle)] for puzzle in PUZZLES]
    assert grids(lines(",", [*before, *reversed(NAMES_OF_CELLS[name])], *rows)) == GRIDS


@pytest.mark.parametrize("name", ["with a word", "letters"])
def test_rows_whose_columns_are_named_backwards(name: str) -> None:
    header = ["id", *reversed(NAMES_OF_COLUMNS[name])]
    assert grids(lines(",", header, *[["7", *reversed(row)] for row in ROWS])) == GRIDS


@pytest.mark.parametrize("before", [[], ["id"]])
@pytest.mark.parametrize("name", NAMES_OF_CELLS)
def test_columns_of_which_two_have_one_name_are_refused(name: str, before: list[str]) -> None:
    names = [*NAMES_OF_CELLS[name][:-1], NAMES_OF_CELLS[name][-2]]
    text = lines(",", [*before, *names], [*before, *PUZZLES[0]])
    reason = (
        "line 1: the columns are called after cells, but two columns are called "
        f"{names[-1].lower()!r}, and none after row 9, column 9"
    )
    with pytest.raises(UnknownFormatError) as refused:
        grids(text)
    assert str(refused.value) == reason
    (record,) = formats.read(io.StringIO(text), "csv")
    assert str(record.error) == reason


@pytest.mark.parametrize("end", ["csv", "txt"])
def test_the_command_refuses_columns_of_which_two_have_one_name(end: str, tmp_path: Path) -> None:
    names = [*NAMES_OF_CELLS["with a word"][:-1], "cell_80"]
    file = tmp_path / f"doubled.{end}"
    file.write_text(lines(",", names, [*PUZZLES[0]]))
    done = lowbit("solve", file)
    assert (done.returncode, done.stdout) == (1, "")
    reason = "the columns are called after cells, but two columns are called 'cell_80', and none"
    assert done.stderr.startswith(f"lowbit: error: {file}: line 1: {reason} after row 9, column 9")


def test_columns_of_which_one_is_missing_are_refused() -> None:
    for column, missing in (80, "row 9, column 9"), (9, "row 2, column 1"):
        header = ["id", *(f"puzzle_{cell}" for cell in range(81) if cell != column)]
        solutions = [f"solution_{cell}" for cell in range(81)]
        with pytest.raises(UnknownFormatError, match=f"no column is called after {missing}$"):
            grids(lines(",", [*header, *solutions], [*PUZZLES[0], *PUZZLES[0]]))


def test_letters_that_may_be_rows_or_columns_are_refused() -> None:
    header = [*reversed(NAMES_OF_CELLS["letters of rows"])]
    with pytest.raises(UnknownFormatError, match="whether their letters mean rows or columns"):
        grids(lines(",", header, [*PUZZLES[0]]))


def test_columns_of_something_else_are_left_alone() -> None:
    header = [*NAMES_OF_CELLS["with a word"], *(f"feature_{number}" for number in range(70))]
    assert grids(lines(",", header, [*PUZZLES[0], *("1" * 70)])) == GRIDS[:1]


@pytest.mark.parametrize(("words", "found"), [("puzzle solution", GRIDS[:1]), ("p s", [None] * 2)])
def test_two_sets_of_cells(words: str, found: list[Grid | None]) -> None:
    first, second = words.split()
    header = [f"{word}_{cell}" for word in (second, first) for cell in range(81)]
    assert grids(lines(",", header, [*PUZZLES[1], *PUZZLES[0]])) == found


HEADERS_LIKE_ROWS = ["0,1,2,3,4,5,6,7,8", "1;2;3;4;5;6;7;8;9", "0 1 2 3 4 5 6 7 8", ",,,,,,,,"]


@pytest.mark.parametrize("header", HEADERS_LIKE_ROWS)
def test_the_number_of_rows_shows_what_may_be_a_header_or_a_row(header: str) -> None:
    separator = header.strip("0123456789")[0]
    rows = [separator.join(row) for row in ROWS]
    first = "".join(header.split(separator)).ljust(9, "0")
    assert grids("\n".join([header, *rows])) == GRIDS
    assert grids("\n".join([header, *rows[1:]])) == [Grid(first + PUZZLES[0][9:]), *GRIDS[1:]]
    for n_rows in (7, 10, 20):
        with pytest.raises(
            UnknownFormatError, match=r"line 1: .* may be a header or the first row"
        ):
            grids("\n".join([header, *rows[:n_rows]]))
    whole = Grid(first + PUZZLES[0][9:])
    assert grids("\n".join([header, *rows[1:20]]), "board")[0] == whole
    if header.strip(","):
        assert grids("\n".join([header, *rows[:20]]), "csv")[:2] == GRIDS[:2]


@pytest.mark.parametrize("separator", ["\t", ",", ";"])
@pytest.mark.parametrize("blank", [0, 4, 8])
@pytest.mark.parametrize("header", [[], list("ABCDEFGHI")])
def test_a_row_of_empty_fields_is_a_row(header: list[str], blank: int, separator: str) -> None:
    rows = [[cell.strip("0") for cell in row] for row in ROWS[:9]]
    rows[blank] = [""] * 9
    cells = PUZZLES[0][: 9 * blank] + "." * 9 + PUZZLES[0][9 * blank + 9 :]
    text = lines(separator, *[header] * bool(header), *rows)
    assert grids(text) == [Grid(cells)]
    assert grids(f"{text}\n{text}") == [Grid(cells)] * 2


def test_tabs_alone_between_grids_are_a_gap() -> None:
    rows = [lines("\t", *(list(row) for row in ROWS[at : at + 9])) for at in (0, 9, 18)]
    for gap in ("\t" * 8, "\t" * 9, "\t" * 3, " "):
        assert grids(f"{gap}\n".join(rows)) == GRIDS


def test_a_long_text_is_not_counted() -> None:
    rows = "\n".join(",".join(row) for row in ROWS) + "\n"
    text = "0,1,2,3,4,5,6,7,8\n" + rows * 300
    with pytest.raises(UnknownFormatError, match="read the text as csv if it is a header"):
        grids(text)
    assert grids(text, "csv") == GRIDS * 300


def test_a_header_that_comes_alone_waits_for_the_rows() -> None:
    reader, writer = os.pipe()
    os.write(writer, b"0,1,2,3,4,5,6,7,8\n")
    os.write(writer, "".join(f"{','.join(row)}\n" for row in ROWS).encode())
    os.close(writer)
    with os.fdopen(reader, "rb", buffering=0) as stream:

        class OneByOne:
            def read(self, size: int) -> bytes:
                return stream.read(min(size, 18))

        assert [record.grid for record in formats.read(OneByOne())] == GRIDS


def markdown(header: list[str], rule: str = ":-:", *, index: bool = False) -> str:
    rows = [[*([str(row)] * index), *cells.replace("0", " ")] for row, cells in enumerate(ROWS[:9])]
    written = (f"| {' | '.join(row)} |\n" for row in rows)
    return f"| {' | '.join(header)} |\n|{'|'.join([rule] * len(header))}|\n{''.join(written)}"


@pytest.mark.parametrize("rule", [":-:", "---", " :--- "])
@pytest.mark.parametrize(
    "header",
    [["0", *"12345678"], [*"123456789"], [" "] * 9, [*"ABCDEFGHI"], ["", *"ABCDEFGHI"]],
)
def test_a_table_in_markdown(header: list[str], rule: str) -> None:
    assert grids(markdown(header, rule, index=len(header) > 9)) == GRIDS[:1]


def test_a_table_of_puzzles_in_markdown() -> None:
    rows = "".join(f"| {number} | {puzzle} |\n" for number, puzzle in enumerate(PUZZLES))
    assert grids(f"| id | puzzle |\n|---:|:------|\n{rows}") == GRIDS


def test_the_first_row_of_a_table_in_markdown_as_its_header() -> None:
    rows = [f"| {' | '.join(row)} |\n" for row in ROWS[:9]]
    assert grids(f"{rows[0]}|{'---|' * 9}\n{''.join(rows[1:])}") == GRIDS[:1]


@pytest.mark.parametrize("index", [False, True])
def test_a_data_frame_as_it_is_printed(*, index: bool) -> None:
    frame = pd.DataFrame([list(map(int, row)) for row in ROWS])
    assert grids(frame.to_string(index=index)) == GRIDS
    assert grids(frame.to_csv(sep=" ", index=index)) == GRIDS


@pytest.mark.parametrize("first", [0, 1])
@pytest.mark.parametrize("n_grids", [1, 10])
def test_an_index_without_a_header_makes_no_larger_board(n_grids: int, first: int) -> None:
    rows = [[str(first + row), *cells] for row, cells in enumerate(ROWS[:9])] * n_grids
    for header in ([], [[""] * 10]):
        with pytest.raises(UnknownFormatError, match="; where one is an index or a level, put a"):
            grids(lines(",", *header, *rows))


@pytest.mark.parametrize("end", ["csv", "txt"])
def test_the_command_asks_for_names_where_all_are_empty(end: str, tmp_path: Path) -> None:
    file = tmp_path / f"unnamed.{end}"
    rows = [[str(row), *cells] for row, cells in enumerate(ROWS[:9])]
    file.write_text(lines(",", [""] * 10, *rows))
    done = lowbit("solve", file)
    assert (done.returncode, done.stdout) == (1, "")
    assert "where one is an index or a level, put a header before them" in done.stderr


def test_a_board_may_begin_with_a_blank_row() -> None:
    board = Geometry.parse("10x10")
    rows = [[""] * 10, *([str(row % 2 + 1), *[""] * 8, "A"] for row in range(9))]
    assert grids(lines(",", *rows)) == [
        Grid("." * 10 + "".join(f"{row % 2 + 1}........A" for row in range(9)), board)
    ]


@pytest.mark.parametrize(
    ("row", "reason", "column"),
    [
        (["7", *PUZZLES[0][:-1], "x"], "'x' is not a digit or blank", 163),
        (["7", *PUZZLES[0][:40], "12", *PUZZLES[0][41:]], "'12' is not a digit or blank", 83),
        (["7", '"x"', *PUZZLES[0][1:]], "'x' is not a digit or blank", 4),
        (["7", *PUZZLES[0][1:]], "81 fields where the header has 82", None),
    ],
)
def test_what_is_wrong_with_a_row_is_named(row: list[str], reason: str, column: int | None) -> None:
    text = lines(",", ["id", *NAMES_OF_CELLS["from 1"]], ["6", *PUZZLES[0]], row)
    good, bad = formats.read(io.StringIO(text))
    assert good.grid == GRIDS[0]
    assert bad.error
    assert (bad.error.line, bad.error.reason, bad.error.column) == (3, reason, column)


def test_the_command_reads_them_whatever_the_name(tmp_path: Path) -> None:
    header = ["id", *NAMES_OF_CELLS["rows and columns"], "label"]
    text = lines(",", header, *[["0", *puzzle, "easy"] for puzzle in PUZZLES])
    remarks = "".join(f"{puzzle}  # 0, easy\n" for puzzle in PUZZLES)
    solutions = lowbit("solve", stdin=remarks).stdout
    for name in ("cells.csv", "cells.txt"):
        (tmp_path / name).write_text(text)
        assert lowbit("solve", tmp_path / name).stdout == solutions
    assert lowbit("solve", stdin=text).stdout == solutions


def test_no_table_of_cells() -> None:
    for header in (["id", *"12345678"], [*"12345679"], [*"ABCDEFGHJ"], [*chain("ABCDEFGHI", "x")]):
        with pytest.raises(UnknownFormatError):
            grids(lines(",", header, *map(list, ROWS)))
