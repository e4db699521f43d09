"""The parts of the picture of a grid.

::

    paper, heat, tints, highlights      what lies behind, and what a step puts there
    diagonals, rules, borders, frame    what divides
    the marks and links of a step       what explains
    weights, candidates, digits         what is written
    the key of a step, caption          what stands below
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain, groupby
from typing import TYPE_CHECKING, Final, TypeAlias

from lowbit.errors import InputError
from lowbit.geometry import House
from lowbit.grid import Grid, digits_of
from lowbit.pictures.evidence import Layers, layers
from lowbit.pictures.measures import CELL, INSET, MARGIN, corner, middle, room, spot
from lowbit.pictures.parts import (
    Curve,
    Disc,
    Line,
    Paint,
    Part,
    Picture,
    Polygon,
    Rectangles,
    Stroke,
    Text,
)
from lowbit.pictures.places import places
from lowbit.verbs.maximize.weights import values_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from lowbit.geometry import Geometry
    from lowbit.grid import GridLike
    from lowbit.pictures.places import Place
    from lowbit.techniques.board_masks import Candidate
    from lowbit.techniques.step import Step
    from lowbit.verbs.maximize.weights import Values, WeightsLike

    Candidates: TypeAlias = bool | Grid | Iterable[int]

CAPTION: Final = 44

MARK_INSET = 2
"""What the mark of a cell keeps from its rules."""

BORDER, RULE, DIAGONAL, MARK = 4, 1, 6, 3
DIGIT_SIZE, CAPTION_SIZE, WEIGHT_SIZE = 40, 26, 13

LOWERED: Final = 4
"""How much lower digits stand where weights stand above them."""

LINES: Final = ("row", "column", "box")
"""The houses that the rules and borders show."""


@dataclass(frozen=True, slots=True)
class Shown:
    """What a picture shows beside its grid, see `lowbit.render`."""

    givens: GridLike | None = None
    candidates: Candidates = False
    highlight: str | Iterable[Place] = ()
    weights: WeightsLike | None = None
    score: bool = False
    title: str = ""
    step: Step | None = None


def draw(grid: Grid, shown: Shown | None = None) -> Picture:
    """Return the picture of a grid.

    Parameters
    ----------
    grid : Grid
        What to draw.
    shown : Shown, optional
        What else to show.

    Raises
    ------
    InputError
        As `lowbit.render` does.

    Examples
    --------
    >>> picture = draw(Grid("1" + "." * 80))
    >>> picture.width, [str(part.paint) for part in picture.parts]
    (552, ['paper', 'rule', 'frame', 'given'])
    """
    shown = shown or Shown()
    givens = _givens(grid, shown.givens)
    values = None if shown.weights is None else values_of(shown.weights, grid.geometry)
    caption = _score(grid, values) if shown.score else ""
    side = 2 * MARGIN + grid.geometry.size * CELL
    seen = layers(grid.geometry, shown.step) if shown.step else Layers()
    foot = side + seen.key_height
    height = foot + CAPTION * bool(caption)
    parts = (
        (Rectangles(Paint("paper"), ((0, 0, side, height),)),),
        () if values is None else _heat(grid, values),
        _extra_houses(grid.geometry),
        _highlights(grid.geometry, shown.highlight),
        seen.behind,
        _diagonals(grid.geometry),
        _lines(grid.geometry),
        seen.marked,
        _small_texts(grid, values, shown.candidates, seen.candidates),
        seen.across,
        _digits(grid, givens, 0 if values is None else LOWERED),
        seen.key,
        [Text(Paint("caption"), CAPTION_SIZE, ((side // 2, foot + CAPTION // 3, caption),))],
    )
    return Picture(
        side,
        height,
        tuple(part for part in chain(*parts) if not _is_empty(part)),
        shown.title or _title(grid, givens),
        _description(grid, caption),
    )


def _is_empty(part: Part) -> bool:
    match part:
        case Text():
            return not any(word for _, _, word in part.words)
        case Rectangles():
            return not part.rectangles
        case Stroke():
            return not part.lines
        case Disc():
            return not part.middles
        case Polygon():
            return not part.polygons
        case Curve():
            return not part.curves


def _givens(grid: Grid, givens: GridLike | None) -> bytes:
    """Return the digits that are given, 0 where none is."""
    if givens is None:
        return grid.givens
    puzzle = Grid(givens, grid.geometry)
    for cell, digit in enumerate(puzzle.givens):
        if digit and grid.givens[cell] != digit:
            board = grid.geometry
            raise InputError(
                f"{board.cell_name(cell)}: {board.symbols[digit - 1]} is given, but the grid has "
                f"{grid.to_line()[cell]} there; draw a puzzle with a grid that keeps its givens"
            )
    return puzzle.givens


def _score(grid: Grid, values: Values | None) -> str:
    """Say what the digits of the grid add up to."""
    if values is None:
        raise InputError("a score needs weights")
    total = sum(of_cell[digit - 1] for digit, of_cell in zip(grid, values, strict=True) if digit)
    return f"score {total}"


# What lies behind.


def _fill(board: Geometry, paint: Paint, cells: Iterable[int]) -> Rectangles:
    """Fill cells; neighbours in a row become one rectangle."""
    rectangles = []
    for row, in_row in groupby(sorted(set(cells)), board.row):
        for start, stop in _runs({board.column(cell) for cell in in_row}):
            x, y = corner(board, row * board.size + start)
            rectangles.append((x, y, CELL * (stop - start), CELL))
    return Rectangles(paint, tuple(rectangles))


def _runs(numbers: set[int]) -> Iterator[tuple[int, int]]:
    """Yield the start and the end of every run of consecutive numbers."""
    for start in sorted(number for number in numbers if number - 1 not in numbers):
        stop = start
        while stop in numbers:
            stop += 1
        yield start, stop


def _heat(grid: Grid, values: Values) -> Iterator[Part]:
    """Yield a fill for each weight, from the lowest, which has 0 % of the heat."""
    weights = _cell_weights(grid, values)
    low, high = min(weights), max(weights)
    for weight in sorted(set(weights)):
        amount = round(100 * (weight - low) / (high - low)) if high > low else 50
        cells = [cell for cell, its_weight in enumerate(weights) if its_weight == weight]
        yield _fill(grid.geometry, Paint("heat", amount), cells)


def _cell_weights(grid: Grid, values: Values) -> list[int]:
    """Return a weight for each cell: the factor of its digit, or else the value of that digit."""
    if all(
        value == of_cell[0] * digit for of_cell in values for digit, value in enumerate(of_cell, 1)
    ):
        return [of_cell[0] for of_cell in values]
    return [
        of_cell[digit - 1] if digit else max(of_cell)
        for digit, of_cell in zip(grid, values, strict=True)
    ]


def _extra_houses(board: Geometry) -> Iterator[Part]:
    """Tint the extra houses; those that cover the board get a colour each."""
    extra = [h for h in board.houses if h.kind not in LINES and not _is_diagonal(board, h)]
    for kind in dict.fromkeys(house.kind for house in extra):
        houses = [house for house in extra if house.kind == kind]
        cells = {cell for house in houses for cell in house.cells}
        if len(cells) < board.n_cells:
            yield _fill(board, Paint("tint"), cells)
            continue
        for number, house in enumerate(houses):
            yield _fill(board, Paint("region", 100 * number // len(houses)), house.cells)


def _is_diagonal(board: Geometry, house: House) -> bool:
    """Whether a house goes straight from one corner of the board to another."""
    lefts = list(map(board.column, house.cells))
    return list(map(board.row, house.cells)) == list(range(board.size)) and (
        lefts in (list(range(board.size)), list(reversed(range(board.size))))
    )


def _highlights(board: Geometry, named: str | Iterable[Place]) -> Iterator[Part]:
    found = list(places(named, board))
    houses = [place for place in found if isinstance(place, House)]
    cells = [place for place in found if not isinstance(place, House)]
    yield _fill(board, Paint("house"), (cell for house in houses for cell in house.cells))
    yield _fill(board, Paint("cell"), cells)
    yield Stroke(Paint("mark"), MARK, tuple(line for cell in cells for line in _ring(board, cell)))


def _ring(board: Geometry, cell: int) -> Iterator[Line]:
    """Yield the lines around a cell, inside its rules: a fill alone may be lost in a heat map."""
    x, y = corner(board, cell)
    yield from _square(x + MARK_INSET, y + MARK_INSET, CELL - 2 * MARK_INSET)


def _square(x: int, y: int, side: int) -> tuple[Line, ...]:
    return (
        (x, y, x + side, y),
        (x, y + side, x + side, y + side),
        (x, y, x, y + side),
        (x + side, y, x + side, y + side),
    )


# What divides.


def _diagonals(board: Geometry) -> Iterator[Part]:
    top = MARGIN + DIAGONAL // 2  # so that square ends stay within the frame
    bottom = MARGIN + CELL * board.size - DIAGONAL // 2
    starts = [h.cells[0] for h in board.houses if _is_diagonal(board, h)]
    lines = [
        (bottom, top, top, bottom) if board.column(start) else (top, top, bottom, bottom)
        for start in starts
    ]
    yield Stroke(Paint("diagonal"), DIAGONAL, tuple(lines))


def _lines(board: Geometry) -> Iterator[Part]:
    """Yield the rules between cells, the borders between boxes, and the frame."""
    size, start, stop = board.size, MARGIN, MARGIN + CELL * board.size
    inner = [MARGIN + CELL * number for number in range(1, size)]
    rules = [(x, start, x, stop) for x in inner] + [(start, y, stop, y) for y in inner]
    frame = _square(start, start, CELL * size)
    yield Stroke(Paint("rule"), RULE, tuple(rules))
    yield Stroke(Paint("frame"), BORDER, (*frame, *_borders(board)))


def _borders(board: Geometry) -> Iterator[Line]:
    """Yield a line wherever two boxes meet."""
    size, box_of = board.size, board.box_of
    for line in range(1, size):
        at = MARGIN + CELL * line
        left_right = {
            k for k in range(size) if box_of[k * size + line - 1] != box_of[k * size + line]
        }
        for start, stop in _runs(left_right):
            yield at, MARGIN + CELL * start, at, MARGIN + CELL * stop
        above_below = {
            k for k in range(size) if box_of[(line - 1) * size + k] != box_of[line * size + k]
        }
        for start, stop in _runs(above_below):
            yield MARGIN + CELL * start, at, MARGIN + CELL * stop, at


# What is written.


def _small_texts(
    grid: Grid, values: Values | None, candidates: Candidates, marked: frozenset[Candidate]
) -> Iterator[Part]:
    """Yield the candidates, and the weights of the cells where none stand."""
    marks = _marks(grid, candidates)
    if values is not None:
        weights = _cell_weights(grid, values)
        yield _weights(
            grid.geometry, [None if m else w for m, w in zip(marks, weights, strict=True)]
        )
    yield from _pencil(grid.geometry, marks, marked)


def _marks(grid: Grid, candidates: Candidates) -> tuple[int, ...]:
    """Return the masks to write into the blank cells, 0 for none."""
    full = grid.geometry.full_mask
    if candidates is False:
        masks = tuple(mask if mask != full else 0 for mask in grid.allowed)
    elif candidates is True:
        masks = grid.candidates
    elif isinstance(candidates, Grid):
        masks = candidates.allowed
    else:
        masks = Grid.from_masks(candidates, grid.geometry).allowed
    return tuple(0 if digit else mask for digit, mask in zip(grid, masks, strict=True))


def _pencil(
    board: Geometry, marks: tuple[int, ...], marked: frozenset[Candidate]
) -> Iterator[Text]:
    """Write candidates small, each digit at its own place in the cell."""
    found = {(cell, digit) for cell, mask in enumerate(marks) for digit in digits_of(mask)}
    for paint, items in ((Paint("candidate"), found - marked), (Paint("marked"), found & marked)):
        words = [(*spot(board, *item), board.symbols[item[1] - 1]) for item in sorted(items)]
        yield Text(paint, min(17, room(board)), tuple(words))


def _weights(board: Geometry, weights: list[int | None]) -> Text:
    """Write weights in the corners of cells."""
    longest = max(len(str(weight)) for weight in weights)
    size = min(WEIGHT_SIZE, (CELL - 2 * INSET) * 9 // (5 * longest))
    words = []
    for cell, weight in enumerate(weights):
        if weight is not None:
            x, y = corner(board, cell)
            width = 5 * size * len(str(weight)) // 9  # a digit is as wide as 5/9 of its size
            words.append((x + INSET + width // 2, y + INSET + size // 2, str(weight)))
    return Text(Paint("weight"), size, tuple(words))


def _digits(grid: Grid, givens: bytes, lowered: int) -> Iterator[Part]:
    words = []
    for cell, digit in enumerate(grid):
        x, y = middle(grid.geometry, cell)
        words.append((x, y + lowered, grid.geometry.symbols[digit - 1]))
    given = tuple(word for word, digit in zip(words, givens, strict=True) if digit)
    solved = tuple(word for cell, word in enumerate(words) if grid[cell] and not givens[cell])
    yield Text(Paint("given"), DIGIT_SIZE, given, bold=True)
    yield Text(Paint("solved"), DIGIT_SIZE, solved)


# What is said.


def _title(grid: Grid, givens: bytes) -> str:
    """Return ``Sudoku, 9x9, 24 givens``, or what fits the grid."""
    size, n_givens = grid.geometry.size, len(givens) - givens.count(0)
    n_solved = grid.n_clues - n_givens
    solved = f", {n_solved} digits filled in" if n_solved else ""
    return f"Sudoku, {size}x{size}, {n_givens} given{'s' * (n_givens != 1)}{solved}"


def _description(grid: Grid, caption: str) -> str:
    size, line = grid.geometry.size, grid.to_line()
    rows = [" ".join(line[start : start + size]) for start in range(0, len(line), size)]
    said = [f"Row {number}: {row}" for number, row in enumerate(rows, 1)]
    return "; ".join([*said, caption] if caption else said)
