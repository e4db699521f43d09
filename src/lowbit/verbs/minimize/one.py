"""Minimal puzzles, redundant givens and true candidates of one puzzle.

A given can go if the puzzle has one solution without it: that is, if there is no solution with its
digit forbidden in its cell. A puzzle is *minimal* if no given can go. This is defined for puzzles
with exactly one solution; for others these verbs raise.

Each verb takes whatever `lowbit.Grid` takes, on any board, or a `lowbit.Puzzle`. `max_nodes` and
`time_limit` apply to all its searches together.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any, overload

from lowbit.errors import LimitReachedError, MultipleSolutionsError, NoSolutionError
from lowbit.grid import Grid, digits_of
from lowbit.limits import Limits
from lowbit.rng import SplitMix64, seed_or_any
from lowbit.verbs.minimize.large import is_large
from lowbit.verbs.puzzles import grid_of, puzzle_of, whole_of, with_masks
from lowbit.verbs.solve.handover import blocks_of, kernels_pay

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from lowbit.geometry import BoardLike
    from lowbit.grid import GridLike
    from lowbit.puzzle import Puzzle
    from lowbit.verbs.puzzles import PuzzleLike
    from lowbit.verbs.solve.variants import Order


@overload
def minimize(
    puzzle: GridLike,
    *,
    geometry: BoardLike | None = None,
    seed: int | None = None,
    row: int = 0,
    max_nodes: int | None = None,
    time_limit: float | None = None,
) -> Grid: ...


@overload
def minimize(
    puzzle: Puzzle,
    *,
    geometry: BoardLike | None = None,
    seed: int | None = None,
    row: int = 0,
    max_nodes: int | None = None,
    time_limit: float | None = None,
) -> Puzzle: ...


def minimize(  # noqa: PLR0913 - the limits by name
    puzzle: PuzzleLike,
    *,
    geometry: BoardLike | None = None,
    seed: int | None = None,
    row: int = 0,
    max_nodes: int | None = None,
    time_limit: float | None = None,
) -> Grid | Puzzle:
    """Return a minimal puzzle with some of the givens of a puzzle and the same solution.

    Parameters
    ----------
    puzzle : PuzzleLike
        The puzzle; it has one solution.
    geometry : Geometry or str, optional
        Its board; the classic one, or that of `puzzle` if it is a Grid or a Puzzle.
    seed : int, optional
        From 0 to 2**64 - 1. The givens are tried one after another, and each that can go goes: in
        reading order if None, else in a random order. A puzzle contains many minimal ones, and
        some order leads to each. On boards with more than 256 cells, givens that take many nodes
        are tried last, and random orders keep the givens of a row together if there are more
        than 16 digits.
    row : int, default 0
        Which of the random orders of the seed: that of this row in `minimize_many`.
    max_nodes : int, optional
        The most nodes of search trees to visit.
    time_limit : float, optional
        The most seconds to take.

    Returns
    -------
    Grid or Puzzle
        The puzzle, of the type that was given. Restricted cells, constraints and cosmetics stay;
        for constraints see `minimal_constraints`.

    Raises
    ------
    NoSolutionError, MultipleSolutionsError
        If the puzzle does not have one solution.
    LimitReachedError
        If a limit came first.
    GridError
        If `puzzle` is not a grid.
    InputError
        If the seed or a limit is out of range.

    Examples
    --------
    >>> board = "4x4"
    >>> minimize("1234 3412 2143 4321", geometry=board).to_line()
    '......12.1.3.32.'
    >>> minimize("1234 3412 2143 4321", geometry=board, seed=1).to_line()
    '1.3..4....4....1'
    """
    whole = whole_of(puzzle, geometry)
    needs = Needs(whole, None, Limits.of(max_nodes, time_limit))
    if isinstance(needs.puzzle, Grid) and is_large(needs.puzzle.geometry):
        return with_masks(whole, _strip_large(needs, seed, row).allowed)
    cells = list(range(len(needs.masks)))
    if seed is not None:
        SplitMix64(seed_or_any(seed), row).shuffle(cells)
    needs.strip(cells)
    return with_masks(whole, needs.masks)


def _strip_large(needs: Needs, seed: int | None, row: int) -> Grid:
    """Minimise a puzzle on a large board."""
    from lowbit.verbs.minimize.boards import strip_large  # loads NumPy

    searches, puzzle = needs.searches, grid_of(needs.puzzle)
    try:
        return strip_large(puzzle, needs.solution, seed, row, searches.limits)
    except LimitReachedError as error:
        raise LimitReachedError(error.reason, searches.nodes + error.nodes) from None


def is_minimal(
    puzzle: PuzzleLike,
    *,
    geometry: BoardLike | None = None,
    max_nodes: int | None = None,
    time_limit: float | None = None,
) -> bool:
    """Return whether a puzzle needs each of its givens to have one solution.

    Parameters
    ----------
    puzzle, geometry, max_nodes, time_limit
        As for `minimize`.

    Returns
    -------
    bool

    Raises
    ------
    NoSolutionError, MultipleSolutionsError, LimitReachedError, GridError, InputError
        As for `minimize`.

    Examples
    --------
    >>> is_minimal("1.3. .4.. ..4. ...1", geometry="4x4")
    True
    """
    needs = Needs(puzzle, geometry, Limits.of(max_nodes, time_limit))
    return next(needs.redundant(), None) is None


def redundant_givens(
    puzzle: PuzzleLike,
    *,
    geometry: BoardLike | None = None,
    max_nodes: int | None = None,
    time_limit: float | None = None,
) -> tuple[int, ...]:
    """Return the redundant givens: the puzzle can do without any one, not without all at once.

    Parameters
    ----------
    puzzle, geometry, max_nodes, time_limit
        As for `minimize`.

    Returns
    -------
    tuple of int
        Their cells, numbered row by row from 0.

    Raises
    ------
    NoSolutionError, MultipleSolutionsError, LimitReachedError, GridError, InputError
        As for `minimize`.

    Examples
    --------
    >>> redundant_givens("1234 .4.. ..4. ...1", geometry="4x4")
    (0, 1, 2, 3)
    """
    return tuple(Needs(puzzle, geometry, Limits.of(max_nodes, time_limit)).redundant())


def true_candidates(
    puzzle: PuzzleLike,
    *,
    geometry: BoardLike | None = None,
    max_nodes: int | None = None,
    time_limit: float | None = None,
) -> Grid:
    """Return the candidates that occur in some solution of a puzzle.

    Parameters
    ----------
    puzzle : PuzzleLike
        The puzzle, with any number of solutions.
    geometry, max_nodes, time_limit
        As for `minimize`.

    Returns
    -------
    Grid
        Its masks, ``allowed``, hold them; all are 0 if there is no solution.

    Raises
    ------
    LimitReachedError, GridError, InputError
        As for `minimize`.

    Notes
    -----
    One search leaves each node whose candidates solutions have shown. Only where that search takes
    long are there others, for the candidates of one cell that no solution has shown.

    Examples
    --------
    >>> grid = true_candidates("1... .4.. ..4. ...1", geometry="4x4")
    >>> grid[0], grid[1], grid.allowed[1]
    (1, 0, 6)
    """
    given, limits = puzzle_of(puzzle, geometry), Limits.of(max_nodes, time_limit)
    if isinstance(given, Grid) and max_nodes is None:  # which must not depend on what is loaded
        found = _candidates_by_reference(given, limits)
        if found is not None:
            return found
    from lowbit.verbs.solve.candidates import candidates_of  # loads NumPy

    return candidates_of(given, limits)


def _candidates_by_reference(grid: Grid, limits: Limits) -> Grid | None:
    """Return the true candidates, or None as soon as loading the kernels pays."""
    searches, seen = Searches(grid, limits), [0] * len(grid.allowed)
    for cell, mask in enumerate(grid.candidates):
        for digit in digits_of(mask):
            bit = 1 << digit - 1
            if kernels_pay(board=grid.geometry):
                return None
            if seen[cell] & bit:
                continue
            masks = list(grid.allowed)
            masks[cell] = bit
            for solution in searches.some(masks, 1):
                seen = [known | found for known, found in zip(seen, solution.allowed, strict=True)]
    return Grid.from_masks(seen, grid.geometry)


class Searches:
    """Searches that share a budget.

    Parameters
    ----------
    puzzle : Grid or Puzzle
        The puzzle, whose cells each search replaces.
    limits : Limits
        The limits of all searches together.

    Attributes
    ----------
    nodes : int
        The nodes visited so far.
    limits : Limits
        The limits that are left.
    """

    def __init__(self, puzzle: Grid | Puzzle, limits: Limits) -> None:
        self._puzzle = puzzle
        self.limits = limits
        self.nodes = 0

    def some(self, masks: Sequence[int], limit: int, order: Order = "any") -> list[Grid]:
        """Return at most `limit` solutions; by default, any of them."""
        blocks: Any = blocks_of(with_masks(self._puzzle, masks), self.limits, order)
        found: list[Grid] = []
        try:
            while len(found) < limit and (block := next(blocks, None)) is not None:
                found += islice(blocks.grids(block), limit - len(found))
        except LimitReachedError as error:
            raise LimitReachedError(error.reason, self.nodes + error.nodes) from None
        self.nodes += blocks.nodes
        self.limits = self.limits.after(blocks.nodes)
        return found


class Needs:
    """A puzzle with one solution, and the searches that find which parts it needs.

    Attributes
    ----------
    puzzle : Grid or Puzzle
        The puzzle.
    masks : list of int
        The masks of its cells, which may be opened one by one.
    solution : Grid
        Its one solution.
    searches : Searches
        The searches that decide it.
    """

    def __init__(self, puzzle: PuzzleLike, geometry: BoardLike | None, limits: Limits) -> None:
        self.puzzle = puzzle_of(puzzle, geometry)
        self.full_mask = self.puzzle.geometry.full_mask
        self.masks = list(grid_of(self.puzzle).allowed)
        self.searches = Searches(self.puzzle, limits)
        found = self.searches.some(self.masks, 2)
        if not found:
            raise NoSolutionError("the puzzle has no solution")
        if len(found) > 1:
            raise MultipleSolutionsError(*self.searches.some(self.masks, 2, "fixed"))
        self.solution = found[0]

    def is_given(self, cell: int) -> bool:
        """Whether a cell of the puzzle is a given."""
        return self.masks[cell] & (self.masks[cell] - 1) == 0

    def is_redundant(self, cell: int) -> bool:
        """Whether the solution stays the only one if a cell is opened to all digits."""
        masks = self.masks.copy()
        masks[cell] = self.full_mask & ~self.solution.allowed[cell]
        return not self.searches.some(masks, 1)

    def strip(self, cells: Iterable[int]) -> None:
        """Open cells in this order, as long as the solution stays the only one."""
        for cell in cells:
            if self.is_given(cell) and self.is_redundant(cell):
                self.masks[cell] = self.full_mask

    def redundant(self) -> Iterator[int]:
        """Yield the givens that can go, each alone."""
        return (
            cell
            for cell in range(len(self.masks))
            if self.is_given(cell) and self.is_redundant(cell)
        )
