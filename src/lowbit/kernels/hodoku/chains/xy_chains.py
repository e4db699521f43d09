"""Chains of cells with two candidates: remote pairs and XY-chains."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lowbit.kernels.core.bits import lowest
from lowbit.kernels.core.compile import routine
from lowbit.kernels.hodoku.choice import (
    NONE,
    UNDECIDED,
    begin_choice,
    consider,
    take_choice,
)
from lowbit.kernels.hodoku.patterns.wings import list_pairs, see_each_other
from lowbit.kernels.hodoku.state import CELLS, HALVES
from lowbit.kernels.hodoku.steps import NUMBER
from lowbit.kernels.hodoku.tables import N_CELLS, ONLY, SEEN

if TYPE_CHECKING:
    from lowbit.kernels.core.arrays import Words

XY_CHAIN: Final = NUMBER["xy-chain"]

FEWEST_CELLS: Final = 4
"""The fewest cells of a remote pair."""

MOST_LINKS: Final = 20

POOL: Final = 0
LINKS: Final = N_CELLS
"""Of each state, twice its cell in the pool and which of the two digits it holds, the links."""
BEFORE: Final = 3 * N_CELLS
QUEUE: Final = 5 * N_CELLS
N_ROOM: Final = 7 * N_CELLS
"""Words: the cells, then the states that a chain reaches, their origins and their order."""


@routine
def look_for_remote_pair(state: Words, room: Words) -> int:
    """Say whether plain finders are to look for remote pairs, for equal cells eliminate something.

    Which of the remote pairs goes first depends on all paths through such cells.
    """
    n_pairs = list_pairs(state, room)
    for number in range(n_pairs):
        room[LINKS + number] = 0
    for number in range(n_pairs):
        if room[LINKS + number] == 0 and _colours_eliminate(state, room, n_pairs, number):
            return UNDECIDED
    return NONE


@routine
def _colours_eliminate(state: Words, room: Words, n_pairs: int, first: int) -> bool:
    """Colour the cells linked to one alternately; return whether both colours see a digit."""
    both = state[CELLS + room[POOL + first]]
    room[LINKS + first] = 1
    room[QUEUE] = first
    n_queued, done = 1, 0
    upper_1, lower_1, upper_2, lower_2 = 0, 0, 0, 0
    while done < n_queued:
        number = room[QUEUE + done]
        cell, colour = room[POOL + number], room[LINKS + number]
        done += 1
        if colour == 1:
            upper_1, lower_1 = upper_1 | SEEN[cell, 0], lower_1 | SEEN[cell, 1]
        else:
            upper_2, lower_2 = upper_2 | SEEN[cell, 0], lower_2 | SEEN[cell, 1]
        for other in range(first + 1, n_pairs):
            peer = room[POOL + other]
            if (
                room[LINKS + other] == 0
                and state[CELLS + peer] == both
                and see_each_other(cell, peer)
            ):
                # Colours are 1 and 2; 0 is none yet.
                room[LINKS + other] = 3 - colour
                room[QUEUE + n_queued] = other
                n_queued += 1
    if n_queued < FEWEST_CELLS:
        return False
    upper, lower = upper_1 & upper_2, lower_1 & lower_2
    for number in range(n_queued):
        upper &= ~ONLY[room[POOL + room[QUEUE + number]], 0]
        lower &= ~ONLY[room[POOL + room[QUEUE + number]], 1]
    one, other = lowest(both), lowest(both & (both - 1))
    upper &= state[HALVES + 2 * one] | state[HALVES + 2 * other]
    lower &= state[HALVES + 2 * one + 1] | state[HALVES + 2 * other + 1]
    return (upper | lower) != 0


@routine
def find_xy_chain(state: Words, step: Words, choice: Words, room: Words) -> int:
    """Choose among the XY-chains the one to take first.

    For each pair of ends the first path that a breadth-first search finds counts, if it visits no
    cell twice; otherwise it is not certain that there is a chain.
    """
    n_pairs = list_pairs(state, room)
    begin_choice(choice)
    for start in range(n_pairs):
        for kept in range(2):
            digit = _digit(state, room, start, kept)
            cell = room[POOL + start]
            upper = SEEN[cell, 0] & state[HALVES + 2 * digit]
            lower = SEEN[cell, 1] & state[HALVES + 2 * digit + 1]
            if upper | lower:
                n_queued = _reach(state, room, n_pairs, start, kept)
                _consider_ends(state, choice, room, n_queued, digit, upper, lower)
    return take_choice(choice, step, XY_CHAIN)


@routine
def _digit(state: Words, room: Words, number: int, which: int) -> int:
    """Return the lower or the higher digit of a cell of the pool."""
    both = state[CELLS + room[POOL + number]]
    return lowest(both & (both - 1)) if which else lowest(both)


@routine
def _consider_ends(
    state: Words, choice: Words, room: Words, n_queued: int, digit: int, upper: int, lower: int
) -> None:
    """Consider the chains to cells that hold a digit; some cells see their start."""
    for place in range(1, n_queued):
        end = room[QUEUE + place]
        if _digit(state, room, end >> 1, end & 1) == digit:
            cell = room[POOL + (end >> 1)]
            both_upper, both_lower = upper & SEEN[cell, 0], lower & SEEN[cell, 1]
            if both_upper | both_lower:
                consider(choice, digit, both_upper, both_lower, _is_simple(room, end))


@routine
def _reach(state: Words, room: Words, n_pairs: int, start: int, kept: int) -> int:
    """Go from a cell without a digit to all states that follow; return how many there are."""
    for number in range(2 * n_pairs):
        room[LINKS + number] = 0
    first = 2 * start + 1 - kept
    room[LINKS + first] = 1
    room[BEFORE + first] = -1
    room[QUEUE] = first
    n_queued, done = 1, 0
    while done < n_queued:
        from_state = room[QUEUE + done]
        done += 1
        links = room[LINKS + from_state] + 2
        if links > MOST_LINKS:
            break
        cell = room[POOL + (from_state >> 1)]
        bit = 1 << _digit(state, room, from_state >> 1, from_state & 1)
        for number in range(n_pairs):
            peer = room[POOL + number]
            mask = state[CELLS + peer]
            if number != start and mask & bit and see_each_other(cell, peer):
                # It cannot hold this digit, so it holds its other one.
                # A state is a cell and the digit that it holds, the lower or the higher one.
                following = 2 * number + (1 if mask & (bit - 1) == 0 else 0)
                if room[LINKS + following] == 0:
                    room[LINKS + following] = links
                    room[BEFORE + following] = from_state
                    room[QUEUE + n_queued] = following
                    n_queued += 1
    return n_queued


@routine
def _is_simple(room: Words, end: int) -> bool:
    """Whether the path to a state visits no cell twice."""
    upper, lower = 0, 0
    while end >= 0:
        cell = room[POOL + (end >> 1)]
        if upper & ONLY[cell, 0] or lower & ONLY[cell, 1]:
            return False
        upper |= ONLY[cell, 0]
        lower |= ONLY[cell, 1]
        end = room[BEFORE + end]
    return True
