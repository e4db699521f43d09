"""Which completion of a puzzle scores most."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from operator import index
from typing import TYPE_CHECKING, Any

from lowbit.errors import InputError, LimitReachedError
from lowbit.grid import Grid
from lowbit.reference.score import BestSearch

if TYPE_CHECKING:
    from collections.abc import Iterable

    from lowbit.geometry import Geometry
    from lowbit.grid import GridLike

PYRAMID = tuple(
    6 + min(row, column, 8 - row, 8 - column) for row in range(9) for column in range(9)
)
"""The weights of target Sudoku: 6 on the rim, then 7, 8 and 9, and 10 in the centre."""


@dataclass(frozen=True, slots=True)
class ScoreResult:
    """The best completion found, and what is known about all others.

    Parameters
    ----------
    score : int or None
        The sum of weight times digit over all cells; None where no completion was found.
    grid : Grid or None
        The completion that has it.
    bound : int or None
        No completion scores more; None where it is sure that there is none.
    nodes : int
        The nodes of the search tree that were visited.
    """

    score: int | None
    grid: Grid | None
    bound: int | None
    nodes: int

    @property
    def proven(self) -> bool:
        """Whether nothing can score more, or nothing can score at all."""
        return self.score == self.bound


def maximize(
    puzzle: GridLike,
    weights: Iterable[Any] = PYRAMID,
    geometry: Geometry | None = None,
    *,
    max_nodes: int | None = None,
    time_limit: float | None = None,
) -> ScoreResult:
    """Return the completion of a puzzle that scores most.

    Parameters
    ----------
    puzzle : Grid, str, sequence or numpy.ndarray
        The puzzle.
    weights : sequence or numpy.ndarray of int, default PYRAMID
        The weight of each cell, flat or in rows; may be negative.
    geometry : Geometry, optional
        Its board; the classic one, or that of `puzzle` if it is a Grid.
    max_nodes : int, optional
        The most nodes of the search tree to visit.
    time_limit : float, optional
        The most seconds to take.

    Returns
    -------
    ScoreResult
        The score, its grid, and whether they are proven to be the best. A limit that ends
        the search raises nothing: the result is the best so far, with its bound. A puzzle
        without a completion gives the score None, proven.

    Raises
    ------
    GridError
        If `puzzle` is no grid.
    InputError
        If `weights` are not one integer for each cell, or a limit is negative.

    Examples
    --------
    >>> result = maximize(
    ...     "7..9....11....59.....2...8...5.2...3......648"
    ...     "413........7..2.9.2.1.6.8.4.8.5.4.12"
    ... )
    >>> result.score, result.bound, result.proven
    (2829, 2829, True)
    """
    grid = Grid(puzzle, geometry)
    values = _weights_of(weights, grid.geometry)
    search = BestSearch(grid, values, max_nodes=max_nodes, time_limit=time_limit)
    with suppress(LimitReachedError):  # the bound of the result says so
        search.run()
    return ScoreResult(search.score, search.grid, search.bound, search.nodes)


def _weights_of(weights: Iterable[Any], board: Geometry) -> list[int]:
    try:
        flat = [w for row in weights for w in (row if hasattr(row, "__iter__") else (row,))]
        values = [index(weight) for weight in flat]
    except TypeError as error:
        raise InputError(f"weights are integers: {error}") from None
    if len(values) != board.n_cells:
        raise InputError(f"{board.n_cells} weights are needed, one a cell, not {len(values)}")
    return values
