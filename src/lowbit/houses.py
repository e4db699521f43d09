"""Houses: sets of cells that hold no digit twice.

A cell is an index, row by row from 0. Which houses a board has is said in `lowbit.board_houses`.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from lowbit.alphabets import SYMBOLS

if TYPE_CHECKING:
    from collections.abc import Iterable

MIN_SIZE, MAX_SIZE = 4, len(SYMBOLS)
"""The fewest digits of a board, and the most: one symbol each."""

MAX_SIDE: Final = 99
"""The most rows and columns."""

SIZES_KEPT: Final = 32
"""Of how many sizes the lines are kept."""

Place: TypeAlias = tuple[int, int]
"""The row and the column of a cell, from 0."""


class House(NamedTuple):
    """A set of cells that holds no digit twice.

    Attributes
    ----------
    kind : str
        ``row``, ``column``, ``box``, ``diagonal``, ``window``, ``group``, ``extra`` or a name of
        yours.
    index : int
        Its number among the houses of its kind (and grid, if there are several), from 0.
    cells : tuple of int
        Its cells, ascending.
    grid : int, default 0
        The number of its grid, from 1, if several overlap; otherwise 0.

    Examples
    --------
    >>> from lowbit import CLASSIC
    >>> house = CLASSIC.houses[0]
    >>> str(house), house.kind, house.cells
    ('row 1', 'row', (0, 1, 2, 3, 4, 5, 6, 7, 8))
    """

    kind: str
    index: int  # type: ignore[assignment] # the number is of use, the method of tuples is not
    cells: tuple[int, ...]
    grid: int = 0

    def __str__(self) -> str:
        name = f"{self.kind} {self.index + 1}"
        return f"{name} of grid {self.grid}" if self.grid else name


def numbered(kind: str, cell_sets: Iterable[Iterable[int]]) -> list[House]:
    """Return houses of a kind, numbered in order."""
    return [House(kind, index, tuple(cells)) for index, cells in enumerate(cell_sets)]


@lru_cache(SIZES_KEPT)
def lines(rows: int, columns: int) -> tuple[House, ...]:
    """Return rows and columns, which all layouts of a size share."""
    n_cells = rows * columns
    across = [range(first, first + columns) for first in range(0, n_cells, columns)]
    down = [range(column, n_cells, columns) for column in range(columns)]
    return (*numbered("row", across), *numbered("column", down))


def tiles(rows: int, columns: int, height: int, width: int) -> list[list[int]]:
    """Return the cells of the rectangles that tile a grid."""
    corners = product(range(0, rows, height), range(0, columns, width))
    return [rectangle(columns, top, left, height, width) for top, left in corners]


def rectangle(columns: int, top: int, left: int, height: int, width: int) -> list[int]:
    """Return the cells of a rectangle of a grid with so many columns."""
    firsts = range(top * columns + left, (top + height) * columns + left, columns)
    return [cell for first in firsts for cell in range(first, first + width)]
