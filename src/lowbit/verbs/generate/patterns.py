"""Puzzles with givens in fixed cells: digits changed until there is one solution.

The givens come from a random grid; as a rule there are many solutions. The puzzle is then changed,
a digit or two at a time: a change is kept if there is still a solution, and no more of them than
before. If the puzzle has to be minimal, then from one solution on the number of redundant givens
counts.

Many puzzles are changed side by side. One that has not improved for long is replaced by the best of
several random grids.
"""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING, Final

import numpy as np

from lowbit.geometry import CLASSIC
from lowbit.kernels.classic.making.perturb import change_digits, new_scratch
from lowbit.kernels.core.threads import share
from lowbit.verbs.generate.supply import Supply
from lowbit.verbs.generate.walks import (
    FAR,
    PORTION,
    SCALE,
    distances_from,
    n_redundant,
    round_of,
    seeds_of,
)
from lowbit.verbs.solve.many import solve_many

if TYPE_CHECKING:
    from collections.abc import Callable, Generator

    from numpy.typing import NDArray

    from lowbit.limits import Limits
    from lowbit.verbs.generate.request import GenerationRequest
    from lowbit.verbs.generate.walks import Round

SIDE_BY_SIDE: Final = 256
"""Puzzles that are changed at a time; the result depends on it."""

BEST_OF: Final = 8
"""Random grids to draw, of which the one that leaves the fewest solutions is taken."""

MOST_COUNTED: Final = 1000
"""The number of solutions at which counting stops."""

PATIENCE: Final = 1500
"""Changes without an improvement after which a puzzle is given up."""


def search(request: GenerationRequest, seed: int, limits: Limits) -> Generator[Round]:
    """Search for puzzles with a pattern, without end.

    Raises
    ------
    LimitReachedError
        If time is over in a round that takes long.
    """
    with closing(Changes(request, seed, limits)) as changes:
        while True:
            yield changes.begin_anew()
            yield changes.step()


class Changes:
    """Puzzles that are changed side by side.

    Parameters
    ----------
    request : GenerationRequest
    seed : int
    limits : Limits
        The time, and the threads.
    """

    def __init__(self, request: GenerationRequest, seed: int, limits: Limits) -> None:
        self._request = request
        self._threads = threads = limits.threads
        self._seeds = seeds_of(seed)
        self._distances = distances_from(request.target, limits)
        self._supply = Supply(self._seeds.solutions, None, threads)
        self._pattern = np.isin(np.arange(CLASSIC.n_cells), list(request.pattern or ()))
        self._tries = 0
        self._puzzles = np.zeros((SIDE_BY_SIDE, CLASSIC.n_cells), np.uint8)
        self._scores = np.zeros(SIDE_BY_SIDE, np.int64)
        self._in_vain = np.zeros(SIDE_BY_SIDE, np.int64)
        self._ended = np.ones(SIDE_BY_SIDE, np.bool_)

    def close(self) -> None:
        """End the processes that rate puzzles."""
        if self._distances is not None:
            self._distances.close()

    def begin_anew(self) -> Round:
        """Replace the puzzles that are finished by new ones."""
        n_new = int(np.count_nonzero(self._ended))
        puzzles = self._supply.take(n_new * BEST_OF) * self._pattern
        scores = self._score(puzzles, MOST_COUNTED)
        best = scores.reshape(-1, BEST_OF).argmin(axis=1) + BEST_OF * np.arange(n_new)
        self._puzzles[self._ended] = puzzles[best]
        self._scores[self._ended] = scores[best]
        self._in_vain[self._ended] = 0
        self._ended = self._scores == 0
        return round_of(puzzles[best], scores[best] == 0, BEST_OF)

    def step(self) -> Round:
        """Change every puzzle, and keep the changes that make it no worse."""
        puzzles = self._changed()
        scores = self._score(puzzles, int(self._scores.max()) // SCALE - FAR)
        is_found = (scores == 0) & ~self._ended
        is_kept = scores <= self._scores
        self._in_vain += 1
        self._in_vain[scores < self._scores] = 0
        self._puzzles[is_kept] = puzzles[is_kept]
        self._scores[is_kept] = scores[is_kept]
        self._ended |= is_found | (self._in_vain > PATIENCE)
        return round_of(puzzles, is_found)

    def _changed(self) -> NDArray[np.uint8]:
        puzzles = self._puzzles.copy()
        numbers = np.arange(self._tries, self._tries + len(puzzles))

        def new_worker() -> Callable[[int, int], object]:
            scratch = new_scratch()
            seed = np.uint64(self._seeds.changes)
            return lambda first, end: change_digits(puzzles, seed, numbers, *scratch, first, end)

        share(len(puzzles), new_worker, portion=PORTION, threads=self._threads)
        return puzzles

    def _score(self, puzzles: NDArray[np.uint8], most: int) -> NDArray[np.int64]:
        """Return how far puzzles are from the request; 0 where they meet it."""
        numbers = np.arange(self._tries, self._tries + len(puzzles))
        self._tries += len(puzzles)
        if not self._request.is_unique:
            return np.zeros(len(puzzles), np.int64)
        result = solve_many(puzzles, limit=max(2, most + 1), threads=self._threads)
        scores = np.where(result.n_solutions == 0, NOT_SOLVABLE, SCALE * (FAR + result.n_solutions))
        unique = result.n_solutions == 1
        scores[unique] = 0
        if self._request.is_minimal:
            scores[unique] = SCALE * n_redundant(
                puzzles[unique],
                result.solutions[unique],
                self._seeds.redundant,
                numbers[unique],
                self._threads,
            )
        if self._distances is not None:
            cores = self._distances.cores(puzzles, result.solutions, scores == 0)
            self._distances.add_to(scores, puzzles, cores)
        return scores


NOT_SOLVABLE: Final = 1 << 62
"""The score of a puzzle without a solution: worse than any."""
