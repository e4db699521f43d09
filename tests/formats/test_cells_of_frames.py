"""Cells as data frames write them: nothing, NaN, and floats for digits."""

from __future__ import annotations

import io

import numpy as np
import pandas as pd
import polars as pl
import pytest

from lowbit import formats, solve_many
from lowbit.errors import GridError
from lowbit.geometry import Geometry
from lowbit.grid import Grid
from lowbit.status import Status

PUZZLE = "6....2.4...29..78.18....9..8.9...4715.6..4....7...........2...5...7.....2..3....."
FRAME = pd.DataFrame([[float(cell) if cell != "." else None for cell in PUZZLE]], dtype=float)
ROWS = pd.DataFrame(FRAME.to_numpy().reshape(9, 9))


def grids(text: str) -> list[Grid | None]:
    return [record.grid for record in formats.read(io.StringIO(text))]


@pytest.mark.parametrize("missing", ["", "NaN", "nan"])
@pytest.mark.parametrize("separator", [",", ";", "\t"])
@pytest.mark.parametrize("frame", [FRAME, ROWS], ids=["a line", "rows"])
def test_text_of_a_frame(frame: pd.DataFrame, separator: str, missing: str) -> None:
    text = frame.to_csv(sep=separator, na_rep=missing, header=False, index=False)
    assert grids(text) == [Grid(PUZZLE)]
    if frame is FRAME:
        assert solve_many(text).status.tolist() == [Status.UNIQUE]


@pytest.mark.parametrize("frame", [FRAME, ROWS], ids=["a line", "rows"])
def test_a_frame_is_a_grid(frame: pd.DataFrame) -> None:
    assert Grid(frame) == Grid(pl.from_pandas(frame)) == Grid(PUZZLE)
    assert Grid(frame.fillna(0).astype(int)) == Grid(PUZZLE)
    with pytest.raises(GridError, match="81 cells, not 80"):
        Grid(pd.DataFrame([0] * 80))


WHOLE = pd.DataFrame([[int(cell) if cell != "." else 0 for cell in PUZZLE]] * 3)
INDEXED = FRAME.rename(index={0: 7})


@pytest.mark.parametrize("separator", [",", ";", "\t", "|"])
@pytest.mark.parametrize("index", [False, True])
@pytest.mark.parametrize(
    ("frame", "n"),
    [(FRAME, 1), (ROWS, 1), (WHOLE, 3), (ROWS.fillna(0).astype(int), 1)],
    ids=["a puzzle", "rows", "puzzles", "rows of digits"],
)
def test_columns_that_are_counted(
    frame: pd.DataFrame, n: int, separator: str, *, index: bool
) -> None:
    text = frame.to_csv(sep=separator, index=index)
    assert grids(text) == [Grid(PUZZLE)] * n
    assert grids(text * 2) == [Grid(PUZZLE)] * n * 2
    assert formats.sniff(io.StringIO(text)) == "csv"


def test_a_line_of_tabs_alone_is_empty_and_one_of_commas_a_blank_grid() -> None:
    assert grids(f"{PUZZLE}\n{chr(9) * 80}\n{',' * 80}\n") == [
        Grid(PUZZLE),
        None,
        Grid("." * 81),
    ]


def test_the_index_of_a_puzzle_is_its_remark() -> None:
    (record,) = formats.read(io.StringIO(INDEXED.to_csv()))
    assert record.remark == "7"


@pytest.mark.parametrize("size", [4, 6, 16, 25])
def test_frames_of_other_boards(size: int) -> None:
    board = Geometry.parse(f"{size}x{size}")
    rows = np.zeros((size, size))
    rows[0], rows[-1, 0] = range(1, size + 1), 2
    for cells in (rows, rows.reshape(1, -1), rows.astype(int)):
        for index in (False, True):
            text = pd.DataFrame(cells).to_csv(index=index)
            assert grids(text) == [Grid(rows.astype(int).ravel().tolist(), board)]


def test_a_row_that_counts_is_no_header() -> None:
    cells = [[*range(9)], *[[0] * 9] * 8]
    text = pd.DataFrame(cells).to_csv(header=False, index=False)
    assert grids(text) == [Grid(cells)]
    assert grids(text * 2) == [Grid(cells)] * 2
    assert grids(pd.DataFrame(cells).to_csv(index=False)) == [Grid(cells)]


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        ("1,2,3,4,5,6,7,8,x", "'x' is not a digit or blank"),
        ("1,2,3,4,5,6,7,8,10", "'10' is not a digit or blank"),
        ("1,2,3,4,5,6,7,8,1.5", "'1.5' is not a digit or blank"),
        ("1,2,3,4,5,6,7,8", "a row has 9 cells, not 8"),
    ],
)
def test_a_row_of_a_frame_that_is_none(row: str, reason: str) -> None:
    header = ",".join(map(str, range(9)))
    (record,) = formats.read([header, row, *[",,,,,,,,"] * 8])
    assert record.error
    assert (record.error.reason, record.error.line) == (reason, 2)


def test_json_with_nan() -> None:
    rows = ", ".join(["[5.0, NaN, 3.0, 0, 0, 0, 0, 0, null]"] * 9)
    assert grids(f"[{rows}]") == [Grid("5.3......" * 9)]


@pytest.mark.parametrize("cells", [ROWS, FRAME], ids=["rows", "a row"])
def test_a_grid_of_a_frame(cells: pd.DataFrame) -> None:
    values = cells.to_numpy()
    assert Grid(values) == Grid(values.tolist()) == Grid(values.astype(np.float32)) == Grid(PUZZLE)


def test_nothing_but_nan_is_no_grid() -> None:
    with pytest.raises(GridError, match="all cells are NaN: there is no puzzle"):
        Grid([float("nan")] * 81)


def test_a_tab_before_a_line_is_no_cell() -> None:
    assert grids("\t" + ",".join(PUZZLE) + "\t# easy\n") == [Grid(PUZZLE)]


ZEROS = PUZZLE.replace(".", "0")


@pytest.mark.parametrize(
    "line",
    [
        f"3,{','.join(ZEROS)}",
        f"{','.join(ZEROS)},3",
        f"{';'.join(ZEROS)};;easy",
        f"3,{','.join(PUZZLE).replace('.', '')}",
        f"3\t{chr(9).join(PUZZLE).replace('.', '')}\teasy",
        f"3 {' '.join(ZEROS)}",
        f"{' '.join(ZEROS)} 3",
    ],
)
def test_cells_of_which_one_is_too_many_are_no_puzzle(line: str) -> None:
    (record,) = formats.read([line], "line")
    assert record.error
    assert record.error.reason.startswith("a 9x9 grid has 81 cells, not 82; where one")
    assert solve_many(line).status.tolist() == [Status.INVALID]


@pytest.mark.parametrize(
    ("behind", "remark"),
    [(",", ""), (",easy", "easy"), (", 17", "17"), (" 3", "3"), (";3", "3"), ("  # 3", "3")],
)
def test_what_stands_behind_the_cells_is_a_remark(behind: str, remark: str) -> None:
    (record,) = formats.read([",".join(ZEROS) + behind], "line")
    assert (record.grid, record.remark) == (Grid(PUZZLE), remark)


@pytest.mark.parametrize("separator", [",", ";", "\t", " "])
@pytest.mark.parametrize("size", [6, 8, 10, 12])
def test_cells_that_would_begin_with_a_smaller_puzzle(size: int, separator: str) -> None:
    cells = [*map(str, range(1, 7)), *["0"] * (size * size - 6)]
    (record,) = formats.read([separator.join(cells) + "  # easy"])
    assert record.grid == Grid("".join(cells), f"{size}x{size}")


@pytest.mark.parametrize("field", ["na", "1.5", "10.0", "x.0", "1."])
def test_other_fields_are_no_cells(field: str) -> None:
    cells = ["." if cell == "." else cell for cell in PUZZLE]
    record = next(formats.read([",".join([field, *cells[1:]])], "line"))
    assert record.error
