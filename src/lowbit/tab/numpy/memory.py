"""The memory of arrays: rows of numbers by their format, and runs through them.

A *base* is a memoryview in the format of a type, or a list of objects. A *run* is a slice of it.
What lies in any order is so many runs of one length and step, one after the other: most arrays are
one run, which is copied, filled and compared by loops in C.
"""

from __future__ import annotations

from array import array
from itertools import chain
from math import prod
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from lowbit.tab.numpy.dtypes import dtype

Base: TypeAlias = Any
"""A memoryview, or a list."""

Shape: TypeAlias = tuple[int, ...]


class Runs(NamedTuple):
    """Slices of a base that are as long as each other."""

    starts: list[int]
    length: int
    step: int


def zeros(kind: dtype, n: int) -> Base:
    """Return the memory for some items, cleared."""
    if not kind.format:
        return [None if kind.kind == "O" else ""] * n
    size = n * kind.itemsize
    return in_format(bytearray(size or kind.unit.itemsize), kind)


def of_raw(kind: dtype, raw: Any) -> Base:
    """Return memory with a copy of some bytes."""
    return in_format(bytearray(raw or kind.unit.itemsize), kind)


def in_format(memory: Any, kind: dtype) -> Base:
    """Return a view of bytes in the format of a type."""
    view: Any = memoryview(memory)
    return view if kind.format == "B" else view.cast(kind.format)


def packed(kind: dtype, values: list[Any]) -> Base:
    """Return memory with some numbers; those that its type does not have are wrapped."""
    if kind.units > 1:
        return of_raw(kind, b"".join([value.ljust(kind.itemsize, b"\0") for value in values]))
    if kind.format == "?":
        return of_raw(kind, bytes(map(bool, values)))
    if not kind.format:
        return list(map(str, values)) if kind.kind == "U" else list(values)
    try:
        return of_array(array(kind.format, values), kind)
    except OverflowError:
        least, bits = kind.least, kind.most - kind.least
        wrapped = [(int(value) - least & bits) + least for value in values]
    except TypeError:
        wrapped = [kind.wrapped(value) for value in values]
    return of_array(array(kind.format, wrapped), kind)


def of_array(values: array[Any], kind: dtype) -> Base:
    """Return the memory of an array of Python's."""
    return memoryview(values) if values else zeros(kind, 0)


def c_steps(shape: Shape, units: int = 1) -> Shape:
    """Return how far the next item of each axis is, where the last axis has its items in a row."""
    if len(shape) == 1:
        return (units,)
    steps, step = [], units
    for size in reversed(shape):
        steps.append(step)
        step *= size or 1
    return tuple(reversed(steps))


def is_in_order(shape: Shape, steps: Shape, units: int = 1) -> bool:
    """Whether items lie one behind the other."""
    if 0 in shape:
        return True
    for size, step in zip(reversed(shape), reversed(steps), strict=True):
        if size != 1 and step != units:
            return False
        units *= size
    return True


def runs_of(start: int, shape: Shape, steps: Shape) -> Runs:
    """Return the runs through some axes, as long as they can be."""
    outer: list[tuple[int, int]] = []
    length, step = 1, 1
    for size, pace in zip(reversed(shape), reversed(steps), strict=True):
        if size == 1:
            continue
        if outer or (length > 1 and pace != step * length):
            outer.append((size, pace))
        elif length == 1:
            length, step = size, pace
        else:
            length *= size
    starts = [start] if prod(shape) else []
    for size, pace in reversed(outer):
        ways = [number * pace for number in range(size)]
        starts = [at + way for at in starts for way in ways]
    return Runs(starts, length, step)


def run(base: Base, start: int, length: int, step: int) -> Any:
    """Return a slice of a base; of a step of 0 a list."""
    if step == 0:
        return [base[start]] * length
    end = start + length * step
    return base[start : end if end >= 0 else None : step]


def gathered(base: Base, runs: Runs) -> list[Any]:
    """Return the items of runs."""
    starts, length, step = runs
    if len(starts) == 1:
        return _listed(run(base, starts[0], length, step))
    if length == 1:
        return list(map(base.__getitem__, starts))
    return list(chain.from_iterable([_listed(run(base, at, length, step)) for at in starts]))


def gathered_raw(kind: dtype, base: Base, runs: Runs) -> bytes:
    """Return the bytes of the items of runs; those of a type in a list have none."""
    starts, length, step = runs
    if step == 0:
        return b"".join([base[at : at + 1].tobytes() * length for at in starts])
    if length == 1 and len(starts) > 1:
        items: bytes = packed(kind.unit, gathered(base, runs)).tobytes()
        return items
    return b"".join([run(base, at, length, step).tobytes() for at in starts])


def scatter(base: Base, runs: Runs, values: Base) -> None:
    """Write items to runs."""
    starts, length, step = runs
    at = 0
    for start in starts:
        end = start + length * step
        base[start : end if end >= 0 else None : step] = values[at : at + length]
        at += length


def _listed(part: Any) -> list[Any]:
    return part if type(part) is list else part.tolist()


def cast_raw(old: dtype, new: dtype, raw: bytes) -> bytes:
    """Return the bytes of whole numbers or truth values as those of another type of such.

    Byte by byte: the low bytes are the same, the others are zeros or copies of the sign.
    """
    size, to = old.itemsize, new.itemsize
    if size == to:
        return raw
    out = bytearray(len(raw) // size * to)
    for at in range(min(size, to)):
        out[at::to] = raw[at::size]
    if to > size and old.kind == "i":
        signs = raw[size - 1 :: size].translate(SIGN)
        for at in range(size, to):
            out[at::to] = signs
    return bytes(out)


SIGN = bytes(128) + b"\xff" * 128
"""For each highest byte of a number, the bytes above it."""

TRUE = b"\0" + b"\1" * 255
"""For each byte whether it has a bit."""

INVERSE = bytes(range(255, -1, -1))

ALL_OR_NONE = b"\0" + b"\xff" * 255
"""For each truth value the bytes that have all bits, or none."""

WIDEST_BY_BYTES = 16
"""The most bytes that it is quicker to write one by one for all items."""


def truths_of_raw(raw: bytes, size: int) -> bytes:
    """Return for each number of so many bytes whether it is not zero, as 0 or 1."""
    if size == 1:
        return raw.translate(TRUE)
    found = raw[0::size]
    for at in range(1, size):
        found = either(found, raw[at::size])
    return found.translate(TRUE)


def either(one: bytes, other: bytes) -> bytes:
    """Return the bits that either has."""
    bits = int.from_bytes(one, "little") | int.from_bytes(other, "little")
    return bits.to_bytes(len(one), "little")


def both(one: bytes, other: bytes) -> bytes:
    """Return the bits that both have."""
    bits = int.from_bytes(one, "little") & int.from_bytes(other, "little")
    return bits.to_bytes(len(one), "little")


def apart(one: bytes, other: bytes) -> bytes:
    """Return the bits that only one of them has."""
    bits = int.from_bytes(one, "little") ^ int.from_bytes(other, "little")
    return bits.to_bytes(len(one), "little")


def repeated(raw: bytes, times: int) -> bytes:
    """Return each byte so many times."""
    if times == 1:
        return raw
    out = bytearray(len(raw) * times)
    for at in range(times):
        out[at::times] = raw
    return bytes(out)


def selected(is_first: bytes, width: int, one: bytes, other: bytes) -> bytes:
    """Return bytes of `one` where a truth value is 1, else of `other`: so many for each value."""
    if width > WIDEST_BY_BYTES:
        spread = b"".join(map((bytes(width), b"\xff" * width).__getitem__, is_first))
    else:
        spread = repeated(is_first.translate(ALL_OR_NONE), width)
    return apart(other, both(apart(one, other), spread))


def address(base: Base) -> int:
    """Return where the first unit of some memory lies."""
    import ctypes

    if not base.readonly:
        return ctypes.addressof(ctypes.c_char.from_buffer(base))
    owner = base.obj
    if not isinstance(owner, bytes) or len(owner) != base.nbytes:
        raise NotImplementedError(
            "the stand-in for NumPy knows no address of this read-only memory"
        )
    return ctypes.cast(ctypes.c_char_p(owner), ctypes.c_void_p).value or 0


def nested(values: Sequence[Any], shape: Shape) -> Any:
    """Return flat items as lists of lists."""
    for size in reversed(shape[1:]):
        if not size:
            return _empty(shape)
        values = [list(values[at : at + size]) for at in range(0, len(values), size)]
    return values


def _empty(shape: Shape) -> list[Any]:
    return [_empty(shape[1:]) for _ in range(shape[0])] if len(shape) > 1 else []


def broadcast(*shapes: Shape) -> Shape:
    """Return the shape that all have together.

    Raises
    ------
    ValueError
        If there is none.
    """
    found: list[int] = []
    for at in range(-1, -1 - max(map(len, shapes)), -1):
        sizes = {shape[at] for shape in shapes if len(shape) >= -at} - {1}
        if len(sizes) > 1:
            known = " ".join(map(str, shapes))
            raise ValueError(f"operands could not be broadcast together with shapes {known}")
        found.append(sizes.pop() if sizes else 1)
    return tuple(reversed(found))


def stretched(shape: Shape, steps: Shape, to: Shape) -> Shape:
    """Return the steps by which an array of a shape has a larger one.

    Raises
    ------
    ValueError
        If it cannot have it.
    """
    extra = len(to) - len(shape)
    for size, wanted in zip(shape, to[max(extra, 0) :], strict=False):
        if size not in {1, wanted} or extra < 0:
            raise ValueError(f"could not broadcast input array from shape {shape} into shape {to}")
    if extra < 0:
        raise ValueError(f"could not broadcast input array from shape {shape} into shape {to}")
    inner = zip(shape, steps, to[extra:], strict=True)
    return (0,) * extra + tuple(step if size == wanted else 0 for size, step, wanted in inner)


def flat_items(nest: Iterable[Any], depth: int) -> Iterable[Any]:
    """Return the items of lists of lists."""
    for _ in range(depth - 1):
        nest = chain.from_iterable(nest)
    return nest
