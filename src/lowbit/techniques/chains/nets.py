"""Nets: implications of a candidate if the singles that result are placed, too.

From each candidate, on and off, four rounds of singles are played. Their placements and
eliminations follow from the start like a link; a single rests on all the candidates whose exclusion
made it one, so the path to it branches.

::

    table   the vertices that the rounds from one vertex led to, in order: each with its reasons,
            which are vertices of the same table, and the number of steps to it
    tree    a table, and the tables of all that is in it, and so on
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lowbit.techniques.board_masks import members
from lowbit.techniques.chains.implications import MOST_VERTICES, Implications
from lowbit.techniques.step import Chain

if TYPE_CHECKING:
    from lowbit.techniques.board_masks import Candidate
    from lowbit.techniques.position import Position

ROUNDS = 4
"""The number of rounds of singles."""

MOST_REASONS = 5
"""The most reasons of a vertex that are kept."""


class Table:
    """A table of the vertices that follow from one vertex.

    Parameters
    ----------
    start : int
        The vertex.

    Attributes
    ----------
    reasons : dict of int to tuple of int
        For each vertex, in order, those from which it follows; the one recorded last comes first.
    distances : dict of int to int
        For each vertex, the number of steps to it.
    """

    def __init__(self, start: int) -> None:
        self.start = start
        self.reasons: dict[int, tuple[int, ...]] = {start: ()}
        self.distances = {start: 1}
        self._places = {start: 0}

    def add(self, vertex: int, reasons: tuple[int, ...] = ()) -> None:
        """Record a vertex with its reasons, unless it is there already."""
        if vertex in self.reasons:
            return
        known = [reason if reason in self.reasons else self.start for reason in reasons]
        first = known[0] if known else self.start
        self.distances[vertex] = self.distances[first] + 1
        ordered = [first, *known[1:MOST_REASONS]]
        for place in range(1, len(ordered)):
            if self._places[ordered[place]] > self._places[ordered[0]]:
                ordered[0], ordered[place] = ordered[place], ordered[0]
        rest = [reason for reason in ordered[1:] if reason != self.start]
        self.reasons[vertex] = (ordered[0], *rest)
        self._places[vertex] = len(self._places)


class NetImplications(Implications):
    """The links between candidates and groups, and those that singles add.

    Parameters
    ----------
    position : Position
        The position.
    """

    def __init__(self, position: Position) -> None:
        self._tables: dict[int, Table] = {}
        self._sources: dict[int, dict[int, int]] = {}
        super().__init__(position, groups=True)
        for start, linked in enumerate(self.links):
            table = self._tables.setdefault(start, Table(start))
            for vertex in linked:
                table.add(vertex)

    def _single_links(self, *, groups: bool) -> list[list[int]]:  # noqa: ARG002 - with groups
        return [linked for item in self.candidates for linked in self._links_of(*item)]

    def _links_of(self, cell: int, digit: int) -> tuple[list[int], list[int]]:
        self.position.budget.charge()
        start = self.vertex[cell, digit]
        off, on = _Play(self, start), _Play(self, start + 1)
        off.eliminate(cell, digit)
        on.place(cell, digit, ())
        found = []
        for play in (off, on):
            play.go_on()
            self._tables[play.table.start] = play.table
            found.append(list(play.table.reasons)[1:])
        return found[0], found[1]

    def tree(self, start: int) -> dict[int, int]:
        """Return, for each vertex that follows, the one whose table it comes from."""
        if start not in self._sources:
            self.position.budget.charge()
            own = self._tables[start]
            distances = dict(own.distances)
            sources = dict.fromkeys(own.reasons, start)
            queue = list(own.reasons)
            for vertex in queue:
                if vertex != start:
                    self._expand(vertex, (start, sources, distances, queue))
                if len(queue) >= MOST_VERTICES:
                    break
            self._sources[start] = sources
        return self._sources[start]

    def _expand(
        self, vertex: int, tree: tuple[int, dict[int, int], dict[int, int], list[int]]
    ) -> None:
        start, sources, distances, queue = tree
        base = distances[vertex]
        for other, steps in self._tables[vertex].distances.items():
            if other == vertex:
                continue
            if other not in sources:
                queue.append(other)
            elif sources[other] == start or distances[other] <= base + steps:
                continue
            sources[other], distances[other] = vertex, base + steps

    def path(self, start: int, end: int) -> list[int]:
        """Return the vertices of the trunk from a start to one that follows from it."""
        return self._trunk(start, end)[0]

    def _trunk(self, start: int, end: int) -> tuple[list[int], list[int]]:
        """Return the trunk, and the other reasons of what is on it."""
        path, twigs = [end], []
        sources, table, vertex = self.tree(start), self._tables[start], end
        while vertex != start:
            if table.start == start:
                table = self._tables[sources[vertex]]
            first, *rest = table.reasons[vertex]
            path.append(first)
            twigs += rest
            vertex = first
            if vertex == table.start:
                table = self._tables[start]
        return path[::-1], twigs

    def _branch(self, start: int, twig: int, trunk: set[int]) -> list[int]:
        """Return the way from the trunk to one of the other reasons."""
        path = [twig]
        sources, table, vertex = self.tree(start), self._tables[start], twig
        while vertex != start and (vertex not in trunk or len(path) == 1):
            if table.start == start:
                table = self._tables[sources[vertex]]
            vertex = table.reasons[vertex][0]
            path.append(vertex)
            if vertex == table.start:
                table = self._tables[start]
        return path[::-1]

    def _branches(self, start: int, end: int) -> tuple[list[int], list[list[int]]]:
        trunk, twigs = self._trunk(start, end)
        on_trunk = set(trunk)
        return trunk, [self._branch(start, twig, on_trunk) for twig in twigs]

    def length(self, start: int, end: int) -> int:
        """Return how many vertices the trunk and its branches have."""
        trunk, branches = self._branches(start, end)
        return len(trunk) + sum(map(len, branches))

    def chain_between(self, start: int, end: int) -> Chain:
        """Return the trunk as a chain, with its branches."""
        trunk, branches = self._branches(start, end)
        return Chain(self.chain(trunk).nodes, tuple(map(self.chain, branches)))


class _Play:
    """A position under one assumption, and the vertices that have followed so far."""

    def __init__(self, graph: Implications, start: int) -> None:
        self.graph = graph
        self.table = Table(start)
        self.state = graph.position.after((), ())

    def eliminate(self, cell: int, digit: int) -> None:
        """Assume that a candidate is off; the only candidate left in its cell is placed at once."""
        self.state = self.state.after((), [(cell, digit)])
        left = self.state.candidates_of(cell)
        if len(left) == 1:
            self.place(cell, left[0], ())

    def place(self, cell: int, digit: int, reasons: tuple[int, ...]) -> None:
        """Place a digit, and record the candidates that this eliminates."""
        graph, vertex = self.graph, self.graph.vertex
        others = [other for other in self.state.candidates_of(cell) if other != digit]
        on = vertex[cell, digit] + 1
        self.table.add(on, reasons)
        seen = members(graph.position.places[digit] & graph.board.peers[cell])
        for item in [*((peer, digit) for peer in seen), *((cell, other) for other in others)]:
            self.table.add(vertex[item], (on,))
        if self.state.values[cell]:
            self.state = self.state.after((), [(peer, digit) for peer in seen])
        else:
            self.state = self.state.after([(cell, digit)], ())

    def go_on(self) -> None:
        """Play some rounds of singles."""
        for _ in range(ROUNDS):
            singles = [(*item, True) for item in self._naked()]
            singles += [(*item, False) for item in self._hidden()]
            if not singles:
                break
            for cell, digit, is_naked in singles:
                if self.state.values[cell] != digit:
                    self.place(cell, digit, self._reasons(cell, digit, is_naked=is_naked))

    def _reasons(self, cell: int, digit: int, *, is_naked: bool) -> tuple[int, ...]:
        """Return the candidates whose exclusion made a single: others of its cell, or its house."""
        position, vertex = self.graph.position, self.graph.vertex
        if is_naked:
            digits = position.candidates_of(cell)
            return tuple(vertex[cell, other] for other in digits if other != digit)
        places, houses = self.state.places[digit], self.graph.board.houses
        house = min(
            self.graph.board.houses_of[cell],
            key=lambda index: (places & houses[index]).bit_count(),
        )
        others = position.places[digit] & houses[house] & ~(1 << cell)
        return tuple(vertex[other, digit] for other in members(others))

    def _naked(self) -> list[Candidate]:
        return [
            (cell, digit)
            for cell, digit in dict.fromkeys(self.state.naked)
            if not self.state.values[cell]
        ]

    def _hidden(self) -> list[Candidate]:
        state, houses = self.state, self.graph.board.houses
        found: dict[int, int] = {}
        for cell, digit in state.hidden:
            if state.has(cell, digit) and cell not in found:
                bit = 1 << cell
                if any(
                    houses[house] & state.places[digit] == bit
                    for house in state.board.houses_of[cell]
                ):
                    found[cell] = digit
        return list(found.items())


def net_implications(position: Position) -> NetImplications:
    """Return the links between candidates and groups, with those that singles add."""
    return NetImplications(position)
