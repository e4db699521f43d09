"""The houses of a board, from its name.

A board of one grid has rows, columns and boxes, and the extra houses in its name. Of several
overlapping grids each has its own; a house that two of them share occurs once.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING

from lowbit.arguments import unknown
from lowbit.board_names import NO_REGION
from lowbit.errors import GeometryError
from lowbit.houses import SIZES_KEPT, House, lines, numbered, rectangle, tiles

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from lowbit.board_names import BoardLayout, BoardName
    from lowbit.houses import Place


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
    return [*_without_repeats(found), *numbered("extra", _cells_of_sets(name, number))]


def with_extras_in_order(name: BoardName) -> BoardName:
    """Return a name with its extra houses in the order of `EXTRA_HOUSES`, unknown ones last."""
    extras = tuple(extra for extra in EXTRA_HOUSES if extra in name.extras)
    others = tuple(extra for extra in name.extras if extra not in EXTRA_HOUSES)
    return replace(name, extras=(*extras, *others))


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


def _houses_of_grid(layout: BoardLayout, extras: Iterable[str]) -> list[House]:
    for extra in extras:
        if extra not in EXTRA_HOUSES:
            raise GeometryError(unknown("extra houses", extra, EXTRA_HOUSES))
    across = lines(layout.rows, layout.columns) if layout.has_lines else ()
    houses = [*across, *numbered("box", _boxes(layout))]
    for extra, make in EXTRA_HOUSES.items():
        if extra in extras:
            houses += make(layout)
    return houses


def _without_repeats(houses: Iterable[House]) -> list[House]:
    """Return the houses without repeats: the first of those with the same kind and cells."""
    return list({(house.kind, house.cells): house for house in reversed(list(houses))}.values())[
        ::-1
    ]


def _cells_of_sets(name: BoardName, number: dict[Place, int]) -> list[list[int]]:
    for place in {place for places in name.sets for place in places}:
        if place not in number:
            raise GeometryError(f"there is no cell r{place[0] + 1}c{place[1] + 1}")
    return [sorted(number[place] for place in places) for places in name.sets]


def _boxes(layout: BoardLayout) -> list[list[int]]:
    if layout.boxes:
        return tiles(layout.rows, layout.columns, *layout.boxes)
    boxes: dict[str, list[int]] = {}
    for cell, name in enumerate(layout.regions):
        boxes.setdefault(name, []).append(cell)
    boxes.pop(NO_REGION, None)
    return [boxes[name] for name in sorted(boxes)]


def _diagonals(layout: BoardLayout) -> list[House]:
    return numbered("diagonal", (_falling(layout), _rising(layout)))


def _falling_diagonal(layout: BoardLayout) -> list[House]:
    return numbered("diagonal", (_falling(layout),))


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
    return numbered(
        "window", (rectangle(layout.columns, top, left, height, width) for top, left in corners)
    )


def _groups(layout: BoardLayout) -> list[House]:
    """Disjoint groups: the cells that stand at the same place in their boxes."""
    boxes = tiles(layout.rows, layout.columns, *_box_of("groups", layout))
    return numbered("group", zip(*boxes, strict=True))


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
