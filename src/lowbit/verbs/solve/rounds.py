"""Rounds of searches: which open cells of each puzzle the next round asks about."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

LANES_TO_FILL: Final = 512
"""The fewest searches for which a round pays off."""


def next_cells(
    is_open: NDArray[np.bool_], least: int
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the first open cells of each puzzle; more of them if puzzles are few, to fill lanes.

    Parameters
    ----------
    is_open : bool[n, 81]
        Which cells are still to be asked about.
    least : int
        How many cells of each puzzle to return at least, if it has so many.

    Returns
    -------
    rows, cells : int64[m]
        The places of the cells, row by row.
    """
    n_cells = max(least, LANES_TO_FILL // len(is_open))
    rows, cells = np.nonzero(is_open & (is_open.cumsum(axis=1) <= n_cells))
    return rows, cells
