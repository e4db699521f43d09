"""A stand-in for NumPy in plain Python: as much of it as lowbit's batches and verbs use.

In the tab kernels do the work, and arrays carry it to them and back. Each name does what NumPy's
does, to the type, the shape and the memory that a view shares; what it does not know raises
AttributeError or NotImplementedError, and says so.
"""

from __future__ import annotations

from contextlib import nullcontext
from math import inf, nan
from types import SimpleNamespace
from typing import Any

from lowbit.tab.numpy.array import ndarray
from lowbit.tab.numpy.dtypes import (
    bool_,
    dtype,
    float64,
    floating,
    generic,
    iinfo,
    int8,
    int16,
    int32,
    int64,
    integer,
    signedinteger,
    str_,
    uint8,
    uint16,
    uint32,
    uint64,
    unsignedinteger,
    void,
)
from lowbit.tab.numpy.making import (
    append,
    arange,
    array,
    asarray,
    ascontiguousarray,
    concatenate,
    delete,
    empty,
    empty_like,
    from_dlpack,
    frombuffer,
    fromiter,
    full,
    full_like,
    hstack,
    newaxis,
    ones,
    packbits,
    pad,
    repeat,
    require,
    stack,
    str_len,
    tile,
    title,
    zeros,
    zeros_like,
)
from lowbit.tab.numpy.operators import divmod_
from lowbit.tab.numpy.ordering import (
    argsort,
    argwhere,
    bincount,
    clip,
    copyto,
    fill_diagonal,
    flatnonzero,
    isin,
    lexsort,
    nan_to_num,
    nonzero,
    putmask,
    searchsorted,
    sort,
    take,
    take_along_axis,
    union1d,
    unique,
    where,
)
from lowbit.tab.numpy.reducing import (
    all_,
    any_,
    argmax,
    argmin,
    array_equal,
    count_nonzero,
    cumsum,
    diff,
    matmul,
    max_,
    min_,
    ptp,
    sum_,
)
from lowbit.tab.numpy.ufuncs import (
    absolute,
    add,
    bitwise_and,
    bitwise_or,
    bitwise_xor,
    equal,
    floor_divide,
    frexp,
    gcd,
    invert,
    isfinite,
    isnan,
    left_shift,
    maximum,
    minimum,
    multiply,
    not_equal,
    remainder,
    right_shift,
    rint,
    subtract,
)

__version__ = "0 (lowbit's stand-in)"
intp = int64
True_, False_ = bool_(True), bool_(False)
abs, divmod = absolute, divmod_
all, any, max, min, sum = all_, any_, max_, min_, sum_


class MaskedArray:
    """No array of the stand-in is one."""


ma = SimpleNamespace(MaskedArray=MaskedArray)
char = SimpleNamespace(str_len=str_len, title=title)


def errstate(**_how: str) -> Any:
    return nullcontext()


def ndim(of: Any) -> int:
    shape: tuple[int, ...] = asarray(of).shape
    return len(shape)


def __getattr__(name: str) -> Any:
    raise AttributeError(f"lowbit's stand-in for NumPy has no np.{name}")
