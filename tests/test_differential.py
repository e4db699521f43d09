"""The engines against an independent opinion: the CP-SAT solver of OR-Tools."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any

import pytest

from lowbit.geometry import Geometry
from lowbit.grid import Grid, digits_of
from lowbit.verbs import maximize
from support import BOARDS, MAKERS, loose_puzzle, random_solution, seeded

if TYPE_CHECKING:
    from collections.abc import Sequence

    from conftest import Engine

LIMIT = 60

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # what its wrapper does is not ours to mend
    cp_model = pytest.importorskip("ortools.sat.python.cp_model")


def model_of(grid: Grid) -> tuple[Any, list[Any]]:
    """Return a model with one integer for each cell, all different in each house."""
    model = cp_model.CpModel()
    cells = [
        model.new_int_var_from_domain(
            cp_model.Domain.from_values(list(digits_of(mask))), grid.geometry.cell_name(cell)
        )
        for cell, mask in enumerate(grid.allowed)
    ]
    for house in grid.geometry.houses:
        model.add_all_different(cells[cell] for cell in house.cells)
    return model, cells


def cp_sat_solutions(grid: Grid, limit: int) -> set[bytes]:
    model, cells = model_of(grid)
    found: set[bytes] = set()

    class Collector(cp_model.CpSolverSolutionCallback):  # type: ignore[misc, name-defined]
        def on_solution_callback(self) -> None:
            found.add(bytes(self.value(cell) for cell in cells))
            if len(found) >= limit:
                self.stop_search()

    solver = cp_model.CpSolver()
    solver.parameters.enumerate_all_solutions = True
    solver.parameters.num_workers = 1
    status = solver.solve(model, Collector())
    assert status in {cp_model.OPTIMAL, cp_model.FEASIBLE, cp_model.INFEASIBLE}
    return found


def cp_sat_best(grid: Grid, weights: Sequence[int]) -> int:
    model, cells = model_of(grid)
    model.maximize(sum(w * cell for w, cell in zip(weights, cells, strict=True)))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    assert solver.solve(model) == cp_model.OPTIMAL
    score: int = round(solver.objective_value)
    return score


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("kind", MAKERS)
@pytest.mark.parametrize("spec", BOARDS)
def test_engine_finds_what_cp_sat_finds(engine: Engine, spec: str, kind: str, seed: int) -> None:
    rng = seeded(spec, kind, seed)
    puzzle = MAKERS[kind](random_solution(Geometry.parse(spec), rng), rng)
    ours = {solution.givens for solution in engine(puzzle, LIMIT)}
    theirs = cp_sat_solutions(puzzle, LIMIT)
    assert len(ours) == len(theirs)
    assert ours == theirs or len(ours) == LIMIT


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("spec", ["2x3", "3x3", "3x3+diagonals"])
def test_maximize_scores_what_cp_sat_scores(spec: str, seed: int) -> None:
    rng = seeded(spec, seed)
    board = Geometry.parse(spec)
    puzzle = loose_puzzle(random_solution(board, rng), rng)
    weights = [rng.randint(-20, 20) for _ in range(board.n_cells)]
    assert maximize(puzzle, weights).score == cp_sat_best(puzzle, weights)
