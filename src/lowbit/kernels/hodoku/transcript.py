"""A search written down: singles as long as there are any, then a guess, and back from dead ends.

A guess takes the open cell with the fewest candidates, the first of them in reading order, and its
lowest digit. In a dead end the search goes back to where it guessed last, without that candidate.
Guesses, dead ends and ways back are records like those of steps, see
`lowbit.kernels.hodoku.steps`, with numbers behind those of the techniques.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from lowbit.kernels.core.bits import lowest, size_of
from lowbit.kernels.core.compile import kernel, routine
from lowbit.kernels.hodoku.apply import write_down
from lowbit.kernels.hodoku.patterns.singles import find_single
from lowbit.kernels.hodoku.state import (
    AT,
    CELLS,
    DONE,
    INVALID,
    LEFT,
    N_LEFT,
    N_NODES,
    N_STATE,
    N_TRACED,
    VALUES,
    WAITING,
    eliminate,
    load,
    place,
)
from lowbit.kernels.hodoku.steps import (
    CANDIDATES,
    HOUSE,
    IS_BASE,
    IS_EXTRA,
    N_PLACED,
    N_STEP,
    TECHNIQUES,
    WHOLE_CELL,
    add_eliminated,
    begin_step,
    mark,
    mark_digits,
)
from lowbit.kernels.hodoku.tables import CELL_AT, FULL, N_CELLS, N_HOUSES, SIZE

if TYPE_CHECKING:
    from lowbit.kernels.core.arrays import Bytes, Numbers, Words

GUESS, DEAD_END, BACK = range(len(TECHNIQUES), len(TECHNIQUES) + 3)

EVENTS: Final = (*TECHNIQUES, "guess", "dead-end", "back")
"""The names of all records of a search."""

N_SPACE: Final = N_CELLS + 1
"""Rows of states: one for each cell that may be guessed, and the one that is searched."""


def new_space() -> tuple[Words, Words]:
    """Return scratch for a thread: a step, and the states before the guesses."""
    return np.zeros(N_STEP, np.int64), np.zeros((N_SPACE, N_STATE), np.int64)


@kernel
def write_searches(
    puzzles: Bytes,
    states: Words,
    step: Words,
    before: Words,
    trace: Numbers,
    most: int,
    begin: int,
    end: int,
) -> None:
    """Search puzzles from `begin` up to `end` for their first solution, and write down the way.

    Parameters
    ----------
    puzzles : uint8[n, 81]
        The givens.
    states : int64[n, N_STATE]
        Where each ends: solved, invalid or, after `most` records, left.
    step, before : int64[:], int64[:, N_STATE]
        Scratch of this thread.
    trace : int32[n, t]
        The records, as far as there is room.
    most : int
        The most records to write for each.
    begin, end : int
        Which puzzles.
    """
    for puzzle in range(begin, end):
        state = states[puzzle]
        if load(state, puzzles[puzzle]):
            state[WAITING] = _search(state, step, before, trace[puzzle], most)
        else:
            state[WAITING] = INVALID


@routine
def _search(state: Words, step: Words, before: Words, trace: Numbers, most: int) -> int:
    depth = 0
    while state[N_NODES] < most:
        if _finds_dead_end(state, step):
            _note(state, step, trace)
            if depth == 0:
                return LEFT
            depth -= 1
            _go_back(state, step, before[depth], trace)
        elif state[N_LEFT] == 0:
            return DONE
        else:
            if not find_single(state, step):
                for word in range(N_STATE):
                    before[depth, word] = state[word]
                depth += 1
                _write_guess(state, step)
            _note(state, step, trace)
            place(state, step[CANDIDATES] // SIZE, step[CANDIDATES] % SIZE)
    return LEFT


@routine
def _note(state: Words, step: Words, trace: Numbers) -> None:
    state[N_NODES] += 1
    write_down(state, step, trace)


@routine
def _finds_dead_end(state: Words, step: Words) -> bool:
    """Write a dead end, if there is one: a cell without candidates, or a digit without a place."""
    for cell in range(N_CELLS):
        if state[CELLS + cell] == 0 and state[VALUES + cell] == 0:
            begin_step(step, DEAD_END)
            mark(step, IS_EXTRA, WHOLE_CELL + cell)
            return True
    for house in range(N_HOUSES):
        missing = FULL
        for cell in CELL_AT[house]:
            missing &= ~(1 << state[VALUES + cell] >> 1)
        while missing:
            digit = lowest(missing)
            if state[AT + SIZE * house + digit] == 0:
                begin_step(step, DEAD_END)
                mark(step, IS_BASE, HOUSE + house)
                mark(step, IS_EXTRA, SIZE * CELL_AT[house, 0] + digit)
                return True
            missing &= missing - 1
    return False


@routine
def _write_guess(state: Words, step: Words) -> None:
    guessed, fewest = -1, SIZE + 1
    for cell in range(N_CELLS):
        n_candidates = size_of(state[CELLS + cell])
        if state[VALUES + cell] == 0 and n_candidates < fewest:
            guessed, fewest = cell, n_candidates
    begin_step(step, GUESS)
    step[N_PLACED] = 1
    step[CANDIDATES] = SIZE * guessed + lowest(state[CELLS + guessed])
    mark_digits(step, IS_EXTRA, guessed, state[CELLS + guessed])


@routine
def _go_back(state: Words, step: Words, before: Words, trace: Numbers) -> None:
    """Return to the state before the last guess, without its candidate."""
    n_nodes, n_traced = state[N_NODES], state[N_TRACED]
    for word in range(N_STATE):
        state[word] = before[word]
    state[N_NODES], state[N_TRACED] = n_nodes, n_traced
    _write_guess(state, step)
    guessed = step[CANDIDATES]
    begin_step(step, BACK)
    add_eliminated(step, guessed // SIZE, 1 << guessed % SIZE)
    _note(state, step, trace)
    eliminate(state, guessed // SIZE, guessed % SIZE)
