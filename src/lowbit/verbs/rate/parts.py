"""The parts of rating a batch: the effort, the puzzles, and the columns of answers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from lowbit.arguments import seconds_left
from lowbit.geometry import CLASSIC

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from lowbit.geometry import Geometry
    from lowbit.kernels.core.threads import Progress


class Effort(NamedTuple):
    """The effort that a batch may take.

    Attributes
    ----------
    max_nodes : int or None
        The most nodes of each search tree.
    deadline : float
        When to stop, in the seconds of `time.monotonic`.
    seconds : float or None
        The most seconds for each puzzle.
    threads : int or None
    progress : callable or None
    """

    max_nodes: int | None
    deadline: float
    seconds: float | None
    threads: int | None
    progress: Progress | None

    @property
    def seconds_of_a_puzzle(self) -> float | None:
        """The seconds that a puzzle begun now may take."""
        limits = (self.seconds, seconds_left(self.deadline))
        return min((limit for limit in limits if limit is not None), default=None)

    @property
    def how(self) -> dict[str, Any]:
        """The arguments of a verb that runs kernels."""
        limit = seconds_left(self.deadline)
        return {"max_nodes": self.max_nodes, "time_limit": limit, "threads": self.threads}


class Unique(NamedTuple):
    """Puzzles with one solution.

    Attributes
    ----------
    puzzles, solutions : uint8[m, n_cells]
    rows : int64[m]
        Which rows of the batch they are.
    n_all : int
        How many rows the batch has.
    geometry : Geometry, default CLASSIC
        Their board.
    """

    puzzles: NDArray[np.uint8]
    solutions: NDArray[np.uint8]
    rows: NDArray[np.int64]
    n_all: int
    geometry: Geometry = CLASSIC

    def some(self, places: NDArray[np.bool_]) -> Unique:
        """Return some of them."""
        return self._replace(
            puzzles=self.puzzles[places], solutions=self.solutions[places], rows=self.rows[places]
        )


class Found(NamedTuple):
    """The columns of answers for puzzles with one solution.

    Attributes
    ----------
    rows : int64[m]
        The puzzles' rows in the batch.
    columns : dict of str to array
        The columns by name.
    is_known : bool[m]
        False where a limit came first.
    """

    rows: NDArray[np.int64]
    columns: dict[str, NDArray[Any]]
    is_known: NDArray[np.bool_]
