"""Constraints on two cells side by side: dots, X and V, inequalities, and where none is drawn."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, ClassVar

from lowbit.constraints.base import Cell, Constraint, Groups, Title, constraint
from lowbit.constraints.drawing import Drawing, number_of
from lowbit.constraints.operations import InRelation
from lowbit.constraints.placing import ON_BOARD, Tool
from lowbit.constraints.scale import neighbours, relation_where
from lowbit.errors import ConstraintError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from lowbit.constraints.operations import Operation
    from lowbit.geometry import Geometry

__all__ = [
    "Difference",
    "Greater",
    "NoRatio",
    "NoSum",
    "NonConsecutive",
    "PairSum",
    "Ratio",
]


@dataclass(frozen=True)
class Pair(Constraint):
    """Two cells in a relation that `relates` tells, the same both ways unless `is_directed`."""

    tools: ClassVar[tuple[Tool, ...]] = (Tool("pair", 2),)

    is_directed: ClassVar[bool] = False

    first: Cell
    second: Cell

    @abstractmethod
    def relates(self, first: int, second: int) -> bool:
        """Return whether the two cells may hold these values."""

    def holds(self, values: Sequence[int], geometry: Geometry) -> bool:
        return self.relates(values[self.first], values[self.second])

    def operations(self, geometry: Geometry) -> Iterator[Operation]:
        yield InRelation((self.first, self.second), _relation_of(type(self), self.clue, geometry))

    @property
    def clue(self) -> tuple[int, ...]:
        """The number of the mark, if it has one: `relates` needs it beside the values."""
        return ()

    def normal_form(self) -> Constraint:
        if self.is_directed or self.first <= self.second:
            return self
        return replace(self, first=self.second, second=self.first)


@lru_cache(maxsize=64)
def _relation_of(family: type[Pair], clue: tuple[int, ...], geometry: Geometry) -> tuple[int, ...]:
    """Return the relation of a kind of mark, wherever it is."""
    return relation_where(geometry, family(0, 1, *clue).relates)


@constraint
class Difference(Pair):
    """Two values differ by `difference`; by 1 is a white Kropki dot."""

    title = Title("difference dot", "差值点")
    drawing = Drawing("dot", "white", number_of("difference", usual=1))
    tools = (Tool("pair", 2, Title("white dot", "白点"), is_common=True),)
    number = "difference"

    first: Cell
    second: Cell
    difference: int = 1

    def relates(self, first: int, second: int) -> bool:
        return abs(first - second) == self.difference

    @property
    def clue(self) -> tuple[int, ...]:
        return (self.difference,)


@constraint
class Ratio(Pair):
    """One of two values is `ratio` times the other; 2 is a black Kropki dot."""

    title = Title("ratio dot", "倍数点")
    drawing = Drawing("dot", "black", number_of("ratio", usual=2))
    tools = (Tool("pair", 2, Title("black dot", "黑点"), is_common=True),)
    number = "ratio"

    first: Cell
    second: Cell
    ratio: int = 2

    def relates(self, first: int, second: int) -> bool:
        return first == self.ratio * second or second == self.ratio * first

    @property
    def clue(self) -> tuple[int, ...]:
        return (self.ratio,)


@constraint
class PairSum(Pair):
    """Two values add up to `total`: 10 is an X, 5 a V."""

    title = Title("sum of a pair", "两格之和")
    drawing = Drawing("label", note=lambda one: {5: "V", 10: "X"}.get(one.total, str(one.total)))
    tools = (
        Tool("pair", 2, Title("X", "X (和为 10)"), {"total": 10}, is_common=True),
        Tool("pair", 2, Title("V", "V (和为 5)"), {"total": 5}, is_common=True),
        Tool("pair", 2, values={"total": 9}),
    )
    number = "total"

    first: Cell
    second: Cell
    total: int

    def relates(self, first: int, second: int) -> bool:
        return first + second == self.total

    @property
    def clue(self) -> tuple[int, ...]:
        return (self.total,)


@constraint
class Greater(Pair):
    """The first value is greater than the second: an inequality sign."""

    title = Title("inequality", "不等号")
    drawing = Drawing("inequality")
    is_directed = True

    first: Cell
    second: Cell

    def relates(self, first: int, second: int) -> bool:
        return first > second


class NoneElsewhere(Constraint):
    """Neighbours that are not marked stand in a relation: all marks of a kind are given."""

    tools = ON_BOARD
    marks: ClassVar[tuple[type[Pair], ...]]
    """The kinds of the marks of which all are given."""

    marked: Groups = ()

    @abstractmethod
    def relates(self, first: int, second: int) -> bool:
        """Return whether two neighbours without a mark may hold these values."""

    def holds(self, values: Sequence[int], geometry: Geometry) -> bool:
        return all(self.relates(values[a], values[b]) for a, b in self._unmarked(geometry))

    def operations(self, geometry: Geometry) -> Iterator[Operation]:
        relation = relation_where(geometry, self.relates)
        yield from (InRelation(pair, relation) for pair in self._unmarked(geometry))

    def cells_on(self, geometry: Geometry) -> tuple[int, ...]:
        return tuple(range(geometry.n_on_board))

    def require_fit(self, geometry: Geometry) -> None:
        super().require_fit(geometry)
        cells = range(geometry.n_cells)
        for pair in self.marked:
            if len(pair) != 2 or not set(pair) <= set(cells):
                raise ConstraintError(
                    f"a mark lies between two cells from 0 to {cells[-1]}, not at {pair}"
                )

    def _unmarked(self, geometry: Geometry) -> Iterator[tuple[int, int]]:
        marked = {frozenset(pair) for pair in self.marked}
        for pair in neighbours(geometry, ((0, 1), (1, 0))):
            if frozenset(pair) not in marked:
                yield pair


@constraint
class NonConsecutive(NoneElsewhere):
    """Neighbours that are not marked are not consecutive."""

    title = Title("non-consecutive", "不连续")
    drawing = Drawing(None, caption="non-consecutive")
    marks = Difference, Ratio
    sets = ("marked",)

    marked: Groups = ()

    def relates(self, first: int, second: int) -> bool:
        return abs(first - second) != 1


@constraint
class NoRatio(NoneElsewhere):
    """Of neighbours that are not marked, none is twice the other."""

    title = Title("no black dot", "无黑点")
    drawing = Drawing(None, caption="no other black dots")
    marks = Difference, Ratio
    sets = ("marked",)

    marked: Groups = ()

    def relates(self, first: int, second: int) -> bool:
        return first != 2 * second and second != 2 * first


@constraint
class NoSum(NoneElsewhere):
    """Neighbours that are not marked do not add up to one of `totals`: 5 and 10 for V and X."""

    title = Title("no X or V", "无 XV")
    drawing = Drawing(
        None, caption=lambda one: "no other X or V" if sorted(one.totals) == [5, 10] else None
    )
    marks = (PairSum,)
    sets = ("marked", "totals")

    marked: Groups = ()
    totals: tuple[int, ...] = (5, 10)

    def relates(self, first: int, second: int) -> bool:
        return first + second not in self.totals


Difference.sample = Difference(0, 1)
Ratio.sample = Ratio(0, 1)
PairSum.sample = PairSum(0, 1, 10)
Greater.sample = Greater(0, 1)
NonConsecutive.sample = NonConsecutive(((0, 1),))
NoRatio.sample = NoRatio(((0, 1),))
NoSum.sample = NoSum(((0, 1),))
