"""How do the rows of a file come in, batch by batch?

::

    place ─┬─ CSV, TSV, JSON lines ── unpacked ── blocks ─┐
           ├─ Parquet ── row groups, a part at a time ────┼── regular ──> batches of ROWS
           └─ Arrow IPC ── record batches ────────────────┘

CSV has no types: its columns stay text. JSON lines have, but no times: a string that looks like
one stays a string.
"""

from __future__ import annotations

import csv
import io
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

import pyarrow as pa
import pyarrow.csv as arrow_csv
import pyarrow.json as arrow_json
import pyarrow.parquet as pq
import pyarrow.types as kinds
from pyarrow import ipc

from lowbit.errors import FormatError, SourceError
from lowbit.formats.table_names import KINDS, table_name
from lowbit.tables.batches import ROWS
from lowbit.tables.places import place_of, reason_of, source_errors

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Iterable, Iterator

    from lowbit.errors import InputError
    from lowbit.tables.places import Place

    Opener: TypeAlias = Callable[[Place, str | None, ExitStack, int], "Source"]

BLOCK = 1 << 22
"""Bytes of text to parse at a time: some ten thousand rows. No row may be longer."""

DELIMITERS = {"csv": ",", "tsv": "\t"}


@dataclass(frozen=True, slots=True)
class Source:
    """A table that is open for reading.

    Parameters
    ----------
    name : str
        What messages call it.
    schema : pyarrow.Schema
        Its columns.
    batches : iterator of pyarrow.RecordBatch
        Its rows, `ROWS` at a time.
    n_read : callable
        Returns how many bytes of the file were read.
    parquet : pyarrow.parquet.FileMetaData or None
        How it is packed, where it is Parquet.
    """

    name: str
    schema: pa.Schema
    batches: Iterator[pa.RecordBatch]
    n_read: Callable[[], int]
    parquet: pq.FileMetaData | None = None


@contextmanager
def open_source(
    path: str | os.PathLike[str], rows: int = ROWS, groups: range | None = None
) -> Iterator[Source]:
    """Open a table; memory is constant, however long it is.

    Parameters
    ----------
    path : str or path
        A file or URI; its name says which kind of table it is.
    rows : int, default ROWS
        How many rows a batch has; the last one may have fewer.
    groups : range, optional
        Read only these of the row groups of Parquet.

    Yields
    ------
    Source

    Raises
    ------
    SourceError
        If it cannot be opened or read, or is not what its name says.
    FormatError
        If a row has too many fields, or too few.
    """
    place = place_of(path)
    named = table_name(place.name)
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
    """Return how many rows each row group of Parquet has; None if a file has no such groups.

    Raises
    ------
    SourceError
        If it cannot be opened, or is not what its name says.
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
    def explain(error: pa.ArrowInvalid) -> InputError:
        return _csv_error(place, packing, delimiter, error)

    file, stream = _text_stream(place, packing, stack)
    try:
        reader = arrow_csv.open_csv(
            stream,
            arrow_csv.ReadOptions(block_size=BLOCK),
            arrow_csv.ParseOptions(delimiter=delimiter, newlines_in_values=True),
            arrow_csv.ConvertOptions(default_column_type=pa.string(), strings_can_be_null=False),
        )
    except pa.ArrowInvalid as error:
        raise explain(error) from error
    batches = regular(_checked(reader, place.name, explain), rows)
    return Source(place.name, reader.schema, batches, file.tell)


def _open_csv(place: Place, packing: str | None, stack: ExitStack, rows: int) -> Source:
    return _open_text(place, packing, stack, rows, DELIMITERS["csv"])


def _open_tsv(place: Place, packing: str | None, stack: ExitStack, rows: int) -> Source:
    return _open_text(place, packing, stack, rows, DELIMITERS["tsv"])


def _open_json(place: Place, packing: str | None, stack: ExitStack, rows: int) -> Source:
    blocks = arrow_json.ReadOptions(block_size=BLOCK)
    with ExitStack() as for_a_look:
        _, stream = _text_stream(place, packing, for_a_look)
        looked_at = arrow_json.open_json(stream, blocks).schema
    schema = pa.schema([field.with_type(_as_written(field.type)) for field in looked_at])
    file, stream = _text_stream(place, packing, stack)
    options = arrow_json.ParseOptions(explicit_schema=schema, unexpected_field_behavior="error")
    reader = arrow_json.open_json(stream, blocks, options)
    batches = regular(_checked(reader, place.name), rows)
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
"""What opens each kind of table."""


def regular(batches: Iterable[pa.RecordBatch], rows: int) -> Iterator[pa.RecordBatch]:
    """Yield the same rows in batches of `rows` each, so that nothing depends on how they came."""
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
    explain: Callable[[pa.ArrowInvalid], InputError] | None = None,
) -> Iterator[pa.RecordBatch]:
    with source_errors(name):
        try:
            yield from batches
        except pa.ArrowInvalid as error:
            if explain is None:
                raise
            raise explain(error) from error


def _text_stream(place: Place, packing: str | None, stack: ExitStack) -> tuple[Any, Any]:
    """Return a file, and the text in it."""
    file = stack.enter_context(place.system.open_input_file(place.path))
    if packing is None:
        return file, file
    return file, stack.enter_context(pa.CompressedInputStream(file, packing))


def _as_written(kind: pa.DataType) -> pa.DataType:
    """Return the type that keeps what JSON says, where Arrow would make more of it."""
    if kinds.is_timestamp(kind) or kinds.is_null(kind):
        return pa.string()
    if kinds.is_struct(kind):
        return pa.struct([field.with_type(_as_written(field.type)) for field in kind])
    if kinds.is_list(kind):
        return pa.list_(_as_written(kind.value_type))
    return kind


def _csv_error(place: Place, packing: str | None, delimiter: str, error: Exception) -> InputError:
    """Find the line that Arrow could not read; it does not say which."""
    n_fields = 0
    with ExitStack() as stack, suppress(csv.Error):
        _, stream = _text_stream(place, packing, stack)
        text = io.TextIOWrapper(stream, encoding="utf-8", errors="replace", newline="")
        rows = csv.reader(text, delimiter=delimiter)
        for fields in rows:
            n_fields = n_fields or len(fields)
            if fields and len(fields) != n_fields:
                reason = f"{len(fields)} fields where the header has {n_fields}"
                return FormatError(reason, place.name, rows.line_num)
    return SourceError(reason_of(error), place.name)
