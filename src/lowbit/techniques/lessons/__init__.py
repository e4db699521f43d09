"""Lessons: the argument of each technique, its proof, and its other names."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lowbit.techniques.lessons import basics, chains, fish, sets, uniqueness
from lowbit.techniques.registry import technique_named

if TYPE_CHECKING:
    from lowbit.techniques.lessons.lesson import Lesson

LESSONS: dict[str, Lesson] = {
    slug: lesson
    for part in (basics, fish, uniqueness, chains, sets)
    for slug, lesson in part.LESSONS.items()
}
"""The lesson on each technique, by its slug."""


def lesson(slug: str) -> Lesson:
    """Return the lesson on a technique: its argument, and why it is true.

    Raises
    ------
    InputError
        If there is no such technique.

    Examples
    --------
    >>> lesson("naked-pair").why
    'The two cells need two different digits, so they use up both.'
    """
    return LESSONS[technique_named(slug).slug]
