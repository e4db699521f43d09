"""Text of any format as a table: a column of puzzles and one of remarks."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Final

import pyarrow as pa

from lowbit.formats import read_whole
from lowbit.formats.line import cells_or_text
from lowbit.formats.source import lines_of_bytes
from lowbit.geometry import CLASSIC
from lowbit.tables.batches import ROWS
from lowbit.tables.sources import Source

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from lowbit.formats import Record
    from lowbit.formats.headings import Headings
    from lowbit.formats.source import Arrivals
    from lowbit.geometry import Geometry

FIELDS: Final = pa.schema([("puzzle", pa.string()), ("remark", pa.string())])
"""What a text becomes."""


def source_of_text(
    arrivals: Arrivals,
    format_name: str | None = None,
    board: Geometry = CLASSIC,
    headings: Headings | None = None,
) -> Source:
    """Return a text as a table; memory is constant, however long it is.

    Like a table, it is read as a whole or not at all: reading raises a `FormatError` if the rest of
    the text cannot be read.

    Parameters
    ----------
    arrivals : Arrivals
        The text.
    format_name : str, optional
        A name in `lowbit.formats.FORMATS`; without it, the format is inferred from the first
        lines, and reading the table may raise `UnknownFormatError`.
    board : Geometry, optional
        The board of its puzzles; the classic one by default.
    headings : Headings, optional
        How comments name other boards; they are comments like others by default.
    """
    lines = lines_of_bytes(arrivals, arrivals.name)
    records = read_whole(lines, format_name, board, headings)
    return source_of(records, arrivals.name, lambda: arrivals.n_read)


def source_of(records: Iterable[Record], name: str, n_read: Callable[[], int]) -> Source:
    """Return records as a table; an invalid record keeps its text, and gets the reason."""
    reasons: dict[int, str] = {}
    boards: list[Geometry] = []
    batches = _batches(records, reasons, boards)
    return Source(name, FIELDS, batches, n_read, None, reasons, boards)


def _batches(
    records: Iterable[Record], reasons: dict[int, str], boards: list[Geometry]
) -> Iterator[pa.RecordBatch]:
    rows = (record for record in records if not record.is_passthrough)
    n_rows = 0
    while batch := list(islice(rows, ROWS)):
        for row, record in enumerate(batch, n_rows):
            if record.error:
                reasons[row] = str(record.error)
        n_rows += len(batch)
        boards.extend(dict.fromkeys(one.grid.geometry for one in batch if one.grid))
        texts = [cells_or_text(one) or one.text for one in batch]
        columns = [
            pa.array(texts, pa.string()),
            pa.array([one.remark for one in batch], pa.string()),
        ]
        yield pa.RecordBatch.from_arrays(columns, schema=FIELDS)
