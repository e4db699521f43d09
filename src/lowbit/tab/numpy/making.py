"""Arrays from values, memory and other arrays."""

from __future__ import annotations

from array import array as of_python
from itertools import chain, islice
from math import ceil, prod
from typing import TYPE_CHECKING, Any, Final, cast

from lowbit.tab.numpy.array import ndarray
from lowbit.tab.numpy.dtypes import FLOAT64, INT64, UINT8, dtype, generic, text_of, together
from lowbit.tab.numpy.memory import in_format, of_raw, packed
from lowbit.tab.numpy.memory import zeros as cleared
from lowbit.tab.numpy.nests import nest_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    Array = Any

newaxis: Final = None


def array(value: Any, dtype: Any = None, copy: bool | None = True) -> Array:
    kind = None if dtype is None else _kind(dtype)
    if isinstance(value, (memoryview, bytearray, of_python)):
        value = frombuffer(value, memoryview(value).format)
    if hasattr(value, "__array__"):
        found = value.__array__()
        if kind is None or kind is found.dtype:
            return found.copy() if copy else found
        return found.astype(kind)
    nest = nest_of(value, kind if kind and kind.itemsize else None)  # of texts none has no width
    return ndarray.of(nest.packed(nest.kind), nest.shape, nest.kind)


_kind = dtype


def asarray(value: Any, dtype: Any = None) -> Array:
    if type(value) is ndarray and (dtype is None or value.dtype == dtype):
        return value
    return array(value, dtype, copy=None)


def ascontiguousarray(value: Any, dtype: Any = None) -> Array:
    found = asarray(value, dtype)
    found = found if found.shape else found.reshape(1)
    return found if found.is_flat else found.copy()


def require(value: Any, dtype: Any = None, requirements: Iterable[str] = ()) -> Array:
    wanted = set(requirements)
    if not wanted <= set("CAW"):
        raise NotImplementedError(f"the stand-in for NumPy requires no {sorted(wanted)} of arrays")
    found = asarray(value, dtype)
    is_fit = (found.is_flat or "C" not in wanted) and (found.flags.writeable or "W" not in wanted)
    return found if is_fit else found.copy()


def zeros(shape: Any, dtype: Any = float) -> Array:
    kind, whole = _kind(dtype), _shape(shape)
    made = ndarray.of(cleared(kind, prod(whole)), whole, kind)
    if kind.kind == "O":
        made.memory[:] = [0] * made.size
    return made


def empty(shape: Any, dtype: Any = float) -> Array:
    kind, whole = _kind(dtype), _shape(shape)
    return ndarray.of(cleared(kind, prod(whole)), whole, kind)


def ones(shape: Any, dtype: Any = float) -> Array:
    return full(shape, 1, dtype)


def full(shape: Any, value: Any, dtype: Any = None) -> Array:
    whole, filled = _shape(shape), array(value, dtype)
    if filled.shape:
        return filled.stretched(whole).copy()
    kind, n = filled.dtype, prod(whole)
    memory = of_raw(kind, filled.raw * n) if kind.format else filled.memory * n
    return ndarray.of(memory, whole, kind)


def zeros_like(like: Array, dtype: Any = None) -> Array:
    return zeros(like.shape, dtype or like.dtype)


def empty_like(like: Array, dtype: Any = None) -> Array:
    return empty(like.shape, dtype or like.dtype)


def full_like(like: Array, value: Any, dtype: Any = None) -> Array:
    return full(like.shape, value, dtype or like.dtype)


def arange(*ends: Any, dtype: Any = None) -> Array:
    if any(isinstance(end, float) for end in ends):
        first, end, step = (0, ends[0], 1) if len(ends) == 1 else (*ends, 1)[:3]
        items: Any = [first + at * step for at in range(ceil((end - first) / step))]
        return array(items, dtype or FLOAT64)
    kinds = [end.dtype for end in ends if hasattr(end, "dtype")]
    kind = (
        _kind(dtype) if dtype else together(*kinds, *[INT64] * (2 - len(kinds))) if kinds else INT64
    )
    items = list(range(*map(int, ends)))
    return ndarray.of(packed(kind, items), (len(items),), kind)


def frombuffer(buffer: Any, dtype: Any = float, count: int = -1, offset: int = 0) -> Array:
    kind = _kind(dtype)
    memory = memoryview(buffer)
    memory = memory if memory.format == "B" else memory.cast("B")
    end = len(memory) if count < 0 else offset + count * kind.itemsize
    size, left = divmod(end - offset, kind.itemsize)
    if left or end > len(memory):
        raise ValueError("buffer size must be a multiple of element size")
    if not size:
        return ndarray.of(cleared(kind, 0), (0,), kind)
    part = memory if len(memory) == end - offset else memory[offset:end]
    return ndarray.of(in_format(part, kind), (size,), kind)


def fromiter(items: Iterable[Any], dtype: Any, count: int = -1) -> Array:
    kind, listed = _kind(dtype), list(items if count < 0 else islice(items, count))
    if len(listed) < count:
        raise ValueError(f"iterator too short: expected {count} but got {len(listed)}")
    return array(listed, kind) if listed else zeros(0, kind)


def concatenate(arrays: Sequence[Any], axis: int = 0) -> Array:
    parts = [asarray(part) for part in arrays]
    kind = parts[0].dtype
    for part in parts[1:]:
        kind = together(kind, part.dtype)
    axis %= parts[0].ndim
    shape = list(parts[0].shape)
    if any(
        part.shape[:axis] + part.shape[axis + 1 :] != (*shape[:axis], *shape[axis + 1 :])
        for part in parts
    ):
        raise ValueError("all the input array dimensions except the one concatenated must agree")
    shape[axis] = sum(part.shape[axis] for part in parts)
    if axis == 0 and kind.format:
        raws = [part.items_as(kind)[: part.size * kind.units] for part in parts]
        return ndarray.of(of_raw(kind, b"".join(raws)), tuple(shape), kind)
    whole, at = empty(tuple(shape), kind), 0
    for part in parts:
        whole[(slice(None),) * axis + (slice(at, at + part.shape[axis]),)] = part
        at += part.shape[axis]
    return whole


def stack(arrays: Sequence[Any], axis: int = 0) -> Array:
    parts = [asarray(part) for part in arrays]
    axis %= parts[0].ndim + 1
    new = (slice(None),) * axis + (None,)
    return concatenate([part[new] for part in parts], axis)


def hstack(arrays: Sequence[Any]) -> Array:
    parts = [asarray(part) for part in arrays]
    return concatenate(parts, 0 if parts[0].ndim == 1 else 1)


def append(values: Any, more: Any) -> Array:
    return concatenate([asarray(values).reshape(-1), asarray(more).reshape(-1)])


def repeat(values: Any, times: Any, axis: int | None = None) -> Array:
    found = asarray(values)
    if axis is None:
        found, axis = found.reshape(-1), 0
    n = found.shape[axis]
    each = (
        [int(cast("int", times))] * n if isinstance(times, (int, generic)) else asarray(times).items
    )
    each = each * n if len(each) == 1 else each
    rows = list(chain.from_iterable([[at] * many for at, many in enumerate(each)]))
    return found[(slice(None),) * (axis % found.ndim) + (array(rows, INT64),)].copy()


def tile(values: Any, times: Any) -> Array:
    found = asarray(values)
    reps = (times,) if isinstance(times, int) else tuple(times)
    ndim = max(len(reps), found.ndim)
    reps, shape = (1,) * (ndim - len(reps)) + reps, (1,) * (ndim - found.ndim) + found.shape
    spread = found.reshape(tuple(chain.from_iterable((1, size) for size in shape)))
    whole = spread.stretched(tuple(chain.from_iterable(zip(reps, shape, strict=True))))
    return whole.copy().reshape(tuple(one * other for one, other in zip(reps, shape, strict=True)))


def pad(values: Any, widths: Any) -> Array:
    found = asarray(values)
    pairs = [widths] * found.ndim if isinstance(widths[0], int) else list(widths)
    shape = tuple(sum(pair) + size for pair, size in zip(pairs, found.shape, strict=True))
    padded = zeros(shape, found.dtype)
    inner = zip(pairs, found.shape, strict=True)
    padded[tuple(slice(before, before + size) for (before, _), size in inner)] = found
    return padded


def delete(values: Any, places: Any) -> Array:
    found = asarray(values).reshape(-1)
    gone = {int(at) % found.size for at in ([places] if isinstance(places, int) else places)}
    return found[array([at for at in range(found.size) if at not in gone], INT64)]


def packbits(values: Any, axis: int | None = None, bitorder: str = "big") -> Array:
    found = asarray(values)
    found = found.reshape(-1) if axis is None else found
    if bitorder != "little" or axis not in {None, found.ndim - 1}:
        raise NotImplementedError(
            "the stand-in for NumPy packs bits of rows, little end first, alone"
        )
    size = found.shape[-1]
    width, items = -(-size // 8), found.items
    rows = (items[at : at + size] for at in range(0, len(items), size))
    packs = [sum(1 << at for at, item in enumerate(row) if item) for row in rows]
    raw = b"".join([pack.to_bytes(width, "little") for pack in packs])
    return ndarray.of(of_raw(UINT8, raw), (*found.shape[:-1], width), UINT8)


def str_len(values: Any) -> Array:
    found = asarray(values)
    return array([len(item) for item in found.items], INT64).reshape(found.shape)


def title(values: Any) -> Array:
    found = asarray(values)
    items = [item.title() for item in found.items]
    return ndarray.of(items, found.shape, text_of(max(map(len, items), default=0)))


def sliding_window_view(values: Array, window: int) -> Array:
    if values.ndim != 1 or window > values.size:
        raise ValueError("window shape cannot be larger than input array shape")
    shape, (step,) = (values.size - window + 1, window), values.steps
    memory = values.memory.toreadonly()
    return ndarray(memory, values.start, shape, (step, step), values.dtype)


def from_dlpack(values: Any) -> Array:
    if not isinstance(values, ndarray):
        raise NotImplementedError(f"the stand-in for NumPy takes no {type(values).__name__}")
    return values[:]


def _shape(shape: Any) -> tuple[int, ...]:
    return (int(shape),) if hasattr(shape, "__index__") else tuple(map(int, shape))
