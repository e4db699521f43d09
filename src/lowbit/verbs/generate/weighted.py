"""`generate_weighted` and `weighted_mean`: estimates over all minimal puzzles, without bias."""

from __future__ import annotations

from dataclasses import dataclass
from math import comb, inf, sqrt
from typing import TYPE_CHECKING, Final, NamedTuple, overload

import numpy as np

from lowbit.arguments import integer, integer_or_none, require_room, shown
from lowbit.batch.grids import Grids
from lowbit.errors import EffortSpentError, InputError
from lowbit.geometry import CLASSIC
from lowbit.rng import seed_or_any
from lowbit.verbs.generate.effort import GenerationEffort
from lowbit.verbs.generate.many import read_request
from lowbit.verbs.generate.request import FEWEST_CLUES
from lowbit.verbs.generate.subsets import BLOCK, LARGEST, MinimalSubsets, plan_for, searched

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import ArrayLike, NDArray

    from lowbit.grid import Grid
    from lowbit.kernels.core.threads import Progress
    from lowbit.verbs.generate.many import Clues

MAX_ORDERS: Final = 10**12
"""The number of orders tried in vain, one after another, after which the search gives up."""

LAST_GRID: Final = 1 << 53
"""The largest number of a grid: its subsets have numbers, too."""

WEIGHTS: Final = np.array([comb(CLASSIC.n_cells, k) for k in range(CLASSIC.n_cells + 1)], float)
"""float64[82]: the number of sets of so many cells."""


class WeightedMean(NamedTuple):
    """An estimate over a population, from a sample with weights.

    Attributes
    ----------
    mean : float
    error : float
        Its standard error; infinite if there are too few samples to tell.

    Examples
    --------
    >>> from lowbit import weighted_mean
    >>> weighted_mean([1, 3], [1, 1])
    WeightedMean(mean=2.0, error=1.0)
    """

    mean: float
    error: float


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class WeightedPuzzles(Grids):
    """Minimal puzzles, with weights that make up for how often each kind is drawn.

    `rate_many` and its like take it as it is. A slice is a view.

    Parameters
    ----------
    array : uint8[n, 81]
        The digits of each, 0 where blank.
    geometry : Geometry
        The classic board.
    weights : float64[n]
        For how many each counts: C(81, k) with k givens, times the number of orders of its grid's
        cells that ended at minimal puzzles, nearly always 1.
    grids : int64[n]
        The number of the grid that each comes from, as `random_grids` counts those of the seed.
    next_grid : int
        The number of the grid with which to go on.

    Examples
    --------
    >>> from lowbit import generate_weighted
    >>> found = generate_weighted(2, clues=25, seed=1)
    >>> found, found.weights[0] > 5e20
    (<WeightedPuzzles: 2 on 9x9>, np.True_)
    """

    weights: NDArray[np.float64]
    grids: NDArray[np.int64]
    next_grid: int

    @overload
    def __getitem__(self, row: int) -> Grid: ...
    @overload
    def __getitem__(self, row: slice) -> WeightedPuzzles: ...
    def __getitem__(self, row: int | slice) -> Grid | WeightedPuzzles:
        if isinstance(row, slice):
            grids = self.grids[row]
            return WeightedPuzzles(
                self.array[row],
                self.geometry,
                weights=self.weights[row],
                grids=grids,
                next_grid=int(grids[-1]) + 1 if len(grids) else self.next_grid,
            )
        return super().__getitem__(row)

    def __repr__(self) -> str:
        return f"<WeightedPuzzles: {len(self)} on {self.geometry}>"


def generate_weighted(  # noqa: PLR0913 - by name: what to draw, and how much to try
    n: int = 1,
    *,
    clues: Clues | None = None,
    seed: int | None = None,
    first_grid: int = 0,
    threads: int | None = None,
    max_tries: int | None = None,
    time_limit: float | None = None,
    progress: Progress | None = None,
) -> WeightedPuzzles:
    """Draw minimal puzzles with known probabilities, for estimates over all minimal puzzles.

    Of those with the same number of givens each is as likely as any other: with `clues` a number,
    they are uniformly distributed. Among numbers of givens the weights make up for the bias. The
    puzzles are independent of each other.

    Parameters
    ----------
    n : int, default 1
        How many.
    clues : int or tuple of two int, optional
        How many givens, or the fewest and the most; 17 to 32 if None, which leaves hardly one in a
        million out.
    seed : int, optional
        From 0 to 2**64 - 1; a random one if None. A seed always gives the same puzzles, and the
        first ones do not depend on `n`.
    first_grid : int, default 0
        The number of the grid to begin with: to go on after an earlier result with this seed, its
        `next_grid`.
    threads : int, optional
        How many to use; one a CPU if None. The puzzles do not depend on it.
    max_tries : int, optional
        Give up after so many orders of a grid's cells in a row were tried in vain, of all those
        of a grid at least; 10**12 by default.
    time_limit : float, optional
        Give up after so many seconds.
    progress : callable, optional
        Called a few times a second with how many puzzles were found, and `n`.

    Returns
    -------
    WeightedPuzzles
        The puzzles and their weights; the same for any number of threads.

    Raises
    ------
    InputError
        If an argument is out of range, no puzzle has so many givens, or `n` do not fit into memory.
    EffortSpentError
        If too few were found. It holds those that were.

    Notes
    -----
    A minimal puzzle with k givens is found with probability 1 / C(81, k) by each random order of
    the cells of its grid: if the k cells come first. Source: D. Berthier, "Unbiased statistics of
    a CSP: a controlled-bias generator", 2009.

    Examples
    --------
    >>> from lowbit import is_minimal_many, weighted_mean
    >>> found = generate_weighted(3, clues=(24, 27), seed=1)
    >>> is_minimal_many(found).array.all(), found.weights.shape
    (np.True_, (3,))
    >>> clues = (found.array > 0).sum(axis=1)
    >>> mean, error = weighted_mean(clues, found.weights)
    >>> 24 <= mean <= 27
    True
    """
    n = integer("n", n, 0)
    require_room("n", n, CLASSIC.n_cells + 24)
    request = read_weighted(clues, seed, first_grid)
    effort = weighted_effort(max_tries, time_limit)
    parts = [MinimalSubsets.none(request.first_grid)]
    try:
        for part in weighted_blocks(request, n, effort, integer_or_none("threads", threads, 1)):
            parts.append(part)
            if progress is not None:
                progress(sum(len(one.grids) for one in parts), n)
    except EffortSpentError as error:
        error.found = _joined(parts)
        raise
    return _joined(parts)


class WeightedRequest(NamedTuple):
    """A request for weighted puzzles.

    Attributes
    ----------
    clues : tuple of int
        The fewest and the most givens.
    seed : int
    first_grid : int
    """

    clues: tuple[int, int]
    seed: int
    first_grid: int


def read_weighted(clues: Clues | None, seed: int | None, first_grid: int = 0) -> WeightedRequest:
    """Return the request; the parameters are those of `generate_weighted`.

    Raises
    ------
    InputError
        If it is impossible or makes no sense.
    """
    first_grid = integer("first_grid", first_grid, 0)
    if first_grid > LAST_GRID:
        raise InputError(f"first_grid must be at most {LAST_GRID}, not {shown(first_grid)}")
    wanted = FEWEST_CLUES, LARGEST
    if clues is not None:
        request = read_request(clues, None, None, None, minimal=True, unique=True)
        wanted = request.clues or wanted
    return WeightedRequest(wanted, seed_or_any(seed), first_grid)


def weighted_effort(max_tries: int | None, time_limit: float | None) -> GenerationEffort:
    """Return the effort that may be spent: the user's limits, or `MAX_ORDERS`."""
    return GenerationEffort(MAX_ORDERS if max_tries is None else max_tries, time_limit)


def weighted_blocks(
    request: WeightedRequest, n: int | None, effort: GenerationEffort, threads: int | None = None
) -> Iterator[MinimalSubsets]:
    """Yield `n` puzzles in all, as they are found; if None, as many as the time gives.

    Raises
    ------
    EffortSpentError
        Once the effort is spent; unless it is only time, and no number was asked for.
    """
    plan, n_found, grid = plan_for(request.clues), 0, request.first_grid
    effort.round_up(plan.n_tries)
    while n is None or n_found < n:
        if n is None and effort.is_late:
            return
        effort.require_more(n_found, n_found + 1 if n is None else n)
        n_grids = min(BLOCK, effort.tries_left // plan.n_tries)
        block = searched(plan, request.seed, grid, n_grids, threads)
        places = plan.n_tries * (block.grids - grid + 1) - 1
        effort.spend(plan.n_tries * n_grids, places.tolist())
        grid = block.next_grid
        yield block if n is None else block.first(n - n_found)
        n_found += len(block.grids)


def weights_of(block: MinimalSubsets) -> NDArray[np.float64]:
    """Return the weights of puzzles."""
    weights: NDArray[np.float64] = WEIGHTS[np.count_nonzero(block.puzzles, axis=1)] * block.found
    return weights


def _joined(parts: list[MinimalSubsets]) -> WeightedPuzzles:
    return WeightedPuzzles(
        np.concatenate([part.puzzles for part in parts]),
        weights=np.concatenate([weights_of(part) for part in parts]),
        grids=np.concatenate([part.grids for part in parts]),
        next_grid=parts[-1].next_grid,
    )


def weighted_mean(values: ArrayLike, weights: ArrayLike) -> WeightedMean:
    """Estimate the mean of a number over a population, from a sample with weights.

    For the share of those with a property, let the values be truth values.

    Parameters
    ----------
    values : array_like of float or bool
        The number of each item.
    weights : array_like of float
        For how many each item counts; more than 0.

    Returns
    -------
    WeightedMean
        The mean with weights, and its standard error, by linearisation: the square root of the sum
        of ``(w (value - mean))**2``, divided by the sum of the weights.

    Raises
    ------
    InputError
        If there is not a weight for each value, no value, or a weight that is not above 0.

    Examples
    --------
    >>> weighted_mean([25, 26, 26, 27], [1, 2, 2, 4]).mean.__round__(3)
    26.333
    >>> weighted_mean([True, False], [1.0, 3.0]).mean
    0.25
    """
    try:
        numbers, counts = np.asarray(values, float), np.asarray(weights, float)
    except (TypeError, ValueError) as error:
        raise InputError(f"values and weights must be numbers: {error}") from None
    if numbers.shape != counts.shape or numbers.ndim != 1 or not numbers.size:
        raise InputError(
            "values and weights must be as many numbers each, at least one; they have the shapes "
            f"{numbers.shape} and {counts.shape}"
        )
    if not (counts > 0).all() or not np.isfinite(counts).all():
        raise InputError("every weight must be above 0, and finite")
    counts = counts / counts.max()  # whose sum no float may hold
    shares = counts / counts.sum()
    mean = float(shares @ numbers)
    n = numbers.size
    if n == 1:
        return WeightedMean(mean, inf)
    squares = float(((shares * (numbers - mean)) ** 2).sum())
    return WeightedMean(mean, sqrt(squares * n / (n - 1)))
