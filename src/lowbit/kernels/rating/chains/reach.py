"""Implications of each candidate being off: sets that grow hop by hop, without parents.

An *end* is a candidate of a strong link: where it is off, it forces others to be on. Chains lead
from end to end, so that only these need a set each, and these sets have only ends in them. Whether
a candidate is refuted, or a cycle closes, shows in which ends it excludes.

Sets mostly have a word or two. So the inner loops are compiled for one and for two apart.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from lowbit.kernels.core.bits import lowest
from lowbit.kernels.core.compile import part, routine
from lowbit.kernels.rating.chains.graph import (
    MOST_FORCED,
    N_CANDIDATES,
    N_LIVE,
    X_PASS,
    Y_PASS,
    Graph,
)
from lowbit.kernels.rating.position.state import STALE
from lowbit.kernels.rating.position.tables import HOUSES_OF, N_CELLS, N_HOUSES, SIZE

if TYPE_CHECKING:
    from lowbit.kernels.core.arrays import Words

MOST_ENDS: Final = 2 * (N_HOUSES * SIZE + N_CELLS)
"""Two candidates each for a house and a digit, and for a cell."""

MOST_WORDS: Final = -(-MOST_ENDS // 64)

X_FINDER: Final = 14
"""X chains and cycles stay in one digit; where they were looked for in vain they are not before it
changes."""

N_ENDS, N_WORDS, N_HOPS, IS_GROWING = range(4)
"""Places in `Reach.words`: how many ends there are, how many words their sets have, over how many
strong links these have grown, and whether the last one brought anything."""


class Reach(NamedTuple):
    """The ends that follow from each end of a position being off.

    Attributes
    ----------
    words : int64[4]
        See above.
    ends : int64[:]
        The index of each end among the candidates.
    number_of : int64[729]
        The number of each candidate among the ends; -1 if it is none.
    in_house, in_cell, in_digit : int64[:]
        The ends of each digit in each house, of each cell, and of each digit, as sets.
    excluded : int64[:]
        For each candidate the ends that are off where it is on.
    strong : int64[:]
        For each end those that it forces where it is off.
    following : int64[:]
        For each end those that follow by one hop where it is on: by way of one that it excludes.
    on, new : int64[:]
        For each end those that are on where it is off, and those that came in with the last hop.
    active : int64[:]
        The ends to whose sets the last hop brought anything.
    fresh : int64[:]
        One set.
    """

    words: Words
    ends: Words
    number_of: Words
    in_house: Words
    in_cell: Words
    in_digit: Words
    excluded: Words
    strong: Words
    following: Words
    on: Words
    new: Words
    active: Words
    fresh: Words


def new_reach() -> Reach:
    """Return room for the ends of a position."""
    n_sets = (N_HOUSES * SIZE, N_CELLS, SIZE, N_CANDIDATES, *4 * (MOST_ENDS,), 1, 1)
    return Reach(
        np.zeros(4, np.int64),
        np.zeros(MOST_ENDS, np.int64),
        np.zeros(N_CANDIDATES, np.int64),
        *(np.zeros(MOST_WORDS * n, np.int64) for n in n_sets),
    )


@routine
def list_ends(graph: Graph, reach: Reach) -> None:
    """List the ends of a position by house, cell and digit."""
    n_ends = 0
    for index in range(graph.words[N_LIVE]):
        reach.number_of[index] = -1
        if graph.n_forced[index] or graph.mates[index] >= 0:
            reach.number_of[index], reach.ends[n_ends] = n_ends, index
            n_ends += 1
    n_words = (n_ends + 63) // 64
    reach.words[N_ENDS], reach.words[N_WORDS] = n_ends, n_words
    for word in range(n_words * N_HOUSES * SIZE):
        reach.in_house[word] = 0
    for word in range(n_words * N_CELLS):
        reach.in_cell[word] = 0
    for word in range(n_words * SIZE):
        reach.in_digit[word] = 0
    for end in range(n_ends):
        candidate = graph.candidate_of[reach.ends[end]]
        cell, digit = candidate // SIZE, candidate % SIZE
        for kind in range(3):
            _add(reach.in_house, n_words * (SIZE * HOUSES_OF[cell, kind] + digit), end)
        _add(reach.in_cell, n_words * cell, end)
        _add(reach.in_digit, n_words * digit, end)


@part
def _add(sets: Words, row: int, end: int) -> None:
    """Add an end to a set."""
    sets[row + end // 64] |= 1 << end % 64


@routine
def begin_reach(state: Words, graph: Graph, reach: Reach, kind: int, is_first: bool) -> None:
    """Begin a pass: where an end is off, those that it forces are on."""
    _list_strong(state, graph, reach, kind)
    if reach.words[N_WORDS] == 1:
        _list_links(graph, reach, kind, is_first, 1)
    elif reach.words[N_WORDS] == 2:
        _list_links(graph, reach, kind, is_first, 2)
    else:
        _list_links(graph, reach, kind, is_first, reach.words[N_WORDS])
    reach.words[N_HOPS], reach.words[IS_GROWING] = 1, 1


@part
def _list_links(graph: Graph, reach: Reach, kind: int, is_first: bool, n_words: int) -> None:
    """List the exclusions of candidates, in the last two passes in cells, too, and the hops."""
    # Exclusions in houses are the same in all passes, and those in cells come on top.
    if kind == X_PASS or is_first:
        _list_excluded(graph, reach, n_words)
    if kind == Y_PASS or (is_first and kind != X_PASS):
        _add_excluded_in_cells(graph, reach, n_words)
    _list_following(reach, n_words)


@part
def _list_following(reach: Reach, n_words: int) -> None:
    """List the ends that follow by one hop from each."""
    for end in range(reach.words[N_ENDS]):
        row, by = n_words * end, n_words * reach.ends[end]
        for word in range(n_words):
            reach.following[row + word] = 0
        if not leads_on(reach, end):
            continue
        for word in range(n_words):
            excluded = reach.excluded[by + word]
            while excluded:
                off = n_words * (64 * word + lowest(excluded))
                for place in range(n_words):
                    reach.following[row + place] |= reach.strong[off + place]
                excluded &= excluded - 1


@part
def _list_excluded(graph: Graph, reach: Reach, n_words: int) -> None:
    """List the ends that each candidate excludes in its houses."""
    for index in range(graph.words[N_LIVE]):
        candidate = graph.candidate_of[index]
        cell, digit = candidate // SIZE, candidate % SIZE
        box = n_words * (SIZE * HOUSES_OF[cell, 0] + digit)
        column = n_words * (SIZE * HOUSES_OF[cell, 1] + digit)
        line = n_words * (SIZE * HOUSES_OF[cell, 2] + digit)
        row = n_words * index
        for word in range(n_words):
            ends = reach.in_house[box + word] | reach.in_house[column + word]
            reach.excluded[row + word] = ends | reach.in_house[line + word]
        own = reach.number_of[index]
        if own >= 0:
            reach.excluded[row + own // 64] &= ~(1 << own % 64)


@part
def _add_excluded_in_cells(graph: Graph, reach: Reach, n_words: int) -> None:
    """Add the ends that each candidate excludes in its cell."""
    for index in range(graph.words[N_LIVE]):
        row, cell = n_words * index, n_words * (graph.candidate_of[index] // SIZE)
        for word in range(n_words):
            reach.excluded[row + word] |= reach.in_cell[cell + word]
        own = reach.number_of[index]
        if own >= 0:
            reach.excluded[row + own // 64] &= ~(1 << own % 64)


@routine
def _list_strong(state: Words, graph: Graph, reach: Reach, kind: int) -> None:
    """List the ends that each forces, with which its sets begin."""
    n_words, changed = reach.words[N_WORDS], state[STALE + X_FINDER] >> N_HOUSES
    for word in range(n_words):
        reach.active[word] = 0
    for end in range(reach.words[N_ENDS]):
        row, index = n_words * end, reach.ends[end]
        for word in range(n_words):
            reach.strong[row + word] = 0
        if kind != X_PASS and graph.mates[index] >= 0:
            _add(reach.strong, row, reach.number_of[graph.mates[index]])
        # Over X, a digit that has not changed has no chain: it stays without links.
        has_changed = changed >> graph.candidate_of[index] % SIZE & 1
        if kind != Y_PASS and (has_changed or kind != X_PASS):
            for number in range(graph.n_forced[index]):
                forced = graph.forced[MOST_FORCED * index + number]
                _add(reach.strong, row, reach.number_of[forced])
        for word in range(n_words):
            reach.on[row + word] = reach.new[row + word] = reach.strong[row + word]
        if leads_on(reach, end):
            _add(reach.active, 0, end)


@routine
def leads_on(reach: Reach, end: int) -> bool:
    """Whether an end forces anything in this pass."""
    row, strong = reach.words[N_WORDS] * end, 0
    for word in range(reach.words[N_WORDS]):
        strong |= reach.strong[row + word]
    return strong != 0


@routine
def grow(reach: Reach) -> None:
    """Let all sets grow by one hop."""
    if reach.words[N_WORDS] == 1:
        grown = _grow(reach, 1)
    elif reach.words[N_WORDS] == 2:
        grown = _grow(reach, 2)
    else:
        grown = _grow(reach, reach.words[N_WORDS])
    reach.words[N_HOPS] += 1
    reach.words[IS_GROWING] = grown != 0


@part
def _grow(reach: Reach, n_words: int) -> int:
    """Let all sets grow; return the ends that came in."""
    grown = 0
    for place in range(n_words):
        ends, still = reach.active[place], 0
        while ends:
            if _grow_end(reach, 64 * place + lowest(ends), n_words):
                # The lowest bit is that of the end that has just grown.
                still |= ends & -ends
            ends &= ends - 1
        reach.active[place] = still
        grown |= still
    return grown


@part
def _grow_end(reach: Reach, end: int, n_words: int) -> int:
    """Let the set of an end grow; return the ends that came in."""
    row, grown = n_words * end, 0
    for word in range(n_words):
        reach.fresh[word] = 0
    for word in range(n_words):
        new = reach.new[row + word]
        while new:
            other = n_words * (64 * word + lowest(new))
            for place in range(n_words):
                reach.fresh[place] |= reach.following[other + place]
            new &= new - 1
    for word in range(n_words):
        new = reach.fresh[word] & ~reach.on[row + word]
        reach.new[row + word] = new
        reach.on[row + word] |= new
        grown |= new
    return grown


@routine
def first_refuted(graph: Graph, reach: Reach) -> int:
    """Return the first candidate that the last hop refutes; the number of all if none.

    It excludes an end, from which something follows that excludes it.
    """
    if reach.words[N_WORDS] == 1:
        return _first_refuted(graph, reach, 1)
    if reach.words[N_WORDS] == 2:
        return _first_refuted(graph, reach, 2)
    return _first_refuted(graph, reach, reach.words[N_WORDS])


@part
def _first_refuted(graph: Graph, reach: Reach, n_words: int) -> int:
    for index in range(graph.words[N_LIVE]):
        if _is_refuted(reach, index, n_words, True):
            return index
    return graph.words[N_LIVE]


@part
def _is_refuted(reach: Reach, index: int, n_words: int, is_new: bool) -> bool:
    """Whether two ends that a candidate excludes lead to each other, by the last hop or by any."""
    row, sets = n_words * index, reach.new if is_new else reach.on
    for word in range(n_words):
        excluded = reach.excluded[row + word]
        if is_new:
            excluded &= reach.active[word]
        while excluded:
            off = n_words * (64 * word + lowest(excluded))
            for place in range(n_words):
                if sets[off + place] & reach.excluded[row + place]:
                    return True
            excluded &= excluded - 1
    return False


@routine
def list_refuted(graph: Graph, reach: Reach) -> int:
    """List in `graph.queue` all candidates that are refuted so far; return how many they are."""
    if reach.words[N_WORDS] == 1:
        return _list_refuted(graph, reach, 1)
    if reach.words[N_WORDS] == 2:
        return _list_refuted(graph, reach, 2)
    return _list_refuted(graph, reach, reach.words[N_WORDS])


@part
def _list_refuted(graph: Graph, reach: Reach, n_words: int) -> int:
    n_refuted = 0
    for index in range(graph.words[N_LIVE]):
        if _is_refuted(reach, index, n_words, False):
            graph.queue[n_refuted] = index
            n_refuted += 1
    return n_refuted


@routine
def first_forced(graph: Graph, reach: Reach) -> int:
    """Return the first candidate that follows from its being off; the number of all if none."""
    for end in range(reach.words[N_ENDS]):
        if reach.on[reach.words[N_WORDS] * end + end // 64] >> end % 64 & 1:
            return reach.ends[end]
    return graph.words[N_LIVE]
