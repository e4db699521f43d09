"""Colouring: strong links of a digit split its places into two colours; one of them holds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lowbit.kernels.core.bits import lowest
from lowbit.kernels.core.cell_sets import UPPER
from lowbit.kernels.core.compile import routine
from lowbit.kernels.hodoku.patterns.single_digit import partner
from lowbit.kernels.hodoku.state import HALVES, OFF
from lowbit.kernels.hodoku.steps import (
    IS_COLOUR,
    N_ELIMINATED,
    NUMBER,
    add_cells,
    begin_step,
    mark_cells,
)
from lowbit.kernels.hodoku.tables import N_CELLS, ONLY, SEEN, SIZE

if TYPE_CHECKING:
    from lowbit.kernels.core.arrays import Words

WRAP: Final = NUMBER["simple-colours-wrap"]
TRAP: Final = NUMBER["simple-colours-trap"]
MULTI_1: Final = NUMBER["multi-colours-1"]
MULTI_2: Final = NUMBER["multi-colours-2"]

WORDS_OF_NET: Final = 4
"""The two colours of a net, two words each."""

MOST_NETS: Final = N_CELLS // 2
PENDING: Final = WORDS_OF_NET * MOST_NETS
N_ROOM: Final = PENDING + 4 * N_CELLS
"""Words: the nets of a digit, then cells with their colours that are yet to be coloured."""


@routine
def find_simple_colours(state: Words, step: Words, room: Words) -> bool:
    """Find a colour that clashes with itself, or cells that see both colours of a net."""
    for digit in range(SIZE):
        if state[OFF + 2 * digit] | state[OFF + 2 * digit + 1]:
            for net in range(_colour(state, room, digit)):
                upper, lower = _wrapped(room, WORDS_OF_NET * net)
                if upper | lower:
                    begin_step(step, WRAP)
                    add_cells(step, upper, lower, digit)
                    _mark_net(step, room, WORDS_OF_NET * net, IS_COLOUR, digit)
                    return True
                colours = WORDS_OF_NET * net
                upper, lower = _seen_by_both(state, room, digit, colours, colours + 2)
                if upper | lower:
                    begin_step(step, TRAP)
                    add_cells(step, upper, lower, digit)
                    _mark_net(step, room, colours, IS_COLOUR, digit)
                    return True
    return False


@routine
def find_multi_colours(state: Words, step: Words, room: Words) -> bool:
    """Find the conclusions from two nets of a digit that see each other."""
    for digit in range(SIZE):
        if state[OFF + 2 * digit] | state[OFF + 2 * digit + 1]:
            n_nets = _colour(state, room, digit)
            for first in range(n_nets):
                for second in range(n_nets):
                    if first != second and _multi(
                        state, step, room, digit, WORDS_OF_NET * first, WORDS_OF_NET * second
                    ):
                        return True
    return False


@routine
def _colour(state: Words, room: Words, digit: int) -> int:
    """Write the nets of strong links of a digit, each from its first cell; return how many."""
    left_upper, left_lower = 0, 0
    for half in range(2):
        places = state[HALVES + 2 * digit + half]
        while places:
            cell = lowest(places) + UPPER * half
            if _n_partners(state, digit, cell):
                left_upper |= ONLY[cell, 0]
                left_lower |= ONLY[cell, 1]
            places &= places - 1
    n_nets = 0
    while left_upper | left_lower:
        first = lowest(left_upper) if left_upper else UPPER + lowest(left_lower)
        net = WORDS_OF_NET * n_nets
        _colour_net(state, room, digit, first, net)
        left_upper &= ~(room[net] | room[net + 2])
        left_lower &= ~(room[net + 1] | room[net + 3])
        n_nets += 1
    return n_nets


@routine
def _n_partners(state: Words, digit: int, cell: int) -> int:
    """Return how many strong links begin in a cell."""
    number = 0
    for kind in range(3):
        number += partner(state, digit, cell, kind) >= 0
    return number


@routine
def _colour_net(state: Words, room: Words, digit: int, first: int, net: int) -> None:
    for word in range(WORDS_OF_NET):
        room[net + word] = 0
    room[PENDING] = 2 * first
    n_pending = 1
    while n_pending:
        n_pending -= 1
        cell, colour = room[PENDING + n_pending] >> 1, room[PENDING + n_pending] & 1
        if (room[net] | room[net + 2]) & ONLY[cell, 0] or (
            (room[net + 1] | room[net + 3]) & ONLY[cell, 1]
        ):
            continue
        room[net + 2 * colour] |= ONLY[cell, 0]
        room[net + 2 * colour + 1] |= ONLY[cell, 1]
        for kind in range(2, -1, -1):
            other = partner(state, digit, cell, kind)
            if other >= 0:
                room[PENDING + n_pending] = 2 * other + 1 - colour
                n_pending += 1


@routine
def _sight(room: Words, colour: int) -> tuple[int, int]:
    """Return the cells that see at least one of a colour."""
    seen_upper, seen_lower = 0, 0
    for half in range(2):
        cells = room[colour + half]
        while cells:
            cell = lowest(cells) + UPPER * half
            seen_upper |= SEEN[cell, 0]
            seen_lower |= SEEN[cell, 1]
            cells &= cells - 1
    return seen_upper, seen_lower


@routine
def _wrapped(room: Words, net: int) -> tuple[int, int]:
    """Return the colours of a net of which two cells see each other."""
    upper, lower = 0, 0
    for colour in (net, net + 2):
        seen_upper, seen_lower = _sight(room, colour)
        if seen_upper & room[colour] | seen_lower & room[colour + 1]:
            upper |= room[colour]
            lower |= room[colour + 1]
    return upper, lower


@routine
def _seen_by_both(state: Words, room: Words, digit: int, one: int, other: int) -> tuple[int, int]:
    one_upper, one_lower = _sight(room, one)
    other_upper, other_lower = _sight(room, other)
    return (
        one_upper & other_upper & state[HALVES + 2 * digit],
        one_lower & other_lower & state[HALVES + 2 * digit + 1],
    )


@routine
def _multi(state: Words, step: Words, room: Words, digit: int, first: int, second: int) -> bool:
    # A colour that sees both colours of another net is false.
    begin_step(step, MULTI_2)
    for colour in (first, first + 2):
        if _sees(room, colour, second) and _sees(room, colour, second + 2):
            add_cells(step, room[colour], room[colour + 1], digit)
    if step[N_ELIMINATED]:
        _mark_nets(step, room, first, second, digit)
        return True
    # Of two colours that see each other one is false, so one of the two others is true.
    begin_step(step, MULTI_1)
    upper, lower = 0, 0
    for one in range(2):
        for other in range(2):
            if _sees(room, first + 2 * one, second + 2 * other):
                eliminated = _seen_by_both(
                    state, room, digit, first + 2 - 2 * one, second + 2 - 2 * other
                )
                add_cells(step, eliminated[0] & ~upper, eliminated[1] & ~lower, digit)
                upper |= eliminated[0]
                lower |= eliminated[1]
    _mark_nets(step, room, first, second, digit)
    return step[N_ELIMINATED] > 0


@routine
def _mark_nets(step: Words, room: Words, first: int, second: int, digit: int) -> None:
    _mark_net(step, room, first, IS_COLOUR, digit)
    _mark_net(step, room, second, IS_COLOUR + 2, digit)


@routine
def _mark_net(step: Words, room: Words, net: int, role: int, digit: int) -> None:
    """Mark the two colours of a net, by a role each."""
    mark_cells(step, role, room[net], room[net + 1], digit)
    mark_cells(step, role + 1, room[net + 2], room[net + 3], digit)


@routine
def _sees(room: Words, one: int, other: int) -> bool:
    """Whether a cell of a colour sees a cell of another one."""
    upper, lower = _sight(room, one)
    return (upper & room[other] | lower & room[other + 1]) != 0
