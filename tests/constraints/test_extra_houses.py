"""Puzzles whose constraints are houses: the lane engine answers as the one for constraints."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import lowbit
from lowbit import Geometry, Grid, Puzzle, Status
from lowbit.constraints import AllDifferent, AntiKing, Cage, Diagonal, DisjointGroups, Windows
from lowbit.kernels.variants.many import FEW_NODES, search_texts
from lowbit.limits import Limits
from lowbit.verbs.solve.extra_houses import grid_with_houses
from lowbit.verbs.solve.variants import VariantBlocks
from support import seeded

if TYPE_CHECKING:
    from random import Random

    from lowbit.constraints import Constraint


@pytest.mark.parametrize("seed", range(20))
def test_the_solutions_are_those_of_the_engine_for_constraints(seed: int) -> None:
    puzzle = random_puzzle(seeded("extra houses", seed))
    expected = {tuple(row) for block in VariantBlocks(puzzle) for row in block.tolist()}
    found = list(lowbit.solutions(puzzle))
    assert {tuple(each) for each in found} == expected
    assert len(found) == len(expected) == lowbit.count_solutions(puzzle)
    assert all(each.geometry is puzzle.geometry for each in found)
    assert grid_with_houses(puzzle) is not None
    batch = lowbit.solve_many([puzzle, Puzzle(puzzle.grid, [Cage((0, 1), 3)])], limit=None)
    assert batch.n_solutions[0] == len(expected)
    if expected:
        assert tuple(lowbit.smallest_solution(puzzle) or ()) == min(expected)
        assert tuple(batch.solutions[0].tolist()) in expected


def random_puzzle(rng: Random) -> Puzzle:
    """Return a puzzle of a few houses and givens, with less than some thousand solutions."""
    board = Geometry.parse(rng.choice(("4x4", "4x5~0-4:none", "jigsaw:AAABABBBCCCDCDDD")))
    cells = range(board.n_cells)
    sets = [rng.sample(cells, rng.randint(2, board.size)) for _ in range(2)]
    constraints: list[Constraint] = [AllDifferent(tuple(each)) for each in sets]
    if board.size == 4:
        constraints.append(Diagonal(rising=rng.random() < 0.5))
    if board.box_shape:
        constraints.append(DisjointGroups())
    puzzle = Puzzle(Grid([0] * board.n_cells, board), constraints)
    for block in VariantBlocks(puzzle):
        shown = rng.sample(cells, board.n_cells // (3 if board.size > 4 else 8))
        return puzzle.with_grid([block[0][cell] if cell in shown else 0 for cell in cells])
    return puzzle


def test_they_are_left_to_it_after_some_nodes() -> None:
    easy, long, other = ".Diagonal~1.~R1C1_1", ".Windoku.~R1C1_1", ".AntiKnight.~R1C1_1"

    def are_left(texts: list[str], limit: int, max_nodes: int | None = None) -> list[bool]:
        found = search_texts(texts, Limits(max_nodes), limit)
        return [outcome.is_left for outcome in found.values()]

    assert are_left([easy], 2) == [False]
    assert are_left([other, long], 400) == [False, True]
    assert are_left([long], 400, FEW_NODES) == [False]
    batch = lowbit.solve_many([long, lowbit.read_puzzle(long), other], limit=400, threads=1)
    assert batch.n_solutions.tolist() == [400] * 3
    assert batch[0] == batch[1]
    assert lowbit.solve_many([long], limit=400, max_nodes=9)[0].status == Status.LIMIT_REACHED


def test_other_constraints_and_sets_that_are_too_large_are_left_to_it() -> None:
    windoku = Puzzle("." * 81, [Windows()])
    grid = grid_with_houses(windoku)
    assert grid is not None
    sets = {house.cells for house in grid.geometry.houses}
    assert sets == {house.cells for house in Geometry.parse("windoku").houses}
    assert grid_with_houses(Puzzle("." * 81, [Windows(), AntiKing()])) is None
    too_many = Puzzle("." * 81, [AllDifferent(tuple(range(10)))])
    assert grid_with_houses(too_many) is None
    assert lowbit.count_solutions(too_many, limit=1) == 0


def test_limits_end_the_search_of_a_batch() -> None:
    puzzle = Puzzle("." * 81, [Windows()])
    result = lowbit.solve_many([puzzle, puzzle], limit=None, max_nodes=50)
    assert [status.name for status in map(lowbit.Status, result.status)] == ["LIMIT_REACHED"] * 2
    assert (result.nodes <= 50).all()
    assert lowbit.solve_many([puzzle], limit=None, time_limit=0).status[0] == (
        lowbit.Status.LIMIT_REACHED
    )
