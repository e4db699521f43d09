"""How fast are data sets built, and independent puzzles made? python -m benchmarks.dataset.

Data sets are built by ``lowbit dataset build`` in a process of its own, whose CPU time and memory
are measured. Independent puzzles are made in this process, by turns with others.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.machine import print_machine
from lowbit import canonical_many, generate, solve_many

RATINGS = ((1.5, 2.0), (3.0, 3.4), (4.5, 5.0), (6.6, 7.1), (7.1, 7.2), (8.3, 8.5), (8.6, 9.0))
"""Bands of ER in which independent puzzles are made."""

MILLION = 1_000_000


def built(*arguments: str) -> tuple[float, float, int]:
    """Return the seconds of CPU, those of the clock, and the MiB that a build took."""
    started = time.perf_counter()
    process = subprocess.Popen([sys.executable, "-m", "lowbit", "dataset", "build", *arguments])
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0
    return usage.ru_utime + usage.ru_stime, time.perf_counter() - started, usage.ru_maxrss >> 10


def build_sets(sizes: list[int], options: list[str]) -> None:
    """Print a line for each size; the time of a set of one shard's few rows is not subtracted."""
    for n in sizes:
        with tempfile.TemporaryDirectory() as name:
            arguments = (str(n), str(Path(name) / "set"), "--seed", "1", "-q", *options)
            cpu, clock, mebibytes = built(*arguments)
        hours = cpu / n * MILLION / 3600
        print(
            f"{n:>10,} puzzles  {' '.join(options):30}  {cpu:8.1f} s CPU  {clock:8.1f} s  "
            f"{mebibytes} MiB  a million: {hours:.2f} h of CPU"
        )


def make_independent(n: int) -> None:
    """Print how fast independent puzzles of some ratings are made, and how many grids all have."""
    for rating in RATINGS:
        line = f"ER {rating[0]}-{rating[1]}"
        for independent in (False, True):
            how: dict[str, Any] = {"rating": rating, "independent": independent, "threads": 1}
            generate(1, **how, seed=0)
            started = time.process_time()
            puzzles = generate(n, **how, seed=1)
            seconds = time.process_time() - started
            forms = canonical_many(solve_many(puzzles).solutions).grids
            n_grids = len(np.unique(forms, axis=0))
            word = "independent" if independent else "others"
            line += f"   {word} {n / seconds:7.0f}/s of CPU, {n_grids:,} of {n:,} grids"
        print(line)


def main() -> None:
    """Print a line for each size, then one for each rating."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--puzzles", type=int, nargs="*", default=[16_384, 65_536])
    parser.add_argument("--independent", type=int, default=500)
    wanted, options = parser.parse_known_args()
    print_machine()
    build_sets(wanted.puzzles, options or ["--by", "er"])
    if wanted.independent:
        make_independent(wanted.independent)


if __name__ == "__main__":
    main()
