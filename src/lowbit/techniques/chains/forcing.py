"""Forcing chains: candidates that follow in every case, or lead to a contradiction.

A contradiction refutes its start: a digit both on and off, two digits in a cell, a digit twice in a
house, a cell or a house with nothing left. A verity follows both if a candidate is on and if it is
off, from every candidate of a cell, or from every place of a digit in a house.

The graph shows at once which conclusions there are; the chains for each are searched for when its
turn comes. Of several reasons for a conclusion, the shortest counts.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from lowbit.techniques.board_masks import members
from lowbit.techniques.chains.implications import grouped_implications
from lowbit.techniques.chains.nets import net_implications
from lowbit.techniques.facts import recall
from lowbit.techniques.step import HouseMark, Role, Step
from lowbit.techniques.technique import Options, Technique

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lowbit.techniques.chains.implications import Implications
    from lowbit.techniques.position import Position


@dataclass(frozen=True, slots=True)
class Reason:
    """Why something follows: the ends of its chains, each with the start."""

    chains: tuple[tuple[int, int], ...]
    house: int = -1


class Forcing:
    """The conclusions of a graph of implications.

    Parameters
    ----------
    graph : Implications
        The graph.
    """

    def __init__(self, graph: Implications) -> None:
        self.graph = graph
        self.position = graph.position
        self.board = graph.board
        single = (1 << graph.n_single) - 1
        # What follows from a vertex, including itself.
        self.closure = [
            (graph.reach[vertex] | 1 << vertex) & single for vertex in range(graph.n_single)
        ]
        self.off_of_cell, self.off_of_digit = graph.off_by_cell_and_digit()
        self.off_of_house: dict[tuple[int, int], int] = {}
        for (cell, digit), vertex in graph.vertex.items():
            for house in self.board.houses_of[cell]:
                key = (digit, house)
                self.off_of_house[key] = self.off_of_house.get(key, 0) | 1 << vertex
        self.whole = {
            key: mask for key, mask in sorted(self.off_of_house.items()) if self._is_whole(*key)
        }
        self.refuted = [v for v in range(graph.n_single) if self._is_refuted(v)]

    def _is_whole(self, digit: int, house: int) -> bool:
        """Whether only placed digits have eliminated candidates of a digit in a house."""
        return not (
            self.position.allowed[digit] & ~self.position.places[digit] & self.board.houses[house]
        )

    def _is_refuted(self, vertex: int) -> bool:
        closure = self.closure[vertex]
        if closure & closure >> 1 & self.graph.off_vertices:
            return True
        on = closure >> 1 & self.graph.off_vertices
        for mask in self.off_of_cell.values():
            held = on & mask
            if held & (held - 1) or (not held and not mask & ~closure):
                return True
        for mask in self.off_of_house.values():
            held = on & mask
            if held & (held - 1):
                return True
        return any(not mask & ~closure for mask in self.whole.values())

    def conclusions(self) -> Iterator[tuple[str, int, Reason]]:
        """Yield the kind, the vertex that holds, and the shortest reason; placements first."""
        contradicted = {vertex ^ 1 for vertex in self.refuted}
        verities = self._verities()
        placed = [v for v in {*contradicted, *members(verities)} if v & 1]
        budget = self.position.budget
        for vertex in sorted(placed, key=lambda v: (self.graph.cells[v], v)):
            budget.charge()
            for kind, is_so in (
                ("contradiction", vertex in contradicted),
                ("verity", verities >> vertex & 1),
            ):
                if is_so:
                    yield self._best(kind, vertex)
        eliminated = [v for v in {*contradicted, *members(verities)} if not v & 1]
        for vertex in sorted(eliminated):
            budget.charge()
            found = []
            if vertex in contradicted:
                found.append(self._best("contradiction", vertex))
            if verities >> vertex & 1:
                found.append(self._best("verity", vertex))
            yield from sorted(found, key=lambda item: self._length(item[2]))

    def _verities(self) -> int:
        found = 0
        for on in range(1, self.graph.n_single, 2):
            found |= self._of_both(on)
        for starts in self._alternatives():
            found |= self._common(starts)
        return found

    def _of_both(self, on: int) -> int:
        """Return the vertices that follow from a candidate both on and off."""
        cell = self.off_of_cell[self.graph.cells[on]]
        return self.closure[on] & self.closure[on ^ 1] & ~(cell | cell << 1)

    def _alternatives(self) -> Iterator[tuple[int, ...]]:
        """Yield the candidates of each cell, then those of a digit in each house, being on."""
        for mask in self.off_of_cell.values():
            yield tuple(vertex + 1 for vertex in members(mask))
        for house in range(len(self.board.houses)):
            for digit in self.board.digits:
                mask = self.off_of_house.get((digit, house), 0)
                if mask:
                    yield tuple(vertex + 1 for vertex in members(mask))

    def _common(self, starts: tuple[int, ...]) -> int:
        common = -1
        for start in starts:
            common &= self.closure[start]
        return common

    def _best(self, kind: str, vertex: int) -> tuple[str, int, Reason]:
        reasons = self._contradictions(vertex ^ 1) if kind == "contradiction" else None
        return kind, vertex, min(reasons or self._verity_of(vertex), key=self._length)

    def _length(self, reason: Reason) -> int:
        return sum(self.graph.length(start, end) for start, end in reason.chains)

    def _contradictions(self, start: int) -> Iterator[Reason]:
        """Yield every contradiction that follows from a start."""
        closure = self.closure[start]
        on = closure >> 1 & self.graph.off_vertices
        if closure >> (start ^ 1) & 1:
            yield Reason(((start, start ^ 1),))
        for mask in self.off_of_digit.values():
            both = on & closure & mask
            if both:
                vertex = members(both)[0]
                yield Reason(((start, vertex), (start, vertex + 1)))
        for mask in self.off_of_cell.values():
            held = members(on & mask)
            for place, vertex in enumerate(held):
                for other in held[place + 1 :]:
                    yield Reason(((start, vertex + 1), (start, other + 1)))
        for (_, house), mask in sorted(self.off_of_house.items()):
            held = members(on & mask)
            if len(held) > 1:
                yield Reason(tuple((start, vertex + 1) for vertex in held), house)
        for mask in self.off_of_cell.values():
            if not mask & ~closure and not mask & on:
                yield Reason(tuple((start, vertex) for vertex in members(mask)))
        for (_, house), mask in self.whole.items():
            if not mask & ~closure:
                yield Reason(tuple((start, vertex) for vertex in members(mask)), house)

    def _verity_of(self, vertex: int) -> Iterator[Reason]:
        """Yield every reason why a vertex holds in every case."""
        for on in range(1, self.graph.n_single, 2):
            if self._of_both(on) >> vertex & 1:
                yield Reason(((on, vertex), (on ^ 1, vertex)))
        for starts in self._alternatives():
            if self._common(starts) >> vertex & 1:
                yield Reason(tuple((start, vertex) for start in starts))


def forcing_chains(position: Position, _options: Options) -> Iterator[Step]:
    """Yield the steps by forcing chains, placements first."""
    return _steps("forcing-chain", recall(position, grouped_implications))


def forcing_nets(position: Position, _options: Options) -> Iterator[Step]:
    """Yield the steps by forcing nets, placements first."""
    return _steps("forcing-net", recall(position, net_implications))


def _steps(name: str, graph: Implications) -> Iterator[Step]:
    for kind, vertex, reason in Forcing(graph).conclusions():
        item = graph.candidate(vertex)
        yield Step(
            f"{name}-{kind}",
            placements=(item,) if vertex & 1 else (),
            eliminations=() if vertex & 1 else (item,),
            houses=(HouseMark(Role.BASE, reason.house),) if reason.house >= 0 else (),
            chains=tuple(graph.chain_between(start, end) for start, end in reason.chains),
        )


TECHNIQUES = tuple(
    Technique(
        f"forcing-{shape}-{kind}",
        f"forcing {shape} ({kind})",
        "forcing chains",
        forcing_chains if shape == "chain" else forcing_nets,
        hodoku_name=f"Forcing {shape.title()} {kind.title()}",
        score=500 if shape == "chain" else 700,
        level="extreme",
    )
    for shape in ("chain", "net")
    for kind in ("contradiction", "verity")
)
