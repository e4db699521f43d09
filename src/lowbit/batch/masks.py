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
    one = np.dtype(dtype).type(1)
    masks: NDArray[Any] = one << digits.astype(dtype) - one  # of 0, by more bits than there are
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


def digits_of_masks(masks: NDArray[Any]) -> NDArray[np.uint8]:
    """Return the digit of each mask of one digit, 0 of others.

    Examples
    --------
    >>> digits_of_masks(np.array([0, 1, 5, 256, 511], np.uint16)).tolist()
    [0, 1, 0, 9, 0]
    """
    exponents: NDArray[np.uint8] = np.frexp(masks)[1].astype(np.uint8)
    return exponents * are_single(masks)
