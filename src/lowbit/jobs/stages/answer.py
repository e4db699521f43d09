"""Answering the puzzles of a shard."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from lowbit.audit.inputs import open_rows
from lowbit.errors import TableError
from lowbit.formats.streams.table_names import table_name
from lowbit.tables.answers.operations import operation
from lowbit.tables.batches import ROWS, all_answered, query_of
from lowbit.tables.one_board import on_board
from lowbit.tables.rows.sinks import codec_like

if TYPE_CHECKING:
    from lowbit.jobs.folder import JobFolder
    from lowbit.jobs.plan import Order
    from lowbit.jobs.shard_task import ShardTask, TaskContext
    from lowbit.tables.batches import TableQuery
    from lowbit.tables.rows.sinks import Checksum
    from lowbit.tables.rows.sources import Source


def answer(
    task: ShardTask, folder: JobFolder, checksum: Checksum, context: TaskContext
) -> tuple[str, dict[str, int], dict[str, Any]]:
    """Write the rows of a shard with their answers."""
    order, shard = task.order, task.shard
    statuses: Counter[str] = Counter()
    groups = None if shard.groups is None else range(*shard.groups)
    with open_rows(shard.path, ROWS, groups) as source:
        query = query_for(source, order)
        codec = order.codec or codec_like(source, table_name(shard.output))
        with folder.open_sink(shard.output, query.schema, codec, checksum) as write:
            batches = on_board(source, query.asked.board).batches
            for answered in all_answered(query, batches, context.threads, context.is_over):
                write(answered.batch)
                statuses.update(answered.statuses)
                context.on_rows(answered.statuses)
    return shard.output, dict(statuses), {}


def query_for(source: Source, order: Order) -> TableQuery:
    """Return the query for a file.

    Raises
    ------
    TableError
        If no column holds the puzzles, or the name of an answer is taken.
    """
    asked = operation(order.do, **order.options)
    try:
        return query_of(source.schema, asked, order.column, order.prefix)
    except TableError as error:
        raise TableError(f"{source.name}: {error}") from None
