"""The cells of a grid, read as masks from text, sequences, arrays and masks."""

from __future__ import annotations

import re
from functools import lru_cache
from math import isqrt
from operator import index
from typing import TYPE_CHECKING, Any, Final

from lowbit.alphabets import SYMBOLS, digits_by_character
from lowbit.errors import GridError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from lowbit.geometry import Geometry

BLANK: Final = "."
"""A blank cell, also written as an empty string or a space."""

RULES: Final = "|-+" + "".join(map(chr, range(0x2500, 0x2580)))
"""The characters that rules are drawn with; the second part is Unicode's box drawing block."""


MOST_DECIMAL: Final = 9
"""The most digits of a board whose puzzles may be decimal numbers."""

MOST_IN_FLOAT: Final = 1 << 53
"""The numbers below it are whole in floating point, and keep their digits."""

AS_TEXT: Final = "keep its column as text (in pandas with dtype=str)"
"""The advice to people whose puzzles were stored as numbers."""

FLOAT: Final = r"\s*\d(\.\d+)?[eE]\+?\d+\s*"
"""A large number as floating point writes it."""

LIST_BEGINS: Final = ("[", "(")
LISTED: Final = r"[^\s,\[\]()]+"
"""The items of a list as Python, JSON and NumPy print it, nested or not."""

WHOLE: Final = r"([0-9]{1,3})(?:\.0*)?"
"""A whole number, perhaps in floating point."""

NOTHING: Final = frozenset(("None", "null", "nan", "NaN"))
"""The items of a list that are blank cells."""


def masks_of_cells(cells: Any, board: Geometry) -> tuple[int, ...]:  # noqa: ANN401 - see GridLike
    """Return the mask of each cell of a text, a sequence or an array.

    Raises
    ------
    GridError
        If the number of cells is wrong or one is neither a digit nor blank.
    """
    values = _plain(cells)
    if hasattr(values, "as_integer_ratio"):
        values = _text_of_number(values, board)
    if isinstance(values, str):
        return _masks_from_text(values, board)
    return _masks_from_values(values, board)


def checked_masks(values: Any, board: Geometry) -> tuple[int, ...]:  # noqa: ANN401 - see Masks
    """Return candidate masks, flat.

    Raises
    ------
    GridError
        If their number is wrong, or one is not a mask of digits.
    """
    require_bits(values, board.size)
    return _masks_from_masks(_plain(values), board)


def require_n_cells(found: int, board: Geometry) -> None:
    """Raise unless a board has this number of cells."""
    if found != board.n_cells:
        raise GridError(f"a {shape_of(board)} grid has {board.n_cells} cells, not {found}")


def shape_of(board: Geometry) -> str:
    """Return ``9x9``: the rows and columns of a board."""
    return f"{board.n_rows}x{board.n_columns}"


def require_bits(values: Any, size: int) -> None:  # noqa: ANN401 - see Masks
    """Raise if the integers of an array of masks are too narrow for a bit per digit.

    Raises
    ------
    GridError
        It names the type and the width needed.
    """
    dtype = getattr(values, "dtype", None)
    if dtype is None or dtype.kind not in "iu":
        return
    n_bits = 8 * dtype.itemsize - (dtype.kind == "i")
    if n_bits < size:
        raise GridError(f"a mask of {size} digits needs {size} bits, and {dtype} has {n_bits}")


def union_of(masks: Iterable[int]) -> int:
    """Return the digits of all masks together."""
    union = 0
    for mask in masks:
        union |= mask
    return union


def _masks_from_text(text: str, board: Geometry) -> tuple[int, ...]:
    if len(text) == board.n_cells:
        masks = tuple(map(_mask_by_character(board.symbols, board.size).get, text))
        if None not in masks:
            return masks  # type: ignore[return-value]
    table = digits_by_character(board.symbols)
    if not {*text} <= table.keys():
        from lowbit.lookalikes import cells_in  # for texts with other characters alone

        if found := cells_in(text, board, RULES):
            return _masks_from_text(found, board)
        if listed := _listed(text):
            return masks_of_cells(listed, board)
        # Before each character of a long text is looked up.
        _require_rules_and_space(text, table, board)
    digits = [table[character] for character in text if character in table]
    if not board.is_rectangle and len(digits) == board.n_rows * board.n_columns:
        digits = _without_gaps(digits, board)
    if len(digits) == board.n_cells * board.size:
        return _masks_from_pencilmarks(digits, board)
    _require_cells_of_text(len(digits), text, board)
    return _masks_of_digits(digits, board)


def _listed(text: str) -> str | list[str | int | None]:
    """Return the cells of a text that is a list as programs print it; nothing of another text.

    Of a list of rows in words, these are the text of all rows.
    """
    if text.lstrip()[:1] not in LIST_BEGINS:
        return ""
    cells = list(map(_listed_cell, re.findall(LISTED, text)))
    if len(cells) < 2:  # brackets alone, or around a word
        return ""
    is_of_rows = all(isinstance(cell, str) and len(cell) > 1 for cell in cells)
    return "".join(map(str, cells)) if is_of_rows else cells


def _listed_cell(word: str) -> str | int | None:
    """Return an item of a printed list: a number, nothing, or a text with quotes or without."""
    number = re.fullmatch(WHOLE, word)
    return int(number[1]) if number else None if word in NOTHING else word.strip("'\"")


def _text_of_number(number: Any, board: Geometry) -> str:  # noqa: ANN401 - of any type
    """Return the text of a puzzle that was kept as a number, with the blanks that it lost.

    Raises
    ------
    GridError
        If the number has lost digits, or too few of them are left to tell that it was a puzzle.
    """
    try:
        value, parts = number.as_integer_ratio()
    except (ValueError, OverflowError):  # of NaN, which is a missing value
        value, parts = 0, 1
    if isinstance(number, float) and value >= MOST_IN_FLOAT * parts:
        raise GridError(f"{number!r} is a number that lost digits: {AS_TEXT}")
    text = str(value)
    if parts != 1 or value < 0 or board.size > MOST_DECIMAL or len(text) <= board.size:
        raise GridError(f"cannot make a grid from {type(number).__name__}")
    if 2 * len(text) <= board.n_cells:
        raise GridError(
            f"cannot make a grid from {type(number).__name__} of {len(text)} digits, of "
            f"{board.n_cells}: {AS_TEXT}"
        )
    return text.zfill(board.n_cells)


def _masks_of_digits(digits: list[int], board: Geometry) -> tuple[int, ...]:
    """Return the masks of digits that the board has, 0 for a blank."""
    return tuple(map(mask_by_digit(board.size).__getitem__, digits))


@lru_cache
def _mask_by_character(symbols: str, size: int) -> dict[str, int]:
    masks = mask_by_digit(size)
    return {character: masks[digit] for character, digit in digits_by_character(symbols).items()}


@lru_cache
def mask_by_digit(size: int) -> tuple[int, ...]:
    """Return the mask of each digit, that of all for 0, a blank."""
    return (1 << size) - 1, *(1 << digit for digit in range(size))


def _without_gaps(digits: list[int], board: Geometry) -> list[int]:
    """Return the digits of the cells alone, from those of the rectangle around overlapping grids.

    Raises
    ------
    GridError
        If a digit stands where there is no cell.
    """
    found = []
    for place, digit in enumerate(digits):
        row, column = divmod(place, board.n_columns)
        if board.cell_at(row, column) is not None:
            found.append(digit)
        elif digit:
            raise GridError(f"there is no cell r{row + 1}c{column + 1} for a digit")
    return found


def _require_rules_and_space(text: str, table: dict[str, int], board: Geometry) -> None:
    """Raise where a character is neither in the table nor one to skip."""
    if re.fullmatch(FLOAT, text):
        raise GridError(f"{text.strip()} is a number that lost digits: {AS_TEXT}")
    for offset, character in enumerate(text):
        if character not in table and not character.isspace() and character not in RULES:
            hint = _hint_at_larger_board(text, board)
            raise GridError(f"{character!r} is not a digit or blank{hint}", offset)


def _require_cells_of_text(n_cells: int, text: str, board: Geometry) -> None:
    """Raise unless a board has this number of cells; say so if it looks like a number's text."""
    try:
        require_n_cells(n_cells, board)
    except GridError as error:
        is_number = "0" in text and text.isdecimal() and board.n_cells < 2 * n_cells
        if not is_number or n_cells > board.n_cells:
            raise
        reason = (
            f"{error}; blanks at its beginning are lost where it is kept as a number: {AS_TEXT}"
        )
        raise GridError(reason) from None


def _hint_at_larger_board(text: str, board: Geometry) -> str:
    """Return advice on a text that has the cells and digits of a larger square."""
    size = isqrt(len(text))
    is_larger = board.size < size <= len(SYMBOLS) and size * size == len(text)
    if is_larger and {*text} <= digits_by_character(SYMBOLS[:size]).keys():
        return f"; on {size}x{size} this is a puzzle: name its board as geometry"
    return ""


def _masks_from_pencilmarks(digits: list[int], board: Geometry) -> tuple[int, ...]:
    for place, digit in enumerate(digits):
        if digit and digit != place % board.size + 1:
            raise GridError(
                f"pencilmark {place + 1} of {board.cell_name(place // board.size)} must be "
                f"{board.symbols[place % board.size]} or blank, not {board.symbols[digit - 1]}"
            )
    return tuple(
        union_of(1 << digit - 1 for digit in digits[start : start + board.size] if digit)
        for start in range(0, len(digits), board.size)
    )


def _plain(cells: Any) -> Any:  # noqa: ANN401 - see GridLike
    """Return bytes as text, and an array, or a frame, as lists, without importing NumPy."""
    if hasattr(cells, "__array__") and not hasattr(cells, "tolist"):
        cells = cells.__array__()
    if hasattr(cells, "tolist") and not isinstance(cells, memoryview):
        cells = cells.tolist()
    if isinstance(cells, (bytes, bytearray, memoryview)):
        return bytes(cells).decode(errors="replace")
    return cells


def _advice(cells: Any) -> str:  # noqa: ANN401 - see GridLike
    """Return advice on an object that is no grid but has one: a puzzle with constraints."""
    if not hasattr(cells, "constraints"):
        return ""
    return (
        ": this takes no constraints; what solves, counts, checks, minimizes, maximizes or "
        "measures does, and its .grid is the puzzle without them"
    )


def _flat(cells: Iterable[Any], board: Geometry) -> list[Any]:
    """Return the value of each cell."""
    try:
        rows: list[Any] = list(cells)
        if _are_plain_integers(rows):
            require_n_cells(len(rows), board)
            return rows
        rows = [row if type(row) is int else _plain(row) for row in rows]
        flat = [value for row in rows for value in (row if _is_row(row) else (row,))]
    except TypeError:
        raise GridError(f"cannot make a grid from {type(cells).__name__}{_advice(cells)}") from None
    require_n_cells(len(flat), board)
    return [value if type(value) is int else _plain(value) for value in flat]


def _are_plain_integers(values: list[Any]) -> bool:
    """Whether all are of the type `int`, as most are: other values of a cell take a look."""
    return {*map(type, values)} == {int}


def _is_row(value: object) -> bool:
    if isinstance(value, str):
        return len(value) > 1
    return hasattr(value, "__iter__")


def _masks_from_values(cells: Iterable[Any], board: Geometry) -> tuple[int, ...]:
    flat = _flat(cells, board)
    if _are_plain_integers(flat) and 0 <= min(flat) <= max(flat) <= board.size:
        return _masks_of_digits(flat, board)
    if all(map(_is_nan, flat)):
        raise GridError("all cells are NaN: there is no puzzle")
    return tuple(_mask_from_value(value, cell, board) for cell, value in enumerate(flat))


def _mask_from_value(value: object, cell: int, board: Geometry) -> int:
    if isinstance(value, str):
        digit = digits_by_character(board.symbols).get(value.strip() or BLANK)
    else:
        digit = 0 if value is None or _is_nan(value) else _integer(value)
    if digit is None or not 0 <= digit <= board.size:
        is_mask = digit is not None and board.size < digit <= board.full_mask
        hint = "; lowbit.Masks says that integers are candidate masks" if is_mask else ""
        raise GridError(
            f"{board.cell_name(cell)}: {value!r} is not a digit from 1 to {board.size} or blank"
            f"{hint}"
        )
    return 1 << digit - 1 if digit else board.full_mask


def _masks_from_masks(cells: Iterable[Any], board: Geometry) -> tuple[int, ...]:
    flat = _flat(cells, board)
    if _are_plain_integers(flat) and 0 <= min(flat) <= max(flat) <= board.full_mask:
        return tuple(flat)
    masks = [_integer(value) for value in flat]
    for cell, mask in enumerate(masks):
        if mask is None or not 0 <= mask <= board.full_mask:
            raise GridError(f"{board.cell_name(cell)}: {flat[cell]!r} is not a mask of digits")
    return tuple(mask for mask in masks if mask is not None)


def _integer(value: Any) -> int | None:  # noqa: ANN401 - of any type
    """Return a whole number of any type as an int; None of others, True and False among them."""
    if isinstance(value, bool):
        return None
    try:
        return index(value)
    except TypeError:
        return int(value) if hasattr(value, "is_integer") and value.is_integer() else None


def _is_nan(value: Any) -> bool:  # noqa: ANN401 - of any type
    """Whether a value is NaN, which data frames have for a missing value."""
    return hasattr(value, "is_integer") and bool(value != value)  # noqa: PLR0124 - only NaN differs
