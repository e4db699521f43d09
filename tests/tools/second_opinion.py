"""An independent opinion on puzzles: the CP-SAT solver of OR-Tools.

It runs in a process of its own (see `opinion` in conftest.py): the wheels of OR-Tools and of
highspy each bring a HiGHS library of the same name, and a process can load only one of them.
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, Any

from ortools.sat.python import cp_model

import constraint_models
from lowbit.grid import Grid, digits_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lowbit.puzzle import Puzzle


def solutions(puzzle: Grid | Puzzle, limit: int) -> set[bytes]:
    """Return solutions as digits, at most as many as `limit`."""
    model, cells = model_of(puzzle)
    found: set[bytes] = set()

    class Collector(cp_model.CpSolverSolutionCallback):
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


def has_one_solution(puzzle: Grid | Puzzle, seconds: float = inf) -> bool:
    """Return whether a solution was found, and then no other, each in so many seconds."""
    model, cells = model_of(puzzle)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.max_time_in_seconds = seconds
    if solver.solve(model) != cp_model.OPTIMAL:
        return False
    differs = []
    for cell in cells:
        differs.append(model.new_bool_var(""))
        model.add(cell != solver.value(cell)).only_enforce_if(differs[-1])
    model.add_bool_or(differs)
    return bool(solver.solve(model) == cp_model.INFEASIBLE)


def true_candidates(puzzle: Grid | Puzzle) -> set[tuple[int, int]]:
    """Return the cells and digits that occur in some solution."""
    model, cells = model_of(puzzle)
    unseen: dict[tuple[int, int], Any] = {}
    for cell, variable in enumerate(cells):
        for digit in digits_of((puzzle if isinstance(puzzle, Grid) else puzzle.grid).allowed[cell]):
            unseen[cell, digit] = model.new_bool_var("")
            model.add(variable == digit).only_enforce_if(unseen[cell, digit])
    seen: set[tuple[int, int]] = set()
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    while unseen:
        model.add_bool_or(unseen.values())
        if solver.solve(model) == cp_model.INFEASIBLE:
            break
        shown = {(cell, solver.value(variable)) for cell, variable in enumerate(cells)}
        seen |= shown
        unseen = {place: literal for place, literal in unseen.items() if place not in shown}
    return seen


def best_score(puzzle: Grid | Puzzle, weights: Sequence[int]) -> int:
    """Return the highest sum of weight times digit."""
    model, cells = model_of(puzzle)
    model.maximize(sum(w * cell for w, cell in zip(weights, cells, strict=True)))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    assert solver.solve(model) == cp_model.OPTIMAL
    return round(solver.objective_value)


def model_of(puzzle: Grid | Puzzle) -> tuple[Any, list[Any]]:
    """Return the model of a puzzle, with one integer for each cell."""
    grid = puzzle if isinstance(puzzle, Grid) else puzzle.grid
    model = cp_model.CpModel()
    cells = [
        model.new_int_var_from_domain(
            cp_model.Domain.from_values(list(digits_of(mask))), grid.geometry.cell_name(cell)
        )
        for cell, mask in enumerate(grid.allowed)
    ]
    for house in grid.geometry.houses:
        model.add_all_different(cells[cell] for cell in house.cells)
    for constraint in () if isinstance(puzzle, Grid) else puzzle.constraints:
        constraint_models.add(model, cells, constraint, grid.geometry.size)
    return model, cells
