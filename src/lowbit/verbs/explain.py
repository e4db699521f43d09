"""How a person solves a puzzle: steps, everything that applies now, and hints.

The puzzle is searched first. One without a solution is refused, with the reason; where there are
several, techniques that rely on there being only one are left out. A hint compares what the
player has with the solution before it builds on it.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

from lowbit.errors import InputError, NoSolutionError
from lowbit.geometry import CLASSIC, board_of
from lowbit.grid import Grid
from lowbit.reference.budget import Budget
from lowbit.techniques.books import rule_book
from lowbit.techniques.description import sentence
from lowbit.techniques.position import Position
from lowbit.techniques.registry import TECHNIQUES, technique_named
from lowbit.techniques.technique import Options
from lowbit.techniques.walk import every_step, walk
from lowbit.verbs.solve.handover import Solutions

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from lowbit.geometry import BoardLike, Geometry
    from lowbit.grid import GridLike
    from lowbit.techniques.books.rule import RuleBook
    from lowbit.techniques.step import Step

    Rules = str | Sequence[str] | RuleBook

WHERE, TECHNIQUE, STEP = 1, 2, 3
"""The levels of a hint: where to look, the technique, the whole step."""


@dataclass(frozen=True, slots=True)
class Hint:
    """What to do next.

    Parameters
    ----------
    text : str
        The hint, for people.
    step : Step or None
        The step it is about; None where there is none, or a mistake comes first.
    mistakes : tuple of str
        The player's wrong digits and the candidates wrongly struck.
    position : Position or None
        The position that the step is taken in.
    """

    text: str
    step: Step | None = None
    mistakes: tuple[str, ...] = ()
    position: Position | None = None

    def __str__(self) -> str:
        return self.text


def steps(
    puzzle: GridLike,
    rules: Rules = "human",
    *,
    geometry: BoardLike | None = None,
    without: Iterable[str] = (),
    time_limit: float | None = None,
) -> tuple[Step, ...]:
    """Return the steps that lead to the solution, or as far as the rules go.

    Parameters
    ----------
    puzzle : Grid, str, sequence or numpy.ndarray
        The puzzle.
    rules : {'human', 'hodoku', 'explainer'}, sequence of str or RuleBook, default 'human'
        A rule book, or the techniques to try, in order.
    geometry : Geometry or str, optional
        The board; the classic one, or that of `puzzle` if it is a Grid.
    without : iterable of str, optional
        Techniques to leave out.
    time_limit : float, optional
        The most seconds to take.

    Returns
    -------
    tuple of Step
        The steps, in order.

    Raises
    ------
    NoSolutionError
        If the puzzle has no solution.
    LimitReachedError
        If the time limit ended it.
    InputError
        If there is no such rule book or technique.
    GridError
        If `puzzle` is no grid.

    Examples
    --------
    >>> found = steps(
    ...     "6....2.4...29..78.18....9..8.9...4715.6..4..."
    ...     ".7...........2...5...7.....2..3....."
    ... )
    >>> found[0].technique, explain(found[0])
    ('hidden-single', 'hidden single: 9 in row 1; so r1c2 is 9')
    """
    way = walkthrough(puzzle, rules, geometry=geometry, without=without, time_limit=time_limit)
    return tuple(step for step, _ in way)


def walkthrough(
    puzzle: GridLike,
    rules: Rules = "human",
    *,
    geometry: BoardLike | None = None,
    without: Iterable[str] = (),
    time_limit: float | None = None,
) -> Iterator[tuple[Step, Position]]:
    """Iterate over the steps that lead to the solution, each with the position it is taken in.

    Parameters
    ----------
    puzzle : Grid, str, sequence or numpy.ndarray
        The puzzle.
    rules : {'human', 'hodoku', 'explainer'}, sequence of str or RuleBook, default 'human'
        A rule book, or the techniques to try, in order.
    geometry : Geometry or str, optional
        The board; the classic one, or that of `puzzle` if it is a Grid.
    without : iterable of str, optional
        Techniques to leave out.
    time_limit : float, optional
        The most seconds to take.

    Yields
    ------
    tuple of Step and Position
        A step, and the position before it, which `render` draws.

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
    budget = Budget(None, time_limit)
    position, several = _start(Grid(puzzle, geometry), time_limit)
    for step, before in walk(position, _book(rules, without, several=several)):
        budget.charge()
        yield step, before


def all_steps(
    puzzle: GridLike,
    *,
    geometry: BoardLike | None = None,
    rules: Rules | None = None,
    options: Options | None = None,
) -> Iterator[Step]:
    """Iterate over what applies to a puzzle now, of every technique, each effect once.

    Parameters
    ----------
    puzzle : Grid, str, sequence or numpy.ndarray
        The puzzle; a grid may be restricted to a player's candidates.
    geometry : Geometry or str, optional
        The board; the classic one, or that of `puzzle` if it is a Grid.
    rules : str, sequence of str or RuleBook, optional
        The techniques to look for, or a rule book that has them; all by default.
    options : Options, optional
        How far the finders go.

    Yields
    ------
    Step
        A step.

    Raises
    ------
    NoSolutionError
        If the puzzle has no solution.
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
    position, several = _start(Grid(puzzle, geometry))
    chosen = Options() if options is None else options
    book = None if rules is None else rule_book(rules)
    return every_step(position, chosen.without_uniqueness() if several else chosen, book)


def hint(  # noqa: PLR0913 - what a player can say
    puzzle: GridLike,
    marks: GridLike | None = None,
    *,
    geometry: BoardLike | None = None,
    level: int = STEP,
    rules: Rules = "human",
    language: str = "en",
) -> Hint:
    """Return what to do next, as much of it as the level says.

    Parameters
    ----------
    puzzle : Grid, str, sequence or numpy.ndarray
        The puzzle as it was set.
    marks : Grid, str, sequence or numpy.ndarray, optional
        What the player has: digits, and candidates where cells are restricted; `puzzle` itself
        by default.
    geometry : Geometry or str, optional
        The board; the classic one, or that of `puzzle` if it is a Grid.
    level : {1, 2, 3}, default 3
        Where to look, the technique, or the whole step.
    rules : str, sequence of str or RuleBook, default 'human'
        The rule book.
    language : {'en', 'zh'}, default 'en'
        The language of the whole step.

    Returns
    -------
    Hint
        The hint. A wrong digit or a candidate wrongly struck is told instead of a step.

    Raises
    ------
    NoSolutionError
        If the puzzle has no solution.
    InputError
        If there is no such level or rule book.

    Examples
    --------
    >>> puzzle = "6....2.4...29..78.18....9..8.9...4715.6..4....7...........2...5...7.....2..3....."
    >>> print(hint(puzzle, level=1))
    look at row 1
    >>> print(hint(puzzle, "64" + puzzle[2:]))
    r1c2 is 9 in the solution, not 4
    """
    if level not in {WHERE, TECHNIQUE, STEP}:
        raise InputError(f"the level of a hint is 1, 2 or 3, not {level}")
    given = Grid(puzzle, geometry)
    found = _solutions(given)
    held = given if marks is None else Grid(marks, given.geometry)
    mistakes = _mistakes(held, found[0]) if len(found) == 1 else ()
    if mistakes:
        return Hint("; ".join(mistakes), mistakes=mistakes)
    solved = [cell for cell, digit in enumerate(held) if digit and not given[cell]]
    position = Position(held, solved)
    step = _book(rules, (), several=len(found) > 1).first(position)
    if step is None:
        return Hint("nothing of this rule book applies")
    return Hint(_told(step, given.geometry, level, language), step, position=position)


def explain(
    step: Step,
    *,
    geometry: BoardLike = CLASSIC,
    language: str = "en",
) -> str:
    """Return what a step does and why, in one line.

    Parameters
    ----------
    step : Step
        The step.
    geometry : Geometry or str, default CLASSIC
        The board.
    language : {'en', 'zh'}, default 'en'
        The language.

    Examples
    --------
    >>> step = steps("1... ...2 3... ...4", geometry="4x4")[0]
    >>> explain(step, geometry="4x4")
    'hidden single: 2 in row 1; so r1c2 is 2'
    """
    return sentence(step, board_of(geometry), language)


def solves_with(
    puzzle: GridLike,
    techniques: Rules,
    *,
    geometry: BoardLike | None = None,
) -> bool:
    """Whether some techniques solve a puzzle.

    Parameters
    ----------
    puzzle : Grid, str, sequence or numpy.ndarray
        The puzzle.
    techniques : sequence of str, str or RuleBook
        The techniques, or a rule book.
    geometry : Geometry or str, optional
        The board; the classic one, or that of `puzzle` if it is a Grid.

    Examples
    --------
    >>> solves_with("1... ...2 3... ...4", ["naked-single"], geometry="4x4")
    True
    """
    position, several = _start(Grid(puzzle, geometry))
    return _is_solved_by(position, _book(techniques, (), several=several))


def needs(
    puzzle: GridLike,
    technique: str,
    rules: Rules = "human",
    *,
    geometry: BoardLike | None = None,
) -> bool:
    """Whether a puzzle needs a technique: with it and all before it it is solved, else not.

    Parameters
    ----------
    puzzle : Grid, str, sequence or numpy.ndarray
        The puzzle.
    technique : str
        The technique's slug.
    rules : str, sequence of str or RuleBook, default 'human'
        The rule book that says what comes before.
    geometry : Geometry or str, optional
        The board; the classic one, or that of `puzzle` if it is a Grid.

    Raises
    ------
    InputError
        If there is no such technique, or the rule book does not have it.

    Examples
    --------
    >>> needs("1... ...2 3... ...4", "naked-single", geometry="4x4")
    False
    """
    position, several = _start(Grid(puzzle, geometry))
    book = _book(rules, (), several=several).up_to(technique_named(technique).slug)
    return _is_solved_by(position, book) and not _is_solved_by(position, book.without([technique]))


def _is_solved_by(position: Position, book: RuleBook) -> bool:
    for step, before in walk(position, book):
        position = before.apply(step)
    return position.is_solved


def _start(grid: Grid, time_limit: float | None = None) -> tuple[Position, bool]:
    """Return the position of a puzzle, and whether it has several solutions."""
    return Position(grid), len(_solutions(grid, time_limit)) > 1


def _solutions(grid: Grid, time_limit: float | None = None) -> list[Grid]:
    found = list(islice(Solutions(grid, 2, time_limit=time_limit), 2))
    if not found:
        reason = "".join(f": {clash}" for clash in grid.clashes[:1])
        raise NoSolutionError(f"the puzzle has no solution{reason}")
    return found


def _book(rules: Rules, without: Iterable[str], *, several: bool) -> RuleBook:
    book = rule_book(rules).without(without)
    return book.without_uniqueness() if several else book


def _mistakes(held: Grid, solution: Grid) -> tuple[str, ...]:
    """Return the digits that differ from the solution, and its digits that were struck."""
    board = held.geometry
    found = []
    for cell, (mask, digit) in enumerate(zip(held.allowed, solution, strict=True)):
        if not mask >> digit - 1 & 1:
            wrong = held[cell]
            tail = f", not {board.symbols[wrong - 1]}" if wrong else ""
            symbol = board.symbols[digit - 1]
            found.append(f"{board.cell_name(cell)} is {symbol} in the solution{tail}")
    return tuple(found)


def _told(step: Step, geometry: Geometry, level: int, language: str) -> str:
    if level == STEP:
        return sentence(step, geometry, language)
    if level == TECHNIQUE:
        return TECHNIQUES[step.technique].name
    if step.houses:
        return f"look at {geometry.houses[step.houses[0].house]}"
    cell = (*step.placements, *step.eliminations)[0][0]
    return f"look at {geometry.cell_name(cell)}"
