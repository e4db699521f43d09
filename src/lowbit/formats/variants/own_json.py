"""The `json` format: the JSON of `Puzzle.to_json`, which expresses everything lowbit knows."""

from __future__ import annotations

from lowbit.formats.variants.puzzle_format import PuzzleFormat
from lowbit.puzzle import Puzzle


def is_json(text: str) -> bool:
    """Return whether a text begins like a JSON object; other programs' formats are tried first."""
    return text.lstrip().startswith("{")


FORMAT = PuzzleFormat(
    "json", "the JSON of lowbit.Puzzle", is_json, Puzzle.from_json, Puzzle.to_json
)
