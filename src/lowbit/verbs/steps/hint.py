"""Hints: the next step, in as much detail as the player wants.

The player's position is compared with the solution first, so that no step builds on a mistake.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from html import escape
from typing import TYPE_CHECKING

from lowbit.arguments import shown
from lowbit.errors import InputError
from lowbit.grid import Grid
from lowbit.limits import Limits
from lowbit.notebook import picture
from lowbit.reference.budget import Budget
from lowbit.techniques.position import Position
from lowbit.techniques.wording.description import step_name, where_to_look
from lowbit.techniques.wording.reasons.reason import sentences
from lowbit.techniques.wording.words import house_name, words_of
from lowbit.verbs.puzzles import grid_of, puzzle_of
from lowbit.verbs.steps.explain import book_for
from lowbit.verbs.steps.mistakes import held_by_player, mistakes_in, one_or_two_solutions
from lowbit.verbs.steps.start import Start, arguing_with, constrained, constraints_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lowbit.constraints import Constraint
    from lowbit.geometry import BoardLike, Geometry
    from lowbit.techniques.step import Step
    from lowbit.verbs.puzzles import PuzzleLike
    from lowbit.verbs.steps.explain import Rules
    from lowbit.verbs.steps.mistakes import Mistake


WHERE, TECHNIQUE, STEP, CLAIMS = 1, 2, 3, 4
"""The details of a hint: where to look, the technique, the step, each claim of a long proof."""


@dataclass(frozen=True, slots=True, repr=False)
class Hint:
    """A hint: the next step, or the mistakes to correct first.

    Printed, it is its text; in a notebook it draws itself.

    Parameters
    ----------
    text : str
        The hint, for people.
    step : Step or None
        The step it is about; None if there is none, or a mistake comes first.
    mistakes : tuple of Mistake
        The player's wrong digits and the candidates wrongly eliminated.
    position : Position or None
        The position before the step.
    note : str
        A remark on steps that were left out because the puzzle has several solutions.

    Examples
    --------
    >>> from lowbit import hint
    >>> puzzle = "6....2.4...29..78.18....9..8.9...4715.6..4....7...........2...5...7.....2..3....."
    >>> told = hint(puzzle, marks="64" + puzzle[2:])
    >>> told.text, told.step, told.mistakes
    ('r1c2 is 9 in the solution, not 4', None, ('r1c2 is 9 in the solution, not 4',))
    """

    text: str
    step: Step | None = None
    mistakes: tuple[Mistake, ...] = ()
    position: Position | None = None
    note: str = ""

    def __repr__(self) -> str:
        return f"<Hint: {self.text}>"

    def __str__(self) -> str:
        return self.text

    def _repr_html_(self) -> str:
        """Return the HTML for a notebook: the text, and the step in its position."""
        text = f"<p>{escape(self.text)}</p>"
        if self.position is None:
            return text
        return text + picture(self.position, self.step)


def hint(  # noqa: PLR0913 - what a player can say
    puzzle: PuzzleLike,
    marks: PuzzleLike | Position | None = None,
    *,
    geometry: BoardLike | None = None,
    detail: int = STEP,
    rules: Rules = "human",
    language: str = "en",
    time_limit: float | None = None,
) -> Hint:
    """Return a hint on the next step, in as much detail as is asked for.

    Where the puzzle has several solutions, or constraints, techniques that rely on there being only
    one are left out. With constraints, some steps follow from one of them.

    Parameters
    ----------
    puzzle : PuzzleLike
        The puzzle as it was set.
    marks : PuzzleLike or Position, optional
        The player's digits, and candidates in restricted cells; `puzzle` itself by default. In a
        grid a cell with one candidate counts as filled; a position distinguishes the two.
    geometry : Geometry or str, optional
        The board; the classic one, or that of `puzzle` if it is a Grid or a Puzzle.
    detail : {1, 2, 3, 4}, default 3
        Where to look, the technique, the whole step, or that with all claims of a long proof; of a
        mistake, where it is, the cell, or the digit in the solution.
    rules : str, sequence of str or RuleBook, default 'human'
        The rule book.
    language : {'en', 'zh'}, default 'en'
        The language.
    time_limit : float, optional
        The most seconds to take.

    Returns
    -------
    Hint
        The hint. A wrong digit or a wrongly eliminated candidate is reported instead of a step.

    Raises
    ------
    NoSolutionError
        If the puzzle has no solution, or has several and the marks rule out all of them.
    LimitReachedError
        If the time limit ended it.
    InputError
        If there is no such detail, rule book or language.
    GridError
        If one of the two is not a grid, or they have different boards.

    Examples
    --------
    >>> puzzle = "6....2.4...29..78.18....9..8.9...4715.6..4....7...........2...5...7.....2..3....."
    >>> print(hint(puzzle, detail=1))
    look at row 1
    >>> print(hint(puzzle, "64" + puzzle[2:]))
    r1c2 is 9 in the solution, not 4
    >>> print(hint(puzzle, "64" + puzzle[2:], detail=1))
    look at box 1 again
    """
    if detail not in {WHERE, TECHNIQUE, STEP, CLAIMS}:
        raise InputError(f"the detail of a hint must be 1, 2, 3 or 4, not {shown(detail)}")
    words = words_of(language)
    limits = Limits.of(time_limit=time_limit)
    asked = puzzle_of(puzzle, geometry)
    found = one_or_two_solutions(asked, limits)
    given = grid_of(asked)
    held = held_by_player(marks, given)
    mistakes = mistakes_in(held, found, language)
    if mistakes:
        said = mistakes_told(mistakes, given.geometry, detail, language)
        return Hint(said, mistakes=mistakes)
    position = _position(held, given, constraints_of(asked)).within(Budget(limits))
    if position.is_solved:
        return Hint(words["solved"], position=position)
    several = len(found) > 1
    if several:  # What the player has must lead to one.
        found = one_or_two_solutions(constrained(position.grid, position), limits)
    start = Start(arguing_with(given, position), found, several)
    step = book_for(rules, (), start).first(start.position)
    note = words["left out"] if several else ""
    if step is None:
        return Hint(words["next"].join(filter(None, [words["nothing"], note])), note=note)
    step = replace(start.verified(step), position=start.position)
    text = _worded(step, start.position, detail, language)
    return Hint(text, step, position=start.position, note=note)


def mistakes_told(
    mistakes: Sequence[Mistake], geometry: Geometry, detail: int, language: str
) -> str:
    """Return mistakes in as much detail as is asked for: where, the cells, or the digits."""
    words = words_of(language)
    if detail >= STEP:
        return words["next"].join(mistakes)
    if detail == TECHNIQUE:
        cells = (geometry.cell_name(mistake.cell) for mistake in mistakes)
        return words["next"].join(words["not right"].format(cell) for cell in cells)
    houses = geometry.cell_houses[mistakes[0].cell]
    boxes = [house for house in houses if geometry.houses[house].kind == "box"]
    return words["look again"].format(house_name(geometry, (*boxes, *houses)[0], language))


def _position(held: Grid | Position, given: Grid, constraints: tuple[Constraint, ...]) -> Position:
    """Return a player's marks as a position; digits alone leave out what the puzzle leaves out."""
    if isinstance(held, Position):
        return held
    solved = [cell for cell, digit in enumerate(held) if digit and not given[cell]]
    masks = [own & allowed for own, allowed in zip(held.allowed, given.allowed, strict=True)]
    return Position(Grid.from_masks(masks, given.geometry), solved, constraints)


def _worded(step: Step, position: Position, detail: int, language: str) -> str:
    if detail >= STEP:
        return sentences(step, position, language, is_whole=detail == CLAIMS)
    if detail == TECHNIQUE:
        return step_name(step, language)
    return where_to_look(step, position.geometry, language)
