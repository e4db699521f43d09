"""Givens of puzzles near one: digits that may be added, and givens that are known to be needed.

A given is needed if the puzzle without it has another solution. Solutions of the first puzzle
without that given are known; one that has all that was added is such a witness, whatever else was
taken away.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from lowbit.kernels.core.compile import kernel
from lowbit.kernels.vicinity.placements import FIRST, MOST_ADDED, NOBODY

if TYPE_CHECKING:
    from lowbit.kernels.core.arrays import Bytes, Flags, Numbers, UnsignedWords, Words

WORD: Final = 64
"""The most witnesses of a given: a word of bits."""


@kernel
def leave_unseen(masks: Words, peers: Words, allowed: Words) -> None:
    """Leave in each cell the digits that no given of a peer has.

    Parameters
    ----------
    masks : int64[n, n_cells]
        Puzzles.
    peers : int64[n_cells, p]
        The cells that no digit may share, for each cell; itself in the places that are left over.
    allowed : int64[n, n_cells]
        Changed. Cells where it is 0 are left alone.
    """
    for row in range(masks.shape[0]):
        for cell in range(masks.shape[1]):
            if allowed[row, cell]:
                for peer in peers[cell]:
                    mask = masks[row, peer]
                    if mask & (mask - 1) == 0:
                        allowed[row, cell] &= ~mask


@kernel
def note_witnesses(solutions: Bytes, ranges: Words, witnesses: UnsignedWords) -> None:
    """Note which of some solutions have a digit in a cell.

    Parameters
    ----------
    solutions : uint8[m, n_cells]
    ranges : int64[n_givens, 2]
        From which row up to which those stand that lack a given.
    witnesses : uint64[n_cells, size, n_givens]
        Changed from zeros: a solution is a bit.
    """
    for given in range(ranges.shape[0]):
        first, end = ranges[given]
        for number in range(min(WORD, end - first)):
            bit = np.uint64(1) << np.uint64(number)
            for cell in range(witnesses.shape[0]):
                witnesses[cell, solutions[first + number, cell] - 1, given] |= bit


@kernel
def close_needed(
    found: Numbers, givens: Words, witnesses: UnsignedWords, is_open: Flags, common: UnsignedWords
) -> None:
    """Say of givens of puzzles that are known to be needed that they are not open.

    Parameters
    ----------
    found : int32[n, N_FOUND]
        The placements of each puzzle, as `add_placements` writes them.
    givens : int64[n_givens]
        Their cells.
    witnesses : uint64[n_cells, size, n_givens]
    is_open : bool[n, n_cells]
        Changed.
    common : uint64[n_givens]
        Scratch.
    """
    size = witnesses.shape[1]
    for row in range(found.shape[0]):
        common[:] = ~np.uint64(0)
        for level in range(MOST_ADDED):
            place = found[row, FIRST + level]
            if place != NOBODY:
                own = witnesses[place // size, place % size]
                for given in range(givens.size):
                    common[given] &= own[given]
                    if givens[given] == place // size:  # its cell has a new given
                        common[given] = 0
        for given in range(givens.size):
            if common[given]:
                is_open[row, givens[given]] = False
