"""Boards: lists of houses over cells.

A cell is an index, row by row from 0; a house is a set of as many cells as there are
digits, and holds each digit once. Everything else (peers, chutes, minilines, names) follows
from the houses. The 9x9 board of newspapers is one instance, `CLASSIC`.

::

    Geometry.parse("9x9")                    the classic board
    Geometry.parse("6x6")                    boxes of two rows and three columns
    Geometry.parse("6x6:3x2")                boxes of three rows and two columns
    Geometry.parse("jigsaw:AABB...")         irregular boxes, a letter for each cell's box
    Geometry.parse("9x9+diagonals+windows")  with extra houses
    Geometry.parse("windoku")                a preset, 9x9+windows

Wherever lowbit takes a board it takes its name, too.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property, partial
from itertools import product
from typing import TYPE_CHECKING, TypeAlias

from lowbit.alphabets import SYMBOLS, symbols_of
from lowbit.board_names import MAX_SIZE, MIN_SIZE, Boxes, read_name
from lowbit.errors import GeometryError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence


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

    Most boards have a name that `Geometry.parse` reads; the constructor takes any list of
    houses.

    Parameters
    ----------
    size : int
        The number of digits, rows and columns; 4 to 25.
    houses : iterable of House
        Each of exactly `size` different cells.
    name : str, optional
        The name that `parse` turns into this very board.
    symbols : str, optional
        What its digits are written as; 1 to 9, then A to P, by default.

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

    def __init__(
        self,
        size: int,
        houses: Iterable[House],
        *,
        name: str | None = None,
        symbols: str = SYMBOLS,
    ) -> None:
        if not MIN_SIZE <= size <= MAX_SIZE:
            raise GeometryError(f"a board has {MIN_SIZE} to {MAX_SIZE} digits, not {size}")
        self.size = size
        self.n_cells = size * size
        self.houses = tuple(houses)
        self.name = name
        self.symbols = symbols_of(symbols, size)
        self.full_mask = (1 << size) - 1
        for house in self.houses:
            self._require_house(house)
        self.cell_houses = self._cell_houses()

    @staticmethod
    def parse(name: str, alphabet: str = SYMBOLS) -> Geometry:
        """Return the board of that name; names of the same board give the same object.

        Parameters
        ----------
        name : str
            The board, then extra houses, joined by ``+``. The board: its size, such as ``9x9``
            or ``12x12``, with the rows and columns of its boxes if they are not as square as
            can be (``6x6`` has boxes of 2x3, ``6x6:3x2`` of 3x2); ``jigsaw:`` and one letter or
            digit for each cell's box; or a preset: ``x`` (``9x9+diagonals``), ``windoku``
            (``9x9+windows``), ``disjoint`` (``9x9+groups``). Extra houses: ``diagonals``,
            ``windows``, ``groups`` (disjoint groups).
        alphabet : str, default ``1-9A-P``
            What its digits are written as: letters and digits, and ranges of them, such as
            ``0-9A-F``; those that are too many are left out. 0 is a blank unless it is there.

        Raises
        ------
        GeometryError
            If a part is unknown or does not fit the board, or the alphabet is too short.

        Examples
        --------
        >>> Geometry.parse("6x6").box_shape
        (2, 3)
        >>> len(Geometry.parse("9x9+diagonals").houses)
        29
        >>> str(Geometry.parse("windoku"))
        '9x9+windows'
        """
        return _parse("".join(name.split())).with_alphabet(alphabet)

    def with_houses(self, *houses: House) -> Geometry:
        """Return this board with more houses, of any shape."""
        return Geometry(self.size, self.houses + houses, symbols=self.symbols)

    def with_alphabet(self, alphabet: str) -> Geometry:
        """Return this board with its digits written otherwise, as `parse` takes it.

        Examples
        --------
        >>> CLASSIC.with_alphabet("A-I").symbols
        'ABCDEFGHI'
        """
        symbols = symbols_of(alphabet, self.size)
        if symbols == self.symbols:
            return self
        return Geometry(self.size, self.houses, name=self.name, symbols=symbols)

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
    def is_classic(self) -> bool:
        """Whether this is the 9x9 board with 3x3 boxes, whatever its digits are written as."""
        return self.size == CLASSIC.size and self.houses == CLASSIC.houses

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
        return self is other or (
            (self.size, self.houses, self.symbols) == (other.size, other.houses, other.symbols)
        )

    def __hash__(self) -> int:
        return hash((self.size, self.houses))

    def __str__(self) -> str:
        name = self.name or f"a {self.size}x{self.size} board of {len(self.houses)} houses"
        return name if self._is_usual else f"{name} with the digits {self.symbols}"

    def __repr__(self) -> str:
        if self.name is not None:
            alphabet = "" if self._is_usual else f", {self.symbols!r}"
            return f"Geometry.parse({self.name!r}{alphabet})"
        symbols = "" if self._is_usual else f", symbols={self.symbols!r}"
        return f"Geometry({self.size}, {self.houses!r}{symbols})"

    def __reduce__(self) -> tuple[Callable[..., Geometry], tuple[object, ...]]:
        if self.name is not None:
            return Geometry.parse, (self.name, self.symbols)
        return partial(Geometry, symbols=self.symbols), (self.size, self.houses)

    @property
    def _is_usual(self) -> bool:
        """Whether its digits are written in the default alphabet."""
        return SYMBOLS.startswith(self.symbols)


BoardLike: TypeAlias = Geometry | str
"""A board, or the name of one."""


def board_of(board: BoardLike, alphabet: str = SYMBOLS) -> Geometry:
    """Return a board that is given as such, or by its name, perhaps in another alphabet.

    Raises
    ------
    GeometryError
        If it is neither.

    Examples
    --------
    >>> board_of("9x9") is board_of(CLASSIC) is CLASSIC
    True
    """
    if isinstance(board, str):
        board = Geometry.parse(board)
    if isinstance(board, Geometry):
        return board if alphabet == SYMBOLS else board.with_alphabet(alphabet)
    raise GeometryError(f"{board!r} is neither a Geometry nor the name of one, such as '6x6'")


@cache
def _parse(name: str) -> Geometry:
    boxes, extras = read_name(name)
    for extra in extras:
        if extra not in EXTRA_HOUSES:
            raise GeometryError(
                f"{extra!r} names no extra houses; there are {', '.join(EXTRA_HOUSES)}"
            )
        if boxes.shape is None and extra != "diagonals":
            raise GeometryError(f"{extra} need rectangular boxes, such as those of 9x9")
    return _build(boxes, tuple(extra for extra in EXTRA_HOUSES if extra in extras))


@cache
def _build(boxes: Boxes, extras: tuple[str, ...]) -> Geometry:
    size, shape = boxes.size, boxes.shape
    regions = _tiles(size, *shape) if shape else _regions(boxes.regions)
    houses = [*_lines(size), *_houses("box", regions)]
    for extra in extras:
        houses += EXTRA_HOUSES[extra](size, *(shape or (0, 0)))
    return Geometry(size, houses, name="+".join((str(boxes), *extras)))


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


def _regions(letters: str) -> list[list[int]]:
    names = sorted(set(letters))
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
"""The extra houses that a name can add."""

CLASSIC = Geometry.parse("9x9")
"""The 9x9 board with nine 3x3 boxes."""
