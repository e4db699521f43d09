"""Keys of puzzles: equal for equal puzzles, or for isomorphic ones; kept in files.

A key has 128 bits, equal for equal puzzles. Each half is the sum of the cells' candidates, each
times a random odd number, modulo 2**64: two different puzzles agree in one half with a probability
of at most 2**-55, in both of at most 2**-110 (multilinear hashing, Carter and Wegman 1979). Among
10**9 puzzles two different ones have the same key in one of 10**15 such data sets.

The factors come from lowbit's own generator, because keys made on several machines must agree, and
NumPy's generators may change from version to version.

Keys are kept in files by their first bits: however many puzzles there are, those that may be equal
are in one file, which fits in memory.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from lowbit.rng import SplitMix64

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from numpy.typing import NDArray

KEY: Final = np.dtype(
    [
        ("form", "<u8", 2),
        ("puzzle", "<u8", 2),
        ("row", "<i8"),
        ("split", "<u4"),
        ("is_bad", "u1"),
    ]
)
"""A puzzle: the keys of its canonical form and of itself, its row and split, and whether it has a
defect of its own, in which case another one is kept."""

N_FILES: Final = 256
"""The number of files of keys: for 10**9 puzzles, 180 MB each."""

AT_ONCE: Final = 1 << 13
"""Puzzles whose keys are computed at a time: they stay in the cache."""


@lru_cache
def _factors(n_cells: int) -> NDArray[np.uint64]:
    """Return the factor of each cell for each half of a key: [n_cells, 2]."""
    stream = SplitMix64(seed=n_cells)
    drawn = [stream.draw() | 1 for _ in range(2 * n_cells)]
    return np.array(drawn, np.uint64).reshape(n_cells, 2)


def keys_of(cells: NDArray[Any]) -> NDArray[np.uint64]:
    """Return the key of each row of contents of cells.

    Parameters
    ----------
    cells : unsigned[n, n_cells]

    Returns
    -------
    uint64[n, 2]
    """
    keys, factors = np.empty((len(cells), 2), np.uint64), _factors(cells.shape[1])
    for first in range(0, len(cells), AT_ONCE):
        part = slice(first, first + AT_ONCE)
        np.matmul(cells[part].astype(np.uint64), factors, out=keys[part])
    return keys


class KeyFiles:
    """Files of keys, to be written in any order and read one after another.

    Parameters
    ----------
    folder : Path
        Where they lie; it exists.
    kind : numpy.dtype, default KEY
        The type of a record.
    name : str, default "form"
        Its field that says which may be equal.
    """

    def __init__(self, folder: Path, kind: np.dtype[np.void] = KEY, name: str = "form") -> None:
        self._kind = kind
        self._name = name
        self._paths = [folder / f"{name}-{number:03}" for number in range(N_FILES)]
        for path in self._paths:
            path.touch()

    def add(self, keys: NDArray[np.void]) -> None:
        """Add keys, each to the file where it belongs.

        No file stays open: some systems limit a process to 256 of them.
        """
        numbers = keys[self._name][:, 0] >> np.uint64(64 - N_FILES.bit_length() + 1)
        order = np.argsort(numbers, kind="stable")
        ends = np.searchsorted(numbers[order], np.arange(N_FILES + 1, dtype=np.uint64))
        placed = keys[order]
        for number in np.flatnonzero(np.diff(ends)).tolist():
            with self._paths[number].open("ab") as file:
                file.write(placed[ends[number] : ends[number + 1]].tobytes())

    def __iter__(self) -> Iterator[NDArray[np.void]]:
        """Yield the keys of each file."""
        for path in self._paths:
            yield np.fromfile(path, self._kind)
