"""A lesson: the text of the page on a technique."""

from __future__ import annotations

from typing import NamedTuple


class Lesson(NamedTuple):
    """The text of the page on a technique.

    Parameters
    ----------
    says : str
        A description of the pattern, and the step that follows from it.
    why : str
        The reason why the step follows.
    others : tuple of str
        Its other names among players.
    """

    says: str
    why: str
    others: tuple[str, ...] = ()
