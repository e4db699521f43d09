"""Tables whose puzzles lie on one board: those that name another are refused."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pyarrow.types as kinds

from lowbit.errors import TableError
from lowbit.formats.headed import BOARD
from lowbit.formats.headings import Headings

if TYPE_CHECKING:
    from collections.abc import Iterator

    import pyarrow as pa

    from lowbit.geometry import Geometry
    from lowbit.tables.rows.sources import Source


def on_board(source: Source, board: Geometry) -> Source:
    """Return a table whose puzzles are answered on a board; to read it may raise.

    A comment may name the board of a table, and so may a column called ``board``.

    Raises
    ------
    TableError
        From the batches, before the rows of which another board is named.
    """
    return replace(source, batches=_checked(source, board))


def _checked(source: Source, board: Geometry) -> Iterator[pa.RecordBatch]:
    for batch in source.batches:
        for named in (*source.boards, *_boards_of_rows(batch)):
            if named != board:
                raise TableError(
                    f"{source.name}: the board {named} is named here, but all puzzles are to lie "
                    f"on {board}; name their board as geometry, and put those on others elsewhere"
                )
        yield batch


def _boards_of_rows(batch: pa.RecordBatch) -> Iterator[Geometry]:
    """Yield the boards that rows name."""
    places = [n for n, field in enumerate(batch.schema) if field.name == BOARD]
    for column in map(batch.column, places):
        if kinds.is_string(column.type) or kinds.is_large_string(column.type):
            names = filter(None, column.unique().to_pylist())
            yield from filter(None, map(Headings().named, names))
