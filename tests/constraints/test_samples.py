"""The sample of each constraint."""

from __future__ import annotations

import pytest

from lowbit import Puzzle, any_solution
from lowbit.constraints import REGISTRY

ENOUGH_NODES = 2_000_000
"""A sample takes at most a tenth."""


@pytest.mark.parametrize("name", REGISTRY)
def test_a_grid_obeys_each_sample(name: str) -> None:
    puzzle = Puzzle("." * 81, [REGISTRY[name].sample])
    solution = any_solution(puzzle, max_nodes=ENOUGH_NODES)
    assert solution is not None
    assert puzzle.is_solved_by(solution)
