"""Positions to practise techniques in: those of lessons, and random ones."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lowbit.errors import InputError
from lowbit.grid import Grid
from lowbit.limits import Limits
from lowbit.symmetry import Transform
from lowbit.techniques.lessons.examples import example, position_with, practice_puzzles
from lowbit.techniques.registry import technique_named
from lowbit.verbs.generate.many import generate
from lowbit.verbs.steps.explain import walkthrough

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lowbit.techniques.position import Position

BOOK: Final = "human"
"""The rule book of hints, too: a hint on a position shows the technique."""

POSITIONS: Final = 3
"""The number of positions of a lesson."""

COPIES: Final = 1 << 63
"""The number of different copies, at most."""

TRIED: Final = 32
"""The random puzzles that are looked through for a new position: half a second of CPU time."""


def lesson_position(slug: str, number: int, time_limit: float | None = None) -> Position:
    """Return a position of a lesson, in which its technique is the next step.

    A rare technique has fewer puzzles than positions: these are isomorphic copies. One that never
    comes first has copies of its example, in which it applies.

    Parameters
    ----------
    slug : str
        The technique.
    number : int
        Which of its positions, from 1 to 3.
    time_limit : float, optional
        The most seconds to take.

    Raises
    ------
    InputError
        If there is no such technique, or no position of this number.
    LimitReachedError
        If the time limit is reached.
    """
    if not 1 <= number <= POSITIONS:
        raise InputError(f"the number of a lesson's position is from 1 to {POSITIONS}")
    return _copy_of(slug, number - 1, time_limit)


def random_position(slug: str, seed: int, time_limit: float | None = None) -> Position:
    """Return a random position in which a technique is the next step.

    Where none comes up soon, it is an isomorphic copy of one of its lesson's.

    Raises
    ------
    InputError
        If there is no such technique.
    LimitReachedError
        If the time limit is reached.
    """
    limits = Limits.of(time_limit=time_limit)
    technique_named(slug)
    for puzzle in generate(TRIED, seed=seed, threads=1):
        for position in _positions_before(slug, puzzle, limits.seconds_left):
            return position
    return _copy_of(slug, POSITIONS + seed % COPIES, limits.seconds_left)


def _positions_before(slug: str, puzzle: Grid, time_limit: float | None) -> Iterator[Position]:
    """Yield the positions on the way to the solution whose next step is of a technique."""
    for step, position in walkthrough(puzzle, BOOK, time_limit=time_limit):
        if step.technique == slug:
            yield position


def _copy_of(slug: str, item: int, time_limit: float | None) -> Position:
    """Return a position of a technique: those of its puzzles come first, then copies of them."""
    puzzles = practice_puzzles(slug)
    if not puzzles:
        return _moved(example(slug).position, item)
    copy, which = divmod(item, len(puzzles))
    return _moved(next(_positions_before(slug, Grid(puzzles[which]), time_limit)), copy)


def _moved(position: Position, copy: int) -> Position:
    """Return a position moved by a random symmetry; copy 0 is the position itself."""
    if not copy:
        return position
    move = Transform.random(copy)
    digits, masks = move(Grid(position.values)), move(position.grid).allowed
    return position_with(move(position.puzzle), digits, masks)
