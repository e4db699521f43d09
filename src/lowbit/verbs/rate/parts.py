"""The parts of rating a batch: the effort, the puzzles, and the columns of answers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from lowbit.batch.boards import mask_of_digit
from lowbit.batch.masks import are_single
from lowbit.geometry import CLASSIC

if TYPE_CHECKING:
    from collections.abc import Iterator

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
    masks : unsigned[m, n_cells], optional
        Their candidates, if cells are restricted; then `puzzles` are no more than the givens.
    """

    puzzles: NDArray[np.uint8]
    solutions: NDArray[np.uint8]
    rows: NDArray[np.int64]
    n_all: int
    geometry: Geometry = CLASSIC
    masks: NDArray[Any] | None = None

    def some(self, places: NDArray[np.bool_]) -> Unique:
        """Return some of them."""
        return self._replace(
            puzzles=self.puzzles[places],
            solutions=self.solutions[places],
            rows=self.rows[places],
            masks=None if self.masks is None else self.masks[places],
        )

    @property
    def candidates(self) -> NDArray[Any]:
        """unsigned[m, n_cells]: the candidates that the cells of each allow."""
        return mask_of_digit(self.geometry)[self.puzzles] if self.masks is None else self.masks

    @property
    def are_plain(self) -> NDArray[np.bool_]:
        """bool[m]: which have no restricted cells."""
        masks = self.candidates
        cells = are_single(masks) | (masks == self.geometry.full_mask)
        plain: NDArray[np.bool_] = cells.all(axis=1)
        return plain

    def by_form(self) -> Iterator[Unique]:
        """Yield those of givens alone, then those with restricted cells, if there are any."""
        is_plain = self.are_plain
        if is_plain.any():
            yield self.some(is_plain)._replace(masks=None)
        if not is_plain.all():
            yield self.some(~is_plain)


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
