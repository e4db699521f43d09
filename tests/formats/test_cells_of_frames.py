"""Cells as data frames write them: nothing, NaN, and floats for digits."""

from __future__ import annotations

import io

import numpy as np
import pandas as pd
import pytest

from lowbit import formats, solve_many
from lowbit.errors import GridError
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


@pytest.mark.parametrize("field", ["na", "1.5", "10.0", "x.0", "1."])
def test_other_fields_are_no_cells(field: str) -> None:
    cells = ["." if cell == "." else cell for cell in PUZZLE]
    record = next(formats.read([",".join([field, *cells[1:]])], "line"))
    assert record.error
