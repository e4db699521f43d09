"""Forcing chains from several starts, one of which is true, and starts that refute themselves.

The starts are the candidates of a cell, the places of a digit in a house, or a candidate on and
off.

In dynamic chains a node may follow from several others. Nishio uses houses only. From level 1 on,
patterns eliminate more on the way; from level 2 on, nested chains do.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from lowbit.techniques.board_masks import members
from lowbit.techniques.explainer.chains.graph import all_candidates, whole_graph
from lowbit.techniques.explainer.chains.hint import (
    ASSUMED,
    IN_CELL,
    ChainHint,
    nested_complexity,
    trail_to,
)
from lowbit.techniques.explainer.chains.nodes import bits, others_in_cell
from lowbit.techniques.explainer.chains.propagation import Propagation, common
from lowbit.techniques.explainer.rating import length_rating
from lowbit.techniques.explainer.regions import regions_of

if TYPE_CHECKING:
    from lowbit.techniques.explainer.chains.collector import Collector
    from lowbit.techniques.explainer.chains.hint import ImplicationTree, Trail
    from lowbit.techniques.explainer.chains.propagation import MoreEliminations
    from lowbit.techniques.explainer.regions import Candidates

DOUBLE_KEY, CELL_KEY, REGION_KEY, CONTRADICTION_KEY = 1, 5, 6, 7
"""The sort keys of kinds of chains: of chains with equal length, the lowest comes first."""


class ChainKind(NamedTuple):
    """A kind of chains to search for.

    Parameters
    ----------
    rating : float
        The rating of the shortest chain.
    prefix, suffix : str
        The beginning and the end of the slugs.
    dynamic : bool
        Whether a node may follow from several others.
    nishio : bool
        Whether only houses count, and only contradictions.
    """

    rating: float
    prefix: str = ""
    suffix: str = ""
    dynamic: bool = True
    nishio: bool = False


class ChainSearch:
    """One search, into a collector.

    Parameters
    ----------
    view : Candidates
        The position.
    kind : ChainKind
        The kind of chains to search for.
    collector : Collector
        The collector of the hints.
    eliminate_more : MoreEliminations, optional
        The function that eliminates more on the way.
    """

    def __init__(
        self,
        view: Candidates,
        kind: ChainKind,
        collector: Collector,
        eliminate_more: MoreEliminations | None = None,
    ) -> None:
        self.view = view
        self.kind = kind
        self.collector = collector
        self.size = view.board.size
        self.rules = Propagation(
            view, dynamic=kind.dynamic, in_cells=not kind.nishio, eliminate_more=eliminate_more
        )
        self.agreeing = None if kind.dynamic else agreeing(view)

    def run(self) -> None:
        """Search from each cell."""
        self.view.budget.charge()
        if self.agreeing == set():
            return
        fewest = 2 if self.kind.dynamic else 3
        for cell, mask in enumerate(self.view.cells):
            if mask.bit_count() < fewest:
                continue
            numbers = [cell * self.size + place for place in bits(mask)]
            for number in numbers:
                if self.kind.dynamic:
                    self._contradictions(number)
                if not self.kind.nishio:
                    if self.kind.dynamic and len(numbers) > 2:
                        self._doubles(number)
                    self._houses(number)
            if not self.kind.nishio and self._can_agree(IN_CELL, numbers[0]):
                trees = [self.rules.tree(2 * number + 1) for number in numbers]
                self._reductions("cell", CELL_KEY, trees, IN_CELL)

    def _contradictions(self, number: int) -> None:
        """Offer the contradictions of a candidate that is on, or off."""
        for node in (2 * number + 1, 2 * number):
            clash = self.rules.tree(node).clash
            if clash is not None:
                name = "nishio" if self.kind.nishio else "contradiction"
                self._offer(name, CONTRADICTION_KEY, node ^ 1, clash)

    def _doubles(self, number: int) -> None:
        """Offer the nodes that follow from a candidate both when it is on and when it is off."""
        trees = [self.rules.tree(2 * number + 1), self.rules.tree(2 * number)]
        self._reductions("double", DOUBLE_KEY, trees, ASSUMED)

    def _houses(self, number: int) -> None:
        """Offer the nodes that follow from all places of a digit in houses where this is first."""
        cell, place = divmod(number, self.size)
        places, houses = self.view.places[place + 1], self.view.board.houses
        for house in self.rules.regions.of_cell[cell]:
            inside = places & houses[house]
            is_first = inside & (inside - 1) and inside & -inside == 1 << cell
            if is_first and self._can_agree(house, number):
                trees = [
                    self.rules.tree(2 * (other * self.size + place) + 1) for other in bits(inside)
                ]
                self._reductions("region", REGION_KEY, trees, house)

    def _can_agree(self, group: int, first: int) -> bool:
        """Whether all candidates of a cell, or of a digit in a house, may prove the same."""
        return self.agreeing is None or (group, first) in self.agreeing

    def _reductions(self, name: str, key: int, trees: list[ImplicationTree], assumed: int) -> None:
        """Offer the nodes that several trees have in common."""
        for node in common(trees):
            # The rank without nested chains, which can only make it worse.
            length = sum(tree.ancestors[node].bit_count() for tree in trees)
            if self.collector.wants((self._rating(length), length, key)):
                trails = tuple(trail_to(tree, node) for tree in trees)
                self._offer(name, key, node, trails, assumed)

    def _rating(self, complexity: int) -> float:
        return self.kind.rating + length_rating(complexity)

    def _offer(
        self, name: str, key: int, node: int, trails: tuple[Trail, ...], assumed: int = ASSUMED
    ) -> None:
        """Offer a node that must be so."""
        complexity = sum(trail.ancestors.bit_count() for trail in trails)
        complexity += nested_complexity(trails)
        rating = self._rating(complexity)
        if not self.collector.wants((rating, complexity, key)):
            return
        number, is_on = node >> 1, node & 1
        eliminated = others_in_cell(self.view.cells, number, self.size) if is_on else 1 << number
        if eliminated:
            slug = f"{self.kind.prefix}{name}{self.kind.suffix}"
            placed = number if is_on else -1
            self.collector.add(
                ChainHint(slug, rating, complexity, key, eliminated, placed, trails, assumed)
            )


def agreeing(view: Candidates) -> set[tuple[int, int]]:
    """Return the cells and houses all of whose candidates may prove the same, by links alone.

    If no node follows from several others, a tree never reaches beyond the links; and a conclusion
    that is on eliminates something, too, unless it is no news. So comparing eliminations suffices.

    Returns
    -------
    set of tuple of int
        `IN_CELL` or a house, and the first of the candidates.
    """
    board, size, present = view.board, view.board.size, all_candidates(view)
    graph = whole_graph(view)
    eliminates = {number: graph.eliminates(number) & present for number in members(present)}

    def agree(numbers: list[int]) -> bool:
        shared = present
        for number in numbers:
            shared &= eliminates[number]
        return bool(shared)

    found = set()
    for cell, mask in enumerate(view.cells):
        numbers = [cell * size + place for place in members(mask)]
        if len(numbers) > 2 and agree(numbers):
            found.add((IN_CELL, numbers[0]))
    for place, places in enumerate(view.places[1:]):
        for house in regions_of(board).chains if places else ():
            inside = places & board.houses[house]
            if inside & (inside - 1):
                numbers = [cell * size + place for cell in members(inside)]
                if agree(numbers):
                    found.add((house, numbers[0]))
    return found
