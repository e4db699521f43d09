"""Bidirectional cycles, and the choice between them and forcing chains.

A cycle leads from a candidate that is on back to it, and may be read in both directions; so one of
each two neighbours on it is true, and a candidate that sees both falls.

The searches go over candidates that are on, breadth first, by *hops*: from one that is on by way of
one that is off, which it excludes, to one that is on, which this forces.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from lowbit.kernels.core.bits import lowest, size_of
from lowbit.kernels.core.cell_sets import UPPER
from lowbit.kernels.core.compile import kernel, part, routine
from lowbit.kernels.rating.chains.closure import (
    FEWEST_BY_CELLS,
    ClosureSpace,
    is_solved_by_chains,
    new_closure_space,
)
from lowbit.kernels.rating.chains.forcing_chains import find_chain
from lowbit.kernels.rating.chains.graph import (
    CYCLE_KEY,
    N_LIVE,
    N_SEARCHES,
    SHORTEST,
    X_PASS,
    Y_PASS,
    Graph,
    is_wanted,
    key_of,
    list_candidates,
    list_hops,
    new_graph,
)
from lowbit.kernels.rating.chains.reach import (
    IS_GROWING,
    N_ENDS,
    N_HOPS,
    N_WORDS,
    X_FINDER,
    Reach,
    begin_reach,
    grow,
    leads_on,
    list_ends,
    new_reach,
)
from lowbit.kernels.rating.position.apply import apply
from lowbit.kernels.rating.position.stages import BASIC, DONE, LEAST, TRIPLES
from lowbit.kernels.rating.position.stages import CYCLES as STAGE
from lowbit.kernels.rating.position.state import (
    FIRST_PLACEMENT,
    HARDEST,
    N_LEFT,
    N_NODES,
    STALE,
    TRIED,
    WAITING,
    lower_places,
    upper_places,
)
from lowbit.kernels.rating.position.steps import LENGTH, N_ELIMINATED, NUMBER, add_cells, begin_step
from lowbit.kernels.rating.position.tables import FULL, SEEN, SIZE
from lowbit.kernels.rating.trees.rank import (
    BEST_RATING,
    WORST,
    in_tenths,
    is_best,
    is_better,
    length_rating,
)

if TYPE_CHECKING:
    from lowbit.kernels.core.arrays import Numbers, Words

CYCLE_RATINGS: Final = np.array([6.5, 6.5, 7.0])
CYCLES: Final = np.array([NUMBER["x-cycle"], NUMBER["y-cycle"], NUMBER["xy-cycle"]], np.int64)
GENERALIZED: Final = NUMBER["generalized-x-wing"]

SHORTEST_OF: Final = np.array([SHORTEST, 8, SHORTEST], np.int64)
"""The length of the shortest cycles of each pass that can eliminate anything: naked pairs and
XY-wings come first, and make the eliminations of two or three cells of two candidates."""

EASIEST: Final = int(LEAST[STAGE])
"""Tenths: the least rating of cycles and chains."""

FAR: Final = 1 << 20
"""More than any number of hops."""


class CycleSpace(NamedTuple):
    """Scratch of one thread.

    Attributes
    ----------
    graph : Graph
        The candidates of a position and the links between them.
    reach : Reach
        The candidates that follow from each of them.
    closure : ClosureSpace
        Scratch for the rest of a puzzle.
    wanted : int64[2]
        In tenths: how hard a puzzle is to be at least, and at most. Whoever sets these wants to
        know no more than whether it is.
    """

    graph: Graph
    reach: Reach
    closure: ClosureSpace
    wanted: Words


def new_cycle_space() -> CycleSpace:
    """Return scratch for a thread."""
    return CycleSpace(new_graph(), new_reach(), new_closure_space(), np.zeros(2, np.int64))


@kernel
def take_cycle_steps(
    states: Words,
    waiting: Words,
    space: CycleSpace,
    trace: Numbers,
) -> None:
    """Take one step in each puzzle that a cycle or forcing chain is found in.

    Parameters
    ----------
    states, waiting, trace
        As for `lowbit.kernels.rating.patterns.basic.take_basic_steps`.
    space : CycleSpace
        For this thread alone.
    """
    for number in range(waiting[0]):
        row = waiting[1 + number]
        state = states[row]
        if trace.size == 0 and _is_decided(state, space):
            state[N_LEFT], state[WAITING] = 0, DONE
            if state[FIRST_PLACEMENT] == 0:
                state[FIRST_PLACEMENT] = state[HARDEST]
        elif _find(state, space.graph.step, space.graph, space.reach):
            apply(state, space.graph.step, trace[row])
            state[WAITING] = BASIC
        else:
            state[WAITING] = TRIPLES
            if state[HARDEST] >= FEWEST_BY_CELLS:
                state[TRIED] = 0  # the next step may be one that no chains of the closure replace


@routine
def _is_decided(state: Words, space: CycleSpace) -> bool:
    """Whether it is known by now how hard a puzzle is, or whether it is as hard as wanted.

    That it is too easy is only looked for where it needs chains for the first time.
    """
    least, most = space.wanted[0], space.wanted[1]
    hardest = state[HARDEST]
    bound = most if hardest >= least else least - 1
    if most == 0:
        bound = hardest
    if bound <= state[TRIED] or bound < EASIEST:
        return False
    state[TRIED] = bound
    return is_solved_by_chains(state, bound, space.closure, space.graph, space.reach)


@routine
def _find(state: Words, step: Words, graph: Graph, reach: Reach) -> bool:
    """Find the cycle or chain that goes first."""
    graph.best[BEST_RATING] = WORST
    list_candidates(state, graph)
    list_ends(graph, reach)
    for kind in range(3):
        if not is_wanted(graph, kind, CYCLE_RATINGS, SHORTEST_OF[kind], key_of(kind) - 1):
            continue
        state[N_NODES] += 1
        begin_reach(state, graph, reach, kind, kind == X_PASS)
        chain_start = graph.words[N_LIVE]
        if kind != Y_PASS:
            chain_start = find_chain(state, step, graph, reach, kind)
        digits = _digits_of_cycles(state, graph, reach, kind, chain_start)
        if digits:
            list_hops(state, graph, kind, digits)
            _find_cycles(state, step, graph, reach, kind, chain_start, digits)
        if kind == X_PASS and graph.best[BEST_RATING] == WORST:
            state[STALE + X_FINDER] = 0
    return graph.best[BEST_RATING] < WORST


@routine
def _digits_of_cycles(state: Words, graph: Graph, reach: Reach, kind: int, chain_start: int) -> int:
    """Return the digits that may be on a cycle, short enough, that eliminates anything.

    In a pass over X it stays in one digit; else it may have any. It eliminates a
    candidate that sees one that is off on it and one that is on, of its digit. The first leads to
    the other, and the other leads back to it. A chain refutes the same candidate; so the shortest
    chain leaves no more than one hop for the path back, unless a cycle may be longer than the
    chain.
    """
    is_refuted = chain_start < graph.words[N_LIVE]
    if kind != Y_PASS and not is_refuted and not reach.words[IS_GROWING]:
        return 0
    key, n_hops = key_of(kind) - 1, reach.words[N_HOPS]
    while reach.words[IS_GROWING] and is_wanted(
        graph, kind, CYCLE_RATINGS, 2 * (reach.words[N_HOPS] + 1), key
    ):
        grow(reach)
    most_back = 1 if is_refuted and reach.words[N_HOPS] == n_hops else FAR
    n_words, digits = reach.words[N_WORDS], 0
    for off in range(reach.words[N_ENDS]):
        candidate = graph.candidate_of[reach.ends[off]]
        cell, digit = candidate // SIZE, candidate % SIZE
        if digits >> digit & 1:
            continue
        upper = upper_places(state, digit) & SEEN[cell, 0]
        lower = lower_places(state, digit) & SEEN[cell, 1]
        for word in range(n_words):
            ons = reach.on[n_words * off + word] & reach.in_digit[n_words * digit + word]
            while ons:
                on = 64 * word + lowest(ons)
                # All links go either way, so that the same holds of the two the other way round.
                if (
                    on > off
                    and _sees(graph, reach, on, upper, lower)
                    and _leads_back(reach, off, on, most_back)
                ):
                    if kind != X_PASS:
                        return FULL
                    digits |= 1 << digit
                    # Done with this digit: 0 stays 0 below, and ends the loop.
                    ons = 0
                ons &= ons - 1
    return digits


@part
def _sees(graph: Graph, reach: Reach, end: int, upper: int, lower: int) -> bool:
    """Whether the cell of an end sees any of some cells."""
    cell = graph.candidate_of[reach.ends[end]] // SIZE
    return (upper & SEEN[cell, 0]) | (lower & SEEN[cell, 1]) != 0


@routine
def _leads_back(reach: Reach, off: int, on: int, most_hops: int) -> bool:
    """Whether an end that is on lets another one be off, by one hop at most or by any number."""
    n_words = reach.words[N_WORDS]
    by_off, by_on = n_words * reach.ends[off], n_words * reach.ends[on]
    if reach.excluded[by_off + on // 64] >> on % 64 & 1:
        return True
    if most_hops == 1:
        back = 0
        for word in range(n_words):
            back |= reach.following[n_words * on + word] & reach.excluded[by_off + word]
        return back != 0
    for word in range(n_words):
        excluded = reach.excluded[by_on + word]
        while excluded:
            row = n_words * (64 * word + lowest(excluded))
            for place in range(n_words):
                if reach.on[row + place] & reach.excluded[by_off + place]:
                    return True
            excluded &= excluded - 1
    return False


@routine
def _find_cycles(
    state: Words,
    step: Words,
    graph: Graph,
    reach: Reach,
    kind: int,
    chain_start: int,
    digits: int,
) -> None:
    """Go through the cycles from all candidates of some digits that something forces.

    Of a cycle and a chain of one rank that goes first whose start does.
    """
    for end in range(reach.words[N_ENDS]):
        start = reach.ends[end]
        is_of_digits = digits >> graph.candidate_of[start] % SIZE & 1
        if is_of_digits and leads_on(reach, end) and _may_come_back(reach, end):
            state[N_NODES] += 1
            graph.words[CYCLE_KEY] = key_of(kind) - 1 if start <= chain_start else key_of(kind) + 1
            _search_from(state, step, graph, kind, start)


@routine
def _may_come_back(reach: Reach, end: int) -> bool:
    """Whether a cycle may come back to an end by another path than it began.

    Where only one other forces it, that is the last one of a cycle, and so not the first.
    """
    n_words, n_forcing = reach.words[N_WORDS], 0
    for word in range(n_words):
        n_forcing += size_of(reach.strong[n_words * end + word])
    if n_forcing > 1:
        return True
    for word in range(n_words):
        firsts = reach.excluded[n_words * reach.ends[end] + word]
        firsts &= ~reach.strong[n_words * end + word]
        while firsts:
            first = 64 * word + lowest(firsts)
            if reach.on[n_words * first + end // 64] >> end % 64 & 1:
                return True
            firsts &= firsts - 1
    return False


@routine
def _search_from(state: Words, step: Words, graph: Graph, kind: int, start: int) -> None:
    """Go through the cycles from a candidate."""
    search = begin_search(graph)
    graph.seen[start], graph.queue[0] = search, start
    at, level_end, n_queue, length = 0, 1, 1, 2
    while at < level_end:
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
            if not is_wanted(graph, kind, CYCLE_RATINGS, length, graph.words[CYCLE_KEY]):
                return


@routine
def begin_search(graph: Graph) -> int:
    """Return the number of a new search."""
    graph.words[N_SEARCHES] += 1
    return graph.words[N_SEARCHES]


@routine
def _offer_cycle(
    state: Words,
    step: Words,
    graph: Graph,
    kind: int,
    start: int,
    number: int,
    hop: int,
    length: int,
) -> None:
    """Take the step of the cycle that a hop closes, unless it comes back as it went."""
    rating, key = CYCLE_RATINGS[kind] + length_rating(length), graph.words[CYCLE_KEY]
    if not is_better(rating, length, key, graph.best, graph.words):
        return
    n_path = _list_path(graph, start, number, hop)
    for place in range(1, n_path - 1, 2):
        if graph.path[place] == graph.path[n_path - 1]:
            return
    upper_on, lower_on = cells_on_path(graph, n_path)
    n_eliminated, digits = 0, _digits_on_path(graph, n_path)
    while digits:
        digit, digits = lowest(digits), digits & (digits - 1)
        upper, lower = eliminated_by(graph, n_path, digit)
        upper &= upper_places(state, digit) & ~upper_on
        lower &= lower_places(state, digit) & ~lower_on
        if upper | lower:
            if n_eliminated == 0:
                technique = CYCLES[kind]
                if kind == X_PASS and size_of(upper_on) + size_of(lower_on) == SHORTEST:
                    technique = GENERALIZED
                begin_step(step, technique, in_tenths(rating))
                step[LENGTH] = length
            add_cells(step, upper, lower, digit)
            n_eliminated = step[N_ELIMINATED]
    if n_eliminated:
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
def _digits_on_path(graph: Graph, n_path: int) -> int:
    """Return the digits of a cycle."""
    digits = 0
    for place in range(n_path):
        digits |= 1 << graph.candidate_of[graph.path[place]] % SIZE
    return digits


@routine
def eliminated_by(graph: Graph, n_path: int, digit: int) -> tuple[int, int]:
    """Return the cells that see a digit that is on and the same digit that is off on a cycle."""
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
