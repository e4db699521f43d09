"""Puzzles loaded into states."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from lowbit.kernels.core.bits import lowest
from lowbit.kernels.core.cell_sets import UPPER
from lowbit.kernels.core.compile import kernel, routine
from lowbit.kernels.rating.stages import BASIC, INVALID
from lowbit.kernels.rating.state import (
    AT,
    CELLS,
    EVERYTHING,
    HIDDEN,
    LAST,
    N_CELL_FINDERS,
    N_FINDERS,
    N_LEFT,
    N_OPEN,
    N_PLACED,
    N_STATE,
    ONCE,
    STALE,
    STALE_IN,
    WAITING,
)
from lowbit.kernels.rating.tables import FULL, HOUSES_OF, N_CELLS, N_HOUSES, PLACE_IN, SIZE

if TYPE_CHECKING:
    from numpy.typing import NDArray


@kernel
def load_puzzles(
    puzzles: NDArray[np.uint8], states: NDArray[np.int64], begin: int, end: int
) -> None:
    """Begin with puzzles from `begin` up to `end`, each in a row of `states`."""
    for puzzle in range(begin, end):
        state = states[puzzle - begin]
        state[WAITING] = BASIC if _load(state, puzzles[puzzle]) else INVALID


@routine
def _load(state: Any, digits: Any) -> bool:
    """Begin with the givens of a puzzle; say whether they do not clash."""
    for word in range(N_STATE):
        state[word] = 0
    for house in range(N_HOUSES):
        state[N_OPEN + house] = SIZE
    state[N_LEFT] = N_CELLS
    for cell in range(N_CELLS):
        digit = np.int64(digits[cell]) - 1
        if digit >= 0 and not _give(state, cell, digit):
            return False
    for cell in range(N_CELLS):
        if digits[cell] == 0:
            _list_candidates(state, cell)
    for house in range(N_HOUSES):
        _list_singles(state, house)
    for finder in range(N_FINDERS):
        state[STALE + finder] = EVERYTHING
    for finder in range(N_CELL_FINDERS):
        state[STALE_IN + 2 * finder] = (1 << UPPER) - 1
        state[STALE_IN + 2 * finder + 1] = (1 << (N_CELLS - UPPER)) - 1
    return True


@routine
def _give(state: Any, cell: int, digit: Any) -> bool:
    """Count a given, unless it clashes; for now `ONCE` has the digits that are given in a house."""
    if digit >= SIZE:
        return False
    for kind in range(3):
        house = HOUSES_OF[cell, kind]
        if state[ONCE + house] >> digit & 1:
            return False
        state[ONCE + house] |= 1 << digit
        state[N_OPEN + house] -= 1
    state[N_PLACED + digit] += 1
    state[N_LEFT] -= 1
    return True


@routine
def _list_candidates(state: Any, cell: int) -> None:
    """List the digits that are not given in a house of a cell."""
    given = 0
    for kind in range(3):
        given |= state[ONCE + HOUSES_OF[cell, kind]]
    left = FULL & ~given
    state[CELLS + cell] = left
    while left:
        for kind in range(3):
            state[AT + SIZE * HOUSES_OF[cell, kind] + lowest(left)] |= 1 << PLACE_IN[cell, kind]
        left &= left - 1


@routine
def _list_singles(state: Any, house: int) -> None:
    """List the digits with one place in a house, and note whether it has one open cell."""
    once = 0
    for digit in range(SIZE):
        places = state[AT + SIZE * house + digit]
        if places and places & (places - 1) == 0:
            once |= 1 << digit
    state[ONCE + house] = once
    if once:
        state[HIDDEN] |= 1 << house
    if state[N_OPEN + house] == 1:
        state[LAST] |= 1 << house
