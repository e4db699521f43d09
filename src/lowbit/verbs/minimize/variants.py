"""True candidates of a puzzle with constraints, and which of its constraints it needs."""

from __future__ import annotations

from contextlib import suppress
from operator import or_
from typing import TYPE_CHECKING, Final

import numpy as np

from lowbit.arguments import deadline_after, integer_or_none, seconds_left
from lowbit.errors import (
    InputError,
    LimitReachedError,
    MultipleSolutionsError,
    NoSolutionError,
)
from lowbit.grid import Grid
from lowbit.kernels.variants.engine import Engine
from lowbit.verbs.puzzles import is_puzzle
from lowbit.verbs.solve.variants import VariantBlocks

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from lowbit.constraints import Constraint
    from lowbit.puzzle import Puzzle

NODES_TOGETHER: Final = 20_000
"""True candidates: the most nodes of the search for those of all cells together."""


def redundant_constraints(
    puzzle: Puzzle, *, max_nodes: int | None = None, time_limit: float | None = None
) -> tuple[int, ...]:
    """Return the redundant constraints: the puzzle can do without any one, not without all.

    Parameters
    ----------
    puzzle : Puzzle
        The puzzle; it has one solution.
    max_nodes : int, optional
        The most nodes of search trees to visit.
    time_limit : float, optional
        The most seconds to take.

    Returns
    -------
    tuple of int
        Their places among the constraints, from 0.

    Raises
    ------
    NoSolutionError, MultipleSolutionsError
        If the puzzle does not have one solution.
    LimitReachedError
        If a limit came first.
    InputError
        If `puzzle` is no Puzzle.

    Examples
    --------
    >>> from lowbit import Puzzle
    >>> from lowbit.constraints import Diagonal, Thermometer
    >>> constraints = Diagonal(), Thermometer((3, 2)), Thermometer((4, 5, 6))
    >>> puzzle = Puzzle("1... .... .... ....", constraints, geometry="4x4")
    >>> redundant_constraints(puzzle)
    (1,)
    """
    needs = ConstraintNeeds(puzzle, max_nodes, time_limit)
    kept = puzzle.constraints
    return tuple(
        place
        for place in range(len(kept))
        if needs.is_unique_with(kept[:place] + kept[place + 1 :])
    )


def minimal_constraints(
    puzzle: Puzzle, *, max_nodes: int | None = None, time_limit: float | None = None
) -> Puzzle:
    """Return a puzzle with the same one solution that needs each of its constraints.

    They are tried one after another, and each that can go goes.

    Parameters
    ----------
    puzzle, max_nodes, time_limit
        As for `redundant_constraints`.

    Returns
    -------
    Puzzle

    Raises
    ------
    NoSolutionError, MultipleSolutionsError, LimitReachedError, InputError
        As for `redundant_constraints`.

    Examples
    --------
    >>> from lowbit import Puzzle
    >>> from lowbit.constraints import Diagonal, Thermometer
    >>> constraints = Diagonal(), Thermometer((3, 2)), Thermometer((4, 5, 6))
    >>> puzzle = Puzzle("1... .... .... ....", constraints, geometry="4x4")
    >>> [type(kept).__name__ for kept in minimal_constraints(puzzle).constraints]
    ['Diagonal', 'Thermometer']
    """
    needs = ConstraintNeeds(puzzle, max_nodes, time_limit)
    kept = list(puzzle.constraints)
    for constraint in puzzle.constraints:
        without = list(kept)
        without.remove(constraint)
        if needs.is_unique_with(tuple(without)):
            kept = without
    return puzzle.with_constraints(kept)


class ConstraintNeeds:
    """A puzzle with one solution, searched without some of its constraints.

    Parameters
    ----------
    puzzle : Puzzle
        The puzzle.
    max_nodes : int, optional
        The most nodes to visit, in all searches together.
    time_limit : float, optional
        Seconds from now.
    """

    def __init__(self, puzzle: Puzzle, max_nodes: int | None, time_limit: float | None) -> None:
        if not is_puzzle(puzzle):
            raise InputError("only a Puzzle has constraints")
        self._puzzle = puzzle
        self._nodes_left = integer_or_none("max_nodes", max_nodes, 0)
        self._deadline = deadline_after(time_limit)
        found = self._first_two(puzzle)
        if not found:
            raise NoSolutionError("the puzzle has no solution")
        if len(found) > 1:
            raise MultipleSolutionsError(*found)

    def is_unique_with(self, constraints: tuple[Constraint, ...]) -> bool:
        """Whether the puzzle has one solution with these constraints alone."""
        return len(self._first_two(self._puzzle.with_constraints(constraints))) == 1

    def _first_two(self, puzzle: Puzzle) -> list[Grid]:
        blocks = VariantBlocks(
            puzzle, max_nodes=self._nodes_left, time_limit=seconds_left(self._deadline)
        )
        found: list[Grid] = []
        for block in blocks:
            found += blocks.grids(block)
            if len(found) > 1:
                break
        if self._nodes_left is not None:
            self._nodes_left -= blocks.nodes
        return found[:2]


def candidates_of(puzzle: Puzzle, max_nodes: int | None, time_limit: float | None) -> Grid:
    """Return the candidates that occur in some solution: see `lowbit.true_candidates`."""
    finder = _CandidateFinder(puzzle, max_nodes, time_limit)
    try:
        if not finder.decides_together():
            for cell in range(puzzle.geometry.n_cells):
                finder.decide(cell)
    except LimitReachedError as error:
        raise LimitReachedError(error.reason, finder.nodes) from None
    return Grid.from_masks(finder.seen, puzzle.geometry)


class _CandidateFinder:
    """What looks for the candidates that occur in solutions.

    Attributes
    ----------
    seen : list of int
        The candidates of each cell that some solution has shown.
    """

    def __init__(self, puzzle: Puzzle, max_nodes: int | None, time_limit: float | None) -> None:
        self._max_nodes = integer_or_none("max_nodes", max_nodes, 0)
        self._deadline = deadline_after(time_limit)
        self._engine = Engine(puzzle.geometry, puzzle.constraints)
        self._possible = list(puzzle.grid.candidates)
        self.seen = [0] * len(self._possible)

    @property
    def nodes(self) -> int:
        """The nodes visited so far, in all searches."""
        return self._engine.nodes

    def decides_together(self) -> bool:
        """See the candidates of all cells in one short search; return whether it came to its end.

        It leaves a node once solutions have shown all of its candidates.
        """
        self._engine.prefer(self._possible)
        with suppress(LimitReachedError):
            for block in self._search(self._possible, NODES_TOGETHER, 64, only_new=True):
                self._see(block)
            return True
        return False

    def decide(self, cell: int) -> None:
        """See each candidate of a cell that some solution has; what is left is refuted for good.

        Searches first try candidates that no solution has shown yet, in other cells, too.
        """
        while unseen := self._possible[cell] & ~self.seen[cell]:
            pairs = zip(self._possible, self.seen, strict=True)
            self._engine.prefer([mask & ~shown for mask, shown in pairs])
            only = [*self._possible[:cell], unseen, *self._possible[cell + 1 :]]
            block = next(self._search(only, None, 1), None)
            if block is None:
                self._possible[cell] = self.seen[cell]
            else:
                self._see(block)

    def _search(
        self, masks: list[int], most_nodes: int | None, room: int, *, only_new: bool = False
    ) -> Iterator[NDArray[np.uint8]]:
        left = None if self._max_nodes is None else self._max_nodes - self._engine.nodes
        limits = [limit for limit in (left, most_nodes) if limit is not None]
        return self._engine.search(
            masks,
            max_nodes=min(limits, default=None),
            time_limit=seconds_left(self._deadline),
            only_new=only_new,
            room=room,
        )

    def _see(self, block: NDArray[np.uint8]) -> None:
        """See the candidates of some solutions."""
        shown = np.bitwise_or.reduce(1 << block.astype(np.int64) - 1, axis=0).tolist()
        self.seen = list(map(or_, self.seen, shown))
