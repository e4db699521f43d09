"""Sums that follow from houses: what sums within leave open, what they stick out by, the 45 rule.

A house with a cell for each digit has a known total. Add some such houses, next to each other, and
take away the sums that lie mostly within: what is left is a sum over few cells, those within that
no sum covers, less those beyond that one does.
"""

from __future__ import annotations

from typing import Any, Final

from lowbit.kernels.core.compile import routine
from lowbit.kernels.variants.layout import (
    DISTINCT,
    ENCODED_ALL,
    ENCODED_CELLS,
    ENCODED_DIGITS,
    ENCODED_OPERATIONS,
    LINEAR,
)

MOST_CELLS: Final = 5
"""The most cells of a sum that is worth having."""

NOBODY: Final = -1
"""The sum of a cell that is in none."""


@routine
def derive_sums(encoded: Any, room: Any, starts: int, number: int) -> int:
    """Encode the sums that houses and the sums of a puzzle imply together, behind all in `room`.

    The place of each is noted where the operation of its number begins; returns the number after
    the last.
    """
    n_encoded, n_cells = encoded[ENCODED_ALL], encoded[ENCODED_CELLS]
    n_all = n_encoded + _n_houses(encoded, room) * n_cells // encoded[ENCODED_DIGITS]
    owner = starts + n_all  # for each cell the sum that it is in, if any
    inside = owner + n_cells  # whether it is in the region
    sums = inside + n_cells
    counts = sums + n_encoded  # for each sum its cells in the region
    at = counts + n_encoded
    n_sums = _choose_disjoint(encoded, room, owner, sums)
    first_number = number
    for first in range(encoded[ENCODED_OPERATIONS] if n_sums else 0):
        if not _is_house(encoded, room[first]):
            continue
        for cell in range(n_cells):
            room[inside + cell] = 0
        for one in range(n_sums):
            room[counts + one] = 0
        n_region = 0
        for record in range(first, encoded[ENCODED_OPERATIONS]):
            if not _is_house(encoded, room[record]):
                continue
            if not _join(encoded, room[record], room, owner, inside, counts):
                break
            n_region += encoded[ENCODED_DIGITS]
            n = _encode(encoded, room, owner, n_sums, n_region, at)
            if n and not _is_known(room, starts, first_number, number, at):
                room[starts + number] = at
                number += 1
                at += n
    return number


@routine
def _n_houses(encoded: Any, room: Any) -> int:
    """Return how many houses have a cell for each digit."""
    found = 0
    for record in range(encoded[ENCODED_OPERATIONS]):
        found += _is_house(encoded, room[record])
    return found


@routine
def _is_house(encoded: Any, place: int) -> bool:
    return encoded[place] == DISTINCT and encoded[place + 1] == encoded[ENCODED_DIGITS]


@routine
def _choose_disjoint(encoded: Any, room: Any, owner: int, sums: int) -> int:
    """Choose plain sums no two of which share a cell, the short ones first; return how many."""
    for cell in range(encoded[ENCODED_CELLS]):
        room[owner + cell] = NOBODY
    n_plain = n_seen = n_chosen = 0
    for record in range(encoded[ENCODED_OPERATIONS]):
        n_plain += is_plain(encoded, room[record])
    size = 0
    while n_seen < n_plain:
        size += 1
        for record in range(encoded[ENCODED_OPERATIONS]):
            place = room[record]
            if not is_plain(encoded, place) or encoded[place + 1] != size:
                continue
            n_seen += 1
            is_free = True
            for at in range(place + 2, place + 2 + size):
                is_free &= room[owner + encoded[at]] == NOBODY
            if is_free:
                for at in range(place + 2, place + 2 + size):
                    room[owner + encoded[at]] = n_chosen
                room[sums + n_chosen] = place
                n_chosen += 1
    return n_chosen


@routine
def is_plain(encoded: Any, place: int) -> bool:
    """Return whether an operation is a sum of cells, each counted once, with one total."""
    if encoded[place] != LINEAR or encoded[place + 1] == 0:
        return False
    weights = place + 3 + encoded[place + 1]
    for at in range(encoded[place + 1]):
        if encoded[weights + at] != 1:
            return False
    bounds = weights + encoded[place + 1]
    return encoded[bounds] == encoded[bounds + 1]


@routine
def _join(encoded: Any, place: int, room: Any, owner: int, inside: int, counts: int) -> bool:
    """Add a house to the region; False where it shares cells with it."""
    for at in range(place + 2, place + 2 + encoded[place + 1]):
        if room[inside + encoded[at]]:
            return False
    for at in range(place + 2, place + 2 + encoded[place + 1]):
        cell = encoded[at]
        room[inside + cell] = 1
        if room[owner + cell] != NOBODY:
            room[counts + room[owner + cell]] += 1
    return True


@routine
def _encode(encoded: Any, room: Any, owner: int, n_sums: int, n_region: int, at: int) -> int:
    """Encode the sum of what sums leave of a region, less what they reach beyond it.

    Returns how many words that takes; none where no sum lies within, or too many cells are left.
    """
    n_cells, n_digits = encoded[ENCODED_CELLS], encoded[ENCODED_DIGITS]
    inside = owner + n_cells
    sums = inside + n_cells
    counts = sums + encoded[ENCODED_ALL]
    n_within, n_beyond, is_used = n_region, 0, False
    total = n_region * (n_digits + 1) // 2
    for one in range(n_sums):
        place = room[sums + one]
        n = encoded[place + 1]
        if 2 * room[counts + one] > n:
            n_within -= room[counts + one]
            n_beyond += n - room[counts + one]
            total -= encoded[place + 3 + 2 * n]
            is_used = True
    n = n_within + n_beyond
    if not is_used or not 0 < n <= MOST_CELLS:
        return 0
    weights, written = at + 3 + n, 0
    for is_beyond in range(2):
        for cell in range(n_cells):
            one = room[owner + cell]
            is_in_sum = one != NOBODY and 2 * room[counts + one] > encoded[room[sums + one] + 1]
            if room[inside + cell] != is_beyond and is_in_sum == is_beyond:
                room[at + 2 + written] = cell
                room[weights + written] = -1 if is_beyond and n_within else 1
                written += 1
    room[at], room[at + 1], room[at + 2 + n] = LINEAR, n, n + 2
    room[weights + n] = room[weights + n + 1] = total if n_within else -total
    return 2 * n + 5


@routine
def _is_known(room: Any, starts: int, first: int, end: int, at: int) -> bool:
    """Return whether the sum that begins at a place is one of those before."""
    for number in range(first, end):
        place, is_same = room[starts + number], True
        for offset in range(2 * room[at + 1] + 5):
            is_same &= room[place + offset] == room[at + offset]
        if is_same:
            return True
    return False
