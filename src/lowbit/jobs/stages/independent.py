"""The stages of puzzles of which no two share a solution, in a shard or between shards.

::

    sample    each shard for itself, some to spare ──> _lowbit/drawn/00000.parquet, with ids
    between   repeated solutions, as of data sets  ──> _lowbit/repeated.json
    keep      each shard without what is repeated  ──> puzzles-00000-of-00002.parquet
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np
import pyarrow as pa

from lowbit.dataset.drawn import column_of
from lowbit.errors import EffortSpentError, InputError
from lowbit.jobs.folder import drawn_name
from lowbit.jobs.stages.dataset import DRAWN, MADE, read_drawn, repeated_in
from lowbit.jobs.stages.generate import FIELDS, batch_of, board_in, made_of
from lowbit.tables.batches import ROWS
from lowbit.tables.rows.sources import regular
from lowbit.verbs.canonical.class_ids import class_ids

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lowbit.jobs.folder import JobFolder
    from lowbit.jobs.shard_task import ShardTask, TaskContext
    from lowbit.tables.rows.sinks import Checksum

SAMPLED: Final = FIELDS.append(pa.field("ids", pa.binary(16)))
"""The columns of puzzles until all shards have theirs."""


def sample_shard(
    task: ShardTask, folder: JobFolder, checksum: Checksum, context: TaskContext
) -> tuple[str, dict[str, int], dict[str, Any]]:
    """Write puzzles of which no two share a solution, with some to spare."""
    name, n_drawn = drawn_name(task.shard.number), 0
    with folder.open_sink(name, SAMPLED, "zstd", checksum) as write:
        for batch in regular(_sampled(task, context), ROWS):
            write(batch)
            n_drawn += batch.num_rows
    return name, {DRAWN: n_drawn}, {}


def keep_independent(
    task: ShardTask, folder: JobFolder, checksum: Checksum, context: TaskContext
) -> tuple[str, dict[str, int], dict[str, Any]]:
    """Write the puzzles of a shard whose solutions no earlier shard has.

    Those to spare are left out evenly, so that sets from easy to hard stay so.

    Raises
    ------
    InputError
        If there are too few.
    """
    shard, name = task.shard, drawn_name(task.shard.number)
    n, output = shard.n_rows or 0, shard.output
    drawn = read_drawn(folder, name, FIELDS.names)
    rows = np.delete(np.arange(drawn.num_rows), repeated_in(folder).get(name, []))
    if len(rows) < n:
        raise InputError(
            f"only {len(rows)} of {n} puzzles share no solution with those of other shards; "
            "make fewer, or larger shards"
        )
    kept = drawn.take(rows[np.arange(n) * len(rows) // max(n, 1)])
    with folder.open_sink(output, FIELDS, task.order.codec, checksum) as write:
        for batch in regular(iter(kept.combine_chunks().to_batches()), ROWS):
            write(batch)
            context.on_rows({MADE: batch.num_rows})
    return output, {MADE: n}, {}


def _sampled(task: ShardTask, context: TaskContext) -> Iterator[pa.RecordBatch]:
    board, wanted, n_drawn = board_in(task.order), task.shard.n_rows or 0, 0
    try:
        made = made_of(task.order, task.shard, wanted + task.shard.n_spare, context)
        for puzzles, solutions in made:
            n_drawn += len(puzzles)
            ids = column_of(class_ids(solutions, board, context.threads))
            rows = batch_of(puzzles, solutions, board)
            yield pa.RecordBatch.from_arrays([*rows.columns, ids], schema=SAMPLED)
    except EffortSpentError:
        if n_drawn < wanted:
            raise
