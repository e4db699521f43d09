"""The difficulty of a puzzle, by Sudoku Explainer's ratings of its steps."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from lowbit.techniques.registry import TECHNIQUES

if TYPE_CHECKING:
    from collections.abc import Iterable

    from lowbit.techniques.step import Step

UNSOLVED = 20.0
"""The rating of a puzzle that the steps do not solve."""


class Difficulty(NamedTuple):
    """The ratings of a puzzle.

    Parameters
    ----------
    hardest : float
        The rating of the hardest step (ER).
    first_placement : float
        The rating of the hardest step up to the first that places a digit (EP).
    first_step : float
        The rating of the first step (ED).
    """

    hardest: float
    first_placement: float
    first_step: float

    def __str__(self) -> str:
        return " ".join(f"{rating:.1f}" for rating in self)


def rating_of(step: Step) -> float:
    """Return the rating of a step of Sudoku Explainer's rule book."""
    rating = TECHNIQUES[step.technique].rating if step.rating is None else step.rating
    if rating is None:
        raise ValueError(f"Sudoku Explainer does not rate {step.technique}")
    return rating


def difficulty(steps: Iterable[Step], *, solved: bool) -> Difficulty:
    """Return the ratings of a puzzle from the steps that solve it, or stop short of that.

    Parameters
    ----------
    steps : iterable of Step
        The steps of Sudoku Explainer's rule book, in order.
    solved : bool
        Whether they solve it.
    """
    hardest = first_placement = first_step = 0.0
    for step in steps:
        hardest = max(hardest, rating_of(step))
        first_step = first_step or hardest
        if step.placements and not first_placement:
            first_placement = hardest
    return Difficulty(hardest if solved else UNSOLVED, first_placement, first_step)
