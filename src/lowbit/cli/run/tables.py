"""Tables answered as tables, with all their other columns.

A run is recognised as one of tables without loading the readers of tables.
"""

from __future__ import annotations

import os.path
from contextlib import ExitStack, contextmanager, nullcontext
from typing import TYPE_CHECKING, Any

import click

from lowbit.batch.reasons import GIVENS_ONLY
from lowbit.cli.io.inputs import can_be_read_again, given_on_command_line, is_source
from lowbit.cli.io.outputs import standard_bytes
from lowbit.cli.run.over_inputs import progress_of
from lowbit.cli.run.report import Report
from lowbit.errors import GridError, InputError, LowbitError, TableError
from lowbit.formats.puzzle_texts import (
    HAS_CONSTRAINTS,
    is_text_of_variant,
    read_variant,
)
from lowbit.formats.streams.table_names import PACKINGS, TableName, table_name
from lowbit.geometry import CLASSIC
from lowbit.grid import Grid

if TYPE_CHECKING:
    from collections.abc import Iterator
    from contextlib import AbstractContextManager

    from lowbit.cli.run.command_run import Run
    from lowbit.geometry import Geometry
    from lowbit.limits import Limits
    from lowbit.tables.answers.operation import Operation
    from lowbit.tables.batches import AnsweredBatch, TableQuery
    from lowbit.tables.rows.sinks import Write
    from lowbit.tables.rows.sources import Source


def is_table_run(run: Run) -> bool:
    """Whether the user named tables, and wants tables of them.

    An input is a table by its name, or by a header with a column of puzzles; an output by its name.
    Lines and boards are asked for by options: ``--from``, ``--to board``.
    """
    if run.table.column is None and run.output and table_name(run.output):
        return not _is_written_as_text(run)
    return reads_tables(run)


def reads_tables(run: Run) -> bool:
    """Whether an input is a table, or is to be read as one."""
    if run.table.column is not None:
        return True
    names = [name for name in run.inputs.names if is_source(name)]
    kinds = {name: table_kind(name, run) for name in names}
    return any(kinds.values())


def _is_written_as_text(run: Run) -> bool:
    """Whether puzzles on another board than tables know are to be text of the kind of the name."""
    named = table_name(run.output) if run.output else None
    is_of_kind = named is not None and {"csv": "csv", "json": "jsonl"}.get(run.to) == named.kind
    return run.board != CLASSIC and is_of_kind and run.table.column is None


def table_kind(name: str, run: Run) -> TableName | None:
    """Return the kind of table that a source is; None if it is text of another kind."""
    named = table_name(name)
    if named and not named.is_plain_text:
        return named
    is_text = run.to == "board" or run.board != CLASSIC or run.inputs.form is not None
    try:
        head = run.inputs.head(name)
        if head.is_plain:
            return None
        from lowbit.formats.opening.tables import kind_of  # loads what reads JSON

        return kind_of(head, run.table.column, is_text=is_text)
    except LowbitError:  # to read it will give the reason
        return None


def answer_tables(run: Run, name: str, limits: Limits, **options: object) -> int:
    """Apply an operation to every row, write the answers beside it, return the exit code.

    Parameters
    ----------
    run : Run
        The run.
    name : str
        The operation.
    limits : Limits
        The limits of each search.
    **options
        Those of the operation that are not limits.
    """
    _refuse_what_tables_are_not(run)
    from lowbit.tables.answers.operations import operation  # loads pyarrow and Numba

    options |= {name: value for name, value in limits.of_search.items() if value is not None}
    if run.board != CLASSIC:
        options["geometry"] = run.board
    asked = operation(name, **options)
    report = Report(run.verbosity, stats=run.stats)
    report.progress = progress_of(run)
    with ExitStack() as stack:
        RunOverTables(run, asked, report, limits.threads, stack).answer_all()
    return report.finish()


class RunOverTables:
    """Answers the tables of a run, one after another, into one.

    Parameters
    ----------
    run : Run
        The run.
    asked : Operation
        The operation that answers each row.
    report : Report
        The report, which counts rows and prints errors.
    threads : int or None
        The number of threads.
    stack : ExitStack
        Closes the output.
    """

    def __init__(
        self,
        run: Run,
        asked: Operation,
        report: Report,
        threads: int | None,
        stack: ExitStack,
    ) -> None:
        self._run = run
        self._asked = asked
        self._report = report
        self._threads = threads
        self._stack = stack
        self._write: Write | None = None
        self._query: TableQuery | None = None
        self._n_read = 0
        self._n_rows = 0

    def answer_all(self) -> None:
        """Answer every table."""
        for opened in _opened(self._run):
            with opened as source:
                self._answer_source(source)
                self._n_read += source.n_read()

    def _answer_source(self, source: Source) -> None:
        from lowbit.tables.batches import all_answered
        from lowbit.tables.one_board import on_board

        if self._run.inputs.named_board is None:
            source = on_board(source, self._asked.board)
        query = self._query_for(source)
        write = self._write = self._write or self._open_output(source, query)
        row = 0
        first = self._n_rows
        for answered in all_answered(query, source.batches, self._threads, first=first):
            write(answered.batch)
            self._count(source, query, answered, row)
            row += answered.batch.num_rows
        self._n_rows += row

    def _query_for(self, source: Source) -> TableQuery:
        from lowbit.tables.batches import query_of

        column, prefix = self._run.table.column, self._run.table.prefix
        try:
            query = query_of(source.schema, self._asked, column, prefix)
        except TableError as error:
            raise TableError(f"{source.name}: {error}", argument=error.argument) from None
        first = self._query = self._query or query
        if query.schema != first.schema:
            raise TableError(f"{source.name}: its columns differ from those of the first table")
        return query

    def _open_output(self, source: Source, query: TableQuery) -> Write:
        from lowbit.tables.rows.sinks import codec_like, open_sink, to_stream

        named = _output_name(self._run)
        if self._run.output is None or self._run.output == "-":
            return self._stack.enter_context(to_stream(standard_bytes(), query.schema, named))
        codec = self._run.table.codec or codec_like(source, named)
        sink = open_sink(self._run.output, query.schema, codec, named)
        return self._stack.enter_context(sink)

    def _count(self, source: Source, query: TableQuery, answered: AnsweredBatch, row: int) -> None:
        report = self._report
        for word, number in answered.statuses.items():
            if word == "invalid":
                self._report_invalid(source, query, answered, row)
            report.count_many(word, number, is_good=word in self._asked.good)
        if report.progress:
            report.progress.show(self._n_read + source.n_read(), report.statuses)

    def _report_invalid(
        self, source: Source, query: TableQuery, answered: AnsweredBatch, row: int
    ) -> None:
        """Name rows that are not puzzles, the first of them one by one."""
        batch, n_left = answered.batch, answered.statuses["invalid"]
        statuses = batch.column(batch.num_columns - 1).to_pylist() if self._report.has_room else []
        for number, word in enumerate(statuses, row + 1):
            if word == "invalid" and self._report.has_room:
                n_left -= 1
                value = query.path.of(batch)[number - row - 1].as_py()
                known = source.reasons.get(number - 1)
                reason = (
                    known or f"{source.name}: row {number}: {_reason(value, query.asked.board)}"
                )
                self._report.wrong_puzzle(reason)
        self._report.wrong_puzzles(n_left)


def _reason(value: Any, board: Geometry) -> str:  # noqa: ANN401 - any value of a table
    """Return why a value is not a puzzle."""
    if value is None:
        return "there is no puzzle"
    value = value.decode(errors="replace") if isinstance(value, bytes) else value
    try:
        if isinstance(value, str) and is_text_of_variant(value, board):
            read_variant(value)
            return HAS_CONSTRAINTS
        grid = Grid(value, board)
    except (GridError, InputError) as error:
        return str(error)
    return GIVENS_ONLY if grid.is_restricted else f"this is no puzzle on {board}"


def _opened(run: Run) -> Iterator[AbstractContextManager[Source]]:
    """Yield the block that opens each source, all tables or all text."""
    from lowbit.tables.rows.sources import open_source  # loads pyarrow
    from lowbit.tables.rows.text_source import source_of

    typed = []
    for name in run.inputs.names:
        kind = table_kind(name, run) if is_source(name) or table_name(name) else None
        if kind is None and run.table.column is not None:
            kind = TableName("csv")
        if kind is not None:
            is_pipe = is_source(name) and not can_be_read_again(name)
            yield _spooled(run, name, kind) if is_pipe else open_source(name, named=kind)
        elif is_source(name):
            yield _opened_text(run, name)
        else:
            typed += given_on_command_line(name, run.inputs)
    if typed:
        yield nullcontext(source_of(typed, "<arguments>"))


@contextmanager
def _opened_text(run: Run, name: str) -> Iterator[Source]:
    """Open a text that is not a table as one."""
    from lowbit.tables.rows.text_source import source_of_text  # loads pyarrow

    with run.inputs.open(name) as (arrivals, head):
        yield source_of_text(arrivals, head)


@contextmanager
def _spooled(run: Run, name: str, kind: TableName) -> Iterator[Source]:
    """Open a table that comes in through a pipe: to read it takes more than one look."""
    from lowbit.tables.rows.places import place_of  # loads pyarrow
    from lowbit.tables.rows.sources import open_source
    from lowbit.temporary import temporary_folder  # few runs need one

    with temporary_folder() as folder, run.inputs.open(name) as (arrivals, _):
        path = folder / "table"
        with path.open("wb") as file:
            file.writelines(arrivals)
        place = place_of(path)._replace(name=arrivals.name)
        with open_source(place, named=kind) as source:
            yield source


def _refuse_what_tables_are_not(run: Run) -> None:
    if run.to == "board":
        raise click.UsageError(
            "the answer to a table is a table: csv, json, or the kind that the output's name says"
        )
    named = _output_name(run)
    says = {"csv": "csv", "json": "jsonl"}.get(run.to, named.kind)
    if says != named.kind:
        raise click.UsageError(f"--to {run.to} contradicts the name {run.output}")
    if run.table.codec not in {None, "none"} and named.kind not in {"parquet", "arrow"}:
        raise click.UsageError(
            "--compress applies to Parquet and Arrow; name other files as in .csv.gz"
        )


def _output_name(run: Run) -> TableName:
    """Return the kind of table to write."""
    named = table_name(run.output) if run.output else None
    ending = os.path.splitext(run.output or "")[1]  # noqa: PTH122 - pathlib loads URLs
    packing = PACKINGS.get(ending.lower())
    return named or TableName("jsonl" if run.to == "json" else "csv", packing)
