"""The search that learns: the same solutions as other searches, limits, and when it takes over."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

import numpy as np
import pytest

import lowbit
from lowbit import Geometry, Grid, House, Status
from lowbit.kernels.general import batch, engine
from lowbit.kernels.general.learning.engine import LIMIT_REACHED, Learner
from lowbit.kernels.general.learning.formula import new_formula
from lowbit.kernels.general.learning.state import MOST_CLAUSES, N_CLAUSES
from lowbit.kernels.general.program import board_of
from support import (
    HARD_JIGSAW,
    HARD_JIGSAW_BOARD,
    HARD_LARGE,
    IRREGULAR,
    MAKERS,
    random_puzzle,
    slow_except,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

NAMES = ("4x4", "6x6", "9x9+windows", IRREGULAR, "7x7~1-9:none")
MANY = 1 << 40
ENOUGH = 500

ONE_SOLUTION = "....7.........8...2..4..............5....12..9.1.3.6........72.......9...1...7..6"
SEVENTEEN_SOLUTIONS = (
    "41....2.9.......7....8.45.........58......96..46...............2..............3.."
)
"""Puzzles on the irregular board of which lanes find one solution, and several, rather late."""


def learnt(learner: Learner, grid: Grid, *, limit: int, most: int = MANY) -> Iterator[bytes]:
    learner.begin(np.array(grid.allowed))
    while learner.is_open(most):
        if learner.advance(limit, most):
            yield learner.puzzle.digits.tobytes()


def learner_for(grid: Grid) -> Learner:
    return Learner(board_of(grid.geometry))


@pytest.mark.parametrize("name", slow_except(NAMES, ("6x6", "7x7~1-9:none")))
def test_the_solutions_are_those_of_a_plain_search(name: str) -> None:
    for kind in MAKERS:
        puzzle = random_puzzle(name, kind, "learning")
        learner = learner_for(puzzle)
        found = list(learnt(learner, puzzle, limit=ENOUGH))
        number = lowbit.count_solutions(puzzle, limit=ENOUGH)
        assert len(set(found)) == len(found) == number
        assert all(Grid(list(one), puzzle.geometry).is_solution_of(puzzle) for one in found)
        assert learner.status == (Status.NONE, Status.UNIQUE, Status.SEVERAL)[min(number, 2)]


def test_all_grids_of_a_small_board() -> None:
    empty = Grid("." * 16, "4x4")
    assert len(set(learnt(learner_for(empty), empty, limit=MANY))) == 288


def test_a_house_with_fewer_cells_than_digits_may_lack_some() -> None:
    rows = Geometry(4, [*Geometry.parse("4x4").houses[:4], House("pair", 0, (0, 4))])
    puzzle = Grid("1234 2341 .... ....", rows)
    assert len(set(learnt(learner_for(puzzle), puzzle, limit=MANY))) == 24**2


@pytest.mark.parametrize("name", ["4x4", "9x9+windows", IRREGULAR, "7x7~1-9:none", "samurai"])
def test_segments_are_what_full_houses_share_with_others(name: str) -> None:
    board = Geometry.parse(name)
    formula = new_formula(board_of(board))
    n, table = board.size, formula.places.cells.reshape(-1, board.size)

    def cells_of(first_set: int, places: int) -> frozenset[int]:
        row = table[(first_set - board.n_cells) // n]
        return frozenset(row[[at for at in range(n) if places >> at & 1]].tolist())

    found = {
        (cells_of(own, inside), cells_of(other, outside))
        for own, other, inside, outside in zip(*formula.segments[2:], strict=True)
    }
    houses = [frozenset(house.cells) for house in board.houses]
    assert found == {
        (one & other, other - one)
        for one in houses
        for other in houses
        if len(one) == n and one is not other and len(one & other) > 1
    }


def test_a_digit_is_locked_in_what_two_houses_share() -> None:
    """Three cells of a row are left for a 1, all in one box, which has none elsewhere."""
    masks = np.full(36, 63)
    masks[[4, 5]] = 62
    masks[33] = 1
    learner = Learner(board_of(Geometry.parse("6x6")))
    learner.begin(masks)
    learner.advance(1, 1)
    assert [cell for cell in range(9) if learner.formula.open[cell] & 1] == [0, 1, 2]


@pytest.mark.parametrize("limit", [1, 2])
def test_it_visits_no_more_nodes_than_it_may(limit: int) -> None:
    puzzle = random_puzzle("6x6", "several", "learning")
    learner = learner_for(puzzle)
    enough = list(learnt(learner, puzzle, limit=limit))
    assert learner.status == (Status.SOLVABLE, Status.SEVERAL)[limit - 1]
    most = learner.nodes
    assert list(learnt(learner, puzzle, limit=limit, most=most)) == enough
    assert learner.status != LIMIT_REACHED
    assert list(learnt(learner, puzzle, limit=limit, most=most - 1)) == enough[:-1]
    assert (learner.status, learner.nodes) == (LIMIT_REACHED, most - 1)


def test_it_begins_near_a_grid() -> None:
    board = Geometry.parse("9x9+windows")
    (solution,) = lowbit.random_grids(1, geometry=board, seed=1).array
    learner = Learner(board_of(board))
    for likely in (solution, None):
        learner.begin(np.array([board.full_mask] * 81), likely)
        while not learner.advance(1, MANY):
            pass
        assert np.array_equal(learner.puzzle.digits, solution) == (likely is not None)


@pytest.mark.parametrize("masks", [[0] + [15] * 15, [15, 15, 7, 7, 7, 7, 7, 7] + [15] * 8])
def test_what_has_no_place_is_a_contradiction(masks: list[int]) -> None:
    learner = Learner(board_of(Geometry.parse("4x4")))
    learner.begin(np.array(masks))
    while learner.is_open(MANY):
        learner.advance(1, MANY)
    assert learner.status == Status.NONE


@pytest.mark.parametrize("name", slow_except(("6x6", IRREGULAR), ["6x6"]))
def test_a_batch_in_which_it_takes_over_has_the_same_answers(
    monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    some = [random_puzzle(name, kind, seed) for kind in MAKERS for seed in range(2)]
    plain = [lowbit.solve_many(some, geometry=name, limit=limit) for limit in (1, 2)]
    for nodes in ("FEW_NODES", "MORE_NODES"):
        monkeypatch.setattr(batch, nodes, 1)
    for nodes in ("MANY_NODES", "MANY_WITHOUT_BOXES"):
        monkeypatch.setattr(engine, nodes, 1)
    for limit, others in zip((1, 2), plain, strict=True):
        found = lowbit.solve_many(some, geometry=name, limit=limit, threads=2)
        assert found.status.tolist() == others.status.tolist()
        assert found.n_solutions.tolist() == others.n_solutions.tolist()
        for puzzle, one in zip(some, found, strict=True):
            assert one.solution is None or one.solution.is_solution_of(puzzle)
            assert list(lowbit.solve_many([puzzle], geometry=name, limit=limit)) == [one]
        assert not np.array_equal(found.nodes, others.nodes)


def test_large_puzzles_with_one_solution_several_and_none() -> None:
    puzzle = Grid(HARD_LARGE, "25x25")
    (unique,) = lowbit.solve_many([puzzle], geometry="25x25")
    assert unique.solution is not None
    several, none = list(puzzle.allowed), list(puzzle.allowed)
    several[next(cell for cell, digit in enumerate(puzzle) if digit)] = puzzle.geometry.full_mask
    blank = next(cell for cell, digit in enumerate(puzzle) if not digit)
    none[blank] ^= unique.solution.allowed[blank]
    some = [puzzle, *(Grid.from_masks(masks, "25x25") for masks in (several, none))]
    found = lowbit.solve_many(some, geometry="25x25", threads=2)
    assert found.status.tolist() == [Status.UNIQUE, Status.SEVERAL, Status.NONE]
    assert found.nodes.max() < 1000
    for one, each in zip(some, found, strict=True):
        assert list(lowbit.solve_many([one], geometry="25x25", threads=1)) == [each]
        assert lowbit.count_solutions(one, limit=2) == each.n_solutions


def test_clauses_that_are_dropped_change_no_answer() -> None:
    puzzle = Grid(HARD_LARGE, "25x25")
    learner = learner_for(puzzle)
    learner.begin(np.array(puzzle.allowed))
    control = learner._state.control  # noqa: SLF001 - as few clauses as to drop some
    control[MOST_CLAUSES] = 1
    kept = [0]
    while learner.is_open(MANY):
        learner.advance(2, learner.nodes + 1)
        kept.append(control[N_CLAUSES])
    assert min(np.diff(kept)) < -10
    assert learner.status == Status.UNIQUE
    assert Grid(learner.puzzle.digits.tolist(), "25x25").is_solution_of(puzzle)


def test_it_takes_over_on_irregular_boards_where_lanes_take_long() -> None:
    puzzle = Grid(HARD_JIGSAW, HARD_JIGSAW_BOARD)
    (found,) = lowbit.solve_many([puzzle], geometry=HARD_JIGSAW_BOARD, max_nodes=20_000)
    board = board_of(puzzle.geometry)
    alone = engine.new_answers(board, 1)
    blocks = engine.list_solutions(board, [puzzle.allowed], alone, max_nodes=20_000)
    assert len(list(blocks)) == 1
    assert found.status == alone.status[0] == Status.UNIQUE


@pytest.mark.parametrize(
    ("text", "patience"),
    [(SEVENTEEN_SOLUTIONS, 1), (ONE_SOLUTION, 82), (SEVENTEEN_SOLUTIONS, 104)],
    ids=["none", "one", "several with the last node"],
)
def test_what_lanes_found_before_it_takes_over_comes_once(
    monkeypatch: pytest.MonkeyPatch, text: str, patience: int
) -> None:
    monkeypatch.setattr(engine, "FEW_NODES", 1)
    monkeypatch.setattr(engine, "MANY_WITHOUT_BOXES", patience)
    monkeypatch.setattr(engine.BoardWorkspace, "shave", lambda *_: 0)
    puzzle = Grid(text, IRREGULAR)
    board = board_of(puzzle.geometry)

    def found(*, in_order: bool) -> list[bytes]:
        answers = engine.new_answers(board, 1)
        blocks = engine.list_solutions(board, [puzzle.allowed], answers, in_order=in_order)
        return [row.tobytes() for block in blocks for row in block]

    assert sorted(found(in_order=False)) == found(in_order=True)


@pytest.mark.parametrize("limit", [5, 100])
def test_more_solutions_come_once_each(monkeypatch: pytest.MonkeyPatch, limit: int) -> None:
    """Two are found by learning, the others by the lanes."""
    monkeypatch.setattr(engine, "FEW_NODES", 1)
    grid = lowbit.generate(1, geometry="samurai", seed=1).array[0]
    grid[grid.nonzero()[0][:6]] = 0
    puzzle = Grid(grid.tolist(), "samurai")
    board = board_of(puzzle.geometry)

    def found(*, in_order: bool) -> list[bytes]:
        blocks = engine.list_solutions(
            board, [puzzle.allowed], engine.new_answers(board, 1), in_order=in_order
        )
        return list(islice((row.tobytes() for block in blocks for row in block), limit))

    some = found(in_order=False)
    assert len(set(some)) == len(some) == len(found(in_order=True))


def test_what_there_was_no_time_for_is_not_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("time.monotonic", lambda: float("inf"))
    puzzles = [HARD_LARGE, HARD_LARGE]
    found = lowbit.solve_many(puzzles, geometry="25x25", time_limit=1000, threads=1)
    assert found.status.tolist() == [Status.LIMIT_REACHED] * 2


def test_a_grid_with_few_givens_has_two_solutions_soon() -> None:
    found = lowbit.solve_many(["." * 625], geometry="25x25", max_nodes=30_000)
    assert found.status.tolist() == [Status.SEVERAL]
