"""Measures: the position of everything on the sheet."""

from __future__ import annotations

from math import isqrt
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from lowbit.geometry import Geometry

    Point: TypeAlias = tuple[int, int]

CELL: Final = 60
"""The side of a cell; all sizes are in its units."""

MARGIN: Final = 6

INSET: Final = 4
"""The distance of candidates and weights from the rules of their cell."""

HEADROOM, CAGED = 16, 7
"""The height of the room for words in corners of cells, and the breadth for lines of cages."""


def corner(board: Geometry, cell: int) -> Point:
    """Return the top left corner of a cell."""
    return MARGIN + CELL * board.column(cell), MARGIN + CELL * board.row(cell)


def middle(board: Geometry, cell: int) -> Point:
    """Return the middle of a cell."""
    x, y = corner(board, cell)
    return x + CELL // 2, y + CELL // 2


class Spots(NamedTuple):
    """The places of the candidates in the cells of a board: each digit has its own.

    Attributes
    ----------
    board : Geometry
        The board.
    has_words : bool
        Whether the candidates leave the top of each cell to words.

    Examples
    --------
    >>> from lowbit.geometry import CLASSIC
    >>> spots = Spots(CLASSIC)
    >>> spots.of(0, 1), spots.of(1, 9)
    ((18, 18), (113, 53))
    >>> Spots(CLASSIC, has_words=True).of(0, 1)
    (20, 28)
    """

    board: Geometry
    has_words: bool = False

    @property
    def shape(self) -> tuple[int, int]:
        """The numbers of candidates side by side, and one below the other, in a cell."""
        columns = isqrt(self.board.size - 1) + 1
        return columns, -(-self.board.size // columns)

    @property
    def top(self) -> int:
        """The distance of the first row of candidates from the top of a cell."""
        return HEADROOM if self.has_words else INSET

    @property
    def side(self) -> int:
        """The distance of candidates from the other sides, where cages may run."""
        return CAGED if self.has_words else INSET

    @property
    def room(self) -> int:
        """The width and height of the room of a candidate."""
        columns, rows = self.shape
        return min((CELL - 2 * self.side) // columns, (CELL - self.side - self.top) // rows)

    @property
    def size(self) -> int:
        """The size of a candidate's digit: 28 % of a cell where nine share it."""
        return min(17, self.room + 2 * self.has_words)

    def of(self, cell: int, digit: int) -> Point:
        """Return the middle of a candidate."""
        columns, rows = self.shape
        row, column = divmod(digit - 1, columns)
        x, y = corner(self.board, cell)
        right = self.side + (CELL - 2 * self.side) * (2 * column + 1) // (2 * columns)
        down = self.top + (CELL - self.side - self.top) * (2 * row + 1) // (2 * rows)
        return x + right, y + down


def outline(board: Geometry, cells: Iterable[int], inset: int) -> Iterator[tuple[Point, ...]]:
    """Yield the closed lines around cells, so far inside them, each by its corners.

    Examples
    --------
    >>> from lowbit.geometry import CLASSIC
    >>> list(outline(CLASSIC, (0, 1), 5))
    [((11, 11), (121, 11), (121, 61), (11, 61))]
    """
    left = sides = frozenset(_sides(board, cells))
    while left:
        line = [min(left)]
        while (side := _following(line[-1], sides)) != line[0]:
            line.append(side)
        left -= {*line}
        bends = zip([line[-1], *line], line, strict=False)
        yield tuple(_bend(*pair, inset) for pair in bends if pair[0].way != pair[1].way)


class _Side(NamedTuple):
    """A side of a cell: the corner of the grid where it begins, and its way, clockwise."""

    start: Point
    way: Point


def _sides(board: Geometry, cells: Iterable[int]) -> Iterator[_Side]:
    """Yield the sides of cells where no other of them is."""
    places = {(board.column(cell), board.row(cell)) for cell in cells}
    for x, y in places:
        corners = (x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)
        beside = (x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y)
        ways = (1, 0), (0, 1), (-1, 0), (0, -1)
        for start, other, way in zip(corners, beside, ways, strict=True):
            if other not in places:
                yield _Side(start, way)


def _following(side: _Side, sides: frozenset[_Side]) -> _Side:
    """Return the side after one; where cells touch by a corner, that of the same cell."""
    (x, y), (right, down) = side
    ways = (-down, right), (right, down), (down, -right)
    after = (_Side((x + right, y + down), way) for way in ways)
    return next(filter(sides.__contains__, after))


def _bend(before: _Side, after: _Side, inset: int) -> Point:
    """Return the corner of a line between two sides."""
    x, y = after.start
    right, down = (before.way[k] + after.way[k] for k in (0, 1))
    return MARGIN + CELL * x - inset * down, MARGIN + CELL * y + inset * right
