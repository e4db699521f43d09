"""The best completions of puzzles with constraints, compared with all solutions and with CP-SAT."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

import pytest

import lowbit
from lowbit import InputError, Puzzle, Status
from lowbit.constraints import (
    AntiKing,
    AntiKnight,
    Cage,
    Diagonal,
    ParityLine,
    Sum,
    Thermometer,
    Whisper,
)
from lowbit.kernels.variants.best import advance_best
from lowbit.kernels.variants.layout import N_NODES
from lowbit.verbs.maximize.weights import values_of
from support import interrupted, seeded

if TYPE_CHECKING:
    from random import Random

    from conftest import Opinion

CONSTRAINTS: list[list[Any]] = [
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
        result = lowbit.maximize(puzzle, weights, top=top, lowest=sign < 0)
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


def test_a_time_limit_holds_while_constraints_are_laid_out() -> None:
    never_laid_out = Puzzle("." * 81, [Cage((7, 8, 16, 17), 23)])
    nothing = lowbit.maximize(never_laid_out, time_limit=0)
    assert (nothing.scores, nothing.bound, nothing.nodes) == ((), None, 0)
    assert nothing.status is Status.LIMIT_REACHED


def test_each_return_to_python_comes_soon_on_large_boards_too(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A node has a bound of all candidates to work out, however few operations there are."""
    done: list[int] = []

    def advance(*arguments: Any) -> int:  # noqa: ANN401 - as the kernel
        state = advance_best(*arguments)
        done.append(int(arguments[1][N_NODES]))
        return state

    monkeypatch.setattr("lowbit.verbs.maximize.variants.advance_best", advance)
    line = ParityLine(tuple(range(625)))
    puzzle = lowbit.Puzzle("." * 625, [line], geometry="25x25")
    lowbit.maximize(puzzle, [range(25)] * 625, max_nodes=3000)
    assert all(after - before < 2000 for before, after in pairwise([0, *done]))


def test_few_cells_that_count() -> None:
    weights = [int(cell in {0, 10, 20, 30, 40}) for cell in range(81)]
    result = lowbit.maximize(Puzzle("." * 81, [AntiKnight(), AntiKing()]), weights)
    assert result.proven
    assert result.score == 9 + 8 + 7 + 9 + 8  # of two boxes


def test_a_batch_has_the_best_of_each() -> None:
    puzzles: list[Any] = [Puzzle("." * 16, each, geometry="4x4") for each in CONSTRAINTS]
    others: list[Any] = [KILLER, "11" + "." * 79, "no puzzle", ".Cage~1~R1C1~R1C77"]
    batch = [puzzles[0].to_json(), *puzzles[1:], *others]
    for threads in (1, 3):
        many = lowbit.maximize_many(batch, top=2, lowest=True, max_nodes=4000, threads=threads)
        for puzzle, found in zip([*puzzles, *others[:2]], many, strict=False):
            assert found == lowbit.maximize(puzzle, top=2, lowest=True, max_nodes=4000)
        words = [Status(status).word for status in many.status[len(puzzles) :].tolist()]
        assert words == ["limit-reached", "none", "invalid", "invalid"]
        assert many.reasons[len(many) - 1] == "'R1C77' is not a cell of this board"
    first = many[1].grid
    assert many.to_strings()[1] == (first and first.to_line())
    assert [each.scores for each in many[1:3]] == [many[1].scores, many[2].scores]


def test_a_batch_is_of_several_boards_only_where_weights_fit_them() -> None:
    batch = [".Shape~4x4.AntiKing", ".AntiKnight"]
    many = lowbit.maximize_many(batch, range(16))
    assert many[0].score == lowbit.maximize(lowbit.read_puzzle(batch[0]), range(16)).score
    assert many.reasons[1].startswith("weights must be 81 numbers")
    with pytest.raises(InputError, match="weights must be 81 numbers"):
        lowbit.maximize_many(batch, [1, 2])


def test_the_time_of_a_batch_is_limited_and_it_can_be_stopped() -> None:
    assert lowbit.maximize(KILLER, max_nodes=0).bound == 2980  # it is laid out from now on
    many = lowbit.maximize_many([KILLER] * 3, time_limit=0)
    assert many.summary() == {"limit-reached": 3}
    assert many.bounds.tolist() == [2980] * 3
    with pytest.raises(KeyboardInterrupt), interrupted(0.2):
        lowbit.maximize_many([KILLER] * 50)


@pytest.mark.slow
def test_cp_sat_agrees(opinion: Opinion) -> None:
    cage, line = Cage((0, 1, 6), 9), Thermometer((35, 28, 21))
    constraints = cage, line, Whisper((12, 13, 20), 3), AntiKing()
    puzzle = Puzzle("." * 36, constraints, geometry="6x6")
    weights = [cell % 7 - 2 for cell in range(36)]
    result = lowbit.maximize(puzzle, weights)
    assert result.proven
    assert result.score == opinion("best_score", puzzle, weights)
