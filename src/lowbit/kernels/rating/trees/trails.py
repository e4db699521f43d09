"""Trails: a node of a tree and all that it follows from, and the nested chains among these.

The length of a trail is the number of its nodes. Nested chains count once for each level: those are
the same whose nodes are, in the order in which they are come to from their ends. Of these a hash of
64 bits is compared.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from lowbit.kernels.core.bits import lowest
from lowbit.kernels.core.compile import part, routine
from lowbit.kernels.rating.position.state import AT, CELLS
from lowbit.kernels.rating.position.tables import CELL_AT, HOUSES_OF, SIZE
from lowbit.kernels.rating.trees.trees import (
    ASSUMED,
    IN_CELL,
    IS_FULL,
    N_NODES,
    N_TRAILS,
    NO_CHAIN,
    NO_ORIGIN,
    Trees,
)

if TYPE_CHECKING:
    from lowbit.kernels.core.arrays import Number, Words

MOST_CHAINS: Final = 1 << 20

N_CHAINS, N_COUNTED, TOTAL = range(3)
"""Places in `NestedChains.words`: how many chains there are, how many were counted, their
length."""


class NestedChains(NamedTuple):
    """Nested chains that eliminate something in a tree.

    Attributes
    ----------
    words : int64[3]
        See above.
    lengths : int64[:]
        Their lengths, which each adds to those of the nodes that follow from it.
    hashes : int64[:]
        Those of its nodes.
    counted : int64[:]
        The hashes of those that were counted.
    """

    words: Words
    lengths: Words
    hashes: Words
    counted: Words


def new_chains() -> NestedChains:
    """Return room for chains; memory that is never written to costs nothing."""
    return NestedChains(np.zeros(3, np.int64), *(np.zeros(MOST_CHAINS, np.int64) for _ in range(3)))


@routine
def add_chain(trees: Trees, chains: NestedChains, length: int, chain_hash: int) -> int:
    """Add a chain that eliminates something in a tree; return its number."""
    number = chains.words[N_CHAINS]
    if number == MOST_CHAINS:
        trees.words[IS_FULL] = 1
        return NO_CHAIN
    chains.lengths[number], chains.hashes[number] = length, chain_hash
    chains.words[N_CHAINS] += 1
    return number


@part
def begin_count(chains: NestedChains) -> None:
    """Begin to count the chains on some trails."""
    chains.words[N_COUNTED], chains.words[TOTAL] = 0, 0


@routine
def count_chains(
    trees: Trees, chains: NestedChains, root: int, node: Number, origin: Number
) -> None:
    """Count the chains on a trail that were not counted yet."""
    n_nodes = list_trail(trees, root, node, origin)
    row = trees.words[N_NODES] * root
    for place in range(1, n_nodes):
        origin_here = np.int64(trees.origins[row + trees.trail[place]])
        _count(trees, chains, origin_here)
    _count(trees, chains, origin)


@part
def _count(trees: Trees, chains: NestedChains, origin: Number) -> None:
    if origin >= NO_ORIGIN or trees.pool[-1 - origin] == NO_CHAIN:
        return
    number = np.int64(trees.pool[-1 - origin])
    for earlier in range(chains.words[N_COUNTED]):
        if chains.counted[earlier] == chains.hashes[number]:
            return
    chains.counted[chains.words[N_COUNTED]] = chains.hashes[number]
    chains.words[N_COUNTED] += 1
    chains.words[TOTAL] += chains.lengths[number]


@routine
def list_trail(trees: Trees, root: int, node: Number, origin: Number) -> int:
    """List the nodes of a trail, generation by generation from its end; return how many they are.

    Parameters
    ----------
    node : int
        Its end, which need not be in the tree.
    origin : int
        Its origin.
    """
    trees.words[N_TRAILS] += 1
    row = trees.words[N_NODES] * root
    trees.seen[node], trees.trail[0] = trees.words[N_TRAILS], node
    n_listed = _list_parents(trees, origin, 1)
    at = 1
    while at < n_listed:
        n_listed = _list_parents(trees, np.int64(trees.origins[row + trees.trail[at]]), n_listed)
        at += 1
    return n_listed


@part
def _list_parents(trees: Trees, origin: Number, n_listed: int) -> int:
    """Add the nodes of an origin, where they are not listed yet."""
    trail_number = trees.words[N_TRAILS]
    if origin == NO_ORIGIN:
        return n_listed
    if origin >= 0:
        if trees.seen[origin] != trail_number:
            trees.seen[origin], trees.trail[n_listed] = trail_number, origin
            n_listed += 1
        return n_listed
    # Nodes are 0 or more, NO_ORIGIN is -1: records are told from both by their sign.
    at = -2 - origin
    for place in range(at + 2, at + 2 + trees.pool[at]):
        parent = np.int64(trees.pool[place])
        if trees.seen[parent] != trail_number:
            trees.seen[parent], trees.trail[n_listed] = trail_number, parent
            n_listed += 1
    return n_listed


@routine
def mixed(chain_hash: int, number: int) -> int:
    """Return the hash of numbers and one more."""
    product = (chain_hash ^ number) * 0x2545F4914F6CDD1D
    # The multiplication carries low bits up; the shift brings high ones down.
    return product ^ product >> 29


@part
def begin_premises(outer: Trees) -> None:
    """Begin to list the premises of a nested chain, see `add_gone`."""
    outer.words[N_TRAILS] += 1


@routine
def add_gone(
    position: Words, view: Words, outer: Trees, candidate: int, cause: Number, n_premises: int
) -> int:
    """Add the premises of forcing a candidate: those that must have been eliminated since.

    Parameters
    ----------
    position, view : int64[:]
        The position of the outer chains, and the board that these leave.
    outer : Trees
        Their trees, whose `parents` are added to.
    cause : int
        The house or cell that forces it.
    n_premises : int
        How many there are.

    Returns
    -------
    int
        How many there are now.
    """
    cell, digit = candidate // SIZE, candidate % SIZE
    if cause == ASSUMED:
        return n_premises
    if cause == IN_CELL:
        gone = position[CELLS + cell] & ~view[CELLS + cell]
    else:
        at = AT + SIZE * HOUSES_OF[cell, cause] + digit
        gone = position[at] & ~view[at]
    while gone:
        if cause == IN_CELL:
            other = SIZE * cell + lowest(gone)
        else:
            other = SIZE * CELL_AT[HOUSES_OF[cell, cause], lowest(gone)] + digit
        premise = 2 * outer.index_of[other]
        if outer.seen[premise] != outer.words[N_TRAILS]:
            outer.seen[premise] = outer.words[N_TRAILS]
            outer.parents[n_premises] = premise
            n_premises += 1
        gone &= gone - 1
    return n_premises
