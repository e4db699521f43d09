"""Arrays: items in memory, and how far the next one of each axis is.

Operators and methods that compute are in the modules above, which give them to the class.
"""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING, Any, Self, TypeAlias

from lowbit.tab.numpy import indexing
from lowbit.tab.numpy.dtypes import INT64, Kind, dtype, scalar
from lowbit.tab.numpy.memory import (
    Runs,
    address,
    c_steps,
    cast_raw,
    flat_items,
    gathered,
    gathered_raw,
    in_format,
    is_in_order,
    nested,
    of_raw,
    packed,
    runs_of,
    scatter,
    stretched,
    truths_of_raw,
    zeros,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lowbit.tab.numpy.memory import Base, Shape

Array: TypeAlias = Any
"""An array, or a scalar that an operation on arrays may return."""


def known_shape(shape: Shape, size: int) -> Shape:
    """Return a shape with a number for -1.

    Raises
    ------
    ValueError
        If an array of this size has no such shape.
    """
    known = prod(one for one in shape if one != -1)
    if -1 in shape and known and size % known == 0:
        shape = tuple(size // known if one == -1 else one for one in shape)
    if prod(shape) != size or -1 in shape:
        raise ValueError(f"cannot reshape array of size {size} into shape {shape}")
    return shape


def _wide_enough(kind: dtype, items: list[Any]) -> dtype:
    """Return a type of texts that has room for all items, if its own is not said."""
    if kind.itemsize:
        return kind
    return dtype(f"{kind.kind}{max((len(item) for item in map(str, items)), default=1)}")


def restored(items: Any, shape: Shape, kind: dtype) -> ndarray:
    """Return an array that was pickled."""
    flat = items if len(shape) == 1 else list(flat_items(items, len(shape)))
    return ndarray.of(packed(kind, flat if shape else [items]), shape, kind)


class Flags:
    """The flags of an array that kernels ask for."""

    __slots__ = ("c_contiguous", "writeable")

    def __init__(self, c_contiguous: bool, writeable: bool) -> None:
        self.c_contiguous, self.writeable = c_contiguous, writeable

    @property
    def carray(self) -> bool:
        return self.c_contiguous and self.writeable


class Address:
    """The address of an array."""

    __slots__ = ("data",)

    def __init__(self, data: int) -> None:
        self.data = data


class ndarray:
    """Items of one type.

    Attributes
    ----------
    memory : memoryview or list
        The memory that this and its views share.
    start : int
        Where the first item lies, in units.
    steps : tuple of int
        For each axis, how far the next item is.
    is_flat : bool
        Whether the items lie one behind the other.
    """

    __slots__ = ("dtype", "is_flat", "memory", "shape", "size", "start", "steps")
    __hash__ = None  # type: ignore[assignment]

    dtype: Kind
    is_flat: bool
    memory: Base
    shape: Shape
    size: int
    start: int
    steps: Shape

    def __new__(cls, memory: Base, start: int, shape: Shape, steps: Shape, kind: Kind) -> Self:
        made = object.__new__(cls)
        made.memory, made.start, made.shape, made.steps, made.dtype = (
            memory,
            start,
            shape,
            steps,
            kind,
        )
        made.size = prod(shape)
        made.is_flat = is_in_order(shape, steps, kind.units)
        return made

    @classmethod
    def of(cls, memory: Base, shape: Shape, kind: Kind) -> Self:
        """Return an array of all items of some memory, in order."""
        made = object.__new__(cls)
        made.memory, made.start, made.shape, made.dtype = memory, 0, shape, kind
        made.steps = c_steps(shape, kind.units)
        made.size = prod(shape)
        made.is_flat = True
        return made

    # The memory

    @property
    def runs(self) -> Runs:
        """The runs of units in which the items lie."""
        if self.is_flat:
            return Runs([self.start], self.size * self.dtype.units, 1)
        if self.dtype.units > 1:
            return runs_of(self.start, (*self.shape, self.dtype.units), (*self.steps, 1))
        return runs_of(self.start, self.shape, self.steps)

    @property
    def raw(self) -> bytes:
        """The bytes of all items, in order."""
        if self.is_flat:
            end = self.start + self.size * self.dtype.units
            raw: bytes = self.memory[self.start : end].tobytes()
            return raw
        return gathered_raw(self.dtype, self.memory, self.runs)

    @property
    def items(self) -> list[Any]:
        """All items, in order."""
        if self.dtype.units > 1:
            return self._rows()
        if self.is_flat:
            part = self.memory[self.start : self.start + self.size]
            return part if type(part) is list else part.tolist()
        return gathered(self.memory, self.runs)

    def _rows(self) -> list[bytes]:
        raw, size = self.raw, self.dtype.itemsize
        if self.dtype.kind not in "SV" or self.dtype.unit.itemsize > 1:
            raise NotImplementedError(f"the stand-in for NumPy takes no items of {self.dtype}")
        rows = [raw[at : at + size] for at in range(0, len(raw), size)]
        return [row.rstrip(b"\0") for row in rows] if self.dtype.kind == "S" else rows

    def items_as(self, kind: Kind) -> Base:
        """Return memory with all items, of some type."""
        old = self.dtype
        if old is kind and kind.format:
            return of_raw(kind, self.raw)
        if old.kind in "biu" and kind.kind in "iu":
            return of_raw(kind, cast_raw(old, kind, self.raw))
        if old.kind in "iu" and kind.kind == "b":
            return of_raw(kind, truths_of_raw(self.raw, old.itemsize))
        return packed(kind, self.items)

    def write(self, memory: Base) -> None:
        """Write all items, of this type."""
        if self.size:
            scatter(self.memory, self.runs, memory)

    def stretched(self, shape: Shape) -> Self:
        """Return a view of this as the part of a larger shape that repeats it."""
        steps = stretched(self.shape, self.steps, shape)
        return type(self)(self.memory, self.start, shape, steps, self.dtype)

    # Its form

    @property
    def ndim(self) -> int:
        return len(self.shape)

    @property
    def itemsize(self) -> int:
        return self.dtype.itemsize

    @property
    def nbytes(self) -> int:
        return self.size * self.dtype.itemsize

    @property
    def strides(self) -> Shape:
        size = self.dtype.unit.itemsize
        return self.steps if size == 1 else tuple([step * size for step in self.steps])

    @property
    def flags(self) -> Flags:
        memory = self.memory
        return Flags(self.is_flat, type(memory) is list or not memory.readonly)

    @property
    def ctypes(self) -> Address:
        return Address(address(self.memory) + self.start * self.dtype.unit.itemsize)

    @property
    def data(self) -> memoryview:
        if not self.is_flat:
            raise NotImplementedError("the stand-in for NumPy shows no memory with gaps")
        part: memoryview = self.memory[self.start : self.start + self.size * self.dtype.units]
        return part

    def __buffer__(self, flags: int) -> memoryview:  # from CPython 3.12 on
        return self.data

    @property
    def T(self) -> Self:  # noqa: N802 - as NumPy names it
        return self.transpose()

    def transpose(self, *axes: Any) -> Self:
        order = tuple(axes[0] if len(axes) == 1 and not isinstance(axes[0], int) else axes)
        order = order or tuple(reversed(range(self.ndim)))
        shape, steps = (tuple(of[at] for at in order) for of in (self.shape, self.steps))
        return type(self)(self.memory, self.start, shape, steps, self.dtype)

    def reshape(self, *shape: Any) -> Self:
        wanted = shape[0] if len(shape) == 1 and not isinstance(shape[0], int) else shape
        whole = known_shape(tuple(map(int, wanted)), self.size)
        if not self.is_flat:
            folded = self._folded(whole)
            return self.copy().reshape(whole) if folded is None else folded
        return type(self)(
            self.memory, self.start, whole, c_steps(whole, self.dtype.units), self.dtype
        )

    def _folded(self, shape: Shape) -> Self | None:
        """Return a view in another shape where the items lie in one run."""
        starts, _, step = self.runs
        if len(starts) != 1 or self.dtype.units > 1:
            return None
        steps = tuple([step * pace for pace in c_steps(shape)])
        return type(self)(self.memory, self.start, shape, steps, self.dtype)

    def ravel(self) -> Self:
        return self.reshape(-1) if self.is_flat else self.flatten()

    def flatten(self) -> Self:
        return self.copy().reshape(-1)

    def squeeze(self) -> Self:
        kept = [at for at, size in enumerate(self.shape) if size != 1]
        shape, steps = (tuple(of[at] for at in kept) for of in (self.shape, self.steps))
        return type(self)(self.memory, self.start, shape, steps, self.dtype)

    # Its items

    def copy(self, order: str = "C") -> Self:
        if order != "C":
            raise NotImplementedError("the stand-in for NumPy copies in order C alone")
        if not self.dtype.format:
            return self.of(list(self.items), self.shape, self.dtype)
        return self.of(of_raw(self.dtype, self.raw), self.shape, self.dtype)

    def astype(self, to: Any, copy: bool = True) -> Self:
        kind = dtype(to)
        if kind is self.dtype:
            return self.copy() if copy else self
        if kind.kind in "US":
            kind = _wide_enough(kind, self.items)
        return self.of(self.items_as(kind), self.shape, kind)

    def view(self, to: Any) -> Self:
        kind, old = dtype(to), self.dtype
        if old.unit is kind.unit and old.units == kind.units:
            return type(self)(self.memory, self.start, self.shape, self.steps, kind)
        if not self.is_flat or not self.shape or not (kind.format and old.format):
            raise NotImplementedError(f"the stand-in for NumPy has no view of {old} as {kind} here")
        count, left = divmod(self.shape[-1] * old.itemsize, kind.itemsize)
        if left:
            raise ValueError(f"the last axis of {old} does not divide into {kind}")
        shape = (*self.shape[:-1], count)
        if not self.size:
            return self.of(zeros(kind, 0), shape, kind)
        return self.of(in_format(self.data.cast("B"), kind), shape, kind)

    def tobytes(self) -> bytes:
        return self.raw

    def tolist(self) -> Any:
        items = self.items
        return nested(items, self.shape) if self.shape else items[0]

    def item(self, at: int | None = None) -> Any:
        if at is None and self.size != 1:
            raise ValueError("can only convert an array of size 1 to a Python scalar")
        return self.items[at or 0]

    def fill(self, value: Any) -> None:
        self[...] = value

    def __array__(self, to: Any = None, copy: bool | None = None) -> Self:
        return self if to is None else self.astype(to, copy=bool(copy))

    def __len__(self) -> int:
        if not self.shape:
            raise TypeError("len() of unsized object")
        return self.shape[0]

    def __iter__(self) -> Iterator[Any]:
        if len(self.shape) == 1 and self.dtype.units == 1:
            kind = self.dtype
            return iter([scalar(kind, item) for item in self.items])
        return (self[at] for at in range(len(self)))

    def __contains__(self, item: object) -> bool:
        return item in self.items

    def __bool__(self) -> bool:
        return bool(self._only())

    def __int__(self) -> int:
        return int(self._only())

    def __float__(self) -> float:
        return float(self._only())

    def __index__(self) -> int:
        if self.shape or self.dtype.kind not in "iu":
            raise TypeError("only integer scalar arrays can be converted to a scalar index")
        return int(self._only())

    def _only(self) -> Any:
        if self.size != 1:
            raise ValueError("the truth value of an array with more than one element is ambiguous")
        return self.items[0]

    __getitem__ = indexing.get
    __setitem__ = indexing.put

    def __reduce__(self) -> Any:
        return restored, (self.tolist(), self.shape, self.dtype)

    def __copy__(self) -> Self:
        return self.copy()

    def __deepcopy__(self, memo: object) -> Self:
        return self.copy()

    def __repr__(self) -> str:
        kind = "" if self.dtype in {INT64, dtype(bool), dtype(float)} else f", dtype={self.dtype}"
        return f"array({self.tolist()}{kind})"

    def __str__(self) -> str:
        return str(self.tolist())
