"""The drawing of a kind of constraint: a mark that pictures know, its colour, a note, a caption."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, TypeAlias

Note: TypeAlias = str | Callable[[Any], str]
"""A text, or the text for a constraint."""


class Drawing(NamedTuple):
    """The drawing of a kind of constraint; by default a cage, and the constraint in words.

    Attributes
    ----------
    mark : str or None
        One of `lowbit.pictures.variants.marks.MARKS`; None if the caption says it all.
    color : str or callable
        The name of an ink, for marks that come in several.
    note : str or callable
        The text at the mark.
    caption : str, callable or None
        The text below the board; None for all that the constraint names, empty where the picture
        says it.
    """

    mark: str | None = "cage"
    color: Note = "grey"
    note: Note = ""
    caption: str | Callable[[Any], str | None] | None = None


def line(color: Note, note: Note = "", caption: str = "") -> Drawing:
    """Return the drawing of a line of a colour."""
    return Drawing("line", color, note, caption)


def clue(note: Note, caption: str) -> Drawing:
    """Return the drawing of a clue outside the board."""
    return Drawing("clue", note=note, caption=caption)


def number_of(field: str, usual: int | None = None) -> Callable[[Any], str]:
    """Return a function that notes the number in a field, unless it is None or the usual one."""

    def note(one: Any) -> str:  # noqa: ANN401 - a constraint that has the field
        number = getattr(one, field)
        return "" if number in {None, usual} else str(number)

    return note
