"""The byte kernels beside twins that read one line at a time."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lowbit.errors import GridError
from lowbit.formats import line as line_format
from lowbit.formats.source import lines_of_bytes
from lowbit.geometry import CLASSIC
from lowbit.grid import Grid
from lowbit.kernels.classic.characters import MASK_OF, PADDING
from lowbit.kernels.classic.engine import new_answers
from lowbit.kernels.classic.search import BAD_CELL
from lowbit.kernels.classic.text import (
    INVALID,
    IRREGULAR,
    NOTHING,
    NUMBER,
    OMITTED,
    PASS,
    PUZZLE,
    REASON,
    ROOM,
    SOLUTION,
    Lines,
    count_lines,
    new_style,
    render,
    scan,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

CELLS = "6....2.4..029..7*.18....9._8.9...4715.6..4....7...........2...5...7.....2..3....."
SOLVED = "697582143452913786183467952829635471516874239374291568748126395931758624265349817"

LINE = re.compile(rb"(?P<space>[ \t]*)(?P<cells>[0-9.*_]{81})(?:[ \t,;#][\t -~]*)?")
"""A line that the kernels read as a puzzle."""

PLAIN = re.compile(rb"[ \t]*(?:#[\t -~]*)?")
"""One that passes through."""

WORD = rb"(?:(?![,;#])[!-~])"
"""A character of a word."""

INVALID_LINE = re.compile(
    rb"(?![\t -~]{80})[ \t]*+(?!end(?!%b)|[\"'])[!-~][\t -~]*"  # too short for cells set apart
    rb"|[ \t]{,79}+(?![\"']|%b{729}(?!%b))%b{4}[\t -~]*" % (WORD, WORD, WORD, WORD)
)
"""One that is plainly no puzzle, if it is none of those above."""

KINDS = {PASS: PLAIN, INVALID: INVALID_LINE}

bodies = st.one_of(
    st.sampled_from([b"", b" ", b"#", b"# " + b"x" * 100, b"x", b"\xff", CELLS.encode()]),
    st.builds(
        lambda space, cells, rest: space + cells + rest,
        st.sampled_from([b"", b" ", b"\t "]),
        st.sampled_from([CELLS.encode(), SOLVED.encode(), CELLS.encode()[1:]]),
        st.binary(max_size=150).map(lambda rest: re.sub(rb"[\r\n]", b" ", rest)),
    ),
    st.text("1.# ,\tx\x0b", max_size=200).map(str.encode),
    st.text("1.#,;'\"\\ end", max_size=100).map(str.encode),
    st.sampled_from(
        [CELLS.encode() * 9, b"end", b" end x", b"endx", b"5," * 81, b"\t" * 81 + b"x"]
    ),
)
texts = st.lists(
    st.tuples(bodies, st.sampled_from([b"\n", b"\r", b"\r\n"])).map(b"".join), max_size=20
).map(b"".join)

ANY_END = re.compile(rb"([^\r\n]*)(?:\r\n|\r|\n)")


class Twin(NamedTuple):
    """What a line should be found to be."""

    start: int
    end: int
    body: bytes


def twins(text: bytes) -> list[Twin]:
    found = []
    for line in ANY_END.finditer(text):
        body = line[1]
        if puzzle := LINE.fullmatch(body):
            start = line.start() + puzzle.start("cells")
        else:
            start = next((kind for kind, of in KINDS.items() if of.fullmatch(body)), IRREGULAR)
        found.append(Twin(start, line.end(1), body))
    return found


def padded(text: bytes) -> NDArray[np.uint8]:
    return np.frombuffer(bytearray(text + b"\xff" * PADDING), np.uint8)


def new_lines(n: int) -> Lines:
    return Lines(np.zeros(n, np.int64), np.zeros(n, np.int64))


@given(st.lists(st.sampled_from([b"\n", b"\r", b"\r\n", b"." * 62, b"." * 81, b"x"])))
def test_lines_are_counted_whatever_ends_them(parts: list[bytes]) -> None:
    content = b"".join(parts)
    expected = len(re.findall(rb"\r\n|\r|\n", content))
    assert count_lines(padded(content), len(content)) == expected


@given(content=texts, room=st.integers(1, 25))
def test_scan_finds_what_its_twin_finds(content: bytes, room: int) -> None:
    lines = new_lines(room)
    found: list[tuple[int, int]] = []
    at = 0
    while at < len(content):
        n_lines, at = scan(padded(content), at, len(content), lines)
        found += zip(lines.starts[:n_lines].tolist(), lines.ends[:n_lines].tolist(), strict=True)
    assert found == [(twin.start, twin.end) for twin in twins(content)]
    assert at == len(content)


FIRST = (REASON, SOLUTION, PUZZLE, NUMBER, PUZZLE, NOTHING)
WORDS = (b"", b"", b"  # none", b"", b"", b"a word as long as it may be: forty bytes")

DOTS = bytes.maketrans(b"0*_", b"...")


def written(twin: Twin, status: int, number: int, *, is_text: bool) -> bytes:
    """Return what `render` should write for a line that is a puzzle or passes through."""
    if twin.start == PASS:
        return twin.body + b"\n" if is_text else b""
    puzzle, rest = twin.body.lstrip()[:81], twin.body.lstrip()[81:].strip()
    remark = rest[1:].lstrip() if rest[:1] in (b",", b";", b"#") else rest
    first = {
        NOTHING: b"",
        SOLUTION: SOLVED.encode(),
        PUZZLE: puzzle.translate(DOTS),
        NUMBER: str(number).encode(),
    }[FIRST[status]]
    tail = b"  # " + remark if is_text and remark else b""
    return first + WORDS[status] + tail + b"\n"


def refused(body: bytes, number: int) -> bytes:
    """Return what the format writes of a line that is no puzzle."""
    lines = lines_of_bytes([body + b"\n"], "")
    lines.number = number - 1
    (record,) = line_format.read(lines, CLASSIC, header_may_come=False)
    assert record.error
    return "".join(line_format.write([record])).encode()


@given(
    content=texts,
    statuses=st.lists(st.integers(1, 5), min_size=60, max_size=60),
    number=st.sampled_from([0, 7, 10, 99, 100, 2**62]),
    is_text=st.booleans(),
)
def test_render_writes_what_its_twin_writes(
    content: bytes, statuses: list[int], number: int, *, is_text: bool
) -> None:
    text, lines, answers = padded(content), new_lines(60), new_answers(60)
    n_lines, _ = scan(text, 0, len(content), lines)
    answers.status[:] = statuses
    answers.n_solutions[:] = number
    answers.solutions[:] = np.tile(np.frombuffer(SOLVED.encode(), np.uint8) - ord("0"), 60)
    out = np.zeros(len(content) + n_lines * ROOM + PADDING, np.uint8)
    gaps = np.zeros(np.count_nonzero(lines.starts[:n_lines] == IRREGULAR), np.int64)
    style = new_style(FIRST, WORDS, is_text=is_text)
    size = render(text, 0, n_lines, lines, answers, style, out, gaps, 98)

    expected, expected_gaps = b"", []
    for line, (twin, status) in enumerate(zip(twins(content), statuses, strict=False), 99):
        if twin.start == IRREGULAR:
            expected_gaps.append(len(expected))
        elif twin.start == INVALID:
            expected += refused(twin.body, line)
        else:
            expected += written(twin, status, number, is_text=is_text)
    assert out[:size].tobytes() == expected
    assert gaps.tolist() == expected_gaps


def test_each_byte_that_is_no_cell_is_complained_of() -> None:
    for byte in range(ord("!"), 0x7F):
        body = b"12345" + bytes([byte]) + b"6"
        assert answered(body, REASON, b"") == refused(body, 1)


@pytest.mark.parametrize(
    ("first", "word", "expected"), [(NOTHING, b"invalid", b"invalid\n"), (OMITTED, b"", b"")]
)
def test_an_invalid_line_may_be_answered_with_a_word_or_not_at_all(
    first: int, word: bytes, expected: bytes
) -> None:
    assert answered(b"no puzzle", first, word) == expected


def answered(body: bytes, first: int, word: bytes) -> bytes:
    """Return what `render` writes of a line that is no puzzle."""
    text, lines, none = padded(body + b"\n"), new_lines(1), np.zeros(0, np.int64)
    assert scan(text, 0, len(body) + 1, lines) == (1, len(body) + 1)
    assert lines.starts.tolist() == [INVALID]
    out = np.zeros(len(body) + ROOM + PADDING, np.uint8)
    style = new_style([first], [word], is_text=False)
    return out[: render(text, 0, 1, lines, new_answers(1), style, out, none, 0)].tobytes()


def test_a_byte_means_what_a_grid_reads() -> None:
    for byte in range(256):
        character = bytes([byte]).decode("latin-1")
        try:
            (mask,) = Grid(character + "." * 80).allowed[:1]
        except GridError:
            mask = BAD_CELL
        assert MASK_OF[byte] == mask, character
