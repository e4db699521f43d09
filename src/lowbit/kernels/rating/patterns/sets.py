"""Locked candidates, naked and hidden sets, and fish, in Sudoku Explainer's order."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lowbit.kernels.core.bits import lowest
from lowbit.kernels.core.compile import routine
from lowbit.kernels.rating.patterns.singles import find_direct_locked
from lowbit.kernels.rating.position.closed_sets import (
    DIGITS,
    PLACES,
    cells_of_house,
    digits_of_house,
    lines_of_digit,
    list_closed,
)
from lowbit.kernels.rating.position.state import AT, CELLS, N_OPEN, N_PLACED, STALE
from lowbit.kernels.rating.position.steps import N_ELIMINATED, NUMBER, add_eliminated, begin_step
from lowbit.kernels.rating.position.tables import (
    CELL_AT,
    COLUMN,
    CONFINED,
    FULL,
    LOCKING,
    N_HOUSES,
    ROW,
    SHARED,
    SIZE,
)

if TYPE_CHECKING:
    from lowbit.kernels.core.arrays import Words

POINTING: Final = NUMBER["pointing"]
CLAIMING: Final = NUMBER["claiming"]
NO_LOCKED: Final = len(LOCKING) * SIZE
"""More than the number of any pair of houses and digit."""
DIRECT: Final = -1


@routine
def look_for_locked(state: Words, step: Words, finder: int) -> int:
    """Find locked candidates: digits that a house holds only where it crosses another.

    Returns DIRECT if it leaves a single, which is the step then; else which is the first one, as
    ``9 * number + digit``, or NO_LOCKED.
    """
    earliest, direct = NO_LOCKED, NO_LOCKED
    stale = state[STALE + finder] >> N_HOUSES
    while stale:
        digit = lowest(stale)
        is_clean = True
        for base in range(N_HOUSES):
            # One look-up names all crossing houses that hold every place of the digit.
            held = CONFINED[1 if base >= COLUMN else 0, state[AT + SIZE * base + digit]]
            while held:
                number = _number_of(base, lowest(held))
                cover = LOCKING[number, 1]
                if state[AT + SIZE * cover + digit] & ~SHARED[cover, base]:
                    is_clean = False
                    code = SIZE * number + digit
                    earliest = min(earliest, code)
                    # An earlier one overwrites the step.
                    if code < direct and find_direct_locked(state, step, number, digit):
                        direct = code
                held &= held - 1
        if is_clean:
            state[STALE + finder] &= ~(1 << N_HOUSES + digit)
        stale &= stale - 1
    return earliest if direct == NO_LOCKED else DIRECT


@routine
def _number_of(base: int, crossing: int) -> int:
    """Return the place in `LOCKING` of a house and one of those that cross it."""
    if base >= COLUMN:
        return 6 * SIZE + 3 * (base - COLUMN) + crossing
    return 3 * base + crossing if crossing < 3 else 3 * SIZE + 3 * base + crossing - 3


@routine
def write_locked(state: Words, step: Words, code: int) -> None:
    """Write the step of locked candidates."""
    base, cover, digit = LOCKING[code // SIZE, 0], LOCKING[code // SIZE, 1], code % SIZE
    technique, rating = (POINTING, 26) if base < COLUMN else (CLAIMING, 28)
    begin_step(step, technique, rating)
    rest = state[AT + SIZE * cover + digit] & ~SHARED[cover, base]
    while rest:
        add_eliminated(step, CELL_AT[cover, lowest(rest)], 1 << digit)
        rest &= rest - 1


@routine
def find_naked_set(
    state: Words, scratch: Words, step: Words, size: int, technique: int, rating: int, finder: int
) -> bool:
    """Find as many cells of a house as they have candidates together."""
    stale = state[STALE + finder] & ((1 << N_HOUSES) - 1)
    while stale:
        house = lowest(stale)
        if state[N_OPEN + house] >= 2 * size:
            cells_of_house(state, scratch, house)
            for number in range(list_closed(scratch, size)):
                places, digits = scratch[DIGITS + 2 * number], scratch[PLACES + 2 * number]
                begin_step(step, technique, rating)
                _eliminate_places(state, step, house, FULL & ~places, digits)
                if step[N_ELIMINATED]:
                    return True
        state[STALE + finder] &= ~(1 << house)
        stale &= stale - 1
    return False


@routine
def find_hidden_set(
    state: Words, scratch: Words, step: Words, size: int, technique: int, rating: int, finder: int
) -> bool:
    """Find as many digits as they have places together in a house."""
    stale = state[STALE + finder] & ((1 << N_HOUSES) - 1)
    while stale:
        house = lowest(stale)
        if state[N_OPEN + house] > 2 * size:
            digits_of_house(state, scratch, house)
            for number in range(list_closed(scratch, size)):
                digits, places = scratch[DIGITS + 2 * number], scratch[PLACES + 2 * number]
                begin_step(step, technique, rating)
                _eliminate_places(state, step, house, places, FULL & ~digits)
                if step[N_ELIMINATED]:
                    return True
        state[STALE + finder] &= ~(1 << house)
        stale &= stale - 1
    return False


@routine
def _eliminate_places(state: Words, step: Words, house: int, places: int, digits: int) -> None:
    while places:
        cell = CELL_AT[house, lowest(places)]
        if state[CELLS + cell] & digits:
            add_eliminated(step, cell, state[CELLS + cell] & digits)
        places &= places - 1


@routine
def find_fish(
    state: Words, scratch: Words, step: Words, size: int, technique: int, rating: int, finder: int
) -> bool:
    """Find as many lines as they have crossing lines together for a digit."""
    for bases in (COLUMN, ROW):
        covers = COLUMN + ROW - bases
        # Sudoku Explainer goes through lines before digits: of all digits the lowest lines count.
        chosen, chosen_digit = FULL + 1, 0
        stale = state[STALE + finder] >> N_HOUSES
        while stale:
            digit = lowest(stale)
            lines = _first_fish(state, scratch, size, digit, bases, covers)
            if lines < chosen:
                chosen, chosen_digit = lines, digit
            # Columns came before: now the digit is known to have no fish at all.
            elif lines > FULL and bases == ROW:
                state[STALE + finder] &= ~(1 << N_HOUSES + digit)
            stale &= stale - 1
        if chosen <= FULL:
            begin_step(step, technique, rating)
            _write_fish(state, step, chosen_digit, chosen, bases, covers)
            return True
    return False


@routine
def _first_fish(
    state: Words, scratch: Words, size: int, digit: int, bases: int, covers: int
) -> int:
    """Return the first lines of a fish that eliminates anything, as a set; above FULL if none."""
    if state[N_PLACED + digit] + 2 * size > SIZE:
        return FULL + 1
    lines_of_digit(state, scratch, digit, bases)
    for number in range(list_closed(scratch, size)):
        lines, crossing = scratch[DIGITS + 2 * number], scratch[PLACES + 2 * number]
        while crossing:
            if state[AT + SIZE * (covers + lowest(crossing)) + digit] & ~lines:
                return lines
            crossing &= crossing - 1
    return FULL + 1


@routine
def _write_fish(state: Words, step: Words, digit: int, lines: int, bases: int, covers: int) -> None:
    crossing, rest = 0, lines
    while rest:
        crossing |= state[AT + SIZE * (bases + lowest(rest)) + digit]
        rest &= rest - 1
    while crossing:
        cover = covers + lowest(crossing)
        places = state[AT + SIZE * cover + digit] & ~lines
        while places:
            add_eliminated(step, CELL_AT[cover, lowest(places)], 1 << digit)
            places &= places - 1
        crossing &= crossing - 1
