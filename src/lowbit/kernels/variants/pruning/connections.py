"""Pruning by connections: the cells with a digit of a mask are linked with each other.

A cell *may* be in the region if some of its candidates are in the mask, and *is* in it if all are.
From one that is, the others are searched depth first by their links. What is not reached is out;
and a cell without which another that is in it, or too many that may be, would not be reached, is in
it (an articulation point). Where the region has a greatest size, cells are out, too, that only a
path of too many new cells leads to.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lowbit.kernels.core.compile import unaliased
from lowbit.kernels.variants.layout import N_RUNS, STATES, SURE, put

if TYPE_CHECKING:
    from lowbit.kernels.core.arrays import Pointer

ORDER, LOWEST, PARENT, NEXT, SIZE, N_IN, CUT, IS_NEEDED, N_MARKS = range(9)
"""The words noted for each cell: when it was reached, from 1 on; the first that it, or what was
reached through it, has a link with; the cell that it was reached from; its next link; how many were
reached through it, itself among them, and how many of these are in the region; how many would not
be reached without it, and whether one of these is in the region. The first pass, by distance, has
the distance in the first, and its queues in the next two."""

MASK, LEAST, MOST, LINKS = range(4)
"""The words behind the cells of an operation: its mask, its bounds, and where in these words the
links of each cell begin, and the last end; the links follow."""


@unaliased
def prune_connected(program: Pointer, memory: Pointer, cells: int, log: int, start: int) -> bool:
    """Prune by what can be reached; False where the region cannot be whole, or not of its size."""
    n = program[start + 1]
    rest = start + 2 + n
    seed, n_in, n_may = SURE, 0, 0
    for at in range(n):
        mask = memory[cells + program[start + 2 + at]]
        if mask & program[rest + MASK]:
            n_may += 1
            if mask & ~program[rest + MASK] == 0:
                n_in += 1
                seed = at
    memory[N_RUNS] += n
    if n_in > program[rest + MOST] or n_may < program[rest + LEAST]:
        return False
    if seed == SURE:
        return _prune_parts(program, memory, cells, log, start)
    if program[rest + MOST] < n_may and not _prune_far(
        program, memory, cells, log, start, seed, program[rest + MOST] - n_in
    ):
        return False
    for at in range(n):
        memory[program[STATES] + at * N_MARKS + ORDER] = 0
    n_reached = _reach(program, memory, cells, start, seed)
    if n_reached < program[rest + LEAST]:
        return False
    return _prune_unreached(program, memory, cells, log, start, n_reached)


@unaliased
def _leave_out(
    program: Pointer, memory: Pointer, cells: int, log: int, start: int, at: int
) -> bool:
    """Take the digits of the region from a cell; False where it has no other."""
    cell = program[start + 2 + at]
    mask = program[start + 2 + program[start + 1] + MASK]
    return put(memory, cells, log, cell, memory[cells + cell] & ~mask)


@unaliased
def _may_be_in(program: Pointer, memory: Pointer, cells: int, start: int, at: int) -> bool:
    """Return whether a cell may be in the region."""
    mask = program[start + 2 + program[start + 1] + MASK]
    return memory[cells + program[start + 2 + at]] & mask != 0


@unaliased
def _is_in(program: Pointer, memory: Pointer, cells: int, start: int, at: int) -> bool:
    """Return whether a cell is in the region."""
    mask = program[start + 2 + program[start + 1] + MASK]
    return memory[cells + program[start + 2 + at]] & ~mask == 0


@unaliased
def _reach(program: Pointer, memory: Pointer, cells: int, start: int, seed: int) -> int:
    """Search what can be reached from a cell, and note it; return how many cells that is."""
    marks, links = program[STATES], start + 2 + program[start + 1] + LINKS
    at, n_reached = seed, 1
    _arrive(program, memory, cells, start, seed, SURE, 1)
    while True:
        own = marks + at * N_MARKS
        if memory[own + NEXT] < program[links + at + 1]:
            other = program[links + memory[own + NEXT]]
            memory[own + NEXT] += 1
            if not _may_be_in(program, memory, cells, start, other):
                continue
            order = memory[marks + other * N_MARKS + ORDER]
            if order == 0:
                n_reached += 1
                _arrive(program, memory, cells, start, other, at, n_reached)
                at = other
            elif order < memory[own + LOWEST] and other != memory[own + PARENT]:
                memory[own + LOWEST] = order
        elif at == seed:
            return n_reached
        else:
            _return_to(memory, marks + memory[own + PARENT] * N_MARKS, own)
            at = memory[own + PARENT]


@unaliased
def _arrive(
    program: Pointer, memory: Pointer, cells: int, start: int, at: int, parent: int, order: int
) -> None:
    """Note that a cell is reached."""
    own = program[STATES] + at * N_MARKS
    memory[own + ORDER] = memory[own + LOWEST] = order
    memory[own + PARENT] = parent
    memory[own + NEXT] = program[start + 2 + program[start + 1] + LINKS + at]
    memory[own + SIZE] = 1
    memory[own + N_IN] = 1 if _is_in(program, memory, cells, start, at) else 0
    memory[own + CUT] = memory[own + IS_NEEDED] = 0


@unaliased
def _return_to(memory: Pointer, parent: int, own: int) -> None:
    """Note at the cell before what was reached through the one after it."""
    memory[parent + LOWEST] = min(memory[parent + LOWEST], memory[own + LOWEST])
    memory[parent + SIZE] += memory[own + SIZE]
    memory[parent + N_IN] += memory[own + N_IN]
    if memory[own + LOWEST] >= memory[parent + ORDER]:
        memory[parent + CUT] += memory[own + SIZE]
        memory[parent + IS_NEEDED] |= memory[own + N_IN]


@unaliased
def _prune_unreached(
    program: Pointer, memory: Pointer, cells: int, log: int, start: int, n_reached: int
) -> bool:
    """Leave out what is not reached, and take in what others are reached through."""
    n = program[start + 1]
    rest = start + 2 + n
    for at in range(n):
        own, cell = program[STATES] + at * N_MARKS, program[start + 2 + at]
        if memory[own + ORDER] == 0:
            if not _leave_out(program, memory, cells, log, start, at):
                return False
        elif (
            memory[own + IS_NEEDED] or n_reached - 1 - memory[own + CUT] < program[rest + LEAST]
        ) and not put(memory, cells, log, cell, memory[cells + cell] & program[rest + MASK]):
            return False
    return True


@unaliased
def _prune_parts(program: Pointer, memory: Pointer, cells: int, log: int, start: int) -> bool:
    """Leave out parts that are too small, where no cell is known to be in the region."""
    n = program[start + 1]
    rest = start + 2 + n
    n_left = 0
    for at in range(n):
        memory[program[STATES] + at * N_MARKS + ORDER] = 0
    for at in range(n):
        own = program[STATES] + at * N_MARKS
        if memory[own + ORDER] == 0 and _may_be_in(program, memory, cells, start, at):
            size = _reach(program, memory, cells, start, at)
            memory[own + SIZE] = size
            n_left += size if size >= program[rest + LEAST] else 0
    if n_left < program[rest + LEAST]:
        return False
    for at in range(n):
        # Each cell is counted at the first one of its part, which it was reached from in the end.
        first = at
        while memory[program[STATES] + first * N_MARKS + ORDER] > 1:
            first = memory[program[STATES] + first * N_MARKS + PARENT]
        own = program[STATES] + first * N_MARKS
        if memory[own + ORDER] == 0:
            continue
        cell = program[start + 2 + at]
        if memory[own + SIZE] < program[rest + LEAST]:
            if not _leave_out(program, memory, cells, log, start, at):
                return False
        elif n_left == program[rest + LEAST] and not put(
            memory, cells, log, cell, memory[cells + cell] & program[rest + MASK]
        ):
            return False
    return True


@unaliased
def _prune_far(
    program: Pointer,
    memory: Pointer,
    cells: int,
    log: int,
    start: int,
    seed: int,
    most_new: int,
) -> bool:
    """Leave out cells that only a path of too many new cells of the region leads to.

    Two queues, of this distance and of the next one, are the words for parents and links.
    """
    n = program[start + 1]
    marks, links = program[STATES], start + 2 + n + LINKS
    for at in range(n):
        memory[marks + at * N_MARKS + ORDER] = n + 1
    here, there = LOWEST, PARENT
    n_here, n_there, distance = 1, 0, 0
    memory[marks + here] = seed
    memory[marks + seed * N_MARKS + ORDER] = 0
    while n_here and distance <= most_new:
        done = 0
        while done < n_here:
            at = memory[marks + done * N_MARKS + here]
            done += 1
            for link in range(program[links + at], program[links + at + 1]):
                other = program[links + link]
                own = marks + other * N_MARKS + ORDER
                if memory[own] <= distance or not _may_be_in(program, memory, cells, start, other):
                    continue
                if _is_in(program, memory, cells, start, other):
                    memory[own] = distance
                    memory[marks + n_here * N_MARKS + here] = other
                    n_here += 1
                elif memory[own] > distance + 1:
                    memory[own] = distance + 1
                    memory[marks + n_there * N_MARKS + there] = other
                    n_there += 1
        here, there = there, here
        n_here, n_there, distance = n_there, 0, distance + 1
    for at in range(n):
        is_far = memory[marks + at * N_MARKS + ORDER] > most_new
        if is_far and not _leave_out(program, memory, cells, log, start, at):
            return False
    return True
