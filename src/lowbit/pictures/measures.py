"""Measures: the position of everything on the sheet."""

from __future__ import annotations

from math import isqrt
from typing import TYPE_CHECKING, Final, TypeAlias

if TYPE_CHECKING:
    from lowbit.geometry import Geometry

    Point: TypeAlias = tuple[int, int]

CELL: Final = 60
"""The side of a cell; all sizes are in its units."""

MARGIN: Final = 6

INSET: Final = 5
"""The distance of candidates and weights from the rules of their cell."""


def corner(board: Geometry, cell: int) -> Point:
    """Return the top left corner of a cell."""
    return MARGIN + CELL * board.column(cell), MARGIN + CELL * board.row(cell)


def middle(board: Geometry, cell: int) -> Point:
    """Return the middle of a cell."""
    x, y = corner(board, cell)
    return x + CELL // 2, y + CELL // 2


def columns_of_candidates(board: Geometry) -> int:
    """Return how many candidates fit side by side in a cell."""
    return isqrt(board.size - 1) + 1


def room(board: Geometry) -> int:
    """Return the width and height of the room of a candidate."""
    return (CELL - 2 * INSET) // columns_of_candidates(board)


def spot(board: Geometry, cell: int, digit: int) -> Point:
    """Return the middle of a candidate: each digit has its own place in the cell.

    Examples
    --------
    >>> from lowbit.geometry import CLASSIC
    >>> spot(CLASSIC, 0, 1), spot(CLASSIC, 1, 9)
    ((19, 19), (112, 52))
    """
    columns = columns_of_candidates(board)
    inner = CELL - 2 * INSET
    x, y = corner(board, cell)
    row, column = divmod(digit - 1, columns)
    right, down = (INSET + inner * (2 * k + 1) // (2 * columns) for k in (column, row))
    return x + right, y + down
