"""Pruning by relations between neighbours of a list, and by regular languages over one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lowbit.kernels.core.bits import lowest
from lowbit.kernels.core.compile import unaliased
from lowbit.kernels.variants.layout import (
    MASK_BITS,
    N_RUNS,
    N_STATE_WORDS,
    PART,
    STATES,
    WORD,
    put,
)

if TYPE_CHECKING:
    from lowbit.kernels.core.arrays import Pointer

LONG: Final = 8
"""The weight of a word of states at each cell, in operations: these take so much longer."""


@unaliased
def prune_chain(program: Pointer, memory: Pointer, cells: int, log: int, start: int) -> bool:
    """Prune forward and backward, which leaves nothing to be pruned by a list without repeats."""
    first, end = start + 2, start + 2 + program[start + 1]
    forward, backward = program[end], program[end + 1]
    for at in range(first + 1, end):
        cell = program[at]
        mask = _image(program, forward, memory[cells + program[at - 1]])
        if not put(memory, cells, log, cell, memory[cells + cell] & mask):
            return False
    for at in range(end - 2, first - 1, -1):
        cell = program[at]
        mask = _image(program, backward, memory[cells + program[at + 1]])
        if not put(memory, cells, log, cell, memory[cells + cell] & mask):
            return False
    return True


@unaliased
def _image(program: Pointer, start: int, mask: int) -> int:
    """Return the digits that may stand beside one of a mask."""
    # The image of a union is the union of images: nine digits are looked up at once.
    found = program[start + (mask & (1 << PART) - 1)]
    mask >>= PART
    while mask:
        start += 1 << PART
        found |= program[start + (mask & (1 << PART) - 1)]
        mask >>= PART
    return found


@unaliased
def prune_accepted(program: Pointer, memory: Pointer, cells: int, log: int, start: int) -> bool:
    """Prune all that no word of a regular language has in its place: states forward, then back."""
    edges = program[start + 2 + program[start + 1]]
    first, n = start + 2, program[start + 1]
    if program[edges] <= WORD:
        memory[N_RUNS] += n >> 1
        return _prune_by_layers(program, memory, cells, log, start, edges)
    n_words = program[N_STATE_WORDS]
    memory[N_RUNS] += LONG * n * n_words
    states = program[STATES]
    for word in range(n_words):
        memory[states + word] = 0
    # Only state 0 is alive before the first cell.
    memory[states] = 1
    for step in range(n):
        mask = memory[cells + program[first + step]]
        _step_forward(program, memory, edges, states + step * n_words, mask)
    accepting = edges + 1 + program[edges] + 1
    last, alive = states + n * n_words, 0
    for word in range((program[edges] + WORD - 1) // WORD):
        memory[last + word] &= program[accepting + word]
        alive |= memory[last + word]
    if alive == 0:
        return False
    for step in range(n - 1, -1, -1):
        cell = program[first + step]
        mask = _step_back(program, memory, edges, states + step * n_words, memory[cells + cell])
        if not put(memory, cells, log, cell, mask):
            return False
    return True


@unaliased
def _prune_by_layers(
    program: Pointer, memory: Pointer, cells: int, log: int, start: int, table: int
) -> bool:
    """Prune by an automaton with so few states before each cell that they are one word.

    Whether an edge is open is hard to predict, so nothing branches on it.
    """
    first, n, states = start + 2, program[start + 1], program[STATES]
    alive = 1
    for step in range(n):
        memory[states + step] = left = alive
        digits, places = memory[cells + program[first + step]], table + program[table + 1 + step]
        alive = 0
        while left:
            place = places + lowest(left)
            left &= left - 1
            for at in range(table + program[place], table + program[place + 1]):
                edge = program[at]
                # Comparisons as bits: whether an edge is open is hard to predict.
                alive |= (edge & digits != 0) << (edge >> MASK_BITS)
        if alive == 0:
            return False
    return _prune_back(program, memory, cells, log, start, table, alive)


@unaliased
def _prune_back(
    program: Pointer, memory: Pointer, cells: int, log: int, start: int, table: int, alive: int
) -> bool:
    """Keep the digits that lead from the states before each cell to those alive at the end."""
    first, n, states = start + 2, program[start + 1], program[STATES]
    for step in range(n - 1, -1, -1):
        cell, places = program[first + step], table + program[table + 1 + step]
        digits, left, after = memory[cells + cell], memory[states + step], alive
        alive = kept = 0
        while left:
            state = lowest(left)
            left &= left - 1
            place, found = places + state, 0
            for at in range(table + program[place], table + program[place + 1]):
                edge = program[at]
                # The negative of a bit is all or nothing: an edge counts without a branch.
                found |= edge & -(after >> (edge >> MASK_BITS) & 1)
            found &= digits
            kept |= found
            alive |= (found != 0) << state
        if not put(memory, cells, log, cell, kept):
            return False
    return True


@unaliased
def _step_forward(program: Pointer, memory: Pointer, edges: int, before: int, mask: int) -> None:
    """Find the states after a cell, whose row follows that of those before."""
    n_words = program[N_STATE_WORDS]
    after = before + n_words
    for word in range(n_words):
        memory[after + word] = 0
    for word in range((program[edges] + WORD - 1) // WORD):
        left = memory[before + word]
        while left:
            state = word * WORD + lowest(left)
            left &= left - 1
            for edge in range(program[edges + 1 + state], program[edges + 2 + state], 2):
                to = program[edges + edge + 1]
                memory[after + to // WORD] |= (program[edges + edge] & mask != 0) << to % WORD


@unaliased
def _step_back(program: Pointer, memory: Pointer, edges: int, before: int, mask: int) -> int:
    """Keep the states before a cell that lead on, and return the digits that they lead on with."""
    after = before + program[N_STATE_WORDS]
    supported = 0
    for word in range((program[edges] + WORD - 1) // WORD):
        left, kept = memory[before + word], 0
        while left:
            bit = left & -left
            state = word * WORD + lowest(left)
            left ^= bit
            found = 0
            for edge in range(program[edges + 1 + state], program[edges + 2 + state], 2):
                to = program[edges + edge + 1]
                is_alive = memory[after + to // WORD] >> to % WORD & 1
                found |= program[edges + edge] & -is_alive
            found &= mask
            supported |= found
            kept |= bit if found else 0
        memory[before + word] = kept
    return supported
