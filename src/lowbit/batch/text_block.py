"""The memory for a block of a text: its lines, and the answers to them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from lowbit.formats.streams.packing import CHUNK
from lowbit.formats.streams.stream import MAX_LINE, end_of_lines
from lowbit.kernels.classic.layout import N_CELLS
from lowbit.kernels.classic.search import Answers, new_answers
from lowbit.kernels.classic.texts.characters import PADDING
from lowbit.kernels.classic.texts.lines import ROOM, Lines, count_lines, scan

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray


LINE = re.compile(rb"[^\r\n]*")


class Block:
    """The memory for a block of whole lines, from their text to their answers.

    Behind the bytes that it takes it has room for the longest line and a chunk.

    Parameters
    ----------
    n_taken : int
        The bytes that it takes.
    times : int, default 1
        The number of answers to each line.
    """

    def __init__(self, n_taken: int, times: int = 1) -> None:
        self.times = times
        n_rows = max(n_taken // N_CELLS + 1, times)
        n_bytes = n_taken + MAX_LINE + 2 * CHUNK
        self.size = 0
        self.first = 0
        self.rest = b""
        self._headings = np.empty(n_bytes // 2 + 1, np.int64)
        self.memory = bytearray(n_bytes + PADDING)
        self.text = np.frombuffer(self.memory, np.uint8)
        self._view = memoryview(self.memory)
        self.lines = Lines(np.empty(n_rows, np.int64), np.empty(n_rows, np.int64))
        self.answers = new_answers(n_rows)
        self.out = np.empty(n_bytes + n_bytes // N_CELLS * ROOM + PADDING, np.uint8)

    def room(self, wanted: int) -> memoryview:
        """Return where more of the text goes: as much as is wanted in all, and some in any case."""
        least = min(wanted, -(-CHUNK // self.times))
        return self._view[self.size : self.size + max(wanted - self.size, least)]

    def append(self, chunk: bytes) -> None:
        """Add to the text."""
        end = self.size + len(chunk)
        self.memory[self.size : end] = chunk
        self.size = end

    def cut(self) -> bytes:
        """Remove the rest behind the last whole line, and return it."""
        self.rest = self._cut_at(end_of_lines(self.memory, self.size))
        return self.rest

    def cut_before(self, is_end: Callable[[bytes], bool]) -> tuple[int, bytes]:
        """Remove the first heading that fulfils a condition, and all that follows.

        Returns
        -------
        n_lines : int
            The number of lines that are left.
        removed : bytes
            The text removed, with that removed by `cut` before; empty if there is no such heading.
        """
        n_lines, n_headings = count_lines(self.text, self.size, self._headings)
        for at in self._headings[:n_headings].tolist():
            if is_end(LINE.match(self.memory, at)[0]):  # type: ignore[index] # it matches anything
                removed = self._cut_at(at) + self.rest
                return self.n_lines(), removed
        return n_lines, b""

    def n_lines(self) -> int:
        """Return how many lines it holds."""
        return count_lines(self.text, self.size, self._headings)[0]

    def _cut_at(self, end: int) -> bytes:
        removed = bytes(self.memory[end : self.size])
        self.size = end
        return removed

    def scan(self, at: int) -> tuple[Part, int]:
        """Find as many lines from `at` on as have room for their answers.

        Returns
        -------
        part : Part
            The lines, with their answers blank.
        at : int
            Where the next ones begin.
        """
        n_rows = self.lines.starts.size // self.times
        room = Lines(self.lines.starts[:n_rows], self.lines.ends[:n_rows])
        n_lines, end = scan(self.text, at, self.size, room)
        return self._part(at, n_lines), end

    def _part(self, at: int, n_lines: int) -> Part:
        n_answers = self.times * n_lines
        answers = Answers(
            self.answers.status[:n_answers],
            self.answers.n_solutions[:n_answers],
            self.answers.solutions[: N_CELLS * n_answers],
            self.answers.nodes[:n_answers],
            self.answers.guesses[:n_answers],
        )
        for array in (answers.status, answers.n_solutions, answers.nodes, answers.guesses):
            array[:] = 0
        lines = Lines(self.lines.starts[:n_lines], self.lines.ends[:n_lines])
        return Part(self.text, at, lines, answers)


class Part(NamedTuple):
    """Some lines of a block.

    Attributes
    ----------
    text : uint8[m]
        That of the block.
    at : int
        Where the first line begins.
    lines : Lines
    answers : Answers
        The answers to each line, one after another.
    """

    text: NDArray[np.uint8]
    at: int
    lines: Lines
    answers: Answers
