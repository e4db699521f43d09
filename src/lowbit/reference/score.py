"""The completions with the highest scores: branch and bound on the states of the search.

A score is the sum, over all cells, of the value of the cell's digit there. No completion of
a position beats its bound, and a branch whose bound is no more than the last of the scores
kept is cut off. For the bound each open cell gets its best candidate. Where values are weight
times digit there is a better one: in each house pair the weights of the open cells with the
missing digits, largest with largest; by the rearrangement inequality no other pairing gives
more. Rows hold every cell once, and so their bounds add up to one for the board; so do those
of columns, and of boxes. The least of these sums counts.

Of completions with equal scores the smaller grids count. The branches cut off may hold some,
so a second search goes through the grids in their order, and cuts off only what scores less
than the last score; it ends with the first grids that have it.
"""

from __future__ import annotations

from bisect import insort
from operator import attrgetter
from typing import TYPE_CHECKING, NamedTuple

from lowbit.limits import NO_LIMITS, Limits
from lowbit.reference.budget import Budget
from lowbit.reference.search import Placement, SearchState, bits_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from lowbit.geometry import Geometry
    from lowbit.grid import Grid

Node = tuple[int, int, tuple[Placement, ...]]
"""A bound on its completions, the length of the trail to keep, and the placements to make then."""

Partition = list[tuple[int, list[int]]]
"""Houses that hold every cell once: the index of each, and its cells, heaviest first."""


class Completion(NamedTuple):
    """A completion and its score.

    Attributes
    ----------
    score : int
    grid : Grid
    """

    score: int
    grid: Grid

    @property
    def order(self) -> tuple[int, bytes]:
        """The highest score comes first, then the smallest grid."""
        return -self.score, self.grid.givens


class BestSearch:
    """The search for the completions with the highest scores.

    Parameters
    ----------
    grid : Grid
        The puzzle, on any board.
    values : sequence of sequence of int
        For each cell, the values of the digits, from 1; they may be negative.
    k : int, default 1
        The number of completions to find.
    limits : Limits, optional
        The limits of the search; none by default.

    Attributes
    ----------
    best : list of Completion
        The best found so far, at most `k`, in order.
    is_settled : bool
        Whether they are the best of all.

    Examples
    --------
    >>> from lowbit.geometry import Geometry
    >>> from lowbit.grid import Grid
    >>> values = [(2, 4, 6, 8)] + 15 * [(1, 2, 3, 4)]
    >>> search = BestSearch(Grid("." * 16, Geometry.parse("4x4")), values)
    >>> for _ in search.steps():
    ...     pass
    >>> search.best[0].score, search.bound, search.best[0].grid.to_line()
    (44, 44, '4123231414323241')
    """

    def __init__(
        self,
        grid: Grid,
        values: Sequence[Sequence[int]],
        k: int = 1,
        limits: Limits = NO_LIMITS,
    ) -> None:
        self.best: list[Completion] = []
        self.is_settled = False
        self._k = k
        self._values = values
        self._partitions = _partitions(grid.geometry, values)
        self._budget = Budget(limits)
        self._grid = grid
        self._position = SearchState(grid)
        self._untried: list[Node] = [(self._bound(), 0, ())]
        self._cut: list[int] = []

    @property
    def nodes(self) -> int:
        """The nodes visited so far."""
        return self._budget.nodes

    @property
    def bound(self) -> int | None:
        """An upper bound on all scores; None if there is certainly no completion."""
        bounds = [bound for bound, _, _ in self._untried]
        return max(bounds + [found.score for found in self.best], default=None)

    def steps(self) -> Iterator[None]:
        """Search to the end, and pause after each node.

        Raises
        ------
        LimitReachedError
            If a limit ends the search early; `best` and `bound` still hold.
        """
        while self._untried:
            bound, depth, placements = self._untried[-1]
            if len(self.best) == self._k and bound <= self.best[-1].score:
                self._cut.append(bound)
                self._untried.pop()
                continue
            self._budget.charge()
            options = self._position.visit(depth, placements)
            self._keep(self._position.solution())
            self._untried[-1:] = self._children(bound, options)
            yield
        if self._cut and max(self._cut) == self.best[-1].score:
            yield from self._break_ties(self.best[-1].score)
        self.is_settled = True

    def _children(self, bound: int, options: list[Placement]) -> list[Node]:
        """Return the nodes after this one; the last is tried first: most gain."""
        if not options:
            return []
        bound = min(bound, self._bound())
        depth = len(self._position.trail)
        return [(bound, depth, (option,)) for option in sorted(options, key=self._gain)]

    def _keep(self, solution: Grid | None) -> None:
        if solution is not None:
            completion = Completion(sum(map(self._gain, self._position.trail)), solution)
            insort(self.best, completion, key=attrgetter("order"))
            del self.best[self._k :]

    def _break_ties(self, last: int) -> Iterator[None]:
        """Replace the completions with the last score by the smallest grids that have it."""
        better = [found for found in self.best if found.score > last]
        ties: list[Completion] = []
        self._position = SearchState(self._grid)
        untried: list[tuple[int, tuple[Placement, ...]]] = [(0, ())]
        while len(better) + len(ties) < self._k:
            self._budget.charge()
            options = self._position.visit(*untried.pop())
            solution = self._position.solution()
            score = sum(map(self._gain, self._position.trail))
            if solution is not None and score == last:
                ties.append(Completion(last, solution))
            elif options and self._bound() >= last:
                depth, options = len(self._position.trail), self._position.options_of_first_cell()
                untried += [(depth, (option,)) for option in reversed(options)]
            yield
        self.best = better + ties

    def _gain(self, placement: Placement) -> int:
        cell, bit = placement
        return self._values[cell][bit.bit_length() - 1]

    def _bound(self) -> int:
        """Return an upper bound on the completions of the position."""
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
                total += self._values[cell][digit - 1]
        return total

    def _bound_by_cells(self) -> int:
        """Give each open cell its best candidate; this holds on boards of any houses."""
        return sum(
            max(values[bit.bit_length() - 1] for bit in bits_of(mask))
            for mask, values in zip(self._position.candidates, self._values, strict=True)
            if mask
        )


def _partitions(board: Geometry, values: Sequence[Sequence[int]]) -> list[Partition]:
    """Return the kinds of houses that partition the board.

    Empty if values are not weight times digit, for which the pairing gives no bound.
    """
    weights = [of_cell[0] for of_cell in values]
    digits = range(1, board.size + 1)
    if any(
        list(of_cell) != [weight * digit for digit in digits]
        for of_cell, weight in zip(values, weights, strict=True)
    ):
        return []
    kinds: dict[str, Partition] = {}
    for index, house in enumerate(board.houses):
        if len(house.cells) < board.size:
            continue  # which digits it has depends on the weights
        cells = sorted(house.cells, key=lambda cell: -weights[cell])
        kinds.setdefault(house.kind, []).append((index, cells))
    everywhere = list(range(board.n_cells))
    return [
        houses
        for houses in kinds.values()
        if sorted(cell for _, cells in houses for cell in cells) == everywhere
    ]
