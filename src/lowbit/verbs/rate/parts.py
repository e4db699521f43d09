"""The parts of rating a batch: the effort, the puzzles, and the columns of answers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from lowbit.geometry import CLASSIC

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from lowbit.geometry import Geometry
    from lowbit.limits import Limits


def of_all(limits: Limits) -> Limits:
    """Return the limits of all puzzles together, where each has a time limit of its own."""
    return limits._replace(time_limit=None, progress=None)


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
