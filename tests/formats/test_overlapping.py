"""Boards that are no square in every format that writes rows, or a line."""

from __future__ import annotations

import io

import pytest

from lowbit import FormatError, Geometry, Grid, GridError, formats

FORMATS = ("line", "board", "pyramid", "json", "poj2676")
BOARDS = ("4x4@r1c1,r3c3", "4x4@r1c3,r3c1", "4x6~1-7:2x3", "6x5~1-6:none")


def some_puzzle(board: Geometry) -> Grid:
    return Grid([cell % (board.size + 1) for cell in range(board.n_cells)], board)


@pytest.mark.parametrize("format_name", FORMATS)
@pytest.mark.parametrize("name", BOARDS)
def test_what_is_written_is_read(name: str, format_name: str) -> None:
    puzzle = some_puzzle(Geometry.parse(name))
    text = io.StringIO()
    formats.write([puzzle, puzzle], text, format_name)
    text.seek(0)
    records = formats.read(text, format=format_name, geometry=name)
    assert [record.grid for record in records if record.grid] == [puzzle, puzzle]


def test_rows_with_and_without_their_gaps_are_the_same() -> None:
    board = Geometry.parse("4x4@r1c1,r3c3")
    puzzle = some_puzzle(board)
    rows = board.in_rows(puzzle.to_line(), ".")
    assert [len(row) for row in rows] == [6] * 6
    assert Grid("".join(map("".join, rows)), board) == puzzle
    assert Grid("\n".join(map(" ".join, rows)), board) == puzzle
    assert Grid(str(puzzle), board) == puzzle


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("1234" * 9, "there is no cell r1c5 for a digit"),
        ("1234" * 8, "a 6x6 grid has 28 cells, not 32"),
    ],
)
def test_cells_that_overlapping_grids_have_not(text: str, words: str) -> None:
    with pytest.raises(GridError, match=words):
        Grid(text, "4x4@r1c1,r3c3")


def test_a_row_of_the_wrong_width_is_named() -> None:
    text = "1234\n....\n1234\n......\n....\n...."
    [record] = formats.read(io.StringIO(text), format="board", geometry="4x4@r1c1,r3c3")
    assert isinstance(record.error, FormatError)
    assert record.error.reason == "row 3 has 6 cells, not 4"
    assert record.error.line == 3
