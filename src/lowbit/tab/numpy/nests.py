"""Values of Python's as items: numbers, texts, and lists of lists of them."""

from __future__ import annotations

from array import array
from functools import reduce
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple

from lowbit.tab.numpy.dtypes import (
    BOOL,
    FLOAT64,
    INT64,
    OBJECT,
    dtype,
    generic,
    text_of,
    together,
    uint64,
)
from lowbit.tab.numpy.memory import of_array, packed

if TYPE_CHECKING:
    from lowbit.tab.numpy.memory import Base, Shape


class NestedItems(NamedTuple):
    """The items of a value, its shape, and the type that it has by itself."""

    items: list[Any]
    shape: Shape
    kind: dtype

    def packed(self, kind: dtype) -> Base:
        """Return memory with the items, of a type.

        Raises
        ------
        OverflowError
            If it does not have one of them, and this is a number of Python's.
        """
        if kind.kind not in "iu":
            return packed(kind, self.items)
        try:
            return of_array(array(kind.format, self.items), kind)
        except OverflowError:
            return packed(kind, [kind.checked(item) for item in self.items])
        except TypeError:  # not all of them are whole
            return packed(kind, self.items)


def nest_of(value: Any, known: dtype | None = None) -> NestedItems:
    """Return the items of a value of Python's, of a scalar or of lists of arrays.

    Their type is inferred unless it is known.
    """
    shape: list[int] = []
    level: list[Any] = [value]
    types = {type(value)}
    while any(issubclass(of, NESTS) or _are_arrays(of, level) for of in types):
        if any(_are_arrays(of, level) for of in types):
            return _of_arrays(level, shape)
        if not all(issubclass(of, NESTS) for of in types) or len(set(map(len, level))) > 1:
            raise ValueError("an array cannot be made of lists of different lengths or depths")
        shape.append(len(level[0]))
        level = list(chain.from_iterable(level))
        types = set(map(type, level))
    kinds = [known] if known else [_kind_of(of, level) for of in types]
    kind = reduce(together, kinds) if kinds else FLOAT64
    if any(issubclass(of, generic) for of in types):
        level = [item.item() if isinstance(item, generic) else item for item in level]
    return NestedItems(level, tuple(shape), kind)


NESTS = (list, tuple, range)


def _are_arrays(of: type[Any], level: list[Any]) -> bool:
    """Whether the items of a class are arrays with axes."""
    return hasattr(of, "strides") and any(item.shape for item in level if type(item) is of)


def _of_arrays(parts: list[Any], outer: list[int]) -> NestedItems:
    if len({getattr(part, "shape", None) for part in parts}) > 1:
        raise ValueError("an array cannot be made of arrays of different shapes")
    items = list(chain.from_iterable([part.items for part in parts]))
    kind = reduce(together, {part.dtype for part in parts})
    return NestedItems(items, (*outer, *parts[0].shape), kind)


def _kind_of(of: type, level: list[Any]) -> dtype:
    """Return the type of the items of one class."""
    if issubclass(of, generic):
        return of.dtype
    if of is bool:
        return BOOL
    if issubclass(of, int):
        return _kind_of_ints([item for item in level if type(item) is of])
    if issubclass(of, float):
        return FLOAT64
    if of in {str, bytes}:
        width = max(len(item) for item in level if type(item) is of)
        return text_of(width) if of is str else dtype(f"S{width}")
    return _kind_of_array(of, level)


def _kind_of_array(of: type, level: list[Any]) -> dtype:
    """Return the type of an array without axes among the items, or of objects."""
    found = next(item for item in level if type(item) is of)
    kind = getattr(found, "dtype", OBJECT)
    return kind if isinstance(kind, dtype) else OBJECT


def _kind_of_ints(values: list[int]) -> dtype:
    least, most = min(values), max(values)
    if INT64.least <= least and most <= INT64.most:
        return INT64
    if least < 0 or most > dtype(uint64).most:
        return OBJECT
    return dtype(uint64) if least > INT64.most else FLOAT64
