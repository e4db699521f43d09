"""Bytes to puzzles and answers to bytes, in the `line` format, as fast as memory gives them.

::

    text                            starts    ends      what is written
    53..7. ... 8..79  # easy        0         88        534678 ... 286179  # easy
    # a comment                     PASS      100       # a comment
      .6...3 ... .92..,hard         103       189       .6...3 ... .92..  # none  # hard
    53..7. ... 8..7x                ODD       271       a gap, for others to fill

A puzzle is not copied: the engine reads its 81 characters where they stand, through a table of
what each byte means. A comment or an empty line passes through. Whatever takes more than that
to understand is odd, and left to those who read one line at a time: pencilmarks, a header,
what is wrong, and all that is not plain ASCII.

Bytes are tested and moved 64 at once. The set of those that pass a test is an integer, byte i
as bit i; what is moved too much is written over by what comes next.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np
from llvmlite import ir

from lowbit.alphabets import BLANKS
from lowbit.geometry import CLASSIC
from lowbit.kernels.classic.lane import lowest, size_of
from lowbit.kernels.classic.layout import ALL_DIGITS, N_CELLS
from lowbit.kernels.classic.search import BAD_CELL
from lowbit.kernels.core.compile import intrinsic, kernel, part, types

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from lowbit.kernels.classic.search import Answers

    Bytes = NDArray[np.uint8]

PASS: Final = -1
"""A line without a puzzle, to be kept as it is."""

IRREGULAR: Final = -2
"""A line that is not read here."""

PADDING: Final = 192
"""How many bytes, of any value, must follow a text or an output: more than is looked ahead."""

ROOM: Final = 40
"""How many bytes more than its line an answer may take."""

MASK_OF: Final = np.full(256, BAD_CELL, np.uint16)
"""The candidates that each byte stands for, or BAD_CELL."""
MASK_OF[list(BLANKS.encode())] = ALL_DIGITS
MASK_OF[list(CLASSIC.symbols.encode())] = 1 << np.arange(CLASSIC.size)

TAB, LF, CR, SPACE, DOT, ZERO, NINE = b"\t\n\r .09"
HASH, COMMA, SEMICOLON = b"#,;"

SEPARATOR: Final = b"  # "
"""What is written between a puzzle and its remark."""
N_SEPARATOR = len(SEPARATOR)

NOTHING, SOLUTION, PUZZLE, NUMBER, NUMBER_LAST = range(5)
"""What stands first in an answer: nothing, the digits that were found, the puzzle as it was
given, with a dot for a blank; how many solutions there are; or nothing, and that number last."""

LAST_64: Final = N_CELLS - 64
"""Where the second of two sets of 64 cells begins; they overlap."""

NO_BYTES, ALL_BYTES = np.uint64(0), ~np.uint64(0)
ONE = np.uint64(1)
VECTOR = ir.VectorType(ir.IntType(8), 64)
WIDE = np.dtype("S64")
"""A string that can be moved 64 bytes at once."""

SEPARATOR_64 = np.array([SEPARATOR], WIDE).view(np.uint8)


class Lines(NamedTuple):
    """Where the lines of a text lie.

    Attributes
    ----------
    starts : int64[n]
        Where the puzzle of each begins, or PASS or ODD.
    ends : int64[n]
        Where its CR or LF stands.
    """

    starts: NDArray[np.int64]
    ends: NDArray[np.int64]


class Style(NamedTuple):
    """How an answer is written.

    Attributes
    ----------
    first : uint8[6]
        What stands first, by status: NOTHING, SOLUTION, PUZZLE or NUMBER.
    words : uint8[6, 64]
        What follows, by status.
    lengths : uint8[6]
        How long that is.
    is_text : bool
        Whether remarks, and lines that pass through, are written too.
    """

    first: Bytes
    words: Bytes
    lengths: Bytes
    is_text: bool


def new_style(first: Sequence[int], words: Sequence[bytes], *, is_text: bool) -> Style:
    """Return the style with these answers to the statuses from 0 on."""
    return Style(
        np.array(first, np.uint8),
        np.array(words, WIDE).view(np.uint8).reshape(-1, WIDE.itemsize),
        np.array([len(word) for word in words], np.uint8),
        is_text,
    )


def _byte_set(test: Callable[[Any, Any], Any]) -> Any:
    """Make an intrinsic ``f(text, at)`` that says which of 64 bytes pass a test, as an uint64."""

    def typed(_context: Any, text: Any, at: Any) -> Any:
        def lower(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            vector = builder.load(_place(context, builder, signature, args, 0), typ=VECTOR)
            vector.align = 1
            return builder.bitcast(test(builder, vector), ir.IntType(64))

        return types.uint64(text, types.int64), lower

    return intrinsic(typed)


def _mover(change: Callable[[Any, Any], Any]) -> Any:
    """Make an intrinsic ``f(source, at, out, to)`` that writes 64 bytes, changed on the way."""

    def typed(_context: Any, source: Any, at: Any, out: Any, to: Any) -> Any:
        def lower(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            vector = builder.load(_place(context, builder, signature, args, 0), typ=VECTOR)
            vector.align = 1
            place = _place(context, builder, signature, args, 2)
            builder.store(change(builder, vector), place).align = 1
            return context.get_dummy_value()

        return types.void(source, types.int64, out, types.int64), lower

    return intrinsic(typed)


def _place(context: Any, builder: Any, signature: Any, args: Any, number: int) -> Any:
    """Return the address of 64 bytes, given by an array argument and the next one."""
    data = context.make_array(signature.args[number])(context, builder, args[number]).data
    place = builder.gep(data, [args[number + 1]], source_etype=ir.IntType(8))
    return builder.bitcast(place, VECTOR.as_pointer())


def _splat(byte: int) -> Any:
    return ir.Constant(VECTOR, [byte] * 64)


def _equals(builder: Any, vector: Any, byte: int) -> Any:
    return builder.icmp_unsigned("==", vector, _splat(byte))


def _lies_between(builder: Any, vector: Any, first: int, last: int) -> Any:
    distance = builder.sub(vector, _splat(first))
    return builder.icmp_unsigned("<=", distance, _splat(last - first))


def _is_cell(builder: Any, vector: Any) -> Any:
    found = _lies_between(builder, vector, ZERO, NINE)
    for blank in set(BLANKS.encode()) - {ZERO}:
        found = builder.or_(found, _equals(builder, vector, blank))
    return found


def _is_end(builder: Any, vector: Any) -> Any:
    return builder.or_(_equals(builder, vector, LF), _equals(builder, vector, CR))


def _is_line_feed(builder: Any, vector: Any) -> Any:
    return _equals(builder, vector, LF)


def _is_return(builder: Any, vector: Any) -> Any:
    return _equals(builder, vector, CR)


def _is_odd(builder: Any, vector: Any) -> Any:
    plain = _lies_between(builder, vector, SPACE, 0x7E)
    return builder.not_(builder.or_(plain, _equals(builder, vector, TAB)))


def _as_it_is(_builder: Any, vector: Any) -> Any:
    return vector


def _as_character(builder: Any, vector: Any) -> Any:
    is_blank = _equals(builder, vector, 0)
    return builder.select(is_blank, _splat(DOT), builder.add(vector, _splat(ZERO)))


def _with_dots(builder: Any, vector: Any) -> Any:
    is_digit = _lies_between(builder, vector, ZERO + 1, NINE)
    return builder.select(is_digit, vector, _splat(DOT))


cells_at = _byte_set(_is_cell)
ends_at = _byte_set(_is_end)
line_feeds_at = _byte_set(_is_line_feed)
returns_at = _byte_set(_is_return)
odd_at = _byte_set(_is_odd)

copy_64 = _mover(_as_it_is)
write_digits_64 = _mover(_as_character)
write_puzzle_64 = _mover(_with_dots)


@kernel
def scan(text: Bytes, at: int, size: int, lines: Lines) -> tuple[int, int]:
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
        start = _skip_space(text, at)
        if cells_at(text, start) & cells_at(text, start + LAST_64) == ALL_BYTES:
            end, is_odd = start + N_CELLS, False
            after = text[end]
            if after not in (LF, CR):
                end, is_odd = _find_end(text, end)
                is_odd |= not (_is_space(after) or _is_mark(after))
        else:
            end, is_odd = _find_end(text, start)
            is_odd |= start < end and text[start] != HASH
            start = PASS
        lines.starts[n] = IRREGULAR if is_odd else start
        lines.ends[n] = end
        n += 1
        at = _next_line(text, end)
    return n, at


@kernel
def count_lines(text: Bytes, size: int) -> int:
    """Return how many lines ``text[:size]`` holds, ended by LF, CR or both.

    Parameters
    ----------
    text : uint8[size + PADDING]
        Whole lines, each with its end.
    size : int
    """
    n = 0
    after_return = NO_BYTES
    for at in range(0, size, 64):
        within = ALL_BYTES >> np.uint64(max(0, at + 64 - size))
        line_feeds, returns = line_feeds_at(text, at) & within, returns_at(text, at) & within
        n += size_of(line_feeds & ~(returns << ONE | after_return)) + size_of(returns)
        after_return = returns >> np.uint64(63)
    return n


@kernel
def render(
    text: Bytes,
    at: int,
    n: int,
    lines: Lines,
    answers: Answers,
    style: Style,
    out: Bytes,
    gaps: NDArray[np.int64],
) -> int:
    """Write the answers of `n` lines, and return how many bytes that are.

    Parameters
    ----------
    text : uint8[m]
        What was scanned.
    at : int
        Where its first line begins.
    n : int
    lines : Lines
        As `scan` found them.
    answers : Answers
        Line for line.
    style : Style
    out : uint8[k]
        Written to. It needs room for the text, `ROOM` bytes for each line, and `PADDING`.
    gaps : int64[j]
        Where in `out` the answer to each odd line is missing; written to.
    """
    size = 0
    n_gaps = 0
    for line in range(n):
        start, end = lines.starts[line], lines.ends[line]
        if start >= 0:
            size = _answer(text, start, end, line, answers, style, out, size)
        elif start == IRREGULAR:
            gaps[n_gaps] = size
            n_gaps += 1
        elif style.is_text:
            size = _copy(text, at, end, out, size)
            out[size] = LF
            size += 1
        at = _next_line(text, end)
    return size


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
    if first == SOLUTION:
        for place in (0, LAST_64):
            write_digits_64(answers.solutions, N_CELLS * line + place, out, size + place)
        size += N_CELLS
    elif first == PUZZLE:
        for place in (0, LAST_64):
            write_puzzle_64(text, start + place, out, size + place)
        size += N_CELLS
    elif first == NUMBER:
        size = _write_number(answers.n_solutions[line], out, size)
    size = _copy(style.words[status], 0, style.lengths[status], out, size)
    if first == NUMBER_LAST:
        size = _write_number(answers.n_solutions[line], out, size)
    if style.is_text:
        size = _write_remark(text, start + N_CELLS, end, out, size)
    out[size] = LF
    return size + 1


@part
def _write_remark(text: Bytes, at: int, end: int, out: Bytes, size: int) -> int:
    """Write what follows a puzzle up to the end of its line, without what sets it off."""
    at = _skip_space(text, at)
    if _is_mark(text[at]):
        at = _skip_space(text, at + 1)
    while end > at and _is_space(text[end - 1]):
        end -= 1
    if at >= end:
        return size
    size = _copy(SEPARATOR_64, 0, N_SEPARATOR, out, size)
    return _copy(text, at, end, out, size)


@part
def _write_number(number: int, out: Bytes, size: int) -> int:
    n_digits = 1
    rest = number // 10
    while rest:
        rest //= 10
        n_digits += 1
    for place in range(n_digits):
        out[size + n_digits - 1 - place] = ZERO + number % 10
        number //= 10
    return size + n_digits


@part
def _copy(source: Bytes, first: int, end: int, out: Bytes, size: int) -> int:
    for at in range(first, end, 64):
        copy_64(source, at, out, size + at - first)
    return size + end - first


@part
def _find_end(text: Bytes, at: int) -> tuple[int, bool]:
    """Return where a line ends, and whether anything in it up to there is not plain."""
    irregular = NO_BYTES
    while True:
        ends = ends_at(text, at)
        if ends != NO_BYTES:
            before = (ends & (~ends + ONE)) - ONE
            return at + lowest(ends), (irregular | (odd_at(text, at) & before)) != NO_BYTES
        irregular |= odd_at(text, at)
        at += 64


@part
def _next_line(text: Bytes, end: int) -> int:
    """Return where the line begins that follows one which ends with a CR, an LF or both."""
    return end + 2 if text[end] == CR and text[end + 1] == LF else end + 1


@part
def _skip_space(text: Bytes, at: int) -> int:
    while _is_space(text[at]):
        at += 1
    return at


@part
def _is_space(byte: int) -> bool:
    return byte in (SPACE, TAB)


@part
def _is_mark(byte: int) -> bool:
    return byte in (HASH, COMMA, SEMICOLON)
