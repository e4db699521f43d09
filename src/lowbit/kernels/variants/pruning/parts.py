"""Pruning by parts: cells with the same label differ, and each label is that of as many cells.

A cell *may* be in a part if its label may be that of the part, and *is* in it if the label is
known. First of each part is noted what is in it and what may be; then each cell loses the digits
that others of its part have, and the labels of parts that are full, or have no digit left for it.
It keeps a digit or a label alone that its part has nowhere else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lowbit.kernels.core.bits import lowest, size_of
from lowbit.kernels.core.compile import unaliased
from lowbit.kernels.variants.layout import N_RUNS, STATES, put

if TYPE_CHECKING:
    from lowbit.kernels.core.arrays import Pointer

N_IN, N_MAY, USED, ONCE, SINGLE, N_PART_MARKS = range(6)
"""The words noted for each part: how many cells are in it, and how many may be; the digits that
cells in it have, those that it may have somewhere, and those that it needs and has in one place
alone. These are at first the digits with several places."""

SIZE, NEEDED = range(2)
"""The words behind the cells of an operation: how many cells a part has, which digits it needs."""


@unaliased
def prune_parted(program: Pointer, memory: Pointer, cells: int, log: int, start: int) -> bool:
    """Prune by what parts have room for; False where one cannot be filled."""
    n = program[start + 1] // 2
    rest = start + 2 + 2 * n
    number, marks = n // program[rest + SIZE], program[STATES]
    memory[N_RUNS] += 2 * n
    for word in range(marks, marks + number * N_PART_MARKS):
        memory[word] = 0
    for at in range(start + 2, start + 2 + n):
        own, labels = memory[cells + program[at]], memory[cells + program[at + n]]
        if not _note_member(memory, marks, own, labels):
            return False
    for part in range(number):
        if not _sum_up(program, memory, rest, marks + part * N_PART_MARKS):
            return False
    for at in range(start + 2, start + 2 + n):
        labels = memory[cells + program[at + n]]
        if labels & (labels - 1):
            if not _prune_open(program, memory, cells, log, rest, program[at], program[at + n]):
                return False
        elif not _prune_known(program, memory, cells, log, program[at], labels):
            return False
    return True


@unaliased
def _note_member(memory: Pointer, marks: int, own: int, labels: int) -> bool:
    """Note the digits of a cell in all parts that it may be in; False where one has its digit."""
    left, mark = labels, marks
    while left:
        mark = marks + lowest(left) * N_PART_MARKS
        left &= left - 1
        memory[mark + N_MAY] += 1
        memory[mark + SINGLE] |= memory[mark + ONCE] & own
        memory[mark + ONCE] |= own
    if labels & (labels - 1):
        return True
    memory[mark + N_IN] += 1
    if own & (own - 1):
        return True
    is_free = memory[mark + USED] & own == 0
    memory[mark + USED] |= own
    return is_free


@unaliased
def _sum_up(program: Pointer, memory: Pointer, rest: int, mark: int) -> bool:
    """Note the digits with one place in a part; False where it lacks a digit, or room."""
    size, once = program[rest + SIZE], memory[mark + ONCE]
    if memory[mark + N_IN] > size or memory[mark + N_MAY] < size or size_of(once) < size:
        return False
    places = ~memory[mark + SINGLE] & once & program[rest + NEEDED]
    memory[mark + SINGLE] = places & ~memory[mark + USED]
    return program[rest + NEEDED] & ~once == 0


@unaliased
def _prune_known(
    program: Pointer, memory: Pointer, cells: int, log: int, cell: int, label: int
) -> bool:
    """Prune a cell whose part is known."""
    own = memory[cells + cell]
    if own & (own - 1) == 0:
        return True
    mark = program[STATES] + lowest(label) * N_PART_MARKS
    own &= ~memory[mark + USED]
    single = own & memory[mark + SINGLE]
    if single & (single - 1):
        return False
    return put(memory, cells, log, cell, single or own)


@unaliased
def _prune_open(
    program: Pointer, memory: Pointer, cells: int, log: int, rest: int, cell: int, label: int
) -> bool:
    """Prune a cell that may be in several parts, and its label."""
    own, left = memory[cells + cell], memory[cells + label]
    kept, sure, used = left, 0, own
    while left:
        bit = left & -left
        mark = program[STATES] + lowest(left) * N_PART_MARKS
        left ^= bit
        size = program[rest + SIZE]
        if memory[mark + N_IN] == size or own & ~memory[mark + USED] == 0:
            kept ^= bit
            continue
        used &= memory[mark + USED]
        if memory[mark + N_MAY] == size or own & memory[mark + SINGLE]:
            sure |= bit
    if sure & (sure - 1):
        return False
    if not put(memory, cells, log, label, sure or kept):
        return False
    # What all parts have that it may be in, it has not; a cell may be a label, its own even.
    return put(memory, cells, log, cell, memory[cells + cell] & ~used)
