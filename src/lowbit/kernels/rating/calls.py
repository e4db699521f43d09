"""Calls of the kernels that rate, by which they are compiled ahead."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lowbit.kernels.core.compile import Call, together
from lowbit.kernels.rating.engine import NO_TRACE, STAGES
from lowbit.kernels.rating.lanes.block import new_lane_space
from lowbit.kernels.rating.lanes.load import load_puzzles
from lowbit.kernels.rating.lanes.open_cells import list_open
from lowbit.kernels.rating.position.ratings import new_ratings
from lowbit.kernels.rating.position.state import N_STATE
from lowbit.kernels.rating.position.tables import N_CELLS
from lowbit.kernels.rating.queue import list_next, new_queue

if TYPE_CHECKING:
    from collections.abc import Iterator


def calls() -> Iterator[Call]:
    """Yield a call for each type of arguments that a kernel takes."""
    return together(*_calls())


def _calls() -> Iterator[Call]:
    """Yield the calls, those first whose kernels take longest to compile."""
    states, waiting = np.zeros((0, N_STATE), np.int64), np.zeros(1, np.int64)
    no_puzzles, rows = np.zeros((0, N_CELLS), np.uint8), np.zeros(0, np.int64)
    lanes = new_lane_space()
    stages = {stage.take: stage.new_space for stage in STAGES.values()}
    for take, new_space in reversed(stages.items()):
        yield Call(take, states, waiting, new_space(), NO_TRACE)
    yield Call(load_puzzles, no_puzzles, states, rows, 0, 0, lanes, new_ratings(0), True)
    yield Call(list_next, states, waiting, new_queue(0, 0), np.zeros(1, np.int64))
    yield Call(list_open, no_puzzles, no_puzzles, lanes)
