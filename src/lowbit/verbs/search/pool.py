"""The pool of a search: its puzzles, where each comes from, and which of them were seen to."""

from __future__ import annotations

from heapq import heappop, heappush
from typing import TYPE_CHECKING, NamedTuple

from lowbit.rng import SplitMix64

if TYPE_CHECKING:
    from collections.abc import Iterable

    from lowbit.verbs.search.known import KnownPuzzles, PuzzleName
    from lowbit.verbs.search.wishes import Wishes

NO_PARENT = -1


class PoolEntry(NamedTuple):
    """A puzzle of a pool.

    Attributes
    ----------
    digits : bytes
        Its givens, 0 where blank.
    parent : int
        The number of the puzzle that it is a neighbour of; -1 for a seed.
    move : str
        The move that led here; "" for a seed.
    generation : int
        How many moves it is away from a seed.
    values : tuple of float
        Its measures.
    """

    digits: bytes
    parent: int
    move: str
    generation: int
    values: tuple[float, ...]


class PuzzlePool:
    """Puzzles, of which no two are isomorphic, and which of them come next.

    Parameters
    ----------
    wishes : Wishes
        They say which come first; else those that were found first do.
    seed : int
        It decides between puzzles that come first alike.
    generations : int or None
        Puzzles so many moves away from a seed are not seen to.
    known : KnownPuzzles
        Without any puzzle.

    Attributes
    ----------
    entries : list of PoolEntry
    tested : int
        The candidates that were looked at.
    known : KnownPuzzles
        Those that were rejected too, until others come next.
    """

    def __init__(
        self, wishes: Wishes, seed: int, generations: int | None, known: KnownPuzzles
    ) -> None:
        self._wishes, self._seed, self._generations = wishes, seed, generations
        self.known = known
        self.entries: list[PoolEntry] = []
        self.tested = 0
        self._waiting: list[tuple[float, int, int]] = []

    def add(self, entry: PoolEntry, name: PuzzleName) -> None:
        """Add a puzzle that is new, by its newest name."""
        number = len(self.entries)
        self.entries.append(entry)
        self.known.add(name, entry.digits)
        if self._generations is None or entry.generation < self._generations:
            has_order = self._wishes.has_order
            lot = SplitMix64(self._seed, number).draw() if has_order else 0
            heappush(self._waiting, (self._wishes.rank(entry.values), lot, number))

    def next(self, most: int) -> list[int]:
        """Take the numbers of the puzzles that come next, some at most."""
        self.known.forget_rejected()
        return [heappop(self._waiting)[2] for _ in range(min(most, len(self._waiting)))]

    def leave_out(self, numbers: Iterable[int]) -> None:
        """Leave out puzzles that were seen to in an earlier run."""
        done = set(numbers)
        self._waiting = sorted(one for one in self._waiting if one[2] not in done)

    @property
    def is_over(self) -> bool:
        """Whether all puzzles were seen to."""
        return not self._waiting
