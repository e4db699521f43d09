"""Arrays of numbers of any type and layout, as the bytes and masks that kernels take.

They are converted portion by portion, on all threads, so that no copy of the whole is made in their
own type. Of 255 and more values a byte holds, a board has few: what is too large stays too large.
"""

from __future__ import annotations

import math
from itertools import chain
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from lowbit.formats.puzzle import SYMBOL_OF_DIGIT
from lowbit.geometry import CLASSIC
from lowbit.kernels.core.threads import share

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import DTypeLike, NDArray

    Convert = Callable[[NDArray[Any], slice], object]

NUMBERS: Final = "iuf"
"""The kinds of arrays of numbers."""

NO_DIGIT: Final = 255
"""The byte that stands for anything that is no digit."""

PORTION: Final = 1 << 11
"""Rows to convert at a time: a megabyte or so, which stays near the processor."""


def array_of(values: Any, blank: int = 0) -> NDArray[Any]:  # noqa: ANN401 - whatever has __array__
    """Return an array; one of numbers is left as it is, to be converted later."""
    array: NDArray[Any] = values if isinstance(values, np.ma.MaskedArray) else np.asarray(values)
    return array if array.dtype.kind in NUMBERS else plain_array(array, blank)


def imported(values: Any) -> Any:  # noqa: ANN401 - whatever has __dlpack__, or anything else
    """Return tensors that can only be shared as an array on their memory; all else as it is."""
    is_shared_only = hasattr(values, "__dlpack__") and not hasattr(values, "__array__")
    return np.from_dlpack(values) if is_shared_only else values


def plain_array(values: Any, blank: int = 0) -> NDArray[Any]:  # noqa: ANN401 - as above
    """Return an array in the byte order of this machine, with blanks for masked items."""
    array: NDArray[Any] = np.asarray(_unmasked(values, blank))
    return array if array.dtype.isnative else array.astype(array.dtype.newbyteorder("="))


def bytes_of_digits(array: NDArray[Any], threads: int | None = None) -> NDArray[np.uint8]:
    """Return an array of numbers as bytes, a row each: 0 for a blank, `NO_DIGIT` for no digit.

    NaN is a blank, except where all of a row is NaN. Bytes are not copied.

    Examples
    --------
    >>> bytes_of_digits(np.array([[1.0, np.nan, 2.5], [np.nan] * 3])).tolist()
    [[1, 0, 255], [255, 255, 255]]
    >>> bytes_of_digits(np.array([[1, -1, 1000]])).tolist()
    [[1, 255, 255]]
    """
    if array.itemsize == 1 and array.dtype.kind in "iu" and type(array) is np.ndarray:
        return array.reshape(_shape(array)).view(np.uint8)
    digits = np.empty(_shape(array), np.uint8)
    convert = _floats_into if array.dtype.kind == "f" else _integers_into
    _by_portions(array, lambda part, rows: convert(part, digits[rows]), 0, threads)
    return digits


def masks_of_numbers(
    array: NDArray[Any], full_mask: int, dtype: DTypeLike, threads: int | None = None
) -> tuple[NDArray[Any], NDArray[np.bool_]]:
    """Return an array of integers as masks of a type, and which rows have no other numbers.

    Masks of that type are not copied.
    """
    if array.dtype == dtype and type(array) is np.ndarray:
        return array.reshape(_shape(array)), np.all(
            array.reshape(_shape(array)) <= full_mask, axis=1
        )
    masks = np.empty(_shape(array), dtype)
    valid = np.empty(len(array), np.bool_)

    def convert(part: NDArray[Any], rows: slice) -> None:
        valid[rows] = (_unsigned(part) <= full_mask).all(axis=1)
        masks[rows] = part

    _by_portions(array, convert, full_mask, threads)
    return masks, valid


def stacked(items: Sequence[Any]) -> NDArray[Any] | None:
    """Return arrays of numbers, all of one type and shape, as one; None if they are not."""
    first = items[0] if len(items) else None
    if not isinstance(first, np.ndarray) or first.dtype.kind not in NUMBERS or not first.ndim:
        return None
    kinds = {
        (type(item), getattr(item, "dtype", None), getattr(item, "shape", None)) for item in items
    }
    return np.stack(items) if kinds == {(np.ndarray, first.dtype, first.shape)} else None


def line_of_list(cells: list[Any]) -> str | None:
    """Return the line of a classic puzzle whose cells are integers, flat or in rows; else None."""
    try:
        flat = cells if len(cells) == CLASSIC.n_cells else [*chain.from_iterable(cells)]
        if (
            len(flat) == CLASSIC.n_cells
            and {*map(type, flat)} == {int}
            and max(flat) <= CLASSIC.size
        ):
            return bytes(flat).translate(SYMBOL_OF_DIGIT).decode()
    except (TypeError, ValueError):  # not all are lists, or a number is negative
        pass
    return None


def _shape(array: NDArray[Any]) -> tuple[int, int]:
    return len(array), math.prod(array.shape[1:])


def _by_portions(array: NDArray[Any], convert: Convert, blank: int, threads: int | None) -> None:
    """Convert some rows at a time, on many threads."""

    def work(first: int, end: int) -> None:
        part = plain_array(array[first:end], blank)
        convert(part.reshape(end - first, -1), slice(first, end))

    share(len(array), lambda: work, portion=PORTION, threads=threads)


def _unsigned(part: NDArray[Any]) -> NDArray[Any]:
    """Return integers as unsigned ones: negative ones become large."""
    return part.view(f"u{part.itemsize}") if part.dtype.kind == "i" else part


def _integers_into(part: NDArray[Any], digits: NDArray[np.uint8]) -> None:
    np.minimum(_unsigned(part), NO_DIGIT, out=digits, casting="unsafe")


def _floats_into(part: NDArray[Any], digits: NDArray[np.uint8]) -> None:
    with np.errstate(invalid="ignore", over="ignore"):  # what no byte holds differs from its byte
        np.copyto(digits, part, casting="unsafe")
    is_wrong = digits != part
    if is_wrong.any():
        is_nan = np.isnan(part)
        np.putmask(digits, is_wrong, NO_DIGIT)
        np.putmask(digits, is_nan & ~is_nan.all(axis=1, keepdims=True), 0)


def _unmasked(values: Any, blank: int) -> Any:  # noqa: ANN401 - whatever has __array__
    """Return values with blanks for masked ones; `blank` is the blank among numbers."""
    if not isinstance(values, np.ma.MaskedArray):
        return values
    return values.filled({"S": b".", "U": ".", "O": None}.get(values.dtype.kind, blank))
