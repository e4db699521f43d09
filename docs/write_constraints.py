"""Write docs/reference/constraints.md from the registry of constraints, as ``make docs`` does."""

from __future__ import annotations

import sys
from inspect import cleandoc, getdoc
from typing import TYPE_CHECKING

from lowbit.constraints import REGISTRY
from lowbit.formats.variants.iss.items import READERS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lowbit.constraints import Constraint

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
    yield "## In the text of Interactive Sudoku Solver\n"
    yield f"`read_puzzle` knows {', '.join(f'`{name}`' for name in READERS)}."


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
