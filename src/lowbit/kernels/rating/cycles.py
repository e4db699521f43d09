"""Bidirectional cycles and forcing chains: each node follows from the one before.

A cycle leads from a candidate that is on back to it, and may be read either way; so one of each
two neighbours on it is true, and what sees both falls. A forcing chain leads from a candidate to
its opposite. X ones go through houses alone, Y cycles leave a node that is off through its cell
alone.

The searches go over candidates that are on, breadth first, by *hops*: from one that is on by way of
one that is off, which it excludes, to one that is on, which this forces.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from lowbit.kernels.core.bits import count, first
from lowbit.kernels.core.compile import kernel, routine
from lowbit.kernels.rating.apply import apply
from lowbit.kernels.rating.rank import (
    BEST_RATING,
    WORST,
    in_tenths,
    is_best,
    is_better,
    length_rating,
)
from lowbit.kernels.rating.stages import BASIC, TRIPLES
from lowbit.kernels.rating.state import AT, CELLS, N_NODES, WAITING, lower_places, upper_places
from lowbit.kernels.rating.steps import (
    LENGTH,
    N_STEP,
    N_STRUCK,
    NUMBER,
    PLACED,
    add_cells,
    add_struck,
    begin_step,
)
from lowbit.kernels.rating.tables import (
    CELL_AT,
    HOUSES_OF,
    IN_CHAINS,
    N_CELLS,
    PEERS,
    PLACE_IN,
    SEEN,
    SIZE,
    UPPER,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

N_CANDIDATES: Final = N_CELLS * SIZE
MOST_FORCED: Final = 3
"""How many candidates the houses of one that is off can force."""
N_HOPS: Final = N_CANDIDATES * 28 * 4
"""As many as there can be: a candidate excludes 28 others, and each of them forces four."""

X_PASS, Y_PASS, XY_PASS = range(3)
KEY_OF_X: Final = 2
CYCLE_RATINGS: Final = np.array([6.5, 6.5, 7.0])
CHAIN_RATINGS: Final = np.array([6.6, 0.0, 7.0])

CYCLES: Final = np.array([NUMBER["x-cycle"], NUMBER["y-cycle"], NUMBER["xy-cycle"]], np.int64)
GENERALIZED: Final = NUMBER["generalized-x-wing"]
TURBOT: Final = NUMBER["turbot-chain"]
X_CHAIN: Final = NUMBER["forcing-x-chain"]
CHAIN: Final = NUMBER["forcing-chain"]
TURBOT_LENGTH: Final = 6
SHORTEST: Final = 4


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


N_SEARCHES, N_LIVE = 2, 3
"""Where `Graph.words` has the number of searches and that of candidates."""


def new_graph() -> Graph:
    """Return room for the graph of a position."""
    n = N_CANDIDATES
    return Graph(
        np.zeros(N_STEP, np.int64),
        np.zeros(4, np.int64),
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
    )


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
    _list_candidates(state, graph)
    for kind in range(3):
        _list_hops(state, graph, kind)
        _search(state, step, graph, kind)
    return graph.best[BEST_RATING] < WORST


@routine
def _list_candidates(state: Any, graph: Graph) -> None:
    """List the candidates, and what each forces where it is off."""
    n_live = 0
    for cell in range(N_CELLS):
        mask = state[CELLS + cell]
        while mask:
            candidate = SIZE * cell + first(mask)
            graph.candidate_of[n_live], graph.index_of[candidate] = candidate, n_live
            n_live += 1
            mask &= mask - 1
    graph.words[N_LIVE] = n_live
    for index in range(n_live):
        candidate = graph.candidate_of[index]
        cell, digit = candidate // SIZE, candidate % SIZE
        rest = state[CELLS + cell] ^ 1 << digit
        is_pair = rest and rest & (rest - 1) == 0
        graph.mates[index] = graph.index_of[SIZE * cell + first(rest)] if is_pair else -1
        graph.n_forced[index] = 0
        for kind in IN_CHAINS:
            house = HOUSES_OF[cell, kind]
            left = state[AT + SIZE * house + digit] ^ 1 << PLACE_IN[cell, kind]
            if left and left & (left - 1) == 0:
                _add_forced(graph, index, SIZE * CELL_AT[house, first(left)] + digit)


@routine
def _add_forced(graph: Graph, index: int, candidate: int) -> None:
    """Add what a candidate forces, unless another house does, too."""
    forced, at = graph.index_of[candidate], MOST_FORCED * index
    for number in range(graph.n_forced[index]):
        if graph.forced[at + number] == forced:
            return
    graph.forced[at + graph.n_forced[index]] = forced
    graph.n_forced[index] += 1


@routine
def _list_hops(state: Any, graph: Graph, kind: int) -> None:
    """List the hops of a pass."""
    n_hops = 0
    for index in range(graph.words[N_LIVE]):
        graph.starts[index] = n_hops
        candidate = graph.candidate_of[index]
        cell, digit = candidate // SIZE, candidate % SIZE
        if kind != X_PASS:
            mask = state[CELLS + cell] & ~(1 << digit)
            while mask:
                other = graph.index_of[SIZE * cell + first(mask)]
                n_hops = _add_hops(graph, kind, other, n_hops)
                mask &= mask - 1
        for peer in PEERS[cell]:
            if state[CELLS + peer] >> digit & 1:
                n_hops = _add_hops(graph, kind, graph.index_of[SIZE * peer + digit], n_hops)
    graph.starts[graph.words[N_LIVE]] = n_hops


@routine
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
def _search(state: Any, step: Any, graph: Graph, kind: int) -> None:
    """Search from each candidate."""
    for start in range(graph.words[N_LIVE]):
        mask = state[CELLS + graph.candidate_of[start] // SIZE]
        if mask & (mask - 1) and (kind != Y_PASS or count(mask) == 2):
            state[N_NODES] += 1
            if graph.starts[start] < graph.starts[start + 1]:
                _search_from_on(state, step, graph, kind, start)
            if kind != Y_PASS:
                _search_from_off(state, step, graph, kind, start)


@routine
def _is_wanted(graph: Graph, kind: int, length: int) -> bool:
    """Whether anything so long could go before the best hint so far."""
    rating = CYCLE_RATINGS[kind] + length_rating(length)
    return is_better(rating, length, KEY_OF_X + kind, graph.best, graph.words)


@routine
def _search_from_on(state: Any, step: Any, graph: Graph, kind: int, start: int) -> None:
    """Go through the cycles from a candidate, then the chain that refutes it."""
    search = _begin_search(graph)
    graph.seen[start], graph.queue[0] = search, start
    at, level_end, n_queue, length, refuted, refuted_length = 0, 1, 1, 2, -1, 0
    while at < level_end and (length < SHORTEST or _is_wanted(graph, kind, length)):
        number = graph.queue[at]
        if refuted < 0 and number != start and _excludes(graph, kind, number, start):
            refuted, refuted_length = number, length
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
    if refuted >= 0 and kind != Y_PASS and _takes_chain(step, graph, kind, refuted_length):
        candidate = graph.candidate_of[start]
        add_struck(step, candidate // SIZE, 1 << candidate % SIZE)


@routine
def _search_from_off(state: Any, step: Any, graph: Graph, kind: int, start: int) -> None:
    """Find the chain from a candidate that is off to the same one on."""
    search = _begin_search(graph)
    n_queue = 0
    if kind == XY_PASS and graph.mates[start] >= 0:
        n_queue = _reach(graph, search, graph.mates[start], n_queue)
    for number in range(graph.n_forced[start]):
        n_queue = _reach(graph, search, graph.forced[MOST_FORCED * start + number], n_queue)
    at, level_end, length = 0, n_queue, SHORTEST
    while at < level_end and _is_wanted(graph, kind, length):
        number = graph.queue[at]
        for hop in range(graph.starts[number], graph.starts[number + 1]):
            to = np.int64(graph.to[hop])
            if to == start:
                if _takes_chain(step, graph, kind, length):
                    candidate = graph.candidate_of[start]
                    cell = candidate // SIZE
                    step[PLACED] = candidate
                    add_struck(step, cell, state[CELLS + cell] & ~(1 << candidate % SIZE))
                return
            n_queue = _reach(graph, search, to, n_queue)
        at += 1
        if at == level_end:
            level_end, length = n_queue, length + 2


@routine
def _begin_search(graph: Graph) -> int:
    """Return the number of a new search."""
    graph.words[N_SEARCHES] += 1
    return graph.words[N_SEARCHES]


@routine
def _reach(graph: Graph, search: int, to: Any, n_queue: int) -> int:
    """Reach a candidate that is on, unless it was reached before."""
    if graph.seen[to] == search:
        return n_queue
    graph.seen[to], graph.queue[n_queue] = search, to
    return n_queue + 1


@routine
def _excludes(graph: Graph, kind: int, one: int, other: int) -> bool:
    """Whether one candidate that is on excludes another one."""
    a, b = graph.candidate_of[one], graph.candidate_of[other]
    if a // SIZE == b // SIZE:
        return kind != X_PASS
    if a % SIZE != b % SIZE:
        return False
    cell, peer = a // SIZE, b // SIZE
    if peer < UPPER:
        return SEEN[cell, 0] >> peer & 1 != 0
    return SEEN[cell, 1] >> (peer - UPPER) & 1 != 0


@routine
def _takes_chain(step: Any, graph: Graph, kind: int, length: int) -> bool:
    """Begin the step of a chain, if it goes before the best hint so far."""
    rating = CHAIN_RATINGS[kind] + length_rating(length)
    if not is_better(rating, length, KEY_OF_X + kind, graph.best, graph.words):
        return False
    is_best(rating, length, KEY_OF_X + kind, graph.best, graph.words)
    technique = CHAIN
    if kind == X_PASS:
        technique = TURBOT if length == TURBOT_LENGTH else X_CHAIN
    begin_step(step, technique, in_tenths(rating))
    step[LENGTH] = length
    return True


@routine
def _offer_cycle(
    state: Any, step: Any, graph: Graph, kind: int, start: int, number: int, hop: int, length: int
) -> None:
    """Take the step of the cycle that a hop closes, unless it comes back the way it went."""
    rating = CYCLE_RATINGS[kind] + length_rating(length)
    if not is_better(rating, length, KEY_OF_X + kind, graph.best, graph.words):
        return
    n_path = _list_path(graph, start, number, hop)
    for place in range(1, n_path - 1, 2):
        if graph.path[place] == graph.path[n_path - 1]:
            return
    upper_on, lower_on = _cells_on_path(graph, n_path)
    n_struck = 0
    for digit in range(SIZE):
        upper, lower = _struck_by(graph, n_path, digit)
        upper &= upper_places(state, digit) & ~upper_on
        lower &= lower_places(state, digit) & ~lower_on
        if upper | lower:
            if n_struck == 0:
                technique = CYCLES[kind]
                if kind == X_PASS and count(upper_on) + count(lower_on) == SHORTEST:
                    technique = GENERALIZED
                begin_step(step, technique, in_tenths(rating))
                step[LENGTH] = length
            add_cells(step, upper, lower, digit)
            n_struck = step[N_STRUCK]
    if n_struck:
        is_best(rating, length, KEY_OF_X + kind, graph.best, graph.words)


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
def _cells_on_path(graph: Graph, n_path: int) -> tuple[int, int]:
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
def _struck_by(graph: Graph, n_path: int, digit: int) -> tuple[int, int]:
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
