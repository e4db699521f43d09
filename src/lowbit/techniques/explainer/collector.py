"""What is kept of the hints of a search: the best, or all in order."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from lowbit.techniques.explainer.hint import Hint

Rank = tuple[float, int, int]
"""A rating, a length and a sort key."""

WORST: Rank = (float("inf"), 0, 0)


class Best:
    """Keeps the first of the lowest rank."""

    def __init__(self) -> None:
        self.rank = WORST
        self.hint: Hint | None = None

    def wants(self, rank: Rank) -> bool:
        """Whether a hint of a rank would be kept."""
        return rank < self.rank

    def add(self, hint: Hint) -> None:
        """Keep a hint that is wanted."""
        self.rank, self.hint = hint.rank, hint

    def hints(self) -> list[Hint]:
        """Return what was kept."""
        return [] if self.hint is None else [self.hint]


class Every:
    """Keeps all; of those that strike the same, the first of the lowest rank."""

    def __init__(self) -> None:
        self.rank = WORST
        self.found: list[Hint] = []

    def wants(self, _rank: Rank) -> bool:
        """Whether a hint of a rank would be kept: each is, for now."""
        return True

    def add(self, hint: Hint) -> None:
        """Keep a hint."""
        self.found.append(hint)

    def hints(self) -> list[Hint]:
        """Return what was kept, sorted by rank; equals as they came."""
        kept: dict[int, Hint] = {}
        for hint in sorted(self.found, key=lambda hint: hint.rank):
            kept.setdefault(hint.struck, hint)
        return list(kept.values())


Collector = Best | Every


def in_order(search: Callable[[Collector], None]) -> Iterator[Hint]:
    """Yield what a search finds by rank; the first, which is all that is wanted often, soon.

    Parameters
    ----------
    search : callable
        Searches into a collector.
    """
    best = Best()
    search(best)
    yield from best.hints()
    if best.hint is not None:
        every = Every()
        search(every)
        yield from every.hints()[1:]
