"""Pruning by what a group of cells holds as a set: distinct digits, listed sets, counts."""

from __future__ import annotations

from typing import Any

from lowbit.kernels.core.bits import lowest, size_of
from lowbit.kernels.core.compile import routine
from lowbit.kernels.variants.layout import N_DIGITS, N_WORDS, PEERS, PLACES, WORD, put

SMALL = 9
"""Digits of boards whose boxes and lines share three cells at most."""

HOUSE, GROUP, BRANCH = range(3)
"""What cells that differ are: a house of a board, another group, or one of a branch."""


@routine
def prune_distinct(program: Any, memory: Any, cells: int, log: int, start: int) -> bool:
    """Prune by cells that differ; where they need all digits they have, each has a place."""
    n = program[start + 1]
    union = 0
    for at in range(start + 2, start + 2 + n):
        union |= memory[cells + program[at]]
    n_digits = size_of(union)
    if n_digits < n:
        return False
    return n_digits > n or prune_required(program, memory, cells, log, start, union, HOUSE)


@routine
def prune_apart(program: Any, memory: Any, cells: int, log: int, start: int) -> bool:
    """Take known digits from the other cells: for groups that differ within a branch alone."""
    first, end = start + 2, start + 2 + program[start + 1]
    for at in range(first, end):
        mask = memory[cells + program[at]]
        if mask & (mask - 1) == 0:
            for other in range(first, end):
                cell = program[other]
                if other != at and not put(memory, cells, log, cell, memory[cells + cell] & ~mask):
                    return False
    return True


@routine
def prune_required(
    program: Any, memory: Any, cells: int, log: int, start: int, required: int, kind: int
) -> bool:
    """Prune by digits that must be among some cells, which differ pairwise.

    One with a single place goes there; one with several leaves each cell that differs from all,
    save in a branch, which knows of its own cells alone.
    """
    first, end = start + 2, start + 2 + program[start + 1]
    once = twice = thrice = many = five = more = 0  # which have 1, 2, 3, 4, 5, 6 places or more
    placed = 0
    for at in range(first, end):
        mask = memory[cells + program[at]]
        more |= five & mask
        five |= many & mask
        many |= thrice & mask
        thrice |= twice & mask
        twice |= once & mask
        once |= mask
        if mask & (mask - 1) == 0:
            placed |= mask
    if required & ~once:
        return False
    singles = required & ~twice & ~placed
    if singles:
        for at in range(first, end):
            cell = program[at]
            alone = memory[cells + cell] & singles
            if alone:
                if alone & (alone - 1):
                    return False
                put(memory, cells, log, cell, alone)
    # A digit with many places has no cell that differs from all of them, but in rare cases.
    few = many if kind == HOUSE and program[N_DIGITS] <= SMALL else more
    rest = 0 if kind == BRANCH else required & twice & ~placed & ~few
    while rest:
        bit = rest & -rest
        rest ^= bit
        if not _prune_seen(program, memory, cells, log, first, end, bit):
            return False
    return True


@routine
def _prune_seen(
    program: Any, memory: Any, cells: int, log: int, first: int, end: int, bit: int
) -> bool:
    """Take a digit from all cells that differ from each of its places."""
    while first < end and memory[cells + program[first]] & bit == 0:
        first += 1
    if first == end:
        return False
    n_words, places = program[N_WORDS], cells - PLACES + lowest(bit)
    for word in range(n_words):
        peers = program[PEERS] + word
        seen = program[peers + program[first] * n_words] & memory[places - PLACES * word]
        at = first + 1
        while seen and at < end:
            cell = program[at]
            if memory[cells + cell] & bit:
                seen &= program[peers + cell * n_words]
            at += 1
        while seen:
            cell = word * WORD + lowest(seen)
            seen &= seen - 1
            if not put(memory, cells, log, cell, memory[cells + cell] & ~bit):
                return False
    return True


@routine
def prune_sets(
    program: Any, memory: Any, cells: int, log: int, start: int, sets: int, kind: int
) -> bool:
    """Prune by a list of sets, one of which the cells hold, each digit of it once.

    `sets` is where the number of sets lies, before these.
    """
    first, end = start + 2, start + 2 + program[start + 1]
    union = fixed = 0
    for at in range(first, end):
        mask = memory[cells + program[at]]
        union |= mask
        if mask & (mask - 1) == 0:
            if fixed & mask:
                return False
            fixed |= mask
    possible, required = 0, -1
    for at in range(sets + 1, sets + 1 + program[sets]):
        mask = program[at]
        if mask & ~union or fixed & ~mask:
            continue
        fits = True
        for of in range(first, end):
            if memory[cells + program[of]] & mask == 0:
                fits = False
                break
        if fits:
            possible |= mask
            required &= mask
    if possible == 0:
        return False
    if union & ~possible:
        for at in range(first, end):
            cell = program[at]
            if not put(memory, cells, log, cell, memory[cells + cell] & possible):
                return False
    return prune_required(program, memory, cells, log, start, required, kind)


@routine
def prune_counted(program: Any, memory: Any, cells: int, log: int, start: int, kind: int) -> bool:
    """Prune by how many of some cells hold a digit of a mask.

    Of cells that differ pairwise no more can than the mask has digits.
    """
    n = program[start + 1]
    end = start + 2 + n
    mask, counts, groups = program[end], program[end + 1], end + 2
    n_digits = size_of(mask)
    sure = may = full = 0
    for at in range(n):
        if program[groups + at] == at:
            may += min(full, n_digits)
            full = 0
        held = memory[cells + program[start + 2 + at]]
        full += held & mask != 0
        sure += held & ~mask == 0
    may += min(full, n_digits)
    counts = counts >> sure << sure & (2 << may) - 1
    if counts == 0:
        return False
    if counts == 1 << sure:
        return _exclude(program, memory, cells, log, start, mask)
    if counts == 1 << may:
        return _fill(program, memory, cells, log, start, mask, kind)
    if sure == 0 and counts & 1 == 0 and n_digits == 1 and kind != BRANCH:
        return _prune_seen(program, memory, cells, log, start + 2, end, mask)
    return True


@routine
def _exclude(program: Any, memory: Any, cells: int, log: int, start: int, mask: int) -> bool:
    """Leave digits to the cells that hold nothing else."""
    for at in range(start + 2, start + 2 + program[start + 1]):
        held = memory[cells + program[at]]
        if held & mask and held & ~mask:
            put(memory, cells, log, program[at], held & ~mask)
    return True


@routine
def _fill(
    program: Any, memory: Any, cells: int, log: int, start: int, mask: int, kind: int
) -> bool:
    """Let each group have as many cells with digits of a mask as it can."""
    n = program[start + 1]
    groups = start + 2 + n + 2
    first = 0
    while first < n:
        end = first
        n_open = 0
        while end < n and program[groups + end] == first:
            n_open += memory[cells + program[start + 2 + end]] & mask != 0
            end += 1
        if n_open <= size_of(mask):
            for at in range(start + 2 + first, start + 2 + end):
                held = memory[cells + program[at]]
                if held & mask:
                    put(memory, cells, log, program[at], held & mask)
        elif (
            mask & (mask - 1) == 0
            and kind != BRANCH
            and not _prune_seen(
                program, memory, cells, log, start + 2 + first, start + 2 + end, mask
            )
        ):
            return False
        first = end
    return True
