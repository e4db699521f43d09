"""Pictures as PNG.

PDFium paints the PDF page: it has letters of its own, so digits look the same on every machine,
even where no font is installed.
"""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING

from lowbit.errors import MissingPackageError
from lowbit.pictures.pdf import to_pdf

if TYPE_CHECKING:
    from lowbit.pictures.parts import Picture


def to_png(picture: Picture, theme: str = "light", width: int | None = None) -> bytes:
    """Return a picture as a PNG image.

    Parameters
    ----------
    picture : Picture
        The picture to write.
    theme : str, default ``light``
        A name in `lowbit.pictures.themes.NAMES`; an image does not know the reader's system, so
        ``auto`` is light.
    width : int, optional
        Its width in pixels; four for three units by default, 80 a cell.

    Raises
    ------
    InputError
        If there is no such theme.
    MissingPackageError
        If fpdf2 or pypdfium2 is not installed.
    """
    try:
        from pypdfium2 import PdfDocument  # loaded only where a PNG is wanted
    except ImportError:
        raise MissingPackageError("a PNG needs pypdfium2", "pictures") from None
    with PdfDocument(to_pdf(picture, theme)) as document:
        page = document[0]
        scale = (width or round(picture.width * 4 / 3)) / page.get_width()
        image = page.render(scale=scale).to_pil()
    png = BytesIO()
    image.save(png, "PNG", optimize=True)
    return png.getvalue()
