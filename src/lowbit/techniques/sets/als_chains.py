"""Chains of almost locked sets: each linked with the next, never twice by the same digit.

A state is a link and which of its digits it takes: the first (1), the second (2), or either (3).
The successors of each state are computed once; then only ends that eliminate something together are
considered. As in HoDoKu, links lead from a set to later ones in the list, unless the graph has both
directions.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lowbit.techniques.board_masks import members

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lowbit.techniques.board_masks import Candidate
    from lowbit.techniques.sets.almost_locked_sets import AlsGraph

FIRST, SECOND, EITHER = 1, 2, 3
STATES = 3
"""The number of states of a link."""

FEWEST_LINKS = 3

Ends = tuple[int, int, int]
"""The first set of a chain, and its first and its last state."""


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
        n_states = STATES * len(graph.commons)
        self._next: list[list[int]] = [[] for _ in range(n_states)]
        for place, common in enumerate(graph.commons):
            for taken in (FIRST, SECOND, EITHER) if common.other else (FIRST,):
                self._follow(STATES * place + taken - 1, self._digit(place, taken))
        self._reach = self._closed(n_states)

    def _closed(self, n_states: int) -> list[int]:
        """Return, for each state, those that can follow; one backward pass is usually enough."""
        reach = [0] * n_states
        changed = True
        while changed:
            changed = False
            for state in range(n_states - 1, -1, -1):
                self.graph.position.budget.charge()
                before = mask = reach[state]
                for other in self._next[state]:
                    mask |= 1 << other | reach[other]
                changed |= mask != before
                reach[state] = mask
        return reach

    def find(self) -> Iterator[tuple[list[Candidate], Ends]]:
        """Yield the eliminations of the ends of chains of three links or more, with the ends."""
        graph = self.graph
        for start in range(len(graph.sets)):
            self.graph.position.budget.charge()
            ends = 0
            for end in members(graph.eliminators[start] & graph.others(start)):
                ends |= self.into[end]
            if ends:
                for place in range(graph.first_common[start], graph.first_common[start + 1]):
                    ways = (FIRST, SECOND) if graph.commons[place].other else (FIRST,)
                    for taken in ways:
                        yield from self._from(start, STATES * place + taken - 1, ends)

    def _from(self, start: int, first: int, ends: int) -> Iterator[tuple[list[Candidate], Ends]]:
        later = 0
        for state in self._next[first]:
            later |= self._reach[state]
        kept = 1 << self._digit(first // STATES, first % STATES + 1) - 1
        for state in members(later & ends):
            place, taken = state // STATES, state % STATES + 1
            common = self.graph.commons[place]
            last = common.digits if taken == EITHER else 1 << self._digit(place, taken) - 1
            eliminated = self.graph.eliminated(start, common.second, kept | last)
            if eliminated:
                yield eliminated, (start, first, state)

    def sets(self, ends: Ends) -> list[int]:
        """Return the sets of a shortest chain between two ends."""
        start, first, last = ends
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

    def _digit(self, place: int, taken: int) -> int:
        """Return the digit that the next link must not use; the first if either will do."""
        common = self.graph.commons[place]
        return common.other if taken == SECOND else common.digit

    def _follow(self, state: int, digit: int) -> None:
        graph = self.graph
        following = graph.commons[state // STATES].second
        for place in range(graph.first_common[following], graph.first_common[following + 1]):
            common = graph.commons[place]
            if not common.other:
                taken = FIRST if common.digit != digit else 0
            elif digit == common.other:
                taken = FIRST
            else:
                taken = SECOND if digit == common.digit else EITHER
            if taken:
                self._next[state].append(STATES * place + taken - 1)
