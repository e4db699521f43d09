"""Whether steps are sound: ``python -m benchmarks.soundness FILE`` with a puzzle on each line.

Instead of a file, ``--pencilmarks N --board SPEC --seed S`` makes N puzzles that are unique only
because candidates are left out, always the same ones.

The steps that each rule book takes are compared with the solution. So is all that assumes a unique
solution on the way of the book for people, and all that applies where it first needs more than
singles: of what is soon found in each puzzle, and with ``--all N`` of every technique in each Nth.
It prints how many steps of each technique it compared, then those that are wrong, and fails where
there are any. ``--from N`` begins with the Nth puzzle, to go on where a run was stopped.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from lowbit.errors import LimitReachedError
from lowbit.geometry import Geometry
from lowbit.grid import Grid
from lowbit.limits import Limits
from lowbit.reference.budget import Budget
from lowbit.reference.search import Search
from lowbit.techniques.books import BOOKS, rule_book
from lowbit.techniques.registry import TECHNIQUES
from lowbit.techniques.solve_path import every_step, walk
from lowbit.techniques.technique import Options
from lowbit.verbs.steps.start import start_from

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "tools"))

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lowbit.techniques.position import Position
    from lowbit.techniques.step import Step

SINGLES = {"full-house", "naked-single", "hidden-single"}
FAR = Options(als_overlap=True, two_candidate_er=True, duals=True, als_both_ways=True)
LONG = {
    TECHNIQUES[slug].find
    for slug in (
        "als-chain",
        "death-blossom",
        "finned-franken-jellyfish",
        "finned-franken-swordfish",
        "forcing-chain-verity",
        "forcing-net-verity",
        "kraken-fish-1",
        "kraken-fish-2",
    )
}
"""The finders that take seconds together; what rule books take of them is compared in any case."""
BY_UNIQUENESS = dict.fromkeys(each.find for each in TECHNIQUES.values() if each.uniqueness)
"""The finders that assume a unique solution."""
SOON = [
    slug
    for slug, technique in TECHNIQUES.items()
    if technique.in_all and technique.find not in LONG
]


NODES = 1 << 15
"""What rule books may search on a made puzzle: a few of them would take minutes."""


def main() -> None:
    """Compare the steps of the puzzles that the command line names."""
    asked = arguments()
    compared: Counter[str] = Counter()
    wrong = []
    for number, grid in enumerate(puzzles(asked), asked.begin):
        solution = next(Search(grid))
        is_whole = bool(asked.all) and number % asked.all == 0
        for step in found_in(grid, NODES if asked.pencilmarks else None, is_whole=is_whole):
            compared[step.technique] += 1
            if not is_sound(step, solution):
                wrong.append(f"wrong: {grid.to_pencilmarks()} {step}")
        if number % 100 == 0:
            print(
                f"up to puzzle {number}, {compared.total()} steps, {len(wrong)} wrong", flush=True
            )
    for slug, count in compared.most_common():
        print(f"{slug}: {count}")
    print("\n".join([*wrong, f"{compared.total()} steps, {len(wrong)} wrong"]))
    sys.exit(bool(wrong))


def arguments() -> argparse.Namespace:
    """Return what the command line asks for."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.soundness")
    parser.add_argument("--all", type=int, default=0, metavar="N")
    parser.add_argument("--from", dest="begin", type=int, default=1, metavar="N")
    parser.add_argument("--pencilmarks", type=int, default=0, metavar="N")
    parser.add_argument("--board", default="9x9", metavar="SPEC")
    parser.add_argument("--seed", type=int, default=1, metavar="S")
    parser.add_argument("file", type=Path, nargs="?")
    asked = parser.parse_args()
    if (asked.file is None) == (asked.pencilmarks == 0):
        parser.error("name a file, or how many puzzles to make with --pencilmarks")
    return asked


def puzzles(asked: argparse.Namespace) -> Iterator[Grid]:
    """Return the puzzles that the command line asks for."""
    if asked.file:
        lines = asked.file.read_text(encoding="utf-8").split()
        return map(Grid, lines[asked.begin - 1 :])
    made = made_puzzles(asked.board, asked.seed)
    return islice(made, asked.begin - 1, asked.pencilmarks)


def made_puzzles(spec: str, seed: int) -> Iterator[Grid]:
    """Yield puzzles that are unique only because candidates are left out."""
    from pencilmark_puzzles import pencilmark_puzzle  # of the tests
    from support import random_solution, seeded  # of the tests

    board, rng = Geometry.parse(spec), seeded("soundness", spec, seed)
    while True:
        yield pencilmark_puzzle(random_solution(board, rng), rng)


def found_in(grid: Grid, nodes: int | None = None, *, is_whole: bool = False) -> Iterator[Step]:
    """Yield the steps of a puzzle that are compared."""
    hard, start = None, start_from(grid, None, None).position
    for book in BOOKS:
        for step, position in taken(start.within(Budget(Limits(nodes))), book):
            yield step
            if book == "human":
                for find in BY_UNIQUENESS:
                    yield from find(position.within(Budget()), FAR)
                hard = hard or (None if step.technique in SINGLES else position)
    if hard is not None:
        with suppress(LimitReachedError):
            yield from every_step(hard, FAR, None if is_whole else rule_book(SOON))


def taken(position: Position, book: str) -> Iterator[tuple[Step, Position]]:
    """Yield the steps of a rule book, as far as it gets."""
    with suppress(LimitReachedError):
        yield from walk(position, book)


def is_sound(step: Step, solution: Grid) -> bool:
    """Whether a step agrees with the solution."""
    return all(solution[cell] == digit for cell, digit in step.placements) and all(
        solution[cell] != digit for cell, digit in step.eliminations
    )


if __name__ == "__main__":
    main()
