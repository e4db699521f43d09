"""HoDoKu's scores of a batch: kernels take the steps they know, plain finders the others.

::

    puzzles ──kernels──┬─ solved
               ^       └─ a step is left over ──plain finders──┐
               └───────────────────────────────────────────────┘
"""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from lowbit.errors import LimitReachedError
from lowbit.geometry import CLASSIC
from lowbit.kernels.core.threads import n_cpus
from lowbit.kernels.hodoku.engine import (
    advance,
    begin,
    counts,
    first_steps,
    give_up,
    go_on_without,
    hand_back,
    is_solved,
    left_over,
    no_trace,
    waiting,
)
from lowbit.kernels.hodoku.steps import TECHNIQUES as SLUGS
from lowbit.limits import NO_LIMITS, Limits
from lowbit.processes import Processes
from lowbit.reference.budget import Budget
from lowbit.techniques.books.hodoku import BOOK
from lowbit.techniques.position import Position
from lowbit.techniques.registry import TECHNIQUES
from lowbit.techniques.scoring import LEVELS, MOST
from lowbit.verbs.rate.parts import Found

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import TypeAlias

    from numpy.typing import NDArray

    from lowbit.kernels.hodoku.engine import LeftOver
    from lowbit.techniques.board_masks import Candidate
    from lowbit.verbs.rate.parts import Unique

    Effect: TypeAlias = "tuple[str, tuple[Candidate, ...], tuple[Candidate, ...]]"
    """A technique, its placements and its eliminations."""
    Task: TypeAlias = tuple[LeftOver, float | None]
    """A position, and how many seconds there are for its step."""

PORTION: Final = 1024
"""Puzzles that are scored at a time."""

FEW: Final = 64
"""Leftover steps that are found here sooner than processes would be started for them."""

OUT_OF_TIME: Final = "out of time"
"""Stands for a step for which the time was too short."""

NAMED: Final = [TECHNIQUES[slug] for slug in SLUGS[1:]]
SCORES: Final = np.array([0, *(technique.score or 0 for technique in NAMED)])
LEVEL_OF: Final = np.array(
    [0, *(LEVELS.index(technique.level or LEVELS[0]) for technique in NAMED)]
)
"""The score and the number of the level of each technique of the kernels; 0 is none."""


def scored_by_kernels(unique: Unique, limits: Limits) -> Found:
    """Score puzzles with one solution, and count their techniques."""
    size = PORTION if limits.time_limit is None else 1  # each has a time of its own
    n = unique.rows.size
    used = np.zeros((n, len(SLUGS)), np.int64)
    began = np.zeros_like(used)
    is_known = np.zeros(n, np.bool_)
    with closing(Solver(limits.threads)) as solver:
        for first in range(0, n, size):
            part = slice(first, first + size)
            states = begin(unique.puzzles[part])
            solver.solve(states, limits.begun())
            used[part], began[part] = counts(states), first_steps(states)
            is_known[part] = is_solved(states)
            if limits.progress:
                limits.progress(unique.n_all - n + min(n, first + size), unique.n_all)
    return Found(unique.rows, _columns(used, began, is_known), is_known)


class Solver:
    """Takes puzzles to their solutions: by kernels, and processes for the steps these leave over.

    Parameters
    ----------
    threads : int, optional
        How many threads and processes to use; one a CPU if None.
    """

    def __init__(self, threads: int | None) -> None:
        self._threads = threads
        self._processes = Processes(step_left_over, threads or n_cpus())

    def close(self) -> None:
        """End the processes."""
        self._processes.close()

    def solve(
        self,
        states: NDArray[np.int64],
        limits: Limits = NO_LIMITS,
        trace: NDArray[np.int32] | None = None,
    ) -> None:
        """Take each puzzle to its solution, or until it is given up or its time runs out.

        The steps are written into `trace`, if there is one, as `advance` does.
        """
        written = no_trace(states) if trace is None else trace
        while not limits.is_late:
            advance(states, threads=self._threads, trace=written)
            rows = waiting(states)
            if not rows.size:
                return
            tasks = [(left_over(states[row]), limits.seconds_left) for row in rows]
            for row, effect in zip(rows, self._effects(tasks), strict=True):
                _note(states[row : row + 1], effect, written[row])
        give_up(states)

    def _effects(self, tasks: list[Task]) -> Iterable[Effect | str | None]:
        if len(tasks) <= FEW:
            return map(step_left_over, tasks)
        return self._processes.results(tasks, lambda: None)


def _note(
    states: NDArray[np.int64], effect: Effect | str | None, written: NDArray[np.int32]
) -> None:
    """Continue a puzzle, the only one of some states, with the step of plain finders."""
    if effect is None:
        go_on_without(states[0])
    elif isinstance(effect, str):
        give_up(states)
    else:
        hand_back(states[0], *effect, trace=written)


def step_left_over(task: Task) -> Effect | str | None:
    """Find the step of a position that kernels have left over.

    Returns
    -------
    tuple of str, placements and eliminations; None if there is none; or OUT_OF_TIME
    """
    left, seconds = task
    position = Position.of(CLASSIC, left.cells, left.values, left.givens)
    try:
        step = BOOK.between(left.first, left.last).first(
            position.within(Budget(Limits(time_limit=seconds)))
        )
    except LimitReachedError:
        return OUT_OF_TIME
    return None if step is None else (step.technique, step.placements, step.eliminations)


def _columns(
    used: NDArray[np.int64], began: NDArray[np.int64], is_known: NDArray[np.bool_]
) -> dict[str, NDArray[Any]]:
    """Return the columns of answers.

    Parameters
    ----------
    used, began : int64[n, t]
        How many steps of each technique of the kernels there are, and which was the first.
    is_known : bool[n]
        Where these are all of the steps.
    """
    scores = used @ SCORES
    hardness = np.where(used > 0, LEVEL_OF * (SCORES.max() + 1) + SCORES, -1)
    is_hardest = hardness == hardness.max(axis=1, keepdims=True)
    first = np.where(is_hardest, began, np.iinfo(np.int64).max).argmin(axis=1)
    own = list(TECHNIQUES)
    techniques = np.zeros((len(used), len(own)), np.uint16)
    techniques[:, [own.index(slug) for slug in SLUGS[1:]]] = used[:, 1:]
    return {
        "score": np.where(is_known, scores, -1),
        "level": np.where(is_known, np.array(LEVELS)[levels_of(used)], ""),
        "hodoku_hardest": np.where(is_known, np.array(SLUGS)[first], ""),
        "hodoku_techniques": techniques * is_known[:, None],
    }


def levels_of(used: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the numbers of levels, given how many steps of each technique there are."""
    scores = used @ SCORES
    levels: NDArray[np.int64] = np.where(used > 0, LEVEL_OF, 0).max(axis=1)
    for place, level in enumerate(LEVELS):
        levels[(levels == place) & (scores > MOST.get(level, np.inf))] += 1
    return levels
