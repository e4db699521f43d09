"""Functions that fill in the answers to a block of text: the smallest solutions, other puzzles."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Protocol

import numpy as np

from lowbit.batch.cells import digits_at
from lowbit.kernels.classic.engine import replace_by_smallest, search
from lowbit.kernels.classic.layout import N_CELLS
from lowbit.limits import Limits
from lowbit.status import Status

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from lowbit.kernels.classic.search import Answers, Puzzles
    from lowbit.kernels.core.threads import Progress


class Fill(Protocol):
    """Finds out the answers to the puzzles of a block, in the thread that calls it."""

    def __call__(
        self, puzzles: Puzzles, answers: Answers, *, first: int, progress: Progress
    ) -> None:
        """Fill in the answers.

        Parameters
        ----------
        puzzles : Puzzles
            Line for line; an unreadable line has no place.
        answers : Answers
            Filled in: those of each line one after another, as many as the plan says. Zeroed
            before, except the solutions.
        first : int
            The number of the first line, from 0.
        progress : callable
            To be called a few times a second, with any two numbers; it raises once the answers
            are not wanted any more.
        """


class Change(Protocol):
    """Makes other puzzles of puzzles."""

    def __call__(
        self,
        digits: NDArray[np.uint8],
        numbers: NDArray[np.int64],
        limits: Limits = ...,
        /,
    ) -> tuple[NDArray[np.uint8], NDArray[np.bool_]]:
        """Return the changed puzzles.

        Parameters
        ----------
        digits : uint8[n, n_cells]
            The puzzles, 0 for a blank.
        numbers : int64[n]
            The number of the line of each, from 0, which seeds its random numbers.
        limits : Limits, optional
            The threads to use, and the progress; none by default.

        Returns
        -------
        digits : uint8[n * times, n_cells]
            `times` puzzles for each, one after another.
        done : bool[n]
            Whether each was changed. The rest is answered one by one, another way or with a reason.
        """


def find_smallest(
    puzzles: Puzzles,
    answers: Answers,
    *,
    first: int,  # noqa: ARG001 - a search does not depend on it
    progress: Progress,
) -> None:
    """Find the only solution of each puzzle, or the smallest of several; a `Fill`."""
    search(puzzles, answers, limit=2, threads=1, progress=progress)
    replace_by_smallest(puzzles, answers, threads=1, progress=progress)


def changing(change: Change) -> Fill:
    """Return a `Fill` that changes puzzles: those done get SOLVABLE, the others stay open."""
    return partial(_change, change)


def _change(
    change: Change, puzzles: Puzzles, answers: Answers, *, first: int, progress: Progress
) -> None:
    places = np.flatnonzero(puzzles.starts >= 0)
    digits = digits_at(puzzles, puzzles.starts[places])
    new, done = change(digits, places + first, Limits(threads=1, progress=progress))
    status = answers.status.reshape(puzzles.starts.size, -1)
    status[places] = Status.LIMIT_REACHED  # what is not done here is open, not invalid
    status[places[done]] = Status.SOLVABLE
    solutions = answers.solutions.reshape(*status.shape, N_CELLS)
    solutions[places] = new.reshape(places.size, status.shape[1], N_CELLS)
