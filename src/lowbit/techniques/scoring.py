"""HoDoKu's score and level of a puzzle, from the steps that its rule book takes."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from lowbit.techniques.registry import technique_named

if TYPE_CHECKING:
    from collections.abc import Iterable

LEVELS = ("easy", "medium", "hard", "unfair", "extreme")

MOST = {"easy": 800, "medium": 1000, "hard": 1600, "unfair": 1800}
"""The highest score of each level; the next level begins above it."""


class Score(NamedTuple):
    """The sum of the scores of all steps, and the level of the puzzle."""

    score: int
    level: str


def hodoku_score(slugs: Iterable[str]) -> Score:
    """Return the score and level of a way to the solution.

    Parameters
    ----------
    slugs : iterable of str
        The technique of each step, as the rule book ``hodoku`` takes them.

    Raises
    ------
    InputError
        If there is no technique of one of the slugs.

    Examples
    --------
    >>> hodoku_score(["full-house", "x-wing"])
    Score(score=144, level='hard')
    >>> hodoku_score(["hidden-single"] * 60)
    Score(score=840, level='medium')
    """
    score, hardest = 0, 0
    for slug in slugs:
        technique = technique_named(slug)
        score += technique.score or 0
        hardest = max(hardest, LEVELS.index(technique.level or LEVELS[0]))
    while score > MOST.get(LEVELS[hardest], score):
        hardest += 1
    return Score(score, LEVELS[hardest])
