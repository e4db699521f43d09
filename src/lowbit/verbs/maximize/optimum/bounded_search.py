"""A search in all lanes for completions that reach a target score."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from lowbit.arguments import MOST
from lowbit.kernels.classic.best.bounded_search import (
    FOUND,
    NODES,
    bounded_search,
    start_bounded_search,
)
from lowbit.kernels.classic.best.completions import Terms, new_best
from lowbit.kernels.classic.best.losses import new_losses, tabulate
from lowbit.kernels.classic.engine import acquire, release
from lowbit.kernels.classic.loop import DONE
from lowbit.kernels.core.simd import native_lanes

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from lowbit.kernels.classic.best.losses import Losses
    from lowbit.verbs.maximize.optimum.pricing import Pricing


class Tables(NamedTuple):
    """A pricing, tabulated for searches up to a cap; many puzzles may share it.

    Attributes
    ----------
    losses : Losses
    cap : int
        The most that a completion may lose.
    top, scale : int
        As in the pricing.
    """

    losses: Losses
    cap: int
    top: int
    scale: int


def tables_of(pricing: Pricing, target: int, losses: Losses | None = None) -> Tables:
    """Return the tables for searches for at least `target`, scaled; in `losses` if given."""
    cap, losses = pricing.top - target, losses or new_losses()
    tabulate(losses, pricing.losses, cap)
    return Tables(losses, cap, pricing.top, pricing.scale)


class BoundedSearch:
    """A block of lanes that search, and the completions that they have found so far.

    Parameters
    ----------
    k : int
        How many of the best completions to keep.
    """

    def __init__(self, k: int) -> None:
        self.k = k
        self._best = new_best(1, k)
        self._tally = np.zeros(2, np.int64)

    @cached_property
    def _losses(self) -> Losses:
        return new_losses()

    @property
    def nodes(self) -> int:
        """The nodes visited so far."""
        return int(self._tally[NODES])

    @property
    def n_found(self) -> int:
        """The number of completions found so far, whether kept or not."""
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
        """Forget the completions, but not their number."""
        self._best.kept[0] = 0

    def run(  # noqa: PLR0913 - most by name
        self,
        masks: NDArray[np.uint16],
        pricing: Pricing,
        target: int,
        *,
        better_by: int = 1,
        enough: int = MOST,
        max_nodes: int = MOST,
        sweeps: int,
    ) -> bool:
        """Search for completions that score at least `target`, scaled, as `run_with` does."""
        return self.run_with(
            tables_of(pricing, target, self._losses),
            masks,
            better_by=better_by,
            enough=enough,
            max_nodes=max_nodes,
            sweeps=sweeps,
        )

    def run_with(  # noqa: PLR0913 - most by name
        self,
        tables: Tables,
        masks: NDArray[np.uint16],
        *,
        better_by: int = 1,
        enough: int = MOST,
        max_nodes: int = MOST,
        sweeps: int,
    ) -> bool:
        """Search for completions that lose no more than the cap; return whether all were visited.

        Parameters
        ----------
        tables : Tables
        masks : uint16[81]
            The candidates.
        better_by, max_nodes
            See `lowbit.kernels.classic.best.completions.Terms`.
        enough : int
            Stop once so many more are found.
        sweeps : int
            How many sweeps to take at most.
        """
        losses, cap, top, scale = tables
        enough = min(MOST, self.n_found + enough)
        terms = Terms(cap, top, scale, better_by, enough, max_nodes)
        lanes = acquire(native_lanes())
        try:
            start_bounded_search(lanes, masks)
            return bounded_search(lanes, losses, terms, self._best, self._tally, sweeps) == DONE
        finally:
            release(lanes)
