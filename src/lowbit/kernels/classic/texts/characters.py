"""Bytes of a text: their meaning; tests and moves, 64 at once where that pays.

The set of those that pass a test is an integer, byte i as bit i; bytes moved beyond the end are
written over by the next ones.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from lowbit.alphabets import BLANKS
from lowbit.geometry import CLASSIC
from lowbit.kernels.classic.layout import ALL_DIGITS, N_CELLS
from lowbit.kernels.classic.search import BAD_CELL
from lowbit.kernels.core.compile import integer, intrinsic, ir, part, types

if TYPE_CHECKING:
    from collections.abc import Callable

    from lowbit.kernels.core.arrays import Bytes
    from lowbit.kernels.core.lowering import Builder, Kind, Signature, Target, Typing, Value, Values


PADDING: Final = 192
"""Bytes of any value that must follow a text or an output: more than is looked ahead."""

MASK_OF: Final = np.full(256, BAD_CELL, np.uint16)
"""The candidates that each byte stands for, or BAD_CELL."""
MASK_OF[list(BLANKS.encode())] = ALL_DIGITS
MASK_OF[list(CLASSIC.symbols.encode())] = 1 << np.arange(CLASSIC.size)

TAB, LF, CR, SPACE, DOT, ZERO, NINE = b"\t\n\r .09"
HASH, COMMA, SEMICOLON = b"#,;"

LAST_64: Final = N_CELLS - 64
"""The place where the second of two sets of 64 cells begins; they overlap."""

NO_BYTES, ALL_BYTES = np.uint64(0), ~np.uint64(0)
ONE = np.uint64(1)
N_VECTOR = 64
"""Bytes that are looked at once."""
WIDE = np.dtype(f"S{N_VECTOR}")
"""A string that can be moved 64 bytes at once."""


def _byte_set(test: Callable[[Builder, Value], Value]) -> Any:
    """Make an intrinsic ``f(text, at)`` that says which of 64 bytes pass a test, as an uint64."""

    def typed(_context: Typing, text: Kind, at: Kind) -> Any:
        def lower(context: Target, builder: Builder, signature: Signature, args: Values) -> Value:
            vector = builder.load(_place(context, builder, signature, args, 0), typ=_vector())
            # Text begins anywhere; LLVM would take 64 bytes to be aligned.
            vector.align = 1
            return builder.bitcast(test(builder, vector), ir.IntType(64))

        return types.uint64(text, types.int64), lower

    return intrinsic(typed)


def _mover(change: Callable[[Builder, Value], Value]) -> Any:
    """Make an intrinsic ``f(source, at, out, to)`` that writes 64 bytes, changed in between."""

    def typed(_context: Typing, source: Kind, at: Kind, out: Kind, to: Kind) -> Any:
        def lower(context: Target, builder: Builder, signature: Signature, args: Values) -> Value:
            vector = builder.load(_place(context, builder, signature, args, 0), typ=_vector())
            vector.align = 1
            place = _place(context, builder, signature, args, 2)
            builder.store(change(builder, vector), place).align = 1
            return context.get_dummy_value()

        return types.void(source, types.int64, out, types.int64), lower

    return intrinsic(typed)


def _place(
    context: Target, builder: Builder, signature: Signature, args: Values, number: int
) -> Value:
    """Return the address of 64 bytes, given by an array argument and the next one."""
    data = context.make_array(signature.args[number])(context, builder, args[number]).data
    place = builder.gep(data, [args[number + 1]], source_etype=integer(8))
    return builder.bitcast(place, _vector().as_pointer())


def _vector() -> Any:
    return ir.VectorType(integer(8), N_VECTOR)


def _splat(byte: int) -> Any:
    return ir.Constant(_vector(), [byte] * N_VECTOR)


def _equals(builder: Builder, vector: Value, byte: int) -> Value:
    return builder.icmp_unsigned("==", vector, _splat(byte))


def _lies_between(builder: Builder, vector: Value, first: int, last: int) -> Value:
    # One comparison for two: bytes below the first wrap to large unsigned numbers.
    distance = builder.sub(vector, _splat(first))
    return builder.icmp_unsigned("<=", distance, _splat(last - first))


def _is_cell(builder: Builder, vector: Value) -> Value:
    found = _lies_between(builder, vector, ZERO, NINE)
    for blank in set(BLANKS.encode()) - {ZERO}:
        found = builder.or_(found, _equals(builder, vector, blank))
    return found


def _is_end(builder: Builder, vector: Value) -> Value:
    return builder.or_(_equals(builder, vector, LF), _equals(builder, vector, CR))


def _is_line_feed(builder: Builder, vector: Value) -> Value:
    return _equals(builder, vector, LF)


def _is_return(builder: Builder, vector: Value) -> Value:
    return _equals(builder, vector, CR)


def _is_hash(builder: Builder, vector: Value) -> Value:
    return _equals(builder, vector, HASH)


def _is_irregular(builder: Builder, vector: Value) -> Value:
    plain = _lies_between(builder, vector, SPACE, 0x7E)
    return builder.not_(builder.or_(plain, _equals(builder, vector, TAB)))


def _as_it_is(_builder: Builder, vector: Value) -> Value:
    return vector


def _as_character(builder: Builder, vector: Value) -> Value:
    is_blank = _equals(builder, vector, 0)
    return builder.select(is_blank, _splat(DOT), builder.add(vector, _splat(ZERO)))


def _with_dots(builder: Builder, vector: Value) -> Value:
    is_digit = _lies_between(builder, vector, ZERO + 1, NINE)
    return builder.select(is_digit, vector, _splat(DOT))


cells_at = _byte_set(_is_cell)
ends_at = _byte_set(_is_end)
line_feeds_at = _byte_set(_is_line_feed)
returns_at = _byte_set(_is_return)
hashes_at = _byte_set(_is_hash)
irregular_at = _byte_set(_is_irregular)

copy_64 = _mover(_as_it_is)
write_digits_64 = _mover(_as_character)
write_puzzle_64 = _mover(_with_dots)


@part
def write_number(number: int, out: Bytes, size: int) -> int:
    """Write a number in decimal, and return where it ends."""
    n_digits = 1
    rest = number // 10
    while rest:
        rest //= 10
        n_digits += 1
    for place in range(n_digits):
        out[size + n_digits - 1 - place] = ZERO + number % 10
        number //= 10
    return size + n_digits


@part
def copy(source: Bytes, first: int, end: int, out: Bytes, size: int) -> int:
    """Write ``source[first:end]``, and return where it ends."""
    for at in range(first, end, 64):
        copy_64(source, at, out, size + at - first)
    return size + end - first


@part
def skip_space(text: Bytes, at: int) -> int:
    """Return where the first byte stands that is no white space."""
    while is_space(text[at]):
        at += 1
    return at


@part
def is_space(byte: int) -> bool:
    """Whether a byte is white space within a line."""
    return byte in (SPACE, TAB)


@part
def is_mark(byte: int) -> bool:
    """Whether a byte sets a remark off."""
    return byte in (HASH, COMMA, SEMICOLON)


@part
def ends_word(byte: int) -> bool:
    """Whether no word goes on with a byte."""
    return is_space(byte) or is_mark(byte) or byte in (LF, CR)
