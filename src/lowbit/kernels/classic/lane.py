"""One lane at a time: load a puzzle, read a solution, save the state and restore it.

A lane is a column of the register file, so its words lie a row apart. Moving them is
straight code of one load and one store a word, each at a fixed distance: that costs half of
what a loop does, and matters as much as the sweep on puzzles with many guesses.

Each function is called from kernels: ``save(rows, lane, words, at)`` and so on, where `lane`
and `at` are int64 and `words` a flat array. Nothing is checked.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lowbit.kernels.classic.layout import A_CELL_APART, ALLOWED, BANDS, CELLS, N_CELLS, N_STATE
from lowbit.kernels.core.compile import integer, intrinsic, ir, types
from lowbit.kernels.core.simd import lanes_of

if TYPE_CHECKING:
    from collections.abc import Callable

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

WORD, BYTE, INDEX = 16, 8, 64


@intrinsic
def peek(_context: Typing, rows: ArrayKind, row: Kind, lane: Kind) -> Any:
    """Return the word of one lane in a row, as int64."""

    def lower(context: Target, builder: Builder, signature: Signature, args: Values) -> Value:
        address = _word(context, builder, signature, args)
        return builder.zext(builder.load(address, typ=integer(WORD)), integer(INDEX))

    return types.int64(rows, types.int64, types.int64), lower


@intrinsic
def poke(_context: Typing, rows: ArrayKind, row: Kind, lane: Kind, value: Kind) -> Any:
    """Set the word of one lane in a row to the low bits of an int64."""

    def lower(context: Target, builder: Builder, signature: Signature, args: Values) -> Value:
        builder.store(
            builder.trunc(args[3], integer(WORD)), _word(context, builder, signature, args)
        )
        return context.get_dummy_value()

    return types.void(rows, types.int64, types.int64, types.int64), lower


def _word(context: Target, builder: Builder, signature: Signature, args: Values) -> Value:
    base = _data(context, builder, signature, args, 0)
    lanes = ir.Constant(integer(INDEX), lanes_of(signature.args[0]))
    return builder.gep(
        base, [builder.add(builder.mul(args[1], lanes), args[2])], source_etype=integer(WORD)
    )


def _mover(move_word: Callable[..., None], other: int, first: int, n_rows: int) -> Any:
    """Make an intrinsic that calls `move_word` for the word in each row, with its two addresses."""

    def typed(_context: Typing, rows: ArrayKind, lane: Kind, array: Kind, at: Kind) -> Any:
        lanes = lanes_of(rows)

        def lower(context: Target, builder: Builder, signature: Signature, args: Values) -> Value:
            column = _data(context, builder, signature, args, 0)
            column = builder.gep(column, [args[1]], source_etype=integer(WORD))
            flat = _data(context, builder, signature, args, 2)
            flat = builder.gep(flat, [args[3]], source_etype=integer(other))
            for number in range(n_rows):
                # A word's distance from the column's first is known when the kernel is compiled.
                in_lane = ir.Constant(integer(INDEX), (first + number) * lanes)
                in_flat = ir.Constant(integer(INDEX), number)
                move_word(
                    builder,
                    builder.gep(column, [in_lane], source_etype=integer(WORD)),
                    builder.gep(flat, [in_flat], source_etype=integer(other)),
                )
            return context.get_dummy_value()

        return types.void(rows, types.int64, array, types.int64), lower

    return intrinsic(typed)


@intrinsic
def load(
    _context: Typing, rows: ArrayKind, lane: Kind, cells: Kind, at: Kind, mask_of: Kind
) -> Any:
    """Allow in a lane the candidates that 81 bytes stand for; return the union of these."""
    lanes = lanes_of(rows)

    def lower(context: Target, builder: Builder, signature: Signature, args: Values) -> Value:
        column = _data(context, builder, signature, args, 0)
        column = builder.gep(column, [args[1]], source_etype=integer(WORD))
        flat = builder.gep(
            _data(context, builder, signature, args, 2), [args[3]], source_etype=integer(BYTE)
        )
        table = _data(context, builder, signature, args, 4)
        union = ir.Constant(integer(WORD), 0)
        for cell in range(N_CELLS):
            address = builder.gep(
                flat, [ir.Constant(integer(INDEX), cell)], source_etype=integer(BYTE)
            )
            value = builder.zext(builder.load(address, typ=integer(BYTE)), integer(INDEX))
            mask = builder.load(
                builder.gep(table, [value], source_etype=integer(WORD)), typ=integer(WORD)
            )
            in_lane = ir.Constant(integer(INDEX), (ALLOWED + cell) * lanes)
            builder.store(mask, builder.gep(column, [in_lane], source_etype=integer(WORD)))
            union = builder.or_(union, mask)
        return builder.zext(union, integer(INDEX))

    return types.int64(rows, types.int64, cells, types.int64, mask_of), lower


@intrinsic
def floor(_context: Typing, rows: ArrayKind, lane: Kind, floors: Kind) -> Any:
    """Return the sum, over the cells of a lane, of ``floors[A_CELL_APART * cell + candidates]``."""
    lanes = lanes_of(rows)

    def lower(context: Target, builder: Builder, signature: Signature, args: Values) -> Value:
        column = _data(context, builder, signature, args, 0)
        column = builder.gep(column, [args[1]], source_etype=integer(WORD))
        table = context.make_array(signature.args[2])(context, builder, args[2]).data
        table = builder.bitcast(table, integer(INDEX).as_pointer())
        total = ir.Constant(integer(INDEX), 0)
        for cell in range(N_CELLS):
            in_lane = ir.Constant(integer(INDEX), (CELLS + cell) * lanes)
            address = builder.gep(column, [in_lane], source_etype=integer(WORD))
            mask = builder.zext(builder.load(address, typ=integer(WORD)), integer(INDEX))
            first = ir.Constant(integer(INDEX), A_CELL_APART * cell)
            of_cell = builder.gep(table, [builder.add(first, mask)], source_etype=integer(INDEX))
            total = builder.add(total, builder.load(of_cell, typ=integer(INDEX)))
        return total

    return types.int64(rows, types.int64, floors), lower


def _data(
    context: Target, builder: Builder, signature: Signature, args: Values, number: int
) -> Value:
    """Return the address of an array argument's memory, as that of words or bytes."""
    array = context.make_array(signature.args[number])(context, builder, args[number])
    is_bytes = getattr(signature.args[number].dtype, "bitwidth", None) == integer(BYTE).width
    return builder.bitcast(array.data, (integer(BYTE) if is_bytes else integer(WORD)).as_pointer())


def _save_word(builder: Builder, in_lane: Value, in_flat: Value) -> None:
    builder.store(builder.load(in_lane, typ=integer(WORD)), in_flat)


def _restore_word(builder: Builder, in_lane: Value, in_flat: Value) -> None:
    builder.store(builder.load(in_flat, typ=integer(WORD)), in_lane)


def _read_digit(builder: Builder, in_lane: Value, in_flat: Value) -> None:
    mask = builder.zext(builder.load(in_lane, typ=integer(WORD)), ir.IntType(32))
    place = builder.cttz(mask, ir.Constant(ir.IntType(1), 1))
    digit = builder.add(builder.trunc(place, integer(BYTE)), ir.Constant(integer(BYTE), 1))
    builder.store(digit, in_flat)


save = _mover(_save_word, WORD, BANDS, N_STATE)
"""Copy the state of a lane to N_STATE words."""

restore = _mover(_restore_word, WORD, BANDS, N_STATE)
"""Copy N_STATE words to the state of a lane."""

save_cells = _mover(_save_word, WORD, CELLS, N_CELLS)
"""Copy the candidates of a lane to 81 words."""

allow = _mover(_restore_word, WORD, ALLOWED, N_CELLS)
"""Allow in a lane's puzzle the candidates in 81 words."""

read_digits = _mover(_read_digit, BYTE, CELLS, N_CELLS)
"""Write the digits of a solved lane to 81 bytes."""
