"""Columns of data frames whose items Arrow does not take as they are; tables given elsewhere."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import lowbit
from lowbit import Grid, InputError, TableError, tables

if TYPE_CHECKING:
    from collections.abc import Callable

PUZZLE = "6....2.4...29..78.18....9..8.9...4715.6..4....7...........2...5...7.....2..3....."
DIGITS = np.array([int(cell) for cell in PUZZLE.replace(".", "0")])
ROWS = DIGITS.reshape(9, 9)
NUMBER = int(PUZZLE.replace(".", "0"))

COLUMNS: dict[str, tuple[list[Any], list[str]]] = {
    "arrays": ([ROWS, ROWS], ["unique", "unique"]),
    "arrays of floats": ([ROWS.astype(float), ROWS / 1.0], ["unique", "unique"]),
    "arrays of NaN": ([ROWS, np.full((9, 9), np.nan)], ["unique", "invalid"]),
    "arrays of characters": ([np.array([*PUZZLE]).reshape(9, 9)], ["unique"]),
    "flat arrays": ([DIGITS], ["unique"]),
    "an array and None": ([ROWS, None], ["unique", "invalid"]),
    "lists": ([ROWS.tolist()], ["unique"]),
    "Grids": ([Grid(PUZZLE), Grid(PUZZLE)], ["unique", "unique"]),
    "large integers": ([NUMBER, None, pd.NA, np.nan], ["unique", *["invalid"] * 3]),
    "NaN alone": ([np.nan, np.nan], ["invalid", "invalid"]),
    "no values": ([None, None], ["invalid", "invalid"]),
    "several types": (
        [PUZZLE, 3.5, {"a": 1}, ROWS, NUMBER, None, np.nan, pd.NA, b"x"],
        ["unique", "invalid", "invalid", "unique", "unique", *["invalid"] * 4],
    ),
}


@pytest.mark.parametrize("kind", COLUMNS)
def test_columns_of_pandas_are_answered_whatever_they_hold(kind: str) -> None:
    items, statuses = COLUMNS[kind]
    for data in (pd.DataFrame({"puzzle": items}), pd.Series(items)):
        assert tables.check(data, unique=True)["status"].tolist() == statuses


def test_tensors_of_arrow_are_puzzles() -> None:
    tensor = pa.FixedShapeTensorArray.from_numpy_ndarray(np.array([ROWS, ROWS]))
    answered = tables.check(pa.table({"puzzle": tensor}), unique=True)
    assert answered["status"].to_pylist() == ["unique", "unique"]


TABLES: dict[str, Callable[[], Any]] = {
    "dict": lambda: {"puzzle": [PUZZLE]},
    "pandas": lambda: pd.DataFrame({"puzzle": [PUZZLE], "n": [1]}),
    "one column": lambda: pd.DataFrame({"puzzle": [PUZZLE]}),
    "polars": lambda: pl.DataFrame({"puzzle": [PUZZLE], "n": [1]}),
    "lazy": lambda: pl.LazyFrame({"puzzle": [PUZZLE]}),
    "arrow": lambda: pa.table({"puzzle": [PUZZLE]}),
    "batch": lambda: pa.table({"puzzle": [PUZZLE]}).to_batches()[0],
}
MANY: dict[str, dict[str, Any]] = {
    name: {} for name in lowbit.__all__ if name.endswith("_many")
} | {
    "transform_many": {"transforms": lowbit.Transform.random(1)},
    "verify_many": {"answers": [PUZZLE]},
}


@pytest.mark.parametrize("name", MANY)
@pytest.mark.parametrize("table", TABLES)
def test_functions_on_batches_refuse_tables(table: str, name: str) -> None:
    kind = type(TABLES[table]()).__name__
    with pytest.raises(InputError, match=f"the column of puzzles of this {kind}, or give it"):
        getattr(lowbit, name)(TABLES[table](), **MANY[name])


@pytest.mark.parametrize("table", TABLES)
def test_so_they_do_on_other_boards(table: str) -> None:
    with pytest.raises(InputError, match="a batch is no table"):
        lowbit.solve_many(TABLES[table](), geometry="6x6")


def test_a_frame_with_a_cell_in_each_column_is_a_batch() -> None:
    assert [row.status.word for row in lowbit.solve_many(pd.DataFrame([DIGITS]))] == ["unique"]


@pytest.mark.parametrize(
    ("data", "advice"),
    [
        ({"puzzle": [PUZZLE]}, "a dict: pyarrow.table"),
        ([PUZZLE], "a list: lowbit.solve_many"),
        (ROWS, "a ndarray: lowbit.solve_many"),
        ("x.csv", "a str: answer_file"),
    ],
    ids=["dict", "list", "array", "path"],
)
def test_what_is_no_table_is_told_where_it_belongs(data: object, advice: str) -> None:
    with pytest.raises(TableError, match=f"this is {advice}"):
        tables.solve(data)
