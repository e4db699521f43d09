"""Whole puzzles with constraints, against models for CP-SAT."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from makers import MAKERS

from lowbit import CLASSIC, Geometry, Puzzle, any_solution, count_solutions, generate_variants
from lowbit import solutions as solutions_of
from lowbit.constraints import (
    AntiKing,
    AntiKnight,
    Arrow,
    Cage,
    Difference,
    LittleKiller,
    Renban,
    Sandwich,
    Thermometer,
    Whisper,
    kropki_clues,
    unknown,
)
from support import seeded

if TYPE_CHECKING:
    from conftest import Opinion
    from lowbit.constraints import Clue, Constraint

SMALL = Geometry.parse("6x6")
KINDS = [
    "Arrow", "Between", "Cage", "Diagonal", "Difference", "Even", "Greater", "LittleKiller", "Odd",
    "PairSum", "Palindrome", "Ratio", "Renban", "Sandwich", "Sum", "Thermometer", "Whisper",
]  # fmt: skip
MOST = 100


@pytest.mark.parametrize("name", KINDS)
def test_all_solutions_of_small_puzzles(name: str, opinion: Opinion) -> None:
    """A random constraint of each kind, and givens that leave some solutions."""
    rng = seeded(name)
    for _ in range(2):
        puzzle = Puzzle("." * 36, [MAKERS[name](rng, SMALL)], geometry=SMALL)
        grid = any_solution(puzzle)
        if grid is None:
            assert opinion("solutions", puzzle, 1) == set()
            continue
        givens = [digit if rng.random() < 0.35 else 0 for digit in grid.givens]
        for cell, digit in enumerate(grid.givens):
            puzzle = puzzle.with_grid(givens)
            if count_solutions(puzzle, limit=MOST) < MOST:
                break
            givens[cell] = digit
        found = {bytes(solution.givens) for solution in solutions_of(puzzle)}
        assert found == opinion("solutions", puzzle, MOST), puzzle.constraints


WHOLE: dict[str, tuple[list[Constraint], list[Clue]]] = {
    "killer": ([], [unknown(Cage, (at, at + 1, at + 2)) for at in range(0, 81, 3)]),
    "thermometers": ([Thermometer((0, 10, 20, 30)), Thermometer((80, 79, 70, 61, 52))], []),
    "arrows": ([Arrow((40,), (41, 42, 51)), Arrow((0,), (1, 2)), Arrow((8,), (17, 26))], []),
    "chess": ([AntiKnight(), AntiKing()], []),
    "sandwich": ([], [unknown(Sandwich, tuple(range(at, at + 9))) for at in range(0, 81, 9)]),
    "little killer": ([], [unknown(LittleKiller, tuple(range(at, 81, 10))) for at in (0, 27, 45)]),
    "lines": ([Whisper((0, 1, 2, 11, 20)), Renban((40, 41, 50, 59))], []),
    "dots": ([Difference(4, 5)], kropki_clues(CLASSIC)[:60]),
}


@pytest.mark.parametrize("name", WHOLE)
def test_whole_puzzles(name: str, opinion: Opinion) -> None:
    """Puzzles with one solution, and the same without one of their givens."""
    constraints, clues = WHOLE[name]
    skeleton = Puzzle("." * 81, constraints)
    (puzzle,) = generate_variants(1, skeleton, clues, seed=1, minimal=False)
    (solution,) = solutions_of(puzzle)
    assert opinion("solutions", puzzle, 2) == {bytes(solution.givens)}
    givens = list(puzzle.grid.givens)
    givens[next(cell for cell, digit in enumerate(givens) if digit)] = 0
    fewer = puzzle.with_grid(givens)
    found = {bytes(each.givens) for each in solutions_of(fewer, limit=MOST)}
    if len(found) < MOST:
        assert found == opinion("solutions", fewer, MOST)
