"""Sudoku Explainer's ratings of one puzzle: by the plain finders first, by kernels if it gets long.

Both give the same ratings. The patience of the finders is counted in the trees and chains that they
search, never in seconds, and all ratings of a process share it. It is long if the kernels would
have to be compiled first. Once these are loaded, they rate every puzzle.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lowbit import loaded
from lowbit.errors import LimitReachedError
from lowbit.reference.budget import Budget
from lowbit.techniques.difficulty import difficulty
from lowbit.techniques.position import Position
from lowbit.techniques.solve_path import walk
from lowbit.verbs.rate.measures import EXPLAINER, HODOKU

if TYPE_CHECKING:
    from pathlib import Path

    from lowbit.techniques.difficulty import Difficulty
    from lowbit.techniques.step import Step
    from lowbit.verbs.rate.solved_puzzle import SolvedPuzzle

HANDOVER_NODES: Final = 1 << 14
"""The nodes that the finders search in about 0.2 s, the time that loading the kernels takes."""

COMPILING_NODES: Final = 1 << 22
"""The nodes that they search in about a minute, the time that compiling the kernels takes."""

NODES_A_PUZZLE: Final = 1 << 8
"""The nodes that are counted for the steps of a puzzle that involve no search."""

CHAINS_KERNEL: Final = "take_forcing_steps"
"""The kernel for Sudoku Explainer's ratings that takes longest to compile."""

SCORES_KERNEL: Final = "take_steps"
"""The kernel for HoDoKu's scores that takes longest to compile."""

KERNEL_OF: Final = {EXPLAINER: CHAINS_KERNEL, HODOKU: SCORES_KERNEL}
"""The kernel of each rule book's ratings that takes longest to compile."""

_compiled: set[tuple[str, Path]] = set()
"""Kernels that were seen in a folder: a look takes as long as a hundred easy puzzles."""


def explainer_ratings(puzzle: SolvedPuzzle) -> Difficulty:
    """Return the ratings of a puzzle with one solution.

    Raises
    ------
    LimitReachedError
        If the puzzle's time runs out first.
    """
    if not loaded.RATING.is_loaded:
        rated = _rated_by_finders(puzzle, HANDOVER_NODES)
        if rated is None and not is_compiled(CHAINS_KERNEL):
            rated = _rated_by_finders(puzzle, COMPILING_NODES)
        if rated is not None:
            return rated
    from lowbit.verbs.rate.by_kernels import rated_alone  # loads the kernels

    rated = rated_alone(puzzle)
    if rated is None:  # the kernels have no room for its chains
        steps, is_solved = steps_by(puzzle, "explainer")
        rated = difficulty(steps, solved=is_solved)
    return rated


def is_compiled(kernel: str) -> bool:
    """Return whether a kernel came with the package or is kept, be it from an earlier source."""
    from lowbit.kernels.core import cache, shipped  # load NumPy

    one = kernel, cache.folder()
    if one not in _compiled and (shipped.has(kernel) or cache.kept_files(kernel)):
        _compiled.add(one)
    return one in _compiled


def _rated_by_finders(puzzle: SolvedPuzzle, most: int) -> Difficulty | None:
    """Return the ratings, or None if the finders run out of patience first."""
    patience = int(most - loaded.RATED.visited)
    if patience <= 0:
        return None
    budget = Budget(puzzle.limits._replace(max_nodes=patience))
    try:
        steps, is_solved = steps_by(puzzle, "explainer", budget)
    except LimitReachedError:
        if budget.nodes < patience:
            raise
        return None
    finally:
        loaded.RATED.visited += budget.nodes + NODES_A_PUZZLE
    return difficulty(steps, solved=is_solved)


def steps_by(
    puzzle: SolvedPuzzle, book: str, budget: Budget | None = None
) -> tuple[list[Step], bool]:
    """Return the steps that a rule book takes, and whether they solve the puzzle."""
    position = Position(puzzle.grid).within(
        budget or Budget(puzzle.limits._replace(max_nodes=None))
    )
    steps = []
    for step, before in walk(position, book):
        steps.append(step)
        position = before.apply(step)
    return steps, position.is_solved
