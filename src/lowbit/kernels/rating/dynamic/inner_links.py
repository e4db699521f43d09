"""The links of a position in the middle of a dynamic chain, as sets, and room for its chains."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from lowbit.kernels.core.bits import lowest
from lowbit.kernels.core.compile import part, routine
from lowbit.kernels.rating.chains.graph import (
    MOST_FORCED,
    N_CANDIDATES,
    N_LIVE,
    X_PASS,
    Y_PASS,
    Graph,
    list_candidates,
)
from lowbit.kernels.rating.position.state import CELLS
from lowbit.kernels.rating.position.tables import PEERS, SIZE

if TYPE_CHECKING:
    from lowbit.kernels.core.arrays import Floats, Numbers, Words

N_WORDS_MOST: Final = -(-N_CANDIDATES // 64)
MOST_FINDS: Final = 1 << 12
"""Cycles and chains that eliminate different candidates."""
N_PATHS: Final = 1 << 18
N_SLOTS: Final = 1 << 14

N_FOUND, N_ON_PATHS, N_OFFERED, N_WORDS = range(4)
"""Places in `InnerLinks.words`: how many there are, how much their paths take, how many were
offered, and the words of a set of candidates."""

CYCLE, FROM_ON, FROM_OFF = range(3)
"""Shapes that begin and end at a candidate: a cycle, or a chain from it on, or off."""


class InnerLinks(NamedTuple):
    """The cycles and chains of a position.

    Attributes
    ----------
    words : int64[4]
        See above.
    weak, beyond, following : int64[729 * 12]
        For each candidate sets of others: those that it excludes; those that any number of hops
        leads to where it is off; and those that are off, and force others, where one that it
        forces is on.
    ons, offs : int64[729 * 12]
        The candidates on, and off, that follow from each being on, see
        `lowbit.kernels.rating.dynamic.static_trees`.
    forcing : int64[12]
        The candidates that force something where they are off.
    slots : int64[:]
        Numbers of chains by the hash of their eliminations, plus 1.
    hashes : int64[:]
        That hash, of each chain.
    ratings : float64[:]
        Their ratings.
    ranks : int64[:]
        Their order within a rating: length, then key, then when they were found.
    places : int64[:]
        Their slots.
    starts, kinds, begins, ends : int64[:]
        Their first candidates, whether they are cycles or begin on or off, and where their paths
        are.
    in_order : int64[:]
        Their numbers, best first.
    paths : int32[:]
        The candidates on their paths, by index.
    eliminated : int64[18]
        The eliminations of one: for each digit a set of cells in two words.
    """

    words: Words
    weak: Words
    beyond: Words
    following: Words
    ons: Words
    offs: Words
    forcing: Words
    slots: Words
    hashes: Words
    ratings: Floats
    ranks: Words
    places: Words
    starts: Words
    kinds: Words
    begins: Words
    ends: Words
    in_order: Words
    paths: Numbers
    eliminated: Words


def new_inner_links() -> InnerLinks:
    """Return room for the cycles and chains of a position."""
    most, n_sets = MOST_FINDS, N_CANDIDATES * N_WORDS_MOST
    return InnerLinks(
        np.zeros(4, np.int64),
        np.zeros(n_sets, np.int64),
        np.zeros(n_sets, np.int64),
        np.zeros(n_sets, np.int64),
        np.zeros(n_sets, np.int64),
        np.zeros(n_sets, np.int64),
        np.zeros(N_WORDS_MOST, np.int64),
        np.zeros(N_SLOTS, np.int64),
        np.zeros(most, np.int64),
        np.zeros(most),
        np.zeros(most, np.int64),
        np.zeros(most, np.int64),
        np.zeros(most, np.int64),
        np.zeros(most, np.int64),
        np.zeros(most, np.int64),
        np.zeros(most, np.int64),
        np.zeros(most, np.int64),
        np.zeros(N_PATHS, np.int32),
        np.zeros(2 * SIZE, np.int64),
    )


@routine
def list_weak(view: Words, graph: Graph, links: InnerLinks) -> None:
    """List the candidates, and those that each excludes in its houses."""
    list_candidates(view, graph)
    n_words = (graph.words[N_LIVE] + 63) // 64
    links.words[N_WORDS] = n_words
    for index in range(graph.words[N_LIVE]):
        for word in range(n_words):
            links.weak[n_words * index + word] = 0
        cell, digit = graph.candidate_of[index] // SIZE, graph.candidate_of[index] % SIZE
        for peer in PEERS[cell]:
            if view[CELLS + peer] >> digit & 1:
                other = graph.index_of[SIZE * peer + digit]
                links.weak[n_words * index + other // 64] |= 1 << other % 64


@routine
def add_weak_in_cells(view: Words, graph: Graph, links: InnerLinks) -> None:
    """Add the candidates that each excludes in its cell."""
    n_words = links.words[N_WORDS]
    for index in range(graph.words[N_LIVE]):
        cell, digit = graph.candidate_of[index] // SIZE, graph.candidate_of[index] % SIZE
        others = view[CELLS + cell] & ~(1 << digit)
        while others:
            other = graph.index_of[SIZE * cell + lowest(others)]
            links.weak[n_words * index + other // 64] |= 1 << other % 64
            others &= others - 1


@routine
def list_beyond(graph: Graph, links: InnerLinks, kind: int) -> None:
    """List the candidates that any number of hops leads to from each that is off."""
    n_live, n_words = graph.words[N_LIVE], links.words[N_WORDS]
    for word in range(n_words):
        links.forcing[word] = 0
    for word in range(n_words * n_live):
        links.beyond[word], links.following[word] = 0, 0
    for index in range(n_live):
        if kind != X_PASS and graph.mates[index] >= 0:
            _add_forced(graph, links, index, graph.mates[index])
        if kind != Y_PASS:
            for number in range(graph.n_forced[index]):
                _add_forced(graph, links, index, graph.forced[MOST_FORCED * index + number])
    for index in range(n_live):
        for word in range(n_words):
            links.following[n_words * index + word] &= links.forcing[word]
    is_growing = True
    while is_growing:
        is_growing = False
        for index in range(n_live):
            if links.forcing[index // 64] >> index % 64 & 1:
                is_growing |= _widen(links, index)


@part
def _add_forced(graph: Graph, links: InnerLinks, index: int, forced: int) -> None:
    n_words = links.words[N_WORDS]
    links.forcing[index // 64] |= 1 << index % 64
    links.beyond[n_words * index + forced // 64] |= 1 << forced % 64
    for word in range(n_words):
        links.following[n_words * index + word] |= links.weak[n_words * forced + word]


@part
def _widen(links: InnerLinks, index: int) -> bool:
    """Add the candidates beyond those that follow one that is off; return whether any is new."""
    n_words = links.words[N_WORDS]
    row, is_new = n_words * index, False
    for word in range(n_words):
        following = links.following[row + word]
        while following:
            other = n_words * (64 * word + lowest(following))
            for place in range(n_words):
                before = links.beyond[row + place]
                links.beyond[row + place] |= links.beyond[other + place]
                is_new |= links.beyond[row + place] != before
            following &= following - 1
    return is_new
