"""One puzzle of any form: cells, text of any format, or the path of a file, as verbs take it."""

from __future__ import annotations

from os import PathLike
from typing import TYPE_CHECKING, TypeAlias, TypeGuard, Union

from lowbit.errors import GridError
from lowbit.grid import Grid, GridLike
from lowbit.loaded import is_instance

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lowbit.geometry import BoardLike
    from lowbit.puzzle import Puzzle

PuzzleLike: TypeAlias = Union["Puzzle", GridLike, PathLike[str]]
"""One puzzle in any form: a `Puzzle`, or whatever makes a `Grid` (text, cells in a sequence, in
rows or in an array, `Masks`); a text, link or JSON that `read_puzzle` reads, with constraints or
among words; or the path of a file that holds one puzzle, as `pathlib.Path`. A text that names no
board lies on the board that its length shows."""


def puzzle_of(puzzle: PuzzleLike, geometry: BoardLike | None) -> Grid | Puzzle:
    """Return an argument as a Puzzle if it has constraints, else as a Grid.

    Raises
    ------
    GridError
        If it is neither, or lies on a board other than the one named.
    """
    found = whole_of(puzzle, geometry)
    return found if is_variant(found) else grid_of(found)


def whole_of(puzzle: PuzzleLike, geometry: BoardLike | None) -> Grid | Puzzle:
    """Return an argument as a Puzzle if it has constraints or cosmetics, else as a Grid.

    For verbs that return what they were given, changed.

    Raises
    ------
    GridError
        As for `puzzle_of`.
    """
    if is_puzzle(puzzle):
        if not puzzle.constraints and not puzzle.cosmetics:
            return Grid(puzzle.grid, geometry)
        if geometry is not None and Grid(puzzle.grid, geometry).geometry != puzzle.geometry:
            raise GridError("a Puzzle has its board, which cannot be given another")
        return puzzle
    try:
        return Grid(puzzle, geometry)  # type: ignore[arg-type]
    except GridError:
        from lowbit.formats.one_puzzle import puzzle_of_source  # loads all formats

        found = puzzle_of_source(puzzle, geometry)
        if found is None:
            raise
    return whole_of(found, geometry)


def is_puzzle(puzzle: object) -> TypeGuard[Puzzle]:
    """Return whether this is a Puzzle; it is not if their module was never loaded."""
    return is_instance(puzzle, "lowbit.puzzle", "Puzzle")


def is_variant(puzzle: object) -> bool:
    """Return whether this is a Puzzle with constraints."""
    return is_puzzle(puzzle) and bool(puzzle.constraints)


def grid_of(puzzle: Grid | Puzzle) -> Grid:
    """Return the cells of a puzzle."""
    return puzzle if isinstance(puzzle, Grid) else puzzle.grid


def as_puzzle(puzzle: Grid | Puzzle) -> Puzzle:
    """Return a puzzle as one that says its board wherever it is written."""
    from lowbit.puzzle import Puzzle  # loads all constraints

    return Puzzle(puzzle) if isinstance(puzzle, Grid) else puzzle


def with_masks(puzzle: Grid | Puzzle, masks: Sequence[int]) -> Grid | Puzzle:
    """Return a puzzle with other candidates."""
    grid = Grid.from_masks(masks, puzzle.geometry)
    return grid if isinstance(puzzle, Grid) else puzzle.with_grid(grid)
