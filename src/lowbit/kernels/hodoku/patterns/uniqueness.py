"""Uniqueness: rectangles with two fillings of two digits, and bivalue universal graves.

Each rectangle is looked at once. Of their steps, one of the lowest type is taken, and of these the
first.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lowbit.kernels.core.bits import lowest, size_of
from lowbit.kernels.core.compile import routine
from lowbit.kernels.hodoku.state import AT, CELLS, GIVENS, HALVES, VALUES
from lowbit.kernels.hodoku.steps import (
    CANDIDATES,
    HOUSE,
    IS_BASE,
    IS_CORNER,
    IS_EXTRA,
    IS_FIN,
    IS_SUBSET,
    MARKS,
    N_ELIMINATED,
    N_MARKED,
    NUMBER,
    TECHNIQUE,
    WHOLE_CELL,
    add_cells,
    add_eliminated,
    begin_step,
    has_eliminated,
    mark,
    mark_digits,
)
from lowbit.kernels.hodoku.tables import (
    BOX,
    CELL_AT,
    HOUSES_OF,
    N_CELLS,
    N_HOUSES,
    N_RECTANGLES,
    ONLY,
    PLACE_IN,
    RECTANGLE_NUMBER,
    RECTANGLES,
    SEEN,
    SIZE,
)

if TYPE_CHECKING:
    from lowbit.kernels.core.arrays import Words

UNIVERSAL_GRAVE: Final = NUMBER["bug-plus-1"]
TYPE_1: Final = NUMBER["unique-rectangle-1"]
TYPE_2, TYPE_3, TYPE_4, TYPE_5, TYPE_6, HIDDEN = range(TYPE_1 + 1, TYPE_1 + 7)
BEYOND: Final = HIDDEN + 1
AVOIDABLE_1: Final = NUMBER["avoidable-rectangle-1"]
AVOIDABLE_2: Final = NUMBER["avoidable-rectangle-2"]

SEEN_BEFORE: Final = 0
FLOOR: Final = N_RECTANGLES
"""The cells of a rectangle with nothing but its pair, ascending; then the others."""
ROOF: Final = FLOOR + 4
POOL: Final = ROOF + 4
CHOSEN: Final = POOL + SIZE
N_ROOM: Final = CHOSEN + SIZE
"""Words: which rectangles were looked at, the cells of one, and cells that may be in a subset."""


@routine
def find_universal_grave(state: Words, step: Words) -> bool:
    """Find the extra candidate of the only cell with three among bivalue cells (BUG+1)."""
    extra = -1
    for cell in range(N_CELLS):
        mask = state[CELLS + cell]
        if mask == 0 and state[VALUES + cell]:
            continue
        if size_of(mask) == 3 and extra < 0:
            extra = cell
        elif size_of(mask) != 2:
            return False
    if extra < 0:
        return False
    digits = state[CELLS + extra]
    while digits:
        if _is_universal_grave_without(state, extra, lowest(digits)):
            begin_step(step, UNIVERSAL_GRAVE)
            add_eliminated(step, extra, state[CELLS + extra] & ~(digits & -digits))
            mark(step, IS_EXTRA, SIZE * extra + lowest(digits))
            return True
        digits &= digits - 1
    return False


@routine
def _is_universal_grave_without(state: Words, cell: int, digit: int) -> bool:
    """Whether each digit has two places or none in each house, but for one candidate."""
    for house in range(N_HOUSES):
        for other in range(SIZE):
            places = state[AT + SIZE * house + other]
            if other == digit:
                for kind in range(3):
                    if HOUSES_OF[cell, kind] == house:
                        places &= ~(1 << PLACE_IN[cell, kind])
            if size_of(places) not in (0, 2):
                return False
    return True


@routine
def find_rectangle(state: Words, step: Words, trial: Words, room: Words) -> bool:
    """Find the step of a rectangle of two digits, the lowest type first."""
    begin_step(step, BEYOND)
    begin_step(trial, BEYOND)
    for number in range(N_RECTANGLES):
        room[SEEN_BEFORE + number] = 0
    for first in range(N_CELLS):
        both = state[CELLS + first]
        if size_of(both) != 2:
            continue
        low, high = lowest(both), lowest(both & (both - 1))
        for place in range(RECTANGLES.shape[1]):
            number = RECTANGLE_NUMBER[first, place]
            if room[SEEN_BEFORE + number] == 0 and _fits(state, first, place, low, high):
                room[SEEN_BEFORE + number] = 1
                _try_rectangle(state, step, trial, room, first, place, low, high)
                if step[TECHNIQUE] == TYPE_1:
                    return True
    return step[TECHNIQUE] < BEYOND


@routine
def _fits(state: Words, first: int, place: int, low: int, high: int) -> bool:
    """Whether the other corners are open and could have held the digits."""
    for corner in range(1, 4):
        cell = RECTANGLES[first, place, corner]
        if state[CELLS + cell] == 0 or not _could_hold(state, cell, low):
            return False
    return _could_hold(state, RECTANGLES[first, place, 1], high) and _could_hold(
        state, RECTANGLES[first, place, 3], high
    )


@routine
def _could_hold(state: Words, cell: int, digit: int) -> bool:
    """Whether no cell that an open cell sees holds a digit.

    Where a house has no place for a digit, it is placed there.
    """
    if state[CELLS + cell] >> digit & 1:
        return True
    for kind in range(3):
        if state[AT + SIZE * HOUSES_OF[cell, kind] + digit] == 0:
            return False
    return True


@routine
def _try_rectangle(
    state: Words,
    step: Words,
    trial: Words,
    room: Words,
    first: int,
    place: int,
    low: int,
    high: int,
) -> None:
    """Let the step of a rectangle be taken, if it is of a lower type than the one before."""
    corners, pair = RECTANGLES[first, place], 1 << low | 1 << high
    n_floor = _sort_corners(state, room, corners, pair)
    if n_floor == 3:
        begin_step(trial, TYPE_1)
        _eliminate_pair(state, trial, room[ROOF], pair)
        _take_lower(state, step, trial, corners, pair)
        return
    if n_floor % 4 == 0:
        return
    _try_type_2(state, trial, room, n_floor, pair)
    _take_lower(state, step, trial, corners, pair)
    if n_floor == 2:
        if step[TECHNIQUE] > TYPE_3:
            _try_type_3(state, trial, room, corners, pair)
            _take_lower(state, step, trial, corners, pair)
        _try_type_4(state, trial, room, low, high)
        _take_lower(state, step, trial, corners, pair)
        _try_type_6(state, trial, room, corners, low, high)
        _take_lower(state, step, trial, corners, pair)
    if step[TECHNIQUE] > HIDDEN:
        _try_hidden(state, trial, room, corners, n_floor, low, high)
        _take_lower(state, step, trial, corners, pair)


@routine
def _take_lower(state: Words, step: Words, trial: Words, corners: Words, pair: int) -> None:
    """Let a trial be the step, if it eliminates anything and is of a lower type."""
    if trial[N_ELIMINATED] and trial[TECHNIQUE] < step[TECHNIQUE]:
        begin_step(step, trial[TECHNIQUE])
        step[N_ELIMINATED] = trial[N_ELIMINATED]
        for word in range(CANDIDATES, CANDIDATES + trial[N_ELIMINATED]):
            step[word] = trial[word]
        for corner in corners:
            mark_digits(step, IS_CORNER, corner, state[CELLS + corner] & pair)
        for number in range(trial[N_MARKED]):
            step[MARKS + step[N_MARKED]] = trial[MARKS + number]
            step[N_MARKED] += 1
    trial[N_ELIMINATED] = 0


@routine
def _sort_corners(state: Words, room: Words, corners: Words, pair: int) -> int:
    """Sort the corners by whether they have more than the pair; return how many have not."""
    n_floor, n_roof, last = 0, 0, -1
    for _ in range(4):
        cell = N_CELLS
        for corner in corners:
            if last < corner < cell:
                cell = corner
        last = cell
        if state[CELLS + cell] & ~pair:
            room[ROOF + n_roof] = cell
            n_roof += 1
        else:
            room[FLOOR + n_floor] = cell
            n_floor += 1
    return n_floor


@routine
def _eliminate_pair(state: Words, trial: Words, cell: int, digits: int) -> None:
    add_eliminated(trial, cell, state[CELLS + cell] & digits)


@routine
def _in_line(one: int, other: int) -> bool:
    """Whether two cells lie in one row or in one column."""
    return HOUSES_OF[one, 0] == HOUSES_OF[other, 0] or HOUSES_OF[one, 1] == HOUSES_OF[other, 1]


@routine
def _try_type_2(state: Words, trial: Words, room: Words, n_floor: int, pair: int) -> None:
    """Write the eliminations of the one digit that the other cells have beside the pair."""
    extra, upper, lower = 0, -1, -1
    for number in range(4 - n_floor):
        cell = room[ROOF + number]
        extra |= state[CELLS + cell] & ~pair
        upper, lower = upper & SEEN[cell, 0], lower & SEEN[cell, 1]
    if size_of(extra) == 1:
        in_line = n_floor == 2 and _in_line(room[ROOF], room[ROOF + 1])
        begin_step(trial, TYPE_2 if in_line else TYPE_5)
        digit = lowest(extra)
        upper, lower = upper & state[HALVES + 2 * digit], lower & state[HALVES + 2 * digit + 1]
        add_cells(trial, upper, lower, digit)


@routine
def _try_type_3(state: Words, trial: Words, room: Words, corners: Words, pair: int) -> None:
    """Write the naked subset that the other digits of two cells make with cells of a house."""
    one, other = room[ROOF], room[ROOF + 1]
    extra = (state[CELLS + one] | state[CELLS + other]) & ~pair
    for kind in range(3):
        house = HOUSES_OF[one, kind]
        if HOUSES_OF[other, kind] != house:
            continue
        n_pool = 0
        for cell in CELL_AT[house]:
            mask = state[CELLS + cell]
            if mask and mask & pair == 0 and not _is_corner(corners, cell):
                room[POOL + n_pool] = cell
                n_pool += 1
        if _find_subset(state, trial, room, house, n_pool, extra):
            return


@routine
def _is_corner(corners: Words, cell: int) -> bool:
    for corner in corners:
        if corner == cell:
            return True
    return False


@routine
def _find_subset(
    state: Words, trial: Words, room: Words, house: int, n_pool: int, extra: int
) -> bool:
    """Find the first subset that eliminates anything; one that is widened precedes the others."""
    size, place = 0, 0
    while True:
        if place == n_pool:
            if size == 0:
                return False
            size -= 1
            place = room[CHOSEN + size] + 1
            continue
        room[CHOSEN + size] = place
        size += 1
        place += 1
        digits = extra
        for number in range(size):
            digits |= state[CELLS + room[POOL + room[CHOSEN + number]]]
        if size_of(digits) == size + 1 and _eliminate_subset(
            state, trial, room, house, size, digits
        ):
            return True


@routine
def _eliminate_subset(
    state: Words, trial: Words, room: Words, house: int, size: int, digits: int
) -> bool:
    """Write the eliminations of a subset of two cells of a rectangle and some others."""
    line, box = _houses_of_subset(room, size)
    if house >= BOX and line >= 0:
        return False  # it is found in the line, too
    begin_step(trial, TYPE_3)
    _eliminate_others(state, trial, room, house, size, digits)
    if trial[N_ELIMINATED] == 0:
        return False
    _mark_subset(state, trial, room, house, size, digits)
    if line >= 0 and line != house:
        _eliminate_others(state, trial, room, line, size, digits)
    if box >= 0 and box != house:
        _eliminate_others(state, trial, room, box, size, digits)
    return True


@routine
def _mark_subset(
    state: Words, trial: Words, room: Words, house: int, size: int, digits: int
) -> None:
    """Mark the cells of a subset in the order of the house, and the house."""
    mark(trial, IS_BASE, HOUSE + house)
    for cell in CELL_AT[house]:
        is_own = cell in (room[ROOF], room[ROOF + 1])
        for number in range(size):
            is_own |= room[POOL + room[CHOSEN + number]] == cell
        if is_own:
            mark_digits(trial, IS_SUBSET, cell, state[CELLS + cell] & digits)


@routine
def _houses_of_subset(room: Words, size: int) -> tuple[int, int]:
    """Return the line and the box that hold all cells of a subset; -1 where none does."""
    line, box = -1, -1
    for kind in range(3):
        house = HOUSES_OF[room[ROOF], kind]
        is_shared = HOUSES_OF[room[ROOF + 1], kind] == house
        for number in range(size):
            cell = room[POOL + room[CHOSEN + number]]
            is_shared &= HOUSES_OF[cell, kind] == house
        if is_shared and kind == 2:
            box = house
        elif is_shared:
            line = house
    return line, box


@routine
def _eliminate_others(
    state: Words, trial: Words, room: Words, house: int, size: int, digits: int
) -> None:
    for cell in CELL_AT[house]:
        if cell in (room[ROOF], room[ROOF + 1]):
            continue
        is_own = False
        for number in range(size):
            is_own |= room[POOL + room[CHOSEN + number]] == cell
        eliminated = 0 if is_own else state[CELLS + cell] & digits
        while eliminated:
            if not has_eliminated(trial, SIZE * cell + lowest(eliminated)):
                add_eliminated(trial, cell, eliminated & -eliminated)
            eliminated &= eliminated - 1


@routine
def _try_type_4(state: Words, trial: Words, room: Words, low: int, high: int) -> None:
    """Write the eliminations in the two cells that must hold one digit of the pair."""
    one, other = room[ROOF], room[ROOF + 1]
    if not _in_line(one, other):
        return
    upper, lower = SEEN[one, 0] & SEEN[other, 0], SEEN[one, 1] & SEEN[other, 1]
    if _has_no_place(state, upper, lower, low):
        eliminated = high
    elif _has_no_place(state, upper, lower, high):
        eliminated = low
    else:
        return
    begin_step(trial, TYPE_4)
    _eliminate_pair(state, trial, one, 1 << eliminated)
    _eliminate_pair(state, trial, other, 1 << eliminated)


@routine
def _has_no_place(state: Words, upper: int, lower: int, digit: int) -> bool:
    return upper & state[HALVES + 2 * digit] | lower & state[HALVES + 2 * digit + 1] == 0


@routine
def _is_kept_in(state: Words, corners: Words, cell: int, digit: int) -> bool:
    """Whether the row and the column of a corner have a digit in the rectangle alone."""
    for kind in range(2):
        house = HOUSES_OF[cell, kind]
        places = state[AT + SIZE * house + digit]
        for corner in corners:
            if HOUSES_OF[corner, kind] == house:
                places &= ~(1 << PLACE_IN[corner, kind])
        if places:
            return False
    return True


@routine
def _try_type_6(
    state: Words, trial: Words, room: Words, corners: Words, low: int, high: int
) -> None:
    """Write the digit of the pair whose lines through opposite cells have no other place."""
    one, other = room[ROOF], room[ROOF + 1]
    if _in_line(one, other):
        return
    if _is_kept_in(state, corners, one, low) and _is_kept_in(state, corners, other, low):
        eliminated = low
    elif _is_kept_in(state, corners, one, high) and _is_kept_in(state, corners, other, high):
        eliminated = high
    else:
        return
    begin_step(trial, TYPE_6)
    _eliminate_pair(state, trial, one, 1 << eliminated)
    _eliminate_pair(state, trial, other, 1 << eliminated)


@routine
def _try_hidden(
    state: Words, trial: Words, room: Words, corners: Words, n_floor: int, low: int, high: int
) -> None:
    """Write the eliminations of strong links on a cell's lines, opposite to a cell of the pair."""
    if n_floor == 2 and _in_line(room[FLOOR], room[FLOOR + 1]):
        return
    begin_step(trial, HIDDEN)
    for number in range(n_floor):
        for opposite in corners:
            if (
                HOUSES_OF[opposite, 0] == HOUSES_OF[room[FLOOR + number], 0]
                or HOUSES_OF[opposite, 1] == HOUSES_OF[room[FLOOR + number], 1]
            ):
                continue
            for turn in range(2):
                kept, eliminated = (high, low) if turn else (low, high)
                if trial[N_ELIMINATED] == 0 and _is_kept_in(state, corners, opposite, kept):
                    _eliminate_pair(state, trial, opposite, 1 << eliminated)


@routine
def find_avoidable_rectangle(state: Words, step: Words) -> bool:
    """Find a rectangle of which two or three digits are placed, and none is given."""
    begin_step(step, AVOIDABLE_2)
    for first in range(N_CELLS):
        if not _is_found(state, first):
            continue
        for place in range(RECTANGLES.shape[1]):
            corners = RECTANGLES[first, place]
            if _is_found(state, corners[1]) and not (
                _is_given(state, corners[2]) or _is_given(state, corners[3])
            ):
                if _find_avoidable_1(state, step, corners):
                    return True
                if step[N_ELIMINATED] == 0:
                    _try_avoidable_2(state, step, corners)
    return step[N_ELIMINATED] > 0


@routine
def _is_given(state: Words, cell: int) -> bool:
    return (state[GIVENS] & ONLY[cell, 0] | state[GIVENS + 1] & ONLY[cell, 1]) != 0


@routine
def _is_found(state: Words, cell: int) -> bool:
    """Whether a cell has a digit that was not given."""
    return state[VALUES + cell] != 0 and not _is_given(state, cell)


@routine
def _find_avoidable_1(state: Words, step: Words, corners: Words) -> bool:
    for turn in range(2):
        near, far = (corners[3], corners[2]) if turn else (corners[2], corners[3])
        there, missing = state[VALUES + corners[1 - turn]], state[VALUES + corners[turn]]
        is_pair = size_of(state[CELLS + far]) == 2
        if state[VALUES + near] == there and is_pair and state[CELLS + far] >> missing - 1 & 1:
            begin_step(step, AVOIDABLE_1)
            add_eliminated(step, far, 1 << missing - 1)
            _mark_whole_cells(step, corners)
            return True
    return False


@routine
def _try_avoidable_2(state: Words, step: Words, corners: Words) -> None:
    third, fourth = state[CELLS + corners[2]], state[CELLS + corners[3]]
    first_bit, second_bit = (
        1 << state[VALUES + corners[0]] - 1,
        1 << state[VALUES + corners[1]] - 1,
    )
    extra = third & ~second_bit
    if (
        third & second_bit
        and fourth & first_bit
        and extra == fourth & ~first_bit
        and size_of(extra) == 1
    ):
        digit, one, other = lowest(extra), corners[2], corners[3]
        begin_step(step, AVOIDABLE_2)
        upper = SEEN[one, 0] & SEEN[other, 0] & state[HALVES + 2 * digit]
        lower = SEEN[one, 1] & SEEN[other, 1] & state[HALVES + 2 * digit + 1]
        add_cells(step, upper, lower, digit)
        _mark_whole_cells(step, corners)
        mark(step, IS_FIN, SIZE * min(one, other) + digit)
        mark(step, IS_FIN, SIZE * max(one, other) + digit)


@routine
def _mark_whole_cells(step: Words, corners: Words) -> None:
    for corner in corners:
        mark(step, IS_CORNER, WHOLE_CELL + corner)
