"""Static trees: nothing is eliminated, so each node follows from one other.

So its length is that of the path to it. They are only grown from the candidates of cells, and
places in houses, that can have anything in common. Sets bound that: the candidates that any number
of hops leads to, and those that these exclude, whatever the order and wherever a clash would end
it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lowbit.kernels.core.bits import lowest, size_of
from lowbit.kernels.core.compile import routine
from lowbit.kernels.rating.chains.graph import XY_PASS, Graph
from lowbit.kernels.rating.dynamic.inner_links import (
    N_WORDS,
    InnerLinks,
    add_weak_in_cells,
    list_beyond,
    list_weak,
)
from lowbit.kernels.rating.position.state import AT, CELLS
from lowbit.kernels.rating.position.state import N_NODES as N_TAKEN
from lowbit.kernels.rating.position.tables import (
    CELL_AT,
    HOUSES_OF,
    IN_CHAINS,
    N_CELLS,
    PLACE_IN,
    SIZE,
)
from lowbit.kernels.rating.trees.cases import CELL, REGION, list_roots
from lowbit.kernels.rating.trees.propagation import reach
from lowbit.kernels.rating.trees.trees import (
    ASSUMED,
    IN_CELL,
    N_NODES,
    N_OFFS,
    N_ONS,
    NO_ORIGIN,
    NOT_REACHED,
    Trees,
)

if TYPE_CHECKING:
    from lowbit.kernels.core.arrays import Words


@routine
def grow_static_trees(
    state: Words, view: Words, trees: Trees, graph: Graph, links: InnerLinks
) -> None:
    """Grow the trees of a position of all cases that may have anything in common.

    Parameters
    ----------
    state : int64[:]
        Where each tree is counted.
    view : int64[:]
        The position, whose candidates `trees` has listed.
    """
    for root in range(trees.words[N_NODES]):
        trees.n_reached[root], trees.clashes[root], trees.has_chains[root] = 0, 0, 0
        trees.needed[root // 2] = 0
    list_weak(view, graph, links)
    add_weak_in_cells(view, graph, links)
    list_beyond(graph, links, XY_PASS)
    _list_reach(trees, links)
    for cell in range(N_CELLS):
        if size_of(view[CELLS + cell]) > 2:
            _find_needed(view, trees, links, cell)
    _list_forced(view, trees)
    for index in range(trees.words[N_NODES] // 2):
        if trees.needed[index]:
            state[N_TAKEN] += 1
            _grow(trees, 2 * index + 1)


@routine
def _list_reach(trees: Trees, links: InnerLinks) -> None:
    """List the most that can follow from each candidate being on."""
    n_words = links.words[N_WORDS]
    for index in range(trees.words[N_NODES] // 2):
        row = n_words * index
        for word in range(n_words):
            links.ons[row + word], links.offs[row + word] = 0, 0
        links.ons[row + index // 64] |= 1 << index % 64
        for word in range(n_words):
            rest = links.weak[row + word] & links.forcing[word]
            while rest:
                other = n_words * (64 * word + lowest(rest))
                for place in range(n_words):
                    links.ons[row + place] |= links.beyond[other + place]
                rest &= rest - 1
        for word in range(n_words):
            rest = links.ons[row + word]
            while rest:
                other = n_words * (64 * word + lowest(rest))
                for place in range(n_words):
                    links.offs[row + place] |= links.weak[other + place]
                rest &= rest - 1


@routine
def _find_needed(view: Words, trees: Trees, links: InnerLinks, cell: int) -> None:
    """Find the trees that are needed of the cases that are searched with a cell."""
    _need(trees, links, list_roots(view, trees, CELL, cell))
    rest = view[CELLS + cell]
    while rest:
        digit = lowest(rest)
        for kind in IN_CHAINS:
            base = SIZE * HOUSES_OF[cell, kind] + digit
            places = view[AT + base]
            if places & (places - 1) and lowest(places) == PLACE_IN[cell, kind]:
                _need(trees, links, list_roots(view, trees, REGION, base))
        rest &= rest - 1


@routine
def _need(trees: Trees, links: InnerLinks, n_roots: int) -> None:
    """Need the trees of some cases, if these can have anything in common."""
    n_words = links.words[N_WORDS]
    for word in range(n_words):
        # All bits, so that the first AND leaves the first row.
        on, off = -1, -1
        for number in range(n_roots):
            row = n_words * (trees.roots[number] // 2)
            on &= links.ons[row + word]
            off &= links.offs[row + word]
        if on | off:
            for number in range(n_roots):
                trees.needed[trees.roots[number] // 2] = 1
            return


@routine
def _list_forced(view: Words, trees: Trees) -> None:
    """List the candidates that each forces where it is off."""
    n_forced = 0
    for index in range(trees.words[N_NODES] // 2):
        trees.forced_starts[index] = n_forced
        cell, digit = trees.candidate_of[index] // SIZE, trees.candidate_of[index] % SIZE
        held = view[CELLS + cell] & ~(1 << digit)
        if held and held & (held - 1) == 0:
            trees.forced[n_forced] = trees.index_of[SIZE * cell + lowest(held)]
            trees.forced_by[n_forced] = IN_CELL
            n_forced += 1
        for kind in IN_CHAINS:
            house = HOUSES_OF[cell, kind]
            left = view[AT + SIZE * house + digit] & ~(1 << PLACE_IN[cell, kind])
            if left and left & (left - 1) == 0:
                other = CELL_AT[house, lowest(left)]
                trees.forced[n_forced] = trees.index_of[SIZE * other + digit]
                trees.forced_by[n_forced] = kind
                n_forced += 1
    trees.forced_starts[trees.words[N_NODES] // 2] = n_forced


@routine
def _grow(trees: Trees, root: int) -> None:
    """Grow a tree until nothing follows, or a candidate would be both on and off."""
    n_nodes = trees.words[N_NODES]
    row = n_nodes * root
    for node in range(n_nodes):
        trees.lengths[row + node] = NOT_REACHED
    trees.words[N_ONS], trees.words[N_OFFS] = 0, 0
    trees.causes[row + root] = ASSUMED
    reach(trees, root, root, 1, NO_ORIGIN)
    next_on, next_off = 0, 0
    while True:
        if next_on < trees.words[N_ONS]:
            node = trees.ons[next_on]
            next_on += 1
            length = np.int64(trees.lengths[row + node]) + 1
            for at in range(trees.starts[node // 2], trees.starts[node // 2 + 1]):
                off = 2 * np.int64(trees.excluded[at])
                if trees.lengths[row + off + 1] < NOT_REACHED:
                    return
                if trees.lengths[row + off] == NOT_REACHED:
                    reach(trees, root, off, length, node)
        elif next_off < trees.words[N_OFFS]:
            node = trees.offs[next_off]
            next_off += 1
            length = np.int64(trees.lengths[row + node]) + 1
            for at in range(trees.forced_starts[node // 2], trees.forced_starts[node // 2 + 1]):
                on = 2 * np.int64(trees.forced[at]) + 1
                if trees.lengths[row + on] == NOT_REACHED:
                    if trees.lengths[row + on - 1] < NOT_REACHED:
                        return
                    trees.causes[row + on] = trees.forced_by[at]
                    reach(trees, root, on, length, node)
        else:
            return
