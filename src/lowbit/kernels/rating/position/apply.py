"""A step applied to a state, and written down."""

from __future__ import annotations

from typing import Any

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
    place,
    strike,
)
from lowbit.kernels.rating.position.steps import N_STRUCK, PLACED, RATING, STRUCK
from lowbit.kernels.rating.position.tables import SIZE


@routine
def apply(state: Any, step: Any, trace: Any) -> None:
    """Apply a step, rate the puzzle accordingly, and write the step down if there is room."""
    state[N_NODES] += step[RATING] > XYZ_WINGS
    state[HARDEST] = max(state[HARDEST], step[RATING])
    if state[FIRST_STEP] == 0:
        state[FIRST_STEP] = step[RATING]
    if state[FIRST_PLACEMENT] == 0 and step[PLACED] >= 0:
        state[FIRST_PLACEMENT] = state[HARDEST]
    n_words = STRUCK + step[N_STRUCK]
    if state[N_TRACED] + n_words <= trace.size:
        for word in range(n_words):
            trace[state[N_TRACED] + word] = step[word]
        state[N_TRACED] += n_words
    if step[PLACED] >= 0:
        place(state, step[PLACED] // SIZE, step[PLACED] % SIZE)
    for number in range(step[N_STRUCK]):
        candidate = step[STRUCK + number]
        strike(state, candidate // SIZE, candidate % SIZE)
    for finder in range(N_FINDERS):
        state[STALE + finder] |= state[CHANGED]
    for word in range(2 * N_CELL_FINDERS):
        state[STALE_IN + word] |= state[LOST + word % 2]
    state[CHANGED] = state[LOST] = state[LOST + 1] = 0
