"""Penpa's drawings, unpacked from links.

::

    https://swaroopg92.github.io/penpa-edit/#m=edit&p=7VTBjtow...

Behind ``p=`` stand lines of text, with short names for frequent words, as a raw deflate stream in
base 64: the kind of grid and its size, texts for people, and as JSON whatever is drawn.
"""

from __future__ import annotations

import zlib
from base64 import b64decode, b64encode
from binascii import Error as Base64Error
from itertools import accumulate
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from lowbit.errors import FormatError
from lowbit.formats.variants.links import host, is_link, parameter
from lowbit.houses import MAX_SIDE
from lowbit.nesting import value_of

PLACE = "https://swaroopg92.github.io/penpa-edit/"

WORDS = {
    "z9": "qa", "zQ": "pu_q", "zA": "pu_a", "zG": "grid", "zM": "edit_mode", "zS": "surface",
    "zL": "line", "zE": "lineE", "zW": "wall", "zC": "cage", "zN": "number", "zY": "symbol",
    "zP": "special", "zB": "board", "zR": "command_redo", "zU": "command_undo",
    "z8": "command_replay", "z1": "numberS", "zF": "freeline", "z2": "freelineE", "zT": "thermo",
    "z3": "arrows", "zD": "direction", "z0": "squareframe", "z5": "polygon", "z4": "deletelineE",
    "z6": "killercages", "z7": "nobulbthermo", "z_": "__a",
}  # fmt: skip
"""The words that a text has two characters for; they stand in quotes."""

ESCAPED = {"%2C": ",", "%2D": "\n", "%2E": "&", "%2F": "="}
"""The characters that are escaped in texts for people, by their escapes."""

MARGIN = 2
"""Rows and columns around the board whose points are numbered, too."""

LARGEST = 1 << 22
"""The most bytes that a text may have once it is unpacked."""


class PenpaDrawing(NamedTuple):
    """The content of a link: a board, and the drawing on it.

    Attributes
    ----------
    width, height : int
        The columns and rows of points, with those around the board.
    cells : list of int
        The points of the board's cells, row by row.
    texts : dict
        `title`, `author` and `rules`.
    items : dict
        Whatever is drawn, by kind.
    entries : str
        The line of a player's digits and marks, as JSON.
    """

    width: int
    height: int
    cells: list[int]
    texts: dict[str, str]
    items: dict[str, Any]
    entries: str

    @property
    def n_points(self) -> int:
        """The number of cells, with those around the board: corners are numbered behind them."""
        return self.width * self.height


def is_penpa(text: str) -> bool:
    """Return whether a text is a link to Penpa-edit.

    Examples
    --------
    >>> is_penpa("https://swaroopg92.github.io/penpa-edit/#m=edit&p=7VTB"), is_penpa("penpa")
    (True, False)
    """
    return is_link(text) and ("penpa" in urlsplit(text).path.lower() or "penpa" in host(text))


def drawing_of(text: str) -> PenpaDrawing:
    """Return the drawing that a link to Penpa-edit holds.

    Raises
    ------
    FormatError
        If it holds none, or one that is damaged or not on squares.
    """
    packed = parameter(text, "p")
    if not packed:
        raise FormatError("a link to Penpa-edit with a puzzle has p= in it")
    lines = _unpacked(packed.replace(" ", "+")).split("\n")
    try:
        return _drawing(lines)
    except (ValueError, TypeError, IndexError, KeyError, AttributeError) as error:
        if isinstance(error, FormatError):
            raise
        raise FormatError("the link holds a text that is not as Penpa-edit writes it") from error


def _unpacked(packed: str) -> str:
    try:
        stream = zlib.decompressobj(-zlib.MAX_WBITS)
        text = stream.decompress(b64decode(packed), LARGEST).decode()
    except (Base64Error, zlib.error, ValueError) as error:
        raise FormatError("the link is damaged: it holds no deflate stream in base 64") from error
    if not stream.eof:
        raise FormatError("the link is cut off, or holds far too much")
    for short, word in reversed(WORDS.items()):
        text = text.replace(short, f'"{word}"')
    return text.replace("zO", "null").replace("zZ", "z")


def link_to(text: str) -> str:
    """Return a link with the lines of a drawing."""
    text = text.replace("z", "zZ").replace("null", "zO")
    for short, word in WORDS.items():
        text = text.replace(f'"{word}"', short)
    stream = zlib.compressobj(9, wbits=-zlib.MAX_WBITS)
    packed = stream.compress(text.encode()) + stream.flush()
    return f"{PLACE}#m=edit&p={b64encode(packed).decode()}"


def escaped(field: str) -> str:
    """Return a text for people as it stands between commas.

    Examples
    --------
    >>> escaped("one, two")
    'one%2C two'
    """
    for code, character in ESCAPED.items():
        field = field.replace(character, code)
    return field


def _drawing(lines: list[str]) -> PenpaDrawing:
    kind, columns, rows, *others = lines[0].split(",")
    if kind not in {"square", "sudoku"}:
        raise FormatError(f"the grid is of the kind {kind[:20]!r}, not of squares")
    if not (0 < int(columns) <= MAX_SIDE and 0 < int(rows) <= MAX_SIDE):
        raise FormatError(f"a board has up to {MAX_SIDE} rows and columns, not {rows} x {columns}")
    width, height = int(columns) + 2 * MARGIN, int(rows) + 2 * MARGIN
    gaps = value_of(lines[5])
    cells = sorted(accumulate(gaps)) if gaps else list(_all_cells(width, height, lines[1]))
    fields = [_plain(field) for field in others]
    texts = {
        "title": next((f[6:].strip() for f in fields if f.startswith("Title:")), ""),
        "author": next((f[7:].strip() for f in fields if f.startswith("Author:")), ""),
        "rules": fields[RULES].strip() if len(fields) > RULES else "",
    }
    return PenpaDrawing(width, height, cells, texts, value_of(lines[3]), lines[4])


RULES = 15
"""The place of the rules in the first line, behind the size."""


def _all_cells(width: int, height: int, space: str) -> list[int]:
    """Return the cells of a board that is drawn whole but for some rows and columns at its rim."""
    top, bottom, left, right = spaces = value_of(space)
    if min(spaces) < 0:
        raise FormatError("the board reaches over its own rim")
    rows = range(MARGIN + top, height - MARGIN - bottom)
    columns = range(MARGIN + left, width - MARGIN - right)
    return [row * width + column for row in rows for column in columns]


def _plain(field: str) -> str:
    for code, character in ESCAPED.items():
        field = field.replace(code, character)
    return field
