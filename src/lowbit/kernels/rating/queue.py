"""Puzzles of a portion by the stage that they wait for, and the choice of the next ones."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from lowbit.kernels.core.compile import kernel, routine
from lowbit.kernels.rating.position.stages import AT_ONCE, BEYOND, DYNAMIC, LEAST, LEFT
from lowbit.kernels.rating.position.state import HARDEST, N_NODES, WAITING

if TYPE_CHECKING:
    from lowbit.kernels.core.arrays import Words

MOST_NODES, MOST_RATING, IS_OVER, OWNER, N_WAITING = range(5)
"""Places in `queue`: how many nodes a puzzle may take, how hard a step may be, in tenths, whether
the time is over, and which puzzle takes dynamic chains; then, for each stage, how many puzzles wait
for it."""

NOBODY: Final = -1


def new_queue(most_nodes: int, most_rating: int) -> Words:
    """Return limits, and room for how many puzzles wait."""
    return np.array([most_nodes, most_rating, 0, NOBODY, *[0] * BEYOND], np.int64)


@kernel
def list_next(
    states: Words,
    waiting: Words,
    queue: Words,
    alive: Words,
) -> int:
    """Leave the puzzles that are over a limit, and list those to do next.

    Return the stage that most puzzles wait for, of equals the first; NOBODY if none does. One
    puzzle takes dynamic chains at a time, to its end, for the bounds of a position are mostly
    known from the one before.

    Parameters
    ----------
    states : int64[n, N_STATE]
        Those that are left get another stage to wait for.
    waiting : int64[1 + n]
        Written to: how many of the states are next, and which.
    queue : int64[4 + BEYOND]
        See above.
    alive : int64[1 + n]
        How many of the states may wait for a stage, and which; those that no longer do drop out.
    """
    for stage in range(BEYOND):
        queue[N_WAITING + stage] = 0
    n_alive, owner = 0, queue[OWNER]
    if owner != NOBODY and states[owner, WAITING] >= BEYOND:
        owner = NOBODY
    for number in range(alive[0]):
        row = alive[1 + number]
        state = states[row]
        stage = state[WAITING]
        if stage > BEYOND:
            continue
        is_long = stage < BEYOND and (queue[IS_OVER] or state[N_NODES] > queue[MOST_NODES])
        if is_long or max(state[HARDEST], LEAST[stage]) > queue[MOST_RATING]:
            state[WAITING] = LEFT
        elif stage < BEYOND:
            # One puzzle a thread owns the trees and their bounds, which last from step to step.
            if stage >= DYNAMIC and owner == NOBODY:
                owner = row
            queue[N_WAITING + stage] += stage < DYNAMIC or row == owner
            n_alive += 1
            alive[n_alive] = row
    alive[0], queue[OWNER] = n_alive, owner
    best = 0
    for stage in range(BEYOND):
        # A stage that many wait for pays for its call; of equals the easier one goes first.
        if queue[N_WAITING + stage] > queue[N_WAITING + best]:
            best = stage
    return _list_rows(states, waiting, alive, best, owner)


@routine
def _list_rows(states: Words, waiting: Words, alive: Words, stage: int, owner: int) -> int:
    """List the first of those that wait for a stage; return it, or NOBODY if none does."""
    n_rows = 0
    for number in range(alive[0]):
        row = alive[1 + number]
        is_next = states[row, WAITING] == stage and (stage < DYNAMIC or row == owner)
        if is_next and n_rows < AT_ONCE[stage]:
            n_rows += 1
            waiting[n_rows] = row
    waiting[0] = n_rows
    return stage if n_rows else NOBODY
