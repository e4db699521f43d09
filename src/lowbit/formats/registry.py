"""The registry of formats."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lowbit.arguments import unknown
from lowbit.errors import UnknownFormatError
from lowbit.formats import (
    acwing166,
    board,
    csv_text,
    euler96,
    json_text,
    line,
    poj2676,
    puzzle_texts,
    pyramid,
    sdk,
)

if TYPE_CHECKING:
    from lowbit.formats.record import Format

FORMATS: dict[str, Format] = {
    module.FORMAT.name: module.FORMAT
    for module in (euler96, acwing166, poj2676, pyramid, sdk, json_text, csv_text, board, line)
}
"""Every format of grids by name, in the order in which the sniffer tries them."""

FORMATS_WITH_CONSTRAINTS: dict[str, Format] = puzzle_texts.FORMATS
"""The formats of puzzles with constraints, tried last; the sniffer knows only the first."""


def format_named(name: str) -> Format:
    """Return the format with this name."""
    every = FORMATS | FORMATS_WITH_CONSTRAINTS
    if name not in every:
        raise UnknownFormatError(unknown("format", name, every))
    return every[name]
