"""The houses of a board, from its name.

A board of one grid has rows, columns and boxes, and the extra houses in its name. Of several
overlapping grids each has its own; a house that two of them share occurs once.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING, Final, TypeAlias

from lowbit.arguments import unknown
from lowbit.board_names import NO_REGION
from lowbit.errors import GeometryError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from lowbit.board_names import BoardLayout, BoardName

SIZES_KEPT: Final = 32
"""Of how many sizes the cells and the lines are kept."""

Place: TypeAlias = tuple[int, int]
"""The row and the column of a cell, from 0."""


@dataclass(frozen=True, slots=True)
class House:
    """A set of cells that holds no digit twice.

    Parameters
    ----------
    kind : str
        ``row``, ``column``, ``box``, ``diagonal``, ``window``, ``group``, ``extra`` or a name of
        yours.
    index : int
        Its number among the houses of its kind (and grid, if there are several), from 0.
    cells : tuple of int
        Its cells, ascending.
    grid : int, optional
        The number of its grid, from 1, if several overlap; otherwise 0.

    Examples
    --------
    >>> from lowbit import CLASSIC
    >>> house = CLASSIC.houses[0]
    >>> str(house), house.kind, house.cells
    ('row 1', 'row', (0, 1, 2, 3, 4, 5, 6, 7, 8))
    """

    kind: str
    index: int
    cells: tuple[int, ...]
    grid: int = 0

    def __str__(self) -> str:
        name = f"{self.kind} {self.index + 1}"
        return f"{name} of grid {self.grid}" if self.grid else name


def places_of(name: BoardName) -> tuple[Place, ...]:
    """Return the cells of all grids, row by row.

    Examples
    --------
    >>> from lowbit.board_names import read_name
    >>> len(places_of(read_name("samurai"))), places_of(read_name("sohei"))[0]
    (369, (0, 6))
    """
    layout = name.layout
    area = _area(layout.rows, layout.columns)
    if len(name.corners) == 1:
        return area
    grids = ({(top + row, left + column) for row, column in area} for top, left in name.corners)
    return tuple(sorted(set().union(*grids)))


@lru_cache(SIZES_KEPT)
def _area(rows: int, columns: int) -> tuple[Place, ...]:
    return tuple(product(range(rows), range(columns)))


def houses_of(name: BoardName) -> list[House]:
    """Return the houses of the board with a name; their cells are numbered as in `places_of`.

    Raises
    ------
    GeometryError
        If there are no such extra houses, or they do not fit the board.
    """
    of_one = _houses_of_grid(name.layout, name.extras)
    if len(name.corners) == 1 and not name.extras and not name.sets:
        return of_one
    number = {place: cell for cell, place in enumerate(places_of(name))}
    found = of_one if len(name.corners) == 1 else _houses_of_grids(name, of_one, number)
    return [*_without_repeats(found), *_houses("extra", _cells_of_sets(name, number))]


def _houses_of_grids(
    name: BoardName, of_one: Iterable[House], number: dict[Place, int]
) -> list[House]:
    """Return the houses of each of several grids, of which one at r1c1 would have `of_one`."""
    found = []
    for grid, (top, left) in enumerate(name.corners, 1):
        rows = range(top, top + name.layout.rows)
        columns = range(left, left + name.layout.columns)
        cells = [number[place] for place in product(rows, columns)]
        found += [
            House(house.kind, house.index, tuple(map(cells.__getitem__, house.cells)), grid)
            for house in of_one
        ]
    return found


def tiles(rows: int, columns: int, height: int, width: int) -> list[list[int]]:
    """Return the cells of the rectangles that tile a grid."""
    corners = product(range(0, rows, height), range(0, columns, width))
    return [_rectangle(columns, top, left, height, width) for top, left in corners]


def _houses_of_grid(layout: BoardLayout, extras: Iterable[str]) -> list[House]:
    for extra in extras:
        if extra not in EXTRA_HOUSES:
            raise GeometryError(unknown("extra houses", extra, EXTRA_HOUSES))
    lines = _lines(layout.rows, layout.columns) if layout.has_lines else ()
    houses = [*lines, *_houses("box", _boxes(layout))]
    for extra, make in EXTRA_HOUSES.items():
        if extra in extras:
            houses += make(layout)
    return houses


def _without_repeats(houses: Iterable[House]) -> list[House]:
    """Return the houses without repeats: the first of those with the same kind and cells."""
    return list({(house.kind, house.cells): house for house in reversed(list(houses))}.values())[
        ::-1
    ]


def _houses(kind: str, cell_sets: Iterable[Iterable[int]]) -> list[House]:
    return [House(kind, index, tuple(cells)) for index, cells in enumerate(cell_sets)]


def _cells_of_sets(name: BoardName, number: dict[Place, int]) -> list[list[int]]:
    for place in {place for places in name.sets for place in places}:
        if place not in number:
            raise GeometryError(f"there is no cell r{place[0] + 1}c{place[1] + 1}")
    return [sorted(number[place] for place in places) for places in name.sets]


@lru_cache(SIZES_KEPT)
def _lines(rows: int, columns: int) -> tuple[House, ...]:
    """Return rows and columns, which all layouts of a size share."""
    n_cells = rows * columns
    across = [range(first, first + columns) for first in range(0, n_cells, columns)]
    down = [range(column, n_cells, columns) for column in range(columns)]
    return (*_houses("row", across), *_houses("column", down))


def _boxes(layout: BoardLayout) -> list[list[int]]:
    if layout.boxes:
        return tiles(layout.rows, layout.columns, *layout.boxes)
    boxes: dict[str, list[int]] = {}
    for cell, name in enumerate(layout.regions):
        boxes.setdefault(name, []).append(cell)
    boxes.pop(NO_REGION, None)
    return [boxes[name] for name in sorted(boxes)]


def _rectangle(columns: int, top: int, left: int, height: int, width: int) -> list[int]:
    firsts = range(top * columns + left, (top + height) * columns + left, columns)
    return [cell for first in firsts for cell in range(first, first + width)]


def _diagonals(layout: BoardLayout) -> list[House]:
    return _houses("diagonal", (_falling(layout), _rising(layout)))


def _falling_diagonal(layout: BoardLayout) -> list[House]:
    return _houses("diagonal", (_falling(layout),))


def _rising_diagonal(layout: BoardLayout) -> list[House]:
    return [House("diagonal", 1, tuple(_rising(layout)))]


def _falling(layout: BoardLayout) -> range:
    side = _side(layout)
    return range(0, side * side, side + 1)


def _rising(layout: BoardLayout) -> range:
    side = _side(layout)
    return range(side - 1, side * side - 1, side - 1)


def _side(layout: BoardLayout) -> int:
    if layout.rows != layout.columns:
        raise GeometryError(f"diagonals need a square, not {layout.rows}x{layout.columns} cells")
    return layout.rows


def _windows(layout: BoardLayout) -> list[House]:
    """Boxes one cell in from the rim, one cell apart: four of them on the classic board."""
    height, width = _box_of("windows", layout)
    corners = product(
        range(1, layout.rows - height, height + 1),
        range(1, layout.columns - width, width + 1),
    )
    return _houses(
        "window", (_rectangle(layout.columns, top, left, height, width) for top, left in corners)
    )


def _groups(layout: BoardLayout) -> list[House]:
    """Disjoint groups: the cells that stand at the same place in their boxes."""
    boxes = tiles(layout.rows, layout.columns, *_box_of("groups", layout))
    return _houses("group", zip(*boxes, strict=True))


def _box_of(extra: str, layout: BoardLayout) -> tuple[int, int]:
    if layout.boxes is None:
        raise GeometryError(f"{extra} need rectangular boxes, such as those of 9x9")
    return layout.boxes


EXTRA_HOUSES: dict[str, Callable[[BoardLayout], Sequence[House]]] = {
    "diagonals": _diagonals,
    "falling-diagonal": _falling_diagonal,
    "rising-diagonal": _rising_diagonal,
    "windows": _windows,
    "groups": _groups,
}
"""The extra houses that a name can add."""
