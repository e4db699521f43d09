"""An estimate of the work that a data set takes, from a few of its puzzles."""

from __future__ import annotations

from contextlib import closing
from time import process_time
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from lowbit.dataset.bands import BandMeter
from lowbit.dataset.drawing import Taken
from lowbit.dataset.rows import batches_of
from lowbit.dataset.skeletons import as_array
from lowbit.errors import EffortSpentError, LimitReachedError
from lowbit.limits import Limits
from lowbit.verbs.generate.effort import GenerationEffort
from lowbit.verbs.generate.engine import blocks
from lowbit.verbs.generate.variants import NODES_OF_A_SEARCH, variants_made
from lowbit.verbs.solve.many import solve_many

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from lowbit.dataset.wish import Wish

SAMPLE: Final = 1 << 13
"""Puzzles that are tried."""

FEW, TIMES = 1 << 8, 4
"""For small sets fewer: so many at least, and so many times the puzzles that are wanted."""

ROWS: Final = 1 << 8
"""Puzzles that are rated as the rows are."""

OF_SKELETON: Final = 16
"""Puzzles that are made of a skeleton, with constraints."""

PATIENCE: Final = 3.0
"""Seconds that these may take."""

SEED: Final = 0


class WorkEstimate(NamedTuple):
    """The work that a data set takes.

    Attributes
    ----------
    shares : dict of str to float
        The share of random puzzles in each band.
    n_tries : int or None
        How many have to be tried; None if some band had none.
    seconds : float or None
        Of one CPU; None if that is not known.
    """

    shares: dict[str, float]
    n_tries: int | None
    seconds: float | None


def estimate_of(wish: Wish) -> WorkEstimate | None:
    """Return an estimate; None if each puzzle has to be looked for, whose time nobody knows.

    Raises
    ------
    NoSolutionError
        If no grid obeys the skeleton.

    All puzzles count as tried to the hardest band; less is done once that is full.
    """
    if wish.skeleton is not None:
        return _of_skeleton(wish)
    request = wish.request()
    if request.target is not None or not request.board.is_classic:
        return None
    _seconds_of(wish, 1)  # loads the kernels
    shares, of_try, of_row = _seconds_of(wish, min(SAMPLE, max(FEW, TIMES * wish.n)))
    names = [band.name for band in wish.all_bands]
    by_name = dict(zip(names, shares.tolist(), strict=True))
    if not shares.all():
        return WorkEstimate(by_name, None, None)
    n_tries = int(np.ceil((wish.quotas().sum(axis=0) / shares).max()))
    return WorkEstimate(by_name, n_tries, n_tries * of_try + wish.n * (1 + wish.copies) * of_row)


def _of_skeleton(wish: Wish) -> WorkEstimate | None:
    """Return an estimate from a few puzzles of the skeleton; None if these take long."""
    limits = Limits.of(NODES_OF_A_SEARCH, PATIENCE, 1)
    try:
        any(variants_made(wish.recipe(), range(1), SEED, limits))  # loads the kernels
        began = process_time()
        made = [*variants_made(wish.recipe(), range(1, OF_SKELETON), SEED, limits)]
    except (EffortSpentError, LimitReachedError):
        return None
    seconds = (process_time() - began) / len(made)
    bands = wish.all_bands
    numbers = BandMeter(wish.by, bands, 1).band_numbers(as_array(made), np.ones(len(bands), bool))
    shares = np.bincount(numbers[numbers >= 0], minlength=len(bands)) / len(made)
    by_name = {band.name: share for band, share in zip(bands, shares.tolist(), strict=True)}
    if not shares.all():
        return WorkEstimate(by_name, None, None)
    n_tries = int(np.ceil((wish.quotas().sum(axis=0) / shares).max()))
    return WorkEstimate(by_name, n_tries, n_tries * seconds)


def _seconds_of(wish: Wish, n: int) -> tuple[NDArray[np.float64], float, float]:
    """Return the share of each band among `n` puzzles, and the seconds a try and a row take."""
    bands = wish.all_bands
    meter = BandMeter(wish.by, bands, 1)
    began = process_time()
    with closing(blocks(wish.request(), n, SEED, GenerationEffort(), 1)) as made:
        puzzles = np.concatenate([*made])
    numbers = meter.band_numbers(puzzles, np.ones(len(bands), np.bool_))
    of_try = (process_time() - began) / len(puzzles)
    shares = np.bincount(numbers[numbers >= 0], minlength=len(bands)) / len(puzzles)
    rows = _spread(numbers)[:ROWS]
    began = process_time()
    taken = _as_taken(puzzles[rows], numbers[rows])
    for _ in batches_of(taken, wish, 0, 1, lambda: False):
        pass
    return shares, of_try, (process_time() - began) / max(1, len(rows))


def _spread(numbers: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the rows of puzzles in a band, so that each band begins early."""
    rows = np.flatnonzero(numbers >= 0)
    ranks = np.zeros(len(rows), np.int64)
    for number in np.unique(numbers[rows]).tolist():
        own = numbers[rows] == number
        ranks[own] = np.arange(np.count_nonzero(own))
    return rows[np.argsort(ranks, kind="stable")]


def _as_taken(puzzles: NDArray[np.uint8], bands: NDArray[np.int64]) -> Taken:
    nothing = np.zeros(len(puzzles), np.int64)
    solutions = solve_many(puzzles, threads=1).solutions
    ids = np.zeros((len(puzzles), 2), np.uint64)
    return Taken(puzzles, solutions, ids, bands, nothing, nothing.astype(np.uint64), nothing)
