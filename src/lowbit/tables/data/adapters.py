"""Tables in memory of each kind, answered: Arrow, pandas and Polars."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import pyarrow as pa

from lowbit.errors import GridError, TableError
from lowbit.formats.puzzle import puzzle_text
from lowbit.grid import Grid
from lowbit.tables.batches import query_of
from lowbit.tables.columns import puzzle_column, refuse_taken
from lowbit.tables.data.in_memory import answers_to, batches_answered, table_answered

if TYPE_CHECKING:
    from lowbit.tables.answers.operation import Operation

TableLike: TypeAlias = Any
"""A table or a column of pyarrow, pandas or Polars; none of them is needed for the others, and two
of the three have no types."""

ACCEPTED = (
    "a table is one of pyarrow (Table, RecordBatch, RecordBatchReader, Dataset, Array), pandas "
    "or Polars (frame, series)"
)


REFUSED: Final = (OverflowError, pa.ArrowInvalid, pa.ArrowTypeError)
"""The errors of items that Arrow does not take as they are."""


def answered_arrow(
    data: TableLike,
    asked: Operation,
    column: str | None,
    prefix: str,
    threads: int | None,
) -> TableLike:
    """Return a table or stream of Arrow with the answers; a stream is answered as it is read."""
    schema = getattr(data, "schema", None)
    if isinstance(data, (pa.Table, pa.RecordBatch)):
        query = query_of(schema, asked, column, prefix)
        table = data if isinstance(data, pa.Table) else pa.Table.from_batches([data])
        whole = table_answered(table, query, threads)
        return whole if isinstance(data, pa.Table) else _one_batch(whole)
    if hasattr(data, "to_batches") and isinstance(schema, pa.Schema):  # a Dataset or a Scanner
        batches = data.to_batches()
    elif hasattr(data, "__arrow_c_stream__"):
        batches = data = pa.RecordBatchReader.from_stream(data)
    else:
        raise TableError(f"{ACCEPTED}; this is a {type(data).__name__}{_advice(data)}")
    query = query_of(data.schema, asked, column, prefix)
    return pa.RecordBatchReader.from_batches(
        query.schema, batches_answered(query, batches, threads)
    )


def _advice(data: object) -> str:
    """Return the advice for data that is no table."""
    if isinstance(data, Mapping):
        return ": pyarrow.table(...) makes a table of columns"
    if isinstance(data, (str, os.PathLike)):
        return ": answer_file takes files"
    is_batch = isinstance(data, (list, tuple)) or hasattr(data, "__array__")
    return ": lowbit.solve_many and its like take lists and arrays" if is_batch else ""


def table_of(data: TableLike) -> pa.Table:
    """Return a table of pyarrow, pandas or Polars as one of Arrow's.

    Raises
    ------
    TableError
        If it is none.
    """
    pandas: Any = sys.modules.get("pandas")
    if pandas and isinstance(data, pandas.DataFrame):
        columns = [_arrow_of(data.iloc[:, place]) for place in range(data.shape[1])]
        return pa.table(columns, [str(name) for name in data.columns])
    data = data.collect() if hasattr(data, "collect_schema") and hasattr(data, "collect") else data
    if isinstance(data, pa.Table):
        return data
    if hasattr(data, "to_table"):
        return data.to_table()
    if hasattr(type(data), "schema") and hasattr(data, "__arrow_c_stream__"):
        return pa.RecordBatchReader.from_stream(data).read_all()
    raise TableError(f"{ACCEPTED}; this is a {type(data).__name__}")


def _one_batch(table: pa.Table) -> pa.RecordBatch:
    batches = table.combine_chunks().to_batches()
    empty = [pa.array([], field.type) for field in table.schema]
    return batches[0] if batches else pa.RecordBatch.from_arrays(empty, schema=table.schema)


def answered_pandas(
    data: TableLike,
    asked: Operation,
    column: str | None,
    prefix: str,
    threads: int | None,
) -> TableLike:
    """Return a frame or a series of pandas with the answers."""
    pandas: Any = sys.modules["pandas"]
    is_frame = isinstance(data, pandas.DataFrame)
    place = puzzle_column([str(name) for name in data.columns], column) if is_frame else 0
    puzzles = _arrow_of(data.iloc[:, place] if is_frame else data)
    companion = None
    if is_frame and asked.companion is not None:
        beside = puzzle_column([str(name) for name in data.columns], asked.companion)
        companion = _arrow_of(data.iloc[:, beside])
    own = {pa.int64(): pandas.Int64Dtype(), pa.bool_(): pandas.BooleanDtype()}
    found = answers_to(puzzles, asked, threads, prefix, companion=companion)
    added = found.to_pandas(types_mapper=own.get)
    added.index = data.index
    if not is_frame:
        return added
    refuse_taken(added.columns, list(data.columns))
    return pandas.concat([data, added], axis=1)


def _arrow_of(series: TableLike) -> pa.Array:
    """Return a series of pandas as a column, also of arrays, Grids and large integers."""
    try:
        column = pa.array(series, from_pandas=True)
    except REFUSED:
        column = _column_of([*map(_plain, series)])
    return pa.nulls(len(column)) if column.null_count == len(column) else column


def _column_of(items: list[Any]) -> pa.Array:
    """Return items as a column; as texts if they are of several types."""
    try:
        return pa.array(items, from_pandas=True)
    except REFUSED:
        is_missing = sys.modules["pandas"].isna
        return pa.array(
            [None if is_missing(item) is True else _text_of(item) for item in items], pa.string()
        )


def _plain(item: Any) -> Any:  # noqa: ANN401 - whatever pandas holds
    """Return an array as lists, and as text a Grid, and a number that was a puzzle."""
    if isinstance(item, (int, Grid)):
        return _text_of(item)
    return item.tolist() if hasattr(item, "tolist") else item


def _text_of(item: Any) -> str:  # noqa: ANN401 - as above
    """Return the text of the puzzle that an item is; its own text if it is no puzzle."""
    try:
        return puzzle_text(Grid(item))
    except GridError:
        return str(item)


def answered_polars(
    data: TableLike,
    asked: Operation,
    column: str | None,
    prefix: str,
    threads: int | None,
) -> TableLike:
    """Return a frame or a series of Polars with the answers; a lazy one stays lazy."""
    from lowbit.tables.data import polars as own  # loads Polars

    polars: Any = sys.modules["polars"]
    if isinstance(data, polars.Series):
        return polars.from_arrow(answers_to(own.to_arrow(data), asked, threads, prefix))
    names = data.collect_schema().names()
    columns = [polars.col(names[puzzle_column(names, column)])]
    if asked.companion is not None:
        beside = polars.col(names[puzzle_column(names, asked.companion)])
        columns = [columns[0].alias("puzzle"), beside.alias("beside")]  # which may be the same
    refuse_taken([prefix + name for name in asked.fields.names], names)
    added = own.expression(columns, asked, threads)
    renamed = added.name.prefix_fields(prefix) if prefix else added
    hidden = "lowbit answers"
    return data.with_columns(renamed.alias(hidden)).unnest(hidden)
