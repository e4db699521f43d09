"""A batch of puzzles classified by trial and error, spread over threads.

A call of the kernel takes some milliseconds; between two calls Ctrl-C, time limits and progress are
seen to.
"""

from __future__ import annotations

import math
import time
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from lowbit.kernels.core.compile import bind
from lowbit.kernels.core.threads import Loop, n_cpus
from lowbit.kernels.trials.classes import KNOWN, N_ANSWERS, ROW, STAGE, classify
from lowbit.kernels.trials.space import new_space

if TYPE_CHECKING:
    from lowbit.kernels.core.arrays import Bytes, Flags, Words
    from lowbit.kernels.core.threads import Progress

PORTION: Final = 64
"""Puzzles that a thread takes at a time."""

NODES: Final = 4096
"""Positions that a call looks at before it returns."""

UNLIMITED: Final = 1 << 62


class Classes(NamedTuple):
    """Answers about the puzzles of a batch.

    Attributes
    ----------
    answers : int64[n, 4]
        The depth of trial and error, and the length of braids within no tries, one and two (B, BxB,
        BxBB); -1 where that does not solve the puzzle, or it was not asked for.
    is_known : bool[n]
        False where a limit came first.
    """

    answers: Words
    is_known: Flags


def classes_of(
    puzzles: Bytes,
    solutions: Bytes,
    wanted: tuple[bool, ...],
    *,
    max_nodes: int | None = None,
    time_limit: float | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Classes:
    """Classify puzzles with one solution.

    Parameters
    ----------
    puzzles, solutions : uint8[n, 81]
    wanted : tuple of bool
        Which of the answers are.
    max_nodes : int, optional
        Leave a puzzle once so many positions were looked at.
    time_limit : float, optional
        Seconds for the whole batch.
    threads : int, optional
        How many; the CPUs that this process may use if None.
    progress : callable, optional
        Called with the numbers of puzzles begun and of all, a few times a second, from this thread.
    """
    job = _Job(puzzles, solutions, wanted, max_nodes, time_limit)
    n_threads = max(1, min(threads or n_cpus(), len(puzzles)))
    job.portion = max(1, min(PORTION, job.total // (4 * n_threads)))
    job.run(n_threads, progress)
    return Classes(job.answers, job.status == KNOWN)


class _Job(Loop):
    """A batch, shared by the threads that classify it."""

    def __init__(
        self,
        puzzles: Bytes,
        solutions: Bytes,
        wanted: tuple[bool, ...],
        max_nodes: int | None,
        time_limit: float | None,
    ) -> None:
        super().__init__(len(puzzles), PORTION)
        self.answers = np.full((len(puzzles), N_ANSWERS), -1, np.int64)
        self.status = np.zeros(len(puzzles), np.uint8)
        bits = sum(1 << answer for answer, is_wanted in enumerate(wanted) if is_wanted)
        self._question = puzzles, solutions, bits, self.answers, self.status
        self._most_nodes = UNLIMITED if max_nodes is None else max_nodes
        self._deadline = math.inf if time_limit is None else time.monotonic() + time_limit

    def work(self, progress: Progress | None = None) -> None:
        """Classify puzzles until none are left."""
        space = new_space()
        first, end = self.take()
        while first < end:
            space.words[[ROW, STAGE]] = first, 0
            go_on = bind(classify, *self._question, space, end, self._most_nodes, NODES)
            while not go_on():
                if self.stopped or time.monotonic() > self._deadline:
                    return
                self.report(progress)
            self.report(progress)
            first, end = self.take()
