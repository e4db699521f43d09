"""The choice among chains: most candidates eliminated first, then HoDoKu's weight of them.

Between two that are equal in both and eliminate different candidates, the order in which the Python
finders list them decides. That is rare, and left to those finders.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lowbit.kernels.core.bits import size_of
from lowbit.kernels.core.cell_sets import first_and_rest
from lowbit.kernels.core.compile import routine
from lowbit.kernels.hodoku.steps import add_cells, begin_step
from lowbit.kernels.hodoku.tables import SIZE

if TYPE_CHECKING:
    from lowbit.kernels.core.arrays import Words

NONE, FOUND, UNDECIDED = range(3)
"""The result of a finder: no step, a step written, or undecided: left to the Python finders."""

OFFSET: Final = 80
"""The step by which the weight of a candidate grows from one to the next."""

N_BEST, WEIGHT, DIGIT, BEST_UPPER, BEST_LOWER, IS_SURE, IS_TIED = range(7)
N_CHOICE: Final = IS_TIED + 1
"""Words of a choice: the eliminations of the best chain so far, whether there is such a chain for
sure, and whether another one is as good."""


@routine
def begin_choice(choice: Words) -> None:
    """Begin with nothing to choose from."""
    for word in range(N_CHOICE):
        choice[word] = 0


@routine
def consider(
    choice: Words,
    digit: int,
    upper: int,
    lower: int,
    is_sure: bool,
) -> None:
    """Keep the eliminations of a chain if they beat the best so far."""
    n_eliminated = size_of(upper) + size_of(lower)
    if n_eliminated < choice[N_BEST]:
        return
    weight = weight_of(digit, upper, lower)
    if n_eliminated == choice[N_BEST]:
        if digit == choice[DIGIT] and upper == choice[BEST_UPPER] and lower == choice[BEST_LOWER]:
            choice[IS_SURE] |= is_sure
            return
        if weight >= choice[WEIGHT]:
            # A tie stays one, unless a better chain follows.
            choice[IS_TIED] |= weight == choice[WEIGHT]
            return
    choice[N_BEST], choice[WEIGHT], choice[DIGIT] = n_eliminated, weight, digit
    choice[BEST_UPPER], choice[BEST_LOWER] = upper, lower
    choice[IS_SURE], choice[IS_TIED] = is_sure, 0


@routine
def weight_of(digit: int, upper: int, lower: int) -> int:
    """Return HoDoKu's weight of a digit that is eliminated in some cells."""
    weight, factor = 0, 1
    while upper | lower:
        cell, upper, lower = first_and_rest(upper, lower)
        # HoDoKu's sum depends on the order of candidates: cell by cell, from the top left.
        weight += cell * factor + digit + 1
        factor += OFFSET
    return weight


@routine
def weight_of_all(room: Words, cells: int) -> int:
    """Return HoDoKu's weight of candidates: the cells of each digit, from a word of `room` on."""
    weight, factor = 0, 1
    for digit in range(SIZE):
        upper, lower = room[cells + 2 * digit], room[cells + 2 * digit + 1]
        while upper | lower:
            cell, upper, lower = first_and_rest(upper, lower)
            weight += cell * factor + digit + 1
            factor += OFFSET
    return weight


@routine
def take_choice(choice: Words, step: Words, technique: int) -> int:
    """Write the step that was chosen, and return FOUND, NONE or UNDECIDED."""
    if choice[N_BEST] == 0:
        return NONE
    if choice[IS_TIED] or not choice[IS_SURE]:
        return UNDECIDED
    begin_step(step, technique)
    add_cells(step, choice[BEST_UPPER], choice[BEST_LOWER], choice[DIGIT])
    return FOUND
