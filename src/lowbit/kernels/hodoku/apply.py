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
from lowbit.kernels.hodoku.steps import (
    CANDIDATES,
    MARKS,
    N_ELIMINATED,
    N_MARKED,
    N_PLACED,
    TECHNIQUE,
)
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
    write_down(state, step, trace)
    for number in range(CANDIDATES, CANDIDATES + step[N_PLACED]):
        place(state, step[number] // SIZE, step[number] % SIZE)
    first = CANDIDATES + step[N_PLACED]
    for number in range(first, first + step[N_ELIMINATED]):
        eliminate(state, step[number] // SIZE, step[number] % SIZE)


@routine
def write_down(state: Words, step: Words, trace: Numbers) -> None:
    """Write a step down if there is room; count its words in any case."""
    at, n_words = state[N_TRACED], CANDIDATES + step[N_PLACED] + step[N_ELIMINATED]
    state[N_TRACED] += n_words + step[N_MARKED]
    if state[N_TRACED] <= trace.size:
        for word in range(n_words):
            trace[at + word] = step[word]
        for number in range(step[N_MARKED]):
            trace[at + n_words + number] = step[MARKS + number]


@kernel
def apply_step(state: Words, step: Words, trace: Numbers) -> None:
    """Apply a step that plain finders have found to a puzzle that waits for them."""
    apply(state, step, trace)
    state[WAITING] = KERNEL if state[N_LEFT] else DONE
