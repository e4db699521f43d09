"""Sudoku Explainer's ranking of chains: by rating, then length, then kind.

It adds tenths one by one in double precision and compares the sums; so does this module.
"""

from __future__ import annotations

from math import floor
from typing import TYPE_CHECKING, Final

from lowbit.kernels.core.compile import routine

if TYPE_CHECKING:
    from lowbit.kernels.core.arrays import Floats, Number, Words

WORST: Final = 1000.0
"""More than any rating."""

BEST_RATING: Final = 0
"""The place of the lowest rating in an array float64[1]; its length and kind are in another."""
BEST_LENGTH, BEST_KEY = range(2)


@routine
def length_rating(length: Number) -> float:
    """Return the addition to a chain's rating for its length."""
    added, ceiling, is_odd = 0.0, 4, False
    while length - 2 > ceiling:
        # Added up, not multiplied: only the same roundings compare as Sudoku Explainer does.
        added += 0.1
        ceiling = ceiling * 4 // 3 if is_odd else ceiling * 3 // 2
        is_odd = not is_odd
    return added


@routine
def in_tenths(rating: float) -> int:
    """Return a rating as it is printed, in tenths."""
    # As it prints: half a tenth is added, the rest cut off.
    return floor((rating + 0.05) * 10)


@routine
def is_better(rating: float, length: Number, key: int, best: Floats, best_words: Words) -> bool:
    """Whether a chain would go before the best one so far."""
    if rating != best[BEST_RATING]:
        return rating < best[BEST_RATING]
    if length != best_words[BEST_LENGTH]:
        return length < best_words[BEST_LENGTH]
    return key < best_words[BEST_KEY]


@routine
def is_best(rating: float, length: Number, key: int, best: Floats, best_words: Words) -> None:
    """Let a chain be the best one so far."""
    best[BEST_RATING] = rating
    best_words[BEST_LENGTH], best_words[BEST_KEY] = length, key
