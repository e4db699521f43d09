"""Runs: the inputs and options that commands on many puzzles share.

A command has a `Question`; a `Run` holds the user's inputs and options, and does the rest::

    inputs ──> the question, on one puzzle or on many ──> a writer ──> open_output
                             │
                             └──> report: errors, counts, exit code
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from lowbit.cli.io.inputs import records
from lowbit.cli.io.outputs import open_output
from lowbit.cli.io.writers import bare_writer, grid_writers, headed_lines_writer
from lowbit.cli.run.answerer import INVALID, QuestionAnswerer, reported
from lowbit.cli.run.over_inputs import RunOverInputs
from lowbit.cli.run.report import VERBOSE, Report
from lowbit.cli.run.transformations import TransformationAnswerer
from lowbit.formats.streams.table_names import table_name
from lowbit.limits import Limits

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from lowbit.cli.io.inputs import Inputs
    from lowbit.cli.io.writers import Answer, AnsweredRecord, NewWriter
    from lowbit.cli.run.answerer import Answerer, PlacedRecord
    from lowbit.cli.run.question import Question
    from lowbit.cli.run.transformations import Transformation
    from lowbit.formats import Record
    from lowbit.geometry import Geometry
    from lowbit.grid import Grid
    from lowbit.limits import Limits
    from lowbit.puzzle import Puzzle


TEXTS_OF = {"csv": "csv", "json": "jsonl"}
"""The kinds of tables that are written as text, too, by the name of the format."""


@dataclass(frozen=True, slots=True)
class TableOptions:
    """The user's options for tables.

    Parameters
    ----------
    column : str or None
        The column of puzzles.
    prefix : str
        The beginning of the names of the columns of answers.
    codec : str or None
        The compression of Parquet and Arrow files.
    """

    column: str | None = None
    prefix: str = ""
    codec: str | None = None


@dataclass(frozen=True, slots=True)
class Run:
    """A run of a command on many puzzles, as the user asked for it.

    Parameters
    ----------
    inputs : Inputs
        The files and puzzles.
    board : Geometry
        The board of the first puzzle.
    to : str
        The output's format; "" where the command has but one, or goes by the name.
    output : str or None
        The output's path; None is standard output.
    verbosity : int
        The amount of output to standard error, see `Report`.
    table : TableOptions, optional
        The user's options for tables.
    stats : bool, default False
        Whether the effort of the search is reported.
    takes_constraints : bool, default False
        Whether the command knows of puzzles with constraints, which are errors to others.
    to_as_text : str, default ""
        The output's format where the answers are text, though the name is one of a table.
    """

    inputs: Inputs
    board: Geometry
    to: str
    output: str | None
    verbosity: int
    table: TableOptions = TableOptions()
    stats: bool = False
    takes_constraints: bool = False
    to_as_text: str = ""

    def as_text(self) -> Run:
        """Return the run of a command, or a part of it, whose answers are no tables, but text."""
        return replace(self, to=self.to_as_text)

    def ask(self, question: Question, limits: Limits, new_writer: NewWriter) -> int:
        """Ask a question about every puzzle, write the answers, and return the exit code.

        Parameters
        ----------
        question : Question
            The question of the command.
        limits : Limits
            The limits of each search.
        new_writer : callable
            The writer for `to`.
        """
        report = Report(self.verbosity, stats=self.stats)
        gives_reasons = self.verbosity >= VERBOSE or self.to in {"csv", "json"}
        answerer = QuestionAnswerer(question, limits, report, gives_reasons=gives_reasons)
        return self.answer_with(answerer, new_writer)

    def change(self, changing: Transformation, threads: int | None) -> int:
        """Write the puzzle that every puzzle is changed to, and return the exit code.

        Parameters
        ----------
        changing : Transformation
            The transformation of the command.
        threads : int or None
            The number to use where there are many puzzles.
        """
        new_writer = grid_writers(changing.column or changing.word)[self.to]
        if not changing.keeps_text:
            new_writer = bare_writer
        elif self.to == "line" and not self.inputs.named_board:
            new_writer = headed_lines_writer
        transformer = TransformationAnswerer(changing, Report(self.verbosity), threads)
        return self.answer_with(transformer, new_writer)

    def answer_with(self, answerer: Answerer, new_writer: NewWriter) -> int:
        """Have every puzzle answered, and return the exit code."""
        self.require_text()
        with open_output(self.output) as stream:
            RunOverInputs(self, answerer, stream, new_writer).answer_all()
        return answerer.report.finish()

    def answer_each(self, answer: Callable[[Grid], Answer], new_writer: NewWriter) -> int:
        """Answer every puzzle as it comes, and return the exit code."""
        self.require_text()
        report = Report(self.verbosity)
        with open_output(self.output) as stream:
            new_writer(stream)(reported(self.records(report), answer, report))
        return report.finish()

    def answer_several(
        self, answers: Callable[[Grid | Puzzle], Iterable[Answer]], new_writer: NewWriter
    ) -> int:
        """Write all answers to every puzzle as they come, and return the exit code."""

        def answered(report: Report) -> Iterator[AnsweredRecord]:
            for placed in self.records(report):
                _, record = placed
                puzzle = None if record.error else record.puzzle
                for answer in (None,) if puzzle is None else answers(puzzle):
                    yield from reported([placed], partial(_same, answer), report)

        self.require_text()
        report = Report(self.verbosity)
        report.unit = "answer"
        with open_output(self.output) as stream:
            new_writer(stream)(answered(report))
        return report.finish()

    def records(self, report: Report) -> Iterator[tuple[str, Record]]:
        """Yield each record with its place, and report sources that cannot be read."""
        return map(self.as_taken, records(self.inputs, report))

    def as_taken(self, placed: PlacedRecord) -> PlacedRecord:
        """Return a record and its place as the command takes them: with constraints, or not."""
        place, record = placed
        return (place, record.accepted()) if self.takes_constraints else placed

    def readable(self, report: Report) -> Iterator[PlacedRecord]:
        """Yield the record of each puzzle with its place; report and count unreadable ones."""
        for place, record in self.records(report):
            if record.error:
                report.error(str(record.error))
                report.count(INVALID)
            elif record.puzzle:
                report.note(place, record.left_out)
                yield place, record

    def require_text(self) -> None:
        """Refuse options of tables where the answers are text."""
        for option, value in (("--prefix", self.table.prefix), ("--compress", self.table.codec)):
            if value:
                raise click.UsageError(f"{option} applies to tables only")
        named = table_name(self.output) if self.output else None
        if named and TEXTS_OF.get(self.to) != named.kind:
            raise click.UsageError(
                f"{self.output} is named as a table, but the output is {self.to or 'a picture'}; "
                "end it otherwise, or name another format with --to"
            )


def _same(answer: Any, _puzzle: Grid | Puzzle) -> Any:  # noqa: ANN401 - None for what is not asked
    return answer
