"""Propagation of assignments, and going back."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lowbit.kernels.core.bits import lowest
from lowbit.kernels.core.compile import part, routine
from lowbit.kernels.general.learning.formula import (
    BY_CLAUSE,
    BY_SEGMENT,
    BY_VARIABLE,
    N_DIGITS,
    N_NEEDED,
    variable_in,
    variable_of,
)
from lowbit.kernels.general.learning.state import (
    ASSIGNED,
    CLASH,
    FALSE,
    GIVEN,
    LEVEL,
    LITERALS,
    LOCKED,
    OPEN,
    PROPAGATED,
    SIZE,
    TRUE,
    WATCHES,
    is_false,
    is_open,
    is_true,
)

if TYPE_CHECKING:
    from lowbit.kernels.core.arrays import Number
    from lowbit.kernels.general.learning.formula import Formula
    from lowbit.kernels.general.learning.state import Knowledge

NO_CONFLICT = -2

NOT_A_SET = -1


@part
def assign(formula: Formula, state: Knowledge, literal: Number, reason: int) -> None:
    """Let an open literal be true."""
    note(state, literal, reason)
    if literal & 1:
        exclude(formula, state, literal >> 1, NOT_A_SET)


@part
def note(state: Knowledge, literal: Number, reason: Number) -> None:
    """Write down that a literal is true."""
    variable = literal >> 1
    state.value[variable] = TRUE + (literal & 1)
    state.level[variable] = state.control[LEVEL]
    state.reason[variable] = reason
    state.trail[state.control[ASSIGNED]] = literal
    state.control[ASSIGNED] += 1


@part
def exclude(formula: Formula, state: Knowledge, variable: Number, but: Number) -> None:
    """Take a variable out of its sets but for one; the last member of a set is true.

    No set that needs a member gets empty: a last member is no longer open.
    """
    cell, digit = np.int64(formula.cell[variable]), np.int64(formula.digit[variable])
    places = formula.places
    if but != cell:
        left = np.int64(formula.open[cell]) & ~(np.int64(1) << digit)
        formula.open[cell] = left
        if left & (left - 1) == 0:
            place(state, variable_of(formula, cell, lowest(left)), cell)
    for at in range(places.own_first[cell], places.own_first[cell + 1]):
        house = np.int64(places.own_set[at])
        own = house + digit
        if own != but:
            left = np.int64(formula.open[own]) & ~np.int64(places.own_bit[at])
            formula.open[own] = left
            if left & (left - 1) == 0 and own < formula.sizes[N_NEEDED]:
                place(state, variable_in(formula, house, lowest(left), digit), own)


@part
def place(state: Knowledge, variable: Number, own: Number) -> None:
    """Let the last member of a set be true."""
    if is_open(state, variable):
        note(state, 2 * variable, own)


@routine
def propagate(formula: Formula, state: Knowledge) -> int:
    """Assign all consequences; return the reason of a contradiction, or NO_CONFLICT."""
    control = state.control
    conflict = NO_CONFLICT
    while conflict == NO_CONFLICT and control[LOCKED] < control[ASSIGNED]:
        # Locks take longer to see: they are looked for once nothing else follows.
        if control[PROPAGATED] < control[ASSIGNED]:
            literal = np.int64(state.trail[control[PROPAGATED]])
            control[PROPAGATED] += 1
            if literal & 1 == 0:
                conflict = clear_sets(formula, state, literal >> 1)
            if conflict == NO_CONFLICT:
                conflict = visit_clauses(formula, state, literal ^ 1)
        else:
            literal = np.int64(state.trail[control[LOCKED]])
            control[LOCKED] += 1
            if literal & 1:
                conflict = lock(formula, state, literal >> 1)
    return conflict


@part
def clear_sets(formula: Formula, state: Knowledge, variable: Number) -> int:
    """Let all other members of a variable's sets be false."""
    # Reasons of all kinds are numbers of one row: sets, then variables, segments, clauses.
    because = formula.sizes[BY_VARIABLE] + variable
    cell, digit = np.int64(formula.cell[variable]), np.int64(formula.digit[variable])
    places = formula.places
    if clear_cell(formula, state, cell, np.int64(1) << digit, because):
        return because
    for at in range(places.own_first[cell], places.own_first[cell + 1]):
        house, member = np.int64(places.own_set[at]), np.int64(places.own_bit[at])
        if clear_house(formula, state, house, digit, member, because):
            return because
    return NO_CONFLICT


@part
def clear_cell(
    formula: Formula, state: Knowledge, cell: Number, member: Number, because: int
) -> bool:
    """Let all digits of a cell but one be false; return True where another one is true."""
    left = np.int64(formula.open[cell]) & ~member
    formula.open[cell] = member
    while left:
        other = variable_of(formula, cell, lowest(left))
        if not eliminate(formula, state, other, because, cell):
            # Put back what is not done yet, for the caller goes back from a conflict.
            formula.open[cell] = left | member
            return True
        left &= left - 1
    return False


@part
def clear_house(
    formula: Formula, state: Knowledge, house: Number, digit: Number, member: Number, because: int
) -> bool:
    """Let all places of a digit in a house but one be false, as `clear_cell` does."""
    own = house + digit
    left = np.int64(formula.open[own]) & ~member
    formula.open[own] = member
    while left:
        other = variable_in(formula, house, lowest(left), digit)
        if not eliminate(formula, state, other, because, own):
            formula.open[own] = left | member
            return True
        left &= left - 1
    return False


@part
def eliminate(formula: Formula, state: Knowledge, variable: int, because: int, but: Number) -> bool:
    """Let a variable be false, and take it out of its sets but for one; False if it is true."""
    if is_open(state, variable):
        note(state, 2 * variable + 1, because)
        exclude(formula, state, variable, but)
        return True
    state.control[CLASH] = variable
    return False


@part
def lock(formula: Formula, state: Knowledge, variable: Number) -> int:
    """See whether a digit is locked in a segment of a house in which a candidate is false."""
    cell, digit = np.int64(formula.cell[variable]), np.int64(formula.digit[variable])
    places, segments = formula.places, formula.segments
    last = np.int64(1) << (formula.sizes[N_DIGITS] - 1)
    for own_at in range(places.own_first[cell], places.own_first[cell + 1]):
        house = np.int64(places.own_set[own_at])
        left = np.int64(formula.open[house + digit])
        # The last place stands in for an empty set, of which there is no lowest.
        place = house - formula.first.size + lowest(left | last)
        is_settled = np.int64(left & (left - 1) == 0)
        # One branch, hardly ever taken, in place of two.
        if (left & ~np.int64(segments.within[place])) | is_settled == 0:
            for at in range(segments.first[place], segments.first[place + 1]):
                if left & ~np.int64(segments.inside[at]) == 0:
                    conflict = lock_segment(formula, state, at, digit)
                    if conflict != NO_CONFLICT:
                        return conflict
    return NO_CONFLICT


@part
def lock_segment(formula: Formula, state: Knowledge, at: int, digit: Number) -> int:
    """Let a digit be false outside of a segment."""
    because = formula.sizes[BY_SEGMENT] + at
    house = np.int64(formula.segments.other_set[at])
    left = np.int64(formula.open[house + digit]) & np.int64(formula.segments.outside[at])
    while left:
        variable = variable_in(formula, house, lowest(left), digit)
        left &= left - 1
        if state.value[variable] != FALSE and not eliminate(
            formula, state, variable, because, NOT_A_SET
        ):
            return because
    return NO_CONFLICT


@part
def visit_clauses(formula: Formula, state: Knowledge, false: Number) -> int:
    """Visit the clauses that watch a literal which has become false."""
    arena, watched = state.arena, state.watched
    before, watch = np.int64(-1), np.int64(watched[false])
    while watch >= 0:
        # A watch is a clause and, in its lowest bit, which of its first two literals watches.
        clause, which = watch >> 1, watch & 1
        following = np.int64(arena[clause + WATCHES + which])
        other = np.int64(arena[clause + LITERALS + 1 - which])
        # A clause that is true already stays where it is watched.
        if not is_true(state, other):
            at = clause + LITERALS + 2
            end = clause + LITERALS + arena[clause + SIZE]
            while at < end and is_false(state, np.int64(arena[at])):
                at += 1
            if at < end:
                literal = arena[at]
                # A literal that is not false takes its place, and the clause changes lists.
                arena[at] = false
                arena[clause + LITERALS + which] = literal
                if before < 0:
                    watched[false] = following
                else:
                    arena[(before >> 1) + WATCHES + (before & 1)] = following
                arena[clause + WATCHES + which] = watched[literal]
                watched[literal] = watch
                watch = following
                continue
            because = formula.sizes[BY_CLAUSE] + clause
            if is_false(state, other):
                return because
            assign(formula, state, other, because)
        before, watch = watch, following
    return NO_CONFLICT


@routine
def go_back(formula: Formula, state: Knowledge, level: int) -> None:
    """Undo all that follows more guesses."""
    control = state.control
    if control[LEVEL] <= level:
        return
    first = np.int64(state.guesses[level + 1])
    for at in range(first, control[ASSIGNED]):
        literal = np.int64(state.trail[at])
        if literal & 1:
            include(formula, literal >> 1)
        state.value[literal >> 1] |= OPEN
    control[ASSIGNED] = control[PROPAGATED] = first
    # Locks may lag behind: those of literals that stay are still to be seen.
    control[LOCKED] = min(control[LOCKED], first)
    control[LEVEL] = level


@part
def include(formula: Formula, variable: Number) -> None:
    """Put a variable back into its sets."""
    cell, digit = np.int64(formula.cell[variable]), np.int64(formula.digit[variable])
    places = formula.places
    formula.open[cell] |= np.int64(1) << digit
    for at in range(places.own_first[cell], places.own_first[cell + 1]):
        formula.open[places.own_set[at] + digit] |= places.own_bit[at]


@part
def guess(formula: Formula, state: Knowledge, literal: int) -> None:
    """Assign a literal at a level of its own."""
    state.control[LEVEL] += 1
    state.guesses[state.control[LEVEL]] = state.control[ASSIGNED]
    assign(formula, state, literal, GIVEN)
