"""The common part of a puzzle's solutions, and an estimate of their number."""

from __future__ import annotations

from math import inf, sqrt
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from lowbit.arguments import MOST, integer
from lowbit.errors import LimitReachedError, NoSolutionError
from lowbit.grid import digits_of
from lowbit.kernels.variants.engine import Engine
from lowbit.limits import Limits
from lowbit.rng import SplitMix64, seed_or_any
from lowbit.status import Status
from lowbit.verbs.puzzles import grid_of, is_puzzle, puzzle_of
from lowbit.verbs.solve.candidates import CandidateFinder

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from numpy.typing import NDArray

    from lowbit.geometry import BoardLike
    from lowbit.verbs.puzzles import PuzzleLike

FEW = 1000
"""Up to so many solutions are counted rather than estimated."""

FEWEST_SAMPLES = 10
"""A limit that comes earlier leaves no estimate."""


class Ambiguity(NamedTuple):
    """The cells in which the solutions of a puzzle differ, and the givens that would decide.

    Attributes
    ----------
    cells : tuple of int
        The cells that are not the same in all solutions; none if there is only one solution.
    deciding : tuple of (int, int)
        Cells and digits: any one of these as a given leaves exactly one solution.

    Examples
    --------
    >>> from lowbit import ambiguity
    >>> cells, deciding = ambiguity("..34 3412 ..43 4321", geometry="4x4")
    >>> cells, deciding[0]
    ((0, 1, 8, 9), (0, 1))
    """

    cells: tuple[int, ...]
    deciding: tuple[tuple[int, int], ...]


class Estimate(NamedTuple):
    """An estimate of how many solutions a puzzle has.

    Attributes
    ----------
    mean : float
        The mean of all samples; the exact number if `error` is 0.
    error : float
        The standard error of the mean; infinite after one sample. A few rare samples may account
        for most solutions, so with few samples both may be far too small.

    Examples
    --------
    >>> from lowbit import estimate_solutions
    >>> estimate_solutions("12.. .... .... ....", geometry="4x4").mean
    24.0
    """

    mean: float
    error: float

    @property
    def is_exact(self) -> bool:
        """Whether the number is known."""
        return self.error == 0

    @property
    def status(self) -> Status:
        """NONE, UNIQUE or SEVERAL."""
        return (Status.NONE, Status.UNIQUE, Status.SEVERAL)[min(2, int(self.mean))]


def candidate_counts(
    puzzle: PuzzleLike,
    *,
    geometry: BoardLike | None = None,
    limit: int = 100,
    max_nodes: int | None = None,
    time_limit: float | None = None,
) -> NDArray[np.int64]:
    """Return how many solutions contain each candidate: the true candidates, with counts.

    Parameters
    ----------
    puzzle : PuzzleLike
        The puzzle.
    geometry : Geometry or str, optional
        Its board; the classic one, or that of `puzzle` if it is a Grid or a Puzzle.
    limit : int, default 100
        Where to stop counting the solutions with a candidate. The time grows with it.
    max_nodes : int, optional
        The most nodes of search trees to visit.
    time_limit : float, optional
        The most seconds to take.

    Returns
    -------
    int64[n_cells, n_digits]
        For each cell, the number of solutions with digit 1, 2 and so on, at most `limit`.

    Raises
    ------
    LimitReachedError
        If a limit came first.
    GridError
        If `puzzle` is not a grid.

    Examples
    --------
    >>> counts = candidate_counts("12.. 34.. .... ....", geometry="4x4")
    >>> counts[0].tolist(), counts[2].tolist()
    ([12, 0, 0, 0], [0, 0, 6, 6])
    """
    limit = min(integer("limit", limit, 1), MOST)
    return _Pool(puzzle, geometry, Limits.of(max_nodes, time_limit)).counts(limit)


def ambiguity(
    puzzle: PuzzleLike,
    *,
    geometry: BoardLike | None = None,
    max_nodes: int | None = None,
    time_limit: float | None = None,
) -> Ambiguity:
    """Return the cells in which solutions differ, and which givens would leave only one.

    Parameters
    ----------
    puzzle, geometry, max_nodes, time_limit
        As for `candidate_counts`.

    Returns
    -------
    Ambiguity

    Raises
    ------
    NoSolutionError
        If there is no solution.
    LimitReachedError, GridError
        As for `candidate_counts`.

    Examples
    --------
    >>> unclear = ambiguity("..34 3412 ..43 4321", geometry="4x4")
    >>> unclear.cells, unclear.deciding
    ((0, 1, 8, 9), ((0, 1), (0, 2), (1, 1), (1, 2), (8, 1), (8, 2), (9, 1), (9, 2)))
    """
    counts = _Pool(puzzle, geometry, Limits.of(max_nodes, time_limit)).counts(2)
    if not counts.any():
        raise NoSolutionError("the puzzle has no solution")
    cells = np.flatnonzero((counts > 0).sum(axis=1) > 1)
    deciding = [(int(cell), int(digit) + 1) for cell, digit in np.argwhere(counts == 1)]
    return Ambiguity(tuple(cells.tolist()), tuple(deciding) if len(cells) else ())


def estimate_solutions(  # noqa: PLR0913 - by name: what to sample, and two limits
    puzzle: PuzzleLike,
    *,
    geometry: BoardLike | None = None,
    samples: int = 100,
    seed: int | None = None,
    max_nodes: int | None = None,
    time_limit: float | None = None,
    progress: Callable[[int, Estimate], object] | None = None,
) -> Estimate:
    """Estimate how many solutions a puzzle has, if there are too many to count.

    A sample fills random cells with random digits that some solution has there, until at most a
    thousand solutions are left; it multiplies their number by the numbers of digits that could
    have been chosen on the way. The estimate is unbiased.

    Parameters
    ----------
    puzzle, geometry, max_nodes, time_limit
        As for `candidate_counts`.
    samples : int, default 100
        How many samples to take.
    seed : int, optional
        From 0 to 2**64 - 1; a random one if None.
    progress : callable, optional
        Called after each sample with how many were taken, and the estimate so far.

    Returns
    -------
    Estimate

    Raises
    ------
    LimitReachedError
        If a limit came before ten samples; later it leaves the estimate of those that were taken.
    GridError
        As for `candidate_counts`.

    Examples
    --------
    >>> estimate_solutions("." * 16, geometry="4x4")
    Estimate(mean=288.0, error=0.0)
    """
    samples, seed = integer("samples", samples, 1), seed_or_any(seed)
    pool = _Pool(puzzle, geometry, Limits.of(max_nodes, time_limit))
    number = pool.count(pool.masks, FEW + 1)
    if number <= FEW:
        return Estimate(float(number), 0.0)
    found = _Samples()
    try:
        for item in range(samples):
            found.add(pool.sample(SplitMix64(seed, item)))
            if progress:
                progress(found.number, found.estimate)
    except LimitReachedError:
        if found.number < FEWEST_SAMPLES:
            raise
    return found.estimate


class _Samples:
    """The mean of samples so far, and its error: Welford's algorithm."""

    def __init__(self) -> None:
        self.number = 0
        self._mean = self._squares = 0.0

    def add(self, sample: float) -> None:
        """Add a sample."""
        self.number += 1
        before = sample - self._mean
        self._mean += before / self.number
        self._squares += before * (sample - self._mean)

    @property
    def estimate(self) -> Estimate:
        """The mean of the samples, with its standard error."""
        if self.number == 1:
            return Estimate(self._mean, inf)
        return Estimate(self._mean, sqrt(self._squares / (self.number - 1) / self.number))


class _Pool:
    """Searches of one puzzle that share a budget and the solutions they find.

    Attributes
    ----------
    masks : list of int
        The candidates of the puzzle.
    """

    def __init__(self, puzzle: PuzzleLike, geometry: BoardLike | None, limits: Limits) -> None:
        self._puzzle = given = puzzle_of(puzzle, geometry)
        self.masks = list(grid_of(given).candidates)
        self._n_digits = given.geometry.size
        self._n_choices = 0
        self._limits = limits
        constraints = given.constraints if is_puzzle(given) else ()
        self._engine = Engine(given.geometry, constraints, limits.deadline)

    def counts(self, limit: int) -> NDArray[np.int64]:
        """Return the number of solutions with each candidate, at most `limit`.

        Of the true candidates: to refute the others one by one would take most of the time. A
        solution counts for all of its candidates, whichever search found it.
        """
        masks, known = self._true_candidates(), set[bytes]()
        seen = np.zeros((len(masks), self._n_digits), np.int64)
        cells = np.arange(len(masks))
        for cell in range(len(masks)):
            for digit in digits_of(masks[cell]):
                if seen[cell, digit - 1] >= limit:
                    continue
                self._engine.prefer(_bits(seen == 0))
                only = [*masks[:cell], 1 << digit - 1, *masks[cell + 1 :]]
                for solution in self._solutions(only):
                    if solution.tobytes() not in known:
                        known.add(solution.tobytes())
                        seen[cells, solution - 1] += 1
                    if seen[cell, digit - 1] >= limit:
                        break
        return np.minimum(seen, limit)

    def _true_candidates(self) -> list[int]:
        """Return the candidates that occur in solutions, within the budget of all searches."""
        finder = CandidateFinder(self._puzzle, self._limits)
        finder.find()
        self._limits = self._limits.after(finder.nodes)
        return finder.seen

    def count(self, masks: Sequence[int], limit: int) -> int:
        """Return the number of solutions, at most `limit`."""
        return sum(1 for _ in zip(range(limit), self._solutions(masks), strict=False))

    def sample(self, rng: SplitMix64) -> float:
        """Return a random number whose expected value is the number of solutions.

        That holds whenever it counts, as long as this depends on nothing but what came before. To
        find that there are too many takes most of the time, so it begins to count about where the
        last sample ended.
        """
        masks, weight, n_choices, number = self.masks.copy(), 1.0, 0, FEW + 1
        order = list(range(len(masks)))
        rng.shuffle(order)
        for cell in order:
            bits = [bit for bit in _single_bits(masks[cell]) if self._is_possible(masks, cell, bit)]
            weight *= len(bits)
            masks[cell] = bits[rng.below(len(bits))]
            n_choices += len(bits) > 1
            if len(bits) > 1 and n_choices >= self._n_choices:
                number = self.count(masks, FEW + 1)
            if number <= FEW:
                break
        self._n_choices = n_choices - 1
        return weight * (number if number <= FEW else 1)

    def _is_possible(self, masks: Sequence[int], cell: int, bit: int) -> bool:
        return self.count([*masks[:cell], bit, *masks[cell + 1 :]], 1) == 1

    def _solutions(self, masks: Sequence[int]) -> Iterator[NDArray[np.uint8]]:
        left = self._limits.after(self._engine.nodes)
        for block in self._engine.search(masks, **left.of_search):
            yield from block


def _single_bits(mask: int) -> list[int]:
    return [1 << digit - 1 for digit in digits_of(mask)]


def _bits(which: NDArray[np.bool_]) -> list[int]:
    """Return a mask for each row of truth values."""
    masks: list[int] = (which @ (1 << np.arange(which.shape[1]))).tolist()
    return masks
