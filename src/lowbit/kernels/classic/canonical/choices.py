"""The choices of a step of the search for the canonical form: those that write the least miniline.

A line of the old grid and the place of a stack in it are tried with every order of the columns
that is still open. The digits written so far decide which orders those are: columns that look the
same up to here stand for each other, and so do stacks that are blank up to here.
"""

from __future__ import annotations

from itertools import permutations
from typing import TYPE_CHECKING, Final

from lowbit.kernels.classic.canonical.state import (
    ELDERS,
    LINES,
    MARKS,
    N_NAMED,
    NAMES,
    ORDER,
    ROWS,
    UNNAMED,
    WORST,
    add,
    choice_of,
    line_at,
    nth,
    stack_at,
)
from lowbit.kernels.core.compile import part

if TYPE_CHECKING:
    from lowbit.kernels.core.arrays import Words


ORDERS: Final = sum(
    (i | j << 2 | k << 4) << 6 * turn for turn, (i, j, k) in enumerate(permutations(range(3)))
)
"""The six orders of three columns, two bits a column."""


BLOCKED: Final = 0b11_11_11_01_10_00
"""For each order, which neighbours must not differ for it to be allowed."""


@part
def list_choices(w: Words, step: int) -> int:
    """List the choices that write the least miniline, and return that."""
    rows = w[ROWS + step]
    row, place = step // 3, step % 3
    used, bands = 0, 0
    for earlier in range(row):
        line = line_at(rows, earlier)
        used |= 1 << line
        # Three lines at once: those of the chute that a new one must not come from.
        bands |= 7 << (line - line % 3)
    low, high = 0, 18
    if place > 0:
        low = line_at(rows, row)
        high = low + 1
    elif row % 3 > 0:
        low = line_at(rows, row - 1)
        low -= low % 3
        high = low + 3
        bands = 0
    elif row > 0:
        low = line_at(rows, 0) // 9 * 9
        high = low + 9
    least = WORST
    for line in range(low, high):
        if place > 0 or (((used | bands) >> line) & 1 == 0 and w[ELDERS + line] & ~used == 0):
            least = _list_line(w, step, line, least)
    return least


@part
def _list_line(w: Words, step: int, line: int, least: int) -> int:
    """List the choices of a line; `least` is the value that others write."""
    order, marks = w[ORDER + step], w[MARKS + step]
    first = step % 3
    last = first
    # Bits 6 and 7 of the marks are those between stacks.
    while last < 2 and (marks >> (6 + last)) & 1 == 0:
        last += 1
    for place in range(first, last + 1):
        columns = stack_at(order, place)
        if _is_blank(w[LINES + line], columns):
            return add(w, step, 0, least, choice_of(line, place, columns))
    if least > 0:
        for place in range(first, last + 1):
            least = _list_stack(w, step, line, place, least)
    return least


@part
def _list_stack(w: Words, step: int, line: int, place: int, least: int) -> int:
    """List the orders of the columns of a stack that is not blank here."""
    columns = stack_at(w[ORDER + step], place)
    apart = (w[MARKS + step] >> (2 * place)) & 3
    for turn in range(6):
        # Each turn has two bits: the neighbours that it would part.
        if (BLOCKED >> (2 * turn)) & apart == 0:
            # Six orders of three columns, two bits a column, in one constant.
            order = ORDERS >> (6 * turn)
            i, j, k = order & 3, (order >> 2) & 3, (order >> 4) & 3
            i, j, k = nth(columns, i), nth(columns, j), nth(columns, k)
            least = _try(w, step, line, place, least, i, j, k, apart)
    return least


@part
def _try(
    w: Words,
    step: int,
    line: int,
    place: int,
    least: int,
    i: int,
    j: int,
    k: int,
    apart: int,
) -> int:
    """List an order of three columns; `apart` says which neighbours differed before.

    Of columns that still look the same, only the order by number is listed.
    """
    word, names, n_named = w[LINES + line], w[NAMES + step], w[N_NAMED + step]
    a, b, c = nth(word, i), nth(word, j), nth(word, k)
    x, y, z = nth(names, a), nth(names, b), nth(names, c)
    if x == UNNAMED:
        n_named += 1
        x = n_named
    if y == UNNAMED:
        if b == a:
            y = x
        else:
            n_named += 1
            y = n_named
    if z == UNNAMED:
        if c == a:
            z = x
        elif c == b:
            z = y
        else:
            z = n_named + 1
    if (x == y and i > j and apart & 1 == 0) or (y == z and j > k and apart & 2 == 0):
        return least
    choice = choice_of(line, place, i | j << 4 | k << 8)
    # The first name is above, so that numbers compare as minilines do.
    return add(w, step, x << 8 | y << 4 | z, least, choice)


@part
def _is_blank(word: int, columns: int) -> bool:
    """Whether a line has no digit in a stack."""
    return stack_at(word, nth(columns, 0) // 3) == 0
