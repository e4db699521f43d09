"""Puzzles rated up to a bound: one that turns out to be harder is given up at once.

Most of the time goes into the chains of hard puzzles, which a search for easier ones can skip.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from lowbit.kernels.core.threads import n_cpus
from lowbit.kernels.rating.chains.cycles import new_cycle_space
from lowbit.kernels.rating.engine import PORTION, UNLIMITED, RatingJob, Spaces
from lowbit.kernels.rating.position.ratings import NOT_RATED, new_ratings
from lowbit.kernels.rating.position.stages import BEYOND
from lowbit.kernels.rating.position.state import HARDEST, N_LEFT, WAITING

if TYPE_CHECKING:
    from lowbit.kernels.core.arrays import Bytes, Flags, Words


class Bounded(NamedTuple):
    """The difficulty of puzzles up to a bound.

    Attributes
    ----------
    hardest : int64[n]
        Tenths: the hardest step of each so far.
    n_left : int64[n]
        How many cells were open where it was given up; 0 if it was solved, be it by harder steps.
    is_beyond : bool[n]
        Where it may be within the bound, but takes chains that no kernel knows.
    """

    hardest: Words
    n_left: Words
    is_beyond: Flags


class BoundedRater:
    """Rates puzzles up to a bound, and keeps its scratch from one batch to the next.

    Parameters
    ----------
    most : int
        Tenths: a puzzle is given up once a step is rated higher.
    threads : int, optional
        How many to use; the CPUs that this process may use if None.
    least : int, default 0
        Tenths: if not 0, no more is found out than whether the hardest step is rated so high. Of a
        puzzle that is solved the hardest step so far is then on the same side as the hardest one.
    """

    def __init__(self, most: int, threads: int | None = None, *, least: int = 0) -> None:
        self._wanted = least, most
        self._threads = threads
        self._spaces: list[Spaces] = []

    def rate(self, puzzles: Bytes) -> Bounded:
        """Rate each puzzle of a batch."""
        n = len(puzzles)
        n_threads = max(1, min(self._threads or n_cpus(), n))
        found = Bounded(np.zeros(n, np.int64), np.zeros(n, np.int64), np.zeros(n, np.bool_))
        job = _BoundedJob(puzzles, self._wanted, found)
        job.spare = self._spaces
        job.portion = max(1, min(PORTION, n if n_threads == 1 else n // (4 * n_threads)))
        job.run(n_threads)
        by_singles = job.ratings
        return found._replace(
            hardest=np.maximum(found.hardest, by_singles.ratings[:, 0]),
            is_beyond=found.is_beyond | (by_singles.status == NOT_RATED),
        )


class _BoundedJob(RatingJob):
    """A batch of which the puzzles are given up that are too hard."""

    def __init__(self, puzzles: Bytes, wanted: tuple[int, int], found: Bounded) -> None:
        super().__init__(puzzles, new_ratings(len(puzzles)), None, UNLIMITED, None, wanted[1])
        self._wanted = wanted
        self._found = found

    def _new_spaces(self) -> Spaces:
        spaces = super()._new_spaces()
        if self._wanted[0]:
            spaces[new_cycle_space] = space = new_cycle_space()
            space.wanted[:] = self._wanted
        return spaces

    def _note(self, states: Words, rows: Words) -> None:
        self._found.hardest[rows] = states[:, HARDEST]
        self._found.n_left[rows] = states[:, N_LEFT]
        self._found.is_beyond[rows] = states[:, WAITING] == BEYOND
