"""The board is inferred from the first puzzle, in every format."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

import pytest

from lowbit.errors import FormatError, SourceError
from lowbit.formats import FORMATS, read, write
from lowbit.formats.headings import SIZES
from lowbit.formats.opening.head import Head
from lowbit.formats.streams.source import open_lines
from lowbit.formats.streams.stream import LONG_ENOUGH, LineStream
from lowbit.geometry import Geometry
from lowbit.grid import Grid

if TYPE_CHECKING:
    from collections.abc import Iterator

ROWS_OF_4 = "1...\n...2\n..3.\n4...\n"


def grid_of_size(size: int) -> Grid:
    board = Geometry.parse(f"{size}x{size}")
    symbols = [board.symbols[7 * cell % size] if cell % 3 == 0 else "." for cell in range(size**2)]
    return Grid("".join(symbols), board)


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("size", SIZES)
def test_every_format_tells_every_size(name: str, size: int) -> None:
    grid, text = grid_of_size(size), io.StringIO()
    write([grid, grid], text, name)
    for asked in (name, None):
        records = read(io.StringIO(text.getvalue()), asked)
        assert [record.grid for record in records if not record.is_passthrough] == [grid, grid]


@pytest.mark.parametrize("size", [4, 6, 8])
def test_a_puzzle_of_a_larger_board_is_refused_for_its_length(size: int) -> None:
    larger = "6....2.4...29..78.18....9..8.9...4715.6..4....7...........2...5...7.....2..3....."
    fitting = "." * (size * size)
    _, record = read([fitting, larger])
    assert record.error
    n = size * size
    assert record.error.reason == f"a {size}x{size} grid has {n} cells, not 81"
    _, record = read([fitting, "9" + fitting[1:]])
    assert record.error
    assert (record.error.reason, record.error.column) == ("'9' is not a digit or blank", 1)


def test_lines_of_16_characters_are_rows_where_they_are_no_puzzles() -> None:
    grid = grid_of_size(16)
    rows = [grid.to_line()[start : start + 16] for start in range(0, 256, 16)]
    (record,) = read(rows)
    assert record.grid == grid
    assert [record.grid for record in read(["." * 16] * 16)] == [Grid("." * 16, "4x4")] * 16


@pytest.mark.parametrize("text", ["1...\n...2\n..3.\n", "1...\n...2\n..3.x\n4...\n", "1234\n12\n"])
def test_what_fits_no_board_is_read_on_the_classic_one(text: str) -> None:
    assert str(Head(LineStream(iter([text]))).board) == "9x9"


def test_boards_with_more_digits_than_the_alphabet_are_not_tried() -> None:
    (record,) = read(["A...", "...B", "..C.", "D..."], alphabet="A-I")
    assert record.grid == Grid(
        ROWS_OF_4.translate(str.maketrans("1234", "ABCD")), board_of_letters()
    )


def board_of_letters() -> Geometry:
    return Geometry.parse("4x4", "A-I")


def test_a_board_that_arrives_row_by_row_is_answered_with_its_last_row() -> None:
    def typed() -> Iterator[str]:
        for row in ROWS_OF_4.splitlines():
            n_typed.append(row)
            yield row

    n_typed: list[str] = []
    record = next(read(typed()))
    assert record.grid == Grid(ROWS_OF_4, "4x4")
    assert len(n_typed) == 4


@pytest.mark.parametrize("failure", [FormatError("cut off"), SourceError("gone", "pipe")])
def test_what_fails_during_the_look_fails_again_when_it_is_read(failure: Exception) -> None:
    def texts() -> Iterator[str]:
        yield "1...\n"
        raise failure

    lines = LineStream(texts())
    assert str(Head(lines).board) == "9x9"
    assert next(lines) == "1..."
    with pytest.raises(type(failure)):
        next(lines)


def test_the_look_is_bounded_and_nothing_of_it_is_lost() -> None:
    parts = [f"{'x' * 999}\n"] * 200
    lines = LineStream(iter(parts))
    n_ahead = sum(map(len, lines.ahead()))
    assert LONG_ENOUGH < n_ahead <= LONG_ENOUGH + 1000
    assert [f"{line}\n" for line in lines] == parts


def test_the_look_leaves_a_stream_of_bytes_to_be_read() -> None:
    with open_lines(io.BytesIO(ROWS_OF_4.encode())) as lines:
        assert str(Head(lines, "board").board) == "4x4"
        assert list(lines) == ROWS_OF_4.splitlines()
