"""Texts searched in one pass, beside the same kernels called one after another."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import pytest

from lowbit.kernels.classic.engine import search
from lowbit.kernels.classic.loop import BUSY, DONE, SWEEPS, feed, new_lanes
from lowbit.kernels.classic.search import NOT_LISTED, LaneLimits, Puzzles, advance, new_answers
from lowbit.kernels.classic.texts.characters import MASK_OF, PADDING
from lowbit.kernels.classic.texts.lines import (
    N_NOTED,
    NUMBER_LAST,
    PUZZLE,
    REASON,
    ROOM,
    SOLUTION,
    Lines,
    Rules,
    new_style,
    render,
    scan,
    settle,
)
from lowbit.kernels.classic.texts.search import (
    GUESSES,
    HALF,
    HALF_BYTES,
    INVALID_LINES,
    LINES,
    N_GAPS,
    PLAIN,
    SIZE,
    begin,
    begin_output,
    new_window,
    search_text,
)
from lowbit.kernels.core.compile import bind
from lowbit.kernels.core.simd import native_lanes
from support import seeded

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from lowbit.kernels.classic.texts.search import Window

SOLVED = b"697582143452913786183467952829635471516874239374291568748126395931758624265349817"
EASY = b"." * 20 + SOLVED[20:]
HARD = b"12" + b"." * 79
KINDS = [
    *[EASY] * 20,
    b"  " + EASY + b"  # a remark",
    EASY + b",another\r",
    b"# " + b"a comment " * 9,
    b"",
    b"11" + b"." * 79,
    b"no puzzle",
    b"12345 is no puzzle",
    b"\xff" + EASY,
]
STYLE = new_style(
    (REASON, PUZZLE, SOLUTION, SOLUTION, NUMBER_LAST, SOLUTION, SOLUTION),
    (b"", b"none", b"", b"several", b"at least ", b"", b""),
    is_text=True,
)
LIMITS = LaneLimits(1 << 62, 5000)
"""So high that a hard puzzle keeps its lane for longer than two thousand easy ones take."""

N_BEFORE = 1234567
LANES = native_lanes()
MANY = 1 << 30
"""More sweeps than any of these takes."""


class Found(NamedTuple):
    """What was found of a text."""

    output: bytes
    gaps: list[tuple[int, bytes, int]]
    counts: list[int]


def text_of(n: int, *, has_hard: bool) -> bytes:
    """Return so many lines; among them some that take long if `has_hard`."""
    draw = seeded(n)
    lines = [draw.choice(KINDS) for _ in range(n)]
    for line in range(7, n if has_hard else 0, 600):
        lines[line] = HARD
    return b"".join(line + b"\n" for line in lines)


def found_one_after_another(content: bytes, rules: Rules) -> Found:
    text, n = padded(content), content.count(b"\n")
    lines, answers = Lines(np.zeros(n, np.int64), np.zeros(n, np.int64)), new_answers(n)
    assert scan(text, 0, len(content), lines) == (n, len(content))
    search(puzzles_of(text, lines), answers, limit=LIMITS.solutions, max_nodes=LIMITS.nodes)
    statuses = np.zeros(7, np.int64)
    n_gaps, *counts = settle(lines, answers, 1, *rules, statuses)
    gaps = np.zeros((n_gaps, N_NOTED), np.int64)
    out = np.zeros(len(content) + ROOM * n + PADDING, np.uint8)
    size = render(text, 0, lines, answers, STYLE, out, gaps, N_BEFORE)
    noted = [(line, content[at:end], place) for line, at, end, place in gaps.tolist()]
    return Found(out[:size].tobytes(), noted, [n, *counts, *statuses.tolist()])


def found_in_one_pass(
    content: bytes, rules: Rules, room: int, sweeps: int, n_lanes: int = LANES
) -> Found:
    text, window, lanes = padded(content), new_window(), new_lanes(n_lanes)
    out = np.zeros(room, np.uint8)
    puzzles = puzzles_of(text, window.lines)
    begin(window, len(content), N_BEFORE)
    output, noted, counts = b"", [], np.zeros(4 + 7, np.int64)
    known = puzzles, window, lanes, LIMITS, NOT_LISTED, STYLE, rules, out, sweeps
    go_on = bind(search_text, *known)
    state = BUSY
    while state != DONE:
        state = go_on()
        if state != BUSY:
            gaps = window.gaps[: window.written[N_GAPS]].tolist()
            noted += [(line, content[at:end], len(output) + gap) for line, at, end, gap in gaps]
            output += out[: window.written[SIZE]].tobytes()
            counts += counts_of(window)
            begin_output(window)
    return Found(output, noted, counts.tolist())


def counts_of(window: Window) -> NDArray[np.int64]:
    numbers = [window.written[word] for word in (LINES, INVALID_LINES, GUESSES, PLAIN)]
    return np.array([*numbers, *window.statuses])


def padded(content: bytes) -> NDArray[np.uint8]:
    return np.frombuffer(bytearray(content + b"\xff" * PADDING), np.uint8)


def puzzles_of(text: NDArray[np.uint8], lines: Lines) -> Puzzles:
    return Puzzles(text, lines.starts, MASK_OF, np.zeros(0, np.uint16))


@pytest.mark.parametrize("n", [0, 1, HALF - 1, HALF, HALF + 1, 2 * HALF, 5 * HALF + 77])
@pytest.mark.parametrize("has_hard", [False, True])
def test_a_text_is_answered_as_by_one_kernel_after_another(n: int, *, has_hard: bool) -> None:
    content, rules = text_of(n, has_hard=has_hard), Rules(np.zeros(7, np.bool_), 0)
    expected = found_one_after_another(content, rules)
    room = 2 * len(content) + HALF_BYTES + ROOM * HALF + PADDING
    assert found_in_one_pass(content, rules, room, MANY) == expected
    smallest = HALF_BYTES + 100 + ROOM * HALF + PADDING
    assert found_in_one_pass(content, rules, smallest, MANY) == expected
    assert found_in_one_pass(content, rules, room, 100) == expected


@pytest.mark.slow
@pytest.mark.parametrize("n_lanes", [8, 16, 32])
def test_a_text_is_answered_the_same_by_any_number_of_lanes(n_lanes: int) -> None:
    content, rules = text_of(5 * HALF, has_hard=True), Rules(np.zeros(7, np.bool_), 0)
    expected = found_one_after_another(content, rules)
    assert found_in_one_pass(content, rules, 1 << 21, MANY, n_lanes) == expected


def test_lines_are_left_to_others_as_by_one_kernel_after_another() -> None:
    left_to_others = np.array([status in {0, 1} for status in range(7)])
    content, rules = text_of(3 * HALF, has_hard=False), Rules(left_to_others, 1 << 62)
    expected = found_one_after_another(content, rules)
    assert len(expected.gaps) > HALF // 10
    assert found_in_one_pass(content, rules, 1 << 20, MANY) == expected


def test_the_first_invalid_lines_of_an_output_are_left_to_others() -> None:
    content = b"12345\n" * (4 * HALF)
    rules = Rules(np.zeros(7, np.bool_), 3)
    found = found_in_one_pass(content, rules, 1 << 20, MANY)
    assert [line for line, _, _ in found.gaps] == [N_BEFORE, N_BEFORE + 1, N_BEFORE + 2]
    assert found.counts[1] == 4 * HALF - 3
    assert found.output.startswith(f"12345  # invalid: line {N_BEFORE + 4}: ".encode())


def test_the_output_is_full_where_there_are_more_gaps_than_are_noted() -> None:
    content = (b"\xff" + EASY + b"\n") * (9 * HALF)
    rules = Rules(np.zeros(7, np.bool_), 0)
    assert found_in_one_pass(content, rules, 1 << 21, MANY) == found_one_after_another(
        content, rules
    )


def test_lanes_do_not_run_dry_between_the_halves() -> None:
    content = text_of(5 * HALF, has_hard=False)
    lines = Lines(np.zeros(5 * HALF, np.int64), np.zeros(5 * HALF, np.int64))
    text, rules, answers = padded(content), Rules(np.zeros(7, np.bool_), 0), new_answers(5 * HALF)
    scan(text, 0, len(content), lines)
    at_once, in_halves, window = new_lanes(LANES), new_lanes(LANES), new_window()
    feed(at_once, 0, 5 * HALF, last=True)
    assert advance(at_once, puzzles_of(text, lines), answers, LIMITS, NOT_LISTED, MANY) == DONE
    begin(window, len(content), N_BEFORE)
    known = puzzles_of(text, window.lines), window, in_halves, LIMITS, NOT_LISTED, STYLE, rules
    assert search_text(*known, np.zeros(1 << 21, np.uint8), MANY) == DONE
    assert in_halves.control[SWEEPS] == at_once.control[SWEEPS]
