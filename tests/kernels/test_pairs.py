"""Naked and hidden sets that pairs tie together, on boards with more than 16 digits."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

import lowbit
from lowbit import Geometry
from lowbit.kernels.general.engine import BoardWorkspace
from lowbit.kernels.general.program import board_of
from support import seeded

if TYPE_CHECKING:
    from numpy.typing import NDArray

BOARD = Geometry.parse("18x18")
FIRST_ROW = BOARD.houses[0].cells


def digits(*numbers: int) -> int:
    return sum(1 << number - 1 for number in numbers)


def swept(masks: NDArray[np.uint32]) -> NDArray[np.uint32]:
    """Return what sweeps leave of a board of 18x18, without a guess."""
    board = board_of(BOARD)
    left = masks.copy()
    BoardWorkspace(board).shave(left, 0)
    return left


def empty() -> NDArray[np.uint32]:
    return np.full(BOARD.n_cells, BOARD.full_mask, np.uint32)


@pytest.mark.parametrize("n", [2, 3, 4])
def test_a_ring_of_cells_with_two_digits_keeps_its_digits(n: int) -> None:
    masks = empty()
    ring = FIRST_ROW[5 : 5 + n]
    masks[list(ring)] = [digits(at + 1, (at + 1) % n + 1) for at in range(n)]
    left = swept(masks)
    others = [cell for cell in FIRST_ROW if cell not in ring]
    assert (left[others] == BOARD.full_mask & ~digits(*range(1, n + 1))).all()
    assert (left[list(ring)] == masks[list(ring)]).all()


@pytest.mark.parametrize("n", [2, 3, 4])
def test_a_ring_of_digits_with_two_places_keeps_its_cells(n: int) -> None:
    masks = empty()
    ring = FIRST_ROW[5 : 5 + n]
    masks[list(FIRST_ROW)] = BOARD.full_mask & ~digits(*range(1, n + 1))
    for at, cell in enumerate(ring):
        masks[cell] |= digits(at + 1, (at + 1) % n + 1)
    left = swept(masks)
    expected = [digits(at + 1, (at + 1) % n + 1) for at in range(n)]
    assert left[list(ring)].tolist() == expected


def test_a_chain_says_nothing() -> None:
    masks = empty()
    masks[list(FIRST_ROW[:3])] = digits(1, 2), digits(2, 3), digits(3, 4)
    others = list(FIRST_ROW[3:])
    assert (swept(masks)[others] == BOARD.full_mask).all()


@pytest.mark.parametrize("seed", range(4))
def test_no_solution_is_lost(seed: int) -> None:
    rng = seeded("pairs", seed)
    (solution,) = lowbit.random_grids(1, geometry=BOARD, seed=seed).array
    bits = np.uint32(1) << (solution.astype(np.uint32) - 1)
    for most in (2, 3, 4, 6):
        masks = bits.copy()
        for cell in range(BOARD.n_cells):
            for _ in range(rng.randrange(most)):
                masks[cell] |= np.uint32(1 << rng.randrange(BOARD.size))
        assert (swept(masks) & bits == bits).all()
