"""The solutions of one puzzle with constraints: the kernels list them, from the first node on.

If they have to be compiled first, and the order of the solutions does not matter, the reference
searches until that is done (`lowbit.kernels.at_hand`). The rest of its tree becomes as many puzzles
for the kernels, no two of which share a solution.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal, TypeAlias

import numpy as np

from lowbit.errors import LimitReachedError
from lowbit.grid import Grid
from lowbit.kernels import at_hand
from lowbit.kernels.variants.engine import ROOM, Engine
from lowbit.kernels.variants.interrupts import LOOK_UP
from lowbit.limits import NO_LIMITS, Limits
from lowbit.reference.budget import Budget
from lowbit.reference.variants import VariantSearch

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator, Sequence

    from numpy.typing import NDArray

    from lowbit.puzzle import Puzzle

Order: TypeAlias = Literal["fixed", "any", "digits"]
"""The order of the solutions: one that never changes; any, if the answer does not depend on it; or
that of their digits, the smallest solution first."""

PORTION: Final = 64
"""Nodes that the reference visits before it looks whether kernels are at hand: some 0.04 s."""

AWAITING: Final = 64
"""The most portions for whoever may come back for the kernels: some three seconds."""


class VariantBlocks:
    """The solutions of a puzzle in blocks; as `lowbit.verbs.solve.handover.SolutionBlocks`.

    The first of them has as many solutions as are `wanted`, all if None, but no more than any has.
    """

    def __init__(
        self,
        puzzle: Puzzle,
        limits: Limits = NO_LIMITS,
        order: Order = "fixed",
        wanted: int | None = 2,
    ) -> None:
        self._board = puzzle.geometry
        self._engine: Engine | None = None
        self._plain: VariantSearch | None = None
        self._is_free = order == "any"
        self._blocks = self._search(
            puzzle,
            limits.begun(),
            in_order=order == "digits",
            room=ROOM[1] if wanted is None else max(1, min(wanted, ROOM[1])),
        )
        self._stopped: LimitReachedError | None = None
        self._n_found = 0

    @property
    def nodes(self) -> int:
        """The nodes visited so far."""
        searches = (self._plain, self._engine)
        return sum(search.nodes for search in searches if search is not None)

    def grids(self, block: NDArray[np.uint8]) -> Iterator[Grid]:
        """Yield the solutions in a block as grids."""
        return (Grid(solution, self._board) for solution in block)

    def _search(
        self, puzzle: Puzzle, limits: Limits, *, in_order: bool, room: int
    ) -> Iterator[NDArray[np.uint8]]:
        """Lay the puzzle out, and search it; a limit may end either."""
        roots: Sequence[Sequence[int]] = [puzzle.grid.allowed]
        if self._more_patience(limits, 0):
            roots = yield from self._search_plainly(puzzle, limits)
            if not roots:
                return
        self._engine = Engine(puzzle.geometry, puzzle.constraints, limits.deadline)
        for root in roots:
            left = limits.after(self.nodes)
            yield from self._engine.search(root, in_order=in_order, room=room, **left.of_search)

    def _search_plainly(
        self, puzzle: Puzzle, limits: Limits
    ) -> Generator[NDArray[np.uint8], None, list[list[int]]]:
        """Yield solutions that the reference finds; return the rest of its tree, for kernels."""
        own = limits.within(PORTION)
        look_up = LOOK_UP.get()

        def more() -> int:
            look_up()
            return self._more_patience(limits, budget.nodes)

        budget = Budget(own, more)
        self._plain = VariantSearch(puzzle, budget=budget)
        try:
            for solution in self._plain:
                yield np.array([list(solution.givens)], np.uint8)
        except LimitReachedError as error:
            if not budget.are_nodes_spent or limits.are_reached(budget.nodes):
                raise LimitReachedError(error.reason, budget.nodes, self._n_found) from None
        return self._plain.rest

    def _more_patience(self, limits: Limits, nodes: int) -> int:
        """Return the nodes that the reference may visit in the place of kernels, beyond others."""
        if not self._is_free or at_hand.come_to_hand(at_hand.VARIANTS):
            return 0
        is_soon = at_hand.are_awaited(at_hand.VARIANTS) and nodes < AWAITING * PORTION
        is_free = limits.max_nodes is None or is_soon
        return min(PORTION, limits.most_nodes - nodes) if is_free else 0

    def __iter__(self) -> Iterator[NDArray[np.uint8]]:
        return self

    def __next__(self) -> NDArray[np.uint8]:
        if self._stopped is not None:
            raise self._stopped
        try:
            block = next(self._blocks)
        except LimitReachedError as error:
            self._stopped = error
            raise
        except KeyboardInterrupt:
            reason = "an interruption ended the search"
            self._stopped = LimitReachedError(reason, self.nodes, self._n_found)
            raise
        self._n_found += len(block)
        return block
