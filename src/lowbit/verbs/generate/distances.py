"""How far puzzles are from a target: first their difficulty, by kernels, then what rules say.

A puzzle is tested for one wish after another, the cheapest first; the first that is not met gives
the distance. So a walk meets the wishes one by one, and most puzzles cost little.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from lowbit.batch.processes import Processes
from lowbit.kernels.core.threads import n_cpus
from lowbit.kernels.hodoku.engine import advance, begin, counts, is_solved, n_open
from lowbit.kernels.rating.bounded import rate_up_to
from lowbit.techniques.scoring import LEVELS
from lowbit.verbs.generate.cores import KnownCores, cores_of
from lowbit.verbs.generate.target import HARDEST_PLACING, distance_by_rules, is_within
from lowbit.verbs.rate.scores import Solver, levels_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from lowbit.verbs.generate.target import Target

    Test = Callable[[NDArray[np.uint8]], NDArray[np.int64]]

MISSED: Final = 10_000
"""The distance for each wish from the first that is not met to the last."""

STUCK: Final = 200
"""The distance of a puzzle that is given up as too hard, in addition to its open cells."""

LAST_OF: Final = {
    "easy": "hidden-single",
    "medium": "hidden-triple",
    "hard": "multi-colours-2",
    "unfair": "finned-franken-swordfish",
    "extreme": "brute-force",
}
"""The last technique in HoDoKu's order whose level is at most this one, for each level."""


class Distances:
    """How far puzzles are from a target.

    Parameters
    ----------
    target : Target
    threads : int, optional
        How many threads and processes to use; one a CPU if None.
    """

    def __init__(self, target: Target, threads: int | None) -> None:
        self._target = target
        self._threads = threads
        self._solver = Solver(threads)
        n_processes = threads or n_cpus()
        self._by_rules = Processes(distance_by_rules, n_processes)
        self._nested = Processes(is_within, n_processes)
        self._tests = self._tests_of(target)

    def cores(self, puzzles: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """Return the cores of puzzles."""
        return cores_of(puzzles, self._threads)

    def refuse_other_cores(
        self, scores: NDArray[np.int64], puzzles: NDArray[np.uint8], cores: NDArray[np.uint8]
    ) -> None:
        """Let a puzzle count as missed that does not have the core in its row, if that has one."""
        rows = np.flatnonzero((scores == 0) & cores.any(axis=1))
        is_other = (self.cores(puzzles[rows]) != cores[rows]).any(axis=1)
        scores[rows[is_other]] = MISSED * len(self._tests)

    def add_to(self, scores: NDArray[np.int64], puzzles: NDArray[np.uint8]) -> None:
        """Add its distance to the score of each puzzle that meets all other wishes."""
        near = np.flatnonzero(scores == 0)
        for n_after, test in zip(range(len(self._tests) - 1, -1, -1), self._tests, strict=True):
            missing = test(puzzles[near])
            scores[near] = np.where(missing > 0, MISSED * n_after + missing, 0)
            near = near[missing == 0]

    def close(self) -> None:
        """End the processes."""
        for processes in (self._solver, self._by_rules, self._nested):
            processes.close()

    def _tests_of(self, target: Target) -> list[Test]:
        tests: list[Test] = []
        if target.refuses_singles:
            tests.append(self._is_solved_by_singles)
        if target.level is not None:
            tests.append(self._levels_away)
        if target.rating is not None:
            by_core = KnownCores(self._tenths_away, self._threads)
            tests.append(by_core.measured if target.is_beyond_placing else self._tenths_away)
        if target.is_about_rules:
            tests.append(self._away_by_rules)
        return tests

    def _is_solved_by_singles(self, puzzles: NDArray[np.uint8]) -> NDArray[np.int64]:
        states = begin(puzzles, LAST_OF["easy"])
        advance(states, threads=self._threads)
        return is_solved(states).astype(np.int64)

    def _levels_away(self, puzzles: NDArray[np.uint8]) -> NDArray[np.int64]:
        """Walk until the level is too high; a level too low counts less."""
        level = self._target.level or LEVELS[0]
        states = begin(puzzles, LAST_OF[level])
        self._solver.solve(states)
        levels = levels_of(counts(states))
        away = np.abs(levels - LEVELS.index(level))
        return np.where(is_solved(states), away, STUCK + n_open(states))

    def _tenths_away(self, puzzles: NDArray[np.uint8]) -> NDArray[np.int64]:
        """Walk until a step is rated too high; a rating too low counts less."""
        least, most = self._target.tenths
        found = rate_up_to(puzzles, most, self._threads)
        is_too_hard = (found.n_left > 0) | (found.hardest > most)
        # Of puzzles with one core, the steps that only place digits may differ.
        easiest = round(10 * HARDEST_PLACING) if self._target.is_beyond_placing else 0
        too_low = np.maximum(0, least - np.maximum(found.hardest, easiest))
        away = np.where(is_too_hard, STUCK + found.n_left, too_low)
        nested = np.flatnonzero(found.is_beyond)
        tasks = ((bytes(puzzle), self._target) for puzzle in puzzles[nested].tolist())
        for row, is_found in zip(nested, self._nested.results(tasks, _wait), strict=True):
            away[row] *= not is_found
        return away

    def _away_by_rules(self, puzzles: NDArray[np.uint8]) -> NDArray[np.int64]:
        tasks = ((bytes(puzzle), self._target) for puzzle in puzzles.tolist())
        return np.array([*self._by_rules.results(tasks, _wait)], np.int64)


def _wait() -> None:
    """Report no progress; being called is enough to notice Ctrl-C."""
