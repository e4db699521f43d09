"""Bidirectional cycles, and the choice between them and forcing chains.

A cycle leads from a candidate that is on back to it, and may be read either way; so one of each
two neighbours on it is true, and what sees both falls.

The searches go over candidates that are on, breadth first, by *hops*: from one that is on by way of
one that is off, which it excludes, to one that is on, which this forces.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from lowbit.kernels.core.bits import lowest, size_of
from lowbit.kernels.core.compile import kernel, part, routine
from lowbit.kernels.rating.apply import apply
from lowbit.kernels.rating.forcing_chains import find_chain
from lowbit.kernels.rating.graph import (
    CYCLE_KEY,
    MOST_FORCED,
    N_HOUSE_LINKS,
    N_LINKS,
    N_LIVE,
    N_SEARCHES,
    N_X_LINKS,
    SHORTEST,
    X_FINDER,
    X_PASS,
    Y_PASS,
    Graph,
    bit_of,
    exclude,
    force,
    is_wanted,
    key_of,
    list_candidates,
    list_groups,
    list_links,
    word_of,
)
from lowbit.kernels.rating.rank import (
    BEST_RATING,
    WORST,
    in_tenths,
    is_best,
    is_better,
    length_rating,
)
from lowbit.kernels.rating.reach import ROOTS, WIDTH
from lowbit.kernels.rating.stages import BASIC, TRIPLES
from lowbit.kernels.rating.state import CELLS, N_NODES, STALE, WAITING, lower_places, upper_places
from lowbit.kernels.rating.steps import LENGTH, N_STRUCK, NUMBER, add_cells, begin_step
from lowbit.kernels.rating.tables import PEERS, SEEN, SIZE, UPPER

if TYPE_CHECKING:
    from numpy.typing import NDArray

CYCLE_RATINGS: Final = np.array([6.5, 6.5, 7.0])
CYCLES: Final = np.array([NUMBER["x-cycle"], NUMBER["y-cycle"], NUMBER["xy-cycle"]], np.int64)
GENERALIZED: Final = NUMBER["generalized-x-wing"]


@kernel
def take_cycle_steps(
    states: NDArray[np.int64],
    waiting: NDArray[np.int64],
    graph: Graph,
    trace: NDArray[np.int32],
    begin: int,
    end: int,
) -> None:
    """Take one step in each puzzle that a cycle or forcing chain is found in.

    Parameters
    ----------
    states, waiting, trace, begin, end
        As for `lowbit.kernels.rating.basic.take_basic_steps`.
    graph : Graph
        For this thread alone.
    """
    for number in range(begin, end):
        row = waiting[number]
        state = states[row]
        if _find(state, graph.step, graph):
            apply(state, graph.step, trace[row])
            state[WAITING] = BASIC
        else:
            state[WAITING] = TRIPLES


@routine
def _find(state: Any, step: Any, graph: Graph) -> bool:
    """Find the cycle or chain that goes first."""
    graph.best[BEST_RATING] = WORST
    list_candidates(state, graph)
    list_groups(state, graph)
    list_links(state, graph)
    for kind in range(3):
        state[N_NODES] += 1
        if kind == X_PASS and graph.words[N_X_LINKS] == 0:
            continue
        chain_start = graph.words[N_LIVE]
        if kind != Y_PASS:
            chain_start = find_chain(state, step, graph, kind)
        if _flag_cycles(graph, kind):
            list_hops(state, graph, kind)
            _find_cycles(state, step, graph, kind, chain_start)
        if kind == X_PASS and graph.best[BEST_RATING] == WORST:
            state[STALE + X_FINDER] = 0
    return graph.best[BEST_RATING] < WORST


@routine
def _flag_cycles(graph: Graph, kind: int) -> bool:
    """Flag the candidates from which there may be a cycle, short enough; say whether any is.

    A cycle ends with a candidate that is off and forces the start, and that it has not met before.
    So a root is the start and such an end, through which nothing leads.
    """
    for start in range(graph.words[N_LIVE]):
        graph.flags[start] = 0
    n_pairs = _list_pairs(graph, kind)
    found = False
    for begin in range(0, n_pairs, ROOTS):
        found |= _flag_pairs(graph, kind, begin, min(begin + ROOTS, n_pairs))
    return found


@routine
def _list_pairs(graph: Graph, kind: int) -> int:
    """List the starts and ends of possible cycles; return how many there are."""
    begin = graph.words[N_HOUSE_LINKS] if kind == Y_PASS else 0
    end = graph.words[N_X_LINKS if kind == X_PASS else N_LINKS]
    for link in range(begin, end):
        graph.pair_starts[link - begin] = graph.targets[link]
        graph.pair_ends[link - begin] = graph.sources[link]
    return end - begin


@routine
def _flag_pairs(graph: Graph, kind: int, begin: int, end: int) -> bool:
    """Flag the starts of some pairs."""
    for word in range(WIDTH * graph.words[N_LIVE]):
        graph.on[word] = 0
    length, goes_on, found, key = 2, True, False, key_of(kind) - 1
    while goes_on and (length == 2 or is_wanted(graph, kind, CYCLE_RATINGS, length, key)):
        for pair in range(begin, end):  # the start leads on once
            word, bit = word_of(graph.pair_starts[pair], pair), bit_of(pair)
            graph.on[word] = graph.on[word] | bit if length == 2 else graph.on[word] & ~bit
        exclude(graph, kind)
        for pair in range(begin, end):
            word, bit = word_of(graph.pair_ends[pair], pair), bit_of(pair)
            if length > 2 and graph.off[word] & bit:
                graph.flags[graph.pair_starts[pair]] = 1
                found = True
            graph.off[word] &= ~bit
            graph.on[word_of(graph.pair_starts[pair], pair)] |= bit
        goes_on = force(graph, kind)
        length += 2
    return found


@routine
def list_hops(state: Any, graph: Graph, kind: int) -> None:
    """List the hops of a pass."""
    n_hops = 0
    for index in range(graph.words[N_LIVE]):
        graph.starts[index] = n_hops
        candidate = graph.candidate_of[index]
        cell, digit = candidate // SIZE, candidate % SIZE
        if kind != X_PASS:
            mask = state[CELLS + cell] & ~(1 << digit)
            while mask:
                other = graph.index_of[SIZE * cell + lowest(mask)]
                n_hops = _add_hops(graph, kind, other, n_hops)
                mask &= mask - 1
        for peer in PEERS[cell]:
            if state[CELLS + peer] >> digit & 1:
                n_hops = _add_hops(graph, kind, graph.index_of[SIZE * peer + digit], n_hops)
    graph.starts[graph.words[N_LIVE]] = n_hops


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
def _find_cycles(state: Any, step: Any, graph: Graph, kind: int, chain_start: int) -> None:
    """Go through the cycles from all starts that may have one.

    Of a cycle and a chain of one rank that goes first whose start does.
    """
    for start in range(graph.words[N_LIVE]):
        if graph.flags[start]:
            state[N_NODES] += 1
            graph.words[CYCLE_KEY] = key_of(kind) - 1 if start <= chain_start else key_of(kind) + 1
            _search_from(state, step, graph, kind, start)


@routine
def _search_from(state: Any, step: Any, graph: Graph, kind: int, start: int) -> None:
    """Go through the cycles from a candidate."""
    search = begin_search(graph)
    graph.seen[start], graph.queue[0] = search, start
    at, level_end, n_queue, length = 0, 1, 1, 2
    while at < level_end:
        if length > 2 and not is_wanted(graph, kind, CYCLE_RATINGS, length, graph.words[CYCLE_KEY]):
            return
        number = graph.queue[at]
        for hop in range(graph.starts[number], graph.starts[number + 1]):
            to = np.int64(graph.to[hop])
            if to == start:
                if number != start:
                    _offer_cycle(state, step, graph, kind, start, number, hop, length)
            elif graph.seen[to] != search:
                graph.seen[to] = search
                graph.came[to], graph.came_by[to] = number, graph.by[hop]
                graph.queue[n_queue] = to
                n_queue += 1
        at += 1
        if at == level_end:
            level_end, length = n_queue, length + 2


@routine
def begin_search(graph: Graph) -> int:
    """Return the number of a new search."""
    graph.words[N_SEARCHES] += 1
    return graph.words[N_SEARCHES]


@routine
def _offer_cycle(
    state: Any, step: Any, graph: Graph, kind: int, start: int, number: int, hop: int, length: int
) -> None:
    """Take the step of the cycle that a hop closes, unless it comes back the way it went."""
    rating, key = CYCLE_RATINGS[kind] + length_rating(length), graph.words[CYCLE_KEY]
    if not is_better(rating, length, key, graph.best, graph.words):
        return
    n_path = _list_path(graph, start, number, hop)
    for place in range(1, n_path - 1, 2):
        if graph.path[place] == graph.path[n_path - 1]:
            return
    upper_on, lower_on = cells_on_path(graph, n_path)
    n_struck = 0
    for digit in range(SIZE):
        upper, lower = struck_by(graph, n_path, digit)
        upper &= upper_places(state, digit) & ~upper_on
        lower &= lower_places(state, digit) & ~lower_on
        if upper | lower:
            if n_struck == 0:
                technique = CYCLES[kind]
                if kind == X_PASS and size_of(upper_on) + size_of(lower_on) == SHORTEST:
                    technique = GENERALIZED
                begin_step(step, technique, in_tenths(rating))
                step[LENGTH] = length
            add_cells(step, upper, lower, digit)
            n_struck = step[N_STRUCK]
    if n_struck:
        is_best(rating, length, key, graph.best, graph.words)


@routine
def _list_path(graph: Graph, start: int, number: int, hop: int) -> int:
    """List the candidates of a cycle, backwards: on and off in turn; return how many they are."""
    graph.path[0] = number
    n_path = 1
    while number != start:
        graph.path[n_path], graph.path[n_path + 1] = graph.came_by[number], graph.came[number]
        number = graph.came[number]
        n_path += 2
    graph.path[n_path] = graph.by[hop]
    return n_path + 1


@routine
def cells_on_path(graph: Graph, n_path: int) -> tuple[int, int]:
    """Return the cells of a cycle."""
    upper, lower = 0, 0
    for place in range(n_path):
        cell = graph.candidate_of[graph.path[place]] // SIZE
        if cell < UPPER:
            upper |= 1 << cell
        else:
            lower |= 1 << (cell - UPPER)
    return upper, lower


@routine
def struck_by(graph: Graph, n_path: int, digit: int) -> tuple[int, int]:
    """Return what sees a digit that is on and the same digit that is off on a cycle."""
    upper_by_on, lower_by_on, upper_by_off, lower_by_off = 0, 0, 0, 0
    for place in range(n_path):
        candidate = graph.candidate_of[graph.path[place]]
        if candidate % SIZE == digit:
            cell = candidate // SIZE
            if place % 2 == 0:
                upper_by_on, lower_by_on = upper_by_on | SEEN[cell, 0], lower_by_on | SEEN[cell, 1]
            else:
                upper_by_off |= SEEN[cell, 0]
                lower_by_off |= SEEN[cell, 1]
    return upper_by_on & upper_by_off, lower_by_on & lower_by_off
