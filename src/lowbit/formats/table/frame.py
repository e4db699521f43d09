"""Tables with a cell in each column, as data frames and spreadsheets write them.

::

    0,1,2,3,4,5,6,7,8         id,r1c1,r1c2, ... ,r9c9,level
    5,3,,,7,,,,               0,5.0,3.0,, ... ,9.0,easy
    ...                       1,, ...

With as many such columns as the board is wide, a row is a row of a grid; with one for each cell, it
is a puzzle. There may be other columns before and after them.
"""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from lowbit.errors import GridError
from lowbit.formats.drawn.rows import RULE_LINE, begins_blank, read_rows, require_row
from lowbit.formats.headers import DELIMITERS, fields_of, header_of
from lowbit.formats.puzzle import is_symbols
from lowbit.formats.record import Record
from lowbit.formats.table.cell_names import fault_of, places_of
from lowbit.formats.text import cell_of, one_line, quoted, require_symbols
from lowbit.grid import Grid

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from lowbit.formats.streams.stream import LineStream
    from lowbit.geometry import Geometry

SPACES = " "
"""The delimiter of aligned columns, as in a printed data frame: stands for any white space."""

CALLED_AFTER_CELLS = "the columns are called after cells"

NUMBER = re.compile(r"([0-9]{1,2})(?:\.0)?")

LONGEST_HEADER = 1 << 14
"""A header is no longer: the names of 625 cells, of the puzzle and of the solution, are 12,500."""


class CellColumns(NamedTuple):
    """The header of a table with a cell in each column.

    Attributes
    ----------
    text : str
        The line.
    delimiter : str
    n_names : int
        The number of columns.
    places : list of int
        The columns of the cells, cell by cell.
    """

    text: str
    delimiter: str
    n_names: int
    places: list[int]

    def may_be_row(self, board: Geometry) -> bool:
        """Whether the line could as well be the first row of a grid."""
        cells = [cell_of(name) for name in self.fields(self.text)]
        is_alone = len(self.places) == len(cells) == board.n_columns
        return is_alone and all(len(cell) == 1 and is_symbols(cell, board) for cell in cells)

    def fields(self, text: str) -> list[str]:
        """Return the fields of a row, without the outer bars of Markdown."""
        if self.delimiter == SPACES:
            return text.split()
        bars = self.text.strip()
        if self.delimiter == "|" and bars.startswith("|") and bars.endswith("|"):
            text = text.strip().removeprefix("|").removesuffix("|")
        return fields_of(text, self.delimiter)

    def read_row(self, text: str, board: Geometry) -> tuple[str, str]:
        """Return a symbol for each cell of a row, and the other fields.

        Raises
        ------
        GridError
            If a cell is none, with its place in the line, or a field is missing.
        """
        fields = self.fields(text)
        if self.delimiter == SPACES and len(fields) == self.n_names + 1:
            del fields[0]  # an index, whose name is empty
        if len(fields) != self.n_names:
            if len(self.places) == self.n_names == board.n_columns:
                require_row("." * len(fields), board)
            raise GridError(f"{len(fields)} fields where the header has {self.n_names}")
        cells = []
        for place in self.places:
            try:
                cells.append(_symbol(fields[place], board))
            except GridError as error:
                raise GridError(error.reason, self._offset(text, place)) from None
        others = (field for place, field in enumerate(fields) if place not in self.places)
        return "".join(cells), one_line(", ".join(filter(None, map(str.strip, others))))

    def _offset(self, text: str, place: int) -> int | None:
        """Return where a field begins; None where a quoted one before it may hold a delimiter."""
        raw = text.split(self.delimiter)
        if self.delimiter in {SPACES, "|"} or len(raw) != self.n_names:
            return None
        return sum(len(field) + 1 for field in raw[:place]) + raw[place].startswith('"')


def cell_columns(text: str, board: Geometry) -> CellColumns | None:
    """Return a line as a header, if its columns are named after the cells of a board.

    Examples
    --------
    >>> from lowbit.geometry import Geometry
    >>> columns = cell_columns("id,0,1,2,3,level", Geometry.parse("4x4"))
    >>> columns.places, columns.read_row("7,1,,,4.0,easy", Geometry.parse("4x4"))
    ([1, 2, 3, 4], ('1..4', '7, easy'))
    >>> cell_columns("id,0,1,2,4", Geometry.parse("4x4"))
    """
    if len(text) > LONGEST_HEADER:
        return None
    for delimiter, names in _names(text):
        places = places_of(names, board)
        if places and (delimiter != SPACES or len(places) == len(names)):
            return CellColumns(text, delimiter, len(names), places)
    return None


def misnamed_cells(text: str, board: Geometry) -> str:
    """Return why the columns of a header do not show which cell each holds; "" if it is none.

    Examples
    --------
    >>> from lowbit.geometry import CLASSIC
    >>> misnamed_cells(",".join(map(str, range(80))), CLASSIC)
    'no column is called after row 9, column 9'
    """
    if len(text) > LONGEST_HEADER or header_of(text):
        return ""
    *delimited, by_spaces = (names for _, names in _names(text))
    faults = (fault_of(names, board) for names in delimited or [by_spaces])
    return next(filter(None, faults), "")


def _names(text: str) -> Iterator[tuple[str, list[str]]]:
    """Yield the names that a line holds, for each delimiter that may stand between them."""
    for delimiter in (*filter(text.__contains__, DELIMITERS), SPACES):
        yield delimiter, CellColumns(text, delimiter, 0, []).fields(text)


def begins_frame(lines: Sequence[str], board: Geometry) -> bool:
    """Return whether the first line of a text is the header of a table with a cell per column.

    Where it may be a row of a grid, too, as 0 to 8, the lines are all that there are, and their
    number shows which it is.
    """
    columns = cell_columns(lines[0], board)
    if columns is None:
        return False
    return not columns.may_be_row(board) or rows_show_header(lines, board) is True


def rows_show_header(lines: Sequence[str], board: Geometry) -> bool | None:
    """Whether the number of rows shows that the first one is a header; None where it shows nothing.

    Examples
    --------
    >>> from lowbit.geometry import CLASSIC
    >>> lines = ["0,1,2,3,4,5,6,7,8", *[",,,,,,,,"] * 18]
    >>> [rows_show_header(lines[:n_lines], CLASSIC) for n_lines in (18, 19, 17)]
    [False, True, None]
    """
    rows = [text.strip() for text in lines if not RULE_LINE.fullmatch(text)]
    are_grids = len(rows) % board.n_rows == 0
    at = 0
    while at < len(rows):  # a header may come again before a grid
        at += (rows[at] == rows[0]) + board.n_rows
    return at == len(rows) if are_grids != (at == len(rows)) else None


def read_frame(lines: LineStream, columns: CellColumns, board: Geometry) -> Iterator[Record]:
    """Yield a record for each puzzle below the header."""

    def row(text: str, board: Geometry) -> str | None:
        return None if RULE_LINE.fullmatch(text) else columns.read_row(text, board)[0]

    is_row = partial(begins_blank, lines=lines, board=board)
    begins = True
    while (text := (yield from lines.next_content(is_row))) is not None:
        if RULE_LINE.fullmatch(text):
            continue
        if not begins and text.strip() == columns.text.strip():
            begins = True  # another frame, but its first row may say the same
            continue
        begins = False
        if len(columns.places) == board.n_cells:
            yield _puzzle(text, lines, columns, board)
        else:
            lines.push_back(text)
            yield read_rows(lines, board, row)


def _puzzle(text: str, lines: LineStream, columns: CellColumns, board: Geometry) -> Record:
    try:
        symbols, remark = columns.read_row(text, board)
    except GridError as error:
        return lines.bad_record(text, error.reason, error.offset)
    return Record(lines.number, text, Grid(symbols, board), remark)


def _symbol(field: str, board: Geometry) -> str:
    cell = cell_of(field)
    if len(cell) == 1:
        require_symbols(cell, board)
        return cell
    found = NUMBER.fullmatch(cell)
    if found is None or int(found[1]) > board.size:
        raise GridError(f"{quoted(field)} is not a digit or blank")
    return board.symbols[int(found[1]) - 1] if int(found[1]) else "."
