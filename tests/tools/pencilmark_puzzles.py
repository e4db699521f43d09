"""Random puzzles that have one solution only because candidates are left out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lowbit.grid import Grid
from lowbit.reference.search import Search

if TYPE_CHECKING:
    from random import Random

RECTANGLES = (
    "......78.123456789..3......123456789....5....123456789....56.......5...9123456789"
    "1234567891234567891234567891234567891234567.91234567891234567891...5.....2......."
    "123456789.234567891234.6789...4.6...123456789123456.89.....6.8.123456789123456789"
    "123456789123456789123456789..3.....9123456789..3......123456789123456789123456789"
    "123456789123456789123.56789123456789......7..123456789123456789123.5.789123456789"
    "123456789......78......6...1..45.......4.....12.4..7..123456789123456789123456789"
    "12345678912..5....123456789...4.......34567.9..3..6...123456789123456789123456789"
    "1234567891234567891...........4.67..12345678912345678912.456789.2.......123456789"
    "123456789123456789..3..67..12345678912345678912345678912345678.123456789...4....."
)
"""A puzzle in which HoDoKu, a player and everybody who looks at rectangles are misled, unless they
know which candidates were left out."""

FEWEST, MOST = 0.15, 0.4
"""The share of cells that are givens from the beginning."""

WITH_A_GIVEN = 0.2
"""How often a given, and no missing candidate, rules another solution out."""

MOST_ADDED = 40
"""How many candidates are tried whether the puzzle needs to leave them out."""


def pencilmark_puzzle(solution: Grid, rng: Random) -> Grid:
    """Return a puzzle of some givens, and of cells that a few candidates are left out of.

    Few solutions are left when the last ones are ruled out, most of them by an exchange of a few
    cells. So the puzzle is full of rectangles and loops that only a missing candidate decides.
    """
    board = solution.geometry
    share = rng.uniform(FEWEST, MOST)
    masks = [mask if rng.random() < share else board.full_mask for mask in solution.allowed]
    while other := _other_solution(masks, solution):
        differing = [cell for cell in range(board.n_cells) if other[cell] != solution[cell]]
        cell = rng.choice(differing)
        if rng.random() < WITH_A_GIVEN:
            masks[cell] = solution.allowed[cell]
        else:
            masks[cell] &= ~other.allowed[cell]
    return Grid.from_masks(_widened(masks, solution, rng), board)


def _widened(masks: list[int], solution: Grid, rng: Random) -> list[int]:
    """Return a puzzle that lacks fewer candidates, and still has one solution."""
    bits = [1 << digit for digit in range(solution.geometry.size)]
    missing = [(cell, bit) for cell, mask in enumerate(masks) for bit in bits if not mask & bit]
    for cell, bit in rng.sample(missing, min(len(missing), rng.randrange(MOST_ADDED))):
        wider = [*masks[:cell], masks[cell] | bit, *masks[cell + 1 :]]
        if not _other_solution(wider, solution):
            masks = wider
    return masks


def _other_solution(masks: list[int], solution: Grid) -> Grid | None:
    found = Search(Grid.from_masks(masks, solution.geometry))
    return next((other for other in found if other != solution), None)
