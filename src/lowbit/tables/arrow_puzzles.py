"""A column of a table as puzzles for the kernels, without a copy.

::

    strings, binary    offsets  0      81     162        fixed widths have no offsets: they are
                       data     53..7. 6..195 .98...      multiples of the width
                       validity 1      1      0          what is null begins nowhere

    lists of digits    offsets  0      81     162        the same, with digits for characters

The kernels read the characters, or the digits, in Arrow's memory.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa
import pyarrow.types as kinds

from lowbit.batch.boards import read_boards
from lowbit.batch.puzzles import NO_DIGIT, puzzles_from_digits, puzzles_from_words
from lowbit.batch.words import Words, words_where_they_lie
from lowbit.errors import TableError
from lowbit.geometry import CLASSIC
from lowbit.kernels.classic.layout import N_CELLS

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from lowbit.batch.boards import BoardBatch
    from lowbit.geometry import Geometry
    from lowbit.kernels.classic.search import Puzzles


def puzzles_of_column(column: pa.Array) -> Puzzles:
    """Return the puzzles of a column, row for row; a null is not a puzzle.

    Parameters
    ----------
    column : pyarrow.Array
        Strings or binary of any kind, dictionaries of them, or lists of 81 digits, nested or
        not, 0 for a blank.

    Raises
    ------
    TableError
        If puzzles are not kept in such a column.
    """
    column = _plain(column)
    if _is_text(column.type):
        lengths, starts = _spans(_offsets(column), column)
        characters = _memory(column.buffers()[-1])
        return puzzles_from_words(words_where_they_lie(Words(characters, starts, lengths)))
    offsets, digits = _flat(column)
    lengths, starts = _spans(offsets, column)
    return puzzles_from_digits(_numbers(digits), np.where(lengths == N_CELLS, starts, -1))


def puzzles_on(board: Geometry, column: pa.Array) -> Puzzles | BoardBatch:
    """Return the puzzles of a column on any board, row for row.

    Raises
    ------
    TableError
        If puzzles are not kept in such a column.
    """
    return puzzles_of_column(column) if board == CLASSIC else boards_of_column(board, column)


def boards_of_column(board: Geometry, column: pa.Array) -> BoardBatch:
    """Return the puzzles of a column on a board that is not the classic one, row for row.

    Raises
    ------
    TableError
        If puzzles are not kept in such a column.
    """
    items = [
        item.decode(errors="backslashreplace") if isinstance(item, bytes) else item
        for item in _plain(column).to_pylist()
    ]
    return read_boards(items, board)


def texts_of_rows(column: pa.Array, rows: NDArray[np.int64]) -> list[str]:
    """Return the texts in some rows of a column of puzzles; "" where there is none."""
    items = _plain(column).take(pa.array(rows)).to_pylist()
    texts = [item.decode(errors="replace") if isinstance(item, bytes) else item for item in items]
    return [text if isinstance(text, str) else "" for text in texts]


def is_puzzle_type(kind: pa.DataType) -> bool:
    """Whether a column of this type may hold puzzles."""
    if kinds.is_dictionary(kind):
        kind = kind.value_type
    if _is_text(kind) or kinds.is_string_view(kind) or kinds.is_binary_view(kind):
        return True
    n_levels = 0
    while _is_list(kind):
        kind = kind.value_type
        n_levels += 1
    return kinds.is_null(kind) or (n_levels > 0 and kinds.is_integer(kind))


def _plain(column: pa.Array) -> pa.Array:
    """Return a column in plain form: no dictionary, no views, no extension type."""
    if isinstance(column, pa.ExtensionArray):
        column = column.storage
    if not is_puzzle_type(column.type):
        raise TableError(
            f"a column of {column.type} holds no puzzles; they are strings, or lists of 81 digits"
        )
    if kinds.is_dictionary(column.type):
        column = column.dictionary_decode()
    if kinds.is_string_view(column.type) or kinds.is_binary_view(column.type):
        column = column.cast(pa.large_binary())
    return column.cast(pa.large_binary()) if kinds.is_null(column.type) else column


def _is_text(kind: pa.DataType) -> bool:
    return bool(
        kinds.is_string(kind)
        or kinds.is_binary(kind)
        or kinds.is_large_string(kind)
        or kinds.is_large_binary(kind)
        or kinds.is_fixed_size_binary(kind)
    )


def _is_list(kind: pa.DataType) -> bool:
    return bool(kinds.is_list(kind) or kinds.is_large_list(kind) or kinds.is_fixed_size_list(kind))


def _offsets(column: pa.Array) -> NDArray[np.int64]:
    """Return the offset of each row, and the end of the last one."""
    kind, n, first = column.type, len(column), column.offset
    if kinds.is_fixed_size_binary(kind) or kinds.is_fixed_size_list(kind):
        width: int = kind.byte_width if kinds.is_fixed_size_binary(kind) else kind.list_size
        return np.arange(first, first + n + 1, dtype=np.int64) * width
    if n == 0:  # then Arrow need not have any
        return np.zeros(1, np.int64)
    is_large = (
        kinds.is_large_string(kind) or kinds.is_large_binary(kind) or kinds.is_large_list(kind)
    )
    offsets = np.frombuffer(column.buffers()[1], np.int64 if is_large else np.int32)
    return offsets[first : first + n + 1].astype(np.int64)


def _spans(
    offsets: NDArray[np.int64], column: pa.Array
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the length and the offset of each row; a null is empty."""
    lengths = np.diff(offsets)
    if column.null_count:
        lengths[column.is_null().to_numpy(zero_copy_only=False)] = 0
    return lengths, offsets[:-1]


def _flat(column: pa.Array) -> tuple[NDArray[np.int64], pa.Array]:
    """Return where the digits of each row lie, and all digits."""
    offsets = _offsets(column)
    values = column.values
    while _is_list(values.type):
        offsets = _offsets(values)[offsets]
        values = values.values
    return offsets, values


def _numbers(values: pa.Array) -> NDArray[Any]:
    if values.null_count:
        values = values.cast(pa.int64()).fill_null(NO_DIGIT)
    numbers: NDArray[Any] = values.to_numpy(zero_copy_only=False)
    return numbers


class _Memory:
    """The memory of a buffer as NumPy takes it: writable, because kernels are compiled for that.

    They do not write to it.
    """

    def __init__(self, buffer: pa.Buffer) -> None:
        self._buffer = buffer
        self.__array_interface__ = {
            "data": (buffer.address, False),
            "shape": (buffer.size,),
            "typestr": "|u1",
            "version": 3,
        }


def _memory(buffer: pa.Buffer | None) -> NDArray[np.uint8]:
    if buffer is None or buffer.size == 0:
        return np.zeros(0, np.uint8)
    return np.asarray(_Memory(buffer))
