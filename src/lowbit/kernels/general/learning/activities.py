"""The choice of the variable to guess at: the most active one in the last conflicts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lowbit.kernels.core.bits import size_of
from lowbit.kernels.core.compile import part
from lowbit.kernels.general.learning.formula import N_VARIABLES
from lowbit.kernels.general.learning.state import BLOCK, INCREMENT, OPEN, is_open

if TYPE_CHECKING:
    from lowbit.kernels.core.arrays import Number
    from lowbit.kernels.general.learning.formula import Formula
    from lowbit.kernels.general.learning.state import Knowledge

FIRST_INCREMENT = 1 << 10
AGEING = 4
"""After each conflict, one adds ``1 / 2**AGEING`` more."""

MOST_INCREMENT, LESS = 1 << 20, 10
"""An increment above this divides all activities by ``2**LESS``."""

MOST_ACTIVITY = (1 << 31) - 1

OF_SETS = 10 * FIRST_INCREMENT
"""As active a variable is at first for each of its sets, halved once for each of the members."""


@part
def start_activities(formula: Formula, state: Knowledge) -> None:
    """Let variables be the more active, the fewer members their sets have."""
    places = formula.places
    state.control[INCREMENT] = FIRST_INCREMENT
    for variable in range(formula.sizes[N_VARIABLES]):
        cell, digit = np.int64(formula.cell[variable]), np.int64(formula.digit[variable])
        activity = 1 + (OF_SETS >> size_of(np.int64(formula.given[cell])))
        for at in range(places.own_first[cell], places.own_first[cell + 1]):
            members = np.int64(formula.given[places.own_set[at] + digit])
            activity += OF_SETS >> size_of(members)
        state.activity[variable] = activity


@part
def bump(state: Knowledge, variable: Number) -> None:
    """Let a variable be more active."""
    more = state.activity[variable] + state.control[INCREMENT]
    state.activity[variable] = min(more, MOST_ACTIVITY)


@part
def age(state: Knowledge) -> None:
    """Let earlier activity count less."""
    control = state.control
    # Later conflicts add more, as if all earlier ones counted less.
    control[INCREMENT] += control[INCREMENT] >> AGEING
    if control[INCREMENT] > MOST_INCREMENT:
        control[INCREMENT] >>= LESS
        for variable in range(state.activity.size):
            state.activity[variable] >>= LESS


@part
def most_active(formula: Formula, state: Knowledge) -> int:
    """Return the most active open variable, of several the first; one must be open."""
    most, place = np.int32(-1), 0
    for first in range(0, formula.sizes[N_VARIABLES], BLOCK):
        of_block = most_of_block(state, first)
        if of_block > most:
            most, place = of_block, first
    while not is_open(state, place) or state.activity[place] != most:
        place += 1
    return place


@part
def most_of_block(state: Knowledge, first: int) -> np.int32:
    """Return the activity of the most active open variable of a block, or -1."""
    value, activity = state.value[first : first + BLOCK], state.activity[first : first + BLOCK]
    most = np.int32(-1)
    for at in range(BLOCK):
        here = activity[at] if value[at] & OPEN else np.int32(-1)
        most = max(most, here)
    return most
