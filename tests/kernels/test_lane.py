"""Each way to reach into a single lane: it moves what it should, and touches nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from blocks import Block, part
from lowbit.kernels.classic import lane as ways
from lowbit.kernels.classic.layout import ALLOWED, CELLS, N_CELLS, N_STATE
from lowbit.kernels.core import bits

if TYPE_CHECKING:
    from numpy.typing import NDArray

LANES = (0, 5, 31)
ALLOWED_ROWS = ALLOWED + np.arange(N_CELLS)
CELL_ROWS = CELLS + np.arange(N_CELLS)
STATE_ROWS = np.arange(N_STATE)


@part
def lowest(lane_set: np.uint64) -> int:
    return bits.lowest(lane_set)  # type: ignore[no-any-return]


@part
def peek(rows: Any, row: int, lane: int) -> int:
    return ways.peek(rows, row, lane)  # type: ignore[no-any-return]


@part
def poke(rows: Any, row: int, lane: int, value: int) -> None:
    ways.poke(rows, row, lane, value)


@part
def save(rows: Any, lane: int, words: Any, at: int) -> None:
    ways.save(rows, lane, words, at)


@part
def restore(rows: Any, lane: int, words: Any, at: int) -> None:
    ways.restore(rows, lane, words, at)


@part
def save_cells(rows: Any, lane: int, words: Any, at: int) -> None:
    ways.save_cells(rows, lane, words, at)


@part
def allow(rows: Any, lane: int, words: Any, at: int) -> None:
    ways.allow(rows, lane, words, at)


@part
def read_digits(rows: Any, lane: int, digits: Any, at: int) -> None:
    ways.read_digits(rows, lane, digits, at)


@part
def load(rows: Any, lane: int, cells: Any, at: int, mask_of: Any) -> int:
    return ways.load(rows, lane, cells, at, mask_of)  # type: ignore[no-any-return]


@pytest.fixture(scope="module")
def rng() -> np.random.Generator:
    return np.random.default_rng(1)


@pytest.fixture
def block(rng: np.random.Generator) -> Block:
    """Return rows that hold noise."""
    block = Block(32)
    block.words[:] = rng.integers(1 << 16, size=block.words.shape)
    return block


def test_lowest() -> None:
    for lane in range(64):
        assert lowest(np.uint64(1 << lane)) == lane
        assert lowest(np.uint64((1 << 64) - (1 << lane))) == lane


@pytest.mark.parametrize("lane", LANES)
def test_peek(block: Block, lane: int) -> None:
    before = block.words.copy()
    for row in range(len(block.words)):
        assert peek(block.rows, row, lane) == before[row, lane]
    assert (block.words == before).all()


@pytest.mark.parametrize("lane", LANES)
def test_poke(block: Block, lane: int) -> None:
    expected = block.words.copy()
    for row in (0, 7, len(block.words) - 1):
        expected[row, lane] = 0xBEEF
        poke(block.rows, row, lane, 0x5BEEF)
    assert (block.words == expected).all()


@pytest.mark.parametrize("lane", LANES)
@pytest.mark.parametrize(
    ("copy", "moved"), [(save, STATE_ROWS), (save_cells, CELL_ROWS)], ids=["state", "cells"]
)
def test_save(block: Block, lane: int, copy: Any, moved: NDArray[np.int64]) -> None:
    before, words = block.words.copy(), np.zeros(200, np.uint16)
    copy(block.rows, lane, words, 33)
    assert (block.words == before).all()
    assert (words[33 : 33 + len(moved)] == before[moved, lane]).all()
    assert not words[:33].any()
    assert not words[33 + len(moved) :].any()


@pytest.mark.parametrize("lane", LANES)
@pytest.mark.parametrize(
    ("copy", "moved"), [(restore, STATE_ROWS), (allow, ALLOWED_ROWS)], ids=["state", "allowed"]
)
def test_restore(
    block: Block, rng: np.random.Generator, lane: int, copy: Any, moved: NDArray[np.int64]
) -> None:
    expected, words = block.words.copy(), rng.integers(1 << 16, size=200).astype(np.uint16)
    before = words.copy()
    copy(block.rows, lane, words, 33)
    expected[moved, lane] = words[33 : 33 + len(moved)]
    assert (block.words == expected).all()
    assert (words == before).all()


@pytest.mark.parametrize("lane", LANES)
def test_read_digits(block: Block, rng: np.random.Generator, lane: int) -> None:
    digits = rng.integers(1, 10, size=N_CELLS)
    block.words[CELL_ROWS, lane] = 1 << digits - 1
    before, found = block.words.copy(), np.zeros(200, np.uint8)
    read_digits(block.rows, lane, found, 33)
    assert (block.words == before).all()
    assert (found[33 : 33 + N_CELLS] == digits).all()
    assert not found[:33].any()
    assert not found[33 + N_CELLS :].any()


@pytest.mark.parametrize("lane", LANES)
def test_load(block: Block, rng: np.random.Generator, lane: int) -> None:
    cells = rng.integers(256, size=200).astype(np.uint8)
    mask_of = rng.integers(1 << 15, size=256).astype(np.uint16) & 0x0F0
    expected = block.words.copy()
    union = load(block.rows, lane, cells, 33, mask_of)
    expected[ALLOWED_ROWS, lane] = mask_of[cells[33 : 33 + N_CELLS]]
    assert (block.words == expected).all()
    assert union == np.bitwise_or.reduce(expected[ALLOWED_ROWS, lane])
