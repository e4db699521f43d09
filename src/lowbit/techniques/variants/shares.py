"""Sums that share a house: no digit goes into two of them, which leaves few sets for each."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from lowbit.techniques.board_masks import digits_in, mask_of
from lowbit.techniques.constrained import placed_among
from lowbit.techniques.step import HouseMark, Role, Step, marks_of
from lowbit.techniques.variants.late_parts import Shared, shared_houses
from lowbit.techniques.variants.parts import NOWHERE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lowbit.constraints import Constraint
    from lowbit.geometry import Geometry
    from lowbit.techniques.position import Position
    from lowbit.techniques.technique import Options

SHARED: Final = "shared-house"


def by_shared_houses(position: Position, _options: Options) -> Iterator[Step]:
    """Yield the steps by sums that share a house."""
    masks = list(position.masks)
    for shared, house in _houses_of(position.geometry, position.constraints):
        position.budget.charge()
        eliminated = [
            (cell, digit)
            for cell, left in shared.changes(masks)
            if cell != NOWHERE
            for digit in digits_in(masks[cell] & ~left)
        ]
        if eliminated:
            placed = tuple(placed_among(position, eliminated))
            shares = shared.shares(masks)
            summed = mask_of(cell for share in shares if share.total for cell in share.cells)
            yield Step(
                SHARED,
                placed,
                tuple(item for item in eliminated if item[0] not in dict(placed)),
                tuple(marks_of(Role.CONSTRAINT, summed)),
                (HouseMark(Role.BASE, house),),
                shares=shares,
            )


@lru_cache(maxsize=64)
def _houses_of(
    geometry: Geometry, constraints: tuple[Constraint, ...]
) -> tuple[tuple[Shared, int], ...]:
    """Return the houses that sums share, and their numbers."""
    return tuple((each, each.house) for each in shared_houses(geometry, constraints))
