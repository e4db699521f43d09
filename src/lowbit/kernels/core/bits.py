"""Sets of small numbers as 64-bit words: how many there are, and which is the lowest."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lowbit.kernels.core.compile import intrinsic, ir, types

if TYPE_CHECKING:
    from lowbit.kernels.core.lowering import Builder, Kind, Signature, Target, Typing, Value, Values


@intrinsic
def size_of(_context: Typing, word: Kind) -> Any:
    """Return how many bits of a 64-bit word are set, as int64."""

    def lower(_context: Target, builder: Builder, _signature: Signature, args: Values) -> Value:
        return builder.ctpop(args[0])

    return types.int64(_whole(word)), lower


@intrinsic
def lowest(_context: Typing, word: Kind) -> Any:
    """Return the place of the lowest set bit of a 64-bit word, as int64; there must be one."""

    def lower(_context: Target, builder: Builder, _signature: Signature, args: Values) -> Value:
        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(_whole(word)), lower


def _whole(word: Kind) -> Any:
    """Return the type of 64 bits that an argument is taken as."""
    return types.uint64 if word == types.uint64 else types.int64
