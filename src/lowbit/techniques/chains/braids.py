"""Braids: a candidate that leads to a contradiction by cells and houses with one candidate left.

The term is Denis Berthier's. A variable is a cell, or a digit in a house. A braid of length n takes
n variables in order: each has one candidate left that neither the target, the candidate assumed,
nor those of earlier variables exclude; the last one has none. With the shortest braids first, the
longest one that a puzzle takes is its B, whatever else is chosen. Those of more than six variables
are not sought.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from lowbit.reference.trials import members, network_of
from lowbit.techniques.step import Chain, ChainNode, HouseMark, Role, Step
from lowbit.techniques.technique import Options, Technique

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lowbit.techniques.position import Position

LONGEST_BRAID: Final = 6
"""The longest braids that are sought: the number of sets of variables grows with each."""


class PartialBraid(NamedTuple):
    """A braid, or the beginning of one; sets of candidates are those of `CandidateLinks`.

    Parameters
    ----------
    left : int
        The candidates that nothing excludes so far.
    order : tuple of tuple of int
        The variables, each with the one candidate left there; -1 where there is none.
    """

    left: int
    order: tuple[tuple[int, int], ...] = ()


def braids(position: Position, _options: Options) -> Iterator[Step]:
    """Yield the eliminations by braids, the shortest first."""
    search = _BraidSearch(position)
    growing = {target: search.lengths(target) for target in search.targets()}
    for _ in range(LONGEST_BRAID):
        for target, lengths in list(growing.items()):
            found = next(lengths)
            if found is not None:
                del growing[target]
                yield search.step(target, found)


class _BraidSearch:
    """A search for braids in a position."""

    def __init__(self, position: Position) -> None:
        self.position, self.size = position, position.board.size
        self.network = network_of(position.geometry)
        self.alive = sum(mask << self.size * cell for cell, mask in enumerate(position.cells))
        self.variables = [
            (at, variable & self.alive)
            for at, variable in enumerate(self.network.variables)
            if variable & self.alive
        ]

    def targets(self) -> Iterator[int]:
        """Yield the candidates from which singles lead to a contradiction: others have no braid."""
        for target in members(self.alive):
            self.position.budget.charge()
            left = self.alive & ~self.network.links[target]
            singles = {target}
            while True:
                rests = [variable & left for _, variable in self.variables]
                if not all(rests):
                    yield target
                    break
                new = {rest.bit_length() - 1 for rest in rests if not rest & (rest - 1)} - singles
                if not new:
                    break
                singles |= new
                for single in new:
                    left &= ~self.network.links[single]

    def lengths(self, target: int) -> Iterator[PartialBraid | None]:
        """Yield for each length, from 1 on, a braid of the target, or None; it ends with one."""
        links = self.network.links
        reached = {1 << target: PartialBraid(self.alive & ~links[target])}
        while True:
            further: dict[int, PartialBraid] = {}
            for asserted, braid in reached.items():
                self.position.budget.charge()
                for at, variable in self.variables:
                    rest = variable & braid.left
                    if not rest:
                        yield braid._replace(order=(*braid.order, (at, -1)))
                        return
                    single = rest.bit_length() - 1
                    if not rest & (rest - 1) and links[single] & braid.left:
                        left = braid.left & ~links[single]
                        further.setdefault(
                            asserted | rest, PartialBraid(left, (*braid.order, (at, single)))
                        )
            reached = further
            yield None

    def step(self, target: int, braid: PartialBraid) -> Step:
        """Return the step by a braid."""
        last, _ = braid.order[-1]
        ends = members(self.network.variables[last] & self.alive)
        house = last - self.position.board.n_cells
        base = (HouseMark(Role.BASE, self._houses()[house // self.size]),) if house >= 0 else ()
        ways = _Ways(self, target, braid)
        return Step(
            "braid",
            eliminations=(self.candidate(target),),
            houses=base,
            chains=tuple(ways.to_exclusion(end) for end in ends),
        )

    def candidate(self, bit: int) -> tuple[int, int]:
        """Return the cell and the digit of a candidate."""
        return bit // self.size, bit % self.size + 1

    def node(self, bit: int, *, on: bool) -> ChainNode:
        """Return that a candidate is on, or off."""
        cell, digit = self.candidate(bit)
        return ChainNode(1 << cell, digit, on)

    def _houses(self) -> list[int]:
        """Return the houses that have variables, in order."""
        return [house for house, cells in enumerate(self.position.board.houses) if cells]


class _Ways:
    """The ways from a target to the candidates that a braid excludes, as chains with branches."""

    def __init__(self, search: _BraidSearch, target: int, braid: PartialBraid) -> None:
        self._search, self._target = search, target
        self._reasons: dict[int, int] = {target: 0}
        for at, single in braid.order[:-1]:
            others = search.network.variables[at] & search.alive & ~(1 << single)
            self._reasons[single] = others

    def to_exclusion(self, candidate: int) -> Chain:
        """Return the chain to a candidate that is off."""
        links = self._search.network.links
        reason = next(each for each in self._reasons if links[each] >> candidate & 1)
        before = self._to_single(reason)
        return Chain((*before.nodes, self._search.node(candidate, on=False)), before.branches)

    def _to_single(self, single: int) -> Chain:
        """Return the chain to the candidate that is left in a variable."""
        start = Chain((self._search.node(self._target, on=True),))
        ways = [self.to_exclusion(other) for other in members(self._reasons[single])]
        trunk, *others = ways or [start]
        if not ways:
            return start
        nodes = (*trunk.nodes, self._search.node(single, on=True))
        return Chain(nodes, (*trunk.branches, *others))


TECHNIQUES = (Technique("braid", "braid", "braids", braids, in_all=False),)
