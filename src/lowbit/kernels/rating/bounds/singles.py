"""Bounds by singles: eliminations from all roots at once, each a candidate that is on, or off.

For each candidate there are two sets of roots: those from which singles eliminate it, and those
from which they put it on. A set has a bit for each root, and 64 roots go on together, group by
group of those that have changed. Dynamic chains eliminate the candidates that all members of a
group eliminate, and those that refute themselves.

The eliminations of a position are a beginning for those of any part of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from lowbit.kernels.core.bits import lowest, size_of
from lowbit.kernels.core.compile import part, routine
from lowbit.kernels.rating.bounds.positions import (
    N_CANDIDATES,
    N_GROUPS,
    PositionBound,
    candidate_in,
    eliminate,
    eliminate_in_cell,
    members_of,
)
from lowbit.kernels.rating.position.state import CELLS
from lowbit.kernels.rating.position.tables import HOUSES_OF, N_CELLS, SIZE

if TYPE_CHECKING:
    from lowbit.kernels.core.arrays import Words

WORD: Final = 64
MOST_ROOTS: Final = 2 * N_CANDIDATES
MOST_ROOT_WORDS: Final = -(-MOST_ROOTS // WORD)
MOST_WORDS: Final = -(-N_CANDIDATES // WORD)
N_GROUPS_OF: Final = 4
"""The groups of a candidate: its cell, and it in each of its houses."""

QUEUE_MASK: Final = 511
"""A queue that goes round: a group waits in it once at most."""

N_LIVE, N_CHANGED, IS_BEGUN = range(3)
"""Places in `SinglesBounds.words`: the number of candidates of the position, and of groups that
have changed; and whether the sets are those of the board that a tree had left before."""

HALVES: Final = np.array(
    [sum(1 << bit for bit in range(WORD) if not bit & half) for half in (1, 2, 4, 8, 16, 32)]
)
"""int64[6]: the bits whose places lack a power of two."""


class SinglesBounds(NamedTuple):
    """The roots that eliminate each candidate; scratch of one thread.

    An index is the number of a candidate among those of the position. A root is twice an index,
    plus 1 where the candidate is on.

    Attributes
    ----------
    words : int64[3]
        See above.
    candidate_of, index_of : int64[729]
        The candidate of each index, and the other way round.
    begins, members : int64[325], int64[4 * 729]
        Where the candidates of each group that are in the part begin, and these, by index.
    groups_of : int64[4 * 729]
        The groups of each candidate, by index.
    eliminated, on : int64[23 * 729]
        For 64 roots each and each candidate, by index: which eliminate it, and which put it on.
    alive : int64[23]
        The roots that are candidates of the part, and come to no contradiction.
    present : int64[12]
        The candidates that are in the part, by index.
    first_eliminated, first_on, first_alive, first_present
        The same in the whole position.
    changed, queue, is_waiting : int64[324], int64[512], int64[324]
        Groups that have changed, and those from which 64 roots are to go on.
    rows : int64[1458 * 12]
        For each root the candidates that it eliminates.
    common : int64[64]
        Candidates that all of some roots eliminate; 64 words to be turned.
    needed : int64[1458]
        Whether chains may be found from a root.
    """

    words: Words
    candidate_of: Words
    index_of: Words
    begins: Words
    members: Words
    groups_of: Words
    eliminated: Words
    on: Words
    alive: Words
    present: Words
    first_eliminated: Words
    first_on: Words
    first_alive: Words
    first_present: Words
    changed: Words
    queue: Words
    is_waiting: Words
    rows: Words
    common: Words
    needed: Words


def new_singles_bounds() -> SinglesBounds:
    """Return scratch for a thread; most of it is only touched by puzzles with nested chains."""
    n, n_sets = N_CANDIDATES, MOST_ROOT_WORDS * N_CANDIDATES
    sizes = (3, n, n, N_GROUPS + 1, N_GROUPS_OF * n, N_GROUPS_OF * n)
    more = 2 * (n_sets, n_sets, MOST_ROOT_WORDS, MOST_WORDS)
    n_rows = MOST_ROOT_WORDS * WORD * MOST_WORDS
    rest = (N_GROUPS, QUEUE_MASK + 1, N_GROUPS, n_rows, WORD, MOST_ROOTS)
    return SinglesBounds(*(np.zeros(size, np.int64) for size in (*sizes, *more, *rest)))


@routine
def begin_roots(board: Words, sets: SinglesBounds) -> None:
    """Find the eliminations of each root in a position."""
    _list_candidates(board, sets)
    n_live = sets.words[N_LIVE]
    for word in range(_n_root_words(sets)):
        for index in range(n_live):
            at = n_live * word + index
            sets.eliminated[at] = sets.on[at] = 0
            if index // (WORD // 2) == word:
                # Both roots of a candidate are in one word, off before on.
                bit = 1 << 2 * index % WORD
                sets.eliminated[at], sets.on[at] = bit, bit << 1
        sets.alive[word] = -1
    n_spare = _n_root_words(sets) * WORD - 2 * n_live
    if n_spare:
        # Bits beyond the last root are none, and must not keep a word alive.
        sets.alive[_n_root_words(sets) - 1] = (1 << (WORD - n_spare)) - 1
    _settle_all(sets)
    _keep_first(sets)


@routine
def renew_roots(board: Words, sets: SinglesBounds) -> None:
    """Find the eliminations of each root in a position that is a part of the one before."""
    begin_part(sets)
    narrow(board, sets)
    _keep_first(sets)


@routine
def _keep_first(sets: SinglesBounds) -> None:
    """Let the part be the whole position."""
    for at in range(_n_root_words(sets) * sets.words[N_LIVE]):
        sets.first_eliminated[at], sets.first_on[at] = sets.eliminated[at], sets.on[at]
    for word in range(_n_root_words(sets)):
        sets.first_alive[word] = sets.alive[word]
    for word in range(n_words_of(sets)):
        sets.first_present[word] = sets.present[word]


@routine
def _list_candidates(board: Words, sets: SinglesBounds) -> None:
    """List the candidates of a position and the members of its groups; all of these are new."""
    n_live, words = 0, sets.words
    for cell in range(N_CELLS):
        rest = board[CELLS + cell]
        while rest:
            candidate = SIZE * cell + lowest(rest)
            sets.candidate_of[n_live], sets.index_of[candidate] = candidate, n_live
            sets.groups_of[N_GROUPS_OF * n_live] = cell
            for kind in range(3):
                group = N_CELLS + SIZE * HOUSES_OF[cell, kind] + lowest(rest)
                sets.groups_of[N_GROUPS_OF * n_live + 1 + kind] = group
            n_live += 1
            rest &= rest - 1
    words[N_LIVE], words[N_CHANGED] = n_live, 0
    _list_members(board, sets)
    for group in range(N_GROUPS):
        if sets.begins[group] < sets.begins[group + 1]:
            _note_changed(sets, group)
    for word in range(n_words_of(sets)):
        sets.present[word] = -1
    if n_live % WORD:
        sets.present[n_live // WORD] = (1 << n_live % WORD) - 1


@routine
def _list_members(board: Words, sets: SinglesBounds) -> None:
    """List the members of each group that are in a part."""
    n_members = 0
    for group in range(N_GROUPS):
        sets.begins[group] = n_members
        rest = members_of(board, group)
        while rest:
            sets.members[n_members] = sets.index_of[candidate_in(group, lowest(rest))]
            n_members += 1
            rest &= rest - 1
    sets.begins[N_GROUPS] = n_members


@part
def n_words_of(sets: SinglesBounds) -> int:
    """Return how many words a set of candidates takes."""
    return (sets.words[N_LIVE] + WORD - 1) // WORD


@part
def _n_root_words(sets: SinglesBounds) -> int:
    """Return how many words a set of roots takes."""
    return (2 * sets.words[N_LIVE] + WORD - 1) // WORD


@part
def _note_changed(sets: SinglesBounds, group: int) -> None:
    """Note that a group has changed; it may be noted before."""
    if sets.is_waiting[group] == 0:
        sets.is_waiting[group] = 1
        sets.changed[sets.words[N_CHANGED]] = group
        sets.words[N_CHANGED] += 1


@routine
def begin_part(sets: SinglesBounds) -> None:
    """Begin with the whole position."""
    n_live = sets.words[N_LIVE]
    for at in range(_n_root_words(sets) * n_live):
        sets.eliminated[at], sets.on[at] = sets.first_eliminated[at], sets.first_on[at]
    for word in range(_n_root_words(sets)):
        sets.alive[word] = sets.first_alive[word]
    for word in range(n_words_of(sets)):
        sets.present[word] = sets.first_present[word]


@routine
def narrow(board: Words, sets: SinglesBounds) -> None:
    """Find the eliminations of the roots in a part of the position before."""
    n_live = sets.words[N_LIVE]
    for index in range(n_live):
        candidate = sets.candidate_of[index]
        is_left = board[CELLS + candidate // SIZE] >> candidate % SIZE & 1
        if is_left == 0 and sets.present[index // WORD] >> index % WORD & 1:
            sets.present[index // WORD] ^= 1 << index % WORD
            # Both roots of the candidate at once.
            sets.alive[2 * index // WORD] &= ~(3 << 2 * index % WORD)
            for word in range(_n_root_words(sets)):
                sets.eliminated[n_live * word + index] = -1
            for number in range(N_GROUPS_OF):
                _note_changed(sets, sets.groups_of[N_GROUPS_OF * index + number])
    _list_members(board, sets)
    _settle_all(sets)


@routine
def _settle_all(sets: SinglesBounds) -> None:
    """Go on from the groups that have changed until singles eliminate nothing from any root."""
    words = sets.words
    for word in range(_n_root_words(sets)):
        for number in range(words[N_CHANGED]):
            sets.queue[number] = sets.changed[number]
            sets.is_waiting[sets.changed[number]] = 1
        if sets.alive[word]:
            _settle(sets, word, words[N_CHANGED])
    for number in range(words[N_CHANGED]):
        sets.is_waiting[sets.changed[number]] = 0
    words[N_CHANGED] = 0


@routine
def _settle(sets: SinglesBounds, word: int, n_queued: int) -> None:
    """Go on from the groups that wait until singles eliminate nothing from any of 64 roots."""
    eliminated, on, members = sets.eliminated, sets.on, sets.members
    base, next_queued, alive = sets.words[N_LIVE] * word, 0, sets.alive[word]
    while next_queued < n_queued:
        group = sets.queue[next_queued & QUEUE_MASK]
        next_queued += 1
        sets.is_waiting[group] = 0
        once, twice, on_once, on_twice = 0, 0, 0, 0
        for place in range(sets.begins[group], sets.begins[group + 1]):
            at = base + members[place]
            left, own = ~eliminated[at], on[at]
            # Counting up to two for 64 roots at once: an AND and an OR a member.
            twice |= once & left
            once |= left
            on_twice |= on_once & own
            on_once |= own
        # A root dies where a group has no member left, or two that are on.
        alive &= once & ~on_twice
        # The last member is put on; where one is on, all others go.
        single, excluding = once & ~twice & ~on_once & alive, on_once & twice & alive
        if single | excluding == 0:
            continue
        for place in range(sets.begins[group], sets.begins[group + 1]):
            at = base + members[place]
            left = ~(eliminated[at] | on[at])
            if left & (single | excluding):
                on[at] |= left & single
                eliminated[at] |= left & excluding
                n_queued = _queue_groups(sets, members[place], group, n_queued)
    sets.alive[word] = alive


@part
def _queue_groups(sets: SinglesBounds, index: int, group: int, n_queued: int) -> int:
    """Let the other groups of a candidate wait; return how many have been queued."""
    for number in range(N_GROUPS_OF):
        other = sets.groups_of[N_GROUPS_OF * index + number]
        if other != group and sets.is_waiting[other] == 0:
            sets.is_waiting[other] = 1
            # The length is a power of two, so that a mask wraps the queue.
            sets.queue[n_queued & QUEUE_MASK] = other
            n_queued += 1
    return n_queued


@routine
def eliminate_by_roots(scratch: PositionBound, sets: SinglesBounds) -> bool:
    """Make the eliminations that roots prove or have in common; return whether there are any."""
    narrow(scratch.board, sets)
    if _eliminate_refuted(scratch, sets):
        return True
    list_rows(sets)
    is_any = False
    for group in range(N_GROUPS):
        if _list_common(sets, group):
            is_any |= _eliminate_common(scratch, sets)
    for index in range(sets.words[N_LIVE]):
        if _list_common_of_both(scratch.board, sets, index):
            is_any |= _eliminate_common(scratch, sets)
    return is_any


@part
def is_present(sets: SinglesBounds, index: int) -> bool:
    """Whether a candidate of the position is in the part."""
    return sets.present[index // WORD] >> index % WORD & 1 == 1


@part
def _is_open(board: Words, sets: SinglesBounds, index: int) -> bool:
    """Whether a candidate is there, and others are in its cell."""
    digits = board[CELLS + sets.candidate_of[index] // SIZE]
    return is_present(sets, index) and digits & (digits - 1) != 0


@part
def is_refuted(sets: SinglesBounds, root: int) -> bool:
    """Whether a root whose candidate is there comes to a contradiction."""
    return sets.alive[root // WORD] >> root % WORD & 1 == 0


@routine
def _eliminate_refuted(scratch: PositionBound, sets: SinglesBounds) -> bool:
    """Eliminate the candidates that refute themselves; return whether any does."""
    is_any = False
    for index in range(sets.words[N_LIVE]):
        if is_present(sets, index):
            candidate = sets.candidate_of[index]
            cell, digit = candidate // SIZE, candidate % SIZE
            if is_refuted(sets, 2 * index + 1):
                eliminate(scratch, cell, digit)
                is_any = True
            others = scratch.board[CELLS + cell] & ~(1 << digit)
            if others and is_refuted(sets, 2 * index):
                eliminate_in_cell(scratch, cell, others)
                is_any = True
    return is_any


@routine
def list_rows(sets: SinglesBounds) -> None:
    """List for each root the candidates that it eliminates: all but itself where it is refuted."""
    n_live, n_words = sets.words[N_LIVE], n_words_of(sets)
    for word in range(_n_root_words(sets)):
        for place in range(n_words):
            n_here = min(WORD, n_live - WORD * place)
            row = n_words * WORD * word + place
            for number in range(WORD):
                sets.common[number] = 0
            for number in range(n_here):
                sets.common[number] = sets.eliminated[n_live * word + WORD * place + number]
            _transpose(sets.common)
            for number in range(WORD):
                sets.rows[row + n_words * number] = sets.common[number]
    for root in range(2 * n_live):
        if is_refuted(sets, root):
            for place in range(n_words):
                sets.rows[n_words * root + place] = -1
            if root & 1 and is_present(sets, root // 2):
                sets.rows[n_words * root + root // 2 // WORD] ^= 1 << root // 2 % WORD


@routine
def _transpose(square: Words) -> None:
    """Exchange rows and columns of 64 words of 64 bits."""
    for step in range(5, -1, -1):
        half, mask = 1 << step, HALVES[step]
        for start in range(0, WORD, 2 * half):
            for one in range(start, start + half):
                # Two blocks change places by XOR, from 32 bits down to one: six rounds turn all.
                swapped = (square[one] >> half ^ square[one + half]) & mask
                square[one] ^= swapped << half
                square[one + half] ^= swapped


@routine
def _list_common(sets: SinglesBounds, group: int) -> bool:
    """List the eliminations that all members of a group make; return whether there are any."""
    n_words, first, end = n_words_of(sets), sets.begins[group], sets.begins[group + 1]
    if end - first < 2:
        return False
    for place in range(n_words):
        sets.common[place] = sets.present[place]
    for number in range(first, end):
        row, is_any = n_words * (2 * sets.members[number] + 1), 0
        for place in range(n_words):
            sets.common[place] &= sets.rows[row + place]
            is_any |= sets.common[place]
        if is_any == 0:
            return False
    return True


@routine
def _list_common_of_both(board: Words, sets: SinglesBounds, index: int) -> bool:
    """List the eliminations of a candidate both on and off; return whether there are any."""
    cell = sets.candidate_of[index] // SIZE
    if not is_present(sets, index) or size_of(board[CELLS + cell]) < 3:
        return False
    n_words, is_any = n_words_of(sets), 0
    row = 2 * n_words * index
    for place in range(n_words):
        both = sets.rows[row + place] & sets.rows[row + n_words + place]
        sets.common[place] = both & sets.present[place]
        is_any |= sets.common[place]
    return is_any != 0


@routine
def _eliminate_common(scratch: PositionBound, sets: SinglesBounds) -> bool:
    """Eliminate the listed candidates; return whether any was left."""
    is_any = False
    for place in range(n_words_of(sets)):
        rest = sets.common[place]
        while rest:
            candidate = sets.candidate_of[WORD * place + lowest(rest)]
            cell, digit = candidate // SIZE, candidate % SIZE
            if scratch.board[CELLS + cell] >> digit & 1:
                eliminate(scratch, cell, digit)
                is_any = True
            rest &= rest - 1
    return is_any


@routine
def list_needed_roots(board: Words, sets: SinglesBounds) -> bool:
    """List the roots of chains that may be found in the rest of a tree; return whether any may."""
    if sets.words[IS_BEGUN] == 0:
        begin_part(sets)
        sets.words[IS_BEGUN] = 1
    narrow(board, sets)
    list_rows(sets)
    is_any, n_live = False, sets.words[N_LIVE]
    for root in range(2 * n_live):
        may_refute_itself = _is_open(board, sets, root // 2) and is_refuted(sets, root)
        sets.needed[root] = may_refute_itself
        is_any |= may_refute_itself
    for group in range(N_GROUPS):
        if _list_common(sets, group):
            for number in range(sets.begins[group], sets.begins[group + 1]):
                sets.needed[2 * sets.members[number] + 1] = 1
            is_any = True
    for index in range(n_live):
        if _list_common_of_both(board, sets, index):
            sets.needed[2 * index] = sets.needed[2 * index + 1] = 1
            is_any = True
    return is_any
