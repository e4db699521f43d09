"""Almost locked sets, cells of a house with one candidate more than cells, and their links.

Two sets that share no cell are linked by a digit (a restricted common) where all its places in one
see all its places in the other: only one of the two sets can hold it. Links lead from a set to
later ones of the list. Relations between sets are kept as sets of their numbers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from lowbit.kernels.core.bits import lowest, size_of
from lowbit.kernels.core.cell_sets import UPPER
from lowbit.kernels.core.compile import routine
from lowbit.kernels.hodoku.implications import common_sight
from lowbit.kernels.hodoku.state import CELLS, HALVES
from lowbit.kernels.hodoku.tables import (
    BOX,
    CELL_AT,
    COLUMN,
    HOUSES_OF,
    N_CELLS,
    N_HOUSES,
    ONLY,
    SIZE,
)

if TYPE_CHECKING:
    from lowbit.kernels.core.arrays import Words

BITS: Final = 64
N_WORDS: Final = 16
"""Words of a set of sets."""
MOST_SETS: Final = BITS * N_WORDS
MOST_COMMONS: Final = 1 << 14
"""The most sets or links; beyond these, they are left to plain finders."""

CELLS_OF, DIGITS, PLACES = 0, 2, 3
"""Of a set: its cells, its digits, and for each digit the cells of the set that have it;"""
SIGHT: Final = PLACES + 2 * SIZE
"""and the candidates outside that see all these."""
SET: Final = SIGHT + 2 * SIZE
"""Words of a set."""

N_SETS, N_COMMONS = range(2)
SETS: Final = 2
WITH_DIGIT: Final = SETS + SET * MOST_SETS
WITH_CELL: Final = WITH_DIGIT + SIZE * N_WORDS
HOLDING: Final = WITH_CELL + N_CELLS * N_WORDS
"""For each candidate, the sets that have it."""
SEEING: Final = HOLDING + N_CELLS * SIZE * N_WORDS
"""For each candidate, the sets that see it from all places of its digit."""
APART: Final = SEEING + N_CELLS * SIZE * N_WORDS
"""For each set, those that share no cell with it."""
ELIMINATORS: Final = APART + MOST_SETS * N_WORDS
"""For each set, those that see a candidate which it sees, too."""
FIRST, SECOND, DIGIT, OTHER = (
    ELIMINATORS + MOST_SETS * N_WORDS + number * MOST_COMMONS for number in range(4)
)
"""Of each link, the two sets and one digit or two; -1 for no second one."""
FIRST_COMMON: Final = OTHER + MOST_COMMONS
"""The beginning of the links from each set."""
LINKED: Final = FIRST_COMMON + MOST_SETS + 1
"""For each digit, the sets that it links with one."""
N_SET_GRAPH: Final = LINKED + SIZE * N_WORDS


def _in_order() -> Words:
    """Return the sets of places in the order of their members."""
    chosen = [[place for place in range(SIZE) if mask >> place & 1] for mask in range(1, 1 << SIZE)]
    return np.array([sum(1 << place for place in some) for some in sorted(chosen)], np.int64)


IN_ORDER: Final = _in_order()


@routine
def list_sets(state: Words, sets: Words, room: Words) -> bool:
    """List the almost locked sets, house by house, each once; say whether there is room."""
    sets[N_SETS] = 0
    for word in range(WITH_DIGIT, APART):
        sets[word] = 0
    for house in range(N_HOUSES):
        room[0] = 0
        for chosen in range(1, 1 << SIZE):
            cell = CELL_AT[house, lowest(chosen)]
            # A set of cells without its lowest one came before: its union and this cell.
            room[chosen] = room[chosen & (chosen - 1)] | state[CELLS + cell]
        is_open = 0
        for place in range(SIZE):
            if state[CELLS + CELL_AT[house, place]]:
                is_open |= 1 << place
        for chosen in IN_ORDER:
            if (
                chosen & ~is_open == 0
                and size_of(room[chosen]) == size_of(chosen) + 1
                and not _was_listed(house, chosen)
            ):
                if sets[N_SETS] == MOST_SETS:
                    return False
                _add_set(state, sets, house, chosen, room[chosen])
    for number in range(sets[N_SETS]):
        _note_apart(sets, number)
    return True


@routine
def _was_listed(house: int, chosen: int) -> bool:
    """Whether the cells also lie in an earlier house."""
    if house < BOX:
        # A column shares one cell with a row: only sets of one cell came before.
        return house >= COLUMN and chosen & (chosen - 1) == 0
    first = CELL_AT[house, lowest(chosen)]
    row, column = HOUSES_OF[first, 0], HOUSES_OF[first, 1]
    in_row, in_column = True, True
    while chosen:
        cell = CELL_AT[house, lowest(chosen)]
        in_row &= HOUSES_OF[cell, 0] == row
        in_column &= HOUSES_OF[cell, 1] == column
        chosen &= chosen - 1
    return in_row or in_column


@routine
def _add_set(state: Words, sets: Words, house: int, chosen: int, digits: int) -> None:
    number = sets[N_SETS]
    sets[N_SETS] += 1
    word, bit = number // BITS, 1 << number % BITS
    begin = SETS + SET * number
    upper, lower = 0, 0
    while chosen:
        cell = CELL_AT[house, lowest(chosen)]
        upper, lower = upper | ONLY[cell, 0], lower | ONLY[cell, 1]
        sets[WITH_CELL + N_WORDS * cell + word] |= bit
        chosen &= chosen - 1
    sets[begin + CELLS_OF], sets[begin + CELLS_OF + 1] = upper, lower
    sets[begin + DIGITS] = digits
    while digits:
        digit = lowest(digits)
        digits &= digits - 1
        sets[WITH_DIGIT + N_WORDS * digit + word] |= bit
        places, sight = begin + PLACES + 2 * digit, begin + SIGHT + 2 * digit
        has_upper, has_lower = state[HALVES + 2 * digit], state[HALVES + 2 * digit + 1]
        sets[places], sets[places + 1] = upper & has_upper, lower & has_lower
        seen_upper, seen_lower = common_sight(sets[places], sets[places + 1])
        sets[sight] = seen_upper & has_upper & ~upper
        sets[sight + 1] = seen_lower & has_lower & ~lower
        _note_candidates(sets, HOLDING + N_WORDS * digit + word, places, bit)
        _note_candidates(sets, SEEING + N_WORDS * digit + word, sight, bit)


@routine
def _note_candidates(sets: Words, table: int, cells: int, bit: int) -> None:
    """Note a set for each of some cells; `table` is the word for the first cell."""
    for half in range(2):
        rest = sets[cells + half]
        while rest:
            cell = UPPER * half + lowest(rest)
            sets[table + N_WORDS * SIZE * cell] |= bit
            rest &= rest - 1


@routine
def _note_apart(sets: Words, number: int) -> None:
    """Note the sets that share no cell with one."""
    row = APART + N_WORDS * number
    n_sets = sets[N_SETS]
    for word in range(N_WORDS):
        n_bits = min(BITS, max(0, n_sets - BITS * word))
        # A whole word is -1, for a shift by 64 is undefined.
        sets[row + word] = -1 if n_bits == BITS else (1 << n_bits) - 1
    for half in range(2):
        rest = sets[SETS + SET * number + CELLS_OF + half]
        while rest:
            cell = UPPER * half + lowest(rest)
            for word in range(N_WORDS):
                sets[row + word] &= ~sets[WITH_CELL + N_WORDS * cell + word]
            rest &= rest - 1


@routine
def link_sets(state: Words, sets: Words) -> bool:
    """List the links from each set to later ones; say whether there is room."""
    sets[N_COMMONS] = 0
    for number in range(sets[N_SETS]):
        sets[FIRST_COMMON + number] = sets[N_COMMONS]
        _note_linked(state, sets, number)
        for word in range(number // BITS, N_WORDS):
            some = 0
            for digit in range(SIZE):
                some |= sets[LINKED + N_WORDS * digit + word]
            while some:
                if sets[N_COMMONS] == MOST_COMMONS:
                    return False
                _add_common(sets, number, word, lowest(some))
                some &= some - 1
    sets[FIRST_COMMON + sets[N_SETS]] = sets[N_COMMONS]
    return True


@routine
def _note_linked(state: Words, sets: Words, number: int) -> None:
    """Note for each digit the later sets that it links with one."""
    begin = SETS + SET * number
    for word in range(LINKED, LINKED + SIZE * N_WORDS):
        sets[word] = 0
    digits = sets[begin + DIGITS]
    while digits:
        digit = lowest(digits)
        digits &= digits - 1
        linked = LINKED + N_WORDS * digit
        for word in range(N_WORDS):
            sets[linked + word] = (
                sets[WITH_DIGIT + N_WORDS * digit + word] & sets[APART + N_WORDS * number + word]
            )
        for half in range(2):
            # The cells that see all places of the digit in the set, and are not in it.
            sight = sets[begin + SIGHT + 2 * digit + half] | sets[begin + PLACES + 2 * digit + half]
            rest = state[HALVES + 2 * digit + half] & ~sight
            while rest:
                cell = UPPER * half + lowest(rest)
                for word in range(N_WORDS):
                    sets[linked + word] &= ~sets[HOLDING + N_WORDS * (SIZE * cell + digit) + word]
                rest &= rest - 1
        for word in range(number // BITS):
            sets[linked + word] = 0
        # All bits above that of the set itself.
        later = -1 << number % BITS & ~(1 << number % BITS)
        sets[linked + number // BITS] &= later


@routine
def _add_common(sets: Words, number: int, word: int, bit: int) -> None:
    common = sets[N_COMMONS]
    sets[N_COMMONS] += 1
    sets[FIRST + common], sets[SECOND + common] = number, BITS * word + bit
    sets[DIGIT + common], sets[OTHER + common] = -1, -1
    for digit in range(SIZE):
        if sets[LINKED + N_WORDS * digit + word] >> bit & 1:
            which = DIGIT if sets[DIGIT + common] < 0 else OTHER
            sets[which + common] = digit


@routine
def note_eliminators(sets: Words) -> None:
    """Note for each set those that see a candidate of some digit which it sees, too."""
    for number in range(sets[N_SETS]):
        row = ELIMINATORS + N_WORDS * number
        for word in range(N_WORDS):
            sets[row + word] = 0
        digits = sets[SETS + SET * number + DIGITS]
        while digits:
            digit = lowest(digits)
            digits &= digits - 1
            for half in range(2):
                rest = sets[SETS + SET * number + SIGHT + 2 * digit + half]
                while rest:
                    cell = UPPER * half + lowest(rest)
                    for word in range(N_WORDS):
                        sets[row + word] |= sets[SEEING + N_WORDS * (SIZE * cell + digit) + word]
                    rest &= rest - 1


@routine
def digits_of(sets: Words, common: int) -> int:
    """Return the digits of a link as a set."""
    other = sets[OTHER + common]
    return 1 << sets[DIGIT + common] | (0 if other < 0 else 1 << other)


@routine
def eliminate_some(sets: Words, first: int, second: int, kept: int) -> bool:
    """Whether both sets see a candidate, apart from the digits kept."""
    one, two = SETS + SET * first, SETS + SET * second
    digits = sets[one + DIGITS] & sets[two + DIGITS] & ~kept
    while digits:
        digit = 2 * lowest(digits)
        if (
            sets[one + SIGHT + digit] & sets[two + SIGHT + digit]
            | sets[one + SIGHT + digit + 1] & sets[two + SIGHT + digit + 1]
        ):
            return True
        digits &= digits - 1
    return False
