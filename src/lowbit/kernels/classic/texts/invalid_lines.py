"""Lines that are plainly no puzzle, and why: in words that `lowbit.formats.lines.line` has, too.

::

    53..7.x.. 1    a character that is no cell: column 7, "'x' is not a digit or blank"
    53..7....      all are cells, but not as many as a puzzle has

Only lines with one possible meaning are answered here: as cells that are set apart, as numbers,
quoted, or with pencilmarks. So most junk is answered without a line of Python.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from lowbit.errors import GridError
from lowbit.formats.lines.asides import LONGEST_NUMBER, LONGEST_WORD, MARKS
from lowbit.formats.puzzle import parse_puzzle
from lowbit.formats.puzzle_texts import LENGTHS_OF_JIGSAWS
from lowbit.formats.text import END
from lowbit.geometry import CLASSIC
from lowbit.kernels.classic.layout import N_CELLS
from lowbit.kernels.classic.search import BAD_CELL
from lowbit.kernels.classic.texts.characters import MASK_OF, WIDE, copy, ends_word, write_number
from lowbit.kernels.classic.texts.utf8 import LAST_ASCII, character_at, is_printed, n_characters
from lowbit.kernels.core.compile import part

if TYPE_CHECKING:
    from lowbit.kernels.core.arrays import Bytes

N_MARKS: Final = N_CELLS * CLASSIC.size
"""The characters of a puzzle with pencilmarks."""

LONGEST_FIELD: Final = len("5.0")
"""The most characters of a cell that is set apart from others."""

SHORTEST_ROW: Final = N_CELLS - 1
"""The fewest characters between cells that are set apart."""

END_OF_INPUT: Final = np.frombuffer(END.encode(), np.uint8)
QUOTE, APOSTROPHE = b"\"'"
PERCENT, SLASH, SEMICOLON = MARKS.encode()
BLANK, FIRST_CAPITAL, LAST_CAPITAL = b".AZ"

IS_SIGN: Final = np.isin(np.arange(256), list(b"~:{=<>^v"))
"""Bytes that are signs of constraints, wherever they stand."""

SHORTEST_ITEM: Final = len(".Windoku")
"""No text of a puzzle with constraints is shorter."""

IS_JIGSAW: Final = np.isin(np.arange(LENGTHS_OF_JIGSAWS[-1] + 2), LENGTHS_OF_JIGSAWS)
"""Lengths of texts of cells and as many regions."""

PREFIX: Final = 3
BEGINNINGS: Final = np.array([list(text) for text in (b"N4I", b"scl", b"scf", b"ctc", b"fpu")])
"""The beginnings of other programs' payloads."""


def _reason(cells: str) -> str:
    """Return why characters are no puzzle."""
    try:
        parse_puzzle(cells, CLASSIC)
    except GridError as error:
        return error.reason
    return ""


def _wide(texts: list[str]) -> tuple[Bytes, Bytes]:
    """Return texts for `copy`, and how long they are."""
    encoded = [text.encode("latin-1") for text in texts]
    characters = np.array(encoded, WIDE).view(np.uint8).reshape(-1, WIDE.itemsize)
    return characters, np.array([len(text) for text in encoded], np.uint8)


COMPLAINTS, N_COMPLAINTS = _wide([f": {_reason(chr(byte))}" for byte in range(LAST_ASCII + 1)])
"""The reason given for each character of ASCII that is no cell."""

HAS_CELLS = _reason("").removesuffix("0")
IS_NO_CELL = _reason("x").removeprefix("'x")
LINE, COLUMN, LENGTH, QUOTING, NO_CELL = range(5)
PHRASES, N_PHRASES = _wide(["  # invalid: line ", ", column ", f": {HAS_CELLS}", ": '", IS_NO_CELL])
"""The words around the numbers of a reason."""


@part
def is_plainly_invalid(text: Bytes, at: int, start: int, end: int) -> bool:
    """Whether a line of plain text is no puzzle, and no other format has to be tried.

    It begins at `at`, its first word at `start`; it is neither a comment nor 81 cells in a row.
    """
    word_end = start
    while not ends_word(text[word_end]):
        word_end += 1
    size = n_characters(text, start, word_end)
    if text[start] in (QUOTE, APOSTROPHE) or size == N_MARKS:
        return False
    wrong = _first_wrong(text, start)
    if _may_be_aside(text, start, wrong, word_end):
        return False
    may_be_set_apart = size <= LONGEST_FIELD or start - at >= SHORTEST_ROW
    if may_be_set_apart and end - at >= SHORTEST_ROW:
        return False
    if _is_end_of_input(text, start, word_end) or _may_have_constraints(text, start, word_end):
        return False
    return ends_word(text[wrong]) or is_printed(character_at(text, wrong)[0])


@part
def _first_wrong(text: Bytes, start: int) -> int:
    """Return where the first byte stands that is no cell."""
    while MASK_OF[text[start]] != BAD_CELL:
        start += 1
    return start


@part
def _may_be_aside(text: Bytes, start: int, wrong: int, word_end: int) -> bool:
    """Whether the first word of a line lets `is_aside` of `lowbit.formats.lines.asides` say so."""
    if text[start] in (PERCENT, SLASH, SEMICOLON):
        return True
    return wrong - start <= LONGEST_NUMBER and word_end - start <= LONGEST_WORD


@part
def _may_have_constraints(text: Bytes, start: int, end: int) -> bool:
    """Whether `lowbit.formats.puzzle_texts.may_have_constraints` says so of a word."""
    if end - start < SHORTEST_ITEM:
        return False
    if IS_JIGSAW[min(end - start, IS_JIGSAW.size - 1)]:
        return True
    for place in range(start, end):
        if IS_SIGN[text[place]]:
            return True
        is_capital = FIRST_CAPITAL <= text[place + 1] <= LAST_CAPITAL
        if text[place] == BLANK and is_capital:
            return True
    for beginning in range(len(BEGINNINGS)):
        size = 0
        while size < PREFIX and text[start + size] == BEGINNINGS[beginning, size]:
            size += 1
        if size == PREFIX:
            return True
    return False


@part
def _is_end_of_input(text: Bytes, start: int, word_end: int) -> bool:
    if word_end - start != END_OF_INPUT.size:
        return False
    for place in range(END_OF_INPUT.size):
        if text[start + place] != END_OF_INPUT[place]:
            return False
    return True


@part
def write_reason(
    text: Bytes, at: int, start: int, end: int, number: int, out: Bytes, size: int
) -> int:
    """Write a line that is plainly invalid, and why it is; return where that ends."""
    wrong = _first_wrong(text, start)
    size = _say(LINE, out, copy(text, start, end, out, size))
    size = write_number(number, out, size)
    if ends_word(text[wrong]):
        return write_number(wrong - start, out, _say(LENGTH, out, size))
    size = write_number(wrong - at + 1, out, _say(COLUMN, out, size))
    byte = text[wrong]
    if byte <= LAST_ASCII:
        return copy(COMPLAINTS[byte], 0, N_COMPLAINTS[byte], out, size)
    width = character_at(text, wrong)[1]
    size = copy(text, wrong, wrong + width, out, _say(QUOTING, out, size))
    return _say(NO_CELL, out, size)


@part
def _say(phrase: int, out: Bytes, size: int) -> int:
    return copy(PHRASES[phrase], 0, N_PHRASES[phrase], out, size)
