"""Bivalue universal graves: positions to which no puzzle with one solution can be reduced.

The extra digits are gathered as Sudoku Explainer does: for a digit that has neither
two places nor none in a house, only if exactly one of these cells has three candidates or more.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lowbit.kernels.core.bits import lowest, size_of
from lowbit.kernels.core.cell_sets import UPPER
from lowbit.kernels.core.compile import routine
from lowbit.kernels.rating.position.closed_sets import next_set
from lowbit.kernels.rating.position.state import AT, CELLS, lower_places, upper_places
from lowbit.kernels.rating.position.steps import (
    N_ELIMINATED,
    NUMBER,
    add_cells,
    add_eliminated,
    begin_step,
)
from lowbit.kernels.rating.position.tables import (
    CELL_AT,
    HOUSES_OF,
    IN_CHAINS,
    IN_HOUSE,
    N_CELLS,
    N_HOUSES,
    PEERS,
    SEEN,
    SIZE,
)

if TYPE_CHECKING:
    from lowbit.kernels.core.arrays import Words

BUG_1: Final = NUMBER["bug-plus-1"]
BUG_2: Final = NUMBER["bug-2"]
BUG_3: Final = NUMBER["bug-3"]
BUG_4: Final = NUMBER["bug-4"]

LARGEST_SET: Final = 6
"""The largest subset of a universal grave of type 3."""

EXTRAS: Final = 0
"""For each cell, its extra digits."""
ORDER: Final = N_CELLS
"""The cells with extra digits as they were found."""
AROUND: Final = ORDER + N_CELLS
N_EXTRAS, ALL_EXTRAS, UPPER_COMMON, LOWER_COMMON = range(AROUND + SIZE, AROUND + SIZE + 4)
N_ROOM: Final = LOWER_COMMON + 1
"""Words of the room that a search takes."""


@routine
def find_universal_grave(state: Words, room: Words, step: Words) -> bool:
    """Find a step that avoids a universal grave."""
    if not _gather(state, room) or room[N_EXTRAS] == 0 or not _is_deadly(state, room):
        return False
    if room[N_EXTRAS] == 1:
        cell = room[ORDER]
        begin_step(step, BUG_1, 56)
        add_eliminated(step, cell, state[CELLS + cell] & ~room[EXTRAS + cell])
        return True
    if size_of(room[ALL_EXTRAS]) == 1:
        return _type_2(state, room, step) or _type_4(state, room, step)
    return _type_4(state, room, step) or _type_3(state, room, step)


@routine
def _gather(state: Words, room: Words) -> bool:
    """Gather the extra digits; say whether each house can be part of a universal grave."""
    for word in range(N_ROOM):
        room[word] = 0
    room[UPPER_COMMON] = (1 << UPPER) - 1
    room[LOWER_COMMON] = (1 << (N_CELLS - UPPER)) - 1
    upper_extras, lower_extras = 0, 0
    for number in range(N_HOUSES):
        # In Sudoku Explainer's order, on which the order of the cells with extras depends.
        house = SIZE * IN_CHAINS[number // SIZE] + number % SIZE
        for digit in range(SIZE):
            places = state[AT + SIZE * house + digit]
            if size_of(places) in (0, 2):
                continue
            n_large, cell = 0, 0
            while places:
                other = CELL_AT[house, lowest(places)]
                if size_of(state[CELLS + other]) > 2:
                    n_large, cell = n_large + 1, other
                places &= places - 1
            if n_large == 0:
                return False
            if n_large == 1:
                if room[EXTRAS + cell] == 0:
                    room[ORDER + room[N_EXTRAS]] = cell
                    room[N_EXTRAS] += 1
                    if cell < UPPER:
                        upper_extras |= 1 << cell
                    else:
                        lower_extras |= 1 << (cell - UPPER)
                room[EXTRAS + cell] |= 1 << digit
                room[ALL_EXTRAS] |= 1 << digit
                room[UPPER_COMMON] &= SEEN[cell, 0] & ~upper_extras
                room[LOWER_COMMON] &= SEEN[cell, 1] & ~lower_extras
                if (
                    room[N_EXTRAS] > 1
                    and size_of(room[ALL_EXTRAS]) > 1
                    and room[UPPER_COMMON] | room[LOWER_COMMON] == 0
                ):
                    return False
    return True


@routine
def _is_deadly(state: Words, room: Words) -> bool:
    """Whether two of everything are left without the extra digits."""
    for cell in range(N_CELLS):
        mask = state[CELLS + cell]
        if mask and size_of(mask & ~room[EXTRAS + cell]) != 2:
            return False
    for house in range(N_HOUSES):
        for digit in range(SIZE):
            n_places = size_of(state[AT + SIZE * house + digit])
            for number in range(room[N_EXTRAS]):
                cell = room[ORDER + number]
                if house in (HOUSES_OF[cell, 0], HOUSES_OF[cell, 1], HOUSES_OF[cell, 2]):
                    n_places -= room[EXTRAS + cell] >> digit & 1
            if n_places not in (0, 2):
                return False
    return True


@routine
def _type_2(state: Words, room: Words, step: Words) -> bool:
    """Eliminate the one extra digit from cells that see all of its places."""
    digit = lowest(room[ALL_EXTRAS])
    begin_step(step, BUG_2, 57)
    upper = room[UPPER_COMMON] & upper_places(state, digit)
    lower = room[LOWER_COMMON] & lower_places(state, digit)
    add_cells(step, upper, lower, digit)
    return step[N_ELIMINATED] > 0


@routine
def _type_4(state: Words, room: Words, step: Words) -> bool:
    """Eliminate in two cells whose one common digit beside the extras is locked between them."""
    if room[N_EXTRAS] != 2 or room[UPPER_COMMON] | room[LOWER_COMMON] == 0:
        return False
    one, other = room[ORDER], room[ORDER + 1]
    shared = state[CELLS + one] & state[CELLS + other] & ~room[ALL_EXTRAS]
    if size_of(shared) != 1:
        return False
    for kind in range(3):
        if HOUSES_OF[one, kind] == HOUSES_OF[other, kind]:
            begin_step(step, BUG_4, 57)
            add_eliminated(step, one, state[CELLS + one] & ~(room[EXTRAS + one] | shared))
            add_eliminated(step, other, state[CELLS + other] & ~(room[EXTRAS + other] | shared))
            return True
    return False


@routine
def _type_3(state: Words, room: Words, step: Words) -> bool:
    """Find a naked subset that the cells with extras, taken as one, are part of."""
    one = room[ORDER]
    for kind in IN_CHAINS:
        house = HOUSES_OF[one, kind]
        for number in range(room[N_EXTRAS]):
            if HOUSES_OF[room[ORDER + number], kind] != house:
                house = -1
        if house < 0:
            continue
        n_around = _list_around(room, one, house)
        for size in range(2, min(LARGEST_SET, n_around) + 1):
            chosen = (1 << (size - 1)) - 1
            while chosen < 1 << n_around:
                if _naked_with(state, room, step, chosen, n_around, size):
                    return True
                chosen = next_set(chosen)
    return False


@routine
def _list_around(room: Words, one: int, house: int) -> int:
    """List the cells of a house that see all with extras, in the order of the first one's peers."""
    n_around = 0
    for cell in PEERS[one]:
        if cell < UPPER:
            is_common = (room[UPPER_COMMON] & IN_HOUSE[house, 0]) >> cell & 1
        else:
            is_common = (room[LOWER_COMMON] & IN_HOUSE[house, 1]) >> (cell - UPPER) & 1
        if is_common:
            room[AROUND + n_around] = cell
            n_around += 1
    return n_around


@routine
def _naked_with(
    state: Words, room: Words, step: Words, chosen: int, n_around: int, size: int
) -> bool:
    """Find a subset with some of the cells around that eliminates anything in the others."""
    digits = 0
    for number in range(n_around):
        if chosen >> number & 1:
            mask = state[CELLS + room[AROUND + number]]
            if size_of(mask) < 2:
                return False
            digits |= mask
    if size_of(digits) != size or digits | room[ALL_EXTRAS] != digits:
        return False
    begin_step(step, BUG_3, 57 + size - 1)
    for number in range(n_around):
        if chosen >> number & 1 == 0:
            cell = room[AROUND + number]
            add_eliminated(step, cell, state[CELLS + cell] & digits)
    return step[N_ELIMINATED] > 0
