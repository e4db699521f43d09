"""The drawing of each constraint: behind the digits, above them, and in words below the board."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain, product
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from lowbit import constraints as kinds
from lowbit.constraints.rays import ray_of
from lowbit.constraints.scale import neighbours
from lowbit.pictures.measures import CELL, corner, middle
from lowbit.pictures.parts import Paint, Part, Polygon, Stroke, Text
from lowbit.pictures.variants import shapes
from lowbit.techniques.constraint_words import in_words

if TYPE_CHECKING:
    from collections.abc import Iterable

    from lowbit.constraints import Constraint
    from lowbit.constraints.base import Cells
    from lowbit.geometry import Geometry
    from lowbit.pictures.parts import Point

Draw: TypeAlias = Callable[[Any, "Geometry"], Iterator[Part]]
"""What draws a constraint on a board."""


class Drawing(NamedTuple):
    """The drawing of the constraints of a class.

    Attributes
    ----------
    behind : callable, optional
        Returns the parts behind rules and digits.
    above : callable, optional
        Returns the parts on the rules: dots, words, clues outside.
    words : str or callable
        Words to print below the board, if the picture alone does not say it; empty if it does.
    """

    behind: Draw | None = None
    above: Draw | None = None
    words: str | Callable[[Any, Geometry], str] = ""

    def said(self, one: Constraint, board: Geometry) -> str:
        """Return the words for a constraint."""
        return self.words if isinstance(self.words, str) else self.words(one, board)


class Drawn(NamedTuple):
    """What the constraints of a puzzle add to its picture."""

    behind: tuple[Part, ...]
    above: tuple[Part, ...]
    words: tuple[str, ...]
    has_outside: bool


def drawn(constraints: Iterable[Constraint], board: Geometry) -> Drawn:
    """Return what constraints add to the picture of a board.

    Examples
    --------
    >>> from lowbit.geometry import CLASSIC
    >>> found = drawn([kinds.AntiKnight(), kinds.Cage((0, 1), 9)], CLASSIC)
    >>> found.words, [type(part).__name__ for part in found.above]
    (('anti-knight',), ['Curve', 'Polygon', 'Text'])
    """
    parts = list(_flat(constraints))
    both = [(one, DRAWINGS[type(one)]) for one in parts]
    words = dict.fromkeys(filter(None, (drawing.said(one, board) for one, drawing in both)))
    if any(isinstance(one, kinds.Or) for one in constraints):
        words["some of the marks are alternatives"] = None
    return Drawn(
        tuple(chain(*(drawing.behind(one, board) for one, drawing in both if drawing.behind))),
        tuple(chain(*(drawing.above(one, board) for one, drawing in both if drawing.above))),
        tuple(words),
        any(_outside(one, board) for one in parts),
    )


def _flat(constraints: Iterable[Constraint]) -> Iterator[Constraint]:
    """Yield constraints; in place of composed ones, their parts."""
    for one in constraints:
        if isinstance(one, (kinds.And, kinds.Or)):
            yield from _flat(one.constraints)
        else:
            yield one


def _outside(constraint: Constraint, board: Geometry) -> bool:
    """Whether a constraint is drawn as a clue outside the board."""
    return isinstance(constraint, CLUES) and ray_of(constraint.cells, board) is not None


# Lines.


def _line(name: str, word: Callable[[Any], str] | None = None) -> Drawing:
    """Return a plain line of a colour, with a word at its start."""

    def above(constraint: Any, board: Geometry) -> Iterator[Part]:  # noqa: ANN401 - of any class
        if word and word(constraint):
            yield from shapes.note(board, constraint.cells[0], word(constraint))

    return Drawing(lambda one, board: shapes.line(board, one.cells, name), above)


def _number_unless(usual: int, field: str) -> Draw:
    """Return what notes the number of a line at its start, if it is not the usual one."""

    def draw(line: Any, board: Geometry) -> Iterator[Part]:  # noqa: ANN401 - as above
        number = getattr(line, field)
        if number != usual:
            yield from shapes.note(board, line.cells[0], str(number))

    return draw


def _thermometer(constraint: kinds.Thermometer, board: Geometry) -> Iterator[Part]:
    yield from shapes.line(board, constraint.cells, "grey")
    yield shapes.disc(board, constraint.cells[:1], "grey")
    if constraint.slow:  # an empty bulb
        yield shapes.disc(board, constraint.cells[:1], "paper", shapes.BULB - 6)


def _with_rings(constraint: Any, board: Geometry) -> Iterator[Part]:  # noqa: ANN401 - of several classes
    cells = constraint.cells
    yield from shapes.line(board, cells, "grey", 8)
    yield from shapes.ring(middle(board, cell) for cell in (cells[0], cells[-1]))


def _lockout(constraint: kinds.Lockout, board: Geometry) -> Iterator[Part]:
    cells = constraint.cells
    yield from shapes.line(board, cells, "blue", 8)
    yield shapes.diamond(board, (cells[0], cells[-1]), "blue")


def _dashed(constraint: Any, board: Geometry) -> Iterator[Part]:  # noqa: ANN401 - as above
    yield shapes.dashes([middle(board, cell) for cell in constraint.cells])


def _arrow(constraint: kinds.Arrow, board: Geometry) -> Iterator[Part]:
    yield from shapes.pill(board, constraint.circle)


def _shaft(constraint: kinds.Arrow, board: Geometry) -> Iterator[Part]:
    points = [middle(board, cell) for cell in (constraint.circle[-1], *constraint.shaft)]
    (x, y), (to_x, to_y) = points[:2]
    far = max(abs(to_x - x), abs(to_y - y), 1)
    points[0] = x + (to_x - x) * shapes.RING // far, y + (to_y - y) * shapes.RING // far
    yield from shapes.arrow(points, "grey", 4)


# Cells.


def _even(constraint: kinds.Even, board: Geometry) -> Iterator[Part]:
    yield shapes.square(board, constraint.cells, "grey")


def _odd(constraint: kinds.Odd, board: Geometry) -> Iterator[Part]:
    yield shapes.disc(board, constraint.cells, "grey")


def _holds(constraint: kinds.Holds, board: Geometry) -> Iterator[Part]:
    yield from shapes.note(board, constraint.cell, "".join(map(str, constraint.values)))


def _extreme(inwards: bool) -> Draw:  # noqa: FBT001 - named where it is called
    """Return the drawing of tinted cells, with a triangle at each side that points in or out."""

    def draw(constraint: Any, board: Geometry) -> Iterator[Part]:  # noqa: ANN401 - as above
        yield shapes.square(board, constraint.cells, "grey", CELL)
        for cell in constraint.cells:
            x, y = middle(board, cell)
            near, far = (18, 26) if inwards else (26, 18)
            corners = [
                ((x - 5, y - far), (x + 5, y - far), (x, y - near)),
                ((x - 5, y + far), (x + 5, y + far), (x, y + near)),
                ((x - far, y - 5), (x - far, y + 5), (x - near, y)),
                ((x + far, y - 5), (x + far, y + 5), (x + near, y)),
            ]
            yield Polygon(shapes.ink("dark"), tuple(corners))

    return draw


def _tinted(name: str) -> Drawing:
    """Return cells filled with a colour."""
    return Drawing(lambda one, board: iter((shapes.square(board, one.cells, name, CELL),)))


def _groups(groups_of: Callable[[Any], tuple[Cells, ...]]) -> Drawing:
    """Return groups of cells in one colour, each with an outline of its own."""

    def behind(one: Any, board: Geometry) -> Iterator[Part]:  # noqa: ANN401 - as above
        for group in groups_of(one):
            yield shapes.square(board, group, "teal", CELL - 8)

    def above(one: Any, board: Geometry) -> Iterator[Part]:  # noqa: ANN401 - as above
        for group in groups_of(one):
            yield from shapes.cage(board, group, "=")

    return Drawing(behind, above)


def _circles(constraint: kinds.CountingCircles, board: Geometry) -> Iterator[Part]:
    yield from shapes.ring(middle(board, cell) for cell in constraint.cells)


def _count(constraint: kinds.CountDistinct, board: Geometry) -> Iterator[Part]:
    yield shapes.square(board, constraint.cells, "lavender", CELL)
    yield from shapes.ring([middle(board, constraint.cell)])


def _indexer(constraint: kinds.Indexer, board: Geometry) -> Iterator[Part]:
    yield shapes.square(board, (constraint.cell,), "red", CELL)


def _points_to(constraint: kinds.Indexer, board: Geometry) -> Iterator[Part]:
    yield from shapes.note(board, constraint.cell, f"#{constraint.value}")


def _diagonal(constraint: kinds.Diagonal, board: Geometry) -> Iterator[Part]:
    cells = constraint.cells_on(board)
    (x, y), (to_x, to_y) = (corner(board, cells[end]) for end in (0, -1))
    x, to_x = (x + 3, to_x + CELL - 3) if x < to_x else (x + CELL - 3, to_x + 3)
    yield Stroke(Paint("diagonal"), 6, ((x, y + 3, to_x, to_y + CELL - 3),))


def _windows(constraint: kinds.Windows, board: Geometry) -> Iterator[Part]:
    cells = tuple(cell for window in constraint.operations(board) for cell in window.cells)  # type: ignore[union-attr] # each is Distinct
    yield shapes.square(board, cells, "grey", CELL)


# Marks between cells.


def _apart(one: Any, board: Geometry) -> str:  # noqa: ANN401 - as above
    """Return a mark in words if its cells do not share a side, where none can stand."""
    sides = neighbours(board, ((0, 1), (1, 0)))
    return "" if tuple(sorted((one.first, one.second))) in sides else in_words(one, board)


def _difference(constraint: kinds.Difference, board: Geometry) -> Iterator[Part]:
    word = "" if constraint.difference == 1 else str(constraint.difference)
    yield from shapes.dot(shapes.edge(board, constraint.first, constraint.second), "white", word)


def _ratio(constraint: kinds.Ratio, board: Geometry) -> Iterator[Part]:
    word = "" if constraint.ratio == 2 else str(constraint.ratio)
    yield from shapes.dot(shapes.edge(board, constraint.first, constraint.second), "black", word)


def _pair_sum(constraint: kinds.PairSum, board: Geometry) -> Iterator[Part]:
    word = {5: "V", 10: "X"}.get(constraint.total, str(constraint.total))
    yield from shapes.label(shapes.edge(board, constraint.first, constraint.second), word)


def _greater(constraint: kinds.Greater, board: Geometry) -> Iterator[Part]:
    """Yield a sign that points to the lower value."""
    (row, column), (low_row, low_column) = (
        board.places[cell] for cell in (constraint.first, constraint.second)
    )
    x, y = shapes.edge(board, constraint.first, constraint.second)
    down, right = 7 * (low_row > row) - 7 * (low_row < row), 7 * (low_column > column)
    right -= 7 * (low_column < column)
    tip, one, other = (
        (x + right, y + down),
        (x - right - down, y - down - right),
        (x - right + down, y - down + right),
    )
    lines = (*one, *tip), (*tip, *other)
    yield Stroke(shapes.ink("dark"), 3, lines)


# Cages and clues.


def _cage(word: Callable[[Any], str], cells: str = "cells") -> Drawing:
    """Return a dashed cage with a word in its first cell."""
    return Drawing(
        above=lambda one, board: shapes.cage(board, getattr(one, cells), word(one)),
    )


def _contains(constraint: kinds.Contains, board: Geometry) -> Iterator[Part]:
    """Yield a circle amid the cells, with the values in it; in a cage if they form no square."""
    places = [board.places[cell] for cell in constraint.cells]
    word = "".join(map(str, constraint.values))
    rows, columns = {row for row, _ in places}, {column for _, column in places}
    is_square = set(places) == set(product(rows, columns)) and len(rows) == len(columns) == 2
    if not is_square or max(rows) - min(rows) > 1 or max(columns) - min(columns) > 1:
        yield from shapes.cage(board, constraint.cells, f"{word}{'!' * constraint.exact}")
        return
    x, y = corner(board, constraint.cells[places.index((max(rows), max(columns)))])
    yield from shapes.ring([(x, y)], shapes.QUADRUPLE)
    size = min(13, 2 * shapes.QUADRUPLE * 2 // max(len(word) + 1, 3))
    yield Text(Paint("given"), size, ((x, y, word),), bold=True)


def _clue(word: Callable[[Any], str], words: str) -> Drawing:
    """Return a clue outside the board; on a line if the cells are not seen from there."""

    def behind(one: Any, board: Geometry) -> Iterator[Part]:  # noqa: ANN401 - as above
        if not _outside(one, board):
            yield from shapes.line(board, one.cells, "grey", 8)

    def above(one: Any, board: Geometry) -> Iterator[Part]:  # noqa: ANN401 - as above
        ray = ray_of(one.cells, board)
        if ray is None:
            yield from shapes.note(board, one.cells[0], word(one))
            return
        x, y = shapes.beside(board, ray.row, ray.column)
        size = min(shapes.CLUE, CELL * 3 // 2 // max(1, len(word(one))))
        if ray.down and ray.right:
            tip: Point = x + ray.right * 27, y + ray.down * 27
            start = x + ray.right * 8, y + ray.down * 8
            yield from shapes.arrow([start, tip])
            x, y = x - ray.right * 6, y - ray.down * 6
        yield Text(Paint("given"), size, ((x, y, word(one)),))

    return Drawing(behind, above, words)


CLUES = (
    *(kinds.HiddenSkyscraper, kinds.LittleKiller, kinds.NumberedRoom, kinds.Outside),
    *(kinds.Sandwich, kinds.Skyscraper, kinds.XSum),
)
"""What is drawn outside the board."""


def _weighted(constraint: kinds.Sum) -> str:
    weights = "".join(f"{weight:+d}" for weight in constraint.weights)
    return f"{weights}={constraint.total}"


DRAWINGS: dict[type[Constraint], Drawing] = {
    kinds.AllDifferent: _tinted("lavender"),
    kinds.AntiKing: Drawing(words="anti-king"),
    kinds.AntiKnight: Drawing(words="anti-knight"),
    kinds.AntiQueen: Drawing(words=in_words),
    kinds.Arrow: Drawing(
        lambda one, board: chain(_arrow(one, board), _shaft(one, board)),
    ),
    kinds.Between: Drawing(_with_rings),
    kinds.Cage: _cage(lambda cage: "" if cage.total is None else str(cage.total)),
    kinds.Clone: _groups(lambda clone: (clone.cells, clone.clone)),
    kinds.Contains: Drawing(above=_contains),
    kinds.CountDistinct: Drawing(_count, words="circles count different values"),
    kinds.CountingCircles: Drawing(_circles, words="counting circles"),
    kinds.Diagonal: Drawing(_diagonal),
    kinds.Difference: Drawing(above=_difference, words=_apart),
    kinds.DisjointGroups: Drawing(words="disjoint groups"),
    kinds.DoubleArrow: Drawing(_with_rings, words="double arrows"),
    kinds.Entropic: _line("orange"),
    kinds.Equal: _groups(lambda equal: tuple((cell,) for cell in equal.cells)),
    kinds.EqualSums: _groups(lambda equal: equal.groups)._replace(words="equal sums"),
    kinds.EqualityCage: _cage(lambda _: "=")._replace(words="equality cages"),
    kinds.Even: Drawing(_even),
    kinds.GlobalEntropy: Drawing(words="global entropy"),
    kinds.GlobalModulus: Drawing(words=in_words),
    kinds.Greater: Drawing(above=_greater, words=_apart),
    kinds.HiddenSkyscraper: _clue(lambda clue: str(clue.value), "hidden skyscrapers"),
    kinds.Holds: Drawing(above=_holds),
    kinds.Indexer: Drawing(_indexer, _points_to, "indexers"),
    kinds.LittleKiller: _clue(lambda clue: str(clue.total), ""),
    kinds.Lockout: Drawing(_lockout, _number_unless(4, "difference")),
    kinds.LookAndSay: _cage(lambda cage: cage.clue)._replace(words="look-and-say cages"),
    kinds.Lunchbox: _line("grey", lambda one: str(one.total))._replace(words="lunchboxes"),
    kinds.Maximum: Drawing(_extreme(inwards=False)),
    kinds.Minimum: Drawing(_extreme(inwards=True)),
    kinds.Modular: _line("teal")._replace(above=_number_unless(3, "modulus")),
    kinds.Nabner: _line("yellow"),
    kinds.NoRatio: Drawing(words="no other black dots"),
    kinds.NoSum: Drawing(
        words=lambda one, board: (
            "no other X or V" if sorted(one.totals) == [5, 10] else in_words(one, board)
        )
    ),
    kinds.NonConsecutive: Drawing(words="non-consecutive"),
    kinds.NumberedRoom: _clue(lambda clue: str(clue.value), "numbered rooms"),
    kinds.Odd: Drawing(_odd),
    kinds.Outside: _clue(lambda clue: "".join(map(str, clue.values)), "outside"),
    kinds.PairSum: Drawing(above=_pair_sum, words=_apart),
    kinds.Palindrome: _line("grey"),
    kinds.ParityLine: _line("red"),
    kinds.Ratio: Drawing(above=_ratio, words=_apart),
    kinds.RegionSumLine: _line("blue"),
    kinds.RegularLanguage: Drawing(_dashed, words="dashed lines: an automaton"),
    kinds.Relation: Drawing(_dashed, words="dashed lines: a relation"),
    kinds.RellikCage: _cage(lambda cage: f"!{cage.total}")._replace(words="rellik cages"),
    kinds.Renban: _line("purple"),
    kinds.SameDifference: _line("yellow")._replace(words="same difference"),
    kinds.SameValues: _groups(lambda same: same.groups)._replace(words="same values"),
    kinds.Sandwich: _clue(lambda clue: str(clue.total), "sandwich sums"),
    kinds.Skyscraper: _clue(lambda clue: str(clue.visible), "skyscrapers"),
    kinds.Sum: _cage(_weighted),
    kinds.SumLine: _line("grey", lambda one: str(one.total))._replace(words="sum lines"),
    kinds.Thermometer: Drawing(_thermometer),
    kinds.Whisper: Drawing(
        lambda one, board: shapes.line(
            board, one.cells, "green" if one.difference != 4 else "orange"
        ),
        lambda one, board: _number_unless(4 if one.difference == 4 else 5, "difference")(
            one, board
        ),
    ),
    kinds.Windows: Drawing(_windows),
    kinds.XSum: _clue(lambda clue: str(clue.total), "X-sums"),
    kinds.Zipper: _line("lavender"),
}
"""How constraints of each class are drawn; `And` and `Or` by their parts."""
