"""Normal forms: one of the constraints that say the same with their cells in another order."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from lowbit.constraints import cells, dots, general, lines, outside, regions, sets, sums
from lowbit.constraints.base import Constraint, to_json

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from lowbit.constraints.base import Cells, Groups

UNORDERED: Final = (
    cells.Even,
    cells.Maximum,
    cells.Minimum,
    cells.Odd,
    lines.Nabner,
    lines.Renban,
    outside.Outside,
    regions.AllDifferent,
    regions.Equal,
    sets.Contains,
    sets.CountDistinct,
    sets.CountingCircles,
    sets.EqualityCage,
    sets.LookAndSay,
    sets.RellikCage,
    sums.Cage,
    sums.LittleKiller,
)
"""The constraints whose `cells` may stand in any order."""

REVERSIBLE: Final = (
    lines.Between,
    lines.Entropic,
    lines.Lockout,
    lines.Modular,
    lines.Palindrome,
    lines.ParityLine,
    lines.SameDifference,
    lines.Whisper,
    outside.Lunchbox,
    outside.Sandwich,
    sums.DoubleArrow,
    sums.RegionSumLine,
    sums.SumLine,
    sums.Zipper,
)
"""The constraints whose `cells` may be read from either end."""

SYMMETRIC: Final = (dots.Difference, dots.PairSum, dots.Ratio)
"""The constraints on two cells either of which may be the first."""

WITH_VALUES: Final = (cells.Holds, outside.Outside, regions.AntiQueen, sets.Contains)
"""The constraints whose `values` may stand in any order."""


def normal_forms(constraints: Iterable[Constraint]) -> tuple[Constraint, ...]:
    """Return the normal forms of constraints that all hold, each once, in one order for all.

    Examples
    --------
    >>> from lowbit.constraints import And, Cage, Whisper
    >>> normal_forms([And((Whisper((7, 6, 5)), Cage((3, 1), 9))), Cage((1, 3), 9)])
    (Cage(cells=(1, 3), total=9), Whisper(cells=(5, 6, 7), difference=5))
    """
    return tuple(sorted({*map(normal_form, general.without_and(constraints))}, key=_key))


def normal_form(constraint: Constraint) -> Constraint:
    """Return the normal form of a constraint, which all have that differ in the order of cells.

    Constraints of different kinds, or with different cells, keep apart, even if they say the same.

    Examples
    --------
    >>> from lowbit.constraints import Ratio
    >>> normal_form(Ratio(1, 0))
    Ratio(first=0, second=1, ratio=2)
    """
    return replace(constraint, **dict(_in_order(constraint)))


def _in_order(constraint: Constraint) -> Iterator[tuple[str, Any]]:
    """Yield the fields whose order says nothing, in the order that all have."""
    if isinstance(constraint, UNORDERED):
        yield "cells", tuple(sorted(constraint.cells))
    if isinstance(constraint, REVERSIBLE):
        yield "cells", min(constraint.cells, constraint.cells[::-1])
    if isinstance(constraint, WITH_VALUES):
        yield "values", tuple(sorted(constraint.values))
    if isinstance(constraint, SYMMETRIC):
        ends = sorted((constraint.first, constraint.second))
        yield from zip(("first", "second"), ends, strict=True)
    yield from _in_order_of_kind(constraint)


def _in_order_of_kind(constraint: Constraint) -> Iterator[tuple[str, Any]]:
    match constraint:
        case dots.NoneElsewhere():
            yield "marked", _sorted_groups(constraint.marked)
        case regions.SameValues() | sums.EqualSums():
            yield "groups", _sorted_groups(constraint.groups)
        case regions.Clone():
            yield from _columns(("cells", "clone"), _sorted_groups(_pairs(constraint)))
        case sums.Sum(weights=weights) if weights:
            weighted = sorted(zip(constraint.cells, weights, strict=True))
            yield from _columns(("cells", "weights"), weighted)
        case sums.Sum():
            yield "cells", tuple(sorted(constraint.cells))
        case sums.Arrow():
            yield "shaft", tuple(sorted(constraint.shaft))
        case general.Relation():
            yield "pairs", tuple(sorted(constraint.pairs))
        case general.Or():
            parts = {*map(normal_form, constraint.constraints)}
            yield "constraints", tuple(sorted(parts, key=_key))
        case general.And():
            yield "constraints", normal_forms(constraint.constraints)


def _pairs(clone: regions.Clone) -> Groups:
    return tuple(zip(clone.cells, clone.clone, strict=True))


def _columns(names: tuple[str, ...], rows: Iterable[Cells]) -> Iterator[tuple[str, Cells]]:
    return zip(names, zip(*rows, strict=True), strict=True)


def _sorted_groups(groups: Groups) -> Groups:
    return tuple(sorted(tuple(sorted(group)) for group in groups))


def _key(constraint: Constraint) -> str:
    return str(to_json(constraint))
