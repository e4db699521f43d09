"""Almost locked sets: n cells of a house with n + 1 candidates, and the links between them.

Two sets have a restricted common digit if all its places in one see all its places in the other:
only one of the two sets can hold it. Relations between sets are masks over the list of sets.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from lowbit.techniques.board_masks import digits_in, members
from lowbit.techniques.facts import recall

if TYPE_CHECKING:
    from lowbit.techniques.position import Position

MOST_CELLS = 8
"""The most cells of a set: all that the classic board can have. There are too many larger ones."""


@dataclass(frozen=True, slots=True)
class AlmostLockedSet:
    """Cells of a house with one candidate more than there are cells.

    Parameters
    ----------
    cells : int
        The cells.
    digits : int
        Their candidates.
    places : dict of int to int
        For each of these digits, the cells of the set that have it.
    sight : dict of int to int
        For each of these digits, the candidates outside the set that see all these cells.
    """

    cells: int
    digits: int
    places: dict[int, int]
    sight: dict[int, int]


@dataclass(frozen=True, slots=True)
class Common:
    """Two sets, by their places in the list, and one or two digits that link them."""

    first: int
    second: int
    digit: int
    other: int = 0

    @property
    def digits(self) -> int:
        """The digits as a set."""
        return 1 << self.digit - 1 | (1 << self.other >> 1)


class AlsGraph:
    """All almost locked sets of a position, house by house, and how they are linked.

    Parameters
    ----------
    position : Position
        The position.
    overlap : bool
        Whether sets that share cells may be linked.
    both_ways : bool
        Whether each link is listed from either set, not only from the one that comes first.

    Attributes
    ----------
    sets : list of AlmostLockedSet
        The sets.
    commons : list of Common
        The links from each set, in order.
    """

    def __init__(
        self, position: Position, *, overlap: bool = False, both_ways: bool = False
    ) -> None:
        self.position = position
        self.sets = recall(position, almost_locked_sets)
        size = position.board.size + 1
        n_cells = position.board.n_cells
        self._holding = [[0] * n_cells for _ in range(size)]
        self._seeing = [[0] * n_cells for _ in range(size)]
        self._with_digit = [0] * size
        self._with_cell = [0] * n_cells
        for place, als in enumerate(self.sets):
            self._note(1 << place, als)
        self.apart = [self._apart_from(als) for als in self.sets]
        self.both_ways = both_ways
        self.commons: list[Common] = []
        self.first_common: list[int] = []
        for place in range(len(self.sets)):
            position.budget.charge()
            self.first_common.append(len(self.commons))
            self.commons += self._commons_of(place, overlap=overlap)
        self.first_common.append(len(self.commons))

    def _note(self, bit: int, als: AlmostLockedSet) -> None:
        for cell in members(als.cells):
            self._with_cell[cell] |= bit
        for digit, cells in als.places.items():
            self._with_digit[digit] |= bit
            for cell in members(cells):
                self._holding[digit][cell] |= bit
            for cell in members(als.sight[digit]):
                self._seeing[digit][cell] |= bit

    def _apart_from(self, als: AlmostLockedSet) -> int:
        """Return the sets that share no cell with one."""
        touching = 0
        for cell in members(als.cells):
            touching |= self._with_cell[cell]
        return ((1 << len(self.sets)) - 1) & ~touching

    def others(self, place: int) -> int:
        """Return the sets that links lead to from one: the later ones, or all others."""
        return ~(1 << place) if self.both_ways else -1 << place + 1

    def _commons_of(self, place: int, *, overlap: bool) -> list[Common]:
        als, board = self.sets[place], self.position.board
        digits_of: dict[int, list[int]] = {}
        others = self.others(place)
        for digit, cells in als.places.items():
            outside = self.position.places[digit] & ~board.common_peers(cells)
            linked = self._with_digit[digit] & others
            if not overlap:
                linked &= self.apart[place]
            for cell in members(outside):
                linked &= ~self._holding[digit][cell]
            for other in members(linked):
                digits_of.setdefault(other, []).append(digit)
        return [
            Common(place, other, digits[0], digits[-1] if len(digits) > 1 else 0)
            for other, digits in sorted(digits_of.items())
        ]

    @cached_property
    def eliminators(self) -> list[int]:
        """For each set, those that see a candidate that this one sees, too."""
        found = []
        for als in self.sets:
            others = 0
            for digit, cells in als.sight.items():
                for cell in members(cells):
                    others |= self._seeing[digit][cell]
            found.append(others)
        return found

    def eliminated(self, first: int, second: int, kept: int) -> list[tuple[int, int]]:
        """Return the candidates that see their digit in both sets, except for the digits kept."""
        one, two = self.sets[first], self.sets[second]
        return [
            (cell, digit)
            for digit in digits_in(one.digits & two.digits & ~kept)
            for cell in members(one.sight[digit] & two.sight[digit])
        ]


def almost_locked_sets(position: Position) -> list[AlmostLockedSet]:
    """Return the almost locked sets, house by house, each once."""
    board, places = position.board, position.places
    found: dict[int, AlmostLockedSet] = {}
    for house in board.house_cells:
        cells = tuple(cell for cell in house if position.cells[cell])
        for own, digits in _sets_in_house(cells, tuple(position.cells[c] for c in cells)):
            if own not in found:
                by_digit = {digit: places[digit] & own for digit in digits_in(digits)}
                sight = {
                    digit: board.common_peers(own_places) & places[digit] & ~own
                    for digit, own_places in by_digit.items()
                }
                found[own] = AlmostLockedSet(own, digits, by_digit, sight)
    return list(found.values())


@lru_cache(maxsize=1 << 12)
def _sets_in_house(cells: tuple[int, ...], masks: tuple[int, ...]) -> list[tuple[int, int]]:
    """Return the almost locked sets among the open cells of a house, each with its digits."""
    found = []

    def extend(start: int, size: int, own: int, digits: int) -> None:
        for place in range(start, len(cells)):
            wider = digits | masks[place]
            set_ = own | 1 << cells[place]
            most = min(size + len(cells) - place, MOST_CELLS)  # cells that it can have
            if wider.bit_count() == size + 2:
                found.append((set_, wider))
            if size + 1 < most and wider.bit_count() <= most + 1:
                extend(place + 1, size + 1, set_, wider)

    extend(0, 0, 0, 0)
    return found


def als_graph(position: Position) -> AlsGraph:
    """Return the almost locked sets, with links between disjoint ones."""
    return AlsGraph(position)


def als_graph_with_overlap(position: Position) -> AlsGraph:
    """Return the almost locked sets, with links also between sets that share cells."""
    return AlsGraph(position, overlap=True)


def als_graph_both_ways(position: Position) -> AlsGraph:
    """Return the almost locked sets, with links in both directions between disjoint ones."""
    return AlsGraph(position, both_ways=True)


def als_graph_both_ways_with_overlap(position: Position) -> AlsGraph:
    """Return the same with links also between sets that share cells."""
    return AlsGraph(position, overlap=True, both_ways=True)
