"""Calls of the kernels that solve as HoDoKu does, by which they are compiled ahead."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lowbit.kernels.core.compile import Call, together
from lowbit.kernels.hodoku.apply import apply_step
from lowbit.kernels.hodoku.engine import NO_TRACE, no_trace
from lowbit.kernels.hodoku.justified import justify
from lowbit.kernels.hodoku.records import find_ends, replay, split_records
from lowbit.kernels.hodoku.solve_path import load_puzzles, new_workspace, take_steps
from lowbit.kernels.hodoku.spelling import Vocabulary, new_sheet, spell
from lowbit.kernels.hodoku.state import N_STATE
from lowbit.kernels.hodoku.steps import N_STEP
from lowbit.kernels.hodoku.tables import N_CELLS
from lowbit.kernels.hodoku.transcript import new_space, write_searches

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
    ends, digits = np.zeros(1, np.int64), np.zeros((1, N_CELLS), np.uint8)
    masks = np.zeros((1, N_CELLS), np.uint16)
    yield from together(
        Call(find_ends, NO_TRACE, ends),
        Call(split_records, NO_TRACE, ends, NO_TRACE, NO_TRACE, NO_TRACE),
        Call(justify, digits, digits, masks, states[0], new_workspace(), digits, 0, 0),
        Call(
            spell,
            NO_TRACE,
            ends,
            ends,
            ends,
            Vocabulary(digits[0], ends, ends),
            0,
            new_sheet(0),
            ends,
        ),
        Call(replay, digits[0], NO_TRACE, ends, masks, digits, ends),
        Call(write_searches, digits[:0], states[:0], *new_space(), no_trace(states), 0, 0, 0),
    )
