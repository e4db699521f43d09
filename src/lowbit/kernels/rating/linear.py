"""All cycles and forcing chains of a position in the middle of a dynamic chain.

Each node follows from the one before. The searches are those of `lowbit.kernels.rating.cycles`, but
from every start that can have any, and to the end. Of those that strike the same the first of the
lowest rank is kept.

::

    path    number, off, on ... on [, off]
            the way back from a candidate that is on; a cycle and a chain that begins off have one
            more that is off, which forces their start
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from lowbit.kernels.core.bits import lowest, size_of
from lowbit.kernels.core.compile import part, routine
from lowbit.kernels.rating.advances import strike_in_tree
from lowbit.kernels.rating.cycles import (
    CYCLE_RATINGS,
    begin_search,
    cells_on_path,
    list_hops,
    struck_by,
)
from lowbit.kernels.rating.forcing_chains import CHAIN_RATINGS
from lowbit.kernels.rating.graph import (
    KEY_OF_X,
    MOST_FORCED,
    N_CANDIDATES,
    N_LIVE,
    X_PASS,
    Y_PASS,
    Graph,
    list_candidates,
)
from lowbit.kernels.rating.propagation import join, way_by
from lowbit.kernels.rating.rank import WORST, length_rating
from lowbit.kernels.rating.starts import KEY_SHIFT, LENGTH_SHIFT
from lowbit.kernels.rating.state import AT, CELLS, lower_places, upper_places
from lowbit.kernels.rating.tables import HOUSES_OF, IN_CHAINS, PEERS, SIZE, UPPER
from lowbit.kernels.rating.trails import NestedChains, add_chain, add_gone, begin_premises, mixed
from lowbit.kernels.rating.trees import (
    ASSUMED,
    IN_CELL,
    IS_FULL,
    N_NODES,
    NESTS,
    NOT_REACHED,
    Trees,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

CYCLE, FROM_ON, FROM_OFF = range(3)

SECOND: Final = -1
"""What stands before the second chain of a cycle in its hash."""

N_WORDS_MOST: Final = -(-N_CANDIDATES // 64)
MOST_LINEAR: Final = 1 << 12
"""Cycles and chains that strike different candidates."""
N_PATHS: Final = 1 << 18
N_SLOTS: Final = 1 << 14

N_FOUND, N_ON_PATHS, N_OFFERED, HAS_HOPS, N_WORDS = range(5)
"""Where `LinearLinks.words` has how many there are, how much their paths take, how many were
offered, whether the hops of the pass are listed, and the words of a set of candidates."""

_rng = np.random.default_rng(81)
HASHES: Final = _rng.integers(1, 1 << 62, N_CANDIDATES, np.int64)
"""int64[729]: a set of candidates has the sum of theirs as its hash."""


class LinearLinks(NamedTuple):
    """The cycles and chains of a position.

    Attributes
    ----------
    words : int64[5]
        See above.
    weak, beyond, following : int64[729 * 12]
        For each candidate sets of others: what it excludes; what any number of hops leads to where
        it is off; and what is off, and forces something, where what it forces is on.
    ons, offs : int64[729 * 12]
        What follows from each being on, on and off, see `lowbit.kernels.rating.static_trees`.
    forcing : int64[12]
        The candidates that force something where they are off.
    slots : int64[:]
        Numbers of chains by the hash of what they strike, plus 1.
    hashes : int64[:]
        That hash, of each chain.
    ratings : float64[:]
        Their ratings.
    ranks : int64[:]
        What counts behind the rating: length, then key, then when it was found.
    places : int64[:]
        Their slots.
    starts, kinds, begins, ends : int64[:]
        Their first candidates, whether they are cycles or begin on or off, and where their paths
        are.
    in_order : int64[:]
        Their numbers, best first.
    paths : int32[:]
        The candidates on their paths, by index.
    struck : int64[18]
        What one strikes: for each digit a set of cells in two words.
    """

    words: NDArray[np.int64]
    weak: NDArray[np.int64]
    beyond: NDArray[np.int64]
    following: NDArray[np.int64]
    ons: NDArray[np.int64]
    offs: NDArray[np.int64]
    forcing: NDArray[np.int64]
    slots: NDArray[np.int64]
    hashes: NDArray[np.int64]
    ratings: NDArray[np.float64]
    ranks: NDArray[np.int64]
    places: NDArray[np.int64]
    starts: NDArray[np.int64]
    kinds: NDArray[np.int64]
    begins: NDArray[np.int64]
    ends: NDArray[np.int64]
    in_order: NDArray[np.int64]
    paths: NDArray[np.int32]
    struck: NDArray[np.int64]


def new_linear() -> LinearLinks:
    """Return room for the cycles and chains of a position."""
    most, n_sets = MOST_LINEAR, N_CANDIDATES * N_WORDS_MOST
    return LinearLinks(
        np.zeros(5, np.int64),
        np.zeros(n_sets, np.int64),
        np.zeros(n_sets, np.int64),
        np.zeros(n_sets, np.int64),
        np.zeros(n_sets, np.int64),
        np.zeros(n_sets, np.int64),
        np.zeros(N_WORDS_MOST, np.int64),
        np.zeros(N_SLOTS, np.int64),
        np.zeros(most, np.int64),
        np.zeros(most),
        np.zeros(most, np.int64),
        np.zeros(most, np.int64),
        np.zeros(most, np.int64),
        np.zeros(most, np.int64),
        np.zeros(most, np.int64),
        np.zeros(most, np.int64),
        np.zeros(most, np.int64),
        np.zeros(N_PATHS, np.int32),
        np.zeros(2 * SIZE, np.int64),
    )


@routine
def strike_by_linear(
    start: Any,
    outer: Trees,
    root: int,
    rules: int,
    graph: Graph,
    linear: LinearLinks,
    chains: NestedChains,
) -> None:
    """Strike in a tree what cycles and forcing chains strike that need what it has struck.

    Parameters
    ----------
    start : int64[:]
        The position in which the tree grows; its board is what is left of that.
    """
    view = outer.board
    _find_all(view, outer, graph, linear)
    for place in range(_sort(linear)):
        number = linear.in_order[place]
        _list_struck(view, graph, linear, number)
        if _strikes_more(outer, root, graph, linear):
            begin_premises(outer)
            n_premises, chain_hash = _premises(start, view, outer, graph, linear, number)
            if n_premises:
                length = linear.ranks[number] >> LENGTH_SHIFT
                join(outer, root, n_premises)
                chain = add_chain(outer, chains, length, chain_hash)
                way = way_by(outer, rules, n_premises, chain)
                outer.has_chains[root], outer.words[NESTS] = 1, 1
                for index in range(graph.words[N_LIVE]):
                    if _is_struck(graph, linear, index):
                        strike_in_tree(outer, root, graph.candidate_of[index], way)


@routine
def _find_all(view: Any, outer: Trees, graph: Graph, linear: LinearLinks) -> None:
    """Find the cycles and chains of all passes."""
    for number in range(linear.words[N_FOUND]):
        linear.slots[linear.places[number]] = 0
    for word in range(len(linear.words)):
        linear.words[word] = 0
    list_weak(view, graph, linear)
    for kind in range(3):
        if kind == Y_PASS:
            add_weak_in_cells(view, graph, linear)
        list_beyond(graph, linear, kind)
        linear.words[HAS_HOPS] = 0
        for index in range(graph.words[N_LIVE]):
            _search_from(view, outer, graph, linear, kind, index)


@routine
def list_weak(view: Any, graph: Graph, linear: LinearLinks) -> None:
    """List the candidates, and what each excludes in its houses."""
    list_candidates(view, graph)
    n_words = (graph.words[N_LIVE] + 63) // 64
    linear.words[N_WORDS] = n_words
    for index in range(graph.words[N_LIVE]):
        for word in range(n_words):
            linear.weak[n_words * index + word] = 0
        cell, digit = graph.candidate_of[index] // SIZE, graph.candidate_of[index] % SIZE
        for peer in PEERS[cell]:
            if view[CELLS + peer] >> digit & 1:
                other = graph.index_of[SIZE * peer + digit]
                linear.weak[n_words * index + other // 64] |= 1 << other % 64


@routine
def add_weak_in_cells(view: Any, graph: Graph, linear: LinearLinks) -> None:
    """Add what each excludes in its cell."""
    n_words = linear.words[N_WORDS]
    for index in range(graph.words[N_LIVE]):
        cell, digit = graph.candidate_of[index] // SIZE, graph.candidate_of[index] % SIZE
        others = view[CELLS + cell] & ~(1 << digit)
        while others:
            other = graph.index_of[SIZE * cell + lowest(others)]
            linear.weak[n_words * index + other // 64] |= 1 << other % 64
            others &= others - 1


@routine
def list_beyond(graph: Graph, linear: LinearLinks, kind: int) -> None:
    """List what any number of hops leads to from each candidate that is off."""
    n_live, n_words = graph.words[N_LIVE], linear.words[N_WORDS]
    for word in range(n_words):
        linear.forcing[word] = 0
    for word in range(n_words * n_live):
        linear.beyond[word], linear.following[word] = 0, 0
    for index in range(n_live):
        if kind != X_PASS and graph.mates[index] >= 0:
            _add_forced(graph, linear, index, graph.mates[index])
        if kind != Y_PASS:
            for number in range(graph.n_forced[index]):
                _add_forced(graph, linear, index, graph.forced[MOST_FORCED * index + number])
    for index in range(n_live):
        for word in range(n_words):
            linear.following[n_words * index + word] &= linear.forcing[word]
    is_growing = True
    while is_growing:
        is_growing = False
        for index in range(n_live):
            if linear.forcing[index // 64] >> index % 64 & 1:
                is_growing |= _widen(linear, index)


@part
def _add_forced(graph: Graph, linear: LinearLinks, index: int, forced: int) -> None:
    n_words = linear.words[N_WORDS]
    linear.forcing[index // 64] |= 1 << index % 64
    linear.beyond[n_words * index + forced // 64] |= 1 << forced % 64
    for word in range(n_words):
        linear.following[n_words * index + word] |= linear.weak[n_words * forced + word]


@part
def _widen(linear: LinearLinks, index: int) -> bool:
    """Add what lies beyond what follows a candidate that is off; say whether any of it is new."""
    n_words = linear.words[N_WORDS]
    row, is_new = n_words * index, False
    for word in range(n_words):
        following = linear.following[row + word]
        while following:
            other = n_words * (64 * word + lowest(following))
            for place in range(n_words):
                before = linear.beyond[row + place]
                linear.beyond[row + place] |= linear.beyond[other + place]
                is_new |= linear.beyond[row + place] != before
            following &= following - 1
    return is_new


@routine
def _search_from(
    view: Any, outer: Trees, graph: Graph, linear: LinearLinks, kind: int, start: int
) -> None:
    """Keep what leads from a candidate back to it, where the links can lead there at all."""
    n_digits = size_of(view[CELLS + graph.candidate_of[start] // SIZE])
    if n_digits == 1 or (kind == Y_PASS and n_digits > 2):
        return
    if _leads_back(linear, kind, start):
        _search_from_on(view, outer, graph, linear, kind, start)
    row = linear.words[N_WORDS] * start
    if kind != Y_PASS and linear.beyond[row + start // 64] >> start % 64 & 1:
        _search_from_off(view, outer, graph, linear, kind, start)


@part
def _leads_back(linear: LinearLinks, kind: int, start: int) -> bool:
    """Whether hops lead from a candidate that is on to itself, or to one that excludes it."""
    n_words = linear.words[N_WORDS]
    row = n_words * start
    for word in range(n_words):
        following = linear.weak[row + word] & linear.forcing[word]
        while following:
            other = n_words * (64 * word + lowest(following))
            for place in range(n_words):
                ends = linear.weak[row + place] if kind != Y_PASS else 0
                if place == start // 64:
                    ends |= 1 << start % 64
                if linear.beyond[other + place] & ends:
                    return True
            following &= following - 1
    return False


@part
def _see_to_hops(view: Any, graph: Graph, linear: LinearLinks, kind: int) -> None:
    """List the hops of a pass before the first search."""
    if linear.words[HAS_HOPS] == 0:
        list_hops(view, graph, kind)
        linear.words[HAS_HOPS] = 1


@routine
def _search_from_on(
    view: Any, outer: Trees, graph: Graph, linear: LinearLinks, kind: int, start: int
) -> None:
    """Keep the cycles through a candidate, then the chain that refutes it."""
    _see_to_hops(view, graph, linear, kind)
    search, row = begin_search(graph), linear.words[N_WORDS] * start
    graph.seen[start], graph.came[start], graph.queue[0] = search, -1, start
    at, n_queue, refuting = 0, 1, -1
    while at < n_queue:
        number = graph.queue[at]
        if refuting < 0 and linear.weak[row + number // 64] >> number % 64 & 1:
            refuting = number
        for hop in range(graph.starts[number], graph.starts[number + 1]):
            to = np.int64(graph.to[hop])
            if to == start:
                if number != start:
                    n_path = _list_path(graph, number)
                    graph.path[n_path] = graph.by[hop]
                    _offer(view, outer, graph, linear, kind, CYCLE, start, n_path + 1)
            elif graph.seen[to] != search:
                n_queue = _reach(graph, search, to, number, hop, n_queue)
        at += 1
    if refuting >= 0 and kind != Y_PASS:
        n_path = _list_path(graph, refuting)
        _offer(view, outer, graph, linear, kind, FROM_ON, start, n_path)


@routine
def _search_from_off(
    view: Any, outer: Trees, graph: Graph, linear: LinearLinks, kind: int, start: int
) -> None:
    """Keep the shortest chain from a candidate that is off to the same one on."""
    _see_to_hops(view, graph, linear, kind)
    search = begin_search(graph)
    n_queue = 0
    if kind != X_PASS and graph.mates[start] >= 0:
        n_queue = _reach(graph, search, graph.mates[start], -1, 0, n_queue)
    for number in range(graph.n_forced[start]):
        forced = graph.forced[MOST_FORCED * start + number]
        n_queue = _reach(graph, search, forced, -1, 0, n_queue)
    at = 0
    while at < n_queue:
        number = graph.queue[at]
        for hop in range(graph.starts[number], graph.starts[number + 1]):
            to = np.int64(graph.to[hop])
            if to == start:
                n_path = _list_path(graph, number)
                graph.path[n_path] = graph.by[hop]
                _offer(view, outer, graph, linear, kind, FROM_OFF, start, n_path + 1)
                return
            if graph.seen[to] != search:
                n_queue = _reach(graph, search, to, number, hop, n_queue)
        at += 1


@part
def _reach(graph: Graph, search: int, to: Any, number: int, hop: int, n_queue: int) -> int:
    """Note from where a candidate was reached; return how many are now."""
    graph.seen[to], graph.queue[n_queue] = search, to
    graph.came[to], graph.came_by[to] = number, graph.by[hop]
    return n_queue + 1


@routine
def _list_path(graph: Graph, number: int) -> int:
    """List the way back from a candidate; return how long it is."""
    graph.path[0] = number
    n_path = 1
    while graph.came[number] >= 0:
        graph.path[n_path], graph.path[n_path + 1] = graph.came_by[number], graph.came[number]
        number = graph.came[number]
        n_path += 2
    return n_path


@routine
def _offer(
    view: Any,
    outer: Trees,
    graph: Graph,
    linear: LinearLinks,
    kind: int,
    shape: int,
    start: int,
    n_path: int,
) -> None:
    """Keep a cycle or chain, if it is the first of the lowest rank that strikes what it does."""
    if shape == CYCLE:
        for place in range(1, n_path - 1, 2):
            if graph.path[place] == graph.path[n_path - 1]:
                return  # it comes back the way it went
    _strike_by_path(view, graph, linear, shape, start, n_path)
    struck_hash = 0
    for index in range(graph.words[N_LIVE]):
        if _is_struck(graph, linear, index):
            struck_hash += HASHES[graph.candidate_of[index]]
    if struck_hash == 0:
        return
    length = n_path if shape == CYCLE else n_path + 1 if shape == FROM_ON else n_path + 2
    rating = (CYCLE_RATINGS[kind] if shape == CYCLE else CHAIN_RATINGS[kind]) + length_rating(
        length
    )
    linear.words[N_OFFERED] += 1
    rank = length << LENGTH_SHIFT | (KEY_OF_X + kind) << KEY_SHIFT | linear.words[N_OFFERED]
    number = _number_of(outer, linear, struck_hash)
    if number >= 0 and (
        rating < linear.ratings[number]
        or (
            rating == linear.ratings[number]
            and rank >> KEY_SHIFT < linear.ranks[number] >> KEY_SHIFT
        )
    ):
        linear.ratings[number], linear.ranks[number] = rating, rank
        linear.starts[number], linear.kinds[number] = start, shape
        _keep_path(outer, graph, linear, number, n_path)


@part
def _number_of(outer: Trees, linear: LinearLinks, struck_hash: int) -> int:
    """Return the number of what strikes the same, or a new one; -1 if there is no room."""
    slot = struck_hash & (N_SLOTS - 1)
    while linear.slots[slot]:
        number = linear.slots[slot] - 1
        if linear.hashes[number] == struck_hash:
            return number
        slot = (slot + 1) & (N_SLOTS - 1)
    number = linear.words[N_FOUND]
    if number == MOST_LINEAR:
        outer.words[IS_FULL] = 1
        return -1
    linear.words[N_FOUND] += 1
    linear.slots[slot], linear.places[number] = number + 1, slot
    linear.hashes[number], linear.ratings[number] = struck_hash, WORST
    linear.begins[number], linear.ends[number] = 0, 0
    return number


@routine
def _keep_path(outer: Trees, graph: Graph, linear: LinearLinks, number: int, n_path: int) -> None:
    """Keep a path, in the place of the one before if it is no longer."""
    begin = linear.begins[number]
    if begin + n_path > linear.ends[number]:
        begin = linear.words[N_ON_PATHS]
        if begin + n_path > N_PATHS:
            outer.words[IS_FULL] = 1
            begin = 0
        linear.words[N_ON_PATHS] = begin + n_path
    linear.begins[number], linear.ends[number] = begin, begin + n_path
    for place in range(n_path):
        linear.paths[begin + place] = graph.path[place]


@routine
def _sort(linear: LinearLinks) -> int:
    """List the numbers of what was found, best first; return how many there are."""
    n_found = linear.words[N_FOUND]
    for number in range(n_found):
        place = number
        while place and _is_before(linear, number, linear.in_order[place - 1]):
            linear.in_order[place] = linear.in_order[place - 1]
            place -= 1
        linear.in_order[place] = number
    return n_found


@part
def _is_before(linear: LinearLinks, number: int, other: int) -> bool:
    if linear.ratings[number] != linear.ratings[other]:
        return linear.ratings[number] < linear.ratings[other]
    return linear.ranks[number] < linear.ranks[other]


@routine
def _list_struck(view: Any, graph: Graph, linear: LinearLinks, number: int) -> None:
    """List what a cycle or chain strikes, and its path."""
    n_path = linear.ends[number] - linear.begins[number]
    for place in range(n_path):
        graph.path[place] = linear.paths[linear.begins[number] + place]
    _strike_by_path(view, graph, linear, linear.kinds[number], linear.starts[number], n_path)


@routine
def _strike_by_path(
    view: Any, graph: Graph, linear: LinearLinks, shape: int, start: int, n_path: int
) -> None:
    """List what the path of a cycle or chain strikes."""
    candidate = graph.candidate_of[start]
    cell, bit = candidate // SIZE, 1 << candidate % SIZE
    struck = bit if shape == FROM_ON else view[CELLS + cell] & ~bit
    upper_on, lower_on = 0, 0
    if shape == CYCLE:
        upper_on, lower_on = cells_on_path(graph, n_path)
    for digit in range(SIZE):
        upper, lower = 0, 0
        if shape == CYCLE:
            upper, lower = struck_by(graph, n_path, digit)
            if upper | lower:
                upper &= upper_places(view, digit) & ~upper_on
                lower &= lower_places(view, digit) & ~lower_on
        elif struck >> digit & 1:
            if cell < UPPER:
                upper = 1 << cell
            else:
                lower = 1 << (cell - UPPER)
        linear.struck[2 * digit], linear.struck[2 * digit + 1] = upper, lower


@part
def _is_struck(graph: Graph, linear: LinearLinks, index: int) -> bool:
    """Whether a candidate is in the list of what is struck."""
    cell, digit = graph.candidate_of[index] // SIZE, graph.candidate_of[index] % SIZE
    if cell < UPPER:
        return linear.struck[2 * digit] >> cell & 1 == 1
    return linear.struck[2 * digit + 1] >> (cell - UPPER) & 1 == 1


@routine
def _strikes_more(outer: Trees, root: int, graph: Graph, linear: LinearLinks) -> bool:
    """Whether anything of that list is not struck yet."""
    row = outer.words[N_NODES] * root
    for index in range(graph.words[N_LIVE]):
        if _is_struck(graph, linear, index):
            off = 2 * outer.index_of[graph.candidate_of[index]]
            if outer.lengths[row + off] == NOT_REACHED:
                return True
    return False


@routine
def _premises(
    start: Any, view: Any, outer: Trees, graph: Graph, linear: LinearLinks, number: int
) -> tuple[int, int]:
    """List what must have been struck for the path that is listed to hold.

    Returns
    -------
    n_premises : int
        How many they are; `outer.parents` has them.
    chain_hash : int
        The hash of its nodes.
    """
    path, n_path = graph.path, linear.ends[number] - linear.begins[number]
    shape, first = linear.kinds[number], linear.starts[number]
    n_premises, last = 0, n_path - 1
    if shape == FROM_ON:
        chain_hash = _mixed_node(graph, 0, first, 0)
    else:
        n_premises = _add_strong(start, view, outer, graph, path[last], first, n_premises)
        chain_hash = _mixed_node(graph, _mixed_node(graph, 0, first, 1), path[last], 0)
        last -= 1
    for place in range(last + (shape != CYCLE)):
        chain_hash = _mixed_node(graph, chain_hash, path[place], 1 - place % 2)
        if place % 2 == 0 and place < last:
            on, off = path[place], path[place + 1]
            n_premises = _add_strong(start, view, outer, graph, off, on, n_premises)
    if shape == FROM_OFF:
        n_premises = _add_strong(start, view, outer, graph, first, path[last], n_premises)
        chain_hash = _mixed_node(graph, chain_hash, first, 0)
    elif shape == CYCLE:
        chain_hash = _mixed_node(graph, mixed(chain_hash, SECOND), first, 0)
        for place in range(last - 1, -1, -1):
            chain_hash = _mixed_node(graph, chain_hash, path[place], place % 2)
            if place % 2:
                on, off = path[place + 1], path[place]
                n_premises = _add_weak(start, view, outer, graph, on, off, n_premises)
        chain_hash = _mixed_node(graph, chain_hash, path[last + 1], 1)
        n_premises = _add_weak(start, view, outer, graph, path[0], path[last + 1], n_premises)
    return n_premises, chain_hash


@part
def _mixed_node(graph: Graph, chain_hash: int, index: int, is_on: int) -> int:
    return mixed(chain_hash, 2 * graph.candidate_of[index] + is_on)


@routine
def _add_strong(
    start: Any, view: Any, outer: Trees, graph: Graph, off: int, on: int, n_premises: int
) -> int:
    """Add what must have been struck so that one candidate, being off, forces another."""
    one, two = graph.candidate_of[off], graph.candidate_of[on]
    if one // SIZE == two // SIZE:
        return add_gone(start, view, outer, two, IN_CELL, n_premises)
    for kind in IN_CHAINS:
        house = HOUSES_OF[two // SIZE, kind]
        is_shared = house == HOUSES_OF[one // SIZE, kind]
        if is_shared and size_of(view[AT + SIZE * house + two % SIZE]) == 2:
            return add_gone(start, view, outer, two, kind, n_premises)
    return n_premises


@routine
def _add_weak(
    start: Any, view: Any, outer: Trees, graph: Graph, on: int, off: int, n_premises: int
) -> int:
    """Add what Sudoku Explainer takes to be needed for the same link read backwards."""
    one, two = graph.candidate_of[on], graph.candidate_of[off]
    return add_gone(start, view, outer, two, _shared(one, two), n_premises)


@routine
def _shared(one: int, two: int) -> int:
    """Return what two candidates share, of what makes one exclude the other the first."""
    if one // SIZE == two // SIZE:
        return IN_CELL
    for kind in IN_CHAINS:
        if HOUSES_OF[one // SIZE, kind] == HOUSES_OF[two // SIZE, kind]:
            return kind
    return ASSUMED
