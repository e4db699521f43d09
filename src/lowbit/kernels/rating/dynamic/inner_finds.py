"""Eliminations of cycles and forcing chains: one for each set of candidates, of lowest rank."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from lowbit.kernels.core.cell_sets import UPPER
from lowbit.kernels.core.compile import part, routine
from lowbit.kernels.rating.chains.cycles import CYCLE_RATINGS, cells_on_path, eliminated_by
from lowbit.kernels.rating.chains.forcing_chains import CHAIN_RATINGS
from lowbit.kernels.rating.chains.graph import KEY_OF_X, N_CANDIDATES, N_LIVE, Graph
from lowbit.kernels.rating.dynamic.inner_links import (
    CYCLE,
    FROM_ON,
    MOST_FINDS,
    N_FOUND,
    N_OFFERED,
    N_ON_PATHS,
    N_PATHS,
    N_SLOTS,
    InnerLinks,
)
from lowbit.kernels.rating.position.state import CELLS, lower_places, upper_places
from lowbit.kernels.rating.position.tables import SIZE
from lowbit.kernels.rating.trees.cases import KEY_SHIFT, LENGTH_SHIFT
from lowbit.kernels.rating.trees.rank import WORST, length_rating
from lowbit.kernels.rating.trees.trees import IS_FULL, Trees
from lowbit.rng import SplitMix64

if TYPE_CHECKING:
    from lowbit.kernels.core.arrays import Words


def _hashes() -> list[int]:
    stream = SplitMix64(81)
    # Without the highest bit, for words are signed.
    return [stream.draw() >> 1 for _ in range(N_CANDIDATES)]


HASHES: Final = np.array(_hashes(), np.int64)
"""int64[729]: a set of candidates has the sum of theirs as its hash."""


@routine
def offer(
    view: Words,
    outer: Trees,
    graph: Graph,
    links: InnerLinks,
    kind: int,
    shape: int,
    start: int,
    n_path: int,
) -> None:
    """Keep a cycle or chain, if it is the first of the lowest rank with its eliminations."""
    if shape == CYCLE:
        for place in range(1, n_path - 1, 2):
            if graph.path[place] == graph.path[n_path - 1]:
                return  # it comes back as it went
    _eliminate_by_path(view, graph, links, shape, start, n_path)
    eliminated_hash = 0
    for index in range(graph.words[N_LIVE]):
        if is_eliminated(graph, links, index):
            eliminated_hash += HASHES[graph.candidate_of[index]]
    if eliminated_hash == 0:
        return
    length = n_path if shape == CYCLE else n_path + 1 if shape == FROM_ON else n_path + 2
    rating = (CYCLE_RATINGS[kind] if shape == CYCLE else CHAIN_RATINGS[kind]) + length_rating(
        length
    )
    links.words[N_OFFERED] += 1
    rank = length << LENGTH_SHIFT | (KEY_OF_X + kind) << KEY_SHIFT | links.words[N_OFFERED]
    number = _number_of(outer, links, eliminated_hash)
    if number >= 0 and (
        rating < links.ratings[number]
        or (
            rating == links.ratings[number] and rank >> KEY_SHIFT < links.ranks[number] >> KEY_SHIFT
        )
    ):
        links.ratings[number], links.ranks[number] = rating, rank
        links.starts[number], links.kinds[number] = start, shape
        _keep_path(outer, graph, links, number, n_path)


@part
def _number_of(outer: Trees, links: InnerLinks, eliminated_hash: int) -> int:
    """Return the number of the find with the same eliminations, or a new one; -1 without room."""
    slot = eliminated_hash & (N_SLOTS - 1)
    while links.slots[slot]:
        number = links.slots[slot] - 1
        if links.hashes[number] == eliminated_hash:
            return number
        # Open addressing: the table has a power of two of slots, four times as many as finds.
        slot = (slot + 1) & (N_SLOTS - 1)
    number = links.words[N_FOUND]
    if number == MOST_FINDS:
        outer.words[IS_FULL] = 1
        return -1
    links.words[N_FOUND] += 1
    links.slots[slot], links.places[number] = number + 1, slot
    links.hashes[number], links.ratings[number] = eliminated_hash, WORST
    links.begins[number], links.ends[number] = 0, 0
    return number


@routine
def _keep_path(outer: Trees, graph: Graph, links: InnerLinks, number: int, n_path: int) -> None:
    """Keep a path, in the place of the one before if it is no longer."""
    begin = links.begins[number]
    if begin + n_path > links.ends[number]:
        begin = links.words[N_ON_PATHS]
        if begin + n_path > N_PATHS:
            outer.words[IS_FULL] = 1
            begin = 0
        links.words[N_ON_PATHS] = begin + n_path
    links.begins[number], links.ends[number] = begin, begin + n_path
    for place in range(n_path):
        links.paths[begin + place] = graph.path[place]


@routine
def sort_finds(links: InnerLinks) -> int:
    """List the numbers of the finds, best first; return how many there are."""
    n_found = links.words[N_FOUND]
    for number in range(n_found):
        place = number
        while place and _is_before(links, number, links.in_order[place - 1]):
            links.in_order[place] = links.in_order[place - 1]
            place -= 1
        links.in_order[place] = number
    return n_found


@part
def _is_before(links: InnerLinks, number: int, other: int) -> bool:
    if links.ratings[number] != links.ratings[other]:
        return links.ratings[number] < links.ratings[other]
    return links.ranks[number] < links.ranks[other]


@routine
def list_eliminated(view: Words, graph: Graph, links: InnerLinks, number: int) -> None:
    """List the eliminations of a cycle or chain, and its path."""
    n_path = links.ends[number] - links.begins[number]
    for place in range(n_path):
        graph.path[place] = links.paths[links.begins[number] + place]
    _eliminate_by_path(view, graph, links, links.kinds[number], links.starts[number], n_path)


@routine
def _eliminate_by_path(
    view: Words, graph: Graph, links: InnerLinks, shape: int, start: int, n_path: int
) -> None:
    """List the eliminations of the path of a cycle or chain."""
    candidate = graph.candidate_of[start]
    cell, bit = candidate // SIZE, 1 << candidate % SIZE
    eliminated = bit if shape == FROM_ON else view[CELLS + cell] & ~bit
    upper_on, lower_on = 0, 0
    if shape == CYCLE:
        upper_on, lower_on = cells_on_path(graph, n_path)
    for digit in range(SIZE):
        upper, lower = 0, 0
        if shape == CYCLE:
            upper, lower = eliminated_by(graph, n_path, digit)
            if upper | lower:
                upper &= upper_places(view, digit) & ~upper_on
                lower &= lower_places(view, digit) & ~lower_on
        elif eliminated >> digit & 1:
            if cell < UPPER:
                upper = 1 << cell
            else:
                lower = 1 << (cell - UPPER)
        links.eliminated[2 * digit], links.eliminated[2 * digit + 1] = upper, lower


@part
def is_eliminated(graph: Graph, links: InnerLinks, index: int) -> bool:
    """Whether a candidate is in the list of eliminations."""
    cell, digit = graph.candidate_of[index] // SIZE, graph.candidate_of[index] % SIZE
    if cell < UPPER:
        return links.eliminated[2 * digit] >> cell & 1 == 1
    return links.eliminated[2 * digit + 1] >> (cell - UPPER) & 1 == 1
