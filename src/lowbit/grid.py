"""Puzzles: the digits that each cell of a board may hold.

A grid is a tuple of masks, one a cell: bit ``d - 1`` is set where the puzzle allows digit
``d``. A cell with one allowed digit is a given, one with all of them is blank, and anything
between is a restricted cell, as in the pencilmark format. Nothing here searches.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import repeat
from typing import TYPE_CHECKING, Any, Final, NamedTuple, NoReturn, SupportsIndex, TypeAlias

from lowbit.arguments import place
from lowbit.cells import checked_masks, mask_by_digit, masks_of_cells, union_of
from lowbit.errors import GridError, InputError
from lowbit.geometry import CLASSIC, board_of
from lowbit.houses import MAX_SIZE
from lowbit.notebook import picture

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lowbit.geometry import BoardLike, Geometry
    from lowbit.houses import House

GIVEN_OF_MASK: Final = {1 << digit: digit + 1 for digit in range(MAX_SIZE)}
"""The digit of a mask that has one; other masks are not in it."""


class Masks:
    """Candidate masks: bit ``d - 1`` of an integer is set where its cell may hold digit d.

    Integers are digits, whatever their type, unless this says that they are masks. Every verb
    takes it: as a puzzle, as an item of a batch, and as a whole batch.

    Parameters
    ----------
    values : sequence or numpy.ndarray
        The masks of one puzzle, one a cell, flat or in rows; or those of many, row by row.

    Examples
    --------
    >>> grid = Grid(Masks([0b000000011] + [0b111111111] * 80))
    >>> grid.candidates_of(0)
    (1, 2)
    >>> from lowbit import count_solutions_many, true_candidates_many
    >>> masks = true_candidates_many(["12345678." + "." * 72, "." * 81]).array
    >>> count_solutions_many(Masks(masks), limit=5).array
    array([5, 5])
    """

    __slots__ = ("values",)

    def __init__(self, values: Any) -> None:  # noqa: ANN401 - of any integers
        self.values = values

    def __repr__(self) -> str:
        return f"Masks(values={self.values!r})"


Cell: TypeAlias = SupportsIndex | float | str | None
"""A digit, as a number or a character, or a blank."""

GridLike: TypeAlias = Iterable[Cell | Iterable[Cell]] | Masks
"""Anything a `Grid` can be made from: another, text, digits in a sequence, in rows or in an array,
or masks."""


class Clash(NamedTuple):
    """A reason, visible without search, why a grid has no solution.

    Attributes
    ----------
    kind : {'duplicate', 'no candidate', 'no place', 'broken'}
        Two equal givens in a house, a cell without candidates, a digit without a place, a broken
        constraint of a `Puzzle`.
    message : str
        The sentence for people; it names the cells, the digit and the house.
    cells : tuple of int
        The two cells, the one cell, those of the constraint, or none.
    digit : int or None
        The digit, from 1.
    house : House or None
        The house.

    Examples
    --------
    >>> from lowbit import check
    >>> clash, *_ = check("5...5" + "." * 76)
    >>> clash.kind, clash.digit, str(clash.house), clash.message
    ('duplicate', 5, 'row 1', 'two 5s in row 1: r1c1 and r1c5')
    """

    kind: str
    message: str
    cells: tuple[int, ...] = ()
    digit: int | None = None
    house: House | None = None

    def __str__(self) -> str:
        return self.message


class Clashes(tuple[Clash, ...]):
    """A tuple of clashes, which says whether there are none.

    It is neither true nor false, because ``if check(puzzle)`` can be read both ways.

    Examples
    --------
    >>> Clashes().ok, Clashes([Clash("no candidate", "r1c1 has no candidate", (0,))]).ok
    (True, False)
    """

    __slots__ = ()

    @property
    def ok(self) -> bool:
        """Whether nothing clashes."""
        return len(self) == 0

    def __bool__(self) -> NoReturn:
        raise InputError(
            "the truth of clashes could mean that there are some, or that all is well: ask for "
            ".ok, or for how many there are, len()"
        )


class Grid:
    """An immutable, hashable grid on a board.

    Parameters
    ----------
    cells : Grid, str, bytes, sequence, numpy.ndarray or Masks
        The puzzle in any of these forms:

        - Text: one character a cell, row by row; ``.``, ``0``, ``*`` and ``_`` are blank;
          white space and box rules are skipped.
        - Text with one character for each cell and digit (729 on the classic board), the
          pencilmark format: a digit in its place is allowed, a blank is not.
        - A sequence or array, flat or in rows: digits from 1, as integers of any type, as
          floats that are whole or as characters; 0 and None are blank, and so is NaN beside
          cells that are not, as in a data frame.
        - `Masks`: the candidates of each cell.
        - A grid: the same cells, perhaps on another board of that size.
    geometry : Geometry or str, optional
        The board, or its name, such as ``6x6`` or ``windoku``; `CLASSIC` by default, or that of
        `cells` if it is a grid.

    Raises
    ------
    GridError
        If the number of cells is wrong or one is neither a digit nor blank.
    GeometryError
        If `geometry` is not a board.

    Examples
    --------
    >>> grid = Grid(
    ...     "6....2.4...29..78.18....9..8.9...4715.6..4..."
    ...     ".7...........2...5...7.....2..3....."
    ... )
    >>> grid.n_clues, grid[0], grid[2], grid.is_complete
    (24, 6, 0, False)
    >>> grid.candidates_of(1)
    (3, 5, 9)

    A cell is named by its number, or by its row and column, from 0:

    >>> grid[11], grid[1, 2], grid[-1, 0]
    (2, 2, 2)
    """

    __slots__ = ("allowed", "geometry", "givens")
    __match_args__ = ("givens", "geometry")

    geometry: Geometry
    allowed: tuple[int, ...]
    """The mask of each cell, before the house rule."""
    givens: bytes
    """The digit of each cell, 0 where blank, row by row."""

    def __init__(self, cells: GridLike, geometry: BoardLike | None = None) -> None:
        if geometry is None:
            board = cells.geometry if isinstance(cells, Grid) else CLASSIC
        else:
            board = board_of(geometry)
        if isinstance(cells, Grid):
            masks = cells.allowed
            if len(masks) != board.n_cells:
                raise GridError(f"the grid lies on {cells.geometry}, not on {board}")
        elif isinstance(cells, Masks):
            masks = checked_masks(cells.values, board)
        else:
            masks = masks_of_cells(cells, board)
        self._set(masks, board)

    @classmethod
    def from_masks(cls, masks: Iterable[int], geometry: BoardLike = CLASSIC) -> Grid:
        """Return the grid that allows, in each cell, the digits of its mask.

        The same as ``Grid(Masks(masks), geometry)``.

        Parameters
        ----------
        masks : iterable of int
            One mask a cell, bit ``d - 1`` for digit ``d``.
        geometry : Geometry or str, default CLASSIC
            The board.

        Raises
        ------
        GridError
            If the number of masks is wrong, or one is not a mask of digits.
        """
        return cls(Masks(masks), geometry)

    @property
    def n_clues(self) -> int:
        """The number of givens."""
        return len(self.givens) - self.givens.count(0)

    @property
    def is_restricted(self) -> bool:
        """Whether a cell that is not given has fewer than all digits allowed."""
        full = self.geometry.full_mask
        return any(mask not in GIVEN_OF_MASK and mask != full for mask in {*self.allowed})

    @property
    def is_complete(self) -> bool:
        """Whether every cell holds a digit, right or wrong."""
        return 0 not in self.givens

    @property
    def is_solved(self) -> bool:
        """Whether every cell holds a digit, and no house a digit twice."""
        return self.is_complete and all(
            union_of(self.allowed[cell] for cell in house.cells).bit_count() == len(house.cells)
            for house in self.geometry.houses
        )

    @property
    def candidates(self) -> tuple[int, ...]:
        """The masks after the house rule: without the digits given in a peer."""
        used = [union_of(1 << d - 1 for d in self._digits(h.cells)) for h in self.geometry.houses]
        return tuple(
            mask
            if self.givens[cell]
            else mask & ~union_of(used[house] for house in self.geometry.cell_houses[cell])
            for cell, mask in enumerate(self.allowed)
        )

    def candidates_of(self, cell: int) -> tuple[int, ...]:
        """Return the digits that a cell may hold after the house rule, ascending."""
        return tuple(digits_of(self.candidates[cell]))

    @property
    def clashes(self) -> tuple[Clash, ...]:
        """Every reason, visible without search, why there is no solution."""
        candidates = self.candidates
        return (
            *self._duplicates(),
            *self._empty_cells(candidates),
            *self._homeless_digits(candidates),
        )

    def is_solution_of(self, puzzle: Grid) -> bool:
        """Whether this grid is solved and agrees with all that `puzzle` allows."""
        return (
            self.geometry == puzzle.geometry
            and self.is_solved
            and all(
                mine & theirs for mine, theirs in zip(self.allowed, puzzle.allowed, strict=True)
            )
        )

    def to_line(self) -> str:
        """Return one character a cell, ``.`` where blank."""
        return text_of_digits(self.givens, self.geometry.symbols)

    def to_pencilmarks(self) -> str:
        """Return one character for each cell and digit, ``.`` where not allowed."""
        return "".join(
            symbol if mask >> digit & 1 else "."
            for mask in self.allowed
            for digit, symbol in enumerate(self.geometry.symbols)
        )

    def _set(self, masks: tuple[int, ...], geometry: Geometry) -> None:
        givens = bytes(map(GIVEN_OF_MASK.get, masks, repeat(0)))
        for name, value in (("allowed", masks), ("geometry", geometry), ("givens", givens)):
            object.__setattr__(self, name, value)

    def _digits(self, cells: Iterable[int]) -> list[int]:
        return [self.givens[cell] for cell in cells if self.givens[cell]]

    def _duplicates(self) -> Iterator[Clash]:
        board = self.geometry
        for house in board.houses:
            first: dict[int, int] = {}
            for cell in house.cells:
                digit = self.givens[cell]
                if digit and first.setdefault(digit, cell) != cell:
                    pair = (first[digit], cell)
                    names = " and ".join(map(board.cell_name, pair))
                    message = f"two {board.symbols[digit - 1]}s in {house}: {names}"
                    yield Clash("duplicate", message, pair, digit, house)

    def _empty_cells(self, candidates: tuple[int, ...]) -> Iterator[Clash]:
        for cell, mask in enumerate(candidates):
            if not mask:
                message = f"{self.geometry.cell_name(cell)} has no candidate"
                yield Clash("no candidate", message, (cell,))

    def _homeless_digits(self, candidates: tuple[int, ...]) -> Iterator[Clash]:
        board = self.geometry
        for house in board.full_houses:
            placeable = union_of(candidates[cell] for cell in house.cells)
            for digit in digits_of(board.full_mask & ~placeable):
                message = f"no place for {board.symbols[digit - 1]} in {house}"
                yield Clash("no place", message, digit=digit, house=house)

    if not TYPE_CHECKING:  # for type checkers, any name would be an attribute

        def __getattr__(self, name: str) -> object:
            """Work out the masks of a grid of digits when they are asked for first."""
            if name != "allowed":
                message = f"{type(self).__name__!r} object has no attribute {name!r}"
                raise AttributeError(message, name=name, obj=self)
            masks = tuple(map(mask_by_digit(self.geometry.size).__getitem__, self.givens))
            object.__setattr__(self, "allowed", masks)
            return masks

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"a Grid is immutable: make a new one instead of setting {name!r}")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"a Grid is immutable: {name!r} cannot be deleted")

    def __getitem__(self, cell: int | tuple[int, int]) -> int:
        if isinstance(cell, tuple):
            board = self.geometry
            row = place("row", cell[0], board.n_rows)
            column = place("column", cell[1], board.n_columns)
            found = board.cell_at(row, column)
            if found is None:
                raise IndexError(f"there is no cell in row {row} and column {column}")
            return self.givens[found]
        return self.givens[place("cell", cell, len(self))]

    def __iter__(self) -> Iterator[int]:
        return iter(self.givens)

    def __len__(self) -> int:
        return len(self.givens)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Grid):
            return NotImplemented
        return self.allowed == other.allowed and self.geometry == other.geometry

    def __hash__(self) -> int:
        return hash((self.allowed, self.geometry.size))

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return Grid.from_masks, (self.allowed, self.geometry)

    def __repr__(self) -> str:
        text = self.to_pencilmarks() if self.is_restricted else self.to_line()
        board = "" if self.geometry == CLASSIC else f", {self.geometry!r}"
        return f"Grid({text!r}{board})"

    def __str__(self) -> str:
        from lowbit.drawing import draw  # to print grids, not to solve

        return draw(self.to_line(), self.geometry)

    def _repr_svg_(self) -> str:
        """Return the picture that a notebook shows."""
        return picture(self)


def digits_of(mask: int) -> Iterator[int]:
    """Yield the digits of a mask, ascending: the lowest bit, ``x & -x``, over and over."""
    while mask:
        low = mask & -mask
        yield low.bit_length()
        mask ^= low


def grid_of_digits(digits: bytes, geometry: Geometry) -> Grid:
    r"""Return the grid with some digits, 0 where blank, which are not checked.

    >>> grid_of_digits(bytes(15) + b"\4", board_of("4x4"))[15]
    4
    """
    grid = Grid.__new__(Grid)
    object.__setattr__(grid, "geometry", geometry)
    object.__setattr__(grid, "givens", digits)
    return grid


def text_of_digits(digits: bytes, symbols: str) -> str:
    """Return a character for each digit, ``.`` for 0.

    >>> text_of_digits(bytes([2, 0, 1]), "ABC")
    'B.A'
    """
    return digits.decode("latin-1").translate(_symbol_of_digit(symbols))


@lru_cache
def _symbol_of_digit(symbols: str) -> dict[int, str]:
    """Return the table by which `str.translate` turns digits, 0 for a blank, into characters."""
    return dict(enumerate(f".{symbols}"))
