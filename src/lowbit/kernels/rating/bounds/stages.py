"""Bounds on forcing chains: the first stage at which any can be found, and their roots.

The candidates that a root leaves (`lowbit.kernels.rating.bounds.positions`) bound the eliminations
of its tree. Of several cases, one of which is true, chains can eliminate only candidates that none
leaves. So trees are only grown from roots that may refute themselves, or have an elimination in
common with the others of their group; and not at all at a stage where there are none.

From one position to the next mostly one candidate falls, and few roots leave less than before.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from lowbit.kernels.core.bits import lowest, size_of
from lowbit.kernels.core.compile import part, routine
from lowbit.kernels.rating.bounds.links import eliminate_by_links
from lowbit.kernels.rating.bounds.patterns import eliminate_by_patterns
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
    PositionBound,
    begin_board,
    begin_position,
    candidate_in,
    eliminate_in_cell,
    forget_changes,
    members_of,
    new_position_bound,
    note_eliminated,
    place_singles,
)
from lowbit.kernels.rating.bounds.singles import (
    N_LIVE,
    WORD,
    SinglesBounds,
    begin_part,
    begin_roots,
    eliminate_by_roots,
    is_present,
    is_refuted,
    list_rows,
    n_words_of,
    new_singles_bounds,
    renew_roots,
)
from lowbit.kernels.rating.position.state import CELLS
from lowbit.kernels.rating.position.tables import N_CELLS, SIZE

if TYPE_CHECKING:
    from lowbit.kernels.core.arrays import Shorts, SignedBytes, Words

N_ROOTS: Final = 2 * N_CANDIDATES
"""A root is twice its candidate, plus 1 where that is on."""

N_ROW: Final = 96
"""The cells of a row, and some that are always empty: a whole number of registers."""

NO_LEVEL: Final = -1


class StageBounds(NamedTuple):
    """The candidates that each root leaves of a position; scratch of one thread.

    Attributes
    ----------
    scratch : PositionBound
    roots : SinglesBounds
        The eliminations of singles in the position.
    seen : int16[96]
        The position that was seen last.
    highest : int64[1]
        The highest level at which the bounds of all roots are listed; -1 if there is none.
    is_listed : int8[5 * 1458]
        Whether the bound of a root is listed, if only for an earlier position.
    left : int16[5 * 1458 * 96]
        For each level and root the candidates left in each cell; where there is a clash, nothing
        but the root.
    clashes : int8[5 * 1458]
        Whether there is a clash.
    union : int16[96]
        The candidates left by any of some roots.
    found, needed : int8[1458]
        The roots from which chains may be found at a level, and at the first one that has any.
    """

    scratch: PositionBound
    roots: SinglesBounds
    seen: Shorts
    highest: Words
    is_listed: SignedBytes
    left: Shorts
    clashes: SignedBytes
    union: Shorts
    found: SignedBytes
    needed: SignedBytes


def new_stage_bounds() -> StageBounds:
    """Return scratch for a thread; most of it is only touched by puzzles with dynamic chains."""
    return StageBounds(
        new_position_bound(),
        new_singles_bounds(),
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
def first_level(state: Words, bounds: StageBounds, level: int) -> int:
    """Return the first level, from one on, at which chains may be found; N_LEVELS if at none.

    The roots from which they may be are listed in `bounds.needed`. Chains that may be found at one
    level may be at all above. So where these are listed for an earlier position, one above comes
    first: only roots needed there can be needed below.
    """
    _begin(state, bounds)
    if bounds.highest[0] == NO_LEVEL and level > BY_SINGLES:
        _list_left(bounds, BY_SINGLES, False)
    top = max(level, min(bounds.highest[0], BY_CHAINS))
    while True:
        _list_left(bounds, top, False)
        bounds.highest[0] = max(bounds.highest[0], top)
        if _list_needed(bounds, top):
            break
        top += 1
        level = top
        if top == N_LEVELS:
            return top
    for lower in range(level, top):
        _list_left(bounds, lower, True)
        if _list_needed(bounds, lower):
            return lower
    return top


@routine
def _begin(state: Words, bounds: StageBounds) -> None:
    """Begin with a position; keep the bounds of the last one, if it is a part of that."""
    begin_position(state, bounds.scratch)
    if _is_part(bounds):
        renew_roots(bounds.scratch.position, bounds.roots)
    else:
        begin_roots(bounds.scratch.position, bounds.roots)
        bounds.highest[0] = NO_LEVEL
        for own in range(N_LEVELS * N_ROOTS):
            bounds.is_listed[own] = 0
    for cell in range(N_CELLS):
        bounds.seen[cell] = state[CELLS + cell]


@routine
def is_at_end(bounds: StageBounds, level: int, root: int, view: Words) -> bool:
    """Whether a tree has made all eliminations that its bound allows at a level."""
    row, differs = N_ROW * (N_ROOTS * level + root), 0
    for cell in range(N_CELLS):
        differs |= view[CELLS + cell] ^ np.int64(bounds.left[row + cell])
    return differs == 0


@routine
def _is_part(bounds: StageBounds) -> bool:
    """Whether the position is part of the last one, with as many cells open."""
    board = bounds.scratch.position
    for cell in range(N_CELLS):
        seen = np.int64(bounds.seen[cell])
        if board[CELLS + cell] & ~seen or (board[CELLS + cell] == 0) != (seen == 0):
            return False
    return True


@routine
def _list_left(bounds: StageBounds, level: int, only_needed: bool) -> None:
    """List the bounds of all roots, or of those that are needed."""
    if level == BY_SINGLES:
        _list_left_by_singles(bounds)
        return
    board = bounds.scratch.position
    for cell in range(N_CELLS):
        rest = board[CELLS + cell]
        while rest:
            first = 2 * (SIZE * cell + lowest(rest))
            for root in range(first, first + 2):
                if bounds.needed[root] or not only_needed:
                    for lower in range(BY_PATTERNS, level):
                        if bounds.is_listed[N_ROOTS * lower + root] == 0:
                            _list_left_by(bounds, lower, root)
                    _list_left_by(bounds, level, root)
            rest &= rest - 1


@routine
def _list_left_by_singles(bounds: StageBounds) -> None:
    """List the bounds of all roots by singles."""
    roots = bounds.roots
    begin_part(roots)
    list_rows(roots)
    for root in range(2 * roots.words[N_LIVE]):
        if is_present(roots, root // 2):
            own = 2 * roots.candidate_of[root // 2] + root % 2
            if is_refuted(roots, root):
                _keep_clash(bounds, own, own)
            else:
                _keep_row(bounds, own, n_words_of(roots) * root)


@routine
def _keep_row(bounds: StageBounds, own: int, row: int) -> None:
    """Keep the bound of a root, by the row of its eliminations."""
    roots = bounds.roots
    bounds.clashes[own], bounds.is_listed[own] = 0, 1
    for cell in range(N_CELLS):
        bounds.left[N_ROW * own + cell] = bounds.scratch.position[CELLS + cell]
    for word in range(n_words_of(roots)):
        rest = roots.rows[row + word] & roots.present[word]
        while rest:
            candidate = roots.candidate_of[WORD * word + lowest(rest)]
            bounds.left[N_ROW * own + candidate // SIZE] ^= 1 << candidate % SIZE
            rest &= rest - 1


@routine
def _list_left_by(bounds: StageBounds, level: int, root: int) -> None:
    """List the bound of a root, beginning with the earlier one, or with that of a level less."""
    scratch, own = bounds.scratch, N_ROOTS * level + root
    if bounds.is_listed[own] and not _has_lost(bounds, own):
        return
    begin_board(scratch)
    if bounds.is_listed[own]:
        _eliminate_all_but(bounds, own)
        forget_changes(scratch)
        _note_lost(bounds, own)
    elif bounds.clashes[own - N_ROOTS]:
        scratch.words[CLASHES] = 1
    else:
        _eliminate_all_but(bounds, own - N_ROOTS)
    _eliminate_by_rules(scratch, bounds.roots, level)
    _keep(bounds, own, root)


@part
def _has_lost(bounds: StageBounds, own: int) -> bool:
    """Whether the position has lost anything that was left for a root."""
    board, lost = bounds.scratch.position, 0
    for cell in range(N_CELLS):
        # No early exit, so that LLVM makes vectors of the loop.
        lost |= bounds.left[N_ROW * own + cell] & ~board[CELLS + cell]
    return lost != 0


@routine
def _eliminate_all_but(bounds: StageBounds, own: int) -> None:
    """Eliminate all but the candidates that a root left."""
    board = bounds.scratch.board
    for cell in range(N_CELLS):
        left = np.int64(bounds.left[N_ROW * own + cell])
        eliminate_in_cell(bounds.scratch, cell, board[CELLS + cell] & ~left)


@routine
def _note_lost(bounds: StageBounds, own: int) -> None:
    """Note the candidates left by a root that the position has lost."""
    board = bounds.scratch.position
    for cell in range(N_CELLS):
        lost = np.int64(bounds.left[N_ROW * own + cell]) & ~board[CELLS + cell]
        while lost:
            note_eliminated(bounds.scratch, cell, lowest(lost))
            lost &= lost - 1


@routine
def _eliminate_by_rules(scratch: PositionBound, roots: SinglesBounds, level: int) -> None:
    """Apply the rules of a level until none eliminates anything or there is a clash."""
    words, goes_on = scratch.words, True
    if level == BY_DYNAMIC:
        begin_part(roots)
    while goes_on and words[CLASHES] == 0:
        place_singles(scratch)
        if words[CLASHES] == 0:
            if level >= BY_PATTERNS and words[CHANGED]:
                eliminate_by_patterns(scratch)
            elif level == BY_DYNAMIC:
                goes_on = eliminate_by_roots(scratch, roots)
            else:
                goes_on = level >= BY_CHAINS and eliminate_by_links(scratch, level)


@routine
def _keep(bounds: StageBounds, own: int, root: int) -> None:
    """Keep the bound of a root."""
    if bounds.scratch.words[CLASHES]:
        _keep_clash(bounds, own, root)
        return
    bounds.clashes[own], bounds.is_listed[own] = 0, 1
    for cell in range(N_CELLS):
        bounds.left[N_ROW * own + cell] = bounds.scratch.board[CELLS + cell]


@part
def _keep_clash(bounds: StageBounds, own: int, root: int) -> None:
    """Keep that a root comes to a contradiction: its tree has no more than itself for certain."""
    bounds.clashes[own], bounds.is_listed[own] = 1, 1
    for cell in range(N_CELLS):
        bounds.left[N_ROW * own + cell] = 0
    if root & 1:
        bounds.left[N_ROW * own + root // 2 // SIZE] = 1 << root // 2 % SIZE


@routine
def _list_needed(bounds: StageBounds, level: int) -> bool:
    """List the roots from which chains may be found, if there are any; return whether there are."""
    board, is_any = bounds.scratch.position, False
    for root in range(N_ROOTS):
        bounds.found[root] = 0
    for group in range(N_GROUPS):
        is_any |= _need_group(bounds, level, group)
    for cell in range(N_CELLS):
        rest = board[CELLS + cell]
        while rest:
            root = 2 * (SIZE * cell + lowest(rest))
            is_any |= _need_refuted(bounds, level, root)
            if size_of(board[CELLS + cell]) > 2:
                is_any |= _need_double(bounds, level, root)
            rest &= rest - 1
    if is_any:
        for root in range(N_ROOTS):
            bounds.needed[root] = bounds.found[root]
    return is_any


@routine
def _need_group(bounds: StageBounds, level: int, group: int) -> bool:
    """Need the trees of a group, if these may have anything in common."""
    members = members_of(bounds.scratch.position, group)
    if members == 0:
        return False
    rest = members
    _begin_union(bounds)
    while rest:
        _unite(bounds, N_ROOTS * level + 2 * candidate_in(group, lowest(rest)) + 1)
        rest &= rest - 1
    if not _eliminates_any(bounds):
        return False
    while members:
        bounds.found[2 * candidate_in(group, lowest(members)) + 1] = 1
        members &= members - 1
    return True


@routine
def _need_refuted(bounds: StageBounds, level: int, root: int) -> bool:
    """Need the trees of a candidate that is on, or off, if they may refute it."""
    is_any = False
    for own in (root, root + 1):
        if bounds.clashes[N_ROOTS * level + own]:
            bounds.found[own] = 1
            is_any = True
    return is_any


@routine
def _need_double(bounds: StageBounds, level: int, root: int) -> bool:
    """Need the trees of a candidate that is on and off, if they may have anything in common."""
    _begin_union(bounds)
    _unite(bounds, N_ROOTS * level + root)
    _unite(bounds, N_ROOTS * level + root + 1)
    if not _eliminates_any(bounds):
        return False
    bounds.found[root] = bounds.found[root + 1] = 1
    return True


@part
def _begin_union(bounds: StageBounds) -> None:
    for cell in range(N_ROW):
        bounds.union[cell] = 0


@part
def _unite(bounds: StageBounds, own: int) -> None:
    """Add the candidates left by a root to the union."""
    for cell in range(N_ROW):
        bounds.union[cell] |= bounds.left[N_ROW * own + cell]


@part
def _eliminates_any(bounds: StageBounds) -> bool:
    """Whether the position has anything that the union has not."""
    board, gone = bounds.scratch.position, 0
    for cell in range(N_CELLS):
        gone |= board[CELLS + cell] & ~bounds.union[cell]
    return gone != 0
