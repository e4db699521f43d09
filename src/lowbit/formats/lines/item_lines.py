"""Texts of Interactive Sudoku Solver with an item a line: which lines are one puzzle.

::

    .Cage~10~R1C1~R1C2
    .Thermo~R3C1~R3C2~R3C3
    .~R5C5_3

Lines that follow each other are a puzzle if each is a single item, or describes the board and
nothing else. A line of several items is one by itself, as is whatever has a remark.
"""

from __future__ import annotations

import re
from itertools import groupby
from typing import TYPE_CHECKING, Final

from lowbit.formats.streams.stream import MAX_LINE

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from lowbit.formats.streams.stream import LineStream

ITEM: Final = re.compile(
    r"\s*(?:\.(?:[A-Za-z]*~[!-\-/-~]*|[A-Z][A-Za-z]+)"
    r"|(?:\.(?:Shape|NoBoxes|RegionSize|Jigsaw)(?:~[!-\-/-~]*)?)+)\s*"
)
"""A single item: a name, and arguments after tildes; a given has no name, some names no arguments.
Or several that describe the board."""

COMMENT: Final = re.compile(r"^\s*#.*$", re.MULTILINE)

USUAL_BOARD: Final = ".Shape~9x9"
"""The item of the board that a text without such an item is on."""


def is_item(text: str) -> bool:
    """Return whether a line is a single item, or nothing but a board.

    Examples
    --------
    >>> is_item(".Cage~10~R1C1~R1C2"), is_item(".AntiKnight"), is_item(".~R1C1_5~R2C2_3")
    (True, True, True)
    >>> is_item(".AntiKnight.AntiKing"), is_item(".Cage~10~R1C1~R1C2  # easy")
    (False, False)
    """
    return ITEM.fullmatch(text) is not None


def begins_with_item(text: str) -> bool:
    """Return whether a line begins with an item, alone or not, at a glance.

    Examples
    --------
    >>> begins_with_item(".AntiKnight.AntiKing"), begins_with_item("." * 81)
    (True, False)
    """
    return text[:1] == "." and (text[1:2] == "~" or text[1:2].isupper())


def items_after(lines: LineStream, first: str) -> list[str]:
    """Take the lines of the puzzle whose first item was the last line, and return them all.

    Raises
    ------
    FormatError
        If they have no end.
    """
    texts = [first]
    n_characters = len(first)
    for text in lines:
        if not is_item(text):
            lines.push_back(text)
            break
        texts.append(text)
        n_characters += len(text)
        if n_characters > MAX_LINE:
            raise lines.failure(f"this puzzle is longer than {MAX_LINE} characters")
    return texts


def with_items_joined(lines: Iterable[str]) -> Iterator[str]:
    """Yield lines, and in place of those that are a puzzle together all of it.

    Examples
    --------
    >>> list(with_items_joined([".Cage~5~R1C1~R1C2", ".~R1C3_1", "", ".AntiKing"]))
    ['.Cage~5~R1C1~R1C2.~R1C3_1', '', '.AntiKing']
    """
    for are_items, group in groupby(lines, is_item):
        if are_items:
            yield "".join(map(str.strip, group))
        else:
            yield from group


def unwrapped(text: str) -> str:
    r"""Return a text without white space, and without lines that are comments.

    Examples
    --------
    >>> unwrapped("# by me\n.Cage~5~R1C1~R1C2\n.~R1C3_1\n")
    '.Cage~5~R1C1~R1C2.~R1C3_1'
    """
    return "".join((COMMENT.sub("", text) if "#" in text else text).split())


def apart(text: str) -> str:
    """Return a puzzle on a line so that it is one by itself, whatever lines stand around it.

    Examples
    --------
    >>> apart(".Cage~5~R1C1~R1C2"), apart(".AntiKnight.AntiKing")
    ('.Shape~9x9.Cage~5~R1C1~R1C2', '.AntiKnight.AntiKing')
    """
    return f"{USUAL_BOARD}{text}" if is_item(text) else text
