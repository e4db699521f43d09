"""Nets: what follows from a candidate when the singles that come up are placed, too.

From each candidate, on and off, four rounds of singles are played. What they place and strike
follows from the start like a link; a single needs all the candidates that it excluded.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lowbit.techniques.board_masks import members
from lowbit.techniques.implications import Implications

if TYPE_CHECKING:
    from lowbit.techniques.board_masks import Candidate
    from lowbit.techniques.position import Position

ROUNDS = 4
"""How many rounds of singles are played."""


class NetImplications(Implications):
    """The links between candidates and groups, and what singles add to them.

    Parameters
    ----------
    position : Position
        The position.
    """

    def __init__(self, position: Position) -> None:
        super().__init__(position, groups=True)

    def _links_of(self, cell: int, digit: int) -> tuple[list[int], list[int]]:
        off = _Play(self)
        off.strike(cell, digit)
        on = _Play(self)
        on.place(cell, digit)
        start = self.vertex[cell, digit]
        return (
            [vertex for vertex in off.played() if vertex != start],
            [vertex for vertex in on.played() if vertex != start + 1],
        )


class _Play:
    """A position in which one thing was supposed, and what has followed so far."""

    def __init__(self, graph: Implications) -> None:
        self.graph = graph
        self.state = graph.position.after((), ())
        self.found: dict[int, None] = {}

    def strike(self, cell: int, digit: int) -> None:
        """Suppose that a candidate is off; what is left of its cell is placed at once."""
        self.found[self.graph.vertex[cell, digit]] = None
        self.state = self.state.after((), [(cell, digit)])
        left = self.state.candidates_of(cell)
        if len(left) == 1:
            self.place(cell, left[0])

    def place(self, cell: int, digit: int) -> None:
        """Place a digit, and note what that strikes."""
        graph, vertex = self.graph, self.graph.vertex
        others = [other for other in self.state.candidates_of(cell) if other != digit]
        self.found.setdefault(vertex[cell, digit] + 1)
        seen = graph.position.places[digit] & graph.board.peers[cell]
        self.found.update(dict.fromkeys(vertex[peer, digit] for peer in members(seen)))
        self.found.update(dict.fromkeys(vertex[cell, other] for other in others))
        if self.state.values[cell]:
            self.state = self.state.after((), [(peer, digit) for peer in members(seen)])
        else:
            self.state = self.state.after([(cell, digit)], ())

    def played(self) -> list[int]:
        """Return what follows, after some rounds of singles, in that order."""
        for _ in range(ROUNDS):
            singles = [*self._naked(), *self._hidden()]
            if not singles:
                break
            for cell, digit in singles:
                if self.state.values[cell] != digit:
                    self.place(cell, digit)
        return list(self.found)

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
