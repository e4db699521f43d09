"""Eliminations of unique loops: one of the cells must hold a digit that is not of the loop."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lowbit.kernels.core.bits import lowest, size_of
from lowbit.kernels.core.compile import routine
from lowbit.kernels.rating.position.closed_sets import next_set
from lowbit.kernels.rating.position.state import AT, CELLS, N_OPEN, lower_places, upper_places
from lowbit.kernels.rating.position.steps import (
    ELIMINATED,
    N_ELIMINATED,
    NUMBER,
    RATING,
    TECHNIQUE,
    add_cells,
    add_eliminated,
    begin_step,
)
from lowbit.kernels.rating.position.tables import (
    CELL_AT,
    FULL,
    HOUSES_OF,
    IN_CHAINS,
    N_CELLS,
    PLACE_IN,
    SEEN,
    SIZE,
)
from lowbit.kernels.rating.trees.rank import in_tenths

if TYPE_CHECKING:
    from lowbit.kernels.core.arrays import Words

RECTANGLE: Final = NUMBER["unique-rectangle-1"]
LOOP: Final = NUMBER["unique-loop-1"]

SHORTEST: Final = 4
"""The fewest cells of a loop."""
LARGEST_SET: Final = 7
"""The largest subset that the other digits of a loop of type 3 are part of."""

RING: Final = 0
"""The cells of the loop, one after the other."""
OTHERS: Final = N_CELLS
"""Places in a house that may be in a subset with two of them."""
N_RING: Final = OTHERS + SIZE
"""Words of room that these take."""

EASIEST, WORST = 4.5, 100.0
"""The least rating, which a rectangle of type 1 may have; more than any."""


@routine
def try_types(
    state: Words,
    room: Words,
    trial: Words,
    step: Words,
    length: int,
    pair: int,
    best: float,
    best_kind: int,
) -> tuple[float, int]:
    """Keep the best step of a loop, if it is better than the best so far."""
    n_extra, one, other, digits = 0, 0, 0, 0
    for place in range(length):
        cell = room[RING + place]
        if state[CELLS + cell] != pair:
            digits |= state[CELLS + cell] & ~pair
            one, other = (cell, one) if n_extra == 0 else (one, cell)
            n_extra += 1
    rating = _rating(length)
    if n_extra == 1:
        begin_step(trial, 0, 0)
        add_eliminated(trial, one, pair)
        best, best_kind = _keep(trial, step, length, rating, 1, best, best_kind)
    elif n_extra > 1 and size_of(digits) == 1:
        _try_type_2(state, room, trial, length, pair, lowest(digits))
        best, best_kind = _keep(trial, step, length, rating, 2, best, best_kind)
    elif n_extra == 2:
        best, best_kind = _try_type_3(
            state, room, trial, step, length, pair, digits, one, other, best, best_kind
        )
    if n_extra == 2:
        _try_type_4(state, trial, pair, one, other)
        best, best_kind = _keep(trial, step, length, rating, 4, best, best_kind)
    return best, best_kind


@routine
def _rating(length: int) -> float:
    """Return Sudoku Explainer's rating of types 1, 2 and 4."""
    rating = EASIEST
    if length >= 10:
        # Sums of tenths, rounded as Sudoku Explainer's are.
        rating += 0.3
    if length >= 8:
        rating += 0.2
    elif length >= 6:
        rating += 0.1
    return rating


@routine
def _keep(
    trial: Words, step: Words, length: int, rating: float, kind: int, best: float, best_kind: int
) -> tuple[float, int]:
    """Take a step over if it eliminates anything and is better than the best so far."""
    if trial[N_ELIMINATED] and (rating < best or (rating == best and kind < best_kind)):
        for word in range(ELIMINATED + trial[N_ELIMINATED]):
            step[word] = trial[word]
        step[TECHNIQUE] = (RECTANGLE if length == SHORTEST else LOOP) + kind - 1
        step[RATING] = in_tenths(rating)
        return rating, kind
    return best, best_kind


@routine
def _try_type_2(
    state: Words, room: Words, trial: Words, length: int, pair: int, digit: int
) -> None:
    """Eliminate the one digit beside the pair from cells that see all of its places."""
    upper, lower = upper_places(state, digit), lower_places(state, digit)
    for place in range(length):
        cell = room[RING + place]
        if state[CELLS + cell] != pair:
            upper, lower = upper & SEEN[cell, 0], lower & SEEN[cell, 1]
    begin_step(trial, 0, 0)
    add_cells(trial, upper, lower, digit)


@routine
def _try_type_4(state: Words, trial: Words, pair: int, one: int, other: int) -> None:
    """Eliminate the digit of the pair that must leave, for the other has no third place."""
    begin_step(trial, 0, 0)
    low, high = lowest(pair), lowest(pair & (pair - 1))
    for digit, leaving in ((low, high), (high, low)):
        for kind in IN_CHAINS:
            house = HOUSES_OF[one, kind]
            if house == HOUSES_OF[other, kind] and trial[N_ELIMINATED] == 0:
                both = 1 << PLACE_IN[one, kind] | 1 << PLACE_IN[other, kind]
                if state[AT + SIZE * house + digit] & ~both == 0:
                    add_eliminated(trial, one, 1 << leaving)
                    add_eliminated(trial, other, 1 << leaving)


@routine
def _try_type_3(
    state: Words,
    room: Words,
    trial: Words,
    step: Words,
    length: int,
    pair: int,
    digits: int,
    one: int,
    other: int,
    best: float,
    best_kind: int,
) -> tuple[float, int]:
    """Find the subsets that two cells, taken as one with their other digits, are part of."""
    for size in range(size_of(digits), LARGEST_SET + 1):
        for kind in IN_CHAINS:
            house = HOUSES_OF[one, kind]
            if house != HOUSES_OF[other, kind]:
                continue
            places = 1 << PLACE_IN[one, kind], 1 << PLACE_IN[other, kind]
            if 2 * size <= state[N_OPEN + house]:
                best, best_kind = _naked_with(
                    state, room, trial, step, length, digits, house, size, places,
                    best, best_kind,
                )  # fmt: skip
            if 2 * size < state[N_OPEN + house]:
                best, best_kind = _hidden_with(
                    state, trial, step, length, digits | pair, pair, house, size, places,
                    best, best_kind,
                )  # fmt: skip
    return best, best_kind


@routine
def _naked_with(
    state: Words,
    room: Words,
    trial: Words,
    step: Words,
    length: int,
    digits: int,
    house: int,
    size: int,
    places: tuple[int, int],
    best: float,
    best_kind: int,
) -> tuple[float, int]:
    """Find naked subsets with other cells of a house."""
    first_place, second_place = places
    one = state[CELLS + CELL_AT[house, lowest(first_place)]]
    other = state[CELLS + CELL_AT[house, lowest(second_place)]]
    rating = _rating(length) + (size - 1) * 0.1
    n_others = _list_others(state, room, house, first_place | second_place, digits, size)
    chosen = (1 << (size - 1)) - 1
    while chosen < 1 << n_others:
        union, rest, taken, left = digits, digits & one & other, first_place | second_place, chosen
        while left:
            place = room[OTHERS + lowest(left)]
            mask = state[CELLS + CELL_AT[house, place]]
            union, rest, taken = union | mask, rest | mask, taken | 1 << place
            left &= left - 1
        if size_of(union) == size and rest == union:
            begin_step(trial, 0, 0)
            for place in range(SIZE):
                if taken >> place & 1 == 0:
                    cell = CELL_AT[house, place]
                    add_eliminated(trial, cell, state[CELLS + cell] & union)
            best, best_kind = _keep(trial, step, length, rating, 3, best, best_kind)
        chosen = next_set(chosen)
    return best, best_kind


@routine
def _list_others(state: Words, room: Words, house: int, places: int, digits: int, size: int) -> int:
    """List the other places of a house with two candidates or more; return how many there are.

    Those are left out that have too many candidates, with some digits, for a subset of a size.
    """
    n_others = 0
    for place in range(SIZE):
        mask = state[CELLS + CELL_AT[house, place]]
        if places >> place & 1 == 0 and size_of(mask) > 1 and size_of(mask | digits) <= size:
            room[OTHERS + n_others] = place
            n_others += 1
    return n_others


@routine
def _hidden_with(
    state: Words,
    trial: Words,
    step: Words,
    length: int,
    taken: int,
    pair: int,
    house: int,
    size: int,
    places: tuple[int, int],
    best: float,
    best_kind: int,
) -> tuple[float, int]:
    """Find hidden subsets of the pair and digits that neither cell has beside it."""
    first_place, second_place = places
    rating = _rating(length) + (size - 2) * 0.1
    chosen = (1 << (size - 2)) - 1
    others = _list_hidden(state, FULL & ~taken, pair, house, size, second_place)
    n_others = size_of(others)
    while chosen < 1 << n_others and size - 2 <= n_others:
        held, rest, number = pair, others, 0
        while rest:
            if chosen >> number & 1:
                held |= rest & -rest
            rest, number = rest & (rest - 1), number + 1
        union, all_have_places = 0, True
        for digit in range(SIZE):
            if held >> digit & 1:
                own = state[AT + SIZE * house + digit] & ~second_place
                union |= own
                all_have_places &= own != 0
        if size_of(union) == size and all_have_places:
            begin_step(trial, 0, 0)
            for place in range(SIZE):
                if (union & ~first_place) >> place & 1:
                    cell = CELL_AT[house, place]
                    add_eliminated(trial, cell, state[CELLS + cell] & ~held)
            best, best_kind = _keep(trial, step, length, rating, 3, best, best_kind)
        if chosen == 0:
            break
        chosen = next_set(chosen)
    return best, best_kind


@routine
def _list_hidden(state: Words, digits: int, pair: int, house: int, size: int, out: int) -> int:
    """Return which digits have few enough places outside one, with the pair, for a subset."""
    at = AT + SIZE * house
    both = (state[at + lowest(pair)] | state[at + lowest(pair & (pair - 1))]) & ~out
    usable = 0
    while digits:
        own = state[at + lowest(digits)] & ~out
        if own and size_of(own | both) <= size:
            usable |= digits & -digits
        digits &= digits - 1
    return usable
