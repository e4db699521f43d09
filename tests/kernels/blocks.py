"""A block of lanes to try the parts of a kernel on, one sweep at a time."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numba import njit

from lowbit.kernels.classic.layout import ALLOWED, BANDS, CELLS, N_CELLS, N_ROWS, N_STATE, TOTAL
from lowbit.kernels.classic.sweep import choose, sweep
from lowbit.kernels.core.numba_compiler import OPTIONS
from lowbit.kernels.core.simd import native_lanes, register_file

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray


def part(function: Callable[..., Any]) -> Any:
    """Compile a part as kernels do, but with the wrapper by which Python can call it."""
    return njit(**OPTIONS, forceinline=True)(function)


@part  # compiled here and now: what is kept of a kernel knows nothing of changes in tests
def compiled_sweep(rows: Any, reset: np.uint64) -> tuple[int, int, int]:
    dead, still, solved = sweep(rows, (reset,))
    return dead, still, solved


@part
def compiled_choose(rows: Any) -> int:
    (finished,) = choose(rows, ())
    return finished  # type: ignore[no-any-return] # Numba's


class Block:
    """Rows of lanes.

    Attributes
    ----------
    words : uint16[N_ROWS, lanes]
        The rows as an array.
    allowed, cells : uint16[81, lanes]
        The parts with what the puzzles allow, and with the candidates.
    minilines : uint16[54, lanes]
        The part with what the minilines can hold.
    state : uint16[N_STATE, lanes]
        What a search saves.
    """

    def __init__(self, lanes: int | None = None) -> None:
        self.rows, _ = register_file(N_ROWS, lanes or native_lanes())
        self.words: NDArray[np.uint16] = self.rows["lanes"]
        self.allowed = self.words[ALLOWED : ALLOWED + N_CELLS]
        self.cells = self.words[CELLS : CELLS + N_CELLS]
        self.minilines = self.words[BANDS:TOTAL]
        self.state = self.words[:N_STATE]

    @property
    def lanes(self) -> int:
        return len(self.words[0])

    @property
    def all_lanes(self) -> int:
        return (1 << self.lanes) - 1

    def load(self, masks: NDArray[np.uint16]) -> None:
        """Put puzzles into the first lanes, and a puzzle without a solution into the others."""
        self.words[:] = 0
        self.allowed[:, : len(masks)] = self.cells[:, : len(masks)] = masks.T

    def sweep(self, reset: int = 0) -> tuple[int, int, int]:
        """Sweep once; return which lanes are dead, still and solved."""
        dead, still, solved = compiled_sweep(self.rows, np.uint64(reset))
        return dead, still, solved

    def choose(self) -> int:
        """Choose what to guess; return which lanes have no choice."""
        finished: int = compiled_choose(self.rows)
        return finished


def lanes_in(lane_set: int) -> list[int]:
    """Return the numbers of the lanes in a set."""
    return [lane for lane in range(64) if lane_set >> lane & 1]
