"""XY-wings and XYZ-wings in lanes, each of which is looked through alone.

A wing that loses a candidate leaves a single, a naked pair or an XY-wing. So the result of wings
does not depend on their order, and all of a lane are taken at once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lowbit.kernels.core.bits import lowest, size_of
from lowbit.kernels.core.cell_sets import UPPER, first_and_rest
from lowbit.kernels.core.compile import routine
from lowbit.kernels.rating.lanes.block import LaneSpace, signed
from lowbit.kernels.rating.lanes.sweeps import CELLS
from lowbit.kernels.rating.patterns.wings import are_pincers
from lowbit.kernels.rating.position.tables import N_CELLS, SEEN

if TYPE_CHECKING:
    from lowbit.kernels.core.arrays import Words


@routine
def eliminate_by_wings(space: LaneSpace, lanes: int, size: int) -> int:
    """Make the eliminations of wings, by the size of their pivots; return the lanes with any."""
    found = 0
    while lanes:
        lane = lowest(lanes)
        cells = space.state
        for cell in range(N_CELLS):
            cells[cell] = signed(space.words[CELLS + cell, lane])
        if _eliminate_by_all(cells, space.scratch, size):
            found |= 1 << lane
            for cell in range(N_CELLS):
                space.words[CELLS + cell, lane] = cells[cell]
        lanes &= lanes - 1
    return found


@routine
def _eliminate_by_all(cells: Words, room: Words, size: int) -> bool:
    """Make the eliminations of all wings of some cells; return whether there were any."""
    upper, lower = _with_candidates(cells, 2)
    upper_pivots, lower_pivots = (upper, lower) if size == 2 else _with_candidates(cells, size)
    found = False
    while upper_pivots | lower_pivots:
        pivot, upper_pivots, lower_pivots = first_and_rest(upper_pivots, lower_pivots)
        if size_of(cells[pivot]) != size:
            continue  # it has lost one since
        n_pincers = _list_pincers(
            cells, room, pivot, upper & SEEN[pivot, 0], lower & SEEN[pivot, 1]
        )
        for first in range(1, n_pincers):
            for second in range(first):
                found |= _eliminate_by_wing(cells, size, pivot, room[first], room[second])
    return found


@routine
def _with_candidates(cells: Words, size: int) -> tuple[int, int]:
    """Return the cells with so many candidates."""
    upper, lower = 0, 0
    for cell in range(UPPER):
        # A comparison is 0 or 1: a set without a branch.
        upper |= (size_of(cells[cell]) == size) << cell
    for cell in range(UPPER, N_CELLS):
        lower |= (size_of(cells[cell]) == size) << (cell - UPPER)
    return upper, lower


@routine
def _list_pincers(cells: Words, room: Words, pivot: int, upper: int, lower: int) -> int:
    """List those of some cells of two candidates that leave a pivot one; return their number."""
    n_pincers = 0
    while upper | lower:
        cell, upper, lower = first_and_rest(upper, lower)
        room[n_pincers] = cell
        n_pincers += size_of(cells[pivot] & ~cells[cell]) == 1
    return n_pincers


@routine
def _eliminate_by_wing(cells: Words, size: int, pivot: int, one: int, other: int) -> bool:
    """Eliminate the digit of two pincers from cells that see both; return whether any had it."""
    if not are_pincers(cells[pivot], cells[one], cells[other], size):
        return False
    digit = cells[one] & cells[other]
    upper, lower = SEEN[one, 0] & SEEN[other, 0], SEEN[one, 1] & SEEN[other, 1]
    if size == 3:
        upper, lower = upper & SEEN[pivot, 0], lower & SEEN[pivot, 1]
    found = False
    while upper | lower:
        cell, upper, lower = first_and_rest(upper, lower)
        found |= cells[cell] & digit != 0
        cells[cell] &= ~digit
    return found
