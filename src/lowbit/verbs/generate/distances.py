"""Distances of puzzles from a target, found by processes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lowbit.batch.processes import Processes
from lowbit.kernels.core.threads import n_cpus
from lowbit.verbs.generate.target import distance

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from lowbit.verbs.generate.target import Target


class Distances:
    """How far puzzles are from a target.

    Parameters
    ----------
    target : Target
    threads : int, optional
        How many processes to use; one a CPU if None.
    """

    def __init__(self, target: Target, threads: int | None) -> None:
        self._target = target
        self._processes = Processes(distance, threads or n_cpus())

    def add_to(self, scores: NDArray[np.int64], puzzles: NDArray[np.uint8]) -> None:
        """Add its distance to the score of each puzzle with which nothing else is wrong."""
        near = np.flatnonzero(scores == 0)
        tasks = ((bytes(puzzle), self._target) for puzzle in puzzles[near].tolist())
        for row, far in zip(near, self._processes.results(tasks, _wait), strict=True):
            scores[row] = far

    def close(self) -> None:
        """End the processes."""
        self._processes.close()


def _wait() -> None:
    """Report no progress; Ctrl-C works all the same."""
