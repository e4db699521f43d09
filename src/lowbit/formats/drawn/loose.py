"""The `loose` format: puzzles among other things, as people and programs share them.

::

    Puzzle 1                        array([[5, 3, 0, 0, 7, 0, 0, 0, 0],
    5 3 ? ? 7 ? ? ? ?                      [6, 0, 0, 1, 9, 5, 0, 0, 0],
    ...                                    ...

It is tried where no other format fits, or where the one that fits would lose puzzles. Text that is
not cells is left out, and noted.
"""

from __future__ import annotations

from contextlib import suppress
from itertools import islice
from typing import TYPE_CHECKING

from lowbit.errors import GridError, InputError
from lowbit.formats.drawn import board as board_format
from lowbit.formats.drawn.board import INDEXED, are_indexed
from lowbit.formats.drawn.grids import read_drawn
from lowbit.formats.drawn.loose_lines import puzzle_in
from lowbit.formats.drawn.loose_rows import loose_row
from lowbit.formats.format import Format
from lowbit.formats.headers import DELIMITERS, fields_of
from lowbit.formats.headings import Headings
from lowbit.formats.record import Record
from lowbit.formats.streams.stream import LineStream
from lowbit.formats.text import NAME_THE_CELLS, printable

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from lowbit.geometry import Geometry
    from lowbit.grid import Grid


def read(lines: LineStream, board: Geometry) -> Iterator[Record]:
    """Yield a record per puzzle, drawn or on a line."""
    return read_drawn(lines, board, board_format.row_parser, _in_line)


def one_puzzle(text: str, board: Geometry) -> Grid | None:
    """Return the only puzzle of a text; None if it holds none, or several.

    It is not sought far behind the beginning.

    Examples
    --------
    >>> from lowbit.geometry import Geometry
    >>> one_puzzle("my puzzle: 1??? ?2?? ??3? ???4", Geometry.parse("4x4")).to_line()
    '1....2....3....4'
    """
    if len(text) < board.n_cells:
        return None
    lines = LineStream(iter([text]))
    first = next(_puzzles(lines.beginning(), board), None)
    if first is None or not first.grid:
        return None
    found = list(islice(_puzzles(lines, board), 2))
    return found[0].grid if len(found) == 1 else None


def _puzzles(lines: LineStream, board: Geometry) -> Iterator[Record]:
    """Yield the records of the puzzles of a text, right or wrong."""
    lines.go_on(Headings(), board)
    with suppress(InputError):
        yield from (record for record in read(lines, board) if not record.is_passthrough)


def recognises(text: str, board: Geometry) -> bool:
    """Return whether a line is meant as a puzzle among other things, right or wrong."""
    try:
        return puzzle_in(text, board) is not None
    except GridError:
        return True


def objection(lines: Sequence[str], board: Geometry) -> str | None:
    """Object to a text that may be a table whose columns are named wrongly; all else is read."""
    if are_indexed(lines, board):
        return INDEXED
    for delimiter in filter(lines[0].__contains__, DELIMITERS):
        n_fields = len(fields_of(lines[0], delimiter))
        has_fields = any(delimiter in text for text in lines[1:2])
        if n_fields >= board.n_columns - 1 and has_fields and not _is_row(lines[0], board):
            return f"the columns are not called after cells; {NAME_THE_CELLS}"
    return None


def _is_row(text: str, board: Geometry) -> bool:
    parse = board_format.row_parser([text], board)
    return loose_row(text, board, parse) is not None


def _in_line(text: str, lines: LineStream, board: Geometry) -> Record | None:
    """Return the record of the last line, `text`, if it holds a puzzle."""
    try:
        grid = puzzle_in(text, board)
    except GridError as error:
        return lines.bad_record(text, error.reason)
    if grid is None:
        return None
    lines.is_loose = True
    return Record(lines.number, printable(text), grid)


FORMAT = Format("loose", read, board_format.write, objection)
