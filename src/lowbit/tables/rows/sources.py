"""Sources: the rows of a file, batch by batch.

::

    place ─┬─ CSV, TSV, JSON lines ── unpacked ── blocks ─┐
           ├─ Parquet ── row groups, a part at a time ────┼── regular ──> batches of ROWS
           └─ Arrow IPC ── record batches ────────────────┘

CSV has no types, so its columns stay text. JSON lines have types, but none for times: a string that
looks like a time stays a string.
"""

from __future__ import annotations

import csv
import re
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING, TypeAlias

import pyarrow as pa
import pyarrow.csv as arrow_csv
import pyarrow.json as arrow_json
import pyarrow.parquet as pq
import pyarrow.types as kinds
from pyarrow import ipc

from lowbit.errors import FormatError, GridError, RowError, SourceError
from lowbit.formats.headers import DELIMITERS as ALL_DELIMITERS
from lowbit.formats.headers import (
    NOT_CLOSED,
    fields_of,
    header_of,
    is_comment_row,
    is_not_closed,
)
from lowbit.formats.headings import Headings
from lowbit.formats.streams.archives import within
from lowbit.formats.streams.packing import CHUNK
from lowbit.formats.streams.source import lines_of_bytes
from lowbit.formats.streams.table_names import (
    KINDS,
    TableName,
    is_named_json,
    packing_of,
    table_name,
)
from lowbit.formats.text import is_comment, require_utf8
from lowbit.tables.batches import ROWS
from lowbit.tables.rows.bad_rows import MendedText
from lowbit.tables.rows.json_rows import numbered_rows, stream_for
from lowbit.tables.rows.places import Place, place_of, reason_of, source_errors
from lowbit.tables.rows.text_stream import BLOCK, for_arrow, lines_of, packed_stream, text_stream
from lowbit.tables.rows.unlike_rows import Misfits

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Iterable, Iterator

    from lowbit.errors import InputError
    from lowbit.geometry import Geometry

    Opener: TypeAlias = Callable[[Place, str | None, ExitStack, int], "Source"]


DELIMITERS = {"csv": ",", "tsv": "\t"}

IN_ROW = re.compile(r" in row \d+$")
"""Arrow's message about a place in JSON, counted from the start of a block of text."""


@dataclass(frozen=True, slots=True)
class Source:
    """A table that is open for reading.

    Parameters
    ----------
    name : str
        Its name in messages.
    schema : pyarrow.Schema
        Its columns.
    batches : iterator of pyarrow.RecordBatch
        Its rows, `ROWS` at a time.
    n_read : callable
        Returns the number of bytes of the file that were read.
    parquet : pyarrow.parquet.FileMetaData or None
        The metadata, if it is Parquet.
    reasons : dict of int to str
        The reasons why rows are not puzzles, if the text that they come from shows it.
    boards : list of Geometry
        The boards that comments name in the text read so far.
    """

    name: str
    schema: pa.Schema
    batches: Iterator[pa.RecordBatch]
    n_read: Callable[[], int]
    parquet: pq.FileMetaData | None = None
    reasons: dict[int, str] = field(default_factory=dict)
    boards: list[Geometry] = field(default_factory=list)


@contextmanager
def open_source(
    path: str | os.PathLike[str] | Place,
    rows: int = ROWS,
    groups: range | None = None,
    named: TableName | None = None,
) -> Iterator[Source]:
    """Open a table; memory is constant, however long it is.

    Parameters
    ----------
    path : str, path or Place
        A file or URI; its name tells the kind of table.
    rows : int, default ROWS
        The number of rows of a batch; the last one may have fewer.
    groups : range, optional
        Read only these of the row groups of Parquet.
    named : TableName, optional
        The kind of table, if its name does not say so.

    Yields
    ------
    Source

    Raises
    ------
    SourceError
        If it cannot be opened or read, or its content does not fit its name.
    FormatError
        If a row is not valid. One with too many fields, or too few, has its text in the first
        column and leaves the others empty; `Source.reasons` names it.
    """
    place = path if isinstance(path, Place) else place_of(within(path))
    named = named or table_name(place.name)
    if named is None and is_named_json(place.name):
        named = TableName("jsonl", packing_of(place.name))
    if named is None:
        raise SourceError(f"a table's name ends with {', '.join(KINDS)}", place.name)
    with ExitStack() as stack:
        with source_errors(place.name):
            if groups is None:
                source = OPENERS[named.kind](place, named.packing, stack, rows)
            else:
                source = _open_parquet(place, named.packing, stack, rows, groups)
        yield source


def group_lengths(path: str | os.PathLike[str]) -> list[int] | None:
    """Return the number of rows of each row group of Parquet; None if a file has no row groups.

    Raises
    ------
    SourceError
        If it cannot be opened, or its content does not fit its name.
    """
    place = place_of(path)
    named = table_name(place.name)
    if named is None or named.kind != "parquet":
        return None
    with source_errors(place.name), place.system.open_input_file(place.path) as file:
        metadata = pq.read_metadata(file)
        return [metadata.row_group(n).num_rows for n in range(metadata.num_row_groups)]


def _open_text(
    place: Place, packing: str | None, stack: ExitStack, rows: int, delimiter: str
) -> Source:
    comments, header = _beginning_of(place, packing)
    n_comments = len(comments)
    boards = boards_named(comments)[-1:]
    delimiter = _delimiter_of(header, delimiter)

    def explain(error: Exception) -> InputError:
        return _csv_error(place, packing, n_comments, delimiter, error)

    def mended() -> arrow_csv.CSVStreamingReader:
        _require_closed(place, packing, n_comments, delimiter)
        lines = islice(lines_of(place, packing, stack), n_comments, None)
        text = MendedText(lines, delimiter, place.name, n_comments, reasons)
        return _csv_reader(stack.enter_context(pa.PythonFile(text, "r")), delimiter, boards)

    def batches() -> Iterator[pa.RecordBatch]:
        n_done = 0
        try:
            for batch in _checked(reader, place.name, explain):
                yield batch
                n_done += batch.num_rows
        except RowError:  # which ends the reading of all rows at once
            yield from _behind(n_done, _checked(mended(), place.name))
        if text.n_quotes % 2:  # in most texts each has a second one
            _require_closed(place, packing, n_comments, delimiter)

    reasons: dict[int, str] = {}
    file, text = text_stream(place, packing, stack, strict=True)
    try:
        reader = _csv_reader(for_arrow(text, stack), delimiter, boards, n_comments)
    except (pa.ArrowInvalid, UnicodeDecodeError) as error:
        reason = explain(error)
        if not isinstance(reason, RowError):
            raise reason from error
        reader = mended()
    rows_of_text = regular(batches(), rows)
    return Source(place.name, reader.schema, rows_of_text, file.tell, None, reasons, boards)


def boards_named(comments: Iterable[str]) -> list[Geometry]:
    """Return the boards that comments name."""
    return [*filter(None, map(Headings().board, comments))]


def _csv_reader(
    file: pa.PythonFile, delimiter: str, boards: list[Geometry], n_comments: int = 0
) -> arrow_csv.CSVStreamingReader:
    def handle(row: arrow_csv.InvalidRow) -> str:
        """Return whether to skip a row that has not as many fields as the header, or to fail."""
        if not is_comment_row(row.text, row.actual_columns, row.expected_columns):
            return "error"
        boards.extend(boards_named([row.text.strip()]))
        return "skip"

    reader = arrow_csv.open_csv(
        file,
        arrow_csv.ReadOptions(block_size=BLOCK, skip_rows=n_comments),
        arrow_csv.ParseOptions(
            delimiter=delimiter, newlines_in_values=True, invalid_row_handler=handle
        ),
        arrow_csv.ConvertOptions(default_column_type=pa.string(), strings_can_be_null=False),
    )
    _ = reader.schema.names  # which are decoded now
    return reader


def _behind(n_done: int, batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """Yield the rows behind the first ones."""
    for batch in batches:
        yield batch.slice(min(n_done, batch.num_rows))
        n_done -= min(n_done, batch.num_rows)


def _beginning_of(place: Place, packing: str | None) -> tuple[list[str], str]:
    """Return the header, and the comments before it."""
    comments: list[str] = []
    with ExitStack() as stack:
        _, stream = text_stream(place, packing, stack)
        lines = lines_of_bytes(iter(lambda: stream.read(CHUNK), b""), place.name)
        for text in lines:
            if header_of(text) or not is_comment(text):
                return comments, text
            comments.append(text)
    return [], ""


def _delimiter_of(text: str, usual: str) -> str:
    """Return the delimiter of a header: the usual one, or another."""
    header = header_of(text)
    if header is not None:
        return header.delimiter
    return usual if len(fields_of(text, usual)) > 1 else _most_frequent(text, usual)


def _most_frequent(text: str, usual: str) -> str:
    most = max(ALL_DELIMITERS, key=text.count)
    return most if most in text else usual


def _open_csv(place: Place, packing: str | None, stack: ExitStack, rows: int) -> Source:
    return _open_text(place, packing, stack, rows, DELIMITERS["csv"])


def _open_tsv(place: Place, packing: str | None, stack: ExitStack, rows: int) -> Source:
    return _open_text(place, packing, stack, rows, DELIMITERS["tsv"])


def _open_json(place: Place, packing: str | None, stack: ExitStack, rows: int) -> Source:
    blocks = arrow_json.ReadOptions(block_size=BLOCK)
    kind = stream_for(place, packing)
    schema = None

    def explain(error: Exception) -> InputError:
        return _json_error(place, packing, error, schema)

    try:
        with ExitStack() as for_a_look:
            _, packed = packed_stream(place, packing, for_a_look)
            text = for_arrow(kind(packed, place.name), for_a_look)
            looked_at = arrow_json.open_json(text, blocks).schema
    except (pa.ArrowInvalid, UnicodeDecodeError) as error:
        raise explain(error) from error
    schema = pa.schema([field.with_type(_as_written(field.type)) for field in looked_at])
    file, packed = packed_stream(place, packing, stack)
    text = for_arrow(kind(packed, place.name), stack)
    options = arrow_json.ParseOptions(explicit_schema=schema, unexpected_field_behavior="error")
    reader = arrow_json.open_json(text, blocks, options)
    batches = regular(_checked(reader, place.name, explain), rows)
    return Source(place.name, schema, batches, file.tell)


def _open_parquet(
    place: Place,
    _packing: str | None,
    stack: ExitStack,
    rows: int,
    groups: range | None = None,
) -> Source:
    file = stack.enter_context(place.system.open_input_file(place.path))
    # Without pre_buffer a part of a row group is read at a time, not all of it.
    table = stack.enter_context(pq.ParquetFile(file, pre_buffer=False, buffer_size=1 << 20))
    size, metadata, n_done = file.size(), table.metadata, 0
    which = None if groups is None else list(groups)

    def batches() -> Iterator[pa.RecordBatch]:
        nonlocal n_done
        for batch in _checked(table.iter_batches(rows, row_groups=which), place.name):
            n_done += batch.num_rows
            yield batch

    def n_read() -> int:
        return int(size * n_done / max(1, metadata.num_rows))

    return Source(place.name, table.schema_arrow, regular(batches(), rows), n_read, metadata)


def _open_arrow(place: Place, _packing: str | None, stack: ExitStack, rows: int) -> Source:
    file = stack.enter_context(place.system.open_input_file(place.path))
    if file.read(6) == b"ARROW1":
        reader = ipc.open_file(file)
        read = (reader.get_batch(number) for number in range(reader.num_record_batches))
    else:
        file.seek(0)
        reader = ipc.open_stream(file)
        read = iter(reader)
    batches = regular(_checked(read, place.name), rows)
    return Source(place.name, reader.schema, batches, file.tell)


OPENERS: dict[str, Opener] = {
    "csv": _open_csv,
    "tsv": _open_tsv,
    "jsonl": _open_json,
    "parquet": _open_parquet,
    "arrow": _open_arrow,
}
"""The function that opens each kind of table."""


def regular(batches: Iterable[pa.RecordBatch], rows: int) -> Iterator[pa.RecordBatch]:
    """Yield the same rows in batches of `rows`, so that nothing depends on how they arrived."""
    held: list[pa.RecordBatch] = []
    n_held = 0
    for batch in batches:
        rest = batch
        while n_held + rest.num_rows >= rows:
            cut = rows - n_held
            yield _joined([*held, rest.slice(0, cut)])
            rest, held, n_held = rest.slice(cut), [], 0
        if rest.num_rows:
            held.append(rest)
            n_held += rest.num_rows
    if held:
        yield _joined(held)


def _joined(batches: list[pa.RecordBatch]) -> pa.RecordBatch:
    return batches[0] if len(batches) == 1 else pa.concat_batches(batches)


def _checked(
    batches: Iterable[pa.RecordBatch],
    name: str,
    explain: Callable[[Exception], InputError] | None = None,
) -> Iterator[pa.RecordBatch]:
    with source_errors(name):
        try:
            yield from batches
        except (pa.ArrowInvalid, UnicodeDecodeError) as error:
            if explain is None:
                raise
            raise explain(error) from error


def _as_written(kind: pa.DataType) -> pa.DataType:
    """Return the type that keeps JSON's values, where Arrow would convert them."""
    if kinds.is_timestamp(kind) or kinds.is_null(kind):
        return pa.string()
    if kinds.is_struct(kind):
        return pa.struct([field.with_type(_as_written(field.type)) for field in kind])
    if kinds.is_list(kind):
        return pa.list_(_as_written(kind.value_type))
    return kind


def _csv_error(
    place: Place, packing: str | None, n_comments: int, delimiter: str, error: Exception
) -> InputError:
    """Find the line that Arrow could not read, which its message does not name."""
    n_fields = 0
    with ExitStack() as stack, suppress(csv.Error):
        lines = islice(lines_of(place, packing, stack), n_comments, None)
        rows = csv.reader(lines, delimiter=delimiter)
        for fields in rows:
            n_fields = n_fields or len(fields)
            number = n_comments + rows.line_num
            _require_utf8(delimiter.join(fields), place.name, number)
            if fields and is_comment_row(fields[0], len(fields), n_fields):
                continue
            if fields and len(fields) != n_fields:
                reason = f"{len(fields)} fields where the header has {n_fields}"
                return RowError(reason, place.name, number)
    return SourceError(reason_of(error), place.name)


def _require_closed(place: Place, packing: str | None, n_comments: int, delimiter: str) -> None:
    """Raise where a quoted field goes on to the end of a text, with all rows in it."""
    with ExitStack() as stack:
        rows = csv.reader(
            islice(lines_of(place, packing, stack), n_comments, None),
            delimiter=delimiter,
            strict=True,
        )
        number = n_comments
        try:
            for _ in rows:
                number = n_comments + rows.line_num
        except csv.Error as error:
            if is_not_closed(error):
                raise FormatError(NOT_CLOSED, place.name, number + 1) from error


def _json_error(
    place: Place, packing: str | None, error: Exception, schema: pa.Schema | None
) -> InputError:
    """Find the line that Arrow could not read, which it counts from the start of a block."""
    with ExitStack() as stack:
        found = Misfits(place.name, schema).first(numbered_rows(place, packing, stack))
    return found or SourceError(IN_ROW.sub("", reason_of(error)), place.name)


def _require_utf8(text: str, name: str, line: int) -> None:
    try:
        require_utf8(text)
    except GridError as error:
        raise FormatError(error.reason, name, line) from None
