"""The slow, obvious twin of the search for canonical forms: all maps of the cells, row by row.

Every choice of a row and an order of the columns is spelt out, without any thought of what is
alike, and those that write the smallest row are kept. The digits are named as they come.
"""

from __future__ import annotations

from itertools import permutations, product
from math import factorial
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from lowbit.grid import Grid

THREE = tuple(permutations(range(3)))
ORDERS = np.array(
    [
        [
            3 * stack + column
            for stack, order in zip(stacks, orders, strict=True)
            for column in order
        ]
        for stacks in THREE
        for orders in product(THREE, repeat=3)
    ]
)
"""The 1296 orders of the columns."""

POWERS = 10 ** np.arange(8, -1, -1)


class Maps(NamedTuple):
    """Those that wrote the smallest rows so far, one a row."""

    transposed: NDArray[np.int64]
    order: NDArray[np.int64]
    rows: NDArray[np.int64]
    names: NDArray[np.int64]
    """What each digit was named; 0 where it was not."""

    def take(self, places: NDArray[np.int64]) -> Maps:
        return Maps(*(array[places] for array in self))


class Found(NamedTuple):
    """What the twin knows of a puzzle."""

    form: str
    n_automorphisms: int


def twin(grid: Grid) -> Found:
    rows = np.frombuffer(grid.givens, np.uint8).reshape(9, 9).astype(np.int64)
    lines = np.stack([rows, rows.T])
    pairs = np.array(list(product(range(2), range(len(ORDERS)))))
    n = len(pairs)
    maps = Maps(pairs[:, 0], pairs[:, 1], np.zeros((n, 0), np.int64), np.zeros((n, 10), np.int64))
    written = []
    for _ in range(9):
        maps, row = _smallest_row(lines, maps)
        written.append(row)
    n_unused = 9 - len(set(grid.givens) - {0})
    text = "".join(f"{row:09d}" for row in written).replace("0", ".")
    return Found(text, len(maps.order) * factorial(n_unused))


def _smallest_row(lines: NDArray[np.int64], maps: Maps) -> tuple[Maps, int]:
    longer = []
    for line in range(9):
        places = np.flatnonzero(_may_follow(maps.rows, line))
        taken = maps.take(places)
        longer.append(taken._replace(rows=np.hstack([taken.rows, np.full((len(places), 1), line)])))
    maps = Maps(*map(np.concatenate, zip(*longer, strict=True)))
    digits = lines[maps.transposed[:, None], maps.rows[:, -1:], ORDERS[maps.order]]
    row = _named(digits, maps.names) @ POWERS
    least = int(row.min())
    return maps.take(np.flatnonzero(row == least)), least


def _may_follow(rows: NDArray[np.int64], line: int) -> NDArray[np.bool_]:
    """Whether a row is free, and in the band that was begun, or in a new one."""
    n_before = rows.shape[1]
    is_free: NDArray[np.bool_] = (rows != line).all(axis=1)
    if n_before % 3:
        is_free &= rows[:, -1] // 3 == line // 3
    else:
        is_free &= (rows // 3 != line // 3).all(axis=1)
    return is_free


def _named(digits: NDArray[np.int64], names: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the names of digits; give one to each that has none, in place."""
    everyone = np.arange(len(digits))
    result = np.zeros_like(digits)
    for place in range(9):
        digit = digits[:, place]
        new = (digit > 0) & (names[everyone, digit] == 0)
        names[everyone[new], digit[new]] = names[new].max(axis=1) + 1
        result[:, place] = np.where(digit > 0, names[everyone, digit], 0)
    return result
