"""Learnt clauses, and which of them are kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lowbit.kernels.core.compile import part
from lowbit.kernels.general.learning.state import (
    ARENA,
    GLUE,
    LITERALS,
    MOST_CLAUSES,
    N_CLAUSES,
    SIZE,
    WATCHES,
)

if TYPE_CHECKING:
    from lowbit.kernels.general.learning.state import Knowledge

FOR_EVER = 2
"""Clauses whose literals had so many levels are always kept."""

MORE_CLAUSES, MOST_EVER = 300, 20_000
"""Clauses by which the room grows each time that half of them were dropped, and its limit."""


@part
def add_clause(state: Knowledge, size: int, glue: int) -> int:
    """Keep the learnt clause, which has two literals or more; return where."""
    arena, control = state.arena, state.control
    clause = control[ARENA]
    arena[clause + SIZE] = size
    arena[clause + GLUE] = glue
    for at in range(size):
        arena[clause + LITERALS + at] = state.learnt[at]
    watch(state, clause)
    control[ARENA] += LITERALS + size
    control[N_CLAUSES] += 1
    return clause


@part
def watch(state: Knowledge, clause: int) -> None:
    """Let the first two literals of a clause watch it."""
    for which in range(2):
        literal = state.arena[clause + LITERALS + which]
        state.arena[clause + WATCHES + which] = state.watched[literal]
        state.watched[literal] = 2 * clause + which


@part
def drop_half(state: Knowledge, n_literals: int) -> None:
    """Drop half of the clauses, those of the most levels; only where nothing is guessed."""
    arena, control = state.arena, state.control
    most = glue_of_half(state)
    state.watched[:n_literals] = -1
    end = control[ARENA]
    clause = kept = control[N_CLAUSES] = 0
    while clause < end:
        length = LITERALS + arena[clause + SIZE]
        if arena[clause + GLUE] <= most:
            for at in range(length):
                arena[kept + at] = arena[clause + at]
            watch(state, kept)
            kept += length
            control[N_CLAUSES] += 1
        clause += length
    control[ARENA] = kept
    control[MOST_CLAUSES] = min(control[MOST_CLAUSES] + MORE_CLAUSES, MOST_EVER)


@part
def glue_of_half(state: Knowledge) -> int:
    """Return the most levels that a clause may have had to be kept: about half have as many."""
    arena, counts = state.arena, state.scratch
    counts[:] = 0
    clause, end = 0, state.control[ARENA]
    while clause < end:
        counts[min(arena[clause + GLUE], counts.size - 1)] += 1
        clause += LITERALS + arena[clause + SIZE]
    most, n = 0, counts[0]
    while n + counts[most + 1] <= state.control[N_CLAUSES] // 2:
        most += 1
        n += counts[most]
    return max(most, FOR_EVER)
