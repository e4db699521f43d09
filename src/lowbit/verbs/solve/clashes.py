"""The clashes of the puzzles of a batch."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lowbit.batch.boards import grid_of_row
from lowbit.batch.kinds import answered, batch_of
from lowbit.batch.values import as_itself, place_of, value_batch
from lowbit.errors import InputError
from lowbit.grid import Clashes
from lowbit.limits import Limits
from lowbit.status import Status
from lowbit.verbs.solve.many import solve_many

if TYPE_CHECKING:
    from lowbit.batch.boards import BoardBatch
    from lowbit.batch.puzzles import Batch, PuzzlesLike
    from lowbit.batch.values import ValueBatch
    from lowbit.batch.variants import VariantBatch
    from lowbit.geometry import BoardLike
    from lowbit.kernels.classic.search import Puzzles
    from lowbit.kernels.core.threads import Progress


def check_many(
    puzzles: PuzzlesLike,
    *,
    geometry: BoardLike | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> ValueBatch[Clashes]:
    """Return every reason, visible without search, why each puzzle has no solution.

    Parameters
    ----------
    puzzles, geometry, threads, progress
        As for `lowbit.solve_many`.

    Returns
    -------
    ValueBatch
        Clashes, as from `check`; ``array`` has them as objects. A puzzle that can be read is VALID.

    Raises
    ------
    InputError
        As for `lowbit.solve_many`.

    Examples
    --------
    >>> found = check_many(["5...5...." + "." * 72, "." * 81, "no puzzle"])
    >>> found[0].answer[0].message, found[1].answer.ok, str(found[2].status)
    ('two 5s in row 1: r1c1 and r1c5', True, 'invalid')
    """
    return answered(
        batch_of(puzzles, geometry),
        Limits.of(None, None, threads, progress),
        classic=lambda batch, limits: _of_rows(batch, batch.puzzles, limits),
        boards=lambda batch, limits: _of_rows(batch, batch, limits),
        variants=_of_items,
    )


def _of_rows(
    batch: Batch | BoardBatch, rows: Puzzles | BoardBatch, limits: Limits
) -> ValueBatch[Clashes]:
    # The first node finds all clashes, and more: only those puzzles need a closer look.
    options = {"threads": limits.threads, "progress": limits.progress}
    result = solve_many(batch, limit=1, max_nodes=1, **options)  # type: ignore[arg-type]
    found = np.empty(len(result), object)
    found.fill(Clashes())
    for row in np.flatnonzero(result.status == Status.NONE).tolist():
        found[row] = Clashes(grid_of_row(rows, row).clashes)
    is_invalid = result.status == Status.INVALID
    found[is_invalid] = None
    status = np.where(is_invalid, np.uint8(Status.INVALID), np.uint8(Status.VALID))
    return value_batch(status, found, as_itself, **place_of(result))


def _of_items(batch: VariantBatch, _limits: Limits) -> ValueBatch[Clashes]:
    found = np.empty(len(batch.items), object)
    status = np.full(len(batch.items), Status.VALID, np.uint8)
    for row, item in enumerate(batch.puzzles):
        if isinstance(item, InputError):
            status[row] = Status.INVALID
        else:
            found[row] = Clashes(item.clashes)
    return value_batch(status, found, as_itself, **batch.place)
