"""Linked almost locked sets: ALS-XZ, ALS-XY-wings, ALS chains and Death Blossoms."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lowbit.techniques.board_masks import digits_in, mask_of, members
from lowbit.techniques.chain_order import weight
from lowbit.techniques.facts import recall
from lowbit.techniques.sets.almost_locked_sets import (
    als_graph,
    als_graph_both_ways,
    als_graph_both_ways_with_overlap,
    als_graph_with_overlap,
)
from lowbit.techniques.sets.als_chains import AlsChains
from lowbit.techniques.step import Mark, Role, Step, marks_of
from lowbit.techniques.technique import Options, Technique

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lowbit.techniques.board_masks import Candidate
    from lowbit.techniques.position import Position
    from lowbit.techniques.sets.almost_locked_sets import AlmostLockedSet, AlsGraph
    from lowbit.techniques.sets.als_chains import Ends

SET_ROLES = (Role.SET_A, Role.SET_B, Role.SET_C)


def _graph(position: Position, options: Options) -> AlsGraph:
    return recall(position, als_graph_with_overlap if options.als_overlap else als_graph)


def _chain_graph(position: Position, options: Options) -> AlsGraph:
    if not options.als_both_ways:
        return _graph(position, options)
    overlap = als_graph_both_ways_with_overlap
    return recall(position, overlap if options.als_overlap else als_graph_both_ways)


def als_xz(position: Position, options: Options) -> Iterator[Step]:
    """Yield the eliminations by two linked sets; two links between them eliminate more."""
    graph = _graph(position, options)
    for common in graph.commons:
        first, second = common.first, common.second
        eliminated = graph.eliminated(first, second, 1 << common.digit - 1)
        if common.other:
            eliminated += graph.eliminated(first, second, 1 << common.other - 1)
            for one, two in ((first, second), (second, first)):
                eliminated += _locked(graph.sets[one], graph.sets[two], common.digits)
        if eliminated:
            sets = [graph.sets[first], graph.sets[second]]
            yield _step("als-xz", eliminated, sets, common.digits)


def _locked(als: AlmostLockedSet, other: AlmostLockedSet, linking: int) -> list[Candidate]:
    """Return the eliminations by a set that must hold all its digits but the linking ones."""
    return [
        (cell, digit)
        for digit in digits_in(als.digits & ~linking)
        for cell in members(als.sight[digit] & ~other.cells)
    ]


def als_xy_wings(position: Position, options: Options) -> Iterator[Step]:
    """Yield the eliminations of two sets linked to a third by different digits."""
    graph = _graph(position, options)
    of_set: dict[int, list[tuple[int, int]]] = {}
    for place, common in enumerate(graph.commons):
        of_set.setdefault(common.first, []).append((place, common.second))
        of_set.setdefault(common.second, []).append((place, common.first))
    found = []
    for hub, linked in of_set.items():
        position.budget.charge()
        others = mask_of(other for _, other in linked)
        for place, first in linked:
            near = others & graph.eliminators[first]
            if not options.als_overlap:
                near &= graph.apart[first]
            if near:
                found += [
                    (place, later, hub, first, second)
                    for later, second in linked
                    if later > place and near >> second & 1
                ]
    for place, later, hub, first, second in sorted(found):
        yield from _xy_wing(graph, (place, later), (hub, first, second))


def _xy_wing(
    graph: AlsGraph, links: tuple[int, int], places: tuple[int, int, int]
) -> Iterator[Step]:
    one, two = (graph.commons[link] for link in links)
    hub, first, second = places
    if not one.other and not two.other and one.digit == two.digit:
        return
    a, b = graph.sets[first], graph.sets[second]
    if a.cells | b.cells in {a.cells, b.cells}:
        return
    eliminated = graph.eliminated(first, second, one.digits | two.digits)
    if eliminated:
        yield _step("als-xy-wing", eliminated, [a, b, graph.sets[hub]], one.digits | two.digits)


def als_chains(position: Position, options: Options) -> Iterator[Step]:
    """Yield the eliminations of the ends of chains of four sets or more, the best first."""
    graph = _chain_graph(position, options)
    chains = AlsChains(graph)
    found: dict[tuple[Candidate, ...], Ends] = {}
    for eliminated, ends in chains.find():
        found.setdefault(tuple(sorted(eliminated, key=lambda item: item[::-1])), ends)
    for key in sorted(found, key=lambda eliminated: (-len(eliminated), weight(eliminated))):
        sets = [graph.sets[place] for place in chains.sets(found[key])]
        yield _step("als-chain", list(key), sets, 0)


def death_blossoms(position: Position, options: Options) -> Iterator[Step]:
    """Yield the eliminations of sets of which each loses one candidate of a common stem cell."""
    graph = _graph(position, options)
    for stem in members(position.open):
        petals = [
            [als for als in graph.sets if als.sight.get(digit, 0) >> stem & 1]
            for digit in position.candidates_of(stem)
        ]
        if all(petals):
            yield from _blossoms(position, stem, petals, options)


def _blossoms(
    position: Position, stem: int, petals: list[list[AlmostLockedSet]], options: Options
) -> Iterator[Step]:
    """Yield the choices of a set for each digit of a stem that together see some candidate."""

    def extend(chosen: list[AlmostLockedSet], cells: int, seen: dict[int, int]) -> Iterator[Step]:
        if len(chosen) == len(petals):
            eliminated = [(cell, digit) for digit in seen for cell in members(seen[digit] & ~cells)]
            if eliminated:
                yield _step("death-blossom", eliminated, chosen, position.cells[stem], stem)
            return
        position.budget.charge()
        for als in petals[len(chosen)]:
            if options.als_overlap or not als.cells & cells:
                left = {
                    digit: common
                    for digit, mask in seen.items()
                    if (common := mask & als.sight.get(digit, 0))
                }
                if left:
                    yield from extend([*chosen, als], cells | als.cells, left)

    others = digits_in(~position.cells[stem] & (1 << position.board.size) - 1)
    yield from extend([], 1 << stem, {digit: position.places[digit] for digit in others})


def _step(
    slug: str,
    eliminated: list[Candidate],
    sets: list[AlmostLockedSet],
    linking: int,
    stem: int | None = None,
) -> Step:
    marks = [] if stem is None else [Mark(Role.PIVOT, stem, digit) for digit in digits_in(linking)]
    for place, als in enumerate(sets):
        role = SET_ROLES[place] if place < len(SET_ROLES) else Role.OTHER_SET
        for digit, cells in als.places.items():
            common = stem is None and linking >> digit - 1 & 1
            marks += marks_of(Role.RESTRICTED if common else role, cells, (digit,))
    return Step(
        slug,
        (),
        tuple(dict.fromkeys(eliminated)),
        tuple(dict.fromkeys(marks)),
        groups=tuple(als.cells for als in sets),
    )


TECHNIQUES = (
    Technique(
        "als-xz",
        "ALS-XZ",
        "almost locked sets",
        als_xz,
        hodoku_name="Almost Locked Set XZ-Rule",
        score=300,
        level="unfair",
    ),
    Technique(
        "als-xy-wing",
        "ALS-XY-wing",
        "almost locked sets",
        als_xy_wings,
        hodoku_name="Almost Locked Set XY-Wing",
        score=320,
        level="unfair",
    ),
    Technique(
        "als-chain",
        "ALS chain",
        "almost locked sets",
        als_chains,
        hodoku_name="Almost Locked Set Chain",
        score=340,
        level="unfair",
    ),
    Technique(
        "death-blossom",
        "Death Blossom",
        "almost locked sets",
        death_blossoms,
        hodoku_name="Death Blossom",
        score=360,
        level="unfair",
    ),
)
