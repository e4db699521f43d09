"""The candidates of a position and the links between them, for cycles and forcing chains.

What is on excludes, what is off forces; in a pass over X links all go through houses, in one over Y
links what is off forces through its cell alone, and in one over both either does.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from lowbit.kernels.core.bits import lowest, size_of
from lowbit.kernels.core.compile import part, routine
from lowbit.kernels.rating.rank import is_better, length_rating
from lowbit.kernels.rating.reach import ROOTS, WIDTH, exclude_others, force_all
from lowbit.kernels.rating.state import AT, CELLS, STALE
from lowbit.kernels.rating.steps import N_STEP
from lowbit.kernels.rating.tables import (
    CELL_AT,
    HOUSES_OF,
    IN_CHAINS,
    N_CELLS,
    N_HOUSES,
    PLACE_IN,
    SIZE,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

N_CANDIDATES: Final = N_CELLS * SIZE
MOST_FORCED: Final = 3
"""How many candidates the houses of one that is off can force."""
N_MOST_LINKS: Final = (MOST_FORCED + 1) * N_CANDIDATES
N_HOPS: Final = N_CANDIDATES * 28 * 4
"""As many as there can be: a candidate excludes 28 others, and each of them forces four."""

X_PASS, Y_PASS, XY_PASS = range(3)
KEY_OF_X: Final = 2
FAR: Final = 1 << 20
"""More than any length."""
SHORTEST: Final = 4
"""The length of the shortest cycles, and of the shortest chains from what is off."""


class Graph(NamedTuple):
    """The candidates of a position and the links between them.

    Attributes
    ----------
    step : int64[:]
        The best step so far.
    words : int64[:]
        How many candidates there are, and the lengths below.
    candidate_of, index_of : int64[729]
        The candidate of each index, and the other way round.
    forced : int64[3 * 729]
        What each candidate, being off, forces through its houses, by index.
    n_forced : int64[729]
        How many these are.
    mates : int64[729]
        The other candidate of a cell that has two, or -1.
    starts : int64[730]
        Where the hops of each candidate begin.
    by, to : int32[:]
        By way of which candidate each hop leads, and to which one.
    came, came_by : int64[729]
        From where a search reached a candidate, and by way of what.
    seen : int64[729]
        The number of the search that reached it last.
    queue : int64[729]
        What it has reached, in order.
    path : int64[3 * 729]
        The candidates on a way.
    best : float64[1]
        The rating of the best hint so far.
    group_starts, members : int64[:], int32[:]
        Candidates that exclude each other: by house in digits that have changed, in the others, by
        cell.
    sources, targets : int32[:]
        What forces what, where it is off, in the same order.
    on, off : int64[8 * 729]
        From which roots each candidate is reached, see `lowbit.kernels.rating.reach`.
    pair_starts, pair_ends : int64[:]
        The first candidates of possible cycles, and the last ones, which are off.
    flags : int64[729]
        Whether there may be a cycle from a candidate.
    """

    step: NDArray[np.int64]
    words: NDArray[np.int64]
    candidate_of: NDArray[np.int64]
    index_of: NDArray[np.int64]
    forced: NDArray[np.int64]
    n_forced: NDArray[np.int64]
    mates: NDArray[np.int64]
    starts: NDArray[np.int64]
    by: NDArray[np.int32]
    to: NDArray[np.int32]
    came: NDArray[np.int64]
    came_by: NDArray[np.int64]
    seen: NDArray[np.int64]
    queue: NDArray[np.int64]
    path: NDArray[np.int64]
    best: NDArray[np.float64]
    group_starts: NDArray[np.int64]
    members: NDArray[np.int32]
    sources: NDArray[np.int32]
    targets: NDArray[np.int32]
    on: NDArray[np.int64]
    off: NDArray[np.int64]
    pair_starts: NDArray[np.int64]
    pair_ends: NDArray[np.int64]
    flags: NDArray[np.int64]


(
    N_SEARCHES,
    N_LIVE,
    CYCLE_KEY,
    N_X_GROUPS,
    N_GROUPS,
    N_X_LINKS,
    N_HOUSE_LINKS,
    N_LINKS,
) = range(2, 10)
"""Where `Graph.words` has the number of searches, that of candidates, what ranks cycles beside
chains, and how many groups and links there are: those that X chains need, links of houses, all."""

X_FINDER: Final = 14
"""X chains and cycles stay in one digit; where they were looked for in vain they are not before it
changes."""


def new_graph() -> Graph:
    """Return room for the graph of a position."""
    n = N_CANDIDATES
    return Graph(
        np.zeros(N_STEP, np.int64),
        np.zeros(N_LINKS + 1, np.int64),
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
        np.zeros(N_CELLS + N_HOUSES * SIZE + 1, np.int64),
        np.zeros(4 * n, np.int32),
        np.zeros(N_MOST_LINKS, np.int32),
        np.zeros(N_MOST_LINKS, np.int32),
        np.zeros(WIDTH * n, np.int64),
        np.zeros(WIDTH * n, np.int64),
        np.zeros(N_MOST_LINKS, np.int64),
        np.zeros(N_MOST_LINKS, np.int64),
        np.zeros(n, np.int64),
    )


@routine
def list_candidates(state: Any, graph: Graph) -> None:
    """List the candidates, and what each forces where it is off."""
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
        candidate = graph.candidate_of[index]
        cell, digit = candidate // SIZE, candidate % SIZE
        rest = state[CELLS + cell] ^ 1 << digit
        is_pair = rest and rest & (rest - 1) == 0
        graph.mates[index] = graph.index_of[SIZE * cell + lowest(rest)] if is_pair else -1
        graph.n_forced[index] = 0
        for kind in IN_CHAINS:
            house = HOUSES_OF[cell, kind]
            left = state[AT + SIZE * house + digit] ^ 1 << PLACE_IN[cell, kind]
            if left and left & (left - 1) == 0:
                _add_forced(graph, index, SIZE * CELL_AT[house, lowest(left)] + digit)


@part
def _add_forced(graph: Graph, index: int, candidate: int) -> None:
    """Add what a candidate forces, unless another house does, too."""
    forced, at = graph.index_of[candidate], MOST_FORCED * index
    for number in range(graph.n_forced[index]):
        if graph.forced[at + number] == forced:
            return
    graph.forced[at + graph.n_forced[index]] = forced
    graph.n_forced[index] += 1


@routine
def list_groups(state: Any, graph: Graph) -> None:
    """List the candidates that exclude each other."""
    n_groups, n_members = 0, 0
    changed = state[STALE + X_FINDER] >> N_HOUSES
    for has_changed in (1, 0):
        for house in range(N_HOUSES):
            for digit in range(SIZE):
                places = state[AT + SIZE * house + digit]
                if places & (places - 1) and changed >> digit & 1 == has_changed:
                    graph.group_starts[n_groups] = n_members
                    n_groups += 1
                    while places:
                        candidate = SIZE * CELL_AT[house, lowest(places)] + digit
                        graph.members[n_members] = graph.index_of[candidate]
                        n_members += 1
                        places &= places - 1
        if has_changed:
            graph.words[N_X_GROUPS] = n_groups
    index = 0
    for cell in range(N_CELLS):
        graph.group_starts[n_groups] = n_members
        for _ in range(size_of(state[CELLS + cell])):
            graph.members[n_members] = index
            n_members, index = n_members + 1, index + 1
        n_groups += graph.group_starts[n_groups] < n_members
    graph.group_starts[n_groups] = n_members
    graph.words[N_GROUPS] = n_groups


@routine
def list_links(state: Any, graph: Graph) -> None:
    """List what forces what, where it is off."""
    n_links = 0
    changed = state[STALE + X_FINDER] >> N_HOUSES
    for has_changed in (1, 0):
        for index in range(graph.words[N_LIVE]):
            if changed >> graph.candidate_of[index] % SIZE & 1 == has_changed:
                for number in range(graph.n_forced[index]):
                    graph.sources[n_links] = index
                    graph.targets[n_links] = graph.forced[MOST_FORCED * index + number]
                    n_links += 1
        if has_changed:
            graph.words[N_X_LINKS] = n_links
    graph.words[N_HOUSE_LINKS] = n_links
    for index in range(graph.words[N_LIVE]):
        if graph.mates[index] >= 0:
            graph.sources[n_links], graph.targets[n_links] = index, graph.mates[index]
            n_links += 1
    graph.words[N_LINKS] = n_links


@routine
def exclude(graph: Graph, kind: int) -> None:
    """Reach what is off by what is on."""
    for word in range(WIDTH * graph.words[N_LIVE]):
        graph.off[word] = 0
    for group in range(graph.words[N_X_GROUPS if kind == X_PASS else N_GROUPS]):
        begin, end = graph.group_starts[group], graph.group_starts[group + 1]
        exclude_others(graph.on, graph.off, graph.members, begin, end)


@routine
def force(graph: Graph, kind: int) -> bool:
    """Reach what is on by what is off; say whether any of it is new."""
    begin = graph.words[N_HOUSE_LINKS] if kind == Y_PASS else 0
    end = graph.words[N_X_LINKS if kind == X_PASS else N_LINKS]
    return force_all(graph.off, graph.on, graph.sources, graph.targets, begin, end)


@routine
def bit_of(root: int) -> int:
    """Return the bit of a root in its word."""
    return 1 << root % 64


@routine
def word_of(candidate: int, root: int) -> int:
    """Return the word of a candidate's row that has the bit of a root."""
    return WIDTH * candidate + root % ROOTS // 64


@routine
def key_of(kind: int) -> int:
    """Return what goes first of those of one rating and length; there is room beside it."""
    return 4 * (KEY_OF_X + kind)


@part
def is_wanted(graph: Graph, kind: int, base: Any, length: int, key: int) -> bool:
    """Whether anything so long could go before the best hint so far."""
    rating = base[kind] + length_rating(length)
    return is_better(rating, length, key, graph.best, graph.words)
