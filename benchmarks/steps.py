"""How long steps take: ``python -m benchmarks.steps FILE`` with a puzzle on each line.

For each rule book it prints how many puzzles a second are taken to the end of their way, in
CPU time, and the time of the slowest step of a puzzle: its median, and what 99% stay below.
"""

from __future__ import annotations

import sys
from pathlib import Path
from time import process_time

from lowbit.grid import Grid
from lowbit.techniques.books import BOOKS
from lowbit.techniques.position import Position
from lowbit.techniques.walk import walk


def main() -> None:
    """Measure the puzzles of the file that the command line names."""
    lines = Path(sys.argv[1]).read_text(encoding="utf-8").split()
    for book in BOOKS:
        began = process_time()
        slowest = sorted(map(slowest_step, lines, [book] * len(lines)))
        seconds = process_time() - began
        median, most = slowest[len(slowest) // 2], slowest[len(slowest) * 99 // 100]
        print(f"{book}: {len(lines) / seconds:.0f} puzzles/s, slowest step of a puzzle: ", end="")
        print(f"median {1000 * median:.1f} ms, 99% below {1000 * most:.1f} ms")


def slowest_step(line: str, book: str) -> float:
    """Return the seconds that the slowest step of a puzzle takes."""
    slowest, began = 0.0, process_time()
    for _ in walk(Position(Grid(line)), book):
        now = process_time()
        slowest, began = max(slowest, now - began), now
    return slowest


if __name__ == "__main__":
    main()
