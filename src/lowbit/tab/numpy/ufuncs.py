"""Operations on items: each of one array, or of two that have a shape together.

Bits, comparisons for equality, and bytes with one number are worked out for all items at once, by
operations on whole numbers of any length and by tables; all others item by item, by `map`.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from functools import lru_cache
from itertools import repeat
from math import copysign, prod
from math import frexp as frexp_of
from math import gcd as gcd_of
from math import isfinite as isfinite_of
from math import isnan as isnan_of
from typing import Any, Final, TypeAlias

from lowbit.tab.numpy import memory as bits
from lowbit.tab.numpy.array import ndarray
from lowbit.tab.numpy.dtypes import (
    BOOL,
    FLOAT64,
    KEPT,
    KNOWN,
    dtype,
    fits,
    generic,
    scalar,
    text_of,
    together,
)
from lowbit.tab.numpy.indexing import each_place, in_part, part_of
from lowbit.tab.numpy.making import asarray
from lowbit.tab.numpy.memory import broadcast, packed

Array: TypeAlias = Any
Of: TypeAlias = Callable[..., Any]

INT8: Final = KNOWN["int8"]

WORTH_A_TABLE: Final = 512
"""Items from which on it is quicker to make a table of all bytes."""


class Operand:
    """An argument: an array, or a number, which has a type unless it is Python's.

    Attributes
    ----------
    array : ndarray or None
    value : object
        The number, if it is no array.
    kind : dtype or type
        Its type, or the class of a number of Python's.
    """

    __slots__ = ("array", "kind", "value")
    array: Array
    kind: Any

    def __init__(self, of: Any) -> None:
        self.array, self.value = None, of
        if type(of) is ndarray:
            self.array, self.kind = of, of.dtype
        elif isinstance(of, generic):
            self.value, self.kind = of.item(), of.dtype
        elif isinstance(of, (int, float)):
            self.kind = (
                float if isinstance(of, float) else bool if of is True or of is False else int
            )
        elif isinstance(of, (list, tuple, range)) or hasattr(of, "__array__"):
            self.array = asarray(of)
            self.kind = self.array.dtype
        else:
            self.kind = type(of)

    @property
    def shape(self) -> tuple[int, ...]:
        return () if self.array is None else self.array.shape

    def items(self, shape: tuple[int, ...]) -> Any:
        """Return the items in a shape: a number as often as it is taken."""
        if self.array is None:
            return repeat(self.value)
        if self.array.shape == shape:
            return self.array.items
        if self.array.size == 1:
            return repeat(self.array.items[0])
        return self.array.stretched(shape).items

    def raw(self, shape: tuple[int, ...], size: int, kind: dtype) -> Any:
        """Return the bytes of the items, as those of a type of whole numbers."""
        if self.array is None:
            number = kind.wrapped(self.value)
            return number.to_bytes(kind.itemsize, "little", signed=kind.kind == "i") * size
        found = self.array if self.array.shape == shape else self.array.stretched(shape)
        return bits.cast_raw(found.dtype, kind, found.raw)


@lru_cache(KEPT)
def kind_of(one: Any, other: Any) -> Any:
    """Return the type in which two operands are combined, by their types or classes."""
    if one is str or other is str:
        return together(*(text_of(0) if kind is str else dtype(kind) for kind in (one, other)))
    is_weak, is_other_weak = type(one) is not dtype, type(other) is not dtype
    if is_weak == is_other_weak:
        return together(dtype(one), dtype(other))
    kind, weak = (other, one) if is_weak else (one, other)
    if kind.kind == "O":
        return kind
    if kind.kind == "b" or (weak is float and kind.kind in "iu"):
        return together(kind, dtype(weak))
    if weak not in {bool, int, float} or kind.kind not in "biuf":
        raise TypeError(f"{kind} and {weak.__name__} cannot be combined")
    return kind


class ufunc:
    """An operation on items."""

    __slots__ = ("__name__", "of_items")

    def __init__(self, name: str, of_items: Of) -> None:
        self.__name__, self.of_items = name, of_items

    def __repr__(self) -> str:
        return f"<ufunc '{self.__name__}'>"

    def __getattr__(self, name: str) -> Any:
        raise NotImplementedError(f"the stand-in for NumPy has no np.{self.__name__}.{name}")


class Binary(ufunc):
    """An operation on the items of two."""

    __slots__ = ()

    def __call__(self, one: Any, other: Any, out: Any = None, *, casting: str = "same_kind") -> Any:
        a, b = Operand(one), Operand(other)
        if a.array is None and b.array is None and out is None:
            return self._of_numbers(a, b)
        shape = a.shape if a.shape == b.shape or b.array is None else broadcast(a.shape, b.shape)
        made = self._of_arrays(a, b, shape)
        if out is None:
            return made if shape else scalar(made.dtype, made.items[0])
        return written(made, out[0] if type(out) is tuple else out, casting)

    def _of_numbers(self, a: Operand, b: Operand) -> Any:
        kind = self.common(a, b)
        one, other = (a.value, b.value) if kind.kind != "f" else (float(a.value), float(b.value))
        return scalar(kind, kind.wrapped(_safe(self.of_items)(one, other)))

    def _of_arrays(self, a: Operand, b: Operand, shape: tuple[int, ...]) -> Array:
        raise NotImplementedError

    def common(self, a: Operand, b: Operand) -> dtype:
        """Return the type in which the items are combined."""
        kind: dtype = kind_of(a.kind, b.kind)
        for one in (a, b):
            if one.kind is int and kind.kind in "iu":
                kind.checked(one.value)
        return kind

    def by_items(self, a: Operand, b: Operand, shape: tuple[int, ...], kind: dtype) -> list[Any]:
        """Return the results item by item."""
        ones, others = a.items(shape), b.items(shape)
        if kind.kind == "f" and self.of_items not in COMPARISONS:
            ones, others = map(float, ones), map(float, others)
        of_items = self.of_items if not _needs_care(self.of_items, b) else _safe(self.of_items)
        return list(map(of_items, ones, others))

    def at(self, array: Array, places: Any, values: Any) -> None:
        part = part_of(array, places if type(places) is tuple else (places,))
        memory, wrapped, of_items = array.memory, array.dtype.wrapped, self.of_items
        for place, value in zip(
            each_place(part), in_part(asarray(values), part).items, strict=True
        ):
            memory[place] = wrapped(of_items(memory[place], value))


class Arithmetic(Binary):
    """An operation on two numbers that is a number of their type."""

    __slots__ = ()

    def common(self, a: Operand, b: Operand) -> dtype:
        kind = super().common(a, b)
        if kind is FLOAT64 and self.of_items in {operator.lshift, operator.rshift}:
            raise TypeError(f"{self.__name__} is not supported for {a.kind} and {b.kind}")
        if kind is not BOOL:
            return kind
        if self.of_items is operator.sub:
            raise TypeError("numpy boolean subtract, the `-` operator, is not supported")
        return BOOL if self.of_items in BOOLEAN else INT8

    def _of_arrays(self, a: Operand, b: Operand, shape: tuple[int, ...]) -> Array:
        kind = self.common(a, b)
        table = _table_for(self.of_items, a, b, kind) if kind.itemsize == 1 else None
        if table:
            return ndarray.of(bits.of_raw(kind, _array_of(a, b).raw.translate(table)), shape, kind)
        return ndarray.of(packed(kind, self.by_items(a, b, shape, kind)), shape, kind)


class Division(Arithmetic):
    """The quotient of two numbers as a floating-point number."""

    __slots__ = ()

    def common(self, a: Operand, b: Operand) -> dtype:
        super(Arithmetic, self).common(a, b)
        return FLOAT64


class Bitwise(Arithmetic):
    """An operation on the bits of two numbers."""

    __slots__ = ()

    def common(self, a: Operand, b: Operand) -> dtype:
        kind = Binary.common(self, a, b)
        if kind.kind not in "biu":
            raise TypeError(f"{self.__name__} is not supported for {a.kind} and {b.kind}")
        return kind

    def _of_arrays(self, a: Operand, b: Operand, shape: tuple[int, ...]) -> Array:
        kind, size = self.common(a, b), prod(shape)
        one, other = a.raw(shape, size, kind), b.raw(shape, size, kind)
        found = self.of_items(int.from_bytes(one, "little"), int.from_bytes(other, "little"))
        return ndarray.of(bits.of_raw(kind, found.to_bytes(len(one), "little")), shape, kind)


class Comparison(Binary):
    """A comparison of two numbers, exact whatever their types are."""

    __slots__ = ()

    def common(self, a: Operand, b: Operand) -> dtype:  # noqa: ARG002 - whatever they are
        return BOOL

    def _of_arrays(self, a: Operand, b: Operand, shape: tuple[int, ...]) -> Array:
        if table := _table_for(self.of_items, a, b, BOOL):
            return ndarray.of(bits.of_raw(BOOL, _array_of(a, b).raw.translate(table)), shape, BOOL)
        kind = _kind_of_bits(a, b)
        if kind and self.of_items in EQUALITY and prod(shape) >= WORTH_A_TABLE:
            return ndarray.of(bits.of_raw(BOOL, self._by_bits(a, b, shape, kind)), shape, BOOL)
        found = map(self.of_items, a.items(shape), b.items(shape))
        truths = bytes(found if kind else map(bool, found))
        return ndarray.of(bits.of_raw(BOOL, truths), shape, BOOL)

    def _by_bits(self, a: Operand, b: Operand, shape: tuple[int, ...], kind: dtype) -> bytes:
        size = prod(shape)
        differs = bits.apart(a.raw(shape, size, kind), b.raw(shape, size, kind))
        found = bits.truths_of_raw(differs, kind.itemsize)
        return found if self.of_items is operator.ne else found.translate(NOT)


def _kind_of_bits(a: Operand, b: Operand) -> dtype | None:
    """Return the type whose bits tell whether operands are equal, if there is one."""
    kind, other = (b.kind, a.kind) if a.array is None else (a.kind, b.kind)
    number = a.value if a.array is None else b.value
    if kind.kind not in "biu":
        return None
    is_alike = other is kind or (other is int and kind.least <= number <= kind.most)
    return kind if is_alike else None


class Unary(ufunc):
    """An operation on the items of one array."""

    __slots__ = ("kind",)

    def __init__(self, name: str, of_items: Of, kind: Any = None) -> None:
        super().__init__(name, of_items)
        self.kind = kind and dtype(kind)

    def __call__(self, of: Any, out: Any = None) -> Any:
        found = Operand(of)
        kind = self.kind or dtype(found.kind)
        if kind is BOOL and self.of_items not in TRUTHS:
            raise TypeError(f"{self.__name__} is not supported for truth values")
        if found.array is None:
            return scalar(kind, kind.wrapped(self.of_items(found.value)))
        made = ndarray.of(self._memory(found.array, kind), found.array.shape, kind)
        if out is not None:
            return written(made, out, "same_kind")
        return made if made.shape else scalar(kind, made.items[0])

    def _memory(self, array: Array, kind: dtype) -> Any:
        if self.of_items is operator.invert and array.dtype.kind in "iu":
            return bits.of_raw(kind, array.raw.translate(bits.INVERSE))
        if self.of_items is operator.not_ and array.dtype.kind in "biu":
            truths = bits.truths_of_raw(array.raw, array.itemsize)
            return bits.of_raw(kind, truths.translate(NOT))
        return packed(kind, list(map(self.of_items, array.items)))


class Invert(Unary):
    """All bits of a number changed; of truth values their opposites."""

    __slots__ = ()

    def __call__(self, of: Any, out: Any = None) -> Any:
        kind = getattr(of, "dtype", None)
        return logical_not(of, out) if kind is BOOL else super().__call__(of, out)


def _array_of(a: Operand, b: Operand) -> Array:
    return b.array if a.array is None else a.array


def written(made: Array, out: Array, casting: str) -> Array:
    """Write a result to an array, and return this."""
    if casting != "unsafe" and not fits(made.dtype, out.dtype):
        raise TypeError(
            f"cannot cast the result from {made.dtype} to {out.dtype} (casting '{casting}')"
        )
    made = made if made.shape == out.shape else made.stretched(out.shape)
    out.write(made.memory if made.dtype is out.dtype and made.is_flat else made.items_as(out.dtype))
    return out


def _shifted_left(one: int, by: int) -> int:
    return one << by if 0 <= by < 64 else 0


def _shifted_right(one: int, by: int) -> int:
    return one >> by if 0 <= by < 64 else -(one < 0)


def _quotient(one: Any, other: Any) -> Any:
    return one // other if other else _of_zero(one)


def _rest(one: Any, other: Any) -> Any:
    return one % other if other else _of_zero(one)


def _of_zero(one: Any) -> Any:
    if isinstance(one, float):
        raise NotImplementedError("the stand-in for NumPy divides no floats by zero")
    return 0


def _ratio(one: Any, other: Any) -> float:
    if other:
        return float(one / other)
    return float("nan") if one != one or not one else float("inf") * (1 if one > 0 else -1)  # noqa: PLR0124 - NaN


CAREFUL: Final[dict[Of, Of]] = {
    operator.lshift: _shifted_left,
    operator.rshift: _shifted_right,
    operator.floordiv: _quotient,
    operator.mod: _rest,
    operator.truediv: _ratio,
}
"""The operations that Python refuses for some numbers, for all of them."""


def _safe(of_items: Of) -> Of:
    return CAREFUL.get(of_items, of_items)


def _needs_care(of_items: Of, by: Operand) -> bool:
    """Whether Python may refuse an operation by some number."""
    if of_items not in CAREFUL:
        return False
    numbers = [by.value] if by.array is None else by.array.items
    if of_items in {operator.lshift, operator.rshift}:
        return bool(numbers) and not 0 <= min(numbers) <= max(numbers) < 64
    return 0 in numbers


def _table_for(of_items: Of, a: Operand, b: Operand, kind: dtype) -> bytes | None:
    """Return the result for each byte of one of the operands, if the other is a number."""
    array, number = (a, b) if b.array is None else (b, a)
    if number.array is not None or array.array is None or array.array.itemsize != 1:
        return None
    if array.array.size < WORTH_A_TABLE or type(number.value) not in {int, bool}:
        return None
    return _table(of_items, array.kind, number.value, kind, number is b)


@lru_cache(256)
def _table(of_items: Of, of: dtype, number: int, kind: dtype, is_right: bool) -> bytes:
    every = bits.in_format(bytes(range(256)), of).tolist()
    safe = _safe(of_items)
    found = [safe(item, number) if is_right else safe(number, item) for item in every]
    table: bytes = packed(kind, found).tobytes()
    return table


def _whole(number: float) -> float:
    return copysign(round(number), number)


def _least(one: Any, other: Any) -> Any:
    return one if one != one or one < other else other  # noqa: PLR0124 - NaN


def _most(one: Any, other: Any) -> Any:
    return one if one != one or one > other else other  # noqa: PLR0124 - NaN


NOT: Final = b"\1" + bytes(255)
EQUALITY: Final = {operator.eq, operator.ne}
COMPARISONS: Final = {*EQUALITY, operator.lt, operator.le, operator.gt, operator.ge}
BOOLEAN: Final = {operator.add, operator.mul, _least, _most}
TRUTHS: Final = {operator.not_, isnan_of, isfinite_of, abs}

add = Arithmetic("add", operator.add)
subtract = Arithmetic("subtract", operator.sub)
multiply = Arithmetic("multiply", operator.mul)
floor_divide = Arithmetic("floor_divide", operator.floordiv)
remainder = Arithmetic("remainder", operator.mod)
left_shift = Arithmetic("left_shift", operator.lshift)
right_shift = Arithmetic("right_shift", operator.rshift)
true_divide = Division("true_divide", operator.truediv)
minimum = Arithmetic("minimum", _least)
maximum = Arithmetic("maximum", _most)
gcd = Arithmetic("gcd", gcd_of)
bitwise_and = Bitwise("bitwise_and", operator.and_)
bitwise_or = Bitwise("bitwise_or", operator.or_)
bitwise_xor = Bitwise("bitwise_xor", operator.xor)
equal = Comparison("equal", operator.eq)
not_equal = Comparison("not_equal", operator.ne)
less = Comparison("less", operator.lt)
less_equal = Comparison("less_equal", operator.le)
greater = Comparison("greater", operator.gt)
greater_equal = Comparison("greater_equal", operator.ge)

logical_not = Unary("logical_not", operator.not_, bool)
invert = Invert("invert", operator.invert)
negative = Unary("negative", operator.neg)
absolute = Unary("absolute", abs)
isnan = Unary("isnan", isnan_of, bool)
isfinite = Unary("isfinite", isfinite_of, bool)
rint = Unary("rint", _whole, float)


def frexp(of: Any) -> tuple[Any, Any]:
    found = asarray(of)
    pairs = list(map(frexp_of, found.items))
    exponent = KNOWN["int32"]
    parts = zip(*pairs, strict=True) if pairs else ((), ())
    mantissas, exponents = (list(part) for part in parts)
    return (
        ndarray.of(packed(FLOAT64, mantissas), found.shape, FLOAT64),
        ndarray.of(packed(exponent, exponents), found.shape, exponent),
    )
