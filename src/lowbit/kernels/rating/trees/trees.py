"""Implications of each candidate of a position being on, or off: trees, a row for each root.

::

    index   the number of a candidate among those of the position, from the top left
    node    2 * index, plus 1 where the candidate is on; so ``node ^ 1`` is its opposite
    root    the node that a tree begins with

A tree stores its nodes in the order in which they were reached. For each it stores the length,
the number of nodes that it follows from, itself included, and its *origin*: the nodes that it
follows from directly. The sets of all nodes that one follows from are kept only for the tree that
grows.

An origin is a node, or NO_ORIGIN. Where several nodes, or a nested chain, lead to this one, it is
-2 minus the place of a record: how many nodes, the number of the chain or NO_CHAIN, and the nodes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from lowbit.kernels.core.bits import lowest
from lowbit.kernels.core.compile import routine
from lowbit.kernels.rating.position.closed_sets import N_SCRATCH
from lowbit.kernels.rating.position.state import CELLS, N_STATE
from lowbit.kernels.rating.position.steps import N_STEP
from lowbit.kernels.rating.position.tables import N_CELLS, PEERS, SIZE

if TYPE_CHECKING:
    from lowbit.kernels.core.arrays import Floats, Numbers, Shorts, SignedBytes, Words

N_CANDIDATES: Final = N_CELLS * SIZE
MOST_NODES: Final = 2 * N_CANDIDATES
MOST_WORDS: Final = -(-MOST_NODES // 64)
"""Words of a set of nodes."""
MOST_EXCLUDED: Final = 28
"""The most others that a candidate can exclude."""

MOST_FORCED: Final = 4
"""The most that it can force: by its cell and three houses."""

N_POOL: Final = 1 << 23
"""Numbers of all records: many times the need of the hardest known puzzles. Memory that is never
written to costs nothing."""

NO_ORIGIN, NO_CHAIN = -1, -1

NOT_REACHED: Final = 1 << 20
"""The length of a node that a tree has not got: more than the lengths of nine of them."""


class Trees(NamedTuple):
    """The trees of a position.

    Attributes
    ----------
    step : int64[:]
        The best step so far.
    words : int64[:]
        See below.
    best : float64[1]
        The rating of the best step so far.
    candidate_of, index_of : int64[729]
        The candidate of each index, and the other way round.
    starts : int64[730]
        Where the candidates begin that each one excludes.
    excluded : int16[:]
        These, by index, in the order in which they are reached.
    forced_starts : int64[730]
        Where the candidates begin that each forces where it is off, in a static tree.
    forced, forced_by : int16[4 * 729], int8[4 * 729]
        These, by index, in the order in which they are reached, and their causes.
    needed : int64[729]
        Whether a static tree is to begin with a candidate.
    lengths : int32[1458 * 1458]
        For each tree and node its length, or NOT_REACHED.
    order : int16[1458 * 1458]
        For each tree its nodes in the order in which they were reached.
    n_reached : int64[1458]
        How many there are.
    origins : int32[1458 * 1458]
        For each tree and node that it has, its origin.
    causes : int8[1458 * 1458]
        Causes of nodes that are on: a kind of house, IN_CELL, or ASSUMED.
    pool : int32[:]
        Records of origins.
    clashes : int64[1458]
        The length of the contradiction that each tree ends with, or 0.
    clash_nodes, clash_origins, clash_causes : int64[1458]
        The node whose opposite the tree has, and its origin and cause, which are not in the tree.
    has_chains : int64[1458]
        Whether nested chains eliminate anything in a tree.
    behind : int64[1458 * 23]
        For each node of the tree that grows, all that it follows from, and itself; not for those
        that follow from one that is on, which has the rest.
    joined : int64[:]
        The nodes that several nodes follow from.
    parents : int64[:]
        Nodes that another one follows from.
    ons, offs : int64[729]
        Nodes in the order in which they are to be gone on from.
    board : int64[:]
        The candidates that the growing tree leaves of the position.
    scratch : int64[:]
        Rows and closed sets.
    sums : int32[1458]
        The sums of the lengths of each node in several trees.
    roots : int64[9]
        The roots of these.
    trail, seen : int64[:]
        The nodes of a trail, and in which trail each was seen last.
    """

    step: Words
    words: Words
    best: Floats
    candidate_of: Words
    index_of: Words
    starts: Words
    excluded: Shorts
    forced_starts: Words
    forced: Shorts
    forced_by: SignedBytes
    needed: Words
    lengths: Numbers
    order: Shorts
    n_reached: Words
    origins: Numbers
    causes: SignedBytes
    pool: Numbers
    clashes: Words
    clash_nodes: Words
    clash_origins: Words
    clash_causes: Words
    has_chains: Words
    behind: Words
    joined: Words
    parents: Words
    ons: Words
    offs: Words
    board: Words
    scratch: Words
    sums: Numbers
    roots: Words
    trail: Words
    seen: Words


N_NODES, N_WORDS, N_ONS, N_OFFS, NEXT_ON, NEXT_OFF, CLASH = range(2, 9)
N_POOLED, N_TRAILS, NESTS, IS_FULL, LEAST = range(9, 14)
"""Places in `Trees.words`: the number of nodes of the position, the words of a set of them, how
many that are on and off the growing tree has, the first ones of each from which it was not gone on
yet, the length of a contradiction, how much of the pool is taken, how many trails were listed,
whether nested chains eliminate anything in any tree, whether there was too little room, and the
length of the shortest contradiction so far, with its nested chains."""

IN_CELL, ASSUMED = 3, 4
"""Causes beside the three kinds of houses: its cell forces a candidate, or it is supposed."""


def new_trees() -> Trees:
    """Return room for the trees of a position; most of it is only touched by large ones."""
    n = N_CANDIDATES
    return Trees(
        np.zeros(N_STEP, np.int64),
        np.zeros(LEAST + 1, np.int64),
        np.zeros(1),
        np.zeros(n, np.int64),
        np.zeros(n, np.int64),
        np.zeros(n + 1, np.int64),
        np.zeros(n * MOST_EXCLUDED, np.int16),
        np.zeros(n + 1, np.int64),
        np.zeros(n * MOST_FORCED, np.int16),
        np.zeros(n * MOST_FORCED, np.int8),
        np.zeros(n, np.int64),
        np.zeros(MOST_NODES * MOST_NODES, np.int32),
        np.zeros(MOST_NODES * MOST_NODES, np.int16),
        np.zeros(MOST_NODES, np.int64),
        np.zeros(MOST_NODES * MOST_NODES, np.int32),
        np.zeros(MOST_NODES * MOST_NODES, np.int8),
        np.zeros(N_POOL, np.int32),
        np.zeros(MOST_NODES, np.int64),
        np.zeros(MOST_NODES, np.int64),
        np.zeros(MOST_NODES, np.int64),
        np.zeros(MOST_NODES, np.int64),
        np.zeros(MOST_NODES, np.int64),
        np.zeros(MOST_NODES * MOST_WORDS, np.int64),
        np.zeros(MOST_WORDS, np.int64),
        np.zeros(n, np.int64),
        np.zeros(n, np.int64),
        np.zeros(n, np.int64),
        np.zeros(N_STATE, np.int64),
        np.zeros(N_SCRATCH, np.int64),
        np.zeros(MOST_NODES, np.int32),
        np.zeros(SIZE, np.int64),
        np.zeros(MOST_NODES, np.int64),
        np.zeros(MOST_NODES, np.int64),
    )


@routine
def list_candidates(state: Words, trees: Trees, in_cells: int, digits: int) -> None:
    """List the candidates of some digits in a position, and those that each excludes."""
    n_live = 0
    for cell in range(N_CELLS):
        mask = state[CELLS + cell] & digits
        while mask:
            candidate = SIZE * cell + lowest(mask)
            trees.candidate_of[n_live], trees.index_of[candidate] = candidate, n_live
            n_live += 1
            mask &= mask - 1
    trees.words[N_NODES] = 2 * n_live
    trees.words[N_WORDS] = (2 * n_live + 63) // 64
    trees.words[N_POOLED], trees.words[NESTS] = 0, 0
    n_excluded = 0
    for index in range(n_live):
        trees.starts[index] = n_excluded
        cell, digit = trees.candidate_of[index] // SIZE, trees.candidate_of[index] % SIZE
        others = state[CELLS + cell] & ~(1 << digit) if in_cells else 0
        while others:
            trees.excluded[n_excluded] = trees.index_of[SIZE * cell + lowest(others)]
            n_excluded += 1
            others &= others - 1
        for peer in PEERS[cell]:
            if state[CELLS + peer] >> digit & 1:
                trees.excluded[n_excluded] = trees.index_of[SIZE * peer + digit]
                n_excluded += 1
    trees.starts[n_live] = n_excluded
