"""How do puzzles of any form become rows of digits or masks, for kernels that change them?"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from lowbit.errors import GridError
from lowbit.geometry import CLASSIC
from lowbit.kernels.layout import N_CELLS
from lowbit.verbs.batch_puzzles import DIGITS, read_puzzles

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from lowbit.kernels.search import Puzzles
    from lowbit.verbs.batch_puzzles import PuzzlesLike

BAD_DIGIT: Final = 255


def read_cells(puzzles: PuzzlesLike) -> NDArray[Any]:
    """Return the puzzles of a batch, row by row.

    Returns
    -------
    uint8[n, 81] or uint16[n, 81]
        Digits, 0 where blank; candidate masks where the batch has any. Not to be written to,
        for it may be the caller's own.

    Raises
    ------
    InputError
        If this is no batch, or one in it has a type that no puzzle has.
    GridError
        If a puzzle cannot be read, or lies on another board than the classic one.
    """
    found = read_puzzles(puzzles)
    bad = found.starts < 0
    if found.masks.size:
        _require(~bad)
        return found.masks.reshape(-1, N_CELLS)
    if found.meaning is DIGITS:
        digits = found.cells.reshape(-1, N_CELLS)
        _require(digits.max(axis=1) <= CLASSIC.size)
        return digits
    digits = digits_at(found, np.where(bad, 0, found.starts))
    _require(~bad & (digits.max(axis=1) <= CLASSIC.size))
    return digits


def digits_at(puzzles: Puzzles, starts: NDArray[np.int64]) -> NDArray[np.uint8]:
    """Return the digits, uint8[k, 81], of those that begin at `starts`; BAD_DIGIT for no cell."""
    if puzzles.cells.size < N_CELLS:  # without any puzzle it may be empty
        return np.full((starts.size, N_CELLS), BAD_DIGIT, np.uint8)
    characters = bytearray(sliding_window_view(puzzles.cells, N_CELLS)[starts])
    digits = characters.translate(_digits_of(puzzles.meaning.tobytes()))
    return np.frombuffer(digits, np.uint8).reshape(-1, N_CELLS)


@cache
def _digits_of(meaning: bytes) -> bytes:
    """Return the digit that each byte stands for where `meaning`, uint16[256], has its mask."""
    masks = np.frombuffer(meaning, np.uint16).tolist()
    digits = {1 << digit - 1: digit for digit in range(1, CLASSIC.size + 1)}
    digits[CLASSIC.full_mask] = 0
    return bytes(digits.get(mask, BAD_DIGIT) for mask in masks)


def _require(good: NDArray[np.bool_]) -> None:
    """Raise where a row is no puzzle."""
    if not good.all():
        bad = np.flatnonzero(~good)
        raise GridError(
            f"{bad.size} of {good.size} puzzles cannot be read; the first is puzzle {bad[0]}, "
            f"counted from 0: leave them out, or have solve_many say which they are"
        )
