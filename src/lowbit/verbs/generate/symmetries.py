"""Groups of cells that are givens or blanks together.

The symmetry of a puzzle is that of its pattern of givens; digits do not matter. Each symmetry
consists of maps from cells to cells: the orbit of a cell under the maps is a *unit*.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias

from lowbit.errors import InputError
from lowbit.geometry import CLASSIC, Geometry

if TYPE_CHECKING:
    from collections.abc import Callable

    Map: TypeAlias = Callable[[int, int, int, int], tuple[int, int]]
    """Maps a row and a column, given the numbers of the last ones, to a row and a column."""

Unit: TypeAlias = tuple[int, ...]
"""Cells."""


def _half_turn(row: int, column: int, bottom: int, right: int) -> tuple[int, int]:
    return bottom - row, right - column


def _quarter_turn(row: int, column: int, _bottom: int, right: int) -> tuple[int, int]:
    return column, right - row


def _upside_down(row: int, column: int, bottom: int, _right: int) -> tuple[int, int]:
    return bottom - row, column


def _left_to_right(row: int, column: int, _bottom: int, right: int) -> tuple[int, int]:
    return row, right - column


def _transpose(row: int, column: int, _bottom: int, _right: int) -> tuple[int, int]:
    return column, row


MAPS: Final[dict[str, tuple[Map, ...]]] = {
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
"""The symmetries by name, and the maps of each."""


def units(symmetry: str, board: Geometry = CLASSIC) -> tuple[Unit, ...]:
    """Return the units of a board, in order; the cells of each are in order, too.

    Raises
    ------
    InputError
        If the board itself lacks that symmetry: a rectangle turned by 90 degrees has other rows.

    Examples
    --------
    >>> units("half-turn")[:3]
    ((0, 80), (1, 79), (2, 78))
    >>> len(units("full"))
    15
    """
    left = set(range(board.n_cells))
    found = []
    for cell in range(board.n_cells):
        if cell in left:
            unit = _unit_of(cell, symmetry, board)
            left.difference_update(unit)
            found.append(unit)
    return tuple(found)


def _unit_of(cell: int, symmetry: str, board: Geometry) -> Unit:
    """Return the orbit of a cell under the maps of a symmetry."""
    unit = {cell}
    to_do = [cell]
    while to_do:
        place = to_do.pop()
        for move in MAPS[symmetry]:
            row, column = board.places[place]
            image = board.cell_at(*move(row, column, board.n_rows - 1, board.n_columns - 1))
            if image is None:
                raise InputError(
                    f"the cells of {board} do not lie as the symmetry {symmetry!r} asks"
                )
            if image not in unit:
                unit.add(image)
                to_do.append(image)
    return tuple(sorted(unit))
