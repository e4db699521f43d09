"""Cases, one of which is true, and the nodes that all of their trees have in common.

The cases are the candidates of a cell, the places of a digit in a house, or a candidate on and
off; a root that contradicts itself is one alone. Cases are named by their kind and their *base*:
the cell; the house and digit, as ``9 * house + digit``; the first root.

Proven nodes are offered in Sudoku Explainer's order. The best is kept as a step; or, of nested
chains, the best that eliminate something: for each node one, in the order of their ranks.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from lowbit.kernels.core.bits import lowest, size_of
from lowbit.kernels.core.compile import part, routine
from lowbit.kernels.rating.position.stages import (
    DYNAMIC,
    MULTIPLE,
    NISHIO,
    PLUS,
    PLUS_CHAINS,
    PLUS_DYNAMIC,
    PLUS_MULTIPLE,
    PLUS_NESTED,
)
from lowbit.kernels.rating.position.state import AT, CELLS
from lowbit.kernels.rating.position.steps import LENGTH, NUMBER, PLACED, add_eliminated, begin_step
from lowbit.kernels.rating.position.tables import (
    CELL_AT,
    HOUSES_OF,
    IN_CHAINS,
    N_CELLS,
    PLACE_IN,
    SIZE,
)
from lowbit.kernels.rating.trees.propagation import (
    IN_CELLS,
    IS_DYNAMIC,
    KEEPS_TRAILS,
    WITH_PATTERNS,
)
from lowbit.kernels.rating.trees.rank import in_tenths, is_best, is_better, length_rating
from lowbit.kernels.rating.trees.trails import TOTAL, NestedChains, begin_count, count_chains
from lowbit.kernels.rating.trees.trees import MOST_NODES, N_NODES, NESTS, NOT_REACHED, Trees

if TYPE_CHECKING:
    from lowbit.kernels.core.arrays import Number, Words

DOUBLE, CELL, REGION, CONTRADICTION = 1, 5, 6, 7
"""Kinds of cases; of those of one rating and length the lowest goes first."""

_nested = {
    PLUS_CHAINS: (9.5, "-plus-forcing-chains"),
    PLUS_MULTIPLE: (10.0, "-plus-multiple-forcing-chains"),
    PLUS_DYNAMIC: (10.5, "-plus-dynamic-forcing-chains"),
    PLUS_NESTED: (11.0, "-plus-nested-forcing-chains"),
}
_dynamic = {DYNAMIC: (8.5, ""), PLUS: (9.0, "-plus"), **_nested}
_kinds = {DOUBLE: "double", CELL: "cell", REGION: "region", CONTRADICTION: "contradiction"}

RULES: Final = np.full(PLUS_NESTED + 1, IN_CELLS | IS_DYNAMIC | WITH_PATTERNS | KEEPS_TRAILS)
"""The rules by which trees grow in each stage."""
RULES[[NISHIO, MULTIPLE, DYNAMIC]] = IS_DYNAMIC, IN_CELLS, IN_CELLS | IS_DYNAMIC
RULES[PLUS] = IN_CELLS | IS_DYNAMIC | WITH_PATTERNS

BASE: Final = np.zeros(PLUS_NESTED + 1)
"""The ratings of the shortest chains of each stage."""
BASE[[NISHIO, MULTIPLE]] = 7.5, 8.0

NUMBERS: Final = np.zeros((PLUS_NESTED + 1, CONTRADICTION + 1), np.int64)
"""The techniques by stage and kind."""
NUMBERS[NISHIO, CONTRADICTION] = NUMBER["nishio-forcing-chains"]
NUMBERS[MULTIPLE, CELL] = NUMBER["cell-forcing-chains"]
NUMBERS[MULTIPLE, REGION] = NUMBER["region-forcing-chains"]
for _stage, (_rating, _suffix) in _dynamic.items():
    BASE[_stage] = _rating
    for _key, _kind in _kinds.items():
        NUMBERS[_stage, _key] = NUMBER[f"dynamic-{_kind}-forcing-chains{_suffix}"]

KEEPS_ALL, N_KEPT, N_OFFERED = range(3)
"""Places in `Kept.words`: whether all are kept, how many are, and how many were offered."""

UNRANKED: Final = 1 << 62
LENGTH_SHIFT, KEY_SHIFT, ORDER_SHIFT = 40, 36, 12
"""The places of length, kind and order in a rank; below these is the node."""


class Kept(NamedTuple):
    """The chains kept of a position.

    Attributes
    ----------
    words : int64[3]
        See above.
    ranks : int64[1458]
        For each node the rank of the best chain that eliminates the same as it, or UNRANKED.
    bases : int64[1458]
        Its base.
    nodes : int64[1458]
        The node in which it ends.
    in_order : int64[1458]
        The ranks that there are.
    """

    words: Words
    ranks: Words
    bases: Words
    nodes: Words
    in_order: Words


def new_kept() -> Kept:
    """Return room for the chains of a position."""
    return Kept(np.zeros(3, np.int64), *(np.zeros(MOST_NODES, np.int64) for _ in range(4)))


@routine
def search_cases(state: Words, trees: Trees, chains: NestedChains, kept: Kept, stage: int) -> None:
    """Offer the nodes that all cases prove, cell by cell."""
    # Without dynamic chains, cells of two digits have had all their chains before.
    fewest = 2 if RULES[stage] & IS_DYNAMIC else 3
    for cell in range(N_CELLS):
        if size_of(state[CELLS + cell]) >= fewest:
            _search_cell(state, trees, chains, kept, stage, cell)


@routine
def _search_cell(
    state: Words, trees: Trees, chains: NestedChains, kept: Kept, stage: int, cell: int
) -> None:
    rest = state[CELLS + cell]
    n_digits = size_of(rest)
    while rest:
        digit = lowest(rest)
        node = 2 * trees.index_of[SIZE * cell + digit]
        if RULES[stage] & IS_DYNAMIC:
            for root in (node + 1, node):
                if trees.clashes[root]:
                    length = trees.clashes[root]
                    _offer(state, trees, chains, kept, stage, CONTRADICTION, root, root ^ 1, length)
        if RULES[stage] & IS_DYNAMIC and n_digits > 2:
            _offer_common(state, trees, chains, kept, stage, DOUBLE, node + 1)
        _search_houses(state, trees, chains, kept, stage, cell, digit)
        rest &= rest - 1
    _offer_common(state, trees, chains, kept, stage, CELL, cell)


@routine
def _search_houses(
    state: Words, trees: Trees, chains: NestedChains, kept: Kept, stage: int, cell: int, digit: int
) -> None:
    """Offer the nodes that a digit's places prove, in houses where a cell is the first of them."""
    for kind in IN_CHAINS:
        house = HOUSES_OF[cell, kind]
        places = state[AT + SIZE * house + digit]
        if places & (places - 1) and lowest(places) == PLACE_IN[cell, kind]:
            base = SIZE * house + digit
            _offer_common(state, trees, chains, kept, stage, REGION, base)


@routine
def list_roots(state: Words, trees: Trees, key: int, base: int) -> int:
    """List the roots of some cases; return how many they are."""
    if key == DOUBLE:
        # The lowest bit of a node says whether it is on: XOR gives its opposite.
        trees.roots[0], trees.roots[1] = base, base ^ 1
        return 2
    rest = state[CELLS + base] if key == CELL else state[AT + base]
    n_roots = 0
    while rest:
        if key == CELL:
            candidate = SIZE * base + lowest(rest)
        else:
            candidate = SIZE * CELL_AT[base // SIZE, lowest(rest)] + base % SIZE
        trees.roots[n_roots] = 2 * trees.index_of[candidate] + 1
        n_roots += 1
        rest &= rest - 1
    return n_roots


@routine
def _offer_common(
    state: Words, trees: Trees, chains: NestedChains, kept: Kept, stage: int, key: int, base: int
) -> None:
    """Offer the nodes that the trees of some cases have in common, in the order of the first."""
    n_roots = list_roots(state, trees, key, base)
    for number in range(n_roots):
        if trees.n_reached[trees.roots[number]] == 0:
            return
    least = _add_lengths(trees, n_roots)
    if least >= NOT_REACHED or not _is_wanted(trees, kept, stage, key, least):
        return
    root = trees.roots[0]
    row = trees.words[N_NODES] * root
    # Sudoku Explainer looks at nodes that are on first.
    for is_on in (1, 0):
        for number in range(trees.n_reached[root]):
            node = np.int64(trees.order[row + number])
            length = np.int64(trees.sums[node])
            if node & 1 == is_on and length < NOT_REACHED:
                _offer(state, trees, chains, kept, stage, key, base, node, length)


@routine
def _add_lengths(trees: Trees, n_roots: int) -> Number:
    """Add up the lengths of each node in some trees; return the least."""
    n_nodes = trees.words[N_NODES]
    # Whole rows of 32 bits, which LLVM adds as vectors: nine times NOT_REACHED fits.
    row = n_nodes * trees.roots[0]
    for node in range(n_nodes):
        trees.sums[node] = trees.lengths[row + node]
    for number in range(1, n_roots):
        row = n_nodes * trees.roots[number]
        for node in range(n_nodes):
            trees.sums[node] += trees.lengths[row + node]
    least = trees.sums[0]
    for node in range(1, n_nodes):
        least = min(least, trees.sums[node])
    return np.int64(least)


@part
def _is_wanted(trees: Trees, kept: Kept, stage: int, key: int, length: Number) -> bool:
    """Whether chains of a length would go before the best so far."""
    if kept.words[KEEPS_ALL]:
        return True
    rating = BASE[stage] + length_rating(length)
    return is_better(rating, length, key, trees.best, trees.words)


@part
def _offer(
    state: Words,
    trees: Trees,
    chains: NestedChains,
    kept: Kept,
    stage: int,
    key: int,
    base: int,
    node: Number,
    length: Number,
) -> None:
    """Offer a node that must be so."""
    if kept.words[KEEPS_ALL]:
        _keep(state, trees, chains, kept, key, base, node, length)
    elif _is_wanted(trees, kept, stage, key, length):
        if trees.words[NESTS]:
            length += nested_length(state, trees, chains, key, base, node)
        if _is_wanted(trees, kept, stage, key, length):
            take_node(state, trees, stage, key, node, length)


@routine
def take_node(
    state: Words, trees: Trees, stage: int, key: int, node: Number, length: Number
) -> None:
    """Take the step of a node that must be so, if it has an effect."""
    candidate = trees.candidate_of[node // 2]
    cell, bit = candidate // SIZE, 1 << candidate % SIZE
    eliminated = state[CELLS + cell] & ~bit if node & 1 else bit
    if eliminated:
        rating = BASE[stage] + length_rating(length)
        is_best(rating, length, key, trees.best, trees.words)
        begin_step(trees.step, NUMBERS[stage, key], in_tenths(rating))
        trees.step[LENGTH] = length
        if node & 1:
            trees.step[PLACED] = candidate
        add_eliminated(trees.step, cell, eliminated)


@routine
def begin_kept(trees: Trees, kept: Kept) -> None:
    """Begin to keep all chains of a position."""
    kept.words[KEEPS_ALL], kept.words[N_KEPT], kept.words[N_OFFERED] = 1, 0, 0
    for node in range(trees.words[N_NODES]):
        kept.ranks[node] = UNRANKED


@part
def _keep(
    state: Words,
    trees: Trees,
    chains: NestedChains,
    kept: Kept,
    key: int,
    base: int,
    node: Number,
    length: Number,
) -> None:
    """Keep a chain, if it is the first of the lowest rank with its eliminations."""
    candidate = trees.candidate_of[node // 2]
    cell = candidate // SIZE
    others = state[CELLS + cell] & ~(1 << candidate % SIZE)
    kept.words[N_OFFERED] += 1
    if node & 1 and others == 0:
        return
    # On, in a cell of two, is off for the other candidate: the same elimination has one slot.
    slot = node
    if node & 1 and others & (others - 1) == 0:
        slot = 2 * trees.index_of[SIZE * cell + lowest(others)]
    rank = length << LENGTH_SHIFT | key << KEY_SHIFT
    # The order of the offers is cut off, so that of equals the first stays. Looked at twice, for
    # counting nested chains takes long, and only makes a chain longer.
    if rank >= kept.ranks[slot] >> KEY_SHIFT << KEY_SHIFT:
        return
    if trees.words[NESTS]:
        rank += nested_length(state, trees, chains, key, base, node) << LENGTH_SHIFT
    if rank >= kept.ranks[slot] >> KEY_SHIFT << KEY_SHIFT:
        return
    kept.ranks[slot] = rank | kept.words[N_OFFERED] << ORDER_SHIFT | slot
    kept.bases[slot], kept.nodes[slot] = base, node


@routine
def sort_kept(trees: Trees, kept: Kept) -> int:
    """List the ranks of the chains kept, in order; return how many they are."""
    kept.words[KEEPS_ALL] = 0
    n_kept = 0
    for node in range(trees.words[N_NODES]):
        rank = kept.ranks[node]
        if rank < UNRANKED:
            place = n_kept
            while place and kept.in_order[place - 1] > rank:
                kept.in_order[place] = kept.in_order[place - 1]
                place -= 1
            kept.in_order[place] = rank
            n_kept += 1
    return n_kept


@routine
def nested_length(
    state: Words, trees: Trees, chains: NestedChains, key: int, base: int, node: Number
) -> int:
    """Return the length of the nested chains on the trails to a node, or to a contradiction."""
    begin_count(chains)
    if key == CONTRADICTION:
        if trees.has_chains[base]:
            clash, row = trees.clash_nodes[base], trees.words[N_NODES] * base
            count_chains(trees, chains, base, clash, trees.clash_origins[base])
            count_chains(trees, chains, base, clash ^ 1, np.int64(trees.origins[row + (clash ^ 1)]))
        return chains.words[TOTAL]
    for number in range(list_roots(state, trees, key, base)):
        root = trees.roots[number]
        if trees.has_chains[root]:
            origin = np.int64(trees.origins[trees.words[N_NODES] * root + node])
            count_chains(trees, chains, root, node, origin)
    return chains.words[TOTAL]
