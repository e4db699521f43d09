"""A puzzle on one line: a character for each cell, or one for each candidate."""

from __future__ import annotations

from math import isqrt
from typing import Final

from lowbit.alphabets import SYMBOLS
from lowbit.errors import FormatError, GridError
from lowbit.formats.text import require_symbols
from lowbit.geometry import CLASSIC, Geometry
from lowbit.grid import Grid

INFERRED_SIZES = (4, 6, 8, 9, 10, 12, 16, 25)
"""The boards that a puzzle can be known by the length of."""

SYMBOL_OF_DIGIT: Final = bytes.maketrans(bytes(range(10)), b"." + CLASSIC.symbols.encode())
"""Translates the digits of classic puzzles, a byte each, to text."""


def parse_puzzle(cells: str, board: Geometry, start: int = 0) -> Grid:
    """Return the grid of `cells`, which stand `start` characters into their line.

    Unlike `Grid`, which reads what people paste, this skips nothing.
    """
    require_symbols(cells, board, start)
    return Grid(cells, board)


def puzzle_text(grid: Grid) -> str:
    """Return a character a cell, or the pencilmarks where the grid needs them."""
    return grid.to_pencilmarks() if grid.is_restricted else grid.to_line()


def require_givens_alone(grid: Grid) -> None:
    """Raise if a format that writes only givens would lose what the grid says."""
    if grid.is_restricted:
        raise FormatError("a grid with pencilmarks can only be written in the line format")


def looks_like_puzzle(cells: str, board: Geometry) -> bool:
    """Whether `cells` are meant as a puzzle, be it of a wrong length or with a wrong cell."""
    if len(cells) in (board.n_cells, board.n_cells * board.size):
        return True
    return len(cells) > 2 * board.size and is_symbols(cells, board)


def is_symbols(cells: str, board: Geometry) -> bool:
    """Whether `cells` are nothing but digits and blanks."""
    try:
        require_symbols(cells, board)
    except GridError:
        return False
    return True


def board_by_length(cells: str, alphabet: str = SYMBOLS) -> Geometry:
    """Return the board, without extra houses, on which `cells` are a puzzle; else the classic one.

    Examples
    --------
    >>> str(board_by_length("1..4........4..1")), str(board_by_length("9..4........4..1"))
    ('4x4', '9x9')
    """
    board = board_of_cells(len(cells), alphabet)
    return board if board and is_symbols(cells, board) else CLASSIC.with_alphabet(alphabet)


def board_of_cells(n_cells: int, alphabet: str = SYMBOLS) -> Geometry | None:
    """Return the board of so many cells; None if that is no usual one."""
    size = isqrt(n_cells)
    if size not in INFERRED_SIZES or size * size != n_cells:
        return None
    return Geometry.parse(f"{size}x{size}", alphabet)
