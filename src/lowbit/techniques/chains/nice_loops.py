"""Nice loops and alternating inference chains (AIC), with and without groups.

A discontinuous loop returns to its first cell and contradicts its start, or confirms it. A
continuous one can be read in both directions, so each of its weak links is strong as well. An AIC
leads from a candidate that is off to another that is on: one of the two holds.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from lowbit.techniques.board_masks import digits_in, members
from lowbit.techniques.chain_order import weight
from lowbit.techniques.chains.implications import (
    grouped_implications,
    implications,
    implications_with_sets,
)
from lowbit.techniques.facts import recall
from lowbit.techniques.step import Step
from lowbit.techniques.technique import Options, Technique

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lowbit.techniques.board_masks import Candidate
    from lowbit.techniques.chains.implications import Implications
    from lowbit.techniques.position import Position


@dataclass(frozen=True, slots=True)
class NiceLoop:
    """A loop or chain: its kind, its vertices and its eliminations, digit by digit."""

    kind: str
    path: list[int]
    eliminated: tuple[Candidate, ...]


class LoopSearch:
    """The loops and chains in a graph of implications.

    Parameters
    ----------
    graph : Implications
        The graph.
    """

    def __init__(self, graph: Implications) -> None:
        self.graph = graph
        self.position = graph.position
        self.board = graph.board
        off_of_cell, off_of_digit = graph.off_by_cell_and_digit()
        self.on_of_cell = {cell: off << 1 for cell, off in off_of_cell.items()}
        self.on_of_digit = {digit: off << 1 for digit, off in off_of_digit.items()}

    def loops(self) -> Iterator[NiceLoop]:
        """Yield the loops from candidates that are on, from those that are off, then the AICs."""
        for on in (True, False):
            for cell, digit in self.graph.candidates:
                yield from self._loops_from(cell, digit, on=on)
        for cell, digit in self.graph.candidates:
            yield from self._chains_from(cell, digit)

    def _loops_from(self, cell: int, digit: int, *, on: bool) -> Iterator[NiceLoop]:
        graph = self.graph
        off_vertex = graph.vertex[cell, digit]
        start = off_vertex + on
        in_cell = self.on_of_cell[cell]
        # What follows directly makes no loop.
        wanted = in_cell & ~(2 << off_vertex) | 1 << off_vertex if on else in_cell | in_cell >> 1
        wanted &= graph.reach[start] & ~graph.direct[start] & ~(1 << start)
        if wanted:
            for end in graph.tree(start):
                if wanted >> end & 1:
                    yield from self._loop(start, end)

    def _loop(self, start: int, end: int) -> Iterator[NiceLoop]:
        graph = self.graph
        path = graph.path(start, end)
        cells = [graph.cells[vertex] for vertex in path]
        if cells[0] == cells[1] or cells[-1] == cells[-2] or self._is_lasso(path, closed=True):
            return
        (cell, digit), (_, last) = graph.candidate(start), graph.candidate(end)
        strong, ends_on = not start & 1, bool(end & 1)
        kind = "discontinuous-nice-loop"
        if digit == last:
            eliminated = [(cell, digit)]
            if strong:
                others = self.position.candidates_of(cell)
                eliminated = [(cell, other) for other in others if other != digit]
        elif strong != ends_on:
            eliminated = [(cell, last if strong else digit)]
        else:
            kind = "continuous-nice-loop"
            eliminated = self._eliminated_by_loop(path, cells)
        if eliminated:
            yield self._found(kind, path, eliminated)

    def _eliminated_by_loop(self, path: list[int], cells: list[int]) -> list[Candidate]:
        """Return the eliminations by the weak links of a continuous loop."""
        graph, position = self.graph, self.position
        eliminated: list[Candidate] = []
        (first, digit), (_, last) = graph.candidate(path[0]), graph.candidate(path[-1])
        eliminated += [(first, d) for d in position.candidates_of(first) if d not in {digit, last}]
        own = 1 << first
        for vertex in path[:-1]:
            own |= graph.nodes[vertex].cells
        for place in range(1, len(path)):
            node = graph.nodes[path[place]]
            if cells[place - 1] == cells[place]:
                continue
            if not node.on:
                seen = position.places[node.digit] & ~own
                for vertex in path[place - 1 : place + 1]:
                    seen &= graph.sight(vertex, node.digit)
                eliminated += [(cell, node.digit) for cell in members(seen)]
                if node.digits:
                    eliminated += self._eliminated_by_set(path, place)
            elif (
                place <= len(path) - 3
                and not path[place + 1] & 1
                and cells[place] == cells[place + 1] != cells[place + 2]
                and path[place + 2] & 1
            ):
                kept = {node.digit, graph.nodes[path[place + 2]].digit}
                others = position.candidates_of(cells[place])
                eliminated += [(cells[place], other) for other in others if other not in kept]
        return eliminated

    def _eliminated_by_set(self, path: list[int], place: int) -> list[Candidate]:
        """Return the eliminations by an almost locked set that the loop locks.

        The set holds all its digits but the one that it lacks; those by which the loop continues
        are used up on the way.
        """
        graph, position = self.graph, self.position
        node = graph.nodes[path[place]]
        spent, after = {node.digit}, 0
        if place + 1 < len(path):
            following = graph.nodes[path[place + 1]]
            spent.add(following.digit)
            if following.on:
                after = self.board.peers[graph.cells[path[place + 1]]]
                spent |= set(position.candidates_of(graph.cells[path[place + 1]]))
        eliminated = []
        for digit in digits_in(node.digits & ~(1 << node.digit - 1)):
            cells = node.cells & position.places[digit]
            seen = self.board.common_peers(cells) & position.places[digit] & ~node.cells
            if digit in spent:
                seen &= after if digit != graph.nodes[path[place + 1]].digit else 0
            eliminated += [(cell, digit) for cell in members(seen)]
        return eliminated

    def _chains_from(self, cell: int, digit: int) -> Iterator[NiceLoop]:
        graph, position = self.graph, self.position
        start = graph.vertex[cell, digit]
        reached = graph.reach[start] & ~graph.direct[start] & ~self.on_of_cell[cell]
        found = {}
        peers, places = self.board.peers, position.places[digit]
        for end in members(reached & self.on_of_digit[digit]):
            eliminated = peers[cell] & peers[graph.cells[end]] & places
            if eliminated & (eliminated - 1):
                found[end] = [(c, digit) for c in members(eliminated)]
        for other in position.candidates_of(cell):
            if other != digit:
                for end in members(reached & self.on_of_digit[other]):
                    last = graph.cells[end]
                    if peers[cell] >> last & 1 and places >> last & 1:
                        found[end] = [(cell, other), (last, digit)]
        if found:
            for end in graph.tree(start):
                if end in found:
                    path = graph.path(start, end)
                    if not self._is_lasso(path, closed=False):
                        yield self._found("aic", path, found[end])

    def _is_lasso(self, path: list[int], *, closed: bool) -> bool:
        """Whether a path visits a cell twice; a loop may come back to its first cell."""
        graph = self.graph
        first, seen, last = graph.cells[path[0]], 0, -1
        for vertex in path:
            cell = graph.cells[vertex]
            if seen >> cell & 1:
                return True
            if last >= 0 and not (closed and graph.cells[last] == first):
                seen |= graph.nodes[last].cells
            last = vertex
        return False

    def _found(self, kind: str, path: list[int], eliminated: list[Candidate]) -> NiceLoop:
        if any(map(self.graph.is_group, path)):
            kind = f"grouped-{kind}"
        return NiceLoop(kind, path, tuple(sorted(set(eliminated), key=lambda item: item[::-1])))


def nice_loops(position: Position, _options: Options) -> Iterator[Step]:
    """Yield the loops and chains without groups, the best first."""
    return _steps(recall(position, implications))


def grouped_nice_loops(position: Position, options: Options) -> Iterator[Step]:
    """Yield the loops and chains with groups, the best first."""
    graph = implications_with_sets if options.als_in_chains else grouped_implications
    return _steps(recall(position, graph))


def _steps(graph: Implications) -> Iterator[Step]:
    best: dict[tuple[str, tuple[Candidate, ...]], NiceLoop] = {}
    for loop in LoopSearch(graph).loops():
        key = (loop.kind, loop.eliminated)
        if key not in best or len(loop.path) < len(best[key].path):
            best[key] = loop
    for loop in sorted(
        best.values(), key=lambda loop: (-len(loop.eliminated), weight(loop.eliminated))
    ):
        yield Step(loop.kind, (), loop.eliminated, chains=(graph.chain(loop.path),))


def _techniques() -> Iterator[Technique]:
    names = {
        "continuous-nice-loop": ("continuous nice loop", "Continuous Nice Loop"),
        "discontinuous-nice-loop": ("discontinuous nice loop", "Discontinuous Nice Loop"),
        "aic": ("alternating inference chain", "AIC"),
    }
    for grouped in (False, True):
        for slug, (name, foreign) in names.items():
            yield Technique(
                f"grouped-{slug}" if grouped else slug,
                f"grouped {name}" if grouped else name,
                "chains",
                grouped_nice_loops if grouped else nice_loops,
                hodoku_name=f"Grouped {foreign}" if grouped else foreign,
                score=300 if grouped else 280,
                level="unfair",
            )


TECHNIQUES = tuple(_techniques())
