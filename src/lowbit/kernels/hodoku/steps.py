"""A step as the kernels have it: technique, placements and eliminations, as words.

A finder writes the step that it finds into an array of words; then it is applied, and written down
where someone wants to know ::

    TECHNIQUE     its number in `TECHNIQUES`, from 1
    N_PLACED      how many candidates are placed
    N_ELIMINATED      how many are eliminated
    CANDIDATES    these, one after the other

A candidate is ``9 * cell + digit``, digits counted from 0. Their order matters: it is that in which
the singles come up which they leave.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lowbit.kernels.core.bits import lowest
from lowbit.kernels.core.cell_sets import first_and_rest
from lowbit.kernels.core.compile import routine
from lowbit.kernels.hodoku.tables import N_CELLS, SIZE

if TYPE_CHECKING:
    from lowbit.kernels.core.arrays import Words

TECHNIQUES: Final = (
    "",
    "full-house",
    "naked-single",
    "hidden-single",
    "locked-pair",
    "locked-triple",
    "pointing",
    "claiming",
    "naked-pair",
    "naked-triple",
    "hidden-pair",
    "hidden-triple",
    "naked-quadruple",
    "hidden-quadruple",
    "x-wing",
    "swordfish",
    "jellyfish",
    "remote-pair",
    "bug-plus-1",
    "skyscraper",
    "two-string-kite",
    "turbot-fish",
    "empty-rectangle",
    "w-wing",
    "xy-wing",
    "xyz-wing",
    "unique-rectangle-1",
    "unique-rectangle-2",
    "unique-rectangle-3",
    "unique-rectangle-4",
    "unique-rectangle-5",
    "unique-rectangle-6",
    "hidden-rectangle",
    "avoidable-rectangle-1",
    "avoidable-rectangle-2",
    "finned-x-wing",
    "sashimi-x-wing",
    "finned-swordfish",
    "sashimi-swordfish",
    "finned-jellyfish",
    "sashimi-jellyfish",
    "sue-de-coq",
    "simple-colours-trap",
    "simple-colours-wrap",
    "multi-colours-1",
    "multi-colours-2",
    "x-chain",
    "xy-chain",
    "continuous-nice-loop",
    "discontinuous-nice-loop",
    "aic",
    "grouped-continuous-nice-loop",
    "grouped-discontinuous-nice-loop",
    "grouped-aic",
    "als-xz",
    "als-xy-wing",
    "als-chain",
    "franken-x-wing",
    "franken-swordfish",
    "finned-franken-x-wing",
    "finned-franken-swordfish",
    "forcing-chain-contradiction",
    "forcing-chain-verity",
    "forcing-net-contradiction",
    "forcing-net-verity",
    "brute-force",
)
"""The slugs of the techniques in HoDoKu's order; 0 is none."""

NUMBER: Final = {slug: number for number, slug in enumerate(TECHNIQUES)}

TECHNIQUE, N_PLACED, N_ELIMINATED, CANDIDATES = range(4)

N_STEP: Final = CANDIDATES + N_CELLS * SIZE
"""Words of a step."""


@routine
def begin_step(step: Words, technique: int) -> None:
    """Begin to write a step that has no effect yet."""
    step[TECHNIQUE] = technique
    step[N_PLACED] = 0
    step[N_ELIMINATED] = 0


@routine
def place_single(step: Words, technique: int, cell: int, digit: int) -> None:
    """Write a step that does no more than place a digit."""
    begin_step(step, technique)
    step[N_PLACED] = 1
    step[CANDIDATES] = SIZE * cell + digit


@routine
def add_eliminated(step: Words, cell: int, digits: int) -> None:
    """Add some candidates of a cell to the eliminations."""
    while digits:
        step[CANDIDATES + step[N_ELIMINATED]] = SIZE * cell + lowest(digits)
        step[N_ELIMINATED] += 1
        digits &= digits - 1


@routine
def add_cells(step: Words, upper: int, lower: int, digit: int) -> None:
    """Add a digit of each cell of a set to the eliminations."""
    while upper | lower:
        cell, upper, lower = first_and_rest(upper, lower)
        add_eliminated(step, cell, 1 << digit)


@routine
def has_eliminated(step: Words, candidate: int) -> bool:
    """Whether a candidate is among the eliminations."""
    for number in range(step[N_ELIMINATED]):
        if step[CANDIDATES + number] == candidate:
            return True
    return False
