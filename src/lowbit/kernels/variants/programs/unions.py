"""Sums that follow from two: cells of one that see cells of the other bound each other.

Two diagonals that cross the same boxes may both be low, each as low as it can be alone; but the
boxes have but one digit 1 for both. Added up, they tell that, and the sum of both may gain from a
third.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lowbit.kernels.core.bits import lowest
from lowbit.kernels.core.compile import unaliased
from lowbit.kernels.variants.layout import (
    ENCODED_ALL,
    ENCODED_OPERATIONS,
    LINEAR,
    N_CELLS,
    N_DIGITS,
    N_WORDS,
    PEERS,
    WORD,
)
from lowbit.kernels.variants.programs.bounds import worth
from lowbit.kernels.variants.programs.totals import is_plain

if TYPE_CHECKING:
    from lowbit.kernels.core.arrays import Pointer

MOST_APART: Final = 2
"""Sums of which no more cells than these see cells of the other stay apart."""

MANY: Final = 12
"""Sums beyond which pairs must see each other in twice as many cells: each pair takes time."""

N_OWN, TOTAL, WORTH, IS_UNION, CELLS = range(5)
"""The words of a sum: its cells, none once it is part of another; their total; what its
bounds eliminate beyond their slack; whether it was made of others; its cells as words."""


@unaliased
def unite_sums(encoded: Pointer, room: Pointer, program: Pointer, starts: int, number: int) -> int:
    """Encode the unions of plain sums that are worth having, behind all in `room`.

    The place of each is noted where the operation of its number begins; returns the number after
    the last.
    """
    width = CELLS + program[N_WORDS]
    first = starts + number + encoded[ENCODED_ALL]
    n_sums = _list_sums(encoded, room, program, first)
    scratch = first + (n_sums + 1) * width
    for one in range(n_sums):
        own = first + one * width
        while room[own + N_OWN] and _grow(room, program, first, n_sums, own, scratch):
            pass
    at = scratch + width
    for one in range(n_sums):
        own = first + one * width
        is_strong = room[own + WORTH] >= 2 * program[N_DIGITS]
        if room[own + N_OWN] and room[own + IS_UNION] and is_strong:
            room[starts + number] = at
            number += 1
            at = _encode(room, program, own, at)
    return number


@unaliased
def _list_sums(encoded: Pointer, room: Pointer, program: Pointer, first: int) -> int:
    """List the plain sums of a puzzle from a place on; return how many there are."""
    n_words, n_sums = program[N_WORDS], 0
    for record in range(encoded[ENCODED_OPERATIONS]):
        place = room[record]
        n = encoded[place + 1]
        if not is_plain(encoded, place) or n <= MOST_APART:
            continue
        own = first + n_sums * (CELLS + n_words)
        for word in range(n_words):
            room[own + CELLS + word] = 0
        for at in range(place + 2, place + 2 + n):
            room[own + CELLS + encoded[at] // WORD] |= 1 << encoded[at] % WORD
        room[own + N_OWN], room[own + TOTAL] = n, encoded[place + 3 + 2 * n]
        room[own + IS_UNION] = 0
        n_sums += 1
        total, behind = room[own + TOTAL], own + CELLS + n_words
        room[own + WORTH] = worth(room, program, own + CELLS, 1, total, behind)
    return n_sums


@unaliased
def _grow(room: Pointer, program: Pointer, first: int, n_sums: int, own: int, scratch: int) -> bool:
    """Add the sum that makes the best union with one, if any is better than its parts."""
    n_words = program[N_WORDS]
    apart = 2 * MOST_APART + 1 if n_sums > MANY else MOST_APART
    width = CELLS + n_words
    best = best_worth = 0
    for other in range(first, first + n_sums * width, width):
        if other == own or not _are_near(room, program, own, other, apart):
            continue
        for word in range(n_words):
            cells = room[own + CELLS + word] | room[other + CELLS + word]
            room[scratch + CELLS + word] = cells
        room[scratch + TOTAL] = room[own + TOTAL] + room[other + TOTAL]
        found = worth(room, program, scratch + CELLS, 1, room[scratch + TOTAL], scratch + width)
        alone, beside = room[own + WORTH], room[other + WORTH]
        # Better than the better part; or than both together, if one has a negative worth.
        is_better = found > min(max(alone, beside), alone + beside)
        if is_better and (best == 0 or found > best_worth):
            best, best_worth = other, found
    if best:
        for word in range(n_words):
            room[own + CELLS + word] |= room[best + CELLS + word]
        room[own + N_OWN] += room[best + N_OWN]
        room[own + TOTAL] += room[best + TOTAL]
        room[own + WORTH], room[own + IS_UNION] = best_worth, 1
        room[best + N_OWN] = 0
    return best != 0


@unaliased
def _are_near(room: Pointer, program: Pointer, own: int, other: int, apart: int) -> bool:
    """Return whether two sums share no cell, and enough of the smaller see some of the other."""
    if min(room[own + N_OWN], room[other + N_OWN]) <= apart:
        return False
    n_words = program[N_WORDS]
    for word in range(n_words):
        if room[own + CELLS + word] & room[other + CELLS + word]:
            return False
    if room[own + N_OWN] > room[other + N_OWN]:
        own, other = other, own
    n_near = 0
    for word in range(n_words):
        left = room[own + CELLS + word]
        while left:
            peers = program[PEERS] + (word * WORD + lowest(left)) * n_words
            left &= left - 1
            seen = 0
            for at in range(n_words):
                seen |= program[peers + at] & room[other + CELLS + at]
            n_near += seen != 0
    return n_near > apart


@unaliased
def _encode(room: Pointer, program: Pointer, own: int, at: int) -> int:
    """Encode a union as an operation; return where the next one goes."""
    n, written = room[own + N_OWN], 0
    for cell in range(program[N_CELLS]):
        if room[own + CELLS + cell // WORD] >> cell % WORD & 1:
            room[at + 2 + written], room[at + 3 + n + written] = cell, 1
            written += 1
    room[at], room[at + 1], room[at + 2 + n] = LINEAR, n, n + 2
    room[at + 3 + 2 * n] = room[at + 4 + 2 * n] = room[own + TOTAL]
    return at + 2 * n + 5
