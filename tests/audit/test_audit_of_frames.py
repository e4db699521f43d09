"""Audits of tables in memory: of Arrow, pandas and Polars, with their splits."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.dataset as ds
import pyarrow.parquet as pq
import pytest

from lowbit import TableError
from lowbit.audit import audit_files

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

PUZZLE = "6....2.4...29..78.18....9..8.9...4715.6..4....7...........2...5...7.....2..3....."
SOLUTION = "697582143452913786183467952829635471516874239374291568748126395931758624265349817"
ROWS: dict[str, list[Any]] = {
    "puzzle": [PUZZLE, PUZZLE, "x"], "solution": [SOLUTION, SOLUTION[::-1], None], "n": [1, 2, 3]
}  # fmt: skip

KINDS: dict[str, Callable[[dict[str, list[Any]]], Any]] = {
    "arrow": pa.table,
    "dataset": lambda rows: ds.dataset(pa.table(rows)),
    "pandas": pd.DataFrame,
    "polars": pl.DataFrame,
    "lazy": pl.LazyFrame,
}


@pytest.mark.parametrize("kind", KINDS)
def test_a_table_in_memory_is_audited_as_its_file(kind: str, tmp_path: Path) -> None:
    pq.write_table(pa.table(ROWS), tmp_path / "table.parquet")
    of_file = audit_files(tmp_path / "table.parquet", annotated=tmp_path / "file.csv")
    of_table = audit_files(KINDS[kind](ROWS), annotated=tmp_path / "table.csv")
    assert of_table.total.to_dict() == of_file.total.to_dict()
    annotated = [(tmp_path / f"{name}.csv").read_text().replace("\r", "").replace(
        str(tmp_path / "table.parquet"), "table") for name in ("file", "table")]  # fmt: skip
    assert annotated[0] == annotated[1]


def test_tables_by_name_are_splits() -> None:
    report = audit_files({"train": pd.DataFrame(ROWS), "test": pa.table(ROWS)})
    assert [*report.splits] == ["train", "test"]
    assert report.total.n_rows == 6


def test_columns_of_arrays_are_audited() -> None:
    digits = np.array([*map(int, PUZZLE.replace(".", "0"))]).reshape(9, 9)
    report = audit_files(pd.DataFrame({"puzzle": [digits, digits]}))
    assert (report.total.n_rows, report.total.n_exact) == (2, 1)


def test_what_is_no_table_is_refused() -> None:
    with pytest.raises(TableError, match="this is a int"):
        audit_files({"train": 5})
