"""Nishio forcing chains: candidates that refute themselves through the houses of their digit.

Candidates that follow through houses alone have the digit of their root. So each digit is searched
alone, and one in which nothing refutes itself only once more when it has changed.

A *template* places the digit once in each of its houses. A place in one cannot refute itself by
being on, and a place outside one cannot by being off: so trees are only grown from the rest.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lowbit.kernels.core.bits import lowest
from lowbit.kernels.core.compile import part, routine
from lowbit.kernels.rating.position.stages import NISHIO
from lowbit.kernels.rating.position.state import AT, STALE
from lowbit.kernels.rating.position.state import N_NODES as N_TAKEN
from lowbit.kernels.rating.position.tables import CELL_AT, FULL, N_HOUSES, ROW, SIZE
from lowbit.kernels.rating.trees.cases import CONTRADICTION, RULES, take_node
from lowbit.kernels.rating.trees.propagation import begin_tree, grow
from lowbit.kernels.rating.trees.trees import CLASH, Trees, list_candidates

if TYPE_CHECKING:
    from lowbit.kernels.core.arrays import Words

FINDER: Final = 13
NO_RANK: Final = 1 << 62
ORDER_BITS: Final = 11
"""The place of the length in a rank; below it is the root, cell by cell, on before off."""

MOST_STEPS: Final = 200
"""Steps of a search for a template; nearly all take fewer than twenty."""

ROWS, IN_SOME, IN_ALL, TO_TRY, CHOSEN, TAKEN, IN_STACKS = range(0, 7 * SIZE, SIZE)
N_ROWS: Final = 7 * SIZE
"""Places in the scratch of the search for templates: the rows in which the digit is to be placed;
the places in each that are in some template so far, and in all; those that are left to try; the
chosen one; the columns that rows above take, and those of the boxes that they take."""


@routine
def find_nishio(state: Words, trees: Trees) -> None:
    """Take the shortest chains that refute their start; of equals the first."""
    best, stale = NO_RANK, state[STALE + FINDER] >> N_HOUSES
    while stale:
        digit = lowest(stale)
        rank = _best_of_digit(state, trees, digit)
        if rank == NO_RANK:
            state[STALE + FINDER] &= ~(1 << N_HOUSES + digit)
        best = min(best, rank)
        stale &= stale - 1
    if best < NO_RANK:
        start = best & ((1 << ORDER_BITS) - 1)
        trees.candidate_of[0] = start // 2
        take_node(state, trees, NISHIO, CONTRADICTION, start & 1, best >> ORDER_BITS)


@routine
def _best_of_digit(state: Words, trees: Trees, digit: int) -> int:
    """Return the rank of the shortest of a digit: its length, then its start."""
    best, is_listed = NO_RANK, False
    _begin_templates(state, trees.scratch, digit)
    for number in range(trees.scratch[N_ROWS]):
        row = trees.scratch[ROWS + number]
        places = state[AT + SIZE * row + digit]
        while places:
            place = lowest(places)
            for is_on in (1, 0):
                if _has_template(state, trees.scratch, digit, number, 1 << place, is_on):
                    continue
                if not is_listed:
                    list_candidates(state, trees, 0, 1 << digit)
                    is_listed = True
                candidate = SIZE * CELL_AT[row, place] + digit
                length = _refutation(state, trees, 2 * trees.index_of[candidate] + is_on)
                if length:
                    # On goes before off: the bit is turned round here, and back in `find_nishio`.
                    best = min(best, length << ORDER_BITS | 2 * candidate + 1 - is_on)
            places &= places - 1
    return best


@routine
def _refutation(state: Words, trees: Trees, root: int) -> int:
    """Return the length of the path from a root to a contradiction, or 0."""
    state[N_TAKEN] += 1
    begin_tree(state, trees, root)
    grow(state, trees, root, RULES[NISHIO])
    return trees.words[CLASH]


@routine
def _begin_templates(state: Words, scratch: Words, digit: int) -> None:
    """List the rows in which a digit is to be placed; no template is known yet."""
    n_rows = 0
    for row in range(ROW, ROW + SIZE):
        if state[AT + SIZE * row + digit]:
            scratch[ROWS + n_rows] = row
            scratch[IN_SOME + n_rows], scratch[IN_ALL + n_rows] = 0, FULL
            n_rows += 1
    scratch[N_ROWS] = n_rows


@routine
def _has_template(
    state: Words, scratch: Words, digit: int, number: int, place: int, is_on: int
) -> bool:
    """Whether some template has a place in a row, or some has not; note the one that is found.

    A search that takes long is given up.
    """
    if is_on:
        if scratch[IN_SOME + number] & place:
            return True
    elif scratch[IN_ALL + number] & place == 0:
        return True
    row, depth, n_steps = scratch[ROWS + number], 0, 0
    _enter_row(state, scratch, digit, 0, _left_by(row, place, is_on, scratch[ROWS]))
    while depth >= 0 and n_steps < MOST_STEPS:
        n_steps += 1
        to_try = scratch[TO_TRY + depth]
        if to_try == 0:
            depth -= 1
            continue
        # The lowest place that is left, as a bit.
        scratch[CHOSEN + depth] = to_try & -to_try
        scratch[TO_TRY + depth] = to_try & (to_try - 1)
        depth += 1
        if depth == scratch[N_ROWS]:
            _note_template(scratch)
            return True
        left = _left_by(row, place, is_on, scratch[ROWS + depth])
        _enter_row(state, scratch, digit, depth, left)
    return False


@part
def _left_by(row: int, place: int, is_on: int, other: int) -> int:
    """Return the places in another row, or the same, that one in a row leaves, be it on or off."""
    if other == row:
        return place if is_on else FULL & ~place
    if is_on == 0:
        return FULL
    left = FULL & ~place
    return left & ~(7 << lowest(place) // 3 * 3) if other // 3 == row // 3 else left


@routine
def _enter_row(state: Words, scratch: Words, digit: int, depth: int, left: int) -> None:
    """List the places in a row that those chosen above leave, and others."""
    row, taken, in_stacks = scratch[ROWS + depth], 0, 0
    if depth:
        last = scratch[CHOSEN + depth - 1]
        taken = scratch[TAKEN + depth - 1] | last
        if scratch[ROWS + depth - 1] // 3 == row // 3:
            # Three columns at once: those of the box that the place above takes.
            in_stacks = scratch[IN_STACKS + depth - 1] | 7 << lowest(last) // 3 * 3
    scratch[TAKEN + depth], scratch[IN_STACKS + depth] = taken, in_stacks
    scratch[TO_TRY + depth] = state[AT + SIZE * row + digit] & left & ~(taken | in_stacks)


@routine
def _note_template(scratch: Words) -> None:
    """Note the places that were chosen."""
    for number in range(scratch[N_ROWS]):
        scratch[IN_SOME + number] |= scratch[CHOSEN + number]
        scratch[IN_ALL + number] &= scratch[CHOSEN + number]
