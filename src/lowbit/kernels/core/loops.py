"""Loops at run time in staged functions: vector programs whose operations are data.

A loop of a staged function in Python is unrolled into the kernel. Where the rows to work on
are not known before the kernel runs, it takes their numbers from arrays instead, and has a loop
in the kernel. ::

    @looped(outputs=1)
    def clashes(loops, files, numbers):   # register files, and arrays of int32
        rows, cells = files[0], numbers.cells
        zero = rows[0] ^ rows[0]

        def see(at, once, twice):         # the vectors carried from turn to turn
            mask = rows[cells[at]]
            return once | mask, twice | (once & mask)

        _, twice = loops.fold(0, loops.size(cells), (zero, zero), see)
        return (~twice.equals(0),)

The vectors that a loop carries stay in registers. One kernel, compiled once, so interprets any
program: a board that nobody has seen before costs no compilation.
"""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from lowbit.kernels.core.compile import cgutils, integer, intrinsic, ir, types
from lowbit.kernels.core.simd import LlvmMask, LlvmVector, align_spills, rows_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from lowbit.kernels.core.lowering import Builder, Kind, Signature, Target, Typing, Value, Values
    from lowbit.kernels.core.simd import LlvmRows, Mask, Vector

INDEX, NUMBER = 64, 32

Index: TypeAlias = Any
"""An int, or a number that is known at run time."""


class Numbers(Protocol):
    """An array of int32, in a staged function."""

    def __getitem__(self, at: Index) -> Index: ...


class NumbersByName(Protocol):
    """The arrays of a program, in a staged function."""

    def __getattr__(self, name: str) -> Numbers: ...


class Loops(Protocol):
    """Loops at run time, in a staged function."""

    def fold(
        self,
        first: Index,
        end: Index,
        carried: Sequence[Any],
        body: Callable[..., Sequence[Any]],
        *,
        step: int = 1,
    ) -> tuple[Any, ...]:
        """Call ``body(at, *carried)`` for each number from `first` up to `end`.

        It returns the vectors carried to the next turn; the last ones are returned. A turn is
        `step` calls in a row, which must divide their number: short loops cost more than their
        bodies.
        """
        ...

    def size(self, of: object) -> Index:  # Numbers or Rows
        """Return how many numbers or rows there are."""
        ...

    def end_if(self, lanes: Mask, first: Index, end: Index) -> Index:
        """Return the end of a loop that does not turn if no lane needs it."""
        ...

    def spread(self, number: Index, like: Vector) -> Vector:
        """Return a number in every lane of a vector like another."""
        ...


def looped(
    *, outputs: int
) -> Callable[[Callable[..., Sequence[Any]]], Callable[..., tuple[Any, ...]]]:
    """Make a staged function with loops callable from kernels.

    The kernel calls it with a tuple of register files and a named tuple of arrays of int32, and
    gets a tuple of `outputs` lane sets. The function itself gets `Loops`, a list of `Rows`, and
    an object with `Numbers` of the same names, and returns `outputs` of `Mask`. It is kept as the
    attribute ``staged``.
    """

    def decorate(
        function: Callable[..., Sequence[Any]],
    ) -> Callable[..., tuple[Any, ...]]:
        def typed(_context: Typing, files: Kind, numbers: Kind) -> Any:  # Numba's
            result = types.UniTuple(types.uint64, outputs)

            def lower(
                context: Target, builder: Builder, signature: Signature, args: Values
            ) -> Value:
                align_spills(builder.function)
                of_files, of_numbers = signature.args
                rows = [
                    rows_of(context, builder, kind, value)
                    for kind, value in zip(
                        of_files, cgutils.unpack_tuple(builder, args[0]), strict=True
                    )
                ]
                arrays = {
                    name: LlvmNumbers(builder, context.make_array(kind)(context, builder, value))
                    for name, kind, value in zip(
                        of_numbers.fields,
                        of_numbers.types,
                        cgutils.unpack_tuple(builder, args[1]),
                        strict=True,
                    )
                }
                found = function(LlvmLoops(builder), rows, SimpleNamespace(**arrays))
                return context.make_tuple(builder, result, [mask.to_lane_set() for mask in found])

            return result(files, numbers), lower

        call = intrinsic(typed)
        call.staged = function
        return call

    return decorate


class LlvmNumbers:
    """An array of int32 in memory."""

    def __init__(self, builder: Builder, array: Any) -> None:
        self._builder = builder
        self._data = builder.bitcast(array.data, integer(NUMBER).as_pointer())
        self.size = array.nitems

    def __getitem__(self, at: Index) -> Any:
        address = self._builder.gep(self._data, [_index(at)], source_etype=integer(NUMBER))
        return self._builder.sext(self._builder.load(address, typ=integer(NUMBER)), integer(INDEX))


class LlvmLoops:
    """Loops of LLVM blocks, with phi nodes for the carried vectors."""

    def __init__(self, builder: Builder) -> None:
        self._builder = builder

    def size(self, of: LlvmNumbers | LlvmRows) -> Value:
        """Return how many numbers or rows there are."""
        return of.size

    def spread(self, number: Index, like: LlvmVector) -> LlvmVector:
        """Return a number in every lane of a vector like another."""
        kind = like.value.type
        lane = self._builder.trunc(_index(number), kind.element)
        first = self._builder.insert_element(
            ir.Constant(kind, ir.Undefined), lane, integer(NUMBER)(0)
        )
        nowhere = ir.Constant(ir.VectorType(integer(NUMBER), like.lanes), None)
        spread = self._builder.shuffle_vector(first, ir.Constant(kind, ir.Undefined), nowhere)
        return LlvmVector(self._builder, spread, like.lanes)

    def end_if(self, lanes: LlvmMask, first: Index, end: Index) -> Any:
        """Return the end of a loop that does not turn if no lane needs it."""
        lane_set = lanes.to_lane_set()
        is_any = self._builder.icmp_unsigned("!=", lane_set, lane_set.type(0))
        return self._builder.select(is_any, _index(end), _index(first))

    def fold(
        self,
        first: Index,
        end: Index,
        carried: Sequence[LlvmVector],
        body: Callable[..., Sequence[LlvmVector]],
        *,
        step: int = 1,
    ) -> tuple[LlvmVector, ...]:
        """Make a loop of the instructions of `body`, for `step` numbers a turn."""
        builder = self._builder
        before, head = builder.block, builder.append_basic_block("loop")
        builder.branch(head)
        builder.position_at_end(head)
        at = builder.phi(integer(INDEX))
        at.add_incoming(_index(first), before)
        values = [builder.phi(vector.value.type) for vector in carried]
        for value, vector in zip(values, carried, strict=True):
            value.add_incoming(vector.value, before)
        now = tuple(
            LlvmVector(builder, value, vector.lanes)
            for value, vector in zip(values, carried, strict=True)
        )
        turn, after = builder.append_basic_block("turn"), builder.append_basic_block("after")
        builder.cbranch(builder.icmp_signed("<", at, _index(end)), turn, after)
        builder.position_at_end(turn)
        following: Sequence[LlvmVector] = now
        for number in range(step):
            following = body(builder.add(at, _index(number)), *following)
        at.add_incoming(builder.add(at, _index(step)), builder.block)
        for value, vector in zip(values, following, strict=True):
            value.add_incoming(vector.value, builder.block)
        builder.branch(head)
        builder.position_at_end(after)
        return now


def _index(number: Index) -> Any:
    return ir.Constant(integer(INDEX), number) if isinstance(number, int) else number
