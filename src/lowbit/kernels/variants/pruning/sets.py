"""Pruning by the set of digits in a group of cells: distinct digits, listed sets, counts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lowbit.kernels.core.bits import lowest, size_of
from lowbit.kernels.core.compile import unaliased
from lowbit.kernels.variants.layout import N_CELLS, N_DIGITS, N_RUNS, N_WORDS, PEERS, WORD, put

if TYPE_CHECKING:
    from lowbit.kernels.core.arrays import Pointer

SMALL = 9
"""Digits of boards whose boxes and lines share three cells at most."""

FEW_IN_HOUSE: Final = 3
FEW_IN_GROUP: Final = 5
"""The most places of a digit, in a house of a small board and elsewhere, that have common peers."""

SETS_AT_ONCE: Final = 32
"""So many listed sets count for an operation."""

HOUSE, GROUP, BRANCH = range(3)
"""Kinds of cells that differ: a house of a board, another group, or one of a branch."""


@unaliased
def prune_distinct(program: Pointer, memory: Pointer, cells: int, log: int, start: int) -> bool:
    """Prune by cells that differ; where they need all digits they have, each has a place."""
    n = program[start + 1]
    own = start + 2 + n
    union = 0
    for at in range(start + 2, own):
        union |= memory[cells + program[at]]
    n_digits = size_of(union)
    if n_digits < n:
        return False
    return n_digits > n or prune_required(program, memory, cells, log, own, union, HOUSE)


@unaliased
def prune_apart(program: Pointer, memory: Pointer, cells: int, log: int, start: int) -> bool:
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


@unaliased
def prune_required(
    program: Pointer, memory: Pointer, cells: int, log: int, own: int, required: int, kind: int
) -> bool:
    """Prune by digits that must be among some cells, which differ pairwise, a set at `own`.

    One with a single place goes there; one with several leaves each cell that differs from all.
    """
    n_words = program[N_WORDS]
    # A digit with many places has no cell that differs from all of them, but in rare cases.
    few = FEW_IN_HOUSE if kind == HOUSE and program[N_DIGITS] <= SMALL else FEW_IN_GROUP
    while required:
        digit = lowest(required)
        bit = required & -required
        required ^= bit
        held = cells + program[N_CELLS] + 1 + digit * n_words
        n_places = place = 0
        for word in range(n_words):
            places = memory[held + word] & program[own + word]
            if places:
                n_places += size_of(places)
                place = word * WORD + lowest(places)
        if n_places == 0:
            return False
        if n_places == 1:
            if not put(memory, cells, log, place, memory[cells + place] & bit):
                return False
        elif n_places <= few and not prune_seen(program, memory, cells, log, own, bit):
            return False
    return True


@unaliased
def prune_seen(program: Pointer, memory: Pointer, cells: int, log: int, own: int, bit: int) -> bool:
    """Take a digit from all cells that differ from each of its places in a set at `own`."""
    n_words = program[N_WORDS]
    held = cells + program[N_CELLS] + 1 + lowest(bit) * n_words
    # Two words a turn, of which there is an even number: the places are gone through half as often.
    for part in range(0, n_words, 2):
        seen = memory[held + part] & ~program[own + part]
        more = memory[held + part + 1] & ~program[own + part + 1]
        word = 0
        while word < n_words and seen | more:
            places = memory[held + word] & program[own + word]
            while places:
                peers = program[PEERS] + (word * WORD + lowest(places)) * n_words + part
                places &= places - 1
                seen &= program[peers]
                more &= program[peers + 1]
            word += 1
        if not _take(memory, cells, log, part, seen, bit):
            return False
        if not _take(memory, cells, log, part + 1, more, bit):
            return False
    return True


@unaliased
def _take(memory: Pointer, cells: int, log: int, word: int, seen: int, bit: int) -> bool:
    """Take a digit from the cells of a word of a set."""
    while seen:
        cell = word * WORD + lowest(seen)
        seen &= seen - 1
        if not put(memory, cells, log, cell, memory[cells + cell] & ~bit):
            return False
    return True


@unaliased
def _prune_required_in_branch(
    program: Pointer, memory: Pointer, cells: int, log: int, start: int, required: int
) -> bool:
    """Prune by digits that must be among cells that differ in a branch: a sole place is taken."""
    first, end = start + 2, start + 2 + program[start + 1]
    once = twice = 0
    for at in range(first, end):
        mask = memory[cells + program[at]]
        # Before once: it still holds the digits of the cells before.
        twice |= once & mask
        once |= mask
    if required & ~once:
        return False
    singles = required & ~twice
    for at in range(first, end):
        alone = memory[cells + program[at]] & singles
        if alone and not put(memory, cells, log, program[at], alone):
            return False
        # Two digits want the same cell.
        if alone & (alone - 1):
            return False
    return True


@unaliased
def prune_sets(
    program: Pointer, memory: Pointer, cells: int, log: int, start: int, sets: int, kind: int
) -> bool:
    """Prune by a list of sets, one of which the cells hold, each digit of it once.

    `sets` is where the number of sets lies, before these.
    """
    first, end = start + 2, start + 2 + program[start + 1]
    memory[N_RUNS] += program[sets] // SETS_AT_ONCE
    union = fixed = 0
    for at in range(first, end):
        mask = memory[cells + program[at]]
        union |= mask
        if mask & (mask - 1) == 0:
            if fixed & mask:
                return False
            fixed |= mask
    # The union and the intersection of the sets that fit.
    possible, required = 0, -1
    for at in range(sets + 1, sets + 1 + program[sets]):
        mask = program[at]
        if mask & ~union or fixed & ~mask:
            continue
        if _meets_all(program, memory, cells, first, end, mask):
            possible |= mask
            required &= mask
    if possible == 0:
        return False
    if union & ~possible:
        for at in range(first, end):
            cell = program[at]
            if not put(memory, cells, log, cell, memory[cells + cell] & possible):
                return False
    if kind == BRANCH:
        return _prune_required_in_branch(program, memory, cells, log, start, required)
    own = sets + 1 + program[sets]
    return prune_required(program, memory, cells, log, own, required, kind)


@unaliased
def _meets_all(
    program: Pointer, memory: Pointer, cells: int, first: int, end: int, mask: int
) -> bool:
    """Return whether each of some cells may hold a digit of a mask."""
    for at in range(first, end):
        held = memory[cells + program[at]]
        if held & mask == 0:
            return False
    return True


@unaliased
def prune_counted(
    program: Pointer, memory: Pointer, cells: int, log: int, start: int, kind: int
) -> bool:
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
        return prune_seen(program, memory, cells, log, groups + n, mask)
    return True


@unaliased
def _exclude(
    program: Pointer, memory: Pointer, cells: int, log: int, start: int, mask: int
) -> bool:
    """Leave digits to the cells that hold nothing else."""
    for at in range(start + 2, start + 2 + program[start + 1]):
        held = memory[cells + program[at]]
        if held & mask and held & ~mask:
            put(memory, cells, log, program[at], held & ~mask)
    return True


@unaliased
def _fill(
    program: Pointer, memory: Pointer, cells: int, log: int, start: int, mask: int, kind: int
) -> bool:
    """Let each group have as many cells with digits of a mask as it can."""
    n = program[start + 1]
    groups = start + 2 + n + 2
    first, own = 0, groups + n
    while first < n:
        end = first
        n_open = 0
        own += program[N_WORDS]
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
            and not prune_seen(program, memory, cells, log, own, mask)
        ):
            return False
        first = end
    return True
