"""The candidates that the easiest step of a position places or eliminates, board by board."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from lowbit.kernels.core.bits import lowest
from lowbit.kernels.core.compile import kernel, routine
from lowbit.kernels.core.threads import share
from lowbit.kernels.hodoku.solve_path import find_step, new_workspace
from lowbit.kernels.hodoku.state import (
    AT,
    CELLS,
    FROM,
    GIVENS,
    LIMIT,
    N_LEFT,
    N_STATE,
    eliminate,
    load,
)
from lowbit.kernels.hodoku.steps import CANDIDATES, N_ELIMINATED, N_PLACED, TECHNIQUES
from lowbit.kernels.hodoku.tables import CELL_AT, N_CELLS, N_HOUSES, ONLY, SIZE

if TYPE_CHECKING:
    from collections.abc import Callable

    from lowbit.kernels.core.arrays import Bytes, Masks, Words
    from lowbit.kernels.hodoku.workspace import ScoreWorkspace

N_CANDIDATES: Final = N_CELLS * SIZE

PORTION: Final = 64
"""Boards that a thread takes at a time: less than a millisecond."""


def justified_actions(
    givens: Bytes, digits: Bytes, masks: Masks, *, threads: int | None = None
) -> Bytes:
    """Return what is placed and eliminated by all singles, or else by the first step there is.

    Parameters
    ----------
    givens, digits : uint8[n, 81]
        The givens; and the digits that stand there now, 0 for a blank.
    masks : uint16[n, 81]
        The candidates of blanks.
    threads : int, optional
        How many; the CPUs that this process may use if None.

    Returns
    -------
    uint8[n, 1458]
        1 for each candidate that is placed, ``9 * cell + digit - 1``, and behind them for each that
        is eliminated. All 0 where kernels find no step.
    """
    actions = np.zeros((len(digits), 2 * N_CANDIDATES), np.uint8)

    def new_worker() -> Callable[[int, int], object]:
        state, space = np.zeros(N_STATE, np.int64), new_workspace()
        return lambda first, end: justify(givens, digits, masks, state, space, actions, first, end)

    share(len(digits), new_worker, portion=PORTION, threads=threads)
    return actions


@kernel
def justify(
    givens: Bytes,
    digits: Bytes,
    masks: Masks,
    state: Words,
    space: ScoreWorkspace,
    actions: Bytes,
    begin: int,
    end: int,
) -> None:
    """Mark the actions of boards from `begin` up to `end`, see `justified_actions`."""
    for board in range(begin, end):
        if not load(state, digits[board]):
            continue
        state[GIVENS], state[GIVENS + 1] = 0, 0
        for cell in range(N_CELLS):
            if givens[board, cell]:
                state[GIVENS] |= ONLY[cell, 0]
                state[GIVENS + 1] |= ONLY[cell, 1]
            gone = state[CELLS + cell] & ~np.int64(masks[board, cell])
            while gone:
                eliminate(state, cell, lowest(gone))
                gone &= gone - 1
        state[LIMIT], state[FROM] = len(TECHNIQUES), 0
        if not _mark_singles(state, actions[board]) and state[N_LEFT] and find_step(state, space):
            _mark_step(space.step, actions[board])


@routine
def _mark_singles(state: Words, actions: Bytes) -> bool:
    found = False
    for cell in range(N_CELLS):
        mask = state[CELLS + cell]
        if mask and mask & (mask - 1) == 0:
            actions[SIZE * cell + lowest(mask)] = 1
            found = True
    for house in range(N_HOUSES):
        for digit in range(SIZE):
            places = state[AT + SIZE * house + digit]
            if places and places & (places - 1) == 0:
                actions[SIZE * CELL_AT[house, lowest(places)] + digit] = 1
                found = True
    return found


@routine
def _mark_step(step: Words, actions: Bytes) -> None:
    first = CANDIDATES + step[N_PLACED]
    for number in range(CANDIDATES, first):
        actions[step[number]] = 1
    for number in range(first, first + step[N_ELIMINATED]):
        actions[N_CANDIDATES + step[number]] = 1
