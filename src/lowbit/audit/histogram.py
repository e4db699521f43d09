"""Histograms of difficulty."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

N_RATINGS: Final = 201
"""Sudoku Explainer's ratings in tenths, up to the 20.0 of a puzzle that it cannot solve."""

TENTHS: Final = 10
WIDTH: Final = 40
"""Characters of the longest bar."""


def by_rating(counts: NDArray[np.int64]) -> dict[str, int]:
    """Return how many puzzles have each rating that occurs.

    Examples
    --------
    >>> by_rating(np.bincount([12, 12, 71]))
    {'1.2': 2, '7.1': 1}
    """
    return {f"{tenths / TENTHS:.1f}": int(counts[tenths]) for tenths in np.flatnonzero(counts)}


def histogram(name: str, counts: NDArray[np.int64]) -> list[str]:
    r"""Return the lines of a histogram with a bar for each whole number of the rating.

    Parameters
    ----------
    name : str
        The name of the puzzles.
    counts : int64[n]
        The number of puzzles by rating, in tenths.

    Examples
    --------
    >>> print("\n".join(histogram("train", np.bincount([12] * 8 + [20, 71, 72]))))
    ER of 11 puzzles in train: 1.2-7.2, mean 2.4
      1.x  8  ########################################
      2.x  1  #####
      3.x  0
      4.x  0
      5.x  0
      6.x  0
      7.x  2  ##########
    """
    tenths = np.flatnonzero(counts)
    total = int(counts.sum())
    mean = float((tenths * counts[tenths]).sum() / TENTHS / total)
    least, most = tenths[0] / TENTHS, tenths[-1] / TENTHS
    lines = [f"ER of {total:,} puzzles in {name}: {least:.1f}-{most:.1f}, mean {mean:.1f}"]
    bins = np.bincount(tenths // TENTHS, weights=counts[tenths]).astype(np.int64)
    digits = len(f"{bins.max():,}")
    for whole in range(int(tenths[0]) // TENTHS, len(bins)):
        bar = "#" * -(-WIDTH * int(bins[whole]) // int(bins.max()))
        lines.append(f"{whole:3}.x  {bins[whole]:{digits},}  {bar}".rstrip())
    return lines
