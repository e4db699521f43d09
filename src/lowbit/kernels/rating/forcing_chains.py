"""Forcing chains: the shortest way from a candidate to its opposite.

What is on and leads to its own being off is off; what is off and leads to its own being on is on.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from lowbit.kernels.core.compile import routine
from lowbit.kernels.rating.graph import (
    FAR,
    MOST_FORCED,
    N_LIVE,
    SHORTEST,
    X_PASS,
    Graph,
    bit_of,
    exclude,
    force,
    is_wanted,
    key_of,
    word_of,
)
from lowbit.kernels.rating.rank import in_tenths, is_best, length_rating
from lowbit.kernels.rating.reach import ROOTS, WIDTH
from lowbit.kernels.rating.state import CELLS
from lowbit.kernels.rating.steps import LENGTH, NUMBER, PLACED, add_struck, begin_step
from lowbit.kernels.rating.tables import SIZE

CHAIN_RATINGS: Final = np.array([6.6, 0.0, 7.0])
TURBOT: Final = NUMBER["turbot-chain"]
X_CHAIN: Final = NUMBER["forcing-x-chain"]
CHAIN: Final = NUMBER["forcing-chain"]
TURBOT_LENGTH: Final = 6


@routine
def find_chain(state: Any, step: Any, graph: Graph, kind: int) -> int:
    """Find the shortest chain, if it would go before the best so far; return its start."""
    n_live = graph.words[N_LIVE]
    shortest, start, starts_on = FAR, n_live, 1
    for begin in range(0, n_live, ROOTS):
        for is_on in (1, 0):
            length, root = _shortest(graph, kind, begin, is_on, shortest)
            if length < shortest or (length == shortest and root < start):
                shortest, start, starts_on = length, root, is_on
    if shortest < FAR:
        rating = CHAIN_RATINGS[kind] + length_rating(shortest)
        is_best(rating, shortest, key_of(kind), graph.best, graph.words)
        _write_chain(state, step, graph, kind, shortest, start, starts_on)
    return start


@routine
def _shortest(graph: Graph, kind: int, begin: int, is_on: int, limit: int) -> tuple[int, int]:
    """Return the length of the shortest chain from some roots to their opposites, and the first.

    The length is FAR if there is none within the limit that could go before the best so far.
    """
    end = min(begin + ROOTS, graph.words[N_LIVE])
    _begin_chains(graph, kind, begin, end, is_on)
    length, goes_on = 2 if is_on else SHORTEST, True
    while goes_on and length <= limit:
        if length > 2 and not is_wanted(graph, kind, CHAIN_RATINGS, length, key_of(kind)):
            break
        exclude(graph, kind)
        goes_on = force(graph, kind)
        for root in range(begin, end):
            row = graph.off if is_on else graph.on
            if row[word_of(root, root)] & bit_of(root):
                return length, root
        length += 2
    return FAR, end


@routine
def _begin_chains(graph: Graph, kind: int, begin: int, end: int, is_on: int) -> None:
    """Let each root be on, or what is forced by its being off."""
    for word in range(WIDTH * graph.words[N_LIVE]):
        graph.on[word] = 0
    for root in range(begin, end):
        if is_on:
            graph.on[word_of(root, root)] |= bit_of(root)
            continue
        for number in range(graph.n_forced[root]):
            forced = graph.forced[MOST_FORCED * root + number]
            graph.on[word_of(forced, root)] |= bit_of(root)
        if kind != X_PASS and graph.mates[root] >= 0:
            graph.on[word_of(graph.mates[root], root)] |= bit_of(root)


@routine
def _write_chain(
    state: Any, step: Any, graph: Graph, kind: int, length: int, start: int, starts_on: int
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
        add_struck(step, cell, bit)
    else:
        step[PLACED] = candidate
        add_struck(step, cell, state[CELLS + cell] & ~bit)
