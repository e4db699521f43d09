"""A step applied to a state, counted, and written down."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lowbit.kernels.core.compile import kernel, routine
from lowbit.kernels.hodoku.state import (
    COUNTS,
    DONE,
    FIRST,
    KERNEL,
    N_LEFT,
    N_NODES,
    N_TRACED,
    PASSED,
    WAITING,
    eliminate,
    place,
)
from lowbit.kernels.hodoku.steps import CANDIDATES, N_ELIMINATED, N_PLACED, TECHNIQUE
from lowbit.kernels.hodoku.tables import SIZE

if TYPE_CHECKING:
    from lowbit.kernels.core.arrays import Numbers, Words


@routine
def apply(state: Words, step: Words, trace: Numbers) -> None:
    """Apply a step, count it, and write it down if there is room."""
    state[N_NODES] += 1
    state[PASSED] = 0
    state[COUNTS + step[TECHNIQUE]] += 1
    if state[FIRST + step[TECHNIQUE]] == 0:
        state[FIRST + step[TECHNIQUE]] = state[N_NODES]
    n_words = CANDIDATES + step[N_PLACED] + step[N_ELIMINATED]
    if state[N_TRACED] + n_words <= trace.size:
        for word in range(n_words):
            trace[state[N_TRACED] + word] = step[word]
        state[N_TRACED] += n_words
    for number in range(CANDIDATES, CANDIDATES + step[N_PLACED]):
        place(state, step[number] // SIZE, step[number] % SIZE)
    for number in range(CANDIDATES + step[N_PLACED], n_words):
        eliminate(state, step[number] // SIZE, step[number] % SIZE)


@kernel
def apply_step(state: Words, step: Words, trace: Numbers) -> None:
    """Apply a step that plain finders have found to a puzzle that waits for them."""
    apply(state, step, trace)
    state[WAITING] = KERNEL if state[N_LEFT] else DONE
