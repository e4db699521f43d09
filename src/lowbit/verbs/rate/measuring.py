"""The measures of one puzzle with one solution, one after another.

This is the work of `rate`, and of the processes of `rate_many`.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, NamedTuple

from lowbit.errors import LimitReachedError
from lowbit.grid import Grid
from lowbit.kernels.at_hand import left_to_others
from lowbit.reference.budget import Budget
from lowbit.reference.search import Search
from lowbit.techniques.difficulty import difficulty, rating_of
from lowbit.techniques.registry import TECHNIQUES
from lowbit.techniques.scoring import LEVELS, hodoku_score
from lowbit.verbs.minimize.one import redundant_givens
from lowbit.verbs.rate.backdoor import backdoor_size
from lowbit.verbs.rate.handover import explainer_ratings, steps_by
from lowbit.verbs.rate.measures import EXPLAINER, HARDEST
from lowbit.verbs.rate.measures import TECHNIQUES as COUNTS
from lowbit.verbs.rate.own_steps import difficulty_of_steps
from lowbit.verbs.rate.solved_puzzle import SolvedPuzzle
from lowbit.verbs.rate.trials import measure_trials

if TYPE_CHECKING:
    from collections.abc import Callable

    from lowbit.geometry import Geometry
    from lowbit.limits import Limits
    from lowbit.techniques.difficulty import Difficulty
    from lowbit.techniques.step import Step
    from lowbit.verbs.rate.measures import Selection

Measured = dict[str, Any]
"""Answers by name, see `lowbit.verbs.rate.measures`."""


class Task(NamedTuple):
    """The task of a process.

    Attributes
    ----------
    masks : tuple of int
        The candidates of the puzzle's cells.
    solution : bytes
        Its digits.
    geometry : Geometry
    selection : Selection
    limits : Limits
        Their clock starts with the task.
    """

    masks: tuple[int, ...]
    solution: bytes
    geometry: Geometry
    selection: Selection
    limits: Limits


def measured_line(task: Task) -> tuple[Measured, bool]:
    """Measure the puzzle of a task as `measured` does, in a process; its parent sees to kernels."""
    grid = Grid.from_masks(task.masks, task.geometry)
    solution = Grid(list(task.solution), task.geometry)
    with left_to_others():
        return measured(SolvedPuzzle(grid, solution, task.limits.begun()), task.selection)


def measured(puzzle: SolvedPuzzle, selection: Selection) -> tuple[Measured, bool]:
    """Return the answers, as far as they are known, and whether those are all."""
    found: Measured = {}
    try:
        for measure in selection.measures:
            if measure in MEASURES:
                found |= MEASURES[measure](puzzle)
        if selection.trials and not measure_trials(puzzle, selection.trials, found):
            return found, False
        for book in selection.rules:
            found |= _by_book(puzzle, book, counts=COUNTS in selection.measures)
    except LimitReachedError:
        return found, False
    return found, True


def _by_book(puzzle: SolvedPuzzle, book: str, *, counts: bool) -> Measured:
    """Return the ratings of a rule book and, if requested, its steps by technique."""
    if book == EXPLAINER and not counts:
        return _explainer(explainer_ratings(puzzle))
    steps, is_solved = steps_by(puzzle, book)
    found = RATINGS[book](steps, is_solved=is_solved)
    return found | _techniques(steps, book) if counts else found


def _explainer_of(steps: list[Step], *, is_solved: bool) -> Measured:
    return _explainer(difficulty(steps, solved=is_solved))


def _explainer(rated: Difficulty) -> Measured:
    return {"er": rated.hardest, "ep": rated.first_placement, "ed": rated.first_step}


def _hodoku(steps: list[Step], *, is_solved: bool) -> Measured:  # noqa: ARG001 - it always is
    return hodoku_score(step.technique for step in steps)._asdict()


def _techniques(steps: list[Step], book: str) -> Measured:
    counts = Counter(step.technique for step in steps)
    in_order = {slug: counts[slug] for slug in TECHNIQUES if slug in counts}
    hardest = max(steps, key=HARDNESS[book]).technique if steps else None
    return {f"{book}_{HARDEST}": hardest, f"{book}_{COUNTS}": in_order}


def _level_and_score(step: Step) -> tuple[int, int]:
    technique = TECHNIQUES[step.technique]
    return LEVELS.index(technique.level or LEVELS[0]), technique.score or 0


def _search(puzzle: SolvedPuzzle) -> Measured:
    if not puzzle.grid.geometry.is_classic:
        from lowbit.verbs.rate.boards import search_on_board  # loads Numba

        return search_on_board(puzzle)
    search = Search(puzzle.grid, puzzle.limits)
    for _ in search:
        pass
    return {"guesses": search.guesses, "nodes": search.nodes}


def _backdoor(puzzle: SolvedPuzzle) -> Measured:
    budget = Budget(puzzle.limits)
    return {"backdoor": backdoor_size(puzzle.grid, puzzle.solution, budget)}


def _redundant(puzzle: SolvedPuzzle) -> Measured:
    cells = redundant_givens(puzzle.grid, **puzzle.limits.of_search)
    return {"redundant": len(cells)}


def _difficulty(puzzle: SolvedPuzzle) -> Measured:
    return difficulty_of_steps(puzzle.grid, puzzle.limits)


RATINGS: dict[str, Callable[..., Measured]] = {EXPLAINER: _explainer_of, "hodoku": _hodoku}
"""The function that rates the steps of each rule book."""

HARDNESS: dict[str, Callable[[Step], Any]] = {EXPLAINER: rating_of, "hodoku": _level_and_score}
"""The keys by which the steps of each are compared; of equal ones the first counts."""

MEASURES: dict[str, Callable[[SolvedPuzzle], Measured]] = {
    "search": _search,
    "backdoor": _backdoor,
    "redundant": _redundant,
    "difficulty": _difficulty,
}
"""The functions that measure a puzzle without a rule book."""
