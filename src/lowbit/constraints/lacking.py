"""Digits that houses lack, on boards with a digit more than a row has cells."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from lowbit.constraints.base import Cells, Constraint, Names, Title, constraint
from lowbit.constraints.drawing import Drawing
from lowbit.constraints.operations import AnyOf, Distinct, Within
from lowbit.constraints.placing import ON_BOARD
from lowbit.errors import ConstraintError
from lowbit.variables import Variables

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from lowbit.constraints.operations import Operation
    from lowbit.geometry import Geometry
    from lowbit.houses import House

__all__ = ["Doppelganger"]

GROUP_OF: Final = {"row": "VDGC", "column": "VDGR", "box": "VDGB"}
"""The variables that hold what houses of a kind lack, named as by Interactive Sudoku Solver."""


class Lacking(NamedTuple):
    """A house that lacks a value, and the variable that holds it."""

    cells: Cells
    variable: int


@constraint
class Doppelganger(Constraint):
    """Rows, columns and boxes lack a value each, never the lowest, and no two of a kind the same.

    The row, the column and the box of a cell with the lowest value lack different ones. This is so
    on boards with a digit more than a row has cells, such as ``9x9~0-9:3x3``. What the columns lack
    stands in the variables VDGR1, VDGR2 ..., for rows in VDGC1 ..., and for boxes in VDGB1 ...
    """

    title = Title("doppelgangers", "缺数分身")
    drawing = Drawing(None, caption="doppelgangers")
    tools = ON_BOARD
    names = Names(iss="Doppelganger")

    def cells_on(self, geometry: Geometry) -> tuple[int, ...]:
        variables = [each.variable for each in _lacking(geometry)]
        return (*range(geometry.n_on_board), *sorted(variables))

    def holds(self, values: Sequence[int], geometry: Geometry) -> bool:
        lowest, lacking = geometry.values[0], _lacking(geometry)
        missing = [values[each.variable] for each in lacking]
        return (
            lowest not in missing
            and all(
                missing[at] not in {values[cell] for cell in each.cells}
                for at, each in enumerate(lacking)
            )
            and all(_differ(values, own) for own in _variables_by_kind(geometry))
            and all(
                values[cell] != lowest or _differ(values, own)
                for cell, own in _variables_of_cells(geometry)
            )
        )

    def operations(self, geometry: Geometry) -> Iterator[Operation]:
        others = geometry.full_mask - 1
        for cells, variable in _lacking(geometry):
            yield Distinct((*cells, variable))
            yield Within(variable, others)
        yield from map(Distinct, _variables_by_kind(geometry))
        for cell, own in _variables_of_cells(geometry):
            yield AnyOf(((Within(cell, others),), (Distinct(own),)))

    def own_regions(self, geometry: Geometry) -> tuple[Cells, ...]:
        return tuple((*each.cells, each.variable) for each in _lacking(geometry))


def groups_lacking(board: Geometry) -> tuple[Variables, ...]:
    """Return the groups of variables that a doppelganger needs on a board.

    Examples
    --------
    >>> from lowbit.geometry import Geometry
    >>> [str(group) for group in groups_lacking(Geometry.parse("4x4~0-4:2x2"))]
    ['VDGC:1x4', 'VDGR:1x4', 'VDGB:2x2']
    """
    found = []
    for kind, houses in _houses(board).items():
        width = len(houses)
        if kind == "box":
            width = len({min(map(board.column, house.cells)) for house in houses})
        found.append(Variables(GROUP_OF[kind], len(houses), width))
    return tuple(found)


@lru_cache(maxsize=64)
def _houses(geometry: Geometry) -> dict[str, list[House]]:
    """Return the houses of each kind that all lack a value."""
    found: dict[str, list[House]] = {}
    for house in geometry.without_variables.houses:
        if house.kind in GROUP_OF:
            found.setdefault(house.kind, []).append(house)
    n_cells = geometry.size - 1
    return {
        kind: houses
        for kind, houses in found.items()
        if all(len(house.cells) == n_cells for house in houses)
    }


@lru_cache(maxsize=64)
def _lacking(geometry: Geometry) -> tuple[Lacking, ...]:
    """Return the houses that lack a value, with their variables.

    Raises
    ------
    ConstraintError
        If the board has no such variables.
    """
    found: list[Lacking] = []
    for kind, houses in _houses(geometry).items():
        variables = geometry.cells_of_group(GROUP_OF[kind]) or ()
        if len(variables) != len(houses):
            needed = "+".join(map(str, groups_lacking(geometry)))
            raise ConstraintError(
                f"Doppelganger needs variables for what houses lack: {GROUP_OF[kind]}, of "
                f"{len(houses)} cells; add +{needed} to the name of the board"
            )
        cells = (house.cells for house in houses)
        found += map(Lacking, cells, variables)
    return tuple(found)


@lru_cache(maxsize=64)
def _variables_by_kind(geometry: Geometry) -> tuple[Cells, ...]:
    """Return the variables for each kind of houses."""
    return tuple(geometry.cells_of_group(GROUP_OF[kind]) or () for kind in _houses(geometry))


@lru_cache(maxsize=64)
def _variables_of_cells(geometry: Geometry) -> tuple[tuple[int, Cells], ...]:
    """Return each cell that lies in several such houses, and the variables of these."""
    own: dict[int, list[int]] = {}
    for cells, variable in _lacking(geometry):
        for cell in cells:
            own.setdefault(cell, []).append(variable)
    return tuple((cell, tuple(found)) for cell, found in own.items() if len(found) > 1)


def _differ(values: Sequence[int], cells: Cells) -> bool:
    return len({values[cell] for cell in cells}) == len(cells)


Doppelganger.sample = Doppelganger()
