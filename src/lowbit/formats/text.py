"""The characters that are cells, and those that are not text at all.

An error is raised as a `GridError` with the offset of the character in its line; the stream, which
knows the line, turns it into a `FormatError`.
"""

from __future__ import annotations

import re
from functools import lru_cache
from string import whitespace
from typing import TYPE_CHECKING

from lowbit.alphabets import digits_by_character
from lowbit.errors import GridError

if TYPE_CHECKING:
    from lowbit.geometry import Geometry

NOT_UTF8 = re.compile("[\udc80-\udcff]")
"""The characters that stand for bytes that are not UTF-8 (``surrogateescape``)."""

ESCAPED_BYTE = re.compile(r"((?<!\\)(?:\\\\)*)\\udc([89a-f][0-9a-f])")
"""The same byte as `repr` shows it."""

LINE_BREAKS = re.compile(r"[\r\n]+")

SEPARATOR_LINE = re.compile(r"\"?sep=(?:[,;|\t])?\"?", re.IGNORECASE)

QUOTED = 40
"""The most characters of an invalid line that a message quotes."""


END = "end"
"""The line that ends the input of AcWing 166 and POJ 3074."""


FIELD_OF_CELL = r"(?:[0-9]\.0+(?:e\+?0+)?|(?i:nan))"
"""A cell as data frames and NumPy's `savetxt` write it, besides a digit and an empty field."""


NAME_THE_CELLS = "where one is an index or a level, put a header before them: index,0,1,2 and so on"
"""The advice for an extra cell among separated ones."""


def cell_of(field: str) -> str:
    """Return the cell of a field, among separated ones.

    Examples
    --------
    >>> [cell_of(field) for field in ("5", " '5' ", "", "5.0", "5.000e+00", "NaN", "x")]
    ['5', '5', '.', '5', '5', '.', 'x']
    """
    field = field.strip(" \"'")
    if len(field) >= len("5.0") and re.fullmatch(FIELD_OF_CELL, field):
        return field[0] if field[0].isdigit() else "."
    return field or "."


OLD_END = "\0\x1a"
"""The characters that end old files: NUL and Ctrl-Z."""

OLD_ENDS = f"{whitespace}{OLD_END}"
"""White space, and the characters that end old files."""


def is_end(text: str) -> bool:
    """Return whether a line says that no puzzle follows."""
    return text.strip(OLD_ENDS) == END


def is_comment(text: str) -> bool:
    """Return whether a line is empty, a comment, or tells Excel the separator.

    A comment starts with ``#``, ``%``, ``//``, or ``;`` and a space, with no other ``;`` behind
    it, which may stand between cells and columns.

    Examples
    --------
    >>> [is_comment(text) for text in ("", "# x", "% x", "// x", "; easy", "; 5; 3", ";puzzle")]
    [True, True, True, True, True, False, False]
    """
    text = text.lstrip()
    first = text[:1]
    if first in {"", "#", "%"} or text.startswith("//"):
        return True
    if first == ";":
        return _AFTER_SEMICOLON.fullmatch(text) is not None
    return first in {'"', "s", "S"} and is_separator(text)


_AFTER_SEMICOLON = re.compile(r";+[ \t]+[^;\s][^;]{3,}")
"""A comment is longer than the only cell of a row that is not empty."""


def is_separator(text: str) -> bool:
    """Return whether a line tells Excel the separator of the columns below it.

    Examples
    --------
    >>> is_separator("sep=;"), is_separator('"SEP=,"'), is_separator("sep")
    (True, True, False)
    """
    return SEPARATOR_LINE.fullmatch(text.strip()) is not None


def require_utf8(text: str) -> None:
    """Raise if a byte of the line was not UTF-8."""
    if not text.isascii() and (found := NOT_UTF8.search(text)):
        raise GridError(complaint(found[0]), found.start())


def require_symbols(text: str, board: Geometry, start: int = 0) -> None:
    """Raise unless all of `text`, `start` characters into its line, are digits or blanks."""
    if found := _no_symbol(board.symbols).search(text):
        raise GridError(complaint(found[0]), start + found.start())


def printable(text: str) -> str:
    r"""Return the text with ``\xff`` in the place of a byte that is not UTF-8."""
    if text.isascii():
        return text
    return NOT_UTF8.sub(lambda found: f"\\x{_byte(found[0]):02x}", text)


def quoted(text: str) -> str:
    r"""Return the beginning of a line as a message quotes it.

    Examples
    --------
    >>> print(quoted("caf\udce9"))  # as a byte that is not UTF-8 is decoded
    'caf\xe9'
    """
    text = text.strip()
    shown = repr(text if len(text) <= QUOTED else text[:QUOTED] + "...")
    return ESCAPED_BYTE.sub(r"\1\\x\2", shown)


def one_line(text: str) -> str:
    """Return the text with spaces for line breaks."""
    return LINE_BREAKS.sub(" ", text)


@lru_cache
def _no_symbol(symbols: str) -> re.Pattern[str]:
    return re.compile(f"[^{re.escape(''.join(digits_by_character(symbols)))}]")


def complaint(character: str) -> str:
    r"""Return the fault of a character that is no cell, in words.

    Examples
    --------
    >>> complaint("x"), complaint("\udcff")
    ("'x' is not a digit or blank", 'byte 0xff is not UTF-8; save the text as UTF-8')
    """
    if NOT_UTF8.match(character):
        return f"byte 0x{_byte(character):02x} is not UTF-8; save the text as UTF-8"
    return f"{character!r} is not a digit or blank"


def _byte(escape: str) -> int:
    return ord(escape) - 0xDC00
