"""A second solution, given the first."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lowbit.batch.candidates import puzzles_from_masks
from lowbit.batch.masks import masks_of_digits
from lowbit.limits import NO_LIMITS, Limits
from lowbit.verbs.solve.many import solve_classic
from lowbit.verbs.solve.rounds import next_cells

if TYPE_CHECKING:
    from numpy.typing import NDArray


def other_solutions(
    masks: NDArray[np.uint16],
    solutions: NDArray[np.uint8],
    limits: Limits = NO_LIMITS,
) -> NDArray[np.uint8]:
    """Return a solution of each puzzle other than the one that is known.

    Cell after cell, a search looks for a solution with another digit there. So the solution found
    depends on the puzzle alone, not on the other puzzles.

    Parameters
    ----------
    masks : uint16[n, 81]
        The candidates of the puzzles.
    solutions : uint8[n, 81]
        A solution of each.
    limits : Limits, optional
        Those on nodes are of each search; progress is told at least once for each round of them.

    Returns
    -------
    uint8[n, 81]
        All 0 if there is no other, or none was found within the limit.
    """
    found = np.zeros(masks.shape, np.uint8)
    known = masks_of_digits(solutions)
    is_open = masks != known
    left = np.flatnonzero(is_open.any(axis=1))
    while left.size:
        places, cells = next_cells(is_open[left], 1)
        rows = left[places]
        asked = masks[rows]
        asked[np.arange(rows.size), cells] ^= known[rows, cells]
        puzzles = puzzles_from_masks(asked)
        result = solve_classic(puzzles, limits, 1)
        is_hit = result.n_solutions > 0
        # Of several hits of a puzzle the last one written stays: that of the first cell.
        found[rows[is_hit][::-1]] = result.solutions[is_hit][::-1]
        is_open[rows, cells] = False
        left = left[is_open[left].any(axis=1) & (found[left, 0] == 0)]
    return found
