"""Pruning by weighted sums: bounds that know which cells differ, then all sums as bits."""

from __future__ import annotations

from typing import Any

from lowbit.kernels.core.bits import lowest, size_of
from lowbit.kernels.core.compile import routine
from lowbit.kernels.variants.layout import MOST_SUM, put

LOWS, HIGHS, BEFORE = range(3)
"""Rows of the scratch: how many cells of a group have this lowest and highest digit; the sums that
the cells before one reach."""


@routine
def prune_linear(program: Any, scratch: Any, cells: Any, log: Any, start: int) -> bool:
    """Prune by bounds on a weighted sum."""
    data = program.data
    n = data[start]
    weights = start + 1 + n
    least, most, groups = data[weights + n], data[weights + n + 1], weights + n + 2
    low = high = 0
    for at in range(n):
        if data[groups + at] == at:
            count_ends(program, scratch, cells, start, at, -1)
            low += lowest_sum(program, scratch, data[weights + at])
            high += highest_sum(program, scratch, data[weights + at])
    if low > most or high < least:
        return False
    if low >= least and high <= most:
        return True
    if data[groups + n]:  # what cells that differ can add up to is listed as sets
        return prune_exactly(program, scratch, cells, log, start)
    slack = min(most - low, high - least)
    for at in range(n):
        mask = cells[data[start + 1 + at]]
        # A cell whose ends lie no farther apart than there is slack keeps both.
        if abs(data[weights + at]) * (_highest(mask) - lowest(mask)) > slack and not _prune_ends(
            program, scratch, cells, log, start, at, low, high
        ):
            return False
    return prune_exactly(program, scratch, cells, log, start)


@routine
def count_ends(program: Any, scratch: Any, cells: Any, start: int, group: int, but: int) -> None:
    """Count the lowest and the highest digits of the cells of a group, but of one."""
    data, sums = program.data, scratch.sums
    n = data[start]
    groups = start + 1 + n + n + 2
    for digit in range(program.n_digits):
        sums[LOWS, digit] = 0
        sums[HIGHS, digit] = 0
    for at in range(group, n):
        if data[groups + at] == group and at != but:
            mask = cells[data[start + 1 + at]]
            sums[LOWS, lowest(mask)] += 1
            sums[HIGHS, _highest(mask)] += 1


@routine
def _highest(mask: int) -> int:
    """Return the place of the highest bit of a mask."""
    mask |= mask >> 1
    mask |= mask >> 2
    mask |= mask >> 4
    mask |= mask >> 8
    mask |= mask >> 16
    return size_of(mask) - 1


@routine
def lowest_sum(program: Any, scratch: Any, weight: int) -> int:
    """Return a lower bound of what the cells counted add, each different, times a weight."""
    return weight * (_least(program, scratch) if weight > 0 else _most(program, scratch))


@routine
def highest_sum(program: Any, scratch: Any, weight: int) -> int:
    """Return an upper bound of what the cells counted add, each different, times a weight."""
    return weight * (_most(program, scratch) if weight > 0 else _least(program, scratch))


@routine
def _least(program: Any, scratch: Any) -> int:
    """Give each cell, from its lowest digit on, the first that is free; a bound, no more."""
    sums = scratch.sums
    total = waiting = 0
    digit = 0
    while digit < program.n_digits or waiting:
        if digit < program.n_digits:
            waiting += sums[LOWS, digit]
        digit += 1
        if waiting:
            total += digit
            waiting -= 1
    return total


@routine
def _most(program: Any, scratch: Any) -> int:
    """Do the same from the highest digits down."""
    sums = scratch.sums
    total = waiting = 0
    digit = program.n_digits
    while digit > 0 or waiting:
        if digit > 0:
            waiting += sums[HIGHS, digit - 1]
        if waiting:
            total += digit
            waiting -= 1
        digit -= 1
    return total


@routine
def _prune_ends(
    program: Any, scratch: Any, cells: Any, log: Any, start: int, at: int, low: int, high: int
) -> bool:
    """Take from a cell what is too low or too high with all others at their ends."""
    data = program.data
    n = data[start]
    weights = start + 1 + n
    least, most, group = data[weights + n], data[weights + n + 1], data[weights + n + 2 + at]
    weight = data[weights + at]
    count_ends(program, scratch, cells, start, group, -1)
    low -= lowest_sum(program, scratch, weight)
    high -= highest_sum(program, scratch, weight)
    count_ends(program, scratch, cells, start, group, at)
    # What the cell may add, times its weight, lies within these.
    floor = least - high - highest_sum(program, scratch, weight)
    ceiling = most - low - lowest_sum(program, scratch, weight)
    mask = rest = cells[data[start + 1 + at]]
    while rest:
        bit = rest & -rest
        rest ^= bit
        share = weight * (lowest(bit) + 1)
        if share < floor or share > ceiling:
            mask ^= bit
    return put(cells, log, data[start + 1 + at], mask)


@routine
def prune_exactly(program: Any, scratch: Any, cells: Any, log: Any, start: int) -> bool:
    """Prune all that no choice of the other cells makes up for, were they free to be equal.

    The sums that the first cells reach are the bits of a word, counted from the lowest there is; so
    what lies farther above it than a word is wide is left to the bounds.
    """
    data, before = program.data, scratch.sums[BEFORE]
    n = data[start]
    weights = start + 1 + n
    least, most = data[weights + n], data[weights + n + 1]
    base = 0
    for at in range(n):
        base += _lowest_share(cells[data[start + 1 + at]], data[weights + at])
    most -= base
    least = max(least - base, 0)
    if most < least:
        return False
    if most > MOST_SUM:
        return True
    within = (2 << most) - 1
    before[0] = 1
    for at in range(n):
        before[at + 1] = _after(before[at], cells[data[start + 1 + at]], data[weights + at], within)
    wanted = before[n] >> least << least
    if wanted == 0:
        return False
    for at in range(n - 1, -1, -1):
        cell, weight = data[start + 1 + at], data[weights + at]
        mask = rest = cells[cell]
        if mask & (mask - 1) == 0:
            continue
        lowest_share = _lowest_share(mask, weight)
        earlier = 0
        while rest:
            bit = rest & -rest
            rest ^= bit
            more = weight * (lowest(bit) + 1) - lowest_share
            from_here = wanted >> more & before[at] if more <= MOST_SUM else 0
            earlier |= from_here
            if from_here == 0:
                mask ^= bit
        wanted = earlier
        if not put(cells, log, cell, mask):
            return False
    return True


@routine
def _lowest_share(mask: int, weight: int) -> int:
    """Return the least that a cell can add."""
    return weight * ((lowest(mask) if weight > 0 else _highest(mask)) + 1)


@routine
def _after(before: int, mask: int, weight: int, within: int) -> int:
    """Return the sums after a cell, as bits: those before, shifted by what each digit adds more."""
    lowest_share = _lowest_share(mask, weight)
    found = 0
    while mask:
        more = weight * (lowest(mask) + 1) - lowest_share
        if more <= MOST_SUM:
            found |= before << more & within
        mask &= mask - 1
    return found
