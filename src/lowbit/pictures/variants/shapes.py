"""The shapes that constraints are drawn with: lines, rings, cages, dots, arrows, words."""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING, Final

from lowbit.pictures.measures import CELL, HEADROOM, corner, middle, outline
from lowbit.pictures.parts import Disc, Paint, Path, Polygon, Text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from lowbit.constraints.base import Cells
    from lowbit.geometry import Geometry
    from lowbit.pictures.parts import Part, Point

INKS: Final = (
    *("grey", "green", "purple", "blue", "orange", "teal", "yellow", "red", "lavender"),
    *("dark", "white", "black", "arrow"),
)
"""The colours of constraints, in the order of their numbers in themes."""

N_COLOURS: Final = INKS.index("dark")
"""The number of those that are neither ink nor paper."""

THICK, THIN = 20, 2
BULB, RING, DOT, QUADRUPLE = 23, 25, 9, 17
INSET: Final = 4
"""The distance between a cage and the rules of its cells."""

TOTAL, NOTE, CLUE = 14, 15, 26
"""The sizes of words: of cages, of notes and dots, of clues outside."""

HEAD_LENGTH, HEAD_WIDTH = 14, 9


def ink(name: str) -> Paint:
    """Return the paint of a colour, or of the paper.

    Examples
    --------
    >>> str(ink("green")), str(ink("paper"))
    ('ink-1', 'paper')
    """
    return Paint(name) if name == "paper" else Paint("ink", INKS.index(name))


def line(board: Geometry, cells: Cells, name: str, width: int = THICK) -> Part:
    """Return a line from cell to cell, with round ends and bends."""
    return Path(ink(name), width, (tuple(middle(board, cell) for cell in cells),))


def dashes(points: Iterable[Point], name: str = "dark") -> Part:
    """Return a thin dashed line from point to point."""
    return Path(ink(name), THIN, (tuple(points),), dashed=True)


def between(one: Point, other: Point) -> Point:
    """Return the point halfway."""
    return (one[0] + other[0]) // 2, (one[1] + other[1]) // 2


def disc(board: Geometry, cells: Cells, name: str, radius: int = BULB) -> Part:
    """Return a disc in each cell."""
    return Disc(ink(name), radius, tuple(middle(board, cell) for cell in cells))


def ring(points: Iterable[Point], radius: int = RING, edge: str = "dark") -> Iterator[Part]:
    """Yield circles with an edge, empty within."""
    points = tuple(points)
    yield Disc(ink(edge), radius, points)
    yield Disc(ink("paper"), radius - THIN, points)


def pill(board: Geometry, cells: Cells) -> Iterator[Part]:
    """Yield a circle around a cell, or one stretched over several."""
    if len(cells) == 1:
        yield from ring([middle(board, cells[0])])
        return
    yield line(board, cells, "dark", 2 * RING)
    yield line(board, cells, "paper", 2 * (RING - THIN))


def diamond(board: Geometry, cells: Cells, name: str) -> Part:
    """Return a diamond in each cell."""
    return Polygon(
        ink(name),
        tuple(
            ((x, y - RING), (x + RING, y), (x, y + RING), (x - RING, y))
            for x, y in (middle(board, cell) for cell in cells)
        ),
    )


def square(board: Geometry, cells: Cells, name: str, side: int = 2 * BULB) -> Part:
    """Return a square in each cell."""
    half = side // 2
    return Polygon(
        ink(name),
        tuple(
            ((x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half))
            for x, y in (middle(board, cell) for cell in cells)
        ),
    )


def wash(board: Geometry, cells: Cells, name: str, inset: int = 0) -> Part:
    """Return a pale fill of whole cells."""
    paint = Paint("wash", INKS.index(name))
    return Polygon(paint, tuple(outline(board, cells, inset)))


def dot(point: Point, fill: str, word: str) -> Iterator[Part]:
    """Yield a dot on a rule, with a word in it if there is one."""
    yield Disc(ink("dark"), DOT, (point,))
    yield Disc(ink(fill), DOT - THIN, (point,))
    yield Text(ink("black" if fill == "white" else "white"), NOTE - 2, ((*point, word),), bold=True)


def label(point: Point, word: str) -> Iterator[Part]:
    """Yield a word on a rule, with paper behind it."""
    x, y = point
    half = 6 + 3 * (len(word) - 1)
    covered = ((x - half, y - 9), (x + half, y - 9), (x + half, y + 9), (x - half, y + 9))
    yield Polygon(ink("paper"), (covered,))
    yield Text(Paint("given"), NOTE + 2, ((x, y, word),), bold=True)


def edge(board: Geometry, first: int, second: int) -> Point:
    """Return the middle of the edge that two cells share, or the point halfway between them."""
    return between(middle(board, first), middle(board, second))


def cage(board: Geometry, cells: Cells, word: str) -> Iterator[Part]:
    """Yield a dashed line inside the rim of some cells, and a word in the first of them."""
    lines = tuple(outline(board, cells, INSET))
    yield Path(ink("dark"), THIN, lines, closed=True, dashed=True)
    if word:
        yield from note(board, min(cells), word)


def note(board: Geometry, cell: int, word: str) -> Iterator[Part]:
    """Yield a small word in the top left corner of a cell, on paper."""
    x, y = corner(board, cell)
    width, below = 4 + len(word) * TOTAL * 5 // 9, HEADROOM
    box = ((x + 3, y + 3), (x + 3 + width, y + 3), (x + 3 + width, y + below), (x + 3, y + below))
    yield Polygon(ink("paper"), (box,))
    yield Text(Paint("given"), TOTAL, ((x + 3 + width // 2, y + 10, word),))


def arrow(points: list[Point], paint: Paint, width: int = THIN + 1) -> tuple[Part, Part]:
    """Return a thin line, and the head at its end."""
    (from_x, from_y), (x, y) = points[-2:]
    length = hypot(x - from_x, y - from_y) or 1
    right, down = (x - from_x) / length, (y - from_y) / length
    back_x, back_y = x - HEAD_LENGTH * right, y - HEAD_LENGTH * down
    one = round(back_x - HEAD_WIDTH * down), round(back_y + HEAD_WIDTH * right)
    other = round(back_x + HEAD_WIDTH * down), round(back_y - HEAD_WIDTH * right)
    tip = round(x + 3 * right), round(y + 3 * down)
    shaft = Path(paint, width, ((*points[:-1], (round(back_x), round(back_y))),))
    return shaft, Polygon(paint, ((tip, one, other),))


def beside(board: Geometry, row: int, column: int) -> Point:
    """Return the middle of a place that may lie outside the board."""
    x, y = corner(board, 0)
    top, left = board.places[0]
    return x + CELL * (column - left) + CELL // 2, y + CELL * (row - top) + CELL // 2
