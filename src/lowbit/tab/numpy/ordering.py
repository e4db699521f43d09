"""Order among items, places of some, and choices by them."""

from __future__ import annotations

import sys
from bisect import bisect_left, bisect_right
from itertools import chain, compress
from math import prod
from typing import TYPE_CHECKING, Any, TypeAlias

from lowbit.tab.numpy.array import ndarray
from lowbit.tab.numpy.dtypes import BOOL, INT64, generic, scalar
from lowbit.tab.numpy.indexing import unravelled
from lowbit.tab.numpy.making import asarray, concatenate, stack
from lowbit.tab.numpy.memory import broadcast, of_raw, packed, selected
from lowbit.tab.numpy.reducing import method, rows_of, truths_of
from lowbit.tab.numpy.ufuncs import Operand, kind_of, maximum, minimum

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lowbit.tab.numpy.memory import Shape

Array: TypeAlias = Any


def _ints(items: list[int]) -> Array:
    return ndarray.of(packed(INT64, items), (len(items),), INT64)


def sort(of: Any, axis: int = -1) -> Array:
    found = asarray(of)
    if axis % found.ndim != found.ndim - 1:
        raise NotImplementedError("the stand-in for NumPy sorts along the last axis alone")
    items: list[Any] = []
    for row in rows_of(found, found.shape[-1]):
        items += sorted(row)
    return ndarray.of(packed(found.dtype, items), found.shape, found.dtype)


@method
def argsort(of: Any, axis: int = -1, kind: str | None = None) -> Array:  # noqa: ARG001
    """Sort places; equal items keep their order whatever `kind` is, which NumPy leaves open."""
    found = asarray(of)
    if axis % found.ndim != found.ndim - 1:
        raise NotImplementedError("the stand-in for NumPy sorts along the last axis alone")
    items: list[int] = []
    for row in rows_of(found, found.shape[-1]):
        items += sorted(range(len(row)), key=row.__getitem__)
    return _ints(items).reshape(found.shape)


def lexsort(keys: Sequence[Any]) -> Array:
    columns = [asarray(key).items for key in keys]
    order = list(range(len(columns[0])))
    for column in columns:
        order = sorted(order, key=column.__getitem__)
    return _ints(order)


def unique(
    of: Any,
    return_index: bool = False,
    return_inverse: bool = False,
    return_counts: bool = False,
    axis: int | None = None,
) -> Any:
    found = asarray(of)
    if axis is not None and found.ndim > 1:
        raise NotImplementedError("the stand-in for NumPy has no unique along an axis")
    items = found.items
    first: dict[Any, int] = {}
    for at, item in enumerate(items):
        first.setdefault(item, at)
    values = sorted(first)
    answers = [ndarray.of(packed(found.dtype, values), (len(values),), found.dtype)]
    if return_index:
        answers.append(_ints([first[value] for value in values]))
    if return_inverse or return_counts:
        place = {value: at for at, value in enumerate(values)}
        inverse = [place[item] for item in items]
        answers += [_ints(inverse).reshape(found.shape)] if return_inverse else []
        answers += [bincount(_ints(inverse))] if return_counts else []
    return answers[0] if len(answers) == 1 else tuple(answers)


def union1d(one: Any, other: Any) -> Array:
    return unique(concatenate([asarray(one).reshape(-1), asarray(other).reshape(-1)]))


def isin(of: Any, among: Any) -> Array:
    found, known = asarray(of), set(asarray(among).items)
    return ndarray.of(of_raw(BOOL, bytes(map(known.__contains__, found.items))), found.shape, BOOL)


def searchsorted(among: Any, of: Any, side: str = "left") -> Any:
    known, find = asarray(among).items, bisect_left if side == "left" else bisect_right
    if isinstance(of, (int, float, generic)):
        return scalar(INT64, find(known, of.item() if isinstance(of, generic) else of))
    found = asarray(of)
    return _ints([find(known, item) for item in found.items]).reshape(found.shape)


def bincount(of: Any, minlength: int = 0) -> Array:
    items = asarray(of).items
    counts = [0] * max(minlength, max(items, default=-1) + 1)
    for item in items:
        counts[item] += 1
    return _ints(counts)


def flatnonzero(of: Any) -> Array:
    found = truths_of(asarray(of))
    return _ints(list(compress(range(found.size), found.raw)))


@method
def nonzero(of: Any) -> tuple[Array, ...]:
    found = asarray(of)
    places = unravelled(flatnonzero(found).items, found.shape)
    if len(places) == 1:
        return (_ints(places[0]),)
    return tuple(
        _ints(list(chain.from_iterable(zip(*places, strict=True)))).reshape(-1, len(places)).T
    )


def argwhere(of: Any) -> Array:
    return stack(nonzero(of)).T


def where(condition: Any, one: Any = None, other: Any = None) -> Any:
    if one is None or other is None:
        return nonzero(condition)
    chosen, a, b = truths_of(asarray(condition)), Operand(one), Operand(other)
    kind, shape = kind_of(a.kind, b.kind), broadcast(chosen.shape, a.shape, b.shape)
    if kind.kind not in "biu":
        is_first = chosen.stretched(shape).raw
        items = [
            x if is_it else y
            for is_it, x, y in zip(is_first, a.items(shape), b.items(shape), strict=False)
        ]
        return ndarray.of(packed(kind, items), shape, kind)
    for operand in (a, b):
        if operand.kind is int:
            kind.checked(operand.value)
    size, (mask, inner) = prod(shape), _mask_in(shape, chosen)
    ones, others = a.raw(shape, size, kind), b.raw(shape, size, kind)
    raw = selected(mask, inner * kind.itemsize, ones, others)
    return ndarray.of(of_raw(kind, raw), shape, kind)


def _mask_in(shape: Shape, mask: Array) -> tuple[bytes, int]:
    """Return the truth values of a mask in a shape, and how many items each stands for."""
    n_outer = len(shape)
    while n_outer and mask.ndim == len(shape) and mask.shape[n_outer - 1] == 1:
        n_outer -= 1
    own = mask if mask.shape[:n_outer] == shape[:n_outer] else mask.stretched(shape)
    inner = prod(shape[n_outer:]) if own is mask else 1
    return own.raw, inner


def copyto(to: Array, values: Any, casting: str = "same_kind") -> None:
    if casting != "unsafe":
        raise NotImplementedError("the stand-in for NumPy copies with unsafe casting alone")
    to[...] = asarray(values)


def putmask(to: Array, mask: Array, value: Any) -> None:
    to[mask] = value


def nan_to_num(of: Any) -> Array:
    found = asarray(of)
    most = sys.float_info.max
    items = [0.0 if item != item else max(-most, min(item, most)) for item in found.items]  # noqa: PLR0124 - NaN
    return ndarray.of(packed(found.dtype, items), found.shape, found.dtype)


def clip(of: Any, least: Any, most: Any, out: Any = None) -> Any:
    return minimum(maximum(of, least), most, out)


@method
def take(of: Any, places: Any) -> Any:
    return asarray(of).reshape(-1)[asarray(places)]


def take_along_axis(of: Array, places: Array, axis: int) -> Array:
    if axis % of.ndim != 1 or of.ndim != 2:
        raise NotImplementedError("the stand-in for NumPy takes along the second of two axes alone")
    n = max(len(of), len(places))
    rows, chosen = of.stretched((n, of.shape[1])), places.stretched((n, places.shape[1]))
    items = [row[at] for row, ats in zip(rows.tolist(), chosen.tolist(), strict=True) for at in ats]
    return ndarray.of(packed(of.dtype, items), chosen.shape, of.dtype)


def fill_diagonal(of: Array, value: Any) -> None:
    for at in range(min(of.shape)):
        of[at, at] = value
