"""Boards: lists of houses over cells.

A cell is an index, row by row from 0; a house is a set of as many cells as there are
digits, and holds each digit once. Everything else (peers, chutes, minilines, names) follows
from the houses. The 9x9 board of newspapers is one instance, `CLASSIC`.

::

    Geometry.parse("3x3")                    the classic board
    Geometry.parse("2x3")                    6x6, boxes of two rows and three columns
    Geometry.parse("AABB...")                irregular boxes, a letter for each cell's box
    Geometry.parse("3x3+diagonals+windows")  with extra houses
"""

from __future__ import annotations

import string
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import product
from math import isqrt
from typing import TYPE_CHECKING

from lowbit.errors import GeometryError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

SYMBOLS = "123456789" + string.ascii_uppercase[:16]
"""What digits are written as, on boards up to 25x25."""

MIN_SIZE, MAX_SIZE = 4, len(SYMBOLS)


@dataclass(frozen=True, slots=True)
class House:
    """A set of cells that holds each digit once.

    Parameters
    ----------
    kind : str
        ``row``, ``column``, ``box``, ``diagonal``, ``window``, ``group`` or a name of yours.
    index : int
        Which of its kind, from 0.
    cells : tuple of int
        Its cells, ascending.
    """

    kind: str
    index: int
    cells: tuple[int, ...]

    def __str__(self) -> str:
        return f"{self.kind} {self.index + 1}"


class Geometry:
    """A square board: its size and its houses.

    Most boards have a short description that `Geometry.parse` reads; the constructor takes
    any list of houses.

    Parameters
    ----------
    size : int
        The number of digits, rows and columns; 4 to 25.
    houses : iterable of House
        Each of exactly `size` different cells.
    spec : str, optional
        The description that `parse` turns into this very board.

    Raises
    ------
    GeometryError
        If a house has not `size` different cells of the board, or `size` is out of range.

    Examples
    --------
    >>> CLASSIC.size, len(CLASSIC.houses), len(CLASSIC.peers[0])
    (9, 27, 20)
    >>> [str(house) for house in CLASSIC.houses_of(40)]
    ['row 5', 'column 5', 'box 5']
    """

    __match_args__ = ("size", "houses")

    def __init__(self, size: int, houses: Iterable[House], *, spec: str | None = None) -> None:
        if not MIN_SIZE <= size <= MAX_SIZE:
            raise GeometryError(f"a board has {MIN_SIZE} to {MAX_SIZE} digits, not {size}")
        self.size = size
        self.n_cells = size * size
        self.houses = tuple(houses)
        self.spec = spec
        self.symbols = SYMBOLS[:size]
        self.full_mask = (1 << size) - 1
        for house in self.houses:
            self._require_house(house)
        self.cell_houses = self._cell_houses()

    @staticmethod
    def parse(spec: str) -> Geometry:
        """Return the board that `spec` describes; equal descriptions give the same object.

        Parameters
        ----------
        spec : str
            The boxes, then the extra houses, joined by ``+``. Boxes: ``3x3`` (rows x columns
            of a box) or a region string, one letter or digit for each cell. Extra houses:
            ``diagonals``, ``windows``, ``groups`` (disjoint groups).

        Raises
        ------
        GeometryError
            If a part is unknown or does not fit the board.

        Examples
        --------
        >>> Geometry.parse("2x3").size
        6
        >>> len(Geometry.parse("3x3+diagonals").houses)
        29
        """
        return _parse("".join(spec.split()))

    def with_houses(self, *houses: House) -> Geometry:
        """Return this board with more houses, of any shape."""
        return Geometry(self.size, self.houses + houses)

    def row(self, cell: int) -> int:
        """Return the row of a cell, from 0."""
        return cell // self.size

    def column(self, cell: int) -> int:
        """Return the column of a cell, from 0."""
        return cell % self.size

    def cell_name(self, cell: int) -> str:
        """Return a cell's name for people: ``r1c1`` is the top left corner."""
        return f"r{self.row(cell) + 1}c{self.column(cell) + 1}"

    def houses_of(self, cell: int) -> tuple[House, ...]:
        """Return the houses that hold a cell."""
        return tuple(self.houses[index] for index in self.cell_houses[cell])

    @cached_property
    def peers(self) -> tuple[tuple[int, ...], ...]:
        """For each cell, the other cells of its houses, ascending."""
        return tuple(
            tuple(sorted({peer for house in self.houses_of(cell) for peer in house.cells} - {cell}))
            for cell in range(self.n_cells)
        )

    @cached_property
    def boxes(self) -> tuple[House, ...]:
        """The houses of kind ``box``."""
        return tuple(house for house in self.houses if house.kind == "box")

    @cached_property
    def box_of(self) -> tuple[int, ...]:
        """For each cell, the index of its box; -1 where it lies in none."""
        owner = {cell: box.index for box in self.boxes for cell in box.cells}
        return tuple(owner.get(cell, -1) for cell in range(self.n_cells))

    @cached_property
    def box_shape(self) -> tuple[int, int] | None:
        """The rows and columns of a box; None where the boxes are no tiling by rectangles."""
        first = self.boxes[0].cells if self.boxes else ()
        height, width = len(set(map(self.row, first))), len(set(map(self.column, first)))
        if height * width != self.size:
            return None
        tiles = set(map(tuple, _tiles(self.size, height, width)))
        return (height, width) if {box.cells for box in self.boxes} == tiles else None

    @cached_property
    def chutes(self) -> tuple[tuple[int, ...], ...]:
        """The bands, then the stacks, as cells; empty where boxes are no regular tiling."""
        if self.box_shape is None:
            return ()
        height, width = self.box_shape
        cells = range(self.n_cells)
        bands = (
            tuple(c for c in cells if self.row(c) // height == band)
            for band in range(self.size // height)
        )
        stacks = (
            tuple(c for c in cells if self.column(c) // width == stack)
            for stack in range(self.size // width)
        )
        return (*bands, *stacks)

    @cached_property
    def minilines(self) -> tuple[tuple[int, ...], ...]:
        """The cells that a row, then those that a column shares with a box."""
        if self.box_shape is None:
            return ()
        lines = [house for kind in ("row", "column") for house in self.houses if house.kind == kind]
        return tuple(
            tuple(cell for cell in line.cells if self.box_of[cell] == box)
            for line in lines
            for box in sorted({self.box_of[cell] for cell in line.cells})
        )

    def _require_house(self, house: House) -> None:
        if len(house.cells) != self.size:
            raise GeometryError(
                f"{house} has {len(house.cells)} cells, "
                f"where each house of this board has {self.size}"
            )
        if len(set(house.cells)) != self.size:
            raise GeometryError(f"{house} has a cell twice")
        if min(house.cells) < 0 or max(house.cells) >= self.n_cells:
            raise GeometryError(f"{house} has a cell outside 0 to {self.n_cells - 1}")

    def _cell_houses(self) -> tuple[tuple[int, ...], ...]:
        """For each cell, the indices of its houses."""
        owners: list[list[int]] = [[] for _ in range(self.n_cells)]
        for index, house in enumerate(self.houses):
            for cell in house.cells:
                owners[cell].append(index)
        return tuple(map(tuple, owners))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Geometry):
            return NotImplemented
        return self is other or (self.size, self.houses) == (other.size, other.houses)

    def __hash__(self) -> int:
        return hash((self.size, self.houses))

    def __repr__(self) -> str:
        if self.spec is not None:
            return f"Geometry.parse({self.spec!r})"
        return f"Geometry({self.size}, {self.houses!r})"

    def __reduce__(self) -> tuple[Callable[..., Geometry], tuple[object, ...]]:
        if self.spec is not None:
            return Geometry.parse, (self.spec,)
        return Geometry, (self.size, self.houses)


@cache
def _parse(spec: str) -> Geometry:
    boxes, *extras = spec.split("+")
    shape = _box_shape(boxes)
    size = shape[0] * shape[1] if shape else isqrt(len(boxes))
    if not MIN_SIZE <= size <= MAX_SIZE or (shape is None and len(boxes) != size * size):
        raise GeometryError(
            f"{boxes!r} describes no board: give the boxes as rows x columns, such as 3x3 or "
            f"2x3, or a region string, such as AABBAABBCCDDCCDD"
        )
    regions = _tiles(size, *shape) if shape else _regions(size, boxes)
    houses = [*_lines(size), *_houses("box", regions)]
    for extra in dict.fromkeys(extras):
        if extra not in EXTRA_HOUSES:
            raise GeometryError(
                f"{extra!r} names no extra houses; there are {', '.join(EXTRA_HOUSES)}"
            )
        if shape is None and extra != "diagonals":
            raise GeometryError(f"{extra} need rectangular boxes, such as 3x3")
        houses += EXTRA_HOUSES[extra](size, *(shape or (0, 0)))
    return Geometry(size, houses, spec=spec)


def _box_shape(text: str) -> tuple[int, int] | None:
    """Read ``2x3``."""
    height, _, width = text.lower().partition("x")
    if height.isdecimal() and width.isdecimal():
        return int(height), int(width)
    return None


def _houses(kind: str, cell_sets: Iterable[Iterable[int]]) -> list[House]:
    return [House(kind, index, tuple(sorted(cells))) for index, cells in enumerate(cell_sets)]


def _lines(size: int) -> list[House]:
    rows = [range(row * size, (row + 1) * size) for row in range(size)]
    columns = [range(column, size * size, size) for column in range(size)]
    return _houses("row", rows) + _houses("column", columns)


def _rectangle(size: int, top: int, left: int, height: int, width: int) -> list[int]:
    return [
        row * size + column
        for row, column in product(range(top, top + height), range(left, left + width))
    ]


def _tiles(size: int, height: int, width: int) -> list[list[int]]:
    corners = product(range(0, size, height), range(0, size, width))
    return [_rectangle(size, top, left, height, width) for top, left in corners]


def _regions(size: int, letters: str) -> list[list[int]]:
    names = sorted(set(letters))
    if len(names) != size:
        raise GeometryError(
            f"a region string of {size}x{size} has {size} regions, not {len(names)}"
        )
    return [[cell for cell, letter in enumerate(letters) if letter == name] for name in names]


def _diagonals(size: int, _height: int, _width: int) -> list[House]:
    falling = range(0, size * size, size + 1)
    rising = range(size - 1, size * size - 1, size - 1)
    return _houses("diagonal", (falling, rising))


def _windows(size: int, height: int, width: int) -> list[House]:
    """Boxes one cell in from the rim, one cell apart: four of them on the classic board."""
    corners = product(
        range(1, size - height, height + 1),
        range(1, size - width, width + 1),
    )
    return _houses("window", (_rectangle(size, top, left, height, width) for top, left in corners))


def _groups(size: int, height: int, width: int) -> list[House]:
    """Disjoint groups: the cells that stand at the same place in their boxes."""
    tiles = _tiles(size, height, width)
    return _houses("group", zip(*tiles, strict=True))


EXTRA_HOUSES: dict[str, Callable[[int, int, int], Sequence[House]]] = {
    "diagonals": _diagonals,
    "windows": _windows,
    "groups": _groups,
}
"""The extra houses that a description can name."""

CLASSIC = Geometry.parse("3x3")
"""The 9x9 board with nine 3x3 boxes."""
