"""Characters that other people's texts have for digits and blanks: full width, squares, `?`, `x`.

A character may mean a blank in one puzzle and be a slip of the finger in another. So a puzzle has
one such character for all its blanks, more than once, or none; and digits beside them.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from lowbit.alphabets import digits_by_character
from lowbit.errors import GridError

if TYPE_CHECKING:
    from lowbit.geometry import Geometry

BLANKS_ELSEWHERE: Final = frozenset(
    "?xXoO~#-\u2013\u2014·•∙⋅・°□■▢▣▫▪◻◼◽◾⬜⬛☐○◯⚪⚫🟥🟧🟨🟩🟦🟪🟫🔲🔳🔴🟠🟡🟢🔵🟣🟤"
)
"""The characters that others write for a blank cell; lowbit's own are not among them."""

ONES: Final = frozenset("lI")
"""The letters that a 1 is mistaken for where a text was read from a picture."""

EMPTY: Final = " "
"""A cell in which nothing is written: it goes with any blanks."""

_ESCAPE: Final = re.compile("\x1b\\[[0-9;?]*[A-Za-z]")
"""A colour, or a place of the cursor, as terminals write them."""

_NOTHING: Final = re.compile(r"(?<=[\[({,\s])(?:None|null|nan|NaN)(?=[\])},\s]|$)")
"""A blank cell as programs print it."""

_FORMS: Final = frozenset(("<wide>", "<narrow>", "<font>", "<circle>"))
"""The forms in which a digit is still that digit: a superscript is something beside it."""

_INVISIBLE: Final = dict.fromkeys([0xFE0E, 0xFE0F, 0x20E3, *range(0x200B, 0x2010), 0x2060, 0xFEFF])
"""The characters that turn others into emoji, and those without a width."""


def plain(text: str) -> str:
    r"""Return a text in plain characters: without colours, forms of emoji, full width, ``None``.

    Examples
    --------
    >>> plain("\uff16\uff10 5\ufe0f\u20e3 \x1b[1m7\x1b[0m"), plain("[6, None]")
    ('60 5 7', '[6, .]')
    """
    if "\x1b" in text:
        text = _ESCAPE.sub("", text)
    text = _NOTHING.sub(".", text)
    if text.isascii():
        return text
    return "".join(map(_plain_character, text.translate(_INVISIBLE)))


def _plain_character(character: str) -> str:
    form = unicodedata.decomposition(character).partition(" ")[0]
    return unicodedata.normalize("NFKC", character) if form in _FORMS else character


def are_cells(text: str, board: Geometry) -> bool:
    """Return whether all characters of a text may be cells, of whatever kind.

    Examples
    --------
    >>> from lowbit.geometry import CLASSIC
    >>> are_cells("53??7????", CLASSIC), are_cells("five", CLASSIC)
    (True, False)
    """
    return _cells(board.symbols).issuperset(text)


@lru_cache
def _cells(symbols: str) -> frozenset[str]:
    return BLANKS_ELSEWHERE | ONES | {EMPTY} | digits_by_character(symbols).keys()


def settled(cells: str, board: Geometry) -> str:
    """Return the cells of a puzzle as digits and blanks of a board.

    Raises
    ------
    GridError
        If a character may be a cell or not: the puzzle has other blanks, too, or only one of it.

    Examples
    --------
    >>> from lowbit.geometry import Geometry
    >>> settled("1xx2 xx3", Geometry.parse("4x4"))
    '1..2...3'
    """
    table = digits_by_character(board.symbols)
    others = {character for character in cells if character not in table and character != EMPTY}
    ones = others & ONES
    blanks = sorted(others - ones)
    has_usual = any(character in cells for character, digit in table.items() if not digit)
    has_digits = any(table.get(character) for character in cells)
    for character in blanks:
        if has_usual or not has_digits or len(blanks) > 1 or cells.count(character) == 1:
            raise GridError(f"{character!r} is not a digit or blank", cells.index(character))
    if ones and (not has_digits or len(ones) > 1 or board.symbols[0] in cells):
        raise GridError(f"{min(ones)!r} is not a digit or blank", cells.index(min(ones)))
    for character in [*blanks, EMPTY]:
        cells = cells.replace(character, ".")
    for character in ones:
        cells = cells.replace(character, board.symbols[0])
    return cells


def cells_in(text: str, board: Geometry, rules: str) -> str:
    """Return the digits and blanks of a text that has a character for each cell; "" if it has not.

    White space and `rules` may stand between them.

    Examples
    --------
    >>> from lowbit.geometry import Geometry
    >>> cells_in("1??? ?2?? | ??3? ???4", Geometry.parse("4x4"), "|-")
    '1....2....3....4'
    """
    found = [c for c in plain(text) if not c.isspace() and (c not in rules or c == "-")]
    if len(found) != board.n_cells or not are_cells("".join(found), board):
        return ""
    try:
        return settled("".join(found), board)
    except GridError:
        return ""


def said_of(cells: str, board: Geometry) -> str:
    """Return advice on cells that are written otherwise; "" if there is none.

    Examples
    --------
    >>> from lowbit.geometry import Geometry
    >>> said_of("1xx2 xx3", Geometry.parse("4x4"))
    "'x' is read as a blank cell"
    """
    table = digits_by_character(board.symbols)
    others = [character for character in cells if character not in table and character != EMPTY]
    if not others:
        return ""
    meant = f"{board.symbols[0]!r}" if others[0] in ONES else "a blank cell"
    return f"{others[0]!r} is read as {meant}"
