"""Pictures of positions, and of the steps taken in them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from lowbit.errors import InputError
from lowbit.grid import Grid
from lowbit.pictures.board import Shown, draw
from lowbit.techniques.wording.description import captioned

if TYPE_CHECKING:
    from lowbit.pictures.parts import Picture
    from lowbit.techniques.position import Position
    from lowbit.techniques.step import Step


def draw_position(
    position: Position, step: Step | None = None, shown: Shown | None = None
) -> Picture:
    """Return the picture of a position: its digits and all its candidates.

    Parameters
    ----------
    position : Position
        The position.
    step : Step, optional
        A step to explain in it.
    shown : Shown, optional
        The contents to show in addition; givens and candidates are those of the position.

    Raises
    ------
    InputError
        If the step places or eliminates a digit that is no candidate there.

    Examples
    --------
    >>> from lowbit.geometry import Geometry
    >>> from lowbit.techniques.position import Position
    >>> from lowbit.techniques.step import Mark, Role, Step
    >>> position = Position(Grid("1... ...2 3... ...4", Geometry.parse("4x4")))
    >>> step = Step("naked-single", ((4, 4),), marks=(Mark(Role.SINGLE, 4, 4),))
    >>> draw_position(position, step).title
    'naked single: r2c1 => r2c1=4'
    """
    asked = shown or Shown()
    board = position.geometry
    title = asked.title
    if step:
        _require_candidates(step, position)
        title = title or captioned(step, board, asked.language)
    drawn = replace(
        asked,
        givens=position.puzzle,
        candidates=position.masks,
        step=step,
        title=title,
        constraints=position.constraints or asked.constraints,
    )
    return draw(Grid(position.values, board), drawn)


def _require_candidates(step: Step, position: Position) -> None:
    board = position.geometry
    for cell, digit in (*step.placements, *step.eliminations):
        if not position.has(cell, digit):
            raise InputError(
                f"{board.cell_name(cell)} has no candidate {board.symbols[digit - 1]}: draw a "
                "step with the position that it is taken in"
            )
