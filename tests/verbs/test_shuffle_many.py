"""Batches of puzzles under symmetries: each as it would be alone, whatever the threads."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lowbit import (
    CLASSIC,
    Grid,
    InputError,
    Masks,
    Puzzle,
    Status,
    Transform,
    read_puzzle,
    shuffle,
    shuffle_many,
    solve_many,
    transform_many,
)
from support import assert_even

if TYPE_CHECKING:
    from conftest import Data

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
PUZZLES = [EASY, "." * 81, "11" + "." * 79, "123456789" * 9]
SEEDS = st.integers(0, 2**64 - 1)


@given(SEEDS)
def test_a_row_is_what_the_puzzle_alone_would_be(seed: int) -> None:
    rows = shuffle_many(PUZZLES, seed=seed).array
    assert rows.dtype == np.uint8
    for item, (row, puzzle) in enumerate(zip(rows, PUZZLES, strict=True)):
        assert Grid(row) == Transform.random(seed, item)(puzzle)
    assert Grid(rows[0]) == shuffle(EASY, seed=seed)


@given(SEEDS, st.lists(st.integers(0, CLASSIC.full_mask), min_size=81, max_size=81))
def test_masks_are_shuffled_alike(seed: int, cells: list[int]) -> None:
    masks = np.array([cells, Grid(EASY).allowed], np.uint16)
    rows = shuffle_many(Masks(masks), seed=seed).array
    assert rows.dtype == np.uint16
    for item, row in enumerate(rows.tolist()):
        assert Grid.from_masks(row) == Transform.random(seed, item)(Grid.from_masks(masks[item]))


@pytest.mark.parametrize("n", [1, 2])
def test_masks_that_are_no_puzzle_stay_so(n: int) -> None:
    """Alone, too, where there is nothing behind them that could be read instead."""
    rows = shuffle_many(Masks(np.full((n, 81), 512, np.uint16)), seed=1).array
    assert (rows == 0xFFFF).all()


def test_what_is_no_puzzle_stays_so_where_one_puzzle_is_all_there_is() -> None:
    """There are no cells behind that puzzle which could be read instead."""
    rows = shuffle_many([EASY, None], seed=1).array
    assert Grid(rows[0]) == shuffle(EASY, seed=1)
    assert (rows[1] == 255).all()


def test_a_row_depends_on_nothing_but_the_seed_and_its_number() -> None:
    n = 40_000  # more than a portion
    batch = np.tile(shuffle_many([EASY], seed=1).array, (n, 1))
    rows = shuffle_many(batch, seed=3, threads=1).array
    assert np.array_equal(rows, shuffle_many(batch, seed=3, threads=4).array)
    assert np.array_equal(rows[:100], shuffle_many(batch[:100], seed=3).array)
    assert np.array_equal(rows[-1:], transform_many(batch[:1], Transform.random(3, n - 1)).array)
    assert not np.array_equal(rows, shuffle_many(batch, seed=4).array)
    assert not np.array_equal(shuffle_many(batch[:9]).array, shuffle_many(batch[:9]).array)


def test_every_form_of_a_batch() -> None:
    expected = shuffle_many(PUZZLES, seed=1).array
    digits = np.array([list(Grid(puzzle).givens) for puzzle in PUZZLES])
    forms = [
        "\n".join(PUZZLES),
        [Grid(puzzle) for puzzle in PUZZLES],
        digits,
        digits.astype(np.uint8).reshape(-1, 9, 9),
        np.array(PUZZLES),
        np.array(PUZZLES, "S81"),
    ]
    for form in forms:
        assert np.array_equal(shuffle_many(form, seed=1).array, expected)
    pencilmarks = [Grid(puzzle).to_pencilmarks() for puzzle in PUZZLES]
    masks = shuffle_many(pencilmarks, seed=1).array
    assert [Grid.from_masks(row).givens for row in masks] == [row.tobytes() for row in expected]


def test_the_input_stays_as_it_was_and_may_be_empty() -> None:
    masks = np.array([Grid(EASY).allowed], np.uint16)
    masks.flags.writeable = False
    shuffle_many(Masks(masks), seed=1)
    assert masks[0].tolist() == list(Grid(EASY).allowed)
    batches: list[Any] = [[], "", np.zeros((0, 81), np.uint8)]
    for empty in batches:
        assert shuffle_many(empty, seed=1).array.shape == (0, 81)
        assert transform_many(empty, []).array.shape == (0, 81)


def test_the_row_of_an_invalid_puzzle_stays_invalid() -> None:
    digits = np.zeros((3, 81), np.uint8)
    digits[1, 7] = 10
    masks = np.zeros((3, 81), np.uint16)
    masks[1, 7] = 512
    batches: list[Any] = [[EASY, bad, EASY] for bad in ("no puzzle", "x" * 81, None)]
    marks = Grid(EASY).to_pencilmarks()
    batches += [digits, Masks(masks), ["", marks, marks], [marks, "", marks]]
    for batch in batches:
        for rows in (
            shuffle_many(batch, seed=1).array,
            transform_many(batch, Transform.random(1)).array,
        ):
            again: Any = Masks(rows) if rows.dtype == np.uint16 else rows
            expected = solve_many(batch).status == Status.INVALID
            assert np.array_equal(solve_many(again).status == Status.INVALID, expected)
            assert (rows[expected] == np.iinfo(rows.dtype).max).all()
            assert (rows[~expected] <= CLASSIC.full_mask).all()


def test_a_grid_on_another_board_than_the_symmetry_is_invalid() -> None:
    symmetry = Transform.random(1)
    moved, other = transform_many([EASY, Grid("." * 16, "4x4")], symmetry)
    assert (moved.answer, other.answer) == (symmetry(EASY), None)
    assert other.reason == "this puzzle lies on 4x4, not on 9x9"


def test_constraints_move_along_or_refuse() -> None:
    symmetry = Transform.of(transpose=True)
    thermometer = read_puzzle(".Thermo~R1C1~R1C2")
    moved, knights = transform_many([thermometer, ".Thermo~R1C1~R2C1"], symmetry)
    assert moved.answer == symmetry(thermometer)
    assert isinstance(knights.answer, Puzzle)
    (refused,) = transform_many([thermometer], Transform.of(digits=range(9, 0, -1)))
    assert (refused.status, refused.answer) == (Status.INVALID, None)
    assert refused.reason


def test_what_is_no_batch_is_turned_away() -> None:
    with pytest.raises(InputError):
        shuffle_many(5)  # type: ignore[arg-type]
    for seed in (-1, 2**64):
        with pytest.raises(InputError, match="a seed must be a number from 0"):
            shuffle_many([EASY], seed=seed)
    with pytest.raises(InputError, match="threads must be 1 or more"):
        shuffle_many([EASY], threads=0)
    with pytest.raises(InputError, match="2 symmetries for 1 puzzles"):
        transform_many([EASY], [Transform.identity()] * 2)


@given(st.lists(SEEDS.map(Transform.random), min_size=len(PUZZLES), max_size=len(PUZZLES)))
def test_given_symmetries_are_applied_row_by_row(transforms: list[Transform]) -> None:
    grids = [change(puzzle) for change, puzzle in zip(transforms, PUZZLES, strict=True)]
    assert list(map(Grid, transform_many(PUZZLES, transforms).array)) == grids
    masks = np.array([Grid(puzzle).allowed for puzzle in PUZZLES], np.uint16)
    assert (
        list(map(Grid.from_masks, transform_many(Masks(masks), transforms).array.tolist())) == grids
    )
    alike = transform_many(PUZZLES, transforms[0]).array
    assert list(map(Grid, alike)) == list(map(transforms[0], PUZZLES))


def test_shuffles_are_uniform() -> None:
    """Two givens in a miniline: where they go, what they become, and what they still share."""
    n = 81 * 72 * 20
    rows = shuffle_many(np.tile(np.array([1, 2] + [0] * 79, np.uint8), (n, 1)), seed=2).array
    ones, twos = (rows == rows.max(axis=1, keepdims=True)), rows > 0
    assert (twos.sum(axis=1) == 2).all()
    places = np.sort(np.argsort(~twos, axis=1, kind="stable")[:, :2], axis=1)
    first = rows[np.arange(n), places[:, 0]].astype(int)
    second = rows[np.arange(n), places[:, 1]].astype(int)
    pairs = (first - 1) * 8 + second - 1 - (second > first)
    in_a_row = places[:, 0] // 9 == places[:, 1] // 9
    assert_even(in_a_row.astype(int).tolist(), 2)
    assert_even(pairs.tolist(), 72)
    assert_even(ones.argmax(axis=1).tolist(), 81)
    minilines = np.unique(places, axis=0, return_inverse=True)[1].reshape(-1)
    assert_even((minilines * 72 + pairs).tolist(), 162 * 72)


def test_the_number_of_solutions_stays(data: Data) -> None:
    puzzles = data("sudoku17.txt").read_text(encoding="utf-8")
    assert (solve_many(shuffle_many(puzzles, seed=8).array).n_solutions == 1).all()
