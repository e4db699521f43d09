"""Eliminations of patterns in the middle of a dynamic chain.

The families are tried in order, and all that the first one finds is taken. A find counts only if it
would not have been there without the eliminations of the chain. As in Sudoku Explainer, a family
counts as having found something even where all of that is off already.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lowbit.kernels.core.bits import lowest, size_of
from lowbit.kernels.core.compile import routine
from lowbit.kernels.rating.position.closed_sets import (
    DIGITS,
    PLACES,
    cells_of_house,
    digits_of_house,
    list_closed,
)
from lowbit.kernels.rating.position.state import AT, CELLS, N_OPEN, N_PLACED
from lowbit.kernels.rating.position.tables import (
    CELL_AT,
    COLUMN,
    FULL,
    LOCKING,
    N_HOUSES,
    ROW,
    SHARED,
    SIZE,
)
from lowbit.kernels.rating.trees.propagation import (
    WITH_PATTERNS,
    add_node,
    grow,
    join,
    origin_by,
)
from lowbit.kernels.rating.trees.trees import (
    ASSUMED,
    CLASH,
    N_NODES,
    N_OFFS,
    NO_CHAIN,
    NOT_REACHED,
    Trees,
)

if TYPE_CHECKING:
    from lowbit.kernels.core.arrays import Words


@routine
def grow_with_patterns(state: Words, trees: Trees, root: int, rules: int) -> None:
    """Go on from nodes until nothing follows, be it by patterns, or a clash does."""
    grow(state, trees, root, rules)
    while rules & WITH_PATTERNS and trees.words[CLASH] == 0:
        n_offs = trees.words[N_OFFS]
        _eliminate_by_patterns(state, trees, root, rules)
        if trees.words[N_OFFS] == n_offs:
            return
        grow(state, trees, root, rules)


@routine
def _eliminate_by_patterns(state: Words, trees: Trees, root: int, rules: int) -> None:
    """Make the eliminations of the first family that finds anything."""
    is_done = _with_locked(state, trees, root, rules)
    is_done = is_done or _with_hidden_pairs(state, trees, root, rules)
    is_done = is_done or _with_naked_pairs(state, trees, root, rules)
    if not is_done:
        _with_x_wings(state, trees, root, rules)


@routine
def _with_locked(state: Words, trees: Trees, root: int, rules: int) -> bool:
    found, view = False, trees.board
    for number in range(len(LOCKING)):
        base, cover = LOCKING[number, 0], LOCKING[number, 1]
        for digit in range(SIZE):
            inside = view[AT + SIZE * base + digit]
            rest = view[AT + SIZE * cover + digit] & ~SHARED[cover, base]
            outside = state[AT + SIZE * base + digit] & ~SHARED[base, cover]
            if inside & (inside - 1) and inside & ~SHARED[base, cover] == 0 and rest and outside:
                n_premises = _add_premises(trees, 0, base, outside, digit)
                origin = _origin_by_pattern(trees, root, rules, n_premises)
                _eliminate_places(trees, root, cover, rest, digit, origin)
                found = True
    return found


@routine
def _with_hidden_pairs(state: Words, trees: Trees, root: int, rules: int) -> bool:
    found, view, scratch = False, trees.board, trees.scratch
    for house in range(N_HOUSES):
        # Sudoku Explainer looks for no hidden pairs in a house of four open cells.
        if view[N_OPEN + house] <= 4:
            continue
        digits_of_house(view, scratch, house)
        for number in range(list_closed(scratch, 2)):
            digits, places = scratch[DIGITS + 2 * number], scratch[PLACES + 2 * number]
            n_premises, eliminates = 0, False
            for digit in range(SIZE):
                own = state[AT + SIZE * house + digit] & ~places
                if digits >> digit & 1:
                    n_premises = _add_premises(trees, n_premises, house, own, digit)
                else:
                    eliminates |= view[AT + SIZE * house + digit] & places != 0
            if n_premises and eliminates:
                origin = _origin_by_pattern(trees, root, rules, n_premises)
                _eliminate_from_cells(trees, root, house, places, FULL & ~digits, origin)
                found = True
    return found


@routine
def _with_naked_pairs(state: Words, trees: Trees, root: int, rules: int) -> bool:
    found, view, scratch = False, trees.board, trees.scratch
    for house in range(N_HOUSES):
        if view[N_OPEN + house] < 4:
            continue
        cells_of_house(view, scratch, house)
        for number in range(list_closed(scratch, 2)):
            places, digits = scratch[DIGITS + 2 * number], scratch[PLACES + 2 * number]
            n_premises, eliminates = 0, False
            for digit in range(SIZE):
                if digits >> digit & 1:
                    eliminates |= view[AT + SIZE * house + digit] & ~places != 0
                else:
                    gone = state[AT + SIZE * house + digit] & places
                    n_premises = _add_premises(trees, n_premises, house, gone, digit)
            if n_premises and eliminates:
                origin = _origin_by_pattern(trees, root, rules, n_premises)
                _eliminate_from_cells(trees, root, house, FULL & ~places, digits, origin)
                found = True
    return found


@routine
def _with_x_wings(state: Words, trees: Trees, root: int, rules: int) -> bool:
    """Make the eliminations of X-wings: columns before rows, and of two lines digit by digit."""
    found, view = False, trees.board
    for bases in (COLUMN, ROW):
        for last in range(1, SIZE):
            for earlier in range(last):
                for digit in range(SIZE):
                    places = view[AT + SIZE * (bases + earlier) + digit]
                    if (
                        places == view[AT + SIZE * (bases + last) + digit]
                        and size_of(places) == 2
                        and view[N_PLACED + digit] + 4 <= SIZE
                    ):
                        lines = 1 << earlier | 1 << last
                        found |= _with_x_wing(
                            state, trees, root, rules, digit, bases, lines, places
                        )
    return found


@routine
def _with_x_wing(
    state: Words,
    trees: Trees,
    root: int,
    rules: int,
    digit: int,
    bases: int,
    lines: int,
    places: int,
) -> bool:
    view, covers = trees.board, COLUMN + ROW - bases
    eliminates, rest = 0, places
    while rest:
        eliminates |= view[AT + SIZE * (covers + lowest(rest)) + digit] & ~lines
        rest &= rest - 1
    n_premises, rest = 0, lines
    while rest:
        base = bases + lowest(rest)
        gone = state[AT + SIZE * base + digit] & ~places
        n_premises = _add_premises(trees, n_premises, base, gone, digit)
        rest &= rest - 1
    if n_premises == 0 or eliminates == 0:
        return False
    origin = _origin_by_pattern(trees, root, rules, n_premises)
    for number in range(SIZE):  # cell by cell, whatever the bases are
        is_of_wing = (lines if bases == ROW else ~places) >> number & 1
        eliminated = view[AT + SIZE * (ROW + number) + digit] & (places if bases == ROW else ~lines)
        _eliminate_places(trees, root, ROW + number, 0 if is_of_wing else eliminated, digit, origin)
    return True


@routine
def _add_premises(trees: Trees, n_premises: int, house: int, places: int, digit: int) -> int:
    """Add the places of a digit, being off, to the premises of a pattern; return how many."""
    while places:
        cell = CELL_AT[house, lowest(places)]
        trees.parents[n_premises] = 2 * trees.index_of[SIZE * cell + digit]
        n_premises += 1
        places &= places - 1
    return n_premises


@routine
def _origin_by_pattern(trees: Trees, root: int, rules: int, n_premises: int) -> int:
    """Join the premises of a pattern, cell by cell; return the origin that they are."""
    parents = trees.parents
    for end in range(1, n_premises):
        # Insertion, for a pattern has few premises.
        premise, place = parents[end], end
        while place and parents[place - 1] > premise:
            parents[place] = parents[place - 1]
            place -= 1
        parents[place] = premise
    join(trees, root, n_premises)
    return origin_by(trees, rules, n_premises, NO_CHAIN)


@routine
def _eliminate_from_cells(
    trees: Trees, root: int, house: int, places: int, digits: int, origin: int
) -> None:
    """Eliminate digits from places of a house, cell by cell."""
    while places:
        cell = CELL_AT[house, lowest(places)]
        eliminated = trees.board[CELLS + cell] & digits
        while eliminated:
            eliminate_in_tree(trees, root, SIZE * cell + lowest(eliminated), origin)
            eliminated &= eliminated - 1
        places &= places - 1


@routine
def _eliminate_places(
    trees: Trees, root: int, house: int, places: int, digit: int, origin: int
) -> None:
    """Eliminate a digit from places of a house."""
    while places:
        eliminate_in_tree(trees, root, SIZE * CELL_AT[house, lowest(places)] + digit, origin)
        places &= places - 1


@routine
def eliminate_in_tree(trees: Trees, root: int, candidate: int, origin: int) -> None:
    """Reach a candidate that is off by the joined premises, if it is not yet."""
    off = 2 * trees.index_of[candidate]
    if trees.lengths[trees.words[N_NODES] * root + off] == NOT_REACHED:
        add_node(trees, root, off, origin, ASSUMED)
