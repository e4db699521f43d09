"""The two rows with which the smallest form of a solved grid can begin.

The first row is 123456789 whichever line comes first, and the second is one of the other two
lines of its chute: 36 pairs. Let ``f`` take a column to that where the first row has what the
second row has here ::

    first row     A A A │ B B B │ C C C        pure: f takes stacks to stacks, so that the second
    second row    B B B │ C C C │ A A A        row begins 456 789, and ends with an order of 123

    first row     A A A │ B B B │ C C C        mixed: two columns of a stack go to one stack and
    second row    B B C │ A C C │ A A B        the third to the other: the second row begins 457

A pure pair is smaller than a mixed one. In either case the order of the first three columns, the
single one last if they are mixed, settles that of all others, and with it the second row: at most
18 orders of each pure pair and 6 of each mixed pair are compared, and only those with the
smallest second row are pursued.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lowbit.kernels.classic.canonical.state import (
    AT,
    CHOICES,
    LINES,
    MARKS,
    MAX_CHOICES,
    N_NAMED,
    NAMES,
    ORDER,
    ROWS,
    WORST,
    add,
    nth,
)
from lowbit.kernels.core.compile import part

if TYPE_CHECKING:
    from lowbit.kernels.core.arrays import Words

OPENING: Final = 5
"""The step that chooses the first two rows of a solved grid: the last of the six they have."""

ALL_NINE: Final = 0x3FE
TOLD_APART: Final = 0xFF
"""The marks of a state where all columns differ."""


@part
def is_solved(w: Words) -> bool:
    """Whether each row, column and box has nine digits."""
    for line in range(18):
        if _union(w[LINES + line], 9) != ALL_NINE:
            return False
    for band in range(0, 9, 3):
        for stack in range(3):
            low = 12 * stack
            union = _union(w[LINES + band] >> low, 3) | _union(w[LINES + band + 1] >> low, 3)
            if union | _union(w[LINES + band + 2] >> low, 3) != ALL_NINE:
                return False
    return True


@part
def list_openings(w: Words) -> int:
    """List the pairs of lines, with the columns' order, that make the least second row."""
    any_pure = False
    for chute in range(0, 18, 3):
        any_pure |= _is_pure(_where(w[LINES + chute], w[LINES + chute + 1]))
    least = WORST
    for line in range(18):
        chute = line - line % 3
        for turn in range(1, 3):
            other = chute + (line + turn) % 3
            f = _where(w[LINES + line], w[LINES + other])
            rows = line | other << 5
            if not any_pure:
                least = _list_mixed(w, rows, f, least)
            elif _is_pure(f):
                least = _list_pure(w, rows, f, least)
    return least


@part
def take_opening(w: Words) -> None:
    """Make the state behind the first two rows."""
    choice = w[CHOICES + OPENING * MAX_CHOICES + w[AT + OPENING]]
    rows, order = choice >> 36, choice & 0xFFFFFFFFF
    names = 0
    for place in range(9):
        names |= (place + 1) << (4 * nth(w[LINES + rows & 31], nth(order, place)))
    behind = OPENING + 1
    w[ROWS + behind], w[ORDER + behind], w[NAMES + behind] = rows, order, names
    w[MARKS + behind], w[N_NAMED + behind] = TOLD_APART, 9


@part
def _union(word: int, n: int) -> int:
    """Return the set of the first `n` digits of a word."""
    union = 0
    for place in range(n):
        union |= 1 << nth(word, place)
    return union


@part
def _where(first: int, second: int) -> int:
    """Return the `f` of two lines."""
    column_of = 0
    for column in range(9):
        column_of |= column << (4 * nth(first, column))
    f = 0
    for column in range(9):
        f |= nth(column_of, nth(second, column)) << (4 * column)
    return f


@part
def _is_pure(f: int) -> bool:
    stack = nth(f, 0) // 3
    return nth(f, 1) // 3 == stack and nth(f, 2) // 3 == stack


@part
def _list_pure(w: Words, rows: int, f: int, least: int) -> int:
    for a in range(9):
        for turn in range(1, 3):
            b = a - a % 3 + (a + turn) % 3
            least = _try_pure(w, rows, f, least, a, b, 9 * (a // 3) + 3 - a - b)
    return least


@part
def _try_pure(w: Words, rows: int, f: int, least: int, a: int, b: int, c: int) -> int:
    """List the order of all columns that begins with these three."""
    p, q, r = nth(f, a), nth(f, b), nth(f, c)
    order = a | b << 4 | c << 8 | p << 12 | q << 16 | r << 20
    order |= nth(f, p) << 24 | nth(f, q) << 28 | nth(f, r) << 32
    return add(w, OPENING, _second_row(f, order), least, rows << 36 | order)


@part
def _list_mixed(w: Words, rows: int, f: int, least: int) -> int:
    for single in range(9):
        i = single - single % 3 + (single + 1) % 3
        j = single - single % 3 + (single + 2) % 3
        if nth(f, i) // 3 == nth(f, j) // 3:
            for _ in range(2):
                least = _try_mixed(w, rows, f, least, i, j, single)
                i, j = j, i
    return least


@part
def _try_mixed(w: Words, rows: int, f: int, least: int, i: int, j: int, single: int) -> int:
    """List the order of all columns that begins with these three.

    One column of the second stack has a digit from 1 to 3, the two others have what become 8
    and 9: where the former is second, it would be first if `i` and `j` changed places.
    """
    p, q, r = nth(f, i), nth(f, j), nth(f, single)
    second, back = p // 3, i // 3
    rest = 9 * second + 3 - p - q
    x, y, z = nth(f, p), nth(f, q), nth(f, rest)
    if y // 3 == back:
        return least
    eighth, ninth = (y, z) if x // 3 == back else (x, y)
    order = i | j << 4 | single << 8 | p << 12 | q << 16 | rest << 20
    order |= r << 24 | eighth << 28 | ninth << 32
    return add(w, OPENING, _second_row(f, order), least, rows << 36 | order)


@part
def _second_row(f: int, order: int) -> int:
    """Return the second row behind its first stack, as a number."""
    place_of = 0
    for place in range(9):
        place_of |= place << (4 * nth(order, place))
    row = 0
    for place in range(3, 9):
        row = row << 4 | nth(place_of, nth(f, nth(order, place)))
    return row
