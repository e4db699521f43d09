"""The order of chains: most eliminations, then the first cells, then the first that is met.

Of chains with the same eliminations the shortest counts. Chains with different ones can be equal in
both: HoDoKu keeps those in the order in which its search, depth first, comes to them, however long
they are.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence

    from lowbit.techniques.board_masks import Candidate

OFFSET = 80
"""The growth of HoDoKu's weight from one eliminated candidate to the next."""


def weight(eliminated: Sequence[Candidate]) -> int:
    """Return HoDoKu's weight of eliminations: the smaller goes first."""
    return sum(
        cell * (1 + OFFSET * place) + digit for place, (cell, digit) in enumerate(eliminated)
    )


@dataclass(frozen=True, slots=True)
class Ends:
    """Two ends of possible chains.

    Parameters
    ----------
    eliminated : tuple of Candidate
        The candidates that a chain between them eliminates.
    start : Candidate
        The candidate at one end.
    end : Hashable
        The other end, as `walk` yields it.
    least : int
        No chain between them has fewer links.
    find : Callable
        Returns the nodes of a chain with so many links, or None.
    walk : Callable
        Yields where the chains from the start end, depth first.
    """

    eliminated: tuple[Candidate, ...]
    start: Candidate
    end: Hashable
    least: int
    find: Callable[[int], object]
    walk: Callable[[], Iterator[Hashable]]


def best_first(ends: Iterable[Ends], most: int) -> Iterator[tuple[tuple[Candidate, ...], object]]:
    """Yield the eliminations of chains up to a length, each with its chain, the best first."""
    ranks: dict[tuple[int, int], dict[tuple[Candidate, ...], list[Ends]]] = {}
    for pair in ends:
        rank = ranks.setdefault((-len(pair.eliminated), weight(pair.eliminated)), {})
        rank.setdefault(pair.eliminated, []).append(pair)
    for _, rank in sorted(ranks.items()):
        chains = {eliminated: _shortest(pairs, most) for eliminated, pairs in rank.items()}
        found = [eliminated for eliminated, chain in chains.items() if chain is not None]
        if len(found) > 1:
            found = _as_met([pair for eliminated in found for pair in rank[eliminated]], most)
        for eliminated in found:
            yield eliminated, chains[eliminated]


def _shortest(pairs: list[Ends], most: int) -> object:
    """Return the shortest chain between any of some pairs of ends, or None."""
    for links in range(min(pair.least for pair in pairs), most + 1, 2):
        for pair in pairs:
            chain = pair.find(links) if pair.least <= links else None
            if chain is not None:
                return chain
    return None


def _as_met(pairs: list[Ends], most: int) -> list[tuple[Candidate, ...]]:
    """Return the eliminations by chains between ends, in the order in which a search meets them."""
    met: dict[tuple[Candidate, ...], None] = {}
    possible = [pair for pair in pairs if _shortest([pair], most) is not None]
    for _, group in groupby(sorted(possible, key=lambda pair: pair.start), lambda p: p.start):
        wanted = {pair.end: pair for pair in group}
        walk = next(iter(wanted.values())).walk()
        while any(pair.eliminated not in met for pair in wanted.values()):
            pair = wanted.get(next(walk))
            if pair is not None:
                met[pair.eliminated] = None
    return list(met)
