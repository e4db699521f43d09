"""Puzzles as boards, and below them in words the candidates and constraints."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lowbit.grid import digits_of
from lowbit.verbs.puzzles import grid_of, is_puzzle

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lowbit.grid import Grid
    from lowbit.puzzle import Puzzle


def board_in_words(puzzle: Grid | Puzzle) -> str:
    """Return a puzzle drawn with characters, and below it all else that it says.

    Examples
    --------
    >>> from lowbit import Puzzle
    >>> from lowbit.constraints import Cage
    >>> print(board_in_words(Puzzle("1" + "." * 15, [Cage((1, 2), 5)], geometry="4x4")))
    1 . | . .
    . . | . .
    ----+----
    . . | . .
    . . | . .
    killer cage: r1c2 r1c3, total 5
    """
    return "\n".join(_lines(puzzle))


def _lines(puzzle: Grid | Puzzle) -> Iterator[str]:
    grid = grid_of(puzzle)
    yield str(grid)
    yield from _candidates_in_words(grid)
    if is_puzzle(puzzle):
        from lowbit.techniques.wording.constraints import in_words  # loads constraints

        yield from filter(None, [puzzle.title, puzzle.author, puzzle.rules])
        for constraint in puzzle.constraints:
            yield in_words(constraint, puzzle.geometry)


def _candidates_in_words(grid: Grid) -> Iterator[str]:
    """Yield in words the candidates of blank cells that may not hold every digit."""
    board = grid.geometry
    for cell, mask in enumerate(grid.allowed):
        if not grid[cell] and mask != board.full_mask:
            symbols = [board.symbols[digit - 1] for digit in digits_of(mask)]
            yield f"candidates of {board.cell_name(cell)}: {' '.join(symbols) or 'none'}"
