"""Innies and outies: the cells that cages leave over in some houses, or add to them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lowbit.constraints.sums import Sum
from lowbit.techniques.board_masks import mask_of
from lowbit.techniques.constrained import eliminated_by, placed_among
from lowbit.techniques.step import HouseMark, Role, Step, marks_of
from lowbit.techniques.variants.leftovers import leftovers_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lowbit.techniques.position import Position
    from lowbit.techniques.technique import Options
    from lowbit.techniques.variants.leftovers import Leftover

INNIES_AND_OUTIES: Final = "innies-and-outies"

MOST_OPEN: Final = 5
"""The most open cells of a sum that is looked at."""


def by_innies_and_outies(position: Position, _options: Options) -> Iterator[Step]:
    """Yield the steps by sums of few open cells, those over the fewest houses first."""
    for leftover in leftovers_of(position.geometry, position.constraints):
        rest = _open_part(position, leftover)
        if rest is None:
            continue
        step = _step(position, leftover, rest)
        if step is not None:
            yield step


def _open_part(position: Position, leftover: Leftover) -> Sum | None:
    """Return the sum of the open cells; None if they are none or many."""
    values, total = position.geometry.values, leftover.total
    cells, weights = [], []
    for cell, weight in zip(leftover.cells, leftover.weights, strict=True):
        if position.values[cell]:
            total -= weight * values[position.values[cell] - 1]
        else:
            cells.append(cell)
            weights.append(weight)
    if not 0 < len(cells) <= MOST_OPEN:
        return None
    return Sum(tuple(cells), total, tuple(weights))


def _step(position: Position, leftover: Leftover, rest: Sum) -> Step | None:
    eliminated = eliminated_by(position, rest)
    if not eliminated:
        return None
    placed = tuple(placed_among(position, eliminated))
    return Step(
        INNIES_AND_OUTIES,
        placed,
        tuple(item for item in eliminated if item[0] not in dict(placed)),
        tuple(marks_of(Role.CONSTRAINT, mask_of(rest.cells))),
        tuple(HouseMark(Role.BASE, house) for house in leftover.houses),
        constraint=rest,
        leftover=leftover,
    )
