"""Pictures as PDF.

fpdf2 writes them, in Helvetica, which every PDF viewer has. A file holds no date, so that the same
picture gives the same bytes.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final, TypeAlias

from lowbit.errors import MissingPackageError
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
from lowbit.pictures.themes import theme_named

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from fpdf import FPDF

    from lowbit.pictures.parts import Part, Point
    from lowbit.pictures.themes import Theme

    FloatPoint: TypeAlias = tuple[float, float]

FONT: Final = "Helvetica"

LANGUAGE: Final = "en"
"""The language of words in PDF and PNG: the font that every PDF program has is Latin."""

CURVE_PIECES: Final = 16
"""The number of lines that make up a curve."""

NO_DATE: Final = datetime(1970, 1, 1, tzinfo=UTC)
"""The date to give where fpdf2 insists on one."""


def to_pdf(pictures: Picture | Iterable[Picture], theme: str = "light") -> bytes:
    """Return pictures as a PDF document, each on a page of its own size.

    Parameters
    ----------
    pictures : Picture or iterable of Picture
        The pictures to write. A unit becomes half a point: a cell is 30 points, about 1 cm, wide.
    theme : str, default ``light``
        A name in `lowbit.pictures.themes.NAMES`; a page does not know the reader's system, so
        ``auto`` is light.

    Raises
    ------
    InputError
        If there is no such theme.
    MissingPackageError
        If fpdf2 is not installed.
    """
    colors = theme_named(theme)
    each = [pictures] if isinstance(pictures, Picture) else pictures
    document = new_document()
    for picture in each:
        width = picture.width / 2
        document.add_page(format=(width, picture.height / 2))
        paint(document, picture, colors, (0, 0), width)
    return bytes(document.output())


def new_document() -> FPDF:
    """Return a document without pages, measured in points from the top left corner."""
    try:
        from fpdf import FPDF  # loaded only where a PDF is wanted
    except ImportError:
        raise MissingPackageError("a PDF needs fpdf2", "pictures") from None
    document = FPDF(unit="pt")
    document.set_creation_date(NO_DATE)
    document.set_auto_page_break(auto=False)
    document.set_margin(0)
    return document


def paint(
    document: FPDF, picture: Picture, theme: Theme, corner: tuple[float, float], width: float
) -> None:
    """Paint a picture on the last page of a document; font and colours stay as it leaves them.

    Parameters
    ----------
    document : FPDF
        The document.
    picture : Picture
        The parts to paint.
    theme : Theme
        Its colours.
    corner : tuple of two float
        The place of its top left corner.
    width : float
        Its width in points.
    """
    scale = width / picture.width
    for part in picture.parts:
        _paint_part(document, part, theme.color(part.paint), corner, scale)


def _paint_part(
    document: FPDF, part: Part, color: str, corner: tuple[float, float], scale: float
) -> None:
    left, top = corner

    def at(point: tuple[float, float]) -> tuple[float, float]:
        return left + scale * point[0], top + scale * point[1]

    document.set_fill_color(color)
    document.set_draw_color(color)
    if isinstance(part, Text):
        _paint_text(document, part, color, corner, scale)
    elif isinstance(part, Rectangles):
        for x, y, width, height in part.rectangles:
            document.rect(*at((x, y)), scale * width, scale * height, style="F")
    elif isinstance(part, Disc):
        across = 2 * scale * part.radius
        for x, y in part.middles:
            document.ellipse(*at((x - part.radius, y - part.radius)), across, across, style="F")
    elif isinstance(part, Polygon):
        for corners in part.polygons:
            document.polygon([at(point) for point in corners], style="F")
    else:
        document.set_line_width(scale * part.width)
        _paint_lines(document, part, at, scale)


def _paint_lines(
    document: FPDF,
    part: Stroke | Path | Curve,
    at: Callable[[FloatPoint], FloatPoint],
    scale: float,
) -> None:
    if isinstance(part, Stroke):
        for x1, y1, x2, y2 in part.lines:  # fpdf2 gives them square ends
            document.line(*at((x1, y1)), *at((x2, y2)))
        return
    if isinstance(part, Path):
        ends = "BUTT" if part.dashed else "ROUND"
        with document.local_context(stroke_cap_style=ends, stroke_join_style="ROUND"):
            if part.dashed:
                document.set_dash_pattern(scale * DASH, scale * DASH_GAP)
            for path in part.paths:
                document.polyline([at(point) for point in path], polygon=part.closed)
        return
    if part.dashed:
        document.set_dash_pattern(scale * DASH, scale * DASH_GAP)
    for curve in part.curves:
        document.polyline([at(point) for point in _along(*curve)])
    document.set_dash_pattern()


def _along(start: Point, pull: Point, end: Point) -> Iterator[FloatPoint]:
    """Yield points along a quadratic curve: fpdf2's own curves have colours of their own."""
    for number in range(CURVE_PIECES + 1):
        share = number / CURVE_PIECES
        parts = (1 - share) ** 2, 2 * share * (1 - share), share**2
        x, y = (
            sum(part * place for part, place in zip(parts, places, strict=True))
            for places in zip(start, pull, end, strict=True)
        )
        yield x, y


def _paint_text(
    document: FPDF, part: Text, color: str, corner: tuple[float, float], scale: float
) -> None:
    left, top = corner
    document.set_font(FONT, "B" if part.bold else "", scale * part.size)
    document.set_text_color(color)
    down = CAP_HEIGHT / 2 * part.size
    for x, y, said in part.words:
        word = said.encode("latin-1", "replace").decode("latin-1")  # all that Helvetica has here
        start = left + scale * x - document.get_string_width(word) / 2
        document.text(start, top + scale * (y + down), word)
