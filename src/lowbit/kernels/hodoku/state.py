"""The state of a puzzle on its solve path: one row of words, kept up to date.

::

    CELLS      the candidates of each cell, 0 where a digit is placed
    AT         the places of each digit in each house, 0 where it is placed
    HALVES     the open cells that have each digit as a candidate, as a set
    VALUES     the digit of each cell, from 1, or 0
    GIVENS     the cells whose digit is a given, as a set
    N_OPEN     for each house, how many cells are open
    N_LEFT     how many cells are open on the whole board
    NAKED      the naked singles in the order in which they came up, and how many
    HIDDEN     the hidden singles likewise
    OFF        of each digit the candidates that are in no template, and of which places that is
    COUNTS     how many steps of each technique were taken
    FIRST      the number of the first step of each technique, from 1
    WAITING    the stage that the puzzle waits for
    FROM, TO   the first and the last technique that plain finders are to try, if it waits for them
    LIMIT      the last technique that it may take
    PASSED     up to which one such techniques were tried in vain since the last step
    N_NODES    how many steps there were
    N_TRACED   how many words its steps take, written down; more than there is room for, if it lacks

HoDoKu takes singles in the order in which they came up, so that order is part of the state.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from lowbit.kernels.core.bits import lowest
from lowbit.kernels.core.cell_sets import UPPER
from lowbit.kernels.core.compile import routine
from lowbit.kernels.hodoku.choice import UNDECIDED
from lowbit.kernels.hodoku.steps import TECHNIQUES
from lowbit.kernels.hodoku.tables import (
    CELL_AT,
    FULL,
    HOUSES_OF,
    N_CELLS,
    N_HOUSES,
    ONLY,
    PEERS,
    PLACE_IN,
    SIZE,
)

if TYPE_CHECKING:
    from lowbit.kernels.core.arrays import Bytes, Number, Words

KERNEL, PLAIN, DONE, INVALID, LEFT = range(5)
"""Stages of a puzzle: it waits for the kernel, or for a step of the plain finders; or it is solved,
its givens clash, it is given up."""

CELLS: Final = 0
AT: Final = CELLS + N_CELLS
HALVES: Final = AT + N_HOUSES * SIZE
VALUES: Final = HALVES + 2 * SIZE
GIVENS: Final = VALUES + N_CELLS
N_OPEN: Final = GIVENS + 2
N_LEFT: Final = N_OPEN + N_HOUSES
N_NAKED: Final = N_LEFT + 1
NAKED: Final = N_NAKED + 1
N_HIDDEN: Final = NAKED + N_CELLS
HIDDEN: Final = N_HIDDEN + 1
"""A digit comes up in a house once at most."""
OFF: Final = HIDDEN + N_HOUSES * SIZE
OFF_FOR: Final = OFF + 2 * SIZE
COUNTS: Final = OFF_FOR + 2 * SIZE
FIRST: Final = COUNTS + len(TECHNIQUES)
WAITING: Final = FIRST + len(TECHNIQUES)
FROM, TO, LIMIT, PASSED, N_NODES, N_TRACED = range(WAITING + 1, WAITING + 7)
N_STATE: Final = N_TRACED + 1
"""Words of a state."""


@routine
def load(state: Words, digits: Bytes) -> bool:
    """Begin with the givens of a puzzle; say whether they do not clash."""
    for word in range(N_STATE):
        state[word] = 0
    for cell in range(N_CELLS):
        state[CELLS + cell] = FULL
    for word in range(AT, HALVES):
        state[word] = FULL
    for word in range(HALVES, VALUES, 2):
        state[word] = (1 << UPPER) - 1
        state[word + 1] = (1 << N_CELLS - UPPER) - 1
    for house in range(N_HOUSES):
        state[N_OPEN + house] = SIZE
    state[N_LEFT] = N_CELLS
    for cell in range(N_CELLS):
        digit = np.int64(digits[cell]) - 1
        if digit >= 0:
            if digit >= SIZE or state[CELLS + cell] >> digit & 1 == 0:
                return False
            place(state, cell, digit)
            state[GIVENS] |= ONLY[cell, 0]
            state[GIVENS + 1] |= ONLY[cell, 1]
    return True


@routine
def eliminate(state: Words, cell: int, digit: Number) -> None:
    """Eliminate a candidate, if it is there."""
    bit = 1 << digit
    if state[CELLS + cell] & bit == 0:
        return
    mask = state[CELLS + cell] ^ bit
    state[CELLS + cell] = mask
    _clear(state, cell, digit)
    if mask and mask & (mask - 1) == 0:
        state[NAKED + state[N_NAKED]] = SIZE * cell + lowest(mask)
        state[N_NAKED] += 1
    _note_hidden(state, cell, digit)


@routine
def place(state: Words, cell: int, digit: Number) -> None:
    """Place a digit in a cell, if that is open."""
    others = state[CELLS + cell] & ~(1 << digit)
    if state[VALUES + cell]:
        return
    state[VALUES + cell] = digit + 1
    state[CELLS + cell] = 0
    state[N_LEFT] -= 1
    for kind in range(3):
        state[N_OPEN + HOUSES_OF[cell, kind]] -= 1
    # The digit leaves its peers while it still stands in its own cell, so that no house of that
    # cell seems to have a hidden single meanwhile.
    for peer in PEERS[cell]:
        eliminate(state, peer, digit)
    _clear(state, cell, digit)
    rest = others
    while rest:
        _clear(state, cell, lowest(rest))
        rest &= rest - 1
    while others:
        _note_hidden(state, cell, lowest(others))
        others &= others - 1


@routine
def _clear(state: Words, cell: int, digit: Number) -> None:
    """Take a cell out of the places of a digit."""
    for kind in range(3):
        state[AT + SIZE * HOUSES_OF[cell, kind] + digit] &= ~(1 << PLACE_IN[cell, kind])
    state[HALVES + 2 * digit] &= ~ONLY[cell, 0]
    state[HALVES + 2 * digit + 1] &= ~ONLY[cell, 1]


@routine
def _note_hidden(state: Words, cell: int, digit: Number) -> None:
    """Note the hidden singles of a digit that has just left a cell."""
    for kind in range(3):
        house = HOUSES_OF[cell, kind]
        left = state[AT + SIZE * house + digit]
        if left and left & (left - 1) == 0:
            only = CELL_AT[house, lowest(left)]
            if state[CELLS + only]:
                state[HIDDEN + state[N_HIDDEN]] = SIZE * only + digit
                state[N_HIDDEN] += 1


@routine
def leave(state: Words, first: int, last: int) -> int:
    """Leave some techniques to plain finders, as far as they may be used; return UNDECIDED."""
    state[FROM], state[TO] = first, min(last, state[LIMIT])
    return UNDECIDED
