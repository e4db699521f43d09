"""Generating the puzzles of a shard.

Each shard draws from a stream of its own, so it can be made without the others.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np
import pyarrow as pa

from lowbit.batch.ordered import StoppedError
from lowbit.errors import InputError
from lowbit.geometry import CLASSIC, board_of
from lowbit.rng import SplitMix64
from lowbit.tables.answers.arrow import grid_column, puzzle_column
from lowbit.tables.batches import ROWS
from lowbit.tables.rows.sources import regular
from lowbit.verbs.generate.effort import GenerationEffort, effort_for
from lowbit.verbs.generate.engine import blocks
from lowbit.verbs.generate.graded import graded_blocks, parts_of
from lowbit.verbs.generate.many import read_request
from lowbit.verbs.generate.request import target_asked_for
from lowbit.verbs.solve.many import solve_many

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from lowbit.geometry import Geometry
    from lowbit.jobs.folder import JobFolder
    from lowbit.jobs.plan import Order, Shard
    from lowbit.jobs.shard_task import ShardTask, TaskContext
    from lowbit.tables.rows.sinks import Checksum
    from lowbit.verbs.generate.graded import GradedPart
    from lowbit.verbs.generate.request import GenerationRequest

FIELDS: Final = pa.schema(
    [("puzzle", pa.string()), ("solution", pa.string()), ("n_clues", pa.int16())]
)
"""The columns that are written of each puzzle."""

MADE: Final = "made"
"""The status of each."""

OF_TARGETS: Final = ("rating", "level", "needs", "only", "without", "rules")
"""The options that request a difficulty."""

OF_PARTS: Final = ("by", "rating", "clues", "symmetry", "minimal", "independent")
"""The options that `parts_of` takes."""

OF_GRADED: Final = frozenset(
    {"graded", "rating", "clues", "symmetry", "minimal", "independent", "seed", "max_tries"}
)
"""The options of shards that are sets in rising order."""

OF_GENERATING: Final = frozenset({"pattern", "geometry", *OF_TARGETS, *OF_GRADED})
"""The options there are."""


def generate_shard(
    task: ShardTask, folder: JobFolder, checksum: Checksum, context: TaskContext
) -> tuple[str, dict[str, int], dict[str, Any]]:
    """Write the puzzles of a shard with their solutions."""
    n_made = 0
    output = task.shard.output
    with folder.open_sink(output, FIELDS, task.order.codec, checksum) as write:
        made = made_of(task.order, task.shard, task.shard.n_rows or 0, context)
        board = board_in(task.order)
        for batch in regular((batch_of(*block, board) for block in made), ROWS):
            write(batch)
            n_made += batch.num_rows
    return output, {MADE: n_made}, {}


def require_sensible(order: Order) -> None:
    """Check the options that are requested of the puzzles.

    Raises
    ------
    InputError
        If no puzzle can meet it.
    """
    if "graded" in order.options:
        _parts_of(order, 1)
    else:
        _request_of(order)


def _parts_of(order: Order, n: int) -> list[GradedPart]:
    """Return the parts of a set of `n` puzzles in rising order."""
    others = sorted(order.options.keys() - OF_GRADED)
    if others:
        raise InputError(f"sets in rising order have no option {', '.join(others)}")
    GenerationEffort(order.options.get("max_tries"))
    criteria = {**order.options, "by": order.options["graded"]}
    return parts_of(n, **{name: criteria[name] for name in OF_PARTS if name in criteria})


def _request_of(order: Order) -> GenerationRequest:
    """Return the request for puzzles."""
    criteria = order.options
    GenerationEffort(criteria.get("max_tries"))
    target = target_asked_for(**{name: criteria[name] for name in OF_TARGETS if name in criteria})
    return read_request(
        criteria.get("clues"),
        criteria.get("symmetry"),
        criteria.get("pattern"),
        None,
        target,
        minimal=criteria.get("minimal", True),
        unique=True,
        board=board_in(order),
        independent=bool(criteria.get("independent")),
    )


def made_of(
    order: Order, shard: Shard, n: int, context: TaskContext
) -> Iterator[tuple[NDArray[np.uint8], NDArray[np.uint8]]]:
    """Yield the first `n` puzzles of a shard's stream with their solutions, block by block."""
    seed = SplitMix64(order.options["seed"], shard.number).draw()
    board = board_in(order)
    for puzzles in _blocks(order, n, seed, context.threads):
        if context.is_over():
            raise StoppedError
        if len(puzzles):
            yield puzzles, solve_many(puzzles, geometry=board, threads=1).solutions
            context.on_rows({MADE: len(puzzles)})


def board_in(order: Order) -> Geometry:
    """Return the board of the puzzles of an order."""
    return board_of(order.options.get("geometry", CLASSIC))


def _blocks(order: Order, n: int, seed: int, threads: int | None) -> Iterator[NDArray[np.uint8]]:
    """Yield the puzzles of a shard."""
    max_tries = order.options.get("max_tries")
    if "graded" in order.options:
        return graded_blocks(_parts_of(order, n), seed, max_tries, None, threads)
    request = _request_of(order)
    effort = effort_for(request, max_tries)
    return blocks(request, n, seed, effort, threads)


def batch_of(
    puzzles: NDArray[np.uint8], solutions: NDArray[np.uint8], board: Geometry
) -> pa.RecordBatch:
    """Return puzzles with their solutions as rows of `FIELDS`."""
    n_clues = np.count_nonzero(puzzles, axis=1).astype(np.int16)
    every = np.ones(len(puzzles), np.bool_)
    columns = [
        puzzle_column(puzzles.copy(), every, board),
        grid_column(solutions.copy(), every, board),
        pa.array(n_clues),
    ]
    return pa.RecordBatch.from_arrays(columns, schema=FIELDS)
