"""How fast the solutions and the true candidates of puzzles with constraints are found, one thread.

Puzzles with many solutions are rows of the shared data without some of their givens or constraints.
Their solutions are counted, all of them, and their true candidates found, from their text; beside
Interactive Sudoku Solver where the path of its folder is given and node is there, and beside CP-SAT
for the few easiest puzzles of a class whose constraints there are models of. All must agree.

    python -m benchmarks.variant_counts --iss FOLDER --cpsat 3
"""

from __future__ import annotations

import argparse
import sys
import time
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple

import numpy as np

from benchmarks.iss import ask_iss
from benchmarks.machine import print_machine
from benchmarks.variants import rows
from lowbit import Puzzle, count_solutions, read_puzzle, true_candidates, write_puzzle
from lowbit.errors import FormatError, LimitReachedError
from lowbit.rng import SplitMix64

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "tools"))

import second_opinion
from constraint_models import MODELS

if TYPE_CHECKING:
    from collections.abc import Callable

Ask = Literal["count", "candidates"]

LEAST, MOST = 100, 10_000
"""How many solutions a puzzle may have."""

MOST_NODES = 20_000
"""A puzzle whose solutions take more nodes to count is left out."""

TURNS = 3
ASKED: tuple[Ask, ...] = ("count", "candidates")


class Asked(NamedTuple):
    """What a solver answers to a puzzle, in seconds."""

    found: int
    seconds: float


def opened(text: str) -> str | None:
    """Return a puzzle with many solutions, of one with few; None if that is not found."""
    puzzle = read_puzzle(text)
    givens = [cell for cell, digit in enumerate(puzzle.grid.givens) if digit]
    parts: list[tuple[str, int]] = [("given", cell) for cell in givens]
    parts += [("constraint", place) for place in range(len(puzzle.constraints))]
    order = list(range(len(parts)))
    SplitMix64(1, 0).shuffle(order)
    gone: set[tuple[str, int]] = set()
    for part in (parts[place] for place in order):
        weaker = without(puzzle, gone | {part})
        try:
            number = count_solutions(weaker, limit=MOST + 1, max_nodes=MOST_NODES)
        except LimitReachedError:
            continue
        if number > MOST:
            continue
        gone.add(part)
        if number >= LEAST:
            return said(weaker)
    return None


def without(puzzle: Puzzle, gone: set[tuple[str, int]]) -> Puzzle:
    """Return a puzzle without some of its givens and constraints."""
    full_mask = puzzle.geometry.full_mask
    masks = [
        full_mask if ("given", cell) in gone else mask
        for cell, mask in enumerate(puzzle.grid.allowed)
    ]
    kept = [
        constraint
        for place, constraint in enumerate(puzzle.constraints)
        if ("constraint", place) not in gone
    ]
    return Puzzle(type(puzzle.grid).from_masks(masks, puzzle.geometry), kept)


def said(puzzle: Puzzle) -> str | None:
    """Return a puzzle as the text of the other, None where that cannot say it."""
    try:
        return write_puzzle(puzzle, "iss")
    except FormatError:
        return None


def by_lowbit(text: str, ask: Ask) -> Asked:
    """Return lowbit's answer."""

    def n_candidates(puzzle: Puzzle) -> int:
        return sum(mask.bit_count() for mask in true_candidates(puzzle).allowed)

    find = count_solutions if ask == "count" else n_candidates
    return timed(lambda: find(read_puzzle(text)), TURNS)


def by_cp_sat(text: str, ask: Ask) -> Asked | None:
    """Return CP-SAT's answer, None where a constraint has no model."""
    puzzle = read_puzzle(text)
    kinds = {type(constraint).__name__ for constraint in puzzle.constraints}
    if not kinds <= MODELS.keys() or puzzle.geometry.values[0] != 1:
        return None
    if ask == "count":
        return timed(lambda: len(second_opinion.solutions(puzzle, MOST + 1)), 1)
    return timed(lambda: len(second_opinion.true_candidates(puzzle)), 1)


def timed(find: Callable[[], int], turns: int) -> Asked:
    """Return what is found, and the least seconds of CPU that it takes."""
    best, found = float("inf"), 0
    for _ in range(turns):
        begun = time.process_time()
        found = find()
        best = min(best, time.process_time() - begun)
    return Asked(found, best)


def line_of(texts: list[str], ask: Ask, iss: Path | None, n_cp_sat: int) -> str:
    """Return what is found about the puzzles of a class; end where solvers disagree."""
    ours = [by_lowbit(text, ask) for text in texts]
    line = f"{len(texts):3} {1000 * np.median([each.seconds for each in ours]):8.2f} ms"
    if iss:
        answers = ask_iss(iss, texts, ask=ask, limit=0)
        theirs = [Asked(answer.found or 0, answer.seconds) for answer in answers]
        line += f"  the other {compared(texts, ours, theirs)}"
    easiest = sorted(zip(texts, ours, strict=True), key=lambda pair: pair[1].seconds)
    asked = ((pair, by_cp_sat(pair[0], ask)) for pair in easiest if n_cp_sat)
    known = list(islice(((*pair, answer) for pair, answer in asked if answer), n_cp_sat))
    if known:
        line += f"  CP-SAT, {len(known)}: {compared(*map(list, zip(*known, strict=True)))}"
    return line


def compared(texts: list[str], ours: list[Asked], theirs: list[Asked]) -> str:
    """Return another solver's median time, and how many times as fast lowbit is."""
    for text, mine, other in zip(texts, ours, theirs, strict=True):
        if mine.found != other.found:
            raise SystemExit(f"{mine.found} or {other.found}? {text}")
    ratios = np.array([o.seconds / m.seconds for m, o in zip(ours, theirs, strict=True)])
    mean = np.exp(np.log(ratios).mean())
    median = 1000 * np.median([each.seconds for each in theirs])
    return f"{median:8.2f} ms, {mean:7.2f} times ({ratios.min():.2f} to {ratios.max():.1f})"


def main() -> None:
    """Measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--iss", type=Path, help="folder of Interactive Sudoku Solver")
    parser.add_argument("--cpsat", type=int, default=0, help="puzzles of a class for CP-SAT")
    parser.add_argument("--kind", action="append", help="only this class; may be repeated")
    options = parser.parse_args()
    print_machine()
    print("milliseconds a puzzle, median; times as fast, geometric mean, least and most")
    for name, puzzles in rows().items():
        if options.kind and name not in options.kind:
            continue
        texts = [weaker for _, text in puzzles if (weaker := opened(text))]
        for ask in ASKED:
            line = line_of(texts, ask, options.iss, options.cpsat)
            print(f"{name:14} {ask:10} {line}", flush=True)


if __name__ == "__main__":
    main()
