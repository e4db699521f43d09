"""Sets of a few cells that hit every set of a family: the cells that a puzzle's givens may lie in.

::

    the family    a b c    a d    b e    c e f          two more clues to choose
    with a                        b e    c e f    ──>   e, or b and c, or b and f
    without a     b c      d      b e    c e f    ──>   d has to be one: none is left for the others

Some set of the family is not hit yet, so one of its cells is a clue: each of them in turn, those
before it being dead, so that each choice is reached once. Dead cells shrink the other sets. Where
more sets lie side by side than clues are left, no choice hits them all; where as many do, no clue
lies outside of them, and all other cells are dead, too.

A node is a choice so far: its clues, its dead cells and how many clues are left. Nodes that hit the
whole family are written down, for a search to tell whether they leave one solution; a few that miss
a set, with clues left, are to be gone on with.

The kernel returns where the room for these is full, or after some nodes, and goes on from there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lowbit.kernels.core.bits import lowest, size_of
from lowbit.kernels.core.compile import kernel, part
from lowbit.kernels.fewest.few_sets import LAST_CLUES, choose_by_bits, enter_by_bits, number_sets
from lowbit.kernels.fewest.nodes import (
    CLUES,
    DEAD,
    DEPTH,
    LEFT,
    MOST_WRITTEN,
    NOWHERE,
    NUMBERED,
    ONE,
    TASK,
    WORD,
    WORDS,
    ZERO,
    write_node,
)

if TYPE_CHECKING:
    from lowbit.kernels.core.arrays import Number, UnsignedWords, Words
    from lowbit.kernels.fewest.nodes import HittingSpace


@kernel
def hit_all(
    family: UnsignedWords,
    nodes: UnsignedWords,
    space: HittingSpace,
    stop: int,
    n_steps: int,
    found: UnsignedWords,
) -> int:
    """Write down the nodes below some that hit the whole family, until there is no room.

    Parameters
    ----------
    family : uint64[n, 2]
    nodes : uint64[m, N_NODE]
    space : HittingSpace
        Changed. All is done once its task is the number of nodes.
    stop : int
        Nodes with so many clues left are written down in any case.
    n_steps : int
        Return after so many nodes.
    found : uint64[r, N_NODE]
        Written to; there is room for at least MOST_WRITTEN.

    Returns
    -------
    int
        How many were written.
    """
    state, n_found = space.state, 0
    while state[TASK] < nodes.shape[0]:
        left = np.int64(nodes[state[TASK], LEFT])
        if state[DEPTH] == NOWHERE:
            n_found = _begin(family, nodes[state[TASK]], space, stop, found, n_found)
        while state[DEPTH] != NOWHERE:
            if n_steps == 0 or n_found + MOST_WRITTEN > found.shape[0]:
                return n_found
            depth = state[DEPTH]
            if space.at[depth] == space.n_cells[depth]:
                state[DEPTH] -= 1
            else:
                n_steps -= 1
                n_found = _choose(space, depth, left - depth - 1, stop, found, n_found)
        state[TASK] += 1
        if n_steps == 0 or n_found + MOST_WRITTEN > found.shape[0]:
            return n_found
    return n_found


@part
def _begin(
    family: UnsignedWords,
    node: UnsignedWords,
    space: HittingSpace,
    stop: int,
    found: UnsignedWords,
    n_found: int,
) -> int:
    """Begin with a node; return how many were written down."""
    for word in range(WORDS):
        space.clues[0, word] = node[CLUES + word]
        space.live[0, word] = ~(node[CLUES + word] | node[DEAD + word])
    n = 0
    for number in range(family.shape[0]):
        one, two = family[number, 0], family[number, 1]
        if (one & node[CLUES]) | (two & node[CLUES + 1]) == ZERO:
            space.sets[0, n, 0], space.sets[0, n, 1] = one, two
            n += 1
    space.n_sets[0], space.state[NUMBERED] = n, NOWHERE
    return _enter(space, 0, space.sets[0], n, np.int64(node[LEFT]), stop, found, n_found)


@part
def _choose(
    space: HittingSpace, depth: int, left: int, stop: int, found: UnsignedWords, n_found: int
) -> int:
    """Make the next cell of a depth a clue; it is dead for those after it."""
    if space.state[NUMBERED] != NOWHERE and depth >= space.state[NUMBERED]:
        return choose_by_bits(space, depth, left, found, n_found)
    space.state[NUMBERED] = NOWHERE
    cell = space.cells[depth, space.at[depth]]
    space.at[depth] += 1
    one = ONE << np.uint64(cell) if cell < WORD else ZERO
    two = ZERO if cell < WORD else ONE << np.uint64(cell - WORD)
    space.live[depth, 0] &= ~one
    space.live[depth, 1] &= ~two
    below = depth + 1
    space.clues[below, 0] = space.clues[depth, 0] | one
    space.clues[below, 1] = space.clues[depth, 1] | two
    space.live[below, 0], space.live[below, 1] = space.live[depth, 0], space.live[depth, 1]
    n = _leave_hit_out(space, depth, one, two, left)
    if n == NOWHERE:
        return n_found
    sets = space.sets[below]
    space.n_sets[below] = n
    return _enter(space, below, sets, n, left, stop, found, n_found)


@part
def _leave_hit_out(
    space: HittingSpace, depth: int, one: np.uint64, two: np.uint64, left: int
) -> int:
    """Note the sets of a depth that a clue does not hit, without dead cells; return how many.

    Return NOWHERE as soon as more of them lie side by side than clues are left.
    """
    before, sets, n = space.sets[depth], space.sets[depth + 1], 0
    live_one, live_two = space.live[depth, 0], space.live[depth, 1]
    taken_one, taken_two, n_beside = ZERO, ZERO, 0
    for number in range(space.n_sets[depth]):
        upper, lower = before[number, 0], before[number, 1]
        if (upper & one) | (lower & two) == ZERO:
            upper &= live_one
            lower &= live_two
            if upper | lower == ZERO:
                return NOWHERE
            sets[n, 0], sets[n, 1] = upper, lower
            n += 1
            if (upper & taken_one) | (lower & taken_two) == ZERO:
                taken_one |= upper
                taken_two |= lower
                n_beside += 1
                if n_beside > left:
                    return NOWHERE
    return n


@part
def _enter(
    space: HittingSpace,
    depth: int,
    sets: UnsignedWords,
    n_sets: int,
    left: Number,
    stop: int,
    found: UnsignedWords,
    n_found: int,
) -> int:
    """See to the node at a depth: go on below it, or not; return how many were written down."""
    if n_sets == 0 or left == stop:
        space.state[DEPTH] = depth - 1
        if n_sets != 0 and not _can_be_hit(space, depth, sets, n_sets, left):
            return n_found
        return write_node(space, depth, ZERO, ZERO, left, n_sets != 0, found, n_found)
    if left == 0 or not _can_be_hit(space, depth, sets, n_sets, left):
        space.state[DEPTH] = depth - 1
        return n_found
    if left <= LAST_CLUES and stop < 0:
        number_sets(space, depth, n_sets)
        return enter_by_bits(space, depth, left, found, n_found)
    _order(space, depth, sets, n_sets)
    space.state[DEPTH] = depth
    return n_found


@part
def _can_be_hit(
    space: HittingSpace, depth: int, sets: UnsignedWords, n_sets: int, left: Number
) -> bool:
    """Return whether so many clues may hit some sets; take dead cells out, small sets first."""
    live = space.live[depth]
    while True:
        if not _sort(sets, n_sets, live[0], live[1], space.counts, space.scratch):
            return False
        one, two, n_beside = ZERO, ZERO, 0
        for number in range(n_sets):
            if (sets[number, 0] & one) | (sets[number, 1] & two) == ZERO:
                one |= sets[number, 0]
                two |= sets[number, 1]
                n_beside += 1
        if n_beside != left:
            return bool(n_beside < left)
        if (live[0] & ~one) | (live[1] & ~two) == ZERO:
            return True
        live[0] &= one
        live[1] &= two


@part
def _sort(
    sets: UnsignedWords,
    n_sets: int,
    one: np.uint64,
    two: np.uint64,
    counts: Words,
    scratch: UnsignedWords,
) -> bool:
    """Take all but some cells out of sets, and put the small ones first; no set may be empty."""
    counts[:] = 0
    for number in range(n_sets):
        scratch[number, 0], scratch[number, 1] = sets[number, 0] & one, sets[number, 1] & two
        counts[size_of(scratch[number, 0]) + size_of(scratch[number, 1])] += 1
    if counts[0] != 0:
        return False
    n_before = 0
    for size in range(1, counts.size):
        if n_before == n_sets:
            break
        n_before, counts[size] = n_before + counts[size], n_before
    for number in range(n_sets):
        size = size_of(scratch[number, 0]) + size_of(scratch[number, 1])
        place = counts[size]
        counts[size] = place + 1
        sets[place, 0], sets[place, 1] = scratch[number, 0], scratch[number, 1]
    return True


@part
def _order(space: HittingSpace, depth: int, sets: UnsignedWords, n_sets: int) -> None:
    """Note the cells of the smallest set, those of most sets first."""
    cells, n_cells = space.cells[depth], 0
    one, two = sets[0, 0], sets[0, 1]
    while one | two != ZERO:
        if one != ZERO:
            cell, one = lowest(one), one & (one - ONE)
        else:
            cell, two = WORD + lowest(two), two & (two - ONE)
        n_hit: Number = 0
        word, place = cell // WORD, np.uint64(cell % WORD)
        for number in range(n_sets):
            n_hit += np.int64(sets[number, word] >> place & ONE)
        at = n_cells
        while at > 0 and space.counts[at - 1] < n_hit:
            space.counts[at], cells[at] = space.counts[at - 1], cells[at - 1]
            at -= 1
        space.counts[at], cells[at] = n_hit, cell
        n_cells += 1
    space.n_cells[depth], space.at[depth] = n_cells, 0
