"""The byte kernels beside twins that read one line at a time."""

from __future__ import annotations

import re
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lowbit.board_names import PRESETS
from lowbit.errors import GridError
from lowbit.formats.lines import line as line_format
from lowbit.formats.streams.source import lines_of_bytes
from lowbit.geometry import CLASSIC
from lowbit.grid import Grid
from lowbit.kernels.classic.search import BAD_CELL, new_answers
from lowbit.kernels.classic.texts.characters import MASK_OF, PADDING
from lowbit.kernels.classic.texts.lines import (
    INVALID,
    IRREGULAR,
    N_NOTED,
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
    settle,
)
from lowbit.kernels.classic.texts.utf8 import PRINTED
from lowbit.kernels.classic.texts.utf8 import SPACES as SPACES_KNOWN

if TYPE_CHECKING:
    from numpy.typing import NDArray

CELLS = "6....2.4..029..7*.18....9._8.9...4715.6..4....7...........2...5...7.....2..3....."
SOLVED = "697582143452913786183467952829635471516874239374291568748126395931758624265349817"

LINE = re.compile(r"(?P<space>[ \t]*)(?P<cells>[0-9.*_]{81})(?:[ \t,;#].*)?")
"""A line that the kernels read as a puzzle."""

PASSING = re.compile(r"[ \t]*(?:#.*)?")
"""One that passes through."""

WORD = re.compile(r"[^ \t,;#]*")

CONSTRAINTS = re.compile(r"[~:{=<>^v]|\.[A-Z]|^(?:N4I|sc[lf]|ctc|fpu)")
"""What a word of constraints may have; Python looks at it more closely."""

CHARACTERS = "\u00e9\u0436\u3042\u7b80\ud55c\uff11\u3002\u03b1\u2603\U0001f600\u0301\u200b\ufeff"
"""Letters, signs and marks: those that messages show as they are, and others."""

SPACES = "\u0085\u00a0\u1680\u2000\u200a\u2028\u202f\u205f\u3000"


def is_plain(text: str) -> bool:
    return all(
        character in " \t" or not (character.isspace() or character < " " or character == "\x7f")
        for character in text
    )


def is_printed(code: int) -> bool:
    return any(first <= code <= last for first, last in PRINTED.tolist())


def is_plainly_invalid(text: str, size: int) -> bool:
    """Whether the kernels see that a line, of so many bytes, is no puzzle."""
    cells = text.lstrip(" \t")
    found = WORD.match(cells)
    assert found
    word = found[0]
    n_cells = len(word) - len(word.lstrip("0123456789.*_"))
    if cells[0] in "%/;" or (n_cells <= 4 and len(word.encode()) <= 30):
        return False  # it may be a comment or a title
    may_be_set_apart = len(word) <= 3 or len(text) - len(cells) >= 80
    if cells[0] in "\"'" or len(word) == 729 or (may_be_set_apart and size >= 80):
        return False
    if len(word.encode()) >= 8 and CONSTRAINTS.search(word):
        return False
    wrong = next((character for character in word if character not in "0123456789.*_"), " ")
    return word != "end" and (wrong.isascii() or is_printed(ord(wrong)))


bodies = st.one_of(
    st.sampled_from([b"", b" ", b"#", b"# " + b"x" * 100, b"x", b"\xff", CELLS.encode()]),
    st.builds(
        lambda space, cells, rest: space + cells + rest,
        st.sampled_from([b"", b" ", b"\t "]),
        st.sampled_from([CELLS.encode(), SOLVED.encode(), CELLS.encode()[1:]]),
        st.binary(max_size=150).map(lambda rest: re.sub(rb"[\r\n]", b" ", rest)),
    ),
    st.text("1.# ,\tx\x0b", max_size=200).map(str.encode),
    st.text(f"1.# ,x{CHARACTERS}", max_size=60).map(str.encode),
    st.builds(
        lambda *parts: "".join(parts).encode(),
        st.sampled_from(
            ["", " ", "# ", "12", CELLS, CELLS + " ", CELLS + "\u00e9", "\u00e9" * 729]
        ),
        st.text(f"1 {CHARACTERS}{SPACES}", max_size=10),
        st.text(max_size=10).map(lambda rest: re.sub("[\r\n\ud800-\udfff]", " ", rest)),
    ),
    st.text("1.#,;'\"\\ end", max_size=100).map(str.encode),
    st.text("1.~v=AZ #sclctf", max_size=20).map(str.encode),
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
        start = start_of(body)
        found.append(Twin(start + line.start() if start >= 0 else start, line.end(1), body))
    return found


def start_of(body: bytes) -> int:
    """Return where the puzzle of a line begins, or what else the line is."""
    try:
        text = body.decode()
    except UnicodeDecodeError:
        return IRREGULAR
    if not is_plain(text):
        return IRREGULAR
    if puzzle := LINE.fullmatch(text):
        return puzzle.start("cells")
    if PASSING.fullmatch(text):
        return PASS
    return INVALID if is_plainly_invalid(text, len(body)) else IRREGULAR


def padded(text: bytes) -> NDArray[np.uint8]:
    return np.frombuffer(bytearray(text + b"\xff" * PADDING), np.uint8)


def new_lines(n: int) -> Lines:
    return Lines(np.zeros(n, np.int64), np.zeros(n, np.int64))


LINE_PARTS = [b"\n", b"\r", b"\r\n", b"." * 62, b"#", b" ", b"12", b"x", b"9X9", b"sam", b"Jig"]


@given(st.lists(st.sampled_from(LINE_PARTS)))
def test_lines_are_counted_whatever_ends_them_and_headings_noted(parts: list[bytes]) -> None:
    content = b"".join(parts)
    n_lines = len(re.findall(rb"\r\n|\r|\n", content))
    lines = [found.end() for found in re.finditer(rb"(?:^|[\r\n])(?=#)", content)]
    begins_name = re.compile(rb"# *(?:[0-9]+ *[xX]|[xX]|[sS][aA]|[jJ][iI])")
    places = [at for at in lines if begins_name.match(content, at)]
    noted = np.zeros(len(content) // 2 + 1, np.int64)
    assert count_lines(padded(content), len(content), noted) == (n_lines, len(places))
    assert noted[: len(places)].tolist() == places


@pytest.mark.parametrize("name", [*PRESETS, "9x9+diagonals", "12 x 12", "JIGSAW:AABBAABBCCDDCCDD"])
def test_every_name_of_a_board_is_noted(name: str) -> None:
    text = f"# {name}\n".encode()
    assert count_lines(padded(text), len(text), np.zeros(len(text), np.int64)) == (1, 1)


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


OPENING = b'{"puzzle": "'
HEADS = (b'", "status": "one", "solution": ', b"", b",two,", b"", b"-" * 64, b"", b"?")
"""What stands before a puzzle, and behind it; where that is empty, there is no puzzle."""


def written(twin: Twin, status: int, number: int, *, is_text: bool, has_heads: bool) -> bytes:
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
    if has_heads and HEADS[status]:
        first = OPENING + puzzle.translate(DOTS) + HEADS[status] + first
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
    has_heads=st.booleans(),
)
def test_render_writes_what_its_twin_writes(
    content: bytes, statuses: list[int], number: int, *, is_text: bool, has_heads: bool
) -> None:
    text, lines, answers = padded(content), new_lines(60), new_answers(60)
    n_lines, _ = scan(text, 0, len(content), lines)
    answers.status[:] = statuses
    answers.n_solutions[:] = number
    answers.solutions[:] = np.tile(np.frombuffer(SOLVED.encode(), np.uint8) - ord("0"), 60)
    out = np.zeros(len(content) + n_lines * ROOM + PADDING, np.uint8)
    n_gaps = np.count_nonzero(lines.starts[:n_lines] == IRREGULAR)
    gaps = np.zeros((n_gaps, N_NOTED), np.int64)
    rows = (OPENING, HEADS) if has_heads else (b"", ())
    style = new_style(FIRST, WORDS, is_text=is_text, opening=rows[0], heads=rows[1])
    lines = Lines(lines.starts[:n_lines], lines.ends[:n_lines])
    size = render(text, 0, lines, answers, style, out, gaps, 98)

    expected, expected_gaps = b"", []
    for line, (twin, status) in enumerate(zip(twins(content), statuses, strict=False), 99):
        if twin.start == IRREGULAR:
            expected_gaps.append((line - 1, twin.body, len(expected)))
        elif twin.start == INVALID:
            expected += refused(twin.body, line)
        else:
            expected += written(twin, status, number, is_text=is_text, has_heads=has_heads)
    assert out[:size].tobytes() == expected
    noted = gaps.tolist()
    assert [(line, content[at:end], gap) for line, at, end, gap in noted] == expected_gaps


@given(
    starts=st.lists(st.sampled_from([0, 81, PASS, IRREGULAR, INVALID]), max_size=20),
    times=st.integers(1, 3),
    left_to_others=st.lists(st.booleans(), min_size=7, max_size=7),
    n_named=st.integers(0, 4),
    is_bare=st.booleans(),
    data=st.data(),
)
def test_lines_are_settled_as_by_their_twin(  # noqa: PLR0917 - what decides
    starts: list[int],
    times: int,
    left_to_others: list[bool],
    n_named: int,
    is_bare: bool,  # noqa: FBT001 - drawn
    data: st.DataObject,
) -> None:
    n_answers = times * len(starts)
    lines, answers = new_lines(len(starts)), new_answers(n_answers)
    lines.starts[:] = starts
    n = len(starts)
    behind = data.draw(st.lists(st.sampled_from([0, 1, 9]), min_size=n, max_size=n))
    lines.ends[:] = [max(start, 0) + 81 + more for start, more in zip(starts, behind, strict=True)]
    drawn = data.draw(st.lists(st.integers(0, 5), min_size=n_answers, max_size=n_answers))
    answers.status[:] = drawn
    answers.guesses[:] = guesses = [status % 3 for status in drawn]
    statuses = np.zeros(7, np.int64)
    found = settle(lines, answers, times, np.array(left_to_others), n_named, is_bare, statuses)

    invalid = [line for line, start in enumerate(starts) if start == INVALID]
    for line in invalid[:n_named]:
        starts[line] = IRREGULAR
    for line, start in enumerate(starts):
        if start >= 0 and (left_to_others[drawn[times * line]] or (is_bare and behind[line])):
            starts[line] = IRREGULAR
    assert lines.starts.tolist() == starts
    kept = [answer for answer in range(n_answers) if starts[answer // times] >= 0]
    assert statuses.tolist() == [[drawn[each] for each in kept].count(code) for code in range(7)]
    assert found == (
        starts.count(IRREGULAR),
        starts.count(INVALID),
        sum(guesses[each] for each in kept),
        [guesses[each] for each in kept].count(0),
    )


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
    assert answered(b"12345 is no puzzle", first, word) == expected


def answered(body: bytes, first: int, word: bytes) -> bytes:
    """Return what `render` writes of a line that is no puzzle."""
    text, lines, none = padded(body + b"\n"), new_lines(1), np.zeros((0, N_NOTED), np.int64)
    assert scan(text, 0, len(body) + 1, lines) == (1, len(body) + 1)
    assert lines.starts.tolist() == [INVALID]
    out = np.zeros(len(body) + ROOM + PADDING, np.uint8)
    style = new_style([first], [word], is_text=False)
    return out[: render(text, 0, lines, new_answers(1), style, out, none, 0)].tobytes()


@given(character=st.one_of(st.sampled_from(CHARACTERS), st.characters(categories=["L", "P"])))
def test_each_character_that_is_no_cell_is_complained_of(character: str) -> None:
    body = f"12345{character}6".encode()
    if start_of(body) == INVALID:
        assert answered(body, REASON, b"") == refused(body, 1)


def test_what_messages_show_is_what_python_prints() -> None:
    for first, last in PRINTED.tolist():
        assert "".join(map(chr, range(first, last + 1))).isprintable()
    spaces = [chr(code) for code in range(0x80, 0x110000) if chr(code).isspace()]
    assert [chr(code) for code in SPACES_KNOWN.tolist()] == spaces


def test_what_is_utf8_is_told_as_python_does() -> None:
    """Try each lead byte with the bytes at the limits of what may follow it."""
    limits = [0x00, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xFF]
    bodies = [
        bytes([*b"# ", lead, *rest])
        for lead in range(0x80, 0x100)
        for rest in product(limits, repeat=3)
    ]
    content, lines = b"".join(body + b"\n" for body in bodies), new_lines(len(bodies))
    assert scan(padded(content), 0, len(content), lines) == (len(bodies), len(content))
    assert lines.starts.tolist() == list(map(start_of, bodies))


def test_a_byte_means_what_a_grid_reads() -> None:
    for byte in range(256):
        character = bytes([byte]).decode("latin-1")
        try:
            (mask,) = Grid(character + "." * 80).allowed[:1]
        except GridError:
            mask = BAD_CELL
        assert MASK_OF[byte] == mask, character
