"""Sets of cells of the classic board as two words: `UPPER` cells, row by row, in the first."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from lowbit.kernels.core.bits import lowest
from lowbit.kernels.core.compile import part

if TYPE_CHECKING:
    from collections.abc import Iterable

    from lowbit.kernels.core.arrays import Words

UPPER: Final = 45
"""The cells in the first word of a set: five rows. The other four rows are in the second."""


def halves(sets: Iterable[Iterable[int]]) -> Words:
    """Return each set of cells as its two words, int64[n, 2].

    >>> halves([(0, 2, 45)]).tolist()
    [[5, 1]]
    """
    masks = [sum(1 << cell for cell in cells) for cells in sets]
    return np.array([[mask & (1 << UPPER) - 1, mask >> UPPER] for mask in masks], np.int64)


@part
def first_and_rest(upper: int, lower: int) -> tuple[int, int, int]:
    """Return the first cell of a set that is not empty, and the set without it."""
    if upper:
        return lowest(upper), upper & (upper - 1), lower
    return UPPER + lowest(lower), upper, lower & (lower - 1)
