"""One file answered into another."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from lowbit.formats.streams.table_names import table_name
from lowbit.tables.answers.operations import operation
from lowbit.tables.batches import all_answered, query_of
from lowbit.tables.one_board import on_board
from lowbit.tables.rows.sinks import codec_like, open_sink
from lowbit.tables.rows.sources import open_source

if TYPE_CHECKING:
    import os


def answer_file(  # noqa: PLR0913 - most by name
    source: str | os.PathLike[str],
    target: str | os.PathLike[str],
    name: str,
    *,
    column: str | None = None,
    prefix: str = "",
    codec: str | None = None,
    threads: int | None = None,
    **options: object,
) -> dict[str, int]:
    """Write a table with the answers to its puzzles, in constant memory.

    Parameters
    ----------
    source, target : str or path
        Files or URIs; their names tell the kinds of tables.
    name, column, prefix, threads, **options
        As for `lowbit.tables.apply`.
    codec : str, optional
        The compression of Parquet or Arrow. Parquet is by default compressed like a Parquet source,
        else with zstd.

    Returns
    -------
    dict of str to int
        The number of rows with each status.

    Raises
    ------
    SourceError, FormatError
        If `source` cannot be read.
    TableError
        As for `lowbit.tables.apply`, or if `target` cannot hold such a table.
    OSError
        If `target` cannot be written; it does not exist then.
    """
    statuses: Counter[str] = Counter()
    with open_source(source) as table:
        asked = operation(name, **options)
        query = query_of(table.schema, asked, column, prefix)
        codec = codec or codec_like(table, table_name(target))
        with open_sink(target, query.schema, codec) as write:
            rows = table if options.get("geometry") else on_board(table, asked.board)
            for answered in all_answered(query, rows.batches, threads):
                write(answered.batch)
                statuses.update(answered.statuses)
    return dict(statuses)
