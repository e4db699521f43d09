"""A position: its candidates by variables, digits placed in it, and the singles that come up.

::

    CELLS   the candidates of each cell, 0 where a digit is placed
    AT      the places of each digit in each house, 0 where it is placed
    VALUES  the digit of each cell, from 1, or 0
    N_LEFT  how many cells are open

A candidate is a number, nine for each cell. A variable, a cell or a digit in a house, is the number
of its word in a position. Whoever places a digit finds in `NotedSingles` what came of it: the
singles in the order in which they came up, the variable that makes each one a single, and the
candidate that took each one away.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from lowbit.kernels.core.bits import lowest
from lowbit.kernels.core.compile import routine
from lowbit.kernels.trials.tables import (
    CELL_AT,
    FULL,
    HOUSES_OF,
    N_CANDIDATES,
    N_CELLS,
    N_HOUSES,
    PLACE_IN,
    SIZE,
)

if TYPE_CHECKING:
    from lowbit.kernels.core.arrays import Bytes, Masks, Number, Shorts, Words

CELLS: Final = 0
AT: Final = CELLS + N_CELLS
VALUES: Final = AT + N_HOUSES * SIZE
N_LEFT: Final = VALUES + N_CELLS
N_POSITION: Final = N_LEFT + 1
"""Words of a position."""

ROOM: Final = 2 * (VALUES + N_CANDIDATES)
"""The most singles that are noted: each variable has one at most, beside those that are given."""

NONE: Final = -1
"""No variable, no candidate."""


class NotedSingles(NamedTuple):
    """Singles and eliminations that come of the digits that are placed.

    Attributes
    ----------
    n : int64[1]
        How many singles there are.
    singles : int64[ROOM]
        Those, in the order in which they came up; some more than once.
    why : int16[729]
        The variable that makes a candidate a single, where `rounds` is not 0.
    rounds : uint8[729]
        The number of singles, one after another, that lead to a candidate; 0 if it is none.
    killers : int16[729]
        The candidate that took another one away.
    peers : int64[3]
        The places of a digit in the houses of its cell, while it is placed.
    """

    n: Words
    singles: Words
    why: Shorts
    rounds: Bytes
    killers: Shorts
    peers: Words


def new_notes() -> NotedSingles:
    """Return notes of a thread."""
    return NotedSingles(
        np.zeros(1, np.int64),
        np.zeros(ROOM, np.int64),
        np.zeros(N_CANDIDATES, np.int16),
        np.zeros(N_CANDIDATES, np.uint8),
        np.zeros(N_CANDIDATES, np.int16),
        np.zeros(3, np.int64),
    )


@routine
def begin(position: Masks) -> None:
    """Empty the board."""
    for word in range(N_POSITION):
        position[word] = FULL if word < VALUES else 0
    position[N_LEFT] = N_CELLS


@routine
def place(position: Masks, candidate: Number, notes: NotedSingles) -> Number:
    """Place a digit; return a variable that is left without a candidate, or NONE."""
    cell, digit = candidate // SIZE, candidate % SIZE
    others = np.int64(position[cell]) & ~(1 << digit)
    position[cell] = 0
    position[VALUES + cell] = digit + 1
    position[N_LEFT] -= 1
    for kind in range(3):
        at = AT + SIZE * HOUSES_OF[cell, kind] + digit
        notes.peers[kind] = np.int64(position[at]) & ~(1 << PLACE_IN[cell, kind])
        position[at] = 0
    empty: Number = NONE
    for kind in range(3):
        peers = notes.peers[kind]
        while peers:
            peer = CELL_AT[HOUSES_OF[cell, kind], lowest(peers)]
            peers &= peers - 1
            empty = max(empty, take_away(position, SIZE * peer + digit, candidate, notes))
    while others:
        other = SIZE * cell + lowest(others)
        others &= others - 1
        notes.killers[other] = candidate
        empty = max(empty, _leave_houses(position, other, candidate, notes))
    return empty


@routine
def take_away(position: Masks, candidate: Number, killer: Number, notes: NotedSingles) -> Number:
    """Take a candidate away, if it is there; return a variable that is left without, or NONE."""
    cell, digit = candidate // SIZE, candidate % SIZE
    left = np.int64(position[cell])
    if left >> digit & 1 == 0:
        return NONE
    left ^= 1 << digit
    position[cell] = left
    notes.killers[candidate] = killer
    empty: Number = NONE
    if left == 0:
        empty = cell
    elif left & (left - 1) == 0:
        _note(SIZE * cell + lowest(left), cell, killer, notes)
    return max(empty, _leave_houses(position, candidate, killer, notes))


@routine
def _leave_houses(
    position: Masks, candidate: Number, killer: Number, notes: NotedSingles
) -> Number:
    """Take a cell out of the places of a digit; return a house's variable without any, or NONE."""
    cell, digit = candidate // SIZE, candidate % SIZE
    empty: Number = NONE
    for kind in range(3):
        house = HOUSES_OF[cell, kind]
        at = AT + SIZE * house + digit
        left = np.int64(position[at])
        if left:
            left &= ~(1 << PLACE_IN[cell, kind])
            position[at] = left
            if left == 0:
                empty = at
            elif left & (left - 1) == 0:
                _note(SIZE * CELL_AT[house, lowest(left)] + digit, at, killer, notes)
    return empty


@routine
def _note(single: Number, variable: Number, killer: Number, notes: NotedSingles) -> None:
    """Note a single that a variable has come to."""
    notes.singles[notes.n[0]] = single
    notes.n[0] += 1
    if notes.rounds[single] == 0:
        notes.why[single] = variable
        notes.rounds[single] = notes.rounds[killer] + 1


@routine
def settle(position: Masks, notes: NotedSingles, first: Number) -> bool:
    """Place the singles noted from a number on; return whether that goes without contradiction."""
    at = first
    while at < notes.n[0]:
        single = notes.singles[at]
        at += 1
        is_open = np.int64(position[single // SIZE]) >> single % SIZE & 1
        if is_open and place(position, single, notes) != NONE:
            return False
    return True


@routine
def forget(notes: NotedSingles) -> None:
    """Begin with no singles."""
    notes.n[0] = 0
    for candidate in range(N_CANDIDATES):
        notes.rounds[candidate] = 0


@routine
def copy(source: Masks, target: Masks) -> None:
    """Copy a position."""
    for word in range(N_POSITION):
        target[word] = source[word]
