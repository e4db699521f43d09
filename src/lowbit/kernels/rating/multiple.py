"""Forcing chains from several starts, one of which is true, and starts that refute themselves.

The starts are the candidates of a cell, the places of a digit in a house, or a candidate on and
off. Dynamic chains let a node follow from several. Nishio goes through houses alone; with a plus,
patterns strike more on the way.

All trees are grown first. Where several starts have a node in common, the sum of its lengths ranks
it: a sum over whole rows, of which the least shows whether any node could be better than the best.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from lowbit.kernels.core.bits import lowest, size_of
from lowbit.kernels.core.compile import kernel, routine
from lowbit.kernels.rating.advances import advance
from lowbit.kernels.rating.apply import apply
from lowbit.kernels.rating.propagation import (
    IN_CELLS,
    IS_DYNAMIC,
    WITH_PATTERNS,
    begin_tree,
    grow,
)
from lowbit.kernels.rating.rank import (
    BEST_RATING,
    WORST,
    in_tenths,
    is_best,
    is_better,
    length_rating,
)
from lowbit.kernels.rating.stages import BASIC, DYNAMIC, MULTIPLE, NISHIO, PLUS
from lowbit.kernels.rating.state import AT, CELLS, WAITING
from lowbit.kernels.rating.state import N_NODES as N_TAKEN
from lowbit.kernels.rating.steps import LENGTH, NUMBER, PLACED, add_struck, begin_step
from lowbit.kernels.rating.tables import (
    CELL_AT,
    HOUSES_OF,
    IN_CHAINS,
    N_CELLS,
    PLACE_IN,
    SIZE,
)
from lowbit.kernels.rating.trees import (
    CLASH,
    N_NODES,
    N_OFFS,
    N_ONS,
    NOT_REACHED,
    Trees,
    list_candidates,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

DOUBLE, CELL, REGION, CONTRADICTION = 1, 5, 6, 7
"""What goes first of those of one rating and length."""

RULES: Final = np.zeros(PLUS + 1, np.int64)
RULES[[NISHIO, MULTIPLE]] = IS_DYNAMIC, IN_CELLS
RULES[[DYNAMIC, PLUS]] = IN_CELLS | IS_DYNAMIC, IN_CELLS | IS_DYNAMIC | WITH_PATTERNS

BASE: Final = np.zeros(PLUS + 1)
BASE[[NISHIO, MULTIPLE, DYNAMIC, PLUS]] = 7.5, 8.0, 8.5, 9.0
"""The ratings of the shortest chains of each stage."""

_SUFFIXES = {DYNAMIC: "", PLUS: "-plus"}
_KINDS = {DOUBLE: "double", CELL: "cell", REGION: "region", CONTRADICTION: "contradiction"}

NUMBERS: Final = np.zeros((PLUS + 1, CONTRADICTION + 1), np.int64)
"""The techniques by stage and kind."""
NUMBERS[NISHIO, CONTRADICTION] = NUMBER["nishio-forcing-chains"]
NUMBERS[MULTIPLE, CELL] = NUMBER["cell-forcing-chains"]
NUMBERS[MULTIPLE, REGION] = NUMBER["region-forcing-chains"]
for _stage, _suffix in _SUFFIXES.items():
    for _key, _kind in _KINDS.items():
        NUMBERS[_stage, _key] = NUMBER[f"dynamic-{_kind}-forcing-chains{_suffix}"]


@kernel
def take_forcing_steps(
    states: NDArray[np.int64],
    waiting: NDArray[np.int64],
    trees: Trees,
    trace: NDArray[np.int32],
    begin: int,
    end: int,
) -> None:
    """Take one step in each puzzle that forcing chains of the stage it waits for are found in.

    Parameters
    ----------
    states, waiting, trace, begin, end
        As for `lowbit.kernels.rating.basic.take_basic_steps`.
    trees : Trees
        For this thread alone.
    """
    for number in range(begin, end):
        row = waiting[number]
        state = states[row]
        if _find(state, trees, state[WAITING]):
            apply(state, trees.step, trace[row])
            state[WAITING] = BASIC
        else:
            state[WAITING] += 1


@routine
def _find(state: Any, trees: Trees, stage: int) -> bool:
    """Find the chains that go first."""
    trees.best[BEST_RATING] = WORST
    list_candidates(state, trees, RULES[stage] & IN_CELLS)
    _grow_all(state, trees, stage)
    for cell in range(N_CELLS):
        mask = state[CELLS + cell]
        if size_of(mask) > (2 if stage == MULTIPLE else 1):
            _search_cell(state, trees, stage, cell)
    return trees.best[BEST_RATING] < WORST


@routine
def _grow_all(state: Any, trees: Trees, stage: int) -> None:
    """Grow the trees from all roots."""
    for root in range(trees.words[N_NODES]):
        if root & 1 or stage != MULTIPLE:
            state[N_TAKEN] += 1
            begin_tree(state, trees, root)
            next_off = grow(state, trees, root, RULES[stage], 0, 0)
            while RULES[stage] & WITH_PATTERNS and trees.words[CLASH] == 0:
                advance(state, trees, root)
                if next_off == trees.words[N_OFFS]:
                    break
                next_on = trees.words[N_ONS]
                next_off = grow(state, trees, root, RULES[stage], next_on, next_off)
            trees.clashes[root] = trees.words[CLASH]


@routine
def _search_cell(state: Any, trees: Trees, stage: int, cell: int) -> None:
    """Offer what the candidates of a cell prove."""
    rest = state[CELLS + cell]
    n_digits = size_of(rest)
    while rest:
        digit = lowest(rest)
        node = 2 * trees.index_of[SIZE * cell + digit]
        if stage != MULTIPLE:
            for root in (node + 1, node):
                if trees.clashes[root]:
                    length = trees.clashes[root]
                    _offer(state, trees, stage, CONTRADICTION, root ^ 1, length)
        if stage != NISHIO:
            if stage != MULTIPLE and n_digits > 2:
                _copy_lengths(trees, node + 1)
                _add_lengths(trees, node)
                _offer_common(state, trees, stage, DOUBLE, node + 1)
            _search_houses(state, trees, stage, cell, digit)
        rest &= rest - 1
    if stage != NISHIO:
        rest = state[CELLS + cell]
        root = 2 * trees.index_of[SIZE * cell + lowest(rest)] + 1
        _copy_lengths(trees, root)
        rest &= rest - 1
        while rest:
            _add_lengths(trees, 2 * trees.index_of[SIZE * cell + lowest(rest)] + 1)
            rest &= rest - 1
        _offer_common(state, trees, stage, CELL, root)


@routine
def _search_houses(state: Any, trees: Trees, stage: int, cell: int, digit: int) -> None:
    """Offer what the places of a digit prove, in the houses where a cell is the first of them."""
    root = 2 * trees.index_of[SIZE * cell + digit] + 1
    for kind in IN_CHAINS:
        house = HOUSES_OF[cell, kind]
        places = state[AT + SIZE * house + digit]
        if places & (places - 1) and lowest(places) == PLACE_IN[cell, kind]:
            _copy_lengths(trees, root)
            places &= places - 1
            while places:
                other = CELL_AT[house, lowest(places)]
                _add_lengths(trees, 2 * trees.index_of[SIZE * other + digit] + 1)
                places &= places - 1
            _offer_common(state, trees, stage, REGION, root)


@routine
def _copy_lengths(trees: Trees, root: int) -> None:
    """Let the sums be the lengths of one tree."""
    n_nodes = trees.words[N_NODES]
    row = n_nodes * root
    for node in range(n_nodes):
        trees.sums[node] = trees.lengths[row + node]


@routine
def _add_lengths(trees: Trees, root: int) -> None:
    """Add the lengths of another tree."""
    n_nodes = trees.words[N_NODES]
    row = n_nodes * root
    for node in range(n_nodes):
        trees.sums[node] += trees.lengths[row + node]


@routine
def _offer_common(state: Any, trees: Trees, stage: int, key: int, root: int) -> None:
    """Offer the nodes of all trees that were added up, in the order of the first one."""
    n_nodes = trees.words[N_NODES]
    least = trees.sums[0]
    for place in range(1, n_nodes):
        least = min(least, trees.sums[place])
    if least >= NOT_REACHED or not _is_wanted(trees, stage, key, np.int64(least)):
        return
    row = n_nodes * root
    for is_on in (1, 0):
        for number in range(trees.n_reached[root]):
            node = np.int64(trees.order[row + number])
            length = np.int64(trees.sums[node])
            if node & 1 == is_on and length < NOT_REACHED:
                _offer(state, trees, stage, key, node, length)


@routine
def _is_wanted(trees: Trees, stage: int, key: int, length: Any) -> bool:
    """Whether chains of a length would go before the best so far."""
    rating = BASE[stage] + length_rating(length)
    return is_better(rating, length, key, trees.best, trees.words)


@routine
def _offer(state: Any, trees: Trees, stage: int, key: int, node: Any, length: Any) -> None:
    """Take the step of a node that must be so, if it goes before the best so far."""
    if not _is_wanted(trees, stage, key, length):
        return
    candidate = trees.candidate_of[node // 2]
    cell, bit = candidate // SIZE, 1 << candidate % SIZE
    struck = state[CELLS + cell] & ~bit if node & 1 else bit
    if struck:
        rating = BASE[stage] + length_rating(length)
        is_best(rating, length, key, trees.best, trees.words)
        begin_step(trees.step, NUMBERS[stage, key], in_tenths(rating))
        trees.step[LENGTH] = length
        if node & 1:
            trees.step[PLACED] = candidate
        add_struck(trees.step, cell, struck)
