"""Reading Interactive Sudoku Solver's text: the board, the givens, the groups of items."""

from __future__ import annotations

import re
from collections import Counter
from contextlib import suppress
from functools import lru_cache
from typing import TYPE_CHECKING

from lowbit import constraints as kinds
from lowbit.board_names import FREE, BoardLayout, usual_boxes
from lowbit.constraints.chaos import group_of_labels
from lowbit.constraints.lacking import groups_lacking
from lowbit.constraints.lowering import require_stated
from lowbit.errors import ConstraintError, FormatError, GeometryError
from lowbit.formats.variants.boards import LONGEST_SIDE, board_with
from lowbit.formats.variants.iss.grammar import BASE64, GROUPS, Item, items_of, whole
from lowbit.formats.variants.iss.items import READERS
from lowbit.formats.variants.iss.places import Places, cell_name, given_of
from lowbit.geometry import Geometry
from lowbit.grid import Grid, Masks
from lowbit.houses import House
from lowbit.puzzle import puzzle_of_fitting
from lowbit.variables import read_variables

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from lowbit.constraints import Constraint
    from lowbit.puzzle import Puzzle
    from lowbit.variables import Variables

LACKING, CHAOS = "Doppelganger", "ChaosConstruction"

BRINGING = {LACKING, CHAOS}
"""The items that put variables beside the board, and are constraints on them."""

BOARD_ITEMS = {"Shape", "NoBoxes", "Jigsaw", "RegionSize", "Var", *BRINGING}
"""The items that describe the board."""

SAYS_BOARD = re.compile(rf"\.(?:{'|'.join(sorted(BOARD_ITEMS))})(?![A-Za-z])[^.]*")
"""An item that describes the board, in a text."""

SEVERAL = {"Jigsaw", "Var", *BRINGING}
"""Those of which a board may have several, or that add cells to it."""

KEYED = {"Pair", "PairX", "Binary", "BinaryX", "NFA"}
"""The items whose first argument is a key, which may look like the name of a variable."""

RAW = "Raw"
"""The word behind a shape without houses."""

DEPENDENT = {"FullRank", "StrictKropki", "StrictXV"}
"""The items that depend on others: on an option, or on those that they leave out."""

WIDTHS = re.compile(r"([1-9][0-9]*x)?[1-9][0-9]*")
"""The size of a group of variables; the program takes any other for 1."""

MOST_KEPT = 1 << 13
"""The most items of a board that are kept: some megabytes."""


def read_iss(text: str) -> Puzzle:
    """Return the puzzle of a text of Interactive Sudoku Solver, or of a link with one in `?q=`.

    Parameters
    ----------
    text : str
        The text.

    Raises
    ------
    FormatError
        If it breaks the grammar, or has something that lowbit does not know; the message names it.

    Examples
    --------
    >>> puzzle = read_iss(".Shape~4x4.Cage~6~R1C2~R1C3.~R1C1_1.Diagonal~1")
    >>> str(puzzle.geometry), puzzle.grid[0], [type(item).__name__ for item in puzzle.constraints]
    ('4x4', 1, ['Cage', 'Diagonal'])
    """
    items = items_of(text)
    _require_one_puzzle(items)
    geometry = _board(tuple([item for item in items if item.name in BOARD_ITEMS]))
    reader = _Reader(Places(geometry, items))
    known = _readers_of(geometry)
    masks = [geometry.full_mask] * geometry.n_cells
    constraints: list[Constraint] = []
    for item in items:
        if not item.name:
            for arg in filter(None, item.args):
                given = given_of(geometry, arg)
                masks[given.cell] &= given.mask
        elif item.name in BRINGING:
            constraints += reader.fitting(item)
        elif item.name not in BOARD_ITEMS:
            constraints += known(item) if _is_alone(item) else reader.fitting(item)
    return puzzle_of_fitting(Grid(Masks(masks), geometry), tuple(constraints))


def constraints_of_item(geometry: Geometry, text: str) -> tuple[Constraint, ...]:
    """Return the constraints of an item, or of a group, that mean the same whatever the others are.

    Raises
    ------
    FormatError
        If the text is anything else.
    ConstraintError
        If the constraints do not fit the board.
    """
    items = items_of(f".{text}")
    if len(items) != 1 or not items[0].name or not _is_alone(items[0]):
        raise FormatError(f"{text[:60]} is no item that stands alone")
    return _readers_of(geometry)(items[0])


def board_of_text(text: str) -> Geometry | None:
    """Return the board of a text; None where it has jigsaws, variables, or describes no board."""
    said = "".join(SAYS_BOARD.findall(text)) if any(map(text.__contains__, BOARD_ITEMS)) else ""
    return _board_of_items(said)


@lru_cache(maxsize=64)
def _board_of_items(text: str) -> Geometry | None:
    items = items_of(text) if text else ()
    with suppress(FormatError):
        if not any(item.name in SEVERAL for item in items):
            return _board(items)
    return None


def _require_one_puzzle(items: Sequence[Item]) -> None:
    """Refuse items of several puzzles: a board behind the constraints on another."""
    shapes = [at for at, item in enumerate(items) if item.name == "Shape"]
    if len(shapes) < 2:
        return
    between = items[shapes[0] : shapes[-1]]
    if any(item.name not in BOARD_ITEMS for item in between):
        raise FormatError("Shape is given again behind constraints: these are several puzzles")


def _is_alone(item: Item) -> bool:
    """Return whether an item means the same whatever the others are."""
    return item.name not in DEPENDENT and all(map(_is_alone, item.parts))


@lru_cache(maxsize=64)
def _readers_of(geometry: Geometry) -> Callable[[Item], tuple[Constraint, ...]]:
    """Return the reader of items on a board, which keeps them: many puzzles share some."""
    reader = _Reader(Places(geometry))
    return lru_cache(MOST_KEPT)(reader.fitting)


@lru_cache(maxsize=64)
def _board(items: tuple[Item, ...]) -> Geometry:
    """Return the board that the items on it describe."""
    board = _board_alone(tuple(item for item in items if item.name not in {"Var", *BRINGING}))
    groups = [_variables(item, board.n_columns) for item in items if item.name == "Var"]
    brought = {item.name for item in items} & BRINGING
    groups += groups_lacking(board) if LACKING in brought else ()
    groups += [group_of_labels(board)] if CHAOS in brought else ()
    try:
        return board.with_variables(*groups)
    except GeometryError as error:
        raise FormatError(f"Var: {error}") from error


def _variables(item: Item, columns: int) -> Variables:
    """Return a group of variables: its letters, a text for people, and its size, if any."""
    letters, _, size, *others = (*item.args, *("", "", "")[len(item.args) :])
    said = f"V{letters}:{size}" if WIDTHS.fullmatch(size) else f"V{letters}"
    try:
        if letters.isupper() and not others:
            return read_variables(said, columns)
    except GeometryError as error:
        raise FormatError(f"{item}: {error}") from error
    raise FormatError(f"{str(item)[:60]} names no variables, as Var~A~label~80 does")


@lru_cache(maxsize=64)
def _board_alone(items: tuple[Item, ...]) -> Geometry:
    """Return the board without its variables."""
    arguments = _board_items(items)
    shape = arguments.get("Shape", ("9x9",))
    try:
        rows, columns = _sides(shape[0])
        size = whole(*arguments.get("RegionSize", (str(max(rows, columns)),)))
        values = _values(max(rows, columns), [said for said in shape[1:] if said not in {"", RAW}])
        layouts = ["".join(item.args[-1:]) for item in items if item.name == "Jigsaw"]
        jigsaws = [_regions(layout, size, rows * columns) for layout in layouts]
        boxes = None if "NoBoxes" in arguments else usual_boxes(BoardLayout(rows, columns, size))
    except FormatError:
        raise
    except (IndexError, TypeError, ValueError) as error:
        raise FormatError(f"{'~'.join(('Shape', *shape))} is not a board") from error
    if RAW in shape:
        return _free_board(rows, columns, values, jigsaws)
    if not boxes and len(jigsaws) <= 1:
        return board_with(rows, columns, values, jigsaws[0] if jigsaws else [None] * rows * columns)
    named = f"{boxes[0]}x{boxes[1]}" if boxes else "none"
    try:
        board = Geometry.parse(f"{rows}x{columns}~{values[0]}-{values[-1]}:{named}")
        return board.with_houses(*_boxes(jigsaws)) if jigsaws else board
    except GeometryError as error:
        raise FormatError(str(error)) from error


def _free_board(rows: int, columns: int, values: range, jigsaws: Sequence[object]) -> Geometry:
    """Return a board without houses."""
    if jigsaws:
        raise FormatError(f"a {RAW} shape has no jigsaw")
    try:
        return Geometry.parse(f"{rows}x{columns}~{values[0]}-{values[-1]}:{FREE}")
    except GeometryError as error:
        raise FormatError(str(error)) from error


def _board_items(items: tuple[Item, ...]) -> dict[str, tuple[str, ...]]:
    """Return the arguments of the items of which a board has one."""
    arguments: dict[str, tuple[str, ...]] = {}
    for item in items:
        if item.name in BOARD_ITEMS - SEVERAL and arguments.setdefault(item.name, item.args) != (
            item.args
        ):
            raise FormatError(f"{item.name} is given twice, with different arguments")
    return arguments


def _sides(shape: str) -> tuple[int, int]:
    """Return the rows and columns of a shape such as 9x9."""
    rows, columns = map(whole, shape.split("x"))
    if not 0 < min(rows, columns) <= max(rows, columns) <= LONGEST_SIDE:
        raise FormatError(f"a board has 1 to {LONGEST_SIDE} rows and columns, not {shape}")
    return rows, columns


def _values(usual: int, options: Iterable[str]) -> range:
    """Return the values of a board: as many as its longer side, from 1, unless stated otherwise."""
    values = range(1, usual + 1)
    for option in options:
        lowest, _, highest = option.rpartition("-")
        values = range(whole(lowest or "1"), whole(highest) + 1)
        if not values:
            raise FormatError(f"a board has values from the lowest to the highest, not {option}")
    return values


def _regions(layout: str, size: int, n_cells: int) -> list[str | None]:
    """Return the region of each cell.

    All have `size` cells, but one may have another number, which says nothing: it holds the cells
    that are in no region. So does a region of all cells.
    """
    if len(layout) != n_cells:
        raise FormatError(f"Jigsaw~{layout[:60]} is of {len(layout)} cells, not {n_cells}")
    n_cells_of = Counter(layout)
    others = {name for name, number in n_cells_of.items() if number != size}
    if len(others) > 1:
        raise FormatError(f"Jigsaw~{layout[:60]} has {len(others)} regions that are not of {size}")
    return [None if name in others or len(n_cells_of) == 1 else name for name in layout]


def _boxes(jigsaws: list[list[str | None]]) -> Iterator[House]:
    for regions in jigsaws:
        for at, name in enumerate(dict.fromkeys(filter(None, regions))):
            yield House("box", at, tuple(cell for cell, own in enumerate(regions) if own == name))


class _Reader:
    """Turns items into constraints, including those in groups."""

    def __init__(self, places: Places) -> None:
        self._places = places

    def fitting(self, item: Item) -> tuple[Constraint, ...]:
        """Return the constraints that an item stands for, which fit the board."""
        try:
            found = tuple(self.constraints_of(item))
            require_stated(found, self._places.geometry)
        except ConstraintError as error:
            raise FormatError(str(error)) from error
        return found

    def constraints_of(self, item: Item) -> Iterable[Constraint]:
        """Return the constraints that an item stands for."""
        if item.name == "Or":
            return [kinds.Or(tuple(map(self._joined, item.parts)))]
        if item.name == "And":
            return [self._joined(item)]
        if item.name == "Replicate":
            return self._replicated(item)
        if not item.name:
            return self.givens(item)
        if item.name in BOARD_ITEMS - BRINGING:
            raise FormatError(f"{item.name} describes the board, and stands in no group")
        if item.name not in READERS:
            raise FormatError(
                f"{item.name} is a constraint that lowbit does not know{_meant(item.name)}"
            )
        try:
            return list(READERS[item.name](self._places, *item.args))
        except (ValueError, TypeError, IndexError, KeyError) as error:
            if isinstance(error, FormatError):
                raise
            text = "~".join((item.name, *item.args))
            raise FormatError(f"{text[:60]} is not what {item.name} looks like") from error

    def givens(self, item: Item) -> list[kinds.Holds]:
        """Return the values that an item without a name gives to cells."""
        given = [given_of(self._places.geometry, text) for text in item.args if text]
        return [kinds.Holds(each.cell, each.values) for each in given]

    def _joined(self, item: Item) -> Constraint:
        """Return one constraint for an item; a group means all of its items."""
        parts = item.parts if item.name == "And" else (item,)
        constraints = [found for part in parts for found in self.constraints_of(part)]
        return constraints[0] if len(constraints) == 1 else kinds.And(tuple(constraints))

    def _replicated(self, item: Item) -> Iterator[Constraint]:
        """Yield the constraints of a group once for each target, shifted."""
        origin = self._places.cell(item.args[1] if len(item.args) > 1 else "R1C1")
        targets = "".join(item.args[:1])
        if not set(targets) <= set(BASE64):
            raise FormatError(f"Replicate~{targets[:60]} does not say where to, in base 64")
        bits = [BASE64.index(letter) >> at & 1 for letter in targets for at in range(6)]
        for target in (origin + at for at, bit in enumerate(bits) if bit):
            board = self._places.geometry
            if target >= board.n_cells or board.group_of(target) != board.group_of(origin):
                raise FormatError("Replicate moves cells over the rim")
            yield from (
                found
                for part in item.parts
                for found in self.constraints_of(self._shifted(part, origin, target))
            )

    def _shifted(self, item: Item, origin: int, target: int) -> Item:
        """Return an item with all of its cells moved."""
        board = self._places.geometry
        (row, column), (to_row, to_column) = board.places[origin], board.places[target]
        group = board.group_of(origin)

        def moved(arg: str) -> str:
            name, *values = arg.split("_")
            if not self._places.is_cell(name):
                return arg
            cell = self._places.cell(name)
            here = board.places[cell]
            there = board.cell_at(here[0] + to_row - row, here[1] + to_column - column)
            if there is None or {*map(board.group_of, (cell, there))} != {group}:
                raise FormatError(f"Replicate moves {name} over the rim")
            return "_".join((cell_name(board, there), *values))

        parts = tuple(self._shifted(part, origin, target) for part in item.parts)
        n_kept = item.name in KEYED
        return Item(item.name, (*item.args[:n_kept], *map(moved, item.args[n_kept:])), parts)


@lru_cache
def _meant(name: str) -> str:
    """Return the question whether a name like this one was meant, which may be in small letters."""
    from difflib import get_close_matches  # only mistakes need it

    names = {known.lower(): known for known in (*READERS, *BOARD_ITEMS, *GROUPS)}
    near = get_close_matches(name.lower(), names, 1, cutoff=0.75)
    return f"; did you mean {names[near[0]]}?" if near else ""
