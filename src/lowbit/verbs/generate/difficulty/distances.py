"""The distance of puzzles from a target: first by kernels, then by rule books.

A puzzle is tested for one criterion after another, the cheapest first; the first that is not met
gives the distance. So a walk meets the criteria one by one, and most puzzles cost little.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from lowbit.kernels.core.threads import n_cpus
from lowbit.kernels.hodoku.engine import begin, counts, is_solved, n_open
from lowbit.kernels.rating.bounded import BoundedRater
from lowbit.kernels.rating.position.stages import CYCLES, LEAST
from lowbit.processes import Processes
from lowbit.techniques.scoring import LEVELS
from lowbit.verbs.generate.difficulty.by_rules import DistancesByRules
from lowbit.verbs.generate.difficulty.cores import KnownCores, cores_of
from lowbit.verbs.generate.difficulty.target import HARDEST_PLACING, is_within
from lowbit.verbs.rate.scores import Solver, levels_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from lowbit.limits import Limits
    from lowbit.verbs.generate.difficulty.target import Target

    Test = Callable[[NDArray[np.uint8], NDArray[np.uint8]], NDArray[np.int64]]
    """Returns how far puzzles are from a criterion; it gets their cores, too."""

MISSED: Final = 10_000
"""The distance for each criterion from the first that is not met to the last."""

STUCK: Final = 200
"""The distance of a puzzle that is given up as too hard, in addition to its open cells."""

LAST_OF: Final = {
    "easy": "hidden-single",
    "medium": "hidden-quadruple",
    "hard": "multi-colours-2",
    "unfair": "finned-franken-swordfish",
    "extreme": "brute-force",
}
"""The last technique in HoDoKu's order whose level is at most this one, for each level; and
quadruples, which are a level above, but cost no more than to find that there are none."""


class Distances:
    """The distances of puzzles from a target.

    Parameters
    ----------
    target : Target
    limits : Limits
        The time, and the threads: as many processes are used, too.
    """

    def __init__(self, target: Target, limits: Limits) -> None:
        self._target = target
        self._limits = limits
        threads = limits.threads
        self._solver = Solver(threads)
        self._by_rules = DistancesByRules(target, self._solver, limits)
        self._nested = Processes(is_within, threads or n_cpus())
        least, most = target.tenths
        self._rater = BoundedRater(most, threads, least=least)
        self._tests = self._tests_of(target)

    @property
    def are_costly(self) -> bool:
        """Whether a distance takes longer to measure than a canonical form takes to find."""
        target = self._target
        takes_chains = target.rating is not None and target.tenths[1] >= LEAST[CYCLES]
        return takes_chains or target.level in {"unfair", "extreme"} or target.is_about_rules

    def cores(
        self,
        puzzles: NDArray[np.uint8],
        solutions: NDArray[np.uint8],
        wanted: NDArray[np.bool_],
    ) -> NDArray[np.uint8]:
        """Return the cores of the puzzles in some rows; the other rows are 0."""
        cores = np.zeros_like(puzzles)
        cores[wanted] = cores_of(puzzles[wanted], solutions[wanted])
        return cores

    def refuse_other_cores(
        self, scores: NDArray[np.int64], cores: NDArray[np.uint8], wanted: NDArray[np.uint8]
    ) -> None:
        """Let a puzzle count as missed that has another core than the one wanted, if one is."""
        is_other = (cores != wanted).any(axis=1) & wanted.any(axis=1)
        scores[is_other & (scores == 0)] = MISSED * len(self._tests)

    def add_to(
        self,
        scores: NDArray[np.int64],
        puzzles: NDArray[np.uint8],
        cores: NDArray[np.uint8],
        is_known: NDArray[np.bool_] | None = None,
    ) -> None:
        """Add its distance to the score of each puzzle that meets all other criteria.

        Parameters
        ----------
        scores : int64[n]
            0 where a puzzle does.
        puzzles, cores : uint8[n, 81]
        is_known : bool[n], optional
            Which puzzles are not measured, for these are known to fit.

        Raises
        ------
        LimitReachedError
            If time is over; the scores are of no use then.
        """
        near = np.flatnonzero(scores == 0 if is_known is None else (scores == 0) & ~is_known)
        for n_after, test in zip(range(len(self._tests) - 1, -1, -1), self._tests, strict=True):
            missing = test(puzzles[near], cores[near])
            scores[near] = np.where(missing > 0, MISSED * n_after + missing, 0)
            near = near[missing == 0]

    def close(self) -> None:
        """End the processes."""
        for processes in (self._solver, self._by_rules, self._nested):
            processes.close()

    def _tests_of(self, target: Target) -> list[Test]:
        tests: list[Test] = []
        if target.refuses_singles:
            tests.append(_is_solved_by_singles)
        if target.level is not None:
            tests.append(self._levels_away)
        if target.rating is not None:
            by_core = KnownCores(self._tenths_away)
            tests.append(by_core.measured if target.is_beyond_placing else self._tenths_away)
        if target.is_about_rules:
            tests.append(self._away_by_rules)
        return tests

    def _levels_away(
        self, puzzles: NDArray[np.uint8], _cores: NDArray[np.uint8]
    ) -> NDArray[np.int64]:
        """Walk until the level is too high; a level too low counts less."""
        level = self._target.level or LEVELS[0]
        states = begin(puzzles, LAST_OF[level])
        self._solver.solve(states)
        levels = levels_of(counts(states))
        away = np.abs(levels - LEVELS.index(level))
        return np.where(is_solved(states), away, STUCK + n_open(states))

    def _tenths_away(
        self, puzzles: NDArray[np.uint8], _cores: NDArray[np.uint8]
    ) -> NDArray[np.int64]:
        """Walk until a step is rated too high; a rating too low counts less."""
        least, most = self._target.tenths
        found = self._rater.rate(puzzles)
        is_too_hard = (found.n_left > 0) | (found.hardest > most)
        # Of puzzles with one core, the steps that only place digits may differ.
        easiest = round(10 * HARDEST_PLACING) if self._target.is_beyond_placing else 0
        too_low = np.maximum(0, least - np.maximum(found.hardest, easiest))
        away = np.where(is_too_hard, STUCK + found.n_left, too_low)
        nested = np.flatnonzero(found.is_beyond)
        tasks = ((bytes(puzzle), self._target) for puzzle in puzzles[nested].tolist())
        found_nested = self._nested.results(tasks, self._limits.require_time)
        for row, is_found in zip(nested, found_nested, strict=True):
            away[row] *= not is_found
        return away

    def _away_by_rules(
        self, puzzles: NDArray[np.uint8], _cores: NDArray[np.uint8]
    ) -> NDArray[np.int64]:
        return self._by_rules.of(puzzles)


def _is_solved_by_singles(
    _puzzles: NDArray[np.uint8], cores: NDArray[np.uint8]
) -> NDArray[np.int64]:
    return np.where(np.count_nonzero(cores, axis=1) == cores.shape[1], 1, 0)
