"""Write docs/reference/constraints.md from the registry of constraints.

``make docs`` does.
"""

from __future__ import annotations

import sys
from contextlib import suppress
from inspect import cleandoc, getdoc
from typing import TYPE_CHECKING

from lowbit import Puzzle
from lowbit.constraints import REGISTRY, Difference, NonConsecutive, NoRatio, NoSum, PairSum, Ratio
from lowbit.errors import FormatError
from lowbit.formats.variants import PUZZLE_FORMATS
from lowbit.formats.variants.fpuzzles.items import READERS as FPUZZLES_READERS
from lowbit.formats.variants.iss.items import READERS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lowbit.constraints import Constraint

MARKS: dict[type[Constraint], list[Constraint]] = {
    NonConsecutive: [Difference(0, 1)],
    NoRatio: [Ratio(0, 1)],
    NoSum: [PairSum(0, 1, 10)],
}
"""The marks that the samples of negative constraints leave out."""

INTRODUCTION = """\
# Constraints

`make docs` writes this page from the program's own registry; a test compares the two.

Each is a class of `lowbit.constraints`, a value that compares and hashes by its fields. Cells are
numbers, row by row from 0. Values are what digits are worth: 1 to 9, or 0 to 8 on a board whose
alphabet begins with 0. [Variants](../guide/maker/variants.md) shows how they are used.
"""


def page() -> Iterator[str]:
    """Yield the lines of the page."""
    yield INTRODUCTION
    family = ""
    for name, kind in REGISTRY.items():
        if kind.__module__ != family:
            family = kind.__module__
            yield f"## {_title(family)}\n"
        yield f"### {name}\n"
        yield f"{cleandoc(getdoc(kind) or '')}\n"
        yield f"    {_example(kind.sample)}\n"
        yield f"Written as {', '.join(f'`{form}`' for form in formats_of(kind.sample))}.\n"
    yield "## In the text of Interactive Sudoku Solver\n"
    yield f"`read_puzzle` knows {', '.join(f'`{name}`' for name in sorted(READERS))}.\n"
    yield "## In f-puzzles\n"
    yield f"`read_puzzle` knows {', '.join(f'`{name}`' for name in sorted(FPUZZLES_READERS))}."


def formats_of(sample: Constraint) -> list[str]:
    """Return the formats that a constraint can be written in, with the marks that it needs."""
    puzzle = Puzzle("." * 81, [*MARKS.get(type(sample), ()), sample])
    found = []
    for name, form in PUZZLE_FORMATS.items():
        with suppress(FormatError):
            if form.write(puzzle):
                found.append(name)
    return found


def _title(module: str) -> str:
    """Return what the docstring of a family calls it."""
    first, *_ = (sys.modules[module].__doc__ or "").splitlines()
    return first.removesuffix(".")


def _example(sample: Constraint) -> str:
    """Return how a constraint is written, on one line."""
    return repr(sample)


def main() -> None:
    """Write the page to standard output."""
    sys.stdout.write("\n".join(page()) + "\n")


if __name__ == "__main__":
    main()
