"""A column of a table as puzzles for the kernels, without a copy.

::

    strings, binary    offsets  0      81     162        fixed widths have no offsets: they are
                       data     53..7. 6..195 .98...      multiples of the width
                       validity 1      1      0          a null begins nowhere

    lists of digits    offsets  0      81     162        the same, with digits for characters
    lists of strings   offsets  0      9      18         into those of the strings

The kernels read the characters, or the digits, in Arrow's memory; numbers wider than a byte are
converted.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.types as kinds

from lowbit.batch.arrays import bytes_of_digits
from lowbit.batch.boards import read_boards
from lowbit.batch.puzzles import puzzles_from_digits, puzzles_from_words
from lowbit.batch.words import Words, words_where_they_lie
from lowbit.cells import AS_TEXT, MOST_DECIMAL
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
        Strings or binary of any kind, dictionaries of them, or lists of 81 digits or characters,
        nested or not: 0, an empty string and a null among others are blanks.

    Raises
    ------
    TableError
        If puzzles are not kept in such a column.
    """
    column = _plain(column, CLASSIC)
    if _is_text(column.type):
        return _from_text(column, *_spans(_offsets(column), column))
    offsets, values = _flat(column)
    if _is_text(values.type):
        values = _with_blanks(values)
        return _from_text(values, *_spans(_offsets(values)[offsets], column))
    return _from_numbers(values, *_spans(offsets, column))


def _from_text(strings: pa.Array, lengths: NDArray[np.int64], starts: NDArray[np.int64]) -> Puzzles:
    """Return the puzzles whose characters lie one after another."""
    words = Words(_memory(strings.buffers()[-1]), starts, lengths)
    return puzzles_from_words(words_where_they_lie(words))


def _from_numbers(
    values: pa.Array, lengths: NDArray[np.int64], starts: NDArray[np.int64]
) -> Puzzles:
    """Return the puzzles whose digits lie one after another; a missing digit is a blank."""
    starts = np.where(lengths == N_CELLS, starts, -1)
    is_missing = pc.is_null(values, nan_is_null=True)
    if pc.any(is_missing).as_py():
        values = pc.if_else(is_missing, pa.scalar(0, values.type), values)
        n_before = np.concatenate([[0], np.cumsum(is_missing.to_numpy(zero_copy_only=False))])
        n_missing = n_before[np.maximum(starts, 0) + lengths] - n_before[np.maximum(starts, 0)]
        starts = np.where(n_missing == N_CELLS, -1, starts)
    numbers = values.to_numpy(zero_copy_only=False)
    return puzzles_from_digits(bytes_of_digits(numbers[:, np.newaxis], threads=1), starts)


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
        for item in _plain(column, board).to_pylist()
    ]
    return read_boards(items, board)


def texts_of_rows(column: pa.Array, rows: NDArray[np.int64]) -> list[str]:
    """Return the texts in some rows of a column of puzzles; "" where there is none."""
    items = _decoded(column, pa.large_binary()).take(pa.array(rows)).to_pylist()
    texts = [item.decode(errors="replace") if isinstance(item, bytes) else item for item in items]
    return [text if isinstance(text, str) else "" for text in texts]


def is_puzzle_type(kind: pa.DataType) -> bool:
    """Whether a column of this type may hold puzzles."""
    if kinds.is_dictionary(kind):
        kind = kind.value_type
    if _is_text(kind) or kinds.is_string_view(kind) or kinds.is_binary_view(kind):
        return True
    if not _is_list(kind):
        return bool(kinds.is_null(kind))
    while _is_list(kind):
        kind = kind.value_type
    return bool(
        kinds.is_null(kind)
        or kinds.is_integer(kind)
        or kinds.is_floating(kind)
        or is_puzzle_type(kind)
    )


def why_no_puzzles(kind: pa.DataType, board: Geometry) -> str:
    """Return why a column of this type holds no puzzles on a board; "" if it may.

    A number may be all digits of a puzzle on a small board.
    """
    kind = kind.storage_type if isinstance(kind, pa.BaseExtensionType) else kind
    kept = int(kind.precision) if kinds.is_decimal(kind) else DIGITS_KEPT.get(kind, 0)
    if is_puzzle_type(kind) or (kept >= board.n_cells and board.size <= MOST_DECIMAL):
        return ""
    if kept:
        return f"numbers of this type keep {kept} digits, of {board.n_cells}: {AS_TEXT}"
    return f"puzzles are strings, or lists of {board.n_cells} digits"


DIGITS_KEPT: Final = {
    pa.int8(): 2, pa.int16(): 4, pa.int32(): 9, pa.int64(): 18, pa.uint8(): 2, pa.uint16(): 4,
    pa.uint32(): 9, pa.uint64(): 19, pa.float16(): 3, pa.float32(): 7, pa.float64(): 15,
}  # fmt: skip
"""The decimal digits that all numbers of a type keep."""


def _plain(column: pa.Array, board: Geometry) -> pa.Array:
    """Return a column of puzzles in plain form: no dictionary, no views, no extension type."""
    if isinstance(column, pa.ExtensionArray):
        column = column.storage
    if reason := why_no_puzzles(column.type, board):
        raise TableError(f"a column of {column.type} holds no puzzles; {reason}")
    return _decoded(column, pa.large_binary())


def _decoded(column: pa.Array, nothing: pa.DataType) -> pa.Array:
    """Return values without dictionaries and views; nulls without a type get one."""
    if kinds.is_dictionary(column.type):
        column = column.dictionary_decode()
    if kinds.is_string_view(column.type) or kinds.is_binary_view(column.type):
        column = column.cast(pa.large_binary())
    return column.cast(nothing) if kinds.is_null(column.type) else column


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
    return offsets, _decoded(values, pa.uint8())


def _with_blanks(strings: pa.Array) -> pa.Array:
    """Return the strings of cells with a blank for each that is empty or null."""
    is_blank = pc.or_kleene(strings.is_null(), pc.equal(pc.binary_length(strings), 0))
    if not pc.any(is_blank).as_py():
        return strings
    return pc.if_else(is_blank, pa.scalar(b".", pa.large_binary()), strings.cast(pa.large_binary()))


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
