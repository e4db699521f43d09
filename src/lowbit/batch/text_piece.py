"""Pieces of output: the answers to some lines of a text, with gaps for irregular lines."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from lowbit.kernels.classic.layout import N_CELLS
from lowbit.kernels.classic.search import Answers
from lowbit.kernels.classic.texts.characters import PADDING
from lowbit.kernels.classic.texts.lines import N_NOTED, ROOM, Lines, render, settle
from lowbit.status import Status

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from lowbit.batch.text_block import Part
    from lowbit.kernels.classic.texts.lines import Rules, Style


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
        The number of lines.
    statuses : list of int
        The number of puzzles by `Status`, those of irregular lines left out.
    n_invalid : int
        The number of invalid lines, irregular ones left out.
    n_guesses : int
        The number of guesses they took.
    n_plain : int
        The number of puzzles that took none.
    """

    out: memoryview
    irregular: list[IrregularLine]
    n_lines: int
    statuses: list[int]
    n_invalid: int
    n_guesses: int
    n_plain: int


class SettledLines(NamedTuple):
    """The counts of a part's lines, by status and by kind; as in `Piece`.

    Attributes
    ----------
    statuses : list of int
    n_irregular, n_invalid, n_guesses, n_plain : int
    """

    statuses: list[int]
    n_irregular: int
    n_invalid: int
    n_guesses: int
    n_plain: int


def settled(part: Part, times: int, rules: Rules) -> SettledLines:
    """Mark the lines that are left to others, as `settle` does, and count the answers."""
    statuses = np.zeros(len(Status), np.int64)
    found = settle(part.lines, part.answers, times, *rules, statuses)
    return SettledLines(statuses.tolist(), *found)


def write_piece(  # noqa: PLR0913, PLR0917 - what a piece is made of
    part: Part, found: SettledLines, style: Style, out: NDArray[np.uint8], times: int, first: int
) -> Piece:
    """Write the answers to `out`; `first` is the number of the first line, from 0."""
    lines, answers = (part.lines, part.answers) if times == 1 else _repeated(part, times)
    gaps = np.empty((found.n_irregular, N_NOTED), np.int64)
    n_written = render(part.text, part.at, lines, answers, style, out, gaps, first)
    return Piece(
        out[:n_written].data,
        irregular_lines(part.text, gaps, first),
        part.lines.starts.size,
        found.statuses,
        found.n_invalid,
        found.n_guesses,
        found.n_plain,
    )


def irregular_lines(
    text: NDArray[np.uint8], gaps: NDArray[np.int64], first: int
) -> list[IrregularLine]:
    """Return the lines that kernels noted; `first` is the number of the first line of the piece."""
    return [
        IrregularLine(line - first, text[begin:end].tobytes(), place)
        for line, begin, end, place in gaps.tolist()
    ]


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
