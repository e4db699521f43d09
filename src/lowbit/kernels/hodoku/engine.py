"""Puzzles solved as HoDoKu solves them, spread over threads.

The kernel takes each puzzle as far as it can. A step that it leaves to plain finders, the caller
looks for and hands back; then the kernel goes on ::

    begin ──> states ──advance──┬─ solved
                        ^       └─ waits ──left_over──> a position ──┐
                        └────────────── hand_back ──────────────────┘
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from lowbit.kernels.core.cell_sets import UPPER
from lowbit.kernels.core.threads import share
from lowbit.kernels.hodoku.apply import apply_step
from lowbit.kernels.hodoku.solve_path import load_puzzles, new_workspace, take_steps
from lowbit.kernels.hodoku.state import (
    CELLS,
    COUNTS,
    DONE,
    FIRST,
    FROM,
    GIVENS,
    KERNEL,
    LEFT,
    LIMIT,
    N_LEFT,
    N_NODES,
    N_STATE,
    N_TRACED,
    PASSED,
    PLAIN,
    TO,
    VALUES,
    WAITING,
)
from lowbit.kernels.hodoku.steps import (
    CANDIDATES,
    N_ELIMINATED,
    N_PLACED,
    N_STEP,
    NUMBER,
    TECHNIQUE,
    TECHNIQUES,
)
from lowbit.kernels.hodoku.tables import N_CELLS, SIZE
from lowbit.kernels.hodoku.transcript import new_space, write_searches

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from lowbit.kernels.core.arrays import Bytes, Flags, Numbers, Words

PORTION: Final = 64
"""Puzzles that a thread takes at a time: some milliseconds."""


NO_TRACE: Final = np.zeros(0, np.int32)


class LeftOver(NamedTuple):
    """A position in which the kernel has found no step.

    Attributes
    ----------
    cells : list of int
        The candidates of each cell, 0 where a digit is placed.
    values : list of int
        The digit of each cell, or 0.
    givens : int
        The cells whose digit is a given, as a set.
    first, last : str
        The techniques that are to be tried: from the first to the last in HoDoKu's order.
    """

    cells: list[int]
    values: list[int]
    givens: int
    first: str
    last: str


def begin(puzzles: Bytes, last: str = TECHNIQUES[-1]) -> Words:
    """Return the initial state of each puzzle, uint8[n, 81].

    A puzzle that needs a technique after `last` in HoDoKu's order is given up.
    """
    states = np.zeros((len(puzzles), N_STATE), np.int64)
    load_puzzles(puzzles, states, NUMBER[last], 0, len(puzzles))
    return states


def no_trace(states: Words) -> Numbers:
    """Return empty traces, for puzzles whose steps nobody wants."""
    return np.zeros((len(states), 0), np.int32)


def advance(
    states: Words,
    *,
    threads: int | None = None,
    trace: Numbers | None = None,
) -> None:
    """Take each puzzle as far as the kernel can.

    Parameters
    ----------
    states : int64[n, N_STATE]
        Changed.
    threads : int, optional
        How many; the CPUs that this process may use if None.
    trace : int32[n, t], optional
        Zeroed; the steps of each puzzle are written down here as long as there is room, see
        `lowbit.kernels.hodoku.steps`.
    """
    waiting = np.flatnonzero(states[:, WAITING] == KERNEL)
    written = no_trace(states) if trace is None else trace

    def new_worker() -> Callable[[int, int], object]:
        space = new_workspace()
        return lambda first, end: take_steps(states, waiting, space, written, first, end)

    share(waiting.size, new_worker, portion=PORTION, threads=threads)


def search(puzzles: Bytes, trace: Numbers, *, most: int, threads: int | None = None) -> Words:
    """Search each puzzle for its first solution, and write down the way.

    Parameters
    ----------
    puzzles : uint8[n, 81]
        The givens.
    trace : int32[n, t]
        Zeroed; the records of each puzzle, see `lowbit.kernels.hodoku.transcript`.
    most : int
        The most records for each.
    threads : int, optional
        How many; the CPUs that this process may use if None.

    Returns
    -------
    int64[n, N_STATE]
        The states in which they end.
    """
    states = np.zeros((len(puzzles), N_STATE), np.int64)

    def new_worker() -> Callable[[int, int], object]:
        space = new_space()
        return lambda first, end: write_searches(puzzles, states, *space, trace, most, first, end)

    share(len(puzzles), new_worker, portion=PORTION, threads=threads)
    return states


def left_over(state: Words) -> LeftOver:
    """Return the position of a puzzle that waits for plain finders."""
    return LeftOver(
        state[CELLS : CELLS + N_CELLS].tolist(),
        state[VALUES : VALUES + N_CELLS].tolist(),
        int(state[GIVENS]) | int(state[GIVENS + 1]) << UPPER,
        TECHNIQUES[state[FROM]],
        TECHNIQUES[state[TO]],
    )


def hand_back(
    state: Words,
    technique: str,
    placements: Iterable[tuple[int, int]],
    eliminations: Iterable[tuple[int, int]],
    trace: Numbers = NO_TRACE,
) -> None:
    """Apply the step that plain finders have found, of cells and their digits."""
    placed, eliminated = (
        [SIZE * cell + digit - 1 for cell, digit in some] for some in (placements, eliminations)
    )
    step = np.zeros(N_STEP, np.int64)
    step[[TECHNIQUE, N_PLACED, N_ELIMINATED]] = NUMBER[technique], len(placed), len(eliminated)
    step[CANDIDATES : CANDIDATES + len(placed) + len(eliminated)] = placed + eliminated
    apply_step(state, step, trace)


def go_on_without(state: Words) -> None:
    """Resume a puzzle for which the Python finders found nothing; after the last one, give up."""
    state[PASSED] = state[TO]
    state[WAITING] = LEFT if state[TO] == state[LIMIT] else KERNEL


def give_up(states: Words) -> None:
    """Leave the puzzles that are not solved yet."""
    states[np.isin(states[:, WAITING], (KERNEL, PLAIN)), WAITING] = LEFT


def waiting(states: Words) -> Words:
    """Return the rows of the puzzles that wait for plain finders."""
    return np.flatnonzero(states[:, WAITING] == PLAIN)


def is_solved(states: Words) -> Flags:
    """Return whether each puzzle is solved."""
    solved: Flags = states[:, WAITING] == DONE
    return solved


def n_open(states: Words) -> Words:
    """Return how many cells of each puzzle are open."""
    return states[:, N_LEFT]


def n_words(states: Words) -> Words:
    """Return how many words the steps of each puzzle take, whether there was room or not."""
    return states[:, N_TRACED]


def n_steps(states: Words) -> Words:
    """Return how many steps each puzzle took."""
    return states[:, N_NODES]


def digits(states: Words) -> Bytes:
    """Return the digits that are placed, uint8[n, 81]; 0 for an open cell."""
    return states[:, VALUES : VALUES + N_CELLS].astype(np.uint8)


def counts(states: Words) -> Words:
    """Return how many steps of each technique each puzzle took, int64[n, t]."""
    return states[:, COUNTS : COUNTS + len(TECHNIQUES)]


def first_steps(states: Words) -> Words:
    """Return which step was the first of each technique, int64[n, t]: from 1, or 0."""
    return states[:, FIRST : FIRST + len(TECHNIQUES)]
