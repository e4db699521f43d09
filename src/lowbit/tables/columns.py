"""The column that holds the puzzles, and the names of the columns of answers."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.types as kinds

from lowbit.errors import TableError
from lowbit.formats.headers import HEADERS, is_usual
from lowbit.geometry import CLASSIC
from lowbit.tables.arrow_puzzles import why_no_puzzles

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from lowbit.geometry import Geometry
    from lowbit.tables.answers.operation import Operation


def puzzle_column(names: Sequence[str], column: str | None = None) -> int:
    """Return the place of the column of puzzles.

    Parameters
    ----------
    names : sequence of str
        The names of the columns.
    column : str, optional
        The name of that column; one of the usual names, in any case, if None.

    Raises
    ------
    TableError
        If there is no such column, or more than one.

    Examples
    --------
    >>> puzzle_column(["id", "Quizzes", "solutions"])
    1
    """
    if column is None:
        found = [place for place, name in enumerate(names) if is_usual(name)]
    else:
        found = [place for place, name in enumerate(names) if name == column]
    if len(found) == 1:
        return found[0]
    there = ", ".join(names) or "none"
    if found:
        many = ", ".join(names[place] for place in found)
        raise TableError(f"several columns may hold puzzles: {many}; name one", argument="column")
    if column is None:
        usual = ", ".join(sorted(HEADERS))
        raise TableError(
            f"no column has a usual name for puzzles ({usual}); name one of these: {there}",
            argument="column",
        )
    raise TableError(f"there is no column {column}; the columns are: {there}")


class ColumnPath(NamedTuple):
    """The place of the puzzles in a table: a column, or a field within one.

    Attributes
    ----------
    place : int
        The index of the column.
    fields : tuple of str
        The field that holds them in that column, and in that field, and so on.
    """

    place: int
    fields: tuple[str, ...] = ()

    def of(self, batch: pa.RecordBatch) -> pa.Array:
        """Return the puzzles of some rows."""
        column = batch.column(self.place)
        for name in self.fields:
            column = pc.struct_field(column, name)
        return column

    def field(self, schema: pa.Schema) -> pa.Field:
        """Return the name and type of the column or field that holds them."""
        found = schema.field(self.place)
        for name in self.fields:
            found = found.type.field(name)
        return found


def path_of(schema: pa.Schema, column: str | None = None) -> ColumnPath:
    """Return the place of a table's puzzles; ``data.puzzle`` is a field of the column ``data``.

    Raises
    ------
    TableError
        If there is no such column, or more than one.

    Examples
    --------
    >>> path_of(pa.schema([("data", pa.struct([("puzzle", pa.string())]))]), "data.puzzle")
    ColumnPath(place=0, fields=('puzzle',))
    """
    if column is not None and column not in schema.names and "." in column:
        name, *fields = column.split(".")
        if schema.names.count(name) == 1 and _has_fields(schema.field(name).type, fields):
            return ColumnPath(schema.names.index(name), tuple(fields))
    return ColumnPath(puzzle_column(schema.names, column))


def _has_fields(kind: pa.DataType, fields: Sequence[str]) -> bool:
    for name in fields:
        if not kinds.is_struct(kind) or kind.get_field_index(name) < 0:
            return False
        kind = kind.field(name).type
    return True


def answer_schema(
    schema: pa.Schema, path: ColumnPath, asked: Operation, prefix: str = ""
) -> pa.Schema:
    """Return the columns of a table, followed by those of the answers.

    Raises
    ------
    TableError
        If a name is taken, or puzzles are not kept in a column of such a type.
    """
    require_puzzles(path.field(schema), asked.board)
    added = [field.with_name(prefix + field.name) for field in asked.fields]
    refuse_taken([field.name for field in added], schema.names)
    return pa.schema([*schema, *added], schema.metadata)


def require_puzzles(field: pa.Field, board: Geometry = CLASSIC) -> None:
    """Refuse a column of a type that cannot hold puzzles on a board.

    Raises
    ------
    TableError
        If puzzles are not kept in a column of such a type.
    """
    if reason := why_no_puzzles(field.type, board):
        raise TableError(f"column {field.name} has type {field.type}; {reason}")


def refuse_taken(added: Iterable[str], names: Collection[object]) -> None:
    """Refuse names of answers that other columns have.

    Raises
    ------
    TableError
        If a name is taken.
    """
    for name in added:
        if name in names:
            raise TableError(
                f"the table already has a column {name}; give the answers a prefix",
                argument="prefix",
            )
