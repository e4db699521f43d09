"""Text of any format as a table: a column of puzzles and one of remarks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import pyarrow as pa

from lowbit.formats.lines.line import cells_or_text
from lowbit.formats.lines.plain_lines import plain_lines
from lowbit.formats.opening.head import Head, sections
from lowbit.formats.streams.source import lines_of_bytes
from lowbit.tables.batches import ROWS
from lowbit.tables.rows.sources import Source

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from lowbit.errors import FormatError
    from lowbit.formats import Format, Record
    from lowbit.formats.streams.source import Arrivals
    from lowbit.formats.streams.stream import LineStream
    from lowbit.geometry import Geometry

FIELDS: Final = pa.schema([("puzzle", pa.string()), ("remark", pa.string())])
"""The columns of a text as a table."""


def source_of_text(arrivals: Arrivals, head: Head) -> Source:
    """Return a text as a table; memory is constant, however long it is.

    Like a table, it is read as a whole or not at all: reading raises a `FormatError` if the rest of
    the text cannot be read.

    Parameters
    ----------
    arrivals : Arrivals
        The text.
    head : Head
        Its head.

    Raises
    ------
    UnknownFormatError
        Where the table is read, if no format fits the first lines.
    """
    lines = lines_of_bytes(arrivals, arrivals.name)
    runs = _runs(lines, sections(head, lines))
    return _source(runs, arrivals.name, lambda: arrivals.n_read)


def source_of(records: Iterable[Record], name: str) -> Source:
    """Return records as a table; an invalid record keeps its text, and gets the reason."""
    return _source(map(_run_of, records), name, lambda: 0)


class ReadRows(NamedTuple):
    """Rows that were read at once.

    Attributes
    ----------
    puzzles, remarks : list of str
        Those of the rows.
    board : Geometry or None
        The board of all of them; None without a puzzle.
    error : FormatError or None
        The fault of the first row.
    """

    puzzles: list[str]
    remarks: list[str]
    board: Geometry | None = None
    error: FormatError | None = None


def _runs(lines: LineStream, formats: Iterable[tuple[Format, Geometry]]) -> Iterator[ReadRows]:
    """Yield the rows of a text: many at once where lines are plain and depend on no others."""
    for form, board in formats:
        for record in form.read(lines, board):
            yield _run_of(record)
            if form.name == "line" and not record.is_passthrough:  # no header can follow
                for puzzles in plain_lines(lines, board):
                    yield ReadRows(puzzles, [""] * len(puzzles), board)


def _run_of(record: Record) -> ReadRows:
    """Return the row of a record; a comment has none."""
    if record.is_passthrough:
        return ReadRows([], [])
    board = record.grid.geometry if record.grid else None
    return ReadRows([cells_or_text(record) or record.text], [record.remark], board, record.error)


def _source(runs: Iterable[ReadRows], name: str, n_read: Callable[[], int]) -> Source:
    reasons: dict[int, str] = {}
    boards: list[Geometry] = []
    return Source(name, FIELDS, _batches(runs, reasons, boards), n_read, None, reasons, boards)


def _batches(
    runs: Iterable[ReadRows], reasons: dict[int, str], boards: list[Geometry]
) -> Iterator[pa.RecordBatch]:
    """Yield the rows of runs; the batches are as long however long these are."""
    puzzles: list[str] = []
    remarks: list[str] = []
    n_before = 0
    for run in runs:
        if run.error:
            reasons[n_before + len(puzzles)] = str(run.error)
        if run.board is not None and run.board not in boards:
            boards.append(run.board)
        puzzles += run.puzzles
        remarks += run.remarks
        while len(puzzles) >= ROWS:
            yield _batch(puzzles[:ROWS], remarks[:ROWS])
            del puzzles[:ROWS], remarks[:ROWS]
            n_before += ROWS
    if puzzles:
        yield _batch(puzzles, remarks)


def _batch(*columns: list[str]) -> pa.RecordBatch:
    arrays = [pa.array(column, pa.string()) for column in columns]
    return pa.RecordBatch.from_arrays(arrays, schema=FIELDS)
