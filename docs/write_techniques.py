"""Write docs/reference/techniques.md from the registry of techniques, as ``make docs`` does."""

from __future__ import annotations

import sys
from inspect import cleandoc
from typing import TYPE_CHECKING

from lowbit.techniques.books import BOOKS
from lowbit.techniques.registry import BY_CONSTRAINTS, FAMILIES, TECHNIQUES
from lowbit.techniques.technique import columns
from lowbit.techniques.wording.description import name_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import ModuleType

INTRODUCTION = """\
# Techniques

`make docs` writes this page from the program's own registry; a test compares the two.

A technique finds steps in a position; a step places digits or eliminates candidates, and has the
evidence for it: cells and candidates with a role each, houses, chains. A rule book says which
techniques are tried, and in which order.

```console
$ lowbit hint 6....2.4...29..78.18....9..8.9...4715.6..4....7...........2...5...7.....2..3.....
Hidden single: In row 1, 9 fits only in r1c2: the 9s in r2c4, r3c7 and r4c3 block the others.
```

```python
>>> from lowbit import explain, steps
>>> way = steps(
...     "6....2.4...29..78.18....9..8.9...4715.6..4..."
...     ".7...........2...5...7.....2..3....."
... )
>>> print(explain(way[0]))
Hidden single: In row 1, 9 fits only in r1c2: the 9s in r2c4, r3c7 and r4c3 block the others.

```

`steps(puzzle, rules)` returns the way to the solution, `all_steps(puzzle)` all that applies now,
`hint(puzzle, marks)` the next step from what a player has, and `solves_with` and `needs` ask what
it takes. Where a puzzle has several solutions, techniques that rely on there being only one are
left out.

## Speed

1,000 random minimal puzzles (`lowbit generate 1000 --seed 7`), one thread, `python -m
benchmarks.steps FILE`: 100 puzzles a second of CPU time by `hodoku`, 101 by `human`; the slowest
step of a puzzle takes 0.4 ms at the median and less than 62 ms, or 101 ms, for 99% of them (AMD
EPYC, CPython 3.11.7, 2026-11-22, with other work on the machine).

The same puzzles, `python -m benchmarks.steps --hint FILE`: `hint` answers 1,275 a second of CPU
time at the start of a puzzle, all in less than 50 ms (the longest takes 5 ms). In every position on
the way it is 1,136 a second, of which 99.97% take less than 50 ms and the longest 136 ms; 98.4% of
the puzzles have no hint that takes longer than 50 ms.

Since then `human` has what players know beyond HoDoKu and Sudoku Explainer, and 0.8 of the rate:
91 and 88 puzzles a second where it had 107 and 113 without (250 puzzles of `lowbit generate 10000
--seed 15`, in turns, busy machine). On the way of a puzzle that Sudoku Explainer rates 10.9, a step
of forcing chains in dynamic chains (10.6 and 10.7) takes 0.8 to 1.1 s of CPU by `explainer`, one of
9.9 or less 0.3 s, and one of multiple chains in dynamic chains (10.9) 6 s.

On 32 puzzles that Sudoku Explainer rates 10.9 and above, a `time_limit` of 0.3 s and of 1.5 s ended
`steps`, `all_steps` and `hint` at most 0.37 s late, while other work shared the two CPUs.

## Ratings

A rating is Sudoku Explainer's, where all steps of a technique have the same; a score is HoDoKu's.
"""

HEAD = """\
| technique | name | HoDoKu | score | level | Sudoku Explainer | rating |
|---|---|---|---|---|---|---|"""

CONSTRAINTS = """\
## Steps by constraints

Puzzles with constraints have these in addition, in all rule books that name none of them.

| step | name |
|---|---|"""


def main() -> None:
    """Print the page."""
    sys.stdout.write("\n".join([INTRODUCTION, *books(), *map(section, FAMILIES), by_constraints()]))


def books() -> Iterator[str]:
    """Yield what the page says about each rule book."""
    yield "## Rule books\n"
    for book in BOOKS.values():
        slugs = dict.fromkeys(slug for rule in book.rules for slug in rule.slugs)
        yield f"- `{book.name}`: {', '.join(TECHNIQUES[slug].name for slug in slugs)}."
    yield ""


def section(module: ModuleType) -> str:
    """Return what the page says about the techniques of a module."""
    title, _, text = cleandoc(module.__doc__ or "").partition(": ")
    if not text:
        title, _, text = cleandoc(module.__doc__ or "").partition(".\n\n")
    title = title.removesuffix(".")
    return f"## {title}\n\n{text[0].upper()}{text[1:]}\n\n{table(module)}\n"


def by_constraints() -> str:
    """Return what the page says about the steps by the constraints of a puzzle."""
    rows = "\n".join(f"| `{slug}` | {name_of(slug)} |" for slug in BY_CONSTRAINTS)
    return f"{CONSTRAINTS}\n{rows}\n"


def table(module: ModuleType) -> str:
    """Return the table of the techniques of a module."""
    rows = []
    for technique in module.TECHNIQUES:
        fields = columns(technique)
        del fields["family"]
        slug, *others = ("" if value is None else str(value) for value in fields.values())
        rows.append(f"| `{slug}` | " + " | ".join(others) + " |")
    return "\n".join([HEAD, *rows])


if __name__ == "__main__":
    main()
