"""How much of the tree each engine visits for some puzzles: ``make golden`` writes it down."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

from lowbit.batch.puzzles import read_puzzles
from lowbit.formats import read
from lowbit.grid import Grid
from lowbit.kernels.classic.engine import new_answers, search
from lowbit.reference.search import Search

FIFTY = Path(__file__).parents[1] / "examples" / "fifty.txt"
LOOSE = (Grid("." * 81), Grid("1...5...9" + "." * 72))
"""Puzzles that leave much to guess, which the fifty do not."""

HEADER = "puzzles\tengine\tlimit\tnodes\tguesses"


def totals() -> str:
    """Return a table of all totals; the reference counts no guesses."""
    fifty = [record.grid for record in read(FIFTY) if record.grid]
    asked = [("fifty", fifty, 1), ("fifty", fifty, 2), ("loose", list(LOOSE), 1000)]
    lines = [HEADER]
    for name, puzzles, limit in asked:
        lines.append(f"{name}\treference\t{limit}\t{_of_reference(puzzles, limit)}")
        lines.append(f"{name}\tlanes\t{limit}\t{_of_lanes(puzzles, limit)}")
    return "\n".join([*lines, ""])


def _of_reference(puzzles: list[Grid], limit: int) -> str:
    searches = list(map(Search, puzzles))
    for search_of_one in searches:
        list(islice(search_of_one, limit))
    return f"{sum(search_of_one.nodes for search_of_one in searches)}\t-"


def _of_lanes(puzzles: list[Grid], limit: int) -> str:
    answers = new_answers(len(puzzles))
    search(read_puzzles(puzzles), answers, limit=limit)
    return f"{answers.nodes.sum()}\t{answers.guesses.sum()}"


if __name__ == "__main__":
    print(totals(), end="")  # noqa: T201 - a program that prints
