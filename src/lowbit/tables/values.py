"""The column of puzzles of a table: its values, read and written."""

from __future__ import annotations

from itertools import chain, islice
from typing import TYPE_CHECKING, Any, Final

import pyarrow as pa

from lowbit.errors import FormatError
from lowbit.tables.batches import ROWS
from lowbit.tables.columns import path_of, require_puzzles
from lowbit.tables.rows.sinks import open_sink
from lowbit.tables.rows.sources import open_source

if TYPE_CHECKING:
    import os
    from collections.abc import Iterable, Iterator

FIELDS: Final = pa.schema([("puzzle", pa.string())])


def read_values(path: str | os.PathLike[str], column: str | None = None) -> Iterator[Any]:
    """Yield the values of a table's column of puzzles, row by row, as Python objects.

    Raises
    ------
    SourceError, FormatError
        If the table cannot be read.
    TableError
        If no column holds puzzles.
    """
    with open_source(path) as table:
        where = path_of(table.schema, column)
        require_puzzles(where.field(table.schema))
        values = (where.of(batch).to_pylist() for batch in table.batches)
        for row, value in enumerate(chain.from_iterable(values)):
            if row in table.reasons:
                raise FormatError(table.reasons[row])
            yield value


def write_values(path: str | os.PathLike[str], values: Iterable[str]) -> None:
    """Write a table of one column, called ``puzzle``.

    Raises
    ------
    TableError
        If there is no such kind of table.
    OSError
        If it cannot be written.
    """
    remaining = iter(values)
    with open_sink(path, FIELDS) as write:
        while batch := list(islice(remaining, ROWS)):
            write(pa.RecordBatch.from_arrays([pa.array(batch, pa.string())], schema=FIELDS))
