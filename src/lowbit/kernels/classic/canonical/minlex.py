"""The canonical form: the smallest grid that a symmetry makes of a puzzle.

The new grid is written row by row, a miniline at a time, and always the smallest that can stand
next; where several choices make the same, each is tried, depth first ::

    step         0 │ 1 │ 2      a step writes a miniline: at the first of a row it chooses the
                ───┼───┼───     line of the old grid that comes next, a row or, transposed, a
                 3 │ 4 │ 5      column; at each it chooses the stack, and the order of its
                ───┼───┼───     columns, as far as they are not settled yet
                 6 │ 7 │ 8
                   ...          blank < digits already named < a new one, which gets the next name

    the row  . 4 . │ . . . │ 7 . 4  of the old grid can become the first one of the new:
    step 0   stack 2 is blank: it goes first, and any order of its columns will do     0 0 0
    step 1   of the others, 0 0 1 is the least: stack 1 with the 4 last. The 4 gets     0 0 1
             the name 1, and its column differs from the other two from now on
    step 2   stack 3 is left: the blank column, then the 4 or the 7. The 4 is 1, the    0 1 2
             7 gets the name 2: 0 1 2 is the least

The digits written so far decide as little as they can. Columns that look the same up to here, and
stacks that are blank up to here, stand for each other: `marks` has a bit for each two neighbours
that differ. So a blank row leaves one choice, not 1296.

A path of choices is given up when its grid is larger than the best grid so far. When it
ends at the same grid, there is a symmetry that changes nothing (an automorphism), and it takes
the branch where the paths parted, of which this one came out the same, to the one that was
searched before it: the rest of the branch is left. That bounds the work for puzzles with
thousands of automorphisms, and counts them at the same time (orbits and stabilisers [1]_).

No order is ever assumed among the digits of the puzzle, nor that it has a solution: clashes, no
givens at all, or several solutions change nothing. Solved grids, where the first row alone leaves
23,328 choices, begin with their first two rows, see `lowbit.kernels.classic.canonical.first_rows`.

.. [1] B. D. McKay, "Practical graph isomorphism", Congressus Numerantium 30, 1981.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from lowbit.kernels.classic.canonical.choices import list_choices
from lowbit.kernels.classic.canonical.first_rows import (
    OPENING,
    is_solved,
    list_openings,
    take_opening,
)
from lowbit.kernels.classic.canonical.leaf import write_form
from lowbit.kernels.classic.canonical.state import (
    AT,
    BEST,
    BEST_AT,
    CHOICES,
    ELDERS,
    FOUND,
    IN_ORDER,
    LEAF,
    LINES,
    MARKS,
    MAX_CHOICES,
    N_CHOICES,
    N_EQUAL,
    N_FOUND,
    N_NAMED,
    NAMES,
    NO_NAMES,
    ORDER,
    ROWS,
    STEPS,
    UNNAMED,
    WORDS,
    WORST,
    columns_of,
    line_of,
    nth,
    place_of,
    stack_at,
    with_stack,
)
from lowbit.kernels.classic.search import BAD_CELL
from lowbit.kernels.core.compile import kernel, part

if TYPE_CHECKING:
    from lowbit.kernels.classic.canonical.state import Forms
    from lowbit.kernels.classic.search import Puzzles
    from lowbit.kernels.core.arrays import Words


ALL: Final = 0x1FF
"""The mask of a blank."""


@kernel
def minimize_grids(puzzles: Puzzles, w: Words, forms: Forms, first: int, end: int) -> None:
    """Find the smallest grid of each puzzle from `first` up to `end`.

    Parameters
    ----------
    puzzles : Puzzles
    w : int64[:]
        The result of `lowbit.kernels.classic.canonical.state.new_workspace`, for this thread alone.
    forms : Forms
        Zeroed; written to.
    first, end : int
        Which puzzles to do.
    """
    for puzzle in range(first, end):
        if _load(puzzles, puzzle, w):
            _search(w)
            write_form(w, puzzle, forms)


@part
def _load(puzzles: Puzzles, puzzle: int, w: Words) -> bool:
    """Read a puzzle; say whether it is one."""
    at = puzzles.starts[puzzle]
    if at < 0:
        return False
    for line in range(18):
        w[LINES + line] = 0
    for row in range(9):
        for column in range(9):
            cell = at + 9 * row + column
            if puzzles.masks.size:
                mask = np.int64(puzzles.masks[cell])
            else:
                mask = np.int64(puzzles.mask_of[puzzles.cells[cell]])
            if mask == ALL:
                continue
            if mask == 0 or mask & (mask - 1) or mask & BAD_CELL:
                return False
            digit = 1
            while mask > 1:
                mask >>= 1
                digit += 1
            # A line is a word of nibbles, so that equal lines are equal numbers.
            w[LINES + row] |= digit << (4 * column)
            w[LINES + 9 + column] |= digit << (4 * row)
    _find_equal_lines(w)
    return True


@part
def _find_equal_lines(w: Words) -> None:
    """Find the lines of each chute that are the same, which stand for each other."""
    for line in range(18):
        w[ELDERS + line] = 0
        for elder in range(line - line % 3, line):
            if w[LINES + elder] == w[LINES + line]:
                w[ELDERS + line] |= 1 << elder


@part
def _search(w: Words) -> None:
    """Walk through the tree of choices."""
    is_open = is_solved(w)
    root = OPENING if is_open else 0
    _start(w)
    has_leaf = False
    is_new = True
    step = root
    while step >= root:
        if is_new:
            has_leaf &= _look(w, step, is_open)
        else:
            w[AT + step] += 1
        is_new = w[AT + step] < w[N_CHOICES + step]
        if not is_new:
            step -= 1
            continue
        if is_open and step == OPENING:
            take_opening(w)
        else:
            _choose(w, step)
        step += 1
        if step == STEPS:
            step = _end(w, has_leaf)
            has_leaf = True
            is_new = False


@part
def _start(w: Words) -> None:
    w[ORDER], w[MARKS], w[NAMES], w[N_NAMED], w[ROWS] = IN_ORDER, 0, NO_NAMES, 0, 0
    for step in range(STEPS):
        w[BEST + step] = WORST
        w[AT + step] = 0


@part
def _look(w: Words, step: int, is_open: bool) -> bool:
    """List the choices of a step; say whether the best grid stays the best."""
    w[N_CHOICES + step] = 0
    w[AT + step] = 0
    least = list_openings(w) if is_open and step == OPENING else list_choices(w, step)
    if least > w[BEST + step]:
        w[N_CHOICES + step] = 0
    if least >= w[BEST + step]:
        return True
    w[BEST + step] = least
    # A better beginning makes all that came after it worthless.
    for later in range(step + 1, STEPS):
        w[BEST + later] = WORST
    return False


@part
def _end(w: Words, has_leaf: bool) -> int:
    """Take note of a grid as good as the best, and return the step to go on from."""
    if not has_leaf:
        for step in range(STEPS):
            w[BEST_AT + step] = w[AT + step]
            w[N_EQUAL + step] = 0
        w[LEAF], w[LEAF + 1] = w[ROWS + STEPS], w[ORDER + STEPS]
        w[LEAF + 2], w[LEAF + 3] = w[NAMES + STEPS], w[MARKS + STEPS]
        w[N_FOUND] = 0
        return STEPS - 1
    step = 0
    while w[AT + step] == w[BEST_AT + step]:
        step += 1
    w[N_EQUAL + step] += 1
    at = FOUND + WORDS * w[N_FOUND]
    if at < w.size:
        w[at], w[at + 1] = step, w[ROWS + STEPS]
        w[at + 2], w[at + 3] = w[ORDER + STEPS], w[NAMES + STEPS]
        w[N_FOUND] += 1
    return step


@part
def _choose(w: Words, step: int) -> None:
    """Make the state behind a step from the one before it and the choice that is tried."""
    choice = w[CHOICES + step * MAX_CHOICES + w[AT + step]]
    line, columns = line_of(choice), columns_of(choice)
    here = step % 3
    order, marks = w[ORDER + step], w[MARKS + step]
    names, n_named = w[NAMES + step], w[N_NAMED + step]
    order = with_stack(order, place_of(choice), stack_at(order, here))
    order = with_stack(order, here, columns)
    is_blank = True
    before = 0
    for place in range(3):
        digit = nth(w[LINES + line], nth(columns, place))
        name = nth(names, digit)
        if name == UNNAMED:
            n_named += 1
            name = n_named
            # XOR with the old name and the new one puts the new one in its nibble.
            names ^= (name ^ UNNAMED) << (4 * digit)
        if place > 0 and name != before:
            marks |= 1 << (2 * here + place - 1)
        is_blank &= name == 0
        before = name
    if not is_blank:
        # Bits 6 and 7: a stack with a digit here differs from the one to its left and to its right.
        marks |= 0xC0 & (0x60 << here)
    below = step + 1
    w[ORDER + below], w[MARKS + below], w[NAMES + below], w[N_NAMED + below] = (
        order,
        marks,
        names,
        n_named,
    )
    w[ROWS + below] = w[ROWS + step]
    if here == 0:
        w[ROWS + below] |= line << (5 * (step // 3))
