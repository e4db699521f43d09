"""Lines of the `line` format that stand beside its puzzles: comments, and titles in words.

::

    # easy ones                            comments, in every format that has lines
    % easy ones
    // easy ones
    ; easy ones
    Puzzle 3 of 10, very hard              a title: words, and few digits
    Hardest 17-clue sudokus:
    no puzzle                              none: it holds the place of a puzzle
    53..7....6  too short                  none: it may be a damaged one

An answer stands in the place of its puzzle, so whatever may have been one is no aside.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from lowbit.alphabets import digits_by_character
from lowbit.formats.lines.item_lines import begins_with_item
from lowbit.formats.text import is_comment

if TYPE_CHECKING:
    from lowbit.geometry import Geometry

MARKS: Final = "%/;"
"""The characters that begin comments besides `#`, which alone needs no closer look."""

LONGEST_NUMBER: Final = 4
"""The most digits and blanks of a title in a row: those of a year."""

LONGEST_WORD: Final = 30
"""The most bytes of a word of a title."""

LONGEST_TITLE: Final = 120
"""The most characters of a title, fewer than a puzzle in letters has."""

PLACEHOLDERS: Final = frozenset(
    ("error", "invalid", "missing", "n/a", "na", "nan", "nil", "no", "none", "not", "null")
)
"""The first words of lines in the place of a missing puzzle."""

_WORD = re.compile(r"[^\W\d_]{3,}|[^\W\d_a-zA-Z]{2,}")
_CELLS = re.compile(rf"[\d.*_?]{{{LONGEST_NUMBER + 1}}}|\d--|--\d")
_REMARK = re.compile(r"\t|#(?:\s|$)")
"""A separator of a puzzle and its remark, which no title contains."""


def is_aside(text: str, board: Geometry) -> bool:
    """Return whether a line is empty, a comment or a title."""
    if _CELLS.match(text):
        return False  # as most lines begin, and neither of them
    return is_comment(text) or is_title(text, board)


def is_title(text: str, board: Geometry) -> bool:
    """Return whether a line is made of words, so that no puzzle can be meant.

    Examples
    --------
    >>> from lowbit.geometry import CLASSIC
    >>> lines = ("Puzzle 3 of 10, very hard", "My puzzles", "Easy:", "Easy", "no puzzle", "53..7 x")
    >>> [is_title(line, CLASSIC) for line in lines]
    [True, True, True, False, False, False]
    """
    text = text.strip()
    words = text.split()
    if not words or len(text) > LONGEST_TITLE or words[0].lower().rstrip(":,;") in PLACEHOLDERS:
        return False
    if begins_with_item(text):
        return False
    is_marked = text.endswith(":") or text.startswith(";")
    if (len(words) == 1 and not is_marked) or not _WORD.search(text):
        return False
    if _REMARK.search(text) or _CELLS.search(text) or _is_quoted(text):
        return False
    letters = [*filter(str.isalpha, text)]
    return (
        2 * len(letters) >= sum(map(len, words))
        and max(len(word.encode(errors="surrogateescape")) for word in words) <= LONGEST_WORD
        and not digits_by_character(board.symbols).keys() >= set(letters)
    )


def _is_quoted(text: str) -> bool:
    """Return whether a line begins as the cells of a puzzle in quotes do."""
    return text[0] in "\"'"
