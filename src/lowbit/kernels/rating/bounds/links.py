"""Bounds by links: candidates that all members of a group exclude, be it by way of others.

One member of a group is on. So a candidate that each of its members excludes by links is off. A
group of two thus eliminates the candidates that refute themselves by a chain through the link
between the two, and all that a cycle through it eliminates; a larger group the candidates that a
multiple chain from it eliminates. The position has none of either. So only groups that have lost
a member can have any, and those with a new link on the path from a member.
"""

from __future__ import annotations

from lowbit.kernels.core.bits import lowest, size_of
from lowbit.kernels.core.cell_sets import UPPER, first_and_rest
from lowbit.kernels.core.compile import part, routine
from lowbit.kernels.rating.bounds.positions import (
    BY_MULTIPLE,
    ENDS,
    N_LOOKS,
    N_SEARCHES,
    N_SET,
    N_SHRUNK,
    NEXT_SHRUNK,
    PLACES,
    PositionBound,
    candidate_in,
    eliminate,
    members_of,
)
from lowbit.kernels.rating.position.state import ALONE, AT, CELLS
from lowbit.kernels.rating.position.tables import (
    CELL_AT,
    HOUSES_OF,
    IN_HOUSE,
    N_HOUSES,
    PLACE_IN,
    SEEN,
    SIZE,
)


@routine
def eliminate_by_links(scratch: PositionBound, level: int) -> bool:
    """Make the eliminations of the first group that has any; return whether there is one."""
    words = scratch.words
    words[N_LOOKS] += 1
    while words[NEXT_SHRUNK] < words[N_SHRUNK]:
        group = scratch.shrunk[words[NEXT_SHRUNK]]
        words[NEXT_SHRUNK] += 1
        scratch.is_waiting[group] = 0
        if _eliminate_by_group(scratch, group, level):
            return True
    return level == BY_MULTIPLE and _eliminate_by_dirty(scratch)


@routine
def _eliminate_by_group(scratch: PositionBound, group: int, level: int) -> bool:
    """Eliminate the candidates that all members of a group exclude."""
    common, offs = scratch.common, scratch.offs
    rest = members_of(scratch.board, group)
    n_members = size_of(rest)
    if n_members < 2 or (n_members > 2 and level < BY_MULTIPLE):
        return False
    for word in range(N_SET):
        common[word] = scratch.board[PLACES + word]
    while rest:
        row, is_any = _offs_of(scratch, candidate_in(group, lowest(rest))), 0
        for word in range(N_SET):
            common[word] &= offs[row + word]
            is_any |= common[word]
        if n_members == 2:  # a new link: whatever comes to one of its ends goes on to the other
            for word in range(N_SET):
                scratch.dirty[word] |= offs[row + word]
        elif is_any == 0:
            return False
        rest &= rest - 1
    return _eliminate_common(scratch)


@routine
def _eliminate_common(scratch: PositionBound) -> bool:
    """Eliminate all of a set; return whether there is any."""
    is_any = False
    for digit in range(SIZE):
        upper, lower = scratch.common[2 * digit], scratch.common[2 * digit + 1]
        while upper | lower:
            cell, upper, lower = first_and_rest(upper, lower)
            eliminate(scratch, cell, digit)
            is_any = True
    return is_any


@routine
def _eliminate_by_dirty(scratch: PositionBound) -> bool:
    """Eliminate the first candidate that empties a group by a new link; return whether one does."""
    board, dirty = scratch.board, scratch.dirty
    for word in range(N_SET):
        rest = dirty[word] & board[PLACES + word]
        while rest:
            cell, digit = UPPER * (word % 2) + lowest(rest), word // 2
            dirty[word] = rest = rest & (rest - 1)
            if _leaves_nothing(scratch, _offs_of(scratch, SIZE * cell + digit)):
                eliminate(scratch, cell, digit)
                return True
        dirty[word] = 0
    return False


@routine
def _leaves_nothing(scratch: PositionBound, row: int) -> bool:
    """Whether the candidates of a set are all of a cell, or all places of a digit in a house."""
    board, offs = scratch.board, scratch.offs
    upper_open, lower_open, upper_left, lower_left = 0, 0, 0, 0
    for digit in range(SIZE):
        places = board[PLACES + 2 * digit], board[PLACES + 2 * digit + 1]
        upper, lower = places[0] & ~offs[row + 2 * digit], places[1] & ~offs[row + 2 * digit + 1]
        upper_open, lower_open = upper_open | places[0], lower_open | places[1]
        upper_left, lower_left = upper_left | upper, lower_left | lower
        if upper == places[0] and lower == places[1]:
            continue
        for house in range(N_HOUSES):
            left = IN_HOUSE[house, 0] & upper | IN_HOUSE[house, 1] & lower
            if left == 0 and board[AT + SIZE * house + digit]:
                return True
    return upper_open != upper_left or lower_open != lower_left


@routine
def _offs_of(scratch: PositionBound, candidate: int) -> int:
    """List the exclusions of a candidate by links, once in a look; return their place."""
    row = N_SET * candidate
    if scratch.listed_in[candidate] == scratch.words[N_LOOKS]:
        return row
    scratch.listed_in[candidate] = scratch.words[N_LOOKS]
    scratch.words[N_SEARCHES] += 1
    for word in range(N_SET):
        scratch.offs[row + word] = 0
    at, n_queue = 0, _add(scratch, candidate, 0)
    while at < n_queue:
        cell, digit = scratch.queue[at] // SIZE, scratch.queue[at] % SIZE
        n_queue = _exclude_in_houses(scratch, row + 2 * digit, cell, digit, n_queue)
        n_queue = _exclude_in_cell(scratch, row, cell, digit, n_queue)
        at += 1
    return row


@part
def _exclude_in_houses(scratch: PositionBound, at: int, cell: int, digit: int, n_queue: int) -> int:
    """Add the exclusions of a candidate in its houses, and go on from there."""
    board, offs, word = scratch.board, scratch.offs, 2 * digit
    upper = SEEN[cell, 0] & board[PLACES + word] & ~offs[at]
    lower = SEEN[cell, 1] & board[PLACES + word + 1] & ~offs[at + 1]
    offs[at] |= upper
    offs[at + 1] |= lower
    upper, lower = upper & board[ENDS + word], lower & board[ENDS + word + 1]
    while upper | lower:
        other, upper, lower = first_and_rest(upper, lower)
        n_queue = _force_from(scratch, other, digit, n_queue)
    return n_queue


@part
def _exclude_in_cell(scratch: PositionBound, row: int, cell: int, digit: int, n_queue: int) -> int:
    """Add the exclusions of a candidate in its cell, and go on from there."""
    board, offs = scratch.board, scratch.offs
    rest = board[CELLS + cell] & ~(1 << digit)
    while rest:
        word = 2 * lowest(rest)
        upper = ALONE[cell, 0] & ~offs[row + word]
        lower = ALONE[cell, 1] & ~offs[row + word + 1]
        offs[row + word] |= upper
        offs[row + word + 1] |= lower
        if upper & board[ENDS + word] | lower & board[ENDS + word + 1]:
            n_queue = _force_from(scratch, cell, lowest(rest), n_queue)
        rest &= rest - 1
    return n_queue


@routine
def _force_from(scratch: PositionBound, cell: int, digit: int, n_queue: int) -> int:
    """Add the candidates that one forces where it is off to those that a search has reached."""
    board = scratch.board
    rest = board[CELLS + cell] & ~(1 << digit)
    if rest and rest & (rest - 1) == 0:
        n_queue = _add(scratch, SIZE * cell + lowest(rest), n_queue)
    for kind in range(3):
        house = HOUSES_OF[cell, kind]
        rest = board[AT + SIZE * house + digit] & ~(1 << PLACE_IN[cell, kind])
        if rest and rest & (rest - 1) == 0:
            n_queue = _add(scratch, SIZE * CELL_AT[house, lowest(rest)] + digit, n_queue)
    return n_queue


@part
def _add(scratch: PositionBound, candidate: int, n_queue: int) -> int:
    """Add a candidate to those that a search has reached; return how many there are."""
    if scratch.seen[candidate] == scratch.words[N_SEARCHES]:
        return n_queue
    scratch.seen[candidate], scratch.queue[n_queue] = scratch.words[N_SEARCHES], candidate
    return n_queue + 1
