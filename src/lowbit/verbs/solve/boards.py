"""The solutions of a batch on a board other than the classic one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lowbit.batch.result import BatchResult
from lowbit.kernels.general.batch import search
from lowbit.kernels.general.engine import NO_GUIDANCE, UNLIMITED
from lowbit.kernels.general.program import board_of
from lowbit.limits import NO_LIMITS, Limits
from lowbit.status import Status

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from lowbit.batch.boards import BoardBatch


def solve_boards(
    batch: BoardBatch,
    limits: Limits = NO_LIMITS,
    limit: int | None = 2,
    *,
    in_order: bool = False,
    likely: NDArray[np.uint8] | None = None,
) -> BatchResult:
    """Solve many puzzles on one board, see `lowbit.solve_many`.

    With `in_order` the smallest solution is found first. Near the grids `likely`, one for each
    puzzle, solutions are looked for first.
    """
    rows = np.flatnonzero(batch.valid)
    answers = search(
        board_of(batch.geometry),
        batch.masks[rows],
        limit=UNLIMITED if limit is None else limit,
        in_order=in_order,
        guidance=NO_GUIDANCE if likely is None else NO_GUIDANCE._replace(likely=likely[rows]),
        **limits.of_batch,
    )
    whole = []
    for array in answers:
        whole.append(np.zeros((len(batch.valid), *array.shape[1:]), array.dtype))
        whole[-1][rows] = array
    status, n_solutions, solutions, nodes, guesses = whole
    own, board = batch.reasons, batch.geometry
    return BatchResult(status, n_solutions, solutions, nodes, guesses, reasons=own, geometry=board)


def smallest_on_boards(batch: BoardBatch, limits: Limits) -> BatchResult:
    """Find the smallest solutions, see `lowbit.smallest_solution_many`."""
    result = solve_boards(batch, limits)
    rows = np.flatnonzero(result.status == Status.SEVERAL)
    several = batch._replace(masks=batch.masks[rows], valid=batch.valid[rows])
    smallest = solve_boards(several, limits.silent, 1, in_order=True)
    result.solutions[rows] = smallest.solutions
    result.nodes[rows] += smallest.nodes
    result.guesses[rows] += smallest.guesses
    result.status[rows[smallest.status == Status.LIMIT_REACHED]] = Status.LIMIT_REACHED
    return result
