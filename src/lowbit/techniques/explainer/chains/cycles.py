"""Bidirectional cycles and forcing chains: each node follows from the one before.

A cycle leads from a candidate that is on back to itself, and can be read either way; so one of any
two neighbours on it is true, and candidates that see both are eliminated. A forcing chain leads
from a candidate to its opposite. X-cycles and X-chains use houses only; Y-cycles leave a node that
is off only through its cell.

The searches visit nodes that are on, breadth first; between two of them lies one that is off.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from lowbit.techniques.explainer.chains.collector import WORST, in_order
from lowbit.techniques.explainer.chains.graph import Hop, all_candidates, graphs, whole_graph
from lowbit.techniques.explainer.chains.hint import (
    ASSUMED,
    ChainHint,
    ImplicationTree,
    Trail,
    trail_to,
)
from lowbit.techniques.explainer.chains.nodes import bits, others_in_cell
from lowbit.techniques.explainer.rating import length_rating
from lowbit.techniques.technique import Technique

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lowbit.techniques.explainer.chains.collector import Collector
    from lowbit.techniques.explainer.chains.graph import LinkGraph
    from lowbit.techniques.explainer.regions import Candidates
    from lowbit.techniques.position import Position
    from lowbit.techniques.step import Step
    from lowbit.techniques.technique import Options

TURBOT = 6
"""The number of nodes in a turbot chain."""
SHORTEST = 4
"""The number of cells in a cycle that is called a generalized X-wing."""


class CyclePass(NamedTuple):
    """The kind of cycles and chains that a pass searches for.

    Parameters
    ----------
    cells, houses : bool
        Whether a node that is off forces through its cell, or its houses.
    key : int
        The sort key.
    cycle, chain : float
        The ratings of the shortest cycle and chain; 0.0 if chains are not searched for.
    """

    cells: bool
    houses: bool
    key: int
    cycle: float
    chain: float


PASSES = (
    CyclePass(cells=False, houses=True, key=2, cycle=6.5, chain=6.6),
    CyclePass(cells=True, houses=False, key=3, cycle=6.5, chain=0.0),
    CyclePass(cells=True, houses=True, key=4, cycle=7.0, chain=7.0),
)
NAMES = {2: "x-cycle", 3: "y-cycle", 4: "xy-cycle"}


UNLIMITED = 10**6
"""More nodes than any chain has."""

Path = tuple[list[int], list[int]]
"""Nodes in order, and the cause of each."""
Back = dict[int, tuple[int, Hop]]
"""For each candidate that was reached, the one before it, and the hop between them."""


class Proof(NamedTuple):
    """The proof that a path gives: its technique, its eliminations, its placements, its trails."""

    slug: str
    eliminated: int
    placed: int
    trails: tuple[Trail, ...]


class CycleSearch:
    """Cycles and chains of one pass, into a collector.

    Parameters
    ----------
    view : Candidates
        The position.
    kind : CyclePass
        The pass.
    graph : LinkGraph
        Its links.
    within : int
        The candidates that cycles and chains may begin with.
    collector : Collector
        The collector of the steps.
    """

    def __init__(
        self, view: Candidates, kind: CyclePass, graph: LinkGraph, within: int, collector: Collector
    ) -> None:
        self.view = view
        self.kind = kind
        self.graph = graph
        self.within = within
        self.collector = collector
        self.size = view.board.size

    def run(self) -> None:
        """Search from each candidate."""
        self.view.budget.charge()
        for cell, mask in enumerate(self.view.cells):
            if mask & (mask - 1) and (self.kind.houses or mask.bit_count() == 2):
                for place in bits(mask & self.within >> cell * self.size):
                    self._search_from(cell * self.size + place)

    def _limit(self) -> int:
        """Return how many nodes a hint may have to be wanted still."""
        kind, rank = self.kind, self.collector.rank
        if rank == WORST:
            return UNLIMITED
        nodes = SHORTEST
        while (kind.cycle + length_rating(nodes), nodes, kind.key) < rank:
            nodes += 2
        return nodes

    def _search_from(self, start: int) -> None:
        """Offer the cycles and chains from a candidate back to it, if links lead back at all."""
        graph, has_chains = self.graph, self.kind.chain > 0
        found = []
        if start in graph.strong or (has_chains and graph.refutes_itself(start)):
            found += self._from_on(start)
        if has_chains and graph.proves_itself(start):
            found += self._from_off(start)
        for path, causes in found:
            self._offer(start, path, causes)

    def _from_on(self, start: int) -> list[Path]:
        """Return the cycles through a candidate, then the chain that refutes it."""
        self.view.budget.charge()
        limit, hops_from, refutes = self._limit(), self.graph.hops, self.graph.weak.causes[start]
        back: Back = {}
        cycles: list[Path] = []
        level, nodes, refuted = [start], 2, -1
        while level and nodes <= limit:
            following = []
            for number in level:
                if refuted < 0 and number in refutes:
                    refuted = number
                for hop in hops_from(number):
                    on = hop[1]
                    if on == start:
                        cycles += self._cycle_by(start, back, number, hop)
                    elif on not in back:
                        back[on] = number, hop
                        following.append(on)
            level, nodes = following, nodes + 2
        if refuted >= 0 and self.kind.chain:
            path, causes = _path(back, refuted)
            end = [*path, 2 * start], [*causes, refutes[refuted]]
            return [*cycles, end]
        return cycles

    def _cycle_by(self, start: int, back: Back, number: int, hop: Hop) -> list[Path]:
        """Return the cycle that a hop closes, unless it comes back the way it went."""
        off, _, *by = hop
        path, causes = _path(back, number)
        if number == start or 2 * off in path:
            return []
        return [([*path, 2 * off, 2 * start + 1], [*causes, *by])]

    def _from_off(self, start: int) -> list[Path]:
        """Return the chain from a candidate that is off to the same one on, if there is one."""
        self.view.budget.charge()
        limit, hops_from, first = self._limit(), self.graph.hops, dict(self.graph.strong[start])
        back: Back = {}
        seen, level, nodes = set(first), list(first), 4
        while level and nodes <= limit:
            following = []
            for number in level:
                for hop in hops_from(number):
                    on = hop[1]
                    if on == start:
                        off, _, *by = hop
                        path, causes = _path(back, number)
                        causes[0] = first[path[0] >> 1]
                        whole = [2 * start, *path, 2 * off, 2 * start + 1]
                        return [(whole, [ASSUMED, *causes, *by])]
                    if on not in seen:
                        seen.add(on)
                        back[on] = number, hop
                        following.append(on)
            level, nodes = following, nodes + 2
        return []

    def _offer(self, start: int, path: list[int], causes: list[int]) -> None:
        kind, is_cycle = self.kind, path[-1] == path[0]
        complexity = len(path) - is_cycle
        rating = (kind.cycle if is_cycle else kind.chain) + length_rating(complexity)
        rank = rating, complexity, kind.key
        if self.collector.wants(rank):
            proof = self._cycle(path, causes) if is_cycle else self._chain(start, path, causes)
            if proof.eliminated:
                self.collector.add(ChainHint(proof.slug, *rank, *proof[1:]))

    def _chain(self, start: int, path: list[int], causes: list[int]) -> Proof:
        placed = start if path[-1] & 1 else -1
        eliminated = 1 << start
        if placed >= 0:
            eliminated = others_in_cell(self.view.cells, start, self.size)
        slug = "forcing-chain"
        if not self.kind.cells:
            slug = "turbot-chain" if len(path) == TURBOT else "forcing-x-chain"
        trails = (trail_to(ImplicationTree.of_path(path, causes), path[-1]),)
        return Proof(slug, eliminated, placed, trails)

    def _cycle(self, path: list[int], causes: list[int]) -> Proof:
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
        return Proof(slug, sides[0] & sides[1], -1, trails)


def _path(back: Back, number: int) -> Path:
    """Return the way to a candidate that was reached."""
    path, causes = [2 * number + 1], [ASSUMED]
    while number in back:
        number, (off, _, by_weak, by_strong) = back[number]
        causes[-1] = by_strong
        path += [2 * off, 2 * number + 1]
        causes += [by_weak, ASSUMED]
    return path[::-1], causes[::-1]


def _closed(path: list[int], causes: list[int]) -> Trail:
    """Return the trail to the last node of a path that begins with the same node."""
    tree = ImplicationTree.of_path(path[:-1], causes[:-1])
    return Trail(tree, path[-1], (path[-2],), causes[-1])


def search(view: Candidates, collector: Collector) -> None:
    """Search for cycles and forcing chains.

    Parameters
    ----------
    view : Candidates
        The position.
    collector : Collector
        The collector of the steps.
    """
    view.budget.charge()
    within = whole_graph(view).refutable(all_candidates(view))
    if within:
        for kind, graph in zip(PASSES, graphs(view), strict=True):
            CycleSearch(view, kind, graph, within, collector).run()


def cycles_and_chains(position: Position, _options: Options) -> Iterator[Step]:
    """Yield cycles and forcing chains, those of the lowest rating first, short ones before long."""
    for hint in in_order(partial(search, position)):
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
