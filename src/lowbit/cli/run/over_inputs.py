"""A run over all puzzles, one or a hundred million.

::

    source ─┬─ text, line by line ─────┬─ few ──> Answerer ─> writer ──┬──> output
            │                          └─ many ─> pieces of text ───────┤
            └─ records of any format ───────────> Answerer ─> writer ──┘

All input that has arrived is answered before more is waited for.
"""

from __future__ import annotations

import sys
from functools import partial
from typing import TYPE_CHECKING, TextIO

from lowbit.cli.io.inputs import answer_as_they_arrive, given_on_command_line, is_source
from lowbit.cli.io.messages import describe
from lowbit.cli.run.over_lines import RunOverLines
from lowbit.cli.run.report import QUIET
from lowbit.errors import LowbitError
from lowbit.formats.streams.source import lines_of_bytes
from lowbit.geometry import CLASSIC

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lowbit.cli.io.writers import NewWriter
    from lowbit.cli.run.answerer import Answerer, PlacedRecord
    from lowbit.cli.run.command_run import Run
    from lowbit.cli.run.progress import ProgressLine
    from lowbit.formats.opening.head import Head
    from lowbit.formats.streams.source import Arrivals

LINES_OF_A_SOURCE = 1 << 32
"""The distance between the numbers of two sources' puzzles; within a source, lines count."""


class RunOverInputs:
    """Answers all puzzles that a run names.

    Parameters
    ----------
    run : Run
        The run.
    answerer : Answerer
        Answers the puzzles.
    stream : TextIO
        The output of the answers.
    new_writer : callable
        Returns a writer of answers to a stream.
    """

    def __init__(self, run: Run, answerer: Answerer, stream: TextIO, new_writer: NewWriter) -> None:
        self._run = run
        self._answerer = answerer
        self._report = answerer.report
        self._report.progress = progress_of(run)
        self._stream = stream
        self._new_writer = new_writer
        self._write = new_writer(stream)
        self._n_read = 0
        answerer.rows = getattr(new_writer, "rows", None)
        is_plain = run.to == "line" and not answerer.gives_reasons
        self._can_be_text = is_plain or answerer.rows is not None

    def answer_all(self) -> None:
        """Answer every source; one that cannot be read is reported, and the next one taken."""
        for number, name in enumerate(self._run.inputs.names):
            self._answerer.offset = number * LINES_OF_A_SOURCE
            try:
                self._answer_source(name)
            except LowbitError as error:
                self._report.error(describe(error))

    def _answer_source(self, name: str) -> None:
        inputs = self._run.inputs
        self._answerer.board = inputs.board_of(name)
        if not is_source(name):
            records = given_on_command_line(name, inputs, self._report.note)
            self._answer([(name, record) for record in records])
            return
        with inputs.open(name) as (arrivals, head):
            rest: Head | None = head
            if self._is_text(head):
                rest = self._answer_text(arrivals, head)
            if rest:
                self._answer_records(arrivals, rest)
        self._n_read += arrivals.n_read

    def _is_text(self, head: Head) -> bool:
        """Whether a source can be answered line by line."""
        try:
            return self._can_be_text and head.board == CLASSIC and head.format.name == "line"
        except LowbitError:
            return False  # to read it as records will give the reason

    def _answer_text(self, arrivals: Arrivals, head: Head) -> Head | None:
        """Answer classic lines; return the head of the text below another board's name."""
        tick = partial(self._show_progress, arrivals)
        run = RunOverLines(
            self._answerer, arrivals, self._stream, self._new_writer, self._write, tick
        )
        run.as_taken, run.headings = self._run.as_taken, head.headings
        run.answer_all()
        if not run.left:
            return None
        arrivals.push_back(run.left, run.n_lines)
        return head.next(lines_of_bytes(arrivals.ahead(), arrivals.name))

    def _answer_records(self, arrivals: Arrivals, head: Head) -> None:
        def answer(placed: Sequence[PlacedRecord]) -> None:
            self._answer(placed)
            self._show_progress(arrivals)

        if error := answer_as_they_arrive(arrivals, head, answer, self._report.note):
            self._report.error(str(error))

    def _answer(self, placed: Sequence[PlacedRecord]) -> None:
        placed = [*map(self._run.as_taken, placed)]
        boards = [record.grid.geometry for _, record in placed if record.grid]
        self._answerer.board = next(iter(boards), self._answerer.board)
        in_bulk = self._answerer.goes_in_bulk(len(boards))
        self._write(self._answerer.answered(placed, in_bulk=in_bulk))

    def _show_progress(self, arrivals: Arrivals) -> None:
        if self._report.progress:
            n_read = self._n_read + arrivals.n_read
            self._report.progress.show(n_read, self._report.statuses)


def progress_of(run: Run) -> ProgressLine | None:
    """Return the progress line; None if there is no terminal to draw it on."""
    is_shown = run.verbosity > QUIET and sys.stderr.isatty()
    if not is_shown or (run.output is None and sys.stdout.isatty()):
        return None
    from lowbit.cli.run.progress import ProgressLine, total_size  # few runs draw it

    return ProgressLine(total_size(run.inputs.names))
