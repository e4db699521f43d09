"""Which cells are given or blank together.

The symmetry of a puzzle is that of its pattern of givens; digits do not matter. Each is made
from maps of the cells to cells: a cell and all that the maps make of it form a *unit*.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias

from lowbit.geometry import CLASSIC

if TYPE_CHECKING:
    from collections.abc import Callable

Unit: TypeAlias = tuple[int, ...]
"""Cells."""

_LAST: Final = CLASSIC.size - 1


def _half_turn(row: int, column: int) -> tuple[int, int]:
    return _LAST - row, _LAST - column


def _quarter_turn(row: int, column: int) -> tuple[int, int]:
    return column, _LAST - row


def _upside_down(row: int, column: int) -> tuple[int, int]:
    return _LAST - row, column


def _left_to_right(row: int, column: int) -> tuple[int, int]:
    return row, _LAST - column


def _transpose(row: int, column: int) -> tuple[int, int]:
    return column, row


MAPS: Final[dict[str, tuple[Callable[[int, int], tuple[int, int]], ...]]] = {
    "none": (),
    "half-turn": (_half_turn,),
    "quarter-turn": (_quarter_turn,),
    "horizontal": (_upside_down,),
    "vertical": (_left_to_right,),
    "mirrors": (_upside_down, _left_to_right),
    "diagonal": (_transpose,),
    "diagonals": (_transpose, _half_turn),
    "full": (_transpose, _left_to_right),
}
"""The symmetries by name, and the maps that each is made from."""


def units(symmetry: str) -> tuple[Unit, ...]:
    """Return the cells in units, each unit and all units in the order of their first cells.

    Examples
    --------
    >>> units("half-turn")[:3]
    ((0, 80), (1, 79), (2, 78))
    >>> len(units("full"))
    15
    """
    left = set(range(CLASSIC.n_cells))
    found = []
    for cell in range(CLASSIC.n_cells):
        if cell in left:
            unit = _unit_of(cell, symmetry)
            left.difference_update(unit)
            found.append(unit)
    return tuple(found)


def _unit_of(cell: int, symmetry: str) -> Unit:
    """Return all cells that the maps of a symmetry take a cell to."""
    unit = {cell}
    to_do = [cell]
    while to_do:
        place = to_do.pop()
        for move in MAPS[symmetry]:
            row, column = move(CLASSIC.row(place), CLASSIC.column(place))
            image = CLASSIC.size * row + column
            if image not in unit:
                unit.add(image)
                to_do.append(image)
    return tuple(sorted(unit))
