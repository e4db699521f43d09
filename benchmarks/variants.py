"""How fast puzzles with constraints are solved: python -m benchmarks.variants.

The rows of the shared data with a known answer, by class, from their text to the proof that there
is no second solution, one thread. Beside Interactive Sudoku Solver where the path of its folder is
given and node is there; each has the best of its turns for a puzzle.
"""

from __future__ import annotations

import argparse
import csv
import json
import os
import subprocess
import time
from collections import defaultdict
from pathlib import Path

import numpy as np

from benchmarks.boards import WORKER
from benchmarks.machine import describe
from lowbit import LimitReachedError, count_solutions
from lowbit.errors import InputError
from lowbit.formats.variants.iss import read_iss
from lowbit.kernels.variants.program import program_of

TURNS = 3
MOST_NODES = 40_000
"""Puzzles that take more are listed, and left out of the figures."""

CLASSES = {
    "killer": ("Cage",),
    "little killer": ("LittleKiller",),
    "thermometer": ("Thermo",),
    "arrow": ("Arrow", "PillArrow"),
    "kropki": ("WhiteDot", "BlackDot"),
    "anti-knight": ("AntiKnight",),
    "sandwich": ("Sandwich",),
}
"""Classes by the constraint that a puzzle has; one with two of these is mixed."""


def rows() -> dict[str, list[tuple[str, str]]]:
    """Return the names and texts of the puzzles of each class."""
    found = defaultdict(list)
    path = Path(os.environ["LOWBIT_DATA"]) / "variants/variants.tsv"
    with path.open(encoding="utf-8") as file:
        for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE):
            text = row["constraints_iss"]
            if text and row["status"] != "open" and is_read(text):
                found[class_of(text)].append((row["id"], text))
    return found


def is_read(text: str) -> bool:
    """Say whether lowbit knows all of a puzzle's constraints."""
    try:
        read_iss(text)
    except InputError:
        return False
    return True


def class_of(text: str) -> str:
    """Return the class of a puzzle."""
    named = {item.split("~")[0] for item in text.split(".")}
    of = [name for name, items in CLASSES.items() if named & set(items)]
    return of[0] if len(of) == 1 else "mixed" if of else "other"


def by_lowbit(text: str) -> float:
    """Return the least seconds that a puzzle takes, inf where it takes too many nodes."""
    best = float("inf")
    for _ in range(TURNS):
        program_of.cache_clear()
        begun = time.process_time()
        try:
            count_solutions(read_iss(text), limit=2, max_nodes=MOST_NODES)
        except LimitReachedError:
            return float("inf")
        best = min(best, time.process_time() - begun)
    return best


def by_iss(texts: list[str], folder: Path) -> list[float]:
    """Return the least seconds that each puzzle takes Interactive Sudoku Solver."""
    done = subprocess.run(
        ["node", WORKER, folder],  # noqa: S607 - wherever it is
        input=json.dumps(texts),
        capture_output=True,
        text=True,
        check=True,
    )
    return [answer["ms"] / 1000 for answer in json.loads(done.stdout)]


def main() -> None:
    """Measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--iss", type=Path, help="folder of Interactive Sudoku Solver")
    options = parser.parse_args()
    print(describe())
    print("milliseconds a puzzle: median and the most; times as fast, geometric mean")
    for name, puzzles in rows().items():
        took = [by_lowbit(text) for _, text in puzzles]
        solved = [at for at, seconds in enumerate(took) if seconds < float("inf")]
        mine = np.array([took[at] for at in solved])
        line = f"{name:14} {len(solved):3} {1000 * np.median(mine):8.2f} {1000 * mine.max():9.1f}"
        if options.iss:
            theirs = np.array(by_iss([puzzles[at][1] for at in solved], options.iss))
            ratio = np.exp(np.log(theirs / mine).mean())
            line += f" {1000 * np.median(theirs):8.2f} {1000 * theirs.max():9.1f} {ratio:6.2f}"
        left_out = [puzzles[at][0] for at in range(len(puzzles)) if at not in solved]
        print(line, *left_out, flush=True)


if __name__ == "__main__":
    main()
