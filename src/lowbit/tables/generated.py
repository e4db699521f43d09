"""Generated puzzles as a table, with their clues and, on request, solutions, ratings, weights."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import pyarrow as pa

from lowbit.batch.masks import are_single
from lowbit.geometry import CLASSIC
from lowbit.grid import Masks
from lowbit.tables.answers.arrow import cells_column, grid_column
from lowbit.tables.rows.sinks import open_sink, to_stream
from lowbit.verbs.solve.many import solve_many

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from typing import BinaryIO

    from numpy.typing import NDArray

    from lowbit.formats.streams.table_names import TableName
    from lowbit.geometry import Geometry

MOST_IN_A_BYTE = 127

MORE: Final = {
    "er": pa.float64(),
    "ep": pa.float64(),
    "ed": pa.float64(),
    "score": pa.int64(),
    "level": pa.string(),
    "weight": pa.float64(),
    "grid": pa.int64(),
}
"""The types of the columns that may follow the clues: ratings, or those of weighted puzzles."""

NO_MORE: Final[Mapping[str, Any]] = {}


@contextmanager
def open_made(
    target: str | BinaryIO,
    named: TableName,
    *,
    solutions: bool = False,
    more: Sequence[str] = (),
    board: Geometry = CLASSIC,
) -> Iterator[Callable[..., object]]:
    """Open a table of puzzles for writing.

    Parameters
    ----------
    target : str or binary stream
        A path or URI, or a stream that is open.
    named : TableName
        The kind of table.
    solutions : bool, default False
        Whether there is a column of solutions.
    more : sequence of str
        The columns behind the clues, some of `MORE`.
    board : Geometry, optional
        The board of the puzzles; the classic one by default.

    Yields
    ------
    callable
        Writes the next puzzles, digits as uint8[n, n_cells] or masks of another type, and a dict of
        the further columns.

    Raises
    ------
    OSError
        If it cannot be written; it does not exist then.
    """
    names = ["puzzle", *(["solution"] if solutions else [])]
    number = pa.int8() if board.n_cells <= MOST_IN_A_BYTE else pa.int16()
    further = [(name, MORE[name]) for name in more]
    schema = pa.schema([*((name, pa.string()) for name in names), ("clues", number), *further])
    if isinstance(target, str):
        opened = open_sink(target, schema, named=named)
    else:
        opened = to_stream(target, schema, named)
    with opened as write:
        yield lambda puzzles, further=NO_MORE: write(
            _batch(puzzles, further, schema, board, solutions=solutions)
        )


def _batch(
    puzzles: NDArray[Any],
    further: Mapping[str, NDArray[Any]],
    schema: pa.Schema,
    board: Geometry,
    *,
    solutions: bool,
) -> pa.RecordBatch:
    every = np.ones(len(puzzles), np.bool_)
    are_digits = puzzles.dtype == np.uint8
    are_given = puzzles != 0 if are_digits else are_single(puzzles)
    clues = pa.array(np.count_nonzero(are_given, axis=1), schema.field("clues").type)
    columns = [cells_column(puzzles.copy(), every, board)]
    if solutions:
        asked = puzzles if are_digits else Masks(puzzles)
        solved = solve_many(asked, geometry=board).solutions
        columns.append(grid_column(solved, every, board))
    more = [pa.array(values, MORE[name]) for name, values in further.items()]
    return pa.RecordBatch.from_arrays([*columns, clues, *more], schema=schema)
