"""Candidates of classic grids as puzzles for the kernels, and back.

One puzzle whose search gets long goes this way, so it loads nothing that reads texts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from lowbit.batch.masks import are_single
from lowbit.kernels.classic.layout import N_CELLS
from lowbit.kernels.classic.search import Puzzles
from lowbit.kernels.classic.texts.characters import MASK_OF

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from lowbit.grid import Grid

NO_CELLS: Final = np.zeros(0, np.uint8)

AT_ONCE: Final = 1 << 14
"""Rows that NumPy looks up at a time: Ctrl-C waits until a call ends, which takes milliseconds so,
and the indices take eight times as much memory as the cells."""


def puzzles_from_grid(grid: Grid) -> Puzzles:
    """Return a batch of one puzzle."""
    return puzzles_from_masks(np.array(grid.allowed, np.uint16))


def puzzles_from_masks(masks: NDArray[Any], valid: NDArray[np.bool_] | None = None) -> Puzzles:
    """Return puzzles with their candidates; those that are not `valid` have no place."""
    masks = flat(masks.astype(np.uint16, copy=False))
    starts = places(masks.size // N_CELLS, N_CELLS)
    if valid is not None:
        starts[~valid] = -1
    return Puzzles(NO_CELLS, starts, MASK_OF, masks)


def masks_of_puzzles(puzzles: Puzzles, rows: NDArray[np.int64]) -> NDArray[np.uint16]:
    """Return the candidates, uint16[m, 81], of the puzzles in some rows; each must have a place."""
    if puzzles.masks.size:
        return _cells_of(puzzles.masks, puzzles.starts[rows])
    masks = np.empty((rows.size, N_CELLS), np.uint16)
    for first in range(0, rows.size, AT_ONCE):
        some = slice(first, first + AT_ONCE)
        masks[some] = puzzles.mask_of.take(_cells_of(puzzles.cells, puzzles.starts[rows[some]]))
    return masks


def givens_of(
    puzzles: Puzzles, rows: NDArray[np.int64], solutions: NDArray[np.uint8]
) -> NDArray[np.uint8]:
    """Return the givens, uint8[m, 81], of the puzzles in some rows, whose solutions are known."""
    if puzzles.masks.size:
        return solutions * are_single(masks_of_puzzles(puzzles, rows))
    cells = _cells_of(puzzles.cells, puzzles.starts[rows])
    zero = np.uint8((puzzles.mask_of == 1).argmax() - 1)  # characters or digits, in order
    givens: NDArray[np.uint8] = solutions * (cells == solutions + zero)
    return givens


def _cells_of(cells: NDArray[Any], starts: NDArray[np.int64]) -> NDArray[Any]:
    """Return the cells of the puzzles that begin at some places, a row each."""
    if not starts.size:  # there may be no cells at all
        return np.zeros((0, N_CELLS), cells.dtype)
    return sliding_window_view(cells, N_CELLS)[starts]


def masks_of_row(puzzles: Puzzles, row: int) -> NDArray[np.uint16]:
    """Return the candidates, uint16[81], of the puzzle in a row, which must have a place."""
    masks: NDArray[np.uint16] = masks_of_puzzles(puzzles, np.array([row]))[0]
    return masks


def places(n: int, width: int) -> NDArray[np.int64]:
    """Return where each of `n` puzzles of one width begins."""
    return np.arange(n, dtype=np.int64) * width


def flat(array: NDArray[Any]) -> NDArray[Any]:
    """Return an array as kernels are compiled for: flat, contiguous and writable."""
    if not array.flags.carray:
        array = np.require(array, requirements=["C", "A", "W"])
    return array.reshape(-1)
