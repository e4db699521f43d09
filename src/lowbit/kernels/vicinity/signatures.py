"""Signatures of puzzles: equal for isomorphic ones, and nearly never for others.

A given starts with nothing of its own. Round by round it learns what the givens of its houses, and
those of its digit, know: symmetries of a board and other names of digits do not matter.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from lowbit.kernels.core.compile import kernel, part

if TYPE_CHECKING:
    from lowbit.kernels.core.arrays import Bytes, UnsignedWords, Words

ROUNDS: Final = 3
"""Two tell all of 8,583 neighbours of 43 puzzles apart; larger boards may need one more."""

ONE = np.uint64(1)
_FIRST, _SECOND = np.uint64(0xFF51AFD7ED558CCD), np.uint64(0xC4CEB9FE1A85EC53)
_SHIFT = np.uint64(32)


@kernel
def note_signatures(
    puzzles: Bytes,
    houses: Words,
    givens: Words,
    known: UnsignedWords,
    sums: UnsignedWords,
    signatures: UnsignedWords,
    first: int,
    end: int,
) -> None:
    """Write down the signature of each puzzle.

    Parameters
    ----------
    puzzles : uint8[n, n_cells]
        Their digits, 0 where blank.
    houses : int64[n_cells, h]
        The houses of each cell, and a number that is no house's in the places that are left over.
    givens : int64[n_cells]
        Scratch: their cells.
    known : uint64[n_cells]
        Scratch: what each given knows.
    sums : uint64[m]
        Scratch: of houses, and from the end of digits.
    signatures : uint64[n]
        Written to.
    first, end : int
        Which puzzles to do.
    """
    for row in range(first, end):
        puzzle, n_givens = puzzles[row], 0
        for cell in range(puzzle.size):
            givens[n_givens] = cell
            n_givens += puzzle[cell] != 0
        known[:n_givens] = ONE
        for _ in range(ROUNDS):
            _learn(puzzle, houses, givens[:n_givens], known, sums)
        signature = np.uint64(n_givens)
        for given in range(n_givens):
            signature += _mixed(known[given])
        signatures[row] = signature


@part
def _learn(
    puzzle: Bytes, houses: Words, givens: Words, known: UnsignedWords, sums: UnsignedWords
) -> None:
    """Let each given learn what those of its houses and its digit know."""
    sums[:] = 0
    for given in range(givens.size):
        cell, own = givens[given], known[given]
        sums[sums.size - np.int64(puzzle[cell])] += own
        for place in range(houses.shape[1]):
            sums[houses[cell, place]] += own
    for number in range(sums.size):
        sums[number] = _mixed(sums[number])
    for given in range(givens.size):
        cell = givens[given]
        learnt = sums[sums.size - np.int64(puzzle[cell])] * _SECOND
        for place in range(houses.shape[1]):
            learnt += sums[houses[cell, place]]
        known[given] = _mixed(known[given] * _FIRST + learnt)


@part
def _mixed(word: np.uint64) -> np.uint64:
    """Return 64 bits that all depend on those of a word."""
    word = (word ^ (word >> _SHIFT)) * _FIRST
    word = (word ^ (word >> _SHIFT)) * _SECOND
    return word ^ (word >> _SHIFT)
