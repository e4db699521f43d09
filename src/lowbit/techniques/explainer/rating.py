"""The addition to a rating for a chain's length, and the way a rating is shown.

Sudoku Explainer adds tenths one by one in double precision and compares the sums; so does this
module. Ratings are rounded when they are shown.
"""

from __future__ import annotations

from functools import lru_cache
from math import floor


def printed(rating: float) -> float:
    """Return a rating as it is shown, with one decimal.

    Examples
    --------
    >>> printed(6.699999999999999)
    6.7
    """
    return floor((rating + 0.05) * 10) / 10


@lru_cache(maxsize=1 << 12)
def length_rating(complexity: int) -> float:
    """Return the part of a chain's rating that its length adds.

    Examples
    --------
    >>> [length_rating(complexity) for complexity in (6, 7, 9, 11, 15)]
    [0.0, 0.1, 0.2, 0.30000000000000004, 0.4]
    """
    added, ceiling, is_odd = 0.0, 4, False
    while complexity - 2 > ceiling:
        added += 0.1
        ceiling = ceiling * 4 // 3 if is_odd else ceiling * 3 // 2
        is_odd = not is_odd
    return added
