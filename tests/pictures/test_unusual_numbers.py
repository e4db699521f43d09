"""Pictures say the numbers of constraints that are not the usual ones, drawn or in words."""

from __future__ import annotations

import pytest

from lowbit import Puzzle, render
from lowbit import constraints as kinds

LINE = (0, 1, 2, 3)
PAIRS: list[tuple[kinds.Constraint, kinds.Constraint]] = [
    (kinds.Whisper(LINE, 1), kinds.Whisper(LINE, 2)),
    (kinds.Lockout(LINE, 1), kinds.Lockout(LINE, 2)),
    (kinds.Modular(LINE, 2), kinds.Modular(LINE, 4)),
    (kinds.AntiQueen((1,)), kinds.AntiQueen((2,))),
    (kinds.GlobalModulus(2), kinds.GlobalModulus(4)),
    (kinds.NoSum((), (5,)), kinds.NoSum((), (6,))),
    (kinds.Difference(2, 6, 2), kinds.Difference(7, 1, 2)),
    (kinds.Ratio(2, 2, 3), kinds.Ratio(1, 3, 3)),
    (kinds.PairSum(2, 7, 5), kinds.PairSum(6, 3, 5)),
    (kinds.Greater(13, 14), kinds.Greater(12, 15)),
]


@pytest.mark.parametrize(("one", "other"), PAIRS, ids=lambda one: type(one).__name__)
def test_different_constraints_have_different_pictures(
    one: kinds.Constraint, other: kinds.Constraint
) -> None:
    first, second = (render(Puzzle("." * 16, [each], geometry="4x4")) for each in (one, other))
    assert first != second


def test_a_quadruple_that_names_a_cell_twice_is_drawn() -> None:
    assert "<svg" in render(Puzzle("." * 16, [kinds.Contains((2, 7, 3, 2), (1,))], geometry="4x4"))
