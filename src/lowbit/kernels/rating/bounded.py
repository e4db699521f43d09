"""Puzzles rated up to a bound: one that turns out to be harder is given up at once.

Most of the time goes into the chains of hard puzzles, which a search for easier ones can skip.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from lowbit.kernels.core.threads import n_cpus
from lowbit.kernels.rating.engine import PORTION, UNLIMITED, RatingJob
from lowbit.kernels.rating.ratings import NOT_RATED, new_ratings
from lowbit.kernels.rating.stages import BEYOND
from lowbit.kernels.rating.state import HARDEST, N_LEFT, WAITING

if TYPE_CHECKING:
    from numpy.typing import NDArray


class Bounded(NamedTuple):
    """How hard puzzles are up to a bound.

    Attributes
    ----------
    hardest : int64[n]
        Tenths: the hardest step of each so far.
    n_left : int64[n]
        How many cells were open where it was given up; 0 if it was solved, be it by harder steps.
    is_beyond : bool[n]
        Where it may be within the bound, but takes chains that no kernel knows.
    """

    hardest: NDArray[np.int64]
    n_left: NDArray[np.int64]
    is_beyond: NDArray[np.bool_]


def rate_up_to(puzzles: NDArray[np.uint8], most: int, threads: int | None = None) -> Bounded:
    """Rate each puzzle of a batch until a step is rated higher than `most`, in tenths."""
    n = len(puzzles)
    n_threads = max(1, min(threads or n_cpus(), n))
    found = Bounded(np.zeros(n, np.int64), np.zeros(n, np.int64), np.zeros(n, np.bool_))
    job = _BoundedJob(puzzles, most, found)
    job.portion = max(1, min(PORTION, n if n_threads == 1 else n // (4 * n_threads)))
    job.run(n_threads)
    by_singles = job.ratings
    return found._replace(
        hardest=np.maximum(found.hardest, by_singles.ratings[:, 0]),
        is_beyond=found.is_beyond | (by_singles.status == NOT_RATED),
    )


class _BoundedJob(RatingJob):
    """A batch of which the puzzles are given up that are too hard."""

    def __init__(self, puzzles: NDArray[np.uint8], most: int, found: Bounded) -> None:
        super().__init__(puzzles, new_ratings(len(puzzles)), None, UNLIMITED, None, most)
        self._found = found

    def _note(self, states: NDArray[np.int64], rows: NDArray[np.int64]) -> None:
        self._found.hardest[rows] = states[:, HARDEST]
        self._found.n_left[rows] = states[:, N_LEFT]
        self._found.is_beyond[rows] = states[:, WAITING] == BEYOND
