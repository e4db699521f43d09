"""Bounds on the eliminations of any tree that grows from a candidate that is on, or off.

Rules are applied in any order until none eliminates anything. With fewer candidates a rule still
makes its eliminations, or others have made them; so the candidates left in the end depend on no
order, and a tree that grows by the same rules eliminates no more. The bound takes a hundredth of
the time of the tree, for it keeps neither lengths nor paths; and it can begin with the candidates
left for an earlier position, less those eliminated since.

::

    level          the rules
    BY_SINGLES     singles
    BY_PATTERNS    these, locked candidates, pairs and X-wings: `bounds.patterns`
    BY_CHAINS      these, and candidates that refute themselves by links: `bounds.links`
    BY_MULTIPLE    these, and candidates that by links empty a cell, or a digit's places in a house
    BY_DYNAMIC     BY_PATTERNS, and candidates that singles refute, or eliminate from each member
                   of a group: `bounds.singles`

A *group* is a cell, or a digit in a house: ``N_CELLS + 9 * house + digit``. A set of candidates is
a set of cells for each digit, in two words.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from lowbit.kernels.core.bits import lowest, size_of
from lowbit.kernels.core.compile import part, routine
from lowbit.kernels.rating.position.state import ALONE, AT, CELLS, ONCE, TOUCHED
from lowbit.kernels.rating.position.tables import (
    CELL_AT,
    HOUSES_OF,
    N_CELLS,
    N_HOUSES,
    PLACE_IN,
    SIZE,
)

if TYPE_CHECKING:
    from lowbit.kernels.core.arrays import Words

BY_SINGLES, BY_PATTERNS, BY_CHAINS, BY_MULTIPLE, BY_DYNAMIC, N_LEVELS = range(6)

N_CANDIDATES: Final = N_CELLS * SIZE
N_GROUPS: Final = N_CELLS + N_HOUSES * SIZE
N_SET: Final = 2 * SIZE
"""Words of a set of candidates."""

PLACES: Final = ONCE
ENDS: Final = PLACES + N_SET
N_BOARD: Final = ENDS + N_SET
"""A board has cells and houses as a state has them; then all candidates, and those that force
something where they are off, as sets, to which some may belong that no longer do."""

MOST_NOTED: Final = 4 * N_CANDIDATES + 4
"""As often as anything can be eliminated, in a cell and three houses, and a root."""

CLASHES, N_ON, NEXT_ON, CHANGED, N_SHRUNK, NEXT_SHRUNK, N_LOOKS, N_SEARCHES = range(8)
"""Places in `PositionBound.words`: whether there is a clash; how many candidates are on, and the
first whose peers were not eliminated yet; the houses and digits that patterns have not seen
since they changed; how many groups were noted as shrunk, and the first that links have not seen
since; and how many looks at links there were, and searches."""


class PositionBound(NamedTuple):
    """The candidates that rules leave of a position; scratch of one thread.

    Attributes
    ----------
    words : int64[8]
        See above.
    position, board : int64[:]
        A position, and the candidates that are left of it.
    on : int64[:]
        The candidates that are on, in the order in which they were found.
    shrunk : int64[:]
        Groups that have lost something.
    is_waiting : int64[324]
        Whether a group is noted as shrunk, and links have not seen it since.
    dirty : int64[18]
        Candidates that may by new links leave nothing of a group.
    offs : int64[729 * 18]
        For each candidate the set of those that are off by links where it is on.
    listed_in : int64[729]
        In which look that was listed.
    common : int64[18]
        A set.
    queue, seen : int64[729]
        The candidates that a search has come to, and which one came to each last.
    """

    words: Words
    position: Words
    board: Words
    on: Words
    shrunk: Words
    is_waiting: Words
    dirty: Words
    offs: Words
    listed_in: Words
    common: Words
    queue: Words
    seen: Words


def new_position_bound() -> PositionBound:
    """Return scratch for a thread."""
    n = N_CANDIDATES
    sizes = (N_SEARCHES + 1, N_BOARD, N_BOARD, MOST_NOTED, MOST_NOTED, N_GROUPS, N_SET)
    more = (n * N_SET, n, N_SET, n, n)
    return PositionBound(*(np.zeros(size, np.int64) for size in (*sizes, *more)))


@routine
def begin_position(state: Words, scratch: PositionBound) -> None:
    """Begin with a position."""
    board = scratch.position
    for word in range(PLACES):
        board[word] = state[word]
    for word in range(PLACES, N_BOARD):
        board[word] = 0
    for cell in range(N_CELLS):
        rest = board[CELLS + cell]
        while rest:
            _add(board, PLACES, cell, lowest(rest))
            rest &= rest - 1
    for group in range(N_GROUPS):
        _add_ends(board, group)


@part
def _add(board: Words, at: int, cell: int, digit: int) -> None:
    """Add a candidate to a set of a board."""
    board[at + 2 * digit] |= ALONE[cell, 0]
    board[at + 2 * digit + 1] |= ALONE[cell, 1]


@routine
def _add_ends(board: Words, group: int) -> None:
    """Add the ends of the link that a group is, if it is one."""
    rest = members_of(board, group)
    if size_of(rest) == 2:
        for member in (lowest(rest), lowest(rest & (rest - 1))):
            candidate = candidate_in(group, member)
            _add(board, ENDS, candidate // SIZE, candidate % SIZE)


@part
def members_of(board: Words, group: int) -> int:
    """Return the candidates of a cell, or the places of a digit in a house."""
    return board[CELLS + group] if group < N_CELLS else board[AT + group - N_CELLS]


@part
def candidate_in(group: int, member: int) -> int:
    """Return the candidate that a member of a group is."""
    if group < N_CELLS:
        return SIZE * group + member
    number = group - N_CELLS
    return SIZE * CELL_AT[number // SIZE, member] + number % SIZE


@routine
def begin_board(scratch: PositionBound) -> None:
    """Let everything be left of the position."""
    words = scratch.words
    for word in range(N_BOARD):
        scratch.board[word] = scratch.position[word]
    forget_changes(scratch)
    words[CLASHES] = words[N_ON] = words[NEXT_ON] = 0
    for word in range(N_SET):
        scratch.dirty[word] = 0


@routine
def forget_changes(scratch: PositionBound) -> None:
    """Take for granted that nothing follows from the eliminations so far."""
    words = scratch.words
    for number in range(words[NEXT_SHRUNK], words[N_SHRUNK]):
        scratch.is_waiting[scratch.shrunk[number]] = 0
    words[N_SHRUNK] = words[NEXT_SHRUNK] = words[CHANGED] = 0
    words[NEXT_ON] = words[N_ON]


@part
def put_on(scratch: PositionBound, candidate: int) -> None:
    """Note that a candidate is on."""
    scratch.on[scratch.words[N_ON]] = candidate
    scratch.words[N_ON] += 1


@routine
def eliminate(scratch: PositionBound, cell: int, digit: int) -> None:
    """Eliminate a candidate from the board, if it is there."""
    board, bit = scratch.board, 1 << digit
    if board[CELLS + cell] & bit == 0:
        return
    board[CELLS + cell] ^= bit
    board[PLACES + 2 * digit] &= ~ALONE[cell, 0]
    board[PLACES + 2 * digit + 1] &= ~ALONE[cell, 1]
    for kind in range(3):
        # The place is there, as the candidate is; so XOR clears it.
        board[AT + SIZE * HOUSES_OF[cell, kind] + digit] ^= 1 << PLACE_IN[cell, kind]
    note_eliminated(scratch, cell, digit)


@routine
def note_eliminated(scratch: PositionBound, cell: int, digit: int) -> None:
    """Note the house, digits and groups that an elimination changed."""
    scratch.words[CHANGED] |= TOUCHED[cell] | 1 << digit << N_HOUSES
    _note_shrunk(scratch, cell)
    for kind in range(3):
        _note_shrunk(scratch, N_CELLS + SIZE * HOUSES_OF[cell, kind] + digit)


@part
def _note_shrunk(scratch: PositionBound, group: int) -> None:
    """Note that a group has lost a member, and a clash, a single or a link that it leaves."""
    if scratch.is_waiting[group] == 0:
        scratch.is_waiting[group] = 1
        scratch.shrunk[scratch.words[N_SHRUNK]] = group
        scratch.words[N_SHRUNK] += 1
    members = members_of(scratch.board, group)
    if members == 0:
        scratch.words[CLASHES] = 1
    # One member is left, which is on.
    elif members & (members - 1) == 0:
        put_on(scratch, candidate_in(group, lowest(members)))
    else:
        _add_ends(scratch.board, group)


@routine
def eliminate_in_cell(scratch: PositionBound, cell: int, digits: int) -> None:
    """Eliminate digits from a cell."""
    while digits:
        eliminate(scratch, cell, lowest(digits))
        digits &= digits - 1


@routine
def eliminate_in_house(scratch: PositionBound, house: int, places: int, digit: int) -> None:
    """Eliminate a digit from places in a house."""
    while places:
        eliminate(scratch, CELL_AT[house, lowest(places)], digit)
        places &= places - 1


@routine
def place_singles(scratch: PositionBound) -> None:
    """Eliminate the candidates excluded by those that are on, until nothing more is on."""
    words, board = scratch.words, scratch.board
    while words[NEXT_ON] < words[N_ON] and words[CLASHES] == 0:
        candidate = scratch.on[words[NEXT_ON]]
        words[NEXT_ON] += 1
        cell, digit = candidate // SIZE, candidate % SIZE
        if board[CELLS + cell] >> digit & 1 == 0:
            words[CLASHES] = 1
            return
        eliminate_in_cell(scratch, cell, board[CELLS + cell] & ~(1 << digit))
        for kind in range(3):
            house = HOUSES_OF[cell, kind]
            others = board[AT + SIZE * house + digit] & ~(1 << PLACE_IN[cell, kind])
            eliminate_in_house(scratch, house, others, digit)
