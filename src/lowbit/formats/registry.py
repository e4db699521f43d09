"""The registry of formats."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lowbit.arguments import unknown
from lowbit.errors import UnknownFormatError
from lowbit.formats import puzzle_texts
from lowbit.formats.drawn import board, loose, opensudoku, sdk
from lowbit.formats.json import text as json_text
from lowbit.formats.judges import acwing166, euler96, poj2676, pyramid
from lowbit.formats.table import csv as csv_text

if TYPE_CHECKING:
    from lowbit.formats.format import Format

FORMATS: dict[str, Format] = {
    form.name: form
    for form in (
        euler96.FORMAT,
        acwing166.FORMAT,
        poj2676.FORMAT,
        pyramid.FORMAT,
        sdk.FORMAT,
        json_text.FORMAT,
        opensudoku.FORMAT,
        csv_text.FORMAT,
        board.FORMAT,
        puzzle_texts.MIXED,
    )
}
"""Every format of grids by name, in the order in which the sniffer tries them."""

FORMATS_WITH_CONSTRAINTS: dict[str, Format] = puzzle_texts.FORMATS
"""The formats of puzzles with constraints, tried last; the sniffer knows only the first."""

LOOSE: Format = loose.FORMAT
"""The format of puzzles among other text; the sniffer tries it last, where others lose puzzles."""


def format_named(name: str) -> Format:
    """Return the format with this name."""
    every = FORMATS | FORMATS_WITH_CONSTRAINTS | {LOOSE.name: LOOSE}
    if name not in every:
        raise UnknownFormatError(unknown("format", name, every))
    return every[name]
