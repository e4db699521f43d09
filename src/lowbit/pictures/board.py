"""The parts of the picture of a grid.

::

    paper, heat, tints, highlights      the background, with the fills of constraints and of a step
    lines, bulbs                        of constraints, and the diagonals
    rules, borders, frame               the grid: thin lines first, bold ones last
    the marks and links of a step       the evidence
    weights, candidates, digits         the text
    the key of a step, caption          below the board
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain, groupby, pairwise
from textwrap import wrap
from typing import TYPE_CHECKING, Final, TypeAlias

from lowbit.cells import shape_of
from lowbit.constraints import ChaosConstruction
from lowbit.errors import InputError
from lowbit.grid import Grid, digits_of
from lowbit.houses import House
from lowbit.pictures.evidence import Layers, layers
from lowbit.pictures.measures import CELL, INSET, MARGIN, Spots, corner, middle
from lowbit.pictures.parts import (
    Line,
    Paint,
    Part,
    Path,
    Picture,
    Polygon,
    Rectangles,
    Stroke,
    Text,
    is_empty,
    moved,
)
from lowbit.pictures.places import places
from lowbit.pictures.themes import N_COLOURS
from lowbit.pictures.variants.drawings import drawn
from lowbit.verbs.maximize.weights import values_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from lowbit.constraints import Constraint
    from lowbit.cosmetics import Cosmetic
    from lowbit.geometry import Geometry
    from lowbit.grid import GridLike
    from lowbit.pictures.parts import Point
    from lowbit.pictures.places import Place
    from lowbit.techniques.board_masks import Candidate
    from lowbit.techniques.step import Step
    from lowbit.verbs.maximize.weights import Values, WeightsLike

    Candidates: TypeAlias = bool | Grid | Iterable[int]

CAPTION: Final = 44

MARK_INSET = 2
"""The distance between the mark of a cell and its rules."""

BORDER, RULE, DIAGONAL, MARK = 3, 1, 6, 3
DIGIT_SIZE, CAPTION_SIZE, WEIGHT_SIZE = 40, 26, 13
WORDS_SIZE, WORDS_ROW = 17, 26

LOWERED: Final = 4
"""The distance by which digits are moved down to make room for weights."""

LINES: Final = ("row", "column", "box")
"""The houses that the rules and borders show."""


@dataclass(frozen=True, slots=True)
class Shown:
    """The contents of a picture in addition to its grid, see `lowbit.render`."""

    givens: GridLike | None = None
    candidates: Candidates = False
    highlight: str | Iterable[Place] = ()
    weights: WeightsLike | None = None
    score: bool = False
    title: str = ""
    step: Step | None = None
    constraints: tuple[Constraint, ...] = ()
    cosmetics: tuple[Cosmetic, ...] = ()
    colours: Sequence[int] = ()
    language: str = "en"


def draw(grid: Grid, shown: Shown | None = None) -> Picture:
    """Return the picture of a grid.

    Parameters
    ----------
    grid : Grid
        The grid to draw.
    shown : Shown, optional
        The contents to show in addition.

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
    side = 2 * MARGIN + grid.geometry.n_columns * CELL
    rules = drawn(shown.constraints, grid.geometry, shown.cosmetics)
    spots = Spots(grid.geometry, rules.has_notes)
    seen = layers(spots, shown.step, shown.language) if shown.step else Layers()
    foot = 2 * MARGIN + grid.geometry.n_rows * CELL + seen.key_height
    around = CELL * rules.has_outside
    said = _words(rules.words, side, foot + around + CAPTION * bool(caption))
    height = foot + CAPTION * bool(caption) + WORDS_ROW * len(said.words)
    paper = Rectangles(Paint("paper"), ((0, 0, side + 2 * around, height + 2 * around),))
    parts = (
        () if values is None else _heat(grid, values),
        _extra_houses(grid.geometry),
        rules.fills,
        _colours(grid.geometry, shown.colours),
        _highlights(grid.geometry, shown.highlight),
        seen.behind,
        _diagonals(grid.geometry),
        rules.lines,
        rules.bulbs,
        _lines(grid.geometry, _regions_found(grid, shown.constraints)),
        _names(grid.geometry),
        seen.marked,
        _small_texts(grid, values, _marks(grid, shown.candidates), spots, seen.candidates),
        seen.across,
        rules.above,
        _digits(grid, givens, 0 if values is None else LOWERED),
        [said],
        seen.key,
        [Text(Paint("caption"), CAPTION_SIZE, ((side // 2, foot + CAPTION // 3, caption),))],
    )
    shown_parts = (part for part in chain(*parts) if not is_empty(part))
    return Picture(
        side + 2 * around,
        height + 2 * around,
        (paper, *(moved(part, around, around) if around else part for part in shown_parts)),
        shown.title or _title(grid, givens),
        _description(grid, caption),
    )


def _words(words: Iterable[str], side: int, top: int) -> Text:
    """Return the words about constraints below the board, in as many rows as they take."""
    rows = wrap(", ".join(words), max(12, side * 2 // WORDS_SIZE))
    middles = (top + WORDS_ROW * at + WORDS_ROW // 2 for at in range(len(rows)))
    return Text(
        Paint("caption"),
        WORDS_SIZE,
        tuple((side // 2, y, r) for y, r in zip(middles, rows, strict=True)),
    )


def _givens(grid: Grid, givens: GridLike | None) -> bytes:
    """Return the givens, 0 where there is none."""
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
    """Return the caption with the score of the grid."""
    if values is None:
        raise InputError("a score needs weights")
    total = sum(of_cell[digit - 1] for digit, of_cell in zip(grid, values, strict=True) if digit)
    return f"score {total}"


# The background.


def _fill(board: Geometry, paint: Paint, cells: Iterable[int]) -> Rectangles:
    """Fill cells; neighbours in a row are merged into one rectangle."""
    rectangles = []
    for row, in_row in groupby(sorted(set(cells)), board.row):
        for start, stop in _runs({board.column(cell) for cell in in_row}):
            x, y = MARGIN + CELL * start, MARGIN + CELL * row
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
    """Yield a fill for each weight; the lowest has 0 % of the heat."""
    weights = _cell_weights(grid, values)
    low, high = min(weights), max(weights)
    for weight in sorted(set(weights)):
        amount = round(100 * (weight - low) / (high - low)) if high > low else 50
        cells = [cell for cell, its_weight in enumerate(weights) if its_weight == weight]
        yield _fill(grid.geometry, Paint("heat", amount), cells)


def _cell_weights(grid: Grid, values: Values) -> list[int]:
    """Return a weight for each cell: the factor of its digit, or else the value of that digit."""
    times = grid.geometry.values
    weights = [of_cell[1] - of_cell[0] for of_cell in values]
    if all(
        list(of_cell) == [weight * value for value in times]
        for of_cell, weight in zip(values, weights, strict=True)
    ):
        return weights
    return [
        of_cell[digit - 1] if digit else max(of_cell)
        for digit, of_cell in zip(grid, values, strict=True)
    ]


def _extra_houses(board: Geometry) -> Iterator[Part]:
    """Tint the extra houses; if they cover the board, each gets its own colour."""
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
    """Whether a house goes straight from one corner of a grid to another."""
    places = [board.places[cell] for cell in house.cells]
    steps = {(below[0] - above[0], below[1] - above[1]) for above, below in pairwise(places)}
    return steps in ({(1, 1)}, {(1, -1)})


def _colours(board: Geometry, colours: Sequence[int]) -> Iterator[Part]:
    """Yield what a player coloured: several colours share a cell in slanting stripes."""
    if colours and len(colours) != board.n_cells:
        raise InputError(f"{board.n_cells} cells have {len(colours)} sets of colours")
    stripes: dict[int, list[tuple[Point, ...]]] = {}
    for cell, mask in enumerate(colours):
        x, y = corner(board, cell)
        own = list(digits_of(mask))
        for at, number in enumerate(own):
            ends = 2 * at / len(own), 2 * (at + 1) / len(own)
            points = ((round(x + CELL * a), round(y + CELL * b)) for a, b in _stripe(*ends))
            stripes.setdefault(number, []).append(tuple(points))
    for number, found in sorted(stripes.items()):
        if number > N_COLOURS:
            raise InputError(f"there are {N_COLOURS} colours, not {number}")
        yield Polygon(Paint("paint", number - 1), tuple(found))


def _stripe(low: float, high: float) -> Iterator[tuple[float, float]]:
    """Yield the corners of the part of a square where x + y lies between two numbers of 0 to 2."""
    is_bent = low < 1 < high
    for total in (low, *([1.0] if is_bent else ()), high):
        yield (total, 0) if total <= 1 else (1, total - 1)
    for total in (high, *([1.0] if is_bent else ()), low):
        yield (0, total) if total <= 1 else (total - 1, 1)


def _highlights(board: Geometry, named: str | Iterable[Place]) -> Iterator[Part]:
    found = list(places(named, board))
    houses = [place for place in found if isinstance(place, House)]
    cells = [place for place in found if not isinstance(place, House)]
    yield _fill(board, Paint("house"), (cell for house in houses for cell in house.cells))
    yield _fill(board, Paint("cell"), cells)
    yield Stroke(Paint("mark"), MARK, tuple(line for cell in cells for line in _ring(board, cell)))


def _ring(board: Geometry, cell: int) -> Iterator[Line]:
    """Yield the lines around a cell, inside its rules: a fill alone would be lost in a heat map."""
    x, y = corner(board, cell)
    yield from _square(x + MARK_INSET, y + MARK_INSET, CELL - 2 * MARK_INSET)


def _square(x: int, y: int, side: int) -> tuple[Line, ...]:
    return (
        (x, y, x + side, y),
        (x, y + side, x + side, y + side),
        (x, y, x, y + side),
        (x + side, y, x + side, y + side),
    )


# The lines.


def _diagonals(board: Geometry) -> Iterator[Part]:
    lines = []
    inward = DIAGONAL // 2  # so that their ends stay within the frame
    for house in board.houses:
        if _is_diagonal(board, house):
            (x, y), (to_x, to_y) = (corner(board, house.cells[end]) for end in (0, -1))
            x, to_x = (x, to_x + CELL) if x < to_x else (x + CELL, to_x)
            right = inward if x < to_x else -inward
            lines.append(((x + right, y + inward), (to_x - right, to_y + CELL - inward)))
    yield Path(Paint("diagonal"), DIAGONAL, tuple(lines))


def _lines(board: Geometry, regions: dict[int | None, int]) -> Iterator[Part]:
    """Yield the rules between cells, the borders between boxes and found regions, and the frame."""

    def is_border(_board: Geometry, one: int | None, other: int | None) -> bool:
        # Where one of two regions is unknown, they may be the same.
        is_found = regions.get(one) and regions.get(other) and regions[one] != regions[other]
        return _is_border(board, one, other) or bool(is_found)

    rules = sorted(_divided(board, _is_rule), key=_goes_across)
    yield Stroke(Paint("rule"), RULE, tuple(rules))
    frame = _frame(board) if board.is_rectangle else ()
    yield Stroke(Paint("frame"), BORDER, (*frame, *_divided(board, is_border)))


def _regions_found(grid: Grid, constraints: Iterable[Constraint]) -> dict[int | None, int]:
    """Return the number of the region of each cell, 0 if unknown, where regions are to be found."""
    found = (one for one in constraints if isinstance(one, ChaosConstruction))
    pairs = chain(*(one.own_regions(grid.geometry) for one in found))
    return {cell: grid[label] for cell, label in pairs}


def _goes_across(line: Line) -> bool:
    return line[1] == line[3]


def _frame(board: Geometry) -> tuple[Line, ...]:
    left = top = MARGIN
    right, bottom = left + CELL * board.n_columns, top + CELL * board.n_rows
    return (
        (left, top, right, top),
        (left, bottom, right, bottom),
        (left, top, left, bottom),
        (right, top, right, bottom),
    )


def _is_rule(_board: Geometry, one: int | None, other: int | None) -> bool:
    return one is not None and other is not None


def _is_border(board: Geometry, one: int | None, other: int | None) -> bool:
    """Whether two boxes meet here, or the board ends within the rectangle around it."""
    if one is None or other is None:
        return not board.is_rectangle and one is not other
    return board.box_of[one] != board.box_of[other]


def _divided(
    board: Geometry, divides: Callable[[Geometry, int | None, int | None], bool]
) -> Iterator[Line]:
    """Yield the lines between neighbours that something divides."""
    for line in range(max(board.n_rows, board.n_columns) + 1):
        at = MARGIN + CELL * line
        beside = [(board.cell_at(k, line - 1), board.cell_at(k, line)) for k in range(board.n_rows)]
        for start, stop in _runs({k for k, pair in enumerate(beside) if divides(board, *pair)}):
            yield at, MARGIN + CELL * start, at, MARGIN + CELL * stop
        below = [
            (board.cell_at(line - 1, k), board.cell_at(line, k)) for k in range(board.n_columns)
        ]
        for start, stop in _runs({k for k, pair in enumerate(below) if divides(board, *pair)}):
            yield MARGIN + CELL * start, at, MARGIN + CELL * stop, at


# The text.


def _names(board: Geometry) -> Iterator[Part]:
    """Yield the name of each group of variables, above its first cell."""
    firsts = [(group.name, board.variable_named[group.names[0]]) for group in board.variables]
    middles = ((*middle(board, cell), name) for name, cell in firsts)
    words = tuple((x, y - CELL * 3 // 4, name) for x, y, name in middles)
    yield Text(Paint("caption"), WORDS_SIZE, words)


def _small_texts(
    grid: Grid,
    values: Values | None,
    marks: tuple[int, ...],
    spots: Spots,
    marked: frozenset[Candidate],
) -> Iterator[Part]:
    """Yield the candidates, and the weights of the cells without candidates."""
    if values is not None:
        weights = _cell_weights(grid, values)
        yield _weights(
            grid.geometry, [None if m else w for m, w in zip(marks, weights, strict=True)]
        )
    yield from _pencil(spots, marks, marked)


def _marks(grid: Grid, candidates: Candidates) -> tuple[int, ...]:
    """Return the masks of the candidates to show in blank cells, 0 for none."""
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


def _pencil(spots: Spots, marks: tuple[int, ...], marked: frozenset[Candidate]) -> Iterator[Text]:
    """Write candidates small, each digit at its own place in the cell."""
    found = {(cell, digit) for cell, mask in enumerate(marks) for digit in digits_of(mask)}
    for paint, items in ((Paint("candidate"), found - marked), (Paint("marked"), found & marked)):
        symbols = spots.board.symbols
        words = [(*spots.of(*item), symbols[item[1] - 1]) for item in sorted(items)]
        yield Text(paint, spots.size, tuple(words))


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


# The description.


def _title(grid: Grid, givens: bytes) -> str:
    """Return a description such as ``Sudoku, 9x9, 24 givens``."""
    n_givens = len(givens) - givens.count(0)
    n_solved = grid.n_clues - n_givens
    solved = f", {n_solved} digits filled in" if n_solved else ""
    return f"Sudoku, {shape_of(grid.geometry)}, {n_givens} given{'s' * (n_givens != 1)}{solved}"


def _description(grid: Grid, caption: str) -> str:
    rows = grid.geometry.in_rows(grid.to_line(), " ")
    said = [f"Row {number}: {' '.join(row).rstrip()}" for number, row in enumerate(rows, 1)]
    return "; ".join([*said, caption] if caption else said)
