"""Every engine finds the known solutions, all of them, on every board."""

from __future__ import annotations

import csv
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lowbit.geometry import Geometry
from lowbit.grid import Grid
from lowbit.houses import House
from support import BOARDS, MAKERS, QUICK_BOARDS, random_puzzle, slow_except

if TYPE_CHECKING:
    from conftest import Data, Engine

GOLDEN = Path(__file__).parents[1] / "golden"
GUESSED = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
SEVERAL = "..3..2.6.1.....2.......1.5.96.......8..3...7.....2....2.5..7.8139...........9...5"


class Golden(NamedTuple):
    """A puzzle with its number of solutions and one of them."""

    puzzle: Grid
    n_solutions: int
    solution: Grid | None


def golden(path: Path) -> list[Golden]:
    first, *lines = path.read_text(encoding="utf-8").splitlines()
    board = Geometry.parse(first.removeprefix("board:"))
    fields = [line.split(":") for line in lines if line and not line.startswith("#")]
    return [
        Golden(Grid(puzzle, board), int(number), Grid(rest[0], board) if rest else None)
        for puzzle, number, *rest in fields
    ]


LONG = {"16x16-3", "irregular9-7"}
"""Those whose solutions take the reference a second to find."""

PUZZLES = [
    pytest.param(puzzle, id=name, marks=[pytest.mark.slow] if name in LONG else [])
    for path in sorted(GOLDEN.glob("*.txt"))
    for number, puzzle in enumerate(golden(path), 1)
    for name in [f"{path.stem}-{number}"]
]


def rows_of(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream, delimiter="\t"))


def puzzles_of(path: Path, number: int) -> list[Grid]:
    lines = path.read_text(encoding="utf-8").splitlines()
    return [Grid(line[:81]) for line in lines if line and not line.startswith("#")][:number]


@pytest.mark.parametrize("known", PUZZLES)
def test_golden_puzzles(engine: Engine, known: Golden) -> None:
    found = engine(known.puzzle, 2000)
    assert len(found) == len(set(found)) == known.n_solutions
    assert all(solution.is_solution_of(known.puzzle) for solution in found)
    assert known.solution is None or known.solution in found


def test_golden_puzzles_are_of_every_kind() -> None:
    kinds = {
        (min(known.n_solutions, 2), known.puzzle.is_restricted, bool(known.puzzle.clashes))
        for path in GOLDEN.glob("*.txt")
        for known in golden(path)
    }
    assert {(0, False, False), (0, False, True), (1, False, False), (2, False, False)} <= kinds
    assert {(0, True, False), (0, True, True), (1, True, False), (2, True, False)} <= kinds


@pytest.mark.slow
def test_counts(engine: Engine, data: Data) -> None:
    for row in rows_of(data("counts.tsv")):
        found = engine(Grid(row["puzzle"]), 1000)
        assert len(set(found)) == len(found) == int(row["n_solutions"]), row["puzzle"]
        assert not row["solution"] or Grid(row["solution"]) in found


def test_edge_cases(engine: Engine, data: Data) -> None:
    for row in rows_of(data("edge_cases.tsv")):
        puzzle, expected = Grid(row["puzzle"]), int(row["n_solutions"].removeprefix(">="))
        found = engine(puzzle, 1000)
        assert len(set(found)) == len(found) == expected, row["name"]
        assert all(solution.is_solution_of(puzzle) for solution in found)


def test_project_euler_96(engine: Engine, data: Data) -> None:
    lines = data("p096_sudoku.txt").read_text(encoding="utf-8").splitlines()
    puzzles = [Grid("".join(lines[start + 1 : start + 10])) for start in range(0, 500, 10)]
    solved = [engine(puzzle, 2) for puzzle in puzzles]
    assert [len(found) for found in solved] == [1] * 50
    assert sum(int(found[0].to_line()[:3]) for found in solved) == 24702


@pytest.mark.parametrize("name", ["acwing166_sample", "poj3074_sample"])
def test_judge_samples(engine: Engine, data: Data, name: str) -> None:
    puzzles = data(f"judge/{name}.in").read_text(encoding="utf-8").split()[:-1]
    answers = data(f"judge/{name}.ans").read_text(encoding="utf-8").split()
    assert [engine(Grid(puzzle), 2) for puzzle in puzzles] == [[Grid(line)] for line in answers]


def test_poj_2676_sample(engine: Engine, data: Data) -> None:
    puzzle = data("judge/poj2676_sample.in").read_text(encoding="utf-8").partition("\n")[2]
    answer = data("judge/poj2676_sample.ans").read_text(encoding="utf-8")
    assert engine(Grid(puzzle), 2) == [Grid(answer)]


def test_kaggle_sample(engine: Engine, data: Data) -> None:
    for row in rows_of(data("kaggle_sample469.tsv")):
        assert engine(Grid(row["puzzle"]), 2) == [Grid(row["solution"])]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "number"),
    [("sudoku17.txt", 200), ("hardest_se11plus.txt", 20), ("top1465.txt", 100), ("top95.txt", 95)],
)
def test_lists_of_unique_puzzles(engine: Engine, data: Data, name: str, number: int) -> None:
    for puzzle in puzzles_of(data(name), number):
        found = engine(puzzle, 2)
        assert len(found) == 1, puzzle
        assert found[0].is_solution_of(puzzle)


@pytest.mark.parametrize("kind", MAKERS)
@pytest.mark.parametrize("spec", slow_except(BOARDS, QUICK_BOARDS))
def test_solutions_are_solutions_and_none_comes_twice(engine: Engine, spec: str, kind: str) -> None:
    puzzle = random_puzzle(spec, kind)
    found = engine(puzzle, 50)
    assert all(solution.is_solution_of(puzzle) for solution in found)
    assert len(set(found)) == len(found)
    assert engine(puzzle, 3) == found[:3]


@cache
def every_solution(engine: Engine, line: str) -> list[Grid]:
    """Return the solutions of a puzzle that has fewer than 300."""
    return engine(Grid(line), 300)


def lines_in_groups(draw: st.DrawFn) -> list[int]:
    """Draw an order of the nine rows or columns that keeps chutes together."""
    chutes = draw(st.permutations(range(3)))
    return [3 * chute + line for chute in chutes for line in draw(st.permutations(range(3)))]


@st.composite
def symmetries(draw: st.DrawFn) -> tuple[list[int], list[int]]:
    """Draw where each cell comes from, and what each digit turns into."""
    rows, columns = lines_in_groups(draw), lines_in_groups(draw)
    cells = [9 * row + column for row in rows for column in columns]
    if draw(st.booleans()):
        cells = [cells[9 * column + row] for row in range(9) for column in range(9)]
    return cells, [0, *draw(st.permutations(range(1, 10)))]


@settings(max_examples=8)
@given(symmetries(), st.sampled_from([GUESSED, SEVERAL]))
def test_symmetry_keeps_the_solutions(
    engine: Engine, symmetry: tuple[list[int], list[int]], line: str
) -> None:
    cells, digits = symmetry

    def moved(grid: Grid) -> Grid:
        return Grid([digits[grid[cell]] for cell in cells])

    assert set(engine(moved(Grid(line)), 300)) == set(map(moved, every_solution(engine, line)))


@settings(max_examples=8)
@given(st.integers(0, 8), st.sets(st.integers(0, 80), max_size=5))
def test_a_further_given_splits_the_solutions(engine: Engine, seed: int, cells: set[int]) -> None:
    puzzle, solutions = Grid(SEVERAL), every_solution(engine, SEVERAL)
    solution = solutions[seed]
    masks = [solution.allowed[c] if c in cells else puzzle.allowed[c] for c in range(81)]
    kept = [found for found in solutions if all(found[c] == solution[c] for c in cells)]
    assert set(engine(Grid.from_masks(masks), 300)) == set(kept)


@pytest.mark.parametrize("spec", ["4x4", "9x9", "16x16", "25x25", "16x16+diagonals", *BOARDS])
def test_a_board_without_givens(engine: Engine, spec: str) -> None:
    empty = Grid("." * Geometry.parse(spec).n_cells, Geometry.parse(spec))
    found = engine(empty, 5)
    assert len(set(found)) == 5
    assert all(solution.is_solved for solution in found)


def test_a_board_of_few_houses(engine: Engine) -> None:
    rows = [House("row", i, tuple(range(4 * i, 4 * i + 4))) for i in range(4)]
    puzzle = Grid("123. 12.. 1... 1234", Geometry(4, rows))
    assert len(engine(puzzle, 100)) == 1 * 2 * 6 * 1
