"""The best completions of the puzzles of a batch: the lane engine's loop, with a score a solution.

It visits the completions of every puzzle, a puzzle in each lane, and keeps the best. It is for
puzzles with few completions, for which nothing is quicker. It cuts off only losing nodes, by prices
that hold for all puzzles, more than the completions kept already.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lowbit.kernels.classic.best.completions import cap_of, keep_best
from lowbit.kernels.classic.best.losses import NEVER
from lowbit.kernels.classic.lane import floor
from lowbit.kernels.classic.loop import ACTIVE, BUSY, DONE, LAST, ONE, STARVED, ZERO, sweep_once
from lowbit.kernels.classic.search import guess, leave, refill
from lowbit.kernels.classic.sweep import choose
from lowbit.kernels.core.bits import lowest
from lowbit.kernels.core.compile import kernel, part

if TYPE_CHECKING:
    from lowbit.kernels.classic.best.completions import Best, Terms
    from lowbit.kernels.classic.best.losses import Losses
    from lowbit.kernels.classic.loop import Lanes
    from lowbit.kernels.classic.search import Answers, LaneLimits, Puzzles


@kernel
def rank(
    lanes: Lanes,
    puzzles: Puzzles,
    answers: Answers,
    limits: LaneLimits,
    losses: Losses,
    terms: Terms,
    best: Best,
    sweeps: int,
) -> int:
    """Go on for a number of sweeps; return DONE, STARVED or BUSY, as `search.advance` does.

    The completions counted are those visited.
    """
    control = lanes.control
    for _ in range(sweeps):
        idle = refill(lanes, puzzles, answers, limits)
        if idle and control[LAST] == ZERO:
            return STARVED
        if control[ACTIVE] == ZERO:
            return DONE
        dead, still, solved = sweep_once(lanes)
        beaten = _beaten(lanes, still, losses, terms, best)
        still &= ~beaten
        dead |= beaten
        if still != ZERO:
            choose(lanes.rows, ())
            guess(lanes, still, answers, limits)
        leaving = dead | solved
        while solved != ZERO:
            lane = lowest(solved)
            solved &= solved - ONE
            puzzle = lanes.puzzle[lane]
            answers.n_solutions[puzzle] += 1
            loss = floor(lanes.rows, lane, losses.floors)
            if loss <= cap_of(best, puzzle, terms):
                keep_best(lanes, lane, best, puzzle, (terms.top - loss) // terms.scale)
        leave(lanes, leaving, ZERO, answers, limits, best.grids)
    return BUSY


@part
def _beaten(lanes: Lanes, still: np.uint64, losses: Losses, terms: Terms, best: Best) -> np.uint64:
    """Return the lanes that cannot reach the last of the scores kept for their puzzle."""
    beaten = ZERO
    while still != ZERO:
        lane = lowest(still)
        still &= still - ONE
        cap = cap_of(best, lanes.puzzle[lane], terms)
        if cap < NEVER and floor(lanes.rows, lane, losses.floors) > cap:
            beaten |= ONE << np.uint64(lane)
    return beaten
