"""The cells that singles leave open, of many puzzles side by side."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lowbit.kernels.core.compile import kernel
from lowbit.kernels.rating.lanes.block import LaneSpace, load_givens, signed
from lowbit.kernels.rating.lanes.sweeps import CELLS, begin, sweep
from lowbit.kernels.rating.position.tables import N_CELLS

if TYPE_CHECKING:
    from lowbit.kernels.core.arrays import Bytes


@kernel
def list_open(puzzles: Bytes, is_open: Bytes, space: LaneSpace) -> None:
    """Note which cells of puzzles are open once no single is left.

    Parameters
    ----------
    puzzles : uint8[n, 81]
        Givens that do not clash.
    is_open : uint8[n, 81]
        Written to.
    space : LaneSpace
        For this thread alone.
    """
    n_lanes = space.words.shape[1]
    for first in range(0, puzzles.shape[0], n_lanes):
        n = min(n_lanes, puzzles.shape[0] - first)
        for lane in range(n):
            load_givens(space, lane, puzzles, first + lane)
        lanes = (1 << n) - 1
        begin(space.rows, (lanes,))
        placed = lanes
        while placed:
            found = sweep(space.rows, (lanes, lanes, lanes))
            placed = signed(found[0]) & lanes
        for lane in range(n):
            for cell in range(N_CELLS):
                is_open[first + lane, cell] = signed(space.words[CELLS + cell, lane]) != 0
