"""Estimates of the numbers of solutions of rows, as columns: the operation `count` with samples."""

from __future__ import annotations

from math import nan
from typing import TYPE_CHECKING

import numpy as np

from lowbit.batch.each import answer_each
from lowbit.batch.variants import VariantBatch
from lowbit.errors import LimitReachedError
from lowbit.limits import Limits
from lowbit.status import Status
from lowbit.tables.answers.arrow import WORDS, number_column, word_column
from lowbit.tables.answers.one_by_one import puzzles_of_rows
from lowbit.verbs.solve.ambiguity import FEW, Estimate, estimate_solutions
from lowbit.verbs.solve.many import solve_many

if TYPE_CHECKING:
    from typing import Unpack

    import pyarrow as pa

    from lowbit.geometry import Geometry
    from lowbit.puzzle import Puzzle
    from lowbit.tables.answers.one_by_one import AnyRows
    from lowbit.tables.answers.operation import TimedOptions


def estimate_columns(
    puzzles: AnyRows,
    *,
    board: Geometry,
    samples: int,
    seed: int,
    max_nodes: int | None,
    **how: Unpack[TimedOptions],
) -> list[pa.Array]:
    """Return estimates of the numbers of solutions, their errors, and the status.

    Rows with few solutions are counted, all together; `seed` is that of each of the others.
    """
    limits = Limits.of(max_nodes, **how)
    geometry = None if isinstance(puzzles, VariantBatch) else board
    solved = solve_many(puzzles, geometry=geometry, limit=FEW + 1, **limits.of_batch)
    status = solved.status.copy()
    means, errors = solved.n_solutions.astype(float), np.zeros(len(status))

    def sampled(_row: int, puzzle: Puzzle) -> Estimate:
        try:
            return estimate_solutions(puzzle, samples=samples, seed=seed, **limits.of_search)
        except LimitReachedError:
            return Estimate(nan, nan)

    rows = np.flatnonzero(solved.n_solutions > FEW).tolist()
    alone = puzzles_of_rows(puzzles, rows)
    for row, found in zip(rows, answer_each(alone, sampled, limits.silent), strict=True):
        means[row], errors[row] = found or (nan, nan)
    status[np.isnan(means)] = Status.LIMIT_REACHED
    known = ~np.isin(status, (Status.INVALID, Status.LIMIT_REACHED))
    columns = [number_column(means, known), number_column(errors, known & np.isfinite(errors))]
    return [*columns, word_column(status, WORDS)]
