"""The engine for one puzzle: each of its stages, against brute force and known figures."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lowbit import PYRAMID, Grid, maximize, solutions
from lowbit.limits import Limits
from lowbit.verbs.maximize.optimum import one as engine
from lowbit.verbs.maximize.optimum import tree
from lowbit.verbs.maximize.optimum.one import Outcome, best_completions
from support import random_puzzle, slow_except

if TYPE_CHECKING:
    from collections.abc import Iterator

SAMPLE = "...........3...9..79...2.13..915.....74.26139..6......6....7...31.4.5796..7..1.4."
EMPTY = "." * 81
DIGITS = np.arange(1, 10)
VALUES = np.outer(PYRAMID, DIGITS).reshape(-1)

Stages = str


@pytest.fixture(params=["all stages", "no quick look", "no quick look, many ties"])
def stages(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Stages:
    """Make the engine skip what would answer an easy puzzle."""
    if request.param != "all stages":
        monkeypatch.setattr(engine, "FEW_SWEEPS", 0)
    if request.param.endswith("many ties"):
        monkeypatch.setattr(tree, "TIES", 1)
        monkeypatch.setattr(tree, "SWEEPS", 8)
    return str(request.param)


def masks_of(puzzle: Grid | str) -> np.ndarray[tuple[int], np.dtype[np.uint16]]:
    return np.array(Grid(puzzle).allowed, np.uint16)


def final(outcomes: Iterator[Outcome]) -> Outcome:
    *_, last = outcomes
    return last


def first_givens(puzzle: str, n: int) -> str:
    givens = [cell for cell, symbol in enumerate(puzzle) if symbol != "."]
    return "".join("." if cell in givens[n:] else symbol for cell, symbol in enumerate(puzzle))


@cache
def every_solution(puzzle: Grid) -> list[Grid]:
    return list(solutions(puzzle))


def brute_force(
    puzzle: Grid, values: np.ndarray[tuple[int], np.dtype[np.int64]]
) -> list[tuple[int, bytes]]:
    scored = [
        (int(sum(values[9 * cell + digit - 1] for cell, digit in enumerate(found))), found.givens)
        for found in every_solution(puzzle)
    ]
    return sorted(scored, key=lambda found: (-found[0], found[1]))


@pytest.mark.parametrize("k", [1, 5])
@pytest.mark.parametrize("kind", ["several", "restricted"])
@pytest.mark.parametrize("largest", slow_except([0, 1, 50, 10**12], [1]))
@pytest.mark.parametrize("seed", slow_except(range(4), [0]))
def test_the_engine_is_brute_force(
    stages: Stages, k: int, kind: str, largest: int, seed: int
) -> None:
    puzzle = random_puzzle("9x9", kind, "engine", seed)
    values = np.random.default_rng(seed).integers(-largest, largest, 729, endpoint=True)
    outcome = final(best_completions(values, masks_of(puzzle), k, Limits()))
    found = [(s, g.tobytes()) for s, g in zip(outcome.scores, outcome.grids, strict=True)]
    expected = brute_force(puzzle, values)
    assert found == expected[:k]
    assert outcome.bound == expected[0][0]
    assert outcome.settled


@pytest.mark.parametrize("n", [12, 6, 0])
def test_the_sample_with_fewer_givens(n: int) -> None:
    result = maximize(first_givens(SAMPLE, n))
    assert result.score == {12: 2888, 6: 2891, 0: 2906}[n]
    assert result.proven
    assert result.settled
    assert result.grid is not None
    assert result.grid.is_solution_of(Grid(first_givens(SAMPLE, n)))


@pytest.mark.parametrize("puzzle", ["66" + "." * 79, "12345678." + "........9" + "." * 63])
@pytest.mark.parametrize("k", [1, 5])
def test_no_completion(stages: Stages, puzzle: str, k: int) -> None:
    outcome = final(best_completions(VALUES, masks_of(puzzle), k, Limits()))
    assert (outcome.scores, outcome.grids, outcome.bound) == ([], [], None)
    assert outcome.settled


def test_of_equal_scores_the_smallest_grids() -> None:
    uniform = np.tile(DIGITS, 81)
    outcome = final(best_completions(uniform, masks_of(EMPTY), 3, Limits()))
    lines = ["".join(map(str, grid)) for grid in outcome.grids]
    assert outcome.scores == [405] * 3
    assert outcome.settled
    # The smallest grid of all, and the next two, which differ from it in the last rows.
    assert lines[0].startswith("123456789456789123789123456214365897")
    assert lines == sorted(set(lines))
    with_start = Grid(lines[0][:54] + "." * 27)
    assert lines == sorted(found.to_line() for found in solutions(with_start))[:3]


@pytest.mark.parametrize("few_sweeps", [0, 4096])
def test_more_completions_asked_for_than_there_are(
    monkeypatch: pytest.MonkeyPatch, few_sweeps: int
) -> None:
    monkeypatch.setattr(engine, "FEW_SWEEPS", few_sweeps)
    puzzle = Grid(SAMPLE)
    outcome = final(best_completions(VALUES, masks_of(puzzle), 1000, Limits()))
    expected = brute_force(puzzle, VALUES)
    assert len(expected) == 225
    assert [grid.tobytes() for grid in outcome.grids] == [digits for _, digits in expected]


@given(st.integers(0, 3000), st.integers(0, 9), st.sampled_from([1, 5]))
def test_a_limit_leaves_what_is_sound(max_nodes: int, seed: int, k: int) -> None:
    values = np.random.default_rng(seed).integers(0, 99, 729)
    best = final(best_completions(values, masks_of(SAMPLE), 1, Limits())).scores[0]
    for outcome in best_completions(values, masks_of(SAMPLE), k, Limits(max_nodes)):
        assert outcome.bound is not None
        assert outcome.bound >= best >= max(outcome.scores, default=best)
        assert outcome.settled <= (outcome.bound == best)


def test_bounds_fall_and_scores_rise() -> None:
    values = np.random.default_rng(1).integers(0, 100, 729)
    bounds, scores = [], []
    for outcome in best_completions(values, masks_of(first_givens(SAMPLE, 8)), 1, Limits()):
        bounds.append(outcome.bound)
        scores.append(max(outcome.scores, default=0))
    assert bounds == sorted(bounds, reverse=True)  # type: ignore[type-var]
    assert scores == sorted(scores)
    assert bounds[-1] == scores[-1]
