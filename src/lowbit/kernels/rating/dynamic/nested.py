"""Nested chains: eliminations of chains that assume those of a dynamic chain.

::

    stage            chains that nest in its dynamic chains
    PLUS_CHAINS      cycles and forcing chains
    PLUS_MULTIPLE    these; then chains from cells and houses
    PLUS_DYNAMIC     dynamic chains
    PLUS_NESTED      these; then dynamic chains with patterns, in which cycles and chains nest

They are looked for where nothing else follows, in the board that the outer chain leaves.
All finds of the first family with any are taken, best first, but for those that would be there
without the outer chain.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from lowbit.kernels.core.bits import lowest
from lowbit.kernels.core.compile import part, routine
from lowbit.kernels.rating.bounds.positions import BY_CHAINS, BY_DYNAMIC, BY_MULTIPLE
from lowbit.kernels.rating.bounds.singles import IS_BEGUN, list_needed_roots
from lowbit.kernels.rating.bounds.stages import StageBounds, is_at_end, new_stage_bounds
from lowbit.kernels.rating.chains.graph import Graph, new_graph
from lowbit.kernels.rating.dynamic.inner_chains import eliminate_by_inner_chains
from lowbit.kernels.rating.dynamic.inner_links import InnerLinks, new_inner_links
from lowbit.kernels.rating.dynamic.patterns import eliminate_in_tree, grow_with_patterns
from lowbit.kernels.rating.dynamic.static_trees import grow_static_trees
from lowbit.kernels.rating.position.stages import (
    DYNAMIC,
    MULTIPLE,
    PLUS_CHAINS,
    PLUS_MULTIPLE,
    PLUS_NESTED,
)
from lowbit.kernels.rating.position.state import CELLS
from lowbit.kernels.rating.position.state import N_NODES as N_TAKEN
from lowbit.kernels.rating.position.tables import FULL, SIZE
from lowbit.kernels.rating.trees.cases import (
    CELL,
    CONTRADICTION,
    KEY_SHIFT,
    LENGTH_SHIFT,
    ORDER_SHIFT,
    REGION,
    RULES,
    Kept,
    begin_kept,
    list_roots,
    nested_length,
    new_kept,
    search_cases,
    sort_kept,
)
from lowbit.kernels.rating.trees.propagation import (
    IN_CELLS,
    KEEPS_TRAILS,
    begin_tree,
    join,
    origin_by,
)
from lowbit.kernels.rating.trees.trails import (
    N_CHAINS,
    TOTAL,
    NestedChains,
    add_chain,
    add_gone,
    begin_count,
    begin_premises,
    count_chains,
    list_trail,
    mixed,
    new_chains,
)
from lowbit.kernels.rating.trees.trees import (
    ASSUMED,
    CLASH,
    IN_CELL,
    LEAST,
    N_NODES,
    N_OFFS,
    NESTS,
    NOT_REACHED,
    Trees,
    list_candidates,
    new_trees,
)

if TYPE_CHECKING:
    from lowbit.kernels.core.arrays import Number, Words

NEXT_TRAIL = -1
"""Separates the trails in the hash of a chain."""


class Nest(NamedTuple):
    """Scratch of one thread.

    Attributes
    ----------
    trees : Trees
        Those of the position.
    inner : Trees
        Those of the board that one of them leaves.
    graph : Graph
    links : InnerLinks
        The links, cycles and chains of the board that a tree leaves.
    chains : NestedChains
        The nested chains that eliminate something.
    kept : Kept
        The chains from several cases that may.
    bounds : StageBounds
        The roots from which trees of the position are needed.
    """

    trees: Trees
    inner: Trees
    graph: Graph
    links: InnerLinks
    chains: NestedChains
    kept: Kept
    bounds: StageBounds


def new_nest() -> Nest:
    """Return scratch for a thread; most of it is only touched by puzzles with nested chains."""
    return Nest(
        new_trees(),
        new_trees(),
        new_graph(),
        new_inner_links(),
        new_chains(),
        new_kept(),
        new_stage_bounds(),
    )


@routine
def grow_with_chains(state: Words, nest: Nest, root: int, stage: int) -> None:
    """Go on with a tree until nothing follows, be it by nested chains, or a clash does."""
    trees = nest.trees
    nest.bounds.roots.words[IS_BEGUN] = 0
    while trees.words[CLASH] == 0:
        n_offs = trees.words[N_OFFS]
        is_all = _eliminate_by_chains(state, nest, root, stage)
        if trees.words[N_OFFS] == n_offs or (is_all and _are_too_long(nest, root, n_offs)):
            return
        grow_with_patterns(state, trees, root, RULES[stage])
    _note_contradiction(nest, root)


@routine
def _are_too_long(nest: Nest, root: int, n_offs: int) -> bool:
    """Whether all eliminations from one on have longer trails than a contradiction that was found.

    All that follows in the tree follows from some of them, and so is longer, too.
    """
    trees, row = nest.trees, nest.trees.words[N_NODES] * root
    for number in range(n_offs, trees.words[N_OFFS]):
        node = trees.offs[number]
        begin_count(nest.chains)
        count_chains(trees, nest.chains, root, node, np.int64(trees.origins[row + node]))
        if trees.lengths[row + node] + nest.chains.words[TOTAL] <= trees.words[LEAST]:
            return False
    return True


@routine
def _note_contradiction(nest: Nest, root: int) -> None:
    """Note how long a contradiction is with its nested chains, if it is the shortest so far."""
    trees = nest.trees
    length = trees.clashes[root] + nested_length(
        trees.board, trees, nest.chains, CONTRADICTION, root, root ^ 1
    )
    trees.words[LEAST] = min(trees.words[LEAST], length)


@routine
def _eliminate_by_chains(state: Words, nest: Nest, root: int, stage: int) -> bool:
    """Make the eliminations of the first family of nested chains that finds anything.

    Return whether there is nothing more to eliminate by the others.
    """
    words = nest.trees.words
    n_offs = words[N_OFFS]
    if stage <= PLUS_MULTIPLE:
        if _is_at_end(nest, root, BY_CHAINS if stage == PLUS_CHAINS else BY_MULTIPLE):
            return True
        if stage == PLUS_CHAINS or not _is_at_end(nest, root, BY_CHAINS):
            _eliminate_by_inner_chains(state, nest, nest.trees, root, stage)
        if stage == PLUS_CHAINS or words[N_OFFS] > n_offs:
            return stage == PLUS_CHAINS
        _eliminate_by_cases(state, nest, root, stage, MULTIPLE)
        return True
    if not _is_at_end(nest, root, BY_DYNAMIC):
        _eliminate_by_cases(state, nest, root, stage, DYNAMIC)
    if stage == PLUS_NESTED:
        if words[N_OFFS] > n_offs:
            return False
        _eliminate_by_cases(state, nest, root, stage, PLUS_CHAINS)
    return True


@part
def _is_at_end(nest: Nest, root: int, level: int) -> bool:
    """Whether nothing more follows in a tree by the rules of a level."""
    trees = nest.trees
    own_root = 2 * trees.candidate_of[root // 2] + root % 2
    return is_at_end(nest.bounds, level, own_root, trees.board)


@routine
def _eliminate_by_inner_chains(
    state: Words, nest: Nest, trees: Trees, root: int, stage: int
) -> None:
    """Make the eliminations of cycles and forcing chains."""
    eliminate_by_inner_chains(state, trees, root, RULES[stage], nest.graph, nest.links, nest.chains)


@routine
def _eliminate_by_cases(state: Words, nest: Nest, root: int, stage: int, nested: int) -> None:
    """Make the eliminations of an earlier stage's chains in the board that a tree leaves."""
    inner, chains, kept, view = nest.inner, nest.chains, nest.kept, nest.trees.board
    n_chains = chains.words[N_CHAINS]
    if nested == DYNAMIC and not list_needed_roots(view, nest.bounds.roots):
        return
    list_candidates(view, inner, IN_CELLS, FULL)
    if nested == MULTIPLE:
        grow_static_trees(state, view, inner, nest.graph, nest.links)
    else:
        for own_root in range(inner.words[N_NODES]):
            inner.n_reached[own_root], inner.clashes[own_root] = 0, 0
            if nested != DYNAMIC or _is_needed(nest, own_root):
                state[N_TAKEN] += 1
                _grow_inner(view, nest, own_root, nested)
    begin_kept(inner, kept)
    search_cases(view, inner, chains, kept, nested)
    n_kept = sort_kept(inner, kept)
    chains.words[N_CHAINS] = n_chains  # those in the inner trees are counted
    for place in range(n_kept):
        _eliminate_by_one(state, nest, root, stage, kept.in_order[place])


@part
def _is_needed(nest: Nest, own_root: int) -> bool:
    """Whether chains may be found from a root in the board that a tree leaves."""
    roots, candidate = nest.bounds.roots, nest.inner.candidate_of[own_root // 2]
    return roots.needed[2 * roots.index_of[candidate] + own_root % 2] != 0


@routine
def _grow_inner(view: Words, nest: Nest, root: int, stage: int) -> None:
    """Grow a tree in the board that another one leaves."""
    inner, rules = nest.inner, RULES[stage] | KEEPS_TRAILS
    begin_tree(view, inner, root)
    grow_with_patterns(view, inner, root, rules)
    while stage == PLUS_CHAINS and inner.words[CLASH] == 0:
        n_offs = inner.words[N_OFFS]
        _eliminate_by_inner_chains(view, nest, inner, root, stage)
        if inner.words[N_OFFS] == n_offs:
            return
        grow_with_patterns(view, inner, root, rules)


@routine
def _eliminate_by_one(state: Words, nest: Nest, root: int, stage: int, rank: int) -> None:
    """Make the eliminations of one chain, if it needs those of the tree."""
    outer, inner, chains = nest.trees, nest.inner, nest.chains
    slot, key = rank & ((1 << ORDER_SHIFT) - 1), rank >> KEY_SHIFT & ((1 << 4) - 1)
    base, node = nest.kept.bases[slot], nest.kept.nodes[slot]
    candidate = inner.candidate_of[node // 2]
    cell, bit = candidate // SIZE, 1 << candidate % SIZE
    eliminated = outer.board[CELLS + cell] & ~bit if node & 1 else bit
    if not _eliminates_more(outer, root, cell, eliminated):
        return
    n_premises, chain_hash = _premises(state, nest, key, base, node)
    if n_premises:
        join(outer, root, n_premises)
        chain = add_chain(outer, chains, rank >> LENGTH_SHIFT, chain_hash)
        origin = origin_by(outer, RULES[stage], n_premises, chain)
        outer.has_chains[root], outer.words[NESTS] = 1, 1
        while eliminated:
            eliminate_in_tree(outer, root, SIZE * cell + lowest(eliminated), origin)
            eliminated &= eliminated - 1


@part
def _eliminates_more(outer: Trees, root: int, cell: int, eliminated: int) -> bool:
    """Whether any of some candidates of a cell is not eliminated yet."""
    row = outer.words[N_NODES] * root
    while eliminated:
        off = 2 * outer.index_of[SIZE * cell + lowest(eliminated)]
        if outer.lengths[row + off] == NOT_REACHED:
            return True
        eliminated &= eliminated - 1
    return False


@routine
def _premises(state: Words, nest: Nest, key: int, base: int, node: int) -> tuple[int, int]:
    """List the premises of a chain: candidates that must have been eliminated.

    Returns
    -------
    n_premises : int
        How many they are; `nest.trees.parents` has them.
    chain_hash : int
        The hash of its nodes.
    """
    inner = nest.inner
    begin_premises(nest.trees)
    found = 0, 0
    if key == CONTRADICTION:
        clash, row = inner.clash_nodes[base], inner.words[N_NODES] * base
        origin, cause = inner.clash_origins[base], inner.clash_causes[base]
        if clash & 1:
            found = _add_trail(state, nest, base, clash, origin, cause, ASSUMED, found)
        own_origin, own_cause = inner.origins[row + (clash ^ 1)], inner.causes[row + (clash ^ 1)]
        found = _add_trail(
            state, nest, base, clash ^ 1, np.int64(own_origin), np.int64(own_cause), ASSUMED, found
        )
        if clash & 1 == 0:
            found = _add_trail(state, nest, base, clash, origin, cause, ASSUMED, found)
        return found
    assumed = IN_CELL if key == CELL else base // SIZE // SIZE if key == REGION else ASSUMED
    for number in range(list_roots(nest.trees.board, inner, key, base)):
        root = inner.roots[number]
        at = inner.words[N_NODES] * root + node
        own_origin, own_cause = np.int64(inner.origins[at]), np.int64(inner.causes[at])
        found = _add_trail(state, nest, root, node, own_origin, own_cause, assumed, found)
    return found


@routine
def _add_trail(
    state: Words,
    nest: Nest,
    root: int,
    node: int,
    origin: Number,
    cause: Number,
    assumed: int,
    found: tuple[int, int],
) -> tuple[int, int]:
    """Add the premises of a trail, and its nodes to the hash."""
    inner = nest.inner
    n_premises, chain_hash = found
    chain_hash = mixed(chain_hash, NEXT_TRAIL)
    row = inner.words[N_NODES] * root
    for place in range(list_trail(inner, root, node, origin)):
        here = inner.trail[place]
        candidate = inner.candidate_of[here // 2]
        chain_hash = mixed(chain_hash, 2 * candidate + (here & 1))
        if here & 1:
            why = cause if place == 0 else np.int64(inner.causes[row + here])
            if why == ASSUMED:
                why = assumed
            view = nest.trees.board
            n_premises = add_gone(state, view, nest.trees, candidate, why, n_premises)
    return n_premises, chain_hash
