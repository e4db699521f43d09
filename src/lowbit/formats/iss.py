"""The text of Interactive Sudoku Solver: `.Cage~10~R1C1~R1C2.~R5C5_3` and so on.

A text is a list of items, each a dot, a name and arguments after tildes. Items without a name are
givens. `Or`, `And` and `Replicate` hold the items up to their `End`. Cells are called `R1C1`; rows
and columns past 9 are letters. An item that is not in `READERS` is refused by its name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple, TypeAlias
from urllib.parse import parse_qs, urlsplit

from lowbit import constraints as kinds
from lowbit.constraints import Constraint
from lowbit.constraints.scale import mask_where, neighbours
from lowbit.errors import ConstraintError, FormatError, GeometryError
from lowbit.geometry import Geometry
from lowbit.grid import Grid, Masks
from lowbit.houses import House
from lowbit.puzzle import Puzzle

if TYPE_CHECKING:
    from collections.abc import Iterable

PLACES = "123456789abcdefghijklmnop"
"""How rows and columns are called."""

BASE64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
BOARD_ITEMS = {"Shape", "NoBoxes", "Jigsaw"}
"""The items that say what the board is."""


class Item(NamedTuple):
    """An item: its name, "" for a given, its arguments, and for groups the items within."""

    name: str
    args: tuple[str, ...]
    parts: tuple[Item, ...] = ()


def is_iss(text: str) -> bool:
    """Return whether a text looks like one of Interactive Sudoku Solver.

    Examples
    --------
    >>> is_iss(".Cage~10~R1C1~R1C2"), is_iss("." * 81)
    (True, False)
    """
    return _query(text).startswith(".") and "~" in text


def read_iss(text: str) -> Puzzle:
    """Return the puzzle of a text of Interactive Sudoku Solver, or of a link with one in `?q=`.

    Parameters
    ----------
    text : str
        The text.

    Raises
    ------
    FormatError
        If it breaks the grammar, or says what lowbit does not know; the message names it.

    Examples
    --------
    >>> puzzle = read_iss(".Shape~4x4.Cage~6~R1C2~R1C3.~R1C1_1.Diagonal~1")
    >>> str(puzzle.geometry), puzzle.grid[0], [type(item).__name__ for item in puzzle.constraints]
    ('4x4', 1, ['Cage', 'Diagonal'])
    """
    items = _grouped(iter(_items(_query(text))))
    geometry = _board(items)
    reader = _Reader(geometry, tuple(_marked(items)))
    masks = [geometry.full_mask] * geometry.n_cells
    constraints: list[Constraint] = []
    for item in items:
        if item.name:
            constraints += reader.constraints_of(item)
        else:
            for holds in reader.givens(item):
                masks[holds.cell] &= mask_where(geometry, holds.values.__contains__)
    try:
        return Puzzle(Grid(Masks(masks), geometry), constraints)
    except ConstraintError as error:
        raise FormatError(str(error)) from error


def _query(text: str) -> str:
    """Return the text itself, without white space and the link around it."""
    text = "".join(text.split())
    if text.startswith(("http://", "https://")):
        return parse_qs(urlsplit(text).query).get("q", [""])[0]
    return text


def _items(text: str) -> Iterator[Item]:
    for said in text.lstrip(".").split("."):
        name, *args = said.split("~")
        yield Item(name, tuple(args))


def _grouped(items: Iterator[Item], *, within: bool = False) -> tuple[Item, ...]:
    """Return the items up to the end, those of a group within it."""
    found: list[Item] = []
    for item in items:
        if item.name == "End":
            return tuple(found)
        if item.name in {"Or", "And", "Replicate"}:
            item = item._replace(parts=_grouped(items, within=True))  # noqa: PLW2901
        found.append(item)
    if within:
        raise FormatError("a group of Or, And or Replicate lacks its End")
    return tuple(found)


def _board(items: tuple[Item, ...]) -> Geometry:
    """Return the board that the items describe."""
    said = {item.name: item.args for item in items if item.name in BOARD_ITEMS}
    shape, *options = said.get("Shape", ("9x9",))
    rows, _, columns = shape.partition("x")
    if rows != columns or not rows.isdecimal():
        raise FormatError(f"boards of {shape} are not known yet")
    size, alphabet = int(rows), _alphabet(int(rows), options)
    try:
        board = Geometry.parse(f"{size}x{size}", alphabet)
        jigsaw = [_regions(item.args[-1]) for item in items if item.name == "Jigsaw"]
        if not jigsaw and "NoBoxes" not in said:
            return board
        houses = [house for house in board.houses if house.kind != "box" or "NoBoxes" not in said]
        houses += [
            House("box", at, cells) for regions in jigsaw for at, cells in enumerate(regions)
        ]
        return Geometry(size, houses, symbols=board.symbols)
    except GeometryError as error:
        raise FormatError(str(error)) from error


def _alphabet(size: int, options: Iterable[str]) -> str:
    """Return the symbols of a board whose values may begin with 0."""
    usual = "1-9A-P"
    for option in options:
        lowest, _, highest = option.rpartition("-")
        first, last = int(lowest or 1) if option != "Raw" else 1, highest
        if option == "Raw" or int(last) - first + 1 != size or first not in {0, 1}:
            raise FormatError(f"boards with {option} are not known yet")
        usual = "0-9A-P" if first == 0 else usual
    return usual


def _regions(layout: str) -> list[tuple[int, ...]]:
    names = dict.fromkeys(layout)
    return [tuple(at for at, name in enumerate(layout) if name == region) for region in names]


def _marked(items: Iterable[Item]) -> Iterator[Item]:
    """Yield the dots, and the X and V, of a puzzle, those in groups, too."""
    for item in items:
        if item.name in {"WhiteDot", "BlackDot", "X", "V"}:
            yield item
        yield from _marked(item.parts)


class _Reader:
    """What turns items into constraints on a board.

    Parameters
    ----------
    geometry : Geometry
        The board.
    marks : tuple of Item
        All dots, X and V of the puzzle: what the strict rules leave out.
    """

    def __init__(self, geometry: Geometry, marks: tuple[Item, ...]) -> None:
        self.geometry = geometry
        self.marks = marks

    def constraints_of(self, item: Item) -> Iterable[Constraint]:
        """Return the constraints that an item stands for."""
        if item.name in BOARD_ITEMS:
            return ()
        if item.name == "Or":
            return [kinds.Or(tuple(map(self._joined, item.parts)))]
        if item.name == "And":
            return [self._joined(item)]
        if item.name == "Replicate":
            return self._replicated(item)
        if not item.name:
            return self.givens(item)
        if item.name not in READERS:
            raise FormatError(f"{item.name} is a constraint that lowbit does not know")
        try:
            return list(READERS[item.name](self, *item.args))
        except (ValueError, TypeError, IndexError, KeyError) as error:
            if isinstance(error, FormatError):
                raise
            said = "~".join((item.name, *item.args))
            raise FormatError(f"{said[:60]} is not what {item.name} looks like") from error

    def givens(self, item: Item) -> list[kinds.Holds]:
        """Return what an item without a name says of cells."""
        fields = (said.split("_") for said in item.args if said)
        return [kinds.Holds(self.cell(name), tuple(map(int, values))) for name, *values in fields]

    def cell(self, name: str) -> int:
        """Return the cell of a name such as R1C1."""
        row, column = PLACES.find(name[1:2]), PLACES.find(name[3:4])
        size = self.geometry.size
        if (
            len(name) != 4
            or name[0] != "R"
            or name[2] != "C"
            or not min(row, column) >= 0
            or max(row, column) >= size
        ):
            raise FormatError(f"{name!r} is not a cell of this board")
        return row * size + column

    def cells(self, names: Iterable[str]) -> tuple[int, ...]:
        """Return the cells of such names."""
        return tuple(map(self.cell, names))

    def groups(self, names: Iterable[str]) -> Iterator[tuple[int, ...]]:
        """Yield groups of cells, between which stands an empty name or a title."""
        group: list[int] = []
        for name in (*names, ""):
            if name and not name.startswith("_"):
                group.append(self.cell(name))
            elif group:
                yield tuple(group)
                group = []

    def line(self, name: str) -> tuple[int, ...]:
        """Return the cells of a row or column called R1 or C1."""
        at, size = PLACES.index(name[1:]), self.geometry.size
        return tuple(at * size + i if name[0] == "R" else i * size + at for i in range(size))

    def diagonal(self, name: str) -> tuple[int, ...]:
        """Return the cells of the diagonal that begins at a cell of the rim."""
        size = self.geometry.size
        row, column = divmod(self.cell(name), size)
        if column == 0 and row < size - 1:
            down, right = 1, 1
        elif row == 0:
            down, right = 1, -1
        elif column == size - 1 and row < size - 1:
            down, right = -1, -1
        else:
            down, right = -1, 1
        cells = []
        while 0 <= row < size and 0 <= column < size:
            cells.append(row * size + column)
            row, column = row + down, column + right
        return tuple(cells)

    def touching(self, names: Iterable[str]) -> Iterator[tuple[int, int]]:
        """Yield each two of some cells that share a side, in their order."""
        cells = self.cells(names)
        sides = {frozenset(pair) for pair in neighbours(self.geometry, ((0, 1), (1, 0)))}
        found = [pair for pair in combinations(cells, 2) if frozenset(pair) in sides]
        if not found:
            raise FormatError(f"none of {' '.join(names)} share a side")
        yield from found

    def marked(self, *kinds_of_mark: str) -> tuple[tuple[int, int], ...]:
        """Return the pairs with such marks."""
        marks = (item.args for item in self.marks if item.name in kinds_of_mark)
        return tuple(pair for args in marks for pair in self.touching(args))

    def pairs(self, key: str) -> tuple[tuple[int, int], ...]:
        """Return the pairs of values that the key of a relation allows."""
        values = self.geometry.values
        bits = [BASE64.index(letter) >> at & 1 for letter in key for at in range(6)]
        every = [(first, second) for first in values for second in values]
        return tuple(pair for pair, bit in zip(every, bits, strict=False) if bit)

    def _joined(self, item: Item) -> Constraint:
        """Return one constraint that says what an item says, a group being all of its items."""
        parts = item.parts if item.name == "And" else (item,)
        constraints = [said for part in parts for said in self.constraints_of(part)]
        return constraints[0] if len(constraints) == 1 else kinds.And(tuple(constraints))

    def _replicated(self, item: Item) -> Iterator[Constraint]:
        """Yield the constraints within once for each target, shifted."""
        origin = self.cell(item.args[1] if len(item.args) > 1 else "R1C1")
        bits = [BASE64.index(letter) >> at & 1 for letter in item.args[0] for at in range(6)]
        for target in (origin + at for at, bit in enumerate(bits) if bit):
            yield from (
                said
                for part in item.parts
                for said in self.constraints_of(self._shifted(part, origin, target))
            )

    def _shifted(self, item: Item, origin: int, target: int) -> Item:
        """Return an item with all of its cells moved."""
        size = self.geometry.size
        down, right = target // size - origin // size, target % size - origin % size

        def moved(arg: str) -> str:
            name, *values = arg.split("_")
            if len(name) != 4 or name[0] != "R" or name[2] != "C":
                return arg
            row, column = divmod(self.cell(name), size)
            name = f"R{PLACES[row + down]}C{PLACES[column + right]}"
            return "_".join((name, *values))

        parts = tuple(self._shifted(part, origin, target) for part in item.parts)
        return Item(item.name, tuple(map(moved, item.args)), parts)


def _sum(reader: _Reader, total: str, *names: str) -> Iterator[Constraint]:
    number, *weights = total.split("_")
    yield kinds.Sum(reader.cells(names), int(number), tuple(map(int, weights[1:])))


def _cage(reader: _Reader, total: str, *names: str) -> Iterator[Constraint]:
    cells = reader.cells(names)
    if len(set(cells)) == len(cells):
        yield kinds.Cage(cells, int(total) or None)
        return
    # A cell that is named twice counts twice in the sum, and once among what differs.
    yield kinds.AllDifferent(tuple(dict.fromkeys(cells)))
    yield kinds.Sum(cells, int(total))


def _arrow(reader: _Reader, *names: str) -> Iterator[Constraint]:
    circle, *shaft = reader.cells(names)
    yield kinds.Arrow((circle,), tuple(shaft))


def _pill_arrow(reader: _Reader, size: str, *names: str) -> Iterator[Constraint]:
    cells = reader.cells(names)
    yield kinds.Arrow(tuple(sorted(cells[: int(size)])), cells[int(size) :])


def _little_killer(reader: _Reader, total: str, name: str) -> Iterator[Constraint]:
    yield kinds.LittleKiller(reader.diagonal(name), int(total))


def _both_ways(make: Callable[[tuple[int, ...], int], Constraint]) -> Reader:
    """Return what reads a clue at either end of a line."""

    def read(
        reader: _Reader, name: str, forward: str = "", backward: str = ""
    ) -> Iterator[Constraint]:
        if forward:
            yield make(reader.line(name), int(forward))
        if backward:
            yield make(reader.line(name)[::-1], int(backward))

    return read


def _sandwich(reader: _Reader, total: str, name: str) -> Iterator[Constraint]:
    yield kinds.Sandwich(reader.line(name), int(total))


def _cells_only(make: Callable[[tuple[int, ...]], Constraint]) -> Reader:
    """Return what reads a list of cells."""
    return lambda reader, *names: iter((make(reader.cells(names)),))


def _number_first(make: Callable[[tuple[int, ...], int], Constraint], usual: int = 0) -> Reader:
    """Return what reads a number, which may be left out, and a list of cells."""

    def read(reader: _Reader, number: str, *names: str) -> Iterator[Constraint]:
        if number.startswith("R"):
            yield make(reader.cells((number, *names)), usual)
        else:
            yield make(reader.cells(names), int(number))

    return read


def _each_pair(make: Callable[[int, int], Constraint]) -> Reader:
    """Return what reads a list of cells, each two of which that share a side are marked."""
    return lambda reader, *names: (make(*pair) for pair in reader.touching(names))


def _whole_board(*made: Constraint) -> Reader:
    """Return what reads an item without arguments."""
    return lambda _reader: iter(made)


def _values_first(exact: bool) -> Reader:  # noqa: FBT001 - named where it is called
    def read(reader: _Reader, values: str, *names: str) -> Iterator[Constraint]:
        yield kinds.Contains(reader.cells(names), tuple(map(int, values.split("_"))), exact)

    return read


def _quad(reader: _Reader, name: str, *values: str) -> Iterator[Constraint]:
    corner, size = reader.cell(name), reader.geometry.size
    square = (corner, corner + 1, corner + size, corner + size + 1)
    yield kinds.Contains(square, tuple(map(int, values)))


def _same_values(reader: _Reader, number: str, *names: str) -> Iterator[Constraint]:
    cells, width = reader.cells(names), len(names) // int(number)
    if width == 1:
        yield kinds.Equal(cells)
    else:
        groups = (cells[at : at + width] for at in range(0, len(cells), width))
        yield kinds.SameValues(tuple(groups))


def _diagonal(_reader: _Reader, direction: str) -> Iterator[Constraint]:
    yield kinds.Diagonal(rising=int(direction) > 0)


def _pair(reader: _Reader, key: str, *names: str) -> Iterator[Constraint]:
    allowed = reader.pairs(key)
    yield from (kinds.Relation(cells, allowed) for cells in reader.groups(names))


def _pair_x(reader: _Reader, key: str, *names: str) -> Iterator[Constraint]:
    allowed = set(reader.pairs(key))
    both = tuple(sorted(pair for pair in allowed if pair[::-1] in allowed))
    for cells in reader.groups(names):
        yield from (kinds.Relation(two, both) for two in combinations(cells, 2))


def _indexing(reader: _Reader, kind: str, *names: str) -> Iterator[Constraint]:
    size = reader.geometry.size
    for cell in reader.cells(names):
        row, column = divmod(cell, size)
        if kind == "R":
            yield kinds.Indexer(cell, reader.line(f"C{PLACES[column]}"), row + 1)
        else:
            yield kinds.Indexer(cell, reader.line(f"R{PLACES[row]}"), column + 1)


def _strict_kropki(reader: _Reader) -> Iterator[Constraint]:
    marked = reader.marked("WhiteDot", "BlackDot")
    yield kinds.NonConsecutive(marked)
    yield kinds.NoRatio(marked)


def _strict_xv(reader: _Reader) -> Iterator[Constraint]:
    yield kinds.NoSum(reader.marked("X", "V"))


def _clue_first(make: Callable[[tuple[int, ...], str], Constraint]) -> Reader:
    return lambda reader, clue, *names: iter((make(reader.cells(names), clue),))


def _equal_sum(reader: _Reader, *names: str) -> Iterator[Constraint]:
    yield kinds.EqualSums(tuple(reader.groups(names)))


Reader: TypeAlias = Callable[..., Iterator[Constraint]]
"""What takes the reader of a board and the arguments of an item, and yields constraints."""

READERS: dict[str, Reader] = {
    "AllDifferent": _cells_only(kinds.AllDifferent),
    "AntiConsecutive": _whole_board(kinds.NonConsecutive()),
    "AntiKing": _whole_board(kinds.AntiKing()),
    "AntiKnight": _whole_board(kinds.AntiKnight()),
    "Arrow": _arrow,
    "Between": _cells_only(kinds.Between),
    "BlackDot": _each_pair(kinds.Ratio),
    "Cage": _cage,
    "ContainAtLeast": _values_first(exact=False),
    "ContainExact": _values_first(exact=True),
    "CountDistinct": _cells_only(lambda cells: kinds.CountDistinct(cells[0], cells[1:])),
    "CountingCircles": _cells_only(kinds.CountingCircles),
    "Diagonal": _diagonal,
    "DisjointSets": _whole_board(kinds.DisjointGroups()),
    "DoubleArrow": _cells_only(kinds.DoubleArrow),
    "Entropic": _cells_only(kinds.Entropic),
    "EqualSum": _equal_sum,
    "EqualityCage": _cells_only(kinds.EqualityCage),
    "GlobalEntropy": _whole_board(kinds.GlobalEntropy()),
    "GlobalMod": _whole_board(kinds.GlobalModulus()),
    "GreaterThan": _each_pair(kinds.Greater),
    "HiddenSkyscraper": _both_ways(kinds.HiddenSkyscraper),
    "Indexing": _indexing,
    "LittleKiller": _little_killer,
    "Lockout": _number_first(kinds.Lockout),
    "LookAndSay": _clue_first(kinds.LookAndSay),
    "Lunchbox": _number_first(kinds.Lunchbox),
    "Modular": _number_first(kinds.Modular),
    "NumberedRoom": _both_ways(kinds.NumberedRoom),
    "Pair": _pair,
    "PairX": _pair_x,
    "Palindrome": _cells_only(kinds.Palindrome),
    "PillArrow": _pill_arrow,
    "Quad": _quad,
    "RegionSumLine": _cells_only(kinds.RegionSumLine),
    "RellikCage": _number_first(kinds.RellikCage),
    "Renban": _cells_only(kinds.Renban),
    "SameValues": _same_values,
    "Sandwich": _sandwich,
    "Skyscraper": _both_ways(kinds.Skyscraper),
    "StrictKropki": _strict_kropki,
    "StrictXV": _strict_xv,
    "Sum": _sum,
    "SumLine": _number_first(kinds.SumLine, 10),
    "Thermo": _cells_only(kinds.Thermometer),
    "V": _each_pair(lambda first, second: kinds.PairSum(first, second, 5)),
    "WhiteDot": _each_pair(kinds.Difference),
    "Whisper": _number_first(kinds.Whisper, 5),
    "Windoku": _whole_board(kinds.Windows()),
    "X": _each_pair(lambda first, second: kinds.PairSum(first, second, 10)),
    "XSum": _both_ways(kinds.XSum),
    "Zipper": _cells_only(kinds.Zipper),
}
"""What reads each item that stands for constraints."""
