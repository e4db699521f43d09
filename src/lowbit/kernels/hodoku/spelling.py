"""Steps that were written down, as text: ``naked pair: subset 12 r1c12 (row 1) => r1c4<>2``.

The words come from outside, as a `Vocabulary`; their order is here. A technique tells its reason
in one of a few ways:

    TOLD_BY_CELLS    what plays each role, with its digits, and the houses
    TOLD_BY_PLACE    a digit in a house, or a cell
    TOLD_BY_LINES    a digit, the lines that hold it, those that cover it, and the fins
    TOLD_BY_CHOICE   the digits to choose from, and their cell
    TOLD_BY_LACK     a cell without a candidate, or a digit without a place

A step without marks is told by its name and effect.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from lowbit.kernels.core.bits import lowest
from lowbit.kernels.core.compile import kernel, routine
from lowbit.kernels.hodoku.steps import (
    CANDIDATES,
    HOUSE,
    IS_BASE,
    IS_COVER,
    IS_FIN,
    MARKED,
    N_ELIMINATED,
    N_MARKED,
    N_PLACED,
    ROLES,
    TECHNIQUE,
    WHOLE_CELL,
)
from lowbit.kernels.hodoku.tables import N_CELLS, N_HOUSES, SIZE
from lowbit.kernels.hodoku.transcript import EVENTS

if TYPE_CHECKING:
    from lowbit.kernels.core.arrays import Bytes, Number, Numbers, Words

TOLD_BY_CELLS, TOLD_BY_PLACE, TOLD_BY_LINES, TOLD_BY_CHOICE, TOLD_BY_LACK = range(5)

OF_ROLES: Final = len(EVENTS)
OF_HOUSES: Final = OF_ROLES + len(ROLES)
OF_PHRASES: Final = OF_HOUSES + N_HOUSES
"""The first of each kind of words in a vocabulary; before them come the names of the events."""

COLON, ARROW, COMMA, IN, NOT, NO, NO_CANDIDATE, OPENING, CLOSING = range(OF_PHRASES, OF_PHRASES + 9)
"""The words between others."""

BLANK: Final = ord(" ")
ONE: Final = ord("1")
EQUAL: Final = ord("=")
AND: Final = ord(",")
FIN: Final = ord("f")
ROW_LETTER, COLUMN_LETTER = ord("r"), ord("c")
LETTERS: Final = np.frombuffer(b"rcb", np.uint8)
"""The letters of rows, columns and boxes."""

MOST_LETTERS: Final = 24
"""A record has at most so many letters a word: the four words of its head stand for the name and
all between, any other for a role, a candidate and a comma."""

LONGEST_NAME: Final = CANDIDATES * MOST_LETTERS // 2
"""The most letters of a name, so that this holds."""


class Vocabulary(NamedTuple):
    """The words of texts.

    Attributes
    ----------
    letters : uint8[m]
        All words, one after the other.
    ends : int64[w + 1]
        Where each ends, 0 in front: the names of `EVENTS`, then roles, houses and phrases.
    ways : int64[e]
        How each event tells its reason.
    """

    letters: Bytes
    ends: Words
    ways: Words


class Sheet(NamedTuple):
    """The sheet that a thread writes on, and its scratch.

    Attributes
    ----------
    text : uint8[:]
        The letters.
    digits : int64[81]
        Zeroed scratch: the digits of each cell.
    columns : int64[9]
        Likewise: the columns of each row.
    """

    text: Bytes
    digits: Words
    columns: Words


def new_sheet(room: int) -> Sheet:
    """Return an empty sheet for so many letters."""
    return Sheet(np.empty(room, np.uint8), np.zeros(N_CELLS, np.int64), np.zeros(SIZE, np.int64))


@kernel
def spell(
    words: Numbers,
    ends: Words,
    firsts: Words,
    counts: Words,
    vocabulary: Vocabulary,
    between: int,
    sheet: Sheet,
    text_ends: Words,
) -> None:
    """Write the steps of some puzzles as text.

    Parameters
    ----------
    words, ends
        The records, and where each ends, see `lowbit.kernels.hodoku.records`.
    firsts, counts : int64[n]
        The first step of each puzzle, and how many there are.
    vocabulary : Vocabulary
    between : int
        The letter between steps.
    sheet : Sheet
        Has room for the text.
    text_ends : int64[n]
        Where the text of each puzzle ends.
    """
    at: Number = 0
    for row in range(firsts.size):
        for step in range(firsts[row], firsts[row] + counts[row]):
            if step > firsts[row]:
                sheet.text[at] = between
                at += 1
            at = _write_step(sheet, at, words, ends[step], vocabulary)
        text_ends[row] = at


@routine
def _write_step(
    sheet: Sheet, at: Number, words: Numbers, head: Number, vocabulary: Vocabulary
) -> Number:
    """Write the step whose record begins at `head`; return where its text ends."""
    technique = np.int64(words[head + TECHNIQUE])
    n_placed, n_eliminated = np.int64(words[head + N_PLACED]), np.int64(words[head + N_ELIMINATED])
    placed = head + CANDIDATES
    eliminated = placed + n_placed
    marked = eliminated + n_eliminated
    end = marked + np.int64(words[head + N_MARKED])
    at = _say(sheet, at, vocabulary, technique)
    if marked < end:
        at = _say(sheet, at, vocabulary, COLON)
        at = _write_reason(sheet, at, words, marked, end, vocabulary.ways[technique], vocabulary)
    if n_placed + n_eliminated:
        at = _say(sheet, at, vocabulary, ARROW)
        at = _write_placed(sheet, at, words, placed, eliminated, vocabulary)
        if n_placed and n_eliminated:
            at = _say(sheet, at, vocabulary, COMMA)
        at = _write_eliminated(sheet, at, words, eliminated, marked, vocabulary)
    return at


@routine
def _write_reason(
    sheet: Sheet,
    at: Number,
    words: Numbers,
    first: Number,
    end: Number,
    way: Number,
    vocabulary: Vocabulary,
) -> Number:
    if way == TOLD_BY_PLACE:
        return _write_place(sheet, at, words, first, end, vocabulary)
    if way == TOLD_BY_LINES:
        return _write_lines(sheet, at, words, first, end)
    if way == TOLD_BY_CHOICE:
        return _write_choice(sheet, at, words, first, end, vocabulary)
    if way == TOLD_BY_LACK:
        return _write_lack(sheet, at, words, first, end, vocabulary)
    return _write_roles(sheet, at, words, first, end, vocabulary)


@routine
def _write_roles(
    sheet: Sheet, at: Number, words: Numbers, first: Number, end: Number, vocabulary: Vocabulary
) -> Number:
    """Write ``subset 12 r1c12 (row 1)``: roles and houses in the order in which they come up."""
    roles: Number = 0
    houses: Number = 0
    for place in range(first, end):
        role, what = _role_at(words, place), _what_at(words, place)
        if what < HOUSE and roles >> role & 1 == 0:
            if roles:
                at = _say(sheet, at, vocabulary, COMMA)
            roles |= 1 << role
            at = _say(sheet, at, vocabulary, OF_ROLES + role)
            at = _write_role(sheet, at, words, place, end, role)
    for place in range(first, end):
        house = _what_at(words, place) - HOUSE
        if house >= 0 and houses >> house & 1 == 0:
            at = _say(sheet, at, vocabulary, COMMA if houses else OPENING)
            houses |= 1 << house
            at = _say(sheet, at, vocabulary, OF_HOUSES + house)
    return _say(sheet, at, vocabulary, CLOSING) if houses else at


@routine
def _write_role(
    sheet: Sheet, at: Number, words: Numbers, first: Number, end: Number, role: Number
) -> Number:
    """Write the digits of all that plays a role, if they are marked, and its cells."""
    digits: Number = 0
    for place in range(first, end):
        what = _what_at(words, place)
        if _role_at(words, place) == role and what < HOUSE:
            digits |= _digits_of(what)
            _note(sheet.columns, _cell_of(what))
    sheet.text[at] = BLANK
    if digits:
        at = _write_numbers(sheet.text, at + 1, digits)
        sheet.text[at] = BLANK
    return _write_cells(sheet, at + 1)


@routine
def _write_place(
    sheet: Sheet, at: Number, words: Numbers, first: Number, end: Number, vocabulary: Vocabulary
) -> Number:
    """Write ``5 in row 1`` or ``r1c1``: a single is marked first, then its house."""
    single = _what_at(words, first)
    if end - first == 1:
        return _write_cell(sheet.text, at, _cell_of(single))
    at = _write_numbers(sheet.text, at, _digits_of(single))
    at = _say(sheet, at, vocabulary, IN)
    return _say(sheet, at, vocabulary, OF_HOUSES + _what_at(words, first + 1) - HOUSE)


@routine
def _write_lines(sheet: Sheet, at: Number, words: Numbers, first: Number, end: Number) -> Number:
    """Write ``4 r25 c37 fr2c9``: houses are marked before candidates."""
    at = _write_numbers(sheet.text, at, _digits_of(_what_at(words, end - 1)))
    for role in (IS_BASE, IS_COVER):
        lines: Number = 0
        for place in range(first, end):
            what = _what_at(words, place)
            if _role_at(words, place) == role and what >= HOUSE:
                lines |= 1 << what - HOUSE
        sheet.text[at] = BLANK
        at = _write_houses(sheet.text, at + 1, lines)
    is_finned = False
    for place in range(first, end):
        if _role_at(words, place) == IS_FIN:
            _note(sheet.columns, _cell_of(_what_at(words, place)))
            is_finned = True
    if is_finned:
        sheet.text[at] = BLANK
        sheet.text[at + 1] = FIN
        at = _write_cells(sheet, at + 2)
    return at


@routine
def _write_choice(
    sheet: Sheet, at: Number, words: Numbers, first: Number, end: Number, vocabulary: Vocabulary
) -> Number:
    """Write ``57 in r1c1``."""
    digits: Number = 0
    for place in range(first, end):
        digits |= _digits_of(_what_at(words, place))
    at = _write_numbers(sheet.text, at, digits)
    at = _say(sheet, at, vocabulary, IN)
    return _write_cell(sheet.text, at, _cell_of(_what_at(words, first)))


@routine
def _write_lack(
    sheet: Sheet, at: Number, words: Numbers, first: Number, end: Number, vocabulary: Vocabulary
) -> Number:
    """Write ``no candidate in r1c1`` or ``no 5 in row 1``: the house is marked before the digit."""
    what = _what_at(words, first)
    if what < HOUSE:
        at = _say(sheet, at, vocabulary, NO_CANDIDATE)
        at = _say(sheet, at, vocabulary, IN)
        return _write_cell(sheet.text, at, _cell_of(what))
    at = _say(sheet, at, vocabulary, NO)
    at = _write_numbers(sheet.text, at, _digits_of(_what_at(words, end - 1)))
    at = _say(sheet, at, vocabulary, IN)
    return _say(sheet, at, vocabulary, OF_HOUSES + what - HOUSE)


@routine
def _write_placed(
    sheet: Sheet, at: Number, words: Numbers, first: Number, end: Number, vocabulary: Vocabulary
) -> Number:
    """Write ``r1c1=5, r2c2=3``, cell by cell."""
    for place in range(first, end):
        sheet.digits[words[place] // SIZE] |= 1 << np.int64(words[place]) % SIZE
    n_left = end - first
    for cell in range(N_CELLS):
        if n_left and sheet.digits[cell]:
            at = _write_cell(sheet.text, at, cell)
            sheet.text[at] = EQUAL
            at = _write_numbers(sheet.text, at + 1, sheet.digits[cell])
            sheet.digits[cell] = 0
            n_left -= 1
            if n_left:
                at = _say(sheet, at, vocabulary, COMMA)
    return at


@routine
def _write_eliminated(
    sheet: Sheet, at: Number, words: Numbers, first: Number, end: Number, vocabulary: Vocabulary
) -> Number:
    """Write ``r14c2<>34, r5c5<>3``: cells that lose the same digits side by side."""
    for place in range(first, end):
        sheet.digits[words[place] // SIZE] |= 1 << np.int64(words[place]) % SIZE
    is_next = False
    for cell in range(N_CELLS if first < end else 0):
        digits = sheet.digits[cell]
        if digits:
            for other in range(cell, N_CELLS):
                if sheet.digits[other] == digits:
                    _note(sheet.columns, other)
                    sheet.digits[other] = 0
            if is_next:
                at = _say(sheet, at, vocabulary, COMMA)
            at = _write_cells(sheet, at)
            at = _say(sheet, at, vocabulary, NOT)
            at = _write_numbers(sheet.text, at, digits)
            is_next = True
    return at


@routine
def _say(sheet: Sheet, at: Number, vocabulary: Vocabulary, word: Number) -> Number:
    """Write a word, and return where it ends."""
    for letter in range(vocabulary.ends[word], vocabulary.ends[word + 1]):
        sheet.text[at] = vocabulary.letters[letter]
        at += 1
    return at


@routine
def _write_cells(sheet: Sheet, at: Number) -> Number:
    """Write the cells that were noted as ``r14c23,r9c9``, and forget them."""
    is_next = False
    for row in range(SIZE):
        columns = sheet.columns[row]
        if columns:
            if is_next:
                sheet.text[at] = AND
                at += 1
            sheet.text[at] = ROW_LETTER
            at += 1
            for other in range(row, SIZE):
                if sheet.columns[other] == columns:
                    sheet.text[at] = ONE + other
                    at += 1
                    sheet.columns[other] = 0
            sheet.text[at] = COLUMN_LETTER
            at = _write_numbers(sheet.text, at + 1, columns)
            is_next = True
    return at


@routine
def _write_cell(text: Bytes, at: Number, cell: Number) -> Number:
    """Write ``r1c1``."""
    text[at] = ROW_LETTER
    text[at + 1] = ONE + cell // SIZE
    text[at + 2] = COLUMN_LETTER
    text[at + 3] = ONE + cell % SIZE
    return at + 4


@routine
def _write_houses(text: Bytes, at: Number, houses: Number) -> Number:
    """Write houses as ``r25``."""
    for kind in range(N_HOUSES // SIZE):
        numbers = houses >> SIZE * kind & (1 << SIZE) - 1
        if numbers:
            text[at] = LETTERS[kind]
            at = _write_numbers(text, at + 1, numbers)
    return at


@routine
def _write_numbers(text: Bytes, at: Number, numbers: Number) -> Number:
    """Write the members of a set, counted from 1, side by side."""
    while numbers:
        text[at] = ONE + lowest(numbers)
        at += 1
        numbers &= numbers - 1
    return at


@routine
def _note(columns: Words, cell: Number) -> None:
    """Note a cell that is to be written."""
    columns[cell // SIZE] |= 1 << cell % SIZE


@routine
def _role_at(words: Numbers, place: Number) -> Number:
    """Return the role of a mark, by its place."""
    return np.int64(words[place]) // MARKED


@routine
def _what_at(words: Numbers, place: Number) -> Number:
    """Return what is marked there: a candidate, a whole cell or a house."""
    return np.int64(words[place]) % MARKED


@routine
def _cell_of(what: Number) -> Number:
    """Return the cell of a mark."""
    return what - WHOLE_CELL if what >= WHOLE_CELL else what // SIZE


@routine
def _digits_of(what: Number) -> Number:
    """Return the digit of a mark as a set, which is empty if the whole cell is marked."""
    return 0 if what >= WHOLE_CELL else 1 << what % SIZE
