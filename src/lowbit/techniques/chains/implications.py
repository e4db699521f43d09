"""Implications of a candidate being on or off: a graph of weak and strong links.

::

    vertex   2 * i for "candidate i is off", 2 * i + 1 for "it is on"; after the candidates come
             the groups, if requested: a digit in the cells that a line shares with a box
    tree     the vertices that follow from one of them, each with the one that it follows from
    reach    for each vertex, the set of all that follow, as a mask of vertices

The links are in HoDoKu's order, so that a tree contains HoDoKu's chains.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from lowbit.techniques.board_masks import digits_in, members
from lowbit.techniques.facts import recall
from lowbit.techniques.sets.almost_locked_sets import almost_locked_sets
from lowbit.techniques.step import Chain, ChainNode

if TYPE_CHECKING:
    from lowbit.techniques.board_masks import Candidate
    from lowbit.techniques.position import Position
    from lowbit.techniques.sets.almost_locked_sets import AlmostLockedSet

MOST_VERTICES = 1000
"""No tree grows beyond this."""


class Implications:
    """The links between candidates, and between groups of them.

    Parameters
    ----------
    position : Position
        The position.
    groups : bool
        Whether groups take part.
    almost_locked : bool
        Whether almost locked sets take part; they need groups.

    Attributes
    ----------
    nodes : list of ChainNode
        The statement of each vertex.
    links : list of list of int
        For each vertex, those that follow from it directly.
    n_single : int
        The vertices below this one are candidates.
    vertex : dict of Candidate to int
        The vertex "off" of each candidate.
    off_vertices : int
        The set of these vertices.
    """

    def __init__(self, position: Position, *, groups: bool, almost_locked: bool = False) -> None:
        self.position = position
        self.board = position.board
        self.candidates = [
            (cell, digit)
            for cell in members(position.open)
            for digit in digits_in(position.cells[cell])
        ]
        self.vertex = {item: 2 * i for i, item in enumerate(self.candidates)}
        self.nodes = [
            ChainNode(1 << cell, digit, on)
            for cell, digit in self.candidates
            for on in (False, True)
        ]
        self.n_single = len(self.nodes)
        self._vertices = [[0] * self.board.n_cells for _ in range(self.board.size + 1)]
        for (cell, digit), vertex in self.vertex.items():
            self._vertices[digit][cell] = vertex
        self.off_vertices = sum(1 << vertex for vertex in self.vertex.values())
        self.links = self._single_links(groups=groups)
        self._group_vertices: list[int] = []
        self._penalties: dict[int, int] = {}
        if groups:
            self._add_groups()
        if almost_locked:
            self._add_almost_locked_sets()
        self.cells = [(node.cells & -node.cells).bit_length() - 1 for node in self.nodes]
        self._trees: dict[int, dict[int, int]] = {}

    def _single_links(self, *, groups: bool) -> list[list[int]]:
        """Return the links of candidates; they are the same with groups and without."""
        if groups:
            return [linked[:] for linked in recall(self.position, implications).links]
        return [linked for item in self.candidates for linked in self._links_of(*item)]

    def _links_of(self, cell: int, digit: int) -> tuple[list[int], list[int]]:
        """Return the vertices that follow from a candidate being off, and from its being on."""
        places, vertices = self.position.places[digit], self._vertices[digit]
        others = [self._vertices[d][cell] for d in self.position.candidates_of(cell) if d != digit]
        off = others[:]
        on = [others[0] + 1] if len(others) == 1 else []
        for new, every in self.board.sight[cell]:
            off += [vertices[other] for other in members(places & new)]
            rest = places & every
            if rest and not rest & (rest - 1):
                on.append(vertices[rest.bit_length() - 1] + 1)
        return list(dict.fromkeys(on)), off

    def _add_groups(self) -> None:
        places, houses = self.position.places, self.board.houses
        groups = [
            (line, box, digit, cells)
            for line in self.board.lines
            for digit in self.board.digits
            for box in self.board.boxes
            if (cells := places[digit] & houses[line] & houses[box]).bit_count() > 1
        ]
        start = len(self.nodes)
        for _, _, digit, cells in groups:
            self.nodes += [ChainNode(cells, digit, on=False), ChainNode(cells, digit, on=True)]
            self.links += [[], []]
        self._group_vertices = list(range(start, len(self.nodes), 2))
        by_digit: dict[int, list[tuple[int, tuple[int, int, int, int]]]] = {}
        for place, group in enumerate(groups):
            by_digit.setdefault(group[2], []).append((start + 2 * place, group))
        for place, group in enumerate(groups):
            self._link_group(start + 2 * place, group, by_digit[group[2]])

    def _link_group(
        self,
        vertex: int,
        group: tuple[int, int, int, int],
        others: list[tuple[int, tuple[int, int, int, int]]],
    ) -> None:
        """Link a group with the candidates that see all of it, and with other groups."""
        line, box, digit, cells = group
        houses, links = self.board.houses, self.links
        seen = self.position.places[digit] & self.board.common_peers(cells)
        for cell in members(seen):
            single = self.vertex[cell, digit]
            links[vertex + 1].append(single)
            links[single + 1].append(vertex)
        for house in (box, line):
            rest = seen & houses[house]
            if rest.bit_count() == 1:
                single = self.vertex[rest.bit_length() - 1, digit]
                links[vertex].append(single + 1)
                links[single].append(vertex + 1)
        partners: dict[int, list[int]] = {line: [], box: []}
        for other, (other_line, other_box, _, other_cells) in others:
            if other != vertex and not other_cells & cells:
                for house in ({line} & {other_line}) | ({box} & {other_box}):
                    links[vertex + 1].append(other)
                    partners[house].append(other)
        for house in (line, box):
            if len(partners[house]) == 1:
                other = partners[house][0]
                left = self.position.places[digit] & houses[house]
                if not left & ~cells & ~self.nodes[other].cells:
                    links[vertex].append(other + 1)

    def _add_almost_locked_sets(self) -> None:
        """Add, for each digit of each set, a vertex that says that the set lacks the digit."""
        sets = [
            als
            for als in recall(self.position, almost_locked_sets)
            if als.cells & (als.cells - 1) and any(als.sight.values())
        ]
        vertices = {}
        for als in sets:
            for digit in als.places:
                if any(seen for other, seen in als.sight.items() if other != digit):
                    vertices[als.cells, digit] = len(self.nodes)
                    self._penalties[len(self.nodes)] = _penalty(als)
                    for on in (False, True):
                        self.nodes.append(ChainNode(als.cells, digit, on, als.digits))
                        self.links.append([])
        for als in sets:
            self.position.budget.charge()
            for digit in als.places:
                if (als.cells, digit) in vertices:
                    self._link_set(als, digit, vertices, sets)

    def _link_set(
        self,
        als: AlmostLockedSet,
        digit: int,
        vertices: dict[tuple[int, int], int],
        sets: list[AlmostLockedSet],
    ) -> None:
        """Link a set without a digit to its eliminations, and to what takes the digit away."""
        vertex, links = vertices[als.cells, digit], self.links
        for cell in members(als.sight[digit]):
            links[self.vertex[cell, digit] + 1].append(vertex)
        eliminated = {other: seen for other, seen in als.sight.items() if other != digit and seen}
        links[vertex] += [
            self.vertex[cell, other] for other, seen in eliminated.items() for cell in members(seen)
        ]
        for group in self._group_vertices:
            node = self.nodes[group]
            if node.digit == digit and not node.cells & als.cells:
                if not als.places[digit] & ~self.board.common_peers(node.cells):
                    links[group + 1].append(vertex)
            elif node.digit in eliminated and not node.cells & ~eliminated[node.digit]:
                links[vertex].append(group)
        for other in sets:
            if not other.cells & als.cells:
                links[vertex] += [
                    vertices[other.cells, lost]
                    for lost, seen in eliminated.items()
                    if lost in other.places
                    and not other.places[lost] & ~seen
                    and (other.cells, lost) in vertices
                ]
        self._force_cells(vertex, eliminated)

    def _force_cells(self, vertex: int, eliminated: dict[int, int]) -> None:
        """Link a set with the cells of three candidates or more that it leaves only one."""
        lost: dict[int, int] = {}
        for digit, seen in eliminated.items():
            for cell in members(seen):
                lost[cell] = lost.get(cell, 0) | 1 << digit - 1
        for cell, digits in sorted(lost.items()):
            left = self.position.cells[cell] & ~digits
            if left.bit_count() == 1 and self.position.cells[cell].bit_count() > 2:
                self.links[vertex].append(self.vertex[cell, left.bit_length()] + 1)

    def sight(self, vertex: int, digit: int) -> int:
        """Return the cells that see all places of a digit in a vertex's cells."""
        node = self.nodes[vertex]
        cells = node.cells & self.position.places[digit] if node.digits else node.cells
        return self.board.common_peers(cells) & ~node.cells

    @cached_property
    def direct(self) -> list[int]:
        """For each vertex, the set of those that follow from it directly."""
        masks = []
        for linked in self.links:
            mask = 0
            for other in linked:
                mask |= 1 << other
            masks.append(mask)
        return masks

    @cached_property
    def reach(self) -> list[int]:
        """For each vertex, the set of those that follow from it."""
        reach = self.direct[:]
        # Only vertices that lead on can widen the reach of another.
        active = [[other for other in linked if reach[other]] for linked in self.links]
        order = [vertex for vertex, linked in enumerate(active) if linked]
        changed = True
        while changed:
            changed = False
            order.reverse()
            for vertex in order:
                self.position.budget.charge()
                before = mask = reach[vertex]
                for other in active[vertex]:
                    mask |= reach[other]
                if mask != before:
                    reach[vertex] = mask
                    changed = True
        return reach

    def tree(self, start: int) -> dict[int, int]:
        """Return, for each vertex that follows from a start, its predecessor; in order."""
        if start not in self._trees:
            self.position.budget.charge()
            grow = self._weighted_tree if self._penalties else self._plain_tree
            self._trees[start] = grow(start)
        return self._trees[start]

    def _plain_tree(self, start: int) -> dict[int, int]:
        parents, queue, links = {start: start}, [start], self.links
        for vertex in queue:
            for other in links[vertex]:
                if other not in parents:
                    parents[other] = vertex
                    queue.append(other)
            if len(queue) >= MOST_VERTICES:
                break
        return parents

    def _weighted_tree(self, start: int) -> dict[int, int]:
        """Return a tree in which links from large sets count more; each is visited once."""
        parents, queue = {start: start}, [start]
        distances = {start: 0}
        for vertex in queue:
            penalty = self._penalties.get(vertex, 0)
            for other in self.links[vertex]:
                distance = distances[vertex] + 2 + penalty + (other & 1 if penalty else 0)
                if other not in parents:
                    queue.append(other)
                elif parents[other] == start or distances[other] <= distance:
                    continue
                parents[other], distances[other] = vertex, distance
            if len(queue) >= MOST_VERTICES:
                break
        return parents

    def path(self, start: int, end: int) -> list[int]:
        """Return the vertices from a start to one that follows from it."""
        parents = self.tree(start)
        path = [end]
        while path[-1] != start:
            path.append(parents[path[-1]])
        return path[::-1]

    def length(self, start: int, end: int) -> int:
        """Return how many vertices the way from a start to an end has."""
        return len(self.path(start, end))

    def chain_between(self, start: int, end: int) -> Chain:
        """Return the way from a start to an end as a chain."""
        return self.chain(self.path(start, end))

    def chain(self, path: list[int]) -> Chain:
        """Return a path of vertices as a chain."""
        return Chain(tuple(self.nodes[vertex] for vertex in path))

    def off_by_cell_and_digit(self) -> tuple[dict[int, int], dict[int, int]]:
        """Return the vertices "off" of the candidates of each cell, and of each digit, as sets."""
        of_cell: dict[int, int] = {}
        of_digit: dict[int, int] = {}
        for (cell, digit), vertex in self.vertex.items():
            of_cell[cell] = of_cell.get(cell, 0) | 1 << vertex
            of_digit[digit] = of_digit.get(digit, 0) | 1 << vertex
        return of_cell, of_digit

    def is_group(self, vertex: int) -> bool:
        """Whether a vertex is a group."""
        return vertex >= self.n_single

    def candidate(self, vertex: int) -> Candidate:
        """Return the candidate of a vertex that is no group."""
        return self.candidates[vertex >> 1]


def _penalty(als: AlmostLockedSet) -> int:
    """Return how much more a link from a set counts than one from a candidate."""
    digits = als.digits.bit_count()
    return 1 if digits == 2 else 2 * (digits - 1)


def implications(position: Position) -> Implications:
    """Return the links between candidates."""
    return Implications(position, groups=False)


def grouped_implications(position: Position) -> Implications:
    """Return the links between candidates and groups."""
    return Implications(position, groups=True)


def implications_with_sets(position: Position) -> Implications:
    """Return the links between candidates, groups and almost locked sets."""
    return Implications(position, groups=True, almost_locked=True)
