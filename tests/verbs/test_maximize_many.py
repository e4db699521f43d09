"""maximize_many: row for row what maximize says, whatever the batch holds."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest

from lowbit import PYRAMID, Geometry, ScoreBatch, ScoreResult, maximize, maximize_many
from lowbit.errors import InputError
from lowbit.grid import Grid
from lowbit.status import Status
from lowbit.verbs.maximize.optimum import many as batch
from support import loose_puzzle, random_solution, restricted_puzzle, seeded

CLASSIC = Geometry.parse("9x9")
EMPTY = "." * 81
CLASHING = "66" + "." * 79
MAKERS = (loose_puzzle, restricted_puzzle)


def random_puzzles(n: int) -> list[Grid]:
    rng = seeded("maximize_many")
    return [MAKERS[i % 2](random_solution(CLASSIC, rng), rng) for i in range(n)]


def essence(result: ScoreResult) -> tuple[object, ...]:
    """All but the number of nodes."""
    return result.scores, result.solutions, result.bound, result.proven, result.settled


@pytest.mark.slow
@pytest.mark.parametrize("few_nodes", [1, 1 << 14])
@pytest.mark.parametrize("k", [1, 5])
@pytest.mark.parametrize("lowest", [False, True])
def test_each_row_is_what_maximize_says(
    monkeypatch: pytest.MonkeyPatch,
    few_nodes: int,
    k: int,
    lowest: bool,  # noqa: FBT001 - a parameter
) -> None:
    monkeypatch.setattr(batch, "FEW_NODES", few_nodes)
    puzzles: list[Any] = [*random_puzzles(4), EMPTY, CLASHING]
    weights = np.random.default_rng(k).integers(-50, 50, (81, 9))
    if few_nodes > 1:
        weights = np.array(PYRAMID)
    many = maximize_many(puzzles, weights, top=k, lowest=lowest)
    assert len(many) == len(puzzles)
    for puzzle, found in zip(puzzles, many, strict=True):
        assert essence(found) == essence(maximize(puzzle, weights, top=k, lowest=lowest))


def test_what_is_no_puzzle_keeps_its_row() -> None:
    many = maximize_many([EMPTY, "no puzzle", CLASHING])
    assert many.status.tolist() == [Status.SOLVABLE, Status.INVALID, Status.NONE]
    assert many.summary() == {"invalid": 1, "none": 1, "solvable": 1}
    assert repr(many) == "<ScoreBatch of 3 puzzles: 1 invalid, 1 none, 1 solvable>"
    assert [found.score for found in many] == [2906, None, None]
    assert [found.proven for found in many] == [True, False, True]
    assert [found.score for found in many[1:]] == [None, None]


def test_an_empty_batch() -> None:
    assert list(maximize_many([])) == []
    assert repr(maximize_many([])) == "<ScoreBatch of 0 puzzles>"


@pytest.mark.slow
@pytest.mark.parametrize("threads", [1, 2, 5])
def test_threads_change_nothing(threads: int) -> None:
    puzzles = random_puzzles(16) * 10
    one, other = maximize_many(puzzles, top=3), maximize_many(puzzles, top=3, threads=threads)
    for name in ("status", "n_found", "scores", "solutions", "bounds", "nodes"):
        assert (getattr(one, name) == getattr(other, name)).all()


@pytest.mark.usefixtures("reporting")
def test_progress_is_reported_and_may_end_it() -> None:
    def listen(begun: int, total: int) -> None:
        assert 0 < begun < total == 10**5
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        maximize_many([EMPTY] * 10**5, time_limit=1200, threads=1, progress=listen)


def test_limits_leave_sound_bounds() -> None:
    for limits in ({"max_nodes": 5}, {"max_nodes": 20_000}, {"time_limit": 0.0}):
        many = maximize_many([EMPTY, CLASHING], np.arange(81) ** 2 % 97, **limits)
        best = maximize(EMPTY, np.arange(81) ** 2 % 97).score
        assert best is not None
        assert many.status[0] in {Status.LIMIT_REACHED, Status.SOLVABLE}
        assert many.bounds[0] >= best >= many.scores[0, 0]


def test_a_batch_survives_pickle_row_for_row() -> None:
    many = maximize_many([EMPTY, CLASHING], top=2)
    copy: ScoreBatch = pickle.loads(pickle.dumps(many))  # noqa: S301 - our own bytes
    assert list(copy) == list(many)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"top": 0}, "top must be 1 or more"),
        ({"weights": [1] * 80}, "these are 80 numbers"),
        ({"threads": 0}, "threads must be 1 or more"),
        ({"max_nodes": -1}, "max_nodes must be 0 or more"),
        ({"time_limit": float("nan")}, "time_limit must be a number of seconds, 0 or more"),
    ],
)
def test_wrong_arguments(arguments: dict[str, object], message: str) -> None:
    with pytest.raises(InputError, match=message):
        maximize_many([EMPTY], **arguments)  # type: ignore[arg-type]


def test_another_board() -> None:
    small = Grid("." * 16, Geometry.parse("4x4"))
    result = maximize_many([small, EMPTY], range(16))
    assert result.summary() == {"solvable": 1, "invalid": 1}
    assert result[0].score == maximize(small, range(16)).score
    assert "weights must be 81 numbers" in result.reasons[1]
