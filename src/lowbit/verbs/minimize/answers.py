"""Solutions of many puzzles that were built for one query, searched side by side in the lanes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lowbit.arguments import seconds_left
from lowbit.batch.candidates import puzzles_from_masks
from lowbit.batch.puzzles import read_puzzles
from lowbit.verbs.solve.many import require_known, solve_puzzles

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from lowbit.batch.puzzles import PuzzlesLike
    from lowbit.batch.result import BatchResult
    from lowbit.kernels.classic.search import Puzzles

PORTION: Final = 1 << 11
"""Puzzles whose queries are held in memory at a time."""


def all_solved(
    puzzles: PuzzlesLike, max_nodes: int | None, time_limit: float | None, threads: int | None
) -> tuple[Puzzles, BatchResult]:
    """Read and solve the puzzles of a batch.

    Raises
    ------
    LimitReachedError
        If a limit ended a search.
    """
    batch = read_puzzles(puzzles)
    solved = solve_puzzles(batch, max_nodes=max_nodes, time_limit=time_limit, threads=threads)
    require_known(solved.status, solved.nodes)
    return batch, solved


def solutions_of(
    masks: NDArray[np.uint16],
    *,
    max_nodes: int | None,
    deadline: float,
    threads: int | None,
) -> NDArray[np.uint8]:
    """Return a solution of each puzzle, all 0 where there is none."""
    found = solve_puzzles(
        puzzles_from_masks(masks),
        limit=1,
        max_nodes=max_nodes,
        time_limit=seconds_left(deadline),
        threads=threads,
    )
    require_known(found.status, found.nodes)
    return found.solutions
