"""The planted data of audits, tables saved and loaded, and the findings in them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pyarrow as pa
from planted import COLUMNS, planted

from lowbit.tables.rows.sinks import open_sink
from lowbit.tables.rows.sources import open_source

if TYPE_CHECKING:
    from pathlib import Path


DATA = planted(130, 1)
EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


MEDIUM = "6....2.4...29..78.18....9..8.9...4715.6..4....7...........2...5...7.....2..3....."


def save(table: pa.Table, path: Path) -> Path:
    with open_sink(path, table.schema) as write:
        for batch in table.to_batches():
            write(batch)
    return path


def load(path: Path) -> pa.Table:
    with open_source(path) as source:
        return pa.Table.from_batches(source.batches, source.schema)


def findings(table: pa.Table) -> list[dict[str, Any]]:
    def value(of: Any) -> Any:  # noqa: ANN401 - what a table holds
        return {"true": True, "false": False, "": None}.get(of, of) if isinstance(of, str) else of

    return [{name: value(row[f"audit_{name}"]) for name in COLUMNS} for row in table.to_pylist()]
