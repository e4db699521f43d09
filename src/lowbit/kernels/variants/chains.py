"""Pruning by relations between neighbours of a list, and by regular languages over one."""

from __future__ import annotations

from typing import Any

from lowbit.kernels.core.bits import lowest
from lowbit.kernels.core.compile import routine
from lowbit.kernels.variants.layout import PART, WORD, put


@routine
def prune_chain(program: Any, cells: Any, log: Any, start: int) -> bool:
    """Prune forward and backward, which leaves nothing to be pruned by a list without repeats."""
    data = program.data
    n = data[start]
    end = start + 1 + n
    n_parts = (program.n_digits + PART - 1) // PART
    forward = data[end]
    for at in range(start + 2, end):
        mask = _image(program.images, forward, n_parts, cells[data[at - 1]])
        if not put(cells, log, data[at], cells[data[at]] & mask):
            return False
    backward = data[end + 1]
    for at in range(end - 2, start, -1):
        mask = _image(program.images, backward, n_parts, cells[data[at + 1]])
        if not put(cells, log, data[at], cells[data[at]] & mask):
            return False
    return True


@routine
def _image(images: Any, start: int, n_parts: int, mask: int) -> int:
    """Return what may stand beside one of the digits of a mask."""
    found = 0
    for part in range(n_parts):
        found |= images[start + (part << PART) + (mask >> part * PART & (1 << PART) - 1)]
    return found


@routine
def prune_accepted(program: Any, scratch: Any, cells: Any, log: Any, start: int) -> bool:
    """Prune all that no word of a regular language has in its place: states forward, then back."""
    data, states = program.data, scratch.states
    n = data[start]
    end = start + 1 + n
    n_states = data[end]
    edges_at = end + 1
    accepting = edges_at + n_states + 1
    n_words = (n_states + WORD - 1) // WORD
    for word in range(n_words):
        states[0, word] = 0
    states[0, 0] = 1
    for step in range(n):
        _step_forward(data, states, edges_at, n_words, step, cells[data[start + 1 + step]])
    alive = 0
    for word in range(n_words):
        states[n, word] &= data[accepting + word]
        alive |= states[n, word]
    if alive == 0:
        return False
    for step in range(n - 1, -1, -1):
        cell = data[start + 1 + step]
        mask = _step_back(data, states, edges_at, n_words, step, cells[cell])
        if not put(cells, log, cell, mask):
            return False
    return True


@routine
def _step_forward(
    data: Any, states: Any, edges_at: int, n_words: int, step: int, mask: int
) -> None:
    """Find the states after a cell."""
    for word in range(n_words):
        states[step + 1, word] = 0
    for word in range(n_words):
        left = states[step, word]
        while left:
            state = word * WORD + lowest(left)
            left &= left - 1
            for edge in range(data[edges_at + state], data[edges_at + state + 1], 2):
                if data[edge] & mask:
                    after = data[edge + 1]
                    states[step + 1, after // WORD] |= 1 << after % WORD


@routine
def _step_back(data: Any, states: Any, edges_at: int, n_words: int, step: int, mask: int) -> int:
    """Keep the states before a cell that lead on, and return the digits that they lead on with."""
    supported = 0
    for word in range(n_words):
        left, kept = states[step, word], 0
        while left:
            bit = left & -left
            state = word * WORD + lowest(left)
            left ^= bit
            for edge in range(data[edges_at + state], data[edges_at + state + 1], 2):
                after = data[edge + 1]
                if data[edge] & mask and states[step + 1, after // WORD] >> after % WORD & 1:
                    supported |= data[edge] & mask
                    kept |= bit
        states[step, word] = kept
    return supported
