"""Boards: lists of houses over cells.

A cell is an index, row by row from 0. A house is a set of cells in which no digit occurs twice; it
has at most as many cells as there are digits, and with exactly as many it holds every digit. All
else (peers, chutes, minilines, names) follows from the houses. `CLASSIC` is the usual 9x9 board.

::

    Geometry.parse("9x9")                    the classic board
    Geometry.parse("6x6")                    boxes of two rows and three columns
    Geometry.parse("6x6:3x2")                boxes of three rows and two columns
    Geometry.parse("6x8~0-7")                no square; the digits from 0 to 7
    Geometry.parse("7x7~1-9:none")           more digits than cells in a row; no boxes
    Geometry.parse("jigsaw:AABB...")         irregular boxes, a letter for each cell's box
    Geometry.parse("9x9+diagonals+windows")  with extra houses
    Geometry.parse("9x9+r1c1r1c2r2c1")       with an extra house of these cells
    Geometry.parse("9x9+VA:80")              with variables: cells beside the board, VA1 to VA80
    Geometry.parse("windoku")                a preset, 9x9+windows
    Geometry.parse("samurai")                another: five 9x9 grids that overlap

Wherever lowbit takes a board it takes its name, too.
"""

from __future__ import annotations

import re
from functools import cached_property, lru_cache, partial
from itertools import product
from typing import TYPE_CHECKING, Final, TypeAlias, TypeVar

from lowbit.alphabets import SYMBOLS, SYMBOLS_FROM_0, symbols_of
from lowbit.errors import GeometryError, GridError
from lowbit.houses import MAX_SIDE, MAX_SIZE, MIN_SIZE, House, Place, lines, numbered, tiles
from lowbit.variables import in_order, places_of_groups

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from lowbit.board_names import BoardName
    from lowbit.variables import Variables

T = TypeVar("T")


class Geometry:
    """A board: its digits, its cells and its houses.

    Most boards have a name that `Geometry.parse` reads; the constructor takes any list of
    houses.

    Parameters
    ----------
    size : int
        The number of digits; 4 to 25.
    houses : iterable of House
        Each of at most `size` different cells.
    name : str, optional
        The name that `parse` turns into this very board.
    symbols : str, optional
        The characters of its digits; 1 to 9, then A to P, by default. Where the first is 0, the
        digits stand for values from 0.
    places : iterable of tuple of int, optional
        The row and the column of each cell, from 0, row by row; by default those of a square with
        as many rows and columns as there are digits.
    variables : iterable of Variables, optional
        Groups of cells beside the board. They are its last cells, in rows below it.

    Raises
    ------
    GeometryError
        If a house has more than `size` cells, a cell twice or a cell outside the board, if `size`
        is out of range, or if places are not in order.

    Examples
    --------
    >>> CLASSIC.size, len(CLASSIC.houses), len(CLASSIC.peers[0])
    (9, 27, 20)
    >>> [str(house) for house in CLASSIC.houses_of(40)]
    ['row 5', 'column 5', 'box 5']
    >>> domino = Geometry(4, [House("pair", 0, (0, 1))], places=[(0, 0), (0, 1)])
    >>> domino.n_cells, domino.n_rows, domino.n_columns
    (2, 1, 2)
    """

    __match_args__ = ("size", "houses")

    def __init__(  # noqa: PLR0913 - the parts of a board, by name
        self,
        size: int,
        houses: Iterable[House],
        *,
        name: str | None = None,
        symbols: str = SYMBOLS,
        places: Iterable[Place] | None = None,
        variables: Iterable[Variables] = (),
    ) -> None:
        if not MIN_SIZE <= size <= MAX_SIZE:
            raise GeometryError(f"a board has {MIN_SIZE} to {MAX_SIZE} digits, not {size}")
        square = product(range(size), range(size))
        on_board = tuple(square if places is None else places)
        self._set(size, houses, name, symbols, on_board, in_order(variables))
        self._require_places()
        self._require_houses()

    def _set(  # noqa: PLR0913, PLR0917 - for two constructors, which have all of them
        self,
        size: int,
        houses: Iterable[House],
        name: str | None,
        symbols: str,
        places: tuple[Place, ...],
        variables: tuple[Variables, ...],
    ) -> None:
        self.size = size
        self.n_on_board = len(places)
        self.variables = variables
        self.places = (*places, *_below(places, variables)) if variables else places
        self.n_cells = len(self.places)
        self.houses = tuple(houses)
        self.name = name
        self.symbols = symbols_of(symbols, size)
        self.full_mask = (1 << size) - 1

    @classmethod
    def _named(cls, name: BoardName) -> Geometry:
        """Return the board with a name; only the houses that the name lists need a check."""
        from lowbit.board_houses import houses_of, places_of

        layout = name.layout
        symbols = SYMBOLS_FROM_0 if layout.lowest == 0 else SYMBOLS
        board = cls.__new__(cls)
        places = places_of(name)
        cls._set(board, layout.size, houses_of(name), str(name), symbols, places, name.variables)
        if len(name.corners) > 1 or name.variables:
            cls._require_places(board)
        if name.sets:
            cls._require_houses(board)
        return board

    @staticmethod
    def parse(name: str, alphabet: str = SYMBOLS) -> Geometry:
        """Return the board of that name; names of the same board give the same object.

        Parameters
        ----------
        name : str
            The board, then extra houses, joined by ``+``.

            The board: its rows and columns, such as ``9x9`` or ``6x9``, with its digits if they
            are not from 1 to the larger of these (``9x9~0-8``, ``7x7~1-9``), and the rows and
            columns of its boxes if they are not as square as can be (``6x6`` has boxes of 2x3,
            ``6x6:3x2`` of 3x2), a character for each cell's box (``.`` where it has none), or
            ``none``; ``jigsaw:`` and one letter or digit for each cell's box; or a preset: ``x``
            (``9x9+diagonals``), ``windoku`` (``9x9+windows``), ``disjoint`` (``9x9+groups``),
            ``samurai``, ``butterfly``, ``sohei``, ``windmill``.

            Extra houses: ``diagonals``, or one of them (``falling-diagonal``,
            ``rising-diagonal``), ``windows``, ``groups`` (disjoint groups), or the cells of one
            (``r1c1r2c2r3c3``).

            Variables, cells beside the board that constraints name: ``VA`` for one, ``VA:80`` for
            VA1 to VA80, ``VA:4x5`` for four rows of five; V and any letters.

            Overlapping grids: after ``@`` the top left cell of each, as in
            ``9x9+diagonals@r1c1,r7c7``.
        alphabet : str, optional
            The characters of its digits: letters and digits, and ranges of them, such as
            ``0-9A-F``; those that are too many are left out. 0 is a blank unless it is there. By
            default ``1-9A-P``, or ``0-9A-O`` where the digits begin with 0.

        Raises
        ------
        GeometryError
            If a part is unknown or does not fit the board, or the alphabet is too short.

        Examples
        --------
        >>> Geometry.parse("6x6").box_shape
        (2, 3)
        >>> len(Geometry.parse("9x9+diagonals").houses)
        29
        >>> str(Geometry.parse("windoku"))
        '9x9+windows'
        >>> samurai = Geometry.parse("samurai")
        >>> samurai.n_cells, samurai.n_rows, len(samurai.houses)
        (369, 21, 131)
        """
        return board_of(name, alphabet)

    def with_houses(self, *houses: House) -> Geometry:
        """Return this board with more houses, of any shape."""
        return self._other(self.houses + houses, self.symbols, self.variables)

    def with_alphabet(self, alphabet: str) -> Geometry:
        """Return this board with its digits written otherwise, as `parse` takes it.

        Examples
        --------
        >>> CLASSIC.with_alphabet("A-I").symbols
        'ABCDEFGHI'
        """
        symbols = symbols_of(alphabet, self.size)
        if symbols == self.symbols:
            return self
        return self._other(self.houses, symbols, self.variables, self.name)

    def with_variables(self, *groups: Variables) -> Geometry:
        """Return this board with more variables: groups of cells beside it.

        Examples
        --------
        >>> from lowbit.variables import read_variables
        >>> board = CLASSIC.with_variables(read_variables("VA:2", 9))
        >>> board.n_cells, board.n_on_board, board.cell_name(82), board.name
        (83, 81, 'VA2', '9x9+VA:2')
        """
        if not groups:
            return self
        every = self.variables + groups
        if self.name is None:
            return self._other(self.houses, self.symbols, every)
        return self._with_variables_named(in_order(every))

    @cached_property
    def without_variables(self) -> Geometry:
        """The board without its variables, and without the houses that hold some."""
        if not self.variables:
            return self
        if self.name is not None:
            return self._with_variables_named(())
        n = self.n_on_board
        houses = [house for house in self.houses if max(house.cells) < n]
        return self._other(houses, self.symbols, ())

    def _with_variables_named(self, groups: tuple[Variables, ...]) -> Geometry:
        """Return the board whose name has these variables in place of its own."""
        from lowbit.board_names import read_name

        said = read_name(str(self.name)).with_variables(groups)
        return Geometry.parse(str(said), self.symbols)

    def _other(
        self,
        houses: Iterable[House],
        symbols: str,
        variables: Iterable[Variables],
        name: str | None = None,
    ) -> Geometry:
        """Return a board with the cells of this one, but other houses, symbols or variables."""
        places = self.places[: self.n_on_board]
        return Geometry(
            self.size, houses, name=name, symbols=symbols, places=places, variables=variables
        )

    @property
    def values(self) -> range:
        """The values of the digits where they are added up: from 1, or from 0.

        Examples
        --------
        >>> CLASSIC.values, Geometry.parse("9x9~0-8").values
        (range(1, 10), range(0, 9))
        """
        lowest = 0 if self.symbols.startswith("0") else 1
        return range(lowest, lowest + self.size)

    def row(self, cell: int) -> int:
        """Return the row of a cell, from 0."""
        return self.places[cell][0]

    def column(self, cell: int) -> int:
        """Return the column of a cell, from 0."""
        return self.places[cell][1]

    def cell_at(self, row: int, column: int) -> int | None:
        """Return the cell in a row and a column, from 0; None where there is none.

        Examples
        --------
        >>> CLASSIC.cell_at(1, 0), Geometry.parse("samurai").cell_at(0, 10)
        (9, None)
        """
        return self._cell_of_place.get((row, column))

    def cell_name(self, cell: int) -> str:
        """Return a cell's name for people: ``r1c1`` is the top left corner, ``VA1`` a variable."""
        if cell >= self.n_on_board:
            return self._variable_names[cell - self.n_on_board]
        return f"r{self.row(cell) + 1}c{self.column(cell) + 1}"

    def cells_named(self, names: str) -> tuple[int, ...]:
        """Return the cells of some names, in their order, as constraints take them.

        Parameters
        ----------
        names : str
            Names as `cell_name` writes them, in small or capital letters, with blanks, commas or
            dashes between them.

        Raises
        ------
        GridError
            If one is not the name of a cell of this board.

        Examples
        --------
        >>> CLASSIC.cells_named("r1c1 r1c2 R5C5")
        (0, 1, 40)
        """
        return tuple(map(self._cell_named, re.split(r"[\s,-]+", names.strip())))

    def _cell_named(self, name: str) -> int:
        found = re.fullmatch(r"r([0-9]{1,3})c([0-9]{1,3})", name, re.IGNORECASE)
        cell = self.cell_at(int(found[1]) - 1, int(found[2]) - 1) if found else None
        if cell is None or cell >= self.n_on_board:
            cell = self.variable_named.get(name.upper())
        if cell is None:
            raise GridError(f"{name[:20]!r} is not a cell of {self}, such as {self.cell_name(0)}")
        return cell

    @cached_property
    def _variable_names(self) -> tuple[str, ...]:
        return tuple(name for group in self.variables for name in group.names)

    @cached_property
    def variable_named(self) -> dict[str, int]:
        """The cell of each variable, by its name."""
        return {name: self.n_on_board + at for at, name in enumerate(self._variable_names)}

    def cells_of_group(self, name: str) -> tuple[int, ...] | None:
        """Return the cells of a group of variables; None where there is no such group.

        Examples
        --------
        >>> Geometry.parse("9x9+VA:3+VB:2").cells_of_group("VB")
        (84, 85)
        """
        group = next((group for group in self.variables if group.name == name), None)
        return tuple(map(self.variable_named.__getitem__, group.names)) if group else None

    def group_of(self, cell: int) -> int:
        """Return which group of variables a cell is of, from 1; 0 for one of the board."""
        n_before = self.n_on_board
        for number, group in enumerate(self.variables):
            if cell < n_before:
                return number
            n_before += group.number
        return len(self.variables) if cell >= self.n_on_board else 0

    def cells_of_row(self, row: int) -> tuple[int, ...]:
        """Return the cells in a row of the board, whatever houses they lie in."""
        return tuple(cell for cell, (at, _) in enumerate(self.places) if at == row)

    def in_rows(self, items: Sequence[T], gap: T) -> list[list[T]]:
        """Return the items of the cells as rows, with `gap` where there is no cell.

        Examples
        --------
        >>> rows = Geometry.parse("sohei").in_rows("." * 288, " ")
        >>> "".join(rows[0])
        '      .........      '
        """
        rows = [[gap] * self.n_columns for _ in range(self.n_rows)]
        for (row, column), item in zip(self.places, items, strict=True):
            rows[row][column] = item
        return rows

    def houses_of(self, cell: int) -> tuple[House, ...]:
        """Return the houses that hold a cell."""
        return tuple(self.houses[index] for index in self.cell_houses[cell])

    @cached_property
    def cell_houses(self) -> tuple[tuple[int, ...], ...]:
        """For each cell, the indices of its houses."""
        owners: list[list[int]] = [[] for _ in range(self.n_cells)]
        for index, house in enumerate(self.houses):
            for cell in house.cells:
                owners[cell].append(index)
        return tuple(map(tuple, owners))

    @cached_property
    def peers(self) -> tuple[tuple[int, ...], ...]:
        """For each cell, the other cells of its houses, ascending."""
        return tuple(
            tuple(sorted({peer for house in self.houses_of(cell) for peer in house.cells} - {cell}))
            for cell in range(self.n_cells)
        )

    @cached_property
    def full_houses(self) -> tuple[House, ...]:
        """The houses with as many cells as there are digits, so that each has a place."""
        return tuple(house for house in self.houses if len(house.cells) == self.size)

    @cached_property
    def n_rows(self) -> int:
        """The number of rows."""
        return self.places[-1][0] + 1

    @cached_property
    def n_columns(self) -> int:
        """The number of columns."""
        return max(column for _, column in self.places) + 1

    @cached_property
    def is_rectangle(self) -> bool:
        """Whether each row has a cell in each column."""
        return self.n_cells == self.n_rows * self.n_columns

    @cached_property
    def is_one_square(self) -> bool:
        """Whether it has as many rows and columns as digits, and all their cells."""
        return self.is_rectangle and self.n_rows == self.n_columns == self.size

    @cached_property
    def row_widths(self) -> frozenset[int]:
        """The numbers of cells that rows have, and the number of columns, which counts gaps."""
        widths = {len(self.cells_of_row(row)) for row in range(self.n_rows)}
        return frozenset({*widths, self.n_columns})

    @cached_property
    def boxes(self) -> tuple[House, ...]:
        """The houses of kind ``box``."""
        return tuple(house for house in self.houses if house.kind == "box")

    @cached_property
    def box_of(self) -> tuple[int, ...]:
        """For each cell, which of `boxes` it lies in; -1 where in none."""
        owner = {cell: index for index, box in enumerate(self.boxes) for cell in box.cells}
        return tuple(owner.get(cell, -1) for cell in range(self.n_cells))

    @cached_property
    def is_classic(self) -> bool:
        """Whether this is the 9x9 board with 3x3 boxes, whatever its digits are written as."""
        return self.size == CLASSIC.size and (
            (self.houses, self.places) == (CLASSIC.houses, CLASSIC.places)
        )

    @cached_property
    def box_shape(self) -> tuple[int, int] | None:
        """The rows and columns of a box; None if the boxes are not rectangles of one shape."""
        if not self.boxes or not self.is_rectangle:
            return None
        first = self.boxes[0].cells
        height, width = len(set(map(self.row, first))), len(set(map(self.column, first)))
        if self.n_rows % height or self.n_columns % width:
            return None
        tiling = set(map(tuple, tiles(self.n_rows, self.n_columns, height, width)))
        return (height, width) if {box.cells for box in self.boxes} == tiling else None

    @cached_property
    def chutes(self) -> tuple[tuple[int, ...], ...]:
        """The bands, then the stacks, as cells; empty if the boxes are not a regular tiling."""
        if self.box_shape is None:
            return ()
        height, width = self.box_shape
        cells = range(self.n_cells)
        bands = (
            tuple(c for c in cells if self.row(c) // height == band)
            for band in range(self.n_rows // height)
        )
        stacks = (
            tuple(c for c in cells if self.column(c) // width == stack)
            for stack in range(self.n_columns // width)
        )
        return (*bands, *stacks)

    @cached_property
    def minilines(self) -> tuple[tuple[int, ...], ...]:
        """The cells that a row, then those that a column shares with a box."""
        if self.box_shape is None:
            return ()
        lines = [house for kind in ("row", "column") for house in self.houses if house.kind == kind]
        return tuple(
            tuple(cell for cell in line.cells if self.box_of[cell] == box)
            for line in lines
            for box in sorted({self.box_of[cell] for cell in line.cells})
        )

    def _require_houses(self) -> None:
        used: set[int] = set()
        for house in self.houses:
            cells = set(house.cells)
            if not 0 < len(house.cells) <= self.size:
                raise GeometryError(
                    f"{house} has {len(house.cells)} cells, "
                    f"where each house of this board has {self.size} at most"
                )
            if len(cells) != len(house.cells):
                raise GeometryError(f"{house} has a cell twice")
            used |= cells
        outside = used.difference(range(self.n_cells))
        if outside:
            house = next(each for each in self.houses if not outside.isdisjoint(each.cells))
            raise GeometryError(f"{house} has a cell outside 0 to {self.n_cells - 1}")

    def _require_places(self) -> None:
        places = self.places
        if not places or len(set(places)) != len(places) or sorted(places) != list(places):
            raise GeometryError("the places of cells go row by row, each once")
        columns = {column for _, column in places}
        ends = (places[0][0], places[-1][0], min(columns), max(columns))
        if min(ends) < 0 or max(ends) >= MAX_SIDE:
            raise GeometryError(f"the places of cells are in rows and columns 0 to {MAX_SIDE - 1}")

    @cached_property
    def _cell_of_place(self) -> dict[Place, int]:
        return {place: cell for cell, place in enumerate(self.places)}

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Geometry):
            return NotImplemented
        return self is other or self._value == other._value

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash((self.size, self.houses))

    @property
    def _value(self) -> tuple[object, ...]:
        return self.size, self.houses, self.symbols, self.places, self.variables

    def __str__(self) -> str:
        board = self.without_variables
        shape = f"{board.n_rows}x{board.n_columns}"
        name = self.name or f"a {shape} board of {len(self.houses)} houses"
        return name if self._is_usual else f"{name} with the digits {self.symbols}"

    def __repr__(self) -> str:
        if self.name is not None:
            alphabet = "" if self._is_usual else f", {self.symbols!r}"
            return f"Geometry.parse({self.name!r}{alphabet})"
        symbols = "" if self._is_usual else f", symbols={self.symbols!r}"
        board = self.without_variables
        places = "" if board.is_one_square else f", places={board.places!r}"
        variables = f", variables={self.variables!r}" if self.variables else ""
        return f"Geometry({self.size}, {self.houses!r}{symbols}{places}{variables})"

    def __reduce__(self) -> tuple[Callable[..., Geometry], tuple[object, ...]]:
        if self.name is not None:
            return Geometry.parse, (self.name, self.symbols)
        places = self.places[: self.n_on_board]
        build = partial(Geometry, symbols=self.symbols, places=places, variables=self.variables)
        return build, (self.size, self.houses)

    @property
    def _is_usual(self) -> bool:
        """Whether its digits are written in the default alphabet."""
        from_0 = self.name is not None and "~0-" in self.name
        return (SYMBOLS_FROM_0 if from_0 else SYMBOLS).startswith(self.symbols)


def _below(places: tuple[Place, ...], groups: tuple[Variables, ...]) -> Iterator[Place]:
    """Yield the places of variables."""
    return places_of_groups(groups, places[-1][0] + 1) if places else iter(())


BoardLike: TypeAlias = Geometry | str
"""A board, or the name of one."""


def board_of(board: BoardLike, alphabet: str = SYMBOLS) -> Geometry:
    """Return a board given as such or by name, with the digits of an alphabet.

    Raises
    ------
    GeometryError
        If it is neither.

    Examples
    --------
    >>> board_of("9x9") is board_of(CLASSIC) is CLASSIC
    True
    """
    if isinstance(board, str):
        board = _parse("".join(board.split()))
    if isinstance(board, Geometry):
        return board if alphabet == SYMBOLS else board.with_alphabet(alphabet)
    raise GeometryError(f"{board!r} is neither a Geometry nor the name of one, such as '6x6'")


BOARDS_KEPT: Final = 128
"""The most boards that are kept by their names: one of many grids takes megabytes."""


@lru_cache(BOARDS_KEPT)
def _parse(name: str) -> Geometry:
    if name == CLASSIC.name:
        return CLASSIC  # and the modules below are not loaded
    from lowbit.board_houses import with_extras_in_order
    from lowbit.board_names import read_name

    read = with_extras_in_order(read_name(name))
    return CLASSIC if str(read) == CLASSIC.name else _build(read)


@lru_cache(BOARDS_KEPT)
def _build(name: BoardName) -> Geometry:
    return Geometry._named(name)  # noqa: SLF001 - the constructor that is for names alone


CLASSIC = Geometry(9, (*lines(9, 9), *numbered("box", tiles(9, 9, 3, 3))), name="9x9")
"""The 9x9 board with nine 3x3 boxes: one object under its name, whatever other boards are kept."""
