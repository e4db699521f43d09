"""Limits of an optimisation: its effort, and the size of scores."""

from __future__ import annotations

import math
import time
from typing import Final, NamedTuple

UNLIMITED: Final = 1 << 62

MOST: Final = 1 << 50
"""Absolute scores must stay below this, for their losses to fit an int64."""


class SearchLimits(NamedTuple):
    """When to stop.

    Attributes
    ----------
    max_nodes : int
        The most nodes to visit.
    deadline : float
        When to stop, in the seconds of ``time.monotonic``.
    """

    max_nodes: int = UNLIMITED
    deadline: float = math.inf

    def are_reached(self, nodes: int) -> bool:
        """Whether to stop after so many nodes."""
        return nodes >= self.max_nodes or time.monotonic() >= self.deadline
