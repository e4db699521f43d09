"""The solutions of one puzzle with constraints: the kernels list them, from the first node on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

from lowbit.errors import LimitReachedError
from lowbit.grid import Grid
from lowbit.kernels.variants.engine import ROOM, Engine
from lowbit.limits import NO_LIMITS, Limits

if TYPE_CHECKING:
    from collections.abc import Iterator

    import numpy as np
    from numpy.typing import NDArray

    from lowbit.puzzle import Puzzle

Order: TypeAlias = Literal["fixed", "any", "digits"]
"""The order of the solutions: one that never changes; any, if the answer does not depend on it; or
that of their digits, the smallest solution first."""


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
        return self._engine.nodes if self._engine else 0

    def grids(self, block: NDArray[np.uint8]) -> Iterator[Grid]:
        """Yield the solutions in a block as grids."""
        return (Grid(solution, self._board) for solution in block)

    def _search(
        self, puzzle: Puzzle, limits: Limits, *, in_order: bool, room: int
    ) -> Iterator[NDArray[np.uint8]]:
        """Lay the puzzle out, and search it; a limit may end either."""
        self._engine = Engine(puzzle.geometry, puzzle.constraints, limits.deadline)
        yield from self._engine.search(
            puzzle.grid.allowed, in_order=in_order, room=room, **limits.of_search
        )

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
