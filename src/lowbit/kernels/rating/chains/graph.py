"""The candidates of a position and the links between them, for cycles and forcing chains.

A candidate that is on excludes others, one that is off forces others. In a pass over X links all go
through houses; in one over Y links a candidate that is off forces through its cell alone; in one
over both, through either.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from lowbit.kernels.core.bits import lowest, size_of
from lowbit.kernels.core.compile import part, routine
from lowbit.kernels.rating.position.state import AT, CELLS
from lowbit.kernels.rating.position.steps import N_STEP
from lowbit.kernels.rating.position.tables import (
    CELL_AT,
    COLUMN,
    HOUSES_OF,
    IN_CHAINS,
    N_CELLS,
    N_HOUSES,
    PLACE_IN,
    SHARED,
    SIZE,
)
from lowbit.kernels.rating.trees.rank import is_better, length_rating

if TYPE_CHECKING:
    from lowbit.kernels.core.arrays import Floats, Numbers, Words

N_CANDIDATES: Final = N_CELLS * SIZE
MOST_FORCED: Final = 3
"""The most candidates that the houses of one that is off can force."""
N_HOPS: Final = N_CANDIDATES * 28 * 4
"""As many as there can be: a candidate excludes 28 others, and each of them forces four."""

X_PASS, Y_PASS, XY_PASS = range(3)
KEY_OF_X: Final = 2
SHORTEST: Final = 4
"""The length of the shortest cycles, and of the shortest chains from a candidate that is off."""


class Graph(NamedTuple):
    """The candidates of a position and the links between them.

    Attributes
    ----------
    step : int64[:]
        The best step so far.
    words : int64[:]
        The length and kind of the best step, and the numbers named below.
    candidate_of, index_of : int64[729]
        The candidate of each index, and the other way round.
    forced : int64[3 * 729]
        The candidates that each, being off, forces through its houses, by index.
    n_forced : int64[729]
        How many these are.
    mates : int64[729]
        The other candidate of a cell that has two, or -1.
    starts : int64[730]
        Where the hops of each candidate begin.
    by, to : int32[:]
        By way of which candidate each hop leads, and to which one.
    came, came_by : int64[729]
        The candidate from which a search reached each, and the one between.
    seen : int64[729]
        The number of the search that reached it last.
    queue : int64[729]
        The candidates that it has reached, in order.
    path : int64[3 * 729]
        The candidates on a path.
    best : float64[1]
        The rating of the best hint so far.
    ends_at : int64[243]
        For each digit and house the places of candidates that force something where they are off,
        where the hops of a pass were listed.
    """

    step: Words
    words: Words
    candidate_of: Words
    index_of: Words
    forced: Words
    n_forced: Words
    mates: Words
    starts: Words
    by: Numbers
    to: Numbers
    came: Words
    came_by: Words
    seen: Words
    queue: Words
    path: Words
    best: Floats
    ends_at: Words


N_SEARCHES, N_LIVE, CYCLE_KEY = range(2, 5)
"""Places in `Graph.words`: the number of searches, that of candidates, and the rank of cycles
beside chains."""


def new_graph() -> Graph:
    """Return room for the graph of a position."""
    n = N_CANDIDATES
    return Graph(
        np.zeros(N_STEP, np.int64),
        np.zeros(CYCLE_KEY + 1, np.int64),
        np.zeros(n, np.int64),
        np.zeros(n, np.int64),
        np.zeros(MOST_FORCED * n, np.int64),
        np.zeros(n, np.int64),
        np.zeros(n, np.int64),
        np.zeros(n + 1, np.int64),
        np.zeros(N_HOPS, np.int32),
        np.zeros(N_HOPS, np.int32),
        np.zeros(n, np.int64),
        np.zeros(n, np.int64),
        np.zeros(n, np.int64),
        np.zeros(n, np.int64),
        np.zeros(MOST_FORCED * n, np.int64),
        np.zeros(1),
        np.zeros(N_HOUSES * SIZE, np.int64),
    )


@routine
def list_candidates(state: Words, graph: Graph) -> None:
    """List the candidates, and those that each forces where it is off."""
    n_live = 0
    for cell in range(N_CELLS):
        mask = state[CELLS + cell]
        while mask:
            candidate = SIZE * cell + lowest(mask)
            graph.candidate_of[n_live], graph.index_of[candidate] = candidate, n_live
            n_live += 1
            mask &= mask - 1
    graph.words[N_LIVE] = n_live
    for index in range(n_live):
        graph.mates[index], graph.n_forced[index] = -1, 0
    for cell in range(N_CELLS):
        mask = state[CELLS + cell]
        if size_of(mask) == 2:
            first = graph.index_of[SIZE * cell + lowest(mask)]
            # The candidates of a cell have successive indices.
            graph.mates[first], graph.mates[first + 1] = first + 1, first
    for kind in IN_CHAINS:
        # Houses of a kind follow each other, each with nine digits.
        for group in range(SIZE * SIZE * kind, SIZE * SIZE * (kind + 1)):
            places = state[AT + group]
            if size_of(places) == 2:
                house, digit = group // SIZE, group % SIZE
                one = graph.index_of[SIZE * CELL_AT[house, lowest(places)] + digit]
                other = graph.index_of[SIZE * CELL_AT[house, lowest(places & (places - 1))] + digit]
                _add_forced(graph, one, other)
                _add_forced(graph, other, one)


@part
def _add_forced(graph: Graph, index: int, forced: int) -> None:
    """Add a candidate that another one forces, unless another house forces it, too."""
    at = MOST_FORCED * index
    for number in range(graph.n_forced[index]):
        if graph.forced[at + number] == forced:
            return
    graph.forced[at + graph.n_forced[index]] = forced
    graph.n_forced[index] += 1


@routine
def list_hops(state: Words, graph: Graph, kind: int, digits: int) -> None:
    """List the hops of a pass from candidates of some digits."""
    _list_ends(graph)
    n_hops = 0
    for index in range(graph.words[N_LIVE]):
        graph.starts[index] = n_hops
        candidate = graph.candidate_of[index]
        cell, digit = candidate // SIZE, candidate % SIZE
        if digits >> digit & 1 == 0:
            continue
        if kind != X_PASS:
            mask = state[CELLS + cell] & ~(1 << digit)
            while mask:
                other = graph.index_of[SIZE * cell + lowest(mask)]
                n_hops = _add_hops(graph, kind, other, n_hops)
                mask &= mask - 1
        for house_kind in IN_CHAINS:
            house = HOUSES_OF[cell, house_kind]
            places = graph.ends_at[SIZE * house + digit] & ~(1 << PLACE_IN[cell, house_kind])
            # The box came before, with the places that the line shares with it.
            if house >= COLUMN:
                places &= ~SHARED[house, HOUSES_OF[cell, 0]]
            while places:
                peer = CELL_AT[house, lowest(places)]
                n_hops = _add_hops(graph, kind, graph.index_of[SIZE * peer + digit], n_hops)
                places &= places - 1
    graph.starts[graph.words[N_LIVE]] = n_hops


@routine
def _list_ends(graph: Graph) -> None:
    """List the places of candidates that force something where they are off."""
    for group in range(N_HOUSES * SIZE):
        graph.ends_at[group] = 0
    for index in range(graph.words[N_LIVE]):
        if graph.mates[index] >= 0 or graph.n_forced[index]:
            cell, digit = graph.candidate_of[index] // SIZE, graph.candidate_of[index] % SIZE
            for kind in range(3):
                group = SIZE * HOUSES_OF[cell, kind] + digit
                graph.ends_at[group] |= 1 << PLACE_IN[cell, kind]


@part
def _add_hops(graph: Graph, kind: int, off: int, n_hops: int) -> int:
    """Add the hops by way of a candidate that is off; return how many there are now."""
    if kind != X_PASS and graph.mates[off] >= 0:
        graph.by[n_hops], graph.to[n_hops] = off, graph.mates[off]
        n_hops += 1
    if kind != Y_PASS:
        for number in range(graph.n_forced[off]):
            graph.by[n_hops], graph.to[n_hops] = off, graph.forced[MOST_FORCED * off + number]
            n_hops += 1
    return n_hops


@routine
def key_of(kind: int) -> int:
    """Return the rank of a pass among those of one rating and length; there is room beside it."""
    return 4 * (KEY_OF_X + kind)


@part
def is_wanted(graph: Graph, kind: int, base: Floats, length: int, key: int) -> bool:
    """Whether anything so long could go before the best hint so far."""
    rating = base[kind] + length_rating(length)
    return is_better(rating, length, key, graph.best, graph.words)
