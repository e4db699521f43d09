"""The candidates of one puzzle that occur in some solution."""

from __future__ import annotations

from functools import cached_property
from operator import or_
from typing import TYPE_CHECKING, Final

import numpy as np

from lowbit.errors import LimitReachedError
from lowbit.grid import Grid
from lowbit.kernels.variants.engine import Engine
from lowbit.verbs.puzzles import grid_of, is_puzzle

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from lowbit.limits import Limits
    from lowbit.puzzle import Puzzle

NODES_TOGETHER: Final = 20_000
"""True candidates: nodes of the search for those of all cells together before it takes turns."""

FIRST_PATIENCE: Final = 256
"""Nodes after which a search for the candidates of one cell makes way for the next, at first."""


def candidates_of(puzzle: Grid | Puzzle, limits: Limits) -> Grid:
    """Return the candidates that occur in some solution: see `lowbit.true_candidates`.

    This is the quickest way for puzzles without constraints, too: lanes, which share no solutions
    while they search, take as many searches as there are candidates to refute.
    """
    finder = CandidateFinder(puzzle, limits)
    try:
        finder.find()
    except LimitReachedError as error:
        raise LimitReachedError(error.reason, finder.nodes) from None
    return Grid.from_masks(finder.seen, puzzle.geometry)


class CandidateFinder:
    """A finder of the candidates that occur in solutions.

    One search looks for those of all cells together, and leaves a node once solutions have shown
    all of its candidates. It is the best where most of the work is to refute. On an open grid it
    loses itself in parts that have no new solutions; so after a while it takes turns with searches
    for the candidates of one cell after the other that no solution has shown.

    Attributes
    ----------
    seen : list of int
        The candidates of each cell that some solution has shown.
    """

    def __init__(self, puzzle: Grid | Puzzle, limits: Limits) -> None:
        self._limits = limits
        self._puzzle = puzzle
        self._together = self._new_engine()
        self._possible = list(grid_of(puzzle).allowed)
        self.seen = [0] * len(self._possible)

    @property
    def nodes(self) -> int:
        """The nodes visited so far, in all searches."""
        return self._together.nodes + self._nodes_apart

    @property
    def _nodes_apart(self) -> int:
        return self._apart.nodes if "_apart" in vars(self) else 0

    def find(self) -> None:
        """See all candidates that occur in solutions."""
        apart = self._decide_apart()
        for _ in self._decide_together():
            while self._nodes_apart < self._together.nodes - NODES_TOGETHER:
                if next(apart, None) is None:
                    return

    def _new_engine(self) -> Engine:
        puzzle = self._puzzle
        constraints = puzzle.constraints if is_puzzle(puzzle) else ()
        return Engine(puzzle.geometry, constraints, self._limits.deadline)

    @cached_property
    def _apart(self) -> Engine:
        """The engine that searches for the candidates of one cell: most puzzles need none."""
        return self._new_engine()

    def _decide_together(self) -> Iterator[bool]:
        """See the candidates of all cells in one search, piece by piece."""
        most = self._limits.max_nodes
        if most is not None and most > NODES_TOGETHER:
            most = (most + NODES_TOGETHER) // 2
        self._prefer_unseen(self._together)
        for block in self._search(self._together, self._possible, most, 64, only_new=True):
            self._see(block)
            yield True
            self._prefer_unseen(self._together)

    def _decide_apart(self) -> Iterator[bool]:
        """See the candidates of one cell after the other, piece by piece; refute all others.

        A cell that takes long waits until all others had their turn: by then it may have been seen.
        """
        patience = FIRST_PATIENCE
        while any(mask & ~shown for mask, shown in zip(self._possible, self.seen, strict=True)):
            for cell in range(len(self._possible)):
                yield from self._decide(cell, patience)
            patience *= 2

    def _decide(self, cell: int, patience: int) -> Iterator[bool]:
        """See the candidates of a cell, or refute them, unless one takes too many nodes."""
        while unseen := self._possible[cell] & ~self.seen[cell]:
            only = [*self._possible[:cell], unseen, *self._possible[cell + 1 :]]
            self._prefer_unseen(self._apart)
            try:
                for block in self._search(self._apart, only, self._left_apart(patience), 1):
                    self._see(block)
                    yield True
                    if len(block):
                        break
                else:
                    self._possible[cell] &= ~unseen
            except LimitReachedError:
                if self._limits.is_late:
                    reason = "the time limit ended the search"
                    raise LimitReachedError(reason, self.nodes) from None
                if not self._left_apart(1):
                    raise
                return

    def _left_apart(self, nodes: int) -> int:
        """Return how many nodes a search for one cell may take, `nodes` at most."""
        if self._limits.max_nodes is None:
            return nodes
        return min(nodes, (self._limits.max_nodes - NODES_TOGETHER) // 2 - self._nodes_apart)

    def _prefer_unseen(self, engine: Engine) -> None:
        """Let a search try the candidates first that no solution has shown."""
        pairs = zip(self._possible, self.seen, strict=True)
        engine.prefer([mask & ~shown for mask, shown in pairs])

    def _search(
        self,
        engine: Engine,
        masks: list[int],
        most_nodes: int | None,
        room: int,
        *,
        only_new: bool = False,
    ) -> Iterator[NDArray[np.uint8]]:
        return engine.search(
            masks,
            max_nodes=most_nodes,
            time_limit=self._limits.seconds_left,
            only_new=only_new,
            in_pieces=True,
            room=room,
        )

    def _see(self, block: NDArray[np.uint8]) -> None:
        """See the candidates of some solutions."""
        shown = np.bitwise_or.reduce(1 << block.astype(np.int64) - 1, axis=0).tolist()
        self.seen = list(map(or_, self.seen, shown))
