"""Single placements that leave one of the solutions known of a puzzle.

As `placements` finds sets of them, but faster: of a placement it matters whether no solution has
it, one, or several. Two masks a cell tell so of all of its digits, and each solution adds to them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lowbit.kernels.core.bits import lowest
from lowbit.kernels.core.compile import kernel, part
from lowbit.kernels.vicinity.placements import FIRST, MOST_ADDED, NOBODY, PUZZLE, TESTED

if TYPE_CHECKING:
    from lowbit.kernels.core.arrays import Numbers, Words
    from lowbit.kernels.vicinity.placements import PlacementSpace, Reduced, WantedSets


@kernel
def add_single_placements(
    reduced: Reduced, space: PlacementSpace, wanted: WantedSets, found: Numbers
) -> int:
    """Write down placements of puzzle after puzzle while there is room; return how many.

    Parameters
    ----------
    reduced : Reduced
    space : PlacementSpace
        Changed. All is done once its puzzle is the number of puzzles.
    wanted : WantedSets
    found : int32[m, N_FOUND]
        Written to, as by `add_placements`; it has room for all placements of a puzzle.
    """
    seen, state = space.seen, space.state
    n_found, most = 0, reduced.allowed.shape[1] * wanted.size
    while state[PUZZLE] < reduced.is_whole.size and n_found + most <= found.shape[0]:
        n_solutions = _see(reduced, state[PUZZLE], seen)
        for cell in range(reduced.allowed.shape[1]):
            n_found = _add_in_cell(reduced, seen, state, wanted, n_solutions, cell, found, n_found)
        state[PUZZLE] += 1
    return n_found


@part
def _see(reduced: Reduced, puzzle: int, seen: Words) -> int:
    """Note the digits that the solutions of a puzzle have; return how many these are."""
    seen[:] = 0
    once, several = seen[0], seen[1]
    n_solutions = 0
    for piece in range(reduced.ranges.shape[1]):
        first, end = reduced.ranges[puzzle, piece]
        n_solutions += end - first
        for row in range(first, end):
            digits = reduced.solutions[row]
            for cell in range(once.size):
                bit = np.int64(1) << np.int64(digits[cell] - 1)
                several[cell] |= once[cell] & bit
                once[cell] |= bit
    return n_solutions


@part
def _add_in_cell(
    reduced: Reduced,
    seen: Words,
    state: Words,
    wanted: WantedSets,
    n_solutions: int,
    cell: int,
    found: Numbers,
    n_found: int,
) -> int:
    """Write down the placements in a cell that may leave one solution."""
    puzzle = state[PUZZLE]
    tried, once, several = reduced.allowed[puzzle, cell], seen[0, cell], seen[1, cell]
    is_whole = reduced.is_whole[puzzle]
    if is_whole:
        is_everywhere = once & (once - 1) == 0
        tried &= 0 if wanted.minimal and is_everywhere else once
    while tried:
        digit = lowest(tried)
        tried &= tried - 1
        state[TESTED] += 1
        if several >> digit & 1 == 0:
            row = found[n_found]
            row[0], row[1] = puzzle, NOBODY
            if is_whole:
                row[1] = _solution_with(reduced, puzzle, cell, digit + 1)
            row[FIRST : FIRST + MOST_ADDED] = NOBODY
            row[FIRST] = wanted.size * cell + digit
            n_found += 1
    return n_found


@part
def _solution_with(reduced: Reduced, puzzle: int, cell: int, digit: int) -> int:
    """Return the row of the first solution of a puzzle that has a digit in a cell."""
    for piece in range(reduced.ranges.shape[1]):
        for row in range(reduced.ranges[puzzle, piece, 0], reduced.ranges[puzzle, piece, 1]):
            if reduced.solutions[row, cell] == digit:
                return row
    return NOBODY
