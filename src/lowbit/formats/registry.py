"""The registry of formats, each of which is loaded when it is asked for."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Final

from lowbit.arguments import unknown
from lowbit.errors import UnknownFormatError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lowbit.formats.format import Format


class Formats(Mapping[str, "Format"]):
    """Formats by their names.

    Parameters
    ----------
    places : dict of str to str
        The module of each, and what it is called there: ``judges.euler96:FORMAT``.

    Examples
    --------
    >>> FORMATS["euler96"].name, "euler97" in FORMATS
    ('euler96', False)
    """

    def __init__(self, places: dict[str, str]) -> None:
        self.places = places

    def __getitem__(self, name: str) -> Format:
        module, _, attribute = self.places[name].partition(":")
        form: Format = getattr(import_module(f"lowbit.formats.{module}"), attribute)
        return form

    def __iter__(self) -> Iterator[str]:
        return iter(self.places)

    def __len__(self) -> int:
        return len(self.places)


FORMATS: Final = Formats(
    {
        "euler96": "judges.euler96:FORMAT",
        "acwing166": "judges.acwing166:FORMAT",
        "poj2676": "judges.poj2676:FORMAT",
        "pyramid": "judges.pyramid:FORMAT",
        "sdk": "drawn.sdk:FORMAT",
        "json": "json.text:FORMAT",
        "opensudoku": "drawn.opensudoku:FORMAT",
        "csv": "table.csv:FORMAT",
        "board": "drawn.board:FORMAT",
        "line": "puzzle_texts:MIXED",
    }
)
"""Every format of grids by name, in the order in which the sniffer tries them."""

FORMATS_WITH_CONSTRAINTS: Final = Formats(
    {"variants": "puzzle_texts:FORMAT", "iss": "puzzle_texts:OF_ISS"}
)
"""The formats of puzzles with constraints, tried last; the sniffer knows only the first."""

LOOSE: Final = "loose"
OTHERS: Final = Formats({LOOSE: "drawn.loose:FORMAT"})
"""The format of puzzles among other text; the sniffer tries it last, where others lose puzzles."""


def format_named(name: str) -> Format:
    """Return the format with this name."""
    for formats in (FORMATS, FORMATS_WITH_CONSTRAINTS, OTHERS):
        if name in formats:
            return formats[name]
    every = (*FORMATS, *FORMATS_WITH_CONSTRAINTS, *OTHERS)
    raise UnknownFormatError(unknown("format", name, every))
