"""Prices: an exact bound on every score, from the least that its digits can lose.

A completion is a choice of 81 pairs of a cell and a digit that satisfies 324 equations: each cell
holds one digit, and each row, column and box holds each digit once. Give each equation a price.
Whatever the prices are, every completion satisfies every equation once, so ::

    score = sum of values                   over the 81 pairs of the completion
          = sum of all prices - sum of loss where the loss of a pair is the prices of its four
                                            equations - its value

Then shift the price of each cell until its least loss is 0. All losses are now 0 or more, and the
sum of the prices, `top`, is a bound. Prices that make it tight come from `relaxation`. They are
rounded to multiples of 1 / scale first: everything after that is exact in integers, so an error in
the prices can make the bound weak, but never wrong.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from lowbit.kernels.classic.best.losses import NEVER
from lowbit.verbs.maximize.weights import MOST_SCORE

if TYPE_CHECKING:
    from numpy.typing import NDArray

N_CELLS: Final = 81
N_DIGITS: Final = 9
N_PAIRS: Final = N_CELLS * N_DIGITS
N_EQUATIONS: Final = 4 * 81

FINEST: Final = 1 << 10
"""The largest scale."""


def _equations() -> NDArray[np.int32]:
    """Return the four equations of each pair."""
    cell, digit = np.divmod(np.arange(N_PAIRS), N_DIGITS)
    row, column = np.divmod(cell, 9)
    box = row // 3 * 3 + column // 3
    houses = (row, 9 + column, 18 + box)
    places = [cell, *(N_CELLS + N_DIGITS * house + digit for house in houses)]
    return np.stack(places, axis=1).astype(np.int32)


EQUATIONS: Final = _equations()
"""int32[729, 4]: the equations of each pair; a pair is ``9 * cell + digit - 1``."""

MEMBERS: Final = np.argsort(EQUATIONS.reshape(-1), kind="stable").reshape(N_EQUATIONS, 9) // 4
"""int64[324, 9]: the pairs of each equation."""


def _rivals() -> NDArray[np.int64]:
    """Return the pairs that each pair rules out."""
    pairs = np.arange(N_PAIRS)
    rules_out = np.zeros((N_PAIRS, N_PAIRS), np.bool_)
    rules_out[pairs[:, None], MEMBERS[EQUATIONS].reshape(N_PAIRS, -1)] = True
    rules_out[pairs, pairs] = False
    return np.nonzero(rules_out)[1].reshape(N_PAIRS, -1)


RIVALS: Final = _rivals()
"""int64[729, 28]: the pairs that each pair rules out: the others of its four equations."""


@dataclass(frozen=True, slots=True)
class Pricing:
    """The losses that prices give to pairs: score * scale = top - the losses of a completion.

    Parameters
    ----------
    losses : int64[729]
        The loss of each pair, 0 or more; NEVER if it is not a candidate.
    top : int
        The scaled score that no completion exceeds.
    scale : int
    fractions : float64[729]
        The share of each pair in the optimum of the linear program: only a hint where to search.
    """

    losses: NDArray[np.int64]
    top: int
    scale: int
    fractions: NDArray[np.float64]


def price_by_cell(values: NDArray[np.int64], masks: NDArray[np.uint16], scale: int = 1) -> Pricing:
    """Return the pricing in which each cell may have its best candidate."""
    return priced(values, masks, scale, np.zeros(N_EQUATIONS), np.zeros(N_PAIRS))


def priced(
    values: NDArray[np.int64],
    masks: NDArray[np.uint16],
    scale: int,
    prices: NDArray[np.float64],
    fractions: NDArray[np.float64],
) -> Pricing:
    """Round prices, and shift that of each cell until its least loss is 0.

    Parameters
    ----------
    values : int64[729]
        The value of each pair.
    masks : uint16[81]
        The candidates.
    scale : int
        The scale that `scale_for` returns, or a smaller one.
    prices : float64[324]
    fractions
        See `Pricing`.
    """
    limit = MOST_SCORE // 4
    most = limit / scale
    whole = np.rint(np.clip(np.nan_to_num(prices), -most, most) * scale).astype(np.int64)
    losses = whole[EQUATIONS].sum(axis=1) - values * scale
    allowed = candidates(masks)
    losses[~allowed] = NEVER
    by_cell = losses.reshape(N_CELLS, N_DIGITS)
    least = by_cell.min(axis=1, keepdims=True)
    least[least == NEVER] = 0  # a cell without candidates
    losses = (by_cell - least).reshape(-1)
    losses[~allowed] = NEVER
    return Pricing(losses, int(whole.sum() - least.sum()), scale, fractions)


def scale_for(values: NDArray[np.int64]) -> int:
    """Return the finest scale at which all sums fit."""
    largest = int(np.abs(values).reshape(N_CELLS, N_DIGITS).max(axis=1).sum())
    return max(1, min(FINEST, MOST_SCORE // max(largest, 1)))


def candidates(masks: NDArray[np.uint16]) -> NDArray[np.bool_]:
    """Return which pairs are candidates, bool[729]."""
    return (masks[:, None] >> np.arange(N_DIGITS, dtype=np.uint16) & 1).astype(bool).reshape(-1)


def without(masks: NDArray[np.uint16], pairs: NDArray[np.int64]) -> NDArray[np.uint16]:
    """Return candidates without some of the pairs."""
    left = masks.copy()
    cells, digits = np.divmod(pairs, N_DIGITS)
    np.bitwise_and.at(left, cells, ~(1 << digits).astype(np.uint16))
    return left
