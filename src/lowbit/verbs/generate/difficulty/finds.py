"""The puzzles that walks have found, and where they continue from.

Puzzles of the requested difficulty lie close together: a third of the neighbours of one qualify,
where one in a hundred of all puzzles does. So a walk that has found one continues from it, and a
walk that finds none follows another. To keep their puzzles from looking alike, they continue from
an isomorph of the puzzle, which has another solution.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING, Final

import numpy as np

from lowbit.geometry import CLASSIC
from lowbit.kernels.classic.making.transform import new_scratch, shuffle_digits
from lowbit.rng import SplitMix64
from lowbit.verbs.canonical.many import canonical_many

if TYPE_CHECKING:
    from numpy.typing import NDArray

N_KEY: Final = 8
"""Bytes of a key."""

MOST_RECENT: Final = 1 << 16
"""Keys in a set, which takes ten times as much memory as a sorted array."""


class Finds:
    """The puzzles that each walk has found.

    Parameters
    ----------
    size : int
        How many walks there are.
    most : int
        How many puzzles a walk is to find.
    threads : int, optional
    """

    def __init__(self, size: int, most: int, threads: int | None) -> None:
        self._most = most
        self._threads = threads
        self._keys = Keys()
        self._key_of: dict[bytes, int] = {}
        self._numbers = np.zeros(size, np.int64)

    @property
    def are_some(self) -> NDArray[np.bool_]:
        """Whether each walk has found a puzzle."""
        return self._numbers > 0

    @property
    def are_all(self) -> NDArray[np.bool_]:
        """Whether each walk has found as many as it should."""
        return self._numbers >= self._most

    def forget(self, walks: NDArray[np.bool_]) -> None:
        """Restart some walks."""
        self._numbers[walks] = 0

    def know(self, puzzles: NDArray[np.uint8], wanted: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Return which of the wanted puzzles are isomorphic to one that was found before."""
        are_known = wanted.copy()
        if self._most > 1 and wanted.any():
            are_known[wanted] = [key in self._keys for key in self._keys_of(puzzles[wanted])]
        else:
            are_known[:] = False
        return are_known

    def note(self, puzzles: NDArray[np.uint8], fits: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Record the puzzles that fit; return which are not isomorphic to any found before."""
        is_new = fits.copy()
        if self._most > 1 and fits.any():
            is_new[fits] = [self._keys.add(key) for key in self._keys_of(puzzles[fits])]
        self._numbers += is_new
        self._key_of.clear()
        return is_new

    def _keys_of(self, puzzles: NDArray[np.uint8]) -> list[int]:
        """Return a number for each puzzle that all its isomorphs have.

        Two others have the same once in 2**64 times; then the second one is not taken. They are
        kept until puzzles are noted: those that are not known may fit.
        """
        names = [*map(bytes, puzzles)]
        rows = [row for row, name in enumerate(names) if name not in self._key_of]
        forms = map(bytes, canonical_many(puzzles[rows], threads=self._threads).grids)
        for row, form in zip(rows, forms, strict=True):
            self._key_of[names[row]] = int.from_bytes(blake2b(form, digest_size=N_KEY).digest())
        return [self._key_of[name] for name in names]


class Keys:
    """A set of numbers below 2**64, in little more than eight bytes each."""

    def __init__(self) -> None:
        self._recent: set[int] = set()
        self._sorted = np.zeros(0, np.uint64)

    def __contains__(self, key: int) -> bool:
        place = int(np.searchsorted(self._sorted, np.uint64(key)))
        is_sorted = place < len(self._sorted) and int(self._sorted[place]) == key
        return is_sorted or key in self._recent

    def add(self, key: int) -> bool:
        """Add a number; return whether it is new."""
        is_new = key not in self
        self._recent.add(key)
        if len(self._recent) >= MOST_RECENT:
            recent = np.fromiter(self._recent, np.uint64, len(self._recent))
            self._sorted = np.union1d(self._sorted, recent)
            self._recent.clear()
        return is_new


def turned(grids: NDArray[np.uint8], seed: int, numbers: NDArray[np.int64]) -> NDArray[np.uint8]:
    """Return isomorphs of grids, by the random symmetries of a seed with these numbers."""
    isomorphs = np.zeros_like(grids)
    shuffle_digits(grids, isomorphs, numbers, np.uint64(seed), *new_scratch(), 0, len(grids))
    return isomorphs


def relabelled(
    grids: NDArray[np.uint8], seed: int, numbers: NDArray[np.int64]
) -> NDArray[np.uint8]:
    """Return grids with renamed digits, by the random orders of a seed with these numbers."""
    new = grids.copy()
    for row, number in enumerate(numbers.tolist()):
        digits = list(range(1, CLASSIC.size + 1))
        SplitMix64(seed, number).shuffle(digits)
        new[row] = np.array([0, *digits], np.uint8)[grids[row]]
    return new
