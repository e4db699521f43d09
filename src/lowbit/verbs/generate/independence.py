"""Independent puzzles: no two have isomorphic solutions.

What follows from a puzzle by logic has the same solution, be it all of it, the position after the
singles (its core), or an isomorph of either. So puzzles with different solutions, up to
isomorphism, share nothing: neither the puzzle nor its core.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from lowbit.geometry import CLASSIC
from lowbit.verbs.canonical.class_ids import class_ids
from lowbit.verbs.solve.many import solve_many

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from lowbit.geometry import Geometry

RECENT: Final = 1 << 16
"""Ids that are kept beside the others, to which they are added all at once."""


class KnownIds:
    """A set of ids, in eight bytes each.

    Two others agree in these once in 2**64 times; then the second one counts as known.
    """

    def __init__(self) -> None:
        self._sorted = self._recent = np.zeros(0, np.uint64)

    def are_new(self, ids: NDArray[np.uint64]) -> NDArray[np.bool_]:
        """Return which ids are not known, and have no equal before them."""
        words = ids[:, 0]
        is_new = np.zeros(len(words), np.bool_)
        is_new[np.unique(words, return_index=True)[1]] = True
        for known in (self._sorted, self._recent):
            is_new &= ~_are_in(words, known)
        return is_new

    def add(self, ids: NDArray[np.uint64]) -> None:
        """Add ids."""
        self._recent = np.union1d(self._recent, ids[:, 0])
        if len(self._recent) > max(RECENT, len(self._sorted) // 8):
            self._sorted = np.union1d(self._sorted, self._recent)
            self._recent = self._recent[:0]


class Independence:
    """Tells the puzzles whose solutions are isomorphic to none before.

    Parameters
    ----------
    board : Geometry, optional
        The classic one by default.
    threads : int, optional
        How many to use; one a CPU if None.
    """

    def __init__(self, board: Geometry = CLASSIC, threads: int | None = None) -> None:
        self._board = board
        self._threads = threads
        self._known = KnownIds()

    def admit(self, puzzles: NDArray[np.uint8]) -> NDArray[np.bool_]:
        """Return which puzzles, each with one solution, share theirs with none before; add them."""
        solved = solve_many(puzzles, geometry=self._board, threads=self._threads).solutions
        ids = class_ids(solved, self._board, self._threads)
        is_new = self._known.are_new(ids)
        self._known.add(ids[is_new])
        return is_new


def _are_in(words: NDArray[np.uint64], known: NDArray[np.uint64]) -> NDArray[np.bool_]:
    if not len(known):
        return np.zeros(len(words), np.bool_)
    places = np.minimum(np.searchsorted(known, words), len(known) - 1)
    result: NDArray[np.bool_] = known[places] == words
    return result
