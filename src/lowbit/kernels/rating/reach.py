"""Implications from many candidates at once: a bit for each root, breadth first, without parents.

A row of `WIDTH` words holds for one candidate from which roots it is reached. A *spread* is one hop
of all roots: what is on excludes the others of its cell and its houses; what is off forces. All
that is on stays on, so after as many spreads as a chain has hops, its end is reached.
"""

from __future__ import annotations

from typing import Any, Final

from llvmlite import ir

from lowbit.kernels.core.compile import cgutils, intrinsic, types

WIDTH: Final = 8
"""Words of a row: 512 bits, which is one register where there are such."""

ALIGNMENT: Final = 8
"""Bytes: where a row may begin."""

ROOTS: Final = 64 * WIDTH
"""Roots at once."""

INDEX = ir.IntType(64)
NUMBER = ir.IntType(32)
ROW = ir.VectorType(INDEX, WIDTH)


@intrinsic
def exclude_others(_context: Any, on: Any, off: Any, members: Any, begin: Any, end: Any) -> Any:
    """Let each of some candidates be off wherever another one of them is on.

    Parameters
    ----------
    on, off : int64[:]
        Rows of which candidate is on, and off; `off` is added to.
    members : int32[:]
        Candidates that exclude each other, from `begin` up to `end`.
    """

    def lower(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        is_on, is_off, listed = (_data(context, builder, signature, args, n) for n in range(3))
        none = ir.Constant(ROW, [0] * WIDTH)
        once, twice = (cgutils.alloca_once_value(builder, none) for _ in range(2))
        with _each(builder, args[3], args[4]) as loop:
            row = _load(builder, is_on, _number(builder, listed, loop.index))
            before = builder.load(once)
            builder.store(builder.or_(builder.load(twice), builder.and_(before, row)), twice)
            builder.store(builder.or_(before, row), once)
        with _each(builder, args[3], args[4]) as loop:
            member = _number(builder, listed, loop.index)
            own = _load(builder, is_on, member)
            by_others = builder.and_(builder.load(once), builder.not_(own))
            by_others = builder.or_(by_others, builder.load(twice))
            _add(builder, is_off, member, by_others)
        return context.get_dummy_value()

    return types.void(on, off, members, types.int64, types.int64), lower


@intrinsic
def force_all(
    _context: Any, off: Any, on: Any, sources: Any, targets: Any, begin: Any, end: Any
) -> Any:
    """Let candidates be on that are forced by others that are off; say whether any is new.

    Parameters
    ----------
    off, on : int64[:]
        Rows of which candidate is off, and on; `on` is added to.
    sources, targets : int32[:]
        What forces what, from `begin` up to `end`.
    """

    def lower(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        rows_off, rows_on, by, to = (_data(context, builder, signature, args, n) for n in range(4))
        new = cgutils.alloca_once_value(builder, ir.Constant(ROW, [0] * WIDTH))
        with _each(builder, args[4], args[5]) as loop:
            row = _load(builder, rows_off, _number(builder, by, loop.index))
            old = _add(builder, rows_on, _number(builder, to, loop.index), row)
            added = builder.and_(row, builder.not_(old))
            builder.store(builder.or_(builder.load(new), added), new)
        bits = builder.bitcast(builder.load(new), ir.IntType(ROOTS))
        return builder.icmp_unsigned("!=", bits, ir.Constant(bits.type, 0))

    return types.boolean(off, on, sources, targets, types.int64, types.int64), lower


def _data(context: Any, builder: Any, signature: Any, args: Any, number: int) -> Any:
    """Return the address of an array argument's memory."""
    return context.make_array(signature.args[number])(context, builder, args[number]).data


def _each(builder: Any, begin: Any, end: Any) -> Any:
    """Loop over whole numbers."""
    return cgutils.for_range(builder, end, start=begin, intp=INDEX)


def _number(builder: Any, listed: Any, place: Any) -> Any:
    """Return a candidate of a list."""
    address = builder.gep(listed, [place], source_etype=NUMBER)
    return builder.sext(builder.load(address, typ=NUMBER), INDEX)


def _address(builder: Any, rows: Any, candidate: Any) -> Any:
    place = builder.mul(candidate, ir.Constant(INDEX, WIDTH))
    return builder.bitcast(builder.gep(rows, [place], source_etype=INDEX), ROW.as_pointer())


def _load(builder: Any, rows: Any, candidate: Any) -> Any:
    return builder.load(_address(builder, rows, candidate), align=ALIGNMENT, typ=ROW)


def _add(builder: Any, rows: Any, candidate: Any, row: Any) -> Any:
    """Add to a row; return what it was."""
    address = _address(builder, rows, candidate)
    old = builder.load(address, align=ALIGNMENT, typ=ROW)
    builder.store(builder.or_(old, row), address, align=ALIGNMENT)
    return old
