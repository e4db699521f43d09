"""Vectors of lanes: a stage between Python and LLVM.

A *staged* function looks like plain Python on vectors, and runs once, when a kernel that
calls it is compiled. Its operators do no arithmetic then: each leaves one LLVM instruction
on a vector of 16-bit or 32-bit lanes behind. Loops, lists and helper functions are unrolled by
running them, and cost nothing later.

::

    @staged(outputs=1)
    def overlap(rows, active):            # rows: a register file, active: a lane set
        both = rows[0] & rows[1]          # a load, a load, an and
        rows[2] = active.choose(both, 0)  # a select, a store
        return (both != 0,)               # a comparison

    @kernel
    def anywhere(rows, active):           # a Numba function
        (hits,) = overlap(rows, (active,))
        return hits                       # lane i is bit i of an uint64

A register file is a NumPy array made by `register_file`: each of its elements is a row of lanes,
and its dtype tells how many and how wide, so one staged function serves any number of lanes and
Numba compiles (and caches) a version for each. LLVM turns a vector of 32 lanes into one
AVX-512 register, two AVX2 ones or four of SSE or NEON: nothing here names a machine.

The vectors of a staged function are anything with the operators of `Vector`: the tests run
the very same functions on NumPy arrays and compare.

Why not a Numba type with overloaded operators? It was the first idea. Numba would infer the
types of thousands of temporaries, which takes longer than all the rest of the compilation,
and could not unroll a loop over a list of vectors.
"""

from __future__ import annotations

from copy import copy
from functools import cache
from typing import TYPE_CHECKING, Any, Protocol, Self

import numpy as np

from lowbit.kernels.core.compile import cgutils, intrinsic, ir, types
from lowbit.kernels.core.shipped import running

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from numpy.typing import NDArray

    from lowbit.kernels.core.lowering import (
        ArrayKind,
        Builder,
        Kind,
        Signature,
        Target,
        Typing,
        Value,
        Values,
    )
    from lowbit.kernels.core.targets import CodeTarget

LANE_DTYPES = (np.uint16, np.uint32)
"""Types of a lane, the narrowest first."""

ALIGNMENT = 64
"""Bytes: a row must not straddle two cache lines."""


class Vector(Protocol):
    """A row of lanes, in a staged function; `int` operands are broadcast."""

    @property
    def bits(self) -> int:
        """The bits of a lane."""
        ...

    def __and__(self, other: Self | int) -> Self: ...
    def __or__(self, other: Self | int) -> Self: ...
    def __xor__(self, other: Self | int) -> Self: ...
    def __add__(self, other: Self | int) -> Self: ...
    def __sub__(self, other: Self | int) -> Self: ...
    def __lshift__(self, other: int) -> Self: ...
    def __invert__(self) -> Self: ...
    def __lt__(self, other: Self | int) -> Mask: ...
    def equals(self, other: Self | int) -> Mask:
        """Compare lane by lane."""
        ...

    def minimum(self, other: Self) -> Self:
        """Take the smaller, unsigned, lane by lane."""
        ...

    def popcount(self) -> Self:
        """Count the bits of each lane."""
        ...

    def has_bits(self, count: int) -> Mask:
        """Tell the lanes with at least `count` bits set."""
        ...


class Mask(Protocol):
    """One bit a lane, in a staged function."""

    def __and__(self, other: Self) -> Self: ...
    def __or__(self, other: Self) -> Self: ...
    def __invert__(self) -> Self: ...
    def choose(self, yes: Vector | int, no: Vector | int) -> Vector:  # not both int
        """Take `yes` in the lanes of this mask, and `no` elsewhere."""
        ...

    def spread(self) -> Vector:
        """All bits of a lane where the mask is set, none elsewhere."""
        ...


class Rows(Protocol):
    """A register file, in a staged function."""

    def __getitem__(self, row: int) -> Vector: ...
    def __setitem__(self, row: int, value: Vector) -> None: ...
    def fence(self) -> None:
        """Let nothing be carried over this point in a register.

        LLVM sees a staged function as one long run of instructions, keeps every row that it
        has seen for later, and spills those that do not fit. A fence between the parts makes it
        forget: loading a row again is cheaper than storing and loading a spilled register.
        """
        ...

    def repeat(self, times: int, do: Callable[[Callable[[int], Rows]], None]) -> None:
        """Do the same with other rows, some times, in a loop at run time.

        A loop in Python is unrolled, which is good for short ones. Of a long one the instructions
        would no longer fit where a processor keeps those that it has decoded.

        Parameters
        ----------
        times : int
        do : callable
            Called once, with a function of a number that returns the rows from so many times the
            turn on: ``at(9)[2]`` is row 2 in the first turn, row 11 in the second. Nothing is
            carried from turn to turn in a register.
        """
        ...


def native_lanes() -> int:
    """Return how many 16-bit lanes a vector register has on the machine compiled for."""
    return _lanes_with(_features())


def written_for(target: CodeTarget) -> tuple[int, bool]:
    """Return what kernels are written for, of all that tells targets apart.

    That is the lanes of a register, and whether there is an instruction that counts bits in them.
    LLVM sees to the rest: what Numba makes of a kernel is alike where this is.
    """
    features = features_of(target)
    return _lanes_with(features), _counts_bits(features)


def _lanes_with(features: Mapping[str, bool]) -> int:
    if features.get("avx512bw"):
        return 32
    return 16 if features.get("avx2") else 8


def _counts_bits(features: Mapping[str, bool]) -> bool:
    return features.get("avx512bitalg", False)


def register_file(
    n_rows: int, lanes: int, extra: int = 0, dtype: type[np.unsignedinteger[Any]] = np.uint16
) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return aligned rows of lanes, zeroed, and `extra` words of a lane right behind them.

    One piece of memory for both keeps their addresses from aliasing by chance: stores and
    loads whose addresses agree in the last twelve bits wait for each other.
    """
    row, word = np.dtype([("lanes", dtype, (lanes,))]), np.dtype(dtype)
    n_bytes, n_extra = n_rows * row.itemsize, extra * word.itemsize
    memory = np.zeros(n_bytes + n_extra + 4096, np.uint8)
    start = -memory.ctypes.data % 4096
    rows = memory[start : start + n_bytes].view(row)
    words = memory[start + n_bytes : start + n_bytes + n_extra].view(word)
    return rows, words


def staged(
    *, outputs: int, by_row: bool = False
) -> Callable[[Callable[..., Sequence[Any]]], Callable[..., tuple[Any, ...]]]:
    """Make a staged function callable from kernels.

    The kernel calls it with a register file and a tuple of lane sets (uint64, lane i is bit
    i), and gets a tuple of `outputs` lane sets. The function itself gets `Rows` and as many
    `Mask`, and returns `outputs` of them. It is kept as the attribute ``staged``.

    With `by_row` the tuple has numbers of rows instead, and the function gets, for each, the rows
    from that one on.
    """

    def decorate(
        function: Callable[..., Sequence[Any]],
    ) -> Callable[..., tuple[Any, ...]]:
        def typed(_context: Typing, rows: ArrayKind, lane_sets: Kind) -> Any:  # Numba's
            result = types.UniTuple(types.uint64, outputs)
            lanes = lanes_of(rows)

            def lower(
                context: Target, builder: Builder, signature: Signature, args: Values
            ) -> Value:
                align_spills(builder.function)
                file = rows_of(context, builder, signature.args[0], args[0])
                words = cgutils.unpack_tuple(builder, args[1])
                if by_row:
                    given: list[Any] = [file.beginning_at(word) for word in words]
                else:
                    given = [LlvmMask.from_lane_set(builder, word, lanes) for word in words]
                found = function(file, *given)
                return context.make_tuple(builder, result, [mask.to_lane_set() for mask in found])

            return result(rows, lane_sets), lower

        call = intrinsic(typed)
        call.staged = function
        return call

    return decorate


def align_spills(function: ir.Function) -> None:
    """Let no spilled register of an LLVM function straddle two cache lines.

    llvmlite leaves the alignment out of its text for LLVM unless there is an attribute with
    a name as well. Where the stack happened to begin, a sweep then took up to half again as long.
    """
    function.attributes.alignstack = ALIGNMENT
    function.attributes.add("nounwind")


def lanes_of(rows: ArrayKind) -> int:
    """Return the number of lanes of a register file's Numba type."""
    return int(rows.dtype.typeof("lanes").shape[0])


def rows_of(context: Target, builder: Builder, rows: ArrayKind, value: Value) -> LlvmRows:
    """Return the rows of a register file, of its Numba type and its LLVM value."""
    array = context.make_array(rows)(context, builder, value)
    bits = rows.dtype.typeof("lanes").dtype.bitwidth
    return LlvmRows(builder, array, lanes_of(rows), bits)


class _LlvmValue:
    """An LLVM value and the builder that makes more of them."""

    __slots__ = ("builder", "lanes", "value")

    def __init__(self, builder: Builder, value: Value, lanes: int) -> None:
        self.builder = builder
        self.value = value
        self.lanes = lanes

    def _new(self, value: Value) -> Self:
        return type(self)(self.builder, value, self.lanes)

    def __invert__(self) -> Self:
        return self._new(self.builder.not_(self.value))


class LlvmMask(_LlvmValue):
    """A vector of single bits."""

    __slots__ = ()

    @classmethod
    def from_lane_set(cls, builder: Builder, lane_set: Value, lanes: int) -> Self:
        bits = builder.trunc(lane_set, ir.IntType(lanes)) if lanes < 64 else lane_set
        vector = ir.VectorType(ir.IntType(1), lanes)
        return cls(builder, builder.bitcast(bits, vector), lanes)

    def to_lane_set(self) -> Any:
        bits = self.builder.bitcast(self.value, ir.IntType(self.lanes))
        return self.builder.zext(bits, ir.IntType(64)) if self.lanes < 64 else bits

    def __and__(self, other: LlvmMask) -> LlvmMask:
        return self._new(self.builder.and_(self.value, other.value))

    def __or__(self, other: LlvmMask) -> LlvmMask:
        return self._new(self.builder.or_(self.value, other.value))

    def choose(self, yes: LlvmVector | int, no: LlvmVector | int) -> LlvmVector:
        vector = yes if isinstance(yes, LlvmVector) else no
        assert isinstance(vector, LlvmVector)  # noqa: S101 - see Mask.choose
        yes, no = vector.operand(yes), vector.operand(no)
        return LlvmVector(self.builder, self.builder.select(self.value, yes, no), self.lanes)

    def spread(self) -> LlvmVector:
        wide = self.builder.sext(self.value, _vector_type(self.lanes, 16))
        return LlvmVector(self.builder, wide, self.lanes)


class LlvmVector(_LlvmValue):
    """A vector of lanes."""

    __slots__ = ()

    @property
    def bits(self) -> int:
        return int(self.value.type.element.width)

    def operand(self, other: LlvmVector | int) -> Any:
        """Return another vector's LLVM value, or that of an int in every lane."""
        if isinstance(other, LlvmVector):
            return other.value
        lane = self.value.type.element
        return ir.Constant(self.value.type, [other & (1 << lane.width) - 1] * self.lanes)

    def __and__(self, other: LlvmVector | int) -> LlvmVector:
        return self._new(self.builder.and_(self.value, self.operand(other)))

    def __or__(self, other: LlvmVector | int) -> LlvmVector:
        return self._new(self.builder.or_(self.value, self.operand(other)))

    def __xor__(self, other: LlvmVector | int) -> LlvmVector:
        return self._new(self.builder.xor(self.value, self.operand(other)))

    def __add__(self, other: LlvmVector | int) -> LlvmVector:
        return self._new(self.builder.add(self.value, self.operand(other)))

    def __sub__(self, other: LlvmVector | int) -> LlvmVector:
        return self._new(self.builder.sub(self.value, self.operand(other)))

    def __lshift__(self, other: int) -> LlvmVector:
        return self._new(self.builder.shl(self.value, self.operand(other)))

    def __lt__(self, other: LlvmVector | int) -> LlvmMask:
        return self._compare("<", other)

    def equals(self, other: LlvmVector | int) -> LlvmMask:
        return self._compare("==", other)

    def minimum(self, other: LlvmVector) -> LlvmVector:
        return (self < other).choose(self, other)

    def popcount(self) -> LlvmVector:
        vector = self.value.type
        count = cgutils.get_or_insert_function(
            self.builder.module,
            ir.FunctionType(vector, [vector]),
            f"llvm.ctpop.v{self.lanes}i{vector.element.width}",
        )
        return self._new(self.builder.call(count, [self.value]))

    def has_bits(self, count: int) -> LlvmMask:
        if _counts_bits(_features()):
            return ~(self.popcount() < count)
        rest = self
        for _ in range(count - 1):
            rest = rest & (rest - 1)  # without its lowest bit
        return ~rest.equals(0)

    def _compare(self, how: str, other: LlvmVector | int) -> LlvmMask:
        found = self.builder.icmp_unsigned(how, self.value, self.operand(other))
        return LlvmMask(self.builder, found, self.lanes)


class LlvmRows:
    """A register file in memory."""

    def __init__(self, builder: Builder, array: Any, lanes: int, bits: int) -> None:
        self.size = array.nitems
        self._builder = builder
        self._lanes = lanes
        self._type = _vector_type(lanes, bits)
        self._alignment = min(ALIGNMENT, lanes * bits // 8)
        self._memory = builder.bitcast(array.data, self._type.as_pointer())

    def beginning_at(self, row: Value) -> LlvmRows:
        """Return the rows from one on, whose number is known at run time."""
        rows = copy(self)
        rows._memory = self._address(row)
        return rows

    def __getitem__(self, row: int | Value) -> LlvmVector:
        value = self._builder.load(self._address(row), typ=self._type)
        value.align = self._alignment
        return LlvmVector(self._builder, value, self._lanes)

    def __setitem__(self, row: int | Value, vector: LlvmVector) -> None:
        self._builder.store(vector.value, self._address(row)).align = self._alignment

    def fence(self) -> None:
        nothing = ir.FunctionType(ir.VoidType(), [])
        self._builder.asm(nothing, "", "~{memory}", [], side_effect=True)

    def repeat(self, times: int, do: Callable[[Callable[[int], LlvmRows]], None]) -> None:
        builder, number = self._builder, ir.IntType(64)
        before, loop = builder.block, builder.append_basic_block("loop")
        after = builder.append_basic_block("after")
        builder.branch(loop)
        builder.position_at_end(loop)
        first = builder.phi(number)
        first.add_incoming(number(0), before)
        # LLVM would unroll the loop if it could tell how often it turns.
        turn = builder.asm(ir.FunctionType(number, [number]), "", "=r,0", [first], False)
        self.fence()
        do(lambda step: self.beginning_at(builder.mul(turn, number(step))))
        self.fence()
        following = builder.add(turn, number(1))
        first.add_incoming(following, builder.block)
        builder.cbranch(builder.icmp_unsigned("<", following, number(times)), loop, after)
        builder.position_at_end(after)

    def _address(self, row: int | Value) -> Value:
        index = ir.Constant(ir.IntType(64), row) if isinstance(row, int) else row
        return self._builder.gep(self._memory, [index], source_etype=self._type)


def _vector_type(lanes: int, bits: int) -> Any:
    return ir.VectorType(ir.IntType(bits), lanes)


@cache
def _features() -> dict[str, bool]:
    """Return the features of the CPU that is compiled for."""
    return features_of(running())


def features_of(target: CodeTarget) -> dict[str, bool]:
    """Return the features that a target's code may use, or may not."""
    return {name[1:]: name[0] == "+" for name in target.features.split(",") if name}
