"""The `penpa` format: links to Penpa-edit."""

from __future__ import annotations

from lowbit.formats.variants.penpa.drawing import is_penpa
from lowbit.formats.variants.penpa.reading import left_out_of_penpa, read_penpa
from lowbit.formats.variants.penpa.writing import penpa_link
from lowbit.formats.variants.puzzle_format import PuzzleFormat

__all__ = ["FORMAT", "penpa_link", "read_penpa"]

FORMAT = PuzzleFormat(
    "penpa",
    "a link to Penpa-edit, with #m=edit&p= or #m=solve&p=",
    is_penpa,
    read_penpa,
    penpa_link,
    left_out=left_out_of_penpa,
)
