"""True candidates of a batch: those that occur in some solution of their puzzle."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lowbit.batch.candidates import masks_of_puzzles, puzzles_from_masks
from lowbit.batch.kinds import answered, batch_of
from lowbit.batch.masks import masks_of_digits
from lowbit.batch.values import ValueBatch, as_candidates
from lowbit.limits import Limits
from lowbit.status import Status
from lowbit.verbs.minimize.answers import PORTION, candidates_in_rounds
from lowbit.verbs.solve.many import solve_classic

if TYPE_CHECKING:
    from numpy.typing import NDArray

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
    return answered(
        batch_of(puzzles, geometry),
        Limits.of(max_nodes, time_limit, threads, progress),
        classic=_true_candidates,
        boards="lowbit.verbs.minimize.boards:candidates_on",
        variants="lowbit.verbs.minimize.variants_many:candidates_of_variants",
    )


def _true_candidates(batch: Batch, limits: Limits) -> ValueBatch[Grid]:
    def ask(masks: NDArray[np.uint16]) -> tuple[NDArray[np.uint16], NDArray[np.bool_]]:
        found = solve_classic(puzzles_from_masks(masks), limits.silent, 1)
        return masks_of_digits(found.solutions), found.status == Status.LIMIT_REACHED

    solved = solve_classic(batch.puzzles, limits.silent)
    seen, status = masks_of_digits(solved.solutions), solved.status
    several = np.flatnonzero(status == Status.SEVERAL)
    for first in range(0, several.size, PORTION):
        rows = several[first : first + PORTION]
        masks = masks_of_puzzles(batch.puzzles, rows)
        seen[rows], is_known = candidates_in_rounds(masks, seen[rows], ask)
        status[rows[~is_known]] = Status.LIMIT_REACHED
        if limits.progress:
            limits.progress(len(solved) - several.size + first, len(solved))
    reasons = batch.reasons(status == Status.INVALID)
    return ValueBatch.of(status, seen, as_candidates, reasons=reasons)
