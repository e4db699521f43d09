"""A batch of puzzles rated, spread over threads.

A thread takes some hundred puzzles at a time. Each waits for a stage: the singles, sets and
patterns; where these find nothing, cycles and chains; where these do not either, what comes next. A
step found in any stage sends it back to the first one. The kernel of the stage that most puzzles
wait for does these, some milliseconds' worth at a time; between two calls Ctrl-C, time limits and
progress are seen to. A stage is only compiled when a puzzle waits for it.
"""

from __future__ import annotations

import math
import time
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

import numpy as np

from lowbit.kernels.core.compile import bind
from lowbit.kernels.core.threads import Loop, n_cpus
from lowbit.kernels.rating.basic import new_workspace, take_basic_steps
from lowbit.kernels.rating.cycles import new_cycle_space, take_cycle_steps
from lowbit.kernels.rating.load import load_puzzles, new_single_space
from lowbit.kernels.rating.multiple import take_forcing_steps
from lowbit.kernels.rating.nested import new_nest
from lowbit.kernels.rating.queue import IS_OVER, NOBODY, list_next, new_queue
from lowbit.kernels.rating.stages import (
    BASIC,
    BEYOND,
    CYCLES,
    DONE,
    DYNAMIC,
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
from lowbit.kernels.rating.state import N_NODES, N_STATE, RATINGS, WAITING
from lowbit.kernels.rating.tables import N_CELLS

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from lowbit.kernels.core.threads import Progress

RATED, NOT_RATED, CLASHING, LIMIT_REACHED = range(4)
"""The outcome for a puzzle: rated; not rated, because no step solves it or its chains exceed the
buffers, so that only `lowbit.techniques.difficulty` can tell; givens that clash; a limit of nodes
or time reached."""

PORTION: Final = 1024
"""Puzzles that a thread takes at a time."""

UNLIMITED: Final = 1 << 62


class Ratings(NamedTuple):
    """The ratings of a batch.

    Attributes
    ----------
    status : uint8[n]
        RATED, NOT_RATED, CLASHING or LIMIT_REACHED.
    ratings : int16[n, 3]
        Of each that is rated the hardest step (ER), the hardest up to the first that places a digit
        (EP), and the first one (ED), in tenths.
    nodes : int64[n]
        How many steps and searches each took.
    """

    status: NDArray[np.uint8]
    ratings: NDArray[np.int16]
    nodes: NDArray[np.int64]


class Stage(NamedTuple):
    """A kernel that puzzles wait for, and what makes its scratch."""

    take: Callable[..., None]
    new_space: Callable[[], Any]


Spaces: TypeAlias = "dict[Callable[[], Any], Any]"
"""The scratch of a thread, by what makes it."""

STAGES: Final = {
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

NO_TRACE: Final = np.zeros((0, 0), np.int32)


def new_ratings(n: int) -> Ratings:
    """Return room for the ratings of `n` puzzles."""
    return Ratings(np.zeros(n, np.uint8), np.zeros((n, 3), np.int16), np.zeros(n, np.int64))


def rate(
    puzzles: NDArray[np.uint8],
    ratings: Ratings,
    *,
    max_nodes: int | None = None,
    time_limit: float | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
    trace: NDArray[np.int32] | None = None,
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
        Seconds for the whole batch; what is not done by then gets LIMIT_REACHED.
    threads : int, optional
        How many; the CPUs that this process may use if None.
    progress : callable, optional
        Called with the numbers of puzzles begun and of all, a few times a second, from this
        thread.
    trace : int32[n, t], optional
        Zeroed; the steps of each puzzle are written down here as long as there is room, see
        `lowbit.kernels.rating.steps`.
    """
    n_threads = max(1, min(threads or n_cpus(), puzzles.shape[0]))
    job = RatingJob(
        puzzles, ratings, trace, UNLIMITED if max_nodes is None else max_nodes, time_limit
    )
    job.portion = max(
        1, min(PORTION, job.total if n_threads == 1 else job.total // (4 * n_threads))
    )
    job.run(n_threads, progress)


def load_kernels() -> None:
    """Load or compile the kernels of all stages."""
    states, waiting = np.zeros((0, N_STATE), np.int64), np.zeros(1, np.int64)
    no_puzzles = np.zeros((0, N_CELLS), np.uint8)
    load_puzzles(no_puzzles, states, 0, 0, new_single_space(), True)
    list_next(states, waiting, new_queue(0, 0), np.zeros(1, np.int64))
    for stage in STAGES.values():
        stage.take(states, waiting, stage.new_space(), NO_TRACE)


class RatingJob(Loop):
    """A batch, shared by the threads that rate it."""

    def __init__(
        self,
        puzzles: NDArray[np.uint8],
        ratings: Ratings,
        trace: NDArray[np.int32] | None,
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

    def work(self, progress: Progress | None = None) -> None:
        """Rate puzzles until none are left."""
        states = np.zeros((self.portion, N_STATE), np.int64)
        spaces: Spaces = {}
        singles = new_single_space()
        first, end = self.take()
        while first < end and not self.stopped:
            load_puzzles(self.puzzles, states, first, end, singles, self.trace is None)
            self._rate(states[: end - first], first, spaces, progress)
            self._note(states[: end - first], first, end)
            first, end = self.take()

    def _rate(
        self,
        states: NDArray[np.int64],
        first: int,
        spaces: dict[Callable[[], Any], Any],
        progress: Any,
    ) -> None:
        """Take the puzzles of some states as far as they go."""
        no_trace = np.zeros((len(states), 0), np.int32)
        trace = no_trace if self.trace is None else self.trace[first : first + len(states)]
        waiting = np.zeros(1 + len(states), np.int64)
        queue = new_queue(*self._limits)
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

    def _note(self, states: NDArray[np.int64], first: int, end: int) -> None:
        """Write down what has become of some puzzles."""
        waiting, ratings = states[:, WAITING], self.ratings
        found = states[:, RATINGS : RATINGS + 3]
        ratings.nodes[first:end] = states[:, N_NODES]
        ratings.status[first:end] = STATUS_OF[waiting]
        ratings.ratings[first:end] = np.where(waiting[:, None] == DONE, found, 0)


STATUS_OF: Final = np.full(LEFT + 1, LIMIT_REACHED, np.uint8)
"""What has become of a puzzle that waits for something: where it waits for a stage, it was left."""
STATUS_OF[[BEYOND, DONE, INVALID]] = NOT_RATED, RATED, CLASHING
