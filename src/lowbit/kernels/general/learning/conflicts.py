"""The clause that a contradiction teaches: the first of its level from which all follows."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lowbit.kernels.core.compile import part, routine
from lowbit.kernels.general.learning.activities import bump
from lowbit.kernels.general.learning.formula import (
    BY_CLAUSE,
    BY_SEGMENT,
    BY_VARIABLE,
    list_members,
)
from lowbit.kernels.general.learning.state import (
    ASSIGNED,
    CLASH,
    GIVEN,
    LEVEL,
    LITERALS,
    SIZE,
    TRUE,
)

if TYPE_CHECKING:
    from lowbit.kernels.core.arrays import Number, Shorts
    from lowbit.kernels.general.learning.formula import Formula
    from lowbit.kernels.general.learning.state import Knowledge


@part
def behind(formula: Formula, state: Knowledge, reason: int, variable: Number) -> int:
    """Write the variables behind a reason, but for one, into `scratch`; return how many."""
    sizes, scratch = formula.sizes, state.scratch
    if reason < sizes[BY_VARIABLE]:
        n = list_members(formula, reason, np.int64(formula.given[reason]), scratch)
        return without(scratch, n, variable)
    if reason < sizes[BY_SEGMENT]:
        scratch[0] = reason - sizes[BY_VARIABLE]
        return 1
    if reason < sizes[BY_CLAUSE]:
        at = reason - sizes[BY_SEGMENT]
        own = np.int64(formula.segments.own_set[at]) + formula.digit[variable]
        left = np.int64(formula.given[own]) & ~np.int64(formula.segments.inside[at])
        return list_members(formula, own, left, scratch)
    clause = reason - sizes[BY_CLAUSE]
    size = state.arena[clause + SIZE]
    for at in range(size):
        scratch[at] = state.arena[clause + LITERALS + at] >> 1
    return without(scratch, size, variable)


@part
def without(numbers: Shorts, n: int, number: Number) -> int:
    """Leave a number out; return how many are left."""
    for at in range(n):
        if numbers[at] == number:
            # The order does not matter, so that the last one fills the gap.
            numbers[at] = numbers[n - 1]
            return n - 1
    return n


@routine
def learn(formula: Formula, state: Knowledge, conflict: int) -> int:
    """Write the clause into `learnt`, the literal that will follow first; return its size."""
    size, n_here = 1, 0
    at = state.control[ASSIGNED]
    n = behind_conflict(formula, state, conflict)
    while True:
        size, n_new = gather(state, n, size)
        n_here += n_new
        at -= 1
        # Back along the trail, to the last variable that is behind the contradiction.
        while state.seen[state.trail[at] >> 1] == 0:
            at -= 1
        variable = np.int64(state.trail[at]) >> 1
        n_here -= 1
        # The only one left of the last level: the first unique implication point.
        if n_here == 0:
            break
        state.seen[variable] = 0
        n = behind(formula, state, state.reason[variable], variable)
    # The lowest bit of a literal is its sign: XOR negates it.
    state.learnt[0] = state.trail[at] ^ 1
    return shorten(formula, state, size)


@part
def gather(state: Knowledge, n: int, size: int) -> tuple[int, int]:
    """Put variables behind a reason into the clause; return its size, and how many wait.

    Those of the last level wait for their reasons, and are the more active.
    """
    n_new = 0
    for k in range(n):
        other = np.int64(state.scratch[k])
        if state.level[other] == state.control[LEVEL]:
            bump(state, other)
            n_new += state.seen[other] == 0
            state.seen[other] = 1
        elif state.level[other] > 0 and state.seen[other] == 0:
            state.seen[other] = 1
            state.learnt[size] = false_literal(state, other)
            size += 1
    return size, n_new


@part
def behind_conflict(formula: Formula, state: Knowledge, conflict: int) -> int:
    """Write the variables of a contradiction into `scratch`; return how many."""
    if conflict >= formula.sizes[BY_CLAUSE]:
        return behind(formula, state, conflict, -1)
    clash = state.control[CLASH]
    n = behind(formula, state, conflict, clash)
    state.scratch[n] = clash
    return n + 1


@part
def false_literal(state: Knowledge, variable: Number) -> int:
    """Return the literal of an assigned variable that is false."""
    return 2 * variable + (state.value[variable] == TRUE)


@part
def shorten(formula: Formula, state: Knowledge, size: int) -> int:
    """Leave out literals that follow from others of the learnt clause; return its size."""
    learnt, kept = state.learnt, size
    for k in range(size - 1, 0, -1):
        if follows(formula, state, np.int64(learnt[k]) >> 1):
            kept -= 1
            # Kept behind the others, for their `seen` is to be cleared, too.
            learnt[k], learnt[kept] = learnt[kept], learnt[k]
    for k in range(size):
        state.seen[learnt[k] >> 1] = 0
    return kept


@part
def follows(formula: Formula, state: Knowledge, variable: Number) -> bool:
    """Say whether a variable follows from others of the learnt clause."""
    if state.reason[variable] == GIVEN:
        return False
    n = behind(formula, state, state.reason[variable], variable)
    for k in range(n):
        other = np.int64(state.scratch[k])
        if state.seen[other] == 0 and state.level[other] > 0:
            return False
    return True
