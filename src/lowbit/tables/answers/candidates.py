"""The candidates of rows that occur in some solution, as columns: the operation `candidates`."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

import pyarrow as pa

from lowbit.batch.variants import VariantBatch
from lowbit.status import Status
from lowbit.tables.answers.arrow import WORDS, word_column
from lowbit.verbs.minimize.candidates import true_candidates_many

if TYPE_CHECKING:
    from typing import Unpack

    from lowbit.batch.boards import BoardBatch
    from lowbit.batch.values import ValueResult
    from lowbit.geometry import Geometry
    from lowbit.grid import Grid
    from lowbit.kernels.classic.search import Puzzles
    from lowbit.tables.answers.operation import TimedOptions

    AnyRows: TypeAlias = Puzzles | BoardBatch | VariantBatch


def candidate_columns(
    puzzles: AnyRows, board: Geometry, max_nodes: int | None, **how: Unpack[TimedOptions]
) -> list[pa.Array]:
    """Return the candidates of puzzles as texts, null where there are none, and their status.

    Boards are those of the puzzles where these have constraints, and `board` otherwise.
    """
    geometry = None if isinstance(puzzles, VariantBatch) else board
    found = true_candidates_many(puzzles, geometry=geometry, max_nodes=max_nodes, **how)
    texts = map(_text_of, found)
    return [pa.array(texts, pa.string()), word_column(found.status, WORDS)]


def _text_of(found: ValueResult[Grid]) -> str | None:
    if found.answer is None or found.status == Status.NONE:
        return None
    is_solved = found.status == Status.UNIQUE
    return found.answer.to_line() if is_solved else found.answer.to_pencilmarks()
