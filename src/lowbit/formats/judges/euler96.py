"""The `euler96` format: a line `Grid 01`, then nine lines of nine digits, as Project Euler 96.

::

    Grid 01
    003020600
    900305001
    ...
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from lowbit.formats.drawn.rows import read_rows, solid_rows
from lowbit.formats.format import Format
from lowbit.formats.record import grids
from lowbit.formats.text import one_line, printable, quoted

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from lowbit.formats.record import Record
    from lowbit.formats.streams.stream import LineStream
    from lowbit.geometry import Geometry

HEADER = re.compile(r"\s*Grid\b\s*(?P<remark>.*)", re.IGNORECASE)
EXPECTED = "a line such as 'Grid 01' was expected"


def read(lines: LineStream, board: Geometry) -> Iterator[Record]:
    """Yield a record per grid; the text behind ``Grid`` is its remark."""
    text = yield from lines.next_content()
    if text is None:
        yield lines.missing_record(f"{EXPECTED}, but the text ends")
    while text is not None:
        if header := HEADER.match(text):
            record = read_rows(
                lines, board, header=text, starts_next=HEADER.match, may_have_gaps=True
            )
            yield replace(record, remark=printable(header["remark"].strip()))
        else:
            yield lines.bad_record(text, f"{EXPECTED}, but {quoted(text)} was found")
        text = yield from lines.next_content()


def write(records: Iterable[Record]) -> Iterator[str]:
    """Yield a header and the rows for each grid; a grid without a remark gets its number."""
    for number, (grid, remark) in enumerate(grids(records), 1):
        yield f"Grid {one_line(remark) or f'{number:02}'}\n{solid_rows(grid)}"


def objection(lines: Sequence[str], _board: Geometry) -> str | None:
    """Require a header in the first line."""
    return None if HEADER.match(lines[0]) else "the first line is not like 'Grid 01'"


FORMAT = Format("euler96", read, write, objection)
