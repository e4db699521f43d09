"""The best completions of puzzles with constraints, compared with all solutions and with CP-SAT."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

import lowbit
from lowbit import Puzzle, Status
from lowbit.constraints import AntiKing, AntiKnight, Cage, Diagonal, Sum, Thermometer, Whisper
from lowbit.verbs.maximize.weights import values_of
from support import seeded

if TYPE_CHECKING:
    from random import Random

    from conftest import Opinion

CONSTRAINTS = [
    [Cage((0, 1), 4), Cage((2, 6), 5)],
    [Thermometer((0, 5, 10)), Sum((3, 6), 5)],
    [Whisper((0, 1, 4), 2)],
    [AntiKing()],
    [Diagonal()],
    [Cage((0, 1), 2)],
]

KILLER = Puzzle(
    "." * 81,
    [
        AntiKnight(),
        *(Cage((first, first + 1, first + 2), 15) for first in (0, 3, 36, 39, 72, 75)),
    ],
)


def weights_of(rng: Random) -> Any:  # noqa: ANN401 - any weights
    return rng.choice(
        [
            "uniform",
            [rng.randint(-5, 9) for _ in range(16)],
            [rng.choice((0, 0, 1)) for _ in range(16)],
            [[rng.randint(-9, 9) for _ in range(4)] for _ in range(16)],
        ]
    )


@pytest.mark.parametrize("constraints", CONSTRAINTS, ids=str)
def test_they_are_the_best_of_all_solutions(constraints: list[Any]) -> None:
    puzzle = Puzzle("." * 16, constraints, geometry="4x4")
    every = [list(found.givens) for found in lowbit.solutions(puzzle)]
    for seed in range(6):
        rng = seeded(seed)
        weights, top = weights_of(rng), rng.choice((1, 3, 500))
        values, sign = values_of(weights, puzzle.geometry), rng.choice((-1, 1))
        scored = sorted(
            (-sign * sum(values[cell][digit - 1] for cell, digit in enumerate(digits)), digits)
            for digits in every
        )
        result = lowbit.maximize(puzzle, weights, top=top, minimize=sign < 0)
        assert result.settled
        assert result.proven
        assert [-sign * score for score in result.scores] == [score for score, _ in scored[:top]]
        assert [list(found.givens) for found in result.solutions] == [
            digits for _, digits in scored[:top]
        ]
        assert {found.geometry for found in result.solutions} <= {puzzle.geometry}


def test_a_limit_leaves_a_bound() -> None:
    seen: list[Any] = []
    some = lowbit.maximize(KILLER, max_nodes=2000, progress=seen.append)
    assert some.status == Status.LIMIT_REACHED
    assert some.nodes == 2000
    assert some.score is not None
    assert some.grid is not None
    assert KILLER.is_solved_by(some.grid)
    assert some.bound is not None
    assert some.score < some.bound <= 2980
    assert lowbit.maximize(KILLER, max_nodes=0).bound == 2980


def test_few_cells_that_count() -> None:
    weights = [int(cell in {0, 10, 20, 30, 40}) for cell in range(81)]
    result = lowbit.maximize(Puzzle("." * 81, [AntiKnight(), AntiKing()]), weights)
    assert result.proven
    assert result.score == 9 + 8 + 7 + 9 + 8  # of two boxes


@pytest.mark.slow
def test_cp_sat_agrees(opinion: Opinion) -> None:
    cage, line = Cage((0, 1, 6), 9), Thermometer((35, 28, 21))
    constraints = cage, line, Whisper((12, 13, 20), 3), AntiKing()
    puzzle = Puzzle("." * 36, constraints, geometry="6x6")
    weights = [cell % 7 - 2 for cell in range(36)]
    result = lowbit.maximize(puzzle, weights)
    assert result.proven
    assert result.score == opinion("best_score", puzzle, weights)
