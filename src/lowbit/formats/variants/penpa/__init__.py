"""The `penpa` format: links to Penpa-edit, which are only read."""

from __future__ import annotations

from lowbit.formats.variants.penpa.drawing import is_penpa
from lowbit.formats.variants.penpa.reading import read_penpa
from lowbit.formats.variants.puzzle_format import PuzzleFormat

__all__ = ["FORMAT", "read_penpa"]

FORMAT = PuzzleFormat(
    "penpa",
    "a link to Penpa-edit, with #m=edit&p= or #m=solve&p=",
    is_penpa,
    read_penpa,
    read_undrawn=lambda text: read_penpa(text, ignore_drawings=True),
)
