"""How do puzzles, in whatever form people have them, become arrays for the kernels.

::

    str, bytes ────── lines ─┐
    list, iterable ── texts ─┼─ words ──> characters, or masks where there are pencilmarks
    array of strings ────────┘
    array of digits ────────────────────> digits
    array of masks ─────────────────────> masks

What is no puzzle keeps its row, with -1 for the place where it begins.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from lowbit.errors import GridError, InputError
from lowbit.formats.puzzle import puzzle_text
from lowbit.geometry import CLASSIC
from lowbit.grid import Grid
from lowbit.kernels.search import BAD_CELL, Puzzles
from lowbit.kernels.text import MEANING
from lowbit.verbs.batch_words import (
    DIGIT_BITS,
    N_CELLS,
    N_MARKS,
    Words,
    masks_of_words,
    words_of_lines,
    words_of_texts,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

PuzzlesLike = Iterable[Any]
"""What a batch is made from, see `lowbit.solve_many`."""

DIGITS: Final = np.full(256, BAD_CELL, np.uint16)
"""The candidates that each digit of an array stands for."""
DIGITS[0] = CLASSIC.full_mask
DIGITS[1 : CLASSIC.size + 1] = DIGIT_BITS

NO_DIGIT: Final = 255
NO_CELLS: Final = np.zeros(0, np.uint8)
NO_MASKS: Final = np.zeros(0, np.uint16)

PLAIN_MASKS: Final = frozenset([CLASSIC.full_mask, *DIGIT_BITS.tolist()])
SYMBOL_OF_DIGIT: Final = bytes.maketrans(bytes(range(10)), b"." + CLASSIC.symbols.encode())

ACCEPTED: Final = (
    "a batch is a list of strings, bytes or Grids; or text with a puzzle a line; or an array "
    "of digits [n, 81] or [n, 9, 9], of candidate masks uint16 [n, 81], or of strings [n]"
)


def read_puzzles(puzzles: PuzzlesLike) -> Puzzles:
    """Return the puzzles of a batch as the kernels want them.

    Raises
    ------
    InputError
        If this is no batch, or one in it has a type that no puzzle has.
    GridError
        If a grid lies on another board than the classic one.
    """
    if isinstance(puzzles, Puzzles):
        return puzzles
    if isinstance(puzzles, str):
        return puzzles_from_words(words_of_lines(puzzles.encode(errors="replace")))
    if isinstance(puzzles, (bytes, bytearray, memoryview)):
        return puzzles_from_words(words_of_lines(bytes(puzzles)))
    if isinstance(puzzles, Grid) or not isinstance(puzzles, Iterable):
        raise InputError(f"{ACCEPTED}; it is not of type {type(puzzles).__name__}")
    if hasattr(puzzles, "__array__"):
        array = np.asarray(puzzles)
        if array.ndim != 1 or array.dtype.kind not in "OT":  # objects, or strings of any length
            return _from_array(array)
        puzzles = array.tolist()
    return _from_items(puzzles if isinstance(puzzles, list) else list(puzzles))


def puzzles_from_masks(
    masks: NDArray[np.uint16], valid: NDArray[np.bool_] | None = None
) -> Puzzles:
    """Return puzzles with their candidates; those that are not `valid` have no place."""
    masks = _for_kernels(masks)
    starts = _places(masks.size // N_CELLS, N_CELLS)
    if valid is not None:
        starts[~valid] = -1
    return Puzzles(NO_CELLS, starts, MEANING, masks)


def puzzles_from_words(words: Words) -> Puzzles:
    """Return the puzzles that words say."""
    if (words.lengths == N_MARKS).any():
        return puzzles_from_masks(*masks_of_words(words))
    starts = np.where(words.lengths == N_CELLS, words.starts, -1)
    return Puzzles(words.characters, starts, MEANING, NO_MASKS)


def puzzles_from_digits(digits: NDArray[Any], starts: NDArray[np.int64]) -> Puzzles:
    """Return puzzles of digits of any integer dtype, 0 blank; no puzzle begins at -1."""
    if digits.dtype != np.uint8:
        wrong = (digits < 0) | (digits > CLASSIC.size)
        digits = digits.astype(np.uint8)
        digits[wrong] = NO_DIGIT
    return Puzzles(_for_kernels(digits), starts, DIGITS, NO_MASKS)


def puzzles_from_grid(grid: Grid) -> Puzzles:
    """Return a batch of one puzzle."""
    return puzzles_from_masks(np.array(grid.allowed, np.uint16))


def masks_of_puzzles(puzzles: Puzzles, rows: NDArray[np.int64]) -> NDArray[np.uint16]:
    """Return the candidates, uint16[m, 81], of the puzzles in some rows; each must have a place."""
    places = puzzles.starts[rows, None] + np.arange(N_CELLS)
    masks: NDArray[np.uint16] = (
        puzzles.masks[places] if puzzles.masks.size else puzzles.meaning[puzzles.cells[places]]
    )
    return masks


def _from_array(array: NDArray[Any]) -> Puzzles:
    array = array.astype(array.dtype.newbyteorder("="), copy=False)
    if array.dtype.kind in "SU" and array.ndim == 1:
        return _from_strings(array)
    if array.dtype.kind not in "iu" or array.shape[1:] not in {(81,), (9, 9)}:
        raise InputError(f"{ACCEPTED}; it is not an array of {array.dtype} {list(array.shape)}")
    if array.dtype == np.uint16:
        unions = np.bitwise_or.reduce(array.reshape(-1, N_CELLS), axis=1)
        return puzzles_from_masks(array, unions <= CLASSIC.full_mask)
    return puzzles_from_digits(array, _places(len(array), N_CELLS))


def _from_strings(array: NDArray[Any]) -> Puzzles:
    """Read an array whose rows are strings of one width, filled up with zeros."""
    width = array.itemsize
    characters = array
    if array.dtype.kind == "U":
        width //= np.dtype("U1").itemsize
        codes = np.ascontiguousarray(array).view(np.uint32)
        characters = np.minimum(codes, NO_DIGIT).astype(np.uint8)
    # At the usual width a shorter string need not be told: the zeros are no cells.
    lengths = np.full(len(array), N_CELLS) if width == N_CELLS else np.char.str_len(array)
    starts = _places(len(array), width)
    return puzzles_from_words(Words(_for_kernels(characters).view(np.uint8), starts, lengths))


def _from_items(items: list[Any]) -> Puzzles:
    try:
        words = words_of_texts(items)
    except TypeError:  # not all of them are strings
        words = words_of_texts([_text_of(item, row) for row, item in enumerate(items)])
    return puzzles_from_words(words)


def _text_of(item: object, row: int) -> str:
    """Return a puzzle of any type as text; an empty one if it is no puzzle."""
    if isinstance(item, str):
        return item
    if isinstance(item, (bytes, bytearray, memoryview)):
        return bytes(item).decode("latin-1")
    if not isinstance(item, Iterable):
        raise InputError(f"{ACCEPTED}; item {row} is of type {type(item).__name__}")
    try:
        grid = item if isinstance(item, Grid) else Grid(item)
    except GridError:
        return ""
    if grid.geometry != CLASSIC:
        raise GridError(f"a batch is solved on the classic board; grid {row} lies on another")
    if PLAIN_MASKS.issuperset(grid.allowed):
        return grid.givens.translate(SYMBOL_OF_DIGIT).decode()
    return puzzle_text(grid)


def _places(n: int, width: int) -> NDArray[np.int64]:
    """Return where each of `n` puzzles of one width begins."""
    return np.arange(n, dtype=np.int64) * width


def _for_kernels(array: NDArray[Any]) -> NDArray[Any]:
    """Return an array flat and as kernels are compiled for: in one piece, and writable."""
    return np.require(array, requirements=["C", "A", "W"]).reshape(-1)
