"""Turbot fish and X-chains: strong and weak links of one digit, in turn.

The chain begins and ends with a strong link, so one of its ends holds the digit. It visits no cell
twice, but may end where it began.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, cast

from lowbit.techniques.board_masks import members
from lowbit.techniques.chain_order import Ends, best_first
from lowbit.techniques.facts import recall
from lowbit.techniques.single_digit.templates import excluded
from lowbit.techniques.step import Chain, ChainNode, Step
from lowbit.techniques.technique import Options, Technique

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lowbit.techniques.position import Position

TURBOT_LINKS = 3


class DigitLinks:
    """The links of a digit.

    Parameters
    ----------
    position : Position
        The position.
    digit : int
        The digit.

    Attributes
    ----------
    strong, weak : dict of int to tuple of int
        For each place of the digit, the cells that a link leads to, house by house.
    """

    def __init__(self, position: Position, digit: int) -> None:
        board, places = position.board, position.places[digit]
        self.digit = digit
        self.strong: dict[int, tuple[int, ...]] = {}
        self.weak: dict[int, tuple[int, ...]] = {}
        for cell in members(places):
            strong: dict[int, None] = {}
            weak: dict[int, None] = {}
            for house in board.houses_of[cell]:
                others = members(places & board.houses[house] & ~(1 << cell))
                weak.update(dict.fromkeys(others))
                if len(others) == 1:
                    strong.update(dict.fromkeys(others))
            self.strong[cell], self.weak[cell] = tuple(strong), tuple(weak)

    def distances(self, start: int, most: int) -> dict[int, int]:
        """Return, for each cell at the end of a strong link, the fewest links from a start."""
        found = dict.fromkeys(self.strong[start], 1)
        frontier, links = list(found), 3
        while frontier and links <= most:
            reached = []
            for cell in frontier:
                for middle in self.weak[cell]:
                    if middle != start:
                        for end in self.strong[middle]:
                            if end not in found and end != cell:
                                found[end] = links
                                if end != start:
                                    reached.append(end)
            frontier, links = reached, links + 2
        return found

    def path(self, start: int, end: int, distances: dict[int, int], links: int) -> list[int] | None:
        """Return the cells of a chain with so many links between two ends, if there is one."""

        def back(cell: int, left: int, used: int) -> list[int] | None:
            if left == 1:
                return [start, cell] if start in self.strong[cell] else None
            for middle in self.strong[cell]:
                if used >> middle & 1 or middle == start:
                    continue
                for before in self.weak[middle]:
                    if used >> before & 1 or before == start:
                        continue
                    if distances.get(before, links) <= left - 2:
                        chain = back(before, left - 2, used | 1 << middle | 1 << before)
                        if chain is not None:
                            return [*chain, middle, cell]
            return None

        return back(end, links, 1 << end)

    def walk(self, start: int, most: int) -> Iterator[int]:
        """Yield where the chains from a start end, depth first."""

        def onwards(path: list[int]) -> Iterator[int]:
            for middle in self.weak[path[-1]]:
                if middle not in path:
                    for end in self.strong[middle]:
                        if end not in path[1:]:
                            yield end
                            if end != start and len(path) + 1 < most - 1:
                                yield from onwards([*path, middle, end])

        for cell in self.strong[start]:
            yield from onwards([start, cell])


def turbot_fish(position: Position, _options: Options) -> Iterator[Step]:
    """Yield the X-chains of three links."""
    return _chains("turbot-fish", position, TURBOT_LINKS)


def x_chains(position: Position, options: Options) -> Iterator[Step]:
    """Yield the X-chains."""
    return _chains("x-chain", position, options.chain_links)


def _chains(slug: str, position: Position, most: int) -> Iterator[Step]:
    ends = [
        pair
        for digit, cells in enumerate(recall(position, excluded))
        if cells
        for pair in _ends(position, DigitLinks(position, digit), cells, most)
    ]
    for eliminated, chain in best_first(ends, most):
        digit, path = eliminated[0][1], cast("list[int]", chain)
        nodes = tuple(
            ChainNode(1 << cell, digit, bool(place % 2)) for place, cell in enumerate(path)
        )
        yield Step(slug, (), eliminated, chains=(Chain(nodes),))


def _ends(position: Position, links: DigitLinks, within: int, most: int) -> Iterator[Ends]:
    """Yield the pairs of ends between which a chain would eliminate something."""
    peers, places = position.board.peers, position.places[links.digit]
    for start in links.strong:
        distances = links.distances(start, most)
        for end, least in distances.items():
            eliminated = peers[start] & peers[end] & places
            if eliminated and not eliminated & ~within:
                yield Ends(
                    tuple((cell, links.digit) for cell in members(eliminated)),
                    (start, links.digit),
                    end,
                    max(least, TURBOT_LINKS),
                    partial(links.path, start, end, distances),
                    partial(links.walk, start, most),
                )


TECHNIQUES = (
    Technique(
        "turbot-fish",
        "turbot fish",
        "single-digit patterns",
        turbot_fish,
        hodoku_name="Turbot Fish",
        score=120,
        level="hard",
    ),
    Technique(
        "x-chain", "X-chain", "chains", x_chains, hodoku_name="X-Chain", score=260, level="unfair"
    ),
)
