"""Random classic puzzles of every kind, as candidate masks, thousands in a moment.

Each kind is a function of full grids, uint8[n, 81], and a source of random numbers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from lowbit.grid import Grid
from lowbit.reference.search import Search

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    Digits = NDArray[np.uint8]
    Masks = NDArray[np.uint16]
    Random = np.random.Generator

ALL = np.uint16(511)
N_BASES = 20


def random_masks(kind: str, n: int, seed: int = 0) -> Masks:
    """Return `n` puzzles of a kind, uint16[n, 81]."""
    rng = np.random.default_rng([seed, *kind.encode()])
    return KINDS[kind](random_solutions(n, rng), rng)


def random_solutions(n: int, rng: Random) -> Digits:
    """Return full grids: a few that search found, each moved and relabelled at random."""
    bases = np.array([base_solution(rng) for _ in range(min(n, N_BASES))], np.uint8)
    grids = bases[rng.integers(len(bases), size=n)]
    cells = 9 * lines_in_groups(n, rng)[:, :, np.newaxis] + lines_in_groups(n, rng)[:, np.newaxis]
    cells[::2] = cells[::2].transpose(0, 2, 1)
    labels = rng.permuted(np.tile(np.arange(1, 10, dtype=np.uint8), (n, 1)), axis=1)
    moved = np.take_along_axis(grids, cells.reshape(n, 81), axis=1)
    return np.take_along_axis(labels, moved.astype(np.int64) - 1, axis=1)


def base_solution(rng: Random) -> list[int]:
    """Return the first solution with random digits in three boxes that do not meet."""
    digits = np.zeros((9, 9), np.int64)
    for corner in (0, 3, 6):
        box = rng.permutation(np.arange(1, 10)).reshape(3, 3)
        digits[corner : corner + 3, corner : corner + 3] = box
    return list(next(Search(Grid(digits))))


def lines_in_groups(n: int, rng: Random) -> NDArray[np.int64]:
    """Return orders of nine lines, int64[n, 9], that keep chutes together."""
    chutes = rng.permuted(np.tile(np.arange(3), (n, 1)), axis=1)
    lines = rng.permuted(np.tile(np.arange(3), (3 * n, 1)), axis=1).reshape(n, 3, 3)
    orders: NDArray[np.int64] = (3 * chutes[:, :, np.newaxis] + lines).reshape(n, 9)
    return orders


def givens(solutions: Digits, rng: Random) -> Masks:
    """Leave 15 to 50 random cells, so that there are one or (mostly) several solutions."""
    n_givens = rng.integers(15, 51, size=len(solutions))
    order = rng.permuted(np.tile(np.arange(81), (len(solutions), 1)), axis=1)
    return np.where(order < n_givens[:, np.newaxis], bits(solutions), ALL)


def spoilt(solutions: Digits, rng: Random) -> Masks:
    """Change one given: mostly there is no solution, and often no clash to be seen."""
    masks = givens(solutions, rng)
    rows, cells = np.arange(len(masks)), given_cells(masks, rng)
    masks[rows, cells] = bits(rng.integers(1, 10, size=len(masks)))
    return masks


def clashing(solutions: Digits, rng: Random) -> Masks:
    """Give a digit a second time in its row."""
    masks = givens(solutions, rng)
    rows, cells = np.arange(len(masks)), given_cells(masks, rng)
    others = 9 * (cells // 9) + (cells + rng.integers(1, 9, size=len(masks))) % 9
    masks[rows, others] = masks[rows, cells]
    return masks


def restricted(solutions: Digits, rng: Random) -> Masks:
    """Allow in each cell its digit and some others."""
    shares = rng.uniform(0.1, 0.5, size=(len(solutions), 1))
    return bits(solutions) | noise_with(shares, rng)


def restricted_and_spoilt(solutions: Digits, rng: Random) -> Masks:
    """The same, but one cell does not allow its digit."""
    masks = restricted(solutions, rng)
    rows, cells = np.arange(len(masks)), rng.integers(81, size=len(masks))
    masks[rows, cells] &= ~bits(solutions)[rows, cells]
    return masks


def noise(solutions: Digits, rng: Random) -> Masks:
    """Allow anything anywhere; some cells allow nothing."""
    return noise_with(rng.uniform(0.2, 0.99, size=(len(solutions), 1)), rng)


def solved(solutions: Digits, rng: Random) -> Masks:
    """Give every cell, and in every other grid swap two of them."""
    masks = bits(solutions)
    pairs = rng.integers(81, size=(len(masks), 2))
    swapped = np.take_along_axis(masks, pairs[:, ::-1], axis=1)
    np.put_along_axis(masks[::2], pairs[::2], swapped[::2], axis=1)
    return masks


KINDS: dict[str, Callable[[Digits, Random], Masks]] = {
    function.__name__: function
    for function in (
        givens,
        spoilt,
        clashing,
        restricted,
        restricted_and_spoilt,
        noise,
        solved,
    )
}


def bits(digits: NDArray[Any]) -> Masks:
    """Return the mask of each digit."""
    masks: Masks = np.left_shift(np.uint16(1), digits.astype(np.uint16) - np.uint16(1))
    return masks


def given_cells(masks: Masks, rng: Random) -> NDArray[np.int64]:
    """Return a random given of each puzzle."""
    cells: NDArray[np.int64] = (rng.random(masks.shape) * (masks != ALL)).argmax(axis=1)
    return cells


def noise_with(shares: NDArray[np.float64], rng: Random) -> Masks:
    """Return random masks, each digit allowed with the probability of its row."""
    masks = np.zeros((len(shares), 81), np.uint16)
    for bit in range(9):
        masks |= (rng.random(masks.shape) < shares).astype(np.uint16) << np.uint16(bit)
    return masks


def grids_of(masks: Masks) -> list[Grid]:
    """Return the same puzzles as grids."""
    return [Grid.from_masks(row) for row in masks.tolist()]
