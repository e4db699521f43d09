"""Forcing chains: the shortest path from a candidate to its opposite.

A candidate that leads, being on, to its being off is off; one that leads, being off, to its being
on is on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from lowbit.kernels.core.compile import routine
from lowbit.kernels.rating.chains.graph import N_LIVE, SHORTEST, X_PASS, Graph, is_wanted, key_of
from lowbit.kernels.rating.chains.reach import IS_GROWING, Reach, first_forced, first_refuted, grow
from lowbit.kernels.rating.position.state import CELLS
from lowbit.kernels.rating.position.steps import LENGTH, NUMBER, PLACED, add_eliminated, begin_step
from lowbit.kernels.rating.position.tables import SIZE
from lowbit.kernels.rating.trees.rank import in_tenths, is_best, length_rating

if TYPE_CHECKING:
    from lowbit.kernels.core.arrays import Words

CHAIN_RATINGS: Final = np.array([6.6, 0.0, 7.0])
TURBOT: Final = NUMBER["turbot-chain"]
X_CHAIN: Final = NUMBER["forcing-x-chain"]
CHAIN: Final = NUMBER["forcing-chain"]
TURBOT_LENGTH: Final = 6


@routine
def find_chain(state: Words, step: Words, graph: Graph, reach: Reach, kind: int) -> int:
    """Find the shortest chain, if it would go before the best so far; return its start."""
    n_live, length = graph.words[N_LIVE], SHORTEST
    while reach.words[IS_GROWING] and is_wanted(graph, kind, CHAIN_RATINGS, length, key_of(kind)):
        # A candidate that sees both ends of one link has fallen by locked candidates.
        from_on = n_live if length == SHORTEST else first_refuted(graph, reach)
        grow(reach)
        from_off = first_forced(graph, reach)
        start = min(from_on, from_off)
        if start < n_live:
            rating = CHAIN_RATINGS[kind] + length_rating(length)
            is_best(rating, length, key_of(kind), graph.best, graph.words)
            _write_chain(state, step, graph, kind, length, start, int(from_on <= from_off))
            return start
        length += 2
    return n_live


@routine
def _write_chain(
    state: Words, step: Words, graph: Graph, kind: int, length: int, start: int, starts_on: int
) -> None:
    """Write the step of a chain: its start is off if it begins on, and the other way round."""
    technique = CHAIN
    if kind == X_PASS:
        technique = TURBOT if length == TURBOT_LENGTH else X_CHAIN
    begin_step(step, technique, in_tenths(CHAIN_RATINGS[kind] + length_rating(length)))
    step[LENGTH] = length
    candidate = graph.candidate_of[start]
    cell, bit = candidate // SIZE, 1 << candidate % SIZE
    if starts_on:
        add_eliminated(step, cell, bit)
    else:
        step[PLACED] = candidate
        add_eliminated(step, cell, state[CELLS + cell] & ~bit)
