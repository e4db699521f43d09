"""The order of chains: most candidates struck, then the first cells, then the shortest.

`best_first` searches for the shortest chain between two ends only when it is that pair's turn: a
lower bound on its length is known at once, and the pair with the best bound comes next.
"""

from __future__ import annotations

from dataclasses import dataclass
from heapq import heapify, heappop, heappush
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from lowbit.techniques.board_masks import Candidate

OFFSET = 80
"""How much HoDoKu's weight grows from one struck candidate to the next."""


def weight(struck: Sequence[Candidate]) -> int:
    """Return HoDoKu's weight of eliminations: the smaller goes first."""
    return sum(cell * (1 + OFFSET * place) + digit for place, (cell, digit) in enumerate(struck))


@dataclass(frozen=True, slots=True)
class Ends:
    """Two ends of possible chains.

    Parameters
    ----------
    struck : tuple of Candidate
        What a chain between them strikes.
    least : int
        No chain between them has fewer links.
    find : Callable
        Returns the nodes of a chain with so many links, or None.
    """

    struck: tuple[Candidate, ...]
    least: int
    find: Callable[[int], object]


def best_first(ends: Iterable[Ends], most: int) -> Iterator[tuple[tuple[Candidate, ...], object]]:
    """Yield the eliminations of chains up to a length, each with its chain, the best first."""
    queue = [
        (-len(pair.struck), weight(pair.struck), pair.least, place, pair)
        for place, pair in enumerate(ends)
    ]
    heapify(queue)
    done = set()
    while queue:
        count, heaviness, links, place, pair = heappop(queue)
        if pair.struck in done:
            continue
        chain = pair.find(links)
        if chain is not None:
            done.add(pair.struck)
            yield pair.struck, chain
        elif links + 2 <= most:
            heappush(queue, (count, heaviness, links + 2, place, pair))
