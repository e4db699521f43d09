"""How does a picture become PDF?

By fpdf2, in Helvetica, which every program that shows PDF has. A file holds no date, so that
the same picture gives the same bytes.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final

from lowbit.errors import MissingPackageError
from lowbit.pictures.parts import CAP_HEIGHT, Fill, Picture, Stroke
from lowbit.pictures.themes import theme_named

if TYPE_CHECKING:
    from collections.abc import Iterable

    from fpdf import FPDF

    from lowbit.pictures.parts import Part, Text
    from lowbit.pictures.themes import Theme

FONT: Final = "Helvetica"

NO_DATE: Final = datetime(1970, 1, 1, tzinfo=UTC)
"""What stands where fpdf2 insists on a date."""


def to_pdf(pictures: Picture | Iterable[Picture], theme: str = "light") -> bytes:
    """Return pictures as a PDF document, each on a page of its own size.

    Parameters
    ----------
    pictures : Picture or iterable of Picture
        What to write. A unit becomes half a point: a cell is 30 points, about 1 cm, wide.
    theme : str, default ``light``
        A name in `lowbit.pictures.themes.NAMES`; a page cannot know its reader, so ``auto``
        is light.

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
        from fpdf import FPDF  # noqa: PLC0415 - loaded only where a PDF is wanted
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
        What to paint.
    theme : Theme
        Its colours.
    corner : tuple of two float
        Where its top left corner comes to lie.
    width : float
        How wide it becomes, in points.
    """
    scale = width / picture.width
    for part in picture.parts:
        _paint_part(document, part, theme.color(part.paint), corner, scale)


def _paint_part(
    document: FPDF, part: Part, color: str, corner: tuple[float, float], scale: float
) -> None:
    left, top = corner
    document.set_fill_color(color)
    if isinstance(part, Fill):
        for x, y, width, height in part.rectangles:
            document.rect(
                left + scale * x, top + scale * y, scale * width, scale * height, style="F"
            )
    elif isinstance(part, Stroke):
        document.set_draw_color(color)
        document.set_line_width(scale * part.width)
        for x1, y1, x2, y2 in part.lines:  # fpdf2 gives them square ends
            document.line(left + scale * x1, top + scale * y1, left + scale * x2, top + scale * y2)
    else:
        _paint_text(document, part, color, corner, scale)


def _paint_text(
    document: FPDF, part: Text, color: str, corner: tuple[float, float], scale: float
) -> None:
    left, top = corner
    document.set_font(FONT, "B" if part.bold else "", scale * part.size)
    document.set_text_color(color)
    down = CAP_HEIGHT / 2 * part.size
    for x, y, word in part.words:
        start = left + scale * x - document.get_string_width(word) / 2
        document.text(start, top + scale * (y + down), word)
