"""The distance of puzzles from a target that names a rule book.

Most books begin with the techniques that HoDoKu begins with, too. A kernel takes their steps in a
whole batch, up to the one that is needed; it takes this one as well, if the book has no others so
far; else plain finders go on ::

    puzzles ──kernel──┬─ solved: too easy for what needs a technique
                      └─ a position ──kernel or plain finders──> a distance
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from lowbit.geometry import CLASSIC
from lowbit.grid import Grid
from lowbit.kernels.core.threads import n_cpus
from lowbit.kernels.hodoku.engine import begin, is_solved, left_over, n_open
from lowbit.kernels.hodoku.steps import NUMBER, TECHNIQUES
from lowbit.processes import Processes
from lowbit.techniques.position import Position
from lowbit.techniques.solve_path import walk
from lowbit.verbs.generate.difficulty.target import n_left_open

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import TypeAlias

    from numpy.typing import NDArray

    from lowbit.kernels.hodoku.engine import LeftOver
    from lowbit.limits import Limits
    from lowbit.techniques.books.rule import RuleBook
    from lowbit.verbs.generate.difficulty.target import Target
    from lowbit.verbs.rate.scores import Solver

    Start: TypeAlias = bytes | LeftOver
    """A puzzle's digits; or a position without singles."""

LAST_SINGLE: Final = "hidden-single"

LAST_IN_ANY_ORDER: Final = "hidden-triple"
"""Up to this one in HoDoKu's order, all steps together leave the same position in any order."""


class DistancesByRules:
    """The distances of puzzles from a target that names a rule book.

    Parameters
    ----------
    target : Target
    solver : Solver
        The solver that takes HoDoKu's steps.
    limits : Limits
        The time, and the number of processes to use, as one of threads.
    """

    def __init__(self, target: Target, solver: Solver, limits: Limits) -> None:
        self._target = target
        self._last = last_in_common(target)
        self._needed = needed_in_common(target)
        self._solver = solver
        self._limits = limits
        self._processes = Processes(distance_from, limits.threads or n_cpus())

    def of(self, puzzles: NDArray[np.uint8]) -> NDArray[np.int64]:
        """Return the distance of each puzzle, uint8[n, 81], with one solution.

        Raises
        ------
        LimitReachedError
            If time is over.
        """
        if self._last is None:
            return np.array([*self._away_from(map(bytes, puzzles))], np.int64)
        states = begin(puzzles, self._last)
        self._solver.solve(states)
        away = np.full(len(puzzles), self._target.needs is not None, np.int64)
        rows = np.flatnonzero(~is_solved(states))
        if self._needed is None:
            away[rows] = [*self._away_from(left_over(states[row]) for row in rows)]
        else:
            away[rows] = self._away_from_solved(puzzles[rows], self._needed)
        return away

    def _away_from_solved(self, puzzles: NDArray[np.uint8], last: str) -> NDArray[np.int64]:
        """Return how far puzzles are from being solved by the techniques up to the needed one."""
        states = begin(puzzles, last)
        self._solver.solve(states)
        return np.where(is_solved(states), 0, 1 + n_open(states))

    def _away_from(self, starts: Iterable[Start]) -> Iterator[int]:
        """Yield the distance of each puzzle or position."""
        tasks = ((start, self._target) for start in starts)
        for away in self._processes.results(tasks, self._limits.require_time):
            self._limits.require_time()
            yield away

    def close(self) -> None:
        """End the processes."""
        self._processes.close()


def last_in_common(target: Target) -> str | None:
    """Return the last of the techniques that a book and HoDoKu's order begin with.

    Of a target that needs a technique these come before it. None if they are not even all singles.
    """
    last = None
    for own, first in _beginnings(_book_before_needed(target)):
        if _is_in_common(own, first):
            last = first[-1]
    return last


def needed_in_common(target: Target) -> str | None:
    """Return the last technique that HoDoKu takes if it takes the whole book up to the needed one.

    None if it begins with others. Of a rule for several techniques the best step is taken, be it
    of which it may: HoDoKu's kernel does not look for the best of some.
    """
    if target.needs is None or target.only or target.without:
        return None
    book = target.book.up_to(target.needs)
    *before, whole = _beginnings(book)
    is_alone = len(book.rules[-1].slugs) == 1
    is_last = before and last_in_common(target) == before[-1][1][-1]
    return whole[1][-1] if is_alone and is_last and _is_in_common(*whole) else None


def _is_in_common(own: tuple[str, ...], first: tuple[str, ...]) -> bool:
    """Whether some techniques leave the same of a puzzle as as many of HoDoKu's do."""
    in_any_order = len(own) <= NUMBER[LAST_IN_ANY_ORDER] and set(own) == set(first)
    return len(own) >= NUMBER[LAST_SINGLE] and (in_any_order or own == first)


def _book_before_needed(target: Target) -> RuleBook:
    """Return the rules that may be used, up to the technique that is needed and without it."""
    book = target.book
    return book if target.needs is None else book.up_to(target.needs).without([target.needs])


def _beginnings(book: RuleBook) -> Iterator[tuple[tuple[str, ...], tuple[str, ...]]]:
    """Yield the techniques of a book up to each of its rules, and as many of HoDoKu's order."""
    own: tuple[str, ...] = ()
    for rule in book.rules:
        own += tuple(filter(rule.counts, rule.slugs))
        yield own, TECHNIQUES[1 : len(own) + 1]


def distance_from(task: tuple[Start, Target]) -> int:
    """Return the distance of a puzzle, or a position of one, from the request to a rule book.

    The distance is the number of cells that the rules leave open; a criterion that is tested before
    another counts all cells in addition.
    """
    start, target = task
    if isinstance(start, bytes):
        position = Position(Grid(list(start)))
    else:
        position = Position.of(CLASSIC, start.cells, start.values, start.givens)
    if target.only or target.without:
        n_open = n_left_open(position, target.book)
        if n_open:
            return n_open + position.board.n_cells
    return 0 if target.needs is None else _needs(target.needs, target, position)


def _needs(technique: str, target: Target, start: Position) -> int:
    """Return how far a position is from needing a technique, the last of its book.

    The rules take it where they have no other step left. So it is needed if it is taken, unless
    its rule has others, which may do as well.
    """
    book = target.book.up_to(technique)
    position, is_taken = start, False
    for step, before in walk(start, book):
        is_taken |= step.technique == technique
        position = before.apply(step)
    n_open = position.open.bit_count()
    has_others = len(book.rules[-1].slugs) > 1
    if has_others and n_left_open(start, book.without([technique])) == 0:
        return 1
    return 1 + n_open if n_open or not is_taken else 0
