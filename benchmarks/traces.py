"""Traces: how many a second are recorded, spelled and replayed, and whether each leads home.

::

    python -m benchmarks.traces                       10,000 puzzles below ER 7, steps and searches
    python -m benchmarks.traces --n 1000000 --any     a million of any difficulty, replayed

Times are CPU time of one thread; kernels are loaded before. Each trace is replayed by a kernel of
its own, which knows only what steps place and eliminate, and has to end in the solution.
"""

from __future__ import annotations

import argparse
import time
from itertools import count
from typing import TYPE_CHECKING, Final

from lowbit import generate, rate_many, steps, trace_many

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from lowbit import TraceBatch

PORTION: Final = 10_000
"""Puzzles that are made at a time."""

HARDEST: Final = 7.0

N_PLAIN: Final = 100
"""Puzzles whose steps plain finders take, too."""


class Tally:
    """The seconds of each part, and the traces that do not lead to the solution."""

    def __init__(self) -> None:
        self.n, self.n_steps, self.n_wrong = 0, 0, 0
        self.seconds = {"record": 0.0, "spell": 0.0, "replay": 0.0}

    def add(self, puzzles: NDArray[np.uint8], kind: str, *, spells: bool) -> None:
        """Trace some puzzles."""
        start = time.process_time()
        batch = trace_many(puzzles, kind=kind, threads=1)  # type: ignore[arg-type] # checked
        self.seconds["record"] += time.process_time() - start
        self.n += len(batch)
        self.n_steps += int(batch.n_steps.sum())
        if spells:
            start = time.process_time()
            batch.to_strings()
            self.seconds["spell"] += time.process_time() - start
        start = time.process_time()
        self.n_wrong += sum(not _leads_home(batch, row) for row in range(len(batch)))
        self.seconds["replay"] += time.process_time() - start

    def __str__(self) -> str:
        rates = (
            f"{round(self.n / seconds):,}" if seconds else "" for seconds in self.seconds.values()
        )
        return " | ".join([f"{self.n:,}", f"{self.n_steps:,}", *rates, f"{self.n_wrong}"])


def main() -> None:
    """Trace puzzles, and print a row for each kind."""
    options = _parser().parse_args()
    trace_many(generate(1, seed=1).array)
    print("| kind | puzzles | steps | recorded a second | spelled | replayed | wrong |")
    print("|---|---|---|---|---|---|---|", flush=True)
    for kind in ("steps", "search"):
        tally = Tally()
        for seed in count(1):
            puzzles = _puzzles(seed, options.n - tally.n, is_any=options.any)
            tally.add(puzzles, kind, spells=not options.any)
            if tally.n >= options.n:
                break
        print(f"| {kind} | {tally} |", flush=True)
    if not options.any:
        print(f"plain finders: {_plain():,} a second")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.traces")
    parser.add_argument("--n", type=int, default=10_000, help="how many puzzles")
    parser.add_argument("--any", action="store_true", help="of any difficulty; without their texts")
    return parser


def _puzzles(seed: int, most: int, *, is_any: bool) -> NDArray[np.uint8]:
    puzzles: NDArray[np.uint8] = generate(PORTION, seed=seed).array
    if not is_any:
        rated = rate_many(puzzles).er
        assert rated is not None
        puzzles = puzzles[rated < HARDEST]
    return puzzles[:most]


def _leads_home(batch: TraceBatch, row: int) -> bool:
    return bool((batch.positions(row).digits[-1] == batch.solutions[row]).all())


def _plain() -> int:
    puzzles = _puzzles(1, N_PLAIN, is_any=False)
    start = time.process_time()
    for puzzle in puzzles:
        steps(puzzle, "hodoku")
    return round(len(puzzles) / (time.process_time() - start))


if __name__ == "__main__":
    main()
