"""A column of a table that is text, read without Arrow: in a browser's tab, for one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lowbit.formats.headers import is_comment_row
from lowbit.formats.json.values import Values
from lowbit.formats.table.csv import rows_of
from lowbit.formats.text import is_comment, one_line

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lowbit.formats.headers import Header
    from lowbit.formats.streams.stream import LineStream


def csv_column(lines: LineStream, header: Header, column: str) -> Iterator[str]:
    """Yield the fields of a column; a row of another width than the header stands as it is."""
    place, n_names = header.names.index(column), len(header.names)
    next(text for text in lines if not is_comment(text))  # the header
    for row in rows_of(lines, header):
        if row and not is_comment_row(row.text, len(row), n_names):
            yield row[place] if len(row) == n_names else one_line(row.text)


def json_column(lines: LineStream, column: str) -> Iterator[str | list[Any]]:
    """Yield the values of a field of JSON lines; a line without puzzle there stands as it is.

    Raises
    ------
    FormatError
        Where the text is no JSON.
    """
    values = Values(lines)
    for found in values:
        value = found.value.get(column) if isinstance(found.value, dict) else None
        yield value if isinstance(value, (str, list)) else one_line(found.text)
    if values.error:
        raise values.error
