"""Unique loops: rings of cells with the same two digits, which a valid puzzle cannot contain.

The search misses the loops that Sudoku Explainer misses: the digits beside the two of the loop are
gathered cell after cell, and not given back where a branch ends.

The search is depth first. Its frames lie side by side: a cell of the ring, how many more cells may
have other digits, these digits as they were gathered, those of the ring alone, the kind of house
that led here, the kind that is being tried, and the places in it that are left to try.

A ring is deadly where each house has one cell of the even places and one of the odd places, or
none. So a cell is not entered where a house has one of its turn already, nor where it has a house
without another cell that a ring may have (`_list_core`). Its digits are gathered all the same.

The gathered digits count only for a third cell with other digits, all of which have the same one.
Where there are no three such cells, no ring is missed, and none needs to be looked for but from the
first of its cells that have the two digits alone (`_leave_out`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lowbit.kernels.core.bits import lowest, size_of
from lowbit.kernels.core.cell_sets import UPPER, first_and_rest
from lowbit.kernels.core.compile import part, routine
from lowbit.kernels.rating.patterns.loop_types import (
    EASIEST,
    N_RING,
    RING,
    SHORTEST,
    WORST,
    try_types,
)
from lowbit.kernels.rating.position.state import (
    AT,
    CELLS,
    LOOPS,
    RINGLESS,
    STALE_IN,
    TOUCHED,
    found_nothing,
)
from lowbit.kernels.rating.position.tables import (
    CELL_AT,
    FULL,
    HOUSES_OF,
    IN_CHAINS,
    N_CELLS,
    N_HOUSES,
    PLACE_IN,
    ROW,
    SIZE,
)

if TYPE_CHECKING:
    from lowbit.kernels.core.arrays import Words

LONGER: Final = 6
"""The fewest of the next longer ones."""
MOST_EXTRA_CELLS: Final = 2
"""Cells of a loop that may have other digits, unless all of them have the same one."""

MORE, EXTRAS, BESIDE, CAME, KIND, TO_TRY, IN_RING = range(N_RING, N_RING + 7 * N_CELLS, N_CELLS)
"""For each cell, whether it is in the ring."""
BEFORE: Final = IN_RING + N_CELLS
"""For each place in the ring, the houses of the cells of its turn before it."""
CORE: Final = BEFORE + N_CELLS + 2
"""For each house, the places of the cells that a ring may have."""
N_TRIED: Final = CORE + N_HOUSES
"""The number of rings tried; then these, each as a set of cells and its digits."""
TRIED: Final = N_TRIED + 1
MOST_TRIED: Final = 64
"""Rings beyond these are tried each time that they are found, which changes nothing."""
N_BESIDE: Final = TRIED + 2 * MOST_TRIED
"""For each digit how many cells have it alone beside the two of a ring."""
KEPT: Final = N_BESIDE + SIZE
"""For each row the places of cells of rectangles."""
WITH: Final = KEPT + SIZE
"""For each digit the greater ones with which there is a ring, or one that was missed."""
WITHOUT: Final = WITH + SIZE
"""For each digit the greater ones with which there is no further ring."""
WHOLE: Final = WITHOUT + SIZE
"""`CORE` while some cells are left out."""
N_ROOM: Final = WHOLE + N_HOUSES
"""Words of the room that a search takes."""


@routine
def find_loop(state: Words, room: Words, trial: Words, step: Words) -> bool:
    """Find the unique rectangle or loop of the lowest rating and then the lowest type."""
    best, kind = WORST, 0
    room[N_TRIED] = 0
    _forget_ringless(state)
    for digit in range(SIZE):
        room[WITH + digit], room[WITHOUT + digit] = 0, state[RINGLESS + digit]
    for cell in range(N_CELLS):
        pair = state[CELLS + cell]
        if size_of(pair) != 2 or not _may_be_in_ring(state, cell, pair):
            continue
        one, other = lowest(pair), lowest(pair & (pair - 1))
        if room[WITHOUT + one] >> other & 1:
            continue
        _list_core(state, room, pair)
        gathers = _may_gather(state, room, pair)
        if not gathers:
            _leave_out(state, room, cell)
        longest = _longest_ring(state, room, pair, gathers)
        if longest == 0:
            room[WITHOUT + one] |= 1 << other
        elif _is_in_core(room, cell):
            best, kind = _search(state, room, trial, step, cell, pair, longest, gathers, best, kind)
            if best == EASIEST and kind == 1:
                return True
    for digit in range(SIZE):
        state[RINGLESS + digit] = FULL & ~room[WITH + digit]
    return best < WORST


@routine
def _forget_ringless(state: Words) -> None:
    """Forget that two digits have no ring where a cell with both lost another digit.

    A ring that there is not does not arise where one of the two loses a place.
    """
    upper, lower = state[STALE_IN + 2 * LOOPS], state[STALE_IN + 2 * LOOPS + 1]
    while upper | lower:
        cell, upper, lower = first_and_rest(upper, lower)
        rest = state[CELLS + cell]
        while rest:
            state[RINGLESS + lowest(rest)] &= ~state[CELLS + cell]
            rest &= rest - 1
    found_nothing(state, LOOPS)


@routine
def _may_be_in_ring(state: Words, cell: int, pair: int) -> bool:
    """Whether each house of a cell has another one with both its digits."""
    one, other = lowest(pair), lowest(pair & (pair - 1))
    for kind in range(3):
        at = AT + SIZE * HOUSES_OF[cell, kind]
        both = state[at + one] & state[at + other]
        if both & (both - 1) == 0:
            return False
    return True


@routine
def _list_core(state: Words, room: Words, pair: int) -> None:
    """List the cells with both digits that have another one in each of their houses, and so on."""
    one, other = lowest(pair), lowest(pair & (pair - 1))
    for house in range(N_HOUSES):
        at = AT + SIZE * house
        room[CORE + house] = state[at + one] & state[at + other]
    _shrink_core(room)


@routine
def _shrink_core(room: Words) -> None:
    """Leave out cells that are alone in a house, until there is none."""
    shrinks = True
    while shrinks:
        shrinks = False
        for house in range(N_HOUSES):
            places = room[CORE + house]
            if places and places & (places - 1) == 0:
                _put_in_core(room, CELL_AT[house, lowest(places)], 0)
                shrinks = True


@routine
def _leave_out(state: Words, room: Words, end: int) -> None:
    """Leave out cells with the same two digits that were gone through."""
    has_any = False
    for cell in range(end):
        if state[CELLS + cell] == state[CELLS + end] and _is_in_core(room, cell):
            _put_in_core(room, cell, 0)
            has_any = True
    if has_any:
        _shrink_core(room)


@part
def _put_in_core(room: Words, cell: int, is_in: int) -> None:
    """Let a ring have a cell, or not."""
    for kind in range(3):
        house, bit = HOUSES_OF[cell, kind], 1 << PLACE_IN[cell, kind]
        room[CORE + house] = room[CORE + house] & ~bit | is_in * bit


@routine
def _may_gather(state: Words, room: Words, pair: int) -> bool:
    """Whether a ring may have so many extra cells that all must have the same digit beside."""
    _count_beside(state, room, pair)
    for digit in range(SIZE):
        if room[N_BESIDE + digit] > MOST_EXTRA_CELLS and _has_ring_with(state, room, pair, digit):
            return True
    return False


@routine
def _count_beside(state: Words, room: Words, pair: int) -> int:
    """Count the cells of the core by their one digit beside a pair; return how many have none."""
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
    return n_plain


@routine
def _has_ring_with(state: Words, room: Words, pair: int, digit: int) -> bool:
    """Whether a ring may have so many cells with a digit beside a pair, and else with none."""
    for house in range(N_HOUSES):
        room[WHOLE + house] = room[CORE + house]
    for row in range(ROW, ROW + SIZE):
        places = room[CORE + row]
        while places:
            cell = CELL_AT[row, lowest(places)]
            if state[CELLS + cell] & ~(pair | 1 << digit):
                _put_in_core(room, cell, 0)
            places &= places - 1
    _shrink_core(room)
    _count_beside(state, room, pair)
    has_ring = room[N_BESIDE + digit] > MOST_EXTRA_CELLS
    for house in range(N_HOUSES):
        room[CORE + house] = room[WHOLE + house]
    _count_beside(state, room, pair)
    return has_ring


@routine
def _longest_ring(state: Words, room: Words, pair: int, gathers: bool) -> int:
    """Return how many cells a ring can have; if only rectangles are left, keep their cells alone.

    All but two of its cells have no more than the two digits, or all have the same one beside them.
    """
    n_plain = _count_beside(state, room, pair)
    longest = n_plain + MOST_EXTRA_CELLS
    if gathers:
        for digit in range(SIZE):
            longest = max(longest, n_plain + room[N_BESIDE + digit])
    # Each house has one cell of an even place and one of an odd place, or none.
    longest -= longest % 2
    if longest < LONGER:
        longest = _keep_rectangles(state, room, pair)
    return longest


@routine
def _keep_rectangles(state: Words, room: Words, pair: int) -> int:
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
                    # Two boxes, not one or four: either the columns share a stack or the rows a
                    # band.
                    if (last // 3 == column // 3) != (row // 3 == other // 3) and _is_plain(
                        state, ROW + row, ROW + other, column, last, pair
                    ):
                        room[KEPT + row] |= 1 << column | 1 << last
                        room[KEPT + other] |= 1 << column | 1 << last
                        longest = SHORTEST
                    rest &= rest - 1
    for house in range(N_HOUSES):
        room[CORE + house] = 0
    for row in range(SIZE):
        places = room[KEPT + row]
        while places:
            _put_in_core(room, CELL_AT[ROW + row, lowest(places)], 1)
            places &= places - 1
    return longest


@routine
def _is_plain(state: Words, row: int, other: int, one: int, two: int, pair: int) -> bool:
    """Whether two corners have two digits alone, or all together have one beside them."""
    n_plain, beside = 0, 0
    for line in (row, other):
        for place in (one, two):
            mask = state[CELLS + CELL_AT[line, place]] & ~pair
            beside |= mask
            n_plain += mask == 0
    return n_plain >= SHORTEST - 2 or beside & (beside - 1) == 0


@routine
def _is_in_core(room: Words, cell: int) -> bool:
    """Whether a ring may have a cell."""
    return room[CORE + ROW + cell // SIZE] >> cell % SIZE & 1 != 0


@routine
def _search(
    state: Words,
    room: Words,
    trial: Words,
    step: Words,
    start: int,
    pair: int,
    longest: int,
    gathers: bool,
    best: float,
    best_kind: int,
) -> tuple[float, int]:
    """Go through the rings from a cell; keep the best step so far."""
    one, other = lowest(pair), lowest(pair & (pair - 1))
    for cell in range(N_CELLS):
        room[IN_RING + cell] = 0
    depth, room[BEFORE], room[BEFORE + 1] = 0, 0, 0
    _enter(room, depth, start, MOST_EXTRA_CELLS, 0, 0, -1)
    while depth >= 0:
        if room[TO_TRY + depth] == 0:
            if not _next_house(state, room, depth, one, other, gathers):
                room[IN_RING + room[RING + depth]] = 0
                depth -= 1
            continue
        house = HOUSES_OF[room[RING + depth], IN_CHAINS[room[KIND + depth]]]
        cell = CELL_AT[house, lowest(room[TO_TRY + depth])]
        room[TO_TRY + depth] &= room[TO_TRY + depth] - 1
        if cell == start and depth + 1 >= SHORTEST:
            is_deadly = room[BEFORE + depth + 1] == room[BEFORE + depth + 2]
            if is_deadly:
                room[WITH + one] |= 1 << other
            if is_deadly and not _was_tried(room, depth + 1, pair):
                best, best_kind = try_types(
                    state, room, trial, step, depth + 1, pair, best, best_kind
                )
        elif room[IN_RING + cell] == 0:
            own = state[CELLS + cell] & ~pair
            extras, beside = room[EXTRAS + depth] | own, room[BESIDE + depth] | own
            # Even if the cell is not entered: Sudoku Explainer does not give these digits back.
            room[EXTRAS + depth] = extras
            if (
                depth + 1 == longest
                or not _is_in_core(room, cell)
                or room[BEFORE + depth + 1] & TOUCHED[cell]
            ):
                continue
            if own == 0 or size_of(extras) == 1 or room[MORE + depth] > 0:
                more = room[MORE + depth] - (0 if own == 0 else 1)
                _enter(room, depth + 1, cell, more, extras, beside, room[KIND + depth])
                depth += 1
            elif size_of(beside) == 1:  # missed for the gathered digits
                room[WITH + one] |= 1 << other
    return best, best_kind


@routine
def _enter(
    room: Words, depth: int, cell: int, more: int, extras: int, beside: int, came: int
) -> None:
    """Add a cell to the ring."""
    room[RING + depth], room[MORE + depth] = cell, more
    room[EXTRAS + depth], room[BESIDE + depth] = extras, beside
    room[CAME + depth], room[KIND + depth], room[TO_TRY + depth] = came, -1, 0
    room[BEFORE + depth + 2] = room[BEFORE + depth] | TOUCHED[cell]
    room[IN_RING + cell] = 1


@routine
def _next_house(
    state: Words,
    room: Words,
    depth: int,
    one: int,
    other: int,
    gathers: bool,
) -> bool:
    """Go on to the next house of the last cell of the ring, if there is one."""
    room[KIND + depth] += 1
    if room[KIND + depth] == room[CAME + depth]:
        room[KIND + depth] += 1
    if room[KIND + depth] >= 3:
        return False
    house = HOUSES_OF[room[RING + depth], IN_CHAINS[room[KIND + depth]]]
    at = AT + SIZE * house
    both = state[at + one] & state[at + other]
    room[TO_TRY + depth] = both if gathers else room[CORE + house]
    return True


@routine
def _was_tried(room: Words, length: int, pair: int) -> bool:
    """Whether a ring was tried before, from another cell or the other way round; note it."""
    # The lower word has 36 cells; above these, the pair makes two words name the ring.
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
