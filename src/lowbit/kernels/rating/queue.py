"""What the puzzles of a portion wait for, and which of them are done next."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from lowbit.kernels.core.compile import kernel, routine
from lowbit.kernels.rating.stages import AT_ONCE, BEYOND, LEAST, LEFT
from lowbit.kernels.rating.state import HARDEST, N_NODES, WAITING

if TYPE_CHECKING:
    from numpy.typing import NDArray

MOST_NODES, MOST_RATING, IS_OVER, N_WAITING = range(4)
"""Where `queue` has how many nodes a puzzle may take, how hard a step may be, in tenths, and
whether the time is over; then, for each stage, how many puzzles wait for it."""

NOBODY: Final = -1


def new_queue(most_nodes: int, most_rating: int) -> NDArray[np.int64]:
    """Return limits, and room for how many puzzles wait."""
    return np.array([most_nodes, most_rating, 0, *[0] * BEYOND], np.int64)


@kernel
def list_next(
    states: NDArray[np.int64],
    waiting: NDArray[np.int64],
    queue: NDArray[np.int64],
    alive: NDArray[np.int64],
) -> int:
    """Leave the puzzles that are over a limit, and list those to do next.

    Return the stage that most puzzles wait for, of equals the first; NOBODY if none does. While a
    puzzle waits on with its trees half grown, no other takes its space: what the puzzles wait for
    does not change.

    Parameters
    ----------
    states : int64[n, N_STATE]
        Of those that are left, what they wait for is changed.
    waiting : int64[1 + n]
        Written to: how many of the states are next, and which.
    queue : int64[3 + BEYOND]
        See above.
    alive : int64[1 + n]
        How many of the states may wait for a stage, and which; those that no longer do drop out.
    """
    for stage in range(BEYOND):
        queue[N_WAITING + stage] = 0
    n_alive = 0
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
            queue[N_WAITING + stage] += 1
            n_alive += 1
            alive[n_alive] = row
    alive[0] = n_alive
    best = 0
    for stage in range(BEYOND):
        if queue[N_WAITING + stage] > queue[N_WAITING + best]:
            best = stage
    return _list_rows(states, waiting, alive, best)


@routine
def _list_rows(states: Any, waiting: Any, alive: Any, stage: int) -> int:
    """List the first of those that wait for a stage; return it, or NOBODY if none does."""
    n_rows = 0
    for number in range(alive[0]):
        row = alive[1 + number]
        if n_rows < AT_ONCE[stage] and states[row, WAITING] == stage:
            n_rows += 1
            waiting[n_rows] = row
    waiting[0] = n_rows
    return stage if n_rows else NOBODY
