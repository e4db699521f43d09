"""Pruning by what a group of cells holds as a set: distinct digits, listed sets, counts."""

from __future__ import annotations

from typing import Any

from lowbit.kernels.core.bits import lowest, size_of
from lowbit.kernels.core.compile import routine
from lowbit.kernels.variants.layout import WORD, put

SMALL = 9
"""Digits of boards whose boxes and lines share three cells at most."""

HOUSE, GROUP, BRANCH = range(3)
"""What cells that differ are: a house of a board, another group, or one that a branch speaks of."""


@routine
def prune_distinct(program: Any, cells: Any, log: Any, start: int) -> bool:
    """Prune by cells that differ; where they need all digits they have, each has a place."""
    data = program.data
    n = data[start]
    union = 0
    for at in range(start + 1, start + 1 + n):
        union |= cells[data[at]]
    n_digits = size_of(union)
    if n_digits < n:
        return False
    return n_digits > n or prune_required(program, cells, log, start, union, HOUSE)


@routine
def prune_apart(program: Any, cells: Any, log: Any, start: int) -> bool:
    """Take known digits from the other cells: for groups that differ within a branch alone."""
    data = program.data
    first, end = start + 1, start + 1 + data[start]
    for at in range(first, end):
        mask = cells[data[at]]
        if mask & (mask - 1) == 0:
            for other in range(first, end):
                cell = data[other]
                if other != at and not put(cells, log, cell, cells[cell] & ~mask):
                    return False
    return True


@routine
def prune_required(
    program: Any, cells: Any, log: Any, start: int, required: int, kind: int
) -> bool:
    """Prune by digits that must be among some cells, which differ pairwise.

    One with a single place goes there; one with several leaves each cell that differs from all,
    save in a branch, which knows of its own cells alone.
    """
    data = program.data
    first, end = start + 1, start + 1 + data[start]
    once = twice = thrice = many = five = more = 0  # which have 1, 2, 3, 4, 5, 6 places or more
    placed = 0
    for at in range(first, end):
        mask = cells[data[at]]
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
            cell = data[at]
            alone = cells[cell] & singles
            if alone:
                if alone & (alone - 1):
                    return False
                put(cells, log, cell, alone)
    # A digit with many places has no cell that differs from all of them, but in rare cases.
    few = many if kind == HOUSE and program.n_digits <= SMALL else more
    rest = 0 if kind == BRANCH else required & twice & ~placed & ~few
    while rest:
        bit = rest & -rest
        rest ^= bit
        if not _prune_seen(program, cells, log, first, end, bit):
            return False
    return True


@routine
def _prune_seen(program: Any, cells: Any, log: Any, first: int, end: int, bit: int) -> bool:
    """Take a digit from all cells that differ from each of its places."""
    data, words = program.data, program.peer_words
    while first < end and cells[data[first]] & bit == 0:
        first += 1
    if first == end:
        return False
    one = data[first]
    for word in range(words.shape[1]):
        seen = words[one, word]
        at = first + 1
        while seen and at < end:
            cell = data[at]
            if cells[cell] & bit:
                seen &= words[cell, word]
            at += 1
        while seen:
            cell = word * WORD + lowest(seen)
            seen &= seen - 1
            mask = cells[cell]
            if mask & bit and not put(cells, log, cell, mask & ~bit):
                return False
    return True


@routine
def prune_sets(program: Any, cells: Any, log: Any, start: int, kind: int) -> bool:
    """Prune by a list of sets, one of which the cells hold, each digit of it once."""
    data = program.data
    n = data[start]
    first, end = start + 1, start + 1 + n
    union = fixed = 0
    for at in range(first, end):
        mask = cells[data[at]]
        union |= mask
        if mask & (mask - 1) == 0:
            if fixed & mask:
                return False
            fixed |= mask
    possible, required = 0, -1
    for at in range(end + 1, end + 1 + data[end]):
        mask = data[at]
        if mask & ~union or fixed & ~mask:
            continue
        fits = True
        for of in range(first, end):
            if cells[data[of]] & mask == 0:
                fits = False
                break
        if fits:
            possible |= mask
            required &= mask
    if possible == 0:
        return False
    if union & ~possible:
        for at in range(first, end):
            cell = data[at]
            if not put(cells, log, cell, cells[cell] & possible):
                return False
    return prune_required(program, cells, log, start, required, kind)


@routine
def prune_counted(program: Any, cells: Any, log: Any, start: int, kind: int) -> bool:
    """Prune by how many of some cells hold a digit of a mask."""
    data = program.data
    n = data[start]
    first, end = start + 1, start + 1 + n
    mask, counts = data[end], data[end + 1]
    sure = may = 0
    for at in range(first, end):
        held = cells[data[at]]
        if held & mask:
            may += 1
            if held & ~mask == 0:
                sure += 1
    counts = counts >> sure << sure & (2 << may) - 1
    if counts == 0:
        return False
    if sure == may:
        return True
    if counts == 1 << sure or counts == 1 << may:
        keep = ~mask if counts == 1 << sure else mask
        for at in range(first, end):
            cell = data[at]
            held = cells[cell]
            if held & mask and held & ~mask:
                put(cells, log, cell, held & keep)
    if sure == 0 and counts & 1 == 0 and mask & (mask - 1) == 0 and kind != BRANCH:
        return _prune_seen(program, cells, log, first, end, mask)
    return True
