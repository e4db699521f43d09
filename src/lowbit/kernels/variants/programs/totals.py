"""Sums that follow from houses: cells that sums within leave open or stick out by, the 45 rule.

A house with a cell for each digit has a known total. Add some such houses, next to each other, and
take away the sums that lie mostly within: the rest is a sum over few cells, those within that
no sum covers, less those beyond that one does.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lowbit.kernels.core.bits import lowest
from lowbit.kernels.core.compile import unaliased
from lowbit.kernels.variants.layout import (
    DISTINCT,
    ENCODED_ALL,
    ENCODED_CELLS,
    ENCODED_DIGITS,
    ENCODED_OPERATIONS,
    LINEAR,
    N_CELLS,
    N_DIGITS,
    N_WORDS,
    WORD,
)
from lowbit.kernels.variants.programs.bounds import worth

if TYPE_CHECKING:
    from lowbit.kernels.core.arrays import Pointer

SHORT: Final = 5
"""The most cells of a sum that is worth having in any case."""

LONG: Final = 12
"""The most cells of a sum that is worth having if its bounds are close to its total."""

NOBODY: Final = -1
"""The sum of a cell that is in none."""

N_WITHIN, N_BEYOND, REST, IS_USED, INSIDE = range(5)
"""The words of a region: its cells that no sum covers, the cells beyond that one does; what the
first add up to, less the second; whether any sum is used; its cells as a set, and behind them those
that sums cover."""


@unaliased
def derive_sums(encoded: Pointer, room: Pointer, program: Pointer, starts: int, number: int) -> int:
    """Encode the sums that houses and the sums of a puzzle imply together, behind all in `room`.

    The place of each is noted where the operation of its number begins; returns the number after
    the last.
    """
    n_encoded, n_cells = encoded[ENCODED_ALL], encoded[ENCODED_CELLS]
    n_all = n_encoded + _n_houses(encoded, room) * n_cells // encoded[ENCODED_DIGITS]
    owner = starts + n_all  # for each cell the sum that it is in, if any
    sums = owner + n_cells
    counts = sums + n_encoded  # for each sum its cells in the region
    region = counts + n_encoded
    end = at = region + INSIDE + 2 * n_set_words(n_cells)
    n_sums = _choose_disjoint(encoded, room, owner, sums)
    first_number = number
    for first in range(encoded[ENCODED_OPERATIONS] if n_sums else 0):
        if not _is_house(encoded, room[first]):
            continue
        for word in range(counts, end):
            room[word] = 0
        for record in range(first, encoded[ENCODED_OPERATIONS]):
            if not _is_house(encoded, room[record]):
                continue
            if not _join(encoded, room[record], room, owner, region):
                break
            if not (room[region + IS_USED] and _is_worth_having(room, program, region, at)):
                continue
            n = _encode(room, region, n_set_words(n_cells), at)
            if not _is_known(room, starts, first_number, number, at):
                room[starts + number] = at
                number += 1
                at += n
    return number


@unaliased
def _is_worth_having(room: Pointer, program: Pointer, region: int, scratch: int) -> bool:
    """Return whether the sum that is left of a region eliminates enough."""
    n = room[region + N_WITHIN] + room[region + N_BEYOND]
    if n <= SHORT or n > LONG:
        return 0 < n <= SHORT
    n_words, n_own = program[N_WORDS], n_set_words(program[N_CELLS])  # sets have fewer here
    inside = region + INSIDE
    for word in range(2 * n_words):
        room[scratch + word] = 0
    for word in range(n_own):
        within, covered = room[inside + word], room[inside + n_own + word]
        room[scratch + word] = within & ~covered
        room[scratch + n_words + word] = covered & ~within
    behind = scratch + 2 * n_words
    return worth(room, program, scratch, 2, room[region + REST], behind) >= 2 * program[N_DIGITS]


@unaliased
def n_set_words(n_cells: int) -> int:
    """Return how many words a set of cells has here."""
    return (n_cells + WORD - 1) // WORD


@unaliased
def _n_houses(encoded: Pointer, room: Pointer) -> int:
    """Return how many houses have a cell for each digit."""
    found = 0
    for record in range(encoded[ENCODED_OPERATIONS]):
        found += _is_house(encoded, room[record])
    return found


@unaliased
def _is_house(encoded: Pointer, place: int) -> bool:
    return encoded[place] == DISTINCT and encoded[place + 1] == encoded[ENCODED_DIGITS]


@unaliased
def _choose_disjoint(encoded: Pointer, room: Pointer, owner: int, sums: int) -> int:
    """Choose plain sums no two of which share a cell, the short ones first; return how many."""
    for cell in range(encoded[ENCODED_CELLS]):
        room[owner + cell] = NOBODY
    n_plain = n_seen = n_chosen = 0
    for record in range(encoded[ENCODED_OPERATIONS]):
        n_plain += is_plain(encoded, room[record])
    size = 0
    # By size, without a sort: the few sizes are gone through one after the other.
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


@unaliased
def is_plain(encoded: Pointer, place: int) -> bool:
    """Return whether an operation is a sum of cells, each counted once, with one total."""
    if encoded[place] != LINEAR or encoded[place + 1] == 0:
        return False
    weights = place + 3 + encoded[place + 1]
    for at in range(encoded[place + 1]):
        if encoded[weights + at] != 1:
            return False
    bounds = weights + encoded[place + 1]
    return encoded[bounds] == encoded[bounds + 1]


@unaliased
def _join(encoded: Pointer, place: int, room: Pointer, owner: int, region: int) -> bool:
    """Add a house to the region; False where it shares cells with it."""
    inside = region + INSIDE
    n_cells, n_digits = encoded[ENCODED_CELLS], encoded[ENCODED_DIGITS]
    for at in range(place + 2, place + 2 + n_digits):
        if room[inside + encoded[at] // WORD] >> encoded[at] % WORD & 1:
            return False
    sums = owner + n_cells
    covered = inside + n_set_words(n_cells)
    room[region + REST] += n_digits * (n_digits + 1) // 2
    for at in range(place + 2, place + 2 + n_digits):
        cell = encoded[at]
        room[inside + cell // WORD] |= 1 << cell % WORD
        room[region + N_WITHIN] += 1
        if room[owner + cell] != NOBODY:
            number = room[owner + cell]
            count = sums + encoded[ENCODED_ALL] + number
            room[count] += 1
            _count_in(encoded, room[sums + number], room, room[count], region, covered)
    return True


@unaliased
def _count_in(
    encoded: Pointer, place: int, room: Pointer, count: int, region: int, covered: int
) -> None:
    """Take a sum away from the region once more than half of its cells are in it.

    A cell of it has just joined.
    """
    n = encoded[place + 1]
    # Counted in before: this cell takes the place of one that stuck out.
    if 2 * (count - 1) > n:
        room[region + N_WITHIN] -= 1
        room[region + N_BEYOND] -= 1
    elif 2 * count > n:
        room[region + N_WITHIN] -= count
        room[region + N_BEYOND] += n - count
        room[region + REST] -= encoded[place + 3 + 2 * n]
        room[region + IS_USED] = 1
        for at in range(place + 2, place + 2 + n):
            room[covered + encoded[at] // WORD] |= 1 << encoded[at] % WORD


@unaliased
def _encode(room: Pointer, region: int, n_words: int, at: int) -> int:
    """Encode the sum of the cells that sums leave of a region, less those beyond it.

    Returns how many words that takes.
    """
    inside = region + INSIDE
    covered = inside + n_words
    n_within = room[region + N_WITHIN]
    n = n_within + room[region + N_BEYOND]
    weights, written = at + 3 + n, 0
    for is_beyond in range(2):
        for word in range(n_words):
            left = room[inside + word] & ~room[covered + word]
            if is_beyond:
                left = room[covered + word] & ~room[inside + word]
            while left:
                room[at + 2 + written] = word * WORD + lowest(left)
                # Cells beyond the region count negative, unless there are no others.
                room[weights + written] = -1 if is_beyond and n_within else 1
                left &= left - 1
                written += 1
    room[at], room[at + 1], room[at + 2 + n] = LINEAR, n, n + 2
    total = room[region + REST] if n_within else -room[region + REST]
    room[weights + n] = room[weights + n + 1] = total
    return 2 * n + 5


@unaliased
def _is_known(room: Pointer, starts: int, first: int, end: int, at: int) -> bool:
    """Return whether the sum that begins at a place is one of those before."""
    for number in range(first, end):
        place, offset, n = room[starts + number], 1, 2 * room[at + 1] + 5
        # Cells come in order, so that equal sums are equal word by word.
        while offset < n and room[place + offset] == room[at + offset]:
            offset += 1
        if offset == n:
            return True
    return False
