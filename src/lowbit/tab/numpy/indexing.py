"""Parts of arrays by numbers, slices, masks and arrays of numbers: read, and written to.

Numbers and slices make views. Arrays of numbers, and masks as those of their places, make copies:
each combination of them is a *place*, from which the axes that are left are read.
"""

from __future__ import annotations

from itertools import chain, compress
from math import prod
from operator import add
from typing import TYPE_CHECKING, Any, NamedTuple

from lowbit.tab.numpy.dtypes import INT64, generic, scalar
from lowbit.tab.numpy.memory import (
    Runs,
    broadcast,
    c_steps,
    gathered,
    of_raw,
    packed,
    runs_of,
    scatter,
    selected,
    stretched,
)
from lowbit.tab.numpy.nests import NestedItems, nest_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from lowbit.tab.numpy.memory import Shape

    Array = Any


BYTES = bytes(range(256))


class ArrayPart(NamedTuple):
    """A part of an array: places, and a view from each of them.

    Attributes
    ----------
    start : int
        Where the view from the first place lies.
    shape, steps : tuple of int
        Of that view.
    places : list of int or None
        How far each place is from the start; None if there is but one, and the view is the part.
    fan : tuple of int
        The shape of the places.
    at : int
        The axis of the view before which those of the fan stand in the result.
    """

    start: int
    shape: Shape
    steps: Shape
    places: list[int] | None = None
    fan: Shape = ()
    at: int = 0

    @property
    def whole(self) -> Shape:
        """The shape of the part."""
        return (*self.shape[: self.at], *self.fan, *self.shape[self.at :])


def get(array: Array, key: Any) -> Any:  # noqa: PLR0911 - one for each kind of key
    """Return a part of an array: a view if no array is among the keys, else a copy."""
    if isinstance(key, int) and type(key) is not bool:
        return _one(array, key)
    if type(key) is slice and array.shape:
        return _sliced(array, key)
    if isinstance(key, str):
        return field(array, key)
    if is_mask_of(array, key):
        return _masked(array, key)
    if _are_places(array, key):
        return _looked_up(array, key)
    part = part_of(array, key if type(key) is tuple else (key,))
    if part.places is not None:
        return _copied(array, part)
    if not part.shape and type(key) is tuple and Ellipsis not in [k for k in key if k is Ellipsis]:
        return scalar(array.dtype, array.memory[part.start])
    return type(array)(array.memory, part.start, part.shape, part.steps, array.dtype)


def put(array: Array, key: Any, value: Any) -> None:
    """Write to a part of an array."""
    if isinstance(key, str):
        field(array, key)[...] = value
        return
    if array.ndim == 1 and isinstance(key, int) and isinstance(value, (int, generic)):
        _put_one(array, key, value)
        return
    new = as_items(array, value)
    if new.size == 1 and array.is_flat and array.dtype.format and is_mask_of(array, key):
        _put_masked(array, key, new.raw)
        return
    part = part_of(array, key if type(key) is tuple else (key,))
    new = in_part(new, part)
    if part.places is None:
        memory = new.memory if new.is_flat and new.start == 0 else new.items_as(array.dtype)
        if prod(part.shape):
            scatter(array.memory, runs_of(part.start, part.shape, part.steps), memory)
    else:
        _scatter(array, part, new)


def field(array: Array, name: str) -> Array:
    """Return the lanes of rows, an axis more."""
    kind = array.dtype
    if name != "lanes" or kind.units == 1:
        raise IndexError(f"no field of name {name}")
    shape, steps = (*array.shape, kind.units), (*array.steps, 1)
    return type(array)(array.memory, array.start, shape, steps, kind.unit)


def is_mask_of(array: Array, key: Any) -> bool:
    """Whether a key is an array of truth values for the first axes of another."""
    if type(key) is not type(array) or key.dtype.kind != "b" or not key.shape:
        return False
    if key.shape != array.shape[: key.ndim]:
        raise IndexError(f"a mask of shape {key.shape} does not fit an array of {array.shape}")
    return True


def _are_places(array: Array, key: Any) -> bool:
    """Whether a key is an array of numbers of items, most of which it may take."""
    return (
        type(key) is type(array)
        and array.ndim == 1
        and key.dtype.kind in "iu"
        and array.dtype.units == 1
        and 0 < array.size <= 4 * key.size
    )


def _looked_up(array: Array, key: Array) -> Array:
    """Return the items in many places of an array with one axis."""
    kind = array.dtype
    if key.dtype.format == "B" and kind.format and not key.raw.translate(None, BYTES[: array.size]):
        raw, size = array.raw.ljust(kind.itemsize << 8, b"\0"), kind.itemsize
        out, places = bytearray(key.size * size), key.raw
        for at in range(size):  # byte by byte, by tables
            out[at::size] = places.translate(raw[at : size << 8 : size])
        return array.of(of_raw(kind, out), key.shape, kind)
    items, source = _places(key, array.size)[0], array.items
    return array.of(packed(kind, [source[at] for at in items]), key.shape, kind)


def _sliced(array: Array, key: slice) -> Array:
    """Return a view of some of the first axis."""
    first, end, pace = key.indices(array.shape[0])
    size, step = len(range(first, end, pace)), array.steps[0]
    start = array.start + first * step if size else array.start
    shape, steps = (size, *array.shape[1:]), (step * pace, *array.steps[1:])
    return type(array)(array.memory, start, shape, steps, array.dtype)


def as_items(array: Array, value: Any) -> Array:
    """Return a value as an array of the type of another."""
    kind = array.dtype
    if hasattr(value, "__array__"):
        value = value.__array__()
        return value if value.dtype is kind else value.astype(kind)
    if kind.kind == "O" and not isinstance(value, list):
        return array.of([value], (), kind)
    nest = nest_of(value, kind)
    return array.of(nest.packed(kind), nest.shape, kind)


def part_of(array: Array, keys: tuple[Any, ...]) -> ArrayPart:
    """Return the part that some keys stand for."""
    each = _for_each_axis(array, tuple(map(_as_key, keys)))
    has_places = any(map(_is_fancy, each))
    start, axis, shape, steps = array.start, 0, [], []
    fans: list[tuple[int, int, int, Any]] = []
    for number, key in enumerate(each):
        if key is None:
            shape.append(1)
            steps.append(0)
            continue
        size, step = array.shape[axis], array.steps[axis]
        axis += 1
        if isinstance(key, slice):
            first, end, pace = key.indices(size)
            shape.append(len(range(first, end, pace)))
            steps.append(step * pace)
            start += first * step if shape[-1] else 0
        elif not has_places:
            start += _place(key, size) * step
        else:
            fans.append((number, len(shape), step, _places(key, size)))
    if not has_places:
        return ArrayPart(start, tuple(shape), tuple(steps))
    return _fanned(ArrayPart(start, tuple(shape), tuple(steps)), fans)


def _fanned(part: ArrayPart, fans: list[tuple[int, int, int, Any]]) -> ArrayPart:
    """Return a part with the places that arrays of numbers make together."""
    numbers = [number for number, *_ in fans]
    is_together = numbers == list(range(numbers[0], numbers[0] + len(numbers)))
    fan = broadcast(*(shape for *_, (_, shape) in fans))
    places: list[int] = []
    for _, _, step, (items, shape) in fans:
        ways = items if step == 1 else [item * step for item in items]
        if shape != fan:
            ways = gathered(ways, runs_of(0, fan, stretched(shape, c_steps(shape), fan)))
        places = list(map(add, places, ways)) if places else ways
    return part._replace(places=places, fan=fan, at=fans[0][1] if is_together else 0)


def _as_key(key: Any) -> Any:
    """Return a key as an int, a slice, None, an ellipsis or an array."""
    if key is None or key is Ellipsis or type(key) in {int, slice}:
        return key
    if isinstance(key, int) and not isinstance(key, bool):
        return int(key)
    if hasattr(key, "dtype"):
        if key.dtype.kind not in "biu":
            raise IndexError("arrays used as indices must be of integer (or boolean) type")
        return key if key.shape else int(key)
    if type(key) is list and {*map(type, key)} == {int}:
        return _Places(key)
    nest = nest_of(key)
    if nest.items and nest.kind.kind not in "biu":
        raise IndexError("arrays used as indices must be of integer (or boolean) type")
    return nest


def _is_fancy(key: Any) -> bool:
    return key is not None and type(key) not in {int, slice}


def _for_each_axis(array: Array, keys: tuple[Any, ...]) -> list[Any]:
    """Return keys with one for each axis, and None for each new one."""
    spread: list[Any] = []
    for key in keys:
        spread += _of_mask(key) if _is_fancy(key) and key is not Ellipsis else [key]
    n_axes = sum(key is not None and key is not Ellipsis for key in spread)
    left = [slice(None)] * (array.ndim - n_axes)
    if n_axes > array.ndim:
        raise IndexError(f"too many indices: {array.ndim} axes, {n_axes} indices")
    at = next((at for at, key in enumerate(spread) if key is Ellipsis), None)
    return [*spread, *left] if at is None else [*spread[:at], *left, *spread[at + 1 :]]


def _of_mask(key: Any) -> list[Any]:
    """Return the places of a mask, an array for each axis; another key as it is."""
    kind = INT64 if type(key) is _Places else key.kind if type(key) is NestedItems else key.dtype
    if kind.kind != "b":
        return [key]
    flat = list(compress(range(prod(key.shape)), key.items))
    return [_Places(items) for items in unravelled(flat, key.shape)]


class _Places(NamedTuple):
    """Numbers in a row, as a key."""

    items: list[int]

    @property
    def shape(self) -> Shape:
        return (len(self.items),)


def unravelled(flat: list[int], shape: Shape) -> list[list[int]]:
    """Return the numbers on each axis of items by their number among all."""
    if len(shape) == 1:
        return [flat]
    found = []
    for step, size in zip(c_steps(shape), shape, strict=True):
        found.append([at // step % size for at in flat])
    return found


def _place(key: int, size: int) -> int:
    if not -size <= key < size:
        raise IndexError(f"index {key} is out of bounds for axis with size {size}")
    return key + size if key < 0 else key


def _places(key: Any, size: int) -> tuple[list[int], Shape]:
    """Return the numbers of a key, and their shape."""
    if type(key) is int:
        return [_place(key, size)], ()
    items = key.items
    if items and not (min(items) >= 0 and max(items) < size):
        items = [_place(item, size) for item in items]
    return items, key.shape


def _one(array: Array, key: int) -> Any:
    if not array.shape:
        raise IndexError("too many indices for array: array is 0-dimensional")
    place = array.start + _place(key, array.shape[0]) * array.steps[0]
    if len(array.shape) > 1:
        return type(array)(array.memory, place, array.shape[1:], array.steps[1:], array.dtype)
    if array.dtype.units > 1:
        return type(array)(array.memory, place, (1,), (array.dtype.units,), array.dtype).items[0]
    return scalar(array.dtype, array.memory[place])


def _put_one(array: Array, key: int, value: Any) -> None:
    kind = array.dtype
    if isinstance(value, generic):
        value = value.item()
    if kind.kind in "biuf":
        value = kind.wrapped(value) if isinstance(value, float) else kind.checked(value)
    array.memory[array.start + _place(key, array.shape[0]) * array.steps[0]] = value


def _masked(array: Array, mask: Array) -> Array:
    """Return the items for which a mask is true."""
    inner, chosen, kind = array.shape[mask.ndim :], mask.raw, array.dtype
    shape = (len(chosen) - chosen.count(0), *inner)
    if kind.units == 1 and prod(inner) == 1:
        return array.of(packed(kind, list(compress(array.items, chosen))), shape, kind)
    if not kind.format:
        rows: Iterable[Any] = _cut(array.items, prod(inner), len(chosen))
        return array.of(list(chain.from_iterable(compress(rows, chosen))), shape, kind)
    rows = _cut(array.raw, prod(inner) * kind.itemsize, len(chosen))
    return array.of(of_raw(kind, b"".join(compress(rows, chosen))), shape, kind)


def _cut(items: Sequence[Any], width: int, n: int) -> list[Any]:
    return [items[at * width : (at + 1) * width] for at in range(n)]


def _put_masked(array: Array, mask: Array, item: bytes) -> None:
    """Write one item wherever a mask is true."""
    width = prod(array.shape[mask.ndim :]) * array.dtype.itemsize
    raw = selected(mask.raw, width, item * array.size, array.raw)
    if array.size:
        scatter(array.memory, array.runs, of_raw(array.dtype, raw))


def _copied(array: Array, part: ArrayPart) -> Array:
    """Return a copy of a part that has places."""
    places, kind = part.places or [], array.dtype
    shape = (*part.fan, *part.shape)
    if kind.units > 1:
        raise NotImplementedError(f"the stand-in for NumPy takes no items of {kind}")
    copy = array.of(_taken(array, part, places), shape, kind)
    if not part.at:
        return copy
    order = list(range(len(shape)))
    return copy.transpose(
        order[len(part.fan) :][: part.at]
        + order[: len(part.fan)]
        + order[len(part.fan) + part.at :]
    )


def _taken(array: Array, part: ArrayPart, places: list[int]) -> Any:
    """Return memory with the items of the view from each place."""
    memory, kind, start = array.memory, array.dtype, part.start
    runs = runs_of(start, part.shape, part.steps)
    if runs.length == 1 and len(runs.starts) == 1:
        source = memory.tolist() if kind.format and len(memory) < 2 * len(places) else memory
        return packed(kind, [source[start + at] for at in places])
    if len(runs.starts) == 1 and runs.step == 1 and kind.format:
        size = runs.length
        return of_raw(kind, b"".join([memory[start + at : start + at + size] for at in places]))
    items = [gathered(memory, Runs([one + at for one in runs.starts], *runs[1:])) for at in places]
    return packed(kind, list(chain.from_iterable(items)))


def each_place(part: ArrayPart) -> list[int]:
    """Return where each item of a part lies, the axes of the fan first."""
    runs, places = runs_of(part.start, part.shape, part.steps), part.places
    inner = [start + at * runs.step for start in runs.starts for at in range(runs.length)]
    return [place + one for place in ([0] if places is None else places) for one in inner]


def in_part(new: Array, part: ArrayPart) -> Array:
    """Return what is written to a part, in its shape, with the axes of the fan first."""
    while new.ndim > len(part.whole) and new.shape[0] == 1:
        new = new[0]
    new = new if new.shape == part.whole else new.stretched(part.whole)
    if not part.at:
        return new
    order, n_fan = list(range(new.ndim)), len(part.fan)
    fan = order[part.at : part.at + n_fan]
    return new.transpose(fan + order[: part.at] + order[part.at + n_fan :])


def _scatter(array: Array, part: ArrayPart, new: Array) -> None:
    """Write items to the view from each place."""
    memory, places, items = array.memory, part.places or [], new.items
    start, runs = part.start, runs_of(0, part.shape, part.steps)
    if runs.length == 1 and len(runs.starts) == 1:
        for at, item in zip(places, items, strict=True):
            memory[start + at] = item
        return
    size, packed_items = prod(part.shape), new.items_as(array.dtype)
    for number, at in enumerate(places):
        moved = Runs([start + at + one for one in runs.starts], *runs[1:])
        scatter(memory, moved, packed_items[number * size : (number + 1) * size])
