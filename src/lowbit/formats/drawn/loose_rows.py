"""Rows of grids as other programs and people write them, among other text.

::

    [[5 3 0 0 7 0 0 0 0]             | 7   6 |       |     6 |       1: 5 3 . . 7 . . . .
    {5,3,0,0,7,0,0,0,0},             │ 5 │ 3 │   │   │ 7 │ ...       Commands
    5 3 ? ? **7** ? ? ? ?            5️⃣3️⃣⬜⬜7️⃣⬜⬜⬜⬜
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import groupby, pairwise
from typing import TYPE_CHECKING, Final, NamedTuple

from lowbit.alphabets import digits_by_character
from lowbit.cells import RULES
from lowbit.errors import GridError
from lowbit.lookalikes import EMPTY, are_cells, plain

if TYPE_CHECKING:
    from lowbit.geometry import Geometry

MARKED: Final = re.compile(
    r"</?[A-Za-z][^<>]*>|<([0-9A-Z]{1,2})>|(?<![*_])([*_]{1,3})([0-9A-Z]{1,2}(?: [0-9A-Z]{1,2})*)\2"
)
"""A tag, or cells that are marked: ``<5>``, ``*5*``, ``**5 3**``."""

BARS: Final = re.compile("[|¦│┃║╎╏]")
BRACKETS: Final = str.maketrans(dict.fromkeys("()[]{}\"'`\u2018\u2019\u201c\u201d", " "))
BETWEEN: Final = re.compile(
    rf"[\s,;:!=<>()\[\]{{}}\"'`\u2018-\u201f/\\{re.escape(RULES.replace('-', ''))}]+"
)
"""The separators of the words of a row."""

OPENING: Final = re.compile(r"[\[({=]")
LABEL: Final = re.compile(
    r"\s*(?:row\s*)?(?P<label>[0-9]{1,2}|[A-Za-z])\s*[:.)\]|│]\s*", re.IGNORECASE
)
"""A label at the start of a row: its number or letter."""

FLOAT: Final = re.compile(r"([0-9]{1,2})\.0*")
EXPONENT: Final = re.compile(r"(?<=[0-9]\.0)0*e\+?0+\b")
"""The exponent that NumPy's `savetxt` writes behind a digit and ``.0``."""

TWO_DIGITS: Final = re.compile(r"[0-9]{2}")
A_NUMBER: Final = re.compile(r"[0-9]{1,2}|\.{1,2}")

LONGEST_ROW: Final = 2048
"""A row is no longer: 25 cells of 25 candidates are 700 characters, with rules between them."""

READ_AGAIN: Final = 16
"""The number of lines whose words are kept: the same line is tried on several boards."""

RowReader = Callable[[str, "Geometry"], "str | None"]


class LooseRow(NamedTuple):
    """The cells of a row, and the text around them.

    Attributes
    ----------
    cells : str
        A character a cell, or a symbol a candidate.
    label : str
        The number or letter of the row, if it has one.
    left_out : str
        The words that are no cells.
    is_behind : bool
        Whether such a word stands before the cells, and no bracket between.
    """

    cells: str
    label: str = ""
    left_out: str = ""
    is_behind: bool = False


def loose_row(text: str, board: Geometry, strict: RowReader) -> LooseRow | None:
    """Return the row that a line holds among other things; None if it holds none.

    Parameters
    ----------
    text : str
        The line.
    board : Geometry
        The board.
    strict : callable
        Reads a row that holds nothing else.

    Examples
    --------
    >>> from lowbit.formats.drawn.board import drawn_row
    >>> from lowbit.geometry import CLASSIC
    >>> loose_row(" [5 3 0 0 7 0 0 0 0],", CLASSIC, drawn_row).cells
    '530070000'
    >>> loose_row("| 7   6 |       |     6 |  Menu", CLASSIC, drawn_row)
    LooseRow(cells='7 6     6', label='', left_out='Menu', is_behind=False)
    """
    if not board.is_rectangle or len(text) > LONGEST_ROW:
        return None
    for view in _views(text):
        if not _may_hold_row(view, board):
            continue
        found = _row_of(view, board, strict)
        if found:
            return found
        if label := LABEL.match(view):
            found = _row_of(view[label.end() :], board, strict)
            if found:
                return found._replace(label=label["label"])
    return None


def may_be_row(text: str, board: Geometry) -> bool:
    """Return whether a line may be a row or hold one, at a glance.

    Examples
    --------
    >>> from lowbit.geometry import CLASSIC
    >>> may_be_row("5,3,,,7,,,,", CLASSIC), may_be_row("a line of words", CLASSIC)
    (True, False)
    """
    if len(text) > LONGEST_ROW:
        return False
    return not board.is_rectangle or any(_may_hold_row(view, board) for view in _views(text))


def _may_hold_row(view: str, board: Geometry) -> bool:
    """Whether a line has bars, enough cells, or nothing that does not belong to a row."""
    if len(view) < board.n_columns - 1:  # as many signs between blank cells
        return False
    if len(BARS.findall(view)) > 1:
        return True
    n_cells = sum(len(word) for _, word in _words(view) if are_cells(word, board))
    return n_cells >= board.n_columns or _of_rows(board.symbols).issuperset(LABEL.sub("", view, 1))


@lru_cache
def _of_rows(symbols: str) -> frozenset[str]:
    """Return the characters of rows that hold nothing else; a blank may be ``nan``."""
    usual = f"{RULES} \t,;\r\nunaNA{''.join(map(chr, BRACKETS))}"
    return frozenset(usual) | digits_by_character(symbols).keys()


def is_nearly_row(text: str, board: Geometry, most_missing: int) -> bool:
    """Return whether a line is meant as a row, though it is none.

    Examples
    --------
    >>> from lowbit.geometry import CLASSIC
    >>> is_nearly_row("5 3 . . 7 . . . x", CLASSIC, 2), is_nearly_row("Grid 01", CLASSIC, 2)
    (True, False)
    """
    table = digits_by_character(board.symbols)
    n_cells = len([c for c in text if c in table])
    if 2 * n_cells < board.n_columns:
        return False
    n_words = len([word for word in BETWEEN.split(text) if word])
    is_near = abs(n_cells - board.n_columns) <= most_missing or n_words == board.n_columns
    others = (c for c in text if c not in table and not BETWEEN.match(c) and c not in RULES)
    return is_near and 2 * len(list(others)) <= n_cells


@lru_cache(READ_AGAIN)
def _views(text: str) -> tuple[str, ...]:
    """Return a line in plain characters, and without marks of single cells if it has any."""
    text = EXPONENT.sub("", plain(text))
    unmarked = MARKED.sub(_inside, text)
    return (text,) if unmarked == text else (text, unmarked)


def _inside(mark: re.Match[str]) -> str:
    return f" {mark[1] or mark[3] or ''} "


def _row_of(text: str, board: Geometry, strict: RowReader) -> LooseRow | None:
    for reading in (_alone, _between_bars, _in_boxes, _in_words):
        found = reading(text, board, strict)
        if found:
            return found
    return None


def _alone(text: str, board: Geometry, strict: RowReader) -> LooseRow | None:
    for bare in dict.fromkeys([text, text.translate(BRACKETS).strip(" \t,;")]):
        try:
            cells = strict(bare, board)
        except GridError:
            continue
        if cells:
            return LooseRow(cells)
    return None


def _between_bars(text: str, board: Geometry, strict: RowReader) -> LooseRow | None:
    """Return the row between the outermost bars, where other things stand beside them."""
    bars = list(BARS.finditer(text))
    if len(bars) < 2:
        return None
    start, end = bars[0].start(), bars[-1].end()
    found = _alone(text[start:end], board, strict)
    return found and found._replace(left_out=_words_of(text[:start], text[end:]))


def _in_boxes(text: str, board: Geometry, _strict: RowReader) -> LooseRow | None:
    """Return the row whose boxes stand between bars, where blanks are spaces."""
    bars = list(BARS.finditer(text))
    n_boxes = len(bars) - 1
    if n_boxes < 2 or board.n_columns % n_boxes:
        return None
    boxes = [text[one.end() : other.start()] for one, other in pairwise(bars)]
    width = board.n_columns // n_boxes
    inside = [_cells_in_box(box, width) for box in boxes]
    cells = "".join(inside)
    if "" in inside or not are_cells(cells, board):
        return None
    return LooseRow(cells, "", _words_of(text[: bars[0].start()], text[bars[-1].end() :]))


def _cells_in_box(box: str, width: int) -> str:
    """Return the characters in the places of cells; "" where others stand between them."""
    places = {
        2 * width + 1: range(1, 2 * width, 2),
        2 * width - 1: range(0, 2 * width, 2),
        width: range(width),
    }.get(len(box), range(0))
    between = "".join(box[place] for place in range(len(box)) if place not in places)
    return "" if between.strip() else "".join(box[place] for place in places)


def _in_words(text: str, board: Geometry, _strict: RowReader) -> LooseRow | None:
    """Return the row of the words that are cells, where they stand together."""
    words = _words(text)
    if board.size > 9 and any(TWO_DIGITS.fullmatch(word) for _, word in words):
        return _chosen(text, words, board, _number)
    readings = (_float, _usual, _any)
    rows = (_chosen(text, words, board, reading) for reading in readings)
    return next(filter(None, rows), None)


_WORD: Final = re.compile(rf"[^{BETWEEN.pattern[1:-2]}]+")


@lru_cache(READ_AGAIN)
def _words(text: str) -> tuple[tuple[int, str], ...]:
    """Return the words of a line with their places."""
    return tuple((found.start(), found[0]) for found in _WORD.finditer(text))


def _chosen(
    text: str,
    words: Sequence[tuple[int, str]],
    board: Geometry,
    reading: Callable[[str, Geometry], str],
) -> LooseRow | None:
    """Return the row of the words that are cells in one reading."""
    cells = [reading(word, board) for _, word in words]
    blocks = [
        list(places)
        for is_cell, places in groupby(range(len(words)), lambda at: bool(cells[at]))
        if is_cell
    ]
    if len(blocks) != 1 or len("".join(cells)) != board.n_columns:
        return None
    first = blocks[0][0]
    junk = [
        word for (_, word), cell in zip(words, cells, strict=True) if not cell and _is_word(word)
    ]
    before = text[words[first - 1][0] : words[first][0]] if first else ""
    is_behind = bool(first) and _is_word(words[first - 1][1]) and not OPENING.search(before)
    return LooseRow("".join(cells), "", " ".join(junk), is_behind)


def _is_word(text: str) -> bool:
    return any(map(str.isalnum, text))


def _float(word: str, board: Geometry) -> str:
    found = FLOAT.fullmatch(word)
    return _symbol(found[1], board) if found else ""


def _number(word: str, board: Geometry) -> str:
    if not A_NUMBER.fullmatch(word):
        return ""
    return _symbol(word, board) if word.isdigit() else EMPTY


def _symbol(number: str, board: Geometry) -> str:
    if int(number) > board.size:
        return ""
    return board.symbols[int(number) - 1] if int(number) else EMPTY


def _usual(word: str, board: Geometry) -> str:
    return word if all(map(digits_by_character(board.symbols).__contains__, word)) else ""


def _any(word: str, board: Geometry) -> str:
    return word if are_cells(word, board) else ""


def _words_of(*texts: str) -> str:
    """Return the texts that people would miss, joined: those with a letter or a digit."""
    return " ".join(text.strip() for text in texts if _is_word(text))
