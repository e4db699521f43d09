"""Pieces of output: the answers to some lines of a text, with gaps for irregular lines."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from lowbit.kernels.classic.characters import CR, LF, PADDING
from lowbit.kernels.classic.layout import N_CELLS
from lowbit.kernels.classic.search import Answers
from lowbit.kernels.classic.text import INVALID, IRREGULAR, ROOM, Lines, render
from lowbit.status import Status

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from lowbit.batch.text_block import Part
    from lowbit.kernels.classic.text import Style


class IrregularLine(NamedTuple):
    """A line whose answer is missing.

    Attributes
    ----------
    number : int
        Its number within the piece, from 0.
    text : bytes
        The line, without its end.
    gap : int
        Where in the output its answer belongs.
    """

    number: int
    text: bytes
    gap: int


class Piece(NamedTuple):
    """The answers to some lines.

    Attributes
    ----------
    out : memoryview
        The output.
    irregular : list of IrregularLine
        The lines whose answers are missing in it.
    n_lines : int
        How many lines there are.
    statuses : list of int
        How many puzzles have each `Status`, those of irregular lines left out.
    n_invalid : int
        How many lines are invalid, irregular ones left out.
    n_guesses : int
        How many guesses they took.
    n_plain : int
        How many puzzles took none.
    """

    out: memoryview
    irregular: list[IrregularLine]
    n_lines: int
    statuses: list[int]
    n_invalid: int
    n_guesses: int
    n_plain: int


def write_piece(part: Part, style: Style, out: NDArray[np.uint8], times: int, first: int) -> Piece:
    """Write the answers to `out`; `first` is the number of the first line, from 0."""
    irregular = np.flatnonzero(part.lines.starts == IRREGULAR)
    lines, answers = (part.lines, part.answers) if times == 1 else _repeated(part, times)
    gaps = np.empty(irregular.size, np.int64)
    n_rows = lines.starts.size
    n_written = render(part.text, part.at, n_rows, lines, answers, style, out, gaps, first)
    status, guesses = answers.status, answers.guesses
    is_answered = lines.starts >= 0
    if not is_answered.all():
        status, guesses = status[is_answered], guesses[is_answered]
    return Piece(
        out[:n_written].data,
        [
            IrregularLine(number, _line(part, number), gap)
            for number, gap in zip(irregular.tolist(), gaps.tolist(), strict=True)
        ],
        part.lines.starts.size,
        np.bincount(status, minlength=len(Status)).tolist(),
        int(np.count_nonzero(lines.starts == INVALID)),
        int(guesses.sum()),
        int(np.count_nonzero(guesses == 0)),
    )


def room_for(part: Part, end: int, times: int) -> NDArray[np.uint8]:
    """Return room for the answers to a text that reaches from the part's beginning to `end`."""
    n_bytes = end - part.at + ROOM * part.lines.starts.size
    return np.empty(times * n_bytes + PADDING, np.uint8)


def _repeated(part: Part, times: int) -> tuple[Lines, Answers]:
    """Return each line as many times as it is answered, and the answers line for line."""
    starts = np.repeat(part.lines.starts, times)
    kept = starts >= 0
    kept[::times] = True
    rows = np.flatnonzero(kept)
    answers = part.answers
    return Lines(starts[rows], np.repeat(part.lines.ends, times)[rows]), Answers(
        answers.status[rows],
        answers.n_solutions[rows],
        answers.solutions.reshape(-1, N_CELLS)[rows].reshape(-1),
        answers.nodes[rows],
        answers.guesses[rows],
    )


def _line(part: Part, number: int) -> bytes:
    """Return a line without its end."""
    text, ends = part.text, part.lines.ends
    at = part.at
    if number:
        at = int(ends[number - 1]) + 1
        if text[at - 1] == CR and text[at] == LF:
            at += 1
    return text[at : ends[number]].tobytes()
