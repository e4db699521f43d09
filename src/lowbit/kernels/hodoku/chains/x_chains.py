"""A filter for X-chains: whether there may be one; the Python finders choose among them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lowbit.kernels.core.bits import lowest
from lowbit.kernels.core.cell_sets import UPPER, first_and_rest
from lowbit.kernels.core.compile import routine
from lowbit.kernels.hodoku.choice import NONE, UNDECIDED
from lowbit.kernels.hodoku.patterns.single_digit import partner
from lowbit.kernels.hodoku.state import HALVES, OFF
from lowbit.kernels.hodoku.tables import N_CELLS, ONLY, SEEN, SIZE

if TYPE_CHECKING:
    from lowbit.kernels.core.arrays import Words

N_ROOM: Final = N_CELLS
"""Words: the cells that hold the digit where the start of a chain does not."""


@routine
def look_for_x_chain(state: Words, room: Words) -> int:
    """Say whether plain finders are to look: whether the ends of a chain eliminate anything.

    They eliminate only candidates that no template of the digit has.
    """
    for digit in range(SIZE):
        if state[OFF + 2 * digit] | state[OFF + 2 * digit + 1]:
            for half in range(2):
                starts = state[HALVES + 2 * digit + half]
                while starts:
                    if _may_eliminate_from(state, room, digit, UPPER * half + lowest(starts)):
                        return UNDECIDED
                    starts &= starts - 1
    return NONE


@routine
def _may_eliminate_from(state: Words, room: Words, digit: int, start: int) -> bool:
    """Whether a chain from a cell, which may be long and cross itself, eliminates anything."""
    found_upper, found_lower, n_found, done = 0, 0, 0, -1
    while done < n_found:
        # From the start leads a strong link, from other cells a weak one and a strong one.
        cell = start if done < 0 else room[done]
        upper, lower = ONLY[start, 0], ONLY[start, 1]
        if done >= 0:
            upper = SEEN[cell, 0] & state[HALVES + 2 * digit] & ~upper
            lower = SEEN[cell, 1] & state[HALVES + 2 * digit + 1] & ~lower
        done += 1
        while upper | lower:
            middle, upper, lower = first_and_rest(upper, lower)
            for kind in range(3):
                end = partner(state, digit, middle, kind)
                if end < 0 or found_upper & ONLY[end, 0] or found_lower & ONLY[end, 1]:
                    continue
                found_upper, found_lower = found_upper | ONLY[end, 0], found_lower | ONLY[end, 1]
                if _eliminate(state, digit, start, end):
                    return True
                if end != start:
                    room[n_found] = end
                    n_found += 1
    return False


@routine
def _eliminate(state: Words, digit: int, start: int, end: int) -> bool:
    """Whether two ends see places of a digit, all of which are in no template."""
    upper = SEEN[start, 0] & SEEN[end, 0] & state[HALVES + 2 * digit]
    lower = SEEN[start, 1] & SEEN[end, 1] & state[HALVES + 2 * digit + 1]
    left = upper & ~state[OFF + 2 * digit] | lower & ~state[OFF + 2 * digit + 1]
    return (upper | lower) != 0 and left == 0
