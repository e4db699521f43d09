"""Cores: puzzles with all singles filled in, and the findings on each.

Sudoku Explainer places digits, by steps rated 2.5 at most, as long as it can, and eliminates
nothing meanwhile. The position by then depends on the core alone, and so does all that follows.
So puzzles with one core are rated alike from 2.6 on, and one of them has to be rated. HoDoKu's
uniqueness techniques see the givens, too: its levels are mostly alike, not always.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from lowbit.kernels.rating.lanes.block import new_lane_space
from lowbit.kernels.rating.lanes.open_cells import list_open

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

MOST: Final = 1 << 16
"""Cores that are remembered at a time."""


def cores_of(puzzles: NDArray[np.uint8], solutions: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return the digits of puzzles that are placed once no single is left, uint8[n, 81]."""
    is_open = np.zeros_like(puzzles)
    list_open(puzzles, is_open, new_lane_space())
    return np.where(is_open, np.uint8(0), solutions)


class KnownCores:
    """A measure of puzzles that is the same for all with one core, taken once for each.

    Parameters
    ----------
    measure : callable
        Returns a number for each of some puzzles, which it gets with their cores.
    """

    def __init__(
        self, measure: Callable[[NDArray[np.uint8], NDArray[np.uint8]], NDArray[np.int64]]
    ) -> None:
        self._measure = measure
        self._known: dict[bytes, int] = {}

    def measured(self, puzzles: NDArray[np.uint8], cores: NDArray[np.uint8]) -> NDArray[np.int64]:
        """Return the measure of each puzzle with these cores."""
        if len(self._known) > MOST:
            self._known.clear()
        keys = [*map(bytes, cores)]
        rows = {key: row for row, key in enumerate(keys) if key not in self._known}
        asked = [*rows.values()]
        found = self._measure(puzzles[asked], cores[asked])
        self._known.update(zip(rows, found.tolist(), strict=True))
        return np.array([self._known[key] for key in keys], np.int64)
