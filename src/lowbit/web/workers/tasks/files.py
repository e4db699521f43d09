"""The task that reads the puzzles of a file of any kind: packed text, a table, Parquet."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

from lowbit.errors import FormatError, GridError, InputError
from lowbit.formats.headers import DELIMITERS, Header, fields_of, header_of, is_usual
from lowbit.formats.headings import Headings
from lowbit.formats.json.puzzles import is_table_row, lies_deeper_in
from lowbit.formats.json.values import first_row
from lowbit.formats.lines.line import line_of
from lowbit.formats.opening.head import Head, read_lines
from lowbit.formats.puzzle import puzzle_text
from lowbit.formats.streams.source import Arrivals, lines_of_bytes
from lowbit.formats.streams.table_names import TableName, is_named_json, table_name
from lowbit.formats.text import is_comment, one_line
from lowbit.geometry import Geometry
from lowbit.grid import Grid
from lowbit.web.workers.tasks.text_columns import csv_column, json_column
from lowbit.web.workers.tasks.texts import refusal

if TYPE_CHECKING:
    import pyarrow as pa

    from lowbit.formats.streams.stream import LineStream
    from lowbit.nesting import Json

Send: TypeAlias = Callable[[Any], object]

JSON: Final = TableName("jsonl")
"""A table whose name does not say that it is one."""

AT_ONCE: Final = 1000
"""The number of puzzles sent at a time."""


class Uploaded(NamedTuple):
    """A file that a client has sent.

    Attributes
    ----------
    path : str
        Where it lies.
    name : str
        The client's name for it, which tells the kind of table.
    geometry : Geometry
        The board of its puzzles.
    """

    path: str
    name: str
    geometry: Geometry


def read_file(  # noqa: PLR0913 - by name
    send: Send, *, path: str, name: str, column: str | None, geometry: str, limit: int
) -> None:
    """Send the columns that may hold puzzles, the one that is read, and its puzzles as lines.

    A text has no columns. Where no column has a usual name, none is read.
    """
    file = Uploaded(path, name, Geometry.parse(geometry))
    columns, chosen, lines = _opened(file, column)
    send({"columns": columns, "column": chosen})
    n_sent = 0
    while some := list(islice(lines, AT_ONCE)):
        n_sent += len(some)
        if n_sent > limit:
            raise InputError(f"a file must not exceed {limit} puzzles")
        send({"puzzles": some})


def send_file(send: Send, **asked: Json) -> None:
    """Send the same, each part as a line of JSON."""
    read_file(lambda item: send(json_line(item)), **asked)


def json_line(item: object) -> bytes:
    """Return an object as a line of text."""
    return json.dumps(item).encode() + b"\n"


def _opened(file: Uploaded, column: str | None) -> tuple[list[str], str | None, Iterator[str]]:
    """Return the columns of a file, the one that is read, and its contents."""
    table = table_name(file.name) or (JSON if is_named_json(file.name) else None)
    columns = _columns_of_text(file, table) if table and table.is_plain_text else []
    if table is None or (table is JSON and not columns):
        return [], None, _lines_of_text(file)
    chosen = column or next(filter(is_usual, columns), None)
    is_named = chosen in columns and (column or table.kind != "jsonl")
    if is_named and not find_spec("pyarrow"):
        return columns, chosen, _lines_of_column(file, table, str(chosen))
    if is_named and table.kind != "jsonl":
        return columns, chosen, islice(_lines_of_table(file, table, chosen), 1, None)
    if not table.is_plain_text or column:
        lines = _lines_of_table(file, table, chosen)
        return *next(lines), lines
    return columns, chosen, iter(()) if columns and not chosen else _lines_of_text(file)


def _lines_of_column(file: Uploaded, table: TableName, column: str) -> Iterator[str]:
    """Yield the puzzles in a column of a table that is text."""
    header = None if table.kind == "jsonl" else _header_of(file)
    with _text_of(file) as lines:
        found = csv_column(lines, header, column) if header else json_column(lines, column)
        for value in found:
            yield _line_of(value, file.geometry)


def _lines_of_text(file: Uploaded) -> Iterator[str]:
    with _text_of(file) as lines:
        for record in read_lines(Head(lines, None, file.geometry, Headings())):
            if reason := refusal(record, file.geometry):
                raise FormatError(reason, file.name, record.line)
            if record.puzzle:
                yield line_of(record)
            elif record.error:
                yield one_line(record.text) or record.error.reason


def _lines_of_table(file: Uploaded, table: TableName, column: str | None) -> Iterator[Any]:
    """Yield the columns with the one that is read, and then the puzzles in it."""
    from lowbit.tables.arrow_puzzles import is_puzzle_type  # few files are tables
    from lowbit.tables.columns import puzzle_column, require_puzzles
    from lowbit.tables.one_board import on_board
    from lowbit.tables.rows.places import place_of
    from lowbit.tables.rows.sources import open_source

    place = place_of(file.path)._replace(name=file.name)
    with open_source(place, named=table) as opened:
        source = on_board(opened, file.geometry)
        offered = [field.name for field in source.schema if is_puzzle_type(field.type)]
        if column is None and not any(map(is_usual, offered)):
            if len(offered) != 1:
                yield offered, None
                return
            (column,) = offered
        at = puzzle_column(source.schema.names, column)
        require_puzzles(source.schema.field(at))
        yield offered, source.schema.names[at]
        values = (zip(*_texts(batch, at), strict=True) for batch in source.batches)
        for row, (value, first) in enumerate(chain.from_iterable(values)):
            # A row with too many fields, or too few, stands as it is.
            yield one_line(first) if row in source.reasons else _line_of(value, file.geometry)


def _texts(batch: pa.RecordBatch, at: int) -> tuple[list[Any], list[Any]]:
    """Return the puzzles of some rows, and the contents of their first column."""
    return batch.column(at).to_pylist(), batch.column(0).to_pylist()


def _line_of(value: Any, board: Geometry) -> str:  # noqa: ANN401 - of any column
    """Return a field of a table as a line of text, unchanged if it is not a puzzle."""
    if isinstance(value, bytes):
        value = value.decode(errors="replace")
    if isinstance(value, str) and len(value) == board.n_cells and " " not in value:
        return one_line(value)
    try:
        return puzzle_text(Grid(value, board))
    except GridError:
        return one_line(str(value))


def _columns_of_text(file: Uploaded, table: TableName) -> list[str]:
    """Return the columns that the first line of a table names; none where it is a row already."""
    if table.kind == "jsonl":
        with _text_of(file) as lines:
            row = first_row(lines)
        is_table = is_table_row(row) or (table is not JSON and row and not lies_deeper_in(row))
        return [*row] if row and is_table else []
    header = _header_of(file)
    return header.names if header else []


def _header_of(file: Uploaded) -> Header | None:
    """Return the first line of a table that is text; None where it is a row already."""
    first = _first_line(file)
    if header := header_of(first):
        return header
    delimiter = max(DELIMITERS, key=first.count)
    names = fields_of(first, delimiter)
    is_row = any(len(name) >= file.geometry.n_cells for name in names)
    return None if is_row or len(names) < 2 else Header(delimiter, names)


def _first_line(file: Uploaded) -> str:
    with _text_of(file) as lines:
        return next((line for line in lines if not is_comment(line)), "")


@contextmanager
def _text_of(file: Uploaded) -> Iterator[LineStream]:
    with Path(file.path).open("rb") as stream:
        yield lines_of_bytes(Arrivals(stream, file.name), file.name)
