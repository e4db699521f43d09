"""Solutions that lack the same givens of a puzzle, side by side."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lowbit.kernels.core.compile import kernel, part

if TYPE_CHECKING:
    from lowbit.kernels.core.arrays import Bytes, UnsignedWords, Words


@kernel
def sort_by_lacked(
    solutions: Bytes,
    own: Bytes,
    givens: Words,
    of_given: UnsignedWords,
    numbers: UnsignedWords,
    places: Words,
    ranges: Words,
    ordered: Bytes,
) -> None:
    """Put solutions in the order of the sets of givens that they lack.

    Parameters
    ----------
    solutions : uint8[n, n_cells]
    own : uint8[n_cells]
        The puzzle's solution: where they differ from it, they lack a given.
    givens : int64[n_givens]
        Their cells.
    of_given : uint64[n_givens]
        A number for each; that of a set is their sum.
    numbers : uint64[k]
        Those of the sets that solutions lack, ascending; no solution lacks another.
    places : int64[n]
        Scratch: the set that a solution lacks.
    ranges : int64[k, 2]
        Changed from zeros: from which row up to which the solutions of each set stand.
    ordered : uint8[n, n_cells]
        Written to.
    """
    for row in range(places.size):
        number = np.uint64(0)
        for given in range(givens.size):
            if solutions[row, givens[given]] != own[givens[given]]:
                number += of_given[given]
        places[row] = _place_of(number, numbers)
        ranges[places[row], 1] += 1
    first = 0
    for place in range(numbers.size):
        first += ranges[place, 1]
        ranges[place, 0] = ranges[place, 1] = first - ranges[place, 1]
    for row in range(places.size):
        at = ranges[places[row], 1]
        for cell in range(own.size):
            ordered[at, cell] = solutions[row, cell]
        ranges[places[row], 1] = at + 1


@part
def _place_of(number: np.uint64, numbers: UnsignedWords) -> int:
    """Return the place of a number that is there."""
    first, end = 0, numbers.size
    while end - first > 1:
        middle = (first + end) >> 1
        if numbers[middle] <= number:
            first = middle
        else:
            end = middle
    return first
