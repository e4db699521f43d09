"""Steps up to XYZ-wings, side by side: as many puzzles as a register has lanes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lowbit.kernels.core.bits import lowest, size_of
from lowbit.kernels.core.compile import kernel, routine
from lowbit.kernels.rating.lanes.block import (
    FOR_DIRECT,
    FOR_SETS,
    FREE,
    LOCKED,
    PUZZLE,
    LaneSpace,
    note_placements,
    signed,
    take_up,
)
from lowbit.kernels.rating.lanes.ladder import take_direct, take_locked, take_sets
from lowbit.kernels.rating.lanes.load import IDLE
from lowbit.kernels.rating.lanes.states import finish, write_back
from lowbit.kernels.rating.lanes.sweeps import list_placed, sweep
from lowbit.kernels.rating.position.stages import BASIC, XYZ_WINGS
from lowbit.kernels.rating.position.state import HARDEST, WAITING

if TYPE_CHECKING:
    from lowbit.kernels.core.arrays import Numbers, Words

FEW: Final = 6
"""Puzzles that are not worth the lanes, where steps can be taken one by one as well."""

LOCKING, DIRECT, SETS = 8, 2, 2
"""Looks for locked candidates, direct steps and sets wait until one in so many lanes needs them."""


@kernel
def take_easy_steps(
    states: Words,
    waiting: Words,
    space: LaneSpace,
    _trace: Numbers,
) -> None:
    """Take steps up to XYZ-wings in each puzzle until it is solved or has none left.

    Parameters
    ----------
    states, waiting, _trace
        As for `lowbit.kernels.rating.patterns.basic.take_basic_steps`; nothing is written down.
    space : LaneSpace
        For this thread alone.
    """
    if waiting[0] <= FEW and _leave(states, waiting):
        return
    n_lanes, taken, active = space.words.shape[1], 0, 0
    every = (1 << n_lanes) - 1
    while active or taken < waiting[0]:
        idle = every & ~active
        # To load takes a pass over all cells of all lanes, so that it waits for several idle lanes.
        if taken < waiting[0] and IDLE * size_of(idle) >= n_lanes:
            active |= _take_up(states, waiting, space, idle, taken)
            taken += size_of(idle)
        found = sweep(space.rows, (active, active, active))
        placed, is_open = signed(found[0]) & active, signed(found[1])
        note_placements(space, placed)
        done, active = active & ~is_open, active & is_open
        left = _climb(space, active, active & ~placed)
        active &= ~left
        _write(states, space, done, left)


@routine
def _climb(space: LaneSpace, active: int, stuck: int) -> int:
    """Take steps in lanes without singles, once enough wait for them; return those with none left.

    The dearer a look, the more lanes it waits for.
    """
    n_lanes, masks = space.words.shape[1], space.masks
    fresh = stuck & ~(masks[FOR_DIRECT] | masks[FOR_SETS])
    if fresh and (stuck == active or LOCKING * size_of(fresh) >= n_lanes):
        may_lock = fresh & masks[LOCKED]
        if may_lock:
            fresh &= ~take_locked(space, may_lock)
        masks[FOR_DIRECT] |= fresh & ~masks[FREE]
        masks[FOR_SETS] |= fresh & masks[FREE]
    wait = masks[FOR_DIRECT]
    if wait and (wait | masks[FOR_SETS] == active or DIRECT * size_of(wait) >= n_lanes):
        masks[FOR_DIRECT] = 0
        masks[FOR_SETS] |= wait & ~take_direct(space, wait)
    wait = masks[FOR_SETS]
    if wait and (wait == active or SETS * size_of(wait) >= n_lanes):
        masks[FOR_SETS] = 0
        return wait & ~take_sets(space, wait)
    return 0


@routine
def _leave(states: Words, waiting: Words) -> bool:
    """Leave puzzles to steps one by one, if these know enough of all of them."""
    for number in range(waiting[0]):
        if states[waiting[1 + number], HARDEST] <= XYZ_WINGS:
            return False
    for number in range(waiting[0]):
        states[waiting[1 + number], WAITING] = BASIC
    return True


@routine
def _write(states: Words, space: LaneSpace, done: int, left: int) -> None:
    """Write back the states of lanes that have no candidates, or no steps, left."""
    lanes = done | left
    while lanes:
        lane = lowest(lanes)
        state = states[space.notes[PUZZLE, lane]]
        if done >> lane & 1:
            finish(state, space, lane)
        else:
            write_back(state, space, lane)
        lanes &= lanes - 1


@routine
def _take_up(states: Words, waiting: Words, space: LaneSpace, idle: int, taken: int) -> int:
    """Go on with states in lanes that have none; return the lanes that have one then."""
    fresh = 0
    while idle and taken < waiting[0]:
        lane = lowest(idle)
        row = waiting[1 + taken]
        take_up(space, lane, states[row], row)
        fresh |= 1 << lane
        taken += 1
        idle &= idle - 1
    list_placed(space.rows, (fresh,))
    return fresh
