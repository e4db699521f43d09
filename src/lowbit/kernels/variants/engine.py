"""One puzzle with constraints, searched by the kernel.

It returns to Python every few milliseconds to check for Ctrl-C and time limits.
"""

from __future__ import annotations

import math
import time
from typing import TYPE_CHECKING

import numpy as np

from lowbit.errors import LimitReachedError
from lowbit.kernels.variants.interrupts import LOOK_UP, until
from lowbit.kernels.variants.layout import (
    N_ANSWER,
    N_FOUND,
    N_NODE,
    N_NODES,
    PREFERRED,
    ROW,
    STACK,
    STATE,
)
from lowbit.kernels.variants.programs.program import program_of
from lowbit.kernels.variants.search import (
    DONE,
    FULL_STACK,
    NODE_LIMIT,
    PAUSED,
    Work,
    advance,
    clear,
    place_root,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from lowbit.constraints import Constraint
    from lowbit.geometry import Geometry
    from lowbit.kernels.core.arrays import Bytes, Words

UNLIMITED = 1 << 62

RUNS_AT_ONCE = 1 << 15
"""Operations between two returns to Python: about ten milliseconds."""

FIRST_DEPTH = 64
"""Nodes that there is room for at first."""

ROOM = 2, 256
"""Solutions that are handed out together: at first, for most want to know whether there is a second
one, and later."""


class Engine:
    """Constraints on a board, laid out once, for puzzles to be searched one after the other.

    The weights of cells where one search fails serve the next.

    Parameters
    ----------
    geometry : Geometry
        The board.
    constraints : tuple of Constraint
        The constraints beside its houses.
    deadline : float, optional
        When the time to lay them out is over.

    Raises
    ------
    LimitReachedError
        If it was over before they were.

    Attributes
    ----------
    nodes : int
        The nodes visited so far, in all searches.
    """

    def __init__(
        self, geometry: Geometry, constraints: tuple[Constraint, ...], deadline: float = math.inf
    ) -> None:
        with until(deadline):
            self._program = program_of(geometry, constraints)
        self._n_cells = geometry.n_cells
        self._memory = new_memory(self._program)
        clear(self._program, self._memory)
        self.nodes = 0

    def prefer(self, masks: Sequence[int]) -> None:
        """Let searches try these digits of each cell first."""
        first = int(self._program[PREFERRED])
        self._memory[first : first + self._n_cells] = masks

    def search(
        self,
        candidates: Sequence[int] | Words,
        *,
        max_nodes: int | None = None,
        time_limit: float | None = None,
        in_order: bool = False,
        only_new: bool = False,
        in_pieces: bool = False,
        room: int = ROOM[0],
    ) -> Iterator[Bytes]:
        """Yield blocks of the solutions, uint8[k, n_cells], always the same in the same order.

        Parameters
        ----------
        candidates : sequence of int
            The candidates of each cell.
        max_nodes : int, optional
            The most nodes of the search tree to visit.
        time_limit : float, optional
            Seconds from now.
        in_order : bool, default False
            The smallest solution first, and so on.
        only_new : bool, default False
            Only solutions with a digit that is to be tried first and that none before had.
        in_pieces : bool, default False
            Yield a block every `RUNS_AT_ONCE` operations, too, be it empty: so that one search can
            wait for another.
        room : int, default 2
            The most solutions of the first block.

        Raises
        ------
        LimitReachedError
            If a limit ended the search before the tree was done.
        """
        roots = np.array(candidates, np.int64).reshape(1, -1)
        place_root(self._program, self._memory, roots[0], in_order, only_new)
        self._memory[ROW] = 0
        limit = UNLIMITED if max_nodes is None else max_nodes
        work = work_on(self._program, np.array((0, len(self._program))), roots, np.array([limit]))
        deadline = math.inf if time_limit is None else time.monotonic() + time_limit
        found = np.zeros((room, self._n_cells), np.uint8)
        before, state, n_found = self.nodes, PAUSED, 0
        look_up = LOOK_UP.get()
        while state != DONE:
            if state == NODE_LIMIT or time.monotonic() >= deadline:
                which = "node" if state == NODE_LIMIT else "time"
                raise LimitReachedError(
                    f"the {which} limit ended the search", self.nodes - before, n_found
                )
            look_up()
            if state == FULL_STACK:
                self._memory = twice_as_long(self._memory)
            state = advance(work, self._memory, found, UNLIMITED, RUNS_AT_ONCE)
            state = int(work.answers[0, STATE]) if state == DONE else state
            self.nodes = before + int(self._memory[N_NODES])
            n_new = int(self._memory[N_FOUND])
            if n_new or (in_pieces and state == PAUSED):
                n_found += n_new
                self._memory[N_FOUND] = 0
                yield found[:n_new].copy()
                if n_new == len(found) < ROOM[1]:
                    found = np.zeros((2 * n_new, self._n_cells), np.uint8)


def work_on(programs: Words, starts: Words, roots: Words, most_nodes: Words) -> Work:
    """Return the work of searching puzzles of which nothing is known yet."""
    answers = np.zeros((len(roots), N_ANSWER), np.int64)
    answers[:, STATE] = PAUSED
    firsts = np.zeros(roots.shape, np.uint8)
    return Work(programs, starts, roots, most_nodes, answers, firsts)


def new_memory(program: Words) -> Words:
    """Return memory for searches, with room for some nodes."""
    return np.zeros(int(program[STACK]) + FIRST_DEPTH * int(program[N_NODE]), np.int64)


def twice_as_long(memory: Words) -> Words:
    """Return the memory of a search with room for more nodes."""
    return np.concatenate((memory, np.zeros_like(memory)))
