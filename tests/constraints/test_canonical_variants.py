"""Canonical forms of puzzles with constraints: one for all that turns and names of digits make."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from lowbit import (
    Grid,
    GridError,
    InputError,
    Masks,
    Puzzle,
    Transform,
    automorphisms,
    canonical,
    canonical_many,
    canonical_transform,
    is_isomorphic,
    isomorphism,
    shuffle,
    shuffle_many,
)
from lowbit.constraints import (
    And,
    AntiKnight,
    AntiTaxicab,
    Cage,
    Clone,
    Diagonal,
    DutchFlatmates,
    Even,
    Or,
    Sum,
    Thermometer,
    Windows,
)

if TYPE_CHECKING:
    from lowbit.constraints import Constraint

BLIND = Puzzle("12" + "." * 14, [AntiKnight(), Cage((0, 5))], geometry="4x4")
RISING = Puzzle("1" + "." * 80, [Thermometer((1, 2)), Cage((4, 5), 9)], title="T", rules="R")
TURNS = 8


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (Clone((1, 2), (5, 4)), Clone((4, 1), (2, 5))),
        (Sum((1, 2), 5, (2, -1)), Sum((2, 1), 5, (-1, 2))),
        (Or((Even((2, 1)), Cage((1, 0)))), Or((Cage((0, 1)), Even((1, 2))))),
    ],
)
def test_the_order_of_what_belongs_together(one: Constraint, other: Constraint) -> None:
    assert one.normal_form() == other.normal_form()


@pytest.mark.parametrize("puzzle", [BLIND, RISING])
def test_isomorphic_puzzles_have_one_form(puzzle: Puzzle) -> None:
    form = canonical(puzzle)
    for seed in range(12):
        other = shuffle(puzzle, seed=seed)
        assert canonical(other) == form
        there = isomorphism(puzzle, other)
        assert there is not None
        assert there(puzzle).grid == other.grid
        assert canonical(there(puzzle)) == form
    moved = canonical_transform(puzzle)(puzzle)
    assert isinstance(form, Puzzle)
    assert moved.grid == form.grid
    assert (form.title, form.rules, moved.rules) == ("", "", puzzle.rules)


def test_what_is_not_isomorphic() -> None:
    renamed = RISING.with_grid("2" + "." * 80)
    assert is_isomorphic(BLIND, BLIND.with_grid("34" + "." * 14))
    assert not is_isomorphic(RISING, renamed)
    assert not is_isomorphic(RISING, RISING.grid)
    assert not is_isomorphic(RISING, RISING.with_constraints(RISING.constraints[:1]))
    assert is_isomorphic(RISING, RISING.with_constraints([And(RISING.constraints[::-1])]))


def test_windows_off_the_centre_are_no_symmetry() -> None:
    windows = Puzzle("1" + "." * 35, [Or((Windows(), Cage((0, 1))))], geometry="6x6")
    turned = windows.with_grid("." * 35 + "1")
    assert not is_isomorphic(windows, turned)
    assert all(shuffle(windows, seed=seed).grid.givens[0] for seed in range(9))


def test_candidates_are_part_of_a_puzzle_with_constraints() -> None:
    masks = [0b0011, 0b0110, *[15] * 14]
    puzzle = Puzzle(Masks(masks), [AntiKnight()], geometry="4x4")
    assert is_isomorphic(puzzle, puzzle.with_grid(Masks([0b1001, 0b1010, *[15] * 14])))
    assert not is_isomorphic(puzzle, puzzle.with_grid(Masks([0b0011, 0b1100, *[15] * 14])))


@pytest.mark.parametrize(
    ("puzzle", "number"),
    [
        (Puzzle("." * 81, [AntiKnight()]), TURNS * 362880),
        (Puzzle("." * 81, [AntiKnight(), Thermometer((0, 1))]), 1),
        (Puzzle("." * 16, [Diagonal(), Cage((0, 15), 5)], geometry="4x4"), 4),
        (Puzzle("1..2" + "." * 12, [AntiKnight()], geometry="4x4"), 2 * 2),
        (Puzzle("." * 36, [AntiKnight()], geometry="6x6"), 4 * 720),
        (Puzzle("." * 36, [Windows()], geometry="6x6"), 720),
        (Puzzle("." * 81, [AntiTaxicab()]), TURNS),
        (Puzzle("." * 81, [DutchFlatmates()]), 2),
    ],
)
def test_automorphisms(puzzle: Puzzle, number: int) -> None:
    group = automorphisms(puzzle)
    assert group.count == number
    assert all(canonical(one(puzzle)) == canonical(puzzle) for one in group.generators)
    assert all(one(puzzle).grid == puzzle.grid for one in group.generators)
    if number < 100:
        assert len(set(group)) == number


@pytest.mark.parametrize(
    ("transform", "reason"),
    [
        (Transform.of(bands=(1, 0, 2)), "with constraints or drawings, a board can only be"),
        (Transform.of(digits=(2, 1, *range(3, 10))), "cannot be renamed: Thermometer at r1c2 r1c3"),
        (Transform.identity("4x4"), "a symmetry of 4x4, and the grid lies on 9x9"),
    ],
)
def test_symmetries_that_constraints_do_not_have(transform: Transform, reason: str) -> None:
    with pytest.raises(InputError, match=reason):
        transform(RISING)


def test_a_form_is_that_of_one_board() -> None:
    with pytest.raises(GridError, match="one puzzle lies on 4x4, the other on 9x9"):
        isomorphism(BLIND, RISING)
    with pytest.raises(GridError, match="the grid lies on 4x4, not on 9x9"):
        canonical(BLIND, geometry="9x9")


def test_batches() -> None:
    puzzles = [RISING, "no puzzle", shuffle(RISING, seed=2), BLIND, "." * 81]
    batch = canonical_many(puzzles, transforms=True)
    assert batch.summary() == {"invalid": 1, "valid": 4}
    assert batch.first_of_class.tolist() == [0, -1, 0, 3, 4]
    assert batch.automorphisms.tolist() == [1, 0, 1, automorphisms(BLIND).count, 1218998108160]
    assert batch[0].grid == canonical(RISING)
    assert batch[4].grid == Grid("." * 81)
    assert batch[3].transform == canonical_transform(BLIND)
    assert batch.to_strings()[0] == canonical(RISING).to_json()  # type: ignore[union-attr]
    assert batch.to_strings()[1] == ""
    assert batch[3:][0].grid == canonical(BLIND)


def test_shuffled_batches() -> None:
    puzzles = [RISING, "no puzzle", BLIND.to_json()]
    shuffled = shuffle_many(puzzles, seed=5).array
    assert shuffled[0] == shuffle(RISING, seed=5)
    assert shuffled[1] is None
    assert is_isomorphic(shuffled[2], BLIND)
