"""Bytes to puzzles and answers to bytes, in the `line` format, as fast as memory gives them.

::

    text                            starts    ends      what is written
    53..7. ... 8..79  # easy        0         88        534678 ... 286179  # easy
    # a comment                     PASS      100       # a comment
      .6...3 ... .92..,hard         103       189       .6...3 ... .92..  # none  # hard
    53..7. ... 8..7x                INVALID   271       53..7. ... 8..7x  # invalid: line 4, ...
    5,3,,,7,,, ... 8,,,7,9          IRREGULAR 432       a gap, for others to fill

A puzzle is not copied: the engine reads its 81 characters where they stand, through a table of
what each byte means. A comment or an empty line passes through, and a line that is plainly no
puzzle is answered with the reason. Whatever takes more than that to understand is irregular, and
left to those who read one line at a time: pencilmarks, cells set apart, controls and bytes that are
no UTF-8.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from lowbit.board_names import JIGSAW, PRESETS
from lowbit.kernels.classic.layout import N_CELLS
from lowbit.kernels.classic.texts.characters import (
    ALL_BYTES,
    CR,
    HASH,
    LAST_64,
    LF,
    NINE,
    NO_BYTES,
    ONE,
    WIDE,
    ZERO,
    cells_at,
    copy,
    ends_at,
    ends_word,
    hashes_at,
    irregular_at,
    is_mark,
    is_space,
    line_feeds_at,
    returns_at,
    skip_space,
    write_digits_64,
    write_number,
    write_puzzle_64,
)
from lowbit.kernels.classic.texts.invalid_lines import is_plainly_invalid, write_reason
from lowbit.kernels.classic.texts.utf8 import is_plain
from lowbit.kernels.core.bits import lowest, size_of
from lowbit.kernels.core.compile import kernel, part
from lowbit.status import Status

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lowbit.kernels.classic.search import Answers
    from lowbit.kernels.core.arrays import Bytes, Flags, Words

    Gaps = Words

PASS: Final = -1
"""A line without a puzzle, to be kept as it is."""

IRREGULAR: Final = -2
"""A line that is not read here."""

INVALID: Final = -3
"""A line that is clearly not a puzzle."""

OF_INVALID: Final = int(Status.INVALID)

ROOM: Final = 224
"""Bytes that an answer may take beyond its line."""

SEPARATOR: Final = b"  # "
"""Written between a puzzle and its remark."""
N_SEPARATOR = len(SEPARATOR)

NOTHING, SOLUTION, PUZZLE, NUMBER, NUMBER_LAST, REASON, OMITTED, TEXT = range(8)
"""The first part of an answer: nothing, the digits that were found, the puzzle as it was
given, with a dot for a blank; how many solutions there are; nothing, and that number last; or the
text that stands in place of the solution, up to a zero byte. Of an invalid line: nothing; the line,
and why it is no puzzle; or there is no answer at all."""

X: Final = ord("x")
SMALL: Final = 0x20
"""The bit that makes a letter small."""
NO_LETTER: Final = 0

BEGINNINGS: Final = tuple((*name.encode(), NO_LETTER)[:2] for name in (*PRESETS, JIGSAW))
"""The first two letters of the names of boards that do not begin with numbers."""

SEPARATOR_64 = np.array([SEPARATOR], WIDE).view(np.uint8)


class Lines(NamedTuple):
    """The places of lines in a text.

    Attributes
    ----------
    starts : int64[n]
        Where the puzzle of each begins, or PASS, IRREGULAR or INVALID.
    ends : int64[n]
        Where its CR or LF stands.
    """

    starts: Words
    ends: Words


LINE, BEGIN, BEHIND, PLACE = range(4)
"""Notes on an irregular line: its number in the text, from 0; where it begins and ends; and
where in the output its answer is missing."""

N_NOTED: Final = 4


class Style(NamedTuple):
    """The form of an answer.

    Attributes
    ----------
    first : uint8[6]
        The first part, by status: NOTHING, SOLUTION and so on.
    words : uint8[6, 64]
        The rest, by status.
    lengths : uint8[6]
        How long that is.
    is_text : bool
        Whether remarks, and lines that pass through, are written too.
    opening : uint8[64]
        The text before the puzzle, where it is written before its answer.
    n_opening : int
        How long that is.
    heads : uint8[6, 64]
        The text between the two, by status.
    head_lengths : uint8[6]
        How long that is; 0 where the puzzle is not written.
    """

    first: Bytes
    words: Bytes
    lengths: Bytes
    is_text: bool
    opening: Bytes
    n_opening: int
    heads: Bytes
    head_lengths: Bytes


class Rules(NamedTuple):
    """The treatment of each line, beside its search.

    Attributes
    ----------
    left_to_others : bool[7]
        The statuses with which a line is left to others.
    n_named : int
        How many invalid lines are left to others at least, if an output has so many.
    is_bare : bool
        Whether lines with anything behind the puzzle are left to others, too.
    """

    left_to_others: Flags
    n_named: int
    is_bare: bool = False


def new_style(
    first: Sequence[int],
    words: Sequence[bytes],
    *,
    is_text: bool,
    opening: bytes = b"",
    heads: Sequence[bytes] = (),
) -> Style:
    """Return the style with these answers to the statuses from 0 on."""
    heads = heads or [b""] * len(words)
    return Style(
        np.array(first, np.uint8),
        *_of_width(words),
        is_text,
        _of_width([opening])[0][0],
        len(opening),
        *_of_width(heads),
    )


def _of_width(words: Sequence[bytes]) -> tuple[Bytes, Bytes]:
    """Return words as kernels copy them, and how long they are."""
    table = np.array(words, WIDE).view(np.uint8).reshape(-1, WIDE.itemsize)
    return table, np.array([len(word) for word in words], np.uint8)


@kernel
def scan(text: Bytes, at: int, size: int, lines: Lines) -> tuple[int, int]:
    """Find lines, as `find_lines`."""
    return find_lines(text, at, size, lines)


@part
def find_lines(text: Bytes, at: int, size: int, lines: Lines) -> tuple[int, int]:
    """Find the lines of ``text[at:size]``, as many as there is room for.

    Parameters
    ----------
    text : uint8[size + PADDING]
        Whole lines, each with its end.
    at, size : int
    lines : Lines
        Written to.

    Returns
    -------
    n, at : int
        How many were found, and where the next one begins.
    """
    n = 0
    while at < size and n < lines.starts.size:
        start = skip_space(text, at)
        is_puzzle = cells_at(text, start) & cells_at(text, start + LAST_64) == ALL_BYTES
        # One look at two overlapping sets of 64 bytes: all 81 are cells.
        if is_puzzle and text[start + N_CELLS] == LF:  # as most lines are
            found, end = start, start + N_CELLS
        else:
            found, end = _find_puzzle(text, at, start, is_puzzle)
        lines.starts[n] = found
        lines.ends[n] = end
        n += 1
        at = _next_line(text, end)
    return n, at


@kernel
def count_lines(text: Bytes, size: int, headings: Words) -> tuple[int, int]:
    """Return how many lines ``text[:size]`` holds, ended by LF, CR or both; and note headings.

    Parameters
    ----------
    text : uint8[size + PADDING]
        Whole lines, each with its end.
    size : int
    headings : int64[m]
        Where each comment begins that may be the name of a board; written to. There must be room
        for one in two bytes.

    Returns
    -------
    n_lines, n_headings : int
    """
    n = n_headings = 0
    after_return, begins = NO_BYTES, ONE
    for at in range(0, size, 64):
        within = ALL_BYTES >> np.uint64(max(0, at + 64 - size))
        line_feeds, returns = line_feeds_at(text, at) & within, returns_at(text, at) & within
        # CR LF is one end: no line feed counts behind a return, also of the 64 bytes before.
        n += size_of(line_feeds & ~(returns << ONE | after_return)) + size_of(returns)
        after_return = returns >> np.uint64(63)
        ends = line_feeds | returns
        # Shifted by one, the ends are where lines begin.
        found = hashes_at(text, at) & within & (ends << ONE | begins)
        begins = ends >> np.uint64(63)
        while found != NO_BYTES:
            headings[n_headings] = at + lowest(found)
            n_headings += may_name_board(text, headings[n_headings])
            found &= found - ONE
    return n, n_headings


@part
def may_name_board(text: Bytes, at: int) -> bool:
    """Whether the comment at `at` may be the name of a board, as far as its beginning tells."""
    at = skip_space(text, at + 1)
    begin = at
    while ZERO <= text[at] <= NINE:
        at += 1
    if at > begin:
        at = skip_space(text, at)
        # A letter with this bit is small, be it written so or not.
        return text[at] | SMALL == X
    for first, second in BEGINNINGS:
        if text[at] | SMALL == first and second in (NO_LETTER, text[at + 1] | SMALL):
            return True
    return False


@kernel
def settle(
    lines: Lines,
    answers: Answers,
    times: int,
    left_to_others: Flags,
    n_named: int,
    is_bare: bool,
    statuses: Words,
) -> tuple[int, int, int, int]:
    """Settle lines, as `settle_lines`."""
    return settle_lines(lines, answers, times, left_to_others, n_named, is_bare, statuses)


@part
def settle_lines(
    lines: Lines,
    answers: Answers,
    times: int,
    left_to_others: Flags,
    n_named: int,
    is_bare: bool,
    statuses: Words,
) -> tuple[int, int, int, int]:
    """Mark the lines that are left to others as irregular, and count the answers to the others.

    Parameters
    ----------
    lines : Lines
        As `scan` found them; changed.
    answers : Answers
        As many as `times` for each line, one after another.
    times : int
    left_to_others : bool[7]
        The statuses with which a line is left to others; the status of the first answer decides.
    n_named : int
        How many of the invalid lines, from the first on, are left to others.
    is_bare : bool
        Whether lines with anything behind the puzzle are left to others.
    statuses : int64[7]
        How many answers have each status; added to.

    Returns
    -------
    n_irregular, n_invalid, n_guesses, n_plain : int
        How many lines are irregular and invalid, and of the answers to the others: how many guesses
        they took in all, and how many took none.
    """
    n_irregular = n_invalid = n_guesses = n_plain = 0
    for line in range(lines.starts.size):
        start = lines.starts[line]
        first = times * line
        if start == INVALID and n_named > 0:
            n_named -= 1
            start = IRREGULAR
        elif start >= 0 and (
            left_to_others[answers.status[first]]
            or (is_bare and lines.ends[line] > start + N_CELLS)
        ):
            start = IRREGULAR
        lines.starts[line] = start
        if start >= 0:
            for answer in range(first, first + times):
                statuses[answers.status[answer]] += 1
                n_guesses += answers.guesses[answer]
                n_plain += answers.guesses[answer] == 0
        n_irregular += start == IRREGULAR
        n_invalid += start == INVALID
    return n_irregular, n_invalid, n_guesses, n_plain


@kernel
def render(
    text: Bytes,
    at: int,
    lines: Lines,
    answers: Answers,
    style: Style,
    out: Bytes,
    gaps: Gaps,
    n_before: int,
) -> int:
    """Write answers, as `write_lines`, to the beginning of `out` and `gaps`."""
    size, _n_gaps = write_lines(text, at, lines, answers, style, out, 0, gaps, 0, n_before)
    return size


@part
def write_lines(
    text: Bytes,
    at: int,
    lines: Lines,
    answers: Answers,
    style: Style,
    out: Bytes,
    size: int,
    gaps: Gaps,
    n_gaps: int,
    n_before: int,
) -> tuple[int, int]:
    """Write the answers of lines, and return how many bytes and gaps there are in all.

    Parameters
    ----------
    text : uint8[m]
        The lines scanned.
    at : int
        Where its first line begins.
    lines : Lines
        As `scan` found them.
    answers : Answers
        Line for line.
    style : Style
    out : uint8[k]
        Written to. It needs room for the text, `ROOM` bytes for each line, and `PADDING`.
    size : int
        How many bytes are in it.
    gaps : int64[j, 4]
        Each irregular line; written to.
    n_gaps : int
        How many are in it.
    n_before : int
        How many lines of the text come before the first one.
    """
    for line in range(lines.starts.size):
        start, end = lines.starts[line], lines.ends[line]
        n_before += end >= at  # else it is another answer to the same line
        if start >= 0:
            size = _answer(text, start, end, line, answers, style, out, size)
        elif start == IRREGULAR:
            gap = gaps[n_gaps]
            gap[LINE], gap[BEGIN], gap[BEHIND], gap[PLACE] = n_before - 1, at, end, size
            n_gaps += 1
        elif start == INVALID:
            size = _refuse(text, at, end, n_before, style, out, size)
        elif style.is_text:
            size = copy(text, at, end, out, size)
            out[size] = LF
            size += 1
        at = _next_line(text, end)
    return size, n_gaps


@part
def _find_puzzle(
    text: Bytes,
    at: int,
    start: int,
    begins: bool,
) -> tuple[int, int]:
    """Return the entry in `Lines` of the line at `at`, at whose `start` a puzzle begins, or not."""
    is_puzzle = begins and ends_word(text[start + N_CELLS])
    behind = start + N_CELLS if is_puzzle else start
    end, is_irregular = _find_end(text, behind)
    if is_irregular and not is_plain(text, behind, end):
        return IRREGULAR, end
    if is_puzzle:
        return start, end
    if start == end or text[start] == HASH:
        return PASS, end
    return (INVALID if is_plainly_invalid(text, at, start, end) else IRREGULAR), end


@part
def _answer(
    text: Bytes,
    start: int,
    end: int,
    line: int,
    answers: Answers,
    style: Style,
    out: Bytes,
    size: int,
) -> int:
    """Write the answer of one line."""
    status = answers.status[line]
    first = style.first[status]
    if style.head_lengths[status]:
        size = copy(style.opening, 0, style.n_opening, out, size)
        size = _write_puzzle(text, start, out, size)
        size = copy(style.heads[status], 0, style.head_lengths[status], out, size)
    if first == SOLUTION:
        for place in (0, LAST_64):
            write_digits_64(answers.solutions, N_CELLS * line + place, out, size + place)
        size += N_CELLS
    elif first == PUZZLE:
        size = _write_puzzle(text, start, out, size)
    elif first == NUMBER:
        size = write_number(answers.n_solutions[line], out, size)
    elif first == TEXT:
        size = _write_text(answers.solutions[N_CELLS * line : N_CELLS * (line + 1)], out, size)
    size = copy(style.words[status], 0, style.lengths[status], out, size)
    if first == NUMBER_LAST:
        size = write_number(answers.n_solutions[line], out, size)
    if style.is_text:
        size = _write_remark(text, start + N_CELLS, end, out, size)
    out[size] = LF
    return size + 1


@part
def _write_puzzle(text: Bytes, start: int, out: Bytes, size: int) -> int:
    """Write a puzzle, with a dot for a blank."""
    for place in (0, LAST_64):
        write_puzzle_64(text, start + place, out, size + place)
    return size + N_CELLS


@part
def _write_text(text: Bytes, out: Bytes, size: int) -> int:
    """Write a text up to a zero byte."""
    for byte in text:
        if byte == 0:
            break
        out[size] = byte
        size += 1
    return size


@part
def _refuse(
    text: Bytes, at: int, end: int, number: int, style: Style, out: Bytes, size: int
) -> int:
    """Write the answer of a line that is no puzzle."""
    first = style.first[OF_INVALID]
    if first == OMITTED:
        return size
    if first == REASON:
        size = write_reason(text, at, skip_space(text, at), end, number, out, size)
    size = copy(style.words[OF_INVALID], 0, style.lengths[OF_INVALID], out, size)
    out[size] = LF
    return size + 1


@part
def _write_remark(text: Bytes, at: int, end: int, out: Bytes, size: int) -> int:
    """Write the remark of a puzzle up to the end of its line, without the mark before it."""
    at = skip_space(text, at)
    if is_mark(text[at]):
        at = skip_space(text, at + 1)
    while end > at and is_space(text[end - 1]):
        end -= 1
    if at >= end:
        return size
    size = copy(SEPARATOR_64, 0, N_SEPARATOR, out, size)
    return copy(text, at, end, out, size)


@part
def _find_end(text: Bytes, at: int) -> tuple[int, bool]:
    """Return where a line ends, and whether anything in it up to there is not plain ASCII."""
    irregular = NO_BYTES
    while True:
        ends = ends_at(text, at)
        if ends != NO_BYTES:
            # The lowest bit less one: all bits below it, the bytes of this line.
            before = (ends & (~ends + ONE)) - ONE
            return at + lowest(ends), (irregular | (irregular_at(text, at) & before)) != NO_BYTES
        # No end among these 64 bytes: all of them belong to the line.
        irregular |= irregular_at(text, at)
        at += 64


@part
def _next_line(text: Bytes, end: int) -> int:
    """Return where the line begins that follows one which ends with a CR, an LF or both."""
    return end + 2 if text[end] == CR and text[end + 1] == LF else end + 1
