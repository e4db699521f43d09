"""Wings: two or three cells of two candidates, one of which holds a digit in any case."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lowbit.kernels.core.bits import lowest, size_of
from lowbit.kernels.core.compile import routine
from lowbit.kernels.hodoku.state import AT, CELLS, HALVES
from lowbit.kernels.hodoku.steps import (
    HOUSE,
    IS_BASE,
    IS_PINCER,
    IS_PIVOT,
    NUMBER,
    add_cells,
    begin_step,
    mark,
    mark_digits,
)
from lowbit.kernels.hodoku.tables import CELL_AT, N_CELLS, N_HOUSES, ONLY, SEEN, SIZE

if TYPE_CHECKING:
    from lowbit.kernels.core.arrays import Words

W_WING: Final = NUMBER["w-wing"]
XY_WING: Final = NUMBER["xy-wing"]
XYZ_WING: Final = NUMBER["xyz-wing"]


@routine
def list_pairs(state: Words, pool: Words) -> int:
    """List the cells of two candidates, ascending; return how many there are."""
    n_pairs = 0
    for cell in range(N_CELLS):
        if size_of(state[CELLS + cell]) == 2:
            pool[n_pairs] = cell
            n_pairs += 1
    return n_pairs


@routine
def see_each_other(one: int, other: int) -> bool:
    """Whether two cells are peers."""
    return (SEEN[one, 0] & ONLY[other, 0] | SEEN[one, 1] & ONLY[other, 1]) != 0


@routine
def find_w_wing(state: Words, step: Words, pool: Words) -> bool:
    """Find a W-wing: two equal bivalue cells, joined by a strong link on one of their digits."""
    n_pairs = list_pairs(state, pool)
    for one in range(n_pairs):
        first = pool[one]
        for two in range(one + 1, n_pairs):
            second = pool[two]
            both = state[CELLS + first]
            if both == state[CELLS + second]:
                low, high = lowest(both), lowest(both & (both - 1))
                if _w_wing(state, step, first, second, low, high) or _w_wing(
                    state, step, first, second, high, low
                ):
                    return True
    return False


@routine
def _w_wing(state: Words, step: Words, first: int, second: int, digit: int, other: int) -> bool:
    upper, lower = _seen_by_both(state, first, second, digit)
    if upper | lower == 0:
        return False
    for house in range(N_HOUSES):
        link = state[AT + SIZE * house + other]
        if size_of(link) != 2:
            continue
        one, two = CELL_AT[house, lowest(link)], CELL_AT[house, lowest(link & (link - 1))]
        if one in (first, second) or two in (first, second):
            continue
        if see_each_other(one, first) != see_each_other(two, first):
            far = two if see_each_other(one, first) else one
            if see_each_other(far, second):
                begin_step(step, W_WING)
                add_cells(step, upper, lower, digit)
                mark(step, IS_BASE, HOUSE + house)
                for cell in (first, second):
                    mark(step, IS_PINCER, SIZE * cell + digit)
                    mark(step, IS_PINCER, SIZE * cell + other)
                mark(step, IS_PIVOT, SIZE * one + other)
                mark(step, IS_PIVOT, SIZE * two + other)
                return True
    return False


@routine
def _seen_by_both(state: Words, first: int, second: int, digit: int) -> tuple[int, int]:
    return (
        SEEN[first, 0] & SEEN[second, 0] & state[HALVES + 2 * digit],
        SEEN[first, 1] & SEEN[second, 1] & state[HALVES + 2 * digit + 1],
    )


@routine
def find_xy_wing(state: Words, step: Words, pool: Words) -> bool:
    """Find a pivot of two candidates with two pincers that share a third digit."""
    n_pairs = list_pairs(state, pool)
    for one in range(n_pairs):
        for two in range(one + 1, n_pairs):
            first, second = pool[one], pool[two]
            three = state[CELLS + first] | state[CELLS + second]
            if size_of(three) != 3:
                continue
            for last in range(two + 1, n_pairs):
                third = pool[last]
                mask = state[CELLS + third]
                if (
                    mask & ~three == 0
                    and mask != state[CELLS + first]
                    and mask != state[CELLS + second]
                    and (
                        _xy_wing(state, step, first, second, third)
                        or _xy_wing(state, step, second, first, third)
                        or _xy_wing(state, step, third, second, first)
                    )
                ):
                    return True
    return False


@routine
def _xy_wing(state: Words, step: Words, pivot: int, one: int, other: int) -> bool:
    if not (see_each_other(pivot, one) and see_each_other(pivot, other)):
        return False
    digit = lowest(state[CELLS + one] & state[CELLS + other])
    upper, lower = _seen_by_both(state, one, other, digit)
    begin_step(step, XY_WING)
    add_cells(step, upper, lower, digit)
    _mark_wing(state, step, pivot, one, other)
    return (upper | lower) != 0


@routine
def _mark_wing(state: Words, step: Words, pivot: int, one: int, other: int) -> None:
    mark_digits(step, IS_PIVOT, pivot, state[CELLS + pivot])
    mark_digits(step, IS_PINCER, one, state[CELLS + one])
    mark_digits(step, IS_PINCER, other, state[CELLS + other])


@routine
def find_xyz_wing(state: Words, step: Words, pool: Words) -> bool:
    """Find a pivot of three candidates with two pincers of two of them each."""
    n_pairs = list_pairs(state, pool)
    for pivot in range(N_CELLS):
        mask = state[CELLS + pivot]
        if size_of(mask) != 3:
            continue
        for one in range(n_pairs):
            first = pool[one]
            if state[CELLS + first] & ~mask or not see_each_other(pivot, first):
                continue
            for two in range(one + 1, n_pairs):
                second = pool[two]
                if (
                    state[CELLS + second] & ~mask == 0
                    and state[CELLS + second] != state[CELLS + first]
                    and see_each_other(pivot, second)
                    and _xyz_wing(state, step, pivot, first, second)
                ):
                    return True
    return False


@routine
def _xyz_wing(state: Words, step: Words, pivot: int, one: int, other: int) -> bool:
    digit = lowest(state[CELLS + one] & state[CELLS + other])
    upper, lower = _seen_by_both(state, one, other, digit)
    upper, lower = upper & SEEN[pivot, 0], lower & SEEN[pivot, 1]
    begin_step(step, XYZ_WING)
    add_cells(step, upper, lower, digit)
    _mark_wing(state, step, pivot, one, other)
    return (upper | lower) != 0
