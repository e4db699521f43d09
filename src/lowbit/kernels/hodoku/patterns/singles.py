"""Singles, in the order in which they came up."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lowbit.kernels.core.compile import routine
from lowbit.kernels.hodoku.state import AT, CELLS, HIDDEN, N_HIDDEN, N_NAKED, N_OPEN, NAKED
from lowbit.kernels.hodoku.steps import HOUSE, IS_BASE, IS_SINGLE, NUMBER, mark, place_single
from lowbit.kernels.hodoku.tables import HOUSES_OF, PLACE_IN, SIZE

if TYPE_CHECKING:
    from lowbit.kernels.core.arrays import Words

FULL_HOUSE: Final = NUMBER["full-house"]
NAKED_SINGLE: Final = NUMBER["naked-single"]
HIDDEN_SINGLE: Final = NUMBER["hidden-single"]


@routine
def find_single(state: Words, step: Words) -> bool:
    """Find the last open cell of a house, else a cell with one candidate, else a hidden single."""
    _forget_placed(state, NAKED, N_NAKED)
    for number in range(state[N_NAKED]):
        single = state[NAKED + number]
        for kind in range(3):
            if state[N_OPEN + HOUSES_OF[single // SIZE, kind]] == 1:
                place_single(step, FULL_HOUSE, single // SIZE, single % SIZE)
                mark(step, IS_SINGLE, single)
                mark(step, IS_BASE, HOUSE + HOUSES_OF[single // SIZE, kind])
                return True
    if state[N_NAKED]:
        place_single(step, NAKED_SINGLE, state[NAKED] // SIZE, state[NAKED] % SIZE)
        mark(step, IS_SINGLE, state[NAKED])
        return True
    return _find_hidden_single(state, step)


@routine
def _find_hidden_single(state: Words, step: Words) -> bool:
    _forget_placed(state, HIDDEN, N_HIDDEN)
    for number in range(state[N_HIDDEN]):
        cell, digit = state[HIDDEN + number] // SIZE, state[HIDDEN + number] % SIZE
        for kind in range(3):
            if state[AT + SIZE * HOUSES_OF[cell, kind] + digit] == 1 << PLACE_IN[cell, kind]:
                place_single(step, HIDDEN_SINGLE, cell, digit)
                mark(step, IS_SINGLE, state[HIDDEN + number])
                mark(step, IS_BASE, HOUSE + HOUSES_OF[cell, kind])
                return True
    return False


@routine
def _forget_placed(state: Words, first: int, count: int) -> None:
    """Drop the singles of a list whose cells have a digit."""
    n_kept = 0
    for number in range(state[count]):
        single = state[first + number]
        if state[CELLS + single // SIZE]:
            state[first + n_kept] = single
            n_kept += 1
    state[count] = n_kept
