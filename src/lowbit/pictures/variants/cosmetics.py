"""The drawing of cosmetics, in the layers of constraints and in their own colours."""

from __future__ import annotations

from math import cos, pi, radians, sin
from typing import TYPE_CHECKING, Final, NamedTuple

from lowbit.pictures.measures import CELL, MARGIN, outline
from lowbit.pictures.parts import Disc, Paint, Path, Polygon, Text
from lowbit.pictures.variants import shapes

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from lowbit.cosmetics import Cosmetic, Spot
    from lowbit.geometry import Geometry
    from lowbit.pictures.parts import Part, Point

CORNERS: Final = 36
"""The corners of an ellipse, which is drawn as a polygon."""

BEYOND: Final = 0.2
"""The part of a cell by which something may reach beyond the board without room around it."""


class Layered(NamedTuple):
    """A part and the layer where it lies."""

    layer: str
    part: Part


def layered(cosmetics: Iterable[Cosmetic], board: Geometry) -> Iterator[Layered]:
    """Yield the parts of cosmetics, each with its layer: fills, lines, bulbs or above.

    Examples
    --------
    >>> from lowbit.cosmetics import Cosmetic
    >>> from lowbit.geometry import CLASSIC
    >>> [layer for layer, _ in layered([Cosmetic("line", ((1, 1), (2, 2)), "#ff0000")], CLASSIC)]
    ['lines']
    """
    for one in cosmetics:
        if one.kind in {"line", "arrow"}:
            yield from (Layered("lines", part) for part in _line(one))
        elif one.kind == "outline":
            yield from (Layered("above", part) for part in _outline(one, board))
        elif one.kind == "text":
            yield Layered("above", _text(one, one.points[0], one.height))
        else:
            layer = "fills" if one.is_under else "bulbs"
            yield from (Layered(layer, part) for part in _shape(one))
            if one.text:
                yield Layered("above", _text(one, one.points[0], one.height / 2, one.border))


def reaches_out(cosmetics: Iterable[Cosmetic], board: Geometry) -> bool:
    """Return whether some of it lies beyond the board."""
    right, down = board.n_columns + BEYOND, board.n_rows + BEYOND
    return any(
        not (half - BEYOND <= x <= right - half and half - BEYOND <= y <= down - half)
        for one in cosmetics
        for half in [max(one.width, one.height) / 2]
        for x, y in one.points
    )


def _paint(color: str) -> Paint:
    return Paint("own", int(color[1:] or "808080", 16))


def _point(spot: Spot) -> Point:
    return round(MARGIN + CELL * spot[0]), round(MARGIN + CELL * spot[1])


def _line(one: Cosmetic) -> Iterator[Part]:
    points = [_point(spot) for spot in one.points]
    width = max(1, round(CELL * one.width))
    if one.kind == "arrow" and len(points) > 1:
        yield from shapes.arrow(points, _paint(one.color), width)
    else:
        yield Path(_paint(one.color), width, (tuple(points),))


def _outline(one: Cosmetic, board: Geometry) -> Iterator[Part]:
    found = (board.cell_at(int(y), int(x)) for x, y in one.points)
    cells = [cell for cell in found if cell is not None]
    lines = tuple(outline(board, cells, shapes.INSET))
    yield Path(_paint(one.color), shapes.THIN, lines, closed=True, dashed=True)
    if cells and one.text:
        yield from shapes.note(board, min(cells), one.text)


def _text(one: Cosmetic, spot: Spot, height: float, color: str | None = None) -> Part:
    size = max(4, round(CELL * height))
    paint = _paint(one.color if color is None else color)
    return Text(paint, size, ((*_point(spot), one.text),))


def _shape(one: Cosmetic) -> Iterator[Part]:
    corners = tuple(_point(spot) for spot in _corners(one))
    if one.color and one.kind == "ellipse" and one.width == one.height:
        yield Disc(_paint(one.color), round(CELL * one.width / 2), (_point(one.points[0]),))
    elif one.color:
        yield Polygon(_paint(one.color), (corners,))
    if one.border:
        yield Path(_paint(one.border), shapes.THIN, (corners,), closed=True)


def _corners(one: Cosmetic) -> Iterator[Spot]:
    """Yield the corners of a rectangle or an ellipse, turned."""
    (x, y), turn = one.points[0], radians(one.angle)
    half = one.width / 2, one.height / 2
    if one.kind == "ellipse":
        angles = (2 * pi * at / CORNERS for at in range(CORNERS))
        around = [(half[0] * cos(angle), half[1] * sin(angle)) for angle in angles]
    else:
        around = [(-half[0], -half[1]), (half[0], -half[1]), half, (-half[0], half[1])]
    for right, down in around:
        yield x + right * cos(turn) - down * sin(turn), y + right * sin(turn) + down * cos(turn)
