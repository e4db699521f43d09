"""The `pencilmark` format: JSON of the exchange format sudoku-puzzle 1, as pencilmark writes it."""

from __future__ import annotations

from lowbit.formats.variants.pencilmark.reading import is_pencilmark, read_pencilmark
from lowbit.formats.variants.pencilmark.writing import write_pencilmark
from lowbit.formats.variants.puzzle_format import PuzzleFormat

__all__ = ["FORMAT", "read_pencilmark", "write_pencilmark"]

FORMAT = PuzzleFormat(
    "pencilmark",
    "the JSON of pencilmark, sudoku-puzzle 1",
    is_pencilmark,
    read_pencilmark,
    write_pencilmark,
)
