"""Backdoors: cells after whose digits singles solve the rest.

More cells imply all that fewer imply. So a cell whose digit leads to
nothing that another one's does not lead to need not be tried: few are left.
"""

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
        Each digit that is tried in a cell counts as a node.

    Raises
    ------
    LimitReachedError
        If the budget ends the search.
    """
    state = SearchState(grid)
    state.visit(0, ())
    settled = {cell for cell, _ in state.trail}
    cells = [cell for cell in range(len(solution)) if cell not in settled]
    size = 0
    while not _is_solved_by(state, solution.allowed, size, cells, budget):
        state.visit(len(settled), ())
        size += 1
    return size


def _is_solved_by(
    state: SearchState, bits: Sequence[int], n_left: int, cells: Sequence[int], budget: Budget
) -> bool:
    """Return whether at most so many more of some open cells suffice."""
    depth = len(state.trail)
    if depth == len(bits) or n_left == 0:
        return depth == len(bits)
    reached = {}
    for cell in cells:
        budget.charge()
        state.visit(depth, [(cell, bits[cell])])
        if len(state.trail) == len(bits):
            return True
        reached[cell] = {settled for settled, _ in state.trail[depth:]}
    if n_left == 1:
        return False
    left = _far_reaching(reached)
    for at, cell in enumerate(left):
        state.visit(depth, [(cell, bits[cell])])
        if _is_solved_by(state, bits, n_left - 1, left[at + 1 :], budget):
            return True
    return False


def _far_reaching(reached: dict[int, set[int]]) -> list[int]:
    """Return the cells that no other one stands in for, and of equal ones the first."""
    chosen: list[int] = []
    for cell in sorted(reached, key=lambda cell: -len(reached[cell])):
        if not any(reached[cell] <= reached[other] for other in chosen):
            chosen.append(cell)
    return chosen
