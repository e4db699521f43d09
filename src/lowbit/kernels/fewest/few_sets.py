"""Choices that hit the last sets of a family, each of which is a bit: many nodes for little.

::

    sets 0 1 2 3      not hit: 0 2 3 ──> the smallest, 0, has cells a and d
    a in 0 1 3        0 and those of a and d apart, 2 is left: two lie side by side
    d in 0 2          with a, 2 is left; with d (a is dead), 3

`hitting` leaves a node to this module when a few clues are left. The smallest sets are numbered,
and keep their numbers below that node; whether a choice hits the others, too, is seen at its end.
How many live cells the sets have is kept as bits of all sets: one word has the ones, one the twos,
one the fours. Sets of more cells than that can tell are taken for smaller ones, which only changes
the order in which sets are tried.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from lowbit.kernels.core.bits import lowest, size_of
from lowbit.kernels.core.compile import part
from lowbit.kernels.fewest.nodes import (
    DEPTH,
    NUMBERED,
    ONE,
    SIZES,
    WORD,
    WORDS,
    ZERO,
    write_node,
)

if TYPE_CHECKING:
    from lowbit.kernels.core.arrays import Number, UnsignedWords
    from lowbit.kernels.fewest.nodes import HittingSpace

LAST_CLUES: Final = 7
"""As many clues are left where sets are numbered: there are not many more than bits then."""

LARGEST: Final = (1 << SIZES) - 1
"""The most cells that the words of sizes can tell."""


@part
def number_sets(space: HittingSpace, depth: int, n_sets: int) -> None:
    """Give numbers to the first sets of a node, and note in which of them each cell is."""
    sets, inside, sizes, n = space.sets[depth], space.inside, space.sizes[depth], min(n_sets, WORD)
    inside[:] = ZERO
    sizes[:] = ZERO
    for number in range(n):
        bit = ONE << np.uint64(number)
        for half in range(WORDS):
            rest = sets[number, half]
            while rest != ZERO:
                inside[half * WORD + lowest(rest)] |= bit
                rest &= rest - ONE
        size = min(size_of(sets[number, 0]) + size_of(sets[number, 1]), LARGEST)
        for power in range(SIZES):
            if size >> power & 1:
                sizes[power] |= bit
    space.open[depth] = ~ZERO >> np.uint64(WORD - n)
    space.state[NUMBERED] = depth


@part
def choose_by_bits(
    space: HittingSpace, depth: int, left: Number, found: UnsignedWords, n_found: int
) -> int:
    """Make the next cell of a depth a clue; it is dead for those after it."""
    cell, below = space.cells[depth, space.at[depth]], depth + 1
    space.at[depth] += 1
    place = ONE << np.uint64(cell % WORD)
    one, two = (place, ZERO) if cell < WORD else (ZERO, place)
    space.live[depth, 0] &= ~one
    space.live[depth, 1] &= ~two
    space.clues[below, 0] = space.clues[depth, 0] | one
    space.clues[below, 1] = space.clues[depth, 1] | two
    space.live[below, 0], space.live[below, 1] = space.live[depth, 0], space.live[depth, 1]
    sizes, borrow = space.sizes[depth], space.inside[cell]
    for power in range(SIZES):
        sizes[power], borrow = sizes[power] ^ borrow, ~sizes[power] & borrow
        space.sizes[below, power] = sizes[power]
    space.open[below] = space.open[depth] & ~space.inside[cell]
    return enter_by_bits(space, below, left, found, n_found)


@part
def enter_by_bits(
    space: HittingSpace, depth: int, left: Number, found: UnsignedWords, n_found: int
) -> int:
    """See to the node at a depth: go on below it, or not; return how many were written down."""
    space.state[DEPTH] = depth - 1
    if space.open[depth] == ZERO:
        return _write_hit(space, depth, ZERO, ZERO, left, found, n_found)
    one, two = _smallest(space, depth, left)
    if one | two == ZERO:
        return n_found
    if left <= 2:
        return _finish(space, depth, one, two, left, found, n_found)
    _order(space, depth, one, two)
    space.state[DEPTH] = depth
    return n_found


@part
def _smallest(space: HittingSpace, depth: int, left: Number) -> tuple[np.uint64, np.uint64]:
    """Return the cells of the smallest set that is not hit; none if so many clues cannot hit all.

    Where as many sets lie side by side as clues are left, cells outside of them are dead.
    """
    while True:
        rest, all_one, all_two, n_beside = space.open[depth], ZERO, ZERO, 0
        first_one, first_two = ZERO, ZERO
        while rest != ZERO:
            one, two, near = _smallest_of(space, depth, rest)
            if n_beside == left or one | two == ZERO:
                return ZERO, ZERO
            if n_beside == 0:
                first_one, first_two = one, two
            n_beside += 1
            all_one |= one
            all_two |= two
            rest &= ~near
        if n_beside < left or not _keep_alive(space, depth, all_one, all_two):
            return first_one, first_two


@part
def _smallest_of(
    space: HittingSpace, depth: int, some: np.uint64
) -> tuple[np.uint64, np.uint64, np.uint64]:
    """Return the live cells of the smallest of some sets, and the sets that have one of them."""
    sizes, inside = space.sizes[depth], space.inside
    for power in range(SIZES - 1, -1, -1):
        smaller = some & ~sizes[power]
        some = smaller if smaller != ZERO else some
    cells = space.sets[space.state[NUMBERED], lowest(some)]
    one, two = cells[0] & space.live[depth, 0], cells[1] & space.live[depth, 1]
    upper, lower, near = one, two, ZERO
    while upper != ZERO:
        near |= inside[lowest(upper)]
        upper &= upper - ONE
    while lower != ZERO:
        near |= inside[WORD + lowest(lower)]
        lower &= lower - ONE
    return one, two, near


@part
def _keep_alive(space: HittingSpace, depth: int, one: np.uint64, two: np.uint64) -> bool:
    """Let no other cells live than some that do; return whether fewer live then."""
    live, sizes, inside = space.live[depth], space.sizes[depth], space.inside
    if (live[0] & ~one) | (live[1] & ~two) == ZERO:
        return False
    live[0], live[1] = one, two
    for power in range(SIZES):
        sizes[power] = ZERO
    while one | two != ZERO:
        cell, first_one, first_two = _next_of(one, two)
        one &= ~first_one
        two &= ~first_two
        carry = inside[cell]
        for power in range(SIZES):
            sizes[power], carry = sizes[power] ^ carry, sizes[power] & carry
    return True


@part
def _finish(
    space: HittingSpace,
    depth: int,
    one: np.uint64,
    two: np.uint64,
    left: Number,
    found: UnsignedWords,
    n_found: int,
) -> int:
    """Write down choices of one or two clues that hit all sets, one of them among some cells."""
    live = space.live[depth]
    while one | two != ZERO:
        cell, first_one, first_two = _next_of(one, two)
        one &= ~first_one
        two &= ~first_two
        live[0] &= ~first_one
        live[1] &= ~first_two
        rest = space.open[depth] & ~space.inside[cell]
        if rest == ZERO:
            n_found = _write_hit(space, depth, first_one, first_two, left - 1, found, n_found)
        elif left == 2:
            n_found = _write_each(space, depth, first_one, first_two, rest, found, n_found)
    return n_found


@part
def _write_each(
    space: HittingSpace,
    depth: int,
    first_one: np.uint64,
    first_two: np.uint64,
    rest: np.uint64,
    found: UnsignedWords,
    n_found: int,
) -> int:
    """Write down the choices of a clue and another one that hits some sets."""
    cells = space.sets[space.state[NUMBERED], lowest(rest)]
    one, two = cells[0] & space.live[depth, 0], cells[1] & space.live[depth, 1]
    while one | two != ZERO:
        cell, last_one, last_two = _next_of(one, two)
        one &= ~last_one
        two &= ~last_two
        if rest & ~space.inside[cell] == ZERO:
            last_one |= first_one
            last_two |= first_two
            n_found = _write_hit(space, depth, last_one, last_two, 0, found, n_found)
    return n_found


@part
def _next_of(one: np.uint64, two: np.uint64) -> tuple[int, np.uint64, np.uint64]:
    """Return the first of some cells, also as words."""
    if one != ZERO:
        return lowest(one), one & (ZERO - one), ZERO
    return WORD + lowest(two), ZERO, two & (ZERO - two)


@part
def _write_hit(
    space: HittingSpace,
    depth: int,
    one: np.uint64,
    two: np.uint64,
    left: Number,
    found: UnsignedWords,
    n_found: int,
) -> int:
    """Write down a node that hits the numbered sets, unless no clue is left for one without."""
    above, number = space.state[NUMBERED], WORD
    sets, n_sets = space.sets[above], space.n_sets[above]
    all_one, all_two = space.clues[depth, 0] | one, space.clues[depth, 1] | two
    while number < n_sets and (sets[number, 0] & all_one) | (sets[number, 1] & all_two) != ZERO:
        number += 1
    if number < n_sets and left == 0:
        return n_found
    return write_node(space, depth, one, two, left, number < n_sets, found, n_found)


@part
def _order(space: HittingSpace, depth: int, one: np.uint64, two: np.uint64) -> None:
    """Note some cells, those of most sets first."""
    cells, n_cells = space.cells[depth], 0
    while one | two != ZERO:
        cell, first_one, first_two = _next_of(one, two)
        one &= ~first_one
        two &= ~first_two
        n_hit = size_of(space.open[depth] & space.inside[cell])
        at = n_cells
        while at > 0 and space.counts[at - 1] < n_hit:
            space.counts[at], cells[at] = space.counts[at - 1], cells[at - 1]
            at -= 1
        space.counts[at], cells[at] = n_hit, cell
        n_cells += 1
    space.n_cells[depth], space.at[depth] = n_cells, 0
