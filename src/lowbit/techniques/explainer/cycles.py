"""Bidirectional cycles and forcing chains: each node follows from the one before.

A cycle leads from a candidate that is on back to it, and may be read either way; so one of each
two neighbours on it is true, and what sees both falls. A forcing chain leads from a candidate to
its opposite. X ones go through houses alone, Y cycles leave a node that is off through its cell
alone.

The searches go over nodes that are on, breadth first; a node that is off stands between two.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from lowbit.techniques.board_masks import members
from lowbit.techniques.explainer.collector import WORST, Best
from lowbit.techniques.explainer.hint import ASSUMED, IN_CELL, Hint, Trail, Tree, trail_to
from lowbit.techniques.explainer.nodes import bits, others_in_cell
from lowbit.techniques.explainer.rating import length_rating
from lowbit.techniques.explainer.regions import regions_of
from lowbit.techniques.technique import Technique

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lowbit.techniques.explainer.collector import Collector
    from lowbit.techniques.explainer.regions import Candidates
    from lowbit.techniques.position import Position
    from lowbit.techniques.step import Step
    from lowbit.techniques.technique import Options

TURBOT = 6
"""How many nodes a turbot chain has."""
SHORTEST = 4
"""How many cells the cycle has that is called a generalized X-wing."""


class Hop(NamedTuple):
    """From a node that is on to one that is off to one that is on."""

    off: int
    on: int
    weak: int
    strong: int


class Kind(NamedTuple):
    """What a pass looks for.

    Parameters
    ----------
    cells, houses : bool
        Whether a node that is off forces through its cell, or its houses.
    key : int
        The sort key.
    cycle, chain : float
        The ratings of the shortest cycle and chain; 0.0 where chains are not looked for.
    """

    cells: bool
    houses: bool
    key: int
    cycle: float
    chain: float


PASSES = (
    Kind(cells=False, houses=True, key=2, cycle=6.5, chain=6.6),
    Kind(cells=True, houses=False, key=3, cycle=6.5, chain=0.0),
    Kind(cells=True, houses=True, key=4, cycle=7.0, chain=7.0),
)
NAMES = {2: "x-cycle", 3: "y-cycle", 4: "xy-cycle"}


UNLIMITED = 10**6
"""More nodes than any chain has."""

Path = tuple[list[int], list[int]]
"""Nodes in order, and what forces each."""
Back = dict[int, tuple[int, Hop]]
"""For each candidate that was reached, the one before it, and how."""


Links = dict[int, dict[int, int]]
"""For each candidate, those that it excludes or forces, each with what does it."""


class Graph(NamedTuple):
    """The links that a pass goes along.

    Parameters
    ----------
    weak : Links
        What is off where a candidate is on.
    strong : Links
        What is on where a candidate is off.
    hops : dict of int to list of Hop
        What is on where a candidate is on, by way of one that is off.
    """

    weak: Links
    strong: Links
    hops: dict[int, list[Hop]]


def _graph(weak: Links, strong: Links) -> Graph:
    hops = {
        number: [
            Hop(off, on, by_weak, by_strong)
            for off, by_weak in others.items()
            for on, by_strong in strong[off].items()
        ]
        for number, others in weak.items()
    }
    return Graph(weak, strong, hops)


def _graphs(view: Candidates) -> tuple[Graph, Graph, Graph]:
    """Return the graphs of the passes: houses alone, out through cells alone, and both."""
    size, regions = view.board.size, regions_of(view.board)
    in_cells: tuple[Links, Links] = ({}, {})
    in_houses: tuple[Links, Links] = ({}, {})
    for cell, mask in enumerate(view.cells):
        for place in bits(mask):
            number = cell * size + place
            others = [cell * size + other for other in bits(mask ^ 1 << place)]
            in_cells[0][number] = dict.fromkeys(others, IN_CELL)
            in_cells[1][number] = in_cells[0][number] if len(others) == 1 else {}
            weak: dict[int, int] = {}
            strong: dict[int, int] = {}
            rest = view.places[place + 1] ^ 1 << cell
            for house, house_mask in regions.masks_of_cell[cell]:
                inside = rest & house_mask
                for other in members(inside):
                    weak.setdefault(other * size + place, house)
                if inside and not inside & (inside - 1):
                    strong.setdefault((inside.bit_length() - 1) * size + place, house)
            in_houses[0][number], in_houses[1][number] = weak, strong
    both = [
        {number: links | houses[number] for number, links in cells.items()}
        for cells, houses in zip(in_cells, in_houses, strict=True)
    ]
    return _graph(*in_houses), _graph(both[0], in_cells[1]), _graph(both[0], both[1])


class Search:
    """Cycles and chains of one pass, into a collector.

    Parameters
    ----------
    view : Candidates
        The position.
    kind : Kind
        The pass.
    graph : Graph
        Its links.
    collector : Collector
        Where they go.
    """

    def __init__(self, view: Candidates, kind: Kind, graph: Graph, collector: Collector) -> None:
        self.view = view
        self.kind = kind
        self.graph = graph
        self.collector = collector
        self.size = view.board.size

    def run(self) -> None:
        """Search from each candidate."""
        for cell, mask in enumerate(self.view.cells):
            if mask & (mask - 1) and (self.kind.houses or mask.bit_count() == 2):
                for place in bits(mask):
                    self._search_from(cell * self.size + place)

    def _limit(self) -> int:
        """Return the most nodes of what could still be wanted."""
        kind, rank = self.kind, self.collector.rank
        if rank == WORST:
            return UNLIMITED
        nodes = SHORTEST
        while (kind.cycle + length_rating(nodes), nodes, kind.key) < rank:
            nodes += 2
        return nodes

    def _search_from(self, start: int) -> None:
        limit = self._limit()
        found = self._from_on(start, limit)
        if self.kind.chain:
            found += self._from_off(start, limit)
        for path, causes in found:
            self._offer(start, path, causes)

    def _from_on(self, start: int, limit: int) -> list[Path]:
        """Return the cycles through a candidate, then the chain that refutes it."""
        all_hops, refutes = self.graph.hops, self.graph.weak[start]
        back: Back = {}
        cycles: list[Path] = []
        level, nodes, refuted = [start], 2, -1
        while level and nodes <= limit:
            following = []
            for number in level:
                if refuted < 0 and number in refutes:
                    refuted = number
                for hop in all_hops[number]:
                    if hop.on == start:
                        cycles += self._cycle_by(start, back, number, hop)
                    elif hop.on not in back:
                        back[hop.on] = number, hop
                        following.append(hop.on)
            level, nodes = following, nodes + 2
        if refuted >= 0 and self.kind.chain:
            path, causes = _path(back, refuted)
            end = [*path, 2 * start], [*causes, refutes[refuted]]
            return [*cycles, end]
        return cycles

    def _cycle_by(self, start: int, back: Back, number: int, hop: Hop) -> list[Path]:
        """Return the cycle that a hop closes, unless it comes back the way it went."""
        path, causes = _path(back, number)
        if number == start or 2 * hop.off in path:
            return []
        return [([*path, 2 * hop.off, 2 * start + 1], [*causes, hop.weak, hop.strong])]

    def _from_off(self, start: int, limit: int) -> list[Path]:
        """Return the chain from a candidate that is off to the same one on, if there is one."""
        all_hops, first = self.graph.hops, self.graph.strong[start]
        back: Back = {}
        seen, level, nodes = set(first), list(first), 4
        while level and nodes <= limit:
            following = []
            for number in level:
                for hop in all_hops[number]:
                    if hop.on == start:
                        path, causes = _path(back, number)
                        causes[0] = first[path[0] >> 1]
                        end = [hop.weak, hop.strong]
                        nodes_to = [2 * start, *path, 2 * hop.off, 2 * start + 1]
                        return [(nodes_to, [ASSUMED, *causes, *end])]
                    if hop.on not in seen:
                        seen.add(hop.on)
                        back[hop.on] = number, hop
                        following.append(hop.on)
            level, nodes = following, nodes + 2
        return []

    def _offer(self, start: int, path: list[int], causes: list[int]) -> None:
        kind, is_cycle = self.kind, path[-1] == path[0]
        complexity = len(path) - is_cycle
        rating = (kind.cycle if is_cycle else kind.chain) + length_rating(complexity)
        if self.collector.wants((rating, complexity, kind.key)):
            hint = self._cycle(path, causes) if is_cycle else self._chain(start, path, causes)
            if hint.struck:
                hint.rating, hint.complexity = rating, complexity
                self.collector.add(hint)

    def _chain(self, start: int, path: list[int], causes: list[int]) -> Hint:
        placed = start if path[-1] & 1 else -1
        struck = 1 << start
        if placed >= 0:
            struck = others_in_cell(self.view.cells, start, self.size)
        slug = "forcing-chain"
        if not self.kind.cells:
            slug = "turbot-chain" if len(path) == TURBOT else "forcing-x-chain"
        trails = (trail_to(Tree.of_path(path, causes), path[-1]),)
        return Hint(slug, 0.0, 0, self.kind.key, struck, placed, trails)

    def _cycle(self, path: list[int], causes: list[int]) -> Hint:
        size, view = self.size, self.view
        on_path = {(node >> 1) // size for node in path}
        sides = [0, 0]
        for node in path[1:]:
            cell, place = divmod(node >> 1, size)
            for other in bits(view.places[place + 1] & view.board.peers[cell]):
                if other not in on_path:
                    sides[node & 1] |= 1 << other * size + place
        slug = NAMES[self.kind.key]
        if not self.kind.cells and len(on_path) == SHORTEST:
            slug = "generalized-x-wing"
        back = [node ^ 1 for node in path[::-1]]
        trails = (_closed(path, causes), _closed(back, causes[::-1]))
        return Hint(slug, 0.0, 0, self.kind.key, sides[0] & sides[1], -1, trails)


def _path(back: Back, number: int) -> Path:
    """Return the way to a candidate that was reached."""
    path, causes = [2 * number + 1], [ASSUMED]
    while number in back:
        number, hop = back[number]
        causes[-1] = hop.strong
        path += [2 * hop.off, 2 * number + 1]
        causes += [hop.weak, ASSUMED]
    return path[::-1], causes[::-1]


def _closed(path: list[int], causes: list[int]) -> Trail:
    """Return the trail to the last node of a path that begins with the same node."""
    tree = Tree.of_path(path[:-1], causes[:-1])
    return Trail(tree, path[-1], (path[-2],), causes[-1])


def search(view: Candidates, collector: Collector) -> None:
    """Search for cycles and forcing chains.

    Parameters
    ----------
    view : Candidates
        The position.
    collector : Collector
        Where they go.
    """
    for kind, graph in zip(PASSES, _graphs(view), strict=True):
        Search(view, kind, graph, collector).run()


def cycles_and_chains(position: Position, _options: Options) -> Iterator[Step]:
    """Yield the cycle or forcing chain of the lowest rating, the shortest of these."""
    best = Best()
    search(position, best)
    for hint in best.hints():
        yield hint.step(position.board)


TECHNIQUES = tuple(
    Technique(slug, name, "forcing chains", cycles_and_chains, explainer_name=explainer_name)
    for slug, name, explainer_name in (
        ("generalized-x-wing", "generalized X-wing", "Generalized X-Wing"),
        ("x-cycle", "X-cycle", "Bidirectional X-Cycle"),
        ("y-cycle", "Y-cycle", "Bidirectional Y-Cycle"),
        ("xy-cycle", "XY-cycle", "Bidirectional Cycle"),
        ("turbot-chain", "turbot forcing chain", "Turbot Fish"),
        ("forcing-x-chain", "forcing X-chain", "Forcing X-Chain"),
        ("forcing-chain", "forcing chain", "Forcing Chain"),
    )
)
