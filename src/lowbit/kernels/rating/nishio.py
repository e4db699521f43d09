"""Nishio forcing chains: candidates that refute themselves through the houses of their digit.

What follows through houses alone has the digit of its start. So each digit is searched alone, and
one in which nothing refutes itself only once more when it has changed.
"""

from __future__ import annotations

from typing import Any, Final

from lowbit.kernels.core.bits import lowest
from lowbit.kernels.core.compile import routine
from lowbit.kernels.rating.propagation import begin_tree, grow
from lowbit.kernels.rating.stages import NISHIO
from lowbit.kernels.rating.starts import CONTRADICTION, RULES, take_node
from lowbit.kernels.rating.state import N_NODES as N_TAKEN
from lowbit.kernels.rating.state import STALE
from lowbit.kernels.rating.tables import N_HOUSES
from lowbit.kernels.rating.trees import CLASH, N_NODES, Trees, list_candidates

FINDER: Final = 13
NO_RANK: Final = 1 << 62
ORDER_BITS: Final = 11
"""Where the length begins in a rank; below it is the start, cell by cell, on before off."""


@routine
def find_nishio(state: Any, trees: Trees) -> None:
    """Take the shortest chains that refute their start; of equals the first."""
    best, stale = NO_RANK, state[STALE + FINDER] >> N_HOUSES
    while stale:
        digit = lowest(stale)
        rank = _best_of_digit(state, trees, digit)
        if rank == NO_RANK:
            state[STALE + FINDER] &= ~(1 << N_HOUSES + digit)
        best = min(best, rank)
        stale &= stale - 1
    if best < NO_RANK:
        start = best & ((1 << ORDER_BITS) - 1)
        trees.candidate_of[0] = start // 2
        take_node(state, trees, NISHIO, CONTRADICTION, start & 1, best >> ORDER_BITS)


@routine
def _best_of_digit(state: Any, trees: Trees, digit: int) -> int:
    """Return the rank of the shortest of a digit: its length, then its start."""
    best = NO_RANK
    list_candidates(state, trees, 0, 1 << digit)
    for root in range(trees.words[N_NODES]):
        state[N_TAKEN] += 1
        begin_tree(state, trees, root)
        grow(state, trees, root, RULES[NISHIO])
        if trees.words[CLASH]:
            start = 2 * trees.candidate_of[root // 2] + 1 - root % 2
            best = min(best, trees.words[CLASH] << ORDER_BITS | start)
    return best
