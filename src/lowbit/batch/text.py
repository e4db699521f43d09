"""Long texts of puzzles, answered block by block, in parallel and in order.

::

    chunks ── whole lines ──> block: scan ── fill ── render ──> pieces ──┐
    as they arrive            block: scan ── fill ── render ──> pieces ──┴──> in order
                              ...    a thread each, without the GIL

The text is in the `line` format and its puzzles on the classic board. A piece is what is to be
written, with gaps for the lines that the kernels do not read; who reads the pieces fills them.
What is asked of the puzzles is a `Fill`, which finds out the answers to those of a block: how
many solutions they have (`searching`), or which other puzzles they become (`changing`).

What comes out depends neither on the number of threads nor on how the text is cut. A block is
used again once its pieces were taken, so memory is constant, however long the text is.
"""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

import numpy as np

from lowbit.batch.ordered import in_order
from lowbit.errors import FormatError, InputError
from lowbit.formats.packing import CHUNK
from lowbit.formats.stream import MAX_LINE, TOO_LONG, end_of_lines
from lowbit.kernels.classic.engine import new_answers
from lowbit.kernels.classic.layout import N_CELLS
from lowbit.kernels.classic.search import Answers, Puzzles
from lowbit.kernels.classic.text import (
    CR,
    IRREGULAR,
    LF,
    MASK_OF,
    NOTHING,
    NUMBER,
    NUMBER_LAST,
    PADDING,
    PUZZLE,
    ROOM,
    SEPARATOR,
    SOLUTION,
    Lines,
    count_lines,
    new_style,
    render,
    scan,
)
from lowbit.status import Status

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator, Mapping

    from numpy.typing import NDArray

    from lowbit.batch.fill import Fill
    from lowbit.kernels.classic.text import Style
    from lowbit.kernels.core.threads import Progress

BLOCK = 1 << 20
"""Bytes that a thread takes at a time: some milliseconds of work."""

FIRST_BLOCK = 1 << 16
"""Bytes of the first block. Each takes twice as many as the one before, up to `BLOCK`, so that
all threads soon have something to do."""

AT_LEAST = "at least "
"""What is said before the number of solutions that were found when a limit ended a count."""

NO_MASKS = np.zeros(0, np.uint16)


Shown: TypeAlias = Literal["", "solution", "puzzle", "number", "least"]
"""What an answer is: a word alone; the digits of the solution; the puzzle as it was given, with
the word as a remark; the number of solutions; the word, and how many there are at least."""

FIRST: dict[Shown, int] = {
    "": NOTHING,
    "solution": SOLUTION,
    "puzzle": PUZZLE,
    "number": NUMBER,
    "least": NUMBER_LAST,
}


@dataclass(frozen=True, slots=True)
class TextPlan:
    """What is asked of each puzzle, and how the answer is written.

    Parameters
    ----------
    fill : Fill
        What finds out the answers.
    wording : mapping of Status to Shown and str
        What the answer is, and its word. A puzzle with another status is left as an odd line.
    keeps_text : bool
        Whether remarks are kept, and lines without a puzzle.
    times : int, default 1
        How many answers each puzzle gets.
    """

    fill: Fill
    wording: Mapping[Status, tuple[Shown, str]]
    keeps_text: bool
    times: int = 1

    def style(self) -> Style:
        """Return this as the kernels want it."""
        first, words = [], []
        for status in Status:
            shown, word = self.wording.get(status, ("", ""))
            first.append(FIRST[shown])
            texts = {
                "": word,
                "puzzle": f"{SEPARATOR.decode()}{word}",
                "least": f"{word}{SEPARATOR.decode()}{AT_LEAST}",
            }
            words.append(texts.get(shown, "").encode())
        return new_style(first, words, is_text=self.keeps_text)


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
        What is to be written.
    irregular : list of IrregularLine
        What is missing in it.
    n_lines : int
        How many lines there are.
    statuses : list of int
        How many puzzles have each `Status`, those of odd lines left out.
    n_guesses : int
        How many guesses they took.
    n_plain : int
        How many puzzles took none.
    """

    out: memoryview
    irregular: list[IrregularLine]
    n_lines: int
    statuses: list[int]
    n_guesses: int
    n_plain: int


class Block:
    """The memory for a block of whole lines, from their text to their answers.

    It takes `BLOCK` bytes, and has room for the longest line and a chunk behind them.

    Parameters
    ----------
    times : int, default 1
        How many answers each line gets.
    """

    def __init__(self, times: int = 1) -> None:
        self.times = times
        n_rows = max(BLOCK // N_CELLS + 1, times)
        n_bytes = BLOCK + MAX_LINE + 2 * CHUNK
        self.size = 0
        self.first = 0
        self.memory = bytearray(n_bytes + PADDING)
        self.text = np.frombuffer(self.memory, np.uint8)
        self.lines = Lines(np.empty(n_rows, np.int64), np.empty(n_rows, np.int64))
        self.answers = new_answers(n_rows)
        self.out = np.empty(n_bytes + n_bytes // N_CELLS * ROOM + PADDING, np.uint8)

    def append(self, chunk: bytes) -> None:
        """Add to the text."""
        end = self.size + len(chunk)
        self.memory[self.size : end] = chunk
        self.size = end

    def cut(self) -> bytes:
        """Take off what follows the last whole line, and return it."""
        end = end_of_lines(self.memory, self.size)
        rest = bytes(self.memory[end : self.size])
        self.size = end
        return rest

    def n_lines(self) -> int:
        """Return how many lines it holds."""
        return count_lines(self.text, self.size)

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
        Line for line, as many for each as are wanted.
    """

    text: NDArray[np.uint8]
    at: int
    lines: Lines
    answers: Answers


class Answering:
    """Answers a text, block by block, side by side.

    Parameters
    ----------
    plan : TextPlan
        What to do.
    threads : int, optional
        How many; one for each CPU if None.
    """

    def __init__(self, plan: TextPlan, threads: int | None = None) -> None:
        self._plan = plan
        self._style = plan.style()
        self._left_open = [status for status in Status if status not in plan.wording]
        self._threads = threads
        self._idle: list[Block] = []

    def pieces(
        self, chunks: Iterable[bytes], has_more: Callable[[], bool], first: int = 0
    ) -> Generator[Piece]:
        """Yield the answers in order, each as soon as it can be had.

        Parameters
        ----------
        chunks : iterable of bytes
            The text, cut anywhere; no chunk is longer than two `CHUNK`.
        has_more : callable
            Whether the next chunk, or the end, is there already: before it must be waited for,
            what has come in is answered.
        first : int, default 0
            The number of the first line.

        Yields
        ------
        Piece
            Some answers, good until the next ones are asked for.

        Raises
        ------
        InputError
            What `chunks` raises, and FormatError at a line that is too long for any text of
            puzzles; the answers to all lines before that are yielded first.
        """
        blocks = self._numbered(self._blocks(chunks, has_more), first)
        with closing(in_order(self._answer, blocks, self._threads)) as answered:
            for block, pieces in answered:
                yield from pieces
                block.size = 0
                self._idle.append(block)

    @staticmethod
    def _numbered(blocks: Iterable[Block | None], first: int) -> Iterator[Block | None]:
        """Tell each block the number of its first line."""
        for block in blocks:
            if block is not None:
                block.first = first
                first += block.n_lines()
            yield block

    def _blocks(
        self, chunks: Iterable[bytes], has_more: Callable[[], bool]
    ) -> Iterator[Block | None]:
        """Cut a text into blocks of whole lines; yield None before more must be waited for."""
        block = self._new_block()
        most = -(-BLOCK // self._plan.times)
        wanted = min(FIRST_BLOCK, most)
        try:
            for chunk, is_last in _sliced(chunks, -(-2 * CHUNK // self._plan.times)):
                block.append(chunk)
                must_wait = is_last and not has_more()
                if must_wait or block.size >= wanted:
                    rest = block.cut()
                    if block.size:
                        yield block
                        block = self._new_block()
                        wanted = min(2 * wanted, most)
                    elif len(rest) > MAX_LINE:
                        raise FormatError(TOO_LONG)
                    block.append(rest)
                if must_wait:
                    yield None
        except InputError:
            block.cut()
            yield block
            raise
        if rest := block.cut():
            block.append(rest + b"\n")
        if block.size:
            yield block

    def _new_block(self) -> Block:
        return self._idle.pop() if self._idle else Block(self._plan.times)

    def _answer(self, block: Block, look_up: Progress) -> tuple[Block, list[Piece]]:
        """Answer a block, in more than one piece where its lines are shorter than puzzles."""
        pieces: list[Piece] = []
        at = n_written = 0
        first, times = block.first, self._plan.times
        while at < block.size:
            part, end = block.scan(at)
            self._fill(part, first, look_up)
            out = block.out[n_written:] if times == 1 else _room_for(part, end, times)
            pieces.append(_written(part, self._style, out, times))
            n_written += pieces[-1].out.nbytes
            first += pieces[-1].n_lines
            at = end
        return block, pieces

    def _fill(self, part: Part, first: int, look_up: Progress) -> None:
        """Fill in the answers, and leave those open that are not worded here."""
        starts = part.lines.starts
        puzzles = Puzzles(part.text, starts, MASK_OF, NO_MASKS)
        self._plan.fill(puzzles, part.answers, first=first, progress=look_up)
        status = part.answers.status[:: self._plan.times]
        starts[np.isin(status, self._left_open) & (starts >= 0)] = IRREGULAR


def _sliced(chunks: Iterable[bytes], size: int) -> Iterator[tuple[bytes, bool]]:
    """Yield chunks in slices of at most a size, and whether each is the last one of its chunk."""
    for chunk in chunks:
        for end in range(size, len(chunk) + size, size):
            yield chunk[end - size : end], end >= len(chunk)


def _room_for(part: Part, end: int, times: int) -> NDArray[np.uint8]:
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


def _written(part: Part, style: Style, out: NDArray[np.uint8], times: int) -> Piece:
    """Write the answers to `out`."""
    irregular = np.flatnonzero(part.lines.starts == IRREGULAR)
    lines, answers = (part.lines, part.answers) if times == 1 else _repeated(part, times)
    gaps = np.empty(irregular.size, np.int64)
    n_rows = lines.starts.size
    n_written = render(part.text, part.at, n_rows, lines, answers, style, out, gaps)
    is_answered = lines.starts >= 0
    guesses = answers.guesses[is_answered]
    return Piece(
        out[:n_written].data,
        [
            IrregularLine(number, _line(part, number), gap)
            for number, gap in zip(irregular.tolist(), gaps.tolist(), strict=True)
        ],
        part.lines.starts.size,
        np.bincount(answers.status[is_answered], minlength=len(Status)).tolist(),
        int(guesses.sum()),
        int(np.count_nonzero(guesses == 0)),
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
