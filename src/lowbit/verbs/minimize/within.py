"""Every minimal puzzle within a puzzle: all minimal sets of its givens.

::

    a node: gone 5  needed 1 3  to stay 7  may go 2 4 8     the givens of a puzzle with one solution
               │
               ├─ without 2
               ├─ with 2, without 4                         each set is reached in one way only
               └─ with 2 and 4, without 8

A given that is needed stays needed whatever else goes, so it is asked about once. One that is to
stay has to become needed: where it is redundant even without all that may go, nothing below the
node is minimal. And where the puzzle has one solution without all that may go, nothing but that
puzzle can be minimal there. Nodes are taken from a stack some hundreds at a time, so that their
searches fill the lanes; those that hold least come first, which lead to a minimal puzzle soonest.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from lowbit.batch.masks import are_single
from lowbit.batch.variants import read_variants
from lowbit.errors import LimitReachedError
from lowbit.grid import Grid
from lowbit.limits import Limits
from lowbit.status import Status
from lowbit.verbs.minimize.one import Needs
from lowbit.verbs.minimize.record import WithinRecord
from lowbit.verbs.puzzles import whole_of, with_masks
from lowbit.verbs.solve.many import solve_masks
from lowbit.verbs.solve.variants_many import solve_variants

if TYPE_CHECKING:
    import os
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from lowbit.batch.result import BatchResult
    from lowbit.geometry import BoardLike
    from lowbit.puzzle import Puzzle
    from lowbit.verbs.puzzles import PuzzleLike

GONE, FREE, HELD, NEEDED = range(4)
"""The states of a given: it is gone, may go, is to stay, or is needed, whatever else goes."""

AT_ONCE: Final = 256
"""Nodes that are taken at a time: their searches fill the lanes, and the stack stays small."""

AT_FIRST: Final = 8
"""Nodes that are taken at a time until the first minimal puzzle is found."""


class MinimalPuzzles:
    """The minimal puzzles within a puzzle, each once, always in the same order, as they are found.

    Parameters
    ----------
    puzzle : PuzzleLike
        The puzzle; it has one solution.
    geometry : Geometry or str, optional
        Its board; the classic one, or that of `puzzle` if it is a Grid or a Puzzle.
    record : str or os.PathLike, optional
        A file for what is done, written each second: the same search goes on from there, however
        the last one ended, and yields the puzzles that it had found, too. It may hold the searches
        of many puzzles, one at a time.
    max_nodes : int, optional
        The most nodes of search trees to visit, in all.
    time_limit : float, optional
        The most seconds to take, from now.
    threads : int, optional
        The most threads to use; as many as there are CPUs if None.

    Raises
    ------
    NoSolutionError, MultipleSolutionsError
        If the puzzle does not have one solution.
    LimitReachedError
        From here or from ``next``, if a limit came first.
    GridError, InputError
        If `puzzle` is not a grid, or an argument is out of range.
    SourceError
        If the record cannot be written, another search uses it, or it holds something else.

    Attributes
    ----------
    nodes : int
        The nodes visited so far.

    Examples
    --------
    >>> found = MinimalPuzzles("1234 .4.. ..4. ...1", geometry="4x4")
    >>> [grid.to_line() for grid in found]
    ['12...4....4....1', '1.3..4....4....1', '.23..4....4....1']
    """

    def __init__(  # noqa: PLR0913 - by name: where to go on, and how much to search
        self,
        puzzle: PuzzleLike,
        *,
        geometry: BoardLike | None = None,
        record: str | os.PathLike[str] | None = None,
        max_nodes: int | None = None,
        time_limit: float | None = None,
        threads: int | None = None,
    ) -> None:
        self._limits = Limits.of(max_nodes, time_limit, threads)
        self._whole = whole_of(puzzle, geometry)
        needs = Needs(self._whole, None, self._limits)
        self._solution = np.array(needs.solution.allowed, np.int64)
        self._masks = np.array(needs.masks, np.int64)
        self.nodes = needs.searches.nodes
        is_given = [needs.is_given(cell) for cell in range(len(needs.masks))]
        self._stack = [np.where(is_given, np.uint8(FREE), np.uint8(GONE))[None, :]]
        self._found: list[Grid | Puzzle] = []
        self._width = AT_FIRST
        self._record: WithinRecord | None = None
        if record is not None:
            self._record = WithinRecord(record, self._whole)
            self._go_on(self._record)

    def __iter__(self) -> Iterator[Grid | Puzzle]:
        return self

    def __next__(self) -> Grid | Puzzle:
        while not self._found:
            self._found = [self._puzzle(node) for node in self.next_block()][::-1]
        return self._found.pop()

    def close(self) -> None:
        """Close the record: another search may use it."""
        if self._record:
            self._record.close()

    def next_block(self) -> NDArray[np.bool_]:
        """Return the givens of some minimal puzzles, bool[k, n_cells]; perhaps of none.

        Raises
        ------
        StopIteration
            If there are no more.
        LimitReachedError
            If a limit came first; nothing is lost.
        """
        if not self._stack:
            self.close()
            raise StopIteration
        *below, top = self._stack  # the nodes that were added last
        minimal, children = self._expanded(top[-self._width :])
        left = [*below, *(part for part in (top[: -self._width], children) if len(part))]
        is_kept = np.not_equal(minimal, GONE)
        if self._record:
            self._record.note([self._puzzle(row) for row in is_kept], left)
        self._stack = left
        if len(minimal):
            self._width = AT_ONCE
        return is_kept

    def _go_on(self, record: WithinRecord) -> None:
        """Begin where a record ends, with its puzzles."""
        if not record.is_begun:
            return
        is_given = self._stack[0][0] == FREE
        self._stack = record.left
        single = (are_single(np.array(grid.allowed)) for grid in record.found)
        self._found = [self._puzzle(is_given & row) for row in single][::-1]
        if record.found:
            self._width = AT_ONCE

    def _expanded(self, nodes: NDArray[np.uint8]) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
        """Return the minimal puzzles among nodes, and the nodes below the others."""
        is_open = (nodes == FREE) | (nodes == HELD)
        nodes = np.where(is_open & ~self._can_go(nodes, is_open), np.uint8(NEEDED), nodes)
        may_go = (nodes == FREE).any(axis=1)
        minimal = nodes[~may_go & ~(nodes == HELD).any(axis=1)]
        rest = nodes[may_go]
        least = np.where(rest == FREE, np.uint8(GONE), rest)
        is_hopeful = ~self._can_go(least, least == HELD).any(axis=1)
        rest, least = rest[is_hopeful], least[is_hopeful]
        is_unique = self._searched(self._asked(least), 2).status == Status.UNIQUE
        return minimal, np.concatenate([_children(rest[~is_unique]), least[is_unique]])

    def _can_go(self, nodes: NDArray[np.uint8], asked: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Return which of the givens that are asked about can go, each alone."""
        can_go = np.zeros(nodes.shape, np.bool_)
        rows, cells = np.nonzero(asked)
        masks = self._asked(nodes)[rows]
        full = self._whole.geometry.full_mask
        masks[np.arange(rows.size), cells] = full & ~self._solution[cells]
        can_go[rows, cells] = self._searched(masks, 1).status == Status.NONE
        return can_go

    def _asked(self, nodes: NDArray[np.uint8]) -> NDArray[np.int64]:
        """Return the candidates of the puzzles of nodes."""
        is_gone = (nodes == GONE) & (self._masks & (self._masks - 1) == 0)
        return np.where(is_gone, self._whole.geometry.full_mask, self._masks)

    def _searched(self, masks: NDArray[np.int64], limit: int) -> BatchResult:
        """Search puzzles, and count their nodes."""
        board, limits = self._whole.geometry, self._limits.after(self.nodes)
        if isinstance(self._whole, Grid):
            found = solve_masks(board, masks, limits, limit)
        else:
            puzzles = [with_masks(self._whole, row) for row in masks.tolist()]
            found = solve_variants(read_variants(puzzles), limits, limit)
        self.nodes += int(found.nodes.sum())
        if (found.status == Status.LIMIT_REACHED).any():
            raise LimitReachedError("a limit ended the search", self.nodes)
        return found

    def _puzzle(self, is_kept: NDArray[np.bool_]) -> Grid | Puzzle:
        nodes = np.where(is_kept, np.uint8(NEEDED), np.uint8(GONE))[None, :]
        return with_masks(self._whole, self._asked(nodes)[0].tolist())


def _children(nodes: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return, for each given that may go, a node without it and with those before it.

    Those of a node are in reverse, behind those of the nodes before it: of the last node, which is
    taken first, the child that holds nothing more is the last.
    """
    n_cells = nodes.shape[1]
    rows, cells = np.nonzero((nodes == FREE)[:, ::-1])
    cells = n_cells - 1 - cells
    children = nodes[rows]
    is_before = np.arange(n_cells) < cells[:, None]
    children[(children == FREE) & is_before] = HELD
    children[np.arange(rows.size), cells] = GONE
    return children
