"""Puzzles loaded into states."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lowbit.kernels.core.compile import kernel
from lowbit.kernels.rating.stages import BASIC, INVALID
from lowbit.kernels.rating.state import WAITING, load

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@kernel
def load_puzzles(
    puzzles: NDArray[np.uint8], states: NDArray[np.int64], begin: int, end: int
) -> None:
    """Begin with puzzles from `begin` up to `end`, each in a row of `states`."""
    for puzzle in range(begin, end):
        state = states[puzzle - begin]
        state[WAITING] = BASIC if load(state, puzzles[puzzle]) else INVALID
