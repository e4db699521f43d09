"""Symmetries: a group, of the right size, that changes nothing but the looks of a puzzle."""

from __future__ import annotations

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lowbit import (
    CLASSIC,
    N_SYMMETRIES,
    Grid,
    Transform,
    count_solutions,
)
from lowbit.grid import digits_of
from lowbit.symmetry import N_GEOMETRIC, N_RELABELLINGS

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
    assert Transform.parse(str(transform)) == transform == eval(repr(transform))  # noqa: S307
    assert pickle.loads(pickle.dumps(transform)) == transform  # noqa: S301
    assert len({transform, transform.inverse.inverse}) == 1


@pytest.mark.parametrize("puzzle", [EASY, SEVERAL, FULL, "." * 81, "11" + "." * 79])
@given(transforms)
def test_solutions_stay(puzzle: str, transform: Transform) -> None:
    changed = transform(puzzle)
    assert changed.n_clues == Grid(puzzle).n_clues
    assert count_solutions(changed, limit=50) == count_solutions(puzzle, limit=50)
