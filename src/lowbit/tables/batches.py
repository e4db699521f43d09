"""Batches of rows, answered in parallel and in order.

::

    batches ── a thread reads ahead ──> answered ──> answered ──> in order
                                        answered ──> ...
                                        a thread each, without the GIL

Only so many batches are held at a time, however many there are.
"""

from __future__ import annotations

import threading
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from queue import Empty, Full, Queue
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import pyarrow as pa

from lowbit.batch.ordered import in_order
from lowbit.tables.answers.arrow import counts_of
from lowbit.tables.answers.operation import STATUS, PuzzleRows, answers
from lowbit.tables.arrow_puzzles import puzzles_on
from lowbit.tables.columns import answer_schema, path_of, require_puzzles

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator
    from typing import TypeAlias

    from numpy.typing import NDArray

    from lowbit.batch.ordered import IsOver, Item, Result
    from lowbit.kernels.core.threads import Progress
    from lowbit.tables.answers.operation import Operation
    from lowbit.tables.columns import ColumnPath

    Numbered: TypeAlias = tuple[pa.RecordBatch, NDArray[np.int64]]

ROWS = 1 << 16
"""Rows of a batch: a few megabytes, and a few milliseconds of work."""

AHEAD = 2
"""Batches that are read ahead."""

PATIENCE = 0.1
"""Seconds after which a thread checks whether anyone still waits for it."""


@dataclass(frozen=True, slots=True)
class TableQuery:
    """A query on a table.

    Parameters
    ----------
    asked : Operation
    path : ColumnPath
        The place of the puzzles.
    schema : pyarrow.Schema
        The columns of the table, followed by those of the answers.
    companion : ColumnPath or None
        The place of the second column, if the operation reads one.
    """

    asked: Operation
    path: ColumnPath
    schema: pa.Schema
    companion: ColumnPath | None = None

    def rows(self, batch: pa.RecordBatch, numbers: NDArray[np.int64]) -> PuzzleRows:
        """Return the input of the operation from a batch, whose rows have these numbers."""
        read = partial(puzzles_on, self.asked.board)
        column = self.path.of(batch)
        beside = None if self.companion is None else self.companion.of(batch)
        companion = None if beside is None else read(beside)
        return PuzzleRows(read(column), numbers, companion, column, beside)


def query_of(
    schema: pa.Schema, asked: Operation, column: str | None = None, prefix: str = ""
) -> TableQuery:
    """Return the query for a table with these columns.

    Raises
    ------
    TableError
        If no column holds the puzzles, or the name of an answer is taken.
    """
    path = path_of(schema, column)
    added = answer_schema(schema, path, asked, prefix)
    if asked.companion is None:
        return TableQuery(asked, path, added)
    companion = path_of(schema, asked.companion)
    require_puzzles(companion.field(schema), asked.board)
    return TableQuery(asked, path, added, companion)


class AnsweredBatch(NamedTuple):
    """A batch with its answers.

    Attributes
    ----------
    batch : pyarrow.RecordBatch
    statuses : dict of str to int
        The number of rows with each status.
    """

    batch: pa.RecordBatch
    statuses: dict[str, int]


def answered(
    query: TableQuery,
    batch: pa.RecordBatch,
    numbers: NDArray[np.int64],
    threads: int | None = None,
    progress: Progress | None = None,
) -> AnsweredBatch:
    """Return a batch, whose rows have these numbers, with its answers as further columns."""
    asked = query.asked
    columns = asked.run(query.rows(batch, numbers), threads=threads, progress=progress)
    counts = counts_of(columns[asked.fields.get_field_index(STATUS)])
    added = answers(asked, columns)
    whole = pa.RecordBatch.from_arrays([*batch.columns, *added], schema=query.schema)
    return AnsweredBatch(whole, counts)


def all_answered(
    query: TableQuery,
    batches: Iterable[pa.RecordBatch],
    threads: int | None = None,
    is_over: IsOver | None = None,
    first: int = 0,
) -> Generator[AnsweredBatch]:
    """Yield all batches with their answers, in order.

    Parameters
    ----------
    query : TableQuery
    batches : iterable of pyarrow.RecordBatch
    threads, is_over : optional
        As for `lowbit.batch.ordered.in_order`.
    first : int, default 0
        The number of the first row.
    """
    asked = query.asked
    at_once, each = (1, threads) if asked.is_parallel else (threads, 1)
    if asked.rows is not None:
        batches = _in_parts(batches, asked.rows)

    def answer(numbered: Numbered, look_up: Progress) -> AnsweredBatch:
        batch, numbers = numbered
        return answered(query, batch, numbers, threads=each, progress=look_up)

    return in_order_ahead(answer, _numbered(batches, first), at_once, is_over)


def _in_parts(batches: Iterable[pa.RecordBatch], rows: int) -> Iterator[pa.RecordBatch]:
    """Yield the same rows in batches of at most `rows`; none has to wait for the next."""
    for batch in batches:
        for first in range(0, batch.num_rows, rows):
            yield batch.slice(first, rows)


def _numbered(batches: Iterable[pa.RecordBatch], first: int) -> Iterator[Numbered]:
    for batch in batches:
        yield batch, np.arange(first, first + batch.num_rows)
        first += batch.num_rows


def in_order_ahead(
    work: Callable[[Item, Progress], Result],
    batches: Iterable[Item],
    threads: int | None = None,
    is_over: IsOver | None = None,
) -> Generator[Result]:
    """Yield the result of each batch, in order, while a thread of its own reads ahead.

    See `lowbit.batch.ordered.in_order`.
    """
    with (
        closing(read_ahead(batches)) as to_come,
        closing(in_order(work, to_come, threads, is_over)) as results,
    ):
        yield from results


def read_ahead(batches: Iterable[Item]) -> Generator[Item]:
    """Yield batches that a thread of its own reads."""
    stopped = threading.Event()
    queue: Queue[Item | BaseException | None] = Queue(AHEAD)

    def put(item: Item | BaseException | None) -> None:
        while not stopped.is_set():
            try:
                queue.put(item, timeout=PATIENCE)
            except Full:
                continue
            return

    def read() -> None:
        try:
            for batch in batches:
                put(batch)
                if stopped.is_set():
                    return
        except BaseException as error:  # noqa: BLE001 - raised where the batches are wanted
            put(error)
        else:
            put(None)

    reader = threading.Thread(target=read, daemon=True)
    reader.start()
    try:
        while (item := _next(queue)) is not None:
            if isinstance(item, BaseException):
                raise item
            yield item
    finally:
        stopped.set()
        reader.join()


def _next(queue: Queue[Item | BaseException | None]) -> Item | BaseException | None:
    """Return the next item; Ctrl-C works while waiting for it."""
    while True:
        try:
            return queue.get(timeout=PATIENCE)
        except Empty:
            continue
