"""Colours as other programs write them: in hexadecimal digits, or by a name that CSS has."""

from __future__ import annotations

import re
from typing import Final

NAMES: Final = {
    "black": "#000000",
    "white": "#ffffff",
    "gray": "#808080",
    "grey": "#808080",
    "lightgray": "#d3d3d3",
    "lightgrey": "#d3d3d3",
    "darkgray": "#a9a9a9",
    "silver": "#c0c0c0",
    "red": "#ff0000",
    "orange": "#ffa500",
    "yellow": "#ffff00",
    "green": "#008000",
    "blue": "#0000ff",
    "purple": "#800080",
    "pink": "#ffc0cb",
    "brown": "#a52a2a",
}
"""The names that are in use; none of others is told from grey."""

NONE: Final = {"", "none", "transparent"}

HEX: Final = re.compile("#[0-9a-f]+")
CLEAR: Final = 0.02
"""The opacity of a colour that is none."""


def color_of(said: object) -> str:
    """Return a colour as ``#rrggbb``, as it looks on white; empty if there is none.

    Examples
    --------
    >>> color_of("#F00"), color_of("#FF000080"), color_of("transparent"), color_of("Grey")
    ('#ff0000', '#ff7f7f', '', '#808080')
    """
    text = "" if said is None else str(said).strip().lower()
    if text in NONE:
        return ""
    digits = text[1:] if HEX.fullmatch(text) else ""
    if len(digits) in {3, 4}:
        digits = "".join(2 * digit for digit in digits)
    if len(digits) not in {6, 8}:
        return NAMES.get(text, NAMES["grey"])
    *parts, opacity = bytes.fromhex(digits.ljust(8, "f"))
    share = opacity / 255
    mixed = bytes(int(part * share + 255 * (1 - share)) for part in parts)
    return f"#{mixed.hex()}" if share > CLEAR else ""
