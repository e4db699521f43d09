"""Sums that follow from two others: nothing that they tell is wrong, and they tell something."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sums_of_programs import SMALL, longest_sum

from lowbit import Puzzle, count_solutions, count_solutions_many, solutions
from lowbit.constraints import LittleKiller, Sum
from support import seeded

if TYPE_CHECKING:
    from random import Random

    from lowbit.constraints import Constraint


def sums_of(rng: Random, grid: list[int]) -> list[Constraint]:
    """Return two sums that no cell is in twice, low ones or high ones, as in a grid or one off."""
    sign = rng.choice((1, -1))
    cells = sorted(range(16), key=lambda cell: sign * grid[cell] + 2 * rng.random())
    chosen = cells[: rng.randint(8, 11)]
    return [
        Sum(tuple(part), sum(grid[cell] for cell in part) - rng.choice((0, 0, sign)))
        for part in (chosen[::2], chosen[1::2])
    ]


def test_no_grid_is_lost() -> None:
    rng = seeded("unions")
    grids = [list(grid) for grid in solutions("." * 16, geometry=SMALL)]
    all_sums = [sums_of(rng, rng.choice(grids)) for _ in range(400)]
    numbers = [
        sum(all(each.holds(grid, SMALL) for each in sums) for grid in grids) for sums in all_sums
    ]
    puzzles = [Puzzle("." * 16, sums, geometry=SMALL) for sums in all_sums]
    assert count_solutions_many(puzzles).array.tolist() == numbers
    pairs = zip(all_sums, numbers, strict=True)
    united = [number for sums, number in pairs if longest_sum(sums) > 6]
    assert len(united) > 100
    assert 0 in united
    assert any(united)


def test_diagonals_that_are_low_alone_are_too_low_together() -> None:
    """Eight cells may add up to 11 on each; in three boxes they lie four and four."""
    upper, lower = (tuple(range(first, last, 10)) for first, last in ((1, 80), (9, 81)))
    assert len(upper) == len(lower) == 8
    clues = [LittleKiller(upper, 16), LittleKiller(lower, 17)]
    assert count_solutions(Puzzle("." * 81, clues), max_nodes=1) == 0
    for clue in clues:
        assert count_solutions(Puzzle("." * 81, [clue]), limit=1) == 1
