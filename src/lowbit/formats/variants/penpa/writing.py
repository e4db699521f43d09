"""Writing Penpa's drawings: the board, digits, and the constraints that its tools draw.

Penpa explains cages with a number and diagonals in the rules alone, so a sentence is added to rules
that lack it.
"""

from __future__ import annotations

import json
from itertools import chain, pairwise, product
from typing import TYPE_CHECKING, Any, TypeAlias

from lowbit import constraints as kinds
from lowbit.errors import FormatError
from lowbit.formats.variants.cages import neighbours_of
from lowbit.formats.variants.content import PuzzleContent, content_of, refuse
from lowbit.formats.variants.penpa.drawing import MARGIN, escaped, link_to
from lowbit.formats.variants.penpa.reading import DIAGONAL, DIGIT, KILLER

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator

    from lowbit.constraints import Constraint
    from lowbit.constraints.base import Cells
    from lowbit.geometry import Geometry
    from lowbit.puzzle import Puzzle

    Place: TypeAlias = tuple[int, int]
    Quarter: TypeAlias = tuple[Place, int, int]

FORM = "Penpa"

ABOUT_CAGES = "Digits in a cage do not repeat, and add up to the number in its corner."
ABOUT_DIAGONALS = "Digits do not repeat on a marked diagonal."

LISTS = (
    "thermo", "arrows", "direction", "squareframe", "polygon", "killercages", "nobulbthermo",
)  # fmt: skip
OBJECTS = (
    "surface", "number", "numberS", "symbol", "freeline", "freelineE", "line", "lineE", "wall",
    "cage", "deletelineE",
)  # fmt: skip
STACKS = ("command_redo", "command_undo", "command_replay")
"""The stacks of commands in a drawing, which are empty as its lists and objects are."""

PIXELS = 38
"""The side of a cell, as Penpa begins."""

THICK, THIN, DASHED = 2, 3, 10
"""The styles of borders, of diagonals, and of the outlines of cages."""

SIDES = ((-1, 0), (1, 0), (0, -1), (0, 1))
"""The steps to the cells that share a side, down and to the right."""

VERSION = [3, 0, 10]


def penpa_link(puzzle: Puzzle) -> str:
    """Return the link to Penpa-edit that opens a puzzle.

    Raises
    ------
    FormatError
        If its tools cannot draw something in it; the message names it.

    Examples
    --------
    >>> from lowbit import Puzzle
    >>> penpa_link(Puzzle("1" + "." * 80))[:50]
    'https://swaroopg92.github.io/penpa-edit/#m=edit&p='
    """
    content = content_of(puzzle, FORM)
    content.require_some_value(FORM)
    content.require_no_candidates(FORM)
    canvas = PenpaCanvas(content)
    rules = _rules(puzzle.rules, content)
    texts = [f"Title: {puzzle.title}", f"Author: {puzzle.author}", "", rules, "OFF", "false"]
    lines = [
        ",".join(map(escaped, [*canvas.points.head, *texts])),
        *map(_json, ([0] * 4, {}, canvas.items, _nothing(), canvas.points.gaps, [])),
        *[""] * 3,
        _json(VERSION),
    ]
    return link_to("\n".join(lines))


def _rules(rules: str, content: PuzzleContent) -> str:
    """Return the rules, with sentences added for the things that a drawing does not explain."""
    has = {type(constraint) for constraint in content.constraints}
    if kinds.Cage in has and not KILLER.search(rules):
        rules = f"{rules} {ABOUT_CAGES}".strip()
    if kinds.Diagonal in has and not DIAGONAL.search(rules):
        rules = f"{rules} {ABOUT_DIAGONALS}".strip()
    return rules


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _nothing() -> dict[str, Any]:
    """Return an empty drawing."""
    empty: dict[str, Any] = {name: {"__a": []} for name in STACKS}
    return empty | {name: {} for name in OBJECTS} | {name: [] for name in LISTS}


class PenpaPoints:
    """The numbers of points: cells, then their lower right corners, then others.

    Parameters
    ----------
    rows, columns : int
        The size of the board.
    """

    def __init__(self, rows: int, columns: int) -> None:
        self._rows, self._columns = rows, columns
        self._width = columns + 2 * MARGIN
        self._number = self._width * (rows + 2 * MARGIN)

    @property
    def head(self) -> list[str]:
        """The first fields: the kind of grid, its size, that of the canvas, and its centre."""
        sides = [(side + 1) * PIXELS for side in (self._columns, self._rows)]
        sizes = [self._columns, self._rows, PIXELS, 0, 1, 1, *sides, *[self._centre] * 2]
        return ["square", *map(str, sizes), *["0"] * 4]

    @property
    def _centre(self) -> int:
        """The point in the middle: of a cell, of a side, or a corner."""
        kinds_of_point = {(1, 1): 0, (0, 0): 1, (0, 1): 2, (1, 0): 3}
        kind = kinds_of_point[self._rows % 2, self._columns % 2]
        row, column = (self._rows - 1) // 2, (self._columns - 1) // 2
        return kind * self._number + self._at(row, column)

    @property
    def gaps(self) -> list[int]:
        """The first cell, and how far it is from each to the next."""
        cells = [self.cell(cell) for cell in range(self._rows * self._columns)]
        return [cells[0], *(after - before for before, after in pairwise(cells))]

    def _at(self, row: int, column: int) -> int:
        return (row + MARGIN) * self._width + column + MARGIN

    def cell(self, cell: int) -> int:
        """Return the point of a cell."""
        return self._at(*divmod(cell, self._columns))

    def cells(self, cells: Cells) -> list[int]:
        """Return the points of cells."""
        return [self.cell(cell) for cell in cells]

    def corner(self, row: int, column: int) -> int:
        """Return the point above and left of a cell, or of one beyond the board."""
        return self._number + self._at(row - 1, column - 1)

    def quarter(self, place: Place, down: int, right: int) -> int:
        """Return the point near a corner of a cell: the upper left one has down and right 0."""
        return 4 * (self._number + self._at(*place)) + 2 * down + right


class PenpaCanvas:
    """Draws a puzzle.

    Parameters
    ----------
    content : PuzzleContent
        The puzzle to draw.
    """

    def __init__(self, content: PuzzleContent) -> None:
        self.points = PenpaPoints(content.board.rows, content.board.columns)
        self.items = _nothing()
        self._geometry = content.geometry
        self._columns = content.board.columns
        self._draw_board(content)
        for constraint in content.constraints:
            draw = TOOLS.get(type(constraint))
            if draw is None or not draw(self, constraint):
                refuse(constraint, FORM, content.geometry)

    def _draw_board(self, content: PuzzleContent) -> None:
        boxes = content.board.boxes
        if len(boxes) < 2 or sum(map(len, boxes)) != content.geometry.n_cells:
            raise FormatError(f"{FORM} has no boards but those that boxes divide, each cell in one")
        if not all(_is_connected(box, content.geometry) for box in boxes):
            raise FormatError(f"{FORM} has no boxes but those whose cells touch")
        if content.board.values != range(1, max(content.board.rows, self._columns) + 1):
            raise FormatError(f"{FORM} has no boards but those with the values from 1")
        box_of = {cell: at for at, box in enumerate(boxes) for cell in box}
        for cell, box in box_of.items():
            if cell % self._columns and box != box_of[cell - 1]:
                self._edge(cell, (0, 0), (1, 0), THICK)
            if cell >= self._columns and box != box_of[cell - self._columns]:
                self._edge(cell, (0, 0), (0, 1), THICK)
            value = content.value(cell)
            if value is not None:
                self.items["number"][str(self.points.cell(cell))] = [str(value), 1, DIGIT]

    def _edge(self, cell: int, start: Place, end: Place, style: int) -> None:
        """Draw a line between two corners of a cell, which are told by how far down and right."""
        row, column = divmod(cell, self._columns)
        ends = (self.points.corner(row + down, column + right) for down, right in (start, end))
        self.items["lineE"][_between(*ends)] = style

    def cage(self, cage: kinds.Cage) -> bool:
        """Draw a cage, with its number in the corner of its first cell."""
        corner = self.points.quarter(divmod(min(cage.cells), self._columns), 0, 0)
        self.items["numberS"][str(corner)] = [str(cage.total), 1]
        return self.outline(cage.cells) and cage.total is not None and cage.total >= 0

    def outline(self, cells: Cells) -> bool:
        """Draw a cage without a number, in which nothing repeats; cages do not overlap."""
        own = sorted(self.points.cells(cells))
        is_free = set(own).isdisjoint(chain(*self.items["killercages"]))
        self.items["killercages"].append(own)
        for ends in _outline({divmod(cell, self._columns) for cell in cells}):
            self.items["cage"][_between(*(self.points.quarter(*end) for end in ends))] = DASHED
        return is_free

    def thermometer(self, line: kinds.Thermometer) -> bool:
        """Draw a thermometer; there is no other than the usual one."""
        self.items["thermo"].append(self.points.cells(line.cells))
        return not line.slow

    def arrow(self, arrow: kinds.Arrow) -> bool:
        """Draw an arrow with its circle, which is one cell."""
        path = self.points.cells((*arrow.circle, *arrow.shaft))
        self.items["arrows"].append(path)
        self.items["symbol"][str(path[0])] = [1, "circle_L", 1]
        return len(arrow.circle) == 1

    def diagonal(self, diagonal: kinds.Diagonal) -> bool:
        """Draw a diagonal, piece by piece."""
        for cell in diagonal.cells_on(self._geometry):
            start, end = ((0, 1), (1, 0)) if diagonal.rising else ((0, 0), (1, 1))
            self._edge(cell, start, end, THIN)
        return True


def _is_connected(box: Cells, geometry: Geometry) -> bool:
    """Whether each cell is reached from each other by sides within a box."""
    reached = [box[0]]
    for cell in reached:  # grows on the way
        near = neighbours_of(geometry, cell, SIDES)
        reached += [other for other in near if other in box and other not in reached]
    return len(reached) == len(box)


def _between(first: int, second: int) -> str:
    """Return the name of a line between two points."""
    return f"{min(first, second)},{max(first, second)}"


def _outline(places: Collection[Place]) -> Iterator[tuple[Quarter, Quarter]]:
    """Yield the lines around a cage, from quarter to quarter of its cells."""
    for (row, column), (step, side) in product(places, product(((0, 1), (1, 0)), (0, 1))):
        down, right = step
        out = 2 * side - 1
        # Along the step, on the lower or right side of it, or the other one.
        across = (row + out * right, column + out * down)
        after = (row + down, column + right)
        beyond = (across[0] + down, across[1] + right)
        near, far = ((side, 0), (side, 1)) if right else ((0, side), (1, side))
        if across not in places:
            yield (((row, column), *near), ((row, column), *far))
        if after in places and not {across, beyond} <= set(places):
            yield (((row, column), *far), (after, *near))


TOOLS: dict[type[Constraint], Callable[[PenpaCanvas, Any], bool]] = {
    kinds.AllDifferent: lambda canvas, region: canvas.outline(region.cells),
    kinds.Arrow: PenpaCanvas.arrow,
    kinds.Cage: PenpaCanvas.cage,
    kinds.Diagonal: PenpaCanvas.diagonal,
    kinds.Thermometer: PenpaCanvas.thermometer,
}
"""The function that draws each constraint; it returns whether the drawing says everything."""
