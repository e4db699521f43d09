"""How many puzzles does a package from PyPI solve in a few seconds.

Runs under an interpreter that has the packages, and imports nothing but them:
``python packages.py PACKAGE FILE SECONDS``. It speaks as worker.py does, but a pass ends when
the time is up, and it prints how many puzzles were solved until then.

An adapter takes the 81 characters of a puzzle and returns the 81 digits of a solution: what a
user of the package would have to write, and nothing else.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import time
from importlib.metadata import version
from itertools import cycle
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    Solver = Callable[[str], str]

Rows = list[list[int]]

MAX_PUZZLES = 2000


def main() -> None:
    """Solve for a while, then again for each line on the standard input."""
    name, file, seconds = sys.argv[1], Path(sys.argv[2]), float(sys.argv[3])
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    puzzles = file.read_text(encoding="ascii").split()[:MAX_PUZZLES]
    signal.signal(signal.SIGALRM, time_is_up)
    solve = ADAPTERS[name]()
    solved, _ = solve_for(solve, puzzles, seconds / 4)
    wrong = sum(not is_solution(*pair) for pair in solved)
    found = {"puzzles": len(solved), "wrong": wrong, "version": version(name)}
    print(json.dumps(found), file=answers, flush=True)
    for _ in sys.stdin:
        cpu_start = time.process_time()
        solved, spent = solve_for(solve, cycle(puzzles), seconds)
        turn = {
            "seconds": spent,
            "cpu_seconds": time.process_time() - cpu_start,
            "puzzles": len(solved),
        }
        print(json.dumps(turn), file=answers, flush=True)


class TimeIsUpError(BaseException):
    """Not an Exception: a package that catches those must not catch this."""


def time_is_up(*_: object) -> None:
    """Interrupt whatever runs."""
    raise TimeIsUpError


def solve_for(
    solve: Solver, puzzles: Iterable[str], seconds: float
) -> tuple[list[tuple[str, str]], float]:
    """Return the puzzles solved in some seconds with their answers, and the seconds spent.

    A puzzle that was begun and not finished counts as time: it may be the one that takes all.
    """
    solved: list[tuple[str, str]] = []
    start = time.perf_counter()
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        for puzzle in puzzles:
            solution = solve(puzzle)
            solved.append((puzzle, solution))
    except TimeIsUpError:
        pass
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
    return solved, time.perf_counter() - start


def is_solution(puzzle: str, solution: str) -> bool:
    """Tell whether a solution keeps the givens and has each digit once in every house."""
    houses = [
        *(solution[9 * i : 9 * i + 9] for i in range(9)),
        *(solution[i::9] for i in range(9)),
        *(
            "".join(solution[27 * band + 3 * stack + 9 * row :][:3] for row in range(3))
            for band in range(3)
            for stack in range(3)
        ),
    ]
    kept = all(given in {".", digit} for given, digit in zip(puzzle, solution, strict=True))
    return kept and all(set(house) == set("123456789") for house in houses)


def rows_of(puzzle: str) -> Rows:
    """Return nine lists of nine numbers, 0 for blank."""
    numbers = [0 if character == "." else int(character) for character in puzzle]
    return [numbers[9 * i : 9 * i + 9] for i in range(9)]


def text_of(rows: Iterable[Iterable[Any]]) -> str:
    """Return nine rows of nine digits as one string."""
    return "".join(str(int(digit)) for row in rows for digit in row)


def hodoku() -> Solver:
    """Its search in C, which also proves uniqueness."""
    from hodoku.core.grid import Grid
    from hodoku.generator.generator import SudokuGenerator

    generator = SudokuGenerator()

    def solve(puzzle: str) -> str:
        grid = Grid()
        grid.set_sudoku(puzzle)
        generator.get_number_of_solutions(grid)
        return "".join(map(str, generator.get_solution()))

    return solve


def ortools() -> Solver:
    """CP-SAT: 27 constraints of different digits."""
    from ortools.sat.python import cp_model

    def solve(puzzle: str) -> str:
        model = cp_model.CpModel()
        cells = [
            [model.new_int_var(digit or 1, digit or 9, "") for digit in row]
            for row in rows_of(puzzle)
        ]
        for house in houses_of(cells):
            model.add_all_different(house)
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1
        solver.solve(model)
        return text_of([solver.value(cell) for cell in row] for row in cells)

    return solve


def houses_of(rows: list[list[Any]]) -> Iterator[list[Any]]:
    """Yield the 27 houses of a board."""
    yield from rows
    yield from (list(column) for column in zip(*rows, strict=True))
    for band in range(0, 9, 3):
        for stack in range(0, 9, 3):
            yield [rows[band + i][stack + j] for i in range(3) for j in range(3)]


def pencilmark() -> Solver:
    """Its solve function, which also proves uniqueness."""
    import pencilmark as package

    return lambda puzzle: "".join(map(str, package.solve(puzzle)))


def sudokutools() -> Solver:
    """Its dancing links, up to the first solution."""
    from sudokutools.solve import dlx
    from sudokutools.sudoku import Sudoku

    return lambda puzzle: str(next(iter(dlx(Sudoku.decode(puzzle, empty=".")))).encode())


def dokusan() -> Solver:
    """Its backtracking."""
    from dokusan import solvers
    from dokusan.boards import BoxSize, Sudoku

    def solve(puzzle: str) -> str:
        sudoku = Sudoku.from_list(rows_of(puzzle), box_size=BoxSize(3, 3))
        return text_of([cell.value for cell in row] for row in solvers.backtrack(sudoku).rows())

    return solve


def py_sudoku() -> Solver:
    """Its solve method."""
    from sudoku import Sudoku

    def solve(puzzle: str) -> str:
        board = [[digit or None for digit in row] for row in rows_of(puzzle)]
        return text_of(Sudoku(3, 3, board=board).solve().board)

    return solve


def sudokum() -> Solver:
    """Its solve function, with the method that it takes by itself."""
    import sudokum as package

    return lambda puzzle: text_of(package.solve(rows_of(puzzle), max_try=1_000_000)[1])


def sudoku_py() -> Solver:
    """Its solve method."""
    from sudoku_py import Sudoku

    def solve(puzzle: str) -> str:
        sudoku = Sudoku(board=rows_of(puzzle))
        sudoku.solve(solutions=1)
        return text_of(sudoku.board)

    return solve


ADAPTERS: dict[str, Callable[[], Solver]] = {
    "hodoku-py": hodoku,
    "ortools": ortools,
    "pencilmark": pencilmark,
    "sudokutools": sudokutools,
    "dokusan": dokusan,
    "py-sudoku": py_sudoku,
    "sudokum": sudokum,
    "sudoku-py": sudoku_py,
}
"""By the name of the distribution."""


if __name__ == "__main__":
    main()
