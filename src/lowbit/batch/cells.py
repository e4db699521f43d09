"""Puzzles of any form as rows of digits or masks, for kernels that change them."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from lowbit.batch.candidates import masks_of_puzzles
from lowbit.batch.puzzles import DIGITS
from lowbit.geometry import CLASSIC
from lowbit.kernels.classic.layout import N_CELLS

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from lowbit.kernels.classic.search import Puzzles

BAD_DIGIT: Final = 255


def cells_of(puzzles: Puzzles) -> tuple[NDArray[Any], NDArray[np.bool_]]:
    """Return the puzzles of a batch, row by row.

    Returns
    -------
    cells : uint8[n, 81] or uint16[n, 81]
        Digits, 0 for a blank; candidate masks if the batch has any. Rows that are not puzzles are
        blank. Read-only: it may be the caller's own array.
    is_readable : bool[n]
        Whether each row is a puzzle.
    """
    cells, is_readable = _cells_as_given(puzzles)
    if not is_readable.all():
        cells = np.where(is_readable[:, np.newaxis], cells, np.zeros((), cells.dtype))
    return cells, is_readable


def _cells_as_given(puzzles: Puzzles) -> tuple[NDArray[Any], NDArray[np.bool_]]:
    rows = np.arange(puzzles.starts.size)
    has_place = puzzles.starts >= 0
    if puzzles.masks.size:
        puzzles = puzzles._replace(starts=np.where(has_place, puzzles.starts, 0))
        return masks_of_puzzles(puzzles, rows), has_place
    if puzzles.mask_of is DIGITS and np.array_equal(puzzles.starts, rows * N_CELLS):
        digits = puzzles.cells[: rows.size * N_CELLS].reshape(-1, N_CELLS)
    else:
        digits = digits_at(puzzles, np.where(has_place, puzzles.starts, 0))
    return digits, has_place & (digits.max(axis=1, initial=0) <= CLASSIC.size)


def digits_at(puzzles: Puzzles, starts: NDArray[np.int64]) -> NDArray[np.uint8]:
    """Return the digits, uint8[k, 81], of the puzzles at `starts`; BAD_DIGIT for no cell."""
    if puzzles.cells.size < N_CELLS:  # without any puzzle it may be empty
        return np.full((starts.size, N_CELLS), BAD_DIGIT, np.uint8)
    characters = bytearray(sliding_window_view(puzzles.cells, N_CELLS)[starts].data)
    digits = characters.translate(_digits_of(puzzles.mask_of.tobytes()))
    return np.frombuffer(digits, np.uint8).reshape(-1, N_CELLS)


@lru_cache
def _digits_of(mask_of: bytes) -> bytes:
    """Return the digit that each byte stands for where `mask_of`, uint16[256], has its mask."""
    masks = np.frombuffer(mask_of, np.uint16).tolist()
    digits = {1 << digit - 1: digit for digit in range(1, CLASSIC.size + 1)}
    digits[CLASSIC.full_mask] = 0
    return bytes(digits.get(mask, BAD_DIGIT) for mask in masks)
