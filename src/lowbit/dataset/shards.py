"""The shards of a data set: what each draws, and the files of each split.

::

    _lowbit/drawn/00000.parquet  drawn with a few to spare, all splits ──┐
    _lowbit/drawn/00001.parquet  ────────────────────────────────────────┼──> data/train-00000-...
    ...                                     without what is repeated ────┴──> data/test-00000-...
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

import numpy as np

from lowbit.dataset.wish import N_CLASSES, parts

if TYPE_CHECKING:
    from collections.abc import Collection

    from numpy.typing import NDArray

    from lowbit.dataset.drawing import Taken
    from lowbit.dataset.wish import Wish

ROWS: Final = 1 << 18
"""Puzzles that a shard draws at most, if they come as they are: some seconds of work."""

ROWS_IN_BANDS: Final = 1 << 14
"""The same if bands are to be filled: minutes."""

ROWS_IN_FILE: Final = 1 << 17
"""Rows of a file of a split, about: enough files to write side by side."""

LEAST_SPARE: Final = 3
"""The fewest puzzles to spare of a split and band, if several shards draw them."""


def rows_of_shard(wish: Wish) -> int:
    """Return how many puzzles a shard draws by default."""
    return ROWS if wish.by is None else ROWS_IN_BANDS


def quotas_of_shard(wish: Wish, number: int, n: int) -> NDArray[np.int64]:
    """Return how many puzzles of each split and band come from shard `number` of `n`."""
    quotas = wish.quotas()
    result: NDArray[np.int64] = (number + 1) * quotas // n - number * quotas // n
    return result


def with_spare(quotas: NDArray[np.int64], wish: Wish, n: int) -> NDArray[np.int64]:
    """Return how many puzzles one of `n` shards draws, so that some may be repeated elsewhere."""
    if n == 1:
        return quotas
    expected = np.ceil(4 * quotas * (wish.n / N_CLASSES)).astype(np.int64)
    return np.where(quotas > 0, quotas + expected + LEAST_SPARE, 0)


def spare_of(n: int, n_all: int) -> int:
    """Return how many puzzles a shard draws beside `n`, if all shards draw `n_all`."""
    return math.ceil(4 * n * n_all / N_CLASSES) + LEAST_SPARE


def files_of(wish: Wish, n: int) -> list[tuple[str, str, tuple[int, int], int]]:
    """Return the files of a data set that `n` shards draw.

    Returns
    -------
    list of tuple
        The name of each, its split, the first shard it is of and the end of the range, and its
        rows.
    """
    files = []
    for split, quota in zip(wish.splits, wish.quotas().sum(axis=1).tolist(), strict=True):
        copies = wish.copies if split == next(iter(wish.splits)) else 0
        n_files = max(1, min(n, round(quota * (1 + copies) / ROWS_IN_FILE)))
        first = 0
        for number, n_of in enumerate(parts(n, [1.0] * n_files)):
            name = f"data/{split}-{number:05}-of-{n_files:05}.parquet"
            rows = quota * (first + n_of) // n - quota * first // n
            files.append((name, split, (first, first + n_of), rows * (1 + copies)))
            first += n_of
    return files


def kept(taken: Taken, split: int, quotas: NDArray[np.int64], repeated: Collection[int]) -> Taken:
    """Return the puzzles of a shard that a split keeps, in an order that says nothing of them.

    Parameters
    ----------
    taken : Taken
        Those that the shard has drawn.
    split : int
        The number of the split.
    quotas : int64[n_splits, n_bands]
        How many of each band to keep.
    repeated : collection of int
        The rows whose solutions earlier shards have.
    """
    is_wanted = taken.splits == split
    is_wanted[list(repeated)] = False
    rows: list[int] = []
    for band, quota in enumerate(quotas[split].tolist()):
        rows += np.flatnonzero(is_wanted & (taken.bands == band))[:quota].tolist()
    order = np.array(rows, np.int64)
    return taken.some(order[np.argsort(taken.ids[order, 1], kind="stable")])
