"""Random symmetries of a board for many puzzles at once: those of `Transform.random`, as arrays."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from lowbit.board_symmetry import symmetries_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from lowbit.geometry import Geometry

_GAMMA = np.uint64(0x9E3779B97F4A7C15)
_FIRST = np.uint64(0xBF58476D1CE4E5B9)
_SECOND = np.uint64(0x94D049BB133111EB)
_30, _27, _31, _32 = np.uint64(30), np.uint64(27), np.uint64(31), np.uint64(32)
_LOW = np.uint64(0xFFFFFFFF)


class Symmetries(NamedTuple):
    """A symmetry a row, or one for all rows.

    Attributes
    ----------
    cells : int64[n, n_cells]
        For each cell of the new grid, the cell of the old one whose content it gets.
    digits : uint8[n, size]
        The new digit for each digit, that of digit 1 first.
    """

    cells: NDArray[np.int64]
    digits: NDArray[np.uint8]


class Streams:
    """The numbers that items of a batch draw: those of `lowbit.rng.SplitMix64`, side by side.

    Parameters
    ----------
    seed : int
    items : int64[n]
    """

    def __init__(self, seed: int, items: NDArray[np.int64]) -> None:
        self._states = _hash(np.uint64(seed) + _hash(items.astype(np.uint64) + _GAMMA))

    def below(self, n: int) -> NDArray[np.int64]:
        """Return a number for each item, from 0 up to but not including `n`, at most 2**32."""
        products = np.zeros(self._states.size, np.uint64)
        open_items = np.arange(self._states.size)
        while open_items.size:
            self._states[open_items] += _GAMMA
            drawn = (_hash(self._states[open_items]) >> _32) * np.uint64(n)
            products[open_items] = drawn
            open_items = open_items[drawn & _LOW < np.uint64((1 << 32) % n)]
        return (products >> _32).astype(np.int64)


def random_symmetries(board: Geometry, seed: int, items: NDArray[np.int64]) -> Symmetries:
    """Return ``Transform.random(seed, item, geometry=board)`` of each item."""
    streams = Streams(seed, items)
    cells = np.tile(np.arange(board.n_cells), (items.size, 1))
    for family in symmetries_of(board).families:
        images = np.array(list(family.images.values()), np.int64)
        cells = np.take_along_axis(cells, images[streams.below(len(images))], axis=1)
    digits = np.tile(np.arange(1, board.size + 1, dtype=np.uint8), (items.size, 1))
    rows = np.arange(items.size)
    for last in range(board.size - 1, 0, -1):
        other = streams.below(last + 1)
        digits[rows, other], digits[:, last] = digits[:, last], digits[rows, other]
    return Symmetries(cells, digits)


def _hash(states: NDArray[np.uint64]) -> NDArray[np.uint64]:
    states = (states ^ (states >> _30)) * _FIRST
    states = (states ^ (states >> _27)) * _SECOND
    hashed: NDArray[np.uint64] = states ^ (states >> _31)
    return hashed
