"""Constraints on cells one by one: which values, even, odd, less or more than their neighbours."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from lowbit.constraints.base import Cell, Cells, Constraint, Title, constraint
from lowbit.constraints.drawing import Drawing
from lowbit.constraints.operations import InRelation, Within
from lowbit.constraints.placing import Tool
from lowbit.constraints.scale import mask_where, neighbours, relation_where

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from lowbit.constraints.operations import Operation
    from lowbit.geometry import Geometry

__all__ = [
    "Even",
    "Holds",
    "Maximum",
    "Minimum",
    "Odd",
]


@constraint
class Holds(Constraint):
    """A cell holds one of some values: a restricted cell, for use within `Or`."""

    title = Title("restricted cell", "受限格")
    drawing = Drawing("note", note=lambda one: "".join(map(str, one.values)), caption="")
    tools = (Tool("cell"),)
    sets = ("values",)

    cell: Cell
    values: tuple[int, ...]

    def holds(self, values: Sequence[int], geometry: Geometry) -> bool:
        return values[self.cell] in self.values

    def operations(self, geometry: Geometry) -> Iterator[Operation]:
        yield Within(self.cell, mask_where(geometry, lambda value: value in self.values))


@constraint
class Even(Constraint):
    """Cells hold even values."""

    title = Title("even cell", "偶数格")
    drawing = Drawing("squares", caption="")
    tools = (Tool(is_common=True),)
    sets = ("cells",)

    cells: Cells

    def holds(self, values: Sequence[int], geometry: Geometry) -> bool:
        return all(values[cell] % 2 == 0 for cell in self.cells)

    def operations(self, geometry: Geometry) -> Iterator[Operation]:
        mask = mask_where(geometry, lambda value: value % 2 == 0)
        yield from (Within(cell, mask) for cell in self.cells)


@constraint
class Odd(Constraint):
    """Cells hold odd values."""

    title = Title("odd cell", "奇数格")
    drawing = Drawing("discs", caption="")
    tools = (Tool(is_common=True),)
    sets = ("cells",)

    cells: Cells

    def holds(self, values: Sequence[int], geometry: Geometry) -> bool:
        return all(values[cell] % 2 for cell in self.cells)

    def operations(self, geometry: Geometry) -> Iterator[Operation]:
        mask = mask_where(geometry, lambda value: value % 2)
        yield from (Within(cell, mask) for cell in self.cells)


@constraint
class Minimum(Constraint):
    """Cells hold less than each neighbour to the left, right, above and below outside `cells`."""

    title = Title("minimum cell", "极小格")
    drawing = Drawing("triangles inwards", caption="")
    sets = ("cells",)

    cells: Cells

    def holds(self, values: Sequence[int], geometry: Geometry) -> bool:
        return all(values[low] < values[high] for low, high in borders(self.cells, geometry))

    def cells_read(self, geometry: Geometry) -> tuple[int, ...]:
        return _with_neighbours(self.cells, geometry)

    def operations(self, geometry: Geometry) -> Iterator[Operation]:
        relation = relation_where(geometry, int.__lt__)
        yield from (InRelation(pair, relation) for pair in borders(self.cells, geometry))


@constraint
class Maximum(Constraint):
    """Cells hold more than each neighbour to the left, right, above and below outside `cells`."""

    title = Title("maximum cell", "极大格")
    drawing = Drawing("triangles outwards", caption="")
    sets = ("cells",)

    cells: Cells

    def holds(self, values: Sequence[int], geometry: Geometry) -> bool:
        return all(values[high] > values[low] for high, low in borders(self.cells, geometry))

    def cells_read(self, geometry: Geometry) -> tuple[int, ...]:
        return _with_neighbours(self.cells, geometry)

    def operations(self, geometry: Geometry) -> Iterator[Operation]:
        relation = relation_where(geometry, int.__gt__)
        yield from (InRelation(pair, relation) for pair in borders(self.cells, geometry))


def borders(cells: Cells, geometry: Geometry) -> Iterator[tuple[int, int]]:
    """Yield each of the cells with each of its neighbours that is none of them."""
    for first, second in neighbours(geometry, ((0, 1), (1, 0))):
        if (first in cells) != (second in cells):
            yield (first, second) if first in cells else (second, first)


def _with_neighbours(cells: Cells, geometry: Geometry) -> Cells:
    return tuple(dict.fromkeys((*cells, *chain(*borders(cells, geometry)))))


Holds.sample = Holds(40, (1, 9))
Even.sample = Even((0, 40))
Odd.sample = Odd((0, 40))
Minimum.sample = Minimum((40,))
Maximum.sample = Maximum((0, 40))
