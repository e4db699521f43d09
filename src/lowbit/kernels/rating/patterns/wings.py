"""XY-wings and XYZ-wings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lowbit.kernels.core.bits import lowest, size_of
from lowbit.kernels.core.cell_sets import UPPER
from lowbit.kernels.core.compile import routine
from lowbit.kernels.rating.position.state import (
    CELLS,
    XY_WINGS,
    XYZ_WINGS,
    found_nothing,
    is_stale,
    lower_places,
    upper_places,
)
from lowbit.kernels.rating.position.steps import N_ELIMINATED, NUMBER, add_cells, begin_step
from lowbit.kernels.rating.position.tables import N_CELLS, PEERS, SEEN

if TYPE_CHECKING:
    from lowbit.kernels.core.arrays import Words

XY_WING: Final = NUMBER["xy-wing"]
XYZ_WING: Final = NUMBER["xyz-wing"]

N_ROOM: Final = PEERS.shape[1]
"""Words of the room that a search takes."""


@routine
def find_wing(state: Words, room: Words, step: Words, size: int) -> bool:
    """Find a pivot of two or three candidates with two cells that share one outside.

    Where neither the pivot nor any such cell has changed there is still none.
    """
    finder = XY_WINGS if size == 2 else XYZ_WINGS
    upper_pairs, lower_pairs = _pairs(state)
    for pivot in range(N_CELLS):
        mask = state[CELLS + pivot]
        upper, lower = SEEN[pivot, 0] & upper_pairs, SEEN[pivot, 1] & lower_pairs
        if size_of(mask) != size or size_of(upper) + size_of(lower) < 2:
            continue
        if not is_stale(state, finder, pivot, upper, lower):
            continue
        n_pincers = _list_pincers(state, room, pivot)
        for first in range(n_pincers):
            one = room[first]
            for second in range(n_pincers):
                other = room[second]
                if are_pincers(mask, state[CELLS + one], state[CELLS + other], size):
                    _write_wing(state, step, size, pivot, one, other)
                    if step[N_ELIMINATED]:
                        return True
    found_nothing(state, finder)
    return False


@routine
def _pairs(state: Words) -> tuple[int, int]:
    """Return the cells with two candidates."""
    upper, lower = 0, 0
    for cell in range(N_CELLS):
        if size_of(state[CELLS + cell]) == 2:
            # Two conditional values, where a branch would be taken for half of the cells.
            upper |= 1 << cell if cell < UPPER else 0
            lower |= 0 if cell < UPPER else 1 << (cell - UPPER)
    return upper, lower


@routine
def _list_pincers(state: Words, room: Words, pivot: int) -> int:
    """List the peers with two candidates that leave the pivot one; return how many there are."""
    mask, n_pincers = state[CELLS + pivot], 0
    for cell in PEERS[pivot]:
        pincer = state[CELLS + cell]
        if size_of(pincer) == 2 and size_of(mask & ~pincer) == 1:
            room[n_pincers] = cell
            n_pincers += 1
    return n_pincers


@routine
def are_pincers(mask: int, one: int, other: int, size: int) -> bool:
    """Whether a pivot and two pincers have three digits, and the pincers share the right one."""
    return size_of(mask | one | other) == 3 and size_of(mask & one & other) == size - 2


@routine
def _write_wing(state: Words, step: Words, size: int, pivot: int, one: int, other: int) -> None:
    technique, rating = (XY_WING, 42) if size == 2 else (XYZ_WING, 44)
    begin_step(step, technique, rating)
    digit = lowest(state[CELLS + one] & state[CELLS + other])
    upper = SEEN[one, 0] & SEEN[other, 0] & upper_places(state, digit)
    lower = SEEN[one, 1] & SEEN[other, 1] & lower_places(state, digit)
    if size == 3:
        upper, lower = upper & SEEN[pivot, 0], lower & SEEN[pivot, 1]
    # The pivot of an XY-wing has not got that digit, so that it need not be left out.
    add_cells(step, upper, lower, digit)
