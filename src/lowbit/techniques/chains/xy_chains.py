"""Remote pairs and XY-chains: bivalue cells, each sharing a candidate with the next.

If the first cell does not hold a digit, the last one does. In a remote pair all cells have the same
two candidates, so any two cells at an odd distance hold both of them.
"""

from __future__ import annotations

import itertools
from functools import partial
from typing import TYPE_CHECKING, cast

from lowbit.techniques.board_masks import digits_in, mask_of, members
from lowbit.techniques.chain_order import Ends, best_first, weight
from lowbit.techniques.facts import recall
from lowbit.techniques.sets.wings import bivalue_cells
from lowbit.techniques.step import Chain, ChainNode, Step
from lowbit.techniques.technique import Options, Technique

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lowbit.techniques.board_masks import Candidate
    from lowbit.techniques.position import Position

State = tuple[int, int]
"""A cell, and the digit that it holds if the chain's first cell does not hold the chain's digit."""

FEWEST_CELLS_OF_REMOTE_PAIR = 4


class PairLinks:
    """The bivalue cells, and which of them see each other.

    Parameters
    ----------
    position : Position
        The position.
    """

    def __init__(self, position: Position) -> None:
        self.cells = position.cells
        self.pool = recall(position, bivalue_cells)
        inside = 0
        for cell in self.pool:
            inside |= 1 << cell
        houses, houses_of = position.board.houses, position.board.houses_of
        self.sees = {
            cell: tuple(
                dict.fromkeys(
                    peer
                    for house in houses_of[cell]
                    for peer in members(houses[house] & inside & ~(1 << cell))
                )
            )
            for cell in self.pool
        }

    def other(self, cell: int, digit: int) -> int:
        """Return the candidate of a cell other than a digit."""
        return (self.cells[cell] & ~(1 << digit - 1)).bit_length()

    def with_digit(self, cell: int, digit: int) -> list[int]:
        """Return the cells that see a cell and have a digit."""
        bit = 1 << digit - 1
        return [peer for peer in self.sees[cell] if self.cells[peer] & bit]

    def distances(self, start: int, digit: int, most: int) -> dict[State, int]:
        """Return, for each state, the fewest links from a start without a digit."""
        first = (start, self.other(start, digit))
        found, frontier, links = {first: 1}, [first], 3
        while frontier and links <= most:
            reached = []
            for cell, held in frontier:
                for peer in self.with_digit(cell, held):
                    state = (peer, self.other(peer, held))
                    if peer != start and state not in found:
                        found[state] = links
                        reached.append(state)
            frontier, links = reached, links + 2
        return found

    def path(
        self, start: int, end: State, distances: dict[State, int], links: int
    ) -> list[State] | None:
        """Return the states of a chain with so many links between two ends, if there is one."""

        def back(state: State, left: int, used: int) -> list[State] | None:
            cell, held = state
            if left == 1:
                return [state] if cell == start and distances[state] == 1 else None
            lost = self.other(cell, held)
            for before in self.with_digit(cell, lost):
                previous = (before, lost)
                if used >> before & 1 or distances.get(previous, links) > left - 2:
                    continue
                chain = back(previous, left - 2, used | 1 << before)
                if chain is not None:
                    return [*chain, state]
            return None

        return back(end, links, 1 << end[0])

    def walk(self, start: int, digit: int, most: int) -> Iterator[State]:
        """Yield where the chains from a start without a digit end, depth first."""

        def onwards(path: list[int], held: int) -> Iterator[State]:
            for peer in self.with_digit(path[-1], held):
                if peer not in path:
                    state = (peer, self.other(peer, held))
                    yield state
                    if 2 * len(path) + 1 < most - 1:
                        yield from onwards([*path, peer], state[1])

        return onwards([start], self.other(start, digit))


def xy_chains(position: Position, options: Options) -> Iterator[Step]:
    """Yield the XY-chains."""
    links = PairLinks(position)
    ends = _ends(position, links, options.chain_links)
    for eliminated, chain in best_first(ends, options.chain_links):
        states = cast("list[State]", chain)
        nodes = tuple(
            ChainNode(1 << cell, digit, on)
            for cell, held in states
            for digit, on in ((links.other(cell, held), False), (held, True))
        )
        yield Step("xy-chain", (), eliminated, chains=(Chain(nodes),))


def _ends(position: Position, links: PairLinks, most: int) -> Iterator[Ends]:
    peers = position.board.peers
    for start in links.pool:
        for digit in digits_in(links.cells[start]):
            within = peers[start] & position.places[digit]
            if not within:
                continue
            distances = links.distances(start, digit, most)
            for (cell, held), least in distances.items():
                eliminated = within & peers[cell] if held == digit and cell != start else 0
                if eliminated:
                    yield Ends(
                        tuple((c, digit) for c in members(eliminated)),
                        (start, digit),
                        (cell, held),
                        least,
                        partial(links.path, start, (cell, held), distances),
                        partial(links.walk, start, digit, most),
                    )


def remote_pairs(position: Position, options: Options) -> Iterator[Step]:
    """Yield the remote pairs, the best first."""
    found: dict[tuple[Candidate, ...], list[int]] = {}
    peers, places = position.board.peers, position.places
    sees = _equal_cells(position)
    for start in sees:
        paths = list(_remote_paths(sees, [start], (options.chain_links + 1) // 2))
        for digit in digits_in(position.cells[start]):
            within = peers[start] & places[digit]
            for path in paths if within else ():
                eliminated = within & peers[path[-1]] and _remote_eliminated(position, path)
                if eliminated and len(path) < len(found.get(eliminated, path + path)):
                    found[eliminated] = path
    for eliminated in sorted(found, key=lambda s: (-len(s), weight(s))):
        path = found[eliminated]
        first, second = digits_in(position.cells[path[0]])
        nodes = tuple(
            ChainNode(1 << cell, digit, on)
            for place, cell in enumerate(path)
            for digit, on in zip(
                (first, second) if place % 2 == 0 else (second, first), (False, True), strict=True
            )
        )
        yield Step("remote-pair", (), eliminated, chains=(Chain(nodes),))


def _equal_cells(position: Position) -> dict[int, tuple[int, ...]]:
    """Return, for each cell of a pair that enough cells have, those that it sees."""
    houses, houses_of = position.board.houses, position.board.houses_of
    equal: dict[int, list[int]] = {}
    for cell in recall(position, bivalue_cells):
        equal.setdefault(position.cells[cell], []).append(cell)
    sees = {}
    for cells in equal.values():
        if len(cells) >= FEWEST_CELLS_OF_REMOTE_PAIR:
            inside = mask_of(cells)
            for cell in cells:
                others = (members(houses[one] & inside & ~(1 << cell)) for one in houses_of[cell])
                sees[cell] = tuple(dict.fromkeys(itertools.chain.from_iterable(others)))
    return dict(sorted(sees.items()))


def _remote_paths(
    sees: dict[int, tuple[int, ...]], path: list[int], most: int
) -> Iterator[list[int]]:
    """Yield the chains of equal cells that extend a path, with an even number of cells each."""
    if len(path) >= FEWEST_CELLS_OF_REMOTE_PAIR and len(path) % 2 == 0:
        yield path
    if len(path) < most:
        for peer in sees[path[-1]]:
            if peer not in path:
                yield from _remote_paths(sees, [*path, peer], most)


def _remote_eliminated(position: Position, path: list[int]) -> tuple[Candidate, ...]:
    """Return the eliminations by cells at an odd distance of three or more."""
    peers, places = position.board.peers, position.places
    seen = 0
    for place, cell in enumerate(path):
        for far in path[place + 3 :: 2]:
            seen |= peers[cell] & peers[far]
    digits = digits_in(position.cells[path[0]])
    return tuple((cell, digit) for digit in digits for cell in members(seen & places[digit]))


TECHNIQUES = (
    Technique(
        "remote-pair",
        "remote pair",
        "chains",
        remote_pairs,
        hodoku_name="Remote Pair",
        score=110,
        level="hard",
    ),
    Technique(
        "xy-chain",
        "XY-chain",
        "chains",
        xy_chains,
        hodoku_name="XY-Chain",
        score=260,
        level="unfair",
    ),
)
