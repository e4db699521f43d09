"""How many puzzles does one core make: python -m benchmarks.generate.

::

    lowbit           generate(n).array: a random grid each, stripped in random order
    tdoku_generate   -p0 -s0 -e0 -d81 -m1 -a1 -n1: independent minimal puzzles, each from the
                     empty grid; the mode of that program that does the same
    qqwing           --generate N --one-line: symmetry none, difficulty any
    packages         what PyPI has, in another interpreter that has them installed

All take turns in one run, each on one core; the best turn of each counts. Of what each made the
givens, the share with one solution and the share that is minimal are told: they do not all
make the same thing.
"""

from __future__ import annotations

import argparse
import subprocess
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

import lowbit
from benchmarks.machine import describe
from lowbit.kernels.core.threads import n_cpus

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

SECONDS = 3.0
"""How long a program runs at a turn."""

PACKAGES = {
    "py-sudoku": (
        "from sudoku import Sudoku; from itertools import count; numbers = count()",
        (
            "''.join(str(d or 0) for row in "
            "Sudoku(3, seed=next(numbers)).difficulty(0.7).board for d in row)"
        ),
    ),
    "dokusan": ("from dokusan import generators", "str(generators.random_sudoku(avg_rank=150))"),
    "sudokum": (
        "import sudokum",
        "''.join(str(d) for row in sudokum.generate(mask_rate=0.7) for d in row)",
    ),
    "hodoku-py": (
        "from hodoku.generator.generator import SudokuGenerator; maker = SudokuGenerator()",
        "maker.generate_sudoku(symmetric=False)",
    ),
}
"""How each prepares, and what makes a puzzle."""


class Made(NamedTuple):
    """What a maker made at a turn."""

    rate: float
    puzzles: NDArray[np.uint8]


def ours(seed: int) -> Made:
    """Make puzzles with lowbit."""
    begun = time.perf_counter()
    puzzles = lowbit.generate(100_000, seed=seed, threads=1).array
    return Made(len(puzzles) / (time.perf_counter() - begun), puzzles)


def theirs(*command: str | Path) -> Made:
    """Make puzzles with a program that prints one a line, until it is stopped."""
    with tempfile.TemporaryFile() as out:
        begun = time.perf_counter()
        with subprocess.Popen(command, stdout=out) as process:
            time.sleep(SECONDS)
            process.kill()
        took = time.perf_counter() - begun
        out.seek(0)
        lines = out.read().split(b"\n")[:-1]
    cells = np.array([list(line[:81]) for line in lines], np.uint8).reshape(-1, 81)
    puzzles = np.where(cells == ord("."), 0, cells - ord("0")).astype(np.uint8)
    return Made(len(puzzles) / took, puzzles)


def package(python: Path, name: str) -> Made:
    """Make puzzles with a package of another interpreter."""
    prepare, make = PACKAGES[name]
    return theirs(python, "-c", f"{prepare}\nwhile True: print({make}, flush=True)")


def say(name: str, made: Made, rate: float) -> None:
    """Print a row of the table; `rate` is lowbit's."""
    if not len(made.puzzles):
        print(f"{name:16} nothing in {SECONDS:g} s")
        return
    result = lowbit.solve_many(made.puzzles)
    is_unique = result.status == lowbit.Status.UNIQUE
    is_minimal = np.zeros(len(made.puzzles), np.bool_)
    is_minimal[is_unique] = lowbit.is_minimal_many(made.puzzles[is_unique]).array
    givens = np.count_nonzero(made.puzzles, axis=1).mean()
    print(
        f"{name:16}{made.rate:11,.1f}{givens:8.2f}{is_unique.mean():9.1%}{is_minimal.mean():9.1%}"
        f"{rate / made.rate:10,.1f}"
    )


def say_more() -> None:
    """Print how fast other things are made, on the CPUs that this process may use."""
    for name, n, wishes in (
        ("22 givens", 20_000, {"clues": 22}),
        ("20 givens", 2_000, {"clues": 20}),
        ("19 givens", 200, {"clues": 19}),
        ("28 givens", 2_000, {"clues": 28}),
        ("30 givens", 20, {"clues": 30}),
        ("half-turn, minimal", 2_000, {"symmetry": "half-turn"}),
        ("full, minimal", 10, {"symmetry": "full"}),
        ("full, not minimal", 50_000, {"symmetry": "full", "minimal": False}),
    ):
        begun = time.perf_counter()
        lowbit.generate(n, seed=1, **wishes)
        print(f"{name:20}{n / (time.perf_counter() - begun):12,.1f} puzzles/s, {n_cpus()} CPUs")
    begun = time.perf_counter()
    lowbit.random_grids(1_000_000, seed=1)
    rate = 1_000_000 / (time.perf_counter() - begun)
    print(f"{'random grids':20}{rate:12,.0f} grids/s, {n_cpus()} CPUs")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tdoku", type=Path, help="tdoku_generate")
    parser.add_argument("--qqwing", type=Path, help="qqwing")
    parser.add_argument("--python", type=Path, help="an interpreter that has the packages")
    parser.add_argument("--turns", type=int, default=3)
    options = parser.parse_args()
    for key, value in describe().items():
        print(f"{key}: {value}")
    lowbit.random_grids(10)
    lowbit.generate(10)
    makers: dict[str, Callable[[int], Made]] = {"lowbit": ours}
    if options.tdoku:
        words = ["-p0", "-s0", "-e0", "-d81", "-m1", "-a1", "-n1"]
        makers["tdoku_generate"] = lambda _: theirs(options.tdoku, *words)
    if options.qqwing:
        makers["qqwing"] = lambda _: theirs(options.qqwing, "--generate", "1000000", "--one-line")
    if options.python:
        makers |= {name: lambda _, name=name: package(options.python, name) for name in PACKAGES}  # type: ignore[misc]
    best: dict[str, Made] = {}
    for turn in range(options.turns):
        for name, make in makers.items():
            made = make(turn)
            if name not in best or made.rate > best[name].rate:
                best[name] = made
    print(f"{'':16}{'puzzles/s':>11}{'givens':>8}{'unique':>9}{'minimal':>9}{'slower':>10}")
    for name, made in best.items():
        say(name, made, best["lowbit"].rate)
    say_more()


if __name__ == "__main__":
    main()
