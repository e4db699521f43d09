"""Symmetries: a group, of the right size, that changes nothing but the looks of a puzzle."""

from __future__ import annotations

import pickle
from itertools import permutations, product
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lowbit import (
    CLASSIC,
    N_SYMMETRIES,
    Geometry,
    Grid,
    GridError,
    InputError,
    Puzzle,
    Transform,
    count_solutions,
    is_unique,
    shuffle,
)
from lowbit.classic_symmetry import N_GEOMETRIC, N_RELABELLINGS
from lowbit.grid import digits_of
from support import assert_even

if TYPE_CHECKING:
    from collections.abc import Callable

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SEVERAL = "." * 9 + EASY[9:]
FULL = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
IDENTITY = Transform.identity()

transforms = st.integers(0, N_SYMMETRIES - 1).map(Transform.numbered)
masks = st.integers(0, CLASSIC.full_mask)
grids = st.lists(masks, min_size=81, max_size=81).map(Grid.from_masks)


def test_there_are_as_many_as_the_parts_allow() -> None:
    assert N_GEOMETRIC == 2 * 6**8 == 3_359_232
    assert N_RELABELLINGS == 362_880
    assert N_SYMMETRIES == 1_218_998_108_160


@given(transforms, transforms, transforms)
def test_composing_is_associative(a: Transform, b: Transform, c: Transform) -> None:
    assert a.then(b).then(c) == a.then(b.then(c))


@given(transforms)
def test_the_identity_changes_nothing_and_the_inverse_undoes(a: Transform) -> None:
    assert a.then(IDENTITY) == a == IDENTITY.then(a)
    assert a.then(a.inverse) == IDENTITY == a.inverse.then(a)


@given(transforms, transforms, grids)
def test_composed_symmetries_do_one_after_the_other(a: Transform, b: Transform, grid: Grid) -> None:
    assert a.then(b)(grid) == b(a(grid))


@given(transforms, grids)
def test_each_cell_gets_what_the_definition_says(a: Transform, grid: Grid) -> None:
    for cell, mask in enumerate(a(grid).allowed):
        expected = {a.digits[digit - 1] for digit in digits_of(grid.allowed[a.cells[cell]])}
        assert set(digits_of(mask)) == expected


@given(st.integers(0, N_SYMMETRIES - 1))
def test_numbers_parts_and_text_lead_back(number: int) -> None:
    transform = Transform.numbered(number)
    assert transform.number == number
    assert Transform.of(**transform.parts._asdict()) == transform
    assert Transform.parse(str(transform)) == transform == eval(repr(transform))  # noqa: S307 - its own `repr`
    assert pickle.loads(pickle.dumps(transform)) == transform  # noqa: S301 - our own bytes
    assert len({transform, transform.inverse.inverse}) == 1


@pytest.mark.parametrize("puzzle", [EASY, SEVERAL, FULL, "." * 81, "11" + "." * 79])
@given(transforms)
def test_solutions_stay(puzzle: str, transform: Transform) -> None:
    changed = transform(puzzle)
    assert changed.n_clues == Grid(puzzle).n_clues
    assert count_solutions(changed, limit=50) == count_solutions(puzzle, limit=50)


def test_all_parts_make_different_symmetries() -> None:
    """2 * 1296 * 1296: transposed or not, each order of the rows, each order of the columns."""
    three = list(permutations(range(3)))
    choices = [(chutes, lines) for chutes in three for lines in product(three, repeat=3)]
    by_rows = {Transform.of(bands=bands, rows=rows).cells for bands, rows in choices}
    by_columns = {Transform.of(stacks=stacks, columns=lines).cells for stacks, lines in choices}
    assert len(by_rows) == len(by_columns) == 1296
    assert by_rows & by_columns == {IDENTITY.cells}
    # What moves rows alone keeps each column; so all products differ, and no transposition.
    assert all(cells[cell] % 9 == cell % 9 for cells in by_rows for cell in range(81))
    assert all(cells[cell] // 9 == cell // 9 for cells in by_columns for cell in range(81))
    assert 2 * len(by_rows) * len(by_columns) == N_GEOMETRIC


@given(st.sets(st.integers(0, N_GEOMETRIC - 1), min_size=50, max_size=50))
@settings(max_examples=10)
def test_symmetries_of_different_numbers_differ(numbers: set[int]) -> None:
    assert len({Transform.numbered(number).cells for number in numbers}) == 50


def test_parts_apply_in_the_order_that_is_said() -> None:
    bands, stacks, digits = (1, 2, 0), (2, 0, 1), (2, 3, 4, 5, 6, 7, 8, 9, 1)
    rows, columns = ((0, 2, 1), (1, 0, 2), (2, 1, 0)), ((1, 2, 0),) * 3
    at_once = Transform.of(
        transpose=True, bands=bands, stacks=stacks, rows=rows, columns=columns, digits=digits
    )
    transposed = Transform.of(transpose=True)
    chutes_moved = Transform.of(bands=bands, stacks=stacks)
    lines_moved = Transform.of(rows=rows, columns=columns)
    step_by_step = transposed.then(chutes_moved).then(lines_moved)
    assert step_by_step.then(Transform.of(digits=digits)) == at_once
    assert at_once.parts == (True, bands, stacks, rows, columns, digits)
    assert transposed(EASY).givens == bytes(Grid(EASY)[9 * (i % 9) + i // 9] for i in range(81))
    # The old band 1 comes to stand on top, and of it the old row 2 first.
    assert Transform.of(bands=bands, rows=((2, 1, 0),) * 3).cells[:3] == (45, 46, 47)


@pytest.mark.parametrize(
    "make",
    [
        lambda: Transform(tuple(range(80))),
        lambda: Transform((1, 1, *range(2, 81))),
        lambda: Transform((1, 0, *range(2, 81))),
        lambda: Transform(tuple(range(18, 27)) + tuple(range(9, 18)) + tuple(range(9)) * 7),
        lambda: Transform((*range(27, 36), *range(9, 27), *range(9), *range(36, 81))),
        lambda: Transform(IDENTITY.cells, (1, 2, 3, 4, 5, 6, 7, 8, 8)),
        lambda: Transform(IDENTITY.cells, tuple(range(9))),
        lambda: Transform.of(bands=(0, 1)),
        lambda: Transform.of(stacks=(0, 1, 3)),
        lambda: Transform.of(rows=((0, 1, 2),) * 2),
        lambda: Transform.of(columns=((0, 1, 2), (0, 1, 2), (0, 0, 1))),
        lambda: Transform.of(digits=(1, 2, 3)),
        lambda: Transform.numbered(-1),
        lambda: Transform.numbered(N_SYMMETRIES),
        lambda: Transform.random(-1),
        lambda: Transform.random(2**64),
        lambda: Transform.parse(""),
        lambda: Transform.parse("r123456789c123456789"),
        lambda: Transform.parse("r423156789c123456789d123456789"),
        lambda: Transform.parse("r113456789c123456789d123456789"),
    ],
)
def test_what_is_no_symmetry_is_turned_away(make: Callable[[], Transform]) -> None:
    with pytest.raises(InputError):
        make()


def test_a_message_says_what_is_wrong() -> None:
    with pytest.raises(InputError, match="what comes into box 1 was in no house before"):
        Transform((*range(27, 36), *range(9, 27), *range(9), *range(36, 81)))
    with pytest.raises(InputError, match="the bands must name each of 0 to 2 once, not"):
        Transform.of(bands=(1, 1, 2))


def test_only_the_classic_board_has_these_symmetries() -> None:
    for board in ("4x4", "9x9+diagonals"):
        grid = Grid([0] * Geometry.parse(board).n_cells, Geometry.parse(board))
        with pytest.raises(GridError, match="a symmetry of 9x9, and the grid lies on"):
            IDENTITY(grid)
    with pytest.raises(GridError):
        IDENTITY("too short")


def test_a_puzzle_without_constraints_is_its_grid() -> None:
    grid = Grid("1" + "." * 80)
    assert shuffle(Puzzle(grid), seed=1) == shuffle(grid, seed=1)
    assert Transform.random(1)(Puzzle(grid)) == Transform.random(1)(grid)


def test_a_seed_gives_the_same_shuffle_and_none_another() -> None:
    assert shuffle(EASY, seed=5) == shuffle(EASY, seed=5) == Transform.random(5)(EASY)
    assert len({shuffle(EASY, seed=seed) for seed in range(20)}) == 20
    assert shuffle(EASY) != shuffle(EASY)
    assert is_unique(shuffle(EASY))


@pytest.mark.slow
def test_random_symmetries_are_uniform() -> None:
    """Where a cell's content comes from, what a digit becomes, and how often rows turn columns."""
    n = 6480
    drawn = [Transform.random(seed=9, row=item) for item in range(n)]
    assert_even([transform.cells[40] for transform in drawn], 81)
    assert_even([transform.digits[4] - 1 for transform in drawn], 9)
    assert_even([int(transform.parts.transpose) for transform in drawn], 2)
    assert_even([transform.number % N_GEOMETRIC * 81 // N_GEOMETRIC for transform in drawn], 81)
    assert_even([transform.number * 81 // N_SYMMETRIES for transform in drawn], 81)
