"""Puzzles on other boards that are searched part by part have the same answers."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import lowbit
from lowbit import Geometry, Grid, Status
from lowbit.verbs.solve import splitting
from support import (
    IRREGULAR,
    loose_puzzle,
    random_solution,
    seeded,
    slow_except,
    unique_puzzle,
    without,
)

NAMES = slow_except(("6x6", "9x9+diagonals", IRREGULAR), ("6x6",))


@pytest.fixture
def early(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """Split whatever takes a guess, and its parts, too."""
    monkeypatch.setattr(splitting, "NODES_OF_WHOLE", 1)
    monkeypatch.setattr(splitting, "NODES_OF_PART", 4)
    return monkeypatch


def puzzles(name: str) -> list[Grid]:
    """Return puzzles with one solution, several and none, some of which take guesses."""
    made: list[Grid] = []
    for seed in range(2):
        rng = seeded(name, seed)
        solution = random_solution(Geometry.parse(name), rng)
        unique = unique_puzzle(solution, rng)
        given = [cell for cell in range(len(unique)) if unique[cell]]
        changed = list(unique.allowed)
        cell = rng.choice(given)
        changed[cell] = unique.geometry.full_mask ^ changed[cell]
        made += [unique, without(unique, given[0]), loose_puzzle(solution, rng)]
        made.append(Grid.from_masks(changed, name))
    return made


def answers(result: Any) -> list[Any]:  # noqa: ANN401 - a BatchResult
    return [(one.status, one.n_solutions) for one in result]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("verb", [lowbit.solve_many, lowbit.any_solution_many])
def test_statuses_and_solutions(early: pytest.MonkeyPatch, name: str, verb: Any) -> None:  # noqa: ANN401 - a verb
    some = puzzles(name)
    split = verb(some, geometry=name, threads=2)
    for puzzle, one in zip(some, split, strict=True):
        assert one.solution is None or one.solution.is_solution_of(puzzle)
        assert list(verb([puzzle], geometry=name)) == [one]
    early.undo()
    whole = verb(some, geometry=name)
    assert answers(split) == answers(whole)
    assert split.nodes.max() > 1
    assert not np.array_equal(split.nodes, whole.nodes)


@pytest.mark.usefixtures("early")
def test_a_limit_on_nodes_leaves_what_was_found() -> None:
    some = puzzles("6x6")
    enough = lowbit.solve_many(some, geometry="6x6")
    row = int(enough.nodes.argmax())
    most = int(enough.nodes[row])
    again = lowbit.solve_many([some[row]], geometry="6x6", max_nodes=most)
    assert list(again) == [enough[row]]
    short = lowbit.solve_many(some, geometry="6x6", max_nodes=most - 1)
    assert (short[row].status, short[row].nodes) == (Status.LIMIT_REACHED, most - 1)
    others = np.flatnonzero(enough.nodes < most).tolist()
    assert [short[at] for at in others] == [enough[at] for at in others]


def test_what_there_was_no_time_for_is_not_known(early: pytest.MonkeyPatch) -> None:
    some = puzzles("6x6")
    early.setattr("time.monotonic", lambda: float("inf"))
    result = lowbit.solve_many(some, geometry="6x6", time_limit=1000)
    is_open = result.status == Status.LIMIT_REACHED
    assert 0 < is_open.sum() < len(some)
    assert (result.nodes[~is_open] <= 1).all()


def test_what_can_go_is_the_same(early: pytest.MonkeyPatch) -> None:
    solution = random_solution(Geometry.parse("6x6"), seeded("what can go"))
    split = lowbit.minimize_many([solution], geometry="6x6", seed=1)
    early.undo()
    whole = lowbit.minimize_many([solution], geometry="6x6", seed=1)
    assert np.array_equal(split.puzzles, whole.puzzles)


def test_a_grid_with_few_givens_has_two_solutions_before_it_is_split() -> None:
    result = lowbit.solve_many(["." * 625], geometry="25x25", max_nodes=30_000)
    assert result.status.tolist() == [Status.SEVERAL]
