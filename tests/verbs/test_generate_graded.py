"""Sets of puzzles that rise from easy to hard."""

from __future__ import annotations

from typing import Any

import pytest

import lowbit
from command_line import lowbit as run
from lowbit import EffortSpentError, generate_graded, rate_many
from lowbit.techniques.scoring import LEVELS
from lowbit.verbs.generate.graded import RANGE, STARTS, parts_of


def bands(n: int, rating: tuple[float, float] = RANGE) -> list[tuple[float, float, int]]:
    return [(*part.criteria["rating"], part.n) for part in parts_of(n, "rating", rating)]


def test_ratings_rise_evenly() -> None:
    ratings = rate_many(generate_graded(12, rating=(1.0, 6.6), seed=2).array).er
    assert ratings is not None
    assert (ratings[1:] >= ratings[:-1]).all()
    for number, er in enumerate(ratings.tolist()):
        part = max(start for start in STARTS if start <= 10 + 57 * (2 * number + 1) // 24)
        later = [start for start in STARTS if start > part]
        assert part <= round(10 * er) < later[0]


def test_each_level_gets_as_many() -> None:
    puzzles = generate_graded(10, by="level", seed=1, symmetry="half-turn", minimal=False).array
    found = rate_many(puzzles, rules="hodoku")
    assert found.level is not None
    assert found.score is not None
    assert found.level.tolist() == [level for level in LEVELS for _ in range(2)]
    assert all(first <= last for first, last in found.score.reshape(-1, 2).tolist())
    assert ((puzzles > 0) == (puzzles[:, ::-1] > 0)).all()


def test_parts_of_the_scale() -> None:
    assert bands(0) == []
    assert bands(1) == [(4.5, 5.5, 1)]
    assert bands(7, (2.0, 2.6)) == [(2.0, 2.5, 6), (2.6, 2.6, 1)]
    assert bands(2, (5.0, 5.4)) == [(5.0, 5.4, 2)]
    assert bands(3, (5.2, 6.2)) == [(5.2, 6.2, 3)]
    whole = bands(81)
    assert sum(n for *_, n in whole) == 81
    assert all(round(10 * (most - least)) + 1 == n for least, most, n in whole)
    assert (whole[0][0], whole[-1][1]) == RANGE


def test_levels_differ_by_one_puzzle_at_most() -> None:
    for n in range(12):
        shares = [part.n for part in parts_of(n, "level")]
        assert sum(shares) == n
        assert len(shares) == min(n, len(LEVELS))
        assert max(shares, default=0) - min(shares, default=0) <= 1


def test_a_seed_makes_the_same_set_for_any_threads() -> None:
    one = generate_graded(4, rating=(1.2, 2.6), seed=3, threads=1).array
    assert one.tolist() == generate_graded(4, rating=(1.2, 2.6), seed=3, threads=2).array.tolist()


def test_what_cannot_be_had_ends_with_what_was_found() -> None:
    with pytest.raises(EffortSpentError, match=r"rating \(5.0, 5.4\): the last 64 tries") as caught:
        generate_graded(2, rating=(5.0, 5.4), max_tries=64, seed=1)
    assert caught.value.found is not None
    assert len(caught.value.found) == 0
    with pytest.raises(EffortSpentError, match="the time limit of 0 s") as caught:
        generate_graded(5000, rating=(1.5, 2.6), time_limit=0, seed=1)
    found = caught.value.found
    assert found is not None
    assert len(found) == caught.value.n_found < caught.value.wanted == 5000


@pytest.mark.parametrize(
    ("criteria", "why"),
    [
        ({"by": "score"}, "unknown measure 'score'"),
        ({"rating": (3.0, 2.0)}, "the lowest and the highest ER"),
        ({"rating": 1.3}, "the next rating is 1.5"),
        ({"clues": 16}, "17 are the fewest"),
        ({"symmetry": "odd"}, "unknown symmetry 'odd'"),
        ({"by": "level", "rating": (2.0, 3.0)}, "has no range of ratings"),
        ({"threads": 0}, "threads"),
        ({"max_tries": 0}, "max_tries"),
    ],
)
def test_what_makes_no_sense(criteria: dict[str, Any], why: str) -> None:
    with pytest.raises(lowbit.InputError, match=why):
        generate_graded(2, **criteria)


@pytest.mark.parametrize("n", [-1, 10**15])
def test_a_number_that_cannot_be_had(n: int) -> None:
    for by in ("rating", "level"):
        with pytest.raises(lowbit.InputError, match=r"0 or more|does not fit into memory"):
            generate_graded(n, by=by)


@pytest.mark.slow
def test_the_command_makes_the_same_set() -> None:
    made = run("generate", "3", "--graded", "rating", "--rating", "1.2-3.0", "--seed", "1")
    lines = [
        "".join(map(str, row)).replace("0", ".")
        for row in generate_graded(3, rating=(1.2, 3.0), seed=1).array
    ]
    assert made.stdout.splitlines() == lines
    for others in (
        ["--level", "hard"],
        ["--grids"],
        ["--needs", "x-wing"],
        ["--pattern", "1" * 81],
    ):
        refused = run("generate", "3", "--graded", "rating", *others)
        assert refused.returncode == 2
        assert "can only be combined" in refused.stderr
    assert run("generate", "--graded", "level", "--rating", "2.0").returncode == 2
