"""Symmetries: permutations of the cells that take every house to a house, and of the digits.

A `Transform` is one symmetry of a board. `lowbit.classic_symmetry` has the parts and the numbers of
those of the classic board, `lowbit.board_symmetry` finds those of other boards.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from operator import index
from typing import TYPE_CHECKING, Final, TypeGuard, overload

from lowbit.classic_symmetry import (
    DIGITS,
    IN_ORDER,
    N_BANDS,
    N_GEOMETRIC,
    N_RELABELLINGS,
    N_SYMMETRIES,
    Parts,
    cells_of_lines,
    cells_of_parts,
    line_orders,
    number_of_parts,
    parts_of,
    parts_of_number,
    require_order,
)
from lowbit.errors import GridError, InputError
from lowbit.geometry import CLASSIC, Geometry, board_of
from lowbit.grid import Grid, digits_of
from lowbit.rng import SplitMix64, seed_or_any

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lowbit.classic_symmetry import Order
    from lowbit.geometry import BoardLike
    from lowbit.grid import GridLike
    from lowbit.puzzle import Puzzle

_TEXT: Final = re.compile(r"(t?)r([1-9]{9})c([1-9]{9})d([1-9]{9})")
_TEXT_OF_ANY: Final = re.compile(r"cells(( \d+)+) digits(( \d+)+)")


@dataclass(frozen=True, slots=True)
class Transform:
    """A symmetry of a board: ``new[i] = digits[old[cells[i]] - 1]``; blanks stay.

    Parameters
    ----------
    cells : sequence of int
        For each cell of the new grid, the cell of the old one whose content it gets.
    digits : sequence of int, optional
        The new digit for each digit, that of digit 1 first; by default they stay as they are.
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
        require_order(self.digits, in_order, "the new digits")
        require_order(self.cells, range(board.n_cells), "the cells")
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
        bands: Sequence[int] = IN_ORDER,
        stacks: Sequence[int] = IN_ORDER,
        rows: Sequence[Sequence[int]] = (IN_ORDER,) * N_BANDS,
        columns: Sequence[Sequence[int]] = (IN_ORDER,) * N_BANDS,
        digits: Sequence[int] = DIGITS,
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
        cells = cells_of_parts(bands, stacks, rows, columns, transpose=transpose)
        return Transform(cells, tuple(digits))

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
        return Transform.of(**parts_of_number(number)._asdict())

    @staticmethod
    def random(
        seed: int | None = None, row: int = 0, *, geometry: BoardLike = CLASSIC
    ) -> Transform:
        """Return a uniformly random symmetry.

        Parameters
        ----------
        seed : int, optional
            The same seed, from 0 to 2**64 - 1, gives the same symmetry; any if None.
        row : int, default 0
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
        stream = SplitMix64(seed_or_any(seed), row)
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
            cells_of_lines(*lines, transpose=bool(transpose)), tuple(int(digit) for digit in digits)
        )

    @property
    def parts(self) -> Parts:
        """The parts from which `of` makes this symmetry again, on the classic board."""
        _require_classic(self.geometry)
        return parts_of(self.cells, self.digits)

    @property
    def number(self) -> int:
        """Its number among all symmetries of the classic board, see `numbered`."""
        return number_of_parts(self.parts)

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
        """Return the digits that a set of digits becomes: bit ``d - 1`` for digit d."""
        renamed = 0
        for digit in digits_of(mask):
            renamed |= 1 << self.digits[digit - 1] - 1
        return renamed

    @overload
    def __call__(self, grid: GridLike) -> Grid: ...
    @overload
    def __call__(self, grid: Puzzle) -> Puzzle: ...
    def __call__(self, grid: GridLike | Puzzle) -> Grid | Puzzle:
        """Return a grid as this symmetry changes it: givens and restricted cells.

        Parameters
        ----------
        grid : GridLike or Puzzle
            A puzzle on its board, see `lowbit.Grid`. One with constraints or cosmetics keeps
            them: they move along.

        Raises
        ------
        GridError
            If it is not a grid, or lies on another board.
        InputError
            If it has constraints or cosmetics that this symmetry would change: they can be turned
            and mirrored, and digits renamed if none depends on their values.
        """
        if _has_more(grid):
            from lowbit.puzzle_symmetry import transformed  # loads all constraints

            on_board(grid.grid, self.geometry)
            return transformed(grid, self.inverse.cells, self.digits)
        grid = _unwrapped(grid)
        old = on_board(grid, self.geometry)
        renamed = {mask: self.mask(mask) for mask in set(old.allowed)}
        masks = [renamed[old.allowed[cell]] for cell in self.cells]
        return Grid.from_masks(masks, grid.geometry if isinstance(grid, Grid) else self.geometry)

    def __str__(self) -> str:
        if not self.geometry.is_classic:
            cells = " ".join(str(cell + 1) for cell in self.cells)
            return f"cells {cells} digits {' '.join(map(str, self.digits))}"
        transpose, rows, columns = line_orders(self.cells)
        numbers = ([line + 1 for line in order] for order in (rows, columns))
        r, c, d = ("".join(map(str, order)) for order in (*numbers, self.digits))
        return f"{'t' * transpose}r{r}c{c}d{d}"

    def __repr__(self) -> str:
        board = "" if self.geometry.is_classic else f", {self.geometry!r}"
        return f"Transform.parse({str(self)!r}{board})"


def shuffled_copy(puzzle: Grid | Puzzle, seed: int, item: int) -> Grid | Puzzle:
    """Return a random isomorphic copy: the one of this number that a seed gives."""
    if not _has_more(puzzle):
        return random_symmetry(puzzle, seed, item)(puzzle)
    from lowbit.puzzle_symmetry import drawn, moved  # loads all constraints

    return moved(puzzle, *drawn(puzzle, SplitMix64(seed, item)))


def random_symmetry(puzzle: Grid | Puzzle, seed: int, item: int) -> Transform:
    """Return the symmetry that `shuffled_copy` applies."""
    board = puzzle.geometry
    if not _has_more(puzzle):
        return Transform.random(seed, item, geometry=board)
    from lowbit.puzzle_symmetry import drawn

    places, digits = drawn(puzzle, SplitMix64(seed, item))
    cells = sorted(range(board.n_cells), key=places.__getitem__)
    return Transform(tuple(cells), tuple(digits), board)


def _has_more(puzzle: GridLike | Puzzle) -> TypeGuard[Puzzle]:
    """Return whether this is a Puzzle with constraints or cosmetics, without loading the class."""
    return bool(getattr(puzzle, "constraints", ()) or getattr(puzzle, "cosmetics", ()))


def _unwrapped(puzzle: GridLike | Puzzle) -> GridLike:
    """Return the grid of a Puzzle that is no more than one; any other grid as it is."""
    return puzzle.grid if hasattr(puzzle, "constraints") else puzzle  # type: ignore[union-attr]


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


@lru_cache
def _houses_of(board: Geometry) -> frozenset[frozenset[int]]:
    return frozenset(frozenset(house.cells) for house in board.houses)


def _require_classic(board: Geometry) -> None:
    if not board.is_classic:
        raise InputError(f"the symmetries of {board} are not made of bands, stacks and numbers")


def _random_on(board: Geometry, stream: SplitMix64) -> Transform:
    from lowbit.board_symmetry import symmetries_of  # loads NumPy

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
