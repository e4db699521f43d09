"""Aligned exclusion: digits of two or three cells that no allowed combination has.

A combination is out where it puts a digit twice in a house, or leaves a cell that sees all of
them, an excluder, without a candidate.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lowbit.kernels.core.bits import lowest, size_of
from lowbit.kernels.core.cell_sets import UPPER, first_and_rest
from lowbit.kernels.core.compile import part, routine
from lowbit.kernels.rating.position.state import (
    CELLS,
    PAIRS,
    STALE_IN,
    TRIPLES,
    found_nothing,
    is_stale,
    lower_places,
    upper_places,
)
from lowbit.kernels.rating.position.steps import N_ELIMINATED, NUMBER, add_eliminated, begin_step
from lowbit.kernels.rating.position.tables import FULL, N_CELLS, PEERS, SEEN, SIZE

if TYPE_CHECKING:
    from lowbit.kernels.core.arrays import Words

ALIGNED_PAIR: Final = NUMBER["aligned-pair-exclusion"]
ALIGNED_TRIPLE: Final = NUMBER["aligned-triple-exclusion"]

UPPER_SEEN, LOWER_SEEN, TAKES_PART = 0, N_CELLS, 2 * N_CELLS
"""For each cell that may take part its excluders, as a set, and whether it may."""
EXCLUDERS: Final = 3 * N_CELLS
"""The candidates of the excluders of some cells."""
FIRSTS, SECONDS, OUTS = (EXCLUDERS + (1 + number) * N_CELLS for number in range(3))
"""The digits of two cells that go together, and those that go with neither in a third one."""
SECOND_BOUNDS: Final = OUTS + N_CELLS
"""For each digit of the second of two cells the most that a third one lacks if it falls."""
BOUNDS: Final = SECOND_BOUNDS + SIZE
"""These of both cells, where they are two digits or more, for a third cell has as many."""
EITHER_WAY, N_BOUNDS, N_ROOM = range(BOUNDS + 2 * SIZE, BOUNDS + 2 * SIZE + 3)
"""The digits that a third cell may lose, and how many bounds there are; and how many words the room
of a search has."""


@routine
def find_excluded(state: Words, room: Words, step: Words, size: int) -> bool:
    """Find the digits of so many cells that no combination allows.

    Where none of them has changed, nor any excluder of theirs, there are still none.
    """
    _note_cells(state, room, size)
    if size == 2 and not _has_pair(state, room):
        found_nothing(state, PAIRS)
        return False
    for second in range(1, N_CELLS):
        if room[TAKES_PART + second] == 0:
            continue
        own_upper, own_lower = room[UPPER_SEEN + second], room[LOWER_SEEN + second]
        upper_first, lower_first = _see_two_of(own_upper, own_lower)
        if second < UPPER:
            # Only cells before the second one: each pair once, in Sudoku Explainer's order.
            upper_first, lower_first = upper_first & (1 << second) - 1, 0
        else:
            lower_first &= (1 << (second - UPPER)) - 1
        while upper_first | lower_first:
            one, upper_first, lower_first = first_and_rest(upper_first, lower_first)
            if room[TAKES_PART + one] == 0:
                continue
            upper, lower = own_upper & SEEN[one, 0], own_lower & SEEN[one, 1]
            if size == 2:
                if _exclude_pair(state, room, step, one, second, upper, lower):
                    return True
            elif _may_have_third(state, room, one, second, upper, lower) and _try_thirds(
                state, room, step, one, second, upper, lower
            ):
                return True
    found_nothing(state, PAIRS if size == 2 else TRIPLES)
    return False


@routine
def _note_cells(state: Words, room: Words, size: int) -> None:
    """Note which cells may take part, and the excluders of each."""
    upper_small, lower_small, upper_single, lower_single = 0, 0, 0, 0
    for cell in range(N_CELLS):
        n_digits = size_of(state[CELLS + cell])
        upper = 1 << cell if cell < UPPER else 0
        lower = 0 if cell < UPPER else 1 << (cell - UPPER)
        if n_digits == 1:
            upper_single, lower_single = upper_single | upper, lower_single | lower
        elif 2 <= n_digits <= size:
            upper_small, lower_small = upper_small | upper, lower_small | lower
    for cell in range(N_CELLS):
        upper, lower = SEEN[cell, 0], SEEN[cell, 1]
        takes_part = (
            size_of(state[CELLS + cell]) >= 2
            and (upper & upper_single) | (lower & lower_single) == 0
        )
        room[UPPER_SEEN + cell] = upper & upper_small if takes_part else 0
        room[LOWER_SEEN + cell] = lower & lower_small if takes_part else 0
        room[TAKES_PART + cell] = (room[UPPER_SEEN + cell] | room[LOWER_SEEN + cell]) != 0


@routine
def _has_pair(state: Words, room: Words) -> bool:
    """Whether some cell has a digit that goes with none of another cell."""
    for cell in range(N_CELLS):
        if room[TAKES_PART + cell] == 0:
            continue
        upper, lower = room[UPPER_SEEN + cell], room[LOWER_SEEN + cell]
        if not is_stale(state, PAIRS, cell, upper, lower):
            continue
        n_excluders = _list_excluders(state, room, upper, lower)
        # A digit falls if it goes with no digit of the cell: it is out beside each of them.
        fallen, rest = FULL, state[CELLS + cell]
        while rest and fallen:
            digit = rest & -rest
            fallen &= _out_beside(room, n_excluders, digit) | digit
            rest ^= digit
        while fallen:
            digit = lowest(fallen)
            if _falls_beside(state, cell, digit, upper, lower):
                return True
            fallen &= fallen - 1
    return False


@routine
def _falls_beside(state: Words, cell: int, digit: int, upper: int, lower: int) -> bool:
    """Whether another place of a digit goes with none of a cell, whose excluders are given."""
    upper_left, lower_left = upper_places(state, digit), lower_places(state, digit)
    if state[CELLS + cell] >> digit & 1:
        upper_left, lower_left = upper_left & SEEN[cell, 0], lower_left & SEEN[cell, 1]
    rest = state[CELLS + cell] & ~(1 << digit)
    while rest:
        pair = rest & -rest | 1 << digit
        upper_seen, lower_seen = _seen_by_pair(state, pair, upper, lower)
        upper_left, lower_left = upper_left & upper_seen, lower_left & lower_seen
        rest &= rest - 1
    return upper_left | lower_left != 0


@routine
def _seen_by_pair(state: Words, pair: int, upper: int, lower: int) -> tuple[int, int]:
    """Return the cells that see one of some excluders that has just two digits."""
    upper_seen, lower_seen = 0, 0
    while upper | lower:
        cell, upper, lower = first_and_rest(upper, lower)
        if state[CELLS + cell] == pair:
            upper_seen, lower_seen = upper_seen | SEEN[cell, 0], lower_seen | SEEN[cell, 1]
    return upper_seen, lower_seen


@routine
def _see_two_of(upper: int, lower: int) -> tuple[int, int]:
    """Return the cells that see two cells of a set, or more."""
    upper_once, lower_once, upper_twice, lower_twice = 0, 0, 0, 0
    while upper | lower:
        cell, upper, lower = first_and_rest(upper, lower)
        # Before once is widened: seen by this cell and by one before.
        upper_twice |= upper_once & SEEN[cell, 0]
        lower_twice |= lower_once & SEEN[cell, 1]
        upper_once |= SEEN[cell, 0]
        lower_once |= SEEN[cell, 1]
    return upper_twice, lower_twice


@routine
def _list_excluders(state: Words, room: Words, upper: int, lower: int) -> int:
    """List the candidates of each excluder of a set; return how many there are."""
    n_excluders = 0
    while upper | lower:
        cell, upper, lower = first_and_rest(upper, lower)
        room[EXCLUDERS + n_excluders] = state[CELLS + cell]
        n_excluders += 1
    return n_excluders


@part
def _out_beside(room: Words, n_excluders: int, taken: int) -> int:
    """Return the digits that leave an excluder nothing together with some others."""
    out = 0
    for number in range(n_excluders):
        rest = room[EXCLUDERS + number] & ~taken
        if rest == 0:
            return FULL
        if rest & (rest - 1) == 0:
            out |= rest
    return out


@routine
def _exclude_pair(
    state: Words, room: Words, step: Words, one: int, other: int, upper: int, lower: int
) -> bool:
    """Find the digits of two cells that go with none of the other cell."""
    n_excluders = _list_excluders(state, room, upper, lower)
    see = sees(one, other)
    begin_step(step, ALIGNED_PAIR, 62)
    for cell, partner in ((one, other), (other, one)):
        rest = state[CELLS + cell]
        while rest:
            # The lowest candidate as a mask, for masks are compared.
            digit = rest & -rest
            out = _out_beside(room, n_excluders, digit) | (digit if see else 0)
            if state[CELLS + partner] & ~out == 0:
                add_eliminated(step, cell, digit)
            rest ^= digit
    return step[N_ELIMINATED] > 0


@routine
def sees(one: int, other: int) -> bool:
    """Whether two cells are in one house."""
    if other < UPPER:
        return SEEN[one, 0] >> other & 1 != 0
    return SEEN[one, 1] >> (other - UPPER) & 1 != 0


@routine
def _may_have_third(
    state: Words, room: Words, one: int, second: int, upper: int, lower: int
) -> bool:
    """Whether a digit could fall if all that exclude anything beside two cells saw a third one."""
    upper_fit = room[UPPER_SEEN + one] | room[UPPER_SEEN + second]
    lower_fit = room[LOWER_SEEN + one] | room[LOWER_SEEN + second]
    if not (
        is_stale(state, TRIPLES, one, upper, lower)
        or is_stale(state, TRIPLES, second, upper, lower)
    ):
        upper_fit &= state[STALE_IN + 2 * TRIPLES]
        lower_fit &= state[STALE_IN + 2 * TRIPLES + 1]
        if upper_fit | lower_fit == 0:
            return False
    upper_seen, lower_seen = _see_two_of(upper, lower)
    upper_fit, lower_fit = upper_fit & upper_seen, lower_fit & lower_seen
    if upper_fit | lower_fit == 0:
        return False
    n_combinations = _list_combinations(state, room, one, second, upper, lower)
    if room[N_BOUNDS] == 0 and room[EITHER_WAY] == 0:
        return False
    while upper_fit | lower_fit:
        third, upper_fit, lower_fit = first_and_rest(upper_fit, lower_fit)
        if (
            _is_bounded(room, state[CELLS + third])
            and third not in (one, second)
            and _may_fall(state, room, one, second, third, n_combinations)
        ):
            return True
    return False


@part
def _is_bounded(room: Words, third: int) -> bool:
    """Whether a digit could fall beside the candidates of a third cell that sees the other two."""
    is_bounded = third & room[EITHER_WAY] != 0
    for number in range(room[N_BOUNDS]):
        is_bounded |= third & ~room[BOUNDS + number] == 0
    return is_bounded


@routine
def _list_combinations(
    state: Words, room: Words, one: int, second: int, upper: int, lower: int
) -> int:
    """List the digits of two cells that go together; return how many there are.

    A digit falls only where each combination with it leaves a third cell nothing; one of the third
    cell only where all do without it. That bounds the candidates of that cell.
    """
    n_excluders = _list_excluders(state, room, upper, lower)
    see = sees(one, second)
    n_combinations, firsts = 0, state[CELLS + one]
    for digit in range(SIZE):
        room[SECOND_BOUNDS + digit] = FULL
    room[EITHER_WAY], room[N_BOUNDS] = FULL, 0
    while firsts:
        a = firsts & -firsts
        firsts ^= a
        bound = FULL
        seconds = state[CELLS + second] & ~(a if see else 0)
        while seconds:
            b = seconds & -seconds
            seconds ^= b
            room[FIRSTS + n_combinations], room[SECONDS + n_combinations] = a, b
            out = _out_beside(room, n_excluders, a | b)
            room[OUTS + n_combinations] = out
            n_combinations += 1
            bound &= out | a | b
            room[SECOND_BOUNDS + lowest(b)] &= out | a | b
        _add_bound(room, bound)
    seconds = state[CELLS + second]
    while seconds:
        _add_bound(room, room[SECOND_BOUNDS + lowest(seconds)])
        seconds &= seconds - 1
    return n_combinations


@part
def _add_bound(room: Words, bound: int) -> None:
    """Add the most that a third cell lacks if a digit of another one falls."""
    room[EITHER_WAY] &= bound
    # One digit bounds nothing, for a third cell has two candidates or more.
    if bound & (bound - 1):
        room[BOUNDS + room[N_BOUNDS]] = bound
        room[N_BOUNDS] += 1


@routine
def _may_fall(
    state: Words, room: Words, one: int, second: int, third: int, n_combinations: int
) -> bool:
    """Whether no listed combination keeps some digit of three cells."""
    by_first = FULL if sees(one, third) else 0
    by_second = FULL if sees(second, third) else 0
    first_left, second_left = state[CELLS + one], state[CELLS + second]
    third_left = all_three = state[CELLS + third]
    for number in range(n_combinations):
        a, b = room[FIRSTS + number], room[SECONDS + number]
        kept = all_three & ~(room[OUTS + number] | a & by_first | b & by_second)
        if kept:
            first_left, second_left, third_left = (
                first_left & ~a,
                second_left & ~b,
                third_left & ~kept,
            )
            if first_left | second_left | third_left == 0:
                return False
    return True


@routine
def _try_thirds(
    state: Words, room: Words, step: Words, one: int, second: int, upper: int, lower: int
) -> bool:
    """Try each third cell: an excluder of the first cell, then one of the second alone."""
    own_upper, own_lower = room[UPPER_SEEN + one], room[LOWER_SEEN + one]
    upper_fit, lower_fit = _see_two_of(upper, lower)
    for turn in range(2):
        upper_thirds = own_upper if turn == 0 else room[UPPER_SEEN + second] & ~own_upper
        lower_thirds = own_lower if turn == 0 else room[LOWER_SEEN + second] & ~own_lower
        upper_thirds, lower_thirds = upper_thirds & upper_fit, lower_thirds & lower_fit
        if upper_thirds | lower_thirds == 0:
            continue
        for third in PEERS[one if turn == 0 else second]:
            if third < UPPER:
                is_third = upper_thirds >> third & 1
            else:
                is_third = lower_thirds >> (third - UPPER) & 1
            if (
                is_third == 0
                or third in (one, second)
                or not _is_bounded(room, state[CELLS + third])
                or _was_tried(room, one, second, third)
            ):
                continue
            upper_all = upper & room[UPPER_SEEN + third]
            lower_all = lower & room[LOWER_SEEN + third]
            if upper_all | lower_all and _exclude_triple(
                state, room, step, one, second, third, upper_all, lower_all
            ):
                return True
    return False


@routine
def _was_tried(room: Words, one: int, second: int, third: int) -> bool:
    """Whether three cells came up before, with the second one as their third."""
    if third > second:
        return False
    if second < UPPER:
        return (room[UPPER_SEEN + one] | room[UPPER_SEEN + third]) >> second & 1 != 0
    return (room[LOWER_SEEN + one] | room[LOWER_SEEN + third]) >> (second - UPPER) & 1 != 0


@routine
def _exclude_triple(
    state: Words,
    room: Words,
    step: Words,
    one: int,
    two: int,
    three: int,
    upper: int,
    lower: int,
) -> bool:
    """Find the digits of three cells that go with none of the others."""
    n_excluders = _list_excluders(state, room, upper, lower)
    in_two, in_three, two_three = sees(one, two), sees(one, three), sees(two, three)
    all_two, all_three = state[CELLS + two], state[CELLS + three]
    kept_one, kept_two, kept_three = 0, 0, 0
    firsts = state[CELLS + one]
    while firsts:
        a = firsts & -firsts
        firsts ^= a
        seconds = all_two & ~(a if in_two else 0)
        while seconds:
            b = seconds & -seconds
            seconds ^= b
            out = _out_beside(room, n_excluders, a | b)
            out |= (a if in_three else 0) | (b if two_three else 0)
            thirds = all_three & ~out
            if thirds:
                kept_one, kept_two, kept_three = kept_one | a, kept_two | b, kept_three | thirds
                if kept_two == all_two and kept_three == all_three:
                    break
    if kept_one == state[CELLS + one] and kept_two == all_two and kept_three == all_three:
        return False
    begin_step(step, ALIGNED_TRIPLE, 75)
    add_eliminated(step, one, state[CELLS + one] & ~kept_one)
    add_eliminated(step, two, all_two & ~kept_two)
    add_eliminated(step, three, all_three & ~kept_three)
    return True
