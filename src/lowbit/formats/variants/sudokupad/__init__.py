"""The `sudokupad` format: links to sudokupad.app, their payload, and the JSON in them."""

from __future__ import annotations

from lowbit.formats.variants.puzzle_format import PuzzleFormat
from lowbit.formats.variants.sudokupad.links import (
    is_sudokupad,
    left_out_of_sudokupad,
    read_sudokupad,
    sudokupad_link,
)

__all__ = ["FORMAT", "read_sudokupad", "sudokupad_link"]

FORMAT = PuzzleFormat(
    "sudokupad",
    "a link to sudokupad.app, or the JSON in it",
    is_sudokupad,
    read_sudokupad,
    sudokupad_link,
    sudokupad_link,
    left_out_of_sudokupad,
)
