"""Reading Penpa's drawings.

A drawing has a meaning where it was made with a tool that has one: digits in cells, thick borders
of regions, killer cages with a number in a corner, thermometers, arrows that begin in a circle; and
diagonals, if the rules speak of them. All else is only drawn: colours, lines and circles become
cosmetics, and whatever there is, rules that stand in the text alone among it, is named.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

from lowbit.constraints import AllDifferent, Arrow, Cage, Diagonal, Thermometer
from lowbit.errors import FormatError, InputError
from lowbit.formats.variants.boards import board_with
from lowbit.formats.variants.penpa.cosmetics import cosmetics_of
from lowbit.formats.variants.penpa.drawing import MARGIN, drawing_of
from lowbit.formats.variants.progress import in_words
from lowbit.formats.variants.puzzle_format import json_object
from lowbit.grid import Grid, Masks
from lowbit.puzzle import Puzzle

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lowbit.constraints import Constraint
    from lowbit.constraints.base import Cells
    from lowbit.formats.variants.penpa.drawing import PenpaDrawing
    from lowbit.nesting import Json

THICK, FAINT = {2, 21}, {0, 1, 11, 80}
"""The styles of lines that part regions, and of those of the grid itself."""

DIGIT = "1"
"""The style of a number of the usual size."""

ONLY_DRAWN = (
    "surface", "line", "wall", "freeline", "freelineE", "direction", "squareframe", "polygon",
    "nobulbthermo",
)  # fmt: skip

PENCIL = ("numberS", *ONLY_DRAWN, "symbol", "lineE", "cage", "thermo", "arrows", "killercages")
"""The kinds of marks that a player makes, besides digits."""

KILLER = re.compile(r"\b(sum|total|killer|add)", re.IGNORECASE)
"""A word of rules where the number of a cage is its sum."""

DIAGONAL = re.compile("diagonal", re.IGNORECASE)
"""A word of rules where sloping lines are diagonals without a repeat."""

IN_THE_TEXT = re.compile(
    r"knight|\bking|consecutive|disjoint|sandwich|skyscraper|x-?sum|little killer|kropki|\bxv\b"
    r"|renban|whisper|palindrome|between|zipper|entrop|modular|parity|\bodd\b|\beven\b|quadruple"
    r"|\bclone|index|toroid|slow|windoku|extra region|region sum|negative|may repeat",
    re.IGNORECASE,
)
"""Words of rules that none of the tools here draws."""


def read_penpa(text: str) -> Puzzle:
    """Return the puzzle of a link to Penpa-edit.

    Parameters
    ----------
    text : str
        The link.

    Raises
    ------
    FormatError
        If it cannot be read; the message names the cause.
    """
    return _read(drawing_of(text))[0]


def _read(drawing: PenpaDrawing) -> tuple[Puzzle, list[str]]:
    """Return the puzzle of a drawing, and the names of what it means without saying it."""
    try:
        reader = _DrawingReader(drawing)
        return reader.puzzle(), reader.unsaid
    except (ValueError, TypeError, IndexError, KeyError, AttributeError) as error:
        if isinstance(error, FormatError):
            raise
        said = f": {error}" if isinstance(error, InputError) else ""
        raise FormatError(f"this is not drawn as Penpa-edit draws it{said}") from error


def left_out_of_penpa(text: str) -> str:
    """Return in words what is only drawn in a link, and the digits and marks of a player."""
    drawing = drawing_of(text)
    written = json_object(drawing.entries) or {}
    n_columns = drawing.width - 2 * MARGIN
    names = {
        str(point): f"r{cell // n_columns + 1}c{cell % n_columns + 1}"
        for cell, point in enumerate(drawing.cells)
    }
    numbers = written.get("number")
    numbers = numbers if isinstance(numbers, dict) else {}
    digits = {names[at]: said[0] for at, said in numbers.items() if at in names and said}
    others = (written.get(kind) or () for kind in PENCIL)
    n_marks = len(numbers) - len(digits) + sum(len(items) for items in others)
    return "; ".join(filter(None, (in_words(digits, n_marks), *_read(drawing)[1])))


class _DrawingReader:
    """Reads a drawing.

    Parameters
    ----------
    drawing : PenpaDrawing
        The drawing to read.

    Attributes
    ----------
    unsaid : list of str
        Notices of what is only drawn, once the puzzle is read.
    """

    def __init__(self, drawing: PenpaDrawing) -> None:
        self._drawing = drawing
        self._items = drawing.items
        self.unsaid: list[str] = []
        self._width = drawing.width
        rows = sorted({point // self._width for point in drawing.cells})
        columns = sorted({point % self._width for point in drawing.cells})
        self._n_rows, self._n_columns = len(rows), len(columns)
        is_whole = rows == list(range(rows[0], rows[0] + len(rows)))
        is_whole &= columns == list(range(columns[0], columns[0] + len(columns)))
        if not is_whole or len(drawing.cells) != len(rows) * len(columns):
            raise FormatError("the board is no full rectangle of cells")
        self._cell_of = {point: cell for cell, point in enumerate(drawing.cells)}

    def puzzle(self) -> Puzzle:
        """Return the puzzle."""
        self._note_drawings()
        regions, diagonals = self._regions()
        size = max(self._n_rows, self._n_columns)
        board = board_with(self._n_rows, self._n_columns, range(1, size + 1), regions)
        masks = [board.full_mask] * board.n_cells
        for cell, digit in self._givens(size):
            masks[cell] = 1 << digit - 1
        constraints = [*diagonals, *self._cages(), *self._lines()]
        grid = Grid(Masks(masks), board)
        seen = cosmetics_of(self._drawing)
        return Puzzle(grid, constraints, **self._drawing.texts, cosmetics=seen)

    def _note(self, what: str) -> None:
        """Note that something is only drawn."""
        self.unsaid.append(f"{what} drawn, and not enforced: what it means stands in the rules")

    def _note_drawings(self) -> None:
        for key in ONLY_DRAWN:
            n_drawn = len([item for item in self._items.get(key) or () if item])
            if n_drawn:
                self._note(f"{n_drawn} {key}")
        told = IN_THE_TEXT.search(self._drawing.texts["rules"])
        if told:
            self.unsaid.append(f"the rules speak of {told[0]!r}, which is not enforced")
        if self._items.get("cage") and not any(self._items.get("killercages") or ()):
            self._note(f"{len(self._items['cage'])} outlines of cages")
        begun = {path[0] for path in self._paths("thermo") + self._paths("arrows")}
        for name, symbol in (self._items.get("symbol") or {}).items():
            if not (_is_circle(symbol) and int(name) in begun):
                self._note(f"symbol {symbol[1]}")

    def _regions(self) -> tuple[list[int], list[Constraint]]:
        """Return the region of each cell, and the diagonals that are drawn."""
        borders: set[frozenset[int]] = set()
        sloping: set[frozenset[tuple[int, int]]] = set()
        for name, style in (self._items.get("lineE") or {}).items():
            ends = sorted(int(end) - self._drawing.n_points for end in name.split(","))
            (row, column), (to_row, to_column) = (divmod(end, self._width) for end in ends)
            step = (to_row - row, to_column - column)
            if max(ends) >= self._drawing.n_points or min(ends) < 0 or max(map(abs, step)) != 1:
                self._note(f"a line on edges, {name},")
            elif all(step):
                sloping.add(frozenset(((row, column), (to_row, to_column))))
            elif style in THICK:  # the corner of a cell is that at its lower right
                second = ends[1]
                other = second + (self._width if step == (0, 1) else 1)
                borders.add(frozenset((second, other)))
            elif style not in FAINT:
                self._note(f"a line of style {style} on edges")
        regions = self._filled(borders)
        if max(regions) == 0:
            raise FormatError("no borders of regions are drawn")
        return regions, list(self._diagonals(sloping))

    def _filled(self, borders: set[frozenset[int]]) -> list[int]:
        """Return the region of each cell: the cells that it reaches without crossing a border."""
        regions: dict[int, int] = {}
        for point in self._drawing.cells:
            if point in regions:
                continue
            number = len(set(regions.values()))
            regions[point], reached = number, [point]
            for own in reached:  # grows on the way
                for other in (own - 1, own + 1, own - self._width, own + self._width):
                    is_open = other in self._cell_of and frozenset((own, other)) not in borders
                    if is_open and other not in regions:
                        regions[other] = number
                        reached.append(other)
        return [regions[point] for point in self._drawing.cells]

    def _diagonals(self, sloping: set[frozenset[tuple[int, int]]]) -> Iterator[Constraint]:
        """Yield the diagonals of a square all of whose pieces are drawn."""
        top, left = (part - 1 for part in divmod(self._drawing.cells[0], self._width))
        size = self._n_rows
        in_rules = bool(DIAGONAL.search(self._drawing.texts["rules"]))
        if in_rules and not sloping:
            self._note("diagonals that the rules speak of are not")
        for rising in (False, True) if in_rules else ():
            corners = [(top + at, left + (size - at if rising else at)) for at in range(size + 1)]
            pieces = {frozenset(pair) for pair in pairwise(corners)}
            if pieces <= sloping and size == self._n_columns:
                sloping = sloping - pieces
                yield Diagonal(rising)
        if sloping:
            self._note(f"{len(sloping)} sloping lines")

    def _givens(self, size: int) -> Iterator[tuple[int, int]]:
        for name, number in (self._items.get("number") or {}).items():
            text, style = str(number[0]).strip(), str(number[2])
            cell = self._cell_of.get(int(name)) if name.isdecimal() else None
            if cell is not None and style == DIGIT and text.isdecimal() and 0 < int(text) <= size:
                yield cell, int(text)
            elif text and self._corner(name) is None:
                self._note(f"the text {text[:20]!r}")

    def _corner(self, name: str) -> int | None:
        """Return the cell in whose corner a number stands; None for any other place."""
        first = 4 * self._drawing.n_points
        number = int(name) - first if name.isdecimal() else -1
        return self._cell_of.get(number // 4) if 0 <= number < first else None

    def _cages(self) -> Iterator[Constraint]:
        """Yield killer cages, each with the number in a corner of one of its cells."""
        marks: dict[int, str] = {}
        for name, number in {
            **(self._items.get("number") or {}),
            **(self._items.get("numberS") or {}),
        }.items():
            cell, text = self._corner(name), str(number[0]).strip()
            if text and cell is not None:
                marks[cell] = text
            elif text and name in (self._items.get("numberS") or {}):
                self._note(f"the small text {text[:20]!r}")
        is_killer = bool(KILLER.search(self._drawing.texts["rules"]))
        for points in filter(None, self._items.get("killercages") or ()):
            cells = tuple(sorted(self._cell_of[int(point)] for point in points))
            totals = [marks.pop(cell) for cell in cells if cell in marks]
            if len(totals) > 1 or not all(map(str.isdecimal, totals)) or (totals and not is_killer):
                self._note(f"a cage with {' and '.join(totals)[:20]!r}")
            elif totals:
                yield Cage(cells, int(totals[0]))
            else:
                yield AllDifferent(cells)
        if marks:
            self._note(f"{len(marks)} numbers in corners")

    def _paths(self, key: str) -> list[list[int]]:
        return [list(map(int, path)) for path in self._items.get(key) or () if path]

    def _cells(self, path: list[int]) -> Cells:
        return tuple(self._cell_of[point] for point in path)

    def _lines(self) -> Iterator[Constraint]:
        yield from (Thermometer(self._cells(path)) for path in self._paths("thermo"))
        symbols = self._items.get("symbol") or {}
        for path in self._paths("arrows"):
            if _is_circle(symbols.get(str(path[0]))):
                first, *shaft = self._cells(path)
                yield Arrow((first,), tuple(shaft))
            else:
                self._note("an arrow that begins in no circle")


def _is_circle(symbol: Json) -> bool:
    return isinstance(symbol, list) and len(symbol) > 1 and str(symbol[1]).startswith("circle")
