"""The `poj2676` format: how many grids follow, then nine lines of nine digits for each.

::

    1
    103000509
    002109400
    ...
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lowbit.formats.drawn.rows import read_rows, solid_rows
from lowbit.formats.format import Format
from lowbit.formats.record import grids
from lowbit.formats.text import quoted

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from lowbit.formats.record import Record
    from lowbit.formats.streams.stream import LineStream
    from lowbit.geometry import Geometry


def read(lines: LineStream, board: Geometry) -> Iterator[Record]:
    """Yield a record per grid, and finally an error if the count is wrong."""
    text = yield from lines.next_content()
    if text is None:
        yield lines.missing_record("the number of grids was expected, but the text ends")
        return
    if not _is_count(text, board):
        wrong = "is too large" if _is_number(text) else "was found"
        reason = f"the number of grids was expected, but {quoted(text)} {wrong}"
        yield lines.bad_record(text, reason)
        return
    count = int(text)
    for number in range(1, count + 1):
        text = yield from lines.next_content()
        if text is None:
            yield lines.missing_record(f"grid {number} of {count} was expected, but the text ends")
            return
        lines.push_back(text)
        yield read_rows(lines, board)
    if (text := (yield from lines.next_content())) is not None:
        reason = f"the text should end after grid {count} of {count}, but {quoted(text)} follows"
        yield lines.bad_record(text, reason)


def write(records: Iterable[Record]) -> Iterator[str]:
    """Yield the number of grids, which takes all of them in memory, then the rows."""
    all_of_them = list(grids(records))
    yield f"{len(all_of_them)}\n"
    for grid, _remark in all_of_them:
        yield solid_rows(grid)


def objection(lines: Sequence[str], board: Geometry) -> str | None:
    """Require a lone number in the first line, no row with one digit and tabs, and a solid row."""
    is_row = lines[0].count("\t") >= board.n_columns - 1 or len("".join(lines[1:2]).split()) > 1
    return (
        None
        if _is_count(lines[0], board) and not is_row
        else "the first line is no number of grids"
    )


def _is_count(text: str, board: Geometry) -> bool:
    """Whether a line is a number with fewer digits than a row has."""
    return _is_number(text) and len(text.strip()) < board.size


def _is_number(text: str) -> bool:
    number = text.strip()
    return number.isascii() and number.isdigit()


FORMAT = Format("poj2676", read, write, objection)
