"""The candidates of rows that occur in some solution, as columns: the operation `candidates`."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
import pyarrow as pa

from lowbit.arguments import deadline_after, seconds_left
from lowbit.batch.boards import BoardBatch
from lowbit.batch.variants import VariantBatch
from lowbit.errors import LimitReachedError
from lowbit.formats.puzzle import puzzle_text
from lowbit.grid import Grid
from lowbit.status import Status
from lowbit.tables.answers.arrow import WORDS, word_column
from lowbit.verbs.minimize.candidates import true_candidates_many
from lowbit.verbs.solve.many import solve_many

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Unpack

    from numpy.typing import NDArray

    from lowbit.geometry import Geometry
    from lowbit.kernels.classic.search import Puzzles
    from lowbit.tables.answers.operation import TimedOptions

    AnyRows: TypeAlias = Puzzles | BoardBatch | VariantBatch


def candidate_columns(
    puzzles: AnyRows, board: Geometry, max_nodes: int | None, **how: Unpack[TimedOptions]
) -> list[pa.Array]:
    """Return the candidates of puzzles as texts, null where there are none, and their status.

    Boards are those of the puzzles where these have constraints, and `board` otherwise.
    """
    deadline = deadline_after(how.pop("time_limit", None))
    geometry = None if isinstance(puzzles, VariantBatch) else board
    options: dict[str, Any] = {"geometry": geometry, "max_nodes": max_nodes, **how}
    solved = solve_many(puzzles, time_limit=seconds_left(deadline), **options)
    status = solved.status.copy()
    several = np.flatnonzero(status == Status.SEVERAL).tolist()
    options |= {"time_limit": seconds_left(deadline), "progress": None}
    masks = _masks_of(puzzles, several, options)
    status[[row for row in several if row not in masks]] = Status.LIMIT_REACHED
    texts: list[str | None] = [None] * len(status)
    for row in np.flatnonzero(status == Status.UNIQUE).tolist():
        solution = solved[row].solution
        texts[row] = puzzle_text(solution) if solution else None
    for row, mask in masks.items():
        on = puzzles.board(row) if isinstance(puzzles, VariantBatch) else board
        texts[row] = Grid.from_masks(mask[: on.n_cells].tolist(), on).to_pencilmarks()
    return [pa.array(texts, pa.string()), word_column(status, WORDS)]


def _masks_of(
    puzzles: AnyRows, rows: Sequence[int], options: dict[str, Any]
) -> dict[int, NDArray[np.unsignedinteger[Any]]]:
    """Return the candidates of some rows, all together, or one by one if a limit ends a search."""
    if not rows:
        return {}
    with suppress(LimitReachedError):
        return dict(zip(rows, true_candidates_many(_taken(puzzles, rows), **options), strict=True))
    found = {}
    for row in rows:
        with suppress(LimitReachedError):
            found[row] = true_candidates_many(_taken(puzzles, [row]), **options)[0]
    return found


def _taken(puzzles: AnyRows, rows: Sequence[int]) -> AnyRows:
    """Return some rows of all."""
    if isinstance(puzzles, VariantBatch):
        return VariantBatch([puzzles.items[row] for row in rows])
    if isinstance(puzzles, BoardBatch):
        return puzzles._replace(masks=puzzles.masks[rows], valid=puzzles.valid[rows])
    return puzzles._replace(starts=puzzles.starts[rows])
