"""Locked candidates, and naked, locked and hidden subsets."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lowbit.kernels.core.bits import lowest, size_of
from lowbit.kernels.core.compile import routine
from lowbit.kernels.hodoku.state import AT, CELLS, N_OPEN
from lowbit.kernels.hodoku.steps import (
    HOUSE,
    IS_BASE,
    IS_COVER,
    IS_LOCKED,
    IS_SUBSET,
    N_ELIMINATED,
    NUMBER,
    add_eliminated,
    begin_step,
    mark,
    mark_digits,
)
from lowbit.kernels.hodoku.tables import (
    BOX,
    BOX_FIRST,
    CELL_AT,
    CHOICES,
    CROSSINGS,
    FULL,
    N_HOUSES,
    SHARED,
    SIZE,
)

if TYPE_CHECKING:
    from lowbit.kernels.core.arrays import Words

POINTING: Final = NUMBER["pointing"]
CLAIMING: Final = NUMBER["claiming"]
LARGEST_LOCKED: Final = 3


@routine
def find_locked_candidates(state: Words, step: Words, first: int, end: int, technique: int) -> bool:
    """Find a digit that a house from `first` to `end` holds only where it crosses another."""
    for base in range(first, end):
        for digit in range(SIZE):
            places = state[AT + SIZE * base + digit]
            if places & (places - 1) == 0:
                continue
            for cover in CROSSINGS[base]:
                if cover >= 0 and places & ~SHARED[base, cover] == 0:
                    rest = state[AT + SIZE * cover + digit] & ~SHARED[cover, base]
                    if rest:
                        begin_step(step, technique)
                        _eliminate_places(state, step, cover, rest, 1 << digit)
                        mark(step, IS_BASE, HOUSE + base)
                        mark(step, IS_COVER, HOUSE + cover)
                        _mark_places(step, IS_LOCKED, base, places, 1 << digit)
                        return True
    return False


@routine
def find_locked_set(state: Words, step: Words, size: int, technique: int) -> bool:
    """Find a naked pair or triple in a box and a line that eliminates in both."""
    for house in range(BOX, N_HOUSES):
        if _find_naked(state, step, house, size, technique, True):
            return True
    return False


@routine
def find_naked_set(state: Words, step: Words, size: int, technique: int) -> bool:
    """Find a naked subset that is not locked."""
    for house in BOX_FIRST:
        if _find_naked(state, step, house, size, technique, False):
            return True
    return False


@routine
def _find_naked(
    state: Words,
    step: Words,
    house: int,
    size: int,
    technique: int,
    locked: bool,
) -> bool:
    usable = 0
    for place in range(SIZE):
        mask = state[CELLS + CELL_AT[house, place]]
        if mask and size_of(mask) <= size:
            usable |= 1 << place
    if size_of(usable) < size:
        return False
    for chosen in CHOICES[size]:
        if chosen == 0:
            break
        if chosen & ~usable:
            continue
        digits, rest = 0, chosen
        while rest:
            digits |= state[CELLS + CELL_AT[house, lowest(rest)]]
            rest &= rest - 1
        if size_of(digits) == size:
            begin_step(step, technique)
            if (
                _eliminate_naked(state, step, house, chosen, digits) == locked
                and step[N_ELIMINATED]
            ):
                _mark_set(step, house, chosen, digits)
                return True
    return False


@routine
def _eliminate_naked(state: Words, step: Words, house: int, chosen: int, digits: int) -> bool:
    """Write the eliminations of a naked subset; say whether it is a locked one."""
    line, box = _houses_of_set(house, chosen)
    if line >= 0:
        first, own = line, _places_in(house, chosen, line)
        _eliminate_places(state, step, line, FULL & ~own, digits)
    else:
        first = -1
    if box < 0:
        return False
    n_before = step[N_ELIMINATED]
    own = _places_in(house, chosen, box)
    if first < 0:
        _eliminate_places(state, step, box, FULL & ~own, digits)
        return False
    n_outside = n_before - _n_in_box(state, line, box, own, digits)
    _eliminate_places(state, step, box, FULL & ~own & ~SHARED[box, line], digits)
    # Cells in both the box and the line count for the box.
    in_box = step[N_ELIMINATED] - n_outside
    return size_of(chosen) <= LARGEST_LOCKED and n_outside > 0 and in_box > 0


@routine
def _houses_of_set(house: int, chosen: int) -> tuple[int, int]:
    """Return the line and the box that hold some places of a house; -1 where none does."""
    line, box = (house, -1) if house < BOX else (-1, house)
    for other in CROSSINGS[house]:
        if other >= 0 and chosen & ~SHARED[house, other] == 0:
            if house < BOX:
                box = other
            else:
                line = other
    return line, box


@routine
def _places_in(house: int, chosen: int, other: int) -> int:
    """Return the places in another house of some cells of a house."""
    if house == other:
        return chosen
    places = 0
    for place in range(SIZE):
        cell = CELL_AT[other, place]
        for own in range(SIZE):
            if chosen >> own & 1 and CELL_AT[house, own] == cell:
                places |= 1 << place
    return places


@routine
def _n_in_box(state: Words, line: int, box: int, own: int, digits: int) -> int:
    """Return how many candidates a subset eliminates where its line and its box cross."""
    places, n_eliminated = SHARED[box, line] & ~own, 0
    while places:
        n_eliminated += size_of(state[CELLS + CELL_AT[box, lowest(places)]] & digits)
        places &= places - 1
    return n_eliminated


@routine
def find_hidden_set(state: Words, step: Words, size: int, technique: int) -> bool:
    """Find as many digits as they have places together in a house."""
    for house in BOX_FIRST:
        if state[N_OPEN + house] <= size:
            continue
        usable = 0
        for digit in range(SIZE):
            places = state[AT + SIZE * house + digit]
            if places and size_of(places) <= size:
                usable |= 1 << digit
        if size_of(usable) >= size and _find_hidden(state, step, house, usable, size, technique):
            return True
    return False


@routine
def _find_hidden(
    state: Words, step: Words, house: int, usable: int, size: int, technique: int
) -> bool:
    for chosen in CHOICES[size]:
        if chosen == 0:
            break
        if chosen & ~usable:
            continue
        places, rest = 0, chosen
        while rest:
            places |= state[AT + SIZE * house + lowest(rest)]
            rest &= rest - 1
        if size_of(places) == size:
            begin_step(step, technique)
            _eliminate_places(state, step, house, places, FULL & ~chosen)
            if step[N_ELIMINATED]:
                _mark_set(step, house, places, chosen)
                return True
    return False


@routine
def _mark_set(step: Words, house: int, places: int, digits: int) -> None:
    mark(step, IS_BASE, HOUSE + house)
    _mark_places(step, IS_SUBSET, house, places, digits)


@routine
def _mark_places(step: Words, role: int, house: int, places: int, digits: int) -> None:
    while places:
        mark_digits(step, role, CELL_AT[house, lowest(places)], digits)
        places &= places - 1


@routine
def _eliminate_places(state: Words, step: Words, house: int, places: int, digits: int) -> None:
    while places:
        cell = CELL_AT[house, lowest(places)]
        add_eliminated(step, cell, state[CELLS + cell] & digits)
        places &= places - 1
