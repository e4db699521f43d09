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
from lowbit.kernels.rating.reach import ROOTS, WIDTH, exclude_others, force_all
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
    N_HOUSES,
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
N_MOST_LINKS: Final = (MOST_FORCED + 1) * N_CANDIDATES
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
FAR: Final = 1 << 20
"""More than any length."""
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
    group_starts, members : int64[:], int32[:]
        Candidates that exclude each other, house by house, then cell by cell.
    sources, targets : int32[:]
        What forces what, where it is off, through houses, then through cells.
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


N_SEARCHES, N_LIVE, CYCLE_KEY, N_HOUSE_GROUPS, N_GROUPS, N_HOUSE_LINKS, N_LINKS = range(2, 9)
"""Where `Graph.words` has the number of searches, that of candidates, what ranks cycles beside
chains, and how many groups and links there are, of houses and of all."""


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
    _list_groups(state, graph)
    _list_links(graph)
    for kind in range(3):
        state[N_NODES] += 1
        chain_start = graph.words[N_LIVE]
        if kind != Y_PASS:
            chain_start = _find_chain(state, step, graph, kind)
        if _flag_cycles(graph, kind):
            _list_hops(state, graph, kind)
            _find_cycles(state, step, graph, kind, chain_start)
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
def _list_groups(state: Any, graph: Graph) -> None:
    """List the candidates that exclude each other."""
    n_groups, n_members = 0, 0
    for house in range(N_HOUSES):
        for digit in range(SIZE):
            places = state[AT + SIZE * house + digit]
            if places & (places - 1):
                graph.group_starts[n_groups] = n_members
                n_groups += 1
                while places:
                    candidate = SIZE * CELL_AT[house, first(places)] + digit
                    graph.members[n_members] = graph.index_of[candidate]
                    n_members += 1
                    places &= places - 1
    graph.words[N_HOUSE_GROUPS] = n_groups
    index = 0
    for cell in range(N_CELLS):
        graph.group_starts[n_groups] = n_members
        for _ in range(count(state[CELLS + cell])):
            graph.members[n_members] = index
            n_members, index = n_members + 1, index + 1
        n_groups += graph.group_starts[n_groups] < n_members
    graph.group_starts[n_groups] = n_members
    graph.words[N_GROUPS] = n_groups


@routine
def _list_links(graph: Graph) -> None:
    """List what forces what, where it is off."""
    n_links = 0
    for index in range(graph.words[N_LIVE]):
        for number in range(graph.n_forced[index]):
            graph.sources[n_links] = index
            graph.targets[n_links] = graph.forced[MOST_FORCED * index + number]
            n_links += 1
    graph.words[N_HOUSE_LINKS] = n_links
    for index in range(graph.words[N_LIVE]):
        if graph.mates[index] >= 0:
            graph.sources[n_links], graph.targets[n_links] = index, graph.mates[index]
            n_links += 1
    graph.words[N_LINKS] = n_links


@routine
def _exclude(graph: Graph, kind: int) -> None:
    """Reach what is off by what is on."""
    for word in range(WIDTH * graph.words[N_LIVE]):
        graph.off[word] = 0
    for group in range(graph.words[N_HOUSE_GROUPS if kind == X_PASS else N_GROUPS]):
        begin, end = graph.group_starts[group], graph.group_starts[group + 1]
        exclude_others(graph.on, graph.off, graph.members, begin, end)


@routine
def _force(graph: Graph, kind: int) -> bool:
    """Reach what is on by what is off; say whether any of it is new."""
    begin = graph.words[N_HOUSE_LINKS] if kind == Y_PASS else 0
    end = graph.words[N_HOUSE_LINKS if kind == X_PASS else N_LINKS]
    return force_all(graph.off, graph.on, graph.sources, graph.targets, begin, end)


@routine
def _bit_of(root: int) -> int:
    """Return the bit of a root in its word."""
    return 1 << root % 64


@routine
def _word_of(candidate: int, root: int) -> int:
    """Return the word of a candidate's row that has the bit of a root."""
    return WIDTH * candidate + root % ROOTS // 64


@routine
def _find_chain(state: Any, step: Any, graph: Graph, kind: int) -> int:
    """Find the shortest chain, if it would go before the best so far; return its start."""
    n_live = graph.words[N_LIVE]
    shortest, start, starts_on = FAR, n_live, 1
    for begin in range(0, n_live, ROOTS):
        for is_on in (1, 0):
            length, root = _shortest(graph, kind, begin, is_on, shortest)
            if length < shortest or (length == shortest and root < start):
                shortest, start, starts_on = length, root, is_on
    if shortest < FAR:
        rating = CHAIN_RATINGS[kind] + length_rating(shortest)
        is_best(rating, shortest, _key_of(kind), graph.best, graph.words)
        _write_chain(state, step, graph, kind, shortest, start, starts_on)
    return start


@routine
def _shortest(graph: Graph, kind: int, begin: int, is_on: int, limit: int) -> tuple[int, int]:
    """Return the length of the shortest chain from some roots to their opposites, and the first.

    The length is FAR if there is none within the limit that could go before the best so far.
    """
    end = min(begin + ROOTS, graph.words[N_LIVE])
    _begin_chains(graph, kind, begin, end, is_on)
    length, goes_on = 2 if is_on else SHORTEST, True
    while goes_on and length <= limit:
        if length > 2 and not _is_wanted(graph, kind, CHAIN_RATINGS, length, _key_of(kind)):
            break
        _exclude(graph, kind)
        goes_on = _force(graph, kind)
        for root in range(begin, end):
            row = graph.off if is_on else graph.on
            if row[_word_of(root, root)] & _bit_of(root):
                return length, root
        length += 2
    return FAR, end


@routine
def _begin_chains(graph: Graph, kind: int, begin: int, end: int, is_on: int) -> None:
    """Let each root be on, or what is forced by its being off."""
    for word in range(WIDTH * graph.words[N_LIVE]):
        graph.on[word] = 0
    for root in range(begin, end):
        if is_on:
            graph.on[_word_of(root, root)] |= _bit_of(root)
            continue
        for number in range(graph.n_forced[root]):
            forced = graph.forced[MOST_FORCED * root + number]
            graph.on[_word_of(forced, root)] |= _bit_of(root)
        if kind != X_PASS and graph.mates[root] >= 0:
            graph.on[_word_of(graph.mates[root], root)] |= _bit_of(root)


@routine
def _write_chain(
    state: Any, step: Any, graph: Graph, kind: int, length: int, start: int, starts_on: int
) -> None:
    """Write the step of a chain: its start is off if it begins on, and the other way round."""
    technique = CHAIN
    if kind == X_PASS:
        technique = TURBOT if length == TURBOT_LENGTH else X_CHAIN
    begin_step(step, technique, in_tenths(CHAIN_RATINGS[kind] + length_rating(length)))
    step[LENGTH] = length
    candidate = graph.candidate_of[start]
    cell, bit = candidate // SIZE, 1 << candidate % SIZE
    if starts_on:
        add_struck(step, cell, bit)
    else:
        step[PLACED] = candidate
        add_struck(step, cell, state[CELLS + cell] & ~bit)


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
    end = graph.words[N_HOUSE_LINKS if kind == X_PASS else N_LINKS]
    for link in range(begin, end):
        graph.pair_starts[link - begin] = graph.targets[link]
        graph.pair_ends[link - begin] = graph.sources[link]
    return end - begin


@routine
def _flag_pairs(graph: Graph, kind: int, begin: int, end: int) -> bool:
    """Flag the starts of some pairs."""
    for word in range(WIDTH * graph.words[N_LIVE]):
        graph.on[word] = 0
    length, goes_on, found, key = 2, True, False, _key_of(kind) - 1
    while goes_on and (length == 2 or _is_wanted(graph, kind, CYCLE_RATINGS, length, key)):
        for pair in range(begin, end):  # the start leads on once
            word, bit = _word_of(graph.pair_starts[pair], pair), _bit_of(pair)
            graph.on[word] = graph.on[word] | bit if length == 2 else graph.on[word] & ~bit
        _exclude(graph, kind)
        for pair in range(begin, end):
            word, bit = _word_of(graph.pair_ends[pair], pair), _bit_of(pair)
            if length > 2 and graph.off[word] & bit:
                graph.flags[graph.pair_starts[pair]] = 1
                found = True
            graph.off[word] &= ~bit
            graph.on[_word_of(graph.pair_starts[pair], pair)] |= bit
        goes_on = _force(graph, kind)
        length += 2
    return found


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
def _find_cycles(state: Any, step: Any, graph: Graph, kind: int, chain_start: int) -> None:
    """Go through the cycles from all starts that may have one.

    Of a cycle and a chain of one rank that goes first whose start does.
    """
    for start in range(graph.words[N_LIVE]):
        if graph.flags[start]:
            state[N_NODES] += 1
            graph.words[CYCLE_KEY] = (
                _key_of(kind) - 1 if start <= chain_start else _key_of(kind) + 1
            )
            _search_from(state, step, graph, kind, start)


@routine
def _key_of(kind: int) -> int:
    """Return what goes first of those of one rating and length; there is room beside it."""
    return 4 * (KEY_OF_X + kind)


@routine
def _is_wanted(graph: Graph, kind: int, base: Any, length: int, key: int) -> bool:
    """Whether anything so long could go before the best hint so far."""
    rating = base[kind] + length_rating(length)
    return is_better(rating, length, key, graph.best, graph.words)


@routine
def _search_from(state: Any, step: Any, graph: Graph, kind: int, start: int) -> None:
    """Go through the cycles from a candidate."""
    search = _begin_search(graph)
    graph.seen[start], graph.queue[0] = search, start
    at, level_end, n_queue, length = 0, 1, 1, 2
    while at < level_end:
        if length > 2 and not _is_wanted(
            graph, kind, CYCLE_RATINGS, length, graph.words[CYCLE_KEY]
        ):
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
def _begin_search(graph: Graph) -> int:
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
