"""The `iss` format: the text of Interactive Sudoku Solver, and links with it."""

from __future__ import annotations

from lowbit.formats.variants.iss.grammar import is_iss
from lowbit.formats.variants.iss.reading import read_iss
from lowbit.formats.variants.iss.writing import write_iss
from lowbit.formats.variants.puzzle_format import PuzzleFormat

__all__ = ["FORMAT", "is_iss", "read_iss", "write_iss"]

FORMAT = PuzzleFormat(
    "iss", "the text of Interactive Sudoku Solver, or a link with it", is_iss, read_iss, write_iss
)
