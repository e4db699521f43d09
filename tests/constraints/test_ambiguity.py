"""How many solutions have each candidate, where they differ, and about how many there are."""

from __future__ import annotations

from math import inf
from statistics import fmean, stdev
from typing import TYPE_CHECKING

import numpy as np
import pytest

from lowbit import (
    LimitReachedError,
    NoSolutionError,
    Puzzle,
    Status,
    ambiguity,
    candidate_counts,
    count_solutions,
    estimate_solutions,
    is_unique,
    solutions,
    true_candidates,
)
from lowbit.constraints import AntiKnight, Cage, Diagonal, Thermometer
from lowbit.limits import NO_LIMITS
from lowbit.rng import SplitMix64
from lowbit.verbs.solve import counting
from lowbit.verbs.solve.ambiguity import Estimate, _Pool, _Samples

if TYPE_CHECKING:
    from collections.abc import Sequence

SEVERAL = Puzzle("." * 16, [Cage((0, 1), 5), Thermometer((12, 8, 4))], geometry="4x4")
PLAIN = "12.. 34.. .... ...."


def counted(puzzle: Puzzle) -> np.ndarray:
    counts = np.zeros((16, 4), int)
    for solution in solutions(puzzle):
        counts[np.arange(16), np.array(list(solution.givens)) - 1] += 1
    return counts


@pytest.mark.parametrize("limit", [1, 2, 3, 1000])
def test_candidate_counts(limit: int) -> None:
    diagonal = Puzzle("." * 16, [Diagonal()], geometry="4x4")
    for puzzle in (SEVERAL, Puzzle(PLAIN, geometry="4x4"), diagonal):
        assert (candidate_counts(puzzle, limit=limit) == np.minimum(counted(puzzle), limit)).all()


def test_counts_show_the_true_candidates() -> None:
    puzzle = Puzzle("." * 81, [AntiKnight()]).with_grid("123" + "." * 78)
    masks = ((candidate_counts(puzzle, limit=1) > 0) << np.arange(9)).sum(axis=1)
    assert tuple(masks) == true_candidates(puzzle).allowed


def test_ambiguity() -> None:
    found = ambiguity(SEVERAL)
    counts = counted(SEVERAL)
    assert found.cells == tuple(np.flatnonzero((counts > 0).sum(axis=1) > 1))
    assert found.deciding
    assert len(found.deciding) == (counts == 1).sum()
    for cell, digit in found.deciding:
        cells = [0] * 16
        cells[cell] = digit
        assert is_unique(SEVERAL.with_grid(cells))
    clear = SEVERAL.with_grid(next(solutions(SEVERAL)))
    assert ambiguity(clear) == ((), ())
    with pytest.raises(NoSolutionError):
        ambiguity(Puzzle("." * 16, [Cage((0, 1), 2)], geometry="4x4"))


def test_an_estimate_is_near_the_number() -> None:
    puzzle = Puzzle("123456" + "." * 30, [Cage((14, 20), 9)], geometry="6x6")
    number = count_solutions(puzzle)
    assert number > 2_000
    told: list[tuple[int, Estimate]] = []
    estimate = estimate_solutions(
        puzzle, samples=30, seed=1, progress=lambda *so_far: told.append(so_far)
    )
    assert [n_taken for n_taken, _ in told] == [*range(1, 31)]
    assert told[0][1].error == inf
    assert told[9][1] == estimate_solutions(puzzle, samples=10, seed=1)
    assert told[29][1] == estimate
    assert 0 < estimate.error < number / 4
    assert abs(estimate.mean - number) < 4 * estimate.error
    assert estimate_solutions(SEVERAL) == (count_solutions(SEVERAL), 0)


@pytest.mark.slow
def test_estimates_are_unbiased() -> None:
    puzzle = Puzzle("123456" + "." * 30, [Cage((14, 20), 9)], geometry="6x6")
    found = estimate_solutions(puzzle, samples=1000, seed=2)
    assert found.error < 40
    assert abs(found.mean - count_solutions(puzzle)) < 4 * found.error


def test_one_sample_tells_no_error() -> None:
    puzzle = Puzzle("123456" + "." * 30, [Cage((14, 20), 9)], geometry="6x6")
    found = estimate_solutions(puzzle, samples=1, seed=1)
    assert (found.error, found.is_exact, found.status) == (inf, False, Status.SEVERAL)
    exact = estimate_solutions(SEVERAL)
    assert (exact.is_exact, exact.status) == (True, Status.SEVERAL)
    assert estimate_solutions("11" + "." * 14, geometry="4x4").status is Status.NONE


def test_the_error_is_that_of_the_mean() -> None:
    samples, numbers = _Samples(), [1.5e9, 2.5e9, 1e3, 7.25e8]
    for number in numbers:
        samples.add(number)
    assert samples.estimate == pytest.approx((fmean(numbers), stdev(numbers) / 2))


def test_samples_count_about_once(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = Puzzle("123" + "." * 33, [Cage((14, 20), 9)], geometry="6x6")
    pool = _Pool(puzzle, None, NO_LIMITS)
    limits: list[int] = []
    count = pool.count

    def noted(masks: Sequence[int], limit: int) -> int:
        limits.append(limit)
        return count(masks, limit)

    monkeypatch.setattr(pool, "count", noted)
    samples = [pool.sample(SplitMix64(1, item)) for item in range(10)]
    assert 10 <= sum(limit > 1 for limit in limits) <= 25
    assert min(samples) > 1000


def test_a_limit_leaves_the_estimate_of_the_samples_so_far() -> None:
    puzzle = Puzzle("123456" + "." * 30, [Cage((14, 20), 9)], geometry="6x6")
    nodes = 40_000
    some = estimate_solutions(puzzle, samples=10_000, seed=1, max_nodes=nodes)
    assert some == estimate_solutions(puzzle, samples=10_000, seed=1, max_nodes=nodes)
    assert abs(some.mean - count_solutions(puzzle)) < 4 * some.error


def test_limits() -> None:
    empty = Puzzle("." * 81, [AntiKnight()])
    for verb in (candidate_counts, ambiguity, estimate_solutions):
        with pytest.raises(LimitReachedError):
            verb(empty, max_nodes=20)
        with pytest.raises(LimitReachedError):
            verb(empty, time_limit=0)


@pytest.mark.parametrize(
    "puzzle", [SEVERAL, Puzzle(PLAIN, geometry="4x4"), SEVERAL.with_grid("1" * 16)]
)
def test_a_count_with_progress(puzzle: Puzzle, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(counting, "INTERVAL", 0)
    told: list[tuple[int, float]] = []
    number = count_solutions(puzzle, progress=lambda *done: told.append(done))
    assert number == count_solutions(puzzle)
    assert told[-1] == (number, 1.0)
    assert told == sorted(told)
    assert len(told) > 100 or number == 0
    assert count_solutions(puzzle, limit=5, progress=lambda *_: None) == min(5, number)


def test_a_count_with_progress_keeps_to_limits() -> None:
    empty = Puzzle("." * 81, [AntiKnight()])
    for limits in ({"max_nodes": 500}, {"time_limit": 1.0}):
        with pytest.raises(LimitReachedError) as caught:
            count_solutions(empty, progress=lambda *_: None, **limits)
        assert caught.value.n_found > 0
        assert caught.value.nodes > 0
