"""Bounds of sums: whether they are so close to the total that the sum is worth having.

They are close if they eliminate more candidates, in the boxes and lines that the cells lie in, than
there is slack between the total and the nearer bound.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lowbit.kernels.core.bits import lowest, size_of
from lowbit.kernels.core.compile import unaliased
from lowbit.kernels.variants.layout import N_DIGITS, N_WORDS, PEERS, WORD

if TYPE_CHECKING:
    from lowbit.kernels.core.arrays import Pointer


@unaliased
def worth(
    room: Pointer, program: Pointer, cells: int, n_signs: int, total: int, scratch: int
) -> int:
    """Return how many candidates the bounds of a sum eliminate, less, for each group, their slack.

    The words of `room` from `cells` on are the set of its cells; with two signs those that count
    negative come behind them. Cells that differ pairwise make a group: k of n digits leave n - k
    for each of its cells to rise above the lowest. The largest group goes first.
    """
    n_words, n_digits = program[N_WORDS], program[N_DIGITS]
    low = high = eliminated = n_groups = 0
    for sign in range(n_signs):
        for word in range(n_words):
            room[scratch + word] = room[cells + sign * n_words + word]
        size = _take_group(room, program, scratch)
        while size:
            # The least and the most that different digits add up to.
            least, most = size * (size + 1) // 2, size * (2 * n_digits + 1 - size) // 2
            low += -most if sign else least
            high += -least if sign else most
            eliminated += size * (n_digits - size)
            n_groups += 1
            size = _take_group(room, program, scratch)
    return eliminated - n_groups * min(total - low, high - total)


@unaliased
def _take_group(room: Pointer, program: Pointer, left: int) -> int:
    """Take the largest group away from the cells that are left; return its size.

    It is looked for from each of them.
    """
    n_words = program[N_WORDS]
    group, best = left + n_words, left + 2 * n_words
    most = 0
    for word in range(n_words):
        leaders = room[left + word]
        while leaders:
            leader = word * WORD + lowest(leaders)
            leaders &= leaders - 1
            size = _group_of(room, program, left, group, leader)
            if size > most:
                most = size
                for at in range(n_words):
                    room[best + at] = room[group + at]
    if most:
        for word in range(n_words):
            room[left + word] &= ~room[best + word]
    return most


@unaliased
def _group_of(room: Pointer, program: Pointer, left: int, group: int, leader: int) -> int:
    """Write a leader and cells that differ from it and from each other; return how many."""
    n_words = program[N_WORDS]
    peers = program[PEERS] + leader * n_words
    size = 1
    for word in range(n_words):
        room[group + word] = 0
    room[group + leader // WORD] = 1 << leader % WORD
    for word in range(n_words):
        free = room[left + word] & program[peers + word]
        while free:
            cell = word * WORD + lowest(free)
            free &= free - 1
            of_cell, n_differ = program[PEERS] + cell * n_words, 0
            for at in range(n_words):
                n_differ += size_of(room[group + at] & program[of_cell + at])
            # It differs from every cell of the group so far.
            if n_differ == size:
                room[group + word] |= 1 << cell % WORD
                size += 1
    return size
