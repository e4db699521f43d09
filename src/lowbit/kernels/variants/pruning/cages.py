"""Pruning by the last cells of a sum that all differ, by all fillings that add up."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from lowbit.kernels.core.bits import lowest, size_of
from lowbit.kernels.core.compile import intrinsic, ir, types, unaliased
from lowbit.kernels.variants.layout import N_DIGITS, put
from lowbit.kernels.variants.pruning.sets import BRANCH, prune_required, prune_sets

if TYPE_CHECKING:
    from lowbit.kernels.core.arrays import Pointer
    from lowbit.kernels.core.lowering import Builder, Kind, Signature, Target, Typing, Value, Values

NOBODY: Final = -1
"""In place of a cell, where there is none."""

MOST_FILLINGS: Final = 12
"""The most pairs of digits of two cells that are gone through."""


@intrinsic
def mirrored(_context: Typing, _mask: Kind, _total: Kind) -> Any:
    """Return the digits that add up to a total, 2 to 65, with one of a mask, as int64."""

    def lower(_context: Target, builder: Builder, _signature: Signature, args: Values) -> Value:
        places = builder.sub(ir.Constant(ir.IntType(64), 65), args[1])
        return builder.lshr(builder.bitreverse(args[0]), places)

    return types.int64(types.int64, types.int64), lower


@unaliased
def prune_cage(
    program: Pointer,
    memory: Pointer,
    cells: int,
    log: int,
    start: int,
    places: tuple[int, int, int, int],
    total: int,
    used: int,
    kind: int,
) -> bool:
    """Prune the last three or four open cells, which differ, to digits that reach the total.

    The others hold the digits `used`. All fillings are gone through, unless they are too many: then
    the listed sets take less time. A digit that is in all of them leaves the cells that see its
    places.
    """
    one, two, three, four = places
    first = memory[cells + program[start + 2 + one]] & ~used if one != NOBODY else 0
    second = memory[cells + program[start + 2 + two]] & ~used
    third = memory[cells + program[start + 2 + three]] & ~used
    fourth = memory[cells + program[start + 2 + four]] & ~used
    # The first two are to have the fewest digits.
    one, three, first, third = _in_order(one, three, first, third)
    two, four, second, fourth = _in_order(two, four, second, fourth)
    two, three, second, third = _in_order(two, three, second, third)
    one, four, first, fourth = _in_order(one, four, first, fourth)
    if one != NOBODY and first == 0:
        return False
    sets = start + 4 + 3 * program[start + 1]
    if size_of(first) * size_of(second) > MOST_FILLINGS:
        return prune_sets(program, memory, cells, log, start, sets, kind)
    masks = first, second, third, fourth
    first, second, third, fourth, required = _in_fillings(masks, total, 2 * program[N_DIGITS])
    if second == 0:
        return False
    if one != NOBODY:
        put(memory, cells, log, program[start + 2 + one], first)
    put(memory, cells, log, program[start + 2 + two], second)
    put(memory, cells, log, program[start + 2 + three], third)
    put(memory, cells, log, program[start + 2 + four], fourth)
    if kind == BRANCH:
        return True
    own = sets + 1 + program[sets]
    return prune_required(program, memory, cells, log, own, required, kind)


@unaliased
def _in_order(one: int, two: int, mask: int, other: int) -> tuple[int, int, int, int]:
    """Return two cells and their digits, first the one with fewer."""
    if size_of(other) < size_of(mask):
        return two, one, other, mask
    return one, two, mask, other


@unaliased
def _in_fillings(
    masks: tuple[int, int, int, int], total: int, most: int
) -> tuple[int, int, int, int, int]:
    """Return the digits of each cell that are in a filling of a total, and those in all fillings.

    Two digits add up to `most` at most. Where the first cell has none, there are but three. What is
    left of the last two cells beside each digit of the others is a shifted mask.
    """
    rest, second, third, fourth = masks
    of_first = of_second = of_third = of_fourth = 0
    required = -1
    while True:
        # Of three cells there is no first one: then the bit is 0, and the loop turns once.
        bit = rest & -rest
        rest ^= bit
        without = total - lowest(bit) - 1 if bit else total
        left = second & ~bit
        while left:
            other = left & -left
            left ^= other
            both, more = bit | other, without - lowest(other) - 1
            if not 2 <= more <= most:
                continue
            # The last two differ, so that neither is half of an even rest.
            out = both | (0 if more & 1 else 1 << (more >> 1) - 1)
            # Mirrored, the last cell's digits are those that the third may hold beside them.
            low = third & ~out & mirrored(fourth & ~out, more)
            if low:
                high = fourth & mirrored(low, more)
                of_first |= bit
                of_second |= other
                of_third |= low
                of_fourth |= high
                pair = low | high
                several = pair & (pair - 1)
                # Of more than one pair for the last two cells, no digit is required.
                required &= both | (0 if several & (several - 1) else pair)
        if rest == 0:
            return of_first, of_second, of_third, of_fourth, required
