"""Lessons: what each technique says, why it is true, and its other names."""

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
"""What each technique says, by its slug."""


def lesson(slug: str) -> Lesson:
    """Return what a technique says and why it is true.

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
