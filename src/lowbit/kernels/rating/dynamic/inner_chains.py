"""All cycles and forcing chains of a position in the middle of a dynamic chain.

Each node follows from the one before. The searches are those of
`lowbit.kernels.rating.chains.cycles`, but from every candidate that can have any, and to the end.
Of those that eliminate the same the first of the lowest rank is kept.

::

    path    number, off, on ... on [, off]
            the path back from a candidate that is on; a cycle and a chain that begins off have one
            more that is off, which forces their start
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lowbit.kernels.core.bits import lowest, size_of
from lowbit.kernels.core.compile import part, routine
from lowbit.kernels.rating.chains.cycles import begin_search
from lowbit.kernels.rating.chains.graph import (
    MOST_FORCED,
    N_LIVE,
    X_PASS,
    Y_PASS,
    Graph,
    list_hops,
)
from lowbit.kernels.rating.dynamic.inner_finds import (
    is_eliminated,
    list_eliminated,
    offer,
    sort_finds,
)
from lowbit.kernels.rating.dynamic.inner_links import (
    CYCLE,
    FROM_OFF,
    FROM_ON,
    N_FOUND,
    N_WORDS,
    InnerLinks,
    add_weak_in_cells,
    list_beyond,
    list_weak,
)
from lowbit.kernels.rating.dynamic.inner_premises import list_premises
from lowbit.kernels.rating.dynamic.patterns import eliminate_in_tree
from lowbit.kernels.rating.position.state import CELLS
from lowbit.kernels.rating.position.tables import FULL, SIZE
from lowbit.kernels.rating.trees.cases import LENGTH_SHIFT
from lowbit.kernels.rating.trees.propagation import join, origin_by
from lowbit.kernels.rating.trees.trails import NestedChains, add_chain, begin_premises
from lowbit.kernels.rating.trees.trees import N_NODES, NESTS, NOT_REACHED, Trees

if TYPE_CHECKING:
    from lowbit.kernels.core.arrays import Number, Words


@routine
def eliminate_by_inner_chains(
    position: Words,
    outer: Trees,
    root: int,
    rules: int,
    graph: Graph,
    links: InnerLinks,
    chains: NestedChains,
) -> None:
    """Make in a tree the eliminations of cycles and forcing chains that rely on its own.

    Parameters
    ----------
    position : int64[:]
        The position in which the tree grows; its board is the rest of that.
    """
    view = outer.board
    _find_all(view, outer, graph, links)
    for place in range(sort_finds(links)):
        number = links.in_order[place]
        list_eliminated(view, graph, links, number)
        if _eliminates_more(outer, root, graph, links):
            begin_premises(outer)
            n_premises, chain_hash = list_premises(position, view, outer, graph, links, number)
            if n_premises:
                length = links.ranks[number] >> LENGTH_SHIFT
                join(outer, root, n_premises)
                chain = add_chain(outer, chains, length, chain_hash)
                origin = origin_by(outer, rules, n_premises, chain)
                outer.has_chains[root], outer.words[NESTS] = 1, 1
                for index in range(graph.words[N_LIVE]):
                    if is_eliminated(graph, links, index):
                        eliminate_in_tree(outer, root, graph.candidate_of[index], origin)


@routine
def _find_all(view: Words, outer: Trees, graph: Graph, links: InnerLinks) -> None:
    """Find the cycles and chains of all passes."""
    for number in range(links.words[N_FOUND]):
        # Only the slots in use are cleared, for the table is much larger.
        links.slots[links.places[number]] = 0
    for word in range(len(links.words)):
        links.words[word] = 0
    list_weak(view, graph, links)
    for kind in range(3):
        if kind == Y_PASS:
            add_weak_in_cells(view, graph, links)
        list_beyond(graph, links, kind)
        if not _may_eliminate(graph, links, kind):
            continue
        list_hops(view, graph, kind, FULL)
        for index in range(graph.words[N_LIVE]):
            _search_from(view, outer, graph, links, kind, index)


@routine
def _may_eliminate(graph: Graph, links: InnerLinks, kind: int) -> bool:
    """Whether chains eliminate anything in a pass: if not, no cycle does either."""
    for index in range(graph.words[N_LIVE]):
        if _leads_to_off(links, index) or (kind != Y_PASS and _leads_to_on(links, index)):
            return True
    return False


@routine
def _search_from(
    view: Words, outer: Trees, graph: Graph, links: InnerLinks, kind: int, start: int
) -> None:
    """Keep the paths from a candidate back to it, where the links can lead there at all."""
    n_digits = size_of(view[CELLS + graph.candidate_of[start] // SIZE])
    if n_digits == 1 or (kind == Y_PASS and n_digits > 2):
        return
    if _leads_round(links, start) or (kind != Y_PASS and _leads_to_off(links, start)):
        _search_from_on(view, outer, graph, links, kind, start)
    if kind != Y_PASS and _leads_to_on(links, start):
        _search_from_off(view, outer, graph, links, kind, start)


@part
def _leads_to_on(links: InnerLinks, start: int) -> bool:
    """Whether hops lead from a candidate that is off to itself."""
    return links.beyond[links.words[N_WORDS] * start + start // 64] >> start % 64 & 1 == 1


@part
def _leads_to_off(links: InnerLinks, start: int) -> bool:
    """Whether hops lead from a candidate that is on to one that excludes it."""
    n_words = links.words[N_WORDS]
    row = n_words * start
    for word in range(n_words):
        following = links.weak[row + word] & links.forcing[word]
        while following:
            other = n_words * (64 * word + lowest(following))
            for place in range(n_words):
                if links.beyond[other + place] & links.weak[row + place]:
                    return True
            following &= following - 1
    return False


@part
def _leads_round(links: InnerLinks, start: int) -> bool:
    """Whether hops lead from a candidate that is on to itself."""
    n_words = links.words[N_WORDS]
    for word in range(n_words):
        following = links.weak[n_words * start + word] & links.forcing[word]
        while following:
            other = n_words * (64 * word + lowest(following))
            if links.beyond[other + start // 64] >> start % 64 & 1:
                return True
            following &= following - 1
    return False


@routine
def _search_from_on(
    view: Words, outer: Trees, graph: Graph, links: InnerLinks, kind: int, start: int
) -> None:
    """Keep the cycles through a candidate, then the chain that refutes it."""
    search, row = begin_search(graph), links.words[N_WORDS] * start
    graph.seen[start], graph.came[start], graph.queue[0] = search, -1, start
    at, n_queue, refuting = 0, 1, -1
    while at < n_queue:
        number = graph.queue[at]
        if refuting < 0 and links.weak[row + number // 64] >> number % 64 & 1:
            refuting = number
        for hop in range(graph.starts[number], graph.starts[number + 1]):
            to = np.int64(graph.to[hop])
            if to == start:
                if number != start:
                    n_path = _list_path(graph, number)
                    graph.path[n_path] = graph.by[hop]
                    offer(view, outer, graph, links, kind, CYCLE, start, n_path + 1)
            elif graph.seen[to] != search:
                n_queue = _reach(graph, search, to, number, hop, n_queue)
        at += 1
    if refuting >= 0 and kind != Y_PASS:
        n_path = _list_path(graph, refuting)
        offer(view, outer, graph, links, kind, FROM_ON, start, n_path)


@routine
def _search_from_off(
    view: Words, outer: Trees, graph: Graph, links: InnerLinks, kind: int, start: int
) -> None:
    """Keep the shortest chain from a candidate that is off to the same one on."""
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
                offer(view, outer, graph, links, kind, FROM_OFF, start, n_path + 1)
                return
            if graph.seen[to] != search:
                n_queue = _reach(graph, search, to, number, hop, n_queue)
        at += 1


@part
def _reach(graph: Graph, search: int, to: Number, number: int, hop: int, n_queue: int) -> int:
    """Note from where a candidate was reached; return how many are now."""
    graph.seen[to], graph.queue[n_queue] = search, to
    graph.came[to], graph.came_by[to] = number, graph.by[hop]
    return n_queue + 1


@routine
def _list_path(graph: Graph, number: int) -> int:
    """List the path back from a candidate; return how long it is."""
    graph.path[0] = number
    n_path = 1
    while graph.came[number] >= 0:
        graph.path[n_path], graph.path[n_path + 1] = graph.came_by[number], graph.came[number]
        number = graph.came[number]
        n_path += 2
    return n_path


@routine
def _eliminates_more(outer: Trees, root: int, graph: Graph, links: InnerLinks) -> bool:
    """Whether anything of that list is not eliminated yet."""
    row = outer.words[N_NODES] * root
    for index in range(graph.words[N_LIVE]):
        if is_eliminated(graph, links, index):
            off = 2 * outer.index_of[graph.candidate_of[index]]
            if outer.lengths[row + off] == NOT_REACHED:
                return True
    return False
