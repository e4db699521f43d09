"""How is a file answered into another one?"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from lowbit.errors import TableError
from lowbit.formats.table_names import KINDS, table_name
from lowbit.tables.batches import all_answered, question_of
from lowbit.tables.operations import operation
from lowbit.tables.sinks import open_sink, packing_like
from lowbit.tables.sources import open_source

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
        Files or URIs; their names say which kinds of tables they are.
    name, column, prefix, threads, **options
        As for `lowbit.tables.apply`.
    codec : str, optional
        How to compress Parquet or Arrow; see `lowbit.tables.sinks.Packing`.

    Returns
    -------
    dict of str to int
        How many rows have each status.

    Raises
    ------
    SourceError, FormatError
        If `source` cannot be read.
    TableError
        As for `lowbit.tables.apply`, or if `target` cannot hold such a table.
    OSError
        If `target` cannot be written; nothing is there then.
    """
    named = table_name(target)
    if named is None:
        raise TableError(f"{target}: a table's name ends with {', '.join(KINDS)}")
    statuses: Counter[str] = Counter()
    with open_source(source) as table:
        question = question_of(table.schema, operation(name, **options), column, prefix)
        packing = packing_like(table, question, named, codec)
        with open_sink(target, question.schema, named, packing) as write:
            for answered in all_answered(question, table.batches, threads):
                write(answered.batch)
                statuses.update(answered.statuses)
    return dict(statuses)
