"""The `board` format: grids as people draw them, by lowbit and by other programs.

::

    5 3 . | . 7 . | . . .       .-------.-------.      │ 5 │ 3 │   │   │ 7 │
    6 . . | 1 9 5 | . . .       | 5 3 . | . 7 .        ├───┼───┼───┼───┼───┼
    . 9 8 | . . . | . 6 .       | 6 . . | 1 9 5        │ 6 │   │   │ 1 │ 9 │
    ------+-------+------
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from lowbit.errors import GridError
from lowbit.formats.puzzle import require_givens_alone
from lowbit.formats.record import Format, puzzles
from lowbit.formats.rows import read_rows, require_row
from lowbit.formats.text import require_symbols
from lowbit.grid import RULES

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from lowbit.formats.record import Record
    from lowbit.formats.stream import LineStream
    from lowbit.geometry import Geometry

_RULES = re.escape(RULES)
NO_CELL = re.compile(rf"[\s{_RULES}]")

RULE_LINE = re.compile(rf"(?=.*[-=─━═])[\s{_RULES}=.:'`*,]+")
"""A line with a dash, and else with nothing but rules and what corners are drawn with."""

FIELD = re.compile(rf"(?<=[{_RULES}])[^{_RULES}]+(?=[{_RULES}])")
"""What stands between two rules of a row."""

EMPTY_FIELD = re.compile(rf"(?<=[{_RULES}])\s(?=\s*[{_RULES}])")
"""The first space of a field that is empty."""


def read(lines: LineStream, board: Geometry) -> Iterator[Record]:
    """Yield a record a board, as soon as its last row is there."""
    found = False
    while (text := (yield from lines.next_content())) is not None:
        if not RULE_LINE.fullmatch(text):
            found = True
            lines.push_back(text)
            yield read_rows(lines, board, drawn_row)
    if not found:
        yield lines.missing_record(f"row 1 of {board.size} was expected, but the text ends")


def write(records: Iterable[Record]) -> Iterator[str]:
    """Yield what `str` of a grid draws, and an empty line between two."""
    between = ""
    for grid, _remark in puzzles(records):
        require_givens_alone(grid)
        yield f"{between}{grid}\n"
        between = "\n"


def misfit(lines: Sequence[str], board: Geometry) -> str | None:
    """Ask for a row or a rule in the first line."""
    try:
        drawn_row(lines[0], board)
    except GridError as error:
        return f"the first line is no row of a board: {error.reason}"
    return None


def drawn_row(text: str, board: Geometry) -> str | None:
    """Return the row that a line draws, or None where it is a rule.

    Examples
    --------
    >>> from lowbit.geometry import CLASSIC
    >>> drawn_row("| 5 3 . | . 7 . | . . . |", CLASSIC)
    '53..7....'
    >>> drawn_row("|5|3| | |7| | | | |", CLASSIC)
    '53..7....'
    >>> drawn_row("+-------+-------+-------+", CLASSIC)
    """
    if RULE_LINE.fullmatch(text):
        return None
    if len(FIELD.findall(text)) == board.size:  # rules on both sides of each cell
        text = EMPTY_FIELD.sub(".", text)
    require_symbols(NO_CELL.sub(".", text), board)
    row = NO_CELL.sub("", text)
    require_row(row, board)
    return row


FORMAT = Format("board", read, write, misfit)
