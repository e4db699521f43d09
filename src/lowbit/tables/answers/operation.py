"""The type of operations on a column of puzzles: functions of rows that return columns."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol, TypeAlias, TypedDict

import pyarrow as pa

from lowbit.batch.boards import BoardBatch
from lowbit.geometry import CLASSIC

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Unpack

    import numpy as np
    from numpy.typing import NDArray

    from lowbit.geometry import Geometry
    from lowbit.kernels.classic.search import Puzzles
    from lowbit.kernels.core.threads import Progress

RowPuzzles: TypeAlias = "Puzzles | BoardBatch"

STATUS: Final = "status"
"""The column that every operation has: a word for the result of each puzzle."""


class PuzzleRows(NamedTuple):
    """The input of an operation: some rows of a table.

    Attributes
    ----------
    puzzles : Puzzles or BoardBatch
        Row for row; the latter on a board that is not the classic one.
    numbers : int64[n]
        The number of each row in its table, from 0.
    companion : Puzzles, BoardBatch or None
        The second column, if the operation reads one.
    column, companion_column : pyarrow.Array, optional
        Both as the table has them, for rows with constraints.
    """

    puzzles: RowPuzzles
    numbers: NDArray[np.int64]
    companion: RowPuzzles | None = None
    column: pa.Array | None = None
    companion_column: pa.Array | None = None


class RunOptions(TypedDict, total=False):
    """The threads and progress of an operation, passed on to the verb on many puzzles."""

    threads: int | None
    progress: Progress | None


class TimedOptions(RunOptions, total=False):
    """The same, of a verb that takes a time limit for the whole batch."""

    time_limit: float | None


class AnswerRows(Protocol):
    """Answers rows with columns, in the order of the operation's fields.

    The status is a dictionary of words, which `answers` spells out.
    """

    def __call__(self, rows: PuzzleRows, **how: Unpack[RunOptions]) -> list[pa.Array]:
        """Return the columns, with as many rows each."""


class TimedRows(Protocol):
    """Answers rows in the same way, within a time limit."""

    def __call__(self, rows: PuzzleRows, **how: Unpack[TimedOptions]) -> list[pa.Array]:
        """Return the columns, with as many rows each."""


@dataclass(frozen=True, slots=True)
class Operation:
    """An operation on a column of puzzles, with its options.

    Parameters
    ----------
    name : str
        Its name in messages.
    fields : pyarrow.Schema
        The columns of the answers; one is `STATUS`.
    good : frozenset of str
        The statuses that count as success.
    run : AnswerRows
        Answers a batch.
    board : Geometry, optional
        The board of the puzzles; the classic one by default.
    is_numbered : bool, default False
        Whether the answers depend on the numbers of the rows.
    is_parallel : bool, default False
        Whether it spreads few rows over all CPUs, so that batches should come one by one.
    companion : str, optional
        The second column that it reads.
    rows : int, optional
        The number of rows to answer at a time, where a whole batch would take hours.
    """

    name: str
    fields: pa.Schema
    good: frozenset[str]
    run: AnswerRows
    board: Geometry = CLASSIC
    is_numbered: bool = False
    is_parallel: bool = False
    companion: str | None = None
    rows: int | None = None


def new_operation(
    name: str,
    fields: list[tuple[str, pa.DataType]],
    good: Iterable[str],
    run: AnswerRows,
    board: Geometry = CLASSIC,
) -> Operation:
    """Return an operation, whose last field is the status."""
    schema = pa.schema([*fields, (STATUS, pa.string())])
    return Operation(name, schema, frozenset(good), run, board)


def answers(asked: Operation, columns: Sequence[pa.Array]) -> list[pa.Array]:
    """Return columns with the types that the fields of an operation have."""
    return [
        column if column.type == field.type else column.cast(field.type)
        for column, field in zip(columns, asked.fields, strict=True)
    ]


def timed(run: TimedRows, time_limit: float | None) -> AnswerRows:
    """Give each puzzle its own time, if it is limited."""
    if time_limit is None:
        return run

    def run_each(rows: PuzzleRows, **how: Unpack[RunOptions]) -> list[pa.Array]:
        each = [_row(rows, row) for row in range(rows.numbers.size)] or [rows]
        columns = zip(*(run(row, time_limit=time_limit, **how) for row in each), strict=True)
        return [pa.concat_arrays(column) for column in columns]

    return run_each


def _row(rows: PuzzleRows, row: int) -> PuzzleRows:
    one = slice(row, row + 1)
    return PuzzleRows(
        _alone(rows.puzzles, one),
        rows.numbers[one],
        None if rows.companion is None else _alone(rows.companion, one),
        None if rows.column is None else rows.column[one],
        None if rows.companion_column is None else rows.companion_column[one],
    )


def _alone(puzzles: RowPuzzles, one: slice) -> RowPuzzles:
    if isinstance(puzzles, BoardBatch):
        return puzzles._replace(masks=puzzles.masks[one], valid=puzzles.valid[one])
    return puzzles._replace(starts=puzzles.starts[one])
