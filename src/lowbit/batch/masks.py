"""Masks of many cells at once: bit d - 1 for digit d."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import DTypeLike, NDArray


def masks_of_digits(digits: NDArray[np.uint8], dtype: DTypeLike = np.uint16) -> NDArray[Any]:
    """Return the mask of each digit alone, 0 for 0, of a type that has a bit for each digit.

    Examples
    --------
    >>> masks_of_digits(np.array([0, 1, 2, 9], np.uint8)).tolist()
    [0, 1, 2, 256]
    """
    bits = np.uint64(1) << np.arange(8 * np.dtype(dtype).itemsize, dtype=np.uint64)
    masks: NDArray[Any] = np.append(np.uint64(0), bits).astype(dtype)[digits]
    return masks


def are_single(masks: NDArray[Any]) -> NDArray[np.bool_]:
    """Return which masks are those of one digit.

    Examples
    --------
    >>> are_single(np.array([0, 4, 5], np.uint16)).tolist()
    [False, True, False]
    """
    single: NDArray[np.bool_] = (masks != 0) & (masks & (masks - masks.dtype.type(1)) == 0)
    return single
