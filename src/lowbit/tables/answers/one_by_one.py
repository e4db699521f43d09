"""Rows of a column as puzzles, for verbs that take one at a time."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from lowbit.batch.boards import grid_of_row
from lowbit.batch.variants import VariantBatch
from lowbit.puzzle import Puzzle

if TYPE_CHECKING:
    from collections.abc import Iterable

    from lowbit.batch.boards import BoardBatch
    from lowbit.kernels.classic.search import Puzzles

    AnyRows: TypeAlias = Puzzles | BoardBatch | VariantBatch


def puzzles_of_rows(puzzles: AnyRows, rows: Iterable[int]) -> VariantBatch:
    """Return the puzzles of some rows, each of which must have solutions."""
    return VariantBatch([_puzzle(puzzles, row) for row in rows])


def _puzzle(puzzles: AnyRows, row: int) -> Any:  # noqa: ANN401 - a row with solutions is a Puzzle
    if isinstance(puzzles, VariantBatch):
        return puzzles.item(row)
    return Puzzle(grid_of_row(puzzles, row))
