"""The pages of a book: slots for boards, heads, page numbers, labels and fonts."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from lowbit.errors import InputError
from lowbit.pictures.pdf import FONT, new_document, paint
from lowbit.pictures.themes import THEMES

if TYPE_CHECKING:
    from fpdf import FPDF

    from lowbit.pictures.parts import Picture

MARGIN: Final = 45
GAP: Final = 18
HEAD_SIZE, FOOT_SIZE = 15, 9
HEAD, FOOT = 30, 24
"""The height of the line above the slots, and of the page number's."""

ENCODING: Final = "cp1252"
"""The letters that Helvetica has in every PDF program."""


class Slot(NamedTuple):
    """A place for a board and its label, in points."""

    x: float
    y: float
    width: float
    height: float


class Pages:
    """Pages with the same slots each, filled row by row.

    Parameters
    ----------
    writer : PageWriter
        The writer that begins them.
    shape : tuple of two int
        The columns and rows of slots.
    head : str
        The head of each page.
    section : str
        Their name in the outline of the document.
    """

    def __init__(self, writer: PageWriter, shape: tuple[int, int], head: str, section: str) -> None:
        self._writer = writer
        self._shape = shape
        self._head = head
        self._section = section
        self._filled = 0

    def next_slot(self) -> Slot:
        """Return the next empty slot, on a new page if necessary."""
        columns, rows = self._shape
        page, place = divmod(self._filled, columns * rows)
        if not place:
            self._writer.begin_page(self._head, "" if page else self._section)
        self._filled += 1
        row, column = divmod(place, columns)
        area = self._writer.area
        width = (area.width - GAP * (columns - 1)) / columns
        height = (area.height - GAP * (rows - 1)) / rows
        return Slot(area.x + column * (width + GAP), area.y + row * (height + GAP), width, height)


class PageWriter:
    """Writes pages, labels and boards into the document.

    Parameters
    ----------
    paper : tuple of two float
        The width and height of a page.
    title : str
        The title of the document; may be empty.
    font : str or None
        The file of the font for titles.
    """

    def __init__(self, paper: tuple[float, float], title: str, font: str | None) -> None:
        self.document = new_document()
        self.document.core_fonts_encoding = ENCODING
        self._paper = paper
        self._font = FONT
        if title:
            self.document.set_title(title)
        if font:
            self._font = "titles"
            _add_font(self.document, self._font, font)

    @property
    def area(self) -> Slot:
        """The room that a page has for boards."""
        width, height = self._paper
        return Slot(MARGIN, MARGIN + HEAD, width - 2 * MARGIN, height - 2 * MARGIN - HEAD - FOOT)

    def begin_page(self, head: str, section: str) -> None:
        """Begin a page with its head and its number, and optionally a section of the outline."""
        width, height = self._paper
        self.document.add_page(format=self._paper)
        if section:
            self.document.start_section(section)
        self._write(head, (MARGIN, MARGIN + HEAD_SIZE), HEAD_SIZE, width - 2 * MARGIN)
        number = str(self.document.page_no())
        self._use_font(FONT, "", FOOT_SIZE)
        left = (width - self.document.get_string_width(number)) / 2
        self.document.text(left, height - MARGIN, number)

    def board(
        self,
        slot: Slot,
        size: int,
        label: tuple[str, str],
        picture: Picture | None,
        lines: int = 1,
    ) -> None:
        """Centre a label of some lines at most, and a board below it if there is one, in a slot."""
        number, title = label
        form = picture.height / picture.width if picture else 1.0
        self._use_font(FONT, "B", size)
        beside = self.document.get_string_width(f"{number}  ")
        for n_lines in range(1, lines + 1):  # as few as the title needs: the board is larger then
            label_height = (n_lines + 0.5) * size
            side = min(slot.width, (slot.height - label_height) / form)
            indent = side / 100 + beside  # a frame begins at a hundredth of its board
            wrapped = self._lines(title, size, side - indent, n_lines)
            if self._width(wrapped[-1]) <= side - indent:
                break
        left = slot.x + (slot.width - side) / 2
        top = slot.y + (slot.height - side * form - label_height) / 2
        self._use_font(FONT, "B", size)
        self.document.text(left + side / 100, top + size, number)
        for place, line in enumerate(wrapped):
            self._write(line, (left + indent, top + (place + 1) * size), size, side - indent)
        if picture:
            corner = left, top + label_height
            paint(self.document, picture, THEMES["print"], corner, side)

    def _lines(self, text: str, size: int, width: float, most: int) -> list[str]:
        """Return a text in lines of a width; the last one holds all the rest."""
        self._use_font(self._font, "", size)
        lines = [""]
        for word in text.split(" "):
            wider = f"{lines[-1]} {word}".lstrip()
            if lines[-1] and len(lines) < most and self._width(wider) > width:
                lines.append(word)
            else:
                lines[-1] = wider
        return lines

    def _width(self, text: str) -> float:
        width: float = self.document.get_string_width(self._written(text))
        return width

    def _written(self, text: str) -> str:
        """Return a text with only the letters that the font has."""
        if self._font != FONT:
            return text
        return text.encode(ENCODING, "replace").decode(ENCODING)

    def _use_font(self, family: str, style: str, size: int) -> None:
        self.document.set_font(family, style, size)
        self.document.set_text_color(0)
        self.document.set_fill_color(0)  # else fpdf2 wraps each text in a state of its own

    def _write(self, text: str, start: tuple[float, float], size: int, width: float) -> None:
        """Write as much of a text as there is room for."""
        text = self._written(text)
        self._use_font(self._font, "", size)
        written = text
        while written and self.document.get_string_width(written) > width:
            text = text[:-1]
            written = f"{text.rstrip()}..." if text else ""
        if written:
            self.document.text(*start, written)


def _add_font(document: FPDF, name: str, path: str) -> None:
    from fontTools.ttLib import TTFont, TTLibError  # comes with fpdf2

    try:
        with Path(path).open("rb") as file:  # fpdf2 would leave it open if it is none
            TTFont(file)
    except TTLibError as error:
        raise InputError(f"{path}: not a usable font file: {error}") from None
    document.add_font(name, fname=path)
