"""Sudoku Explainer's ratings of one puzzle: by the plain finders first, by kernels if it gets long.

Both give the same ratings. The patience of the finders is counted in the trees and chains that they
search, never in seconds, and all ratings of a process share it. If the kernels have to be compiled
first, the finders go on until another process has done that (`lowbit.kernels.at_hand`). Once these
are loaded, they rate every puzzle.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lowbit import loaded
from lowbit.errors import LimitReachedError
from lowbit.kernels import at_hand
from lowbit.reference.budget import Budget
from lowbit.techniques.difficulty import difficulty
from lowbit.techniques.position import Position
from lowbit.techniques.solve_path import walk
from lowbit.verbs.rate.measures import EXPLAINER, HODOKU

if TYPE_CHECKING:
    from lowbit.grid import Grid
    from lowbit.techniques.difficulty import Difficulty
    from lowbit.techniques.step import Step
    from lowbit.verbs.rate.solved_puzzle import SolvedPuzzle

HANDOVER_NODES: Final = 1 << 14
"""The nodes that the finders search in about 0.2 s, the time that loading the kernels takes."""

AWAITING: Final = 16
"""The factor of their patience for whoever may come back once the kernels are compiled."""

NODES_A_PUZZLE: Final = 1 << 8
"""The nodes that are counted for the steps of a puzzle that involve no search."""

KERNELS_OF: Final = {EXPLAINER: at_hand.RATING, HODOKU: at_hand.HODOKU}
"""The kernels that give the ratings of each rule book."""


def explainer_ratings(puzzle: SolvedPuzzle) -> Difficulty:
    """Return the ratings of a puzzle with one solution.

    Raises
    ------
    LimitReachedError
        If the puzzle's time runs out first.
    """
    rated = _rated_by_finders(puzzle, _patience())
    if rated is not None:
        return rated
    from lowbit.verbs.rate.by_kernels import rated_alone  # loads the kernels

    rated = rated_alone(puzzle)
    if rated is None:  # the kernels have no room for its chains
        steps, is_solved = steps_by(puzzle, "explainer")
        rated = difficulty(steps, solved=is_solved)
    return rated


def _patience() -> int:
    """Return the nodes that finders search; none once the kernels are the quicker way."""
    left = int(HANDOVER_NODES - loaded.RATED.visited)
    if loaded.RATING.is_loaded or left <= 0:
        return 0 if at_hand.come_to_hand(at_hand.RATING) else HANDOVER_NODES
    return left


def _rated_by_finders(puzzle: SolvedPuzzle, patience: int) -> Difficulty | None:
    """Return the ratings, or None if the finders run out of patience first."""
    if not patience:
        return None

    def more() -> int:
        is_over = at_hand.are_awaited(at_hand.RATING) and budget.nodes > AWAITING * HANDOVER_NODES
        return 0 if is_over or at_hand.come_to_hand(at_hand.RATING) else HANDOVER_NODES

    budget = Budget(puzzle.limits._replace(max_nodes=patience), more)
    try:
        steps, is_solved = steps_by(puzzle, "explainer", budget)
    except LimitReachedError:
        if not budget.are_nodes_spent:
            raise
        return None
    finally:
        loaded.RATED.visited += budget.nodes + NODES_A_PUZZLE
    return difficulty(steps, solved=is_solved)


def steps_by(
    puzzle: SolvedPuzzle, book: str, budget: Budget | None = None
) -> tuple[list[Step], bool]:
    """Return the steps that a rule book takes, and whether they solve the puzzle."""
    effort = budget or Budget(puzzle.limits._replace(max_nodes=None))
    position = _beginning(puzzle.grid, book).within(effort)
    steps = []
    for step, before in walk(position, book):
        steps.append(step)
        position = before.apply(step)
    return steps, position.is_solved


def _beginning(grid: Grid, book: str) -> Position:
    """Return the position that a program begins with.

    To Sudoku Explainer a puzzle of candidates has no givens: a cell with one is a naked single.
    """
    if book == EXPLAINER and grid.is_restricted:
        return Position.of(grid.geometry, list(grid.allowed), [0] * len(grid.allowed), 0)
    return Position(grid)
