"""Puzzles in any form that people have, as arrays for the kernels.

::

    str, bytes ────── lines ─┐
    list, iterable ── texts ─┼─ words ──> characters, or masks where there are pencilmarks
    array of strings ────────┤
    array of characters ─────┘
    array of numbers ───────────────────> digits
    Masks ──────────────────────────────> masks

An unreadable item keeps its row, with -1 for the place where it begins, or an invalid cell.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from os import PathLike
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

import numpy as np

from lowbit.batch.arrays import (
    NO_DIGIT,
    NUMBERS,
    array_of,
    bytes_of_digits,
    line_of_list,
    masks_of_numbers,
    stacked,
)
from lowbit.batch.candidates import flat, masks_of_puzzles, places, puzzles_from_masks
from lowbit.batch.reasons import Reasons
from lowbit.batch.words import (
    DIGIT_BITS,
    N_CELLS,
    N_MARKS,
    Words,
    are_usual,
    masks_of_words,
    text_of_word,
    words_of_lines,
    words_of_texts,
)
from lowbit.cells import AS_TEXT, require_bits
from lowbit.errors import GridError, InputError
from lowbit.formats.headings import headings_in
from lowbit.formats.puzzle import SYMBOL_OF_DIGIT, puzzle_text
from lowbit.geometry import CLASSIC
from lowbit.grid import Grid, Masks
from lowbit.kernels.classic.search import BAD_CELL, Puzzles
from lowbit.kernels.classic.texts.characters import MASK_OF

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from lowbit.geometry import Geometry

PuzzlesLike: TypeAlias = Iterable[Any] | Masks | PathLike[str]
"""The forms of a batch, see `lowbit.solve_many`."""

DIGITS: Final = np.full(256, BAD_CELL, np.uint16)
"""The candidates that each digit of an array stands for."""
DIGITS[0] = CLASSIC.full_mask
DIGITS[1 : CLASSIC.size + 1] = DIGIT_BITS

NO_MASKS: Final = np.zeros(0, np.uint16)

PLAIN_MASKS: Final = frozenset([CLASSIC.full_mask, *DIGIT_BITS.tolist()])

LONG: Final = 8
"""The bytes of the numbers that whole puzzles are taken for where they are read as numbers."""

OF_TABLES: Final = ("columns", "schema")
"""The attributes that tables have, of pandas, Polars and Arrow."""

KINDS: Final = f"{NUMBERS}SU"
"""The kinds of arrays that have a digit or a character in each cell."""


class Batch(NamedTuple):
    """The puzzles of a batch, and the items they were made from.

    Attributes
    ----------
    puzzles : Puzzles
    item : callable
        Returns the item that a row was made from.
    may_have_signs : bool
        Whether there may be signs among the cells, other than digits and points, in texts.
    kind : str
        The kind of engine that answers it.
    """

    puzzles: Puzzles
    item: Callable[[int], object]
    may_have_signs: bool = False
    kind: str = "classic"

    @property
    def geometry(self) -> Geometry:
        """The board of the puzzles."""
        return CLASSIC

    def masks_of(self, rows: NDArray[np.int64]) -> NDArray[np.uint16]:
        """Return the candidates of the puzzles in some rows, each of which must be one."""
        return masks_of_puzzles(self.puzzles, rows)

    def reasons(self, is_invalid: NDArray[np.bool_]) -> Reasons:
        """Return why rows are invalid; the items may change afterwards."""
        return Reasons({row: self.item(row) for row in is_invalid.nonzero()[0].tolist()})


def refused(what: object, board: Geometry = CLASSIC) -> InputError:
    """Return the error for an object that is not a batch on a board."""
    shapes = f"[n, {board.n_cells}] or [n, {board.size}, {board.size}]"
    return InputError(
        "a batch is a list of strings, bytes or Grids; or text with a puzzle a line; or an array "
        f"of digits or characters {shapes}, or of strings [n]; or Masks, an array of integers "
        f"{shapes}; {what}"
    )


def require_no_table(puzzles: object, board: Geometry = CLASSIC) -> None:
    """Refuse a table, unless it has a cell in each column.

    Raises
    ------
    InputError
        If it is one.
    """
    kind = type(puzzles)
    if not isinstance(puzzles, Mapping) and not any(hasattr(kind, name) for name in OF_TABLES):
        return
    if getattr(puzzles, "shape", ())[1:] != (board.n_cells,):
        raise InputError(
            f"a batch is no table: take the column of puzzles of this {kind.__name__}, or give it "
            "to lowbit.tables"
        )


def has_shape(array: NDArray[Any], board: Geometry = CLASSIC) -> bool:
    """Whether an array has a row for each puzzle of a batch on a board."""
    return array.shape[1:] in {(board.n_cells,), (board.size, board.size)}


def described(array: NDArray[Any]) -> str:
    """Return the description of an array in messages."""
    return f"an array of {array.dtype} {list(array.shape)}"


def read_puzzles(puzzles: PuzzlesLike) -> Puzzles:
    """Return the puzzles of a batch in the form that kernels take.

    Raises
    ------
    InputError
        If this is not a batch.
    """
    return puzzles if isinstance(puzzles, Puzzles) else read_batch(puzzles).puzzles


def read_batch(puzzles: PuzzlesLike) -> Batch:
    """Return the puzzles of a batch, and a function that returns the item of each.

    Raises
    ------
    InputError
        If this is not a batch.
    """
    if isinstance(puzzles, Puzzles):  # nothing else is known of their rows
        return Batch(puzzles, lambda _row: None)
    if isinstance(puzzles, (str, bytes, bytearray, memoryview)):
        return _from_lines(
            puzzles.encode(errors="replace") if isinstance(puzzles, str) else bytes(puzzles)
        )
    if isinstance(puzzles, Masks):
        return _from_masks(puzzles.values)
    if isinstance(puzzles, np.ndarray):
        return _from_array(array_of(puzzles))
    require_no_table(puzzles)
    if isinstance(puzzles, Grid) or not isinstance(puzzles, Iterable):
        raise refused(f"it is not of type {type(puzzles).__name__}")
    if hasattr(puzzles, "__array__"):
        return _from_array(array_of(puzzles))
    return _from_items(puzzles if isinstance(puzzles, list) else list(puzzles))


def puzzles_from_lines(text: bytes, *, is_beginning: bool = True) -> Puzzles:
    """Return the puzzles of a text in the `line` format, or of a later part of one."""
    words, _ = words_of_lines(text, is_beginning=is_beginning)
    return puzzles_from_words(words)


def puzzles_from_words(words: Words) -> Puzzles:
    """Return the puzzles of words."""
    if (words.lengths == N_MARKS).any():
        return puzzles_from_masks(*masks_of_words(words))
    starts = np.where(words.lengths == N_CELLS, words.starts, -1)
    return Puzzles(words.characters, starts, MASK_OF, NO_MASKS)


def puzzles_from_digits(digits: NDArray[np.uint8], starts: NDArray[np.int64]) -> Puzzles:
    """Return puzzles of digits, 0 blank; no puzzle begins at -1."""
    return Puzzles(flat(digits), starts, DIGITS, NO_MASKS)


def require_no_other_board(text: bytes) -> None:
    """Raise InputError if a comment of a text names another board than the classic one."""
    for at, board in headings_in(text):
        if not board.is_classic:
            line = text.count(b"\n", 0, at) + 1
            raise InputError(
                f"line {line} of this text names the board {board}: name it as geometry, too"
            )


def _from_lines(text: bytes) -> Batch:
    require_no_other_board(text)
    words, irregular = words_of_lines(text)
    return Batch(
        puzzles_from_words(words),
        lambda row: irregular[row] if row in irregular else text_of_word(words, row),
        bool(irregular),
    )


def _from_masks(values: Any) -> Batch:  # noqa: ANN401 - see Masks
    array = array_of(values) if hasattr(values, "__array__") else None
    if array is None or array.dtype.kind == "O":
        if isinstance(values, str) or not isinstance(values, Iterable):
            raise refused(f"these Masks are of type {type(values).__name__}")
        items: list[Any] = [Masks(row) for row in values]
        masks = masks_of_words(words_of_texts(list(map(_text_of, items))))
        return Batch(puzzles_from_masks(*masks), items.__getitem__)
    if array.dtype.kind not in "iu" or not has_shape(array):
        raise refused(f"these Masks are {described(array)}")
    require_bits(array, CLASSIC.size)
    puzzles = puzzles_from_masks(*masks_of_numbers(array, CLASSIC.full_mask, np.uint16))
    return Batch(puzzles, lambda row: Masks(array[row].tolist()))


def _from_array(array: NDArray[Any]) -> Batch:
    kind = array.dtype.kind
    if array.ndim == 1 and kind in NUMBERS:
        advice = f": {AS_TEXT}" if array.itemsize == LONG else ""
        raise refused(f"it is not {described(array)}{advice}")
    if array.ndim == 1 and kind in "SU":
        words = _words_of_strings(array)
        return Batch(puzzles_from_words(words), lambda row: array[row], not words.is_usual)
    if kind in "OT" and (array.ndim == 1 or has_shape(array)):
        return _from_items(array.tolist())
    if kind not in KINDS or not has_shape(array):
        raise refused(f"it is not {described(array)}")
    starts = places(len(array), N_CELLS)
    if kind in "SU":
        words = Words(_characters(array), starts, np.full(len(array), N_CELLS))
        puzzles = puzzles_from_words(words)
    else:
        puzzles = puzzles_from_digits(bytes_of_digits(array), starts)
    return Batch(puzzles, lambda row: array[row].tolist())


def _words_of_strings(array: NDArray[Any]) -> Words:
    """Return the words of an array whose rows are strings of one width, filled up with zeros."""
    width = array.itemsize // np.dtype(f"{array.dtype.kind}1").itemsize
    # At the usual width a shorter string needs no check: the zeros are not cells.
    lengths = np.full(len(array), N_CELLS) if width == N_CELLS else np.char.str_len(array)
    characters = _bytes(array)
    return Words(characters, places(len(array), width), lengths, are_usual(characters))


def _characters(array: NDArray[Any]) -> NDArray[np.uint8]:
    """Return the characters of an array with one in each cell; other strings are invalid."""
    one = f"{array.dtype.kind}1"
    if array.dtype != one:
        array = np.where(np.char.str_len(array) == 1, array.astype(one), np.zeros((), one))
    return _bytes(array)


def _bytes(array: NDArray[Any]) -> NDArray[np.uint8]:
    """Return the characters of strings in Latin-1; those beyond it are invalid."""
    if array.dtype.kind == "U":
        codes = np.ascontiguousarray(array).view(np.uint32)
        array = np.minimum(codes, NO_DIGIT).astype(np.uint8)
    return flat(array).view(np.uint8)


def _from_items(items: list[Any]) -> Batch:
    if (array := stacked(items)) is not None and has_shape(array):
        return _from_array(array)
    try:
        words = words_of_texts(items)
    except TypeError:  # not all of them are strings
        words = words_of_texts(list(map(_text_of, items)))
    return Batch(puzzles_from_words(words), items.__getitem__, not words.is_usual)


def in_usual_digits(puzzles: PuzzlesLike) -> PuzzlesLike:
    """Return a batch with its Grids on the classic board in the usual digits, as kernels take them.

    For answers that do not depend on the characters of digits.

    Examples
    --------
    >>> from_0 = Grid("1" + "." * 80, "9x9~0-8")
    >>> in_usual_digits([from_0, "1"])[0].to_line()[0]
    '2'
    """
    if not isinstance(puzzles, (list, tuple)):
        return puzzles
    return [
        Grid(item, CLASSIC) if isinstance(item, Grid) and _is_in_other_digits(item) else item
        for item in puzzles
    ]


def _is_in_other_digits(grid: Grid) -> bool:
    return grid.geometry != CLASSIC and grid.geometry.is_classic


def _text_of(item: object) -> str:
    """Return a puzzle of any type as text; an empty one if it is not a puzzle."""
    if isinstance(item, str):
        return item
    if isinstance(item, (bytes, bytearray, memoryview)):
        return bytes(item).decode("latin-1")
    return (isinstance(item, list) and line_of_list(item)) or _text_of_other(item)


def _text_of_other(item: object) -> str:
    try:
        grid = item if isinstance(item, Grid) else Grid(item)  # type: ignore[arg-type]
    except GridError:
        return ""
    if grid.geometry != CLASSIC:  # it may be written in other digits
        return ""
    if PLAIN_MASKS.issuperset(grid.allowed):
        return grid.givens.translate(SYMBOL_OF_DIGIT).decode()
    return puzzle_text(Grid(grid, CLASSIC))  # in digits, whatever it is written in
