"""Few puzzles on the classic board, searched by all lanes of a block together.

::

    tree of a puzzle ──> lane 0 ──saves──> states ──taken over by──> idle lanes 1, 2, ... 31

A desk has all that the kernel is called with, laid out once: to lay it out anew takes as long as
to search several puzzles of few guesses.
"""

from __future__ import annotations

import math
import time
from collections import deque
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from lowbit.kernels.classic.layout import N_CELLS
from lowbit.kernels.classic.loop import BUSY, DONE, NO_PUZZLE, feed, new_lanes
from lowbit.kernels.classic.search import (
    NOT_LISTED,
    SWEEPS_AT_ONCE,
    UNLIMITED,
    Answers,
    LaneLimits,
    Puzzles,
    abandon,
    advance,
    new_answers,
)
from lowbit.kernels.core.compile import bind
from lowbit.kernels.core.simd import native_lanes

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence


FEW: Final = 256
"""The most puzzles at a time."""

MOST_BYTES: Final = 128 * FEW
"""The most bytes that their cells lie in."""

MOST_BOUND: Final = 16
"""The most ways to search for which a desk keeps the kernel with what it is called with."""


FREE: Final[list[Desk]] = []
"""Desks that nobody uses."""


class OneAnswer(NamedTuple):
    """The outcome for one puzzle.

    Attributes
    ----------
    status : int
        As in `lowbit.kernels.classic.search`.
    n_solutions : int
        How many were found, at most the limit.
    nodes : int
    digits : bytes
        Those of the solution, if it is the only one.
    """

    status: int
    n_solutions: int
    nodes: int
    digits: bytes


def search_one(
    allowed: Sequence[int], *, limit: int | None = None, time_limit: float | None = None
) -> OneAnswer:
    """Look for the solutions of one puzzle.

    Parameters
    ----------
    allowed : sequence of int
        The candidates of its 81 cells, as masks.
    limit : int, optional
        Stop once so many solutions were found; never if None.
    time_limit : float, optional
        The most seconds to take; LIMIT_REACHED if the search is not done by then.
    """
    return deque(count_one(allowed, limit=limit, time_limit=time_limit), maxlen=1)[0]


def count_one(
    allowed: Sequence[int], *, limit: int | None = None, time_limit: float | None = None
) -> Iterator[OneAnswer]:
    """Yield every few milliseconds what is known of the solutions of one puzzle, see `search_one`.

    What is yielded last is all.
    """
    n_solutions = UNLIMITED if limit is None else limit
    limits = LaneLimits(n_solutions, UNLIMITED, shares=n_solutions > 1)
    deadline = math.inf if time_limit is None else time.monotonic() + time_limit
    desk = _desk_taken()
    try:
        yield from desk.count_one(allowed, limits, deadline)
    finally:
        FREE.append(desk)


def search_few(
    puzzles: Puzzles, answers: Answers, limits: LaneLimits, time_limit: float | None
) -> bool:
    """Answer each of a few puzzles, as `engine.search` does.

    Returns
    -------
    bool
        False, and no answers, if there are so many that more threads are to search them: more than
        fit on a desk, or than there are lanes if they take more than milliseconds.
    """
    if (
        puzzles.starts.size > FEW
        or puzzles.cells.size > MOST_BYTES
        or puzzles.masks.size > N_CELLS * FEW
    ):
        return False
    deadline = math.inf if time_limit is None else time.monotonic() + time_limit
    desk = _desk_taken()
    try:
        return desk.search(puzzles, answers, limits, deadline)
    finally:
        FREE.append(desk)


def _desk_taken() -> Desk:
    """Take a desk that nobody uses; whatever is left on it, the next puzzles are laid over it."""
    try:
        return FREE.pop()
    except IndexError:  # not asked before: another thread may take the last one meanwhile
        return Desk()


class Desk:
    """A block of lanes with room for few puzzles and their answers, bound to the kernel.

    Attributes
    ----------
    lanes : Lanes
    bound : dict
        The kernel with all that it is called with, by the form of the puzzles and the limits.
    """

    def __init__(self) -> None:
        cells, starts = np.zeros(MOST_BYTES, np.uint8), np.zeros(FEW, np.int64)
        masks, mask_of = np.zeros(N_CELLS * FEW, np.uint16), np.zeros(1 << 8, np.uint16)
        self.lanes = new_lanes(native_lanes())
        self._masks = Puzzles(cells[:0], starts, mask_of, masks)
        self._cells = Puzzles(cells, starts, mask_of, masks[:0])
        self._answers = new_answers(FEW)
        self.bound: dict[object, Callable[[], int]] = {}

    def count_one(
        self, allowed: Sequence[int], limits: LaneLimits, deadline: float
    ) -> Iterator[OneAnswer]:
        """Yield what is known of the solutions of the puzzle, every few milliseconds."""
        self._masks.masks[:N_CELLS] = allowed
        self._masks.starts[0] = 0
        go_on = self._begun(1, self._masks, limits)
        state = BUSY
        while state != DONE:
            state = go_on() if time.monotonic() < deadline else self._abandoned()
            status, n_solutions, solutions, nodes, _ = self._answers
            yield OneAnswer(
                int(status[0]), int(n_solutions[0]), int(nodes[0]), solutions[:N_CELLS].tobytes()
            )

    def search(
        self, puzzles: Puzzles, answers: Answers, limits: LaneLimits, deadline: float
    ) -> bool:
        """Answer each of some puzzles; return whether all are, see `search_few`."""
        n_puzzles = puzzles.starts.size
        here = self._laid_out(puzzles)
        go_on = self._begun(n_puzzles, here, limits)
        state = BUSY
        while state != DONE:
            state = go_on() if time.monotonic() < deadline else self._abandoned()
            if state != DONE and n_puzzles > self.lanes.puzzle.size:
                return False
        status, n_solutions, solutions, nodes, guesses = self._answers
        answers.status[:] = status[:n_puzzles]
        answers.n_solutions[:] = n_solutions[:n_puzzles]
        answers.solutions[:] = solutions[: N_CELLS * n_puzzles]
        answers.nodes[:] = nodes[:n_puzzles]
        answers.guesses[:] = guesses[:n_puzzles]
        return True

    def _laid_out(self, puzzles: Puzzles) -> Puzzles:
        """Lay some puzzles on the desk; return its own that they are then."""
        cells, starts, mask_of, masks = puzzles
        self._cells.starts[: starts.size] = starts
        if masks.size:
            self._masks.masks[: masks.size] = masks
            return self._masks
        self._cells.cells[: cells.size] = cells
        self._cells.mask_of[:] = mask_of
        return self._cells

    def _begun(self, n_puzzles: int, puzzles: Puzzles, limits: LaneLimits) -> Callable[[], int]:
        """Let idle lanes load puzzles; return what goes on for some milliseconds."""
        status, n_solutions, solutions, nodes, guesses = self._answers
        status[:n_puzzles] = n_solutions[:n_puzzles] = nodes[:n_puzzles] = guesses[:n_puzzles] = 0
        solutions[: N_CELLS * n_puzzles] = 0
        self.lanes.control.fill(0)
        self.lanes.puzzle.fill(NO_PUZZLE)
        feed(self.lanes, 0, n_puzzles, last=True)
        key = puzzles is self._masks, limits
        return self.bound.get(key) or self._bind(key, puzzles, limits)

    def _abandoned(self) -> int:
        """Free all lanes, whose results are not known; nothing is left to do then."""
        abandon(self.lanes, self._answers)
        return DONE

    def _bind(self, key: object, puzzles: Puzzles, limits: LaneLimits) -> Callable[[], int]:
        """Return the kernel with all that it is called with."""
        if len(self.bound) >= MOST_BOUND:
            self.bound.clear()
        known = self.lanes, puzzles, self._answers, limits, NOT_LISTED, SWEEPS_AT_ONCE
        self.bound[key] = bind(advance, *known)
        return self.bound[key]
