"""The supply of solutions: random grids, or given ones, in turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lowbit.geometry import CLASSIC
from lowbit.kernels.classic.making.chutes import chutes
from lowbit.kernels.classic.making.grids import draw_grids, new_sketch
from lowbit.kernels.core.threads import share

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

PORTION = 1024
"""Grids that a thread draws at a time: a few milliseconds of work."""


def grids_numbered(
    seed: int,
    numbers: NDArray[np.int64],
    *,
    threads: int | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> NDArray[np.uint8]:
    """Return the random grids of a seed with these numbers, uint8[n, 81]."""
    grids = np.zeros((len(numbers), CLASSIC.n_cells), np.uint8)
    tables = chutes()

    def new_worker() -> Callable[[int, int], object]:
        sketch = new_sketch()
        return lambda first, end: draw_grids(
            tables, sketch, np.uint64(seed), numbers, grids, first, end
        )

    share(len(numbers), new_worker, portion=PORTION, threads=threads, progress=progress)
    return grids


class Supply:
    """Solutions, one after another.

    Parameters
    ----------
    seed : int
        The seed of the random grids.
    grids : uint8[m, 81], or None
        The grids to take in turn instead.
    threads : int, optional
        How many to use.
    """

    def __init__(self, seed: int, grids: NDArray[np.uint8] | None, threads: int | None) -> None:
        self._seed = seed
        self._grids = grids
        self._threads = threads
        self._taken = 0

    def take(self, n: int) -> NDArray[np.uint8]:
        """Return the next solutions, uint8[n, 81]."""
        numbers = np.arange(self._taken, self._taken + n)
        self._taken += n
        if self._grids is None:
            return grids_numbered(self._seed, numbers, threads=self._threads)
        taken: NDArray[np.uint8] = self._grids[numbers % len(self._grids)]
        return taken
