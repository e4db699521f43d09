"""The difficulty of a puzzle, with or without constraints, by lowbit's own steps."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lowbit.puzzle import Puzzle
from lowbit.reference.budget import Budget
from lowbit.techniques.difficulty import UNSOLVED
from lowbit.techniques.position import Position
from lowbit.techniques.variants.difficulty import difficulty_of, hardest_on_way
from lowbit.techniques.variants.rules import book_in
from lowbit.verbs.puzzles import grid_of

if TYPE_CHECKING:
    from lowbit.grid import Grid
    from lowbit.limits import Limits


def difficulty_of_steps(puzzle: Grid | Puzzle, limits: Limits) -> dict[str, Any]:
    """Return the rating of the hardest step, and its technique; 20 if the steps do not suffice.

    Parameters
    ----------
    puzzle : Grid or Puzzle
        A puzzle with one solution.
    limits : Limits
        The time that steps may take.

    Raises
    ------
    LimitReachedError
        If the time limit is reached.

    Examples
    --------
    >>> from lowbit.grid import Grid
    >>> from lowbit.limits import NO_LIMITS
    >>> difficulty_of_steps(Grid("12.4.4..2.4..32.", "4x4"), NO_LIMITS)
    {'difficulty': 1.0, 'hardest': 'full-house'}
    """
    constraints = puzzle.constraints if isinstance(puzzle, Puzzle) else ()
    timed = limits._replace(max_nodes=None)
    start = Position(grid_of(puzzle), constraints=constraints).within(Budget(timed))
    hardest, is_solved = hardest_on_way(start, book_in("human", start))
    return {
        "difficulty": difficulty_of(hardest) if is_solved and hardest else UNSOLVED,
        "hardest": None if hardest is None else hardest.technique,
    }
