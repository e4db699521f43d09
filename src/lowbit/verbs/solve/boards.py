"""The solutions of a batch on a board other than the classic one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lowbit.arguments import deadline_after, integer_or_none, seconds_left
from lowbit.batch.boards import read_boards
from lowbit.batch.result import BatchResult
from lowbit.kernels.general.batch import search
from lowbit.kernels.general.engine import NO_GUIDANCE, UNLIMITED
from lowbit.kernels.general.program import board_of
from lowbit.status import Status

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from lowbit.batch.boards import BoardBatch
    from lowbit.batch.puzzles import PuzzlesLike
    from lowbit.geometry import Geometry
    from lowbit.kernels.core.threads import Progress


def solve_boards(  # noqa: PLR0913 - as solve_many
    puzzles: PuzzlesLike | BoardBatch,
    board: Geometry,
    *,
    limit: int | None = 2,
    max_nodes: int | None = None,
    time_limit: float | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
    in_order: bool = False,
    likely: NDArray[np.uint8] | None = None,
) -> BatchResult:
    """Solve many puzzles on one board, see `lowbit.solve_many`.

    With `in_order` the smallest solution is found first. Near the grids `likely`, one for each
    puzzle, solutions are looked for first.
    """
    limit = integer_or_none("limit", limit, 1)
    max_nodes = integer_or_none("max_nodes", max_nodes, 0)
    threads = integer_or_none("threads", threads, 1)
    deadline = deadline_after(time_limit)
    batch = read_boards(puzzles, board)
    rows = np.flatnonzero(batch.valid)
    answers = search(
        board_of(board),
        batch.masks[rows],
        limit=UNLIMITED if limit is None else min(limit, UNLIMITED),
        max_nodes=max_nodes,
        time_limit=seconds_left(deadline),
        in_order=in_order,
        guidance=NO_GUIDANCE if likely is None else NO_GUIDANCE._replace(likely=likely[rows]),
        threads=threads,
        progress=progress,
    )
    whole = []
    for array in answers:
        whole.append(np.zeros((len(batch.valid), *array.shape[1:]), array.dtype))
        whole[-1][rows] = array
    status, n_solutions, solutions, nodes, guesses = whole
    return BatchResult(
        status, n_solutions, solutions, nodes, guesses, reasons=batch.reasons, geometry=board
    )


def smallest_on_boards(  # noqa: PLR0913 - as smallest_solution_many
    puzzles: PuzzlesLike,
    board: Geometry,
    *,
    max_nodes: int | None = None,
    time_limit: float | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> BatchResult:
    """Find the smallest solutions, see `lowbit.smallest_solution_many`."""
    deadline = deadline_after(time_limit)
    batch = read_boards(puzzles, board)
    result = solve_boards(
        batch,
        board,
        max_nodes=max_nodes,
        time_limit=time_limit,
        threads=threads,
        progress=progress,
    )
    rows = np.flatnonzero(result.status == Status.SEVERAL)
    smallest = solve_boards(
        batch._replace(masks=batch.masks[rows], valid=batch.valid[rows]),
        board,
        limit=1,
        max_nodes=max_nodes,
        time_limit=seconds_left(deadline),
        threads=threads,
        in_order=True,
    )
    result.solutions[rows] = smallest.solutions
    result.nodes[rows] += smallest.nodes
    result.guesses[rows] += smallest.guesses
    result.status[rows[smallest.status == Status.LIMIT_REACHED]] = Status.LIMIT_REACHED
    return result
