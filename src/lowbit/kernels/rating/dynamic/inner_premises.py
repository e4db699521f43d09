"""Premises of a cycle or a forcing chain, eliminated before it; and the hash of its nodes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lowbit.kernels.core.bits import size_of
from lowbit.kernels.core.compile import part, routine
from lowbit.kernels.rating.dynamic.inner_links import CYCLE, FROM_OFF, FROM_ON, InnerLinks
from lowbit.kernels.rating.position.state import AT
from lowbit.kernels.rating.position.tables import HOUSES_OF, IN_CHAINS, SIZE
from lowbit.kernels.rating.trees.trails import add_gone, mixed
from lowbit.kernels.rating.trees.trees import ASSUMED, IN_CELL, Trees

if TYPE_CHECKING:
    from lowbit.kernels.core.arrays import Words
    from lowbit.kernels.rating.chains.graph import Graph

SECOND: Final = -1
"""Separates the second chain of a cycle in its hash."""


@routine
def list_premises(
    position: Words, view: Words, outer: Trees, graph: Graph, links: InnerLinks, number: int
) -> tuple[int, int]:
    """List the premises of the listed path: candidates that must have been eliminated.

    Returns
    -------
    n_premises : int
        How many they are; `outer.parents` has them.
    chain_hash : int
        The hash of its nodes.
    """
    path, n_path = graph.path, links.ends[number] - links.begins[number]
    shape, first = links.kinds[number], links.starts[number]
    n_premises, last = 0, n_path - 1
    if shape == FROM_ON:
        chain_hash = _mixed_node(graph, 0, first, 0)
    else:
        n_premises = _add_strong(position, view, outer, graph, path[last], first, n_premises)
        chain_hash = _mixed_node(graph, _mixed_node(graph, 0, first, 1), path[last], 0)
        last -= 1
    for place in range(last + (shape != CYCLE)):
        chain_hash = _mixed_node(graph, chain_hash, path[place], 1 - place % 2)
        if place % 2 == 0 and place < last:
            on, off = path[place], path[place + 1]
            n_premises = _add_strong(position, view, outer, graph, off, on, n_premises)
    if shape == FROM_OFF:
        n_premises = _add_strong(position, view, outer, graph, first, path[last], n_premises)
        chain_hash = _mixed_node(graph, chain_hash, first, 0)
    elif shape == CYCLE:
        chain_hash = _mixed_node(graph, mixed(chain_hash, SECOND), first, 0)
        for place in range(last - 1, -1, -1):
            chain_hash = _mixed_node(graph, chain_hash, path[place], place % 2)
            if place % 2:
                on, off = path[place + 1], path[place]
                n_premises = _add_weak(position, view, outer, graph, on, off, n_premises)
        chain_hash = _mixed_node(graph, chain_hash, path[last + 1], 1)
        n_premises = _add_weak(position, view, outer, graph, path[0], path[last + 1], n_premises)
    return n_premises, chain_hash


@part
def _mixed_node(graph: Graph, chain_hash: int, index: int, is_on: int) -> int:
    return mixed(chain_hash, 2 * graph.candidate_of[index] + is_on)


@routine
def _add_strong(
    position: Words, view: Words, outer: Trees, graph: Graph, off: int, on: int, n_premises: int
) -> int:
    """Add the premises of one candidate, being off, forcing another."""
    one, two = graph.candidate_of[off], graph.candidate_of[on]
    if one // SIZE == two // SIZE:
        return add_gone(position, view, outer, two, IN_CELL, n_premises)
    for kind in IN_CHAINS:
        house = HOUSES_OF[two // SIZE, kind]
        is_shared = house == HOUSES_OF[one // SIZE, kind]
        if is_shared and size_of(view[AT + SIZE * house + two % SIZE]) == 2:
            return add_gone(position, view, outer, two, kind, n_premises)
    return n_premises


@routine
def _add_weak(
    position: Words, view: Words, outer: Trees, graph: Graph, on: int, off: int, n_premises: int
) -> int:
    """Add the premises that Sudoku Explainer takes the same link to have, read backwards."""
    one, two = graph.candidate_of[on], graph.candidate_of[off]
    return add_gone(position, view, outer, two, _shared(one, two), n_premises)


@routine
def _shared(one: int, two: int) -> int:
    """Return the first of cell and kinds of houses that two candidates share."""
    if one // SIZE == two // SIZE:
        return IN_CELL
    for kind in IN_CHAINS:
        if HOUSES_OF[one // SIZE, kind] == HOUSES_OF[two // SIZE, kind]:
            return kind
    return ASSUMED
