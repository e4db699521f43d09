"""The keys of f-puzzles' JSON: the constraints that their items stand for."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import fields
from typing import TYPE_CHECKING, Any, TypeAlias

from lowbit import constraints as kinds
from lowbit.constraints import Constraint
from lowbit.constraints.base import kinds_named_in
from lowbit.constraints.rays import Ray
from lowbit.errors import FormatError
from lowbit.formats.variants.fpuzzles.drawings import usual_whisper

if TYPE_CHECKING:
    from lowbit.constraints.base import Cells
    from lowbit.geometry import Geometry

CELL = re.compile(r"R(\d+)C(\d+)")

DIRECTIONS = {"UL": (-1, -1), "UR": (-1, 1), "DL": (1, -1), "DR": (1, 1)}
"""The step of a little killer, down and to the right."""

MARKS = ("difference", "ratio")
"""The keys of dots: a negative constraint does not hold where there is one."""

SUMS = {"V": 5, "X": 10}


class KeyPlaces:
    """The meaning of names on a board.

    Parameters
    ----------
    geometry : Geometry
        The board.
    data : dict
        The whole puzzle, for negative constraints, which leave out marked pairs.
    """

    def __init__(self, geometry: Geometry, data: dict[str, Any]) -> None:
        self.geometry = geometry
        self.data = data

    def cell(self, name: str) -> int:
        """Return the cell called R1C1, for example."""
        cell = self.geometry.cell_at(*self.place(name))
        if cell is None:
            raise FormatError(f"{name!r} is not a cell of this board")
        return cell

    def cells(self, names: list[str]) -> Cells:
        """Return cells, each once."""
        return tuple(dict.fromkeys(map(self.cell, names)))

    def pair(self, names: list[str]) -> tuple[int, int]:
        """Return the two cells of a mark between them."""
        cells = self.cells(names)
        if len(cells) != 2:
            raise FormatError(f"a mark stands between two cells, not at {' '.join(names)}")
        return cells[0], cells[1]

    def line(self, names: list[str]) -> Cells:
        """Return the cells of a line, which may pass through one twice."""
        return tuple(map(self.cell, names))

    def place(self, name: str) -> tuple[int, int]:
        """Return the row and column of a name, from 0; those of outside clues lie off the board."""
        found = CELL.fullmatch(str(name))
        if not found:
            raise FormatError(f"{name!r} is not a cell, such as 'R1C1'")
        return int(found[1]) - 1, int(found[2]) - 1

    def line_from(self, name: str) -> Cells:
        """Return the row or column that an outside clue looks along."""
        row, column = self.place(name)
        rows, columns = self.geometry.n_rows, self.geometry.n_columns
        down = {-1: 1, rows: -1}.get(row, 0)
        right = {-1: 1, columns: -1}.get(column, 0)
        cells = Ray(row, column, down, right).cells(self.geometry) if down or right else ()
        if not cells or (down and right):
            raise FormatError(f"{name!r} is not a place beside a row or column")
        return cells

    def marked(self, *keys: str) -> tuple[tuple[int, ...], ...]:
        """Return the pairs with such marks."""
        return tuple(
            tuple(sorted(self.cells(item["cells"])))
            for key in keys
            for item in self.data.get(key) or ()
        )


Items: TypeAlias = list[dict[str, Any]]
Reader: TypeAlias = Callable[[KeyPlaces, Any], Iterator[Constraint]]
"""Takes the names of a board and the value of a key, and yields constraints."""


def _number(item: dict[str, Any]) -> int | None:
    """Return the number of an item; None where none is written."""
    value = str(item.get("value") if item.get("value") is not None else "").strip()
    if not value:
        return None
    if not value.isdecimal():
        raise FormatError(f"{value!r} is not a number")
    return int(value)


def whole(value: object) -> int:
    """Return a whole number, as JSON or a text of digits has it.

    Raises
    ------
    FormatError
        If it is anything else, such as true or 1.5.
    """
    is_whole = isinstance(value, int) or (isinstance(value, float) and value.is_integer())
    if isinstance(value, bool) or not (is_whole or str(value).isdecimal()):
        raise FormatError(f"{value!r} is not a whole number")
    return int(value)  # type: ignore[call-overload, no-any-return]


def _number_or(usual: int, item: dict[str, Any]) -> int:
    """Return the number of an item; the usual one where none is written."""
    number = _number(item)
    return usual if number is None else number


def _rule(*made: Constraint) -> Reader:
    """Return the reader of a switch of the whole board."""
    return lambda _places, is_on: iter(made if is_on else ())


def _lines(make: Callable[[Cells], Constraint]) -> Reader:
    """Return the reader of lines without a number."""
    return lambda places, items: (
        make(places.line(line)) for item in items for line in item["lines"]
    )


def _numbered_lines(make: Callable[[Cells, int], Constraint], usual: int) -> Reader:
    return lambda places, items: (
        make(places.line(line), _number_or(usual, item)) for item in items for line in item["lines"]
    )


def _whispers(places: KeyPlaces, items: Items) -> Iterator[Constraint]:
    usual = usual_whisper(places.geometry.size)
    return _numbered_lines(kinds.Whisper, usual)(places, items)


def _dots(make: Callable[[int, int, int], Constraint], usual: int) -> Reader:
    """Return the reader of marks between two cells."""
    return lambda places, items: (
        make(*places.pair(item["cells"]), _number_or(usual, item)) for item in items
    )


def _clues(make: Callable[[Cells, int], Constraint]) -> Reader:
    """Return the reader of clues beside rows and columns; those without a number are ignored."""

    def read(places: KeyPlaces, items: Items) -> Iterator[Constraint]:
        for item in items:
            number = _number(item)
            if number is not None:
                yield make(places.line_from(item["cell"]), number)

    return read


def _one_by_one(make: Callable[[Cells], Constraint]) -> Reader:
    """Return the reader of marks of cells, which form one constraint together."""
    return lambda places, items: iter((make(places.cells([item["cell"] for item in items])),))


def _cells_only(make: Callable[[Cells], Constraint]) -> Reader:
    return lambda places, items: (make(places.cells(item["cells"])) for item in items)


def _cages(places: KeyPlaces, items: Items) -> Iterator[Constraint]:
    for item in items:
        yield kinds.Cage(places.cells(item["cells"]), _number(item))


def _arrows(places: KeyPlaces, items: Items) -> Iterator[Constraint]:
    for item in items:
        circle = tuple(sorted(places.cells(item["cells"])))
        for line in item["lines"]:
            # The first place of a line is the cell of the circle that it leaves.
            yield kinds.Arrow(circle, places.line(line[1:]))


def _little_killers(places: KeyPlaces, items: Items) -> Iterator[Constraint]:
    for item in items:
        number = _number(item)
        if number is None:
            continue
        if item["direction"] not in DIRECTIONS:
            raise FormatError(f"{item['direction']!r} is not one of {', '.join(DIRECTIONS)}")
        ray = Ray(*places.place(item["cell"]), *DIRECTIONS[item["direction"]])
        cells = ray.cells(places.geometry)
        if not cells:
            raise FormatError(f"{item['direction']} of {item['cell']} points off the board")
        yield kinds.LittleKiller(cells, number)


def _xv(places: KeyPlaces, items: Items) -> Iterator[Constraint]:
    for item in items:
        value = str(item.get("value") or "").upper()
        if value not in {"", *SUMS}:
            raise FormatError(f"{value!r} is neither X nor V")
        if value:
            yield kinds.PairSum(*places.pair(item["cells"]), SUMS[value])


def _quadruples(places: KeyPlaces, items: Items) -> Iterator[Constraint]:
    for item in items:
        if item.get("values"):
            values = tuple(sorted(map(whole, item["values"])))
            yield kinds.Contains(places.cells(item["cells"]), values)


def _clones(places: KeyPlaces, items: Items) -> Iterator[Constraint]:
    for item in items:
        cells, clones = places.line(item["cells"]), places.line(item["cloneCells"])
        if len(cells) != len(clones):
            raise FormatError(f"{len(cells)} cells have a clone of {len(clones)}")
        pairs = [(own, other) for own, other in zip(cells, clones, strict=True) if own != other]
        if pairs:
            yield kinds.Clone(*zip(*pairs, strict=True))


def _nonconsecutive(places: KeyPlaces, is_on: bool) -> Iterator[Constraint]:  # noqa: FBT001 - as above
    if is_on:
        yield kinds.NonConsecutive(places.marked(*MARKS))


def _negative(places: KeyPlaces, names: list[str]) -> Iterator[Constraint]:
    for name in names:
        if name == "ratio":
            numbers = {_number_or(2, item) for item in places.data.get("ratio") or ()}
            if numbers - {2}:
                raise FormatError("no other ratio than 2 can be ruled out where none is marked")
            yield kinds.NoRatio(places.marked(*MARKS))
        elif name == "xv":
            yield kinds.NoSum(places.marked("xv"))
        else:
            raise FormatError(f"{name!r} is a negative constraint that lowbit does not know")


def _indexers(line_of: Callable[[Geometry, int], tuple[Cells, int]]) -> Reader:
    """Return the reader of indexers that look along one of their lines."""

    def read(places: KeyPlaces, items: Items) -> Iterator[Constraint]:
        for item in items:
            for cell in places.cells(item["cells"]):
                line, value = line_of(places.geometry, cell)
                yield kinds.Indexer(cell, line, value)

    return read


def column_of_indexer(geometry: Geometry, cell: int) -> tuple[Cells, int]:
    """Return where a row indexer looks: in its column, for the number of its row."""
    row, column = geometry.places[cell]
    cells = (at for at in range(geometry.n_cells) if geometry.column(at) == column)
    return tuple(cells), row + 1


def row_of_indexer(geometry: Geometry, cell: int) -> tuple[Cells, int]:
    """Return where a column indexer looks: in its row, for the number of its column."""
    row, column = geometry.places[cell]
    return geometry.cells_of_row(row), column + 1


def box_of_indexer(geometry: Geometry, cell: int) -> tuple[Cells, int]:
    """Return where a box indexer looks: in its box, for the number of its place there."""
    boxes = (house.cells for house in geometry.boxes if cell in house.cells)
    box = next(boxes, None)
    if box is None:
        raise FormatError(f"{geometry.cell_name(cell)} is in no box")
    return box, box.index(cell) + 1


READERS: dict[str, Reader] = {
    **{
        name: _lines(kind) if fields(kind) else _rule(kind())
        for name, kind in kinds_named_in("fpuzzles").items()
    },
    "arrow": _arrows,
    "boxindexer": _indexers(box_of_indexer),
    "clone": _clones,
    "columnindexer": _indexers(row_of_indexer),
    "diagonal+": _rule(kinds.Diagonal(rising=True)),
    "diagonal-": _rule(kinds.Diagonal()),
    "difference": _dots(kinds.Difference, 1),
    "even": _one_by_one(kinds.Even),
    "extraregion": _cells_only(kinds.AllDifferent),
    "killercage": _cages,
    "littlekillersum": _little_killers,
    "lockout": _numbered_lines(kinds.Lockout, 4),
    "maximum": _one_by_one(kinds.Maximum),
    "minimum": _one_by_one(kinds.Minimum),
    "modularline": _lines(kinds.Modular),
    "negative": _negative,
    "nonconsecutive": _nonconsecutive,
    "odd": _one_by_one(kinds.Odd),
    "quadruple": _quadruples,
    "ratio": _dots(kinds.Ratio, 2),
    "rowindexer": _indexers(column_of_indexer),
    "sandwichsum": _clues(kinds.Sandwich),
    "skyscraper": _clues(kinds.Skyscraper),
    "slowthermometer": _lines(lambda cells: kinds.Thermometer(cells, slow=True)),
    "thermometer": _lines(kinds.Thermometer),
    "whispers": _whispers,
    "xsum": _clues(kinds.XSum),
    "xv": _xv,
}
"""The reader of each key that stands for constraints."""
