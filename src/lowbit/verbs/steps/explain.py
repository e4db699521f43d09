"""A person's way to the solution, step by step, and everything that applies now.

The puzzle is searched first. A puzzle without a solution is refused, with the reason; if it has
several, techniques that assume a unique solution are left out. They are left out with constraints,
too, because what they swap need not obey these; steps by constraints come after the singles. Every
step is compared with the solution before it is handed out.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING

from lowbit.errors import InputError
from lowbit.limits import Limits
from lowbit.techniques.registry import slug_named
from lowbit.techniques.solve_path import every_step, walk
from lowbit.techniques.step import Step
from lowbit.techniques.technique import Options
from lowbit.techniques.variants.rules import EASY, TRIALS, WIDER, book_in
from lowbit.techniques.wording.reasons.reason import sentences
from lowbit.techniques.wording.words import words_of
from lowbit.verbs.puzzles import puzzle_of
from lowbit.verbs.steps.mistakes import one_or_two_solutions
from lowbit.verbs.steps.start import start_from
from lowbit.verbs.steps.way import Steps

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from lowbit.geometry import BoardLike
    from lowbit.techniques.books.rule import Rule, RuleBook
    from lowbit.techniques.position import Position
    from lowbit.verbs.puzzles import PuzzleLike
    from lowbit.verbs.steps.start import Start

    Rules = str | Sequence[str] | RuleBook


def steps(
    puzzle: PuzzleLike | Position,
    rules: Rules = "human",
    *,
    geometry: BoardLike | None = None,
    without: Iterable[str] = (),
    time_limit: float | None = None,
) -> Steps:
    """Return the steps to the solution, or as far as the rules lead.

    If the puzzle has several solutions, techniques that assume a unique one are left out.

    Parameters
    ----------
    puzzle : PuzzleLike or Position
        The puzzle, or a position on the way to its solution to start from.
    rules : {'human', 'hodoku', 'explainer'}, sequence of str or RuleBook, default 'human'
        A rule book, or the techniques to try, in order; options of a technique follow its slug:
        ``"x-chain:chain-links=6"``.
    geometry : Geometry or str, optional
        The board; the classic one, or that of `puzzle` if it is a Grid or a Puzzle.
    without : iterable of str, optional
        Techniques to leave out.
    time_limit : float, optional
        The most seconds to take.

    Returns
    -------
    Steps
        The steps, in order: a tuple of `Step`, each with the position before it. In a notebook it
        draws itself.

    Raises
    ------
    NoSolutionError
        If the puzzle has no solution.
    LimitReachedError
        If the time limit is reached.
    InputError
        If there is no such rule book or technique.
    GridError
        If `puzzle` is not a grid.

    Examples
    --------
    >>> found = steps(
    ...     "6....2.4...29..78.18....9..8.9...4715.6..4..."
    ...     ".7...........2...5...7.....2..3....."
    ... )
    >>> found[0].technique, explain(found[0])[:47]
    ('hidden-single', 'Hidden single: In row 1, 9 fits only in r1c2: t')
    >>> found
    <Steps: 37 hidden-single, 20 full-house, 1 pointing>
    """
    way = walkthrough(puzzle, rules, geometry=geometry, without=without, time_limit=time_limit)
    return Steps(step for step, _ in way)


def walkthrough(
    puzzle: PuzzleLike | Position,
    rules: Rules = "human",
    *,
    geometry: BoardLike | None = None,
    without: Iterable[str] = (),
    time_limit: float | None = None,
) -> Iterator[tuple[Step, Position]]:
    """Iterate over the steps to the solution, each with the position before it.

    If the puzzle has several solutions, techniques that assume a unique one are left out.

    Parameters
    ----------
    puzzle : PuzzleLike or Position
        The puzzle, or a position on the way to its solution to start from.
    rules : {'human', 'hodoku', 'explainer'}, sequence of str or RuleBook, default 'human'
        A rule book, or the techniques to try, in order; options of a technique follow its slug:
        ``"x-chain:chain-links=6"``.
    geometry : Geometry or str, optional
        The board; the classic one, or that of `puzzle` if it is a Grid or a Puzzle.
    without : iterable of str, optional
        Techniques to leave out.
    time_limit : float, optional
        The most seconds to take.

    Yields
    ------
    tuple of Step and Position
        The step, and the position before it, which `render` draws.

    Raises
    ------
    NoSolutionError, LimitReachedError, InputError, GridError
        As `steps` does.

    Examples
    --------
    >>> from lowbit import render
    >>> for step, position in walkthrough("1... ...2 3... ...4", geometry="4x4"):
    ...     picture = render(position, step=step)
    """
    start = start_from(puzzle, geometry, time_limit)
    for step, position in walk(start.position, book_for(rules, without, start)):
        yield replace(start.verified(step), position=position), position


def all_steps(
    puzzle: PuzzleLike | Position,
    *,
    geometry: BoardLike | None = None,
    rules: Rules | None = None,
    options: Options | None = None,
    time_limit: float | None = None,
) -> Iterator[Step]:
    """Iterate over every step that applies to a puzzle now, each distinct effect once.

    If the puzzle has several solutions, techniques that assume a unique one are left out.

    Parameters
    ----------
    puzzle : PuzzleLike or Position
        The puzzle, or a position on the way to its solution. A grid may hold a player's
        candidates.
    geometry : Geometry or str, optional
        The board; the classic one, or that of `puzzle` if it is a Grid or a Puzzle.
    rules : str, sequence of str or RuleBook, optional
        The techniques to look for, or a rule book that has them; all by default.
    options : Options, optional
        The options of the finders; by default those of the rules.
    time_limit : float, optional
        The most seconds to take, from the call.

    Yields
    ------
    Step
        A step.

    Raises
    ------
    NoSolutionError
        If the puzzle has no solution.
    LimitReachedError
        If the time limit is reached.
    InputError
        If there is no such rule book or technique.

    Examples
    --------
    >>> now = all_steps(
    ...     "6....2.4...29..78.18....9..8.9...4715.6..4..."
    ...     ".7...........2...5...7.....2..3....."
    ... )
    >>> next(now).technique
    'naked-single'
    """
    start = start_from(puzzle, geometry, time_limit)
    position = start.position
    book = None if rules is None else book_for(rules, (), start)
    if (start.several or position.constraints) and (book is None or options is not None):
        options = (options or Options()).without_uniqueness()
    found = every_step(position, options, book)
    if book is None and position.constraints:
        found = chain(_by_rules((*EASY, *WIDER), position), found, _by_rules(TRIALS, position))
    return (replace(start.verified(step), position=position) for step in found)


def explain(
    step: Step,
    *,
    position: Position | None = None,
    language: str = "en",
) -> str:
    """Return what a step does and why, in sentences.

    Parameters
    ----------
    step : Step
        The step.
    position : Position, optional
        The position before it; by default the one that the step has of `steps`, `walkthrough`,
        `all_steps` and `hint`.
    language : {'en', 'zh'}, default 'en'
        The language.

    Raises
    ------
    InputError
        If `step` is not a Step, or there is no position or no such language.

    Examples
    --------
    >>> step = steps("1... ...2 3... ...4", geometry="4x4")[0]
    >>> print(explain(step))
    Hidden single: In row 1, 2 fits only in r1c2: the 2 in r2c4 blocks the others.
    """
    if not isinstance(step, Step):
        kind = type(step).__name__
        raise InputError(f"explain takes a Step, such as hint(puzzle).step, not {kind}")
    position = position or step.position
    if position is None:
        raise InputError("this step has no position: explain(step, position=...) takes it")
    return sentences(step, position, language)


def solves_with(
    puzzle: PuzzleLike | Position,
    techniques: Rules,
    *,
    geometry: BoardLike | None = None,
    time_limit: float | None = None,
) -> bool:
    """Return whether some techniques solve a puzzle.

    Parameters
    ----------
    puzzle : PuzzleLike or Position
        The puzzle, or a position on the way to its solution.
    techniques : sequence of str, str or RuleBook
        The techniques, or a rule book.
    geometry : Geometry or str, optional
        The board; the classic one, or that of `puzzle` if it is a Grid or a Puzzle.
    time_limit : float, optional
        The most seconds to take.

    Raises
    ------
    NoSolutionError, LimitReachedError, InputError, GridError
        As `steps` does.

    Examples
    --------
    >>> solves_with("1... ...2 3... ...4", ["naked-single"], geometry="4x4")
    True
    """
    start = start_from(puzzle, geometry, time_limit)
    return _is_solved_by(start, book_for(techniques, (), start))


def needs(
    puzzle: PuzzleLike | Position,
    technique: str,
    rules: Rules = "human",
    *,
    geometry: BoardLike | None = None,
    time_limit: float | None = None,
) -> bool:
    """Return whether a puzzle needs a technique: the rules up to it solve it, those before do not.

    Parameters
    ----------
    puzzle : PuzzleLike or Position
        The puzzle, or a position on the way to its solution.
    technique : str
        The technique's slug.
    rules : str, sequence of str or RuleBook, default 'human'
        The rule book that orders the techniques.
    geometry : Geometry or str, optional
        The board; the classic one, or that of `puzzle` if it is a Grid or a Puzzle.
    time_limit : float, optional
        The most seconds to take.

    Raises
    ------
    InputError
        If there is no such technique, or the rule book does not have it.
    NoSolutionError, LimitReachedError, GridError
        As `steps` does.

    Examples
    --------
    >>> needs("1... ...2 3... ...4", "naked-single", geometry="4x4")
    False
    """
    start = start_from(puzzle, geometry, time_limit)
    book = book_for(rules, (), start).up_to(slug_named(technique))
    return _is_solved_by(start, book) and not _is_solved_by(start, book.without([technique]))


def _is_solved_by(start: Start, book: RuleBook) -> bool:
    position = start.position
    for step, before in walk(position, book):
        position = before.apply(start.verified(step))
    return position.is_solved


def left_out(puzzle: PuzzleLike, time_limit: float | None = None, *, language: str = "en") -> str:
    """Return why the steps of a puzzle leave techniques out, as a sentence; empty if they do not.

    Parameters
    ----------
    puzzle : PuzzleLike
        The puzzle.
    time_limit : float, optional
        The most seconds to take.
    language : {'en', 'zh'}, default 'en'
        The language.

    Raises
    ------
    NoSolutionError, LimitReachedError, InputError, GridError
        As `steps` does.

    Examples
    --------
    >>> left_out("." * 81)[:32]
    'the puzzle has several solutions'
    """
    words = words_of(language)
    found = one_or_two_solutions(puzzle_of(puzzle, None), Limits.of(time_limit=time_limit))
    return words["left out"] if len(found) > 1 else ""


def _by_rules(rules: Iterable[Rule], position: Position) -> Iterator[Step]:
    """Yield the steps of some rules, one rule after the other."""
    return chain.from_iterable(rule.steps(position) for rule in rules)


def book_for(rules: Rules, without: Iterable[str], start: Start) -> RuleBook:
    """Return a rule book for a puzzle: its valid rules, and with constraints their rules, too."""
    return book_in(rules, start.position, several=start.several).without(without)
