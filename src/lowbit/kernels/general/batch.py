"""Many puzzles on one board, spread over threads and lanes.

Each lane takes a puzzle for itself. A puzzle whose search grows long is restarted on all lanes
together once the others are done: otherwise all lanes of a thread would wait for the last puzzle.
If it grows longer still, it is shaved and restarted again. At last, and soon on boards with many
cells, the search is one that learns. ::

    up to 256 cells   a lane each ──> all lanes ──> shaved, all lanes ──> learning
    more              a lane each ──> learning
    over 16 digits    learning; near a grid, in between, again a lane each

So the result for a puzzle depends on the puzzle alone, neither on the rest of the batch nor on the
threads.
"""

from __future__ import annotations

import math
import time
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from lowbit.kernels.core.threads import Loop, n_cpus
from lowbit.kernels.general.engine import (
    FEW_SOLUTIONS,
    NO_GUIDANCE,
    UNLIMITED,
    acquire,
    most_in_lanes,
    new_answers,
    new_task,
    release,
)
from lowbit.kernels.general.near import COPIES, near_some_cells
from lowbit.kernels.general.search import (
    BUSY,
    DONE,
    FOUND,
    LIMIT_REACHED,
    STARVED,
    BoardAnswers,
    BoardLimits,
    Guidance,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lowbit.kernels.core.arrays import BoardMasks, Bytes
    from lowbit.kernels.core.threads import Progress
    from lowbit.kernels.general.engine import BoardWorkspace
    from lowbit.kernels.general.program import Board

FEW_NODES: Final = 128
"""The nodes that a puzzle may visit in a lane of its own; where a search on a board of more than 16
digits learns, one."""

MORE_NODES: Final = 2048
"""Nodes that a puzzle may visit in all lanes before it is shaved: to shave takes as long."""

DEPTHS: Final = 2048, 8192
"""Nodes that a puzzle with many digits may visit near a grid in a lane of its own, where a search
that learns has not answered it in as many nodes as the first of these: if there is a solution near
the grid, lanes find it sooner, for they go back no further than they must."""

LISTED_AT_ONCE: Final = 2048
"""The room for the solutions of several puzzles."""

PORTION: Final = 256
PORTION_TOGETHER: Final = 16
"""Puzzles that a thread takes at a time, at most: each in a lane of its own, or in all lanes."""


def search(
    board: Board,
    puzzles: BoardMasks,
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
        Seconds for the whole batch; puzzles not done by then have LIMIT_REACHED.
    in_order : bool, default False
        Whether to look for solutions in the order of their digits: the first is the smallest.
    guidance : Guidance, optional
        Guides of guesses; none by default. With random ones each puzzle has a lane of its own.
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
    answers = new_answers(board, len(puzzles))
    if in_order or guidance.numbers.size:
        limits = BoardLimits(limit, most, in_order, together=False)
        BoardJob(board, puzzles, answers, limits, deadline, guidance=guidance).spread(
            threads, progress
        )
        return answers
    stages = Stages(board, puzzles.copy(), answers, guidance, deadline, threads)
    learns = limit <= FEW_SOLUTIONS
    limits = BoardLimits(limit, most, in_order, together=False)
    stages.apart(limits, learns=learns, progress=progress)
    last = progress and (lambda _done, _n: progress(len(puzzles), len(puzzles)))
    if not (learns and board.learns_soon):
        stages.together(limits, MORE_NODES, last)
        nodes = most_in_lanes(board) if learns else most
        stages.together(limits, nodes, last, shaved=True)
    if learns and stages.are_near:
        stages.near(limits, last)
    if learns:
        stages.learning(limits, last)
    return answers


def list_of_each(
    board: Board,
    puzzles: BoardMasks,
    answers: BoardAnswers,
    *,
    limit: int,
    max_nodes: int,
    time_limit: float | None = None,
) -> Iterator[Bytes]:
    """Yield blocks of the solutions, uint8[k, n_cells], of some puzzles, mixed.

    Each has a lane of its own, and a limit of nodes and of solutions; none is restarted.

    Parameters
    ----------
    board : Board
    puzzles : unsigned[n, n_cells]
    answers : BoardAnswers
        Zeroed; written to.
    limit, max_nodes, time_limit
        As for `search`.
    """
    deadline = math.inf if time_limit is None else time.monotonic() + time_limit
    space = acquire(board)
    limits = BoardLimits(limit, max_nodes, in_order=False, together=False)
    task = new_task(board, puzzles, answers, limits, n_listed=LISTED_AT_ONCE)
    try:
        space.begin(task, together=False)
        space.feed(0, len(puzzles), last=True)
        state = BUSY
        while state != DONE:
            if time.monotonic() >= deadline:
                space.abandon(answers)
                return
            state = space.advance()
            n_found = int(space.lanes.control[FOUND])
            if n_found:
                yield task.listed[:n_found].copy()
                space.lanes.control[FOUND] = 0
    finally:
        release(space)


class Stages:
    """The stages of a batch's puzzles as their searches get longer.

    Parameters
    ----------
    board : Board
    puzzles : unsigned[n, n_cells]
        Changed: candidates that no guess is needed to refute go.
    answers : BoardAnswers
    guidance : Guidance
    deadline : float
    threads : int or None
    """

    def __init__(
        self,
        board: Board,
        puzzles: BoardMasks,
        answers: BoardAnswers,
        guidance: Guidance,
        deadline: float,
        threads: int | None,
    ) -> None:
        self._board, self._puzzles, self._answers = board, puzzles, answers
        self._guidance, self._deadline, self._threads = guidance, deadline, threads
        self._long = np.arange(len(puzzles))
        self._visited = 0

    def apart(self, limits: BoardLimits, *, learns: bool, progress: Progress | None) -> None:
        """Search each puzzle in a lane of its own."""
        patience = 1 if learns and self._board.is_large else FEW_NODES
        self._search(limits._replace(nodes=min(patience, limits.nodes)), progress)
        is_long = self._answers.status == LIMIT_REACHED
        self._long = np.flatnonzero(is_long & (self._answers.nodes >= patience))

    def together(
        self, limits: BoardLimits, nodes: int, progress: Progress | None, *, shaved: bool = False
    ) -> None:
        """Search the remaining puzzles in all lanes, one after another."""
        if not self._goes_on(limits):
            return
        limits = limits._replace(nodes=min(nodes, limits.nodes), together=True)
        visited = new_answers(self._board, self._long.size)
        if shaved:
            puzzles = self._puzzles[self._long]
            Shaving(self._board, puzzles, visited, limits.nodes, self._deadline).spread(
                self._threads, progress
            )
            self._puzzles[self._long] = puzzles
        self._search(limits, progress, visited)
        self._leave_out(limits.nodes)

    @property
    def are_near(self) -> bool:
        """Whether solutions of puzzles with many digits are looked for near grids."""
        return self._board.is_large and bool(self._guidance.likely.size)

    def near(self, limits: BoardLimits, progress: Progress | None) -> None:
        """Search by learning, then near the grids, deeper and deeper, then near copies of them."""
        self.learning(limits, progress, DEPTHS[0])
        for nodes in DEPTHS:
            if self._goes_on(limits):
                visited = new_answers(self._board, self._long.size)
                visited.nodes[:] = self._visited
                self._visited = min(self._visited + nodes, limits.nodes)
                self._search(limits._replace(nodes=self._visited), progress, visited)
                self._leave_out(self._visited)
        if self._goes_on(limits) and self._visited + COPIES * DEPTHS[0] <= limits.nodes:
            self._near_copies(limits._replace(nodes=DEPTHS[0]), progress)

    def _near_copies(self, limits: BoardLimits, progress: Progress | None) -> None:
        """Search the remaining puzzles in some lanes at once, each near copies of the grids."""
        rows = np.repeat(self._long, COPIES)
        found = new_answers(self._board, rows.size)
        guidance = self._guidance._replace(
            likely=near_some_cells(self._guidance.likely[self._long])
        )
        BoardJob(
            self._board, self._puzzles[rows], found, limits, self._deadline, guidance=guidance
        ).spread(self._threads, progress)
        is_open = (found.status == LIMIT_REACHED).reshape(-1, COPIES)
        first = COPIES * np.arange(len(is_open)) + is_open.argmin(axis=1)
        answers = BoardAnswers(*(array[first] for array in found))
        self._visited += COPIES * limits.nodes
        answers.nodes[:] = self._visited
        self._write(answers)
        self._leave_out(self._visited)

    def learning(
        self, limits: BoardLimits, progress: Progress | None, nodes: int = UNLIMITED
    ) -> None:
        """Search the remaining puzzles by learning, perhaps for so many nodes only."""
        if not self._goes_on(limits):
            return
        learnt = new_answers(self._board, self._long.size)
        learnt.status[:] = LIMIT_REACHED
        likely = self._guidance.likely
        nodes = min(nodes, limits.nodes - self._visited)
        Learning(
            self._board,
            self._puzzles[self._long],
            learnt,
            limits._replace(nodes=nodes),
            likely[self._long] if likely.size else None,
            self._deadline,
        ).spread(self._threads, progress)
        self._visited += nodes
        learnt.nodes[:] += self._visited - nodes
        self._write(learnt)
        self._leave_out(self._visited)

    def _leave_out(self, nodes: int) -> None:
        """Leave out puzzles with an answer, or without time for so many nodes."""
        is_long = self._answers.status[self._long] == LIMIT_REACHED
        self._long = self._long[is_long & (self._answers.nodes[self._long] >= nodes)]

    def _goes_on(self, limits: BoardLimits) -> bool:
        """Leave out puzzles that have visited all their nodes; return whether any is left."""
        self._long = self._long[self._answers.nodes[self._long] < limits.nodes]
        return bool(self._long.size)

    def _search(
        self, limits: BoardLimits, progress: Progress | None, answers: BoardAnswers | None = None
    ) -> None:
        """Search the remaining puzzles, with the nodes in some answers visited before."""
        if not self._long.size:
            return
        answers = answers or new_answers(self._board, self._long.size)
        puzzles, guidance = self._puzzles[self._long], self._guidance
        if guidance.likely.size:
            guidance = guidance._replace(likely=guidance.likely[self._long])
        BoardJob(self._board, puzzles, answers, limits, self._deadline, guidance=guidance).spread(
            self._threads, progress
        )
        self._puzzles[self._long] = puzzles
        self._write(answers)

    def _write(self, answers: BoardAnswers) -> None:
        arrays: Any = zip(self._answers, answers, strict=True)
        for of_all, of_long in arrays:
            of_all[self._long] = of_long


class BoardJob(Loop):
    """A batch, shared by the threads that work at it."""

    def __init__(
        self,
        board: Board,
        puzzles: BoardMasks,
        answers: BoardAnswers,
        limits: BoardLimits,
        deadline: float,
        *,
        guidance: Guidance = NO_GUIDANCE,
    ) -> None:
        super().__init__(len(puzzles), 1)
        self._board = board
        self._answers = answers
        self._deadline = deadline
        self._together = limits.together
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
        puzzles: BoardMasks,
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


class Learning(Loop):
    """Long puzzles, each searched by a thread that learns."""

    def __init__(
        self,
        board: Board,
        puzzles: BoardMasks,
        answers: BoardAnswers,
        limits: BoardLimits,
        likely: Bytes | None,
        deadline: float,
    ) -> None:
        super().__init__(len(puzzles), 1)
        self._board, self._puzzles, self._answers = board, puzzles, answers
        self._limits, self._likely, self._deadline = limits, likely, deadline

    def spread(self, threads: int | None, progress: Progress | None) -> None:
        """Do all puzzles, with threads of which each has clauses of its own."""
        self.run(max(1, min(threads or n_cpus(), self.total)), progress)

    def work(self, progress: Progress | None = None) -> None:
        """Take puzzles and search them until there are no more, or no time."""
        space = acquire(self._board)
        limit, most = self._limits.solutions, self._limits.nodes
        try:
            row, end = self.take()
            while row < end and self._may_go_on():
                space.learner.begin(
                    self._puzzles[row], None if self._likely is None else self._likely[row]
                )
                while space.learner.is_open(most) and self._may_go_on():
                    space.learner.advance(limit, most)
                    self.report(progress)
                space.learner.write(self._answers, row)
                row, end = self.take()
        finally:
            release(space)

    def _may_go_on(self) -> bool:
        return not self.stopped and time.monotonic() < self._deadline
