"""A puzzle on one line: a character for each cell, or one for each candidate."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lowbit.cells import require_n_cells
from lowbit.errors import FormatError, GridError
from lowbit.formats.text import require_symbols
from lowbit.geometry import CLASSIC
from lowbit.grid import Grid

if TYPE_CHECKING:
    from lowbit.geometry import Geometry

SYMBOL_OF_DIGIT: Final = bytes.maketrans(bytes(range(10)), b"." + CLASSIC.symbols.encode())
"""Translates the digits of classic puzzles, a byte each, to text."""


def parse_puzzle(cells: str, board: Geometry, start: int = 0) -> Grid:
    """Return the grid of `cells`, which begin `start` characters into their line.

    Unlike `Grid`, which takes pasted text, this skips no characters.
    """
    if _is_of_larger_board(cells, board):
        require_n_cells(len(cells), board)  # that its digits are too large follows
    require_symbols(cells, board, start)
    return Grid(cells, board)


def _is_of_larger_board(cells: str, board: Geometry) -> bool:
    if board.size >= CLASSIC.size or len(cells) in (board.n_cells, board.n_cells * board.size):
        return False
    return len(cells) > board.n_cells and is_symbols(cells, CLASSIC)


def puzzle_text(grid: Grid) -> str:
    """Return a character per cell, or the pencilmarks if the grid needs them."""
    return grid.to_pencilmarks() if grid.is_restricted else grid.to_line()


def require_givens_alone(grid: Grid) -> None:
    """Raise if a format that writes only givens would lose information."""
    if grid.is_restricted:
        raise FormatError("a grid with pencilmarks can only be written in the line format")


def looks_like_puzzle(cells: str, board: Geometry) -> bool:
    """Return whether `cells` are meant as a puzzle, even if a cell or the length is wrong."""
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
