"""Generated puzzles as a table, with their clues and, on request, their solutions."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa

from lowbit.tables.arrow_answers import grid_column, puzzle_column
from lowbit.tables.sinks import open_sink, to_stream
from lowbit.verbs.solve.many import solve_many

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import BinaryIO

    from numpy.typing import NDArray

    from lowbit.formats.table_names import TableName


@contextmanager
def open_made(
    target: str | BinaryIO, named: TableName, *, solutions: bool = False
) -> Iterator[Callable[[NDArray[np.uint8]], object]]:
    """Open a table of puzzles for writing.

    Parameters
    ----------
    target : str or binary stream
        A path or URI, or a stream that is open.
    named : TableName
        Which kind of table it is.
    solutions : bool, default False
        Whether there is a column of solutions.

    Yields
    ------
    callable
        Writes the next puzzles, uint8[n, 81].

    Raises
    ------
    OSError
        If it cannot be written; it does not exist then.
    """
    names = ["puzzle", *(["solution"] if solutions else [])]
    schema = pa.schema([*((name, pa.string()) for name in names), ("clues", pa.int8())])
    if isinstance(target, str):
        opened = open_sink(target, schema, named=named)
    else:
        opened = to_stream(target, schema, named)
    with opened as write:
        yield lambda puzzles: write(_batch(puzzles, schema, solutions=solutions))


def _batch(puzzles: NDArray[np.uint8], schema: pa.Schema, *, solutions: bool) -> pa.RecordBatch:
    every = np.ones(len(puzzles), np.bool_)
    clues = np.count_nonzero(puzzles, axis=1).astype(np.int8)
    columns = [puzzle_column(puzzles.copy(), every)]
    if solutions:
        columns.append(grid_column(solve_many(puzzles).solutions, every))
    return pa.RecordBatch.from_arrays([*columns, pa.array(clues)], schema=schema)
