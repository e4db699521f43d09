"""Implications of a candidate being on, or off: a tree grown from its root.

A candidate that is on eliminates the rest of its cell and of its houses; one that is off forces the
last other one of its cell, or of its digit in a house. First come all that are on, in the order in
which they were reached, then one that is off. A clash, a candidate both on and off, ends it.

Each candidate that is off is eliminated from the board, so that one that is forced may
follow from many. Where nothing else follows, patterns and nested chains may eliminate more.
`static_trees` has the trees in which nothing is eliminated.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from lowbit.kernels.core.bits import lowest, size_of
from lowbit.kernels.core.compile import part, routine
from lowbit.kernels.rating.position.state import AT, CELLS, HIDDEN
from lowbit.kernels.rating.position.tables import CELL_AT, HOUSES_OF, IN_CHAINS, PLACE_IN, SIZE
from lowbit.kernels.rating.trees.trees import (
    ASSUMED,
    CLASH,
    IN_CELL,
    IS_FULL,
    N_NODES,
    N_OFFS,
    N_ONS,
    N_POOL,
    N_POOLED,
    N_WORDS,
    NEXT_OFF,
    NEXT_ON,
    NO_CHAIN,
    NO_ORIGIN,
    NOT_REACHED,
    Trees,
)

if TYPE_CHECKING:
    from lowbit.kernels.core.arrays import Number, Words

IN_CELLS: Final = 1
"""The rule that the candidates of a cell exclude and force each other."""
IS_DYNAMIC: Final = 2
"""The rule that a candidate that is off is eliminated from the board, as it is here."""
WITH_PATTERNS: Final = 4
"""The rule that patterns eliminate more."""
KEEPS_TRAILS: Final = 8
"""The rule that all origins are recorded, not only those of one node."""


@routine
def begin_tree(state: Words, trees: Trees, root: int) -> None:
    """Begin a tree with its root."""
    n_nodes = trees.words[N_NODES]
    row = n_nodes * root
    for node in range(n_nodes):
        trees.lengths[row + node] = NOT_REACHED
    # The first words of a state: a tree needs no notes of finders.
    for word in range(HIDDEN):
        trees.board[word] = state[word]
    trees.n_reached[root], trees.clashes[root], trees.has_chains[root] = 0, 0, 0
    for word in range(N_ONS, CLASH + 1):
        trees.words[word] = 0
    for word in range(trees.words[N_WORDS]):
        trees.joined[word] = 0
    add_node(trees, root, root, NO_ORIGIN, ASSUMED)


@routine
def grow(state: Words, trees: Trees, root: int, rules: int) -> None:
    """Go on from nodes until nothing follows, or a clash does."""
    while trees.words[CLASH] == 0:
        if trees.words[NEXT_ON] < trees.words[N_ONS]:
            trees.words[NEXT_ON] += 1
            _eliminate_from(trees, root, trees.ons[trees.words[NEXT_ON] - 1])
        elif trees.words[NEXT_OFF] < trees.words[N_OFFS]:
            trees.words[NEXT_OFF] += 1
            _force_from(state, trees, root, rules, trees.offs[trees.words[NEXT_OFF] - 1])
        else:
            return
    trees.clashes[root] = trees.words[CLASH]


@part
def add_node(trees: Trees, root: int, node: int, origin: int, cause: int) -> None:
    """Add a node that follows from all that was joined."""
    n_words = trees.words[N_WORDS]
    length = 0
    for word in range(n_words):
        behind = trees.joined[word]
        if word == node // 64:
            # A node counts itself, so that its length is the size of the set.
            behind |= 1 << node % 64
        trees.behind[n_words * node + word] = behind
        length += size_of(behind)
    trees.causes[trees.words[N_NODES] * root + node] = cause
    reach(trees, root, node, length, origin)


@part
def reach(trees: Trees, root: int, node: Number, length: Number, origin: int) -> None:
    """Note that a tree has reached a node."""
    row = trees.words[N_NODES] * root
    trees.lengths[row + node] = length
    trees.origins[row + node] = origin
    trees.order[row + trees.n_reached[root]] = node
    trees.n_reached[root] += 1
    if node & 1:
        trees.ons[trees.words[N_ONS]] = node
        trees.words[N_ONS] += 1
    else:
        trees.offs[trees.words[N_OFFS]] = node
        trees.words[N_OFFS] += 1


@part
def join(trees: Trees, root: int, n_parents: int) -> None:
    """Join the sets of nodes that some nodes, which are off, follow from."""
    row, n_words = trees.words[N_NODES] * root, trees.words[N_WORDS]
    for word in range(n_words):
        trees.joined[word] = 0
    for number in range(n_parents):
        parent = trees.parents[number]
        origin = np.int64(trees.origins[row + parent])
        # A node that follows from one that is on has no set of its own, but that one's and itself.
        owner = origin if origin >= 0 and origin & 1 else parent
        for word in range(n_words):
            trees.joined[word] |= trees.behind[n_words * owner + word]
        trees.joined[parent // 64] |= 1 << parent % 64


@part
def origin_by(trees: Trees, rules: int, n_parents: int, chain: int) -> int:
    """Return the origin that some nodes are, with a nested chain if any; record it if need be."""
    if n_parents == 1 and chain == NO_CHAIN:
        return trees.parents[0]
    if rules & KEEPS_TRAILS == 0:
        return NO_ORIGIN
    at = trees.words[N_POOLED]
    if at + n_parents + 2 > N_POOL:
        trees.words[IS_FULL] = 1
        return NO_ORIGIN
    trees.pool[at], trees.pool[at + 1] = n_parents, chain
    for number in range(n_parents):
        trees.pool[at + 2 + number] = trees.parents[number]
    trees.words[N_POOLED] += n_parents + 2
    return -2 - at


@part
def _eliminate_from(trees: Trees, root: int, node: int) -> None:
    """Reach the nodes that are off where one is on."""
    row, n_words, index = trees.words[N_NODES] * root, trees.words[N_WORDS], node // 2
    length = np.int64(trees.lengths[row + node]) + 1
    for at in range(trees.starts[index], trees.starts[index + 1]):
        off = 2 * np.int64(trees.excluded[at])
        if trees.lengths[row + off + 1] < NOT_REACHED:
            # A candidate that is off behind the other node is counted in that one's length already.
            is_behind = trees.behind[n_words * node + off // 64] >> off % 64 & 1
            trees.words[CLASH] = length - is_behind + trees.lengths[row + off + 1]
            _note_clash(trees, root, off, node, IN_CELL)
            return
        if trees.lengths[row + off] == NOT_REACHED:
            reach(trees, root, off, length, node)


@part
def _force_from(state: Words, trees: Trees, root: int, rules: int, node: int) -> None:
    """Reach the nodes that are on where one is off, which is eliminated from the board."""
    view, candidate = trees.board, trees.candidate_of[node // 2]
    cell, digit = candidate // SIZE, candidate % SIZE
    trees.parents[0] = node
    held = view[CELLS + cell] & ~(1 << digit)
    if rules & IN_CELLS and held and held & (held - 1) == 0:
        n_parents = 1
        gone = state[CELLS + cell] & ~view[CELLS + cell]
        while gone:
            trees.parents[n_parents] = 2 * trees.index_of[SIZE * cell + lowest(gone)]
            n_parents += 1
            gone &= gone - 1
        _force(trees, root, rules, SIZE * cell + lowest(held), n_parents, IN_CELL)
    for kind in IN_CHAINS:
        at = AT + SIZE * HOUSES_OF[cell, kind] + digit
        left = view[at] & ~(1 << PLACE_IN[cell, kind])
        if left and left & (left - 1) == 0:
            house, n_parents = HOUSES_OF[cell, kind], 1
            gone = state[at] & ~view[at]
            while gone:
                other = CELL_AT[house, lowest(gone)]
                trees.parents[n_parents] = 2 * trees.index_of[SIZE * other + digit]
                n_parents += 1
                gone &= gone - 1
            forced = SIZE * CELL_AT[house, lowest(left)] + digit
            _force(trees, root, rules, forced, n_parents, kind)
        # Written last: `gone` must not list the candidate again, which is the first parent.
        view[at] = left
    view[CELLS + cell] = held


@part
def _force(trees: Trees, root: int, rules: int, candidate: int, n_parents: int, cause: int) -> None:
    """Reach a candidate that is on, unless that clashes."""
    on = 2 * trees.index_of[candidate] + 1
    row = trees.words[N_NODES] * root
    if trees.words[CLASH] or trees.lengths[row + on] < NOT_REACHED:
        return
    origin = origin_by(trees, rules, n_parents, NO_CHAIN)
    join(trees, root, n_parents)
    if trees.lengths[row + on - 1] == NOT_REACHED:
        add_node(trees, root, on, origin, cause)
        return
    trees.words[CLASH] = np.int64(trees.lengths[row + on - 1]) + 1
    for word in range(trees.words[N_WORDS]):
        joined = trees.joined[word]
        if word == on // 64:
            joined &= ~(1 << on % 64)
        trees.words[CLASH] += size_of(joined)
    _note_clash(trees, root, on, origin, cause)


@part
def _note_clash(trees: Trees, root: int, node: Number, origin: int, cause: int) -> None:
    """Note how a node was reached whose opposite the tree has."""
    trees.clash_nodes[root] = node
    trees.clash_origins[root] = origin
    trees.clash_causes[root] = cause
