"""The arguments of verbs: grids, and puzzles with constraints."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, TypeAlias, TypeGuard

from lowbit.errors import GridError
from lowbit.grid import Grid

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lowbit.geometry import BoardLike
    from lowbit.grid import GridLike
    from lowbit.puzzle import Puzzle

    PuzzleLike: TypeAlias = GridLike | Puzzle
    """A puzzle with constraints, or anything a `Grid` can be made from."""


def puzzle_of(puzzle: PuzzleLike, geometry: BoardLike | None) -> Grid | Puzzle:
    """Return an argument as a Puzzle if it has constraints, else as a Grid.

    Raises
    ------
    GridError
        If it is neither, or a Puzzle on a board other than the one named.
    """
    if not is_variant(puzzle):
        return _grid(puzzle.grid if is_puzzle(puzzle) else puzzle, geometry)  # type: ignore[arg-type]
    if geometry is not None and Grid(puzzle.grid, geometry).geometry != puzzle.geometry:  # type: ignore[union-attr]
        raise GridError("a Puzzle has its board, which cannot be given another")
    return puzzle  # type: ignore[return-value]


def _grid(cells: GridLike, geometry: BoardLike | None) -> Grid:
    try:
        return Grid(cells, geometry)
    except GridError:
        from lowbit.formats.puzzle_texts import is_text_of_variant  # noqa: PLC0415 - loads all formats

        if not (isinstance(cells, str) and is_text_of_variant(cells)):
            raise
        said = f"{cells[:30]!r} is a text of a puzzle with constraints"
        raise GridError(f"{said}: lowbit.read_puzzle reads it") from None


def is_puzzle(puzzle: object) -> TypeGuard[Puzzle]:
    """Return whether this is a Puzzle; it is not if their module was never loaded."""
    module = sys.modules.get("lowbit.puzzle")
    return module is not None and isinstance(puzzle, module.Puzzle)


def is_variant(puzzle: object) -> bool:
    """Return whether this is a Puzzle with constraints."""
    return is_puzzle(puzzle) and bool(puzzle.constraints)


def grid_of(puzzle: Grid | Puzzle) -> Grid:
    """Return the cells of a puzzle."""
    return puzzle if isinstance(puzzle, Grid) else puzzle.grid


def as_puzzle(puzzle: Grid | Puzzle) -> Puzzle:
    """Return a puzzle as one that says its board wherever it is written."""
    from lowbit.puzzle import Puzzle  # noqa: PLC0415 - loads all constraints

    return Puzzle(puzzle) if isinstance(puzzle, Grid) else puzzle


def with_masks(puzzle: Grid | Puzzle, masks: Sequence[int]) -> Grid | Puzzle:
    """Return a puzzle with other candidates."""
    grid = Grid.from_masks(masks, puzzle.geometry)
    return grid if isinstance(puzzle, Grid) else puzzle.with_grid(grid)
