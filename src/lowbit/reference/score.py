"""Which completion has the highest score: branch and bound on the positions of the search.

A score is the sum, over all cells, of the cell's weight times its digit. No completion of a
position beats its bound. For one house the bound pairs the weights of its open cells with
its missing digits, largest with largest; by the rearrangement inequality no other pairing
gives more. Rows hold every cell once, and so their bounds add up to one for the board; so
do those of columns, and of boxes. The least of these sums counts, and a branch whose bound
is no more than the best score found is cut off.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lowbit.reference.budget import Budget
from lowbit.reference.search import Placement, Position

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lowbit.geometry import Geometry
    from lowbit.grid import Grid

Node = tuple[int, int, tuple[Placement, ...]]
"""What its completions cannot exceed, how much of the trail to keep, what to place then."""

Partition = list[tuple[int, list[int]]]
"""Houses that hold every cell once: the index of each, and its cells, heaviest first."""


class BestSearch:
    """The search for the completion with the highest score.

    Parameters
    ----------
    grid : Grid
        The puzzle, on any board.
    weights : sequence of int
        The weight of each cell; may be negative.
    max_nodes : int, optional
        The most nodes of the search tree to visit.
    time_limit : float, optional
        Seconds from now.

    Attributes
    ----------
    score : int or None
        The highest score found so far; None before the first completion.
    grid : Grid or None
        The completion that has it.

    Examples
    --------
    >>> from lowbit.geometry import Geometry
    >>> from lowbit.grid import Grid
    >>> search = BestSearch(Grid("." * 16, Geometry.parse("2x2")), [2] + [1] * 15)
    >>> search.run()
    >>> search.score, search.bound, search.grid[0]
    (44, 44, 4)
    """

    def __init__(
        self,
        grid: Grid,
        weights: Sequence[int],
        *,
        max_nodes: int | None = None,
        time_limit: float | None = None,
    ) -> None:
        self.score: int | None = None
        self.grid: Grid | None = None
        self._weights = weights
        self._partitions = _partitions(grid.geometry, weights)
        self._budget = Budget(max_nodes, time_limit)
        self._position = Position(grid)
        self._untried: list[Node] = [(self._bound(), 0, ())]

    @property
    def nodes(self) -> int:
        """The nodes visited so far."""
        return self._budget.nodes

    @property
    def bound(self) -> int | None:
        """What no completion exceeds; None where it is sure that there is no completion."""
        bounds = [bound for bound, _, _ in self._untried]
        return max(bounds if self.score is None else [*bounds, self.score], default=None)

    def run(self) -> None:
        """Search until the score is proven to be the highest.

        Raises
        ------
        LimitReachedError
            Where a limit ends the search before; `score`, `grid` and `bound` still hold.
        """
        while self._untried:
            bound, depth, placements = self._untried[-1]
            if self.score is not None and bound <= self.score:
                self._untried.pop()
                continue
            self._budget.charge()
            answers = self._position.visit(depth, placements)
            self._keep(self._position.solution())
            self._untried[-1:] = self._children(bound, answers)

    def _children(self, bound: int, answers: list[Placement]) -> list[Node]:
        """Return the nodes after this one; the last is tried first: most gain."""
        if not answers:
            return []
        bound = min(bound, self._bound())
        depth = len(self._position.trail)
        return [(bound, depth, (answer,)) for answer in sorted(answers, key=self._gain)]

    def _keep(self, solution: Grid | None) -> None:
        if solution is None:
            return
        score = sum(map(self._gain, self._position.trail))
        if self.score is None or score > self.score:
            self.score, self.grid = score, solution

    def _gain(self, placement: Placement) -> int:
        cell, bit = placement
        return self._weights[cell] * bit.bit_length()

    def _bound(self) -> int:
        """Return what no completion of the position exceeds."""
        gained = sum(map(self._gain, self._position.trail))
        shares = [self._bound_by_cells()]
        shares += [
            sum(self._bound_of_house(house, cells) for house, cells in partition)
            for partition in self._partitions
        ]
        return gained + min(shares)

    def _bound_of_house(self, house: int, cells: list[int]) -> int:
        """Pair the open cells, heaviest first, with the missing digits, highest first."""
        missing, total = self._position.missing[house], 0
        for cell in cells:
            if self._position.candidates[cell]:
                digit = missing.bit_length()
                missing ^= 1 << digit - 1
                total += self._weights[cell] * digit
        return total

    def _bound_by_cells(self) -> int:
        """Give each open cell its best candidate; this holds on boards of any houses."""
        total = 0
        for mask, weight in zip(self._position.candidates, self._weights, strict=True):
            best = mask if weight >= 0 else mask & -mask
            total += weight * best.bit_length()
        return total


def _partitions(board: Geometry, weights: Sequence[int]) -> list[Partition]:
    """Return the kinds of houses that hold every cell of the board once."""
    kinds: dict[str, Partition] = {}
    for index, house in enumerate(board.houses):
        cells = sorted(house.cells, key=lambda cell: -weights[cell])
        kinds.setdefault(house.kind, []).append((index, cells))
    everywhere = list(range(board.n_cells))
    return [
        houses
        for houses in kinds.values()
        if sorted(cell for _, cells in houses for cell in cells) == everywhere
    ]
