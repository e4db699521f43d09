"""The `acwing166` format: a puzzle a line up to a line `end`, as in AcWing 166 and POJ 3074.

::

    ......52..8.4......3...9...5.1...6..2..7........3.....6...1..........7.4.......3.
    end
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lowbit.errors import GridError
from lowbit.formats.puzzle import looks_like_puzzle, parse_puzzle, puzzle_text
from lowbit.formats.record import Format, Record, puzzles

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from lowbit.formats.stream import LineStream
    from lowbit.geometry import Geometry

END = "end"


def read(lines: LineStream, board: Geometry) -> Iterator[Record]:
    """Yield a record a line; what follows ``end`` is left unread, as the judges leave it."""
    while (text := (yield from lines.next_content())) is not None:
        if text.strip() == END:
            return
        yield _record(text, lines, board)
    yield lines.missing_record("the line 'end' was expected, but the text ends")


def write(records: Iterable[Record]) -> Iterator[str]:
    """Yield a line a grid, then ``end``."""
    for grid, _remark in puzzles(records):
        yield f"{puzzle_text(grid)}\n"
    yield f"{END}\n"


def misfit(lines: Sequence[str], board: Geometry) -> str | None:
    """Ask for a puzzle first, and an ``end`` among the lines."""
    if END not in map(str.strip, lines):
        return "no line 'end' has arrived"
    if lines[0].strip() != END and not looks_like_puzzle(lines[0].strip(), board):
        return "what comes before 'end' is no puzzle"
    return None


def _record(text: str, lines: LineStream, board: Geometry) -> Record:
    cells = text.strip()
    try:
        return Record(lines.number, text, parse_puzzle(cells, board, text.index(cells)))
    except GridError as error:
        return lines.bad_record(text, error.reason, error.offset)


FORMAT = Format("acwing166", read, write, misfit)
