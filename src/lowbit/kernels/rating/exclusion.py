"""Aligned exclusion: digits of two or three cells that no allowed combination has.

A combination is out where it puts a digit twice in a house, or leaves a cell that sees all of
them, an excluder, without a candidate.
"""

from __future__ import annotations

from typing import Any, Final

from lowbit.kernels.core.bits import lowest, size_of
from lowbit.kernels.core.compile import routine
from lowbit.kernels.rating.state import CELLS
from lowbit.kernels.rating.steps import N_STRUCK, NUMBER, add_struck, begin_step
from lowbit.kernels.rating.tables import N_CELLS, PEERS, SEEN, SIZE, UPPER

ALIGNED_PAIR: Final = NUMBER["aligned-pair-exclusion"]
ALIGNED_TRIPLE: Final = NUMBER["aligned-triple-exclusion"]

UPPER_SEEN, LOWER_SEEN, TAKES_PART = 0, N_CELLS, 2 * N_CELLS
N_PAIRS: Final = 3 * N_CELLS
PAIRED: Final = N_PAIRS + 1
"""For each digit, the digits that it leaves an excluder nothing with."""
TRIPLED: Final = PAIRED + SIZE
"""For each two digits, the same."""
ALLOWED: Final = TRIPLED + SIZE * SIZE
N_ROOM: Final = ALLOWED + 3
"""Words of the room that a search takes."""


@routine
def find_excluded(state: Any, room: Any, step: Any, size: int) -> bool:
    """Find the digits of so many cells that no combination allows."""
    n_cells = _list_excluders(state, room, size)
    for later in range(1, n_cells):
        second = room[TAKES_PART + later]
        for earlier in range(later):
            one = room[TAKES_PART + earlier]
            upper = room[UPPER_SEEN + one] & room[UPPER_SEEN + second]
            lower = room[LOWER_SEEN + one] & room[LOWER_SEEN + second]
            if size_of(upper) + size_of(lower) < 2:
                continue
            if size == 2:
                if _exclude_pair(state, room, step, one, second, upper, lower):
                    return True
            elif _try_thirds(state, room, step, one, second, upper, lower):
                return True
    return False


@routine
def _list_excluders(state: Any, room: Any, size: int) -> int:
    """List the cells that may take part, with the excluders of each; return how many there are."""
    upper_small, lower_small, upper_single, lower_single = 0, 0, 0, 0
    for cell in range(N_CELLS):
        n_digits = size_of(state[CELLS + cell])
        upper = 1 << cell if cell < UPPER else 0
        lower = 0 if cell < UPPER else 1 << (cell - UPPER)
        if n_digits == 1:
            upper_single, lower_single = upper_single | upper, lower_single | lower
        elif 2 <= n_digits <= size:
            upper_small, lower_small = upper_small | upper, lower_small | lower
    n_cells = 0
    for cell in range(N_CELLS):
        upper, lower = SEEN[cell, 0], SEEN[cell, 1]
        takes_part = (
            size_of(state[CELLS + cell]) >= 2
            and (upper & upper_single) | (lower & lower_single) == 0
        )
        room[UPPER_SEEN + cell] = upper & upper_small if takes_part else 0
        room[LOWER_SEEN + cell] = lower & lower_small if takes_part else 0
        if room[UPPER_SEEN + cell] | room[LOWER_SEEN + cell]:
            room[TAKES_PART + n_cells] = cell
            n_cells += 1
    return n_cells


@routine
def _note_excluder(state: Any, room: Any, cell: int) -> None:
    """Note which digits leave an excluder nothing together."""
    mask = state[CELLS + cell]
    one = lowest(mask)
    rest = mask & (mask - 1)
    two = lowest(rest)
    rest &= rest - 1
    if rest == 0:
        room[PAIRED + one] |= 1 << two
        room[PAIRED + two] |= 1 << one
        return
    three = lowest(rest)
    for a, b, c in ((one, two, three), (one, three, two), (two, three, one)):
        room[TRIPLED + SIZE * a + b] |= 1 << c
        room[TRIPLED + SIZE * b + a] |= 1 << c


@routine
def _note_excluders(state: Any, room: Any, upper: int, lower: int) -> None:
    while upper:
        _note_excluder(state, room, lowest(upper))
        upper &= upper - 1
    while lower:
        _note_excluder(state, room, UPPER + lowest(lower))
        lower &= lower - 1


@routine
def _exclude_pair(
    state: Any, room: Any, step: Any, one: int, other: int, upper: int, lower: int
) -> bool:
    """Find the digits of two cells that go with none of the other cell."""
    for digit in range(SIZE):
        room[PAIRED + digit] = 0
    _note_excluders(state, room, upper, lower)
    see = sees(one, other)
    begin_step(step, ALIGNED_PAIR, 62)
    for cell, partner in ((one, other), (other, one)):
        kept, masks = 0, state[CELLS + cell]
        for digit in range(SIZE):
            out = room[PAIRED + digit] | (1 << digit if see else 0)
            if state[CELLS + partner] & ~out:
                kept |= 1 << digit
        add_struck(step, cell, masks & ~kept)
    return step[N_STRUCK] > 0


@routine
def sees(one: int, other: int) -> bool:
    """Whether two cells are in one house."""
    if other < UPPER:
        return SEEN[one, 0] >> other & 1 != 0
    return SEEN[one, 1] >> (other - UPPER) & 1 != 0


@routine
def _try_thirds(
    state: Any, room: Any, step: Any, one: int, second: int, upper: int, lower: int
) -> bool:
    """Try each third cell: an excluder of the first cell, then one of the second alone."""
    own_upper, own_lower = room[UPPER_SEEN + one], room[LOWER_SEEN + one]
    for turn in range(2):
        upper_thirds = own_upper if turn == 0 else room[UPPER_SEEN + second] & ~own_upper
        lower_thirds = own_lower if turn == 0 else room[LOWER_SEEN + second] & ~own_lower
        for third in PEERS[one if turn == 0 else second]:
            if third < UPPER:
                is_third = upper_thirds >> third & 1
            else:
                is_third = lower_thirds >> (third - UPPER) & 1
            if is_third == 0 or third in (one, second) or _was_tried(room, one, second, third):
                continue
            upper_all = upper & room[UPPER_SEEN + third]
            lower_all = lower & room[LOWER_SEEN + third]
            if size_of(upper_all) + size_of(lower_all) >= 2 and _exclude_triple(
                state, room, step, one, second, third, upper_all, lower_all
            ):
                return True
    return False


@routine
def _was_tried(room: Any, one: int, second: int, third: int) -> bool:
    """Whether three cells came up before, with the second one as their third."""
    if third > second:
        return False
    if second < UPPER:
        return (room[UPPER_SEEN + one] | room[UPPER_SEEN + third]) >> second & 1 != 0
    return (room[LOWER_SEEN + one] | room[LOWER_SEEN + third]) >> (second - UPPER) & 1 != 0


@routine
def _exclude_triple(
    state: Any,
    room: Any,
    step: Any,
    one: int,
    two: int,
    three: int,
    upper: int,
    lower: int,
) -> bool:
    """Find the digits of three cells that go with none of the others."""
    for word in range(PAIRED, ALLOWED + 3):
        room[word] = 0
    _note_excluders(state, room, upper, lower)
    in_two, in_three, two_three = sees(one, two), sees(one, three), sees(two, three)
    for a in range(SIZE):
        if state[CELLS + one] >> a & 1 == 0:
            continue
        seconds = state[CELLS + two] & ~room[PAIRED + a] & ~(1 << a if in_two else 0)
        while seconds:
            b = lowest(seconds)
            seconds &= seconds - 1
            out = room[PAIRED + a] | room[PAIRED + b] | room[TRIPLED + SIZE * a + b]
            out |= (1 << a if in_three else 0) | (1 << b if two_three else 0)
            thirds = state[CELLS + three] & ~out
            if thirds:
                room[ALLOWED] |= 1 << a
                room[ALLOWED + 1] |= 1 << b
                room[ALLOWED + 2] |= thirds
    begin_step(step, ALIGNED_TRIPLE, 75)
    add_struck(step, one, state[CELLS + one] & ~room[ALLOWED])
    add_struck(step, two, state[CELLS + two] & ~room[ALLOWED + 1])
    add_struck(step, three, state[CELLS + three] & ~room[ALLOWED + 2])
    return step[N_STRUCK] > 0
