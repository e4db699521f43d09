"""States of puzzles, written from their lanes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lowbit.kernels.core.bits import lowest, size_of
from lowbit.kernels.core.cell_sets import UPPER
from lowbit.kernels.core.compile import routine
from lowbit.kernels.rating.lanes.block import (
    FIRST_OF,
    HARDEST_OF,
    PLACEMENT_OF,
    LaneSpace,
    n_open_in,
    signed,
)
from lowbit.kernels.rating.lanes.eliminations import AT as LANE_AT
from lowbit.kernels.rating.lanes.sweeps import CELLS as LANE_CELLS
from lowbit.kernels.rating.lanes.sweeps import PLACED
from lowbit.kernels.rating.position.stages import BASIC, BEYOND, DONE, EASY
from lowbit.kernels.rating.position.state import (
    ALONE,
    AT,
    CELLS,
    EVERYTHING,
    FIRST_PLACEMENT,
    FIRST_STEP,
    HARDEST,
    HIDDEN,
    LAST,
    N_CELL_FINDERS,
    N_FINDERS,
    N_LEFT,
    N_OPEN,
    N_PLACED,
    N_STATE,
    ONCE,
    STALE,
    STALE_IN,
    TOUCHED,
    WAITING,
    found_nothing,
)
from lowbit.kernels.rating.position.tables import HOUSES_OF, N_CELLS, N_HOUSES, PLACE_IN, ROW, SIZE

if TYPE_CHECKING:
    from lowbit.kernels.core.arrays import Words

N_LANE_FINDERS, N_LANE_CELL_FINDERS = 9, 2
"""The first finders: those of the steps that are taken in lanes."""


@routine
def store(state: Words, space: LaneSpace, lane: int) -> None:
    """Write the state of a lane."""
    put_aside(state, space, lane)
    _list_houses(state, space, lane)
    for number in range(AT, ONCE):
        state[number] = 0
    for cell in range(N_CELLS):
        left = state[CELLS + cell]
        while left:
            for kind in range(3):
                state[AT + SIZE * HOUSES_OF[cell, kind] + lowest(left)] |= 1 << PLACE_IN[cell, kind]
            left &= left - 1
    for house in range(N_HOUSES):
        _list_singles(state, house)
    state[WAITING] = BASIC if state[N_LEFT] else DONE


@routine
def put_aside(state: Words, space: LaneSpace, lane: int) -> None:
    """Write as much of the state of a lane as it takes to go on with it in another one."""
    for word in range(HIDDEN, N_STATE):
        state[word] = 0
    for cell in range(N_CELLS):
        state[CELLS + cell] = signed(space.words[LANE_CELLS + cell, lane])
    _write_notes(state, space, lane)
    state[N_LEFT], state[WAITING] = n_open_in(space, lane), EASY
    for finder in range(N_FINDERS):
        state[STALE + finder] = EVERYTHING
    for finder in range(N_CELL_FINDERS):
        # All cells: no finder has looked at this state yet.
        state[STALE_IN + 2 * finder] = (1 << UPPER) - 1
        state[STALE_IN + 2 * finder + 1] = (1 << (N_CELLS - UPPER)) - 1


@routine
def write_back(state: Words, space: LaneSpace, lane: int) -> None:
    """Write a lane back to its state; no step is left in it, and its places are listed.

    Finders look again at the cells, houses and digits that have changed.
    """
    changed, upper, lower = 0, 0, 0
    for cell in range(N_CELLS):
        left = signed(space.words[LANE_CELLS + cell, lane])
        gone = state[CELLS + cell] ^ left
        if gone:
            state[CELLS + cell] = left
            # Changed digits come behind the changed houses.
            changed |= TOUCHED[cell] | gone << N_HOUSES
            upper |= ALONE[cell, 0]
            lower |= ALONE[cell, 1]
    for number in range(SIZE * N_HOUSES):
        state[AT + number] = signed(space.words[LANE_AT + number, lane])
    for house in range(N_HOUSES):
        # A lane is only written back once no single is left in it.
        state[ONCE + house] = 0
    state[HIDDEN] = state[LAST] = 0
    _list_houses(state, space, lane)
    _write_notes(state, space, lane)
    state[WAITING] = BASIC
    for finder in range(N_FINDERS):
        state[STALE + finder] = state[STALE + finder] | changed if finder >= N_LANE_FINDERS else 0
    # The lanes have looked for these in vain.
    for finder in range(N_LANE_CELL_FINDERS):
        found_nothing(state, finder)
    for finder in range(N_LANE_CELL_FINDERS, N_CELL_FINDERS):
        state[STALE_IN + 2 * finder] |= upper
        state[STALE_IN + 2 * finder + 1] |= lower


@routine
def finish(state: Words, space: LaneSpace, lane: int) -> None:
    """Write back to its state a lane that has no candidates left."""
    _list_houses(state, space, lane)
    _write_notes(state, space, lane)
    state[WAITING] = BEYOND if state[N_LEFT] else DONE


@routine
def _write_notes(state: Words, space: LaneSpace, lane: int) -> None:
    """Write the ratings of a lane."""
    state[HARDEST] = space.notes[HARDEST_OF, lane]
    state[FIRST_STEP] = space.notes[FIRST_OF, lane]
    state[FIRST_PLACEMENT] = space.notes[PLACEMENT_OF, lane]


@routine
def _list_houses(state: Words, space: LaneSpace, lane: int) -> None:
    """Write how many cells are open, and digits placed."""
    n_open = 0
    for digit in range(SIZE):
        state[N_PLACED + digit] = 0
    for house in range(N_HOUSES):
        placed = signed(space.words[PLACED + house, lane])
        state[N_OPEN + house] = SIZE - size_of(placed)
        if house >= ROW:
            n_open += state[N_OPEN + house]
            for digit in range(SIZE):
                state[N_PLACED + digit] += placed >> digit & 1
    state[N_LEFT] = n_open


@routine
def _list_singles(state: Words, house: int) -> None:
    """List the digits with one place in a house, and note whether it has one open cell."""
    once = 0
    for digit in range(SIZE):
        places = state[AT + SIZE * house + digit]
        if places and places & (places - 1) == 0:
            once |= 1 << digit
    state[ONCE + house] = once
    if once:
        state[HIDDEN] |= 1 << house
    if state[N_OPEN + house] == 1:
        state[LAST] |= 1 << house
