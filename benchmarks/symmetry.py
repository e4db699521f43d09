"""Shuffled puzzles per second, in one thread and by the command.

``python -m benchmarks.symmetry FILE`` prints a table. FILE has a puzzle a line; the command reads
as many copies of it as make a million puzzles. Rates are those of a second of a core, so that
others on the machine disturb them little; those of the command are of a second on the wall.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from benchmarks.command import LOWBIT
from benchmarks.machine import print_machine
from benchmarks.timing import best_of
from lowbit import Grid, Transform, shuffle, shuffle_many, transform_many
from lowbit.batch.cells import cells_of
from lowbit.batch.puzzles import read_puzzles

if TYPE_CHECKING:
    from collections.abc import Callable

MILLION = 1_000_000
RUNS = 7
ROW = "| {:64} | {:>12} | {:>8} |"


def main() -> None:
    """Measure, and print Markdown."""
    text = Path(sys.argv[1]).read_text(encoding="ascii")
    digits = cells_of(read_puzzles(text))[0]
    batch = np.tile(digits, (-(-MILLION // len(digits)), 1))
    marked = [Grid(row).to_pencilmarks() for row in digits[:1000]]
    masks = cells_of(read_puzzles(marked))[0]
    masks = np.tile(masks, (MILLION // len(masks), 1))
    print_machine()
    print(f"\n`{' '.join(sys.orig_argv[1:])}`, best of {RUNS} runs\n")
    print(ROW.format("what", "a second", "ns each"))
    print("| --- | ---: | ---: |")
    few = digits[:1000].tolist()
    one, seven = Transform.random(1), [Transform.random(7, item) for item in range(len(few))]
    _row("shuffle, one by one", len(few), lambda: [shuffle(puzzle, seed=7) for puzzle in few])
    _row("a given Transform, one by one", len(few), lambda: [one(puzzle) for puzzle in few])
    _row("transform_many, a symmetry each", len(few), lambda: transform_many(few, seven).array)
    for kind, rows in {"digits": batch, "candidate masks": masks}.items():
        shuffled = partial(shuffle_many, rows, seed=7, threads=1)
        _row(f"shuffle_many, {kind}, 1 thread", len(rows), shuffled)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "puzzles.txt")
        file.write_text((text.rstrip("\n") + "\n") * (len(batch) // len(digits)), "ascii")
        words = (*LOWBIT, "shuffle", "--seed", "7", "-q", "-o", f"{folder}/out.txt", str(file))
        for threads in ("1", "2"):
            command = (*words, "--threads", threads)
            name = f"lowbit shuffle, file to file, --threads {threads}, start-up included"
            run = partial(subprocess.run, command, check=True)
            _row(name, len(batch), run, clock=time.perf_counter)


def _row(
    name: str,
    n: int,
    do: Callable[[], object],
    clock: Callable[[], float] = time.process_time,
) -> None:
    """Measure something done to `n` puzzles, in seconds of a core by default, and print it."""
    seconds = best_of(RUNS, do, clock)
    print(ROW.format(name, f"{n / seconds:,.0f}", f"{1e9 * seconds / n:,.0f}"))


if __name__ == "__main__":
    main()
