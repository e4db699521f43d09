"""The solutions of a puzzle, found depth first on masks of missing digits.

::

    cell        an index, row by row from 0
    bit         a digit as a mask of one bit: 1 << digit - 1
    mask        a set of digits; x & -x is its lowest bit
    missing     of a house: the mask of the digits that no cell of it holds yet
    candidates  of an open cell: what the puzzle allows & what each of its houses is missing
    choice      an open cell (which digit?) or a missing digit of a full house (which cell?)
    option      a placement (cell, bit) that settles a choice
    trail       the placements so far, in order; undone one by one on the way out
    node        the trail to go back to, an option to place, and the singles that follow

A choice without an option is a dead end. A choice with one is a single, naked in a cell, hidden in
a house: place it. When no single is left, try the options of a choice with the fewest, for a guess
among few is soon a right one.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from lowbit.grid import Grid
from lowbit.limits import NO_LIMITS, Limits
from lowbit.reference.budget import Budget

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

Placement = tuple[int, int]
"""A cell and a bit."""

Node = tuple[int, tuple[Placement, ...]]
"""The length of the trail to keep, and the placements to make then: a guess, none at the root."""


class Search:
    """The solutions of a puzzle, found one at a time, always in the same order.

    Parameters
    ----------
    grid : Grid
        The puzzle, on any board.
    limits : Limits, optional
        The limits of the search; none by default.
    in_order : bool, default False
        Find the solutions in the order of their digits, the smallest first. Most puzzles take
        longer this way, for each guess is made in the first open cell.
    budget : Budget, optional
        A budget shared with other searches, in place of `limits`.

    Raises
    ------
    LimitReachedError
        By ``next``, where a limit ends the search before the tree is done.

    Attributes
    ----------
    guesses : int
        The nodes that had to branch, of those visited so far.

    Examples
    --------
    >>> from lowbit.geometry import Geometry
    >>> search = Search(Grid("1... ...2 3... ...4", Geometry.parse("4x4")))
    >>> [solution.to_line() for solution in search], search.nodes
    (['1243431234212134'], 1)
    """

    def __init__(
        self,
        grid: Grid,
        limits: Limits = NO_LIMITS,
        *,
        in_order: bool = False,
        budget: Budget | None = None,
    ) -> None:
        self._grid = grid
        self._in_order = in_order
        self._budget = budget or Budget(limits)
        self._untried: list[Node] = [(0, ())]
        self.guesses = 0

    @cached_property
    def _position(self) -> SearchState:
        """The puzzle with the cells of the node at hand; made when the first node is visited."""
        return SearchState(self._grid)

    @property
    def nodes(self) -> int:
        """The nodes visited so far."""
        return self._budget.nodes

    @property
    def rest(self) -> list[Grid]:
        """The part of the tree that is not searched yet, as puzzles, in order.

        Each solution not found so far is a solution of exactly one of them.
        """
        return [self._restricted(*node) for node in reversed(self._untried)]

    def __iter__(self) -> Iterator[Grid]:
        return self

    def __next__(self) -> Grid:
        while self._untried:
            self._budget.charge()
            options = self._position.visit(*self._untried[-1])
            if options and self._in_order:
                options = self._position.options_of_first_cell()
            solution = self._position.solution()
            depth = len(self._position.trail)
            self.guesses += bool(options)
            # The node gives way to its children in one step, and only now: where Ctrl-C
            # stops it halfway, the next call visits it again and nothing is lost.
            self._untried[-1:] = [(depth, (option,)) for option in reversed(options)]
            if solution is not None:
                return solution
        raise StopIteration

    def _restricted(self, depth: int, placements: Iterable[Placement]) -> Grid:
        """Return the puzzle of a node that is not visited yet."""
        masks = list(self._grid.allowed)
        trail = self._position.trail[:depth] if depth else []
        for cell, bit in (*trail, *placements):
            masks[cell] &= bit
        return Grid.from_masks(masks, self._grid.geometry)


class DeadEndError(Exception):
    """A choice has no option."""


class SearchState:
    """A puzzle with some of its cells filled.

    Parameters
    ----------
    grid : Grid
        The puzzle. Its givens are not placed yet: they are naked singles.
    """

    def __init__(self, grid: Grid) -> None:
        board = grid.geometry
        self.geometry = board
        self.trail: list[Placement] = []
        self.missing = [board.full_mask] * len(board.houses)
        self.candidates = list(grid.allowed)
        self._allowed = grid.allowed
        self._placed = [0] * board.n_cells
        self._cells_of = {
            index: house.cells
            for index, house in enumerate(board.houses)
            if len(house.cells) == board.size  # smaller houses need not hold all digits
        }
        self._houses_of = board.cell_houses

    def visit(self, depth: int, placements: Iterable[Placement]) -> list[Placement]:
        """Return the options to try next; there are none at a dead end or on a full board."""
        self._undo(depth)
        for cell, bit in placements:
            self._place(cell, bit)
        try:
            while self._place_naked_singles() or self._place_hidden_singles():
                pass
        except DeadEndError:
            return []
        return [] if self._is_full else self._fewest_options()

    def solution(self) -> Grid | None:
        """Return the board if it is full."""
        return Grid.from_masks(self._placed, self.geometry) if self._is_full else None

    def options_of_first_cell(self) -> list[Placement]:
        """Return the placements in the first open cell, the smallest digit first."""
        cell = next(cell for cell, mask in enumerate(self.candidates) if mask)
        return [(cell, bit) for bit in bits_of(self.candidates[cell])]

    @property
    def _is_full(self) -> bool:
        return len(self.trail) == len(self._placed)

    # Each step of _place and _undo may be done twice, and a placement is in the trail before the
    # masks change and until they are restored: _undo mends what Ctrl-C leaves between two steps.

    def _place(self, cell: int, bit: int) -> None:
        self.trail.append((cell, bit))
        self._placed[cell] = bit
        self.candidates[cell] = 0
        for house in self._houses_of[cell]:
            self.missing[house] &= ~bit

    def _undo(self, depth: int) -> None:
        while len(self.trail) > depth:
            cell, bit = self.trail[-1]
            for house in self._houses_of[cell]:
                self.missing[house] |= bit
            self._placed[cell] = 0
            self.trail.pop()

    def _candidates_of(self, cell: int) -> int:
        mask = self._allowed[cell]
        for house in self._houses_of[cell]:
            mask &= self.missing[house]
        return mask

    def _place_naked_singles(self) -> bool:
        """Bring all candidates up to date; where a cell has one, place it."""
        depth = len(self.trail)
        for cell, placed in enumerate(self._placed):
            if placed:
                continue
            mask = self.candidates[cell] = self._candidates_of(cell)
            if not mask:
                raise DeadEndError
            if mask == mask & -mask:
                self._place(cell, mask)
        return len(self.trail) > depth

    def _place_hidden_singles(self) -> bool:
        """Place each missing digit of a house that has only one place there."""
        depth = len(self.trail)
        for house, cells in self._cells_of.items():
            once, twice, _ = self._places(cells)
            if self.missing[house] & ~once:
                raise DeadEndError
            for bit in bits_of(self.missing[house] & ~twice):
                cell = next((cell for cell in cells if self.candidates[cell] & bit), None)
                if cell is None or not self._candidates_of(cell) & bit:
                    raise DeadEndError  # another single of this pass came first
                self._place(cell, bit)
        return len(self.trail) > depth

    def _places(self, cells: Iterable[int]) -> tuple[int, int, int]:
        """Return which digits have at least one, two and three places among the cells."""
        once = twice = thrice = 0
        for cell in cells:
            mask = self.candidates[cell]
            thrice |= twice & mask
            twice |= once & mask
            once |= mask
        return once, twice, thrice

    def _fewest_options(self) -> list[Placement]:
        """Return the options of a choice with two if there is one, else of a cell."""
        counts = [mask.bit_count() for mask in self.candidates]
        fewest = min(filter(None, counts))
        if fewest > 2:
            for cells in self._cells_of.values():
                _, twice, thrice = self._places(cells)
                pairs = twice & ~thrice
                if pairs:
                    bit = pairs & -pairs
                    return [(cell, bit) for cell in cells if self.candidates[cell] & bit]
        cell = counts.index(fewest)
        return [(cell, bit) for bit in bits_of(self.candidates[cell])]


def bits_of(mask: int) -> Iterator[int]:
    """Yield the bits of a mask, the lowest first."""
    while mask:
        bit = mask & -mask
        yield bit
        mask ^= bit
