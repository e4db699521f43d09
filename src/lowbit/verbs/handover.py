"""Which engine finds the solutions of one puzzle: the reference, then the kernels if it gets long.

::

    reference   node after node, from the first moment ─── HANDOVER_NODES
                                                                │  the rest of its tree,
    kernels     some hundred times faster, once loaded <────────┘  as puzzles, one after the other

What the reference has not searched when it has visited a fixed number of nodes becomes a list
of puzzles, no two of which have a solution in common; the kernels list the solutions of each.
Where the hand-over comes does not depend on time, so the order of the solutions does not.
"""

from __future__ import annotations

from math import inf
from time import monotonic
from typing import TYPE_CHECKING, TypeAlias

from lowbit.errors import LimitReachedError
from lowbit.geometry import CLASSIC
from lowbit.grid import Grid
from lowbit.reference.search import Search
from lowbit.status import Status

if TYPE_CHECKING:
    from collections.abc import Iterator

    import numpy as np
    from numpy.typing import NDArray

    Block: TypeAlias = list[Grid] | NDArray[np.uint8]
    """Some solutions, as grids or as rows of digits."""

HANDOVER_NODES = 1 << 13
"""What the reference visits in about the time that it takes to load the kernels: 0.4 s."""


class Solutions:
    """The solutions of a puzzle, found when they are asked for, always in the same order.

    Parameters
    ----------
    grid : Grid
        The puzzle.
    limit : int, optional
        The most solutions to find.
    max_nodes : int, optional
        The most nodes of the search tree to visit.
    time_limit : float, optional
        Seconds from now.

    Raises
    ------
    LimitReachedError
        By ``next``, where `max_nodes` or `time_limit` ends the search before the tree is done;
        again and again, for what is left is not known.
    """

    def __init__(
        self,
        grid: Grid,
        limit: int | None = None,
        *,
        max_nodes: int | None = None,
        time_limit: float | None = None,
    ) -> None:
        self._left = inf if limit is None else limit
        self._blocks = SolutionBlocks(grid, max_nodes=max_nodes, time_limit=time_limit)
        self._found: Iterator[Grid] = iter(())

    def __iter__(self) -> Iterator[Grid]:
        return self

    def __next__(self) -> Grid:
        if self._left == 0:
            raise StopIteration
        while (solution := next(self._found, None)) is None:
            self._found = map(Grid, next(self._blocks))
        self._left -= 1
        return solution


class SolutionBlocks:
    """The same in blocks, for who only wants to count them; see `Solutions`."""

    def __init__(
        self, grid: Grid, *, max_nodes: int | None = None, time_limit: float | None = None
    ) -> None:
        self._max_nodes = max_nodes
        self._deadline = None if time_limit is None else monotonic() + time_limit
        self._hands_over = grid.geometry == CLASSIC and (
            max_nodes is None or max_nodes > HANDOVER_NODES
        )
        self._reference = Search(
            grid, max_nodes=HANDOVER_NODES if self._hands_over else max_nodes, time_limit=time_limit
        )
        self._rest: Iterator[NDArray[np.uint8]] | None = None
        self._rest_nodes = 0
        self._is_done = False

    @property
    def nodes(self) -> int:
        """The nodes visited so far, by both engines."""
        return self._reference.nodes + self._rest_nodes

    def __iter__(self) -> Iterator[Block]:
        return self

    def __next__(self) -> Block:
        if self._rest is None:
            try:
                return [next(self._reference)]
            except LimitReachedError:
                if not self._hands_over or self.nodes < HANDOVER_NODES:
                    raise
            self._rest = self._list_rest()
        for block in self._rest:
            return block
        if not self._is_done:
            raise self._stopped()
        raise StopIteration

    def _list_rest(self) -> Iterator[NDArray[np.uint8]]:
        """Yield what the kernels find in the rest, and note whether that is all."""
        from lowbit.kernels.engine import list_solutions, new_answers  # noqa: PLC0415 - loads Numba
        from lowbit.verbs.batch_puzzles import puzzles_from_grid  # noqa: PLC0415 - as above

        for grid in self._reference.rest:
            answers = new_answers(1)
            yield from list_solutions(
                puzzles_from_grid(grid),
                answers,
                max_nodes=None if self._max_nodes is None else self._max_nodes - self.nodes,
                time_limit=None if self._deadline is None else self._deadline - monotonic(),
            )
            self._rest_nodes += int(answers.nodes[0])
            if answers.status[0] == Status.LIMIT_REACHED:
                return
        self._is_done = True

    def _stopped(self) -> LimitReachedError:
        """Say what ended the search, also to who asks again."""
        if self._max_nodes is not None and self.nodes >= self._max_nodes:
            reason = "the node limit"
        elif self._deadline is not None and monotonic() >= self._deadline:
            reason = "the time limit"
        else:
            reason = "an interruption"
        return LimitReachedError(f"{reason} ended the search", self.nodes)
