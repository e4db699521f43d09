"""Sets of placements that leave one of the solutions known of a puzzle.

::

    solutions   0 1 2 3 4 5 6 7          a placement is a digit in a cell: the set of the solutions
    r1c2 = 3    x . x . . x . x          that have it, as bits
    r4c7 = 8    . x x x . . . .
    both        . . x . . . . .    ──>   with both as givens, solution 2 is the only one

Placements are tried in order, the last one in the innermost loop: no puzzle is searched. Where more
solutions may exist than are known, the same sets are only those that may leave one: then one at
most is known to be left, and a search has to tell.

Minimal puzzles need each placement: without any one of them, several solutions are left.

The kernel returns where the room for what it finds is full, and goes on from there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from lowbit.kernels.core.bits import lowest
from lowbit.kernels.core.compile import kernel, part

if TYPE_CHECKING:
    from lowbit.kernels.core.arrays import Bytes, Flags, Numbers, UnsignedWords, Words

MOST_ADDED: Final = 4
"""The most placements of a set."""

FIRST: Final = 2
"""The column of what is found from which on the placements stand, behind puzzle and solution."""

N_FOUND: Final = FIRST + MOST_ADDED

PUZZLE, DEPTH, TESTED, AT = range(4)
"""Words of `PlacementSpace.state`: the puzzle; how many placements are chosen, NOBODY before it is
begun; the sets tried so far; and from here on the number of each placement."""

NOBODY: Final = -1
ZERO, ONE = np.uint64(0), np.uint64(1)


class Reduced(NamedTuple):
    """Puzzles to which givens are added.

    Attributes
    ----------
    solutions : uint8[n, n_cells]
        Known solutions of any of them.
    ranges : int64[k, r, 2]
        From which row up to which the solutions of each puzzle stand, in several pieces.
    is_whole : bool[k]
        Whether these are all of its solutions.
    allowed : int64[k, n_cells]
        The digits that may be added to each cell.
    """

    solutions: Bytes
    ranges: Words
    is_whole: Flags
    allowed: Words


class PlacementSpace(NamedTuple):
    """Scratch, and where the kernel stands.

    Attributes
    ----------
    sets : uint64[p, w]
        The solutions of each placement.
    places : int32[p, 2]
        The cell and the digit of each.
    rows : int64[m]
        The solutions of the puzzle.
    common : uint64[5, w]
        The solutions that the first placements have in common.
    seen : int64[2, n_cells]
        The digits that solutions of the puzzle have in a cell, and those that several have.
    state : int64[AT + 4]
    """

    sets: UnsignedWords
    places: Numbers
    rows: Words
    common: UnsignedWords
    seen: Words
    state: Words


class WantedSets(NamedTuple):
    """The sets of placements that are wanted.

    Attributes
    ----------
    added : int
        How many placements, at least 1.
    minimal : bool
        Whether to leave out sets of which a placement is not needed.
    size : int
        The number of digits.
    """

    added: int
    minimal: bool
    size: int


def new_space(reduced: Reduced, wanted: WantedSets) -> PlacementSpace:
    """Return room for the placements of these puzzles; of single ones, nothing is kept."""
    is_kept = wanted.added > 1
    n_solutions = int((reduced.ranges[..., 1] - reduced.ranges[..., 0]).sum(axis=1).max(initial=0))
    n_words = max(1, -(-n_solutions // 64))
    n_places = wanted.size * int(np.count_nonzero(reduced.allowed, axis=1).max(initial=0))
    state = np.zeros(AT + MOST_ADDED, np.int64)
    state[DEPTH] = NOBODY
    return PlacementSpace(
        np.zeros((is_kept * n_places, n_words), np.uint64),
        np.zeros((is_kept * n_places, 2), np.int32),
        np.zeros(is_kept * n_solutions, np.int64),
        np.zeros((MOST_ADDED + 1, n_words), np.uint64),
        np.zeros((2, reduced.allowed.shape[1]), np.int64),
        state,
    )


@kernel
def add_placements(
    reduced: Reduced, space: PlacementSpace, wanted: WantedSets, found: Numbers
) -> int:
    """Write down sets of placements until there is no room; return how many.

    Parameters
    ----------
    reduced : Reduced
    space : PlacementSpace
        Changed. All is done once its puzzle is the number of puzzles.
    wanted : WantedSets
    found : int32[m, N_FOUND]
        Written to: the puzzle, the row of the only solution (-1 where a search has to tell), and
        ``size * cell + digit - 1`` for each placement.
    """
    state = space.state
    n_found = 0
    while state[PUZZLE] < reduced.is_whole.size:
        n_found = _add_to(reduced, space, wanted, found, n_found)
        if state[DEPTH] != NOBODY:
            return n_found
        state[PUZZLE] += 1
    return n_found


@part
def _add_to(
    reduced: Reduced, space: PlacementSpace, wanted: WantedSets, found: Numbers, n_found: int
) -> int:
    """Go on with a puzzle; its depth is NOBODY in the end, unless there is no room."""
    state, last = space.state, wanted.added - 1
    is_whole = reduced.is_whole[state[PUZZLE]]
    n_words, n_places = _gather(reduced, space, wanted, is_whole)
    if state[DEPTH] == NOBODY:
        state[DEPTH] = state[AT] = 0
    for level in range(state[DEPTH]):
        _meet(space, level, n_words)
    while state[DEPTH] != NOBODY:
        depth = state[DEPTH]
        if depth == last:
            n_found = _try_last(space, wanted, n_words, n_places, is_whole, found, n_found)
            if state[AT + last] < n_places:
                return n_found
        if state[AT + depth] >= n_places - (last - depth):
            state[DEPTH] -= 1
            state[AT + max(0, depth - 1)] += 1
        elif _leads_on(space, wanted, n_words, is_whole):
            state[DEPTH] += 1
            state[AT + depth + 1] = state[AT + depth] + 1
        else:
            state[AT + depth] += 1
    return n_found


@part
def _leads_on(space: PlacementSpace, wanted: WantedSets, n_words: int, is_whole: bool) -> bool:
    """Return whether more placements behind the newest one may be a set that is wanted."""
    depth = space.state[DEPTH]
    n_common = _meet(space, depth, n_words)
    return not (_shares_cell(space, depth) or (is_whole and n_common < 1 + wanted.minimal))


@part
def _try_last(
    space: PlacementSpace,
    wanted: WantedSets,
    n_words: int,
    n_places: int,
    is_whole: bool,
    found: Numbers,
    n_found: int,
) -> int:
    """Try the last placements until there is no more, or no room; return how many were found."""
    state, last = space.state, wanted.added - 1
    while state[AT + last] < n_places:
        if n_found == found.shape[0]:
            return n_found
        n_common = _meet(space, last, n_words)
        may_be_one = n_common == 1 or (n_common == 0 and not is_whole)
        if may_be_one and _is_wanted(space, wanted, n_words, is_whole):
            _write(space, wanted, n_words, is_whole, found[n_found])
            n_found += 1
        state[TESTED] += 1
        state[AT + last] += 1
    return n_found


@part
def _is_wanted(space: PlacementSpace, wanted: WantedSets, n_words: int, is_whole: bool) -> bool:
    """Return whether a set that leaves one solution has all else that is wanted."""
    if _shares_cell(space, wanted.added - 1):
        return False
    return not (is_whole and wanted.minimal) or _needs_all(space, wanted.added, n_words)


@part
def _shares_cell(space: PlacementSpace, depth: int) -> bool:
    """Return whether the newest placement is in the cell of the one before it."""
    if depth == 0:
        return False
    before, newest = space.state[AT + depth - 1], space.state[AT + depth]
    return space.places[before, 0] == space.places[newest, 0]


@part
def _gather(
    reduced: Reduced, space: PlacementSpace, wanted: WantedSets, is_whole: bool
) -> tuple[int, int]:
    """Note the solutions of each placement of a puzzle; return the words of a set, and how many."""
    puzzle, n_rows = space.state[PUZZLE], 0
    for piece in range(reduced.ranges.shape[1]):
        for row in range(reduced.ranges[puzzle, piece, 0], reduced.ranges[puzzle, piece, 1]):
            space.rows[n_rows] = row
            n_rows += 1
    n_words = (n_rows + 63) // 64
    space.common[0, :n_words] = ~ZERO
    if n_rows & 63:
        space.common[0, n_words - 1] = (ONE << np.uint64(n_rows & 63)) - ONE
    n_places = 0
    for cell in range(reduced.allowed.shape[1]):
        allowed = reduced.allowed[puzzle, cell]
        if allowed:
            space.sets[n_places : n_places + wanted.size, :n_words] = ZERO
            for number in range(n_rows):
                place = n_places + reduced.solutions[space.rows[number], cell] - 1
                space.sets[place, number >> 6] |= ONE << np.uint64(number & 63)
            n_places = _keep_useful(space, wanted, cell, allowed, n_places, n_words, is_whole)
    return n_words, n_places


@part
def _keep_useful(
    space: PlacementSpace,
    wanted: WantedSets,
    cell: int,
    allowed: int,
    first: int,
    n_words: int,
    is_whole: bool,
) -> int:
    """Keep the placements of a cell that may help; return how many there are now in all."""
    n_places = first
    for digit in range(wanted.size):
        own = space.sets[first + digit]
        is_empty, is_everywhere = True, True
        for word in range(n_words):
            is_empty &= own[word] == ZERO
            is_everywhere &= own[word] == space.common[0, word]
        is_useless = is_whole and (is_empty or (wanted.minimal and is_everywhere))
        if allowed >> digit & 1 and not is_useless:
            for word in range(n_words):
                space.sets[n_places, word] = own[word]
            space.places[n_places, 0] = cell
            space.places[n_places, 1] = digit + 1
            n_places += 1
    return n_places


@part
def _meet(space: PlacementSpace, depth: int, n_words: int) -> int:
    """Note the solutions that the placement at a depth leaves; return how many, 2 for several."""
    place = space.state[AT + depth]
    before, after, own = space.common[depth], space.common[depth + 1], space.sets[place]
    n_common = 0
    for word in range(n_words):
        left = before[word] & own[word]
        after[word] = left
        n_common += int(_count_few(left))
    return min(n_common, 2)


@part
def _needs_all(space: PlacementSpace, n_added: int, n_words: int) -> bool:
    """Return whether several solutions are left without any one placement of a set.

    The last one is needed: several were left before it.
    """
    for missing in range(n_added - 1):
        n_common = 0
        for word in range(n_words):
            left = space.common[0, word]
            for level in range(n_added):
                if level != missing:
                    left &= space.sets[space.state[AT + level], word]
            n_common += int(_count_few(left))
        if n_common < 2:
            return False
    return True


@part
def _count_few(word: np.uint64) -> np.int64:
    """Return how many bits a word has, 2 for several."""
    return np.int64(word != ZERO) + np.int64(word & (word - ONE) != ZERO)


@part
def _write(
    space: PlacementSpace, wanted: WantedSets, n_words: int, is_whole: bool, row: Numbers
) -> None:
    """Write down the set of placements that is chosen, and the solution that it leaves."""
    row[0] = space.state[PUZZLE]
    row[1] = NOBODY
    if is_whole:
        for word in range(n_words):
            left = space.common[wanted.added, word]
            if left != ZERO:
                row[1] = space.rows[64 * word + lowest(left)]
    for level in range(MOST_ADDED):
        row[FIRST + level] = NOBODY
    for level in range(wanted.added):
        place = space.state[AT + level]
        row[FIRST + level] = wanted.size * space.places[place, 0] + space.places[place, 1] - 1
