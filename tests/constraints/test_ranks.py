"""Clues of ranks: many of them together, in both engines, and the texts that say them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from lowbit import (
    Geometry,
    Grid,
    Puzzle,
    count_solutions_many,
    read_puzzle,
    solutions,
    write_puzzle,
)
from lowbit.constraints import FullRank, NoEqualRanks, Or
from lowbit.constraints.ranks import lines_of
from lowbit.errors import ConstraintError, FormatError, LimitReachedError
from lowbit.kernels.variants.engine import Engine
from lowbit.reference.search import DeadEndError
from lowbit.reference.variants import VariantSearch, operations_of, propagate
from support import seeded

if TYPE_CHECKING:
    from random import Random

    from lowbit.constraints import Constraint

BOARD = Geometry.parse("4x4")
LINES = lines_of(BOARD)
ROW, COLUMN = LINES[0], LINES[8]
N_TRIED = 60


def ranks_in(grid: tuple[int, ...]) -> dict[tuple[int, ...], int]:
    """Return the rank of each line."""
    numbers = {line: tuple(grid[cell] for cell in line) for line in LINES}
    ordered = sorted(numbers.values())
    return {line: ordered.index(number) + 1 for line, number in numbers.items()}


def clues_of(rng: Random, grid: tuple[int, ...]) -> list[Constraint]:
    """Return some clues, most of which are true of a grid, in one mode of ties."""
    ranks, ties = ranks_in(grid), rng.random() < 0.5
    clues = [FullRank(line, ranks[line], ties) for line in rng.sample(LINES, rng.randint(2, 9))]
    if rng.random() < 0.2:
        clues[0] = FullRank(clues[0].cells, rng.randint(0, 17), ties)
    return [*clues, *[NoEqualRanks()] * (rng.random() < 0.2)]


def test_both_engines_count_what_clues_say_together() -> None:
    grids = [tuple(grid) for grid in solutions("." * 16, geometry=BOARD)]
    puzzles = []
    for at in range(N_TRIED):
        rng = seeded("ranks", at)
        puzzles.append(Puzzle("." * 16, clues_of(rng, rng.choice(grids)), geometry=BOARD))
    expected = [
        sum(all(one.holds(grid, BOARD) for one in puzzle.constraints) for grid in grids)
        for puzzle in puzzles
    ]
    assert [one.answer for one in count_solutions_many(puzzles)] == expected
    assert [sum(1 for _ in VariantSearch(puzzle)) for puzzle in puzzles] == expected
    assert {0, 1} < {*expected}


ONES = "1... .... .... ...1"
"""A board on which two rows and two columns begin or end with 1."""

# Rows of a board of four digits, with a dot for any; clues as lines and ranks; and what follows.
FOLLOWING = {
    "the rank tells the first digit": ("....", {ROW: 5}, "r1c1", "2"),
    "clues with one first digit are in order": (ONES, {ROW: 2, COLUMN: 3}, "r1c2", "23"),
    "the higher of them is not the lowest": (ONES, {ROW: 2, COLUMN: 3}, "r2c1", "34"),
    "there is one lower, too": (ONES, {ROW: 2, COLUMN: 4}, "r2c1", "4"),
    "the other lines come between": (ONES, {ROW: 4, COLUMN: 1}, "r1c2", "4"),
    "no line is lower than the first": (ONES, {LINES[0]: 1}, "r2c1", "34"),
    "no line is higher than the last": (ONES, {LINES[0]: 4}, "r2c1", "23"),
}


@pytest.mark.parametrize("name", FOLLOWING)
def test_both_engines_see(name: str) -> None:
    rows, ranks, cell, left = FOLLOWING[name]
    board = Puzzle(rows.replace(" ", "").ljust(16, "."), geometry=BOARD)
    clues = [FullRank(line, rank) for line, rank in ranks.items()]
    puzzle = board.with_constraints(clues)
    (at,) = BOARD.cells_named(cell)
    for digit in "1234":
        masks = [*puzzle.grid.allowed]
        masks[at] &= 1 << int(digit) - 1
        if masks[at]:
            assert is_refuted(puzzle, masks) == is_a_dead_end(puzzle, masks) == (digit not in left)


def is_a_dead_end(puzzle: Puzzle, masks: list[int]) -> bool:
    """Say whether the reference sees without a guess that there is no solution."""
    try:
        propagate(operations_of(puzzle), list(masks))
    except DeadEndError:
        return True
    return False


def is_refuted(puzzle: Puzzle, masks: list[int]) -> bool:
    """Say whether the kernel sees without a guess that there is no solution."""
    try:
        return not list(Engine(BOARD, puzzle.constraints).search(masks, max_nodes=1))
    except LimitReachedError:
        return False


def test_lines_that_must_be_the_same_are_no_solution() -> None:
    full = "1234" + "3412" + "2143" + "4321"
    tied = Puzzle(full, [FullRank(ROW, 1)], geometry=BOARD)
    masks = list(tied.grid.allowed)
    assert is_refuted(tied, masks)
    assert is_a_dead_end(tied, masks)
    assert tied.with_constraints([FullRank(ROW, 1, ties=True)]).is_solved_by(Grid(full, BOARD))


@pytest.mark.parametrize(
    ("text", "constraints"),
    [
        (".FullRank~R1~~6", [FullRank(ROW[::-1], 6)]),
        (".FullRankTies~any.FullRank~C1~6", [FullRank(COLUMN, 6, ties=True)]),
        (".FullRankTies~none.FullRank~C1~6", [NoEqualRanks(), FullRank(COLUMN, 6)]),
        (
            ".FullRankTies~any.Or.FullRank~C1~6.FullRank~R1~2.End",
            [Or((FullRank(COLUMN, 6, ties=True), FullRank(ROW, 2, ties=True)))],
        ),
    ],
)
def test_texts_say_ranks_and_their_option(text: str, constraints: list[Constraint]) -> None:
    puzzle = read_puzzle(f".Shape~4x4{text}")
    assert puzzle.constraints == tuple(constraints)
    assert write_puzzle(puzzle, "iss") == f".Shape~4x4{text}"


def test_what_cannot_be_said() -> None:
    mixed = Puzzle("." * 16, [FullRank(ROW, 6), FullRank(COLUMN, 6, ties=True)], geometry=BOARD)
    with pytest.raises(FormatError, match="in which all clues of ranks allow ties or none, cannot"):
        write_puzzle(mixed, "iss")
    strict = mixed.with_constraints([NoEqualRanks(), *mixed.constraints])
    assert read_puzzle(write_puzzle(strict, "iss")).constraints[0] == NoEqualRanks()
    with pytest.raises(ConstraintError, match="takes a whole row or column, not r1c1 r1c2"):
        Puzzle("." * 16, [FullRank((0, 1, 2), 6)], geometry=BOARD)
    for board in ("5x4:none", "4x4:free", "4x4~1-5:none"):
        with pytest.raises(ConstraintError, match="ranks need a square board"):
            Puzzle("." * Geometry.parse(board).n_cells, [NoEqualRanks()], geometry=board)
