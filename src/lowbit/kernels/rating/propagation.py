"""What follows from a candidate being on, or off: a tree grown from its root.

What is on strikes the rest of its cell and of its houses; what is off leaves, where just one other
is left in its cell or a house of it, that one. First come all that are on, in the order in which
they were reached, then one that is off. A clash, a candidate both on and off, ends it.

Otherwise each node follows from one other, and its length is that of the way to it. In dynamic
chains each candidate that is off is struck from the board, so that what is left may follow from
many; where nothing else follows, patterns may strike more.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from lowbit.kernels.core.bits import lowest, size_of
from lowbit.kernels.core.compile import routine
from lowbit.kernels.rating.state import AT, CELLS, HIDDEN
from lowbit.kernels.rating.tables import CELL_AT, HOUSES_OF, IN_CHAINS, PLACE_IN, SIZE
from lowbit.kernels.rating.trees import (
    CLASH,
    N_NODES,
    N_OFFS,
    N_ONS,
    N_WORDS,
    NOT_REACHED,
    Trees,
)

IN_CELLS: Final = 1
"""The rule that the candidates of a cell exclude and force each other."""
IS_DYNAMIC: Final = 2
"""The rule that what is off is struck from the board."""
WITH_PATTERNS: Final = 4
"""The rule that patterns strike more."""


@routine
def begin_tree(state: Any, trees: Trees, root: int) -> None:
    """Begin a tree with its root."""
    n_nodes = trees.words[N_NODES]
    row = n_nodes * root
    for node in range(n_nodes):
        trees.lengths[row + node] = NOT_REACHED
    for word in range(HIDDEN):
        trees.board[word] = state[word]
    trees.n_reached[root] = 0
    trees.words[N_ONS], trees.words[N_OFFS], trees.words[CLASH] = 0, 0, 0
    for word in range(trees.words[N_WORDS]):
        trees.joined[word] = 0
    add_node(trees, root, root)


@routine
def grow(state: Any, trees: Trees, root: int, rules: int, next_on: int, next_off: int) -> int:
    """Go on from nodes until nothing follows, or a clash does; return the last node that was off.

    Parameters
    ----------
    next_on, next_off : int
        The first nodes that are on, and off, from which it was not gone on yet.
    """
    while trees.words[CLASH] == 0:
        if next_on < trees.words[N_ONS]:
            _strike_from(trees, root, rules, trees.ons[next_on])
            next_on += 1
        elif next_off < trees.words[N_OFFS]:
            _force_from(state, trees, root, rules, trees.offs[next_off])
            next_off += 1
        else:
            break
    return next_off


@routine
def add_node(trees: Trees, root: int, node: int) -> None:
    """Add a node that follows from all that was joined."""
    n_words = trees.words[N_WORDS]
    length = 0
    for word in range(n_words):
        behind = trees.joined[word]
        if word == node // 64:
            behind |= 1 << node % 64
        trees.behind[n_words * node + word] = behind
        length += size_of(behind)
    _reach(trees, root, node, length)


@routine
def _reach(trees: Trees, root: int, node: Any, length: Any) -> None:
    """Note that a tree has reached a node."""
    row = trees.words[N_NODES] * root
    trees.lengths[row + node] = length
    trees.order[row + trees.n_reached[root]] = node
    trees.n_reached[root] += 1
    if node & 1:
        trees.ons[trees.words[N_ONS]] = node
        trees.words[N_ONS] += 1
    else:
        trees.offs[trees.words[N_OFFS]] = node
        trees.words[N_OFFS] += 1


@routine
def join(trees: Trees, n_parents: int) -> None:
    """Join what some nodes follow from."""
    n_words = trees.words[N_WORDS]
    for word in range(n_words):
        joined = trees.behind[n_words * trees.parents[0] + word]
        for number in range(1, n_parents):
            joined |= trees.behind[n_words * trees.parents[number] + word]
        trees.joined[word] = joined


@routine
def _strike_from(trees: Trees, root: int, rules: int, node: int) -> None:
    """Reach what is off where a node is on."""
    row, n_words, index = trees.words[N_NODES] * root, trees.words[N_WORDS], node // 2
    length = np.int64(trees.lengths[row + node]) + 1
    for at in range(trees.starts[index], trees.starts[index + 1]):
        off = 2 * np.int64(trees.excluded[at])
        if trees.lengths[row + off + 1] < NOT_REACHED:
            is_behind = trees.behind[n_words * node + off // 64] >> off % 64 & 1
            trees.words[CLASH] = length - is_behind + trees.lengths[row + off + 1]
            return
        if trees.lengths[row + off] == NOT_REACHED:
            if rules & IS_DYNAMIC:
                for word in range(n_words):
                    trees.behind[n_words * off + word] = trees.behind[n_words * node + word]
                trees.behind[n_words * off + off // 64] |= 1 << off % 64
            _reach(trees, root, off, length)


@routine
def _force_from(state: Any, trees: Trees, root: int, rules: int, node: int) -> None:
    """Reach what is on where a node is off, and strike it from the board."""
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
        _force(trees, root, rules, SIZE * cell + lowest(held), n_parents)
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
            _force(trees, root, rules, SIZE * CELL_AT[house, lowest(left)] + digit, n_parents)
        if rules & IS_DYNAMIC:
            view[at] = left
    if rules & IS_DYNAMIC:
        view[CELLS + cell] = held


@routine
def _force(trees: Trees, root: int, rules: int, candidate: int, n_parents: int) -> None:
    """Reach a candidate that is on, unless that clashes."""
    on = 2 * trees.index_of[candidate] + 1
    row = trees.words[N_NODES] * root
    if trees.words[CLASH] or trees.lengths[row + on] < NOT_REACHED:
        return
    if rules & IS_DYNAMIC:
        join(trees, n_parents)
    if trees.lengths[row + on - 1] == NOT_REACHED:
        if rules & IS_DYNAMIC:
            add_node(trees, root, on)
        else:
            _reach(trees, root, on, np.int64(trees.lengths[row + trees.parents[0]]) + 1)
        return
    trees.words[CLASH] = np.int64(trees.lengths[row + on - 1]) + 1
    for word in range(trees.words[N_WORDS]):
        joined = trees.joined[word]
        if word == on // 64:
            joined &= ~(1 << on % 64)
        trees.words[CLASH] += size_of(joined)
