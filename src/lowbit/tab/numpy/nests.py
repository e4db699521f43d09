"""Values of Python's as items: numbers, texts, and lists of lists of them."""

from __future__ import annotations

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
from lowbit.tab.numpy.memory import packed

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
        if kind.kind in "iu" and {*map(type, self.items)} <= {int, bool}:
            for value in (min(self.items), max(self.items)) if self.items else ():
                kind.checked(value)
        return packed(kind, self.items)


def nest_of(value: Any) -> NestedItems:
    """Return the items of a value of Python's, of a scalar or of lists of arrays."""
    shape: list[int] = []
    level, kinds = [value], set[dtype]()
    while level and any(map(_is_nest, level)):
        if not all(map(_is_nest, level)) or len(set(map(len, level))) > 1:
            raise ValueError("an array cannot be made of lists of different lengths or depths")
        if all(hasattr(part, "dtype") for part in level):
            return _of_arrays(level, shape)
        shape.append(len(level[0]))
        level = list(chain.from_iterable(level))
    kinds |= {_kind_of(of, level) for of in set(map(type, level))}
    kind = reduce(together, kinds) if kinds else FLOAT64
    return NestedItems([_plain(item) for item in level], tuple(shape), kind)


def _is_nest(value: Any) -> bool:
    return isinstance(value, (list, tuple, range)) or bool(getattr(value, "shape", ()))


def _of_arrays(parts: list[Any], outer: list[int]) -> NestedItems:
    if len({part.shape for part in parts}) > 1:
        raise ValueError("an array cannot be made of arrays of different shapes")
    items = list(chain.from_iterable([part.items for part in parts]))
    kind = reduce(together, {part.dtype for part in parts})
    return NestedItems(items, (*outer, *parts[0].shape), kind)


def _plain(item: Any) -> Any:
    return item.item() if isinstance(item, generic) else item


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
