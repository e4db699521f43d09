"""Answers as columns of a table, each in one block of memory."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from lowbit.formats.puzzle import puzzle_text
from lowbit.geometry import CLASSIC
from lowbit.grid import Grid
from lowbit.status import Status

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from lowbit.geometry import Geometry

WORDS: Final = [status.word for status in Status]
"""The words in a column of statuses, by code."""

OK_CLASH_INVALID: Final = ["ok", "clash", "invalid"]
"""The words in a column of statuses of checks, by code."""

CANONICAL_INVALID: Final = ["canonical", "invalid"]
SHUFFLED_INVALID: Final = ["shuffled", "invalid"]
"""The words in columns of statuses of these two operations, by code."""

ZERO = np.uint8(ord("0"))
BLANK = np.array(ord("."), np.uint8)
"""An array, because its difference from ZERO has to wrap around."""

RESTRICTED = 255
DIGIT_OF_MASK = np.full(CLASSIC.full_mask + 1, RESTRICTED, np.uint8)
"""The digit of each mask of candidates, 0 for a blank."""
DIGIT_OF_MASK[1 << np.arange(CLASSIC.size)] = np.arange(1, CLASSIC.size + 1)
DIGIT_OF_MASK[CLASSIC.full_mask] = 0


def grid_column(
    digits: NDArray[np.uint8], found: NDArray[np.bool_], board: Geometry = CLASSIC
) -> pa.Array:
    """Return grids as strings; null where none was found.

    Parameters
    ----------
    digits : uint8[n, 81]
        Overwritten with the characters.
    found : bool[n]
    board : Geometry, optional
        The classic one by default.
    """
    if board != CLASSIC:
        return _symbol_column(digits, found, board)
    n, width = digits.shape
    digits += ZERO
    offsets = np.arange(n + 1, dtype=np.int32) * np.int32(width)
    buffers = [_validity(found), pa.py_buffer(offsets), pa.py_buffer(digits)]
    return pa.Array.from_buffers(pa.string(), n, buffers)


def puzzle_column(
    digits: NDArray[np.uint8], found: NDArray[np.bool_], board: Geometry = CLASSIC
) -> pa.Array:
    """Return puzzles as strings, ``.`` for a blank; otherwise as `grid_column`."""
    if board != CLASSIC:
        return _symbol_column(digits, found, board)
    digits[digits == 0] = BLANK - ZERO
    return grid_column(digits, found)


def cells_column(
    cells: NDArray[Any], found: NDArray[np.bool_], board: Geometry = CLASSIC
) -> pa.Array:
    """Return puzzles of digits, or of masks, as strings; null where none was found.

    A row of masks becomes pencilmarks if any of its cells is restricted. Digits are overwritten, as
    by `grid_column`.
    """
    if cells.dtype == np.uint8:
        return puzzle_column(cells, found, board)
    if board != CLASSIC:
        pairs = zip(cells.tolist(), found.tolist(), strict=True)
        texts = [
            puzzle_text(Grid.from_masks(row, board)) if there else None for row, there in pairs
        ]
        return pa.array(texts, pa.string())
    digits = DIGIT_OF_MASK[cells]
    restricted = found & (digits == RESTRICTED).any(axis=1)
    digits[restricted] = 0
    marks = [Grid.from_masks(row).to_pencilmarks() for row in cells[restricted].tolist()]
    plain = puzzle_column(digits, found)
    return pc.replace_with_mask(plain, pa.array(restricted), pa.array(marks, pa.string()))


def _symbol_column(
    digits: NDArray[np.uint8], found: NDArray[np.bool_], board: Geometry
) -> pa.Array:
    """Return grids as strings of a board's symbols; null where none was found."""
    symbols = np.frombuffer(f".{board.symbols}".encode(), np.uint8)
    rows = symbols[np.where(found[:, np.newaxis], digits, 0)]
    texts = rows.view(f"S{board.n_cells}").reshape(-1).astype(str)
    return pa.array(texts.tolist(), pa.string(), mask=~found)


def word_column(codes: NDArray[np.uint8], words: Sequence[str]) -> pa.DictionaryArray:
    """Return a column of words from their codes, as codes and a dictionary."""
    return pa.DictionaryArray.from_arrays(codes, pa.array(words, pa.string()))


def counts_of(words: pa.DictionaryArray) -> dict[str, int]:
    """Return the number of times that each word occurs, for the words that do."""
    counts = np.bincount(words.indices.to_numpy(), minlength=len(words.dictionary)).tolist()
    return {word: n for word, n in zip(words.dictionary.to_pylist(), counts, strict=True) if n}


def number_column(values: NDArray[Any], known: NDArray[np.bool_]) -> pa.Array:
    """Return numbers, or booleans; null where they are not known."""
    return pa.array(values, mask=~known)


def list_column(values: pa.Array, lengths: NDArray[np.int64]) -> pa.Array:
    """Return lists with so many of the values each."""
    offsets = np.concatenate([[0], np.cumsum(lengths)]).astype(np.int32)
    return pa.ListArray.from_arrays(offsets, values)


def _validity(found: NDArray[np.bool_]) -> pa.Buffer | None:
    return None if found.all() else pa.py_buffer(np.packbits(found, bitorder="little"))
