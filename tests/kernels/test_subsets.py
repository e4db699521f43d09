"""Random subsets of grids: whatever is left out misses a swap, and nothing else is."""

from __future__ import annotations

from functools import partial
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

import lowbit
from lowbit.geometry import CLASSIC
from lowbit.kernels.classic.making.chutes import chutes
from lowbit.kernels.classic.making.subsets import (
    LARGEST,
    DrawnSubsets,
    Sieve,
    SubsetDrawing,
    draw_orders,
    draw_subsets,
    new_sieve,
    new_subsets,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

SEED = 3


def drawn(size: int, n_subsets: int, first: int, end: int) -> tuple[Sieve, DrawnSubsets]:
    sieve, room = new_sieve(), new_subsets(n_subsets * (end - first))
    drawing = SubsetDrawing(np.uint64(SEED), n_subsets, size)
    n = draw_subsets(chutes(), sieve, drawing, room, first, end)
    return sieve, room.rows(slice(n))


def parts(cells: list[int], are_tied: Callable[[int, int], bool]) -> Iterator[set[int]]:
    """Yield the cells in the sets that ties connect."""
    left = set(cells)
    while left:
        part, ahead = set(), {left.pop()}
        while ahead:
            part |= ahead
            ahead = {cell for cell in left if any(are_tied(cell, other) for other in ahead)}
            left -= ahead
        yield part


def same(grid: list[int], across: int, cell: int, other: int) -> bool:
    """Return whether two cells have one digit, or one place in their lines."""
    return grid[cell] == grid[other] or (cell // across - other // across) % 9 == 0


def swaps(grid: list[int]) -> list[set[int]]:
    """Return the sets of cells in which two digits, rows or columns change places."""
    found: list[set[int]] = []
    for pair in combinations(range(1, 10), 2):
        cells = [cell for cell in range(81) if grid[cell] in pair]
        found += parts(cells, lambda one, other: other in CLASSIC.peers[one])
    for step, across in ((9, 1), (1, 9)):
        tie = partial(same, grid, across)
        for one, other in combinations(range(9), 2):
            if one // 3 == other // 3:
                cells = [step * line + across * at for line in (one, other) for at in range(9)]
                found += parts(cells, tie)
    return found


def test_a_subset_is_left_out_just_if_it_misses_a_small_swap() -> None:
    kept = []
    for number, grid in enumerate(lowbit.random_grids(8, seed=SEED).array):
        small = [swap for swap in swaps(grid.tolist()) if len(swap) <= LARGEST]
        for size in (24, *range(30, 48)):
            sieve, found = drawn(size, 1, number, number + 1)
            subset = set(sieve.order[:size].tolist())
            is_kept = all(swap & subset for swap in small)
            assert len(found.items) == is_kept
            kept.append(is_kept)
    assert 20 < sum(kept) < len(kept) - 20


def test_a_subset_is_written_with_its_digits_its_order_and_its_grid() -> None:
    _, found = drawn(36, 20, 5, 9)
    grids = lowbit.random_grids(9, seed=SEED).array
    assert set(found.items // 20) == {5, 6, 7, 8}
    for puzzle, order, number in zip(*found, strict=True):
        cells = order[:36].tolist()
        assert sorted(cells) == np.flatnonzero(puzzle).tolist()
        assert (puzzle[cells] == grids[number // 20][cells]).all()


def test_a_grid_has_the_same_subsets_whatever_was_drawn_before() -> None:
    _, alone = drawn(36, 20, 6, 7)
    _, others = drawn(36, 20, 5, 9)
    rows = others.items // 20 == 6
    assert (others.items[rows] == alone.items).all()
    assert (others.puzzles[rows] == alone.puzzles).all()
    assert (others.orders[rows, :36] == alone.orders[:, :36]).all()


def test_every_cell_comes_as_often_in_every_place() -> None:
    _, found = drawn(81, 500, 0, 40)  # all cells: none is left out
    assert len(found.items) == 500 * 40
    counts = np.array([np.bincount(found.orders[:, place], minlength=81) for place in range(81)])
    expected = 500 * 40 / 81
    chi_squared = float(((counts - expected) ** 2 / expected).sum())
    assert abs(chi_squared - 80 * 80) < 4 * (2 * 80 * 80) ** 0.5


def ordered(
    subsets: DrawnSubsets, needed: NDArray[np.bool_], n_orders: int, first: int, end: int
) -> DrawnSubsets:
    room = new_subsets(n_orders * (end - first))
    drawing = SubsetDrawing(np.uint64(SEED), n_orders, 32)
    scratch = np.zeros(1, np.uint64), np.zeros(81, np.int64)
    n = draw_orders(*scratch, drawing, subsets, needed, room, first, end)
    return room.rows(slice(n))


def test_orders_are_those_whose_last_cell_can_go() -> None:
    _, subsets = drawn(32, 40, 0, 4)
    needed = np.zeros((len(subsets.items), 81), np.bool_)
    needed[:, ::2] = True
    needed[0] = True  # minimal: none can go
    found = ordered(subsets, needed, 200, 0, 4)
    assert (np.bincount(found.items) > 0).all()
    for puzzle, order, row in zip(*found, strict=True):
        cells = order[:32].tolist()
        assert sorted(cells) == sorted(subsets.orders[row, :32].tolist())
        assert (puzzle == subsets.puzzles[row]).all()
        assert needed[row, cells[-1]] == (row == 0)
    shares = np.bincount(found.items) / 200
    expected = [1, *((subsets.orders[1:4, :32] % 2 == 1).mean(axis=1))]
    assert np.abs(shares - expected).max() < 4 * (0.25 / 200) ** 0.5
    alone = ordered(subsets, needed, 200, 2, 3)
    assert (alone.orders[:, :32] == found.orders[found.items == 2, :32]).all()


def test_every_cell_comes_as_often_in_every_place_of_an_order() -> None:
    _, subsets = drawn(32, 40, 0, 1)
    found = ordered(subsets, np.ones((len(subsets.items), 81), np.bool_), 8000, 0, 1)
    places = np.argsort(subsets.orders[0, :32])
    ranks = places[np.searchsorted(np.sort(subsets.orders[0, :32]), found.orders[:, :32])]
    counts = np.array([np.bincount(ranks[:, place], minlength=32) for place in range(32)])
    chi_squared = float(((counts - 250) ** 2 / 250).sum())
    assert abs(chi_squared - 31 * 31) < 4 * (2 * 31 * 31) ** 0.5
