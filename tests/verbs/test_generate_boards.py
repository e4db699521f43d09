"""Puzzles and full grids made on boards that are not the classic one."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow.parquet as pq
import pytest

import lowbit
from command_line import lowbit as run
from lowbit import EffortSpentError, Geometry, Grid, InputError
from lowbit.kernels.general.program import dtype_of
from lowbit.limits import Limits
from lowbit.verbs.generate.boards import tries_on
from lowbit.verbs.generate.many import read_request
from lowbit.verbs.generate.symmetries import MAPS, units
from lowbit.verbs.minimize.boards import strip
from support import IRREGULAR, slow_except

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

SMALL = Geometry.parse("4x4")

NAMES = ("4x4", "6x6", "9x9+diagonals", "9x9+windows", IRREGULAR, "16x16")


def solved(puzzles: Any, name: str) -> dict[str, int]:  # noqa: ANN401 - what solve_many takes
    return lowbit.solve_many(puzzles, geometry=name).summary()


@pytest.mark.parametrize("name", slow_except([*NAMES, "25x25"], NAMES))
def test_full_grids(name: str) -> None:
    grids = lowbit.random_grids(4, geometry=name, seed=1).array
    assert all(Grid(grid.tolist(), name).is_solved for grid in grids)
    assert len(np.unique(grids, axis=0)) == 4
    assert np.array_equal(lowbit.random_grids(2, geometry=name, seed=1, threads=2).array, grids[:2])
    assert not np.array_equal(lowbit.random_grids(4, geometry=name, seed=2).array, grids)


def test_a_grid_that_takes_too_long_is_begun_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lowbit.verbs.generate.boards.NODES_A_CELL", 0.6)
    grids = lowbit.random_grids(6, geometry="9x9+windows", seed=3).array
    assert all(Grid(grid.tolist(), "9x9+windows").is_solved for grid in grids)
    assert np.array_equal(lowbit.random_grids(1, geometry="9x9+windows", seed=3).array, grids[:1])


def test_a_time_limit_ends_the_search_for_full_grids(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lowbit.verbs.generate.boards.NODES_A_CELL", 0)
    with pytest.raises(EffortSpentError, match=r"^the time limit of 0.01 s"):
        lowbit.generate(1, geometry="6x6", time_limit=0.01)


def test_a_board_without_a_full_grid() -> None:
    none = "jigsaw:ABBBAABCDACCDDDC"
    assert lowbit.count_solutions("." * 16, geometry=none) == 0
    with pytest.raises(InputError, match="no full grid"):
        lowbit.random_grids(1, geometry=none)


@pytest.mark.parametrize("name", NAMES)
def test_puzzles_are_minimal_and_depend_on_the_seed_alone(name: str) -> None:
    puzzles = lowbit.generate(2, geometry=name, seed=4).array
    assert lowbit.is_minimal_many(puzzles, geometry=name).array.all()
    assert np.array_equal(lowbit.generate(1, geometry=name, seed=4, threads=1).array, puzzles[:1])


@pytest.mark.slow
def test_a_minimal_puzzle_of_25x25() -> None:
    (puzzle,) = lowbit.generate(1, geometry="25x25", seed=2).array
    assert solved([puzzle], "25x25") == {"unique": 1}
    assert lowbit.is_minimal_many([puzzle], geometry="25x25").array.all()


def test_a_grid_whose_checks_take_too_long_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    expected = lowbit.generate(20, geometry="9x9+diagonals", seed=1).array
    monkeypatch.setattr("lowbit.verbs.generate.boards.NODES_A_TRY", 600)
    found = lowbit.generate(20, geometry="9x9+diagonals", seed=1).array
    assert lowbit.is_minimal_many(found, geometry="9x9+diagonals").array.all()
    assert {row.tobytes() for row in expected} != {row.tobytes() for row in found}


def test_the_first_tries_are_few_where_time_is_limited() -> None:
    request = read_request(None, None, None, None, minimal=True, unique=True, board=SMALL)
    rounds = tries_on(request, 10**6, 1, Limits.of(time_limit=1e9))
    some = [next(rounds) for _ in range(3)]
    assert [tried.tries for tried in some] == [8, 16, 32]
    all_ = next(tries_on(request, 10**6, 1, Limits()))
    assert all_.tries == 256
    found = np.concatenate([tried.found for tried in some])
    assert np.array_equal(found, all_.found[: len(found)])


def test_givens_that_were_not_tried_in_time_are_not_known() -> None:
    grids = lowbit.random_grids(2, geometry=SMALL, seed=1).array
    units = [[(cell,) for cell in range(16)]] * 2
    for deadline, is_known in ((0.0, False), (inf, True)):
        masks = (np.uint16(1) << (grids - 1).astype(np.uint16)).astype(dtype_of(SMALL))
        known, _ = strip(SMALL, masks, grids, units, Limits(deadline=deadline))
        assert known.tolist() == [is_known] * 2
        assert (masks == SMALL.full_mask).any() == is_known


def test_a_time_limit_while_givens_are_tried_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    def is_over(
        _board: object, masks: NDArray[Any], *_: object
    ) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
        return np.zeros(masks.shape, np.bool_), np.zeros(len(masks), np.bool_)

    monkeypatch.setattr("lowbit.verbs.generate.boards.which_can_go", is_over)
    with pytest.raises(EffortSpentError):
        lowbit.generate(1, geometry="4x4", symmetry="half-turn", max_tries=1, seed=1)


@pytest.mark.parametrize("symmetry", ["none", "half-turn"])
def test_large_boards_lose_all_that_can_go_and_get_some_back(
    monkeypatch: pytest.MonkeyPatch, symmetry: str
) -> None:
    of_module = "lowbit.verbs.generate.boards."
    monkeypatch.setattr(of_module + "is_large", lambda _: True)
    asked = {"geometry": "6x6", "clues": 20, "minimal": False, "symmetry": symmetry, "seed": 1}
    soon = lowbit.generate(3, **asked).array  # type: ignore[arg-type]
    monkeypatch.setattr(of_module + "NODES_IN_ANY_ORDER", 1)
    long = lowbit.generate(3, **asked).array  # type: ignore[arg-type]
    assert not np.array_equal(soon, long)
    for puzzles in (soon, long):
        assert solved(puzzles, "6x6") == {"unique": 3}
        assert np.count_nonzero(puzzles, axis=1).tolist() == [20] * 3
        if symmetry != "none":
            assert np.array_equal(puzzles != 0, puzzles[:, ::-1] != 0)


@pytest.mark.parametrize("name", ["6x6", "9x9+diagonals"])
def test_numbers_of_givens(name: str) -> None:
    fewest, most = {"6x6": (10, 12), "9x9+diagonals": (20, 24)}[name]
    puzzles = lowbit.generate(3, geometry=name, clues=(fewest, most), seed=1).array
    assert lowbit.is_minimal_many(puzzles, geometry=name).array.all()
    assert set(np.count_nonzero(puzzles, axis=1)) <= set(range(fewest, most + 1))
    puzzles = lowbit.generate(3, geometry=name, clues=30, minimal=False, seed=1).array
    assert solved(puzzles, name) == {"unique": 3}
    assert np.count_nonzero(puzzles, axis=1).tolist() == [30] * 3
    puzzles = lowbit.generate(3, geometry=name, clues=8, unique=False, seed=1).array
    assert np.count_nonzero(puzzles, axis=1).tolist() == [8] * 3


@pytest.mark.parametrize("symmetry", slow_except(MAPS, ["half-turn", "full"]))
def test_symmetries(symmetry: str) -> None:
    board = Geometry.parse("6x6")
    puzzles = lowbit.generate(2, geometry=board, symmetry=symmetry, minimal=False, seed=2).array
    assert solved(puzzles, "6x6") == {"unique": 2}
    for puzzle in puzzles:
        for unit in units(symmetry, board):
            assert len({bool(puzzle[cell]) for cell in unit}) == 1
    puzzles = lowbit.generate(1, geometry=board, symmetry=symmetry, seed=2).array
    assert lowbit.is_minimal_many(puzzles, geometry=board).array.all()


def test_patterns_and_given_solutions() -> None:
    pattern = "1.1..1..11..1...1..1...1..11..1..1.1"
    puzzles = lowbit.generate(2, geometry="6x6", pattern=pattern, minimal=False, seed=1).array
    assert solved(puzzles, "6x6") == {"unique": 2}
    expected = [character != "." for character in pattern]
    assert all((puzzle > 0).tolist() == expected for puzzle in puzzles)
    grids = lowbit.random_grids(2, geometry="6x6", seed=9).array
    made = lowbit.generate(4, geometry="6x6", from_grids=grids, seed=1).array
    solutions = lowbit.solve_many(made, geometry="6x6").solutions
    assert np.array_equal(solutions, grids[[0, 1, 0, 1]])


def test_what_cannot_be() -> None:
    with pytest.raises(InputError, match="change places"):
        lowbit.generate(1, geometry="6x6", clues=4)
    with pytest.raises(InputError, match="from 0 to 36"):
        lowbit.generate(1, geometry="6x6", clues=37)
    with pytest.raises(InputError, match="36 characters"):
        lowbit.generate(1, geometry="6x6", pattern="." * 81)
    with pytest.raises(EffortSpentError):
        lowbit.generate(1, geometry="6x6", clues=6, max_tries=300, seed=1)


def test_the_command() -> None:
    done = run("generate", "2", "--geometry", "16x16", "--grids", "--seed", "1")
    lines = done.stdout.split()
    assert all(Grid(line, "16x16").is_solved for line in lines)
    done = run("generate", "2", "--geometry", "6x6", "--seed", "1", "--solutions")
    for line in done.stdout.split():
        puzzle, solution = (Grid(text, "6x6") for text in line.split(","))
        assert lowbit.solve(puzzle) == solution
    done = run("generate", "1", "--geometry", "6x6", "--to", "board", "--seed", "1")
    assert Grid(done.stdout, "6x6") == Grid(
        lowbit.generate(1, geometry="6x6", seed=1).array[0], "6x6"
    )
    done = run("generate", "1", "--geometry", "jigsaw", "-o", "some.csv")
    assert done.returncode == 2
    assert "a table does not say what random boxes are" in done.stderr


@pytest.mark.parametrize(("board", "most"), [("6x6", "int8"), ("x", "int8"), ("16x16", "int16")])
def test_tables(board: str, most: str, tmp_path: Path) -> None:
    path = tmp_path / "made.parquet"
    options = "--geometry", board, "--seed", "1", "--no-minimal", "--solutions", "-o", path
    assert run("generate", "2", *map(str, options)).returncode == 0
    table = pq.read_table(path)
    assert str(table.schema.field("clues").type) == most
    for row in table.to_pylist():
        puzzle = Grid(row["puzzle"], board)
        assert str(lowbit.solve(puzzle)) == str(Grid(row["solution"], board))
        assert puzzle.n_clues == row["clues"]
