"""What is measured of one puzzle with one solution, in plain Python.

This is the work of `rate`, and of the processes of `rate_many`.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, NamedTuple

from lowbit.arguments import deadline_after, seconds_left
from lowbit.errors import LimitReachedError
from lowbit.grid import Grid
from lowbit.reference.budget import Budget
from lowbit.reference.search import Search
from lowbit.techniques.difficulty import difficulty, rating_of
from lowbit.techniques.position import Position
from lowbit.techniques.registry import TECHNIQUES
from lowbit.techniques.scoring import LEVELS, hodoku_score
from lowbit.techniques.walk import walk
from lowbit.verbs.minimize.one import redundant_givens
from lowbit.verbs.rate.backdoor import backdoor_size
from lowbit.verbs.rate.measures import HARDEST
from lowbit.verbs.rate.measures import TECHNIQUES as COUNTS

if TYPE_CHECKING:
    from collections.abc import Callable

    from lowbit.techniques.step import Step
    from lowbit.verbs.rate.measures import Wish

Measured = dict[str, Any]
"""Answers by what they are called, see `lowbit.verbs.rate.measures`."""


class Task(NamedTuple):
    """What a process is to measure.

    Attributes
    ----------
    puzzle, solution : bytes
        Their digits, 0 for a blank.
    wish : Wish
    max_nodes : int or None
    time_limit : float or None
        Seconds from the time when it begins.
    """

    puzzle: bytes
    solution: bytes
    wish: Wish
    max_nodes: int | None
    time_limit: float | None


def measured_line(task: Task) -> tuple[Measured, bool]:
    """Return what `measured` does, in a process."""
    grids = Grid(list(task.puzzle)), Grid(list(task.solution))
    return measured(Puzzle(*grids, task.max_nodes, task.time_limit), task.wish)


class Puzzle:
    """A puzzle with one solution, and how much of a search it is worth.

    Parameters
    ----------
    grid, solution : Grid
    max_nodes : int, optional
        The most nodes of each search tree to visit.
    time_limit : float, optional
        The most seconds for everything.
    """

    def __init__(
        self, grid: Grid, solution: Grid, max_nodes: int | None, time_limit: float | None
    ) -> None:
        self.grid = grid
        self.solution = solution
        self.max_nodes = max_nodes
        self._deadline = deadline_after(time_limit)

    @property
    def seconds(self) -> float | None:
        """The seconds that are left."""
        return seconds_left(self._deadline)


def measured(puzzle: Puzzle, wish: Wish) -> tuple[Measured, bool]:
    """Return what is asked for, as far as it is known, and whether that is all."""
    found: Measured = {}
    try:
        for measure in wish.measures:
            if measure in MEASURES:
                found |= MEASURES[measure](puzzle)
        for book in wish.rules:
            steps, is_solved = _way(puzzle, book)
            found |= RATINGS[book](steps, is_solved=is_solved)
            if COUNTS in wish.measures:
                found |= _techniques(steps, book)
    except LimitReachedError:
        return found, False
    return found, True


def _way(puzzle: Puzzle, book: str) -> tuple[list[Step], bool]:
    """Return the steps that a rule book takes, and whether they solve the puzzle."""
    position = Position(puzzle.grid).within(Budget(None, puzzle.seconds))
    steps = []
    for step, before in walk(position, book):
        steps.append(step)
        position = before.apply(step)
    return steps, position.is_solved


def _explainer(steps: list[Step], *, is_solved: bool) -> Measured:
    rated = difficulty(steps, solved=is_solved)
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


def _search(puzzle: Puzzle) -> Measured:
    search = Search(puzzle.grid, max_nodes=puzzle.max_nodes, time_limit=puzzle.seconds)
    for _ in search:
        pass
    return {"guesses": search.guesses, "nodes": search.nodes}


def _backdoor(puzzle: Puzzle) -> Measured:
    budget = Budget(puzzle.max_nodes, puzzle.seconds)
    return {"backdoor": backdoor_size(puzzle.grid, puzzle.solution, budget)}


def _redundant(puzzle: Puzzle) -> Measured:
    cells = redundant_givens(puzzle.grid, max_nodes=puzzle.max_nodes, time_limit=puzzle.seconds)
    return {"redundant": len(cells)}


RATINGS: dict[str, Callable[..., Measured]] = {"explainer": _explainer, "hodoku": _hodoku}
"""What makes a rating of the steps of each rule book."""

HARDNESS: dict[str, Callable[[Step], Any]] = {"explainer": rating_of, "hodoku": _level_and_score}
"""By what the steps of each are compared; of equals the first counts."""

MEASURES: dict[str, Callable[[Puzzle], Measured]] = {
    "search": _search,
    "backdoor": _backdoor,
    "redundant": _redundant,
}
"""What measures a puzzle without a rule book."""
