"""Columns of answers about the puzzles of a batch, a row for each."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from lowbit.techniques.registry import TECHNIQUES
from lowbit.techniques.wording.constraints import SLUGS as BY_CONSTRAINTS

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from lowbit.verbs.rate.measuring import Measured

SLUGS: Final = tuple(TECHNIQUES)

FLOATS: Final = frozenset({"er", "ep", "ed", "difficulty"})
WORDS: Final = frozenset({"explainer_hardest", "level", "hodoku_hardest", "hardest"})
COUNTS: Final = {"explainer_techniques": "er", "hodoku_techniques": "score"}
"""Columns of counts of techniques, each with the column that tells where it is known."""

WORD: Final = f"U{max(map(len, (*SLUGS, *BY_CONSTRAINTS)))}"


def fill_in(columns: dict[str, NDArray[Any]], row: int, answers: Measured) -> None:
    """Fill in the answers to one puzzle."""
    for name, value in answers.items():
        if name in COUNTS:
            columns[name][row] = [value.get(slug, 0) for slug in SLUGS]
        elif value is not None:
            columns[name][row] = value


def new_column(name: str, n: int) -> NDArray[Any]:
    """Return a column of unknown values."""
    if name in FLOATS:
        return np.full(n, np.nan)
    if name in WORDS:
        return np.full(n, "", WORD)
    if name in COUNTS:
        return np.zeros((n, len(SLUGS)), np.uint16)
    return np.full(n, -1, np.int64)
