"""The start of steps: a position, the puzzle that it argues with, and the solutions it leads to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from lowbit.errors import LimitReachedError, WrongStepError
from lowbit.grid import Grid
from lowbit.limits import Limits
from lowbit.puzzle import Puzzle
from lowbit.reference.budget import Budget
from lowbit.reference.search import Search
from lowbit.techniques.position import Position
from lowbit.techniques.wording.description import effect_text
from lowbit.verbs.puzzles import grid_of, puzzle_of
from lowbit.verbs.steps.mistakes import one_or_two_solutions

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lowbit.constraints import Constraint
    from lowbit.geometry import BoardLike
    from lowbit.techniques.step import Step
    from lowbit.verbs.puzzles import PuzzleLike

NODES_FOR_GIVENS: Final = 2000
"""The nodes of the search for a second solution of a restricted puzzle's givens."""


class Start(NamedTuple):
    """The position from which steps start, and the solutions of its puzzle.

    Parameters
    ----------
    position : Position
        The position.
    solutions : sequence of Grid
        The one solution that the position leads to, or two of several.
    several : bool
        Whether the puzzle has several, so that no step may assume a unique one.
    """

    position: Position
    solutions: Sequence[Grid]
    several: bool

    def verified(self, step: Step) -> Step:
        """Return a step of this position or a later one.

        Raises
        ------
        WrongStepError
            If it contradicts a solution.
        """
        for solution in self.solutions:
            places_it = all(solution[cell] == digit for cell, digit in step.placements)
            if not places_it or any(solution[cell] == digit for cell, digit in step.eliminations):
                raise WrongStepError(step.technique, effect_text(step, solution.geometry))
        return step


def start_from(
    puzzle: PuzzleLike | Position, geometry: BoardLike | None, time_limit: float | None
) -> Start:
    """Return the start of the steps of a puzzle, or of those from a position on.

    Raises
    ------
    NoSolutionError
        If it has no solution.
    LimitReachedError
        If the time limit is reached.
    """
    limits = Limits.of(time_limit=time_limit)
    position = puzzle if isinstance(puzzle, Position) else start_of(puzzle_of(puzzle, geometry))
    solutions = one_or_two_solutions(constrained(position.grid, position), limits)
    several = len(solutions) > 1
    if position is puzzle and not several:
        # A placed digit that is not a given may be what rules the other solutions out.
        given = constrained(position.puzzle, position)
        several = len(one_or_two_solutions(given, limits)) > 1
    return Start(arguing_with(position.puzzle, position).within(Budget(limits)), solutions, several)


def arguing_with(puzzle: Grid, position: Position) -> Position:
    """Return a position whose steps may exchange the digits of a puzzle with one solution.

    If the givens alone have one solution, these are the puzzle to argue with, and restricted cells
    are what a player made of it; see `lowbit.techniques.unique.exchanges`.
    """
    if puzzle.is_restricted and not position.constraints:
        givens = Grid(list(puzzle.givens), puzzle.geometry)
        puzzle = givens if _has_soon_one_solution(givens) else puzzle
    return position.on_the_way_from(puzzle)


def _has_soon_one_solution(grid: Grid) -> bool:
    try:
        found = Search(grid, Limits(NODES_FOR_GIVENS))
        return next(found, None) is not None and next(found, None) is None
    except LimitReachedError:
        return False


def start_of(puzzle: Grid | Puzzle) -> Position:
    """Return the position in which a puzzle begins."""
    return Position(grid_of(puzzle), constraints=constraints_of(puzzle))


def constraints_of(puzzle: Grid | Puzzle) -> tuple[Constraint, ...]:
    """Return the constraints of a puzzle; a grid has none."""
    return puzzle.constraints if isinstance(puzzle, Puzzle) else ()


def constrained(grid: Grid, position: Position) -> Grid | Puzzle:
    """Return a grid with the constraints of a position."""
    return Puzzle(grid, position.constraints) if position.constraints else grid
