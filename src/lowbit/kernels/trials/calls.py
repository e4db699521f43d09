"""Calls of the kernel that classifies puzzles, by which it is compiled ahead."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lowbit.kernels.core.compile import Call
from lowbit.kernels.trials.classes import N_ANSWERS, classify
from lowbit.kernels.trials.space import new_space
from lowbit.kernels.trials.tables import N_CELLS

if TYPE_CHECKING:
    from collections.abc import Iterator


def calls() -> Iterator[Call]:
    """Yield a call for each type of arguments that a kernel takes."""
    puzzles, answers = np.zeros((0, N_CELLS), np.uint8), np.zeros((0, N_ANSWERS), np.int64)
    status = np.zeros(0, np.uint8)
    yield Call(classify, puzzles, puzzles, 0, answers, status, new_space(), 0, 0, 0)
