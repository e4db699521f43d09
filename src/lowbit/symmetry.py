"""Symmetries: permutations of the cells that take every house to a house, and of the digits.

On the classic board::

    bands    stacks    rows of a band    columns of a stack    transposition    digits
      3!   *   3!    *      3!**3      *       3!**3         *       2        *   9!

Rows may change places within their band and bands as a whole, columns and stacks likewise; the
grid may be mirrored at its falling diagonal; and the digits may be renamed. A `Transform` is one
of these changes. No other permutation of the cells takes every house to a house, and that is how
one is recognised. What other boards have for symmetries is found out by `lowbit.board_symmetry`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from itertools import permutations
from math import factorial
from operator import index
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from lowbit.errors import GridError, InputError
from lowbit.geometry import CLASSIC, Geometry, board_of
from lowbit.grid import Grid, digits_of
from lowbit.rng import SplitMix64, seed_or_any

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from lowbit.geometry import BoardLike
    from lowbit.grid import GridLike

Order: TypeAlias = tuple[int, ...]
"""What comes to stand first, second, third: numbers from 0."""


def _lines_of(kind: str) -> tuple[Order, ...]:
    return tuple(house.cells for house in CLASSIC.houses if house.kind == kind)


_ROWS: Final = _lines_of("row")
_COLUMNS: Final = _lines_of("column")
_N_BANDS: Final = len(CLASSIC.chutes) // 2
_BANDS: Final = tuple(
    tuple(sorted({CLASSIC.row(cell) for cell in band})) for band in CLASSIC.chutes[:_N_BANDS]
)
"""The rows of each band, and also the columns of each stack."""
_IN_ORDER: Final = tuple(range(_N_BANDS))
_DIGITS: Final = tuple(range(1, CLASSIC.size + 1))
ORDERS: Final = tuple(permutations(_IN_ORDER))
"""The six orders of three things; the first is the one that they have."""

N_GEOMETRIC: Final[int] = 2 * len(ORDERS) ** (2 + 2 * _N_BANDS)
"""How many symmetries leave the digits alone: 2 * 6**8."""

N_RELABELLINGS: Final = factorial(CLASSIC.size)
"""How many ways there are to rename the digits: 9!."""

N_SYMMETRIES: Final = N_GEOMETRIC * N_RELABELLINGS
"""How many symmetries there are: 2 * 6**8 * 9!."""

_TEXT: Final = re.compile(r"(t?)r([1-9]{9})c([1-9]{9})d([1-9]{9})")
_TEXT_OF_ANY: Final = re.compile(r"cells(( \d+)+) digits(( \d+)+)")


class Parts(NamedTuple):
    """What a symmetry is made of; `Transform.of` says how.

    Attributes
    ----------
    transpose : bool
    bands, stacks : tuple of int
    rows, columns : tuple of tuple of int
    digits : tuple of int
    """

    transpose: bool
    bands: Order
    stacks: Order
    rows: tuple[Order, ...]
    columns: tuple[Order, ...]
    digits: Order


@dataclass(frozen=True, slots=True)
class Transform:
    """A symmetry of a board: ``new[i] = digits[old[cells[i]] - 1]``; blanks stay.

    Parameters
    ----------
    cells : sequence of int
        For each cell of the new grid, the cell of the old one whose content it gets.
    digits : sequence of int, optional
        What each digit becomes, that of digit 1 first; by default they stay as they are.
    geometry : Geometry or str, optional
        The board; the classic one by default.

    Raises
    ------
    InputError
        If `cells` does not take every house to a house, or `digits` does not rename them.

    Examples
    --------
    >>> turn = Transform.of(transpose=True, digits=(2, 1, 3, 4, 5, 6, 7, 8, 9))
    >>> turn("123" + "." * 78).to_line()[:20]
    '2........1........3.'
    >>> turn.then(turn) == Transform.identity()
    True
    """

    cells: Order
    digits: Order = ()
    geometry: Geometry = CLASSIC

    def __post_init__(self) -> None:
        board = _usual(board_of(self.geometry))
        in_order = tuple(range(1, board.size + 1))
        cells, digits = (tuple(map(index, order)) for order in (self.cells, self.digits))
        for name, value in (
            ("cells", cells),
            ("digits", digits or in_order),
            ("geometry", board),
        ):
            object.__setattr__(self, name, value)
        _require_order(self.digits, in_order, "the new digits")
        _require_order(self.cells, range(board.n_cells), "the cells")
        houses = _houses_of(board)
        for house in board.houses:
            if frozenset(self.cells[cell] for cell in house.cells) not in houses:
                raise InputError(f"no symmetry: what comes into {house} was in no house before")

    @staticmethod
    def identity(geometry: BoardLike = CLASSIC) -> Transform:
        """Return the symmetry that changes nothing."""
        board = board_of(geometry)
        return Transform(tuple(range(board.n_cells)), geometry=board)

    @staticmethod
    def of(  # noqa: PLR0913 - a symmetry has six parts
        *,
        transpose: bool = False,
        bands: Sequence[int] = _IN_ORDER,
        stacks: Sequence[int] = _IN_ORDER,
        rows: Sequence[Sequence[int]] = (_IN_ORDER,) * _N_BANDS,
        columns: Sequence[Sequence[int]] = (_IN_ORDER,) * _N_BANDS,
        digits: Sequence[int] = _DIGITS,
    ) -> Transform:
        """Return the symmetry of the classic board that is made of these parts, in this order.

        Parameters
        ----------
        transpose : bool, default False
            First the grid is mirrored at the falling diagonal: rows become columns.
        bands, stacks : sequence of int
            Then band ``bands[b]`` comes to stand as band b, and stack ``stacks[s]`` as stack s;
            all count from 0.
        rows, columns : sequence of three sequences of int
            Then, of the rows of what is now band b, row ``rows[b][i]`` comes to stand as row i;
            likewise ``columns[s]`` for the columns of what is now stack s. All three count from
            0 within their chute.
        digits : sequence of int
            At last digit d becomes ``digits[d - 1]``.

        Raises
        ------
        InputError
            If one of them does not name each thing once.
        """
        row_order = _line_order(bands, rows, "bands", "rows")
        column_order = _line_order(stacks, columns, "stacks", "columns")
        return Transform(_cells(row_order, column_order, transpose=transpose), tuple(digits))

    @staticmethod
    def numbered(number: int) -> Transform:
        """Return one of those of the classic board by its number, from 0 to `N_SYMMETRIES` - 1.

        Number 0 is the identity, and the first `N_GEOMETRIC` leave the digits alone.

        Raises
        ------
        InputError
            If there is none of that number.
        """
        if not 0 <= number < N_SYMMETRIES:
            raise InputError(f"symmetries have numbers from 0 to {N_SYMMETRIES - 1}, not {number}")
        relabelling, number = divmod(number, N_GEOMETRIC)
        number, transpose = divmod(number, 2)
        orders = []
        for _ in range(2 + 2 * _N_BANDS):
            number, order = divmod(number, len(ORDERS))
            orders.append(ORDERS[order])
        bands, stacks, *lines = orders
        return Transform.of(
            transpose=bool(transpose),
            bands=bands,
            stacks=stacks,
            rows=lines[:_N_BANDS],
            columns=lines[_N_BANDS:],
            digits=_relabelling(relabelling),
        )

    @staticmethod
    def random(
        seed: int | None = None, item: int = 0, *, geometry: BoardLike = CLASSIC
    ) -> Transform:
        """Return a uniformly random symmetry.

        Parameters
        ----------
        seed : int, optional
            The same seed, from 0 to 2**64 - 1, gives the same symmetry; any if None.
        item : int, default 0
            Which of the symmetries that this seed gives: the one that `shuffle_many` applies to
            the puzzle of this number, from 0.
        geometry : Geometry or str, optional
            The board; the classic one by default.

        Raises
        ------
        InputError
            If the seed is out of range.

        Examples
        --------
        >>> turned = Transform.random(1, geometry="4x4")
        >>> sorted(turned.digits), turned.then(turned.inverse) == Transform.identity("4x4")
        ([1, 2, 3, 4], True)
        """
        stream = SplitMix64(seed_or_any(seed), item)
        board = board_of(geometry)
        if not board.is_classic:
            return _random_on(board, stream)
        geometric = stream.below(N_GEOMETRIC)
        return Transform.numbered(geometric + N_GEOMETRIC * stream.below(N_RELABELLINGS))

    @staticmethod
    def parse(text: str, geometry: BoardLike = CLASSIC) -> Transform:
        """Return the symmetry that `str` wrote down.

        Parameters
        ----------
        text : str
            As in ``tr456123789c123456789d213456789``: ``t`` if the grid is transposed first;
            behind ``r`` the rows that then come to stand as rows 1 to 9; behind ``c`` the
            columns; behind ``d`` what the digits 1 to 9 become. On other boards as in
            ``cells 4 3 2 1 digits 2 1``: which cells come to stand as cells 1, 2, 3, and so on;
            and what the digits become.
        geometry : Geometry or str, optional
            The board; the classic one by default.

        Raises
        ------
        InputError
            If it is written in another way, or is not a symmetry.
        """
        board = board_of(geometry)
        if not board.is_classic:
            return _parse_on(board, text.strip())
        found = _TEXT.fullmatch(text.strip())
        if not found:
            raise InputError(
                f"{text!r} is not a symmetry: write it as in "
                f"tr456123789c123456789d213456789, where t is for a transposition"
            )
        transpose, rows, columns, digits = found.groups()
        lines = ([int(line) - 1 for line in order] for order in (rows, columns))
        return Transform(
            _cells(*lines, transpose=bool(transpose)), tuple(int(digit) for digit in digits)
        )

    @property
    def parts(self) -> Parts:
        """What `of` makes it from again, on the classic board."""
        _require_classic(self.geometry)
        transpose, row_order, column_order = self._line_orders()
        bands, rows = _chute_orders(row_order)
        stacks, columns = _chute_orders(column_order)
        return Parts(transpose, bands, stacks, rows, columns, self.digits)

    @property
    def number(self) -> int:
        """Its number among all symmetries of the classic board, see `numbered`."""
        parts = self.parts
        orders = (parts.bands, parts.stacks, *parts.rows, *parts.columns)
        number = 0
        for order in reversed(orders):
            number = number * len(ORDERS) + ORDERS.index(order)
        return _relabelling_number(self.digits) * N_GEOMETRIC + 2 * number + parts.transpose

    @property
    def inverse(self) -> Transform:
        """The symmetry that undoes this one."""
        cells = sorted(range(len(self.cells)), key=self.cells.__getitem__)
        digits = sorted(range(1, len(self.digits) + 1), key=lambda d: self.digits[d - 1])
        return Transform(tuple(cells), tuple(digits), self.geometry)

    def then(self, other: Transform) -> Transform:
        """Return the symmetry that does this one first, and then the other.

        ``a.then(b)(grid) == b(a(grid))``.
        """
        return Transform(
            tuple(self.cells[cell] for cell in other.cells),
            tuple(other.digits[digit - 1] for digit in self.digits),
            self.geometry,
        )

    def mask(self, mask: int) -> int:
        """Return what becomes of a set of digits: bit ``d - 1`` for digit d."""
        renamed = 0
        for digit in digits_of(mask):
            renamed |= 1 << self.digits[digit - 1] - 1
        return renamed

    def __call__(self, grid: GridLike) -> Grid:
        """Return a grid as this symmetry changes it: givens and restricted cells.

        Parameters
        ----------
        grid : GridLike
            A puzzle on its board, see `lowbit.Grid`.

        Raises
        ------
        GridError
            If it is not a grid, or lies on another board.
        """
        old = on_board(grid, self.geometry).allowed
        renamed = {mask: self.mask(mask) for mask in set(old)}
        return Grid.from_masks([renamed[old[cell]] for cell in self.cells], self.geometry)

    def _line_orders(self) -> tuple[bool, Order, Order]:
        """Return whether it transposes, and which rows and columns then come to stand where."""
        transpose = CLASSIC.row(self.cells[_ROWS[0][0]]) != CLASSIC.row(self.cells[_ROWS[0][-1]])
        row_of, column_of = CLASSIC.row, CLASSIC.column
        if transpose:
            row_of, column_of = column_of, row_of
        return (
            transpose,
            tuple(row_of(self.cells[cell]) for cell in _COLUMNS[0]),
            tuple(column_of(self.cells[cell]) for cell in _ROWS[0]),
        )

    def __str__(self) -> str:
        if not self.geometry.is_classic:
            cells = " ".join(str(cell + 1) for cell in self.cells)
            return f"cells {cells} digits {' '.join(map(str, self.digits))}"
        transpose, rows, columns = self._line_orders()
        numbers = ([line + 1 for line in order] for order in (rows, columns))
        r, c, d = ("".join(map(str, order)) for order in (*numbers, self.digits))
        return f"{'t' * transpose}r{r}c{c}d{d}"

    def __repr__(self) -> str:
        board = "" if self.geometry.is_classic else f", {self.geometry!r}"
        return f"Transform.parse({str(self)!r}{board})"


def shuffle(
    puzzle: GridLike,
    *,
    seed: int | None = None,
    geometry: BoardLike | None = None,
) -> Grid:
    """Return an isomorphic puzzle: a random symmetry is applied.

    Parameters
    ----------
    puzzle : GridLike
        The puzzle, see `lowbit.Grid`; restricted cells keep their candidates.
    seed : int, optional
        The same seed, from 0 to 2**64 - 1, gives the same symmetry; any if None.
    geometry : Geometry or str, optional
        Its board; the classic one, or that of `puzzle` if it is a Grid.

    Returns
    -------
    Grid
        ``Transform.random(seed)(puzzle)``, and also the first row of
        ``shuffle_many([puzzle], seed)``. All symmetries of the board are equally likely; the
        classic one has `N_SYMMETRIES`.

    Raises
    ------
    GridError
        If it is not a grid.
    InputError
        If the seed is out of range.

    Examples
    --------
    >>> from lowbit import is_unique
    >>> grid = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> is_unique(shuffle(grid, seed=1))
    True
    """
    grid = Grid(puzzle, geometry)
    return Transform.random(seed, geometry=grid.geometry)(grid)


def on_board(grid: GridLike, board: Geometry) -> Grid:
    """Return a grid on a board; one whose digits are written otherwise is rewritten.

    Raises
    ------
    GridError
        If it is not a grid, or lies on another board.
    """
    grid = grid if isinstance(grid, Grid) else Grid(grid, board)
    if grid.geometry == board:
        return grid
    if grid.geometry.is_classic and board.is_classic:
        return Grid(grid, board)
    raise GridError(f"this is a symmetry of {board}, and the grid lies on {grid.geometry}")


def _usual(board: Geometry) -> Geometry:
    """Return a board; the classic one with its digits written as usual."""
    return CLASSIC if board.is_classic else board


@cache
def _houses_of(board: Geometry) -> frozenset[frozenset[int]]:
    return frozenset(frozenset(house.cells) for house in board.houses)


def _require_classic(board: Geometry) -> None:
    if not board.is_classic:
        raise InputError(f"the symmetries of {board} are not made of bands, stacks and numbers")


def _random_on(board: Geometry, stream: SplitMix64) -> Transform:
    from lowbit.board_symmetry import symmetries_of  # noqa: PLC0415 - loads NumPy

    cells = symmetries_of(board).random(stream)
    digits = list(range(1, board.size + 1))
    stream.shuffle(digits)
    return Transform(cells, tuple(digits), board)


def _parse_on(board: Geometry, text: str) -> Transform:
    found = _TEXT_OF_ANY.fullmatch(text)
    if not found:
        raise InputError(
            f"{text!r} is not a symmetry of {board}: write it as in cells 4 3 2 1 digits 2 1, with "
            f"{board.n_cells} cells and {board.size} digits"
        )
    cells, digits = (tuple(map(int, found[group].split())) for group in (1, 3))
    return Transform(tuple(cell - 1 for cell in cells), digits, board)


def _line_order(
    chutes: Sequence[int], lines: Sequence[Sequence[int]], chutes_name: str, lines_name: str
) -> list[int]:
    """Return which line comes to stand where, of all rows or all columns."""
    _require_order(chutes, _IN_ORDER, f"the {chutes_name}")
    if len(lines) != _N_BANDS:
        raise InputError(f"the {lines_name} need {_N_BANDS} orders, not {len(lines)}")
    for order in lines:
        _require_order(order, _IN_ORDER, f"the {lines_name} of a chute")
    return [
        _BANDS[chute][line] for chute, order in zip(chutes, lines, strict=True) for line in order
    ]


def _cells(rows: Iterable[int], columns: Iterable[int], *, transpose: bool) -> Order:
    columns = tuple(columns)
    lines = _COLUMNS if transpose else _ROWS
    return tuple(lines[row][column] for row in rows for column in columns)


def _chute_orders(lines: Order) -> tuple[Order, tuple[Order, ...]]:
    """Return which chutes come to stand where, and which lines within them."""
    home = {line: (chute, i) for chute, band in enumerate(_BANDS) for i, line in enumerate(band)}
    places = [[home[lines[line]] for line in band] for band in _BANDS]
    return (
        tuple(band[0][0] for band in places),
        tuple(tuple(line for _, line in band) for band in places),
    )


def _relabelling(number: int) -> Order:
    """Return a permutation of the digits by its number: Fisher's and Yates's swaps."""
    digits = list(_DIGITS)
    for last in range(len(digits) - 1, 0, -1):
        number, back = divmod(number, last + 1)
        digits[last], digits[last - back] = digits[last - back], digits[last]
    return tuple(digits)


def _relabelling_number(wanted: Order) -> int:
    """Return the number that `_relabelling` makes a permutation from."""
    digits = list(_DIGITS)
    number, weight = 0, 1
    for last in range(len(digits) - 1, 0, -1):
        other = digits.index(wanted[last])
        number += weight * (last - other)
        weight *= last + 1
        digits[last], digits[other] = digits[other], digits[last]
    return number


def _require_order(found: Sequence[int], expected: Sequence[int], what: str) -> None:
    if sorted(found) != list(expected):
        raise InputError(
            f"{what} must name each of {expected[0]} to {expected[-1]} once, not {tuple(found)}"
        )
