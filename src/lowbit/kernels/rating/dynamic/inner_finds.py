"""Eliminations of cycles and forcing chains: one for each set of candidates, of lowest rank."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from lowbit.kernels.core.cell_sets import UPPER
from lowbit.kernels.core.compile import part, routine
from lowbit.kernels.rating.chains.cycles import CYCLE_RATINGS, cells_on_path, struck_by
from lowbit.kernels.rating.chains.forcing_chains import CHAIN_RATINGS
from lowbit.kernels.rating.chains.graph import KEY_OF_X, N_CANDIDATES, N_LIVE, Graph
from lowbit.kernels.rating.dynamic.inner_links import (
    CYCLE,
    FROM_ON,
    MOST_LINEAR,
    N_FOUND,
    N_OFFERED,
    N_ON_PATHS,
    N_PATHS,
    N_SLOTS,
    LinearLinks,
)
from lowbit.kernels.rating.position.state import CELLS, lower_places, upper_places
from lowbit.kernels.rating.position.tables import SIZE
from lowbit.kernels.rating.trees.cases import KEY_SHIFT, LENGTH_SHIFT
from lowbit.kernels.rating.trees.rank import WORST, length_rating
from lowbit.kernels.rating.trees.trees import IS_FULL, Trees
from lowbit.rng import SplitMix64


def _hashes() -> list[int]:
    stream = SplitMix64(81)
    return [stream.draw() >> 1 for _ in range(N_CANDIDATES)]


HASHES: Final = np.array(_hashes(), np.int64)
"""int64[729]: a set of candidates has the sum of theirs as its hash."""


@routine
def offer(
    view: Any,
    outer: Trees,
    graph: Graph,
    linear: LinearLinks,
    kind: int,
    shape: int,
    start: int,
    n_path: int,
) -> None:
    """Keep a cycle or chain, if it is the first of the lowest rank that strikes what it does."""
    if shape == CYCLE:
        for place in range(1, n_path - 1, 2):
            if graph.path[place] == graph.path[n_path - 1]:
                return  # it comes back the way it went
    _strike_by_path(view, graph, linear, shape, start, n_path)
    struck_hash = 0
    for index in range(graph.words[N_LIVE]):
        if is_struck(graph, linear, index):
            struck_hash += HASHES[graph.candidate_of[index]]
    if struck_hash == 0:
        return
    length = n_path if shape == CYCLE else n_path + 1 if shape == FROM_ON else n_path + 2
    rating = (CYCLE_RATINGS[kind] if shape == CYCLE else CHAIN_RATINGS[kind]) + length_rating(
        length
    )
    linear.words[N_OFFERED] += 1
    rank = length << LENGTH_SHIFT | (KEY_OF_X + kind) << KEY_SHIFT | linear.words[N_OFFERED]
    number = _number_of(outer, linear, struck_hash)
    if number >= 0 and (
        rating < linear.ratings[number]
        or (
            rating == linear.ratings[number]
            and rank >> KEY_SHIFT < linear.ranks[number] >> KEY_SHIFT
        )
    ):
        linear.ratings[number], linear.ranks[number] = rating, rank
        linear.starts[number], linear.kinds[number] = start, shape
        _keep_path(outer, graph, linear, number, n_path)


@part
def _number_of(outer: Trees, linear: LinearLinks, struck_hash: int) -> int:
    """Return the number of what strikes the same, or a new one; -1 if there is no room."""
    slot = struck_hash & (N_SLOTS - 1)
    while linear.slots[slot]:
        number = linear.slots[slot] - 1
        if linear.hashes[number] == struck_hash:
            return number
        slot = (slot + 1) & (N_SLOTS - 1)
    number = linear.words[N_FOUND]
    if number == MOST_LINEAR:
        outer.words[IS_FULL] = 1
        return -1
    linear.words[N_FOUND] += 1
    linear.slots[slot], linear.places[number] = number + 1, slot
    linear.hashes[number], linear.ratings[number] = struck_hash, WORST
    linear.begins[number], linear.ends[number] = 0, 0
    return number


@routine
def _keep_path(outer: Trees, graph: Graph, linear: LinearLinks, number: int, n_path: int) -> None:
    """Keep a path, in the place of the one before if it is no longer."""
    begin = linear.begins[number]
    if begin + n_path > linear.ends[number]:
        begin = linear.words[N_ON_PATHS]
        if begin + n_path > N_PATHS:
            outer.words[IS_FULL] = 1
            begin = 0
        linear.words[N_ON_PATHS] = begin + n_path
    linear.begins[number], linear.ends[number] = begin, begin + n_path
    for place in range(n_path):
        linear.paths[begin + place] = graph.path[place]


@routine
def sort_finds(linear: LinearLinks) -> int:
    """List the numbers of what was found, best first; return how many there are."""
    n_found = linear.words[N_FOUND]
    for number in range(n_found):
        place = number
        while place and _is_before(linear, number, linear.in_order[place - 1]):
            linear.in_order[place] = linear.in_order[place - 1]
            place -= 1
        linear.in_order[place] = number
    return n_found


@part
def _is_before(linear: LinearLinks, number: int, other: int) -> bool:
    if linear.ratings[number] != linear.ratings[other]:
        return linear.ratings[number] < linear.ratings[other]
    return linear.ranks[number] < linear.ranks[other]


@routine
def list_struck(view: Any, graph: Graph, linear: LinearLinks, number: int) -> None:
    """List what a cycle or chain strikes, and its path."""
    n_path = linear.ends[number] - linear.begins[number]
    for place in range(n_path):
        graph.path[place] = linear.paths[linear.begins[number] + place]
    _strike_by_path(view, graph, linear, linear.kinds[number], linear.starts[number], n_path)


@routine
def _strike_by_path(
    view: Any, graph: Graph, linear: LinearLinks, shape: int, start: int, n_path: int
) -> None:
    """List what the path of a cycle or chain strikes."""
    candidate = graph.candidate_of[start]
    cell, bit = candidate // SIZE, 1 << candidate % SIZE
    struck = bit if shape == FROM_ON else view[CELLS + cell] & ~bit
    upper_on, lower_on = 0, 0
    if shape == CYCLE:
        upper_on, lower_on = cells_on_path(graph, n_path)
    for digit in range(SIZE):
        upper, lower = 0, 0
        if shape == CYCLE:
            upper, lower = struck_by(graph, n_path, digit)
            if upper | lower:
                upper &= upper_places(view, digit) & ~upper_on
                lower &= lower_places(view, digit) & ~lower_on
        elif struck >> digit & 1:
            if cell < UPPER:
                upper = 1 << cell
            else:
                lower = 1 << (cell - UPPER)
        linear.struck[2 * digit], linear.struck[2 * digit + 1] = upper, lower


@part
def is_struck(graph: Graph, linear: LinearLinks, index: int) -> bool:
    """Whether a candidate is in the list of what is struck."""
    cell, digit = graph.candidate_of[index] // SIZE, graph.candidate_of[index] % SIZE
    if cell < UPPER:
        return linear.struck[2 * digit] >> cell & 1 == 1
    return linear.struck[2 * digit + 1] >> (cell - UPPER) & 1 == 1
