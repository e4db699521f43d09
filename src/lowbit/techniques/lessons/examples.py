"""A position for each technique, for the picture of its lesson, and puzzles to practise it.

A line of `examples.tsv` has a technique, the givens of its position, all its digits, the candidates
of its open cells with commas between the cells, and the effect of the step shown there. One of
`constraint_examples.tsv` has a puzzle in place of the givens, for a step by constraints. A line of
`puzzles.tsv` has a technique of the human rule book, and puzzles on whose way to the solution it
comes up.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, NamedTuple

from lowbit.formats.variants.iss import read_iss
from lowbit.grid import Grid
from lowbit.puzzle import Puzzle
from lowbit.techniques.position import Position
from lowbit.techniques.registry import BY_CONSTRAINTS, slug_named, technique_named
from lowbit.techniques.technique import Options
from lowbit.techniques.wording.notation import eliminations_list, placements_list

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lowbit.constraints import Constraint
    from lowbit.techniques.step import Step
    from lowbit.techniques.technique import Finder


class Example(NamedTuple):
    """A position, and the effect of a step there."""

    slug: str
    position: Position
    effect: str

    def step(self) -> Step:
        """Return the step of the technique that has this effect."""
        options = Options(duals=self.slug.startswith("dual-"))
        return next(
            step
            for step in _finder(self.slug)(self.position, options)
            if step.technique == self.slug and _effect_of(step, self.position) == self.effect
        )


def example(slug: str) -> Example:
    """Return the example of a technique.

    Raises
    ------
    InputError
        If there is no such technique.
    """
    is_plain = slug_named(slug) not in BY_CONSTRAINTS
    rows = _rows_of("examples.tsv" if is_plain else "constraint_examples.tsv")
    text, digits, candidates, effect = rows[slug]
    puzzle = Puzzle(text) if is_plain else read_iss(text)
    masks = [sum(1 << int(digit) - 1 for digit in kept) for kept in candidates.split(",")]
    shown = position_with(puzzle.grid, Grid(digits), masks, puzzle.constraints)
    return Example(slug, shown, effect)


def position_with(
    puzzle: Grid, digits: Grid, masks: Sequence[int], constraints: Sequence[Constraint] = ()
) -> Position:
    """Return the position with some digits, and with the candidates of masks that they leave."""
    filled = [cell for cell, digit in enumerate(digits) if digit and not puzzle[cell]]
    position = Position(digits, filled, constraints)
    eliminated = [
        (cell, digit)
        for cell, kept in enumerate(masks)
        for digit in position.candidates_of(cell)
        if not kept >> digit - 1 & 1
    ]
    return position.after((), eliminated)


def _finder(slug: str) -> Finder:
    if slug in BY_CONSTRAINTS:
        from lowbit.techniques.variants.rules import rule_of  # lessons on other steps need none

        return rule_of(slug).find
    return technique_named(slug).find


def practice_puzzles(slug: str) -> tuple[str, ...]:
    """Return puzzles in which a technique comes up: three, fewer if it is rare, or none."""
    return _rows_of("puzzles.tsv").get(slug, ())


@cache
def _rows_of(name: str) -> dict[str, tuple[str, ...]]:
    """Return the fields of each line of a file by the first of them."""
    text = (files("lowbit.techniques.lessons") / name).read_text(encoding="utf-8")
    fields = (line.split("\t") for line in text.splitlines()[1:])
    return {slug: tuple(others) for slug, *others in fields}


def _effect_of(step: Step, position: Position) -> str:
    board = position.geometry
    placed, eliminated = sorted(step.placements), sorted(step.eliminations)
    return " ".join([*placements_list(board, placed), *eliminations_list(board, eliminated)])
