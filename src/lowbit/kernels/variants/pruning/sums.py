"""Pruning by weighted sums: bounds that know which cells differ, then all sums as bits."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from lowbit.kernels.core.bits import lowest
from lowbit.kernels.core.compile import intrinsic, ir, types, unaliased
from lowbit.kernels.variants.layout import MOST_SUM, N_DIGITS, N_WORDS, PEERS, SUMS, WORD, put
from lowbit.kernels.variants.pruning.cages import NOBODY, mirrored, prune_cage
from lowbit.kernels.variants.pruning.sets import BRANCH, prune_seen, prune_sets

if TYPE_CHECKING:
    from lowbit.kernels.core.arrays import Pointer
    from lowbit.kernels.core.lowering import Builder, Kind, Signature, Target, Typing, Value, Values

FEW: Final = 3
"""The most open cells of a sum that it is worth while to add up, too."""

MOST_OF_TRIPLE: Final = 21
"""The most digits of a board on which the sums of three are bits of a word."""

MANY: Final = 6
"""The fewest cells of a sum whose bounds are worth a look at the digits that a group has at all."""

NO_ROOM: Final = 1 << 30
"""Taken from a sum where there are not enough digits for cells that differ."""


@intrinsic
def highest(_context: Typing, word: Kind) -> Any:
    """Return the place of the highest set bit of a 64-bit word, as int64; there must be one."""

    def lower(_context: Target, builder: Builder, _signature: Signature, args: Values) -> Value:
        zeros = builder.ctlz(args[0], ir.Constant(ir.IntType(1), 1))
        return builder.sub(ir.Constant(ir.IntType(64), 63), zeros)

    return types.int64(types.int64), lower


@unaliased
def prune_linear(
    program: Pointer, memory: Pointer, cells: int, log: int, start: int, kind: int
) -> bool:
    """Prune by a weighted sum: by its last cells, its listed sets, or bounds."""
    n = program[start + 1]
    weights = start + 2 + n
    least, most, sets = program[weights + n], program[weights + n + 1], weights + 2 * n + 2
    n_open, (one, two, three, four), fixed, used = _open_cells(program, memory, cells, start)
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


@unaliased
def _open_cells(
    program: Pointer, memory: Pointer, cells: int, start: int
) -> tuple[int, tuple[int, int, int, int], int, int]:
    """Return how many cells are open, the places of the last four, and of the others the digits.

    These come as the amounts that they add, and as a set.
    """
    n = program[start + 1]
    n_open = one = two = three = four = fixed = used = 0
    for at in range(n):
        mask = memory[cells + program[start + 2 + at]]
        if mask & (mask - 1):
            n_open += 1
            one, two, three, four = two, three, four, at
        else:
            used |= mask
            fixed += program[start + 2 + n + at] * (lowest(mask) + 1)
    return n_open, (one, two, three, four), fixed, used


@unaliased
def _prune_by_bounds(program: Pointer, memory: Pointer, cells: int, log: int, start: int) -> bool:
    """Prune by bounds that know which cells differ."""
    n = program[start + 1]
    weights = start + 2 + n
    least, most = program[weights + n], program[weights + n + 1]
    low = high = at = 0
    while at < n:
        weight = program[weights + at]
        at, smallest, largest = _note_ends(program, memory, cells, start, at)
        low += weight * (smallest if weight > 0 else largest)
        high += weight * (largest if weight > 0 else smallest)
    if low > most or high < least:
        return False
    if low >= least and high <= most:
        return True
    return _prune_all_ends(program, memory, cells, log, start, low, high)


@unaliased
def _note_ends(
    program: Pointer, memory: Pointer, cells: int, start: int, group: int
) -> tuple[int, int, int]:
    """Return the place behind a group, and the least and the most that its cells add up to.

    Each cell takes the lowest digit that is left, from its own lowest on, and then the highest. In
    whatever turn they do, the same digits are taken; and the last of them takes the first that it
    comes to and that no cell has gone past. These are noted, for `_prune_all_ends`.
    """
    n, n_digits = program[start + 1], program[N_DIGITS]
    groups, ends = start + 2 + n + n + 2, program[SUMS] + 2 * group
    taken = from_above = _missing(program, memory, cells, start, group)
    passed = passed_from_above = smallest = largest = 0
    at = group
    while at < n and program[groups + at] == group:
        mask = memory[cells + program[start + 2 + at]]
        # Bits alone: the lowest and the highest digit.
        bottom, top = mask & -mask, 1 << highest(mask)
        # Adding the lowest bit carries over the digits that are taken to the first free one above.
        lower, left = taken + bottom & ~taken, ~from_above & 2 * top - 1
        if lower >> n_digits or left == 0:
            return n, 0, -NO_ROOM
        upper = 1 << highest(left)
        taken |= lower
        # All bits from the lowest digit up to the one taken: the cell has gone past these.
        passed |= lower - bottom
        from_above |= upper
        passed_from_above |= 2 * top - 2 * upper
        smallest += lowest(lower) + 1
        largest += lowest(upper) + 1
        at += 1
    memory[ends], memory[ends + 1] = taken & ~passed, from_above & ~passed_from_above
    return at, smallest, largest


@unaliased
def _prune_last(
    program: Pointer, memory: Pointer, cells: int, log: int, start: int, at: int, total: int
) -> bool:
    """Place the digit of the last open cell, whose weight is 1 or -1."""
    cell, digit = program[start + 2 + at], total * program[start + 2 + program[start + 1] + at]
    if not 1 <= digit <= program[N_DIGITS]:
        return False
    return put(memory, cells, log, cell, memory[cells + cell] & 1 << digit - 1)


@unaliased
def _prune_pair(
    program: Pointer,
    memory: Pointer,
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
        # A shifted mask has each digit so much higher: all pairs at once.
        kept = mask & (other << ahead if ahead >= 0 else other >> -ahead)
        other &= mask >> ahead if ahead >= 0 else mask << -ahead
    sets = weights + 2 * program[start + 1] + 2
    if total & 1 == 0 and _unlike(program, start, one, two):
        # Half of an even total, which cells that differ cannot both hold.
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


@unaliased
def _fits(program: Pointer) -> bool:
    """Return whether the sums of three digits of a board are bits of a word."""
    return program[N_DIGITS] <= MOST_OF_TRIPLE


@unaliased
def _prune_triple(
    program: Pointer,
    memory: Pointer,
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
    with_second = _added(first, second, _unlike(program, start, one, two))
    with_third = _added(first, third, _unlike(program, start, one, three))
    of_others = _added(second, third, _unlike(program, start, two, three))
    first &= mirrored(of_others, total - 1)
    second &= mirrored(with_third, total - 1)
    third &= mirrored(with_second, total - 1)
    for at, mask in ((three, third), (two, second), (one, first)):
        kept = _turned(mask, program[weights + at], n_digits)
        if not put(memory, cells, log, program[start + 2 + at], kept):
            return False
    return True


@unaliased
def _added(mask: int, other: int, unlike: int) -> int:
    """Return the sums of a digit of each of two masks that do not both have one of `unlike`."""
    sums = 0
    while mask:
        bit = mask & -mask
        # One shift adds a digit to all digits of the other mask.
        sums |= (other & ~(bit & unlike)) << lowest(mask)
        mask ^= bit
    return sums


@unaliased
def _unlike(program: Pointer, start: int, one: int, two: int) -> int:
    """Return all digits where two cells of a sum weigh the same and differ, no digit elsewhere."""
    weights = start + 2 + program[start + 1]
    if program[weights + one] != program[weights + two]:
        return 0
    cell, other = program[start + 2 + one], program[start + 2 + two]
    peers = program[PEERS] + cell * program[N_WORDS]
    # The negative of one bit is a mask of all bits, or of none.
    return -(program[peers + other // WORD] >> other % WORD & 1)


@unaliased
def _turned(mask: int, weight: int, n_digits: int) -> int:
    """Return a mask; mirrored, the highest digit as the lowest, for a negative weight."""
    return mask if weight > 0 else mirrored(mask, n_digits + 1)


@unaliased
def _missing(program: Pointer, memory: Pointer, cells: int, start: int, group: int) -> int:
    """Return the digits that no cell of a group of a long sum has: there it cannot take them."""
    n = program[start + 1]
    if n < MANY:
        return 0
    groups, at, found = start + 2 + n + n + 2, group, 0
    while at < n and program[groups + at] == group:
        found |= memory[cells + program[start + 2 + at]]
        at += 1
    return ~found & (1 << program[N_DIGITS]) - 1


@unaliased
def _prune_all_ends(
    program: Pointer, memory: Pointer, cells: int, log: int, start: int, low: int, high: int
) -> bool:
    """Take from each cell the digits too low or too high with all others at their ends."""
    n = program[start + 1]
    weights = start + 2 + n
    groups, ends = weights + n + 2, program[SUMS]
    least, most = program[weights + n], program[weights + n + 1]
    # No cell may move farther from its end than this.
    slack = min(most - low, high - least)
    for at in range(n):
        cell, weight = program[start + 2 + at], program[weights + at]
        mask = memory[cells + cell]
        bottom, top = lowest(mask), highest(mask)
        # A cell whose ends lie no farther apart than there is slack keeps both.
        if abs(weight) * (top - bottom) <= slack:
            continue
        # The difference that the cell makes to its group.
        own = ends + 2 * program[groups + at]
        below = lowest(memory[own] >> bottom) + bottom + 1
        above = highest(memory[own + 1] & (2 << top) - 1) + 1
        if weight < 0:
            below, above = above, below
        # The cell's digit, times its weight, lies within these.
        floor, ceiling = least - high + weight * above, most - low + weight * below
        if not put(memory, cells, log, cell, _between(mask, weight, floor, ceiling)):
            return False
    return True


@unaliased
def _between(mask: int, weight: int, floor: int, ceiling: int) -> int:
    """Return the digits of a mask that, times a weight, lie within bounds."""
    if weight == -1:
        weight, floor, ceiling = 1, -ceiling, -floor
    if weight == 1:
        floor, ceiling = max(floor - 1, 0), min(ceiling, WORD - 2)
        # The bits below the floor are shifted out, those above the ceiling masked.
        return mask >> floor << floor & (1 << ceiling) - 1 if floor < ceiling else 0
    rest = mask
    while rest:
        bit = rest & -rest
        rest ^= bit
        share = weight * (lowest(bit) + 1)
        if share < floor or share > ceiling:
            mask ^= bit
    return mask


@unaliased
def prune_exactly(program: Pointer, memory: Pointer, cells: int, log: int, start: int) -> bool:
    """Prune values that no choice of the other cells makes up for, even if these could be equal.

    The sums that the first cells reach are the bits of a word, counted from the lowest there is; so
    sums farther above it than a word is wide are left to the bounds.
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
    # Bits up to the most, its own among them; larger sums are of no use.
    within = (2 << most) - 1
    sums = memory[before] = 1
    for at in range(n):
        sums = _after(sums, memory[cells + program[first + at]], program[weights + at], within)
        memory[before + at + 1] = sums
    # Sums below the least are shifted out.
    wanted = sums >> least << least
    if wanted == 0:
        return False
    for at in range(n - 1, -1, -1):
        cell, weight = program[first + at], program[weights + at]
        mask = memory[cells + cell]
        if mask & (mask - 1) == 0:
            continue
        mask, wanted = _leading(mask, weight, memory[before + at], wanted)
        if not put(memory, cells, log, cell, mask):
            return False
    return True


@unaliased
def _leading(mask: int, weight: int, reached: int, wanted: int) -> tuple[int, int]:
    """Return the digits that lead from reached sums to wanted ones, and the sums they lead from."""
    rest, earlier, lowest_share = mask, 0, _lowest_share(mask, weight)
    while rest:
        bit = rest & -rest
        rest ^= bit
        more = weight * (lowest(bit) + 1) - lowest_share
        # Backwards: the wanted sums less this digit, where these can be reached.
        from_here = wanted >> more & reached if more <= MOST_SUM else 0
        earlier |= from_here
        if from_here == 0:
            mask ^= bit
    return mask, earlier


@unaliased
def _lowest_share(mask: int, weight: int) -> int:
    """Return the least that a cell can add."""
    return weight * ((lowest(mask) if weight > 0 else highest(mask)) + 1)


@unaliased
def _after(before: int, mask: int, weight: int, within: int) -> int:
    """Return the sums after a cell, as bits: those before, shifted by each digit's addition."""
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
