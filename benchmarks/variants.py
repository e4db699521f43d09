"""How fast puzzles with constraints are solved: python -m benchmarks.variants.

The rows of the shared data with a known answer, by class, from their text to the proof that there
is no second solution, one thread; the same without the reading of the text; and all in a batch of
texts, in which they come again and again. A class is in two parts: puzzles that take few guesses,
and the rest. Beside Interactive Sudoku Solver where the path of its folder is given and node is
there; each has the best of its turns, for a puzzle or a batch. And beside CP-SAT, for some puzzles
of each part whose constraints there are models of: a batch of these, and each once there.

    python -m benchmarks.variants --iss FOLDER --cpsat 10
"""

from __future__ import annotations

import argparse
import csv
import sys
import time
from collections import defaultdict
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from benchmarks.iss import ask_iss
from benchmarks.machine import describe
from benchmarks.shared_data import shared_file
from lowbit import LimitReachedError, Puzzle, solve_many
from lowbit.errors import InputError
from lowbit.formats.variants.iss import read_iss
from lowbit.kernels.variants.programs.program import program_of
from lowbit.limits import Limits
from lowbit.verbs.solve.variants import VariantBlocks

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "tools"))

from constraint_models import MODELS

if TYPE_CHECKING:
    from collections.abc import Iterable

TURNS = 3
MOST_NODES = 40_000
"""Puzzles that take more are listed, and left out of the figures."""

FEW_NODES = 100
"""Puzzles that take so many at most count as such with few guesses."""

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
    with shared_file("variants/variants.tsv").open(encoding="utf-8") as file:
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


BATCH = 256
"""Puzzles of a batch, at least."""

LONG = 20
"""Seconds after which CP-SAT gives a search up."""


class Taken(NamedTuple):
    """What a puzzle took: the least seconds from its text and from the puzzle, and its nodes."""

    from_text: float
    from_puzzle: float
    nodes: int


def by_lowbit(text: str) -> Taken | None:
    """Return what a puzzle takes, None where it takes too many nodes."""
    nodes = 0
    from_text = from_puzzle = float("inf")
    for _ in range(TURNS):
        begun = time.process_time()
        again = read_iss(text)
        read = time.process_time() - begun
        program_of.cache_clear()
        begun = time.process_time()
        blocks = VariantBlocks(again, Limits(MOST_NODES))
        try:
            list(islice(blocks, 2))
        except LimitReachedError:
            return None
        took, nodes = time.process_time() - begun, blocks.nodes
        from_text, from_puzzle = min(from_text, read + took), min(from_puzzle, took)
    return Taken(from_text, from_puzzle, nodes)


def by_cp_sat(puzzle: Puzzle) -> float:
    """Return the seconds until it is known whether a puzzle has one solution, or too long."""
    from second_opinion import has_one_solution  # loads OR-Tools

    begun = time.process_time()
    has_one_solution(puzzle, LONG)
    return time.process_time() - begun


def with_models(texts: Iterable[str]) -> list[str]:
    """Return the puzzles all of whose constraints there are models of."""
    puzzles = {text: read_iss(text) for text in texts}
    return [
        text
        for text, puzzle in puzzles.items()
        if {type(constraint).__name__ for constraint in puzzle.constraints} <= MODELS.keys()
        and puzzle.geometry.values[0] == 1
    ]


def in_batch(texts: list[str]) -> float:
    """Return the seconds that a puzzle takes in a batch of all, on average."""
    batch = texts * -(-BATCH // len(texts))
    least = float("inf")
    for _ in range(TURNS):
        begun = time.process_time()
        solve_many(batch, threads=1)
        least = min(least, time.process_time() - begun)
    return least / len(batch)


def main() -> None:
    """Measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--iss", type=Path, help="folder of Interactive Sudoku Solver")
    parser.add_argument("--cpsat", type=int, default=0, help="puzzles of each part for CP-SAT")
    options = parser.parse_args()
    print(describe())
    print(
        "milliseconds a puzzle: medians from text and from puzzles, mean in a batch, their median"
    )
    print("times as fast: geometric means from text and from puzzles; in a batch; at the slowest")
    for name, puzzles in rows().items():
        taken = {text: by_lowbit(text) for _, text in puzzles}
        solved = {text: took for text, took in taken.items() if took}
        for part, is_in in (("few", FEW_NODES.__ge__), ("more", FEW_NODES.__lt__)):
            chosen = {text: took for text, took in solved.items() if is_in(took.nodes)}
            if chosen:
                print(f"{name:14} {part:5}{line_of(chosen, options.iss)}", flush=True)
                print(beside_cp_sat(with_models(chosen)[: options.cpsat]), end="", flush=True)
        left_out = [row for row, text in puzzles if taken[text] is None]
        if left_out:
            print(f"{name:14} over {MOST_NODES} nodes:", *left_out)


def line_of(taken: dict[str, Taken], iss: Path | None) -> str:
    """Return the figures of some puzzles."""
    texts = np.array([took.from_text for took in taken.values()])
    puzzles = np.array([took.from_puzzle for took in taken.values()])
    batch = in_batch(list(taken))
    mine = 1000 * np.array([np.median(texts), np.median(puzzles), batch])
    line = f"{len(taken):3} {mine[0]:8.2f} {mine[1]:8.2f} {mine[2]:8.3f}"
    if iss:
        theirs = np.array([answer.seconds for answer in ask_iss(iss, list(taken))])
        ratios = [np.exp(np.log(theirs / mine).mean()) for mine in (texts, puzzles)]
        slowest = (theirs / texts).min()
        line += f" {1000 * np.median(theirs):8.2f} {ratios[0]:6.2f} {ratios[1]:6.2f}"
        line += f" {theirs.mean() / batch:6.2f} {slowest:6.2f}"
    return line


def beside_cp_sat(texts: list[str]) -> str:
    """Return a line on puzzles beside CP-SAT, or nothing if there are none."""
    if not texts:
        return ""
    theirs = np.array([by_cp_sat(read_iss(text)) for text in texts])
    times = theirs.mean() / in_batch(texts)
    most = f"{1000 * theirs.mean():.1f} ms, {times:.0f} times"
    return f"{'':14} CP-SAT, {len(texts)}: {most}\n"


if __name__ == "__main__":
    main()
