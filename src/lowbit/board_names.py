"""Names of boards, as people call them: ``9x9``, ``6x6:3x2``, ``jigsaw:AABB...``, ``samurai``.

::

    name     =  grid [+EXTRA]... [+GROUP]... [@CORNER,CORNER...]   or a preset, with more of these
    grid     =  ROWSxCOLUMNS [~LOW-HIGH] [:BOXES]      or  jigsaw:REGIONS
    BOXES    =  HEIGHTxWIDTH,  none,  or REGIONS: a character for each cell's box, . for none;
                or free: no rows and columns either
    EXTRA    =  a kind of houses, or the cells of one: r1c1r2c2r3c3
    GROUP    =  variables, cells beside the board: VA, VA:80 or VA:4x5
    CORNER   =  the top left cell of a grid: r1c1

    6x6                    boxes as square as can be        ->  BoardLayout(6, 6, 6, boxes=(2, 3))
    7x7~1-9:none           more digits than cells in a row  ->  BoardLayout(7, 7, 9)
    9x9~0-8                the digits from 0                ->  BoardLayout(9, 9, 9, lowest=0, ...)
    9x9@r1c1,r1c7          two grids that share a stack     ->  corners ((0, 0), (0, 6))
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from math import isqrt

from lowbit.errors import GeometryError
from lowbit.houses import MAX_SIZE, MIN_SIZE
from lowbit.variables import Variables, in_order, is_variables, read_variables

PRESETS = {
    "x": "9x9+diagonals",
    "windoku": "9x9+windows",
    "disjoint": "9x9+groups",
    "butterfly": "9x9@r1c1,r1c4,r4c1,r4c4",
    "samurai": "9x9@r1c1,r1c13,r7c7,r13c1,r13c13",
    "sohei": "9x9@r1c7,r7c1,r7c13,r13c7",
    "windmill": "9x9@r1c4,r4c13,r7c7,r10c1,r13c10",
    "gattai8": "9x9@r1c1,r1c13,r1c25,r7c7,r7c19,r13c1,r13c13,r13c25",
    "shogun": "9x9@r1c1,r1c13,r1c25,r1c37,r7c7,r7c19,r7c31,r13c1,r13c13,r13c25,r13c37",
    "sumo": "9x9@r1c1,r1c13,r1c25,r7c7,r7c19,r13c1,r13c13,r13c25,r19c7,r19c19,r25c1,r25c13,r25c25",
}
"""Boards with a name of their own."""

JIGSAW, NO_BOXES, FREE, NO_REGION = "jigsaw", "none", "free", "."

_GRID = re.compile(r"(\d{1,4})x(\d{1,4})(?:~(\d{1,3})-(\d{1,3}))?(?::(.*))?", re.IGNORECASE)
_CELL = re.compile(r"r(\d{1,2})c(\d{1,2})", re.IGNORECASE)
_CORNERS = re.compile(r"@([^+@]*)")
_BEGINS_NAME = re.compile(
    rf"(?:[0-9]{{1,4}}[ \t]*x[ \t]*[0-9]{{1,4}}|{'|'.join(PRESETS)})(?![a-z0-9])|{JIGSAW}[ \t]*:",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class BoardLayout:
    """One grid: its rows and columns, its digits, and its boxes.

    Parameters
    ----------
    rows, columns : int
    size : int
        The number of digits.
    lowest : int, default 1
        The lowest of them, 0 or 1.
    boxes : tuple of int, optional
        The rows and columns of a box, where all are alike.
    regions : str
        Otherwise a character for each cell's box, ``.`` for none; empty where there are no boxes.
    has_lines : bool, default True
        Whether rows and columns are houses; where they are not, there are no boxes.

    Examples
    --------
    >>> str(BoardLayout(6, 6, 6, boxes=(2, 3))), str(BoardLayout(6, 6, 6, boxes=(3, 2)))
    ('6x6', '6x6:3x2')
    >>> str(BoardLayout(7, 7, 9)), str(BoardLayout(4, 4, 4, regions="AABBAABBCCDDCCDD"))
    ('7x7~1-9:none', 'jigsaw:AABBAABBCCDDCCDD')
    """

    rows: int
    columns: int
    size: int
    lowest: int = 1
    boxes: tuple[int, int] | None = None
    regions: str = ""
    has_lines: bool = True

    def __str__(self) -> str:
        usual = (max(self.rows, self.columns), 1)
        digits = "" if (self.size, self.lowest) == usual and not self._was_boxes else self._digits
        if self._is_jigsaw and not digits:
            return f"{JIGSAW}:{self.regions}"
        if self.boxes is None:
            boxes = f":{self.regions or (NO_BOXES if self.has_lines else FREE)}"
        else:
            boxes = "" if self.boxes == usual_boxes(self) else f":{_by(self.boxes)}"
        return f"{self.rows}x{self.columns}{digits}{boxes}"

    @property
    def _digits(self) -> str:
        return f"~{self.lowest}-{self.lowest + self.size - 1}"

    @property
    def _is_jigsaw(self) -> bool:
        """Whether `JIGSAW` can name its regions: they are as many as rows, columns and digits."""
        regions = set(self.regions)
        return self.rows == self.columns == self.size == len(regions) and NO_REGION not in regions

    @property
    def _was_boxes(self) -> bool:
        """Whether older versions used these rows and columns for the size of a box."""
        return self.rows != self.columns and self.rows * self.columns <= MAX_SIZE


@dataclass(frozen=True, slots=True)
class BoardName:
    """The parts of a board's name.

    Parameters
    ----------
    layout : BoardLayout
        The layout of each grid.
    extras : tuple of str
        The kinds of extra houses of each grid.
    sets : tuple of tuple of tuple of int
        The rows and columns, from 0, of the cells of each further house.
    corners : tuple of tuple of int
        The row and column of each grid's top left cell.
    variables : tuple of Variables
        The groups of cells beside the board, by their names.
    """

    layout: BoardLayout
    extras: tuple[str, ...] = ()
    sets: tuple[tuple[tuple[int, int], ...], ...] = ()
    corners: tuple[tuple[int, int], ...] = ((0, 0),)
    variables: tuple[Variables, ...] = ()

    def __str__(self) -> str:
        base, corners = str(self.layout), ""
        if self.corners != ((0, 0),):
            corners = "@" + ",".join(map(_cell_name, self.corners))
            for preset, name in PRESETS.items():
                if name == base + corners:
                    base, corners = preset, ""
        sets = ("".join(map(_cell_name, cells)) for cells in self.sets)
        return "+".join((base, *self.extras, *sets, *map(str, self.variables))) + corners

    def with_variables(self, groups: tuple[Variables, ...]) -> BoardName:
        """Return the name with these groups of variables in place of its own."""
        return replace(self, variables=groups)


def begins_name(text: str) -> bool:
    """Return whether a text begins as the name of a board, as few others do.

    Examples
    --------
    >>> [begins_name(text) for text in ("9x9+diagonals", "x", "xylophone", "12", "jigsaw")]
    [True, True, False, False, False]
    """
    return _BEGINS_NAME.match(text) is not None


def read_name(name: str) -> BoardName:
    """Return the parts of a name without white space.

    Raises
    ------
    GeometryError
        If there is no such board. For a name from an older version, which gave the size of a
        box, the message has today's name.

    Examples
    --------
    >>> read_name("X").extras
    ('diagonals',)
    >>> read_name("butterfly").corners
    ((0, 0), (0, 3), (3, 0), (3, 3))
    """
    base, *rest = _CORNERS.sub("", name).split("+")
    preset = PRESETS.get(base.lower(), base)
    corners = _CORNERS.findall(preset) + _CORNERS.findall(name)
    base, *extras = (*_CORNERS.sub("", preset).split("+"), *rest)
    cell_sets = tuple(_cells(extra) for extra in extras if _is_cells(extra))
    others = [extra for extra in extras if not _is_cells(extra)]
    kinds = tuple(extra.lower() for extra in others if not is_variables(extra))
    layout, places = _read_layout(base), _read_corners(name, corners)
    width = layout.columns + max(column for _, column in places)
    groups = in_order(read_variables(extra, width) for extra in others if is_variables(extra))
    return BoardName(layout, kinds, cell_sets, places, groups)


def _read_layout(base: str) -> BoardLayout:
    head, _, detail = base.partition(":")
    if head.lower() == JIGSAW:
        return _jigsaw(detail)
    found = _GRID.fullmatch(base)
    if found is None:
        raise _no_board(base)
    rows, columns = int(found[1]), int(found[2])
    size, lowest = max(rows, columns), 1
    if found[3]:
        lowest, size = int(found[3]), int(found[4]) - int(found[3]) + 1
    if lowest > 1:
        raise GeometryError(f"the digits of {base!r} begin with {lowest}, not with 0 or 1")
    if found[3] is None and found[5] is None:
        _require_size(base, rows, columns)
    has_lines = (found[5] or "").lower() != FREE
    layout = _checked(BoardLayout(rows, columns, size, lowest, has_lines=has_lines))
    return _with_boxes(layout, base, found[5])


def _with_boxes(layout: BoardLayout, base: str, boxes: str | None) -> BoardLayout:
    """Return a layout with the boxes that the end of its name specifies."""
    rows, columns, size, lowest = layout.rows, layout.columns, layout.size, layout.lowest
    if boxes is None:
        usual = usual_boxes(layout)
        if usual is None:
            raise GeometryError(
                f"{base} cells have no rectangular boxes: use {_jigsaw_of(layout)}, or {base}:none"
            )
        return BoardLayout(rows, columns, size, lowest, usual)
    if boxes.lower() in {NO_BOXES, FREE}:
        return layout
    pair = re.fullmatch(r"(\d+)x(\d+)", boxes, re.IGNORECASE)
    if pair:
        shape = (int(pair[1]), int(pair[2]))
        _require_tiles(layout, shape)
        return BoardLayout(rows, columns, size, lowest, shape)
    if len(boxes) != rows * columns:
        raise _no_board(base)
    return BoardLayout(rows, columns, size, lowest, regions=boxes)


def _jigsaw(regions: str) -> BoardLayout:
    size = isqrt(len(regions))
    if len(regions) != size * size:
        raise GeometryError(
            f"{JIGSAW}:REGIONS must have a letter for each cell of a square, not {len(regions)}"
        )
    names = set(regions)
    if len(names) != size:
        raise GeometryError(
            f"the region string of a {size}x{size} board must have {size} regions, not {len(names)}"
        )
    if any(regions.count(name) != size for name in names):
        name = next(name for name in sorted(names) if regions.count(name) != size)
        raise GeometryError(
            f"box {sorted(names).index(name) + 1} has {regions.count(name)} cells, "
            f"where each box of {JIGSAW}:REGIONS has {size}"
        )
    return _checked(BoardLayout(size, size, size, regions=regions))


def _require_tiles(layout: BoardLayout, shape: tuple[int, int]) -> None:
    board, n_cells = f"{layout.rows}x{layout.columns}", shape[0] * shape[1]
    if n_cells > layout.size or not n_cells:
        raise GeometryError(
            f"boxes of {_by(shape)} have {n_cells} cells; those of a {board} board have "
            f"{layout.size} at most"
        )
    if layout.rows % shape[0] or layout.columns % shape[1]:
        raise GeometryError(f"boxes of {_by(shape)} do not share out a {board} board")


def _checked(layout: BoardLayout) -> BoardLayout:
    if not MIN_SIZE <= layout.size <= MAX_SIZE:
        raise GeometryError(f"a board has {MIN_SIZE} to {MAX_SIZE} digits, not {layout.size}")
    longest = max(layout.rows, layout.columns)
    if longest > layout.size and layout.has_lines:
        raise GeometryError(f"lines of {longest} cells are too long for {layout.size} digits")
    if not layout.rows or not layout.columns:
        raise GeometryError(f"a board of {layout.rows}x{layout.columns} has no cells")
    return layout


def usual_boxes(layout: BoardLayout) -> tuple[int, int] | None:
    """Return the squarest boxes that tile a grid, no taller than wide if possible."""
    size = layout.size
    for short in range(isqrt(size), 1, -1):
        for height, width in ((short, size // short), (size // short, short)):
            if height * width == size and not (layout.rows % height or layout.columns % width):
                return height, width
    return None


def _is_cells(extra: str) -> bool:
    return bool(extra) and not _CELL.sub("", extra)


def _cells(text: str) -> tuple[tuple[int, int], ...]:
    return tuple((int(row) - 1, int(column) - 1) for row, column in _CELL.findall(text))


def _read_corners(name: str, found: list[str]) -> tuple[tuple[int, int], ...]:
    if not found:
        return ((0, 0),)
    words = found[0].split(",")
    if len(found) > 1 or not all(map(_CELL.fullmatch, words)):
        raise GeometryError(
            f"in {name!r} the corners of the grids are not named as in 9x9@r1c1,r7c7"
        )
    corners = tuple(sorted({cells[0] for cells in map(_cells, words)}))
    top, left = min(row for row, _ in corners), min(column for _, column in corners)
    if (top, left) != (0, 0):
        raise GeometryError(f"in {name!r} no grid begins in row 1, or none in column 1")
    return corners


def _by(shape: tuple[int, int]) -> str:
    return f"{shape[0]}x{shape[1]}"


def _cell_name(place: tuple[int, int]) -> str:
    return f"r{place[0] + 1}c{place[1] + 1}"


def _jigsaw_of(layout: BoardLayout) -> str:
    if layout.rows == layout.columns == layout.size:
        return f"{JIGSAW}:REGIONS"
    return f"{layout.rows}x{layout.columns}:REGIONS"


def _require_size(base: str, rows: int, columns: int) -> None:
    """Raise for numbers that are not the size of a board: often that of a box, as in old names."""
    size = rows * columns
    is_square = rows == columns and rows >= MIN_SIZE
    if MIN_SIZE <= size <= MAX_SIZE and not (is_square and _squarest(rows)):
        name = str(BoardLayout(size, size, size, boxes=(rows, columns)))
        reason = f"{base!r} is the size of a box: the board is called {name!r}"
        without_boxes = f"; one of {rows} by {columns} cells is called '{base}:none'"
        raise GeometryError(reason + without_boxes * is_square)
    if not rows or not columns or max(rows, columns) < MIN_SIZE:
        raise _no_board(base)


def _squarest(size: int) -> tuple[int, int] | None:
    return usual_boxes(BoardLayout(size, size, size))


def _no_board(base: str) -> GeometryError:
    size = isqrt(len(base))
    if size >= MIN_SIZE and len(base) == size * size and len(set(base)) == size:
        return GeometryError(f"{base!r} are regions: the board is called '{JIGSAW}:{base}'")
    return GeometryError(
        f"{base!r} describes no board: give its size, such as 9x9 or 6x6, with its boxes if need "
        f"be, such as 6x6:3x2, its regions, such as {JIGSAW}:AABBAABBCCDDCCDD, or one of "
        f"{', '.join(PRESETS)}"
    )
