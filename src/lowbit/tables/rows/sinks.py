"""Sinks: batches of rows written to a file, whole or not at all."""

from __future__ import annotations

import hashlib
import io
import lzma
import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, TypeAlias

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
from pyarrow import fs, ipc, types

from lowbit.atomic import moved_when_whole, whole_file
from lowbit.errors import TableError
from lowbit.formats.streams.table_names import CODECS, KINDS, TEXTS, TableName, table_name
from lowbit.tables.rows.places import place_of
from lowbit.tables.rows.sources import DELIMITERS
from lowbit.tables.rows.text_rows import header_of, refuse_doubles, text_maker

if TYPE_CHECKING:
    from contextlib import AbstractContextManager
    from typing import BinaryIO

    from typing_extensions import Buffer

    from lowbit.tables.rows.sources import Source

ByteStream: TypeAlias = "pa.NativeFile | BinaryIO | lzma.LZMAFile"
"""An output for bytes: a stream of Arrow's or of Python's."""

Write: TypeAlias = Callable[[pa.RecordBatch], object]
"""Takes the next rows."""

CODEC_NAMES = {name.upper(): name for name in CODECS} | {"UNCOMPRESSED": "none"}
"""Parquet's names of compressions, and those of `CODECS`."""

SAMPLE = 1 << 14
"""Rows to check for repeated values."""

GROUP = 1 << 14
"""Rows of a group in files of Parquet and Arrow, if they come a few at a time."""

ARROW_CODECS = frozenset({None, "none", "zstd", "lz4"})


class Checksum:
    """The size and the checksum of a file.

    Attributes
    ----------
    n_bytes : int
    """

    def __init__(self) -> None:
        self.n_bytes = 0
        self._hash = hashlib.sha256()

    @property
    def sha256(self) -> str:
        """The SHA-256 of the bytes, in hexadecimal digits."""
        return self._hash.hexdigest()

    def add(self, data: Buffer) -> None:
        """Add the next bytes."""
        self._hash.update(data)
        self.n_bytes += memoryview(data).nbytes


class _Summed(io.RawIOBase):
    """A stream that adds its bytes to a checksum."""

    def __init__(self, stream: pa.NativeFile, checksum: Checksum) -> None:
        self._stream = stream
        self._checksum = checksum

    def writable(self) -> bool:
        return True

    def write(self, data: Buffer, /) -> int:
        self._checksum.add(data)
        self._stream.write(data)
        return memoryview(data).nbytes

    def tell(self) -> int:
        return self._checksum.n_bytes


def require_codec(named: TableName, codec: str | None) -> None:
    """Refuse a compression that a kind of table does not have.

    Raises
    ------
    TableError
        If so.
    """
    if named.kind == "arrow" and codec not in ARROW_CODECS:
        raise TableError(f"Arrow files are compressed with zstd or lz4, not {codec}")


def codec_like(source: Source, named: TableName | None) -> str | None:
    """Return the codec within a source, if both it and its output are Parquet."""
    is_parquet = named is not None and named.kind == "parquet"
    if not is_parquet or source.parquet is None or not source.parquet.num_row_groups:
        return None
    name: str = source.parquet.row_group(0).column(0).compression
    return CODEC_NAMES.get(name)


@contextmanager
def open_sink(
    path: str | os.PathLike[str],
    schema: pa.Schema,
    codec: str | None = None,
    named: TableName | None = None,
    checksum: Checksum | None = None,
) -> Iterator[Write]:
    """Open a table for writing.

    Parameters
    ----------
    path : str or path
        A file or URI; its name tells the kind of table. It appears when the block ends without
        an error.
    schema : pyarrow.Schema
        Its columns.
    codec : str, optional
        Its compression, if its kind compresses within: one of `CODECS`. By default zstd for
        Parquet, and none for Arrow.
    named : TableName, optional
        The kind of table, if its name does not say so.
    checksum : Checksum, optional
        Called with all bytes of the file.

    Yields
    ------
    callable
        Writes the next rows.

    Raises
    ------
    OSError
        If it cannot be written; the error has the name that was given.
    TableError
        If its name is not a table's, or its kind cannot hold one of the columns.
    """
    place = place_of(path)
    named = named or table_name(place.name)
    if named is None:
        raise TableError(f"{place.name}: a table's name ends with {', '.join(KINDS)}")
    with (
        sink_errors(place.name),
        whole_file_in(place.system, place.path) as beside,
        ExitStack() as stack,
    ):
        file = stack.enter_context(place.system.open_output_stream(beside))
        if checksum is not None:
            file = stack.enter_context(pa.PythonFile(_Summed(file, checksum), "w"))
        write = _writer(file, schema, named, codec, stack)
        if named.kind in TEXTS:
            yield write
        else:
            groups = _Groups(write)
            yield groups.add
            groups.write_held()


@contextmanager
def to_stream(stream: BinaryIO, schema: pa.Schema, named: TableName) -> Iterator[Write]:
    """Write a table to an open stream, each batch before the messages on its rows."""
    with ExitStack() as stack:
        write = _writer(stream, schema, named, None, stack)

        def write_now(batch: pa.RecordBatch) -> None:
            write(batch)
            stream.flush()

        yield write_now


class _Groups:
    """Writes rows in groups, however few come at a time."""

    def __init__(self, write: Write) -> None:
        self._write = write
        self._held: list[pa.RecordBatch] = []

    def add(self, batch: pa.RecordBatch) -> None:
        """Take the next rows."""
        self._held.append(batch)
        if sum(each.num_rows for each in self._held) >= GROUP:
            self.write_held()

    def write_held(self) -> None:
        """Write the rows that are held."""
        if self._held:
            self._write(pa.concat_batches(self._held) if len(self._held) > 1 else self._held[0])
            self._held.clear()


def _writer(
    file: ByteStream,
    schema: pa.Schema,
    named: TableName,
    codec: str | None,
    stack: ExitStack,
) -> Write:
    if named.kind in TEXTS:
        if named.packing == "xz":  # which Arrow does not write
            file = stack.enter_context(lzma.LZMAFile(file, "wb"))  # noqa: SIM115 - the stack closes it
        elif named.packing:
            file = stack.enter_context(pa.CompressedOutputStream(file, named.packing))
        return _text_writer(file, schema, named.kind)
    if named.kind == "parquet":
        return _parquet_writer(file, schema, codec or "zstd", stack)
    return _arrow_writer(file, schema, codec, stack)


def _text_writer(file: ByteStream, schema: pa.Schema, kind: str) -> Write:
    delimiter = DELIMITERS.get(kind, "")
    to_text = text_maker(kind, delimiter)
    if delimiter:
        file.write(header_of(schema, delimiter))
    else:
        refuse_doubles(schema)
    return lambda batch: file.write(to_text(batch))


def _parquet_writer(
    file: ByteStream,
    schema: pa.Schema,
    codec: str,
    stack: ExitStack,
) -> Write:
    """Return the function that writes a row group for each batch.

    Dictionaries and statistics of strings take time and gain nothing in columns without repeated
    values: the first batch shows which columns these are.
    """

    def open_writer(batch: pa.RecordBatch) -> None:
        plain = {name for name in schema.names if not _repeats(batch, name)}
        strings = {name for name in plain if not pa.types.is_primitive(schema.field(name).type)}
        paths = _paths(schema)
        writer = pq.ParquetWriter(
            file,
            schema,
            compression=codec,
            use_dictionary=[path for path in paths if path not in plain],
            write_statistics=[path for path in paths if path not in strings],
        )
        writers.append(stack.enter_context(writer))

    def write(batch: pa.RecordBatch) -> None:
        if not writers:
            open_writer(batch)
        writers[0].write_batch(batch)

    def finish(failure: type[BaseException] | None, *_: object) -> None:
        if failure is None and not writers:  # there are no rows
            open_writer(pa.RecordBatch.from_pylist([], schema))

    writers: list[pq.ParquetWriter] = []
    stack.push(finish)
    return write


def _repeats(batch: pa.RecordBatch, name: str) -> bool:
    """Whether values of a column repeat; nested ones count as if they do."""
    places = batch.schema.get_all_field_indices(name)
    kind = batch.schema.field(places[0]).type
    is_plain = not (types.is_nested(kind) or types.is_dictionary(kind) or types.is_null(kind))
    if len(places) > 1 or not is_plain:
        return True
    values = batch.column(places[0])[:SAMPLE]
    return bool(2 * pc.count_distinct(values).as_py() <= len(values))


def _paths(schema: pa.Schema) -> list[str]:
    """Return the paths that Parquet gives to columns and their nested fields."""
    nothing = pa.BufferOutputStream()
    pq.write_table(schema.empty_table(), nothing)
    columns = pq.ParquetFile(nothing.getvalue()).schema
    return [columns.column(place).path for place in range(len(columns))]


def _arrow_writer(
    file: ByteStream,
    schema: pa.Schema,
    codec: str | None,
    stack: ExitStack,
) -> Write:
    require_codec(TableName("arrow"), codec)
    codec = None if codec == "none" else codec
    # A file keeps one dictionary a column, which later batches may add to.
    options = ipc.IpcWriteOptions(compression=codec, emit_dictionary_deltas=True)
    writer = stack.enter_context(ipc.new_file(file, schema, options=options))
    dictionaries: dict[int, pa.Array] = {}

    def write(batch: pa.RecordBatch) -> None:
        columns = [
            _of_one_dictionary(column, place, dictionaries)
            if pa.types.is_dictionary(column.type) else column
            for place, column in enumerate(batch.columns)
        ]  # fmt: skip
        writer.write_batch(pa.RecordBatch.from_arrays(columns, schema=batch.schema))

    return write


def _of_one_dictionary(
    column: pa.DictionaryArray, place: int, dictionaries: dict[int, pa.Array]
) -> pa.DictionaryArray:
    """Return a column whose dictionary begins with the previous one."""
    known = dictionaries.get(place)
    if known is not None:
        none = pa.DictionaryArray.from_arrays(
            pa.array([], column.type.index_type), known, ordered=column.type.ordered
        )
        column = pa.chunked_array([none, column]).unify_dictionaries().chunk(1)
    dictionaries[place] = column.dictionary
    return column


def whole_file_in(system: fs.FileSystem, path: str) -> AbstractContextManager[str]:
    """Yield a temporary name of its own; a complete file gets the final name."""
    if isinstance(system, fs.LocalFileSystem):
        return whole_file(path)
    return moved_when_whole(path, "/", system.move, system.delete_file)


@contextmanager
def sink_errors(name: str) -> Iterator[None]:
    """Name the file that cannot be written: the user knows only its final name."""
    try:
        yield
    except pa.ArrowException as error:
        raise TableError(f"{name}: {str(error).partition(chr(10))[0]}") from error
    except OSError as error:
        raise OSError(
            error.errno, os.strerror(error.errno) if error.errno else str(error), name
        ) from None
