"""The marks of constraints, by name, drawn behind the digits and above the rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from math import dist
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from lowbit.constraints.rays import ray_of
from lowbit.constraints.scale import neighbours
from lowbit.pictures.measures import CELL, corner, middle
from lowbit.pictures.parts import Paint, Part, Path, Polygon, Text
from lowbit.pictures.variants import shapes
from lowbit.techniques.wording.constraints import in_words

if TYPE_CHECKING:
    from lowbit import constraints as kinds
    from lowbit.constraints.base import Cells
    from lowbit.geometry import Geometry
    from lowbit.pictures.parts import Point


class Marked(NamedTuple):
    """A constraint on a board, with the colour and the note that its class chooses.

    `number` is that of the constraints of its class before it.
    """

    one: Any
    board: Geometry
    color: str
    note: str
    number: int = 0


Draw: TypeAlias = Callable[[Marked], Iterator[Part]]


class MarkKind(NamedTuple):
    """A way to draw constraints.

    Attributes
    ----------
    fills, lines, bulbs, tips : callable, optional
        Return the parts behind rules and digits, in this order: what fills cells, lines through
        cells, what lies on their ends, and heads of arrows, which may end on that.
    above : callable, optional
        Returns the parts on the rules: dots, words, clues outside.
    is_missed : callable, optional
        Whether there is no place for the mark on a board, so that the caption says all.
    in_corner : bool, default False
        Whether its note stands in the top left corner of a cell.
    """

    fills: Draw | None = None
    lines: Draw | None = None
    bulbs: Draw | None = None
    tips: Draw | None = None
    above: Draw | None = None
    is_missed: Callable[[Any, Geometry], bool] | None = None
    in_corner: bool = False


# Lines.


def _line(marked: Marked) -> Iterator[Part]:
    yield shapes.line(marked.board, marked.one.cells, marked.color)


def _note_at_start(marked: Marked) -> Iterator[Part]:
    if marked.note:
        yield from shapes.note(marked.board, marked.one.cells[0], marked.note)


def _bulb(marked: Marked) -> Iterator[Part]:
    bulb = marked.one.cells[:1]
    yield shapes.disc(marked.board, bulb, marked.color)
    if marked.one.slow:  # an empty bulb
        yield shapes.disc(marked.board, bulb, "paper", shapes.BULB - 6)


def _narrow_line(marked: Marked) -> Iterator[Part]:
    yield shapes.line(marked.board, marked.one.cells, marked.color, 8)


def _rings_at_ends(marked: Marked) -> Iterator[Part]:
    cells = marked.one.cells
    yield from shapes.ring(middle(marked.board, cell) for cell in (cells[0], cells[-1]))


def _diamonds_at_ends(marked: Marked) -> Iterator[Part]:
    cells = marked.one.cells
    yield shapes.diamond(marked.board, (cells[0], cells[-1]), marked.color)


def _dashes(marked: Marked) -> Iterator[Part]:
    yield shapes.dashes([middle(marked.board, cell) for cell in marked.one.cells])


def _shaft(marked: Marked) -> Iterator[Part]:
    yield _arrow(marked)[0]


def _tip(marked: Marked) -> Iterator[Part]:
    yield _arrow(marked)[1]


def _arrow(marked: Marked) -> tuple[Part, Part]:
    """Return the arrow from the cell of its circle that is nearest, which covers its beginning."""
    arrow: kinds.Arrow = marked.one
    first = middle(marked.board, arrow.shaft[0])
    points = [middle(marked.board, cell) for cell in arrow.circle]
    start = min(reversed(points), key=lambda point: dist(point, first))
    shaft = [middle(marked.board, cell) for cell in arrow.shaft]
    return shapes.arrow([start, *shaft], shapes.ink("arrow"), 4)


def _pill(marked: Marked) -> Iterator[Part]:
    yield from shapes.pill(marked.board, marked.one.circle)


# Cells.


def _fill(marked: Marked) -> Iterator[Part]:
    yield shapes.wash(marked.board, marked.one.cells, marked.color)


def _squares(marked: Marked) -> Iterator[Part]:
    yield shapes.square(marked.board, marked.one.cells, marked.color)


def _discs(marked: Marked) -> Iterator[Part]:
    yield shapes.disc(marked.board, marked.one.cells, marked.color)


def _rings(marked: Marked) -> Iterator[Part]:
    yield from shapes.ring(middle(marked.board, cell) for cell in marked.one.cells)


def _cell_note(marked: Marked) -> Iterator[Part]:
    yield from shapes.note(marked.board, marked.one.cell, marked.note)


def _filled_cell(marked: Marked) -> Iterator[Part]:
    yield shapes.wash(marked.board, (marked.one.cell,), marked.color)


def _ring(marked: Marked) -> Iterator[Part]:
    yield from shapes.ring([middle(marked.board, marked.one.cell)])


def _short_arrows(marked: Marked) -> Iterator[Part]:
    """Yield an arrow in a cell for each arm, the way that its cells go from the first one."""
    arrow: kinds.ChaosArrow = marked.one
    x, y = middle(marked.board, arrow.cell)
    from_x, from_y = middle(marked.board, arrow.first)
    for arm in filter(None, arrow.arms):
        to_x, to_y = middle(marked.board, arm[0])
        right, down = (to_x > from_x) - (to_x < from_x), (to_y > from_y) - (to_y < from_y)
        ends = [(x + right * length, y + down * length) for length in (16, 27)]
        yield from shapes.arrow(ends, shapes.ink("dark"))


def _triangles(near: int, far: int) -> Draw:
    """Return what draws triangles at the sides of cells, tips so `near` the middle."""

    def draw(marked: Marked) -> Iterator[Part]:
        for cell in marked.one.cells:
            x, y = middle(marked.board, cell)
            corners = [
                ((x - 5, y - far), (x + 5, y - far), (x, y - near)),
                ((x - 5, y + far), (x + 5, y + far), (x, y + near)),
                ((x - far, y - 5), (x - far, y + 5), (x - near, y)),
                ((x + far, y - 5), (x + far, y + 5), (x + near, y)),
            ]
            yield Polygon(shapes.ink("dark"), tuple(corners))

    return draw


def _groups_of(one: Any) -> tuple[Cells, ...]:  # noqa: ANN401 - a constraint of equal groups
    """Return the groups of a constraint that makes them equal; without any, its cells are."""
    if hasattr(one, "clone"):
        return one.cells, one.clone
    return tuple(one.groups) if hasattr(one, "groups") else tuple((cell,) for cell in one.cells)


def _groups(marked: Marked) -> Iterator[Part]:
    """Yield a wash for each group, of another colour than the constraint before has."""
    name = shapes.INKS[(shapes.INKS.index(marked.color) + marked.number) % shapes.N_COLOURS]
    for group in _groups_of(marked.one):
        yield shapes.wash(marked.board, group, name, shapes.INSET)


def _group_outlines(marked: Marked) -> Iterator[Part]:
    for group in _groups_of(marked.one):
        yield from shapes.cage(marked.board, group, "=")


def _diagonal(marked: Marked) -> Iterator[Part]:
    cells = marked.one.cells_on(marked.board)
    (x, y), (to_x, to_y) = (corner(marked.board, cells[end]) for end in (0, -1))
    x, to_x = (x + 3, to_x + CELL - 3) if x < to_x else (x + CELL - 3, to_x + 3)
    yield Path(Paint("diagonal"), 6, (((x, y + 3), (to_x, to_y + CELL - 3)),))


def _regions(marked: Marked) -> Iterator[Part]:
    cells = tuple(cell for region in marked.one.own_regions(marked.board) for cell in region)
    yield shapes.wash(marked.board, cells, marked.color)


# Marks between cells.


def _are_apart(pair: Any, board: Geometry) -> bool:  # noqa: ANN401 - a constraint on two cells
    """Whether two cells share no side, so that no mark can stand between them."""
    ends = tuple(sorted((pair.first, pair.second)))
    return ends not in neighbours(board, ((0, 1), (1, 0)))


def _dot(marked: Marked) -> Iterator[Part]:
    point = shapes.edge(marked.board, marked.one.first, marked.one.second)
    yield from shapes.dot(point, marked.color, marked.note)


def _label(marked: Marked) -> Iterator[Part]:
    point = shapes.edge(marked.board, marked.one.first, marked.one.second)
    yield from shapes.label(point, marked.note)


def _inequality(marked: Marked) -> Iterator[Part]:
    """Yield a sign that points to the lower value."""
    (row, column), (low_row, low_column) = (
        marked.board.places[cell] for cell in (marked.one.first, marked.one.second)
    )
    x, y = shapes.edge(marked.board, marked.one.first, marked.one.second)
    down, right = 7 * (low_row > row) - 7 * (low_row < row), 7 * (low_column > column)
    right -= 7 * (low_column < column)
    tip, one, other = (
        (x + right, y + down),
        (x - right - down, y - down - right),
        (x - right + down, y - down + right),
    )
    yield Path(shapes.ink("dark"), 3, ((one, tip, other),))


# Cages and clues.


def _cage(marked: Marked) -> Iterator[Part]:
    yield from shapes.cage(marked.board, marked.one.cells_on(marked.board), marked.note)


def _quadruple(marked: Marked) -> Iterator[Part]:
    """Yield a circle amid the cells, with the values in it; in a cage if they form no square."""
    quadruple: kinds.Contains = marked.one
    board = marked.board
    places = [board.places[cell] for cell in quadruple.cells]
    rows, columns = {row for row, _ in places}, {column for _, column in places}
    is_square = set(places) == set(product(rows, columns)) and len(rows) == len(columns) == 2
    if not is_square or max(rows) - min(rows) > 1 or max(columns) - min(columns) > 1:
        yield from shapes.cage(board, quadruple.cells, f"{marked.note}{'!' * quadruple.exact}")
        return
    x, y = corner(board, quadruple.cells[places.index((max(rows), max(columns)))])
    yield from shapes.ring([(x, y)], shapes.QUADRUPLE)
    size = min(13, 4 * shapes.QUADRUPLE // (len(marked.note) + 2))
    yield Text(Paint("given"), size, ((x, y, marked.note),), bold=True)


def is_outside(one: Any, board: Geometry) -> bool:  # noqa: ANN401 - a constraint of any class
    """Whether a constraint is drawn as a clue outside the board: its cells are seen from there."""
    return one.drawing.mark == "clue" and ray_of(one.cells, board) is not None


def _clue_line(marked: Marked) -> Iterator[Part]:
    """Yield the line of a clue whose cells are not seen from outside the board."""
    if not is_outside(marked.one, marked.board):
        yield from _narrow_line(marked)


def _clue(marked: Marked) -> Iterator[Part]:
    ray = ray_of(marked.one.cells, marked.board)
    if ray is None:
        yield from shapes.note(marked.board, marked.one.cells[0], marked.note)
        return
    x, y = shapes.beside(marked.board, ray.row, ray.column)
    size = min(shapes.CLUE, CELL * 3 // 2 // max(1, len(marked.note)))
    if ray.down and ray.right:
        tip: Point = x + ray.right * 27, y + ray.down * 27
        start = x + ray.right * 8, y + ray.down * 8
        yield from shapes.arrow([start, tip], shapes.ink("dark"))
        x, y = x - ray.right * 6, y - ray.down * 6
    yield Text(Paint("given"), size, ((x, y, marked.note),))


MARKS: dict[str | None, MarkKind] = {
    None: MarkKind(),
    "arrow": MarkKind(lines=_shaft, bulbs=_pill, tips=_tip),
    "cage": MarkKind(above=_cage, in_corner=True),
    "clue": MarkKind(lines=_clue_line, above=_clue),
    "dashes": MarkKind(lines=_dashes),
    "diagonal": MarkKind(lines=_diagonal),
    "discs": MarkKind(fills=_discs),
    "dot": MarkKind(above=_dot, is_missed=_are_apart),
    "equal groups": MarkKind(fills=_groups, above=_group_outlines, in_corner=True),
    "fill": MarkKind(fills=_fill),
    "filled cell": MarkKind(fills=_filled_cell, above=_cell_note, in_corner=True),
    "inequality": MarkKind(above=_inequality, is_missed=_are_apart),
    "label": MarkKind(above=_label, is_missed=_are_apart),
    "line": MarkKind(lines=_line, above=_note_at_start, in_corner=True),
    "lockout": MarkKind(
        lines=_narrow_line, bulbs=_diamonds_at_ends, above=_note_at_start, in_corner=True
    ),
    "note": MarkKind(above=_cell_note, in_corner=True),
    "quadruple": MarkKind(above=_quadruple),
    "regions": MarkKind(fills=_regions),
    "ring and fill": MarkKind(fills=_fill, bulbs=_ring),
    "ringed line": MarkKind(lines=_narrow_line, bulbs=_rings_at_ends),
    "ring": MarkKind(bulbs=_ring),
    "rings": MarkKind(bulbs=_rings),
    "short arrows": MarkKind(above=_short_arrows),
    "squares": MarkKind(fills=_squares),
    "thermometer": MarkKind(lines=_line, bulbs=_bulb),
    "triangles inwards": MarkKind(fills=_fill, bulbs=_triangles(near=18, far=26)),
    "triangles outwards": MarkKind(fills=_fill, bulbs=_triangles(near=26, far=18)),
}
"""The marks; None is that of constraints which only the caption names."""


def caption(one: Any, board: Geometry) -> str:  # noqa: ANN401 - a constraint of any class
    """Return the words for a constraint below the board; empty where the picture says it."""
    drawing = one.drawing
    is_missed = MARKS[drawing.mark].is_missed
    if is_missed:
        return in_words(one, board) if is_missed(one, board) else ""
    said = drawing.caption(one) if callable(drawing.caption) else drawing.caption
    return in_words(one, board) if said is None else said
