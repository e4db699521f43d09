"""The parts of pictures: fills, strokes, paths, texts, discs, polygons and curves.

They are listed in the order in which they are painted. They have no colours: each has a `Paint`,
for which a theme has the colour. Texts are placed by their middle, as digits are in cells.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Final, NamedTuple, TypeAlias

Rectangle: TypeAlias = tuple[int, int, int, int]
Line: TypeAlias = tuple[int, int, int, int]
Point: TypeAlias = tuple[int, int]

CAP_HEIGHT = 0.72
"""The height of a digit as a share of its font size, in the fonts that are used."""


class Paint(NamedTuple):
    """The thing that a part shows, which determines its colour.

    Attributes
    ----------
    name : str
        A field of `lowbit.pictures.themes.Theme`.
    amount : int or None
        The share of it, in percent, if the colour is one of a scale; or the number of a role.
    """

    name: str
    amount: int | None = None

    def __str__(self) -> str:
        return self.name if self.amount is None else f"{self.name}-{self.amount}"


@dataclass(frozen=True, slots=True)
class Rectangles:
    """Rectangles: x, y, width and height of each."""

    paint: Paint
    rectangles: tuple[Rectangle, ...]


@dataclass(frozen=True, slots=True)
class Stroke:
    """Lines of one width, from x, y to x, y; their ends are square."""

    paint: Paint
    width: int
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Path:
    """Lines of one width through points, with round ends and bends; dashes have none.

    A closed one leads back to its first point.
    """

    paint: Paint
    width: int
    paths: tuple[tuple[Point, ...], ...]
    closed: bool = False
    dashed: bool = False


@dataclass(frozen=True, slots=True)
class Text:
    """Words of one size: x and y of the middle of each, and the word."""

    paint: Paint
    size: int
    words: tuple[tuple[int, int, str], ...]
    bold: bool = False


@dataclass(frozen=True, slots=True)
class Disc:
    """Discs of one size: x and y of the middle of each."""

    paint: Paint
    radius: int
    middles: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Polygon:
    """Polygons: the corners of each."""

    paint: Paint
    polygons: tuple[tuple[Point, ...], ...]


@dataclass(frozen=True, slots=True)
class Curve:
    """Quadratic curves of one width: the start, the control point and the end of each."""

    paint: Paint
    width: int
    curves: tuple[tuple[Point, Point, Point], ...]
    dashed: bool = False


DASH, DASH_GAP = 5, 4
"""The length of dashes, and the gap between them."""

Part: TypeAlias = Rectangles | Stroke | Path | Text | Disc | Polygon | Curve

ITEMS: Final = {
    Rectangles: "rectangles",
    Stroke: "lines",
    Path: "paths",
    Text: "words",
    Disc: "middles",
    Polygon: "polygons",
    Curve: "curves",
}
"""The field of each kind of part that lists what it paints."""


def is_empty(part: Part) -> bool:
    """Return whether a part paints nothing.

    Examples
    --------
    >>> is_empty(Disc(Paint("rule"), 3, ())), is_empty(Text(Paint("rule"), 3, ((1, 2, ""),)))
    (True, True)
    """
    if isinstance(part, Text):
        return not any(word for _, _, word in part.words)
    return not getattr(part, ITEMS[type(part)])


def moved(part: Part, right: int, down: int) -> Part:
    """Return a part, moved.

    Examples
    --------
    >>> moved(Disc(Paint("rule"), 3, ((1, 2),)), 10, 20).middles
    ((11, 22),)
    """

    def shifted(x: int, y: int, *rest: Any) -> tuple[Any, ...]:  # noqa: ANN401 - a size or a word
        return x + right, y + down, *rest

    field = ITEMS[type(part)]
    items = getattr(part, field)
    if isinstance(part, Stroke):
        items = tuple((*shifted(a, b), *shifted(c, d)) for a, b, c, d in items)
    elif isinstance(part, (Rectangles, Text, Disc)):
        items = tuple(shifted(*item) for item in items)
    else:
        items = tuple(tuple(shifted(*point) for point in points) for points in items)
    changed: dict[str, Any] = {field: items}
    return replace(part, **changed)


@dataclass(frozen=True, slots=True)
class Picture:
    """A drawing, on a sheet with units of its own.

    Parameters
    ----------
    width, height : int
        The size of the sheet.
    parts : tuple of Part
        The parts to paint on it, in this order.
    title, description : str
        A short and a long text on it, for screen readers.
    """

    width: int
    height: int
    parts: tuple[Part, ...]
    title: str
    description: str
