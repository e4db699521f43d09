"""A position for each technique, for the picture of its lesson, and puzzles to practise it.

A line of `examples.tsv` has a technique, the givens of its position, all its digits, the candidates
of its open cells with commas between the cells, and the effect of the step shown there. A line of
`puzzles.tsv` has a technique of the human rule book, and puzzles on whose way to the solution it
comes up.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, NamedTuple

from lowbit.grid import Grid
from lowbit.techniques.position import Position
from lowbit.techniques.registry import technique_named
from lowbit.techniques.technique import Options
from lowbit.techniques.wording.notation import eliminations_list, placements_list

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lowbit.techniques.step import Step


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
            for step in technique_named(self.slug).find(self.position, options)
            if step.technique == self.slug and _effect_of(step, self.position) == self.effect
        )


def example(slug: str) -> Example:
    """Return the example of a technique.

    Raises
    ------
    InputError
        If there is no such technique.
    """
    givens, digits, candidates, effect = _rows_of("examples.tsv")[technique_named(slug).slug]
    masks = [sum(1 << int(digit) - 1 for digit in kept) for kept in candidates.split(",")]
    return Example(slug, position_with(Grid(givens), Grid(digits), masks), effect)


def position_with(puzzle: Grid, digits: Grid, masks: Sequence[int]) -> Position:
    """Return the position with some digits, and with the candidates of masks that they leave."""
    filled = [cell for cell, digit in enumerate(digits) if digit and not puzzle[cell]]
    position = Position(digits, filled)
    eliminated = [
        (cell, digit)
        for cell, kept in enumerate(masks)
        for digit in position.candidates_of(cell)
        if not kept >> digit - 1 & 1
    ]
    return position.after((), eliminated)


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
