"""The state of a puzzle that is being rated: one row of words, kept up to date from both sides.

::

    CELLS     the candidates of each cell, 0 where a digit is placed
    AT        the places of each digit in each house, 0 where it is placed
    ONCE      for each house, the digits that have one place in it
    N_OPEN    for each house, how many cells are open
    N_PLACED  for each digit, in how many cells it is placed
    HIDDEN    the houses with a digit that has one place
    LAST      the houses with one open cell
    N_LEFT    how many cells are open on the whole board
    CHANGED   the houses and digits that changed since the last step
    STALE     for each finder, the houses and digits that changed since it last found nothing there
    LOST      the cells that lost a candidate since the last step, as a set
    STALE_IN  for each finder of patterns of cells, those that did since it last found nothing
    RINGLESS  for each digit the greater ones with which there is no ring for a loop
    RATINGS   in tenths: the hardest step, the hardest up to the first placement, the first step
    WAITING   the stage that the puzzle waits for, see `lowbit.kernels.rating.position.stages`
    N_NODES   how many steps and searches there were
    N_TRACED  how many words its steps take that are written down
    NEXT_ROOT where the trees go on that nested chains take, call by call
    TRIED     up to which rating chains were found not to solve the rest, in tenths

A finder that looked through a house in vain, or a digit, leaves it alone until it changes. That
makes most of the searches between two steps short.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from lowbit.kernels.core.bits import lowest
from lowbit.kernels.core.cell_sets import UPPER, halves
from lowbit.kernels.core.compile import part, routine
from lowbit.kernels.rating.position.tables import (
    CELL_AT,
    HOUSES_OF,
    N_CELLS,
    N_HOUSES,
    PLACE_IN,
    ROW,
    SIZE,
)

if TYPE_CHECKING:
    from lowbit.kernels.core.arrays import Words

N_FINDERS: Final = 15
"""Finders that leave alone houses and digits that have not changed."""

XY_WINGS, XYZ_WINGS, LOOPS, PAIRS, TRIPLES, N_CELL_FINDERS = range(6)
"""Finders that leave alone cells that have not changed."""

CELLS: Final = 0
AT: Final = CELLS + N_CELLS
ONCE: Final = AT + N_HOUSES * SIZE
N_OPEN: Final = ONCE + N_HOUSES
N_PLACED: Final = N_OPEN + N_HOUSES
HIDDEN, LAST, N_LEFT, CHANGED = range(N_PLACED + SIZE, N_PLACED + SIZE + 4)
STALE: Final = CHANGED + 1
LOST: Final = STALE + N_FINDERS
STALE_IN: Final = LOST + 2
RINGLESS: Final = STALE_IN + 2 * N_CELL_FINDERS
RATINGS: Final = RINGLESS + SIZE
HARDEST, FIRST_PLACEMENT, FIRST_STEP = range(RATINGS, RATINGS + 3)
WAITING: Final = FIRST_STEP + 1
N_NODES: Final = WAITING + 1
N_TRACED: Final = N_NODES + 1
NEXT_ROOT: Final = N_TRACED + 1
TRIED: Final = NEXT_ROOT + 1
N_STATE: Final = TRIED + 1
"""Words of a state."""

N_UPPER_ROWS: Final = UPPER // SIZE

EVERYTHING: Final = (1 << N_HOUSES + SIZE) - 1
"""All houses and digits."""

TOUCHED: Final = np.array(
    [sum(1 << house for house in houses) for houses in HOUSES_OF.tolist()], np.int64
)
"""int64[81]: the houses of each cell as a set."""

ALONE: Final = halves([(cell,) for cell in range(N_CELLS)])
"""int64[81, 2]: each cell as a set."""


@routine
def eliminate(state: Words, cell: int, digit: int) -> None:
    """Eliminate a candidate, if it is there."""
    bit = 1 << digit
    if state[CELLS + cell] & bit == 0:
        return
    state[CELLS + cell] ^= bit
    state[CHANGED] |= TOUCHED[cell] | bit << N_HOUSES
    state[LOST] |= ALONE[cell, 0]
    state[LOST + 1] |= ALONE[cell, 1]
    for kind in range(3):
        house = HOUSES_OF[cell, kind]
        left = state[AT + SIZE * house + digit] ^ 1 << PLACE_IN[cell, kind]
        state[AT + SIZE * house + digit] = left
        # Without its lowest bit the set is empty: at most one place is left.
        if left & (left - 1) == 0:
            if left:
                state[ONCE + house] |= bit
                state[HIDDEN] |= 1 << house
            else:
                state[ONCE + house] &= ~bit
                if state[ONCE + house] == 0:
                    state[HIDDEN] &= ~(1 << house)


@routine
def place(state: Words, cell: int, digit: int) -> None:
    """Place a digit in an open cell, which has it as a candidate."""
    for kind in range(3):
        house = HOUSES_OF[cell, kind]
        others = state[AT + SIZE * house + digit] & ~(1 << PLACE_IN[cell, kind])
        while others:
            eliminate(state, CELL_AT[house, lowest(others)], digit)
            others &= others - 1
    own = state[CELLS + cell]
    while own:
        eliminate(state, cell, lowest(own))
        own &= own - 1
    for kind in range(3):
        house = HOUSES_OF[cell, kind]
        state[N_OPEN + house] -= 1
        if state[N_OPEN + house] == 1:
            state[LAST] |= 1 << house
        elif state[N_OPEN + house] == 0:
            state[LAST] &= ~(1 << house)
    state[N_PLACED + digit] += 1
    state[N_LEFT] -= 1


@part
def is_stale(state: Words, finder: int, cell: int, upper: int, lower: int) -> bool:
    """Whether a cell, or one of a set, has changed since a finder last found nothing."""
    upper_stale, lower_stale = state[STALE_IN + 2 * finder], state[STALE_IN + 2 * finder + 1]
    upper, lower = upper | ALONE[cell, 0], lower | ALONE[cell, 1]
    return (upper & upper_stale) | (lower & lower_stale) != 0


@part
def found_nothing(state: Words, finder: int) -> None:
    """Note that a finder found nothing in any cells."""
    state[STALE_IN + 2 * finder] = state[STALE_IN + 2 * finder + 1] = 0


@routine
def upper_places(state: Words, digit: int) -> int:
    """Return the places of a digit in the upper cells, as a set of cells."""
    cells = 0
    for row in range(N_UPPER_ROWS):
        # Places in rows, side by side, are cells: nine bits a row, five rows in a word.
        cells |= state[AT + SIZE * (ROW + row) + digit] << SIZE * row
    return cells


@routine
def lower_places(state: Words, digit: int) -> int:
    """Return the places of a digit in the other cells."""
    cells = 0
    for row in range(N_UPPER_ROWS, SIZE):
        cells |= state[AT + SIZE * (ROW + row) + digit] << SIZE * (row - N_UPPER_ROWS)
    return cells
