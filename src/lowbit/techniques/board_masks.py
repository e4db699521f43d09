"""The houses and peers of a board as masks of cells.

::

    cells       a set of cells is an integer: bit c is set for cell c
    digits      a set of digits is an integer: bit d - 1 is set for digit d
    candidate   a pair (cell, digit)

`masks_of_board` makes the tables of a board once.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from lowbit.geometry import Geometry

Candidate = tuple[int, int]
"""A cell and a digit."""


@lru_cache(maxsize=1 << 17)
def members(mask: int) -> tuple[int, ...]:
    """Return the positions of the bits of a mask, ascending: the cells of a set of cells."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return tuple(found)


@lru_cache(maxsize=1 << 10)
def digits_in(mask: int) -> tuple[int, ...]:
    """Return the digits of a set of digits, ascending."""
    return tuple(place + 1 for place in members(mask))


def mask_of(cells: Iterable[int]) -> int:
    """Return the set of the cells given."""
    mask = 0
    for cell in cells:
        mask |= 1 << cell
    return mask


class BoardMasks:
    """The houses of a board as masks of cells.

    Parameters
    ----------
    geometry : Geometry
        The board.

    Attributes
    ----------
    houses : tuple of int
        The cells of each house, in the order of ``geometry.houses``; none of one with fewer cells
        than digits, in which no digit must have a place: its cells are peers, no more.
    house_cells : tuple of tuple of int
        The same as tuples.
    houses_of : tuple of tuple of int
        For each cell, the indices of its houses.
    peers : tuple of int
        For each cell, the set of its peers.
    sight : tuple of tuple of tuple of int
        For each cell and each of its houses, the peers that no earlier house has, and all peers.
    is_square : bool
        Whether it is one square: each row crosses each column in one cell.
    lines, boxes, others : tuple of int
        The indices of the houses of a kind: rows and columns, boxes, and all but lines.
    rows, columns : tuple of int
        The same of rows and of columns; empty where they do not all cross.
    box_first : tuple of int
        The indices of all houses: boxes and extra houses, then rows, then columns.
    crossings : tuple of tuple of int
        For each house, the indices of the other houses that share two cells or more with it.
    box_of : tuple of int
        For each cell, the index of its box among ``houses``; -1 if it has none.

    Examples
    --------
    >>> from lowbit.geometry import CLASSIC
    >>> board = masks_of_board(CLASSIC)
    >>> members(board.houses[board.boxes[0]])
    (0, 1, 2, 9, 10, 11, 18, 19, 20)
    """

    def __init__(self, geometry: Geometry) -> None:
        self.geometry = geometry
        self.size = geometry.size
        self.n_cells = geometry.n_cells
        self.digits = range(1, geometry.size + 1)
        self.all_cells = (1 << geometry.n_cells) - 1
        self.house_cells = tuple(house.cells for house in geometry.houses)
        self.houses = tuple(
            mask_of(cells) if len(cells) == geometry.size else 0 for cells in self.house_cells
        )
        self.houses_of = geometry.cell_houses
        self.peers = tuple(map(mask_of, geometry.peers))
        kinds = [house.kind for house in geometry.houses]
        rows = tuple(index for index, kind in enumerate(kinds) if kind == "row")
        columns = tuple(index for index, kind in enumerate(kinds) if kind == "column")
        self.is_square = geometry.is_one_square
        self.lines = rows + columns
        self.rows, self.columns = (rows, columns) if self.is_square else ((), ())
        self.boxes = tuple(index for index, kind in enumerate(kinds) if kind == "box")
        self.others = tuple(i for i in range(len(kinds)) if i not in self.lines)
        self.box_first = self.others + self.lines
        self.crossings = tuple(
            tuple(
                j for j, cells in enumerate(self.houses) if j != i and (cells & own).bit_count() > 1
            )
            for i, own in enumerate(self.houses)
        )
        self.box_of = tuple(self.boxes[box] if box >= 0 else -1 for box in geometry.box_of)
        self.sight = tuple(self._sight_of(cell) for cell in range(self.n_cells))
        self.row_of = tuple(geometry.row(cell) for cell in range(self.n_cells))
        self.column_of = tuple(geometry.column(cell) for cell in range(self.n_cells))

    def _sight_of(self, cell: int) -> tuple[tuple[int, int], ...]:
        parts, seen = [], 1 << cell
        for house in self.houses_of[cell]:
            cells = self.houses[house] & ~(1 << cell)
            parts.append((cells & ~seen, cells))
            seen |= cells
        return tuple(parts)

    def common_peers(self, cells: int) -> int:
        """Return the cells that see every cell of a set."""
        return _common_peers(self, cells)

    def cells_of_box(self, cells: int) -> tuple[int, ...]:
        """Return the cells of the box of the first cell of a set."""
        box = self.box_of[(cells & -cells).bit_length() - 1]
        return self.house_cells[box] if box >= 0 else ()

    def shared_houses(self, cells: int) -> tuple[int, ...]:
        """Return the indices of the houses that hold every cell of a set."""
        return tuple(
            index
            for index in self.houses_of[(cells & -cells).bit_length() - 1]
            if not cells & ~self.houses[index]
        )


@lru_cache(maxsize=1 << 16)
def _common_peers(board: BoardMasks, cells: int) -> int:
    common = board.all_cells
    for cell in members(cells):
        common &= board.peers[cell]
    return common


@lru_cache(maxsize=64)
def masks_of_board(geometry: Geometry) -> BoardMasks:
    """Return the tables of a board; equal boards share them."""
    return BoardMasks(geometry)
