"""Templates: placements of a digit in all its houses at once.

No pattern of a digit alone can keep a candidate that no template has: fish, colours and chains
of one digit eliminate only such candidates. Their finders look nowhere else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from lowbit.kernels.core.bits import lowest
from lowbit.kernels.core.compile import routine
from lowbit.kernels.hodoku.state import AT, HALVES, OFF, OFF_FOR
from lowbit.kernels.hodoku.tables import CELL_AT, ONLY, SIZE

if TYPE_CHECKING:
    from lowbit.kernels.core.arrays import Words

BAND: Final = 3
"""Rows that share boxes; as many columns do."""

OF_BOXES: Final = np.array(
    [sum(0b111 << BAND * box for box in range(BAND) if boxes >> box & 1) for boxes in range(8)],
    np.int64,
)
"""int64[8]: the columns of some boxes of a band."""

COVERED, ROWS, LEFT, TAKEN, BOXES, CHOSEN = range(0, 6 * SIZE, SIZE)
N_ROOM: Final = 6 * SIZE
"""Words: for each row the cells that are in some template, then the search row by row."""


@routine
def note_templates(state: Words, room: Words) -> bool:
    """Note which candidates are in no template of their digit; say whether there are any."""
    is_any = False
    for digit in range(SIZE):
        upper, lower = state[HALVES + 2 * digit], state[HALVES + 2 * digit + 1]
        if state[OFF_FOR + 2 * digit] != upper or state[OFF_FOR + 2 * digit + 1] != lower:
            _note_digit(state, room, digit)
            state[OFF_FOR + 2 * digit], state[OFF_FOR + 2 * digit + 1] = upper, lower
        is_any |= (state[OFF + 2 * digit] | state[OFF + 2 * digit + 1]) != 0
    return is_any


@routine
def _note_digit(state: Words, room: Words, digit: int) -> None:
    state[OFF + 2 * digit], state[OFF + 2 * digit + 1] = 0, 0
    for row in range(SIZE):
        room[COVERED + row] = 0
    for row in range(SIZE):
        places = state[AT + SIZE * row + digit]
        while places:
            column = lowest(places)
            if room[COVERED + row] >> column & 1 == 0 and not _covers(
                state, room, digit, row, column
            ):
                cell = CELL_AT[row, column]
                state[OFF + 2 * digit] |= ONLY[cell, 0]
                state[OFF + 2 * digit + 1] |= ONLY[cell, 1]
            places &= places - 1


@routine
def _covers(state: Words, room: Words, digit: int, first: int, column: int) -> bool:
    """Find a template that has a cell; note all of its cells as covered."""
    n_rows = 0
    for row in range(SIZE):
        if row != first and state[AT + SIZE * row + digit]:
            room[ROWS + n_rows] = row
            n_rows += 1
    room[TAKEN] = 1 << column
    room[BOXES] = 1 << first // BAND * BAND + column // BAND
    level = 0
    if n_rows:
        room[LEFT] = _choices(state, room, digit, 0)
    while level < n_rows:
        left = room[LEFT + level]
        if left == 0:
            level -= 1
            if level < 0:
                return False
            continue
        room[LEFT + level] = left & (left - 1)
        chosen, row = lowest(left), room[ROWS + level]
        room[CHOSEN + level] = chosen
        level += 1
        if level < n_rows:
            room[TAKEN + level] = room[TAKEN + level - 1] | 1 << chosen
            room[BOXES + level] = room[BOXES + level - 1] | 1 << row // BAND * BAND + chosen // BAND
            room[LEFT + level] = _choices(state, room, digit, level)
    room[COVERED + first] |= 1 << column
    for level in range(n_rows):
        room[COVERED + room[ROWS + level]] |= 1 << room[CHOSEN + level]
    return True


@routine
def _choices(state: Words, room: Words, digit: int, level: int) -> int:
    """Return the columns that are left for a row."""
    row = room[ROWS + level]
    boxes = room[BOXES + level] >> row // BAND * BAND & 0b111
    return state[AT + SIZE * row + digit] & ~room[TAKEN + level] & ~OF_BOXES[boxes]
