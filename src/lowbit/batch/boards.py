"""Puzzles in any form that people have, on one board other than the classic one, as masks.

The forms are those of `lowbit.batch.puzzles`.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from lowbit.alphabets import digits_by_character
from lowbit.batch.arrays import NUMBERS, array_of, bytes_of_digits, masks_of_numbers, stacked
from lowbit.batch.candidates import masks_of_row
from lowbit.batch.puzzles import KINDS, LONG, described, has_shape, refused, require_no_table
from lowbit.batch.reasons import Reasons
from lowbit.cells import require_bits
from lowbit.errors import GridError
from lowbit.formats.lines.line import read
from lowbit.formats.streams.stream import LineStream
from lowbit.grid import Grid, Masks
from lowbit.kernels.general.program import dtype_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from lowbit.batch.puzzles import PuzzlesLike
    from lowbit.geometry import Geometry
    from lowbit.kernels.classic.search import Puzzles

NO_CELL: Final = -1

MOST_IN_LONG: Final = 18
"""The digits that any number of 64 bits keeps: a puzzle on a small board has no more."""


class BoardBatch(NamedTuple):
    """The puzzles of a batch on one board, and the items they were made from.

    Attributes
    ----------
    geometry : Geometry
    masks : unsigned[n, n_cells]
        Their candidates, of the type of the board's lanes; any where there is no puzzle.
    valid : bool[n]
        Whether each row is a puzzle.
    item : callable
        Returns the item that was given for a row.
    kind : str
        The kind of engine that answers it.
    """

    geometry: Geometry
    masks: NDArray[Any]
    valid: NDArray[np.bool_]
    item: Callable[[int], object]
    kind: str = "boards"

    def masks_of(self, rows: NDArray[np.int64]) -> NDArray[Any]:
        """Return the candidates of the puzzles in some rows."""
        return self.masks[rows]

    @property
    def reasons(self) -> Reasons:
        """Why rows are invalid."""
        rows = np.flatnonzero(~self.valid).tolist()
        return Reasons({row: self.item(row) for row in rows}, self.geometry)


def grid_of_row(puzzles: Puzzles | BoardBatch, row: int) -> Grid:
    """Return the puzzle in a row of a batch, which must be one."""
    if isinstance(puzzles, BoardBatch):
        return Grid.from_masks(puzzles.masks[row].tolist(), puzzles.geometry)
    return Grid.from_masks(masks_of_row(puzzles, row).tolist())


def read_boards(puzzles: PuzzlesLike | BoardBatch, geometry: Geometry) -> BoardBatch:
    """Return the puzzles of a batch on a board; a batch that was read already is returned as it is.

    Raises
    ------
    InputError
        If this is not a batch.
    """
    if isinstance(puzzles, BoardBatch):
        return puzzles
    if isinstance(puzzles, (bytes, bytearray, memoryview)):
        puzzles = bytes(puzzles).decode(errors="backslashreplace")
    if isinstance(puzzles, str):
        return _from_text(puzzles, geometry)
    if isinstance(puzzles, Masks):
        return _from_masks(puzzles.values, geometry)
    require_no_table(puzzles, geometry)
    if isinstance(puzzles, Grid) or not isinstance(puzzles, Iterable):
        raise refused(f"it is not of type {type(puzzles).__name__}", geometry)
    if hasattr(puzzles, "__array__"):
        return _from_array(array_of(puzzles), geometry)
    return _from_items(list(puzzles), geometry)


def batch_of_masks(masks: NDArray[Any], geometry: Geometry) -> BoardBatch:
    """Return a batch of puzzles with these candidates."""
    masks = masks.astype(dtype_of(geometry), copy=False)
    return BoardBatch(geometry, masks, np.ones(len(masks), bool), masks.__getitem__)


def _from_text(text: str, geometry: Geometry) -> BoardBatch:
    records = [
        record for record in read(LineStream(iter([text])), geometry) if not record.is_passthrough
    ]
    return _from_items([record.grid or record.text for record in records], geometry)


def _from_array(array: NDArray[Any], geometry: Geometry) -> BoardBatch:
    kind = array.dtype.kind
    may_be_number = kind in "iu" and array.itemsize == LONG and geometry.n_cells <= MOST_IN_LONG
    if array.ndim == 1 and (kind in "SUOT" or may_be_number):
        return _from_items(array.tolist(), geometry)
    if kind not in f"{KINDS}OT" or not has_shape(array, geometry):
        raise refused(f"it is not {described(array)}", geometry)
    if kind in NUMBERS:
        return _from_digits(array, geometry)
    return _from_items(array.tolist(), geometry)


def _from_masks(values: Any, geometry: Geometry) -> BoardBatch:  # noqa: ANN401 - see Masks
    if hasattr(values, "__array__"):
        values = array_of(values)
        if values.dtype.kind in "iu" and has_shape(values, geometry):
            require_bits(values, geometry.size)
            masks = masks_of_numbers(values, geometry.full_mask, dtype_of(geometry))
            return BoardBatch(geometry, *masks, lambda row: Masks(values[row].tolist()))
        if values.dtype.kind != "O":
            raise refused(f"these Masks are {described(values)}", geometry)
    elif isinstance(values, str) or not isinstance(values, Iterable):
        raise refused(f"these Masks are of type {type(values).__name__}", geometry)
    return _from_items([Masks(row) for row in values], geometry)


def _from_digits(array: NDArray[Any], geometry: Geometry) -> BoardBatch:
    rows = bytes_of_digits(array)
    is_digit = rows <= geometry.size
    masks = mask_of_digit(geometry)[np.where(is_digit, rows, 0)]
    valid: NDArray[np.bool_] = np.all(is_digit, axis=1)
    return BoardBatch(geometry, masks, valid, lambda row: array[row].tolist())


def _from_items(items: list[Any], geometry: Geometry) -> BoardBatch:
    if (array := stacked(items)) is not None and has_shape(array, geometry):
        return _from_digits(array, geometry)
    dtype, n_cells = dtype_of(geometry), geometry.n_cells
    masks = np.zeros((len(items), n_cells), dtype)
    valid = np.zeros(len(items), bool)
    plain = [
        row for row, item in enumerate(items) if isinstance(item, str) and _is_plain(item, n_cells)
    ]
    text = "".join(items[row] for row in plain).encode("ascii")
    digits = _digit_of_character(geometry)[np.frombuffer(text, np.uint8)].reshape(-1, n_cells)
    masks[plain] = mask_of_digit(geometry)[np.maximum(digits, 0)]
    valid[plain] = (digits != NO_CELL).all(axis=1)
    for row in set(range(len(items))).difference(plain):
        allowed = _allowed(items[row], geometry)
        if allowed is not None:
            masks[row], valid[row] = allowed, True
    return BoardBatch(geometry, masks, valid, items.__getitem__)


def _is_plain(item: str, n_cells: int) -> bool:
    return len(item) == n_cells and item.isascii() and not any(map(str.isspace, item))


def _allowed(item: Any, geometry: Geometry) -> Sequence[int] | None:  # noqa: ANN401 - any form
    """Return the candidates of a puzzle in any form; None if it does not fit this board."""
    if isinstance(item, Grid):
        return item.allowed if item.geometry == geometry else None
    try:
        return Grid(item, geometry).allowed
    except GridError:
        return None


@lru_cache
def _digit_of_character(geometry: Geometry) -> NDArray[np.int8]:
    table = np.full(256, NO_CELL, np.int8)
    for character, digit in digits_by_character(geometry.symbols).items():
        if character.isascii():
            table[ord(character)] = digit
    return table


@lru_cache
def mask_of_digit(geometry: Geometry) -> NDArray[Any]:
    """Return the candidates that each digit stands for, 0 a blank."""
    masks = [geometry.full_mask, *(1 << digit for digit in range(geometry.size))]
    return np.array(masks, dtype_of(geometry))
