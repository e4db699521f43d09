"""The search of one puzzle: guesses, and clauses that each contradiction teaches.

::

    guess ──> propagate ──> contradiction ──> a clause ──> back to where it leaves one choice
      ^           │                                                    │
      └── open ───┴──> full: a solution, which is forbidden            └──> propagate ...

Now and then all guesses are taken back; clauses, activities and the phases of variables stay.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from lowbit.kernels.core.compile import kernel, part
from lowbit.kernels.general.learning.activities import age, most_active, start_activities
from lowbit.kernels.general.learning.clauses import add_clause, drop_half
from lowbit.kernels.general.learning.conflicts import learn
from lowbit.kernels.general.learning.formula import (
    BY_CLAUSE,
    N_NEEDED,
    N_VARIABLES,
    formulate,
    list_members,
)
from lowbit.kernels.general.learning.propagation import (
    NO_CONFLICT,
    assign,
    go_back,
    guess,
    place,
    propagate,
)
from lowbit.kernels.general.learning.state import (
    ARENA,
    ASSIGNED,
    BLOCK,
    FALSE,
    GIVEN,
    LEVEL,
    LITERALS,
    MOST_CLAUSES,
    N_CLAUSES,
    N_RESTARTS,
    OPEN,
    TRUE,
    UNTIL_RESTART,
)

if TYPE_CHECKING:
    from lowbit.kernels.core.arrays import BoardMasks, Bytes, Words
    from lowbit.kernels.general.learning.formula import Formula
    from lowbit.kernels.general.learning.state import Knowledge

DONE, BUSY, FOUND, FULL = range(4)
"""Reasons why `search` returned: all is searched; it reached the number of nodes; there is a
solution; or there is no room for a clause."""

OVER = NOWHERE = -1

UNIT = 128
"""Conflicts before the first restart."""

FEW_CLAUSES = 2000
"""Clauses that may be kept at first."""

NODES, GUESSES, MOST, N_COUNTS = range(4)
"""Words of `LearningTask.counts`: nodes and guesses so far, and the nodes up to which to search."""


class LearningTask(NamedTuple):
    """A puzzle that is searched, and the results.

    Attributes
    ----------
    masks : unsigned[n_cells]
        The candidates.
    likely : uint8[n_cells]
        A grid near which solutions are looked for first; 0 for any digit.
    digits : uint8[n_cells]
        The solution that was found last.
    counts : int64[N_COUNTS]
    """

    masks: BoardMasks
    likely: Bytes
    digits: Bytes
    counts: Words


@kernel
def begin(formula: Formula, state: Knowledge, puzzle: LearningTask) -> bool:
    """Read a puzzle; return False if a cell, or a digit in a house, has no candidate."""
    formulate(formula, puzzle.masks)
    n, control = formula.sizes[N_VARIABLES], state.control
    control[:] = 0
    control[MOST_CLAUSES] = FEW_CLAUSES
    control[UNTIL_RESTART] = UNIT
    state.value[n : n + BLOCK] = 0
    state.watched[: 2 * n] = NOWHERE
    state.seen[:n] = 0
    for variable in range(n):
        is_likely = puzzle.likely[formula.cell[variable]] == formula.digit[variable] + 1
        state.value[variable] = OPEN + (TRUE if is_likely else FALSE)
    start_activities(formula, state)
    return place_singles(formula, state)


@part
def place_singles(formula: Formula, state: Knowledge) -> bool:
    """Let the last member of each set be true; return False if a set that needs one is empty."""
    for own in range(formula.sizes[N_NEEDED]):
        left = np.int64(formula.open[own])
        if left == 0:
            return False
        if left & (left - 1) == 0:
            list_members(formula, own, left, state.scratch)
            place(state, np.int64(state.scratch[0]), GIVEN)
    return True


@kernel
def search(formula: Formula, state: Knowledge, puzzle: LearningTask) -> int:
    """Go on; return DONE, BUSY, FOUND or FULL."""
    control, counts = state.control, puzzle.counts
    n = formula.sizes[N_VARIABLES]
    if control[LEVEL] == OVER:
        return DONE
    while counts[NODES] < counts[MOST]:
        if control[ARENA] + LITERALS + n > state.arena.size:
            return FULL
        counts[NODES] += 1
        conflict = propagate(formula, state)
        if conflict == NO_CONFLICT and control[ASSIGNED] < n:
            if control[UNTIL_RESTART] <= 0:
                restart(formula, state)
            counts[GUESSES] += 1
            variable = most_active(formula, state)
            guess(formula, state, 2 * variable + (state.value[variable] == OPEN + FALSE))
        elif conflict == NO_CONFLICT:
            read_solution(formula, state, puzzle.digits)
            forbid(formula, state)
            return FOUND
        elif control[LEVEL] == 0:
            return DONE
        else:
            control[UNTIL_RESTART] -= 1
            size = learn(formula, state, conflict)
            age(state)
            turn_round(formula, state, size)
    return BUSY


@part
def turn_round(formula: Formula, state: Knowledge, size: int) -> None:
    """Go back to where the learnt clause has one literal left that may be true."""
    learnt = state.learnt
    if size == 1:
        go_back(formula, state, 0)
        assign(formula, state, learnt[0], GIVEN)
        return
    highest = 1
    for at in range(2, size):
        if state.level[learnt[at] >> 1] > state.level[learnt[highest] >> 1]:
            highest = at
    learnt[1], learnt[highest] = learnt[highest], learnt[1]
    glue = n_levels(state, size)
    go_back(formula, state, state.level[learnt[1] >> 1])
    follow(formula, state, size, glue)


@part
def n_levels(state: Knowledge, size: int) -> int:
    """Return how many levels the literals of the learnt clause have."""
    n = 0
    for at in range(size):
        level = state.level[state.learnt[at] >> 1]
        n += state.seen[level] == 0
        state.seen[level] = 1
    for at in range(size):
        state.seen[state.level[state.learnt[at] >> 1]] = 0
    return n


@part
def forbid(formula: Formula, state: Knowledge) -> None:
    """Go back from a solution, and forbid it; without a guess, nothing is left."""
    control = state.control
    size = control[LEVEL]
    if size == 0:
        control[LEVEL] = OVER
        return
    for level in range(size):
        # The negation of a guess: not all of them together.
        state.learnt[level] = state.trail[state.guesses[size - level]] ^ 1
    if size == 1:
        go_back(formula, state, 0)
        assign(formula, state, state.learnt[0], GIVEN)
        return
    go_back(formula, state, size - 1)
    follow(formula, state, size, 0)


@part
def follow(formula: Formula, state: Knowledge, size: int, glue: int) -> None:
    """Keep the learnt clause, and let its first literal be true, as all others are false."""
    clause = add_clause(state, size, glue)
    assign(formula, state, state.learnt[0], formula.sizes[BY_CLAUSE] + clause)


@part
def restart(formula: Formula, state: Knowledge) -> None:
    """Guess anew."""
    control = state.control
    go_back(formula, state, 0)
    control[N_RESTARTS] += 1
    control[UNTIL_RESTART] = UNIT * luby(control[N_RESTARTS])
    if control[N_CLAUSES] > control[MOST_CLAUSES]:
        drop_half(state, 2 * formula.sizes[N_VARIABLES])


@part
def luby(at: int) -> int:
    """Return a number of the sequence 1, 1, 2, 1, 1, 2, 4, 1, ..., which begins with number 0."""
    size, level = 1, 0
    while size < at + 1:
        size = 2 * size + 1
        level += 1
    while size - 1 != at:
        # The sequence begins with a shorter one twice; down, until the number is at an end.
        size = (size - 1) >> 1
        level -= 1
        at %= size
    return 1 << level


@part
def read_solution(formula: Formula, state: Knowledge, digits: Bytes) -> None:
    """Write down the digits of a solution."""
    for at in range(state.control[ASSIGNED]):
        literal = state.trail[at]
        if literal & 1 == 0:
            digits[formula.cell[literal >> 1]] = formula.digit[literal >> 1] + 1
