"""The interface of formats of puzzles with constraints."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from lowbit.errors import FormatError
from lowbit.nesting import value_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from lowbit.grid import Grid
    from lowbit.puzzle import Puzzle


class PuzzleFormat(NamedTuple):
    """A way to write a puzzle with constraints as text.

    Attributes
    ----------
    name : str
        Its name for users.
    says : str
        A description for users.
    recognises : callable
        Whether a text looks like this format.
    read : callable
        Turns a text into a puzzle.
    write : callable
        Turns a puzzle into a text; raises FormatError if the format cannot express it.
    write_solved : callable, optional
        As `write`, but with the solution; for formats that have a place for it.
    left_out : callable, optional
        Returns in words what is only drawn in a text that was read, and the digits and marks of a
        player; for formats that have a place for them.
    """

    name: str
    says: str
    recognises: Callable[[str], bool]
    read: Callable[[str], Puzzle]
    write: Callable[[Puzzle], str]
    write_solved: Callable[[Puzzle, Grid], str] | None = None
    left_out: Callable[[str], str] | None = None


def carried_object(text: str) -> dict[str, Any]:
    """Return the object of JSON that a link carries.

    Raises
    ------
    FormatError
        If it carries something else.

    Examples
    --------
    >>> carried_object('{"size": 9}')
    {'size': 9}
    """
    data = json_object(text)
    if data is None:
        raise FormatError(f"the link carries no object of JSON, but {text[:40]!r}")
    return data


def json_object(text: str) -> dict[str, Any] | None:
    """Return a text as a JSON object; None if it is not one.

    Examples
    --------
    >>> json_object('{"size": 9}'), json_object("[1]"), json_object(".Cage~10~R1C1")
    ({'size': 9}, None, None)
    """
    if not text.lstrip().startswith("{") or not text.rstrip().endswith("}"):
        return None  # at a glance: each form asks this of a line
    try:
        found = value_of(text)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None
