"""The puzzles of a text, found, searched and answered in one pass, while all of it is in the cache.

::

    text   ... answered | older half ......... | younger half ........... | not yet read ...
                          a few lanes are busy   lanes load its puzzles
                          with it still

The window, that is, both halves and their answers, takes 250 KB, however long the text. Once all
puzzles of the younger half are loaded, the older half is written to the output and takes the next
lines. So the lanes run dry only at the end.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from lowbit.kernels.classic.layout import N_CELLS
from lowbit.kernels.classic.loop import (
    ACTIVE,
    BUSY,
    DONE,
    END,
    LAST,
    NEXT,
    ONE,
    STARVED,
    SWEEPS,
    ZERO,
)
from lowbit.kernels.classic.search import Answers, go_on, new_answers
from lowbit.kernels.classic.texts.characters import PADDING
from lowbit.kernels.classic.texts.lines import (
    N_NOTED,
    ROOM,
    Lines,
    find_lines,
    settle_lines,
    write_lines,
)
from lowbit.kernels.core.bits import lowest
from lowbit.kernels.core.compile import kernel, part
from lowbit.status import Status

if TYPE_CHECKING:
    from lowbit.kernels.classic.loop import Lanes
    from lowbit.kernels.classic.search import LaneLimits, Puzzles
    from lowbit.kernels.classic.texts.lines import Gaps, Rules, Style
    from lowbit.kernels.core.arrays import Bytes, Words

HALF: Final = 1024
"""Lines of half a window."""

HALF_BYTES: Final = 128 * HALF
"""No line begins in half a window behind so many bytes."""

FULL: Final = 3
"""A reason why the search returned: the output has no room for half a window."""

BYTES, AT, N_BEFORE, YOUNGER, FROM, TO, N_LINES = 0, 1, 2, 3, 4, 6, 8
"""Words of `Window.place`: how many bytes the text has, where the first line begins that was not
read yet, how many lines come before those in the window, and which half is the younger one. Of each
half: where its first line begins, where the line behind it does, and how many lines it holds."""

SIZE, N_GAPS, LINES, INVALID_LINES, GUESSES, PLAIN = range(6)
"""Words of `Window.written`: how many bytes, gaps, lines, invalid lines, guesses, and puzzles that
took no guess were written."""


class Window(NamedTuple):
    """The lines of a text that are searched, and the results of those before them.

    Attributes
    ----------
    lines : Lines
    answers : Answers
        Line for line; those of the second half from `HALF` on.
    place : int64[10]
        Where the search stands.
    written : int64[6]
        Counts of the output's lines.
    statuses : int64[7]
        How many of the answers in the output have each status.
    gaps : int64[k, 4]
        The irregular lines in the output.
    """

    lines: Lines
    answers: Answers
    place: Words
    written: Words
    statuses: Words
    gaps: Gaps


def new_window() -> Window:
    """Return an empty window."""
    n = 2 * HALF
    return Window(
        Lines(np.empty(n, np.int64), np.empty(n, np.int64)),
        new_answers(n),
        np.zeros(N_LINES + 2, np.int64),
        np.zeros(PLAIN + 1, np.int64),
        np.zeros(len(Status), np.int64),
        np.empty((2 * n, N_NOTED), np.int64),
    )


def begin(window: Window, size: int, n_before: int) -> None:
    """Let a window begin with a text of so many bytes, behind so many lines of another."""
    window.place[:] = 0
    window.place[BYTES], window.place[N_BEFORE] = size, n_before
    begin_output(window)


def begin_output(window: Window) -> None:
    """Let a window begin with another output."""
    window.written[:] = window.statuses[:] = 0


@kernel
def search_text(
    puzzles: Puzzles,
    window: Window,
    lanes: Lanes,
    limits: LaneLimits,
    listed: Bytes,
    style: Style,
    rules: Rules,
    out: Bytes,
    sweeps: int,
) -> int:
    """Go on for a number of sweeps; return DONE, FULL or BUSY.

    Parameters
    ----------
    puzzles : Puzzles
        The text, which consists of whole lines and has PADDING behind it, and where in it the lines
        of the window begin.
    window : Window
        Changed. Where the output is FULL, call `begin_output`.
    lanes : Lanes
        Changed.
    limits : LaneLimits
    listed : uint8[0, 81]
    style : Style
    rules : Rules
    out : uint8[k]
        Written to. It needs room for half a window.
    sweeps : int
        How many at most.
    """
    place, control = window.place, lanes.control
    last_sweep = control[SWEEPS] + np.uint64(sweeps)
    while True:
        n_left = int(np.int64(last_sweep - control[SWEEPS]))
        state = go_on(lanes, puzzles, window.answers, limits, listed, n_left)
        older = 1 - place[YOUNGER]
        if state == BUSY:
            return BUSY
        if state == STARVED and _is_searched(lanes, older):
            control[LAST] = ONE  # some hard puzzle: all lanes wait for it
        elif not _answer_half(puzzles.cells, window, older, style, rules, out):
            return FULL
        elif place[AT] < place[BYTES]:
            _read_half(puzzles.cells, window, older)
            place[YOUNGER] = older
            _feed(lanes, older, place[N_LINES + older])
        elif place[N_LINES + place[YOUNGER]] == 0:
            return DONE
        elif state == DONE:
            place[YOUNGER] = older
        else:
            control[LAST] = ONE


@part
def _is_searched(lanes: Lanes, half: int) -> bool:
    """Tell whether lanes are busy with puzzles of a half."""
    active = lanes.control[ACTIVE]
    while active != ZERO:
        if lanes.puzzle[lowest(active)] // HALF == half:
            return True
        active &= active - ONE
    return False


@part
def _feed(lanes: Lanes, half: int, n_lines: int) -> None:
    """Let the lanes load the puzzles of a half."""
    lanes.control[NEXT] = half * HALF
    lanes.control[END] = half * HALF + n_lines
    lanes.control[LAST] = ZERO


@part
def _read_half(text: Bytes, window: Window, half: int) -> None:
    """Find the next lines for a half of the window, and blank their answers."""
    place = window.place
    at = place[AT]
    end = min(place[BYTES], at + HALF_BYTES)
    n_lines, behind = find_lines(text, at, end, _lines_of(window, half, HALF))
    place[FROM + half], place[TO + half], place[N_LINES + half] = at, behind, n_lines
    place[AT] = behind
    answers = window.answers
    for line in range(half * HALF, half * HALF + n_lines):
        answers.status[line] = 0
        answers.n_solutions[line] = 0
        answers.nodes[line] = 0
        answers.guesses[line] = 0


@part
def _answer_half(
    text: Bytes,
    window: Window,
    half: int,
    style: Style,
    rules: Rules,
    out: Bytes,
) -> bool:
    """Write the answers of a half, which holds no lines then; return False if there is no room."""
    place, written = window.place, window.written
    n_lines, at = place[N_LINES + half], place[FROM + half]
    n_bytes = place[TO + half] - at + ROOM * n_lines + PADDING
    if written[SIZE] + n_bytes > out.size or written[N_GAPS] + n_lines > window.gaps.shape[0]:
        return False
    lines, answers = _lines_of(window, half, n_lines), _answers_of(window, half, n_lines)
    n_named = 0 if written[INVALID_LINES] else rules.n_named
    left_to_others, is_bare = rules.left_to_others, rules.is_bare
    found = settle_lines(lines, answers, 1, left_to_others, n_named, is_bare, window.statuses)
    _n_irregular, n_invalid, n_guesses, n_plain = found
    size, n_gaps, n_before = written[SIZE], written[N_GAPS], place[N_BEFORE]
    written[SIZE], written[N_GAPS] = write_lines(
        text, at, lines, answers, style, out, size, window.gaps, n_gaps, n_before
    )
    written[LINES] += n_lines
    written[INVALID_LINES] += n_invalid
    written[GUESSES] += n_guesses
    written[PLAIN] += n_plain
    place[N_BEFORE] += n_lines
    place[N_LINES + half] = 0
    return True


@part
def _lines_of(window: Window, half: int, n: int) -> Lines:
    """Return the first lines of a half."""
    first, end = half * HALF, half * HALF + n
    return Lines(window.lines.starts[first:end], window.lines.ends[first:end])


@part
def _answers_of(window: Window, half: int, n: int) -> Answers:
    """Return the first answers of a half."""
    first, end = half * HALF, half * HALF + n
    answers = window.answers
    return Answers(
        answers.status[first:end],
        answers.n_solutions[first:end],
        answers.solutions[N_CELLS * first : N_CELLS * end],
        answers.nodes[first:end],
        answers.guesses[first:end],
    )
