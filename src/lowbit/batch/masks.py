"""Masks of many cells at once: bit d - 1 for digit d."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray


def masks_of_digits(digits: NDArray[np.uint8]) -> NDArray[np.uint16]:
    """Return the mask of each digit alone, 0 for 0.

    Examples
    --------
    >>> masks_of_digits(np.array([0, 1, 2, 9], np.uint8)).tolist()
    [0, 1, 2, 256]
    """
    return (np.uint16(1) << digits.astype(np.uint16)) >> np.uint16(1)


def are_single(masks: NDArray[np.uint16]) -> NDArray[np.bool_]:
    """Return which masks are those of one digit.

    Examples
    --------
    >>> are_single(np.array([0, 4, 5], np.uint16)).tolist()
    [False, True, False]
    """
    single: NDArray[np.bool_] = (masks != 0) & (masks & (masks - np.uint16(1)) == 0)
    return single
