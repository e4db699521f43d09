"""The links between the candidates of a position as a graph, and how far they lead."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lowbit.techniques.board_masks import mask_of, members
from lowbit.techniques.explainer.chains.links import (
    all_forced_in_cells,
    all_forced_in_houses,
    exclusions,
)
from lowbit.techniques.facts import recall

if TYPE_CHECKING:
    from lowbit.techniques.explainer.chains.links import Exclusions, Links
    from lowbit.techniques.explainer.regions import Candidates

Hop = tuple[int, int, int, int]
"""From a candidate that is on: the one that is then off, the one that is therefore on, and the
causes of both."""


class LinkGraph:
    """The links that a pass follows, and the candidates that any number of them lead to.

    Parameters
    ----------
    weak : Exclusions
        The candidates that are off if one is on.
    strong : Links
        The candidates that are on if one is off.
    """

    def __init__(self, weak: Exclusions, strong: Links) -> None:
        self.weak = weak
        self.strong = strong
        self._forced = {off: mask_of(on for on, _ in links) for off, links in strong.items()}
        self._forcing = mask_of(strong)
        self._beyond = self._eliminated_beyond()
        self._eliminates: dict[int, int] = {}
        self._hops: dict[int, list[Hop]] = {}

    def hops(self, number: int) -> list[Hop]:
        """Return the candidates that are on if one is on, by way of one that is off."""
        if number not in self._hops:
            strong = self.strong
            self._hops[number] = [
                (off, on, by_weak, by_strong)
                for off, by_weak in self.weak.links[number]
                if off in strong
                for on, by_strong in strong[off]
            ]
        return self._hops[number]

    def eliminates(self, number: int) -> int:
        """Return the candidates that are off if one is on."""
        if number not in self._eliminates:
            found = self.weak.masks[number]
            for off in members(found & self._forcing):
                found |= self._beyond[off]
            self._eliminates[number] = found
        return self._eliminates[number]

    def refutes_itself(self, number: int) -> bool:
        """Whether a candidate's being on implies that it is off."""
        return bool(self.eliminates(number) >> number & 1)

    def proves_itself(self, number: int) -> bool:
        """Whether a candidate's being off implies that it is on; links lead both ways."""
        return bool(self._beyond.get(number, 0) & self._forced.get(number, 0))

    def refutable(self, present: int) -> int:
        """Return the candidates that those which refute themselves eliminate.

        Every elimination by a cycle or a forcing chain is among them, so nothing can be proved if
        there are none. A candidate that a chain eliminates refutes itself, by way of the chain; one
        that a cycle eliminates would turn the whole cycle round.

        Parameters
        ----------
        present : int
            The candidates of the position.
        """
        found = 0
        for number in members(present):
            if self.refutes_itself(number):
                found |= self.eliminates(number)
        return found

    def _eliminated_beyond(self) -> dict[int, int]:
        """Return the candidates eliminated if one is off, for each that forces anything."""
        weak = self.weak.masks
        beyond, following = {}, {}
        for off, links in self.strong.items():
            eliminated = 0
            for on, _ in links:
                eliminated |= weak[on]
            beyond[off] = eliminated
            following[off] = members(eliminated & self._forcing & ~(1 << off))
        is_growing = True
        while is_growing:
            is_growing = False
            for off, others in following.items():
                found = before = beyond[off]
                for other in others:
                    found |= beyond[other]
                if found != before:
                    beyond[off] = found
                    is_growing = True
        return beyond


def graphs(view: Candidates) -> tuple[LinkGraph, LinkGraph, LinkGraph]:
    """Return the graphs of the passes: houses alone, out through cells alone, and both."""
    in_houses, in_both = exclusions(view.board)
    by_cells, by_houses = recall(view, all_forced_in_cells), recall(view, all_forced_in_houses)
    return LinkGraph(in_houses, by_houses), LinkGraph(in_both, by_cells), whole_graph(view)


def whole_graph(view: Candidates) -> LinkGraph:
    """Return the graph of all links of a position."""
    return recall(view, _whole_graph)


def _whole_graph(view: Candidates) -> LinkGraph:
    by_cells, by_houses = recall(view, all_forced_in_cells), recall(view, all_forced_in_houses)
    strong = by_houses | {
        number: links + by_houses.get(number, ()) for number, links in by_cells.items()
    }
    return LinkGraph(exclusions(view.board)[1], strong)


def all_candidates(view: Candidates) -> int:
    """Return the candidates of a position as a mask."""
    found = 0
    for cell, mask in enumerate(view.cells):
        found |= mask << cell * view.board.size
    return found
