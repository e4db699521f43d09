"""Pruning by ranks: how many lines are lower, read as numbers, than one that begins alike.

Each line without a clue may be lower or higher than one with a clue, or both. Where as many may be
lower as are, all of them are, and begin alike; where as many are as should be, all others are not.
The lines with clues have their order from these.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lowbit.kernels.core.compile import unaliased
from lowbit.kernels.variants.layout import N_RUNS, STATES, put
from lowbit.kernels.variants.pruning.sums import highest

if TYPE_CHECKING:
    from lowbit.kernels.core.arrays import Pointer

N_LINES, LENGTH, N_CLUED, N_ALIKE, TIES, LOWERS = range(6)
"""The words behind the cells of an operation: its sizes, how many lines begin alike, whether ties
are allowed, how many lines are lower for each clue; the cells of the lines follow."""

LOWER, HIGHER, BEGINS = 1, 2, 4
"""The notes on a line, as bits: how it may compare, and whether it is known to begin alike. The
same is as if it was higher, or neither, where ties are not allowed."""


@unaliased
def prune_ranked(program: Pointer, memory: Pointer, cells: int, log: int, start: int) -> bool:
    """Prune by the order of lines; False where they cannot be in it."""
    rest = start + 2 + program[start + 1]
    n_clued = program[rest + N_CLUED]
    lines = rest + LOWERS + n_clued
    memory[N_RUNS] += n_clued * program[rest + N_LINES]
    first = memory[cells + program[lines]]
    if first & (first - 1):
        return True
    for at in range(n_clued - 1):
        low = lines + at * program[rest + LENGTH]
        high = low + program[rest + LENGTH]
        if not _put_in_order(program, memory, cells, log, rest, low, high, True):
            return False
    for at in range(n_clued):
        below = program[rest + LOWERS + at] - at
        above = program[rest + N_ALIKE] - n_clued - below
        own = lines + at * program[rest + LENGTH]
        if not (
            _note_ways(program, memory, cells, log, rest, own)
            and _prune_side(program, memory, cells, log, rest, own, LOWER, below)
            and _prune_side(program, memory, cells, log, rest, own, HIGHER, above)
        ):
            return False
    return True


@unaliased
def _note_ways(
    program: Pointer, memory: Pointer, cells: int, log: int, rest: int, own: int
) -> bool:
    """Note how each line may compare with one; one that cannot does not begin alike."""
    n_clued, first = program[rest + N_CLUED], memory[cells + program[own]]
    for at in range(n_clued, program[rest + N_LINES]):
        line = rest + LOWERS + n_clued + at * program[rest + LENGTH]
        mask, ways = memory[cells + program[line]], 0
        if mask & first:
            ways = _ways(program, memory, cells, rest, line, own)
            if ways == 0 and not put(memory, cells, log, program[line], mask & ~first):
                return False
            if ways and mask == first:
                ways |= BEGINS
        memory[program[STATES] + at] = ways
    return True


@unaliased
def _ways(program: Pointer, memory: Pointer, cells: int, rest: int, line: int, own: int) -> int:
    """Return how a line may compare with another, if they begin alike.

    Where they may hold the same digits up to a cell, these are known, and no later cells have them.
    """
    found, used = 0, memory[cells + program[own]]
    for at in range(1, program[rest + LENGTH]):
        if program[line + at] == program[own + at]:
            continue
        mask = memory[cells + program[line + at]] & ~used
        mine = memory[cells + program[own + at]] & ~used
        # Twice the lowest bit, negated, has all bits above it.
        if mine & -2 * (mask & -mask):
            found |= LOWER
        if mask & -2 * (mine & -mine):
            found |= HIGHER
        if found == LOWER | HIGHER or mask & mine == 0:
            return found
        used |= mask & mine
    return found | HIGHER if program[rest + TIES] else found


@unaliased
def _prune_side(
    program: Pointer,
    memory: Pointer,
    cells: int,
    log: int,
    rest: int,
    own: int,
    side: int,
    wanted: int,
) -> bool:
    """Prune lines of which so many are lower than one, or higher; False where they cannot be."""
    n_clued, first = program[rest + N_CLUED], memory[cells + program[own]]
    n_may = n_sure = 0
    for at in range(n_clued, program[rest + N_LINES]):
        ways = memory[program[STATES] + at]
        n_may += ways & side != 0
        n_sure += ways == side | BEGINS
    if n_may < wanted or n_sure > wanted:
        return False
    if wanted not in (n_may, n_sure):
        return True
    for at in range(n_clued, program[rest + N_LINES]):
        ways, line = memory[program[STATES] + at], rest + LOWERS + n_clued
        line += at * program[rest + LENGTH]
        if ways & side == 0:
            continue
        cell, is_in_order = program[line], True
        if n_may == wanted:
            is_in_order = put(memory, cells, log, cell, first) and _put_at_side(
                program, memory, cells, log, rest, line, own, side
            )
        elif ways == side:
            is_in_order = put(memory, cells, log, cell, memory[cells + cell] & ~first)
        elif ways == LOWER | HIGHER | BEGINS:
            is_in_order = _put_at_side(
                program, memory, cells, log, rest, line, own, LOWER + HIGHER - side
            )
        if not is_in_order:
            return False
    return True


@unaliased
def _put_at_side(
    program: Pointer,
    memory: Pointer,
    cells: int,
    log: int,
    rest: int,
    line: int,
    own: int,
    side: int,
) -> bool:
    """Prune a line that is lower than another, or not lower, and that other."""
    if side == LOWER:
        return _put_in_order(program, memory, cells, log, rest, line, own, True)
    return _put_in_order(program, memory, cells, log, rest, own, line, program[rest + TIES] == 0)


@unaliased
def _put_in_order(
    program: Pointer,
    memory: Pointer,
    cells: int,
    log: int,
    rest: int,
    low: int,
    high: int,
    is_strict: bool,
) -> bool:
    """Prune the first cells at which two lines that begin alike may differ."""
    for at in range(1, program[rest + LENGTH]):
        cell, other = program[low + at], program[high + at]
        if cell == other:
            continue
        mask, top = memory[cells + cell], memory[cells + other]
        mask &= (2 << highest(top)) - 1
        top &= -(mask & -mask)
        if not (put(memory, cells, log, cell, mask) and put(memory, cells, log, other, top)):
            return False
        if mask != top or mask & (mask - 1):
            return True
    return not is_strict
