"""Pruning by weighted sums: bounds that know which cells differ, then all sums as bits."""

from __future__ import annotations

from typing import Any, Final

from llvmlite import ir

from lowbit.kernels.core.bits import lowest
from lowbit.kernels.core.compile import intrinsic, routine, types
from lowbit.kernels.variants.cages import NOBODY, mirrored, prune_cage
from lowbit.kernels.variants.layout import MOST_SUM, N_DIGITS, N_WORDS, PEERS, SUMS, WORD, put
from lowbit.kernels.variants.sets import BRANCH, prune_seen, prune_sets

FEW: Final = 3
"""The most open cells of a sum that it is worth while to add up, too."""

MOST_OF_TRIPLE: Final = 21
"""The most digits of a board on which the sums of three are bits of a word."""

MANY: Final = 6
"""The fewest cells of a sum whose bounds are worth a look at what digits a group has at all."""

NO_ROOM: Final = 1 << 30
"""Taken from a sum where cells that differ have more in common than there are digits."""


@intrinsic
def highest(_context: Any, word: Any) -> Any:
    """Return the place of the highest set bit of a 64-bit word, as int64; there must be one."""

    def lower(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        zeros = builder.ctlz(args[0], ir.Constant(ir.IntType(1), 1))
        return builder.sub(ir.Constant(ir.IntType(64), 63), zeros)

    return types.int64(types.int64), lower


@routine
def prune_linear(program: Any, memory: Any, cells: int, log: int, start: int, kind: int) -> bool:
    """Prune by a weighted sum: by its last cells, its listed sets, or bounds."""
    n = program[start + 1]
    weights = start + 2 + n
    least, most, sets = program[weights + n], program[weights + n + 1], weights + 2 * n + 2
    n_open = one = two = three = four = fixed = used = 0
    for at in range(n):
        mask = memory[cells + program[start + 2 + at]]
        if mask & (mask - 1):
            n_open += 1
            one, two, three, four = two, three, four, at
        else:
            used |= mask
            fixed += program[weights + at] * (lowest(mask) + 1)
    if n_open == 0:
        return least <= fixed <= most
    left = least - fixed
    is_exact = least == most and abs(program[weights + four]) == 1
    if is_exact and n_open == 1:
        return _prune_last(program, memory, cells, log, start, four, left)
    is_exact = is_exact and abs(program[weights + three]) == 1
    if is_exact and n_open == 2:
        return _prune_pair(program, memory, cells, log, start, three, four, left, kind)
    if program[sets]:
        if n_open <= FEW + 1 and _fits(program):
            places = one if n_open > FEW else NOBODY, two, three, four
            return prune_cage(program, memory, cells, log, start, places, left, used, kind)
        return prune_sets(program, memory, cells, log, start, sets, kind)
    if not _prune_by_bounds(program, memory, cells, log, start):
        return False
    if n_open == FEW and is_exact and abs(program[weights + two]) == 1 and _fits(program):
        return _prune_triple(program, memory, cells, log, start, two, three, four, left)
    return n_open > FEW or prune_exactly(program, memory, cells, log, start)


@routine
def _prune_by_bounds(program: Any, memory: Any, cells: int, log: int, start: int) -> bool:
    """Prune by bounds that know which cells differ."""
    n = program[start + 1]
    weights = start + 2 + n
    least, most, groups = program[weights + n], program[weights + n + 1], weights + n + 2
    low = high = used_low = used_high = 0
    for at in range(n):
        if program[groups + at] == at:
            used_low = used_high = _missing(program, memory, cells, start, at)
        mask, weight = memory[cells + program[start + 2 + at]], program[weights + at]
        bit = _free_from(used_low, mask)
        used_low |= bit
        smallest = lowest(bit) + 1
        bit = _free_to(used_high, mask)
        used_high |= bit
        largest = highest(bit) + 1 if bit else -NO_ROOM
        low += weight * (smallest if weight > 0 else largest)
        high += weight * (largest if weight > 0 else smallest)
    if low > most or high < least:
        return False
    if low >= least and high <= most:
        return True
    return _prune_all_ends(program, memory, cells, log, start, low, high)


@routine
def _prune_last(
    program: Any, memory: Any, cells: int, log: int, start: int, at: int, total: int
) -> bool:
    """Place the digit of the last open cell, whose weight is 1 or -1."""
    cell, digit = program[start + 2 + at], total * program[start + 2 + program[start + 1] + at]
    if not 1 <= digit <= program[N_DIGITS]:
        return False
    return put(memory, cells, log, cell, memory[cells + cell] & 1 << digit - 1)


@routine
def _prune_pair(
    program: Any,
    memory: Any,
    cells: int,
    log: int,
    start: int,
    one: int,
    two: int,
    total: int,
    kind: int,
) -> bool:
    """Prune the last two open cells, of weights 1 or -1, to pairs that reach the total.

    Where they differ and one pair is left, no cell that differs from both has a digit of it.
    """
    weights = start + 2 + program[start + 1]
    first, second = program[start + 2 + one], program[start + 2 + two]
    mask, other = memory[cells + first], memory[cells + second]
    if program[weights + one] == program[weights + two]:
        total *= program[weights + one]
        if not 2 <= total <= 2 * program[N_DIGITS]:
            return False
        kept = mask & mirrored(other, total)
        other &= mirrored(mask, total)
    else:
        ahead = total * program[weights + one]  # how much more the first holds
        if abs(ahead) >= program[N_DIGITS]:
            return False
        kept = mask & (other << ahead if ahead >= 0 else other >> -ahead)
        other &= mask >> ahead if ahead >= 0 else mask << -ahead
    sets = weights + 2 * program[start + 1] + 2
    if total & 1 == 0 and _unlike(program, start, one, two):
        twin = 1 << (total >> 1) - 1
        kept, other = kept & ~twin, other & ~twin
    if not (put(memory, cells, log, first, kept) and put(memory, cells, log, second, other)):
        return False
    pair = kept | other
    high = pair & (pair - 1)
    if program[sets] == 0 or kind == BRANCH or high & (high - 1):
        return True
    own = sets + 1 + program[sets]
    return prune_seen(program, memory, cells, log, own, high) and prune_seen(
        program, memory, cells, log, own, pair ^ high
    )


@routine
def _fits(program: Any) -> bool:
    """Return whether the sums of three digits of a board are bits of a word."""
    return program[N_DIGITS] <= MOST_OF_TRIPLE


@routine
def _prune_triple(
    program: Any,
    memory: Any,
    cells: int,
    log: int,
    start: int,
    one: int,
    two: int,
    three: int,
    total: int,
) -> bool:
    """Prune the last three open cells, of weights 1 or -1, to digits that reach the total.

    A cell of weight -1 counts as one of weight 1 that holds the mirrored digits.
    """
    weights, n_digits = start + 2 + program[start + 1], program[N_DIGITS]
    first, second, third = (
        _turned(memory[cells + program[start + 2 + one]], program[weights + one], n_digits),
        _turned(memory[cells + program[start + 2 + two]], program[weights + two], n_digits),
        _turned(memory[cells + program[start + 2 + three]], program[weights + three], n_digits),
    )
    signs = program[weights + one] + program[weights + two] + program[weights + three]
    total += (3 - signs) // 2 * (n_digits + 1)
    if not 3 <= total <= 3 * n_digits:
        return False
    # The digits that two cells cannot both have.
    of_second = _unlike(program, start, one, two)
    of_third = _unlike(program, start, one, three)
    of_both = _unlike(program, start, two, three)
    with_second = with_third = of_others = 0
    rest = first
    while rest:
        bit = rest & -rest
        with_second |= (second & ~(bit & of_second)) << lowest(rest)
        with_third |= (third & ~(bit & of_third)) << lowest(rest)
        rest ^= bit
    rest = second
    while rest:
        bit = rest & -rest
        of_others |= (third & ~(bit & of_both)) << lowest(rest)
        rest ^= bit
    first &= mirrored(of_others, total - 1)
    second &= mirrored(with_third, total - 1)
    third &= mirrored(with_second, total - 1)
    for at, mask in ((three, third), (two, second), (one, first)):
        kept = _turned(mask, program[weights + at], n_digits)
        if not put(memory, cells, log, program[start + 2 + at], kept):
            return False
    return True


@routine
def _unlike(program: Any, start: int, one: int, two: int) -> int:
    """Return all digits where two cells of a sum weigh the same and differ, no digit elsewhere."""
    weights = start + 2 + program[start + 1]
    if program[weights + one] != program[weights + two]:
        return 0
    cell, other = program[start + 2 + one], program[start + 2 + two]
    peers = program[PEERS] + cell * program[N_WORDS]
    return -(program[peers + other // WORD] >> other % WORD & 1)


@routine
def _turned(mask: int, weight: int, n_digits: int) -> int:
    """Return a mask; mirrored, the highest digit as the lowest, for a negative weight."""
    return mask if weight > 0 else mirrored(mask, n_digits + 1)


@routine
def _missing(program: Any, memory: Any, cells: int, start: int, group: int) -> int:
    """Return the digits that no cell of a group of a long sum has: there it cannot take them."""
    n = program[start + 1]
    if n < MANY:
        return 0
    groups, at, found = start + 2 + n + n + 2, group, 0
    while at < n and program[groups + at] == group:
        found |= memory[cells + program[start + 2 + at]]
        at += 1
    return ~found & (1 << program[N_DIGITS]) - 1


@routine
def _free_from(used: int, mask: int) -> int:
    """Return the lowest bit at or above the lowest of a mask that is not used."""
    return used + (mask & -mask) & ~used


@routine
def _free_to(used: int, mask: int) -> int:
    """Return the highest bit at or below the highest of a mask that is not used; 0 for none."""
    free = ~used & (2 << highest(mask)) - 1
    return 1 << highest(free) if free else 0


@routine
def _prune_all_ends(
    program: Any, memory: Any, cells: int, log: int, start: int, low: int, high: int
) -> bool:
    """Take from each cell what is too low or too high with all others at their ends."""
    n = program[start + 1]
    weights = start + 2 + n
    groups = weights + n + 2
    least, most = program[weights + n], program[weights + n + 1]
    slack = min(most - low, high - least)
    smallest = largest = 0  # what the group of a cell adds
    for at in range(n):
        cell, weight = program[start + 2 + at], program[weights + at]
        if program[groups + at] == at:
            smallest = _least(program, memory, cells, start, at, NOBODY)
            largest = _most(program, memory, cells, start, at, NOBODY)
        mask = memory[cells + cell]
        # A cell whose ends lie no farther apart than there is slack keeps both.
        if abs(weight) * (highest(mask) - lowest(mask)) <= slack:
            continue
        below = smallest - _least(program, memory, cells, start, program[groups + at], at)
        above = largest - _most(program, memory, cells, start, program[groups + at], at)
        if weight < 0:
            below, above = above, below
        # What the cell may add, times its weight, lies within these.
        floor, ceiling = least - high + weight * above, most - low + weight * below
        if not put(memory, cells, log, cell, _between(mask, weight, floor, ceiling)):
            return False
    return True


@routine
def _between(mask: int, weight: int, floor: int, ceiling: int) -> int:
    """Return the digits of a mask that, times a weight, lie within bounds."""
    rest = mask
    while rest:
        bit = rest & -rest
        rest ^= bit
        share = weight * (lowest(bit) + 1)
        if share < floor or share > ceiling:
            mask ^= bit
    return mask


@routine
def _least(program: Any, memory: Any, cells: int, start: int, group: int, one: int) -> int:
    """Return a lower bound of what a group adds without one of its cells, or `NOBODY`."""
    n = program[start + 1]
    groups = start + 2 + n + n + 2
    used, total = _missing(program, memory, cells, start, group), 0
    at = group
    while at < n and program[groups + at] == group:
        if at != one:
            bit = _free_from(used, memory[cells + program[start + 2 + at]])
            used |= bit
            total += lowest(bit) + 1
        at += 1
    return total


@routine
def _most(program: Any, memory: Any, cells: int, start: int, group: int, one: int) -> int:
    """Return an upper bound of what a group adds without one of its cells, or `NOBODY`."""
    n = program[start + 1]
    groups = start + 2 + n + n + 2
    used, total = _missing(program, memory, cells, start, group), 0
    at = group
    while at < n and program[groups + at] == group:
        if at != one:
            bit = _free_to(used, memory[cells + program[start + 2 + at]])
            used |= bit
            total += highest(bit) + 1 if bit else -NO_ROOM
        at += 1
    return total


@routine
def prune_exactly(program: Any, memory: Any, cells: int, log: int, start: int) -> bool:
    """Prune values that no choice of the other cells makes up for, even if these could be equal.

    The sums that the first cells reach are the bits of a word, counted from the lowest there is; so
    what lies farther above it than a word is wide is left to the bounds.
    """
    n = program[start + 1]
    first, weights, before = start + 2, start + 2 + n, program[SUMS]
    base = 0
    for at in range(n):
        base += _lowest_share(memory[cells + program[first + at]], program[weights + at])
    least, most = max(program[weights + n] - base, 0), program[weights + n + 1] - base
    if most < least:
        return False
    if most > MOST_SUM:
        return True
    within = (2 << most) - 1
    sums = memory[before] = 1
    for at in range(n):
        sums = _after(sums, memory[cells + program[first + at]], program[weights + at], within)
        memory[before + at + 1] = sums
    wanted = sums >> least << least
    if wanted == 0:
        return False
    for at in range(n - 1, -1, -1):
        cell, weight = program[first + at], program[weights + at]
        mask = rest = memory[cells + cell]
        if mask & (mask - 1) == 0:
            continue
        lowest_share = _lowest_share(mask, weight)
        earlier, reached = 0, memory[before + at]
        while rest:
            bit = rest & -rest
            rest ^= bit
            more = weight * (lowest(bit) + 1) - lowest_share
            from_here = wanted >> more & reached if more <= MOST_SUM else 0
            earlier |= from_here
            if from_here == 0:
                mask ^= bit
        wanted = earlier
        if not put(memory, cells, log, cell, mask):
            return False
    return True


@routine
def _lowest_share(mask: int, weight: int) -> int:
    """Return the least that a cell can add."""
    return weight * ((lowest(mask) if weight > 0 else highest(mask)) + 1)


@routine
def _after(before: int, mask: int, weight: int, within: int) -> int:
    """Return the sums after a cell, as bits: those before, shifted by what each digit adds more."""
    if mask & (mask - 1) == 0:
        return before
    lowest_share = _lowest_share(mask, weight)
    found = 0
    while mask:
        more = weight * (lowest(mask) + 1) - lowest_share
        if more <= MOST_SUM:
            found |= before << more & within
        mask &= mask - 1
    return found
