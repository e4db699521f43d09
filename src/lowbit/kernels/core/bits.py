"""Sets of small numbers as 64-bit words: how many there are, and which is the first."""

from __future__ import annotations

from typing import Any

from llvmlite import ir

from lowbit.kernels.core.compile import intrinsic, types


@intrinsic
def count(_context: Any, _word: Any) -> Any:
    """Return how many bits of an int64 are set."""

    def lower(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.int64(types.int64), lower


@intrinsic
def first(_context: Any, _word: Any) -> Any:
    """Return the place of the lowest bit of an int64 that is set; there must be one."""

    def lower(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.int64), lower
