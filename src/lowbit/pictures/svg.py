"""Pictures as SVG.

Colours are attributes, so a picture looks the same in every program, even under a content policy
that forbids styles; only ``auto`` needs a style sheet. Positions are numbers that a test can read
back.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape

from lowbit.arguments import integer
from lowbit.pictures.parts import (
    CAP_HEIGHT,
    DASH,
    DASH_GAP,
    Curve,
    Disc,
    Path,
    Picture,
    Polygon,
    Rectangles,
    Stroke,
    Text,
)
from lowbit.pictures.themes import AUTO, THEMES, theme_named

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from lowbit.pictures.parts import Line, Part, Point
    from lowbit.pictures.themes import Theme

FONTS = "Helvetica,Arial,Liberation Sans,DejaVu Sans,sans-serif"

_DASHES = f' stroke-dasharray="{DASH} {DASH_GAP}"'

NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""The characters that XML cannot hold."""


def to_svg(picture: Picture, theme: str = "light", width: int | None = None) -> str:
    """Return a picture as an SVG document.

    Parameters
    ----------
    picture : Picture
        The picture to write.
    theme : str, default ``light``
        A name in `lowbit.pictures.themes.NAMES`.
    width : int, optional
        Its width in pixels; two for three units by default, 40 a cell.

    Raises
    ------
    InputError
        If there is no such theme, or the width is less than 1.

    Examples
    --------
    >>> from lowbit.pictures.parts import Rectangles, Paint
    >>> square = Rectangles(Paint("paper"), ((0, 0, 9, 9),))
    >>> print(to_svg(Picture(9, 9, (square,), "A square", "Empty")))
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" width="6" height="6" role="img">
    <title>A square</title>
    <desc>Empty</desc>
    <path class="paper" fill="#ffffff" d="M0 0h9v9h-9z"/>
    </svg>
    """
    colors = theme_named(theme)
    wide = round(picture.width * 2 / 3) if width is None else integer("width", width, 1)
    high = round(wide * picture.height / picture.width)
    name = ' class="lowbit-auto"' if theme == AUTO else ""
    size = f'viewBox="0 0 {picture.width} {picture.height}" width="{wide}" height="{high}"'
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg"{name} {size} role="img">',
        f"<title>{_escaped(picture.title)}</title>",
        f"<desc>{_escaped(picture.description)}</desc>",
        *([_dark_style(picture)] if theme == AUTO else []),
        *(_written(part, colors) for part in picture.parts),
        "</svg>",
    ]
    return "\n".join(lines)


def _escaped(text: str) -> str:
    return escape(NOT_XML.sub("\N{REPLACEMENT CHARACTER}", text))


def _dark_style(picture: Picture) -> str:
    """Return style rules for a dark colour scheme, which apply to this picture alone."""
    rules = "".join(
        f".lowbit-auto .{part.paint}{{{_property(part)}:{THEMES['dark'].color(part.paint)}}}"
        for part in picture.parts
    )
    return f"<style>@media (prefers-color-scheme:dark){{{rules}}}</style>"


def _property(part: Part) -> str:
    return "stroke" if isinstance(part, Stroke | Path | Curve) else "fill"


def _written(part: Part, theme: Theme) -> str:
    color = f'class="{part.paint}" {_property(part)}="{theme.color(part.paint)}"'
    if isinstance(part, Text):
        return "".join(_text(part, color))
    more, path = "", ""
    if isinstance(part, Rectangles):
        path = "".join(f"M{x} {y}h{w}v{h}h{-w}z" for x, y, w, h in part.rectangles)
    elif isinstance(part, Stroke):
        path = "".join(map(_line, part.lines))
        more = f' stroke-width="{part.width}" stroke-linecap="square"'
    elif isinstance(part, Path):
        end = "z" if part.closed else ""
        path = "".join(f"M{_points(points)}{end}" for points in part.paths)
        ends = _DASHES if part.dashed else ' stroke-linecap="round" stroke-linejoin="round"'
        more = f' fill="none" stroke-width="{part.width}"{ends}'
    elif isinstance(part, Disc):
        path = "".join(_circle(middle, part.radius) for middle in part.middles)
    elif isinstance(part, Polygon):
        path = "".join(f"M{_points(corners)}z" for corners in part.polygons)
    else:
        path = "".join(f"M{_points(curve[:1])}Q{_points(curve[1:])}" for curve in part.curves)
        more = f' fill="none" stroke-width="{part.width}"{_DASHES if part.dashed else ""}'
    return f'<path {color}{more} d="{path}"/>'


def _points(points: Iterable[Point]) -> str:
    return " ".join(f"{x} {y}" for x, y in points)


def _circle(middle: Point, radius: int) -> str:
    """Return two half circles."""
    x, y = middle
    arc, across = f"a{radius} {radius} 0 0 1", 2 * radius
    return f"M{x - radius} {y}{arc} {across} 0{arc} -{across} 0z"


def _line(ends: Line) -> str:
    x1, y1, x2, y2 = ends
    if x1 == x2:
        return f"M{x1} {y1}V{y2}"
    return f"M{x1} {y1}H{x2}" if y1 == y2 else f"M{x1} {y1}L{x2} {y2}"


def _text(part: Text, color: str) -> Iterator[str]:
    """Yield a group with a text for each word, on its baseline."""
    weight = ' font-weight="bold"' if part.bold else ""
    down = CAP_HEIGHT / 2 * part.size
    yield f'<g {color} font-family="{FONTS}" font-size="{part.size}"{weight} text-anchor="middle">'
    for x, y, word in part.words:
        yield f'<text x="{x}" y="{round(y + down, 1):g}">{_escaped(word)}</text>'
    yield "</g>"
