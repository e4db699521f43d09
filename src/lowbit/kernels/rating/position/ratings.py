"""The ratings of a batch, as kernels write them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from lowbit.kernels.core.arrays import Bytes, Shorts, Words

RATED, NOT_RATED, CLASHING, LIMIT_REACHED = range(4)
"""The outcome for a puzzle: rated; not rated, because no step solves it or its chains exceed the
buffers, so that only `lowbit.techniques.difficulty` can tell; givens that clash; a limit of nodes
or time reached."""


class Ratings(NamedTuple):
    """The ratings of a batch.

    Attributes
    ----------
    status : uint8[n]
        RATED, NOT_RATED, CLASHING or LIMIT_REACHED.
    ratings : int16[n, 3]
        Of each that is rated the hardest step (ER), the hardest up to the first that places a digit
        (EP) and the first one (ED), in tenths.
    nodes : int64[n]
        How many steps harder than XYZ-wings, and searches, each took.
    """

    status: Bytes
    ratings: Shorts
    nodes: Words


def new_ratings(n: int) -> Ratings:
    """Return room for the ratings of `n` puzzles."""
    return Ratings(np.zeros(n, np.uint8), np.zeros((n, 3), np.int16), np.zeros(n, np.int64))
