"""The puzzles of a search that need a technique, as lowbit's own steps tell."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from lowbit.errors import LimitReachedError
from lowbit.kernels.core.threads import n_cpus
from lowbit.processes import in_processes
from lowbit.verbs.steps.explain import needs

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from lowbit.grid import Grid
    from lowbit.limits import Limits
    from lowbit.puzzle import Puzzle

FEWEST_OF_PROCESS: Final = 1 << 7
"""Puzzles for which a process pays: it starts in the time that about so many take."""


class NeedOf(NamedTuple):
    """The question whether a puzzle needs a technique.

    Attributes
    ----------
    puzzle : Grid or Puzzle
    technique : str
    seconds : float or None
        The time that is left.
    """

    puzzle: Grid | Puzzle
    technique: str
    seconds: float | None


def which_need(
    puzzles: Sequence[Grid | Puzzle], technique: str, limits: Limits
) -> NDArray[np.float64]:
    """Return 1 for each puzzle with one solution that needs a technique, else 0.

    NaN where time was over before.

    Raises
    ------
    InputError
        If the rules do not have it.
    """
    asked = (NeedOf(puzzle, technique, limits.seconds_left) for puzzle in puzzles)
    n_processes = min(limits.threads or n_cpus(), len(puzzles) // FEWEST_OF_PROCESS)
    answers: Iterator[float] = map(need, asked)
    if n_processes > 1:
        answers = in_processes(need, asked, n_processes, lambda: None)
    return np.fromiter(answers, np.float64, len(puzzles))


def need(asked: NeedOf) -> float:
    """Return the answer to one question."""
    try:
        return float(needs(asked.puzzle, asked.technique, time_limit=asked.seconds))
    except LimitReachedError:
        return float("nan")
