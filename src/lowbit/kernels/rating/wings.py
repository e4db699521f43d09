"""XY-wings and XYZ-wings."""

from __future__ import annotations

from typing import Any, Final

from lowbit.kernels.core.bits import lowest, size_of
from lowbit.kernels.core.compile import routine
from lowbit.kernels.rating.state import CELLS, lower_places, upper_places
from lowbit.kernels.rating.steps import N_STRUCK, NUMBER, add_cells, begin_step
from lowbit.kernels.rating.tables import N_CELLS, PEERS, SEEN

XY_WING: Final = NUMBER["xy-wing"]
XYZ_WING: Final = NUMBER["xyz-wing"]


@routine
def find_wing(state: Any, step: Any, size: int) -> bool:
    """Find a pivot of two or three candidates with two cells that share one outside."""
    for pivot in range(N_CELLS):
        mask = state[CELLS + pivot]
        if size_of(mask) != size:
            continue
        for one in PEERS[pivot]:
            pincer = state[CELLS + one]
            if size_of(pincer) != 2 or size_of(mask & ~pincer) != 1:
                continue
            for other in PEERS[pivot]:
                last = state[CELLS + other]
                if (
                    size_of(last) == 2
                    and size_of(mask | pincer | last) == 3
                    and size_of(mask & pincer & last) == size - 2
                ):
                    _strike(state, step, size, pivot, one, other)
                    if step[N_STRUCK]:
                        return True
    return False


@routine
def _strike(state: Any, step: Any, size: int, pivot: int, one: int, other: int) -> None:
    technique, rating = (XY_WING, 42) if size == 2 else (XYZ_WING, 44)
    begin_step(step, technique, rating)
    digit = lowest(state[CELLS + one] & state[CELLS + other])
    upper = SEEN[one, 0] & SEEN[other, 0] & upper_places(state, digit)
    lower = SEEN[one, 1] & SEEN[other, 1] & lower_places(state, digit)
    if size == 3:
        upper, lower = upper & SEEN[pivot, 0], lower & SEEN[pivot, 1]
    # The pivot of an XY-wing has not got that digit, so that it need not be left out.
    add_cells(step, upper, lower, digit)
