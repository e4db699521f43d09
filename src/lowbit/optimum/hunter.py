"""Which completions does a hunt find, and did it visit all that could be?"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lowbit.kernels.engine import borrow, give_back
from lowbit.kernels.score import (
    FOUND,
    NODES,
    Terms,
    hunt,
    new_best,
    new_losses,
    start_hunt,
    tabulate,
)
from lowbit.kernels.search import DONE
from lowbit.kernels.simd import native_lanes
from lowbit.optimum.limits import UNLIMITED

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from lowbit.optimum.pricing import Pricing


class Hunter:
    """A block of lanes that hunts, and what it has found so far.

    Parameters
    ----------
    k : int
        How many of the best completions to keep.
    """

    def __init__(self, k: int) -> None:
        self.k = k
        self._best = new_best(1, k)
        self._losses = new_losses()
        self._tally = np.zeros(2, np.int64)

    @property
    def nodes(self) -> int:
        """The nodes visited so far."""
        return int(self._tally[NODES])

    @property
    def n_found(self) -> int:
        """How many completions were found so far, kept or not."""
        return int(self._tally[FOUND])

    @property
    def scores(self) -> list[int]:
        """The scores of the best completions, the highest first."""
        scores: list[int] = self._best.scores[0, : self._best.kept[0]].tolist()
        return scores

    @property
    def grids(self) -> list[NDArray[np.uint8]]:
        """The digits of the best completions, uint8[81] each."""
        return list(self._best.grids[: self._best.kept[0]].copy())

    def forget(self) -> None:
        """Forget the completions, but not how many they were."""
        self._best.kept[0] = 0

    def hunt(  # noqa: PLR0913 - all by name
        self,
        masks: NDArray[np.uint16],
        pricing: Pricing,
        target: int,
        *,
        better_by: int = 1,
        enough: int = UNLIMITED,
        max_nodes: int = UNLIMITED,
        sweeps: int,
    ) -> bool:
        """Look for completions that score at least `target`; return whether all were visited.

        Parameters
        ----------
        masks : uint16[81]
            The candidates.
        pricing : Pricing
        target : int
            Scaled as the prices are.
        better_by, max_nodes
            See `lowbit.kernels.score.Terms`.
        enough : int
            End once so many more are found.
        sweeps : int
            How many sweeps to take at most.
        """
        cap = pricing.top - target
        enough = min(UNLIMITED, self.n_found + enough)
        terms = Terms(cap, pricing.top, pricing.scale, better_by, enough, max_nodes)
        tabulate(self._losses, pricing.losses, cap)
        lanes = borrow(native_lanes())
        try:
            start_hunt(lanes, masks)
            return hunt(lanes, self._losses, terms, self._best, self._tally, sweeps) == DONE
        finally:
            give_back(lanes)
