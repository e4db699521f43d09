"""Sue de Coq: cells where a line and a box cross, with sets in both that share out the rest."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lowbit.kernels.core.bits import lowest, size_of
from lowbit.kernels.core.compile import routine
from lowbit.kernels.hodoku.state import CELLS
from lowbit.kernels.hodoku.steps import (
    N_ELIMINATED,
    NUMBER,
    add_eliminated,
    begin_step,
    has_eliminated,
)
from lowbit.kernels.hodoku.tables import BOX, CELL_AT, CROSSINGS, FULL, SHARED, SIZE

if TYPE_CHECKING:
    from lowbit.kernels.core.arrays import Words

SUE_DE_COQ: Final = NUMBER["sue-de-coq"]

CROSSING_SETS: Final = (0b011, 0b111, 0b101, 0b110)
"""The sets of two or three of three places: each before those that widen it, then by place."""

LARGEST_POOL: Final = 8
SETS: Final = 3 * (1 << LARGEST_POOL)
"""Words of the sets of cells of a house: places, digits, share."""

N_ROOM: Final = 2 * SETS + 3 * SIZE
LEVELS: Final = 2 * SETS
"""Words of the search for sets: a place, the places and the digits of each level."""


@routine
def find_sue_de_coq(state: Words, step: Words, room: Words) -> bool:
    """Find a crossing whose digits a set in the line and one in the box share out."""
    for line in range(BOX):
        for crossing in CROSSINGS[line]:
            if crossing >= 0 and _find_in(state, step, room, line, crossing):
                return True
    return False


@routine
def _find_in(state: Words, step: Words, room: Words, line: int, box: int) -> bool:
    places = SHARED[line, box]
    first = lowest(places)
    n_open = 0
    for place in range(first, first + 3):
        n_open += state[CELLS + CELL_AT[line, place]] != 0
    if n_open < 2:
        return False
    for chosen in CROSSING_SETS:
        digits, n_cells, is_open = 0, 0, True
        for number in range(3):
            if chosen >> number & 1:
                mask = state[CELLS + CELL_AT[line, first + number]]
                digits |= mask
                n_cells += 1
                is_open &= mask != 0
        surplus = size_of(digits) - n_cells
        if is_open and surplus >= 2:
            own = chosen << first
            if _find_for(state, step, room, line, box, own, digits, surplus):
                return True
    return False


@routine
def _find_for(
    state: Words, step: Words, room: Words, line: int, box: int, own: int, digits: int, surplus: int
) -> bool:
    """Find the sets that share out the digits of some cells of a crossing, places of the line."""
    in_box = _places_in_box(line, box, own)
    n_boxes = _list_sets(state, room, SETS, box, in_box, digits, 1)
    if n_boxes == 0:
        return False
    most = 0
    for number in range(n_boxes):
        most = max(most, room[SETS + 3 * number + 2])
    n_lines = _list_sets(state, room, 0, line, own, digits, max(1, surplus - most))
    for number in range(n_lines):
        places, all_digits, share = (
            room[3 * number],
            room[3 * number + 1],
            room[3 * number + 2],
        )
        taken = _places_in_box(line, box, places & SHARED[line, box])
        for other in range(n_boxes):
            word = SETS + 3 * other
            if (
                room[word + 2] == surplus - share
                and room[word + 1] & all_digits & digits == 0
                and room[word] & taken == 0
            ):
                begin_step(step, SUE_DE_COQ)
                line_places, box_places = FULL & ~own & ~places, FULL & ~in_box & ~room[word]
                shared = all_digits & room[word + 1]
                for_box = (digits | room[word + 1]) & ~all_digits | shared
                for_line = (digits | all_digits) & ~room[word + 1] | shared
                _eliminate(state, step, box, box_places, for_box)
                _eliminate(state, step, line, line_places, for_line)
                if step[N_ELIMINATED]:
                    return True
    return False


@routine
def _places_in_box(line: int, box: int, places: int) -> int:
    """Return the places in a box of cells of a line where the two cross."""
    inside, found = SHARED[box, line], 0
    for number in range(lowest(SHARED[line, box]), lowest(SHARED[line, box]) + 3):
        if places >> number & 1:
            found |= inside & -inside
        inside &= inside - 1
    return found


@routine
def _list_sets(
    state: Words, room: Words, first: int, house: int, without: int, digits: int, least: int
) -> int:
    """List the sets of cells that hold so many of some digits, and how many these are.

    A set comes before those that add a later cell to it. It is given up once it has too many
    digits of its own for the cells that it can have.
    """
    n_found, size, place = 0, 0, 0
    own, union = 0, 0
    n_left = 0
    for number in range(SIZE):
        if without >> number & 1 == 0 and state[CELLS + CELL_AT[house, number]]:
            n_left += 1
    n_after = n_left
    while True:
        if place == SIZE:
            if size == 0:
                return n_found
            size -= 1
            place = room[LEVELS + size]
            own = room[LEVELS + SIZE + size]
            union = room[LEVELS + 2 * SIZE + size]
            n_after = _n_open_from(state, house, without, place + 1)
            place += 1
            continue
        mask = state[CELLS + CELL_AT[house, place]]
        if mask == 0 or without >> place & 1:
            place += 1
            continue
        wider = union | mask
        extra = size_of(wider & ~digits)
        if extra + least <= size + n_after:
            room[LEVELS + size] = place
            room[LEVELS + SIZE + size] = own
            room[LEVELS + 2 * SIZE + size] = union
            own, union = own | 1 << place, wider
            size += 1
            if extra + least <= size and wider & digits:
                word = first + 3 * n_found
                room[word], room[word + 1], room[word + 2] = own, wider, size - extra
                n_found += 1
        n_after -= 1
        place += 1


@routine
def _n_open_from(state: Words, house: int, without: int, first: int) -> int:
    """Return how many cells of a house are open from a place on, but for some."""
    number = 0
    for place in range(first, SIZE):
        if without >> place & 1 == 0 and state[CELLS + CELL_AT[house, place]]:
            number += 1
    return number


@routine
def _eliminate(state: Words, step: Words, house: int, places: int, digits: int) -> None:
    """Make eliminations that are not made yet."""
    while places:
        cell = CELL_AT[house, lowest(places)]
        eliminated = state[CELLS + cell] & digits
        while eliminated:
            if not has_eliminated(step, SIZE * cell + lowest(eliminated)):
                add_eliminated(step, cell, eliminated & -eliminated)
            eliminated &= eliminated - 1
        places &= places - 1
