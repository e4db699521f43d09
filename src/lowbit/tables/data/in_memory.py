"""Answers to data in memory: a column of puzzles, a table, batches one after another."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa

from lowbit.errors import TableError
from lowbit.tables.answers.operation import PuzzleRows, answers
from lowbit.tables.arrow_puzzles import puzzles_on
from lowbit.tables.batches import ROWS, answered

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from numpy.typing import NDArray

    from lowbit.tables.answers.operation import Operation
    from lowbit.tables.batches import TableQuery

AT_ONCE = 16 * ROWS
"""Rows of data in memory that are answered at a time."""


def answers_to(  # noqa: PLR0913 - most by name
    column: pa.Array | pa.ChunkedArray,
    asked: Operation,
    threads: int | None = None,
    prefix: str = "",
    *,
    numbers: NDArray[np.int64] | None = None,
    companion: pa.Array | pa.ChunkedArray | None = None,
) -> pa.Table:
    """Return the answers to a column of puzzles as a table.

    Its rows have these numbers, by default 0, 1, 2 ...; `companion` is a second one.
    """
    if companion is None:
        refuse_companion(asked)
    schema = pa.schema([field.with_name(prefix + field.name) for field in asked.fields])
    columns = {"puzzles": column} | ({} if companion is None else {"companion": companion})
    numbers = np.arange(len(column)) if numbers is None else numbers
    batches, first = [], 0
    for batch in pa.table(columns).to_batches(max_chunksize=AT_ONCE):
        puzzles, *others = [puzzles_on(asked.board, part) for part in batch.columns]
        own = numbers[first : first + len(batch)]
        beside = batch.column(1) if others else None
        rows = PuzzleRows(puzzles, own, next(iter(others), None), batch.column(0), beside)
        added = answers(asked, asked.run(rows, threads=threads))
        batches.append(pa.RecordBatch.from_arrays(added, schema=schema))
        first += len(batch)
    return pa.Table.from_batches(batches, schema)


def refuse_companion(asked: Operation) -> None:
    """Refuse an operation that reads a second column, for data that is a single column.

    Raises
    ------
    TableError
        If the operation has such a column.
    """
    if asked.companion is not None:
        advice = "; shuffle it in the same way, with the same seed" if asked.is_numbered else ""
        raise TableError(f"there is no column {asked.companion} beside a column alone{advice}")


def table_answered(
    table: pa.Table,
    query: TableQuery,
    threads: int | None,
    numbers: NDArray[np.int64] | None = None,
) -> pa.Table:
    """Return a table, whose rows have these numbers, with the answers."""
    batches = table.to_batches(max_chunksize=AT_ONCE)
    return pa.Table.from_batches(batches_answered(query, batches, threads, numbers), query.schema)


def batches_answered(
    query: TableQuery,
    batches: Iterable[pa.RecordBatch],
    threads: int | None,
    numbers: NDArray[np.int64] | None = None,
) -> Iterator[pa.RecordBatch]:
    """Yield batches, whose rows have these numbers, with the answers."""
    first = 0
    for batch in batches:
        for at in range(0, batch.num_rows, AT_ONCE):
            part = batch.slice(at, AT_ONCE)
            end = first + part.num_rows
            own = np.arange(first, end) if numbers is None else numbers[first:end]
            yield answered(query, part, own, threads).batch
            first = end
