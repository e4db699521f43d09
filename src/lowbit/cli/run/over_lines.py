"""Text in the `line` format answered as text; its first lines one by one.

The lane engine turns text into text and leaves gaps for the lines that it does not read, and for
invalid ones that are to be named: these become records, whose answers fill the gaps.
"""

from __future__ import annotations

import io
from contextlib import closing
from itertools import groupby, pairwise
from typing import TYPE_CHECKING, TextIO

from lowbit.errors import FormatError
from lowbit.formats import Record
from lowbit.formats.lines.asides import is_aside
from lowbit.formats.puzzle_texts import read_mixed
from lowbit.formats.streams.source import lines_of_bytes
from lowbit.formats.streams.stream import MAX_LINE, TOO_LONG, Notes, end_of_lines
from lowbit.geometry import CLASSIC

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from lowbit.batch.incoming import Chunks
    from lowbit.batch.text_piece import IrregularLine, Piece
    from lowbit.cli.io.writers import AnsweredRecord, NewWriter, Writer
    from lowbit.cli.run.answerer import Answerer, PlacedRecord
    from lowbit.formats.headings import Headings


class RunOverLines:
    """Answers one source.

    Parameters
    ----------
    answerer : Answerer
        Answers the lines.
    arrivals : Chunks
        The source.
    stream : TextIO
        The output of the answers.
    new_writer : callable
        Returns a writer of answers to a stream.
    write : callable
        The writer to the stream.
    tick : callable, optional
        Called now and then, when something has been answered.

    Attributes
    ----------
    n_lines : int
        The number of lines that were read.
    as_taken : callable
        Returns a record and its place as the command takes them: without constraints, unless set.
    headings : Headings or None
        The reader of comments that name boards; None unless set: they are comments like others.
    left : bytes
        The comment that names another board, and the text read below it; empty if none does.
    """

    def __init__(  # noqa: PLR0913, PLR0917 - it connects as many parts
        self,
        answerer: Answerer,
        arrivals: Chunks,
        stream: TextIO,
        new_writer: NewWriter,
        write: Writer,
        tick: Callable[[], object] = lambda: None,
    ) -> None:
        self._answerer = answerer
        self._arrivals = arrivals
        self._stream = stream
        self._new_writer = new_writer
        self._write = write
        self._tick = tick
        self.as_taken: Callable[[PlacedRecord], PlacedRecord] = lambda placed: placed
        self.headings: Headings | None = None
        self.left = b""
        self.n_lines = 0
        self._heard = Notes()
        self._header_may_come = answerer.header_may_come

    def answer_all(self) -> None:
        """Answer every line."""
        try:
            rest = self._answer_few()
            if rest is not None:
                self._answer_many(rest)
        except FormatError as error:  # the text cannot be read on
            number = self.n_lines + 1
            failure = FormatError(error.reason, self._arrivals.name, number)
            self._answer([self._placed(Record(number, "", None, error=failure))])
        self._answerer.report.note(self._arrivals.name, str(self._heard))

    def _answer_few(self) -> bytes | None:
        """Answer the first lines one by one; return the bytes behind them once there are many."""
        held = b""
        for chunk in self._arrivals:
            held += chunk
            end = end_of_lines(held, len(held))
            if not end and len(held) > MAX_LINE:
                raise FormatError(TOO_LONG)
            in_bulk = self._answerer.goes_in_bulk(max(chunk.count(b"\n"), chunk.count(b"\r")))
            if in_bulk:
                end = _end_of_header(held, end) if self._header_may_come else 0
            self.left = self._answer_lines(held[:end], in_bulk=in_bulk)
            held = held[end:]
            if self.left:
                self.left += held
                return None
            if in_bulk and not self._header_may_come:
                return held
        if held:
            self.left = self._answer_lines(held + b"\n", in_bulk=False)
        return None

    def _answer_lines(self, text: bytes, *, in_bulk: bool) -> bytes:
        """Answer whole lines one by one; return the rest where a heading ends them."""
        lines = lines_of_bytes([text], self._arrivals.name)
        lines.number, lines.heard = self.n_lines, self._heard
        if self.headings:
            lines.go_on(self.headings, CLASSIC)
        records = list(read_mixed(lines, CLASSIC, header_may_come=self._header_may_come))
        self.n_lines += len(records)
        if not all(is_aside(record.text, CLASSIC) for record in records):
            self._header_may_come = False
        self._answer([self._placed(record) for record in records], in_bulk=in_bulk)
        if not lines.is_stopped:
            return b""
        return lines.rest().encode(errors="surrogateescape")

    def _answer(self, placed: list[PlacedRecord], *, in_bulk: bool = False) -> None:
        self._write(self._answerer.answered(placed, in_bulk=in_bulk))
        self._tick()

    def _placed(self, record: Record) -> PlacedRecord:
        return self.as_taken((f"{self._arrivals.name}: line {record.line}", record))

    def _answer_many(self, begun: bytes) -> None:
        """Answer all the rest; `begun` was read of it already."""
        from lowbit.batch.incoming import Incoming
        from lowbit.batch.text import Answering  # loads Numba

        stops_at = None if self.headings is None else self._names_other_board
        answering = Answering(self._answerer.plan(), self._answerer.threads, stops_at)
        incoming = Incoming(begun, self._arrivals)
        with closing(answering.pieces(incoming, self.n_lines)) as pieces:
            for piece in pieces:
                self._write_piece(piece)
                self._tick()
        self.left = incoming.rest()

    def _names_other_board(self, text: bytes) -> bool:
        decoded = text.decode(errors="surrogateescape")
        return self.headings is not None and self.headings.change(decoded, CLASSIC)

    def _write_piece(self, piece: Piece) -> None:
        self._answerer.count(piece)
        _bytes_writer(self._stream)(self._filled(piece) if piece.irregular else piece.out)
        self._answerer.report.invalid_puzzles(piece.n_invalid)  # the first were among the others
        self._stream.flush()
        self.n_lines += piece.n_lines

    def _filled(self, piece: Piece) -> bytes:
        """Return the output with its gaps filled, as one piece: many small writes are slow."""
        parts: list[bytes | memoryview] = []
        at = 0
        for irregular, answer in zip(piece.irregular, self._answers(piece.irregular), strict=True):
            parts += (piece.out[at : irregular.gap], answer)
            at = irregular.gap
        return b"".join([*parts, piece.out[at:]])

    def _answers(self, irregular_lines: Sequence[IrregularLine]) -> Iterator[bytes]:
        """Return the answers to lines that the kernels did not read.

        A writer writes each answer before it takes the next, which shows where each line ends.
        """
        placed = list(map(self._placed, self._records(irregular_lines)))
        text = io.StringIO()
        write = self._new_writer(text)
        places = [text.tell()]  # behind a header

        def answered() -> Iterator[AnsweredRecord]:
            pairs = self._answerer.answered(placed, in_bulk=True)
            for _, of_line in groupby(pairs, key=lambda pair: pair[0].line):
                yield from of_line
                places.append(text.tell())

        write(answered())
        whole = text.getvalue()
        return (whole[at:end].encode() for at, end in pairwise(places))

    def _records(self, irregular_lines: Sequence[IrregularLine]) -> Iterator[Record]:
        texts = b"".join(irregular.text + b"\n" for irregular in irregular_lines)
        lines = lines_of_bytes([texts], self._arrivals.name)
        lines.heard = self._heard
        records = read_mixed(lines, CLASSIC, header_may_come=False)
        for irregular in irregular_lines:
            lines.number = self.n_lines + irregular.number  # others lie between them
            yield next(records)


def _end_of_header(text: bytes, end: int) -> int:
    """Return the end of the first line that is not a comment, or `end` if there is none."""
    at = 0
    while at < end:
        after = text.find(b"\n", at, end) + 1 or end
        if not is_aside(text[at:after].decode(errors="replace"), CLASSIC):
            return after
        at = after
    return end


def _bytes_writer(stream: TextIO) -> Callable[[bytes | memoryview], object]:
    """Return a function that writes bytes of UTF-8 to a text stream."""
    stream.flush()
    if hasattr(stream, "buffer"):
        write: Callable[[bytes | memoryview], object] = stream.buffer.write
        return write
    return lambda text: stream.write(bytes(text).decode())  # it is made of text alone
