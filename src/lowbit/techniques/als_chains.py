"""Chains of almost locked sets: each linked with the next, never twice by the same digit.

As in HoDoKu, a chain leads from sets to later ones of the list. A state is a link and which of
its digits it takes: the first (1), the second (2), or either (3). Which states can follow is
computed once, backwards; then only ends that strike something together are looked at.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lowbit.techniques.board_masks import members

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lowbit.techniques.als_sets import AlsGraph, Common
    from lowbit.techniques.board_masks import Candidate

FIRST, SECOND, EITHER = 1, 2, 3
STATES = 3
"""How many states a link has."""

FEWEST_LINKS = 3


class AlsChains:
    """The chains of a graph.

    Parameters
    ----------
    graph : AlsGraph
        The sets and their links.
    """

    def __init__(self, graph: AlsGraph) -> None:
        self.graph = graph
        self.into = [0] * len(graph.sets)
        for place, common in enumerate(graph.commons):
            self.into[common.second] |= 0b111 << STATES * place
        self._next: list[list[int]] = [[] for _ in range(STATES * len(graph.commons))]
        self._reach = [0] * (STATES * len(graph.commons))
        for place in range(len(graph.commons) - 1, -1, -1):
            for taken in self._ways(graph.commons[place]):
                self._follow(STATES * place + taken - 1, self._digit(place, taken))

    def find(self) -> Iterator[tuple[list[Candidate], list[int]]]:
        """Yield what the ends of chains of three links and more strike, and their sets."""
        graph = self.graph
        for start in range(len(graph.sets)):
            ends = 0
            for end in members(graph.strikers[start] & (-1 << start + 1)):
                ends |= self.into[end]
            if ends:
                for place in range(graph.first_common[start], graph.first_common[start + 1]):
                    ways = (FIRST, SECOND) if graph.commons[place].other else (FIRST,)
                    for taken in ways:
                        yield from self._from(start, STATES * place + taken - 1, ends)

    def _from(
        self, start: int, first: int, ends: int
    ) -> Iterator[tuple[list[Candidate], list[int]]]:
        later = 0
        for state in self._next[first]:
            later |= self._reach[state]
        kept = 1 << self._digit(first // STATES, first % STATES + 1) - 1
        for state in members(later & ends):
            place, taken = state // STATES, state % STATES + 1
            common = self.graph.commons[place]
            last = common.digits if taken == EITHER else 1 << self._digit(place, taken) - 1
            struck = self.graph.struck(start, common.second, kept | last)
            if struck:
                yield struck, self._sets(start, first, state)

    def _sets(self, start: int, first: int, last: int) -> list[int]:
        """Return the sets of a shortest chain between two states."""
        layers = [{first: first}]
        while len(layers) < FEWEST_LINKS or last not in layers[-1]:
            reached: dict[int, int] = {}
            for state in layers[-1]:
                for following in self._next[state]:
                    reached.setdefault(following, state)
            layers.append(reached)
        states = [last]
        for layer in reversed(layers[1:]):
            states.append(layer[states[-1]])
        sets = [self.graph.commons[state // STATES].second for state in reversed(states)]
        return [start, *sets]

    def _ways(self, common: Common) -> tuple[int, ...]:
        return (FIRST, SECOND, EITHER) if common.other else (FIRST,)

    def _digit(self, place: int, taken: int) -> int:
        """Return the digit that the next link must not take; of two that are free, the first."""
        common = self.graph.commons[place]
        return common.other if taken == SECOND else common.digit

    def _follow(self, state: int, digit: int) -> None:
        graph = self.graph
        following = graph.commons[state // STATES].second
        mask = 0
        for place in range(graph.first_common[following], graph.first_common[following + 1]):
            common = graph.commons[place]
            if not common.other:
                taken = FIRST if common.digit != digit else 0
            elif digit == common.other:
                taken = FIRST
            else:
                taken = SECOND if digit == common.digit else EITHER
            if taken:
                other = STATES * place + taken - 1
                self._next[state].append(other)
                mask |= 1 << other | self._reach[other]
        self._reach[state] = mask
