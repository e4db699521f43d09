"""The `fpuzzles` format: links to f-puzzles.com, and the JSON in them."""

from __future__ import annotations

from lowbit.formats.variants.fpuzzles.links import (
    fpuzzles_link,
    is_fpuzzles,
    left_out_of_fpuzzles,
    read_fpuzzles,
)
from lowbit.formats.variants.puzzle_format import PuzzleFormat

__all__ = ["FORMAT", "fpuzzles_link", "read_fpuzzles"]

FORMAT = PuzzleFormat(
    "fpuzzles",
    "a link to f-puzzles.com, or the JSON in it",
    is_fpuzzles,
    read_fpuzzles,
    fpuzzles_link,
    fpuzzles_link,
    left_out_of_fpuzzles,
)
