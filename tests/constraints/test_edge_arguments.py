"""Each constraint at edge arguments: what the engines count, and what `check` says, is true."""

from __future__ import annotations

from contextlib import suppress
from itertools import product
from typing import TYPE_CHECKING

import pytest
from edges import edge

from lowbit import (
    ConstraintError,
    FormatError,
    Geometry,
    Grid,
    Masks,
    Puzzle,
    count_solutions,
    count_solutions_many,
    read_puzzle,
    solutions,
    write_puzzle,
)
from lowbit.constraints import REGISTRY, Constraint, LookAndSay, Maximum, Minimum, Or, Sum
from lowbit.reference.variants import VariantSearch
from support import seeded, slow_except

if TYPE_CHECKING:
    from random import Random

HOUSES = Geometry.parse("4x4")
FROM_ZERO = Geometry.parse("4x4", "0-9")
LOOSE = Geometry(4, HOUSES.boxes[:1])
BOXES = Geometry(4, HOUSES.boxes)
SIX = Geometry(6, Geometry.parse("6x6").boxes[:1])
IN_THREES = {"Entropic", "GlobalEntropy"}
IN_LINES = {"FullRank", "NoEqualRanks"}
QUICK = 12
"""How many constraints of each kind the quick tests try."""


@pytest.fixture(scope="module")
def full_grids() -> list[tuple[int, ...]]:
    return [tuple(grid) for grid in solutions("." * 16, geometry=HOUSES)]


def fitting(rng: Random, name: str, boards: tuple[Geometry, ...], n: int) -> list[Puzzle]:
    """Return puzzles of a constraint each that is not refused."""
    found: list[Puzzle] = []
    for _ in range(n):
        board = SIX if name in IN_THREES else HOUSES if name in IN_LINES else rng.choice(boards)
        with suppress(ConstraintError):
            found.append(Puzzle("." * board.n_cells, [edge(rng, board, name)], geometry=board))
    return found


def values_of(digits: tuple[int, ...], board: Geometry) -> list[int]:
    lowest = board.values[0]
    return [digit - 1 + lowest for digit in digits]


@pytest.mark.parametrize("n", slow_except([QUICK, 24], [QUICK]))
@pytest.mark.parametrize("name", REGISTRY)
def test_both_engines_count_what_holds(name: str, n: int) -> None:
    rng = seeded("edges", name, n)
    puzzles = fitting(rng, name, (LOOSE, BOXES), n)
    assert puzzles
    for blank in puzzles:
        board, (constraint,) = blank.geometry, blank.constraints
        digits = [rng.randint(1, board.size) for _ in range(board.n_cells)]
        cells = [*constraint.cells_on(board)]
        rng.shuffle(cells)
        masks = [1 << digit - 1 for digit in digits]
        for cell in cells[:3]:
            masks[cell] = board.full_mask
        puzzle, number = blank.with_grid(Grid(Masks(masks), board)), 0
        for filling in product(range(1, board.size + 1), repeat=len(cells[:3])):
            for cell, digit in zip(cells, filling, strict=False):
                digits[cell] = digit
            fits = all(
                len({digits[c] for c in house.cells}) == board.size for house in board.houses
            )
            number += fits and constraint.holds(values_of(tuple(digits), board), board)
        assert count_solutions(puzzle) == number, constraint
        assert sum(1 for _ in VariantSearch(puzzle)) == number, constraint


@pytest.mark.parametrize("n", slow_except([QUICK, 24], [QUICK]))
@pytest.mark.parametrize("name", [name for name in REGISTRY if name not in IN_THREES])
def test_on_whole_grids_and_through_text(
    name: str, n: int, full_grids: list[tuple[int, ...]]
) -> None:
    rng = seeded("whole", name, n)
    texts: dict[str, int] = {}
    for puzzle in fitting(rng, name, (HOUSES, FROM_ZERO), n):
        board, (constraint,) = puzzle.geometry, puzzle.constraints
        number = sum(constraint.holds(values_of(grid, board), board) for grid in full_grids)
        assert count_solutions(puzzle) == number, constraint
        assert Puzzle.from_json(puzzle.to_json()) == puzzle
        with suppress(FormatError):
            texts[write_puzzle(puzzle, "iss")] = number
    assert dict(zip(texts, count_solutions_many([*texts]).array.tolist(), strict=True)) == texts


@pytest.mark.parametrize("n", slow_except([QUICK, 24], [QUICK]))
@pytest.mark.parametrize("name", [name for name in REGISTRY if name not in IN_THREES])
def test_a_clash_of_a_partial_grid_has_no_completion(
    name: str, n: int, full_grids: list[tuple[int, ...]]
) -> None:
    rng = seeded("partial", name, n)
    for blank in fitting(rng, name, (HOUSES, FROM_ZERO), n):
        board, (constraint,) = blank.geometry, blank.constraints
        shown = rng.sample(range(16), rng.randint(0, 16))
        full = rng.choice(full_grids)
        puzzle = blank.with_grid([full[cell] if cell in shown else 0 for cell in range(16)])
        completions = [grid for grid in full_grids if all(grid[c] == full[c] for c in shown)]
        is_mended = any(constraint.holds(values_of(grid, board), board) for grid in completions)
        assert not (puzzle.clashes and is_mended), (constraint, puzzle)
        assert len(shown) < 16 or bool(puzzle.clashes) != is_mended


@pytest.mark.parametrize(
    ("constraint", "number"),
    [
        (Minimum((0,)), 72),
        (Maximum((0,)), 0),
        (Or((Minimum((0,)),)), 72),
        (Or((Minimum((0,)), Maximum((5,)))), 72),
    ],
    ids=repr,
)
def test_blank_neighbours_break_nothing(constraint: Constraint, number: int) -> None:
    puzzle = Puzzle("1" + "." * 15, [constraint], geometry="4x4")
    assert not puzzle.clashes
    assert count_solutions(puzzle) == number


CANCELLED = [
    (Sum((0, 0), 1, (1, -1)), 0),
    (Sum((0, 0), 0, (1, -1)), 288),
    (Sum((0,), 5, (0,)), 0),
    (Sum((0, 1, 0, 1), 0, (2, 1, -2, -1)), 288),
    (LookAndSay((0, 1, 4, 5), "1111"), 288),
    (LookAndSay((0, 1, 4, 5), "1121"), 0),
    (LookAndSay((0, 1, 2, 3), "111212"), 288),
]


@pytest.mark.parametrize(("constraint", "number"), CANCELLED, ids=repr)
def test_what_cancels_out_or_is_said_twice(constraint: Constraint, number: int) -> None:
    for said, expected in ((constraint, number), (Or((constraint,)), number)):
        puzzle = Puzzle("." * 16, [said], geometry="4x4")
        assert count_solutions(puzzle) == expected
        assert sum(1 for _ in VariantSearch(puzzle)) == expected


def test_texts_of_what_cancels_out() -> None:
    """The kernel that reads texts learns what an item says of some cells, for all others."""
    texts = [
        ".Shape~4x4.Sum~5~R1C1~R1C2",
        ".Shape~4x4.Sum~5~R1C1~R1C1",
        ".Shape~4x4.Sum~4~R1C1~R1C1",
        ".Shape~4x4.Sum~1_=_1_-1~R1C1~R1C1",
    ]
    assert count_solutions_many(texts).array.tolist() == [
        count_solutions(read_puzzle(text)) for text in texts
    ]
