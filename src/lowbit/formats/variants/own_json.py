"""The `json` format: what `Puzzle.to_json` writes, which says all that lowbit knows."""

from __future__ import annotations

from lowbit.formats.variants.puzzle_format import PuzzleFormat
from lowbit.puzzle import Puzzle


def is_json(text: str) -> bool:
    """Return whether a text begins as an object of JSON does; other programs' are tried before."""
    return text.lstrip().startswith("{")


FORMAT = PuzzleFormat(
    "json", "the JSON of lowbit.Puzzle", is_json, Puzzle.from_json, Puzzle.to_json
)
