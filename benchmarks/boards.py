"""How fast puzzles are solved and made on each board: python -m benchmarks.boards.

The puzzles are made here, always the same ones, all minimal. All solvers prove that the one
solution is the only one, from text, on one core; each has the best of its turns for a puzzle.
Beside CP-SAT and pencilmark, where OR-Tools and pencilmark are installed, and Interactive Sudoku
Solver, where the path of its folder is given and node is there; these read no grids that overlap,
but for CP-SAT.

With --generate, how many full grids and minimal puzzles are made a second instead, beside QQWing
and the Solo of Simon Tatham's collection (Debian: qqwing, sgt-puzzles), where they are installed.
"""

from __future__ import annotations

import argparse
import resource
import subprocess
import sys
import time
from functools import partial
from importlib.util import find_spec
from itertools import permutations
from pathlib import Path
from shutil import which
from typing import TYPE_CHECKING

import numpy as np

import lowbit
from benchmarks.iss import ask_iss
from benchmarks.machine import describe
from lowbit import Geometry, Grid

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "tools"))

if TYPE_CHECKING:
    from collections.abc import Callable

JIGSAW = "jigsaw:AAABBBBCCDAAABCCCCDABBBECCCDAAEBEEFFDDDEEEEFFDGDEHFFFFDGGHHIIFIGGHHHIIIIGGGGHHHII"
BOARDS = (
    "6x6", "9x9+diagonals", "9x9+windows", "9x9+groups", JIGSAW, "samurai", "12x12", "16x16",
    "25x25",
)  # fmt: skip
TURNS = 5
MOST_OF_ISS = 16
"""Interactive Sudoku Solver has no larger boards."""
FEW = 3
"""How many of the puzzles the slower peers have."""

MADE: dict[str, int] = {"6x6": 500, "9x9": 2000, JIGSAW: 200, "16x16": 20}
"""How many minimal puzzles are made on each board."""
GRIDS: dict[str, int] = {"9x9": 100_000, JIGSAW: 5000, "16x16": 3000, "25x25": 200}
"""How many full grids."""
LAYOUTS = 20
"""How many puzzles, each on a layout of its own."""
PEERS: dict[str, list[str]] = {
    "QQWing, 9x9": ["qqwing", "--generate", "100", "--compact"],
    "Solo, 6x6": ["sgt-solo", "--generate", "10", "2x3adu"],
    "Solo, 9x9": ["sgt-solo", "--generate", "10", "3x3adu"],
    "Solo, jigsaws": ["sgt-solo", "--generate", "10", "9jadu"],
    "Solo, 16x16, not minimal": ["sgt-solo", "--generate", "20", "4x4adt"],
    "Solo, 25x25, not minimal": ["sgt-solo", "--generate", "3", "5x5adt"],
}
"""What others make: without symmetry and, of Solo, of the difficulty that leaves no clue to spare,
or where that does not end, of the easiest. The number is the third word."""


def of_one(lines: list[str], solve: Callable[[str], bool]) -> list[float]:
    """Return the least seconds that each puzzle takes."""
    best = [float("inf")] * len(lines)
    for _ in range(TURNS):
        for at, line in enumerate(lines):
            begun = time.process_time()
            if not solve(line):
                raise SystemExit(f"{line} has not one solution")
            best[at] = min(best[at], time.process_time() - begun)
    return best


def of_new_layouts(lines: list[str]) -> list[float]:
    """Return the least seconds that each jigsaw takes, from text, on a layout that is new.

    Other letters make a board of its own, with the same puzzles, that no cache has seen.
    """
    regions = JIGSAW.partition(":")[2]
    letters = "".join(sorted(set(regions)))
    others = permutations(letters)
    next(others)  # the letters as they are

    def solve(line: str) -> bool:
        renamed = regions.translate(str.maketrans(letters, "".join(next(others))))
        return lowbit.is_unique(line, geometry=f"jigsaw:{renamed}")

    return of_one(lines, solve)


def of_batch(lines: list[str], board: Geometry) -> float:
    """Return the least seconds that a puzzle of a batch takes."""
    many = lines * (2000 // len(lines))
    best = float("inf")
    for _ in range(TURNS):
        begun = time.process_time()
        result = lowbit.solve_many(many, geometry=board, threads=1)
        best = min(best, (time.process_time() - begun) / len(many))
        if not (result.n_solutions == 1).all():
            raise SystemExit("not all have one solution")
    return best


def by_cp_sat(line: str, board: Geometry) -> bool:
    """Say whether CP-SAT finds one solution and no second."""
    from second_opinion import has_one_solution  # where OR-Tools is installed

    return has_one_solution(Grid(line, board))


def by_pencilmark(line: str, board: Geometry) -> bool:
    """Say whether pencilmark finds the one solution, from its own JSON."""
    import pencilmark  # where it is installed

    grid = Grid(line, board)
    found = pencilmark.solve(lowbit.write_puzzle(lowbit.Puzzle(grid), "pencilmark"))
    return Grid(list(found), board).is_solution_of(grid)


def by_iss(lines: list[str], board: Geometry, folder: Path) -> list[float]:
    """Return the least seconds that each puzzle takes Interactive Sudoku Solver."""
    answers = ask_iss(folder, [iss_text(Grid(line, board)) for line in lines])
    if any(answer.found != 1 for answer in answers):
        raise SystemExit("Interactive Sudoku Solver does not find one solution")
    return [answer.seconds for answer in answers]


def iss_text(grid: Grid) -> str:
    """Return a puzzle as Interactive Sudoku Solver reads it."""
    board, digits = grid.geometry, "123456789abcdefghijklmnop"
    name = str(board)
    text = f".Shape~{board.size}x{board.size}"
    if name.startswith("jigsaw"):
        regions = "".join(digits[box] for box in board.box_of)
        text += f".NoBoxes.Jigsaw~{regions}"
    text += ".Diagonal~1.Diagonal~-1" * ("diagonals" in name) + ".Windoku" * ("windows" in name)
    text += ".DisjointSets" * ("groups" in name)
    cells = (
        f"~R{digits[board.row(cell)]}C{digits[board.column(cell)]}_{digit}"
        for cell, digit in enumerate(grid)
        if digit
    )
    return f"{text}.{''.join(cells)}"


def made_by_lowbit() -> None:
    """Print how many full grids and minimal puzzles lowbit makes a second, in one thread."""
    for what, numbers, make in (
        ("lowbit, full grids", GRIDS, lowbit.random_grids),
        ("lowbit, minimal", MADE, lowbit.generate),
    ):
        for name, n in numbers.items():
            made = partial(make, geometry=name, seed=1, threads=1)
            made(2)
            say_made(name, what, n, partial(made, n))
    say_made("new layouts", "lowbit, minimal", LAYOUTS, puzzles_of_new_layouts)


def puzzles_of_new_layouts() -> None:
    """Make puzzles, each on a random layout of its own."""
    for seed in range(LAYOUTS):
        lowbit.generate(1, geometry=lowbit.random_jigsaw(9, seed=seed), seed=seed, threads=1)


def made_by_others() -> None:
    """Print how many puzzles other programs make a second."""
    for name, words in PEERS.items():
        if which(words[0]):
            say_made("", name, int(words[2]), partial(run, words))


def run(words: list[str]) -> None:
    """Run a program and leave what it prints."""
    subprocess.run(words, check=True, stdout=subprocess.DEVNULL)


def say_made(board: str, who: str, n: int, make: Callable[[], object]) -> None:
    """Print how many are made a second of CPU, that of other programs included."""
    begun = cpu_seconds()
    make()
    print(f"{board[:14]:14} {who:26} {n / (cpu_seconds() - begun):10.1f} a second", flush=True)


def cpu_seconds() -> float:
    """Return the CPU time of this process and of those that it has run."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


def main() -> None:
    """Measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--iss", type=Path, help="folder of Interactive Sudoku Solver")
    parser.add_argument("-n", type=int, default=10, help="puzzles a board")
    parser.add_argument("--board", action="append", help="only this board; may be repeated")
    parser.add_argument("--generate", action="store_true", help="what is made, not solved")
    options = parser.parse_args()
    print(describe())
    if options.generate:
        made_by_lowbit()
        made_by_others()
        return
    print("milliseconds a puzzle: median, mean, and the most")
    for name in options.board or BOARDS:
        board = Geometry.parse(name)
        begun = time.process_time()
        made = lowbit.generate(options.n, geometry=board, seed=1, threads=1).array
        took = time.process_time() - begun
        lines = [Grid(puzzle.tolist(), board).to_line() for puzzle in made]
        say(name, "lowbit, one", of_one(lines, lambda line: lowbit.is_unique(line, geometry=board)))  # noqa: B023 - called before `board` changes
        if name == JIGSAW:
            say(name, "lowbit, one, new layout", of_new_layouts(lines))
        say(name, "lowbit, batch", [of_batch(lines, board)])
        is_one_grid = board.n_cells == board.size**2
        if options.iss and is_one_grid and board.size <= MOST_OF_ISS:
            say(name, "Interactive Sudoku Solver", by_iss(lines, board, options.iss))
        if find_spec("pencilmark") and is_one_grid:
            say(name, "pencilmark", of_one(lines[:FEW], lambda line: by_pencilmark(line, board)))  # noqa: B023 - called before `board` changes
        if find_spec("ortools"):
            say(name, "CP-SAT", of_one(lines[:FEW], lambda line: by_cp_sat(line, board)))  # noqa: B023 - called before `board` changes
        print(f"{name[:14]:14} made {options.n / took:8.1f} a second")


def say(board: str, who: str, seconds: list[float]) -> None:
    """Print a result."""
    ms = 1000 * np.array(seconds)
    figures = np.median(ms), ms.mean(), ms.max()
    print(f"{board[:14]:14} {who:26}", *(f"{figure:10.3f}" for figure in figures), flush=True)


if __name__ == "__main__":
    main()
