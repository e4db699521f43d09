"""Puzzles with constraints as text: other programs' links, texts and JSON, and lowbit's JSON.

To add one, write a module, or a package, with a `PuzzleFormat` called `FORMAT`, and list it in the
registry.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lowbit.arguments import unknown
from lowbit.errors import FormatError, UnknownFormatError
from lowbit.formats.variants.links import is_link, unknown_link
from lowbit.formats.variants.puzzle_format import PuzzleFormat
from lowbit.formats.variants.registry import PUZZLE_FORMATS

if TYPE_CHECKING:
    from lowbit.puzzle import Puzzle

__all__ = ["PUZZLE_FORMATS", "PuzzleFormat", "puzzle_format_of"]


def puzzle_in(
    text: str,
    format: str | None = None,  # noqa: A002 - as above
) -> Puzzle:
    """Return the puzzle of a text in one of these formats.

    Raises
    ------
    InputError
        As `lowbit.read_puzzle`.
    """
    require_text(text)
    chosen = puzzle_format(puzzle_format_of(text) if format is None else format)
    try:
        return chosen.read(text.strip())
    except RecursionError:
        raise FormatError("this text is nested too deep") from None


def left_out_of(text: str, format: str | None = None) -> str:  # noqa: A002 - as above
    """Return in words what is only drawn in a text that was read, and what a player wrote.

    Examples
    --------
    >>> left_out_of('{"grid": [[{"value": 1, "given": true}, {"value": 2}]]}')
    "a player's digits (r1c2 is 2) are left out: the puzzle is what was given"
    """
    text = text.strip()
    forms = [PUZZLE_FORMATS[format]] if format else PUZZLE_FORMATS.values()
    found = next((form for form in forms if form.recognises(text)), None)
    return found.left_out(text) if found and found.left_out else ""


def puzzle_format_of(text: str) -> str:
    """Return the name of the format that a text is in.

    Parameters
    ----------
    text : str
        As `read_puzzle` takes it.

    Raises
    ------
    UnknownFormatError
        If it is in none, or no text.

    Examples
    --------
    >>> puzzle_format_of(".Cage~10~R1C1~R1C2")
    'iss'
    """
    require_text(text)
    text = text.strip()
    for form in PUZZLE_FORMATS.values():
        if form.recognises(text):
            return form.name
    if is_link(text):
        raise UnknownFormatError(unknown_link(text))
    known = "".join(f"\n  {form.name}: {form.says}" for form in PUZZLE_FORMATS.values())
    raise UnknownFormatError(f"{text[:40]!r} is a puzzle in none of these formats:{known}")


def require_text(text: object) -> None:
    """Raise unless a text is one."""
    if not isinstance(text, str):
        raise UnknownFormatError(f"a puzzle is read from a str, not from {type(text).__name__}")


def puzzle_format(name: str) -> PuzzleFormat:
    """Return the format with this name."""
    if name not in PUZZLE_FORMATS:
        raise UnknownFormatError(unknown("format", name, PUZZLE_FORMATS))
    return PUZZLE_FORMATS[name]
