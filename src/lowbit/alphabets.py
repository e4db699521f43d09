"""Alphabets: the symbols that digits are written as.

::

    1-9A-P      what lowbit writes by default, up to 25 digits
    1-9a-p      the same in small letters
    0-9A-F      hexadecimal: 0 is the first digit, and no blank
    ABCDEFGHI   symbols one by one
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from lowbit.errors import GeometryError

SYMBOLS: Final = "123456789ABCDEFGHIJKLMNOP"
"""The symbols of the default alphabet, one for each digit of the largest board."""

SYMBOLS_FROM_0: Final = "0" + SYMBOLS[:-1]
"""The same where the digits begin with 0."""

BLANKS: Final = ".0*_"
"""The characters for a blank cell; 0 is one unless the alphabet makes it a digit."""

_RANGE: Final = "([0-9]-[0-9]|[A-Z]-[A-Z]|[a-z]-[a-z])"


@lru_cache
def symbols_of(alphabet: str, size: int) -> str:
    """Return the symbols of an alphabet for the digits of a board.

    Raises
    ------
    GeometryError
        If there are fewer symbols than digits, one occurs twice, or one is neither a letter nor
        a digit.

    Examples
    --------
    >>> symbols_of("0-9A-F", 16), symbols_of("1-9a-p", 12)
    ('0123456789ABCDEF', '123456789abc')
    """
    symbols = re.sub(_RANGE, lambda found: _between(found[0][0], found[0][2]), alphabet)
    if wrong := next((symbol for symbol in symbols if not symbol.isalnum()), ""):
        raise GeometryError(f"{wrong!r} in an alphabet is neither a letter nor a digit")
    if len(set(symbols)) < len(symbols):
        raise GeometryError(f"the alphabet {alphabet!r} has a symbol twice")
    if len(symbols) < size:
        raise GeometryError(
            f"the alphabet {alphabet!r} has {len(symbols)} symbols, and the board {size} digits"
        )
    return symbols[:size]


@lru_cache
def digits_by_character(symbols: str) -> dict[str, int]:
    """Return the digit that each character stands for, 0 for a blank.

    Case is ignored unless the alphabet has both a small letter and its capital.

    Examples
    --------
    >>> digits = digits_by_character("0123456789ABCDEF")
    >>> digits["0"], digits["f"], digits["."]
    (1, 16, 0)
    """
    table = dict.fromkeys(BLANKS, 0)
    table |= {symbol: digit for digit, symbol in enumerate(symbols, 1)}
    for digit, symbol in enumerate(symbols, 1):
        table.setdefault(symbol.lower(), digit)
        table.setdefault(symbol.upper(), digit)
    return table


def _between(first: str, last: str) -> str:
    return "".join(map(chr, range(ord(first), ord(last) + 1)))
