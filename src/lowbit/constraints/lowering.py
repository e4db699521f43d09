"""Lowering: constraints as operations, alternatives multiplied out, and no more than engines take.

Whatever a puzzle is made with is lowered then, once for all who search it: what would be too much
for a search, or for laying it out, is refused before anybody waits for it.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from lowbit.constraints.operations import (
    Accepted,
    AnyOf,
    Connected,
    CountOf,
    Enclosed,
    OneOfSets,
    Operation,
    Ranked,
    Within,
)
from lowbit.errors import ConstraintError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from lowbit.constraints.base import Constraint
    from lowbit.geometry import Geometry

MOST_KEPT: Final = 1 << 13
"""The most constraints whose operations are kept: some megabytes."""

MOST_BRANCHES: Final = 1024
"""The most branches that groups within groups are multiplied out to."""

MOST_COUNTED: Final = 60
"""The most cells of a count: the numbers there may be are the bits of a word."""

MOST_WORDS: Final = 1 << 22
"""The most words of one constraint, as `_size_of` counts them: some tenths of a second."""

MOST_IN_ALL: Final = 1 << 25
"""The most words of all constraints of a puzzle."""


class Lowered(NamedTuple):
    """A constraint as the engines know it.

    Attributes
    ----------
    operations : tuple of Operation
        No group of alternatives has others within.
    size : int
        The words that it takes to lay them out, about.
    """

    operations: tuple[Operation, ...]
    size: int


def require_stated(constraints: Iterable[Constraint], geometry: Geometry) -> None:
    """Raise ConstraintError where constraints do not fit a board, or are more than engines take."""
    for constraint in constraints:
        constraint.require_fit(geometry)
    require_room(constraints, geometry)


def require_room(constraints: Iterable[Constraint], geometry: Geometry) -> None:
    """Raise ConstraintError where constraints that fit a board are more than engines take."""
    total = 0
    for constraint in constraints:
        total += _lowered(constraint, geometry).size
        if total > MOST_IN_ALL:
            raise ConstraintError("the constraints of this puzzle are too many to be searched")


def lowered(constraint: Constraint, geometry: Geometry) -> tuple[Operation, ...]:
    """Return the operations of a constraint on a board.

    Raises
    ------
    ConstraintError
        If they are more than the engines take.

    Examples
    --------
    >>> from lowbit.constraints import And, Cage, Even
    >>> from lowbit.geometry import CLASSIC
    >>> lowered(And((Cage((0, 1)), Even((2,)))), CLASSIC)
    (Distinct(cells=(0, 1)), Within(cell=2, mask=170))
    """
    return _lowered(constraint, geometry).operations


def _lowered(constraint: Constraint, geometry: Geometry) -> Lowered:
    found = _kept(constraint, geometry)
    if isinstance(found, ConstraintError):
        raise found.with_traceback(None)
    return found


@lru_cache(MOST_KEPT)
def _kept(constraint: Constraint, geometry: Geometry) -> Lowered | ConstraintError:
    """Return a constraint lowered, or why it cannot be: both are asked for again and again."""
    size, operations = 0, []
    try:
        for operation in constraint.operations(geometry):
            flat = _flat(operation)
            size += _size_of(flat)
            if size > MOST_WORDS:
                raise ConstraintError("there is too much to be worked through")  # noqa: TRY301 - as those of `operations`
            operations.append(flat)
    except ConstraintError as error:
        name = type(constraint).__name__
        return ConstraintError(f"{name} is more than can be searched here: {error}")
    return Lowered(tuple(operations), size)


def _flat(operation: Operation) -> Operation:
    """Return an operation with all groups within it multiplied out."""
    return AnyOf(tuple(_branches(operation))) if isinstance(operation, AnyOf) else operation


def _branches(group: AnyOf) -> list[tuple[Operation, ...]]:
    """Return the branches of a group with those of groups within multiplied out."""
    found: list[tuple[Operation, ...]] = []
    for branch in group.branches:
        ways: list[tuple[Operation, ...]] = [()]
        for part in branch:
            options = _branches(part) if isinstance(part, AnyOf) else [(part,)]
            ways = [(*way, *option) for way in ways for option in options]
            if len(found) + len(ways) > MOST_BRANCHES:
                raise ConstraintError(
                    f"alternatives, and those within them, multiply to more than {MOST_BRANCHES}"
                )
        found += ways
    return found


def _size_of(operation: Operation) -> int:  # noqa: PLR0911 - one for each kind
    """Return how many words it takes to lay an operation out, about.

    Raises
    ------
    ConstraintError
        If it counts more cells than the engines can.
    """
    match operation:
        case Within():
            return 3
        case AnyOf(branches):
            return 1 + sum(1 + sum(map(_size_of, branch)) for branch in branches)
        case Accepted(cells, automaton):
            return len(cells) * (1 + sum(map(len, automaton.transitions)))
        case OneOfSets(cells, masks):
            return len(cells) + len(masks)
        case Connected(cells, _, links):
            return 8 * len(cells) + sum(map(len, links))
        case Ranked(lines):
            return len(operation.cells) + sum(map(len, lines))
        case Enclosed(cells, fillings):
            return len(cells) * (1 + len(fillings) // 8)
        case CountOf(cells) if len(cells) > MOST_COUNTED:
            raise ConstraintError(f"a count has at most {MOST_COUNTED} cells, not {len(cells)}")
        case _:
            return 3 * len(operation.cells) + 4
