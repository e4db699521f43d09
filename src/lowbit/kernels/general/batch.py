"""Many puzzles on one board, spread over threads and lanes.

Each lane takes a puzzle for itself. A puzzle whose search grows long is restarted on all lanes
together once the others are done: otherwise all lanes of a thread would wait for the last puzzle.
If it grows longer still, it is shaved and restarted again. So the result for a puzzle depends on
the puzzle alone, neither on the rest of the batch nor on the threads.
"""

from __future__ import annotations

import math
import time
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from lowbit.kernels.core.threads import Loop, n_cpus
from lowbit.kernels.general.engine import (
    NO_GUIDANCE,
    UNLIMITED,
    acquire,
    new_answers,
    new_task,
    release,
)
from lowbit.kernels.general.search import (
    DONE,
    LIMIT_REACHED,
    STARVED,
    BoardAnswers,
    BoardLimits,
    Guidance,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from lowbit.kernels.core.threads import Progress
    from lowbit.kernels.general.engine import BoardWorkspace
    from lowbit.kernels.general.program import Board

FEW_NODES: Final = 128
"""The nodes that a puzzle may visit in a lane of its own."""

FEW_NODES_OF_LARGE: Final = 512
"""The same on boards with more than 16 digits, but where few puzzles are asked about at a time, as
those near a known solution are."""

MORE_NODES: Final = 2048
"""What a puzzle may visit in all lanes before it is shaved: to shave takes as long as that."""

PORTION: Final = 256
PORTION_TOGETHER: Final = 16
"""Puzzles that a thread takes at a time, at most: each in a lane of its own, or in all lanes."""


def search(
    board: Board,
    puzzles: NDArray[Any],
    *,
    limit: int,
    max_nodes: int | None = None,
    time_limit: float | None = None,
    in_order: bool = False,
    guidance: Guidance = NO_GUIDANCE,
    threads: int | None = None,
    progress: Progress | None = None,
) -> BoardAnswers:
    """Answer every puzzle of a batch.

    Parameters
    ----------
    board : Board
    puzzles : unsigned[n, n_cells]
        The candidates of the puzzles, of the type of the board's lanes.
    limit : int
        Leave a puzzle once so many solutions were found; at least 1.
    max_nodes : int, optional
        Leave a puzzle before it visits more nodes.
    time_limit : float, optional
        Seconds for the whole batch; what is not done by then has LIMIT_REACHED.
    in_order : bool, default False
        Whether to look for solutions in the order of their digits: the first is the smallest.
    guidance : Guidance, optional
        What guides guesses; nothing by default. With random ones each puzzle has a lane of its own.
    threads : int, optional
        How many; the CPUs that this process may use if None.
    progress : callable, optional
        Called with the numbers of puzzles begun and of all, a few times a second, from this
        thread.

    Returns
    -------
    BoardAnswers
    """
    most = UNLIMITED if max_nodes is None else min(max_nodes, UNLIMITED)
    deadline = math.inf if time_limit is None else time.monotonic() + time_limit
    alone = in_order or guidance.numbers.size
    few = most if alone else min(most, _few_nodes(board, guidance))
    limits = BoardLimits(limit, few, in_order, together=False)
    answers = new_answers(board, len(puzzles))
    job = BoardJob(board, puzzles, answers, limits, deadline, guidance=guidance)
    job.spread(threads, progress)
    limits = limits._replace(together=True)
    last = progress and (lambda _done, _n: progress(len(puzzles), len(puzzles)))
    while few < most:
        long = np.flatnonzero((answers.status == LIMIT_REACHED) & (answers.nodes >= few))
        if not long.size:
            break
        again, masks = new_answers(board, long.size), puzzles[long]
        if few >= MORE_NODES:
            few = most
            Shaving(board, masks, again, most, deadline).spread(threads, last)
        else:
            few = min(most, MORE_NODES)
        BoardJob(
            board,
            masks,
            again,
            limits._replace(nodes=few),
            deadline,
            together=True,
            guidance=guidance._replace(likely=guidance.likely[long])
            if guidance.likely.size
            else guidance,
        ).spread(threads, last)
        arrays: Any = zip(answers, again, strict=True)
        for of_all, of_long in arrays:
            of_all[long] = of_long
    return answers


def _few_nodes(board: Board, guidance: Guidance) -> int:
    return FEW_NODES_OF_LARGE if board.is_large and not guidance.likely.size else FEW_NODES


class BoardJob(Loop):
    """A batch, shared by the threads that work at it."""

    def __init__(
        self,
        board: Board,
        puzzles: NDArray[Any],
        answers: BoardAnswers,
        limits: BoardLimits,
        deadline: float,
        *,
        together: bool = False,
        guidance: Guidance = NO_GUIDANCE,
    ) -> None:
        super().__init__(len(puzzles), 1)
        self._board = board
        self._answers = answers
        self._deadline = deadline
        self._together = together
        self._task = new_task(board, puzzles, answers, limits, guidance)

    def spread(self, threads: int | None, progress: Progress | None) -> None:
        """Do all puzzles, with threads of which each has lanes of its own."""
        fewest, most = (1, PORTION_TOGETHER) if self._together else (32, PORTION)
        n_threads = max(1, min(threads or n_cpus(), -(-self.total // fewest)))
        self.portion = max(fewest, min(most, self.total // (4 * n_threads)))
        self.run(n_threads, progress)

    def work(self, progress: Progress | None = None) -> None:
        """Take puzzles and search them until there are no more."""
        space = acquire(self._board)
        try:
            space.begin(self._task, together=self._together)
            self._search(space, progress)
        finally:
            release(space)

    def _search(self, space: BoardWorkspace, progress: Progress | None) -> None:
        state = STARVED
        while state != DONE and not self.stopped:
            if state == STARVED:
                first, end = self.take()
                space.feed(first, end, last=end == self.total)
            state = space.advance()
            if time.monotonic() > self._deadline:
                self._give_up(space)
                return
            self.report(progress)

    def _give_up(self, space: BoardWorkspace) -> None:
        space.abandon(self._answers)
        with self.lock:
            self._answers.status[self.taken :] = LIMIT_REACHED
            self.taken = self.total


class Shaving(Loop):
    """Long puzzles, each shaved by all lanes of a thread."""

    def __init__(
        self,
        board: Board,
        puzzles: NDArray[Any],
        answers: BoardAnswers,
        max_nodes: int,
        deadline: float,
    ) -> None:
        super().__init__(len(puzzles), 1)
        self._board = board
        self._puzzles = puzzles
        self._answers = answers
        self._max_nodes = max_nodes
        self._deadline = deadline

    def spread(self, threads: int | None, progress: Progress | None) -> None:
        """Do all puzzles, with threads of which each has lanes of its own."""
        self.run(max(1, min(threads or n_cpus(), self.total)), progress)

    def work(self, progress: Progress | None = None) -> None:
        """Take puzzles and shave them until there are no more, or no time."""
        space = acquire(self._board)
        try:
            row, end = self.take()
            while row < end and not self.stopped and time.monotonic() <= self._deadline:
                self._answers.nodes[row] = space.shave(self._puzzles[row], self._max_nodes)
                self.report(progress)
                row, end = self.take()
        finally:
            release(space)
