"""Forcing chains from several cases: the kernel that looks for them, stage by stage.

Dynamic chains let a node follow from several. With a plus, patterns make further eliminations in
between, and from 9.5 up nested chains do.

All trees are grown first. Where several cases have a node in common, the sum of its lengths ranks
it: a sum over whole rows, of which the least shows whether any node could be better than the best.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lowbit.kernels.core.compile import kernel, part, routine
from lowbit.kernels.rating.bounds.stages import N_ROOTS, first_level
from lowbit.kernels.rating.dynamic.nested import Nest, grow_with_chains
from lowbit.kernels.rating.dynamic.nishio import find_nishio
from lowbit.kernels.rating.dynamic.patterns import grow_with_patterns
from lowbit.kernels.rating.dynamic.static_trees import grow_static_trees
from lowbit.kernels.rating.position.apply import apply
from lowbit.kernels.rating.position.stages import (
    BASIC,
    BEYOND,
    DYNAMIC,
    MULTIPLE,
    NISHIO,
    PLUS,
    PLUS_NESTED,
)
from lowbit.kernels.rating.position.state import N_NODES as N_TAKEN
from lowbit.kernels.rating.position.state import NEXT_ROOT, WAITING
from lowbit.kernels.rating.position.tables import FULL
from lowbit.kernels.rating.trees.cases import RULES, search_cases
from lowbit.kernels.rating.trees.propagation import IN_CELLS, begin_tree
from lowbit.kernels.rating.trees.rank import BEST_RATING, WORST
from lowbit.kernels.rating.trees.trails import N_CHAINS
from lowbit.kernels.rating.trees.trees import (
    IS_FULL,
    LEAST,
    N_NODES,
    NOT_REACHED,
    list_candidates,
)

if TYPE_CHECKING:
    from lowbit.kernels.core.arrays import Numbers, Words

ROOTS_A_CALL: Final = 8
"""Trees with nested chains that one call grows: a second and more, where these have their own."""


@kernel
def take_forcing_steps(
    states: Words,
    waiting: Words,
    nest: Nest,
    trace: Numbers,
) -> None:
    """Take one step in each puzzle that forcing chains of the stage it waits for are found in.

    Where these take nested chains, a call grows some trees, and the puzzle goes on waiting until
    all are grown.

    Parameters
    ----------
    states, waiting, trace
        As for `lowbit.kernels.rating.patterns.basic.take_basic_steps`.
    nest : Nest
        For this thread alone; of a puzzle with nested chains it has the trees until all are grown.
    """
    for number in range(waiting[0]):
        row = waiting[1 + number]
        state, stage = states[row], states[row][WAITING]
        nest.trees.best[BEST_RATING] = WORST
        if stage == NISHIO:
            find_nishio(state, nest.trees)
        elif not _is_next(state, nest, stage):
            continue
        elif _grow_some(state, nest, stage):
            state[NEXT_ROOT] = 0
            search_cases(state, nest.trees, nest.chains, nest.kept, stage)
        else:
            continue
        if nest.trees.words[IS_FULL] or nest.inner.words[IS_FULL]:
            state[WAITING] = BEYOND
        elif nest.trees.best[BEST_RATING] < WORST:
            apply(state, nest.trees.step, trace[row])
            state[WAITING] = BASIC
        else:
            state[WAITING] = stage + 1


@routine
def _is_next(state: Words, nest: Nest, stage: int) -> bool:
    """Whether the chains of a stage may be found; where not, wait for the first that may be."""
    if state[NEXT_ROOT] or not DYNAMIC <= stage < PLUS_NESTED:
        return True
    next_stage = DYNAMIC + first_level(state, nest.bounds, stage - DYNAMIC)
    state[WAITING] = next_stage
    return next_stage == stage


@routine
def _grow_some(state: Words, nest: Nest, stage: int) -> bool:
    """Grow the trees that are needed, or some of those with nested chains; say whether all are."""
    trees, n_grown = nest.trees, 0
    if state[NEXT_ROOT] == 0:
        list_candidates(state, trees, IN_CELLS, FULL)
        nest.chains.words[N_CHAINS] = 0
        trees.words[IS_FULL], nest.inner.words[IS_FULL] = 0, 0
        trees.words[LEAST] = NOT_REACHED
        for root in range(trees.words[N_NODES]):
            trees.n_reached[root], trees.clashes[root], trees.has_chains[root] = 0, 0, 0
    if stage == MULTIPLE:
        grow_static_trees(state, state, trees, nest.graph, nest.links)
        return True
    n_nodes, number = trees.words[N_NODES], state[NEXT_ROOT]
    # Two rounds through the roots: those that may refute themselves, then the others.
    while number < 2 * n_nodes and (stage <= PLUS or n_grown < ROOTS_A_CALL):
        root = number % n_nodes
        if _is_its_turn(nest, root, stage, number < n_nodes):
            n_grown += 1
            _grow(state, nest, root, stage)
        number += 1
    state[NEXT_ROOT] = number
    return number == 2 * n_nodes


@part
def _is_its_turn(nest: Nest, root: int, stage: int, is_first: bool) -> bool:
    """Whether a tree is needed, and is one of the first: those that may refute themselves.

    The shortest contradiction bounds how far the others are to grow.
    """
    bounds, trees = nest.bounds, nest.trees
    own_root = 2 * trees.candidate_of[root // 2] + root % 2
    if stage == PLUS_NESTED:
        return is_first
    may_refute_itself = bounds.clashes[N_ROOTS * (stage - DYNAMIC) + own_root] != 0
    return bounds.needed[own_root] != 0 and may_refute_itself == is_first


@routine
def _grow(state: Words, nest: Nest, root: int, stage: int) -> None:
    """Grow one tree."""
    state[N_TAKEN] += 1
    begin_tree(state, nest.trees, root)
    grow_with_patterns(state, nest.trees, root, RULES[stage])
    if stage > PLUS:
        grow_with_chains(state, nest, root, stage)
