"""What walks have found, and how they continue from there.

Puzzles of the requested difficulty lie close together: a third of the neighbours of one qualify,
where one in a hundred of all puzzles does. So a walk that has found one continues from it, and a
walk that finds none follows another. To keep their puzzles from looking alike, they continue from
an isomorph of the puzzle, which has another solution.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lowbit.geometry import CLASSIC
from lowbit.kernels.classic.transform import new_scratch, shuffle_digits
from lowbit.rng import SplitMix64
from lowbit.verbs.canonical.many import canonical_many

if TYPE_CHECKING:
    from numpy.typing import NDArray


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
        self._forms: set[bytes] = set()
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

    def note(self, puzzles: NDArray[np.uint8], fits: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Record the puzzles that fit; return which are not isomorphic to any found before."""
        is_new = fits.copy()
        rows = np.flatnonzero(fits)
        if self._most > 1 and rows.size:
            forms = canonical_many(puzzles[rows], threads=self._threads).grids
            for row, form in zip(rows, map(bytes, forms), strict=True):
                is_new[row] = form not in self._forms
                self._forms.add(form)
        self._numbers += is_new
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
