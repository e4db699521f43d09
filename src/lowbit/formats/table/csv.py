"""The `csv` format: a table with a header, of which one column holds puzzles, or each a cell.

::

    id,puzzle,level
    1,53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79,easy
"""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING

from lowbit.errors import FormatError, GridError
from lowbit.formats.drawn.rows import RULE_LINE
from lowbit.formats.format import Format
from lowbit.formats.headers import HEADERS, NOT_CLOSED, goes_on, header_of, is_comment_row
from lowbit.formats.lines.line import cells_or_text
from lowbit.formats.puzzle_texts import parse_field, with_puzzle
from lowbit.formats.record import Record, with_puzzles
from lowbit.formats.table.frame import (
    CALLED_AFTER_CELLS,
    begins_frame,
    cell_columns,
    misnamed_cells,
    read_frame,
)
from lowbit.formats.text import one_line, printable, quoted

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from lowbit.formats.headers import Header
    from lowbit.formats.streams.stream import LineStream
    from lowbit.geometry import Geometry

EXPECTED = f"a header with a column called {', '.join(sorted(HEADERS))} was expected"


def read(lines: LineStream, board: Geometry) -> Iterator[Record]:
    """Yield a record per row; the other columns are its remark."""
    text = yield from lines.next_content()
    if text is None:
        yield lines.missing_record(f"{EXPECTED}, but the text ends")
        return
    header = header_of(text)
    if fault := misnamed_cells(text, board):
        yield lines.bad_record(text, f"{CALLED_AFTER_CELLS}, but {fault}")
        return
    if header is None and (columns := cell_columns(text, board)):
        yield from read_frame(lines, columns, board)
        return
    if header is None:
        yield lines.bad_record(text, f"{EXPECTED}, but {quoted(text)} was found")
        return
    for row in rows_of(lines, header):
        if is_comment_row(row.text, len(row), len(header.names)):
            yield Record(row.line, printable(row.text), None, error=lines.utf8_error(row.text))
        elif row and not RULE_LINE.fullmatch(row.text):  # of a table in Markdown
            yield _record(row, header, lines, board)


def write(records: Iterable[Record]) -> Iterator[str]:
    """Yield a header, and a row per puzzle."""
    yield "puzzle,remark\n"
    for record in with_puzzles(records):
        row = io.StringIO()
        fields = cells_or_text(record), one_line(record.remark)
        csv.writer(row, lineterminator="\n").writerow(fields)
        yield row.getvalue()


def objection(lines: Sequence[str], board: Geometry) -> str | None:
    """Require a header in the first line."""
    if header_of(lines[0]) or begins_frame(lines, board):
        return None
    return "the first line is not a header of a table with a column called puzzle or the like"


class CsvRow(list[str]):
    """The fields of a row; none if it is empty.

    Attributes
    ----------
    line : int
        The line where it begins.
    text : str
        Its source text.
    """

    line: int
    text: str


def rows_of(lines: LineStream, header: Header) -> Iterator[CsvRow]:
    """Yield the rows below a header, comments among them."""
    while (row := _next_row(lines, header)) is not None:
        yield row


def _next_row(lines: LineStream, header: Header) -> CsvRow | None:
    """Return the next row; None at the end."""
    texts: list[str] = []

    def feed() -> Iterator[str]:
        for text in lines:
            texts.append(text)
            yield f"{text}\n"

    rows = csv.reader(feed(), delimiter=header.delimiter)
    first = lines.number + 1
    try:
        fields = next(rows, None)
    except csv.Error:  # a field that is no text of a puzzle: its content is refused below
        fields = texts
    if fields is None:
        return None
    row = CsvRow(fields)
    row.line, row.text = first, "\n".join(texts)
    return row


def _record(row: CsvRow, header: Header, lines: LineStream, board: Geometry) -> Record:
    if error := lines.utf8_error(row.text):
        return Record(row.line, printable(row.text), None, error=error)
    place = header.puzzles
    cells = ""
    try:
        _require_fields(row, header)
        cells = row[place].strip()
        puzzle = parse_field(cells, board, start=max(0, row.text.find(cells)))
    except GridError as trouble:
        column = None if trouble.offset is None else trouble.offset + 1
        error = FormatError(trouble.reason, lines.name, row.line, column)
        return Record(row.line, printable(row.text), None, error=error)
    others = (field for number, field in enumerate(row) if number != place)
    record = Record(row.line, one_line(row.text), None, one_line(", ".join(filter(None, others))))
    return with_puzzle(record, puzzle, cells, lines.name)


def _require_fields(row: CsvRow, header: Header) -> None:
    if row.text.count('"') % 2 and goes_on(row.text, header.delimiter):
        raise GridError(NOT_CLOSED)
    if len(row) != len(header.names):
        raise GridError(f"{len(row)} fields where the header has {len(header.names)}")


FORMAT = Format("csv", read, write, objection, (".csv",))
