"""Whether steps are sound: ``python -m benchmarks.soundness FILE`` with a puzzle on each line.

The steps that each rule book takes are compared with the solution, and so is all that applies where
the book for people first needs more than singles: of what is soon found in each puzzle, and with
``--all N`` of every technique in each Nth. It prints how many steps of each technique it compared,
then those that are wrong, and fails where there are any. ``--from N`` begins with the Nth puzzle of
the file, to go on where a run was stopped.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

from lowbit.grid import Grid
from lowbit.reference.search import Search
from lowbit.techniques.books import BOOKS, rule_book
from lowbit.techniques.position import Position
from lowbit.techniques.registry import TECHNIQUES
from lowbit.techniques.technique import Options
from lowbit.techniques.walk import every_step, walk

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lowbit.techniques.step import Step

SINGLES = {"full-house", "naked-single", "hidden-single"}
FAR = Options(als_overlap=True, two_candidate_er=True, duals=True, als_both_ways=True)
LONG = {
    TECHNIQUES[slug].find
    for slug in (
        "als-chain",
        "finned-franken-jellyfish",
        "finned-franken-swordfish",
        "forcing-chain-verity",
        "forcing-net-verity",
        "kraken-fish-1",
        "kraken-fish-2",
    )
}
"""The finders that take seconds together; what rule books take of them is compared in any case."""
SOON = [
    slug
    for slug, technique in TECHNIQUES.items()
    if technique.in_all and technique.find not in LONG
]


def main() -> None:
    """Compare the steps of the puzzles of the file that the command line names."""
    asked = arguments()
    lines = asked.file.read_text(encoding="utf-8").split()
    compared: Counter[str] = Counter()
    wrong = []
    for number, line in enumerate(lines[asked.begin - 1 :], asked.begin):
        solution = next(Search(Grid(line)))
        for step in found_in(line, is_whole=bool(asked.all) and number % asked.all == 0):
            compared[step.technique] += 1
            if not is_sound(step, solution):
                wrong.append(f"wrong: {line} {step}")
        if number % 100 == 0:
            print(
                f"up to puzzle {number}, {compared.total()} steps, {len(wrong)} wrong", flush=True
            )
    for slug, count in compared.most_common():
        print(f"{slug}: {count}")
    print("\n".join([*wrong, f"{len(wrong)} wrong"]))
    sys.exit(bool(wrong))


def arguments() -> argparse.Namespace:
    """Return what the command line asks for."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.soundness")
    parser.add_argument("--all", type=int, default=0, metavar="N")
    parser.add_argument("--from", dest="begin", type=int, default=1, metavar="N")
    parser.add_argument("file", type=Path)
    return parser.parse_args()


def found_in(line: str, *, is_whole: bool) -> Iterator[Step]:
    """Yield the steps of a puzzle that are compared."""
    hard = None
    for book in BOOKS:
        for step, position in walk(Position(Grid(line)), book):
            yield step
            if book == "human" and hard is None and step.technique not in SINGLES:
                hard = position
    if hard is not None:
        yield from every_step(hard, FAR, None if is_whole else rule_book(SOON))


def is_sound(step: Step, solution: Grid) -> bool:
    """Whether a step agrees with the solution."""
    return all(solution[cell] == digit for cell, digit in step.placements) and all(
        solution[cell] != digit for cell, digit in step.eliminations
    )


if __name__ == "__main__":
    main()
