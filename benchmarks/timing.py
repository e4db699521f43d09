"""The time of a call: the best of several runs."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable


def best_of(
    runs: int, do: Callable[[], object], clock: Callable[[], float] = time.process_time
) -> float:
    """Return the least seconds of some runs after a first one, of a core by default."""
    do()
    times = []
    for _ in range(runs):
        started = clock()
        do()
        times.append(clock() - started)
    return min(times)
