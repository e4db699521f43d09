"""A batch of puzzles rated, spread over threads.

A thread takes some thousand puzzles at a time. Puzzles that singles do not solve wait for a stage:
the steps up to XYZ-wings, side by side; loops and other patterns; where these find nothing, cycles
and chains; where these do not either, the next stage. A step found in any stage sends it back to
one of the first. The kernel of the stage that most puzzles wait for does these, some milliseconds'
worth at a time; between two calls Ctrl-C, time limits and progress are seen to. A stage is only
compiled when a puzzle waits for it.
"""

from __future__ import annotations

import math
import time
from collections import deque
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

import numpy as np

from lowbit.kernels.core.compile import bind
from lowbit.kernels.core.threads import Loop, n_cpus
from lowbit.kernels.rating.chains.cycles import new_cycle_space, take_cycle_steps
from lowbit.kernels.rating.dynamic.multiple import take_forcing_steps
from lowbit.kernels.rating.dynamic.nested import new_nest
from lowbit.kernels.rating.lanes.block import new_lane_space
from lowbit.kernels.rating.lanes.easy import take_easy_steps
from lowbit.kernels.rating.lanes.load import load_puzzles
from lowbit.kernels.rating.patterns.basic import new_workspace, take_basic_steps
from lowbit.kernels.rating.position.ratings import (
    CLASHING,
    LIMIT_REACHED,
    NOT_RATED,
    RATED,
    Ratings,
)
from lowbit.kernels.rating.position.stages import (
    BASIC,
    BEYOND,
    CYCLES,
    DONE,
    DYNAMIC,
    EASY,
    INVALID,
    LEFT,
    MULTIPLE,
    NISHIO,
    PLUS,
    PLUS_CHAINS,
    PLUS_DYNAMIC,
    PLUS_MULTIPLE,
    PLUS_NESTED,
    TRIPLES,
)
from lowbit.kernels.rating.position.state import N_NODES, N_STATE, RATINGS, WAITING
from lowbit.kernels.rating.queue import IS_OVER, NOBODY, list_next, new_queue

if TYPE_CHECKING:
    from collections.abc import Callable, MutableSequence

    from lowbit.kernels.core.arrays import Bytes, Numbers, Words
    from lowbit.kernels.core.threads import Progress

PORTION: Final = 2048
"""Puzzles that a thread takes at a time."""

UNLIMITED: Final = 1 << 62


class Stage(NamedTuple):
    """A kernel that puzzles wait for, and the maker of its scratch."""

    take: Callable[..., None]
    new_space: Callable[[], Any]


Spaces: TypeAlias = "dict[Callable[[], Any], Any]"
"""The scratch of a thread, by its maker."""

STAGES: Final = {
    EASY: Stage(take_easy_steps, new_lane_space),
    BASIC: Stage(take_basic_steps, new_workspace),
    CYCLES: Stage(take_cycle_steps, new_cycle_space),
    TRIPLES: Stage(take_basic_steps, new_workspace),
    NISHIO: Stage(take_forcing_steps, new_nest),
    MULTIPLE: Stage(take_forcing_steps, new_nest),
    DYNAMIC: Stage(take_forcing_steps, new_nest),
    PLUS: Stage(take_forcing_steps, new_nest),
    PLUS_CHAINS: Stage(take_forcing_steps, new_nest),
    PLUS_MULTIPLE: Stage(take_forcing_steps, new_nest),
    PLUS_DYNAMIC: Stage(take_forcing_steps, new_nest),
    PLUS_NESTED: Stage(take_forcing_steps, new_nest),
}

_SPARE: Final[deque[Spaces]] = deque(maxlen=1)
"""The scratch that a batch leaves to the next: to clear it takes as long as to rate a puzzle."""

NO_TRACE: Final = np.zeros((0, 0), np.int32)


def rate(
    puzzles: Bytes,
    ratings: Ratings,
    *,
    max_nodes: int | None = None,
    time_limit: float | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
    trace: Numbers | None = None,
) -> None:
    """Rate each puzzle of a batch as Sudoku Explainer 1.2.1 does.

    Parameters
    ----------
    puzzles : uint8[n, 81]
        0 is blank. Each should have one solution: of another one the rating means nothing.
    ratings : Ratings
        Written to.
    max_nodes : int, optional
        Leave a puzzle once it has taken more steps and searches.
    time_limit : float, optional
        Seconds for the whole batch; puzzles not done by then get LIMIT_REACHED.
    threads : int, optional
        How many; the CPUs that this process may use if None.
    progress : callable, optional
        Called with the numbers of puzzles begun and of all, a few times a second, from this
        thread.
    trace : int32[n, t], optional
        Zeroed; the steps of each puzzle are written down here as long as there is room, see
        `lowbit.kernels.rating.position.steps`.
    """
    n_threads = max(1, min(threads or n_cpus(), puzzles.shape[0]))
    job = RatingJob(
        puzzles, ratings, trace, UNLIMITED if max_nodes is None else max_nodes, time_limit
    )
    # Four portions a thread: threads end at about the same time, and lanes are still filled.
    job.portion = max(
        1, min(PORTION, job.total if n_threads == 1 else job.total // (4 * n_threads))
    )
    job.spare = _SPARE
    job.run(n_threads, progress)


class RatingJob(Loop):
    """A batch, shared by the threads that rate it."""

    def __init__(
        self,
        puzzles: Bytes,
        ratings: Ratings,
        trace: Numbers | None,
        max_nodes: int,
        time_limit: float | None,
        most_rating: int = UNLIMITED,
    ) -> None:
        super().__init__(puzzles.shape[0], PORTION)
        self.puzzles = puzzles
        self.ratings = ratings
        self.trace = trace
        self._limits = max_nodes, most_rating
        self._deadline = math.inf if time_limit is None else time.monotonic() + time_limit
        self.spare: MutableSequence[Spaces] = []

    def work(self, progress: Progress | None = None) -> None:
        """Rate puzzles until none are left."""
        states, rows = np.empty((self.portion, N_STATE), np.int64), np.zeros(self.portion, np.int64)
        try:
            spaces = self.spare.pop()
        except IndexError:
            spaces = self._new_spaces()
        lanes = spaces[new_lane_space]
        in_lanes = self.trace is None
        first, end = self.take()
        while first < end and not self.stopped:
            n = load_puzzles(self.puzzles, states, rows, first, end, lanes, self.ratings, in_lanes)
            self._rate(states[:n], first, spaces, progress)
            self._note(states[:n], rows[:n])
            first, end = self.take()
        self.spare.append(spaces)

    def _new_spaces(self) -> Spaces:
        """Return the scratch that a thread begins with."""
        return {new_lane_space: new_lane_space()}

    def _rate(
        self,
        states: Words,
        first: int,
        spaces: Spaces,
        progress: Progress | None,
    ) -> None:
        """Take the puzzles of some states as far as they go."""
        no_trace = np.zeros((len(states), 0), np.int32)
        trace = no_trace if self.trace is None else self.trace[first : first + len(states)]
        waiting = np.zeros(1 + len(states), np.int64)
        queue = new_queue(*self._limits)
        # The first word is how many there are, the others are the numbers of the states.
        alive = np.arange(-1, len(states))
        alive[0] = len(states)
        next_stage = bind(list_next, states, waiting, queue, alive)
        calls: dict[int, Callable[[], object]] = {}
        while (stage := next_stage()) != NOBODY and not self.stopped:
            if stage not in calls:
                take, new_space = STAGES[stage]
                if new_space not in spaces:
                    spaces[new_space] = new_space()
                calls[stage] = bind(take, states, waiting, spaces[new_space], trace)
            calls[stage]()
            queue[IS_OVER] = time.monotonic() > self._deadline
            self.report(progress)

    def _note(self, states: Words, rows: Words) -> None:
        """Write down the outcomes of some puzzles."""
        waiting, ratings = states[:, WAITING], self.ratings
        found = states[:, RATINGS : RATINGS + 3]
        ratings.nodes[rows] = states[:, N_NODES]
        ratings.status[rows] = STATUS_OF[waiting]
        ratings.ratings[rows] = np.where(waiting[:, None] == DONE, found, 0)


STATUS_OF: Final = np.full(LEFT + 1, LIMIT_REACHED, np.uint8)
"""The outcome of a puzzle by its state: one that waits for a stage was left."""
STATUS_OF[[BEYOND, DONE, INVALID]] = NOT_RATED, RATED, CLASHING
