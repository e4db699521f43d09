"""A lesson: the text of the page on a technique."""

from __future__ import annotations

from typing import NamedTuple


class Lesson(NamedTuple):
    """What a page on a technique says.

    Parameters
    ----------
    says : str
        What the pattern is, and what follows from it.
    why : str
        Why it follows.
    others : tuple of str
        Its other names among players.
    """

    says: str
    why: str
    others: tuple[str, ...] = ()
