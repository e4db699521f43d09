"""The traces of a column of puzzles, as columns."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

import numpy as np
import pyarrow as pa

from lowbit.limits import Limits
from lowbit.status import Status
from lowbit.tables.answers.arrow import WORDS, number_column, word_column
from lowbit.verbs.trace.many import trace_puzzles

if TYPE_CHECKING:
    from typing import Unpack

    from lowbit.batch.variants import VariantBatch
    from lowbit.kernels.classic.search import Puzzles
    from lowbit.tables.answers.operation import PuzzleRows, TimedOptions
    from lowbit.verbs.trace.many import Kind

FIELDS: Final = [("trace", pa.string()), ("n_steps", pa.int64())]


def trace_columns(
    rows: PuzzleRows, kind: Kind, max_nodes: int | None, **how: Unpack[TimedOptions]
) -> list[pa.Array]:
    """Return the columns of a batch of the classic board."""
    limits = Limits(max_nodes, how.get("time_limit"), how.get("threads"), how.get("progress"))
    traces = trace_puzzles(cast("Puzzles", rows.puzzles), kind, limits)
    is_whole = traces.status == Status.UNIQUE
    return [
        pa.array(traces.to_strings(), pa.string(), mask=~is_whole),
        number_column(traces.n_steps, is_whole),
        word_column(traces.status, WORDS),
    ]


def no_traces(batch: VariantBatch, **_how: Unpack[TimedOptions]) -> list[pa.Array]:
    """Return the columns of puzzles with constraints, which have no traces."""
    n = len(batch.items)
    invalid = np.full(n, Status.INVALID, np.uint8)
    return [pa.nulls(n, pa.string()), pa.nulls(n, pa.int64()), word_column(invalid, WORDS)]
