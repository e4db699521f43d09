"""Constraints on sums: cages, arrows, little killers, zippers, sums of any cells."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING, Final

from lowbit.constraints.automata import Automaton, automaton_of
from lowbit.constraints.base import Cells, Constraint, Groups, Names, Title, constraint
from lowbit.constraints.drawing import Drawing, clue, line, number_of
from lowbit.constraints.operations import Accepted, Distinct, Within
from lowbit.constraints.placing import Tool
from lowbit.constraints.scale import equal_sums, linear, mask_where
from lowbit.errors import ConstraintError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from lowbit.constraints.operations import Operation
    from lowbit.geometry import Geometry

__all__ = [
    "Arrow",
    "Cage",
    "DoubleArrow",
    "EqualSums",
    "LittleKiller",
    "RegionSumLine",
    "Sum",
    "SumLine",
    "Zipper",
]

MOST_PLACES: Final = 9
"""The digits of a number in a pill: the engines add such numbers up."""


@constraint
class Cage(Constraint):
    """A killer cage: pairwise different values that add up to `total`, or to anything if None."""

    title = Title("killer cage", "杀手笼")
    drawing = Drawing("cage", note=number_of("total"), caption="")
    tools = (Tool(is_common=True),)
    number = "total"
    multisets = ("cells",)

    cells: Cells
    total: int | None = None

    def depends_on_values(self) -> bool:
        return self.total is not None

    def holds(self, values: Sequence[int], geometry: Geometry) -> bool:
        mine = [values[cell] for cell in self.cells]
        return len(set(mine)) == len(mine) and self.total in {None, sum(mine)}

    def operations(self, geometry: Geometry) -> Iterator[Operation]:
        yield Distinct(self.cells)
        if self.total is not None:
            yield from linear(geometry, self.cells, (1,) * len(self.cells), self.total)

    def require_fit(self, geometry: Geometry) -> None:
        super().require_fit(geometry)
        self._require_each_once(geometry, self.cells)


@constraint
class Sum(Constraint):
    """Values that add up to `total`, each times its weight if there are any; they may repeat."""

    title = Title("sum", "和")
    drawing = Drawing("cage", note=lambda one: one.in_short, caption="")
    number = "total"

    cells: Cells
    total: int
    weights: tuple[int, ...] = ()

    def holds(self, values: Sequence[int], geometry: Geometry) -> bool:
        weights = self.weights or (1,) * len(self.cells)
        weighted = zip(weights, self.cells, strict=True)
        return sum(weight * values[cell] for weight, cell in weighted) == self.total

    def operations(self, geometry: Geometry) -> Iterator[Operation]:
        yield from linear(geometry, self.cells, self.weights or (1,) * len(self.cells), self.total)

    @property
    def in_short(self) -> str:
        """The sum as a picture has it: its weights, and the total after =."""
        return f"{''.join(f'{weight:+d}' for weight in self.weights)}={self.total}"

    def normal_form(self) -> Constraint:
        if not self.weights:
            return replace(self, cells=tuple(sorted(self.cells)))
        weighted = sorted(zip(self.cells, self.weights, strict=True))
        cells, weights = zip(*weighted, strict=True)
        return replace(self, cells=cells, weights=weights)

    def require_fit(self, geometry: Geometry) -> None:
        super().require_fit(geometry)
        if self.weights and len(self.weights) != len(self.cells):
            raise ConstraintError(
                f"a sum has {len(self.cells)} cells, but {len(self.weights)} weights"
            )


@constraint
class LittleKiller(Constraint):
    """The values of a diagonal add up to `total`; they may repeat."""

    title = Title("little killer", "小杀手")
    drawing = clue(number_of("total"), "")
    tools = (Tool("diagonal", 2, values={"total": 15}, is_common=True),)
    number = "total"
    multisets = ("cells",)

    cells: Cells
    total: int

    def holds(self, values: Sequence[int], geometry: Geometry) -> bool:
        return sum(values[cell] for cell in self.cells) == self.total

    def operations(self, geometry: Geometry) -> Iterator[Operation]:
        yield from linear(geometry, self.cells, (1,) * len(self.cells), self.total)


@constraint
class Arrow(Constraint):
    """The values along the shaft add up to the circle, or to the number in a pill.

    The cells of a pill are read as the digits of a number, as they are listed; all but the first
    are below 10.
    """

    title = Title("arrow", "箭头")
    drawing = Drawing("arrow", caption="")
    tools = (Tool("arrow", 2, is_common=True),)
    multisets = ("shaft",)

    circle: Cells
    shaft: Cells

    def holds(self, values: Sequence[int], geometry: Geometry) -> bool:
        number = 0
        for cell in self.circle:
            number = 10 * number + values[cell]
        is_read = all(values[cell] < 10 for cell in self.circle[1:])
        return is_read and number == sum(values[cell] for cell in self.shaft)

    def operations(self, geometry: Geometry) -> Iterator[Operation]:
        for cell in self.circle[1:]:
            yield Within(cell, mask_where(geometry, lambda value: value < 10))
        places = tuple(-(10**place) for place in reversed(range(len(self.circle))))
        yield from linear(geometry, self.circle + self.shaft, places + (1,) * len(self.shaft), 0)

    def require_fit(self, geometry: Geometry) -> None:
        super().require_fit(geometry)
        if not self.circle or not self.shaft:
            raise ConstraintError("an arrow has cells in its circle and along its shaft")
        if len(self.circle) > MOST_PLACES:
            places = f"{MOST_PLACES} digits, not {len(self.circle)}"
            raise ConstraintError(f"the number in a pill has at most {places}")


@constraint
class DoubleArrow(Constraint):
    """The values between the two ends of a line add up to as much as the ends."""

    title = Title("double arrow", "双箭头")
    drawing = Drawing("ringed line", caption="double arrows")
    tools = (Tool("line", 3),)
    names = Names(iss="DoubleArrow", fpuzzles="doublearrow", pencilmark="double_arrow")
    reversible = ("cells",)

    cells: Cells

    def holds(self, values: Sequence[int], geometry: Geometry) -> bool:
        mine = [values[cell] for cell in self.cells]
        return mine[0] + mine[-1] == sum(mine[1:-1])

    def operations(self, geometry: Geometry) -> Iterator[Operation]:
        yield from equal_sums(geometry, (self.cells[0], self.cells[-1]), self.cells[1:-1])


@constraint
class EqualSums(Constraint):
    """Groups of cells have the same sum."""

    title = Title("equal sums", "等和")
    drawing = Drawing("equal groups", "teal", caption="equal sums")
    tools = (Tool("groups", 2),)
    sets = ("groups",)

    groups: Groups

    def holds(self, values: Sequence[int], geometry: Geometry) -> bool:
        return len({sum(values[cell] for cell in group) for group in self.groups}) <= 1

    def operations(self, geometry: Geometry) -> Iterator[Operation]:
        yield from _all_equal(geometry, self.groups)

    def require_fit(self, geometry: Geometry) -> None:
        super().require_fit(geometry)
        self._require_full(self.groups)


@constraint
class RegionSumLine(Constraint):
    """The stretches of a line in the boxes that it passes have the same sum."""

    title = Title("region sum line", "宫和线")
    drawing = line("blue")
    tools = (Tool("line", 2, is_common=True),)
    names = Names(iss="RegionSumLine", fpuzzles="regionsumline", pencilmark="region_sum")
    reversible = ("cells",)

    cells: Cells

    def holds(self, values: Sequence[int], geometry: Geometry) -> bool:
        stretches = self._stretches(geometry)
        return len({sum(values[cell] for cell in cells) for cells in stretches}) <= 1

    def operations(self, geometry: Geometry) -> Iterator[Operation]:
        yield from _all_equal(geometry, self._stretches(geometry))

    def _stretches(self, geometry: Geometry) -> list[list[int]]:
        stretches = [[self.cells[0]]]
        for before, cell in pairwise(self.cells):
            if geometry.box_of[before] == geometry.box_of[cell]:
                stretches[-1].append(cell)
            else:
                stretches.append([cell])
        return stretches


@constraint
class Zipper(Constraint):
    """Cells as far from the centre of a line have the same sum, that of the cell in the centre."""

    title = Title("zipper line", "拉链线")
    drawing = line("lavender")
    tools = (Tool("line", 2),)
    names = Names(iss="Zipper", fpuzzles="zipperline", pencilmark="zipper")
    reversible = ("cells",)

    cells: Cells

    def holds(self, values: Sequence[int], geometry: Geometry) -> bool:
        return len({sum(values[cell] for cell in group) for group in self._groups}) <= 1

    def operations(self, geometry: Geometry) -> Iterator[Operation]:
        yield from _all_equal(geometry, self._groups)

    @property
    def _groups(self) -> list[tuple[int, ...]]:
        half, is_odd = divmod(len(self.cells), 2)
        centre = [self.cells[half : half + 1]] if is_odd else []
        pairs = zip(self.cells[:half], reversed(self.cells), strict=False)
        return [*centre, *pairs]


@constraint
class SumLine(Constraint):
    """A line can be cut into stretches that each add up to `total`."""

    title = Title("sum line", "和线")
    drawing = line("grey", number_of("total"), "sum lines")
    tools = (Tool("line", 2),)
    reversible = ("cells",)

    cells: Cells
    total: int = 10

    def holds(self, values: Sequence[int], geometry: Geometry) -> bool:
        sums = set(accumulate(values[cell] for cell in self.cells))
        whole = sum(values[cell] for cell in self.cells)
        return whole % self.total == 0 and sums >= set(range(self.total, whole, self.total))

    def operations(self, geometry: Geometry) -> Iterator[Operation]:
        if self.total > len(self.cells) * geometry.values[-1]:  # then there is no stretch
            zero = mask_where(geometry, (0).__eq__)
            yield from (Within(cell, zero) for cell in self.cells)
        else:
            yield Accepted(self.cells, _stretches_automaton(geometry.values, self.total))

    def require_fit(self, geometry: Geometry) -> None:
        super().require_fit(geometry)
        if self.total < 1:
            raise ConstraintError(f"a sum line has stretches of 1 or more, not {self.total}")


@lru_cache(maxsize=256)
def _stretches_automaton(values: range, total: int) -> Automaton:
    """Return the automaton of lines that can be cut into stretches with this sum."""

    def step(so_far: int, value: int) -> int | None:
        after = so_far + value
        return None if after > total else after % total

    return automaton_of(0, step, lambda so_far: not so_far, values)


def _all_equal(geometry: Geometry, groups: Iterable[Sequence[int]]) -> Iterator[Operation]:
    """Yield operations that make the sums of groups equal: each with the first and the next."""
    groups = list(groups)
    for group in groups[1:]:
        yield from equal_sums(geometry, groups[0], group)
    for left, right in pairwise(groups[1:]):
        yield from equal_sums(geometry, left, right)


Cage.sample = Cage((0, 1, 9), 15)
Sum.sample = Sum((0, 10, 20), 12, (1, 2, -1))
LittleKiller.sample = LittleKiller((1, 9), 8)
Arrow.sample = Arrow((40,), (41, 42, 51))
DoubleArrow.sample = DoubleArrow((0, 1, 2, 11, 20))
EqualSums.sample = EqualSums(((0, 1), (8, 17), (72, 73)))
RegionSumLine.sample = RegionSumLine((1, 2, 3, 4, 14))
Zipper.sample = Zipper((0, 10, 20, 30, 40))
SumLine.sample = SumLine((0, 1, 2, 3, 4, 5), 10)
