"""Backdoors: cells after whose digits singles solve the rest."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lowbit.reference.search import SearchState

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lowbit.grid import Grid
    from lowbit.reference.budget import Budget


def backdoor_size(grid: Grid, solution: Grid, budget: Budget) -> int:
    """Return the size of the smallest backdoors; 0 if singles alone solve the puzzle.

    Parameters
    ----------
    grid : Grid
        A puzzle with one solution.
    solution : Grid
        That solution.
    budget : Budget
        Each choice of a cell counts as a node.

    Raises
    ------
    LimitReachedError
        If the budget ends the search.
    """
    state = SearchState(grid)
    state.visit(0, ())
    size = 0
    while not _is_solved_by(state, solution.allowed, size, 0, budget):
        size += 1
    return size


def _is_solved_by(
    state: SearchState, bits: Sequence[int], n_left: int, first: int, budget: Budget
) -> bool:
    """Return whether some more cells, from `first` on, suffice."""
    depth = len(state.trail)
    if depth == len(bits) or n_left == 0:
        return depth == len(bits)
    settled = {cell for cell, _ in state.trail}
    for cell in range(first, len(bits)):
        if cell not in settled:
            budget.charge()
            state.visit(depth, [(cell, bits[cell])])
            if _is_solved_by(state, bits, n_left - 1, cell + 1, budget):
                return True
    return False
