"""How many minimal puzzles does one core make of full grids: python -m benchmarks.minimal.

Beside tdoku's generator, if its path is given: ``tdoku_generate -p0 -s0 -e0 -d81 -m1 -a1 -n1``
makes independent minimal puzzles from the empty grid, so it also makes the grid, to which we are
given full grids. Both take turns on one core, and the best turn of each counts. Its puzzles and
ours are checked: each has one solution and needs each of its givens.
"""

from __future__ import annotations

import argparse
import subprocess
import tempfile
import time
from pathlib import Path

import numpy as np

import lowbit
from benchmarks.machine import describe
from lowbit.limits import Limits
from lowbit.verbs.minimize.stripping import strip_puzzles

PEER_OPTIONS = ("-p0", "-s0", "-e0", "-d81", "-m1", "-a1", "-n1")


def full_grids(lines: Path, n: int) -> np.ndarray:
    """Return the solutions of the puzzles of a file, each with a random symmetry."""
    solutions = lowbit.solve_many(lines.read_bytes()).solutions
    return lowbit.shuffle_many(np.resize(solutions, (n, 81)), seed=1).array


def ours(solutions: np.ndarray, seed: int) -> tuple[float, np.ndarray]:
    """Return our puzzles a second, and the puzzles."""
    masks = np.uint16(1) << (solutions.astype(np.uint16) - np.uint16(1))
    begun = time.perf_counter()
    stripped = strip_puzzles(masks, solutions, seed=seed, limits=Limits(threads=1))
    return len(solutions) / (time.perf_counter() - begun), stripped.puzzles


def theirs(program: Path, seconds: float) -> tuple[float, np.ndarray]:
    """Return the peer's puzzles a second, and the puzzles."""
    with tempfile.TemporaryFile() as out:
        begun = time.perf_counter()
        with subprocess.Popen([program, *PEER_OPTIONS], stdout=out) as process:
            time.sleep(seconds)
            process.kill()
        took = time.perf_counter() - begun
        out.seek(0)
        lines = out.read().split(b"\n")[:-1]
    puzzles = np.array([list(line[:81]) for line in lines], np.uint8)
    return len(puzzles) / took, np.where(puzzles == ord("."), 0, puzzles - ord("0")).astype(
        np.uint8
    )


def say(name: str, rate: float, puzzles: np.ndarray) -> None:
    """Print a result, once it is checked."""
    if not lowbit.is_minimal_many(puzzles).array.all():
        raise SystemExit(f"{name}: not all of its puzzles are minimal")
    givens = np.count_nonzero(puzzles, axis=1).mean()
    print(f"{name:16}{rate:10,.0f} puzzles/s{1e6 / rate:8.1f} us{givens:8.2f} givens")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("puzzles", type=Path, help="a file of puzzles, whose solutions are taken")
    parser.add_argument("--peer", type=Path, help="tdoku_generate")
    parser.add_argument("-n", type=int, default=100_000, help="how many full grids")
    parser.add_argument("--turns", type=int, default=5)
    options = parser.parse_args()
    for key, value in describe().items():
        print(f"{key}: {value}")
    solutions = full_grids(options.puzzles, options.n)
    ours(solutions[:100], seed=0)
    best = [(0.0, solutions)] * 2
    for turn in range(options.turns):
        best[0] = max(best[0], ours(solutions, turn), key=lambda found: found[0])
        if options.peer:
            best[1] = max(best[1], theirs(options.peer, 2), key=lambda found: found[0])
    say("lowbit", *best[0])
    if options.peer:
        say("tdoku_generate", *best[1])
        print(f"{best[0][0] / best[1][0]:.1f} times")


if __name__ == "__main__":
    main()
