"""A step as the kernels have it: technique, placements, eliminations and evidence, as words.

A finder writes the step that it finds into an array of words; then it is applied, and written down
where someone wants to know ::

    TECHNIQUE     its number in `TECHNIQUES`, from 1
    N_PLACED      how many candidates are placed
    N_ELIMINATED  how many are eliminated
    N_MARKED      how many marks its evidence has; 0 where only plain finders tell it
    CANDIDATES    those candidates, one after the other
    MARKS         the marks; where the step is written down, they follow the candidates

A candidate is ``9 * cell + digit``, digits counted from 0. Their order matters: it is that in which
the singles come up which they leave. A mark is a candidate, a whole cell or a house, and the role
that it plays: ``MARKED * role + what``.
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

TECHNIQUE, N_PLACED, N_ELIMINATED, N_MARKED, CANDIDATES = range(5)

MARKS: Final = CANDIDATES + N_CELLS * SIZE
MOST_MARKS: Final = 2 * N_CELLS
"""Two nets of colours have a mark for each cell at most, and so does any other pattern."""

N_STEP: Final = MARKS + MOST_MARKS
"""Words of a step."""

ROLES: Final = (
    "single",
    "base",
    "cover",
    "fin",
    "locked",
    "subset",
    "corner",
    "extra",
    "pivot",
    "pincer",
    "colour 1",
    "colour 2",
    "colour 3",
    "colour 4",
)
"""The roles of marks, as `lowbit.techniques.step.Role` has them."""

(
    IS_SINGLE,
    IS_BASE,
    IS_COVER,
    IS_FIN,
    IS_LOCKED,
    IS_SUBSET,
    IS_CORNER,
    IS_EXTRA,
    IS_PIVOT,
    IS_PINCER,
    IS_COLOUR,
) = range(11)
"""The numbers of the roles; those of more colours follow the first."""

WHOLE_CELL: Final = N_CELLS * SIZE
HOUSE: Final = WHOLE_CELL + N_CELLS
MARKED: Final = 1 << 10
"""The numbers of what is marked: candidates, whole cells, houses; and more than there are."""


@routine
def begin_step(step: Words, technique: int) -> None:
    """Begin to write a step that has no effect yet."""
    step[TECHNIQUE] = technique
    step[N_PLACED] = 0
    step[N_ELIMINATED] = 0
    step[N_MARKED] = 0


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
def mark(step: Words, role: int, what: int) -> None:
    """Add a mark to the evidence."""
    step[MARKS + step[N_MARKED]] = MARKED * role + what
    step[N_MARKED] += 1


@routine
def mark_digits(step: Words, role: int, cell: int, digits: int) -> None:
    """Mark some candidates of a cell."""
    while digits:
        mark(step, role, SIZE * cell + lowest(digits))
        digits &= digits - 1


@routine
def mark_cells(step: Words, role: int, upper: int, lower: int, digit: int) -> None:
    """Mark a digit in each cell of a set."""
    while upper | lower:
        cell, upper, lower = first_and_rest(upper, lower)
        mark(step, role, SIZE * cell + digit)


@routine
def has_eliminated(step: Words, candidate: int) -> bool:
    """Whether a candidate is among the eliminations."""
    for number in range(step[N_ELIMINATED]):
        if step[CANDIDATES + number] == candidate:
            return True
    return False
