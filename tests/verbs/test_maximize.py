"""maximize: the samples, brute force, other boards, weights, and what a limit leaves."""

from __future__ import annotations

import itertools
import time
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lowbit import CLASSIC, PYRAMID, Geometry, Grid, ScoreResult, maximize, solutions
from lowbit.errors import InputError
from lowbit.houses import House
from lowbit.reference import budget
from lowbit.verbs.maximize import one as scoring
from lowbit.verbs.maximize.weights import values_of
from support import random_puzzle, seeded

if TYPE_CHECKING:
    from collections.abc import Sequence

    from conftest import Data

SAMPLE = """\
0 0 0 0 0 0 0 0 0
0 0 3 0 0 0 9 0 0
7 9 0 0 0 2 0 1 3
0 0 9 1 5 0 0 0 0
0 7 4 0 2 6 1 3 9
0 0 6 0 0 0 0 0 0
6 0 0 0 0 7 0 0 0
3 1 0 4 0 5 7 9 6
0 0 7 0 0 1 0 4 0
"""
CLASHING = "66" + "." * 79
NONE = "536...8.4........7.7.....13.68..4...7...8...5...97......95..7..3....1.8.....4.539"
SEVERAL = "..3..2.6.1.....2.......1.5.96.......8..3...7.....2....2.5..7.8139...........9...5"
FOUR = Geometry.parse("4x4")


def score(grid: Grid, weights: Sequence[int]) -> int:
    return sum(weight * digit for weight, digit in zip(weights, grid, strict=True))


def brute_force(puzzle: Grid, weights: Sequence[int]) -> int | None:
    return max((score(found, weights) for found in solutions(puzzle)), default=None)


def test_the_pyramid() -> None:
    rows = [PYRAMID[start : start + 9] for start in range(0, 81, 9)]
    assert rows[0] == rows[8] == (6,) * 9
    assert rows[4] == (6, 7, 8, 9, 10, 9, 8, 7, 6)
    assert [PYRAMID.count(weight) for weight in (6, 7, 8, 9, 10)] == [32, 24, 16, 8, 1]


def test_the_sample() -> None:
    result = maximize(SAMPLE)
    assert (result.score, result.bound, result.proven) == (2864, 2864, True)
    assert result.grid is not None
    assert result.grid.is_solution_of(Grid(SAMPLE))
    assert score(result.grid, PYRAMID) == 2864


@pytest.mark.parametrize(("sample", "expected"), [(1, 2829), (2, 2852)])
def test_the_judge_samples(data: Data, sample: int, expected: int) -> None:
    path = data(f"judge/noip2009_P1074_sample{sample}.in")
    result = maximize(path.read_text(encoding="utf-8"))
    assert (result.score, result.proven) == (expected, True)


@pytest.mark.parametrize("puzzle", [CLASHING, NONE])
@pytest.mark.parametrize("weights", [PYRAMID, [-1] * 81])
def test_no_completion(puzzle: str, weights: Sequence[int]) -> None:
    result = maximize(puzzle, weights)
    assert (result.score, result.grid, result.bound, result.proven) == (None, None, None, True)


def test_equal_weights_give_every_completion_the_same_score() -> None:
    result = maximize("." * 81, [1] * 81)
    assert (result.score, result.proven) == (405, True)


def weights_for(board: Geometry) -> st.SearchStrategy[list[int]]:
    return st.lists(st.integers(-30, 30), min_size=board.n_cells, max_size=board.n_cells)


@pytest.mark.slow
@given(st.sampled_from(["4x4", "6x6", "9x9", "9x9+diagonals"]), st.integers(0, 9), st.data())
def test_maximize_is_brute_force(spec: str, seed: int, draw: st.DataObject) -> None:
    puzzle = random_puzzle(spec, draw.draw(st.sampled_from(["several", "restricted"])), seed)
    weights = draw.draw(weights_for(puzzle.geometry))
    result = maximize(puzzle, weights)
    assert result.score == result.bound == brute_force(puzzle, weights)
    assert result.grid is not None
    assert result.grid.is_solution_of(puzzle)
    assert score(result.grid, weights) == result.score


@given(st.sampled_from(["4x4", "6x6"]), st.integers(0, 9), st.integers(1, 300), st.data())
def test_the_k_best_are_those_of_brute_force(
    spec: str, seed: int, k: int, draw: st.DataObject
) -> None:
    board = Geometry.parse(spec)
    puzzle = random_puzzle(spec, "several", seed) if spec != "4x4" else Grid("." * 16, board)
    few = st.lists(st.integers(-1, 1), min_size=board.n_cells, max_size=board.n_cells)
    weights = draw.draw(st.one_of(weights_for(board), few))
    order = sorted(solutions(puzzle), key=lambda found: (-score(found, weights), found.givens))
    result = maximize(puzzle, weights, top=k)
    assert result.settled
    assert list(result.solutions) == order[:k]
    assert list(result.scores) == [score(found, weights) for found in order[:k]]


@pytest.mark.slow
@given(weights_for(FOUR))
def test_maximize_an_empty_board(weights: list[int]) -> None:
    empty = Grid("." * 16, FOUR)
    assert maximize(empty, weights).score == brute_force(empty, weights)


ROWS = [House("row", i, tuple(range(4 * i, 4 * i + 4))) for i in range(4)]


@pytest.mark.parametrize(
    "board",
    [
        Geometry(4, ROWS),
        Geometry(4, ROWS[:2]),
        Geometry(4, [House("diagonal", 0, (0, 5, 10, 15))]),
        Geometry(4, [House("row", 0, (0, 1, 2, 3)), House("row", 0, (0, 1, 2, 3)), *ROWS[2:]]),
    ],
    ids=["rows", "two rows", "diagonal", "a row twice"],
)
def test_boards_that_no_kind_of_house_shares_out(board: Geometry) -> None:
    puzzle = Grid("12.. .... .2.. 1234" if len(board.houses) > 1 else "1234 1234 12.. 123.", board)
    rng = seeded("few houses")
    weights = [rng.randint(-9, 9) for _ in range(16)]
    assert maximize(puzzle, weights).score == brute_force(puzzle, weights)


@cache
def solutions_of_several() -> list[Grid]:
    return list(solutions(SEVERAL))


@given(st.integers(0, 60), weights_for(Geometry.parse("9x9")))
def test_a_limit_leaves_a_sound_bound(max_nodes: int, weights: list[int]) -> None:
    best = max(score(found, weights) for found in solutions_of_several())
    result = maximize(SEVERAL, weights, max_nodes=max_nodes)
    assert result.bound is not None
    assert result.nodes <= max_nodes
    assert result.bound >= best >= (best if result.score is None else result.score)
    assert result.proven == (result.score == result.bound)


def test_a_limit_before_the_first_completion() -> None:
    result = maximize("." * 81, max_nodes=0)
    assert (result.score, result.grid, result.proven, result.nodes) == (None, None, False, 0)
    assert result.bound is not None
    assert result.bound >= 2906


@pytest.fixture
def ticking(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let time pass by a millisecond whenever somebody looks at the clock."""
    ticks = itertools.count()

    def tick() -> float:
        return next(ticks) / 1000

    monkeypatch.setattr(time, "monotonic", tick)
    for module in (budget, scoring):
        monkeypatch.setattr(module, "monotonic", tick)


@pytest.mark.usefixtures("ticking")
def test_a_time_limit_gives_the_best_so_far() -> None:
    board = Geometry.parse("16x16")  # the reference alone would take for ever
    result = maximize("." * 256, range(256), geometry=board, time_limit=0.3)
    assert result.score is not None
    assert result.bound is not None
    assert result.score < result.bound
    assert not result.proven
    assert not result.settled
    assert result.nodes > 0


@pytest.mark.usefixtures("ticking")
def test_progress_shows_what_is_known() -> None:
    seen: list[ScoreResult] = []
    result = maximize(
        "." * 256,
        range(256),
        geometry=Geometry.parse("16x16"),
        time_limit=0.5,
        progress=seen.append,
    )
    assert seen
    assert all(not early.settled for early in seen)
    bounds = [early.bound for early in (*seen, result) if early.bound is not None]
    assert bounds == sorted(bounds, reverse=True)


@pytest.mark.parametrize("seed", range(3))
def test_a_bound_that_was_reported_is_never_taken_back(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever searches: a limit lets the reference begin, and the engine goes on."""
    monkeypatch.setattr(scoring, "SECONDS_BETWEEN_REPORTS", 0)
    seen: list[ScoreResult] = []
    weights = np.random.default_rng(seed).integers(0, 1000, 81)
    result = maximize("." * 81, weights, time_limit=1200, progress=seen.append)
    bounds = [early.bound for early in (*seen, result) if early.bound is not None]
    assert bounds == sorted(bounds, reverse=True)


def test_the_same_puzzle_gives_the_same_result() -> None:
    assert maximize(SEVERAL) == maximize(SEVERAL)


@pytest.mark.parametrize(
    "weights",
    [
        pytest.param([list(PYRAMID[start : start + 9]) for start in range(0, 81, 9)], id="rows"),
        pytest.param(np.array(PYRAMID), id="array"),
        pytest.param(np.array(PYRAMID, dtype=np.int8).reshape(9, 9), id="square array"),
        pytest.param(iter(PYRAMID), id="iterator"),
    ],
)
def test_weights_come_flat_or_in_rows(weights: Any) -> None:  # noqa: ANN401 - of many types
    assert maximize(SAMPLE, weights).score == 2864


@pytest.mark.parametrize(("lowest", "expected"), [(False, 2864), (True, 2841)])
@pytest.mark.parametrize(
    "weights",
    [
        pytest.param("pyramid", id="name"),
        pytest.param([float(weight) for weight in PYRAMID], id="floats"),
        pytest.param([[w * d for d in range(1, 10)] for w in PYRAMID], id="cell and digit"),
        pytest.param(np.outer(PYRAMID, np.arange(1, 10)).astype(float), id="array of those"),
    ],
)
def test_weights_of_any_kind(weights: Any, lowest: bool, expected: int) -> None:  # noqa: ANN401, FBT001 - parameters
    result = maximize(SAMPLE, weights, lowest=lowest)
    assert (result.score, result.bound) == (expected, expected)


def test_a_digit_may_be_worth_anything_in_a_cell() -> None:
    values = [[0] * 9 for _ in range(81)]
    values[0][6] = 1
    result = maximize("." * 81, values)
    assert result.grid is not None
    assert (result.score, result.grid[0]) == (1, 7)


@pytest.mark.parametrize(
    ("weights", "message"),
    [
        ([1] * 80, "weights must be 81 numbers, 9 rows of 9, or 81 rows of 9 .* are 80 numbers"),
        ([], "these are 0 numbers"),
        ([[1] * 9] * 8, "these are 8 rows of 9"),
        ([[1] * 8] * 9, "these are 9 rows of 8"),
        ([[1] * 9] * 8 + [[1]], "these are 9 rows of different lengths"),
        ([[1] * 9] * 8 + [1], "these are 9 rows of different lengths"),
        ([1.5] * 81, "weights must be whole numbers, and 1.5 is not; scale them all, say by 10"),
        ([float("nan")] * 81, "weights must be whole numbers, not nan"),
        ([float("inf")] * 81, "weights must be whole numbers, not inf"),
        ([None] * 81, "weights must be whole numbers, not None"),
        (["1"] * 81, "weights must be whole numbers, not '1'"),
        ("pyramide", "unknown weights 'pyramide'; choose from pyramid, uniform"),
        (7, "weights must be numbers, not int"),
        ([2**50] + [0] * 80, "the weights are too large: a score could reach 10133099161583616"),
        (np.full((3, 3, 9), 1), "weights must be whole numbers, not"),
    ],
)
def test_what_are_no_weights(weights: Any, message: str) -> None:  # noqa: ANN401 - of many types
    with pytest.raises(InputError, match=message):
        maximize(SAMPLE, weights)


def test_the_largest_weights_are_exact() -> None:
    largest = [2**50 // 81 // 9] * 81
    assert maximize("." * 81, largest).score == 405 * largest[0]


@pytest.mark.parametrize("top", [0, -1, 1.5, None, "1"])
def test_top_is_a_number_of_completions(top: Any) -> None:  # noqa: ANN401 - of many types
    with pytest.raises(InputError, match=r"top must be (1 or more|a whole number), not"):
        maximize(SAMPLE, top=top)


def test_the_pyramid_rises_by_one_a_ring() -> None:
    four = [6, 6, 6, 6, 6, 7, 7, 6, 6, 7, 7, 6, 6, 6, 6, 6]
    assert maximize("." * 16, geometry=FOUR).score == maximize("." * 16, four, geometry=FOUR).score
    wide = values_of("pyramid", Geometry.parse("6x8~0-7"))
    assert [of_cell[1] for of_cell in wide[8:16]] == [6, *[7] * 6, 6]
    assert values_of("pyramid", CLASSIC) == values_of(list(PYRAMID), CLASSIC)


def test_weights_fit_the_board() -> None:
    with pytest.raises(InputError, match=r"those of a rectangle: give 369 numbers, or 'uniform'"):
        maximize("." * 369, geometry="samurai")
    with pytest.raises(InputError, match="weights must be 16 numbers, 4 rows of 4"):
        maximize("." * 16, [1] * 15, geometry=FOUR)
    assert maximize("." * 16, [1] * 16, geometry=FOUR).score == 40
    assert maximize("." * 16, "uniform", geometry=FOUR).score == 40


def test_a_result_is_proven_where_its_bound_is_met() -> None:
    grid = Grid("." * 81)
    assert ScoreResult((5,), (grid,), 5, 1, settled=True).proven
    assert ScoreResult((5,), (grid,), 5, 1, settled=False).proven
    assert ScoreResult((), (), None, 1, settled=True).proven
    assert not ScoreResult((), (), None, 0, settled=False).proven
    assert not ScoreResult((5,), (grid,), 6, 1, settled=False).proven
    assert not ScoreResult((), (), 6, 1, settled=False).proven
