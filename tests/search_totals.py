"""How much of the tree each engine visits for the fifty puzzles: ``make golden`` writes it down."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from lowbit.formats import read
from lowbit.kernels.engine import new_answers, search
from lowbit.reference.search import Search
from lowbit.verbs.batch_puzzles import read_puzzles

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lowbit.grid import Grid

FIFTY = Path(__file__).parents[1] / "examples" / "fifty.txt"
HEADER = "engine\tlimit\tnodes\tguesses"
LIMITS = (1, 2)
"""How many solutions are asked for: any one, and the proof that there is no other."""


def totals() -> str:
    """Return a table of all totals; the reference counts no guesses."""
    puzzles = [record.grid for record in read(FIFTY) if record.grid]
    return "\n".join([HEADER, *_of_reference(puzzles), *_of_lanes(puzzles), ""])


def _of_reference(puzzles: list[Grid]) -> Iterator[str]:
    for limit in LIMITS:
        nodes = 0
        for puzzle in puzzles:
            found = Search(puzzle)
            list(islice(found, limit))
            nodes += found.nodes
        yield f"reference\t{limit}\t{nodes}\t-"


def _of_lanes(puzzles: list[Grid]) -> Iterator[str]:
    for limit in LIMITS:
        answers = new_answers(len(puzzles))
        search(read_puzzles(puzzles), answers, limit=limit)
        yield f"lanes\t{limit}\t{answers.nodes.sum()}\t{answers.guesses.sum()}"


if __name__ == "__main__":
    print(totals(), end="")  # noqa: T201 - a program that prints
