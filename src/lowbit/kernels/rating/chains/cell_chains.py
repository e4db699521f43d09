"""Eliminations of all cell forcing chains up to a length, found at once.

One of the digits of a cell is true. A candidate that is off after so many hops from each of them
falls: nothing is eliminated in between, so each node follows from one other, and the lengths of the
paths add up.

::

    offs    for each candidate a row for no hop, one hop ... until none brings anything:
            the candidates off after so many or fewer
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from lowbit.kernels.core.bits import lowest, size_of
from lowbit.kernels.core.compile import part, routine
from lowbit.kernels.rating.chains.graph import N_CANDIDATES, N_LIVE, Graph
from lowbit.kernels.rating.chains.reach import MOST_WORDS, N_WORDS, Reach
from lowbit.kernels.rating.position.state import CELLS
from lowbit.kernels.rating.position.steps import N_ELIMINATED, add_eliminated, begin_step
from lowbit.kernels.rating.position.tables import HOUSES_OF, N_CELLS, N_HOUSES, SIZE

if TYPE_CHECKING:
    from lowbit.kernels.core.arrays import Words

MOST_HOPS: Final = 12
"""Hops from all digits of a cell together; the few chains that take more are not looked for."""

N_ROWS: Final = MOST_HOPS + 1

FEWEST: Final = 3
"""Digits of a cell: with two, a chain from one candidate eliminates the same."""

N_SET: Final = -(-N_CANDIDATES // 64)
"""Words of a set of candidates, at most."""

IN_CELL: Final = N_HOUSES * SIZE
"""Groups of candidates that exclude each other: of a digit in each house, and from here of each
cell."""


class CellChains(NamedTuple):
    """Scratch of one thread.

    Attributes
    ----------
    groups : int64[:]
        The candidates of each group, as sets.
    excluded : int64[729 * 12]
        For each candidate those that it excludes.
    offs : int64[:]
        See above.
    n_hops : int64[9]
        For each digit of a cell the hops of its last row.
    common : int64[:]
        The candidates off for several digits, by the hops from all of them together.
    eliminated : int64[12]
        The eliminations.
    on, new, fresh : int64[:]
        The ends (`reach.py`) that are on, those that came in with the last hop, and those that the
        next one leads to.
    """

    groups: Words
    excluded: Words
    offs: Words
    n_hops: Words
    common: Words
    eliminated: Words
    on: Words
    new: Words
    fresh: Words


def new_cell_chains() -> CellChains:
    """Return scratch for a thread."""
    n_rows = N_ROWS * N_SET
    sets = ((IN_CELL + N_CELLS) * N_SET, N_CANDIDATES * N_SET, SIZE * n_rows, SIZE, n_rows, N_SET)
    return CellChains(*(np.zeros(size, np.int64) for size in (*sets, *3 * (MOST_WORDS,))))


@routine
def find_eliminated_by_cells(
    state: Words, step: Words, graph: Graph, reach: Reach, space: CellChains, longest: int
) -> bool:
    """Write as a step all that cell chains eliminate, no longer than the longest allowed.

    Parameters
    ----------
    graph, reach
        Those of a pass over X and Y in this position, in which no chain refutes anything.
    """
    n_set = (graph.words[N_LIVE] + 63) // 64
    _list_excluded(graph, space, n_set)
    for word in range(n_set):
        space.eliminated[word] = 0
    for cell in range(N_CELLS):
        n_digits = size_of(state[CELLS + cell])
        if n_digits >= FEWEST and longest >= 2 * n_digits:
            first = graph.index_of[SIZE * cell + lowest(state[CELLS + cell])]
            most = min(MOST_HOPS, longest // 2 - n_digits)
            _add_eliminated_by(graph, reach, space, first, n_digits, most)
    begin_step(step, 0, 0)
    for word in range(n_set):
        eliminated = space.eliminated[word]
        while eliminated:
            candidate = graph.candidate_of[64 * word + lowest(eliminated)]
            add_eliminated(step, candidate // SIZE, 1 << candidate % SIZE)
            eliminated &= eliminated - 1
    return step[N_ELIMINATED] > 0


@routine
def _list_excluded(graph: Graph, space: CellChains, n_set: int) -> None:
    """List the candidates that each excludes in its houses and its cell."""
    for word in range(n_set * (IN_CELL + N_CELLS)):
        space.groups[word] = 0
    for index in range(graph.words[N_LIVE]):
        for kind in range(4):
            row = n_set * _group(graph.candidate_of[index], kind)
            space.groups[row + index // 64] |= 1 << index % 64
    for index in range(graph.words[N_LIVE]):
        own = n_set * index
        for word in range(n_set):
            space.excluded[own + word] = 0
        for kind in range(4):
            row = n_set * _group(graph.candidate_of[index], kind)
            for word in range(n_set):
                space.excluded[own + word] |= space.groups[row + word]
        space.excluded[own + index // 64] &= ~(1 << index % 64)


@part
def _group(candidate: int, kind: int) -> int:
    """Return one of the four groups that a candidate is in."""
    cell, digit = candidate // SIZE, candidate % SIZE
    return IN_CELL + cell if kind == 3 else SIZE * HOUSES_OF[cell, kind] + digit


@routine
def _add_eliminated_by(
    graph: Graph, reach: Reach, space: CellChains, first: int, n_digits: int, most: int
) -> None:
    """Add the eliminations of a cell, whichever digit is true, by so many hops together."""
    n_set = (graph.words[N_LIVE] + 63) // 64
    for number in range(n_digits):
        _list_offs(reach, space, first + number, number, most, n_set)
    if not _may_meet(space, n_digits, n_set):
        return
    for hops in range(most + 1):
        row = n_set * min(hops, space.n_hops[0])
        for word in range(n_set):
            space.common[n_set * hops + word] = space.offs[row + word]
    for number in range(1, n_digits):
        _meet(space, number, most, n_set)
    for word in range(n_set):
        space.eliminated[word] |= space.common[n_set * most + word]


@routine
def _list_offs(
    reach: Reach, space: CellChains, index: int, number: int, most: int, n_set: int
) -> None:
    """List the candidates off after each number of hops from one of those of a cell."""
    at, n_words, n_hops = N_ROWS * n_set * number, reach.words[N_WORDS], 0
    for word in range(n_set):
        space.offs[at + word] = space.excluded[n_set * index + word]
    for word in range(n_words):
        space.on[word] = space.new[word] = 0
    for word in range(n_words):
        ends = reach.excluded[n_words * index + word]
        while ends:
            row = n_words * (64 * word + lowest(ends))
            for place in range(n_words):
                space.new[place] |= reach.strong[row + place]
            ends &= ends - 1
    while n_hops < most and _hop(reach, space, at + n_set * (n_hops + 1), n_set):
        n_hops += 1
    space.n_hops[number] = n_hops


@part
def _hop(reach: Reach, space: CellChains, to: int, n_set: int) -> bool:
    """List a row for one hop more, and the ends that the next one leads to, if any came in."""
    n_words, is_any = reach.words[N_WORDS], 0
    for word in range(n_words):
        is_any |= space.new[word]
        space.on[word] |= space.new[word]
        space.fresh[word] = 0
    for word in range(n_set):
        space.offs[to + word] = space.offs[to - n_set + word]
    for word in range(n_words):
        ends = space.new[word]
        while ends:
            end = 64 * word + lowest(ends)
            row = n_set * reach.ends[end]
            for place in range(n_set):
                space.offs[to + place] |= space.excluded[row + place]
            for place in range(n_words):
                space.fresh[place] |= reach.following[n_words * end + place]
            ends &= ends - 1
    for word in range(n_words):
        space.new[word] = space.fresh[word] & ~space.on[word]
    return is_any != 0


@part
def _may_meet(space: CellChains, n_digits: int, n_set: int) -> bool:
    """Whether the digits of a cell eliminate anything after all their hops, be it any of them."""
    is_any = 0
    for word in range(n_set):
        common = -1
        for number in range(n_digits):
            # The last rows hold the most; if these have nothing in common, no earlier ones do.
            common &= space.offs[n_set * (N_ROWS * number + space.n_hops[number]) + word]
        is_any |= common
    return is_any != 0


@part
def _meet(space: CellChains, number: int, most: int, n_set: int) -> None:
    """Leave the eliminations that a further digit shares, by hops that add up."""
    at, n_hops = N_ROWS * n_set * number, space.n_hops[number]
    # Downwards: smaller totals are read, and must still be without this digit.
    for total in range(most, -1, -1):
        for word in range(n_set):
            both = 0
            for hops in range(min(total, n_hops) + 1):
                before = space.common[n_set * (total - hops) + word]
                both |= before & space.offs[at + n_set * hops + word]
            space.common[n_set * total + word] = both
