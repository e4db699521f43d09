"""The best grid of a search for the canonical form, written down, and its automorphisms counted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lowbit.kernels.classic.canonical.state import (
    ELDERS,
    LEAF,
    LINES,
    N_EQUAL,
    STEPS,
    UNNAMED,
    line_at,
    nth,
)
from lowbit.kernels.core.compile import part

if TYPE_CHECKING:
    from lowbit.kernels.classic.canonical.state import Forms
    from lowbit.kernels.core.arrays import Words


@part
def write_form(w: Words, puzzle: int, forms: Forms) -> None:
    """Write down the best grid, and how it is made."""
    rows, order = w[LEAF], w[LEAF + 1]
    names = _name_all(w[LEAF + 2])
    has_transforms = forms.cells.size > 0
    cell = 81 * puzzle
    for row in range(9):
        line = line_at(rows, row)
        start, pace = (9 * line, 1) if line < 9 else (line - 9, 9)
        for place in range(9):
            column = nth(order, place)
            forms.grids[cell] = nth(names, nth(w[LINES + line], column))
            if has_transforms:
                forms.cells[cell] = start + pace * column
            cell += 1
    if has_transforms:
        for digit in range(1, 10):
            forms.digits[9 * puzzle + digit - 1] = nth(names, digit)
    forms.automorphisms[puzzle] = _count(w)


@part
def _name_all(names: int) -> int:
    """Give the digits that do not occur the names that are left, in order."""
    n_named = 0
    for digit in range(1, 10):
        n_named += nth(names, digit) != UNNAMED
    for digit in range(1, 10):
        if nth(names, digit) == UNNAMED:
            n_named += 1
            names ^= (n_named ^ UNNAMED) << (4 * digit)
    return names


@part
def _count(w: Words) -> int:
    """Return how many automorphisms there are.

    That is, step by step, how many choices are as good as the one made; times the orders of
    equal lines of a chute, and of columns and stacks that never differed; times the renamings of
    digits that do not occur.
    """
    count = 1
    for step in range(STEPS):
        count *= 1 + w[N_EQUAL + step]
    side = line_at(w[LEAF], 0) // 9 * 9
    for line in range(side, side + 9):
        alike = 1
        for elder in range(line - line % 3, line):
            # Lines that are the same may change places: one after another, 1, 2 and 3 of them.
            alike += (w[ELDERS + line] >> elder) & 1
        count *= alike
    for lower in range(0, 8, 2):
        marks = (w[LEAF + 3] >> lower) & 3
        if marks == 0:
            count *= 6
        elif marks < 3:
            count *= 2
    n_unnamed = 0
    for digit in range(1, 10):
        if nth(w[LEAF + 2], digit) == UNNAMED:
            n_unnamed += 1
            # In the end the factorial of their number.
            count *= n_unnamed
    return count
