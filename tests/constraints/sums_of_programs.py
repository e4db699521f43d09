"""The sums of programs of constraints, those that follow from others included."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lowbit import Geometry
from lowbit.kernels.variants.layout import LINEAR, N_OPERATIONS, STARTS
from lowbit.kernels.variants.programs.program import program_of

if TYPE_CHECKING:
    from lowbit.constraints import Constraint

SMALL = Geometry.parse("4x4")


def longest_sum(constraints: list[Constraint]) -> int:
    """Return how many cells the longest sum of a program has on a small board; 0 without one."""
    program = program_of(SMALL, tuple(constraints))
    starts = program[program[STARTS] :][: program[N_OPERATIONS]]
    sums = (start for start in starts if program[start] == LINEAR)
    return max((int(program[start + 1]) for start in sums), default=0)
