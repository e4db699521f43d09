"""Collectors of the hints of a search: the best one, or all in order."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from lowbit.techniques.explainer.chains.hint import ChainHint

Rank = tuple[float, int, int]
"""A rating, a length and a sort key."""

WORST: Rank = (float("inf"), 0, 0)


class BestHint:
    """Keeps the first hint of the lowest rank."""

    def __init__(self) -> None:
        self.rank = WORST
        self.hint: ChainHint | None = None

    def wants(self, rank: Rank) -> bool:
        """Whether a hint of a rank would be kept."""
        return rank < self.rank

    def add(self, hint: ChainHint) -> None:
        """Keep a hint that is wanted."""
        self.rank, self.hint = hint.rank, hint

    def hints(self) -> list[ChainHint]:
        """Return the hints that were kept."""
        return [] if self.hint is None else [self.hint]


class EveryHint:
    """Keeps all hints; of those with the same eliminations, the first of the lowest rank."""

    def __init__(self) -> None:
        self.rank = WORST
        self.found: list[ChainHint] = []

    def wants(self, _rank: Rank) -> bool:
        """Whether a hint of a rank would be kept: each is, for now."""
        return True

    def add(self, hint: ChainHint) -> None:
        """Keep a hint."""
        self.found.append(hint)

    def hints(self) -> list[ChainHint]:
        """Return the hints that were kept, sorted by rank; equal ranks in the order of arrival."""
        kept: dict[int, ChainHint] = {}
        for hint in sorted(self.found, key=lambda hint: hint.rank):
            kept.setdefault(hint.eliminated, hint)
        return list(kept.values())


Collector = BestHint | EveryHint


def in_order(search: Callable[[Collector], None]) -> Iterator[ChainHint]:
    """Yield the hints of a search by rank; quickly the first, which often suffices.

    Parameters
    ----------
    search : callable
        Searches into a collector.
    """
    best = BestHint()
    search(best)
    yield from best.hints()
    if best.hint is not None:
        every = EveryHint()
        search(every)
        yield from every.hints()[1:]
