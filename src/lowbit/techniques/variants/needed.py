"""Digits that a constraint needs: cells that see all of its places for them cannot hold them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lowbit.techniques.board_masks import mask_of, members
from lowbit.techniques.constrained import look_at, sets_of
from lowbit.techniques.step import Role, Step, marks_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lowbit.constraints import Constraint
    from lowbit.techniques.position import Position
    from lowbit.techniques.technique import Options

NEEDED: Final = "constraint-locked"


def by_needed_digits(position: Position, _options: Options) -> Iterator[Step]:
    """Yield the eliminations of digits that a constraint needs in cells that are seen."""
    for constraint in position.constraints:
        yield from _of(position, constraint)


def _of(position: Position, constraint: Constraint) -> Iterator[Step]:
    position.budget.charge()
    look = look_at(position, constraint)
    cells = mask_of(look.cells)
    for digit in position.board.digits:
        places = position.places[digit] & cells
        if any(position.values[cell] == digit for cell in look.cells) or not places & places - 1:
            continue
        seeing: dict[int, list[int]] = {}
        for other in members(position.places[digit] & ~cells):
            seen = places & position.board.peers[other]
            if seen & seen - 1:
                seeing.setdefault(seen, []).append(other)
        for seen, others in seeing.items():
            if look.needs(digit, seen, position.budget):
                yield Step(
                    NEEDED,
                    (),
                    tuple((other, digit) for other in others),
                    tuple(marks_of(Role.LOCKED, seen, (digit,))),
                    constraint=constraint,
                    sets=sets_of(constraint, position.geometry, position.masks, position.budget),
                )
