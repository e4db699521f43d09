"""The table of the puzzles that were drawn for a shard, until all shards are drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np
import pyarrow as pa

from lowbit.audit.duplicates import grouped
from lowbit.audit.keys import KEY, KeyFiles
from lowbit.dataset.drawing import Taken
from lowbit.dataset.skeletons import as_array, skeleton_in, text_of
from lowbit.temporary import temporary_folder

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from lowbit.dataset.wish import Wish

ONE_SPLIT: Final = np.zeros(1, np.int64)


def schema_for(wish: Wish) -> pa.Schema:
    """Return the columns for the puzzles of a wish."""
    cells, word = pa.binary(wish.board.n_cells), pa.binary(16)
    puzzles = cells if wish.skeleton is None else pa.string()
    kinds = {"puzzles": puzzles, "solutions": cells, "ids": word, "bands": pa.int64()}
    kinds |= {"splits": pa.int64(), "seeds": pa.uint64(), "numbers": pa.int64()}
    return pa.schema(list(kinds.items()))


def batch_of(taken: Taken, schema: pa.Schema) -> pa.RecordBatch:
    """Return puzzles that were drawn as rows."""
    columns = [_column(getattr(taken, field.name), field.type) for field in schema]
    return pa.RecordBatch.from_arrays(columns, schema=schema)


def taken_of(table: pa.Table) -> Taken:
    """Return the puzzles of a table of them."""
    columns = {name: _array(table.column(name)) for name in Taken._fields}
    return Taken(**columns | {"ids": ids_of(table)})


def ids_of(table: pa.Table) -> NDArray[np.uint64]:
    """Return the ids of a table's solutions."""
    return _array(table.column("ids")).view("<u8")


def column_of(ids: NDArray[np.uint64]) -> pa.Array:
    """Return ids as a column, uint64[n, 2]."""
    return _column(ids, pa.binary(ids.shape[1] * ids.itemsize))


def repeated_rows(ids: Iterable[tuple[str, NDArray[np.uint64]]]) -> dict[str, list[int]]:
    """Return the rows of tables whose solutions an earlier row has, up to isomorphism.

    The ids lie in files meanwhile; a 256th of them is in memory at a time.

    Parameters
    ----------
    ids : iterable of tuple of str and uint64[n, 2]
        The name of each table, and the ids of its solutions.
    """
    firsts: dict[str, int] = {}
    n_rows = 0
    found: dict[str, list[int]] = {}
    with temporary_folder() as folder:
        files = KeyFiles(folder)
        for name, words in ids:
            firsts[name] = n_rows
            files.add(_keys(words, n_rows))
            n_rows += len(words)
        rows = [row for keys in files for row in _later_rows(keys)]
    names, starts = [*firsts], np.array([*firsts.values()], np.int64)
    for row in sorted(rows):
        place = int(np.searchsorted(starts, row, side="right")) - 1
        found.setdefault(names[place], []).append(row - int(starts[place]))
    return found


def _keys(ids: NDArray[np.uint64], first: int) -> NDArray[np.void]:
    keys = np.zeros(len(ids), KEY)
    keys["form"] = ids
    keys["row"] = first + np.arange(len(ids))
    return keys


def _later_rows(keys: NDArray[np.void]) -> list[int]:
    """Return the rows of the keys that are equal to one of an earlier row."""
    groups = grouped(keys, "form", ONE_SPLIT)
    is_later = groups.first != np.arange(len(keys))
    rows: list[int] = keys["row"][groups.order[is_later]].tolist()
    return rows


def _column(values: NDArray[Any], kind: pa.DataType) -> pa.Array:
    """Return numbers, rows of bytes, or puzzles with constraints, as a column."""
    if values.dtype == np.object_:
        return pa.array(map(text_of, values.tolist()), kind)
    if not pa.types.is_fixed_size_binary(kind):
        return pa.array(values, kind)
    data = pa.py_buffer(np.ascontiguousarray(values).tobytes())
    return pa.Array.from_buffers(kind, len(values), [None, data])


def _array(column: pa.ChunkedArray) -> NDArray[Any]:
    """Return a column as numbers, rows of bytes, or puzzles with constraints."""
    if pa.types.is_string(column.type):
        return as_array([skeleton_in.__wrapped__(text) for text in column.to_pylist()])
    if not pa.types.is_fixed_size_binary(column.type):
        numbers: NDArray[Any] = column.to_numpy()
        return numbers
    width = column.type.byte_width
    rows = [np.zeros((0, width), np.uint8)]
    for chunk in column.chunks:
        data = np.frombuffer(chunk.buffers()[1], np.uint8).reshape(-1, width)
        rows.append(data[chunk.offset : chunk.offset + len(chunk)])
    return np.concatenate(rows)
