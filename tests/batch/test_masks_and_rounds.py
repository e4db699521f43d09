"""Masks of many cells, and rounds of searches."""

from __future__ import annotations

import numpy as np
import pytest

import lowbit
from lowbit.batch.candidates import masks_of_row
from lowbit.batch.masks import are_single, masks_of_digits
from lowbit.batch.puzzles import read_puzzles
from lowbit.geometry import CLASSIC
from lowbit.verbs.solve.rounds import LANES_TO_FILL, next_cells

PUZZLE = "6....2.4...29..78.18....9..8.9...4715.6..4....7...........2...5...7.....2..3....."


def test_the_mask_of_each_digit() -> None:
    masks = masks_of_digits(np.arange(10, dtype=np.uint8))
    assert masks.dtype == np.uint16
    assert masks.tolist() == [0, *(1 << digit for digit in range(9))]


def test_the_masks_of_one_digit() -> None:
    masks = np.arange(CLASSIC.full_mask + 1, dtype=np.uint16)
    assert are_single(masks).tolist() == [mask.bit_count() == 1 for mask in masks.tolist()]


@pytest.mark.parametrize("marked", [False, True])
def test_the_candidates_of_a_row(marked: bool) -> None:  # noqa: FBT001 - one of two forms
    grids = [lowbit.Grid("." * 81), lowbit.Grid(PUZZLE)]
    puzzles = read_puzzles(lowbit.Masks([grid.allowed for grid in grids]) if marked else grids)
    for row, grid in enumerate(grids):
        assert tuple(masks_of_row(puzzles, row).tolist()) == grid.allowed


@pytest.mark.parametrize("n", [1, 7, 64, LANES_TO_FILL, 1000])
@pytest.mark.parametrize("least", [1, 8])
def test_few_puzzles_are_asked_about_many_cells(n: int, least: int) -> None:
    is_open = np.random.default_rng(1).random((n, 81)) < 0.5
    rows, cells = next_cells(is_open, least)
    most = max(least, LANES_TO_FILL // n)
    expected = [(row, cell) for row in range(n) for cell in np.flatnonzero(is_open[row])[:most]]
    assert list(zip(rows.tolist(), cells.tolist(), strict=True)) == expected
