"""Solutions of many puzzles that were made to answer a question, all side by side in the lanes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lowbit.arguments import seconds_left
from lowbit.batch.puzzles import puzzles_from_masks
from lowbit.verbs.solve.many import require_known, solve_puzzles

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

PORTION: Final = 1 << 11
"""Puzzles whose questions are in memory at a time."""


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
