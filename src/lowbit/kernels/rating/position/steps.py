"""A step as the kernels have it: technique, rating, placement and eliminations, as words.

A finder writes the step that it finds into an array of words; then it is applied, and written down
where someone wants to know ::

    TECHNIQUE    its number in `TECHNIQUES`
    RATING       in tenths, as Sudoku Explainer prints it
    LENGTH       the complexity of chains; 0 elsewhere
    PLACED       the candidate that is placed, or NOTHING
    N_ELIMINATED     how many candidates are eliminated
    ELIMINATED       these, one after the other

A candidate is ``9 * cell + digit``, digits counted from 0.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lowbit.kernels.core.cell_sets import first_and_rest
from lowbit.kernels.core.compile import routine
from lowbit.kernels.rating.position.tables import N_CELLS, SIZE

if TYPE_CHECKING:
    from lowbit.kernels.core.arrays import Words

TECHNIQUES: Final = (
    "hidden-single",
    "direct-pointing",
    "direct-claiming",
    "direct-hidden-pair",
    "naked-single",
    "direct-hidden-triple",
    "pointing",
    "claiming",
    "naked-pair",
    "x-wing",
    "hidden-pair",
    "naked-triple",
    "swordfish",
    "hidden-triple",
    "xy-wing",
    "xyz-wing",
    "unique-rectangle-1",
    "unique-rectangle-2",
    "unique-rectangle-3",
    "unique-rectangle-4",
    "unique-loop-1",
    "unique-loop-2",
    "unique-loop-3",
    "unique-loop-4",
    "naked-quadruple",
    "jellyfish",
    "hidden-quadruple",
    "bug-plus-1",
    "bug-2",
    "bug-3",
    "bug-4",
    "aligned-pair-exclusion",
    "generalized-x-wing",
    "x-cycle",
    "y-cycle",
    "xy-cycle",
    "turbot-chain",
    "forcing-x-chain",
    "forcing-chain",
    "aligned-triple-exclusion",
    "nishio-forcing-chains",
    "cell-forcing-chains",
    "region-forcing-chains",
    "dynamic-contradiction-forcing-chains",
    "dynamic-double-forcing-chains",
    "dynamic-cell-forcing-chains",
    "dynamic-region-forcing-chains",
    "dynamic-contradiction-forcing-chains-plus",
    "dynamic-double-forcing-chains-plus",
    "dynamic-cell-forcing-chains-plus",
    "dynamic-region-forcing-chains-plus",
    *(
        f"dynamic-{kind}-forcing-chains-plus-{nested}forcing-chains"
        for nested in ("", "multiple-", "dynamic-", "nested-")
        for kind in ("contradiction", "double", "cell", "region")
    ),
)
"""The slugs of the techniques, in no order that matters."""

NUMBER: Final = {slug: number for number, slug in enumerate(TECHNIQUES)}

TECHNIQUE, RATING, LENGTH, PLACED, N_ELIMINATED, ELIMINATED = range(6)

NOTHING: Final = -1

N_STEP: Final = ELIMINATED + N_CELLS * SIZE
"""Words of a step."""


@routine
def begin_step(step: Words, technique: int, rating: int) -> None:
    """Begin to write a step that has no effect yet."""
    step[TECHNIQUE] = technique
    step[RATING] = rating
    step[LENGTH] = 0
    step[PLACED] = NOTHING
    step[N_ELIMINATED] = 0


@routine
def add_eliminated(step: Words, cell: int, digits: int) -> None:
    """Add some candidates of a cell to the eliminations."""
    for digit in range(SIZE):
        if digits >> digit & 1:
            step[ELIMINATED + step[N_ELIMINATED]] = SIZE * cell + digit
            step[N_ELIMINATED] += 1


@routine
def place_single(step: Words, technique: int, rating: int, cell: int, digit: int) -> None:
    """Write a step that does no more than place a digit."""
    begin_step(step, technique, rating)
    step[PLACED] = SIZE * cell + digit


@routine
def add_cells(step: Words, upper: int, lower: int, digit: int) -> None:
    """Add a digit of each cell of a set to the eliminations."""
    while upper | lower:
        cell, upper, lower = first_and_rest(upper, lower)
        add_eliminated(step, cell, 1 << digit)
