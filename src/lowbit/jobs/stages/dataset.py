"""The stages of a data set that is made as a job.

::

    draw      each shard for itself ──────> _lowbit/drawn/00000.parquet: puzzles, solutions, ids
    between   one process finds repeated solutions ──> _lowbit/repeated.json
    rows      each file of a split ───────> data/train-00000-of-00002.parquet: rated, with all ids

Drawing is most of the work where bands are to be filled; otherwise rating is.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from typing import TYPE_CHECKING, Any, Final

import pyarrow.parquet as pq

from lowbit.dataset.drawing import ShardDrawing
from lowbit.dataset.drawn import batch_of, ids_of, repeated_rows, schema_for, taken_of
from lowbit.dataset.rows import batches_of, schema_of
from lowbit.dataset.shards import kept, quotas_of_shard, with_spare
from lowbit.jobs.folder import HIDDEN, drawn_name
from lowbit.jobs.plan import wish_of
from lowbit.rng import SplitMix64
from lowbit.tables.batches import ROWS
from lowbit.tables.rows.places import source_errors
from lowbit.tables.rows.sources import regular

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    import pyarrow as pa

    from lowbit.dataset.wish import Wish
    from lowbit.jobs.folder import Entry, JobFolder
    from lowbit.jobs.shard_task import ShardTask, TaskContext
    from lowbit.tables.rows.sinks import Checksum

REPEATED: Final = f"{HIDDEN}/repeated.json"
"""The file that names the rows whose solutions earlier shards have."""

DRAWN: Final = "drawn"
MADE: Final = "made"
"""The statuses of puzzles in the two stages."""


def draw_shard(
    task: ShardTask, folder: JobFolder, checksum: Checksum, context: TaskContext
) -> tuple[str, dict[str, int], dict[str, Any]]:
    """Draw the puzzles of a shard, with some to spare."""
    wish, n = wish_of(task.order), task.order.options["shards"]
    quotas = with_spare(quotas_of_shard(wish, task.shard.number, n), wish, n)
    seed = SplitMix64(wish.seed, task.shard.number).draw()
    drawing = ShardDrawing(wish, quotas, seed, context.threads)
    schema, n_drawn = schema_for(wish), 0
    with folder.open_sink(task.shard.output, schema, "zstd", checksum) as write:
        for taken in drawing.taken(context.is_over):
            write(batch_of(taken, schema))
            n_drawn += len(taken.puzzles)
            context.on_rows({DRAWN: len(taken.puzzles)})
    return task.shard.output, {DRAWN: n_drawn}, {}


def find_repeated(folder: JobFolder, entries: Iterable[Entry]) -> str:
    """Record the rows whose solutions earlier shards have; return an identifier of this state."""
    ids = ((entry.output, ids_of(read_drawn(folder, entry.output, ["ids"]))) for entry in entries)
    text = json.dumps(repeated_rows(ids))
    folder.write_text(REPEATED, text)
    return hashlib.sha256(text.encode()).hexdigest()


def repeated_in(folder: JobFolder) -> dict[str, list[int]]:
    """Return the rows that are recorded, by the names of their tables."""
    found: dict[str, list[int]] = json.loads(folder.read_text(REPEATED) or "{}")
    return found


def write_rows(
    task: ShardTask, folder: JobFolder, checksum: Checksum, context: TaskContext
) -> tuple[str, dict[str, int], dict[str, Any]]:
    """Write a file of a split."""
    wish, shard = wish_of(task.order), task.shard
    repeated = repeated_in(folder)
    n_made, bands = 0, Counter[str]()
    with folder.open_sink(shard.output, schema_of(wish), task.order.codec, checksum) as write:
        for batch in regular(_rows_of(task, wish, folder, repeated, context), ROWS):
            write(batch)
            n_made += batch.num_rows
            bands.update(_bands_in(batch))
    return shard.output, {MADE: n_made}, {"split": shard.split, "bands": dict(bands)}


def _rows_of(
    task: ShardTask,
    wish: Wish,
    folder: JobFolder,
    repeated: Mapping[str, list[int]],
    context: TaskContext,
) -> Iterator[pa.RecordBatch]:
    """Yield the rows of a split that some shards have drawn, shard by shard, copy by copy."""
    names = [*wish.splits]
    n = task.order.options["shards"]
    copies = wish.copies if task.shard.split == names[0] else 0
    for number in range(*(task.shard.groups or (0, 0))):
        name = drawn_name(number)
        own = kept(
            taken_of(read_drawn(folder, name)),
            names.index(task.shard.split),
            quotas_of_shard(wish, number, n),
            repeated.get(name, ()),
        )
        for copy in range(copies + 1):
            for batch in batches_of(own, wish, copy, context.threads, context.is_over):
                yield batch
                context.on_rows({MADE: batch.num_rows})


def read_drawn(folder: JobFolder, name: str, columns: list[str] | None = None) -> pa.Table:
    """Return the table of what a shard has drawn, or some columns of it."""
    place = folder.place.below(name)
    with source_errors(place.name), place.system.open_input_file(place.path) as file:
        return pq.read_table(file, columns=columns)


def _bands_in(batch: pa.RecordBatch) -> dict[str, int]:
    """Return the rows of each band in a batch; all under "" where there are none."""
    if "band" not in batch.schema.names:
        return {"": batch.num_rows}
    counts = batch.column("band").value_counts().to_pylist()
    return {each["values"]: each["counts"] for each in counts}
