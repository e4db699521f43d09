"""Calls of the kernels that solve as HoDoKu does, by which they are compiled ahead."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lowbit.kernels.core.compile import Call, together
from lowbit.kernels.hodoku.apply import apply_step
from lowbit.kernels.hodoku.engine import NO_TRACE, no_trace
from lowbit.kernels.hodoku.solve_path import load_puzzles, new_workspace, take_steps
from lowbit.kernels.hodoku.state import N_STATE
from lowbit.kernels.hodoku.steps import N_STEP
from lowbit.kernels.hodoku.tables import N_CELLS

if TYPE_CHECKING:
    from collections.abc import Iterator


def calls() -> Iterator[Call]:
    """Yield a call for each type of arguments that a kernel takes."""
    states, step = np.zeros((1, N_STATE), np.int64), np.zeros(N_STEP, np.int64)
    yield from together(
        Call(take_steps, states, step[:0], new_workspace(), no_trace(states), 0, 0),
        Call(load_puzzles, np.zeros((0, N_CELLS), np.uint8), states, 0, 0, 0),
    )
    yield Call(apply_step, states[0], step, NO_TRACE)
