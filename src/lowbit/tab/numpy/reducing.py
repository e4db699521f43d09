"""Many items as one: sums, extremes and the like, of all items or along axes."""

from __future__ import annotations

import operator
from collections.abc import Callable
from functools import reduce
from itertools import accumulate, chain
from math import prod
from typing import Any, Final, TypeAlias

from lowbit.tab.numpy.array import ndarray
from lowbit.tab.numpy.dtypes import BOOL, FLOAT64, INT64, KNOWN, dtype, scalar, together
from lowbit.tab.numpy.making import append, asarray
from lowbit.tab.numpy.memory import packed, truths_of_raw
from lowbit.tab.numpy.ufuncs import Binary, add, bitwise_or, gcd, maximum, minimum

Array: TypeAlias = Any
Fold: TypeAlias = Callable[[Any], Any]

UINT64: Final = KNOWN["uint64"]


NAMES: Final = {
    "sum_": "sum",
    "max_": "max",
    "min_": "min",
    "any_": "any",
    "all_": "all",
    "matmul": "__matmul__",
}
"""The names of methods that functions have others than."""


def method(function: Callable[..., Any]) -> Callable[..., Any]:
    """Give arrays a function as their method."""
    setattr(ndarray, NAMES.get(function.__name__, function.__name__), function)
    return function


@method
def sum_(of: Any, axis: Any = None, dtype: Any = None, keepdims: bool = False) -> Any:
    found = asarray(of)
    return _folded(found, axis, sum, _kind_of_sum(found.dtype, dtype), keepdims)


@method
def max_(of: Any, axis: Any = None, keepdims: bool = False, initial: Any = None) -> Any:
    found = _ordered(asarray(of))
    fold = max if initial is None else lambda row: max(row, default=initial)
    return _folded(found, axis, _at_least(fold, initial, max), found.dtype, keepdims)


@method
def min_(of: Any, axis: Any = None, keepdims: bool = False, initial: Any = None) -> Any:
    found = _ordered(asarray(of))
    fold = min if initial is None else lambda row: min(row, default=initial)
    return _folded(found, axis, _at_least(fold, initial, min), found.dtype, keepdims)


def ptp(of: Any, axis: Any = None) -> Any:
    return max_(of, axis) - min_(of, axis)


@method
def any_(of: Any, axis: Any = None, keepdims: bool = False) -> Any:
    return _of_truths(asarray(of), axis, lambda row: 1 in row, keepdims)


@method
def all_(of: Any, axis: Any = None, keepdims: bool = False) -> Any:
    return _of_truths(asarray(of), axis, lambda row: 0 not in row, keepdims)


def count_nonzero(of: Any, axis: Any = None) -> Any:
    found = truths_of(asarray(of))
    if axis is None:
        return scalar(INT64, found.size - found.raw.count(0))
    return _folded(found, axis, sum, INT64, keepdims=False)


@method
def argmax(of: Any, axis: int | None = None) -> Any:
    found = _ordered(asarray(of))
    return _folded(found, axis, lambda row: row.index(max(row)), INT64, keepdims=False)


@method
def argmin(of: Any, axis: int | None = None) -> Any:
    found = _ordered(asarray(of))
    return _folded(found, axis, lambda row: row.index(min(row)), INT64, keepdims=False)


@method
def cumsum(of: Any, axis: int | None = None, dtype: Any = None) -> Array:
    return accumulated(asarray(of), axis, operator.add, dtype)


def array_equal(one: Any, other: Any) -> bool:
    a, b = asarray(one), asarray(other)
    return a.shape == b.shape and bool(all_(a == b))


def diff(of: Any, prepend: Any = None, axis: int = -1) -> Array:
    found = asarray(of)
    if prepend is not None:
        if found.ndim != 1:
            raise NotImplementedError("the stand-in for NumPy prepends to one axis alone")
        found = append(prepend, found)
    before = (slice(None),) * (axis % found.ndim)
    later, earlier = found[(*before, slice(1, None))], found[(*before, slice(None, -1))]
    return later != earlier if found.dtype is BOOL else later - earlier


@method
def matmul(one: Any, other: Any) -> Any:
    """Return the sums of products along the last axis of one and the first but one of another."""
    a, b = asarray(one), asarray(other)
    kind = together(a.dtype, b.dtype)
    if kind.kind not in "iu" or not a.ndim or b.ndim not in {1, 2} or a.shape[-1] != b.shape[0]:
        raise NotImplementedError(f"the stand-in for NumPy multiplies no {a.shape} by {b.shape}")
    columns = b.T.tolist() if b.ndim == 2 else [b.items]
    rows = rows_of(a, a.shape[-1])
    found = [sum(map(operator.mul, row, column)) for row in rows for column in columns]
    shape = (*a.shape[:-1], *b.shape[1:])
    made = ndarray.of(packed(kind, found), shape, kind)
    return made if shape else scalar(kind, made.items[0])


def rows_of(array: Array, width: int) -> list[list[Any]]:
    """Return the items in rows of so many."""
    items = array.items
    if len(array.shape) == 1:
        return [items]
    return (
        [items[at : at + width] for at in range(0, len(items), width)]
        if width
        else [[] for _ in range(prod(array.shape[:-1]))]
    )


def raw_rows_of(array: Array, width: int) -> list[Any]:
    """Return the items of a type of one byte in rows of so many, as bytes."""
    raw = array.raw
    return [raw[at : at + width] for at in range(0, len(raw), width)] if width else []


def truths_of(array: Array) -> Array:
    """Return whether each item is not zero."""
    if array.dtype is BOOL:
        return array
    if array.dtype.kind in "iu":
        raw = truths_of_raw(array.raw, array.itemsize)
        return ndarray.of(memoryview(raw).cast("?") if raw else array.memory, array.shape, BOOL)
    return array.astype(BOOL)


def accumulated(found: Array, axis: int | None, of_items: Callable[..., Any], to: Any) -> Array:
    """Return what an operation makes of the items up to each."""
    kind = _kind_of_sum(found.dtype, to) if of_items is operator.add else found.dtype
    if axis is None:
        found, axis = found.reshape(-1), 0
    if axis % found.ndim != found.ndim - 1:
        raise NotImplementedError("the stand-in for NumPy accumulates along the last axis alone")
    items: list[Any] = []
    for row in rows_of(found, found.shape[-1]):
        items += accumulate(row, of_items)
    return ndarray.of(packed(kind, items), found.shape, kind)


def _kind_of_sum(kind: dtype, to: Any = None) -> dtype:
    if to is not None:
        return dtype(to)
    if kind.kind == "f":
        raise NotImplementedError("the stand-in for NumPy adds up no floats, whose order counts")
    return UINT64 if kind.kind == "u" else INT64


def _at_least(fold: Fold, initial: Any, best: Callable[..., Any]) -> Fold:
    """Return a fold that takes an initial item, too."""
    return fold if initial is None else lambda row: best(fold(row), initial)


def _ordered(array: Array) -> Array:
    if array.dtype is FLOAT64 and any(item != item for item in array.items):  # noqa: PLR0124 - NaN
        raise NotImplementedError("the stand-in for NumPy puts NaN in no order")
    return array


def _of_truths(found: Array, axis: Any, fold: Fold, keepdims: bool) -> Any:
    found = truths_of(found)
    if axis is None and not keepdims:
        return scalar(BOOL, fold(found.raw))
    return _folded(found, axis, fold, BOOL, keepdims, raw_rows_of)


def _folded(  # noqa: PLR0913, PLR0917 - two of them have a usual value
    found: Array,
    axis: Any,
    fold: Fold,
    kind: dtype,
    keepdims: bool,
    cut: Callable[[Array, int], list[Any]] = rows_of,
) -> Any:
    """Return what each row of items along some axes becomes."""
    if axis is None and not keepdims:
        return scalar(kind, kind.wrapped(fold(found.items)))
    axes = range(found.ndim) if axis is None else (axis,) if isinstance(axis, int) else axis
    gone = {one % found.ndim for one in axes}
    kept = [one for one in range(found.ndim) if one not in gone]
    shape = tuple([found.shape[one] for one in kept])
    moved = (
        found
        if sorted(gone) == list(range(len(kept), found.ndim))
        else found.transpose(*kept, *sorted(gone))
    )
    width = prod([found.shape[one] for one in gone])
    rows = cut(moved, width) if found.ndim > 1 else [found.items]
    rows = rows if width else [[] for _ in range(prod(shape))]
    made = ndarray.of(packed(kind, list(map(fold, rows))), shape, kind)
    if keepdims:
        sizes = enumerate(found.shape)
        made = made.reshape(tuple([1 if one in gone else size for one, size in sizes]))
    return made if made.shape else scalar(kind, made.items[0])


# The same by operation: np.add.reduce and its like

FOLDS: Final[dict[Any, Fold]] = {
    add: sum,
    maximum: max,
    minimum: min,
    bitwise_or: lambda row: reduce(operator.or_, row, 0),
    gcd: lambda row: reduce(gcd.of_items, row, 0),
}


def reduced(of: Binary, array: Any, axis: int | None = 0) -> Any:
    """Return what an operation makes of all items along an axis."""
    found = asarray(array)
    kind = _kind_of_sum(found.dtype) if of is add else found.dtype
    return _folded(found, axis, FOLDS[of], kind, keepdims=False)


def reduced_at(of: Binary, array: Any, starts: Any) -> Array:
    """Return what an operation makes of the items from each start to the next."""
    found, begins = asarray(array), asarray(starts).items
    fold, items = FOLDS[of], found.items
    ends = chain(begins[1:], [len(items)])
    parts = [items[at : max(end, at + 1)] for at, end in zip(begins, ends, strict=True)]
    return ndarray.of(packed(found.dtype, list(map(fold, parts))), (len(parts),), found.dtype)


def accumulated_by(of: Binary, array: Any) -> Array:
    """Return what an operation makes of the items up to each."""
    return accumulated(asarray(array), 0, of.of_items, None)


BY_OPERATION: Final = {"reduce": reduced, "reduceat": reduced_at, "accumulate": accumulated_by}
"""The methods that NumPy gives its operations."""

for _name, _of in BY_OPERATION.items():
    setattr(Binary, _name, _of)
