"""Prospects of forcing chains: at which stage any can be found, and from which roots.

What is left where a root is so (`lowbit.kernels.rating.bounds.positions`) bounds what its tree has.
Of several starts, one of which is true, what none leaves is all that chains from them may strike.
So trees are only grown from roots that may refute themselves, or have something in common with the
others of their group; and not at all at a stage where there are none.

From one position to the next mostly one candidate falls, and few roots leave less than before.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from lowbit.kernels.core.bits import lowest, size_of
from lowbit.kernels.core.compile import part, routine
from lowbit.kernels.rating.bounds.links import strike_by_links
from lowbit.kernels.rating.bounds.patterns import strike_by_patterns
from lowbit.kernels.rating.bounds.positions import (
    BY_CHAINS,
    BY_DYNAMIC,
    BY_PATTERNS,
    BY_SINGLES,
    CHANGED,
    CLASHES,
    N_CANDIDATES,
    N_GROUPS,
    N_LEVELS,
    Consequences,
    begin_board,
    begin_position,
    candidate_in,
    forget_changes,
    members_of,
    new_consequences,
    note_struck,
    place_singles,
    strike_in_cell,
)
from lowbit.kernels.rating.bounds.singles import (
    N_LIVE,
    WORD,
    RootSets,
    begin_part,
    begin_roots,
    is_present,
    is_refuted,
    list_rows,
    n_words_of,
    new_root_sets,
    renew_roots,
    strike_by_roots,
)
from lowbit.kernels.rating.position.state import CELLS
from lowbit.kernels.rating.position.tables import N_CELLS, SIZE

if TYPE_CHECKING:
    from numpy.typing import NDArray

N_ROOTS: Final = 2 * N_CANDIDATES
"""A root is twice its candidate, plus 1 where that is on."""

N_ROW: Final = 96
"""The cells of a row, and some that are always empty: a whole number of registers."""

NO_LEVEL: Final = -1


class Prospects(NamedTuple):
    """What is left of a position for each root; scratch of one thread.

    Attributes
    ----------
    scratch : Consequences
    roots : RootSets
        What singles strike in the position.
    seen : int16[96]
        The position that was seen last.
    highest : int64[1]
        The highest level for which what is left by all roots is listed; -1 if there is none.
    is_listed : int8[5 * 1458]
        Whether what is left by a root is listed, if only for an earlier position.
    left : int16[5 * 1458 * 96]
        For each level and root the candidates in each cell that are left; where there is a clash,
        nothing but the root.
    clashes : int8[5 * 1458]
        Whether there is a clash.
    union : int16[96]
        What is left by any of some roots.
    found, needed : int8[1458]
        The roots from which chains may be found at a level, and at the first one that has any.
    """

    scratch: Consequences
    roots: RootSets
    seen: NDArray[np.int16]
    highest: NDArray[np.int64]
    is_listed: NDArray[np.int8]
    left: NDArray[np.int16]
    clashes: NDArray[np.int8]
    union: NDArray[np.int16]
    found: NDArray[np.int8]
    needed: NDArray[np.int8]


def new_prospects() -> Prospects:
    """Return scratch for a thread; most of it is only touched by puzzles with dynamic chains."""
    return Prospects(
        new_consequences(),
        new_root_sets(),
        np.zeros(N_ROW, np.int16),
        np.full(1, NO_LEVEL),
        np.zeros(N_LEVELS * N_ROOTS, np.int8),
        np.zeros(N_LEVELS * N_ROOTS * N_ROW, np.int16),
        np.zeros(N_LEVELS * N_ROOTS, np.int8),
        np.zeros(N_ROW, np.int16),
        np.zeros(N_ROOTS, np.int8),
        np.zeros(N_ROOTS, np.int8),
    )


@routine
def first_level(state: Any, prospects: Prospects, level: int) -> int:
    """Return the first level, from one on, at which chains may be found; N_LEVELS if at none.

    The roots from which they may be are listed in `prospects.needed`. What may be found at a level
    may be at all above. So where these are listed for an earlier position, one above comes first:
    only what is needed there can be needed below.
    """
    _begin(state, prospects)
    if prospects.highest[0] == NO_LEVEL and level > BY_SINGLES:
        _list_left(prospects, BY_SINGLES, False)
    top = max(level, min(prospects.highest[0], BY_CHAINS))
    while True:
        _list_left(prospects, top, False)
        prospects.highest[0] = max(prospects.highest[0], top)
        if _list_needed(prospects, top):
            break
        top += 1
        level = top
        if top == N_LEVELS:
            return top
    for lower in range(level, top):
        _list_left(prospects, lower, True)
        if _list_needed(prospects, lower):
            return lower
    return top


@routine
def _begin(state: Any, prospects: Prospects) -> None:
    """Begin with a position; keep what was left of the last one, if it is a part of that."""
    begin_position(state, prospects.scratch)
    if _is_part(prospects):
        renew_roots(prospects.scratch.position, prospects.roots)
    else:
        begin_roots(prospects.scratch.position, prospects.roots)
        prospects.highest[0] = NO_LEVEL
        for own in range(N_LEVELS * N_ROOTS):
            prospects.is_listed[own] = 0
    for cell in range(N_CELLS):
        prospects.seen[cell] = state[CELLS + cell]


@routine
def is_at_end(prospects: Prospects, level: int, root: int, view: Any) -> bool:
    """Whether what a tree has left of the position is what there is in the end, at a level."""
    row, differs = N_ROW * (N_ROOTS * level + root), 0
    for cell in range(N_CELLS):
        differs |= view[CELLS + cell] ^ np.int64(prospects.left[row + cell])
    return differs == 0


@routine
def _is_part(prospects: Prospects) -> bool:
    """Whether the position is part of the last one, with as many cells open."""
    board = prospects.scratch.position
    for cell in range(N_CELLS):
        seen = np.int64(prospects.seen[cell])
        if board[CELLS + cell] & ~seen or (board[CELLS + cell] == 0) != (seen == 0):
            return False
    return True


@routine
def _list_left(prospects: Prospects, level: int, only_needed: bool) -> None:  # noqa: FBT001 - of a kernel
    """List what is left for all roots, or those that are needed."""
    if level == BY_SINGLES:
        _list_left_by_singles(prospects)
        return
    board = prospects.scratch.position
    for cell in range(N_CELLS):
        rest = board[CELLS + cell]
        while rest:
            first = 2 * (SIZE * cell + lowest(rest))
            for root in range(first, first + 2):
                if prospects.needed[root] or not only_needed:
                    for lower in range(BY_PATTERNS, level):
                        if prospects.is_listed[N_ROOTS * lower + root] == 0:
                            _list_left_by(prospects, lower, root)
                    _list_left_by(prospects, level, root)
            rest &= rest - 1


@routine
def _list_left_by_singles(prospects: Prospects) -> None:
    """List what singles leave for all roots."""
    roots = prospects.roots
    begin_part(roots)
    list_rows(roots)
    for root in range(2 * roots.words[N_LIVE]):
        if is_present(roots, root // 2):
            own = 2 * roots.candidate_of[root // 2] + root % 2
            if is_refuted(roots, root):
                _keep_clash(prospects, own, own)
            else:
                _keep_row(prospects, own, n_words_of(roots) * root)


@routine
def _keep_row(prospects: Prospects, own: int, row: int) -> None:
    """Keep what is left for a root, by the row of what it strikes."""
    roots = prospects.roots
    prospects.clashes[own], prospects.is_listed[own] = 0, 1
    for cell in range(N_CELLS):
        prospects.left[N_ROW * own + cell] = prospects.scratch.position[CELLS + cell]
    for word in range(n_words_of(roots)):
        rest = roots.rows[row + word] & roots.present[word]
        while rest:
            candidate = roots.candidate_of[WORD * word + lowest(rest)]
            prospects.left[N_ROW * own + candidate // SIZE] ^= 1 << candidate % SIZE
            rest &= rest - 1


@routine
def _list_left_by(prospects: Prospects, level: int, root: int) -> None:
    """List what is left for a root, beginning with what was, or is by the rules of a level less."""
    scratch, own = prospects.scratch, N_ROOTS * level + root
    if prospects.is_listed[own] and not _has_lost(prospects, own):
        return
    begin_board(scratch)
    if prospects.is_listed[own]:
        _strike_but(prospects, own)
        forget_changes(scratch)
        _note_lost(prospects, own)
    elif prospects.clashes[own - N_ROOTS]:
        scratch.words[CLASHES] = 1
    else:
        _strike_but(prospects, own - N_ROOTS)
    _strike_all(scratch, prospects.roots, level)
    _keep(prospects, own, root)


@part
def _has_lost(prospects: Prospects, own: int) -> bool:
    """Whether the position has lost anything that was left for a root."""
    board, lost = prospects.scratch.position, 0
    for cell in range(N_CELLS):
        lost |= prospects.left[N_ROW * own + cell] & ~board[CELLS + cell]
    return lost != 0


@routine
def _strike_but(prospects: Prospects, own: int) -> None:
    """Strike all but what was left for a root."""
    board = prospects.scratch.board
    for cell in range(N_CELLS):
        left = np.int64(prospects.left[N_ROW * own + cell])
        strike_in_cell(prospects.scratch, cell, board[CELLS + cell] & ~left)


@routine
def _note_lost(prospects: Prospects, own: int) -> None:
    """Note what the position has lost of what was left for a root."""
    board = prospects.scratch.position
    for cell in range(N_CELLS):
        lost = np.int64(prospects.left[N_ROW * own + cell]) & ~board[CELLS + cell]
        while lost:
            note_struck(prospects.scratch, cell, lowest(lost))
            lost &= lost - 1


@routine
def _strike_all(scratch: Consequences, roots: RootSets, level: int) -> None:
    """Strike what follows by the rules of a level, until nothing does or there is a clash."""
    words, goes_on = scratch.words, True
    if level == BY_DYNAMIC:
        begin_part(roots)
    while goes_on and words[CLASHES] == 0:
        place_singles(scratch)
        if words[CLASHES] == 0:
            if level >= BY_PATTERNS and words[CHANGED]:
                strike_by_patterns(scratch)
            elif level == BY_DYNAMIC:
                goes_on = strike_by_roots(scratch, roots)
            else:
                goes_on = level >= BY_CHAINS and strike_by_links(scratch, level)


@routine
def _keep(prospects: Prospects, own: int, root: int) -> None:
    """Keep what is left for a root."""
    if prospects.scratch.words[CLASHES]:
        _keep_clash(prospects, own, root)
        return
    prospects.clashes[own], prospects.is_listed[own] = 0, 1
    for cell in range(N_CELLS):
        prospects.left[N_ROW * own + cell] = prospects.scratch.board[CELLS + cell]


@part
def _keep_clash(prospects: Prospects, own: int, root: int) -> None:
    """Keep that a root comes to a contradiction: its tree has no more than itself for certain."""
    prospects.clashes[own], prospects.is_listed[own] = 1, 1
    for cell in range(N_CELLS):
        prospects.left[N_ROW * own + cell] = 0
    if root & 1:
        prospects.left[N_ROW * own + root // 2 // SIZE] = 1 << root // 2 % SIZE


@routine
def _list_needed(prospects: Prospects, level: int) -> bool:
    """List the roots from which chains may be found, if there are any; return whether there are."""
    board, is_any = prospects.scratch.position, False
    for root in range(N_ROOTS):
        prospects.found[root] = 0
    for group in range(N_GROUPS):
        is_any |= _need_group(prospects, level, group)
    for cell in range(N_CELLS):
        rest = board[CELLS + cell]
        while rest:
            root = 2 * (SIZE * cell + lowest(rest))
            is_any |= _need_refuted(prospects, level, root)
            if size_of(board[CELLS + cell]) > 2:
                is_any |= _need_double(prospects, level, root)
            rest &= rest - 1
    if is_any:
        for root in range(N_ROOTS):
            prospects.needed[root] = prospects.found[root]
    return is_any


@routine
def _need_group(prospects: Prospects, level: int, group: int) -> bool:
    """Need the trees of a group, if these may have anything in common."""
    members = members_of(prospects.scratch.position, group)
    if members == 0:
        return False
    rest = members
    _begin_union(prospects)
    while rest:
        _unite(prospects, N_ROOTS * level + 2 * candidate_in(group, lowest(rest)) + 1)
        rest &= rest - 1
    if not _strikes_any(prospects):
        return False
    while members:
        prospects.found[2 * candidate_in(group, lowest(members)) + 1] = 1
        members &= members - 1
    return True


@routine
def _need_refuted(prospects: Prospects, level: int, root: int) -> bool:
    """Need the trees of a candidate that is on, or off, if they may refute it."""
    is_any = False
    for own in (root, root + 1):
        if prospects.clashes[N_ROOTS * level + own]:
            prospects.found[own] = 1
            is_any = True
    return is_any


@routine
def _need_double(prospects: Prospects, level: int, root: int) -> bool:
    """Need the trees of a candidate that is on and off, if they may have anything in common."""
    _begin_union(prospects)
    _unite(prospects, N_ROOTS * level + root)
    _unite(prospects, N_ROOTS * level + root + 1)
    if not _strikes_any(prospects):
        return False
    prospects.found[root] = prospects.found[root + 1] = 1
    return True


@part
def _begin_union(prospects: Prospects) -> None:
    for cell in range(N_ROW):
        prospects.union[cell] = 0


@part
def _unite(prospects: Prospects, own: int) -> None:
    """Add what is left for a root to the union."""
    for cell in range(N_ROW):
        prospects.union[cell] |= prospects.left[N_ROW * own + cell]


@part
def _strikes_any(prospects: Prospects) -> bool:
    """Whether the position has anything that the union has not."""
    board, gone = prospects.scratch.position, 0
    for cell in range(N_CELLS):
        gone |= board[CELLS + cell] & ~prospects.union[cell]
    return gone != 0
