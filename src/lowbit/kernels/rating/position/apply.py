"""A step applied to a state, and written down."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lowbit.kernels.core.compile import routine
from lowbit.kernels.rating.position.stages import XYZ_WINGS
from lowbit.kernels.rating.position.state import (
    CHANGED,
    FIRST_PLACEMENT,
    FIRST_STEP,
    HARDEST,
    LOST,
    N_CELL_FINDERS,
    N_FINDERS,
    N_NODES,
    N_TRACED,
    STALE,
    STALE_IN,
    eliminate,
    place,
)
from lowbit.kernels.rating.position.steps import ELIMINATED, N_ELIMINATED, PLACED, RATING
from lowbit.kernels.rating.position.tables import SIZE

if TYPE_CHECKING:
    from lowbit.kernels.core.arrays import Numbers, Words


@routine
def apply(state: Words, step: Words, trace: Numbers) -> None:
    """Apply a step, rate the puzzle accordingly, and write the step down if there is room."""
    # Easier steps are mostly taken in lanes, which count none of them.
    state[N_NODES] += step[RATING] > XYZ_WINGS
    state[HARDEST] = max(state[HARDEST], step[RATING])
    if state[FIRST_STEP] == 0:
        state[FIRST_STEP] = step[RATING]
    if state[FIRST_PLACEMENT] == 0 and step[PLACED] >= 0:
        state[FIRST_PLACEMENT] = state[HARDEST]
    n_words = ELIMINATED + step[N_ELIMINATED]
    # A trace that nobody asked for has the size 0.
    if state[N_TRACED] + n_words <= trace.size:
        for word in range(n_words):
            trace[state[N_TRACED] + word] = step[word]
        state[N_TRACED] += n_words
    if step[PLACED] >= 0:
        place(state, step[PLACED] // SIZE, step[PLACED] % SIZE)
    for number in range(step[N_ELIMINATED]):
        candidate = step[ELIMINATED + number]
        eliminate(state, candidate // SIZE, candidate % SIZE)
    # Changes are handed to each finder here, once a step, not once a candidate.
    for finder in range(N_FINDERS):
        state[STALE + finder] |= state[CHANGED]
    for word in range(2 * N_CELL_FINDERS):
        state[STALE_IN + word] |= state[LOST + word % 2]
    state[CHANGED] = state[LOST] = state[LOST + 1] = 0
