"""Limits of an optimisation: its effort, and how large scores may be."""

from __future__ import annotations

import math
import time
from typing import Final, NamedTuple

UNLIMITED: Final = 1 << 62

MOST: Final = 1 << 50
"""What the sizes of all scores must stay below, for their losses to fit an int64."""


class SearchLimits(NamedTuple):
    """When to stop.

    Attributes
    ----------
    max_nodes : int
        Before more nodes are visited.
    deadline : float
        The end, as ``time.monotonic`` counts.
    """

    max_nodes: int = UNLIMITED
    deadline: float = math.inf

    def are_reached(self, nodes: int) -> bool:
        """Whether to stop after so many nodes."""
        return nodes >= self.max_nodes or time.monotonic() >= self.deadline
