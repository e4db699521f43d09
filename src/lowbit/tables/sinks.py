"""How are batches of rows written, whole or not at all?

A file is written beside its place and renamed at the end: what is cut short leaves nothing under
the final name. What is no regular file (a pipe, a device) is written as it is.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeAlias

import pyarrow as pa
import pyarrow.parquet as pq
from pyarrow import fs, ipc

from lowbit.errors import TableError
from lowbit.formats.table_names import CODECS, TEXTS, TableName
from lowbit.tables.places import place_of
from lowbit.tables.sources import DELIMITERS
from lowbit.tables.text_rows import header_of, text_maker

if TYPE_CHECKING:
    from typing import BinaryIO

    from lowbit.tables.batches import Question
    from lowbit.tables.sources import Source

Write: TypeAlias = Callable[[pa.RecordBatch], object]
"""Takes the next rows."""

GRIDS = frozenset({"solution", "grid"})
"""Columns of answers in which hardly a value comes twice."""

CODEC_NAMES = {name.upper(): name for name in CODECS} | {"UNCOMPRESSED": "none"}
"""What Parquet calls them."""


ARROW_CODECS = frozenset({None, "zstd", "lz4"})


@dataclass(frozen=True, slots=True)
class Packing:
    """How a table that is no text is compressed.

    Parameters
    ----------
    codec : str, optional
        One of `CODECS`; if None, snappy for Parquet, and none for Arrow.
    no_dictionary : frozenset of str
        The columns of Parquet, by their paths, in which hardly a value comes twice: to look for
        that takes time.
    """

    codec: str | None = None
    no_dictionary: frozenset[str] = field(default_factory=frozenset)


def packing_like(
    source: Source, question: Question, named: TableName, codec: str | None
) -> Packing:
    """Return how to pack what was read from a source: as it is packed there, if it is Parquet.

    Columns of puzzles and grids have no dictionary, nor has a column that the source packs
    without one.
    """
    added = question.schema.names[len(source.schema.names) :]
    plain = {source.schema.names[question.place], *GRIDS.intersection(added)}
    if named.kind == "parquet" and source.parquet and source.parquet.num_row_groups:
        group = source.parquet.row_group(0)
        columns = [group.column(place) for place in range(group.num_columns)]
        plain |= {column.path_in_schema for column in columns if not column.has_dictionary_page}
        codec = codec or CODEC_NAMES.get(columns[0].compression)
    return Packing(codec, frozenset(plain))


@contextmanager
def open_sink(
    path: str | os.PathLike[str], schema: pa.Schema, named: TableName, packing: Packing
) -> Iterator[Write]:
    """Open a table for writing.

    Parameters
    ----------
    path : str or path
        A file or URI. It appears when the block ends well.
    schema : pyarrow.Schema
        Its columns.
    named : TableName
        Which kind of table it is.
    packing : Packing
        How it is compressed, where its kind does that.

    Yields
    ------
    callable
        Writes the next rows.

    Raises
    ------
    OSError
        If it cannot be written: the name is the one that was given.
    TableError
        If such a table cannot hold such a column.
    """
    place = place_of(path)
    with (
        _errors(place.name),
        _renamed_at_the_end(place.system, place.path) as beside,
        ExitStack() as stack,
    ):
        file = stack.enter_context(place.system.open_output_stream(beside))
        yield _writer(file, schema, named, packing, stack)


@contextmanager
def to_stream(stream: BinaryIO, schema: pa.Schema, named: TableName) -> Iterator[Write]:
    """Write a table to a stream that is open."""
    with ExitStack() as stack:
        yield _writer(stream, schema, named, Packing(), stack)


def _writer(
    file: Any,  # noqa: ANN401 - a stream, Arrow's or Python's
    schema: pa.Schema,
    named: TableName,
    packing: Packing,
    stack: ExitStack,
) -> Write:
    if named.kind in TEXTS:
        if named.packing:
            file = stack.enter_context(pa.CompressedOutputStream(file, named.packing))
        return _text_writer(file, schema, named.kind)
    if named.kind == "parquet":
        return _parquet_writer(file, schema, packing, stack)
    return _arrow_writer(file, schema, packing, stack)


def _text_writer(file: Any, schema: pa.Schema, kind: str) -> Write:  # noqa: ANN401 - as above
    delimiter = DELIMITERS.get(kind, "")
    to_text = text_maker(kind, delimiter)
    if delimiter:
        file.write(header_of(schema, delimiter))
    return lambda batch: file.write(to_text(batch))


def _parquet_writer(
    file: Any,  # noqa: ANN401 - as above
    schema: pa.Schema,
    packing: Packing,
    stack: ExitStack,
) -> Write:
    with_dictionary = [path for path in _paths(schema) if path not in packing.no_dictionary]
    writer = stack.enter_context(
        pq.ParquetWriter(
            file,
            schema,
            compression=packing.codec or "snappy",
            use_dictionary=with_dictionary,
            write_statistics=with_dictionary,
        )
    )
    return writer.write_batch  # type: ignore[no-any-return] # of pyarrow


def _paths(schema: pa.Schema) -> list[str]:
    """Return the paths that Parquet gives to columns, and to what is nested in them."""
    nothing = pa.BufferOutputStream()
    pq.write_table(schema.empty_table(), nothing)
    columns = pq.ParquetFile(nothing.getvalue()).schema
    return [columns.column(place).path for place in range(len(columns))]


def _arrow_writer(
    file: Any,  # noqa: ANN401 - as above
    schema: pa.Schema,
    packing: Packing,
    stack: ExitStack,
) -> Write:
    codec = None if packing.codec == "none" else packing.codec
    if codec not in ARROW_CODECS:
        raise TableError(f"Arrow is compressed by zstd or lz4, not by {codec}")
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
    """Return a column whose dictionary begins with what was in it before."""
    known = dictionaries.get(place)
    if known is not None:
        none = pa.DictionaryArray.from_arrays(
            pa.array([], column.type.index_type), known, ordered=column.type.ordered
        )
        column = pa.chunked_array([none, column]).unify_dictionaries().chunk(1)
    dictionaries[place] = column.dictionary
    return column


@contextmanager
def _renamed_at_the_end(system: fs.FileSystem, path: str) -> Iterator[str]:
    if _is_special(system, path):
        yield path
        return
    if isinstance(system, fs.LocalFileSystem):
        path = os.path.realpath(path)
    folder, _, name = path.rpartition("/")
    beside = f"{folder}/.{name}.{os.getpid()}.part" if folder else f".{name}.{os.getpid()}.part"
    try:
        yield beside
        system.move(beside, path)
    except BaseException:  # Ctrl-C, too
        with suppress(OSError):
            system.delete_file(beside)
        raise


def _is_special(system: fs.FileSystem, path: str) -> bool:
    """Whether there is something that is no regular file."""
    is_local = isinstance(system, fs.LocalFileSystem)
    return is_local and os.path.exists(path) and not os.path.isfile(path)  # noqa: PTH110, PTH113


@contextmanager
def _errors(name: str) -> Iterator[None]:
    """Name the file that cannot be written: the user knows no name but the final one."""
    try:
        yield
    except pa.ArrowException as error:
        raise TableError(f"{name}: {str(error).partition(chr(10))[0]}") from error
    except OSError as error:
        raise OSError(
            error.errno, os.strerror(error.errno) if error.errno else str(error), name
        ) from None
