"""Texts of Interactive Sudoku Solver over several lines: which lines are one puzzle.

::

    .Shape~6x6
    .Cage~10~R1C1~R1C2
    .Or
    .Thermo~R3C1~R3C2~R3C3
    .Thermo~R3C3~R3C2~R3C1
    .End
    .~R5C5_3

A line of a single item begins a puzzle, and lines of single items go on with it; a group counts as
one, on a line or from its name to its `.End`. Lines that describe the board and nothing else are
items, too. Another puzzle begins with a second `.Shape`, or with a given for a cell that has one. A
line of several items is one by itself, as is whatever has a remark.
"""

from __future__ import annotations

import re
from itertools import accumulate
from typing import TYPE_CHECKING, Final

from lowbit.formats.streams.stream import MAX_LINE

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from lowbit.formats.streams.stream import LineStream

BOARD: Final = r"(?:\s*\.(?:Shape|NoBoxes|RegionSize|Jigsaw)(?:~[!-\-/-~]*)?)+"
"""Items that describe the board."""

ITEM: Final = re.compile(rf"\s*(?:\.(?:[A-Za-z]*~[!-\-/-~]*|[A-Z][A-Za-z]+)|{BOARD})\s*")
"""A single item: a name, and arguments after tildes; a given has no name, some names no arguments.
Or several that describe the board."""

SHAPE: Final = re.compile(r"\.Shape(?![A-Za-z])")
"""The item that a puzzle has once."""

GROUP_ENDS: Final = re.compile(r"\.(?:(Or|And|Replicate)|End)(?![A-Za-z])")
"""The name of a group, or its end."""

WORDS_OF_ITEMS: Final = re.compile(r"\.[!-~]*(?:\s+\.(?=~|[A-Z])[!-~]*)*")
"""Items side by side, or with white space between."""

ITEMS: Final = re.compile(rf"\s*{WORDS_OF_ITEMS.pattern}\s*")
"""A line of items, without a remark."""

COMMENT: Final = re.compile(r"^\s*#.*$", re.MULTILINE)

USUAL_BOARD: Final = ".Shape~9x9"
"""The item of the board that a text without such an item is on."""


def is_item(text: str) -> bool:
    """Return whether a line is a single item, a group and nothing else, or nothing but a board.

    Examples
    --------
    >>> is_item(".Cage~10~R1C1~R1C2"), is_item(".AntiKnight"), is_item(".~R1C1_5~R2C2_3")
    (True, True, True)
    >>> is_item(".Or.AntiKnight.AntiKing.End"), is_item(".Shape~6x6.NoBoxes")
    (True, True)
    >>> is_item(".AntiKnight.AntiKing"), is_item(".Cage~10~R1C1~R1C2  # easy")
    (False, False)
    """
    return ITEM.fullmatch(text) is not None or _is_group(text)


def begins_puzzle(text: str) -> bool:
    """Return whether the puzzle of a line may go on below it: an item, or a group without its end.

    Examples
    --------
    >>> begins_puzzle(".AntiKing"), begins_puzzle(".AntiKing.Or.X~R1C1~R1C2")
    (True, True)
    >>> begins_puzzle(".AntiKnight.AntiKing")
    False
    """
    return begins_with_item(text.lstrip()) and (is_item(text) or _leaves_open(text))


def begins_with_item(text: str) -> bool:
    """Return whether a line begins with an item, alone or not, at a glance.

    Examples
    --------
    >>> begins_with_item(".AntiKnight.AntiKing"), begins_with_item("." * 81)
    (True, False)
    """
    return text[:1] == "." and (text[1:2] == "~" or text[1:2].isupper())


class PuzzleLines:
    """The lines of one puzzle, as far as they have been taken.

    Parameters
    ----------
    first : str
        The line that begins it.

    Examples
    --------
    >>> lines = PuzzleLines(".Or")
    >>> [lines.takes(text) for text in (".X~R1C1~R1C2.V~R2C1~R2C2", ".End", ".~R5C5_3", ".~R5C5_4")]
    [True, True, True, False]
    """

    def __init__(self, first: str) -> None:
        self.texts: list[str] = []
        self._depth = 0
        self._given: set[str] = set()
        self._add(first)

    def takes(self, text: str) -> bool:
        """Return whether the next line is of the same puzzle, and take it then."""
        if self._depth > 0:
            is_more = ITEMS.fullmatch(text) is not None
        else:
            is_more = begins_puzzle(text) and not self._ends_before(text)
        if is_more:
            self._add(text)
        return is_more

    def _ends_before(self, text: str) -> bool:
        """Whether another puzzle begins with an item: a second shape, or given of a cell."""
        if SHAPE.search(text) and any(map(SHAPE.search, self.texts)):
            return True
        return not self._given.isdisjoint(_given_in(text))

    def _add(self, text: str) -> None:
        if not self._depth:
            self._given |= _given_in(text)
        self.texts.append(text)
        self._depth += (_depths(text) or [0])[-1]


def _given_in(text: str) -> set[str]:
    """Return the cells of a line of givens."""
    text = text.strip()
    if not text.startswith(".~"):
        return set()
    return {said.partition("_")[0].upper() for said in text[2:].split("~") if said}


def _depths(text: str) -> list[int]:
    """Return how many groups are open behind each name and each end of one in a line of items."""
    if not ITEMS.fullmatch(text):
        return []
    return list(accumulate(1 if name else -1 for name in GROUP_ENDS.findall(text)))


def _leaves_open(text: str) -> bool:
    """Return whether a group has its end below the line."""
    depths = _depths(text)
    return bool(depths) and depths[-1] > 0


def _is_group(text: str) -> bool:
    """Return whether a line is one group, from its name to its end."""
    text = text.strip()
    if not GROUP_ENDS.match(text) or not text.endswith(".End"):
        return False
    depths = _depths(text)
    return bool(depths) and 0 not in depths[:-1] and depths[-1] == 0


def items_after(lines: LineStream, first: str) -> list[str]:
    """Take the lines of the puzzle whose first item was the last line, and return them all.

    Raises
    ------
    FormatError
        If they have no end.
    """
    puzzle = PuzzleLines(first)
    n_characters = len(first)
    for text in lines:
        if not puzzle.takes(text):
            lines.push_back(text)
            break
        n_characters += len(text)
        if n_characters > MAX_LINE:
            raise lines.failure(f"this puzzle is longer than {MAX_LINE} characters")
    return puzzle.texts


def with_items_joined(lines: Iterable[str]) -> Iterator[str]:
    """Yield lines, and in place of those that are a puzzle together all of it.

    Examples
    --------
    >>> list(with_items_joined([".Cage~5~R1C1~R1C2", ".~R1C3_1", "", ".AntiKing"]))
    ['.Cage~5~R1C1~R1C2.~R1C3_1', '', '.AntiKing']
    """
    puzzle: PuzzleLines | None = None
    for text in lines:
        if puzzle and puzzle.takes(text):
            continue
        if puzzle:
            yield "".join(map(str.strip, puzzle.texts))
        puzzle = PuzzleLines(text) if begins_puzzle(text) else None
        if not puzzle:
            yield text
    if puzzle:
        yield "".join(map(str.strip, puzzle.texts))


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
