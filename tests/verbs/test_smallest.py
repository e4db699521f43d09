"""The smallest solution is the smallest, whichever engine finds it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import lowbit
from lowbit import Grid, loaded
from lowbit.errors import LimitReachedError
from lowbit.reference.search import Search
from lowbit.status import Status
from lowbit.verbs.solve import handover
from support import MAKERS, random_puzzle, seeded

if TYPE_CHECKING:
    from collections.abc import Callable

SEVERAL = "..3..2.6.1.....2.......1.5.96.......8..3...7.....2....2.5..7.8139...........9...5"
UNIQUE = "6....2.4...29..78.18....9..8.9...4715.6..4....7...........2...5...7.....2..3....."
NONE = "536...8.4........7.7.....13.68..4...7...8...5...97......95..7..3....1.8.....4.539"


def smallest_of_all(puzzle: Grid) -> Grid | None:
    """Return it from a list of all solutions."""
    return min(Search(puzzle), key=Grid.to_line, default=None)


def by_reference(puzzle: Grid) -> Grid | None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(handover, "kernels_pay", lambda **_board: False)
        patch.setattr(loaded.SEARCHED, "visited", 0)
        patch.setattr(handover, "HANDOVER_NODES", 1 << 40)
        return lowbit.smallest_solution(puzzle)


def by_both(puzzle: Grid) -> Grid | None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(handover, "kernels_pay", lambda **_board: False)
        patch.setattr(loaded.SEARCHED, "visited", 0)
        patch.setattr(handover, "HANDOVER_NODES", 5)
        return lowbit.smallest_solution(puzzle)


def by_many(puzzle: Grid) -> Grid | None:
    return lowbit.smallest_solution_many([puzzle])[0].solution


WAYS: dict[str, Callable[[Grid], Grid | None]] = {
    "reference": by_reference,
    "both": by_both,
    "lanes": lowbit.smallest_solution,
    "many": by_many,
}


@given(seed=st.integers(0, 1 << 30), n_clues=st.integers(24, 30))
def test_it_is_the_smallest_of_all(seed: int, n_clues: int) -> None:
    digits = lowbit.random_grids(1, seed=seed).array[0].tolist()
    kept = seeded(seed).sample(range(81), n_clues)
    puzzle = Grid([digits[cell] if cell in kept else 0 for cell in range(81)])
    if lowbit.count_solutions(puzzle, limit=500) < 500:
        expected = smallest_of_all(puzzle)
        assert {name: way(puzzle) for name, way in WAYS.items()} == dict.fromkeys(WAYS, expected)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("line", [SEVERAL, UNIQUE, NONE, "11" + "." * 79])
def test_known_puzzles(way: str, line: str) -> None:
    assert WAYS[way](Grid(line)) == smallest_of_all(Grid(line))


@pytest.mark.parametrize("kind", MAKERS)
@pytest.mark.parametrize("spec", ["4x4", "6x6", "9x9", "9x9+windows"])
def test_boards_and_kinds_of_puzzles(spec: str, kind: str) -> None:
    puzzle = random_puzzle(spec, kind)
    if lowbit.count_solutions(puzzle, limit=2000) < 2000:
        assert lowbit.smallest_solution(puzzle) == smallest_of_all(puzzle)


def test_a_batch_keeps_its_statuses() -> None:
    result = lowbit.smallest_solution_many([SEVERAL, UNIQUE, NONE, "no puzzle"])
    assert list(result.status) == [Status.SEVERAL, Status.UNIQUE, Status.NONE, Status.INVALID]
    assert result[0].solution == smallest_of_all(Grid(SEVERAL))
    assert result[1].solution == lowbit.solve(UNIQUE)
    assert not result.solutions[2:].any()


@pytest.mark.parametrize("budget", [{"max_nodes": 1}, {"time_limit": 0}])
def test_a_budget_is_never_an_answer(budget: dict[str, Any]) -> None:
    with pytest.raises(LimitReachedError):
        lowbit.smallest_solution(SEVERAL, **budget)


@pytest.mark.parametrize("max_nodes", [0, 1, 20])
def test_a_budget_of_a_batch_is_never_an_answer(max_nodes: int) -> None:
    result = lowbit.smallest_solution_many(["." * 81], max_nodes=max_nodes)
    assert result.status[0] == Status.LIMIT_REACHED


def test_the_search_for_the_smallest_of_a_batch_has_the_same_budget_again() -> None:
    puzzle = "..3....6" + SEVERAL[8:]
    n_for_two = lowbit.solve_many([puzzle]).nodes[0]
    n_for_smallest = lowbit.smallest_solution_many([puzzle]).nodes[0] - n_for_two
    assert n_for_smallest > n_for_two
    for max_nodes, status in (
        (n_for_smallest - 1, Status.LIMIT_REACHED),
        (n_for_smallest, Status.SEVERAL),
    ):
        result = lowbit.smallest_solution_many([puzzle], max_nodes=int(max_nodes))
        assert result.status[0] == status
