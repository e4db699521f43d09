"""The lessons in English, chapter by chapter."""

from __future__ import annotations

from typing import Final

from lowbit.techniques.lessons.english import (
    basics,
    chains,
    constraints,
    fish,
    sets,
    uniqueness,
)

PARTS: Final = {
    "basics": basics.LESSONS,
    "fish": fish.LESSONS,
    "uniqueness": uniqueness.LESSONS,
    "chains": chains.LESSONS,
    "sets": sets.LESSONS,
    "constraints": constraints.LESSONS,
}
"""The lessons of each chapter, by their slugs."""

TERMS: Final = {
    "candidate": "a digit that a cell may still hold",
    "house": "a row, a column or a box",
    "line": "a row or a column",
    "to see": "two cells see each other if they share a row, a column or a box: they cannot hold "
    "the same digit",
    "to eliminate": "to strike a candidate, because it cannot be right",
}
"""The terms that the lessons use, with their meanings."""
