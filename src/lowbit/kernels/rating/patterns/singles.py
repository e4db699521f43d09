"""Singles, and patterns that leave a single behind: direct locked candidates and hidden sets.

All of them place a digit and do no more.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lowbit.kernels.core.bits import lowest
from lowbit.kernels.core.compile import routine
from lowbit.kernels.rating.position.closed_sets import DIGITS, PLACES, digits_of_house, list_closed
from lowbit.kernels.rating.position.state import (
    AT,
    CELLS,
    HIDDEN,
    LAST,
    N_OPEN,
    ONCE,
    STALE,
)
from lowbit.kernels.rating.position.steps import NUMBER, place_single
from lowbit.kernels.rating.position.tables import (
    CELL_AT,
    COLUMN,
    LOCKING,
    N_CELLS,
    N_HOUSES,
    SHARED,
    SIZE,
)

if TYPE_CHECKING:
    from lowbit.kernels.core.arrays import Words

HIDDEN_SINGLE: Final = NUMBER["hidden-single"]
NAKED_SINGLE: Final = NUMBER["naked-single"]
DIRECT_POINTING: Final = NUMBER["direct-pointing"]
DIRECT_CLAIMING: Final = NUMBER["direct-claiming"]
DIRECT_PAIR: Final = NUMBER["direct-hidden-pair"]
DIRECT_TRIPLE: Final = NUMBER["direct-hidden-triple"]


@routine
def find_hidden_single(state: Words, step: Words) -> bool:
    """Find a digit with one place in a house, the last open cells of houses first."""
    # The last digit of a house, which is rated least.
    houses = state[LAST] & state[HIDDEN]
    rating = 10
    if houses == 0:
        houses = state[HIDDEN]
        if houses == 0:
            return False
        # Boxes have the lowest numbers, so that the lowest bit prefers them.
        rating = 12 if lowest(houses) < COLUMN else 15
    house = lowest(houses)
    digit = lowest(state[ONCE + house])
    cell = CELL_AT[house, lowest(state[AT + SIZE * house + digit])]
    place_single(step, HIDDEN_SINGLE, rating, cell, digit)
    return True


@routine
def find_naked_single(state: Words, step: Words) -> bool:
    """Find a cell with one candidate."""
    for cell in range(N_CELLS):
        mask = state[CELLS + cell]
        if mask and mask & (mask - 1) == 0:
            place_single(step, NAKED_SINGLE, 23, cell, lowest(mask))
            return True
    return False


@routine
def find_direct_locked(state: Words, step: Words, number: int, digit: int) -> bool:
    """Find another house where locked candidates leave their digit one place."""
    base, cover = LOCKING[number, 0], LOCKING[number, 1]
    first_of_kind = base - base % SIZE
    for house in range(first_of_kind, first_of_kind + SIZE):
        places = state[AT + SIZE * house + digit]
        left = places & ~SHARED[house, cover]
        if (
            house != base
            and SHARED[house, cover]
            and places & (places - 1)
            and left
            and left & (left - 1) == 0
        ):
            is_box = base < COLUMN
            technique, rating = (DIRECT_POINTING, 17) if is_box else (DIRECT_CLAIMING, 19)
            place_single(step, technique, rating, CELL_AT[house, lowest(left)], digit)
            return True
    return False


@routine
def find_direct_hidden_set(
    state: Words, scratch: Words, step: Words, size: int, finder: int
) -> bool:
    """Find a hidden set that leaves another digit one place in its house."""
    stale = state[STALE + finder] & ((1 << N_HOUSES) - 1)
    while stale:
        house = lowest(stale)
        if state[N_OPEN + house] > size:
            digits_of_house(state, scratch, house)
            n_found = list_closed(scratch, size)
            for number in range(n_found):
                digits, places = scratch[DIGITS + 2 * number], scratch[PLACES + 2 * number]
                digit = _left_by_set(state, house, digits, places)
                if digit < SIZE:
                    left = state[AT + SIZE * house + digit] & ~places
                    technique, rating = (DIRECT_PAIR, 20) if size == 2 else (DIRECT_TRIPLE, 25)
                    place_single(step, technique, rating, CELL_AT[house, lowest(left)], digit)
                    return True
        state[STALE + finder] &= ~(1 << house)
        stale &= stale - 1
    return False


@routine
def _left_by_set(state: Words, house: int, digits: int, places: int) -> int:
    """Return the first other digit that a hidden set leaves one place; `SIZE` if there is none."""
    for digit in range(SIZE):
        own = state[AT + SIZE * house + digit]
        left = own & ~places
        if digits >> digit & 1 == 0 and own & (own - 1) and left and left & (left - 1) == 0:
            return digit
    return SIZE
