"""A batch spread over threads and lanes; each thread feeds its own block of lanes.

A thread takes the next puzzles when its lanes begin to run dry, so that no lane waits for another
until the very end. The fewer are left, the fewer it takes, so that hard puzzles spread by
themselves. Which thread searches a puzzle changes nothing in its answer.

The kernel returns to Python every few milliseconds, so that Ctrl-C, time limits and progress are
handled.
"""

from __future__ import annotations

import math
import time
from typing import TYPE_CHECKING, Final

import numpy as np

from lowbit.kernels.classic.desk import search_few
from lowbit.kernels.classic.layout import N_CELLS
from lowbit.kernels.classic.loop import (
    BUSY,
    DONE,
    FOUND,
    NO_PUZZLE,
    STARVED,
    Lanes,
    feed,
    new_lanes,
)
from lowbit.kernels.classic.search import (
    LIMIT_REACHED,
    NOT_LISTED,
    SEVERAL,
    SWEEPS_AT_ONCE,
    UNLIMITED,
    Answers,
    LaneLimits,
    Puzzles,
    abandon,
    advance,
    new_answers,
)
from lowbit.kernels.core.compile import bind
from lowbit.kernels.core.simd import native_lanes
from lowbit.kernels.core.threads import Loop, n_cpus

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from lowbit.kernels.core.arrays import Bytes

PORTION = 1 << 13
"""Puzzles that a thread takes at a time, at most: to call a kernel takes as long as to solve a
hundred."""


def search(
    puzzles: Puzzles,
    answers: Answers,
    *,
    limit: int,
    max_nodes: int | None = None,
    time_limit: float | None = None,
    threads: int | None = None,
    lanes: int | None = None,
    in_order: bool = False,
    progress: Callable[[int, int], object] | None = None,
) -> None:
    """Answer every puzzle of a batch.

    Parameters
    ----------
    puzzles : Puzzles
    answers : Answers
        Zeroed; written to.
    limit : int
        Leave a puzzle once so many solutions were found; at least 1.
    max_nodes : int, optional
        Leave a puzzle before it visits more nodes.
    time_limit : float, optional
        Seconds for the whole batch; puzzles not done by then get LIMIT_REACHED.
    threads : int, optional
        How many; the CPUs that this process may use if None.
    lanes : int, optional
        Puzzles that a thread works at side by side; as suits the machine if None.
    in_order : bool, default False
        Whether to look for solutions in the order of their digits: the first is the smallest.
    progress : callable, optional
        Called with the numbers of puzzles begun and of all, a few times a second, from this
        thread.
    """
    # With a higher limit, to find the first solution again could take as long as all of the search.
    shares = limit == 2 and max_nodes is None and not in_order
    limits = LaneLimits(
        limit, UNLIMITED if max_nodes is None else max_nodes, in_order, shares, again=shares
    )
    is_usual = lanes is None and progress is None
    if not (is_usual and search_few(puzzles, answers, limits, time_limit)):
        job = SearchJob(puzzles, answers, limits, time_limit, lanes or native_lanes())
        run(job, threads=threads, progress=progress)


def replace_by_smallest(
    puzzles: Puzzles,
    answers: Answers,
    *,
    max_nodes: int | None = None,
    time_limit: float | None = None,
    threads: int | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> None:
    """Replace the solution of each puzzle that has several by the smallest of them.

    Parameters
    ----------
    puzzles : Puzzles
    answers : Answers
        As `search` filled them in, with a limit of two solutions or more; written to.
    max_nodes, time_limit, threads, progress : optional
        As for `search`, of these further searches.
    """
    rows = np.flatnonzero(answers.status == SEVERAL)
    if not rows.size:
        return
    found = new_answers(rows.size)
    search(
        puzzles._replace(starts=puzzles.starts[rows]),
        found,
        limit=1,
        max_nodes=max_nodes,
        time_limit=time_limit,
        threads=threads,
        in_order=True,
        progress=progress,
    )
    answers.solutions.reshape(-1, N_CELLS)[rows] = found.solutions.reshape(-1, N_CELLS)
    answers.nodes[rows] += found.nodes
    answers.guesses[rows] += found.guesses
    answers.status[rows[found.status == LIMIT_REACHED]] = LIMIT_REACHED


def run(
    job: SearchJob,
    *,
    threads: int | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> None:
    """Do a job, with the threads and the progress of `search`."""
    blocks = -(-job.total // job.lanes)
    n_threads = max(1, min(threads or n_cpus(), blocks))
    job.run(n_threads, progress)


def list_solutions(
    puzzles: Puzzles,
    answers: Answers,
    *,
    limit: int = UNLIMITED,
    max_nodes: int | None = None,
    time_limit: float | None = None,
    in_order: bool = False,
    blocks: int = 4,
) -> Iterator[Bytes]:
    """Yield blocks of the solutions, uint8[k, 81], of one puzzle, in order; of several, mixed.

    Parameters
    ----------
    puzzles : Puzzles
    answers : Answers
        Zeroed; written to. Has the status LIMIT_REACHED in the end if a limit was.
    limit, max_nodes, time_limit, in_order : optional
        As for `search`.
    blocks : int, default 4
        The room for solutions, for each lane: the more, the fewer blocks, and the later the first.
    """
    limits = LaneLimits(limit, UNLIMITED if max_nodes is None else max_nodes, in_order)
    deadline = math.inf if time_limit is None else time.monotonic() + time_limit
    lanes = acquire(native_lanes())
    listed = np.zeros((blocks * lanes.puzzle.size, 81), np.uint8)
    try:
        feed(lanes, 0, puzzles.starts.size, last=True)
        state = BUSY
        while state != DONE:
            if time.monotonic() >= deadline:
                abandon(lanes, answers)
                return
            state = advance(lanes, puzzles, answers, limits, listed, SWEEPS_AT_ONCE)
            n_found = int(lanes.control[FOUND])
            if n_found:
                yield listed[:n_found].copy()
                lanes.control[FOUND] = 0
    finally:
        release(lanes)


class SearchJob(Loop):
    """A batch, shared by the threads that work at it."""

    def __init__(
        self,
        puzzles: Puzzles,
        answers: Answers,
        limits: LaneLimits,
        time_limit: float | None,
        lanes: int,
    ) -> None:
        super().__init__(puzzles.starts.size, PORTION)
        self.puzzles = puzzles
        self.answers = answers
        self.limits = limits
        self.lanes = lanes
        self._n_threads = 1
        self._deadline = math.inf if time_limit is None else time.monotonic() + time_limit

    def run(self, n_threads: int, progress: Callable[[int, int], object] | None = None) -> None:
        """Do all puzzles; `progress` is called from this thread, and its exceptions pass."""
        self._n_threads = n_threads
        super().run(n_threads, progress)

    def take(self) -> tuple[int, int]:
        """Return the next puzzles, from and up to: half of a thread's share of those left."""
        if self._n_threads > 1:
            share = (self.total - self.taken) // self._n_threads
            self.portion = min(PORTION, max(self.lanes, share // 2))
        return super().take()

    def work(self, progress: Callable[[int, int], object] | None = None) -> None:
        """Take puzzles and search them until there are no more."""
        lanes = acquire(self.lanes)
        try:
            self._search(lanes, progress)
        finally:
            release(lanes)

    def advancing(self, lanes: Lanes) -> Callable[[], int]:
        """Return a function that goes on for some milliseconds and returns the kernel's answer."""
        known = lanes, self.puzzles, self.answers, self.limits
        return bind(advance, *known, NOT_LISTED, SWEEPS_AT_ONCE)

    def _search(self, lanes: Lanes, progress: Callable[[int, int], object] | None) -> None:
        go_on = self.advancing(lanes)
        state = STARVED
        while state != DONE and not self.stopped:
            if state == STARVED:
                first, end = self.take()
                feed(lanes, first, end, last=end == self.total)
            state = go_on()
            if time.monotonic() > self._deadline:
                self._give_up(lanes)
                return
            self.report(progress)

    def _give_up(self, lanes: Lanes) -> None:
        abandon(lanes, self.answers)
        with self.lock:
            self.answers.status[self.taken :] = LIMIT_REACHED
            self.taken = self.total


IDLE: Final[dict[int, list[Lanes]]] = {}
"""Blocks of lanes that nobody uses, by their number of lanes: a block is a megabyte, which a
batch of one puzzle should not have to make."""


def acquire(n_lanes: int) -> Lanes:
    """Return a block of idle lanes."""
    try:
        lanes = IDLE[n_lanes].pop()
    except (KeyError, IndexError):
        lanes = new_lanes(n_lanes)
    lanes.puzzle[:] = NO_PUZZLE
    return lanes


def release(lanes: Lanes) -> None:
    """Leave a block, whatever is in it, to the next who needs one."""
    lanes.control[:] = 0
    IDLE.setdefault(lanes.puzzle.size, []).append(lanes)
