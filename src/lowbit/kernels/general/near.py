"""Copies of grids that leave out some of their cells.

Whether a solution near a grid is soon found is a matter of luck: where a search does not find it in
some thousand nodes, another one may, which keeps near other cells of the grid.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final

import numpy as np

from lowbit.rng import SplitMix64

if TYPE_CHECKING:
    from lowbit.kernels.core.arrays import Bytes

COPIES: Final = 8
"""Copies of each grid."""

LEFT_OUT: Final = 10, 4
"""One in so many cells is left out, of one half of the copies and of the other."""


def near_some_cells(grids: Bytes) -> Bytes:
    """Return copies of grids, those of a grid one after the other, 0 in cells that are left out."""
    copies: Bytes = grids[:, None] * _cells_kept(grids.shape[1])
    return copies.reshape(-1, grids.shape[1])


@cache
def _cells_kept(n_cells: int) -> Bytes:
    """Return 1 for each cell that is kept, in each copy."""
    streams = [SplitMix64(0, copy) for copy in range(COPIES)]
    shares = [LEFT_OUT[copy % len(LEFT_OUT)] for copy in range(COPIES)]
    kept = [
        [stream.below(share) > 0 for _ in range(n_cells)]
        for stream, share in zip(streams, shares, strict=True)
    ]
    return np.array(kept, np.uint8)
