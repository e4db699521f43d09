"""Calls of the kernels for the fewest clues of a grid, by which they are compiled ahead."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lowbit.kernels.core.compile import Call
from lowbit.kernels.fewest.hitting import hit_all
from lowbit.kernels.fewest.nodes import new_hitting_space
from lowbit.kernels.fewest.unavoidable import ChangeRules, find_changes, new_space

if TYPE_CHECKING:
    from collections.abc import Iterator


def calls() -> Iterator[Call]:
    """Yield a call for each type of arguments that a kernel takes."""
    sets, cubes = np.zeros((1, 1), np.uint64), np.zeros((1, 1, 1), np.uint64)
    rules = ChangeRules(np.zeros(1, np.int64), sets, cubes, cubes)
    yield Call(find_changes, rules, new_space(rules, 1, 0, 1), 1, 1, sets)
    yield Call(hit_all, sets, sets, new_hitting_space(1, 1), 1, 1, sets)
