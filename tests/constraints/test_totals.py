"""Sums that follow from houses: nothing that they tell is wrong, and they tell something."""

from __future__ import annotations

from array import array
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
import pytest
from sums_of_programs import SMALL, longest_sum

from lowbit import Puzzle, count_solutions, count_solutions_many, read_puzzle, solutions
from lowbit.constraints import Sum
from lowbit.kernels.variants.programs import program
from lowbit.kernels.variants.programs.encoding import encoded_puzzle
from lowbit.kernels.variants.programs.totals import SHORT
from support import seeded

if TYPE_CHECKING:
    from random import Random

    from numpy.typing import NDArray

    from lowbit.constraints import Constraint


def sums_of(rng: Random, grid: list[int]) -> list[Constraint]:
    """Return sums of two cells, which leave low cells of some rows open, or high ones.

    A sum may stick out of these rows; all are as in a grid, but some are one off.
    """
    sign, n_rows = rng.choice((1, -1)), rng.choice((2, 3))
    cells = sorted(range(4 * n_rows), key=lambda cell: sign * grid[cell] + rng.random())
    n_open = rng.choice((SHORT + 1, SHORT + 2, SHORT + 3))
    covered = cells[n_open:] + rng.sample(range(4 * n_rows, 16), rng.choice((0, 0, 1)))
    pairs = zip(covered[::2], covered[1::2], strict=False)
    return [
        Sum((one, other), grid[one] + grid[other] - rng.choice((0, 0, 0, sign)))
        for one, other in pairs
    ]


def test_no_grid_is_lost() -> None:
    rng = seeded("totals")
    grids = [list(grid) for grid in solutions("." * 16, geometry=SMALL)]
    all_sums = [sums_of(rng, rng.choice(grids)) for _ in range(400)]
    numbers = [
        sum(all(each.holds(grid, SMALL) for each in sums) for grid in grids) for sums in all_sums
    ]
    puzzles = [Puzzle("." * 16, sums, geometry=SMALL) for sums in all_sums]
    assert count_solutions_many(puzzles).array.tolist() == numbers
    derived = [
        number for sums, number in zip(all_sums, numbers, strict=True) if longest_sum(sums) > SHORT
    ]
    assert len(derived) > 40
    assert 0 in derived
    assert any(derived)


def test_cells_that_sums_leave_open_in_two_rows_are_as_high_as_can_be() -> None:
    """Four sums across boxes leave 39 to six cells of a box, which no digit below 4 is among."""
    threes = [(3, 6, 12), (4, 7, 16), (5, 13, 17), (8, 14, 15)]
    sums = [Sum(cells, total) for cells, total in zip(threes, (13, 13, 13, 12), strict=True)]
    puzzle = Puzzle("." * 18 + "9" + "." * 62, sums)
    assert count_solutions(puzzle, max_nodes=1) == 0


def full_of(held: int, n: int, dtype: type[np.int64]) -> NDArray[np.int64]:
    """Return memory that held a number everywhere."""
    return np.full(n, held, dtype)


@pytest.mark.parametrize("text", [".Shape~4x4.Cage~3~R1C1~R1C2", ".Cage~20~R1C1~R1C2~R1C3~R2C1"])
def test_programs_do_not_depend_on_what_memory_held(
    text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    puzzle = read_puzzle(text)
    encoded = array("q", encoded_puzzle(puzzle.geometry, puzzle.constraints))
    laid = []
    for held in (0, -1, 12_345):
        monkeypatch.setattr(np, "empty", partial(full_of, held))
        words, starts = program.programs_of([puzzle.geometry], [encoded])
        laid.append(words[: starts[-1]].tolist())
        monkeypatch.undo()
    assert laid[0] == laid[1] == laid[2]
