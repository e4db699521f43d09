"""Chains of almost locked sets: each linked with the next, never twice in a row by one digit.

Links lead from sets to later ones, so all that can follow is known from the last set backwards.

::

    node     a set and the digit by which a chain came to it; the next link takes another one
    ending   a node, or a link of two digits either of which may have been taken: both are kept
             from eliminating then
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lowbit.kernels.core.bits import lowest, size_of
from lowbit.kernels.core.compile import routine
from lowbit.kernels.hodoku.chains.almost_locked_sets import (
    BITS,
    DIGIT,
    DIGITS,
    ELIMINATORS,
    FIRST_COMMON,
    MOST_COMMONS,
    MOST_SETS,
    N_COMMONS,
    N_SETS,
    N_WORDS,
    OTHER,
    SECOND,
    SET,
    SETS,
    SIGHT,
    digits_of,
)
from lowbit.kernels.hodoku.choice import FOUND, NONE, UNDECIDED, weight_of_all
from lowbit.kernels.hodoku.steps import NUMBER, add_cells, begin_step
from lowbit.kernels.hodoku.tables import SIZE

if TYPE_CHECKING:
    from lowbit.kernels.core.arrays import Words

ALS_CHAIN: Final = NUMBER["als-chain"]

N_NODES, N_ENDINGS, N_BEST, WEIGHT, IS_TIED, N_ROW = range(6)
"""`N_ROW`: the words of a set of endings."""
BEST: Final = 6
"""For each digit the cells from which the best chain eliminates it, as a set."""
TRIAL: Final = BEST + 2 * SIZE
NODE: Final = TRIAL + 2 * SIZE
"""The node of each digit of each set."""
MOST_ENDINGS: Final = 1 << 12
"""The most endings; beyond these, they are left to plain finders."""
SET_OF: Final = NODE + SIZE * MOST_SETS
"""For each ending, its set and the digits kept from eliminating."""
KEPT: Final = SET_OF + MOST_ENDINGS
ENDING_OF: Final = KEPT + MOST_ENDINGS
"""For each link of two digits, the ending that keeps both."""
WISHED: Final = ENDING_OF + MOST_COMMONS
"""The endings that some set may eliminate anything with."""
REACHED: Final = WISHED + MOST_ENDINGS // BITS
"""For each digit, the endings of the chains from a set that take it first."""
AFTER: Final = REACHED + SIZE * (MOST_ENDINGS // BITS)
"""For each node, the endings that can follow; then, for each, those that cannot at once."""
MOST_WORDS: Final = 1 << 18
N_ROOM: Final = AFTER + MOST_WORDS


@routine
def find_als_chain(sets: Words, step: Words, room: Words) -> int:
    """Choose the chain of four sets and more to take first; return FOUND, NONE or UNDECIDED."""
    if not _number_endings(sets, room):
        return UNDECIDED
    for number in range(sets[N_SETS] - 1, -1, -1):
        for digit in range(SIZE):
            if sets[SETS + SET * number + DIGITS] >> digit & 1:
                _note_following(sets, room, number, digit)
    room[N_BEST], room[IS_TIED] = 0, 0
    # Chains are looked for only where some end eliminates something together with the start.
    for start in range(sets[N_SETS]):
        if _wish(sets, room, start):
            _try_chains_from(sets, room, start)
    if room[N_BEST] == 0:
        return NONE
    if room[IS_TIED]:
        return UNDECIDED
    begin_step(step, ALS_CHAIN)
    for digit in range(SIZE):
        add_cells(step, room[BEST + 2 * digit], room[BEST + 2 * digit + 1], digit)
    return FOUND


@routine
def _number_endings(sets: Words, room: Words) -> bool:
    """Give numbers to nodes, then to links of two digits; say whether there is room."""
    room[N_ENDINGS] = 0
    for number in range(sets[N_SETS]):
        for digit in range(SIZE):
            if sets[SETS + SET * number + DIGITS] >> digit & 1:
                room[NODE + SIZE * number + digit] = room[N_ENDINGS]
                if not _add_ending(room, number, 1 << digit):
                    return False
    room[N_NODES] = room[N_ENDINGS]
    for common in range(sets[N_COMMONS]):
        if sets[OTHER + common] >= 0:
            room[ENDING_OF + common] = room[N_ENDINGS]
            if not _add_ending(room, sets[SECOND + common], digits_of(sets, common)):
                return False
    room[N_ROW] = (room[N_ENDINGS] + BITS - 1) // BITS
    return 2 * room[N_NODES] * room[N_ROW] <= MOST_WORDS


@routine
def _add_ending(room: Words, number: int, kept: int) -> bool:
    ending = room[N_ENDINGS]
    if ending == MOST_ENDINGS:
        return False
    room[SET_OF + ending], room[KEPT + ending] = number, kept
    room[N_ENDINGS] += 1
    return True


@routine
def _note_following(sets: Words, room: Words, number: int, digit: int) -> None:
    """Note the endings that can follow from a node: at once or not, and not at once."""
    n_row = room[N_ROW]
    node = room[NODE + SIZE * number + digit]
    all_row, later_row = AFTER + node * n_row, AFTER + (room[N_NODES] + node) * n_row
    for word in range(n_row):
        room[all_row + word], room[later_row + word] = 0, 0
    for common in range(sets[FIRST_COMMON + number], sets[FIRST_COMMON + number + 1]):
        one, other = sets[DIGIT + common], sets[OTHER + common]
        if other < 0 and digit == one:
            continue
        taken = other if digit == one else one
        following = room[NODE + SIZE * sets[SECOND + common] + taken]
        is_either = other >= 0 and one != digit != other
        ending = room[ENDING_OF + common] if is_either else following
        room[all_row + ending // BITS] |= 1 << ending % BITS
        for word in range(n_row):
            room[later_row + word] |= room[AFTER + following * n_row + word]
    for word in range(n_row):
        room[all_row + word] |= room[later_row + word]


@routine
def _wish(sets: Words, room: Words, start: int) -> bool:
    """Note the endings in later sets that eliminate something which a set sees, too."""
    for word in range(room[N_ROW]):
        room[WISHED + word] = 0
    is_any = False
    for ending in range(room[N_ENDINGS]):
        number = room[SET_OF + ending]
        if number > start and (
            sets[ELIMINATORS + N_WORDS * start + number // BITS] >> number % BITS & 1
        ):
            room[WISHED + ending // BITS] |= 1 << ending % BITS
            is_any = True
    return is_any


@routine
def _try_chains_from(sets: Words, room: Words, start: int) -> None:
    """Try the chains from a set, by the digit that they take first."""
    n_row = room[N_ROW]
    for word in range(SIZE * n_row):
        room[REACHED + word] = 0
    for common in range(sets[FIRST_COMMON + start], sets[FIRST_COMMON + start + 1]):
        for which in (DIGIT, OTHER):
            digit = sets[which + common]
            if digit >= 0:
                node = room[NODE + SIZE * sets[SECOND + common] + digit]
                row = AFTER + (room[N_NODES] + node) * n_row
                for word in range(n_row):
                    room[REACHED + digit * n_row + word] |= room[row + word]
    for digit in range(SIZE):
        for word in range(n_row):
            endings = room[REACHED + digit * n_row + word] & room[WISHED + word]
            while endings:
                ending = BITS * word + lowest(endings)
                kept = 1 << digit | room[KEPT + ending]
                _consider(sets, room, start, room[SET_OF + ending], kept)
                endings &= endings - 1


@routine
def _consider(sets: Words, room: Words, first: int, last: int, kept: int) -> None:
    """Let the eliminations of two sets be the best so far, if they are."""
    one, two = SETS + SET * first + SIGHT, SETS + SET * last + SIGHT
    digits = sets[SETS + SET * first + DIGITS] & sets[SETS + SET * last + DIGITS] & ~kept
    n_eliminated, rest = 0, digits
    while rest:
        sight = 2 * lowest(rest)
        n_eliminated += size_of(sets[one + sight] & sets[two + sight])
        n_eliminated += size_of(sets[one + sight + 1] & sets[two + sight + 1])
        rest &= rest - 1
    if n_eliminated == 0 or n_eliminated < room[N_BEST]:
        return
    for digit in range(SIZE):
        for word in range(2 * digit, 2 * digit + 2):
            both = sets[one + word] & sets[two + word]
            room[TRIAL + word] = both if digits >> digit & 1 else 0
        weight = weight_of_all(room, TRIAL)
    if n_eliminated == room[N_BEST] and weight >= room[WEIGHT]:
        if weight == room[WEIGHT] and not _is_best(room):
            room[IS_TIED] = 1
        return
    room[N_BEST], room[WEIGHT], room[IS_TIED] = n_eliminated, weight, 0
    for word in range(2 * SIZE):
        room[BEST + word] = room[TRIAL + word]


@routine
def _is_best(room: Words) -> bool:
    """Whether the eliminations that are tried are those of the best so far."""
    for word in range(2 * SIZE):
        if room[BEST + word] != room[TRIAL + word]:
            return False
    return True
