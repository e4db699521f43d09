"""The `sdk` format: a file in sections, of which only ``[Puzzle]`` is read.

::

    [Puzzle]
    53..7....
    6..195...
    ...
    [State]
    ...
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from lowbit.formats.drawn.board import drawn_row
from lowbit.formats.drawn.rows import read_rows, solid_rows
from lowbit.formats.format import Format
from lowbit.formats.record import grids
from lowbit.formats.text import quoted

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from lowbit.formats.record import Record
    from lowbit.formats.streams.stream import LineStream
    from lowbit.geometry import Geometry

SECTION = re.compile(r"\s*\[(?P<name>[A-Za-z][\w ]*)\]\s*")
PUZZLE = "puzzle"
EXPECTED = "a line '[Puzzle]' was expected"


def read(lines: LineStream, board: Geometry) -> Iterator[Record]:
    """Yield a record for each section ``[Puzzle]``; the state of play is left out."""
    found = False
    while (text := (yield from lines.next_content())) is not None:
        section = SECTION.fullmatch(text)
        if section and section["name"].lower() == PUZZLE:
            found = True
            yield read_rows(lines, board, drawn_row, text, SECTION.fullmatch, may_have_gaps=True)
        elif section:
            _skip_section(lines)
        else:
            yield lines.bad_record(text, f"{EXPECTED}, but {quoted(text)} was found")
            found = True
    if not found:
        yield lines.missing_record(f"{EXPECTED}, but the text ends")


def write(records: Iterable[Record]) -> Iterator[str]:
    """Yield a section with the rows for each grid."""
    for grid, _remark in grids(records):
        yield f"[Puzzle]\n{solid_rows(grid)}"


def objection(lines: Sequence[str], _board: Geometry) -> str | None:
    """Require the header of a section in the first line."""
    return None if SECTION.fullmatch(lines[0]) else "the first line is not like '[Puzzle]'"


def _skip_section(lines: LineStream) -> None:
    for text in lines:
        if SECTION.fullmatch(text):
            lines.push_back(text)
            return


FORMAT = Format("sdk", read, write, objection, (".sdk",))
