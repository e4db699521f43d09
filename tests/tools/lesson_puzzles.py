"""Write down puzzles in which each technique of the human rule book can be practised.

A puzzle is good for a technique that is the hardest one up to where it comes up: nothing before it
is new to whoever has learned the techniques in the order of the book. The fewer patterns come
before, and the smaller the pattern itself, the better. Random puzzles are looked through,
from a fixed seed on; `src/lowbit/techniques/lessons/puzzles.tsv` keeps the best in 60,000, which
take 20 minutes. Random puzzles have no tridagons: its puzzles come from `lowbit search`.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Final, NamedTuple

import lowbit
from lowbit.techniques.books import rule_book
from lowbit.techniques.registry import TECHNIQUES

if TYPE_CHECKING:
    from lowbit.techniques.step import Step

ORDER: Final = {
    slug: at for at, rule in enumerate(rule_book("human").rules) for slug in rule.slugs[::-1]
}
KEPT: Final = 3
AT_ONCE: Final = 100
SEED: Final = 33


class Find(NamedTuple):
    """A puzzle in which a technique comes up, and how good it is for it; the least is the best."""

    badness: tuple[int, ...]
    puzzle: str


def finds(puzzle: lowbit.Grid) -> dict[str, Find]:
    """Return the techniques where they first come up."""
    found: dict[str, Find] = {}
    before: list[int] = []
    for step, _ in lowbit.walkthrough(puzzle, "human"):
        slug, rank = step.technique, ORDER[step.technique]
        if slug not in found:
            harder = sum(other > rank for other in before)
            found[slug] = Find((harder, len(before), size_of(step)), puzzle.to_line())
        if TECHNIQUES[slug].family != "singles":
            before.append(rank)
    return found


def size_of(step: Step) -> int:
    """Return how much there is to see of a step."""
    return len(step.marks) + sum(len(chain.nodes) for chain in step.chains)


def main(puzzles: str) -> None:
    """Look through so many puzzles, and print those that are kept."""
    kept: dict[str, list[Find]] = {slug: [] for slug in ORDER}
    for batch in range(int(puzzles) // AT_ONCE):
        for puzzle in lowbit.generate(AT_ONCE, seed=SEED + (batch << 32), threads=1):
            for slug, find in finds(puzzle).items():
                kept[slug] = sorted([*kept[slug], find])[:KEPT]
    sys.stdout.write("technique\tpuzzles\n")
    for slug, best in kept.items():
        if best:
            sys.stdout.write("\t".join([slug, *(find.puzzle for find in best)]) + "\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
