"""Unique loops: cells of two digits in a ring, of which a valid puzzle cannot have a whole one.

The search for loops keeps what Sudoku Explainer does: the digits beside the two of the loop are
gathered cell after cell and not given back where a branch ends, so that some loops are missed.

The search is depth first. Its frames lie side by side: a cell of the ring, how many more cells may
have other digits, these digits, the kind of house that led here, the kind that is being tried, and
the places in it that are left to try.

A ring is deadly where each house has one cell of the even places and one of the odd places, or
none. So a cell is not entered where a house has one of its turn already, nor where it has a house
without another cell that a ring may have (`_list_core`). Its digits are gathered all the same.
"""

from __future__ import annotations

from typing import Any, Final

from lowbit.kernels.core.bits import lowest, size_of
from lowbit.kernels.core.compile import routine
from lowbit.kernels.rating.closed_sets import next_set
from lowbit.kernels.rating.rank import in_tenths
from lowbit.kernels.rating.state import (
    AT,
    CELLS,
    N_OPEN,
    TOUCHED,
    lower_places,
    upper_places,
)
from lowbit.kernels.rating.steps import (
    N_STRUCK,
    NUMBER,
    RATING,
    STRUCK,
    TECHNIQUE,
    add_cells,
    add_struck,
    begin_step,
)
from lowbit.kernels.rating.tables import (
    CELL_AT,
    FULL,
    HOUSES_OF,
    IN_CHAINS,
    N_CELLS,
    N_HOUSES,
    PLACE_IN,
    ROW,
    SEEN,
    SIZE,
    UPPER,
)

RECTANGLE: Final = NUMBER["unique-rectangle-1"]
LOOP: Final = NUMBER["unique-loop-1"]

SHORTEST: Final = 4
"""The fewest cells of a loop."""
LONGER: Final = 6
"""The fewest of the next longer ones."""
MOST_EXTRA_CELLS: Final = 2
"""How many cells of a loop may have other digits, unless all of them have the same one."""
LARGEST_SET: Final = 7
"""The largest subset that the other digits of a loop of type 3 are part of."""

RING, MORE, EXTRAS, CAME, KIND, TO_TRY = range(0, 6 * N_CELLS, N_CELLS)
IN_RING: Final = 6 * N_CELLS
"""For each cell, whether it is in the ring."""
BEFORE: Final = 7 * N_CELLS
"""For each place in the ring, the houses of the cells of its turn before it."""
CORE: Final = 8 * N_CELLS + 2
"""For each house, the places of the cells that a ring may have; in the end rows alone count."""
N_TRIED: Final = CORE + N_HOUSES
"""How many rings were tried; then these, each as a set of cells and its digits."""
TRIED: Final = N_TRIED + 1
MOST_TRIED: Final = 64
"""Rings beyond these are tried each time that they are found, which changes nothing."""
OTHERS: Final = TRIED + 2 * MOST_TRIED
"""Places in a house that may be in a subset with two cells of a ring."""
N_BESIDE: Final = OTHERS + SIZE
"""For each digit how many cells have it alone beside the two of a ring."""
KEPT: Final = N_BESIDE + SIZE
"""For each row the places of cells of rectangles."""
WITHOUT: Final = KEPT + SIZE
"""For each two digits whether there is no ring of them, as far as is known."""
N_ROOM: Final = WITHOUT + SIZE * SIZE
"""Words of the room that a search takes."""

WORST: Final = 100.0
"""More than any rating."""


@routine
def find_loop(state: Any, room: Any, trial: Any, step: Any) -> bool:
    """Find the unique rectangle or loop of the lowest rating and then the lowest type."""
    best, kind = WORST, 0
    room[N_TRIED] = 0
    for two in range(SIZE * SIZE):
        room[WITHOUT + two] = 0
    for cell in range(N_CELLS):
        pair = state[CELLS + cell]
        if size_of(pair) != 2 or not _may_be_in_ring(state, cell, pair):
            continue
        two = SIZE * lowest(pair) + lowest(pair & (pair - 1))
        if room[WITHOUT + two]:
            continue
        _list_core(state, room, pair)
        longest = _longest_ring(state, room, pair)
        room[WITHOUT + two] = longest == 0
        if longest and _is_in_core(room, cell):
            best, kind = _search(state, room, trial, step, cell, pair, longest, best, kind)
    return best < WORST


@routine
def _may_be_in_ring(state: Any, cell: int, pair: int) -> bool:
    """Whether each house of a cell has another one with both its digits."""
    one, other = lowest(pair), lowest(pair & (pair - 1))
    for kind in range(3):
        at = AT + SIZE * HOUSES_OF[cell, kind]
        both = state[at + one] & state[at + other]
        if both & (both - 1) == 0:
            return False
    return True


@routine
def _list_core(state: Any, room: Any, pair: int) -> None:
    """List the cells with both digits that have another one in each of their houses, and so on."""
    one, other = lowest(pair), lowest(pair & (pair - 1))
    for house in range(N_HOUSES):
        at = AT + SIZE * house
        room[CORE + house] = state[at + one] & state[at + other]
    shrinks = True
    while shrinks:
        shrinks = False
        for house in range(N_HOUSES):
            places = room[CORE + house]
            if places and places & (places - 1) == 0:
                cell = CELL_AT[house, lowest(places)]
                for kind in range(3):
                    room[CORE + HOUSES_OF[cell, kind]] &= ~(1 << PLACE_IN[cell, kind])
                shrinks = True


@routine
def _longest_ring(state: Any, room: Any, pair: int) -> int:
    """Return how many cells a ring can have; if only rectangles are left, keep their cells alone.

    All but two of its cells have no more than the two digits, or all have the same one beside them.
    """
    n_plain = 0
    for digit in range(SIZE):
        room[N_BESIDE + digit] = 0
    for row in range(ROW, ROW + SIZE):
        places = room[CORE + row]
        while places:
            beside = state[CELLS + CELL_AT[row, lowest(places)]] & ~pair
            if beside == 0:
                n_plain += 1
            elif beside & (beside - 1) == 0:
                room[N_BESIDE + lowest(beside)] += 1
            places &= places - 1
    longest = n_plain + MOST_EXTRA_CELLS
    for digit in range(SIZE):
        longest = max(longest, n_plain + room[N_BESIDE + digit])
    if longest < LONGER:
        longest = _keep_rectangles(state, room, pair)
    return longest


@routine
def _keep_rectangles(state: Any, room: Any, pair: int) -> int:
    """Keep the cells in two rows, two columns and two boxes; return how many such a ring has."""
    for row in range(SIZE):
        room[KEPT + row] = 0
    longest = 0
    for row in range(SIZE):
        for other in range(row + 1, SIZE):
            both = room[CORE + ROW + row] & room[CORE + ROW + other]
            while both & (both - 1):
                column, both = lowest(both), both & (both - 1)
                rest = both
                while rest:
                    last = lowest(rest)
                    if (last // 3 == column // 3) != (row // 3 == other // 3) and _is_plain(
                        state, ROW + row, ROW + other, column, last, pair
                    ):
                        room[KEPT + row] |= 1 << column | 1 << last
                        room[KEPT + other] |= 1 << column | 1 << last
                        longest = SHORTEST
                    rest &= rest - 1
    for row in range(SIZE):
        room[CORE + ROW + row] = room[KEPT + row]
    return longest


@routine
def _is_plain(state: Any, row: int, other: int, one: int, two: int, pair: int) -> bool:
    """Whether two corners have two digits alone, or all together have one beside them."""
    n_plain, beside = 0, 0
    for line in (row, other):
        for place in (one, two):
            mask = state[CELLS + CELL_AT[line, place]] & ~pair
            beside |= mask
            n_plain += mask == 0
    return n_plain >= SHORTEST - 2 or beside & (beside - 1) == 0


@routine
def _is_in_core(room: Any, cell: int) -> bool:
    """Whether a ring may have a cell."""
    return room[CORE + ROW + cell // SIZE] >> cell % SIZE & 1 != 0


@routine
def _search(
    state: Any,
    room: Any,
    trial: Any,
    step: Any,
    start: int,
    pair: int,
    longest: int,
    best: float,
    best_kind: int,
) -> tuple[float, int]:
    """Go through the rings from a cell; keep the best step so far."""
    one, other = lowest(pair), lowest(pair & (pair - 1))
    for cell in range(N_CELLS):
        room[IN_RING + cell] = 0
    depth, room[BEFORE], room[BEFORE + 1] = 0, 0, 0
    _enter(room, depth, start, MOST_EXTRA_CELLS, 0, -1)
    while depth >= 0:
        if room[TO_TRY + depth] == 0:
            if not _next_house(state, room, depth, one, other):
                room[IN_RING + room[RING + depth]] = 0
                depth -= 1
            continue
        house = HOUSES_OF[room[RING + depth], IN_CHAINS[room[KIND + depth]]]
        cell = CELL_AT[house, lowest(room[TO_TRY + depth])]
        room[TO_TRY + depth] &= room[TO_TRY + depth] - 1
        if cell == start and depth + 1 >= SHORTEST:
            is_deadly = room[BEFORE + depth + 1] == room[BEFORE + depth + 2]
            if is_deadly and not _was_tried(room, depth + 1, pair):
                best, best_kind = _try_types(
                    state, room, trial, step, depth + 1, pair, best, best_kind
                )
        elif room[IN_RING + cell] == 0:
            extras = room[EXTRAS + depth] | state[CELLS + cell] & ~pair
            room[EXTRAS + depth] = extras
            is_bivalue = state[CELLS + cell] == pair
            if (
                depth + 1 == longest
                or not _is_in_core(room, cell)
                or room[BEFORE + depth + 1] & TOUCHED[cell]
            ):
                continue
            if is_bivalue or size_of(extras) == 1 or room[MORE + depth] > 0:
                more = room[MORE + depth] - (0 if is_bivalue else 1)
                _enter(room, depth + 1, cell, more, extras, room[KIND + depth])
                depth += 1
    return best, best_kind


@routine
def _enter(room: Any, depth: int, cell: int, more: int, extras: int, came: int) -> None:
    """Add a cell to the ring."""
    room[RING + depth], room[MORE + depth], room[EXTRAS + depth] = cell, more, extras
    room[CAME + depth], room[KIND + depth], room[TO_TRY + depth] = came, -1, 0
    room[BEFORE + depth + 2] = room[BEFORE + depth] | TOUCHED[cell]
    room[IN_RING + cell] = 1


@routine
def _next_house(state: Any, room: Any, depth: int, one: int, other: int) -> bool:
    """Go on to the next house of the last cell of the ring, if there is one."""
    room[KIND + depth] += 1
    if room[KIND + depth] == room[CAME + depth]:
        room[KIND + depth] += 1
    if room[KIND + depth] >= 3:
        return False
    at = AT + SIZE * HOUSES_OF[room[RING + depth], IN_CHAINS[room[KIND + depth]]]
    room[TO_TRY + depth] = state[at + one] & state[at + other]
    return True


@routine
def _was_tried(room: Any, length: int, pair: int) -> bool:
    """Whether a ring was tried before, from another cell or the other way round; note it."""
    upper, lower = 0, pair << (N_CELLS - UPPER)
    for place in range(length):
        cell = room[RING + place]
        if cell < UPPER:
            upper |= 1 << cell
        else:
            lower |= 1 << (cell - UPPER)
    for number in range(room[N_TRIED]):
        if room[TRIED + 2 * number] == upper and room[TRIED + 2 * number + 1] == lower:
            return True
    if room[N_TRIED] < MOST_TRIED:
        room[TRIED + 2 * room[N_TRIED]], room[TRIED + 2 * room[N_TRIED] + 1] = upper, lower
        room[N_TRIED] += 1
    return False


@routine
def _try_types(
    state: Any,
    room: Any,
    trial: Any,
    step: Any,
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
        add_struck(trial, one, pair)
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
    rating = 4.5
    if length >= 10:
        rating += 0.3
    if length >= 8:
        rating += 0.2
    elif length >= 6:
        rating += 0.1
    return rating


@routine
def _keep(
    trial: Any, step: Any, length: int, rating: float, kind: int, best: float, best_kind: int
) -> tuple[float, int]:
    """Take a step over if it strikes anything and is better than the best so far."""
    if trial[N_STRUCK] and (rating < best or (rating == best and kind < best_kind)):
        for word in range(STRUCK + trial[N_STRUCK]):
            step[word] = trial[word]
        step[TECHNIQUE] = (RECTANGLE if length == SHORTEST else LOOP) + kind - 1
        step[RATING] = in_tenths(rating)
        return rating, kind
    return best, best_kind


@routine
def _try_type_2(state: Any, room: Any, trial: Any, length: int, pair: int, digit: int) -> None:
    """Strike what sees every place of the one digit beside the pair."""
    upper, lower = upper_places(state, digit), lower_places(state, digit)
    for place in range(length):
        cell = room[RING + place]
        if state[CELLS + cell] != pair:
            upper, lower = upper & SEEN[cell, 0], lower & SEEN[cell, 1]
    begin_step(trial, 0, 0)
    add_cells(trial, upper, lower, digit)


@routine
def _try_type_4(state: Any, trial: Any, pair: int, one: int, other: int) -> None:
    """Strike the digit of the pair that must leave, for the other has no third place."""
    begin_step(trial, 0, 0)
    low, high = lowest(pair), lowest(pair & (pair - 1))
    for digit, leaving in ((low, high), (high, low)):
        for kind in IN_CHAINS:
            house = HOUSES_OF[one, kind]
            if house == HOUSES_OF[other, kind] and trial[N_STRUCK] == 0:
                both = 1 << PLACE_IN[one, kind] | 1 << PLACE_IN[other, kind]
                if state[AT + SIZE * house + digit] & ~both == 0:
                    add_struck(trial, one, 1 << leaving)
                    add_struck(trial, other, 1 << leaving)


@routine
def _try_type_3(
    state: Any,
    room: Any,
    trial: Any,
    step: Any,
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
    state: Any,
    room: Any,
    trial: Any,
    step: Any,
    length: int,
    digits: int,
    house: int,
    size: int,
    places: Any,
    best: float,
    best_kind: int,
) -> tuple[float, int]:
    """Find naked subsets with other cells of a house."""
    first_place, second_place = places
    one = state[CELLS + CELL_AT[house, lowest(first_place)]]
    other = state[CELLS + CELL_AT[house, lowest(second_place)]]
    rating = _rating(length) + (size - 1) * 0.1
    n_others = _list_others(state, room, house, first_place | second_place)
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
                    add_struck(trial, cell, state[CELLS + cell] & union)
            best, best_kind = _keep(trial, step, length, rating, 3, best, best_kind)
        chosen = next_set(chosen)
    return best, best_kind


@routine
def _list_others(state: Any, room: Any, house: int, places: int) -> int:
    """List the other places of a house with two candidates or more; return how many there are."""
    n_others = 0
    for place in range(SIZE):
        if places >> place & 1 == 0 and size_of(state[CELLS + CELL_AT[house, place]]) > 1:
            room[OTHERS + n_others] = place
            n_others += 1
    return n_others


@routine
def _hidden_with(
    state: Any,
    trial: Any,
    step: Any,
    length: int,
    taken: int,
    pair: int,
    house: int,
    size: int,
    places: Any,
    best: float,
    best_kind: int,
) -> tuple[float, int]:
    """Find hidden subsets of the pair and digits that neither cell has beside it."""
    first_place, second_place = places
    rating = _rating(length) + (size - 2) * 0.1
    chosen = (1 << (size - 2)) - 1
    others = FULL & ~taken
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
                    add_struck(trial, cell, state[CELLS + cell] & ~held)
            best, best_kind = _keep(trial, step, length, rating, 3, best, best_kind)
        if chosen == 0:
            break
        chosen = next_set(chosen)
    return best, best_kind
