"""Cells, lines and pairs as Interactive Sudoku Solver's text names them."""

from __future__ import annotations

from functools import lru_cache
from itertools import chain, combinations
from typing import TYPE_CHECKING, Final, NamedTuple, cast

from lowbit.constraints.lacking import GROUP_OF
from lowbit.constraints.scale import beside, mask_where
from lowbit.errors import FormatError
from lowbit.formats.variants.iss.grammar import BASE64, BREAK, LONGEST_NUMBER, PLACES, Item
from lowbit.variables import OF_REGIONS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from lowbit.geometry import Geometry


BROUGHT: Final = {*GROUP_OF.values(), OF_REGIONS}
"""The groups of variables that items bring along, whose names have no V there."""


class Places:
    """The cells, lines and pairs of a board, by their names.

    Parameters
    ----------
    geometry : Geometry
        The board.
    items : tuple of Item
        All items of the puzzle: the strict rules leave out the dots, X and V among them.
    """

    def __init__(self, geometry: Geometry, items: tuple[Item, ...] = ()) -> None:
        self.geometry, self.board = geometry, geometry.without_variables
        self._items = items
        self._cell_of = _cells_by_name(geometry)

    def cell(self, name: str) -> int:
        """Return the cell of a name such as R1C1."""
        return _cell_of_name(self._cell_of, name)

    def cells(self, names: Iterable[str]) -> tuple[int, ...]:
        """Return the cells of such names."""
        names = tuple(names)
        found = tuple(map(self._cell_of.get, names))
        return tuple(map(self.cell, names)) if None in found else cast("tuple[int, ...]", found)

    def is_cell(self, name: str) -> bool:
        """Return whether a name looks like that of a cell, or is that of a variable."""
        return name in self._cell_of or is_cell_name(name)

    def groups(self, names: Iterable[str]) -> tuple[tuple[int, ...], ...]:
        """Return groups of cells, between which stands an empty name, a dash or a title."""
        return tuple(filter(None, chain(*self.segments(names))))

    def segments(self, names: Iterable[str]) -> tuple[tuple[tuple[int, ...], ...], ...]:
        """Return groups of segments: a dash stands between two of these."""
        groups: list[list[list[int]]] = [[[]]]
        for name in names:
            if name == BREAK:
                groups[-1].append([])
            elif name and not name.startswith("_"):
                groups[-1][-1].append(self.cell(name))
            else:
                groups.append([[]])
        found = tuple(tuple(map(tuple, segments)) for segments in groups if any(segments))
        if not found:
            raise FormatError("what speaks of groups of cells names none")
        return found

    def line(self, name: str) -> tuple[int, ...]:
        """Return the cells of a row or column called R1 or C1."""
        cells = _lines_by_name(self.board).get(usual_name(name))
        if cells is None:
            raise FormatError(f"{name!r} is not a row or column of this board")
        return cells

    def diagonal(self, name: str) -> tuple[int, ...]:
        """Return the cells of the diagonal that begins at a cell of the rim."""
        board = self.board
        row, column = board.places[self.cell(name)]
        last_row, last_column = board.n_rows - 1, board.n_columns - 1
        if row not in {0, last_row} and column not in {0, last_column}:
            raise FormatError(f"no diagonal begins at {name}, which is not on the rim")
        if column == 0 and row < last_row:
            down, right = 1, 1
        elif row == 0:
            down, right = 1, -1
        elif column == last_column and row < last_row:
            down, right = -1, -1
        else:
            down, right = -1, 1
        cells = []
        while (cell := board.cell_at(row, column)) is not None:
            cells.append(cell)
            row, column = row + down, column + right
        return tuple(cells)

    def touching(self, names: Iterable[str]) -> Iterator[tuple[int, int]]:
        """Yield each two of some cells that share a side, in their order."""
        names = tuple(names)
        sides = _sides(self.geometry)
        found = [pair for pair in combinations(self.cells(names), 2) if pair in sides]
        if not found:
            raise FormatError(f"none of {' '.join(names)} share a side")
        yield from found

    def marked(self, *kinds_of_mark: str) -> tuple[tuple[int, int], ...]:
        """Return the pairs with such marks."""
        marks = (item.args for item in _every(self._items) if item.name in kinds_of_mark)
        return tuple(pair for args in marks for pair in self.touching(args))

    def option(self, name: str) -> str:
        """Return the argument of an item that says how others are meant; empty without it."""
        return next(("".join(item.args[:1]) for item in self._items if item.name == name), "")

    def has_item(self, name: str) -> bool:
        """Return whether the puzzle has such an item, also within others."""
        return any(item.name == name for item in _every(self._items))

    def pairs(self, key: str) -> tuple[tuple[int, int], ...]:
        """Return the pairs of values that the key of a relation allows."""
        return _pairs_of_key(self.geometry, key)


class GivenValues(NamedTuple):
    """A cell and the values that a given allows it, as listed and as a mask."""

    cell: int
    values: tuple[int, ...]
    mask: int


@lru_cache(maxsize=1 << 13)
def given_of(board: Geometry, said: str) -> GivenValues:
    """Return the cell and values of a given such as R1C1_5, which is kept: puzzles share them.

    Raises
    ------
    FormatError
        If the board has no such cell or value.
    """
    name, *words = said.split("_")
    if not all(word.isdecimal() and len(word) <= LONGEST_NUMBER for word in words):
        raise FormatError(f"{said[:40]!r} is not a cell with its values, such as R1C1_2")
    cell, values = _cell_of_name(_cells_by_name(board), name), tuple(map(int, words))
    if not values or not set(values) <= set(board.values):
        listed = ", ".join(words) or "no value"
        raise FormatError(f"{board.cell_name(cell)} cannot hold {listed}")
    return GivenValues(cell, values, mask_where(board, values.__contains__))


def _cell_of_name(cells: dict[str, int], name: str) -> int:
    found = cells.get(name, cells.get(usual_name(name)))
    if found is None:
        raise FormatError(f"{name[:40]!r} is not a cell of this board")
    return found


def _every(items: Iterable[Item]) -> Iterator[Item]:
    """Yield items, each before those that it holds."""
    for item in items:
        yield item
        yield from _every(item.parts)


@lru_cache(maxsize=64)
def _sides(geometry: Geometry) -> frozenset[tuple[int, int]]:
    """Return each two cells that share a side, both ways round."""
    return frozenset((one, other) for one, cells in enumerate(beside(geometry)) for other in cells)


@lru_cache(maxsize=64)
def _lines_by_name(geometry: Geometry) -> dict[str, tuple[int, ...]]:
    """Return the cells of each row and column, R1 and C1 and so on."""
    lines: dict[str, tuple[int, ...]] = {}
    for cell, (row, column) in enumerate(geometry.places):
        for letter, at in (("R", row), ("C", column)):
            if at < len(PLACES):
                name = letter + PLACES[at]
                lines[name] = (*lines.get(name, ()), cell)
    return lines


@lru_cache(maxsize=64)
def _pairs_of_key(geometry: Geometry, key: str) -> tuple[tuple[int, int], ...]:
    values = geometry.values
    bits = [BASE64.index(letter) >> at & 1 for letter in key for at in range(6)]
    every = [(first, second) for first in values for second in values]
    return tuple(pair for pair, bit in zip(every, bits, strict=False) if bit)


@lru_cache(maxsize=64)
def _cells_by_name(geometry: Geometry) -> dict[str, int]:
    board = geometry.without_variables
    named = (cell for cell, place in enumerate(board.places) if max(place) < len(PLACES))
    brought = {
        name.removeprefix("V"): cell
        for name, cell in geometry.variable_named.items()
        if name.rstrip("0123456789") in BROUGHT
    }
    names = {cell_name(board, cell): cell for cell in named}
    return names | brought | geometry.variable_named


def usual_name(name: str) -> str:
    """Return a name of a cell or a line as the program writes it: R and C, and small letters.

    Examples
    --------
    >>> usual_name("r1c2"), usual_name("RAC1"), usual_name("c9")
    ('R1C2', 'RaC1', 'C9')
    """
    name = name.lower()
    return "".join(name[at : at + 2].capitalize() for at in range(0, len(name), 2))


def is_cell_name(name: str) -> bool:
    """Return whether a name looks like R1C1."""
    name = usual_name(name) if len(name) == 4 else name
    return len(name) == 4 and name[0] == "R" and name[2] == "C" and {*name[1::2]} <= {*PLACES}


def cell_name(geometry: Geometry, cell: int) -> str:
    """Return the name of a cell.

    Examples
    --------
    >>> from lowbit.geometry import Geometry
    >>> cell_name(Geometry.parse("12x12"), 10), cell_name(Geometry.parse("12x12"), 12)
    ('R1Cb', 'R2C1')
    """
    if cell >= geometry.n_on_board:
        return geometry.cell_name(cell)
    return f"R{PLACES[geometry.row(cell)]}C{PLACES[geometry.column(cell)]}"
