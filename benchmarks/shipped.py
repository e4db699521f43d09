"""``python -m benchmarks.shipped``: code for a level of CPUs beside code for the very CPU.

For each kind of work, processes of each level take turns, and the best time of each counts. A kind
whose ratio is below 1 is slower with the code of the level than with code compiled for this CPU.
Needs `LOWBIT_DATA`, and libraries in ``lowbit/kernels/shipped`` (`lowbit.kernels.emit`).
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from typing import TYPE_CHECKING, Final

import lowbit
from benchmarks import machine
from benchmarks.shared_data import shared_file
from benchmarks.timing import best_of
from lowbit.kernels.core.targets import NATIVE, runnable

if TYPE_CHECKING:
    from collections.abc import Callable

RUNS: Final = 5

KILLER: Final = ".Cage~10~R1C1~R1C2.Cage~15~R3C3~R3C4~R4C4.Thermo~R5C1~R6C1~R7C1.~R9C9_{digit}"


def kinds() -> dict[str, Callable[[], object]]:
    """Return the kinds of work, each of a second or less."""
    easy, hard = _first(40_000, "sudoku17.txt"), _first(4000, "hardest_se11plus.txt")
    text = "\n".join(easy * 5) + "\n"
    large = lowbit.generate(60, seed=1, geometry="16x16")
    killers = [KILLER.format(digit=number % 9 + 1) for number in range(600)]
    return {
        "solve, 17 clues": lambda: lowbit.solve_many(easy, threads=1),
        "solve, hardest": lambda: lowbit.solve_many(hard, threads=1),
        "solve a text": lambda: lowbit.solve_many(text, threads=1),
        "count to 1,000": lambda: lowbit.count_solutions_many(easy, limit=1000, threads=1),
        "minimize": lambda: lowbit.minimize_many(easy[:5000], threads=1),
        "canonical": lambda: lowbit.canonical_many(easy[:10_000], threads=1),
        "generate": lambda: lowbit.generate(2000, seed=5, threads=1),
        "maximize": lambda: lowbit.maximize_many(easy, threads=1),
        "rate": lambda: lowbit.rate_many(easy[:2000], threads=1),
        "score": lambda: lowbit.rate_many(easy[:1000], rules="hodoku", threads=1),
        "solve, 16x16": lambda: lowbit.solve_many(large, geometry="16x16", threads=1),
        "solve, constraints": lambda: lowbit.solve_many(killers, max_nodes=2000),
    }


def _first(n: int, name: str) -> list[str]:
    """Return the first puzzles of a file, one a line."""
    lines = shared_file(name).read_text(encoding="utf-8").splitlines()
    return [line[:81] for line in lines[:n]]


def measure() -> None:
    """Print the seconds of each kind, as one process of one level."""
    print(json.dumps({name: best_of(RUNS, work) for name, work in kinds().items()}))


def compare(levels: list[str], rounds: int) -> None:
    """Print the ratios of levels to native code, the best of some rounds of each."""
    best: dict[tuple[str, str], float] = {}
    for _ in range(rounds):
        for level in (NATIVE, *levels):
            command = [sys.executable, "-m", "benchmarks.shipped", "--measure"]
            environment = {**os.environ, "LOWBIT_TARGET": level}
            done = subprocess.run(command, env=environment, stdout=subprocess.PIPE, check=True)
            for name, seconds in json.loads(done.stdout).items():
                best[level, name] = min(seconds, best.get((level, name), seconds))
    machine.print_machine()
    print("| work | native, s |", " | ".join(levels), "|")
    print("| --- " * (2 + len(levels)) + "|")
    for name in dict.fromkeys(name for _, name in best):
        native = best[NATIVE, name]
        ratios = (f"{native / best[level, name]:.2f}" for level in levels)
        print(f"| {name} | {native:.3f} |", " | ".join(ratios), "|")


def main() -> None:
    """Compare, or measure."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.shipped")
    parser.add_argument("levels", nargs="*", help="levels; all that run here by default")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--measure", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.measure:
        measure()
    else:
        compare(options.levels or [each.level for each in runnable()], options.rounds)


if __name__ == "__main__":
    main()
