"""True candidates of a batch: those that occur in some solution of their puzzle."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from lowbit.batch.kinds import answered, batch_of
from lowbit.batch.masks import masks_of_digits
from lowbit.batch.values import ValueBatch, as_candidates, place_of, value_batch
from lowbit.limits import Limits
from lowbit.status import Status
from lowbit.verbs.minimize.answers import candidates_in_rounds, portions
from lowbit.verbs.solve.many import solve_batch, solve_masks

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from lowbit.batch.boards import BoardBatch
    from lowbit.batch.kinds import AnyBatch
    from lowbit.batch.puzzles import Batch, PuzzlesLike
    from lowbit.geometry import BoardLike
    from lowbit.grid import Grid
    from lowbit.kernels.core.threads import Progress


def true_candidates_many(  # noqa: PLR0913 - as minimize_many
    puzzles: PuzzlesLike,
    *,
    geometry: BoardLike | None = None,
    max_nodes: int | None = None,
    time_limit: float | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> ValueBatch[Grid]:
    """Return the candidates of each puzzle that occur in some of its solutions.

    Parameters
    ----------
    puzzles, geometry, time_limit, threads, progress
        As for `minimize_many`.
    max_nodes : int, optional
        The most nodes to visit in each search; a puzzle takes at most one search per candidate.

    Returns
    -------
    ValueBatch
        Grids, as from `true_candidates`; ``array`` is uint16[n, 81], their masks, bit ``d - 1``
        for digit d, or uint32 on boards with more than 16 digits. The masks of a puzzle without a
        solution are 0.

    Raises
    ------
    InputError
        As for `minimize_many`.

    Examples
    --------
    >>> found = true_candidates_many(["12345678." + "." * 72, "11" + "." * 79])
    >>> found.array[:, 8:10], found[0].answer.candidates_of(8)
    (array([[256, 504],
           [  0,   0]], dtype=uint16), (9,))
    """
    limits = Limits.of(max_nodes, time_limit, threads, progress)
    return candidates_of_batch(batch_of(puzzles, geometry), limits)


def candidates_of_batch(batch: AnyBatch, limits: Limits) -> ValueBatch[Grid]:
    """Return the true candidates of puzzles that were read, see `true_candidates_many`."""
    return answered(
        batch,
        limits,
        classic=_true_candidates,
        boards=_true_candidates,
        variants="lowbit.verbs.minimize.variants_many:candidates_of_variants",
    )


def _true_candidates(batch: Batch | BoardBatch, limits: Limits) -> ValueBatch[Grid]:
    board, solved = batch.geometry, solve_batch(batch, limits.silent)
    status, several = solved.status, np.flatnonzero(solved.status == Status.SEVERAL)
    masks = batch.masks_of(several)
    seen = masks_of_digits(solved.solutions, masks.dtype)

    def ask(masks: NDArray[Any]) -> tuple[NDArray[Any], NDArray[np.bool_]]:
        found = solve_masks(board, masks, limits.silent, 1)
        return masks_of_digits(found.solutions, masks.dtype), found.status == Status.LIMIT_REACHED

    for part in portions(board, several.size):
        rows = several[part]
        seen[rows], is_known = candidates_in_rounds(masks[part], seen[rows], ask)
        status[rows[~is_known]] = Status.LIMIT_REACHED
        if limits.progress:
            limits.progress(len(solved) - several.size + part.start, len(solved))
    return value_batch(status, seen, as_candidates, **place_of(solved))
