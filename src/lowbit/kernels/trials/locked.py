"""Braids of length 1: a candidate that sees all places of a digit in a house refutes itself.

These places lie in another house, too: a box and a line meet there. So what braids of length 1 take
away are locked candidates, which need no trials: a table tells of each set of places where it is
locked.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from lowbit.geometry import CLASSIC
from lowbit.kernels.core.bits import lowest
from lowbit.kernels.core.compile import routine
from lowbit.kernels.trials.position import AT, NONE, forget, settle, take_away
from lowbit.kernels.trials.tables import CELL_AT, FULL, N_HOUSES, SIZE

if TYPE_CHECKING:
    from lowbit.kernels.core.arrays import Masks, Number
    from lowbit.kernels.trials.position import NotedSingles

UNCHANGED, CHANGED, DEAD = range(3)
"""Outcomes."""


def _locked() -> tuple[np.ndarray, np.ndarray]:
    """Return the tables below."""
    houses = np.full((N_HOUSES, FULL + 1), NONE, np.int16)
    rests = np.zeros((N_HOUSES, FULL + 1), np.uint16)
    all_cells = [house.cells for house in CLASSIC.houses]
    for house, cells in enumerate(all_cells):
        for other, others in enumerate(all_cells):
            common = set(cells) & set(others)
            if other == house or len(common) < 2:
                continue
            shared = sum(1 << place for place, cell in enumerate(cells) if cell in common)
            rest = sum(1 << place for place, cell in enumerate(others) if cell not in common)
            locked = [mask for mask in range(1, FULL + 1) if not mask & ~shared]
            houses[house, locked], rests[house, locked] = other, rest
    return houses, rests


_tables = _locked()

LOCKED_IN: Final = _tables[0]
"""int16[27, 512]: for each house and set of places, another house in which all lie, or NONE."""

OUTSIDE: Final = _tables[1]
"""uint16[27, 512]: the places in that one which the first house lacks."""


@routine
def take_locked_away(position: Masks, notes: NotedSingles) -> int:
    """Take away what braids of length 1 refute, and the singles that follow, until no more can be.

    Return DEAD for a contradiction.
    """
    outcome, is_changing = UNCHANGED, True
    while is_changing:
        is_changing = False
        for variable in range(N_HOUSES * SIZE):
            house, digit = variable // SIZE, variable % SIZE
            places = np.int64(position[AT + variable])
            other = np.int64(LOCKED_IN[house, places])
            if other != NONE:
                at = AT + SIZE * other + digit
                rest = np.int64(position[at]) & np.int64(OUTSIDE[house, places])
                if rest:
                    if not _take_rest_away(position, other, digit, rest, notes):
                        return DEAD
                    outcome, is_changing = CHANGED, True
    return outcome


@routine
def _take_rest_away(
    position: Masks, house: Number, digit: Number, rest: Number, notes: NotedSingles
) -> bool:
    """Take a digit away from some places of a house; return whether that goes well."""
    forget(notes)
    while rest:
        candidate = SIZE * CELL_AT[house, lowest(rest)] + digit
        rest &= rest - 1
        if take_away(position, candidate, candidate, notes) != NONE:
            return False
    return settle(position, notes, 0)
