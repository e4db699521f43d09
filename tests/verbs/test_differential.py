"""The engines against an independent opinion: the CP-SAT solver of OR-Tools."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from conftest import ENGINES
from lane_engine import CLASSIC_ALONE
from lowbit.geometry import Geometry
from lowbit.verbs.maximize.one import maximize
from support import (
    BOARDS,
    MAKERS,
    OTHER_BOARDS,
    QUICK_BOARDS,
    SMALL_OTHERS,
    loose_puzzle,
    random_puzzle,
    random_solution,
    seeded,
    slow_except,
)

if TYPE_CHECKING:
    from conftest import Opinion

LIMIT = 60


@pytest.mark.parametrize("seed", slow_except(range(3), [0]))
@pytest.mark.parametrize("kind", MAKERS)
@pytest.mark.parametrize(
    "spec", slow_except((*BOARDS, *OTHER_BOARDS), (*QUICK_BOARDS, *SMALL_OTHERS))
)
def test_all_engines_find_what_cp_sat_finds(
    opinion: Opinion, spec: str, kind: str, seed: int
) -> None:
    puzzle = random_puzzle(spec, kind, seed)
    theirs = opinion("solutions", puzzle, LIMIT)
    engines = ENGINES.keys() if spec == "9x9" else ENGINES.keys() - CLASSIC_ALONE
    for name in engines:
        ours = {solution.givens for solution in ENGINES[name](puzzle, LIMIT)}
        assert len(ours) == len(theirs), name
        assert ours == theirs or len(ours) == LIMIT, name


@pytest.mark.parametrize("seed", slow_except(range(4), [0]))
@pytest.mark.parametrize("spec", ["6x6", "9x9", "9x9+diagonals"])
def test_maximize_scores_what_cp_sat_scores(opinion: Opinion, spec: str, seed: int) -> None:
    rng = seeded(spec, seed)
    board = Geometry.parse(spec)
    puzzle = loose_puzzle(random_solution(board, rng), rng)
    weights = [rng.randint(-20, 20) for _ in range(board.n_cells)]
    assert maximize(puzzle, weights).score == opinion("best_score", puzzle, weights)
