"""Sudoku Explainer's ratings, by kernels, of puzzles that are given by their candidates.

As in that program no digit is placed in them at first: a cell with one candidate is a naked single.
So they go without the lanes that begin with givens, and wait for steps that are taken one by one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from lowbit.kernels.core.cell_sets import UPPER
from lowbit.kernels.core.threads import n_cpus
from lowbit.kernels.rating.engine import PORTION, UNLIMITED, RatingJob
from lowbit.kernels.rating.position.stages import BASIC
from lowbit.kernels.rating.position.state import (
    AT,
    CELLS,
    EVERYTHING,
    HIDDEN,
    N_CELL_FINDERS,
    N_FINDERS,
    N_LEFT,
    N_OPEN,
    N_STATE,
    ONCE,
    STALE,
    STALE_IN,
    WAITING,
)
from lowbit.kernels.rating.position.tables import CELL_AT, N_CELLS, N_HOUSES, SIZE

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from lowbit.kernels.core.threads import Progress
    from lowbit.kernels.rating.position.ratings import Ratings


def rate_restricted(  # noqa: PLR0913 - as `rate` of the kernels
    masks: NDArray[np.uint16],
    ratings: Ratings,
    *,
    time_limit: float | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
    trace: NDArray[np.int32] | None = None,
) -> None:
    """Rate each puzzle of a batch as Sudoku Explainer rates the 729 characters of its candidates.

    Parameters
    ----------
    masks : uint16[n, 81]
        The candidates of the cells of puzzles with one solution.
    ratings, time_limit, threads, progress, trace
        As for `lowbit.kernels.rating.engine.rate`.
    """
    job = _RestrictedJob(masks, ratings, trace, time_limit)
    n_threads = max(1, min(threads or n_cpus(), len(masks)))
    job.portion = max(1, min(PORTION, len(masks) // (4 * n_threads)))
    job.run(n_threads, progress)


class _RestrictedJob(RatingJob):
    """A batch of puzzles with restricted cells, shared by the threads that rate it."""

    def __init__(
        self,
        masks: NDArray[np.uint16],
        ratings: Ratings,
        trace: NDArray[np.int32] | None,
        time_limit: float | None,
    ) -> None:
        no_givens = np.zeros((len(masks), 0), np.uint8)
        super().__init__(no_givens, ratings, trace, UNLIMITED, time_limit)
        self._masks = masks

    def work(self, progress: Progress | None = None) -> None:
        """Rate puzzles until none are left."""
        spaces: dict[Any, Any] = {}
        first, end = self.take()
        while first < end and not self.stopped:
            states = restricted_states(self._masks[first:end])
            self._rate(states, first, spaces, progress)
            self._note(states, np.arange(first, end))
            first, end = self.take()


def restricted_states(masks: NDArray[Any]) -> NDArray[np.int64]:
    """Return the states of puzzles before their first step, as the kernels have them."""
    states = np.zeros((len(masks), N_STATE), np.int64)
    states[:, CELLS : CELLS + N_CELLS] = masks
    in_houses = states[:, CELL_AT + CELLS]
    once = np.zeros((len(masks), N_HOUSES), np.int64)
    for digit in range(SIZE):
        places = (in_houses >> digit & 1) @ (1 << np.arange(SIZE))
        states[:, AT + digit : AT + SIZE * N_HOUSES : SIZE] = places
        once |= ((places != 0) & (places & (places - 1) == 0)).astype(np.int64) << digit
    states[:, ONCE : ONCE + N_HOUSES] = once
    states[:, HIDDEN] = (once != 0) @ (1 << np.arange(N_HOUSES))
    states[:, N_OPEN : N_OPEN + N_HOUSES] = SIZE
    states[:, N_LEFT] = N_CELLS
    states[:, STALE : STALE + N_FINDERS] = EVERYTHING
    of_cells = states[:, STALE_IN : STALE_IN + 2 * N_CELL_FINDERS]
    of_cells[:, 0::2] = (1 << UPPER) - 1
    of_cells[:, 1::2] = (1 << (N_CELLS - UPPER)) - 1
    states[:, WAITING] = BASIC
    return states
