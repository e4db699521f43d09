"""Kraken fish: a finned fish without eliminations of its own, completed by chains.

Either the fish holds or one of its fins does. In type 1 each fin implies that a candidate that the
fish eliminates is off. In type 2 a cover house is left out: each of its candidates in the base, and
each fin, implies that the same candidate, of any digit, is off.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from lowbit.techniques.board_masks import members
from lowbit.techniques.chains.implications import grouped_implications
from lowbit.techniques.facts import recall
from lowbit.techniques.single_digit.fish import SIZES
from lowbit.techniques.step import HouseMark, Role, Step, marks_of
from lowbit.techniques.technique import Options, Technique

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lowbit.techniques.chains.implications import Implications
    from lowbit.techniques.position import Position

LARGEST = 4
MOST_FINS = 2

Unit = tuple[int, int]
"""A house and the places of the digit in it."""


class Kraken:
    """A finned fish of rows and columns.

    Parameters
    ----------
    graph : Implications
        The implications of each candidate.
    digit : int
        The digit.
    bases, covers : tuple of Unit
        The houses.
    """

    def __init__(
        self, graph: Implications, digit: int, bases: tuple[Unit, ...], covers: tuple[Unit, ...]
    ) -> None:
        self.graph = graph
        self.digit = digit
        self.bases, self.covers = bases, covers
        self.base = self.cover = 0
        for _, cells in bases:
            self.base |= cells
        for _, cells in covers:
            self.cover |= cells
        self.fins = self.base & ~self.cover

    def steps(self) -> Iterator[Step]:
        """Yield the eliminations by the fish and its chains together."""
        eliminated = self.cover & ~self.base
        if not self.fins or eliminated & self.graph.board.common_peers(self.fins):
            return
        offs = self._offs(self.fins)
        for cell in members(eliminated):
            if offs >> self.graph.vertex[cell, self.digit] & 1:
                yield self._step("kraken-fish-1", self.fins, (cell, self.digit))
        for _, cells in self.covers:
            starts = cells & self.base | self.fins
            if cells & ~self.base:
                for vertex in members(self._offs(starts)):
                    yield self._step("kraken-fish-2", starts, self.graph.candidate(vertex))

    def _offs(self, cells: int) -> int:
        """Return the vertices that are off whichever of some cells holds the digit, as a set."""
        graph = self.graph
        starts = [graph.vertex[cell, self.digit] for cell in members(cells)]
        common = graph.off_vertices
        for start in starts:
            common &= graph.reach[start + 1]
        for start in starts:
            common &= ~(1 << start)
        return common

    def _step(self, slug: str, starts: int, item: tuple[int, int]) -> Step:
        graph, digits = self.graph, (self.digit,)
        end = graph.vertex[item]
        return Step(
            slug,
            eliminations=(item,),
            marks=(
                *marks_of(Role.BASE, self.base & ~self.fins, digits),
                *marks_of(Role.FIN, self.fins, digits),
            ),
            houses=(
                *(HouseMark(Role.BASE, house) for house, _ in self.bases),
                *(HouseMark(Role.COVER, house) for house, _ in self.covers),
            ),
            chains=tuple(
                graph.chain_between(graph.vertex[cell, self.digit] + 1, end)
                for cell in members(starts)
            ),
        )


def kraken_fish(position: Position, _options: Options) -> Iterator[Step]:
    """Yield the kraken fish of rows and columns, the smallest first."""
    graph, board = recall(position, grouped_implications), position.board
    for digit in board.digits:
        for size in range(min(SIZES), LARGEST + 1):
            for lines, across in ((board.rows, board.columns), (board.columns, board.rows)):
                places = position.places[digit]
                bases = [(h, places & board.houses[h]) for h in lines if places & board.houses[h]]
                for chosen in combinations(bases, size):
                    position.budget.charge()
                    cells = 0
                    for _, own in chosen:
                        cells |= own
                    units = [(h, places & board.houses[h]) for h in across]
                    touching = [unit for unit in units if unit[1] & cells]
                    for covers in _covers(cells, touching, size):
                        yield from Kraken(graph, digit, chosen, covers).steps()


def _covers(cells: int, units: list[Unit], size: int) -> Iterator[tuple[Unit, ...]]:
    """Yield the choices of covers that leave few fins."""
    shares = {house: (own & cells).bit_count() for house, own in units}
    total = cells.bit_count()
    for chosen in combinations(units, size):
        if 0 < total - sum(shares[house] for house, _ in chosen) <= MOST_FINS:
            yield chosen


TECHNIQUES = tuple(
    Technique(
        f"kraken-fish-{number}",
        f"kraken fish type {number}",
        "fish",
        kraken_fish,
        hodoku_name=f"Kraken Fish Type {number}",
        score=500,
        level="extreme",
    )
    for number in (1, 2)
)
