"""A puzzle on the way to its solution: the digits placed, and the candidates left.

A position is immutable: `Position.after` returns the next one. Facts that several finders need are
computed once for a position and cached with it (`recall`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, TypeVar

from lowbit.grid import Grid
from lowbit.notebook import picture
from lowbit.reference.budget import Budget
from lowbit.techniques.board_masks import digits_in, mask_of, masks_of_board, members
from lowbit.techniques.facts import recall

if TYPE_CHECKING:
    from collections.abc import Iterable

    from lowbit.constraints import Constraint
    from lowbit.geometry import Geometry
    from lowbit.techniques.board_masks import BoardMasks, Candidate

Fact = TypeVar("Fact")


class Effects(Protocol):
    """Anything that places and eliminates candidates, as a step does."""

    @property
    def placements(self) -> Iterable[Candidate]:
        """The candidates to place."""

    @property
    def eliminations(self) -> Iterable[Candidate]:
        """The candidates to eliminate."""


class Position:
    """The digits and candidates of a puzzle at one moment.

    Parameters
    ----------
    grid : Grid
        The puzzle. Its givens are placed; a restricted cell keeps the candidates it allows.
    solved : iterable of int, optional
        Cells among the givens of `grid` that a player filled: they count as placed, not given.
    constraints : iterable of Constraint, optional
        The constraints beside the houses of the board; only finders of their own know them.

    Attributes
    ----------
    board : BoardMasks
        The board's tables.
    cells : list of int
        For each cell, the set of its candidates; 0 where a digit is placed.
    places : list of int
        For each digit, the set of open cells that have it as a candidate; ``places[0]`` is 0.
    values : list of int
        For each cell, the digit placed, or 0.
    givens : int
        The set of the cells whose digit is a given.
    withheld : tuple of int
        For each digit, the set of cells that the puzzle keeps it out of, as it was set, though it
        gives no digit there; ``withheld[0]`` is 0. Later eliminations do not count.
    open : int
        The set of the cells without a digit.
    naked, hidden : list of Candidate
        The naked and the hidden singles in the order in which they appeared; some may have been
        placed since.
    budget : Budget
        The effort that finders may take, here and in all later positions: they charge it in every
        loop that can be long. It has no limits unless `within` sets some.

    Examples
    --------
    >>> from lowbit.geometry import Geometry
    >>> position = Position(Grid("1... ...2 3... ...4", Geometry.parse("4x4")))
    >>> position.candidates_of(1), position.naked[0]
    ((2, 3, 4), (4, 4))
    >>> position.after([(1, 2)], [(2, 3)]).candidates_of(2)
    (4,)
    """

    __slots__ = (
        "_facts",
        "board",
        "budget",
        "cells",
        "constraints",
        "givens",
        "hidden",
        "naked",
        "open",
        "places",
        "values",
        "withheld",
    )

    board: BoardMasks
    budget: Budget
    cells: list[int]
    constraints: tuple[Constraint, ...]
    places: list[int]
    values: list[int]
    givens: int
    withheld: tuple[int, ...]
    open: int
    naked: list[Candidate]
    hidden: list[Candidate]
    _facts: dict[object, object]

    def __init__(
        self, grid: Grid, solved: Iterable[int] = (), constraints: Iterable[Constraint] = ()
    ) -> None:
        board = masks_of_board(grid.geometry)
        self.constraints = tuple(constraints)
        self.board, self.budget = board, Budget()
        self.cells = [grid.geometry.full_mask] * board.n_cells
        self.places = [0] + [board.all_cells] * board.size
        self.values = [0] * board.n_cells
        self.open = board.all_cells
        self.naked, self.hidden = [], []
        self._facts = {}
        self.givens, self.withheld = 0, _withheld(grid)
        for cell, digit in enumerate(grid.givens):
            if digit:
                self._place(cell, digit)
                self.givens |= 1 << cell
        for cell in solved:
            self.givens &= ~(1 << cell)
        for cell, allowed in enumerate(grid.allowed):
            for digit in digits_in(self.cells[cell] & ~allowed):
                self._eliminate(cell, digit)

    @classmethod
    def of(cls, geometry: Geometry, cells: list[int], values: list[int], givens: int) -> Position:
        """Return the position with some candidates and digits, in which no singles have appeared.

        Its puzzle is one of givens alone.

        Parameters
        ----------
        geometry : Geometry
            The board.
        cells, values : list of int
            As the position has them.
        givens : int
            The set of the cells whose digit is a given.
        """
        position = cls.__new__(cls)
        position.board, position.budget = masks_of_board(geometry), Budget()
        position.constraints = ()
        position.cells, position.values, position.givens = cells[:], values[:], givens
        position.withheld = (0,) * (geometry.size + 1)
        position.open = mask_of(cell for cell, value in enumerate(values) if not value)
        position.places = [0] + [
            mask_of(cell for cell, mask in enumerate(cells) if mask >> digit - 1 & 1)
            for digit in position.board.digits
        ]
        position.naked, position.hidden = [], []
        position._facts = {}  # noqa: SLF001 - a position of this class
        return position

    def after(self, placements: Iterable[Candidate], eliminations: Iterable[Candidate]) -> Position:
        """Return the position with digits placed and candidates eliminated.

        Parameters
        ----------
        placements : iterable of Candidate
            The digits to place; a cell that already has a digit does not change.
        eliminations : iterable of Candidate
            The candidates to eliminate; one that is already gone changes nothing.
        """
        following = self._copy()
        following._change(placements, eliminations)  # noqa: SLF001 - not handed out yet
        return following

    def apply(self, step: Effects) -> Position:
        """Return the position after a step."""
        return self.after(step.placements, step.eliminations)

    def on_the_way_from(self, puzzle: Grid) -> Position:
        """Return this position with another puzzle as the one that was set.

        Its givens stay; only the cells that `puzzle` restricts change.
        """
        copy = self._copy()
        copy.withheld = _withheld(puzzle)
        return copy

    def within(self, budget: Budget) -> Position:
        """Return this position with a budget for finders."""
        copy = self._copy()
        copy.budget = budget
        return copy

    def has(self, cell: int, digit: int) -> bool:
        """Whether a digit is a candidate of a cell."""
        return bool(self.places[digit] >> cell & 1)

    def candidates_of(self, cell: int) -> tuple[int, ...]:
        """Return the candidates of a cell, ascending; none where a digit is placed."""
        return digits_in(self.cells[cell])

    @property
    def geometry(self) -> Geometry:
        """The board."""
        return self.board.geometry

    @property
    def allowed(self) -> list[int]:
        """For each digit, the set of the open cells that see no cell with that digit."""
        return recall(self, _allowed)

    @property
    def is_solved(self) -> bool:
        """Whether every cell has a digit."""
        return not self.open

    @property
    def is_dead(self) -> bool:
        """Whether an open cell has no candidate, or a house no place for a digit it lacks."""
        if any(not self.cells[cell] for cell in members(self.open)):
            return True
        for cells in filter(None, self.board.houses):
            placed = {self.values[cell] for cell in members(cells & ~self.open)}
            for digit in self.board.digits:
                if digit not in placed and not self.places[digit] & cells:
                    return True
        return False

    @property
    def masks(self) -> tuple[int, ...]:
        """For each cell, the candidates, or the digit placed, as a set of digits."""
        return tuple(
            1 << value - 1 if value else mask
            for mask, value in zip(self.cells, self.values, strict=True)
        )

    @property
    def puzzle(self) -> Grid:
        """The puzzle as it was set: the givens, and cells that it restricts."""
        givens = [digit if self.givens >> c & 1 else 0 for c, digit in enumerate(self.values)]
        if not any(self.withheld):
            return Grid(givens, self.geometry)
        masks = [
            1 << given - 1
            if given
            else sum(
                1 << digit - 1
                for digit in self.board.digits
                if not self.withheld[digit] >> cell & 1
            )
            for cell, given in enumerate(givens)
        ]
        return Grid.from_masks(masks, self.geometry)

    @property
    def grid(self) -> Grid:
        """The digits and candidates as a grid."""
        return Grid.from_masks(self.masks, self.geometry)

    def among(self, cells: Iterable[int], digits: int) -> tuple[Candidate, ...]:
        """Return the candidates of some cells that are among some digits."""
        return tuple(
            (cell, digit) for cell in cells for digit in digits_in(self.cells[cell] & digits)
        )

    def _copy(self) -> Position:
        copy = Position.__new__(Position)
        copy.board, copy.budget, copy.constraints = self.board, self.budget, self.constraints
        copy.cells, copy.places = self.cells[:], self.places[:]
        copy.values, copy.givens, copy.open = self.values[:], self.givens, self.open
        copy.withheld = self.withheld
        copy.naked = [single for single in self.naked if not self.values[single[0]]]
        copy.hidden = [single for single in self.hidden if not self.values[single[0]]]
        copy._facts = {}  # noqa: SLF001 - a position of the same class
        return copy

    def _change(self, placements: Iterable[Candidate], eliminations: Iterable[Candidate]) -> None:
        for cell, digit in placements:
            self._place(cell, digit)
        for cell, digit in eliminations:
            self._eliminate(cell, digit)

    def _place(self, cell: int, digit: int) -> None:
        if self.values[cell]:
            return
        board, bit = self.board, 1 << cell
        others = self.cells[cell] & ~(1 << digit - 1)
        self.values[cell] = digit
        self.cells[cell] = 0
        self.open &= ~bit
        # The digit leaves its peers while it still stands in its own cell, so that no house of
        # that cell seems to have a hidden single meanwhile.
        self.places[digit] |= bit
        for peer in members(self.places[digit] & board.peers[cell]):
            self._eliminate(peer, digit)
        self.places[digit] &= ~bit
        for other in digits_in(others):
            self.places[other] &= ~bit
        for other in digits_in(others):
            self._note_hidden(cell, other)

    def _eliminate(self, cell: int, digit: int) -> None:
        bit = 1 << cell
        if not self.places[digit] & bit:
            return
        self.places[digit] ^= bit
        mask = self.cells[cell] ^ 1 << digit - 1
        self.cells[cell] = mask
        if mask and not mask & (mask - 1):
            self.naked.append((cell, mask.bit_length()))
        self._note_hidden(cell, digit)

    def _note_hidden(self, cell: int, digit: int) -> None:
        """Record the hidden singles of a digit that has just left a cell."""
        places, houses = self.places[digit], self.board.houses
        for house in self.board.houses_of[cell]:
            rest = places & houses[house]
            if rest and not rest & (rest - 1):
                only = rest.bit_length() - 1
                if self.cells[only]:
                    self.hidden.append((only, digit))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return (self.masks, self.values, self.givens, self.geometry) == (
            other.masks,
            other.values,
            other.givens,
            other.geometry,
        )

    def __hash__(self) -> int:
        return hash((tuple(self.cells), tuple(self.values)))

    def __repr__(self) -> str:
        placed = sum(map(bool, self.values))
        left = sum(mask.bit_count() for mask in self.cells)
        return f"<Position: {placed} digits placed, {left} candidates left>"

    def _repr_svg_(self) -> str:
        """Return the picture that a notebook shows."""
        return picture(self)


def _withheld(puzzle: Grid) -> tuple[int, ...]:
    """Return, for each digit, the cells without a given that a puzzle keeps it out of."""
    withheld = [0] * (puzzle.geometry.size + 1)
    for cell, allowed in enumerate(puzzle.allowed) if puzzle.is_restricted else ():
        for digit in digits_in(puzzle.geometry.full_mask & ~allowed) if not puzzle[cell] else ():
            withheld[digit] |= 1 << cell
    return tuple(withheld)


def _allowed(position: Position) -> list[int]:
    board = position.board
    allowed = [position.open] * (board.size + 1)
    for cell, digit in enumerate(position.values):
        if digit:
            allowed[digit] &= ~board.peers[cell]
    return allowed
