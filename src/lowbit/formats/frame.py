"""Data frames as text: the columns are counted from 0, and each holds a cell.

::

    0,1,2,3,4,5,6,7,8         ,0,1,2, ... ,80
    5,3,,,7,,,,               0,5.0,3.0,, ... ,9.0
    ...                       1,, ...

With as many columns as the board is wide, a row is a row of a grid; with one for each cell, it is a
puzzle. The index of the rows may stand before them, under a name that is empty.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from lowbit.errors import GridError
from lowbit.formats.headers import DELIMITERS, fields_of
from lowbit.formats.record import Record
from lowbit.formats.rows import read_rows, require_row
from lowbit.formats.text import cell_of, quoted, require_symbols
from lowbit.grid import Grid

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from lowbit.formats.stream import LineStream
    from lowbit.geometry import Geometry

NUMBER = re.compile(r"([0-9]{1,2})(?:\.0)?")


class CountedColumns(NamedTuple):
    """The header of a data frame whose columns have no names of their own.

    Attributes
    ----------
    delimiter : str
    n_columns : int
        Without that of the index.
    has_index : bool
        Whether the first field of a row is its index.
    """

    delimiter: str
    n_columns: int
    has_index: bool

    def is_of(self, board: Geometry) -> bool:
        """Whether there is a column for each cell of a board, or of a row of it."""
        return self.n_columns in {board.size, board.n_cells}

    def symbols(self, text: str, board: Geometry) -> str:
        """Return a symbol for each cell of a row."""
        fields = fields_of(text, self.delimiter)[self.has_index :]
        return "".join(_symbol(field, board) for field in fields)

    def index_of(self, text: str) -> str:
        """Return the index of a row, "" if there is none."""
        return fields_of(text, self.delimiter)[0] if self.has_index else ""


def counted_columns(text: str) -> CountedColumns | None:
    """Return the header that a line is: 0, 1, 2 and so on, up to 3 at least.

    Examples
    --------
    >>> counted_columns(",0,1,2,3")
    CountedColumns(delimiter=',', n_columns=4, has_index=True)
    >>> counted_columns("0,1,2,4"), counted_columns("0 1 2 3")
    (None, None)
    """
    for delimiter in filter(text.__contains__, DELIMITERS):
        names = fields_of(text, delimiter)
        has_index = names[:1] == [""]
        names = names[has_index:]
        if len(names) > 3 and names == [str(number) for number in range(len(names))]:
            return CountedColumns(delimiter, len(names), has_index)
    return None


def begins_frame(lines: Sequence[str], board: Geometry) -> bool:
    """Whether the first of some lines is the header of a data frame, and no row of a grid.

    A row may be 0, 1, 2 and so on, too; then there is no row more than a grid has.
    """
    columns = counted_columns(lines[0])
    if columns is None or not columns.is_of(board):
        return False
    if columns.n_columns == board.n_cells or columns.has_index:
        return True
    behind = lines[board.size + 1 :]
    return len(lines) > board.size and behind[:1] in ([], [lines[0]])


def read_frame(lines: LineStream, columns: CountedColumns, board: Geometry) -> Iterator[Record]:
    """Yield a record for each puzzle below the header."""

    def row(text: str, board: Geometry) -> str:
        symbols = columns.symbols(text, board)
        require_row(symbols, board)
        return symbols

    begins = True
    while (text := (yield from lines.next_content())) is not None:
        if not begins and counted_columns(text) == columns:
            begins = True  # another frame, but its first row may say the same
            continue
        begins = False
        if columns.n_columns == board.size:
            lines.push_back(text)
            yield read_rows(lines, board, row)
        else:
            yield _puzzle(text, lines, columns, board)


def _puzzle(text: str, lines: LineStream, columns: CountedColumns, board: Geometry) -> Record:
    try:
        grid = Grid(columns.symbols(text, board), board)
    except GridError as error:
        return lines.bad_record(text, error.reason)
    return Record(lines.number, text, grid, columns.index_of(text))


def _symbol(field: str, board: Geometry) -> str:
    cell = cell_of(field)
    if len(cell) == 1:
        require_symbols(cell, board)
        return cell
    found = NUMBER.fullmatch(cell)
    if found is None or int(found[1]) > board.size:
        raise GridError(f"{quoted(field)} is not a digit or blank")
    return board.symbols[int(found[1]) - 1] if int(found[1]) else "."
