"""The search that learns, of one puzzle after another on a board."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lowbit.kernels.core.compile import bind
from lowbit.kernels.general.learning.formula import new_formula
from lowbit.kernels.general.learning.search import (
    DONE,
    FOUND,
    FULL,
    GUESSES,
    MOST,
    N_COUNTS,
    NODES,
    LearningTask,
    begin,
    search,
)
from lowbit.kernels.general.learning.state import new_knowledge
from lowbit.status import Status

if TYPE_CHECKING:
    from collections.abc import Callable

    from lowbit.kernels.core.arrays import BoardMasks, Bytes
    from lowbit.kernels.general.program import Board
    from lowbit.kernels.general.search import BoardAnswers

NONE, UNIQUE, SEVERAL = int(Status.NONE), int(Status.UNIQUE), int(Status.SEVERAL)
SOLVABLE, LIMIT_REACHED = int(Status.SOLVABLE), int(Status.LIMIT_REACHED)

NODES_AT_ONCE = 1000
"""The nodes that a call visits: some milliseconds."""

ROOM = 1 << 16
"""Words for clauses at first."""


class Learner:
    """A search that learns.

    Parameters
    ----------
    board : Board

    Attributes
    ----------
    puzzle : LearningTask
        The puzzle that is searched, and the solution that was found last.
    n_solutions : int
        How many were found.
    status : int
        The status of the puzzle; LIMIT_REACHED while it is unknown.
    """

    def __init__(self, board: Board) -> None:
        self.formula = new_formula(board)
        self.puzzle = LearningTask(
            np.zeros(board.n_cells, board.dtype),
            np.zeros(board.n_cells, np.uint8),
            np.zeros(board.n_cells, np.uint8),
            np.zeros(N_COUNTS, np.int64),
        )
        self.n_solutions, self.status = 0, LIMIT_REACHED
        self._first = np.zeros(board.n_cells, np.uint8)
        self._state = new_knowledge(self.formula.cell.size, ROOM)
        self._bind()

    def _bind(self) -> None:
        self._begin: Callable[[], bool] = bind(begin, self.formula, self._state, self.puzzle)
        self._search: Callable[[], int] = bind(search, self.formula, self._state, self.puzzle)

    @property
    def nodes(self) -> int:
        """The number of nodes visited."""
        return int(self.puzzle.counts[NODES])

    def begin(self, masks: BoardMasks, likely: Bytes | None = None) -> None:
        """Search a puzzle from now on, at first near a grid if one is given."""
        self.puzzle.masks[:] = masks
        self.puzzle.likely[:] = 0 if likely is None else likely
        self.puzzle.counts[:] = 0
        self.n_solutions = 0
        self.status = LIMIT_REACHED if self._begin() else NONE

    def advance(self, limit: int, max_nodes: int) -> bool:
        """Go on for some milliseconds, or until a solution was found; return whether one was."""
        self.puzzle.counts[MOST] = min(max_nodes, self.nodes + NODES_AT_ONCE)
        while (state := self._search()) == FULL:
            self._grow()
        if state == FOUND:
            self.n_solutions += 1
            if self.n_solutions == 1:
                self._first[:] = self.puzzle.digits
            if self.n_solutions == limit:
                self.status = SEVERAL if limit > 1 else SOLVABLE
        elif state == DONE:
            self.status = (NONE, UNIQUE, SEVERAL)[min(self.n_solutions, 2)]
        return state == FOUND

    def is_open(self, max_nodes: int) -> bool:
        """Return whether to go on: the answer is not known, and there are nodes left to visit."""
        return self.status == LIMIT_REACHED and self.nodes < max_nodes

    def write(self, answers: BoardAnswers, row: int) -> None:
        """Write down the results so far."""
        answers.status[row] = self.status
        answers.n_solutions[row] = self.n_solutions
        if self.n_solutions:
            answers.solutions[row] = self._first
        answers.nodes[row] = self.nodes
        answers.guesses[row] = self.puzzle.counts[GUESSES]

    def _grow(self) -> None:
        """Make room for twice as many clauses."""
        arena = self._state.arena
        self._state = self._state._replace(arena=np.concatenate([arena, np.zeros_like(arena)]))
        self._bind()
