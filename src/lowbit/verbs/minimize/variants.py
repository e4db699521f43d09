"""The constraints that a puzzle needs, and those that can go."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lowbit.errors import MultipleSolutionsError, NoSolutionError
from lowbit.limits import Limits
from lowbit.verbs.puzzles import as_puzzle, whole_of
from lowbit.verbs.solve.variants import VariantBlocks

if TYPE_CHECKING:
    from lowbit.constraints import Constraint
    from lowbit.geometry import BoardLike
    from lowbit.grid import Grid
    from lowbit.puzzle import Puzzle
    from lowbit.verbs.puzzles import PuzzleLike


def redundant_constraints(
    puzzle: PuzzleLike,
    *,
    geometry: BoardLike | None = None,
    max_nodes: int | None = None,
    time_limit: float | None = None,
) -> tuple[int, ...]:
    """Return the redundant constraints: the puzzle can do without any one, not without all.

    Parameters
    ----------
    puzzle : PuzzleLike
        The puzzle; it has one solution.
    geometry : Geometry or str, optional
        Its board; the classic one, or that of `puzzle` if it names its board.
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
    GridError
        If `puzzle` is not a puzzle.

    Examples
    --------
    >>> from lowbit import Puzzle
    >>> from lowbit.constraints import Diagonal, Thermometer
    >>> constraints = Diagonal(), Thermometer((3, 2)), Thermometer((4, 5, 6))
    >>> puzzle = Puzzle("1... .... .... ....", constraints, geometry="4x4")
    >>> redundant_constraints(puzzle)
    (1,)
    """
    asked = as_puzzle(whole_of(puzzle, geometry))
    needs = ConstraintNeeds(asked, Limits.of(max_nodes, time_limit))
    kept = asked.constraints
    return tuple(
        place
        for place in range(len(kept))
        if needs.is_unique_with(kept[:place] + kept[place + 1 :])
    )


def minimal_constraints(
    puzzle: PuzzleLike,
    *,
    geometry: BoardLike | None = None,
    max_nodes: int | None = None,
    time_limit: float | None = None,
) -> Puzzle:
    """Return a puzzle with the same one solution that needs each of its constraints.

    They are tried one after another, and each that can go goes.

    Parameters
    ----------
    puzzle, geometry, max_nodes, time_limit
        As for `redundant_constraints`.

    Returns
    -------
    Puzzle

    Raises
    ------
    NoSolutionError, MultipleSolutionsError, LimitReachedError, GridError, InputError
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
    asked = as_puzzle(whole_of(puzzle, geometry))
    needs = ConstraintNeeds(asked, Limits.of(max_nodes, time_limit))
    kept = list(asked.constraints)
    for constraint in asked.constraints:
        without = list(kept)
        without.remove(constraint)
        if needs.is_unique_with(tuple(without)):
            kept = without
    return asked.with_constraints(kept)


class ConstraintNeeds:
    """A puzzle with one solution, searched without some of its constraints.

    Parameters
    ----------
    puzzle : Puzzle
        The puzzle.
    limits : Limits
        The limits of all searches together.
    """

    def __init__(self, puzzle: Puzzle, limits: Limits) -> None:
        self._puzzle = puzzle
        self._limits = limits
        found = self._first_two(puzzle)
        if not found:
            raise NoSolutionError("the puzzle has no solution")
        if len(found) > 1:
            raise MultipleSolutionsError(*found)

    def is_unique_with(self, constraints: tuple[Constraint, ...]) -> bool:
        """Whether the puzzle has one solution with these constraints alone."""
        return len(self._first_two(self._puzzle.with_constraints(constraints))) == 1

    def _first_two(self, puzzle: Puzzle) -> list[Grid]:
        blocks = VariantBlocks(puzzle, self._limits)
        found: list[Grid] = []
        for block in blocks:
            found += blocks.grids(block)
            if len(found) > 1:
                break
        self._limits = self._limits.after(blocks.nodes)
        return found[:2]
