"""The kind of table that a text is: by the name of its file, its header, or its first object."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lowbit.errors import LowbitError
from lowbit.formats.headers import fields_of, header_of
from lowbit.formats.json.puzzles import is_table_row, lies_deeper
from lowbit.formats.json.values import first_row
from lowbit.formats.puzzle import is_symbols, looks_like_puzzle
from lowbit.formats.puzzle_texts import is_json_begun, is_json_line
from lowbit.formats.registry import LOOSE
from lowbit.formats.streams.stream import LineStream
from lowbit.formats.streams.table_names import TableName
from lowbit.formats.table.frame import cell_columns, misnamed_cells
from lowbit.formats.text import cell_of
from lowbit.geometry import CLASSIC

if TYPE_CHECKING:
    from lowbit.formats.opening.head import Head

DELIMITERS: Final = {"csv": ",", "tsv": "\t"}


def kind_of(head: Head, column: str | None = None, *, is_text: bool = False) -> TableName | None:
    r"""Return the kind of table that a text is; None if it holds puzzles in another form.

    Parameters
    ----------
    head : Head
        The head of the text.
    column : str, optional
        The column of puzzles, where the caller names one.
    is_text : bool, default False
        Whether a table is to be read as lines, unless its name says that it is of JSON.

    Examples
    --------
    >>> from lowbit.formats.opening.head import Head
    >>> kind_of(Head(LineStream(iter(["id;puzzle\n1;53..7....\n"]))))
    TableName(kind='csv', packing=None)
    """
    named = head.named
    if head.is_plain or _is_json_text(head, column):
        return None
    if named and named.kind not in DELIMITERS:
        return named
    if is_text or (named is None and _only_looks_so(head)):
        return None
    if head.first.lstrip().startswith(("{", "[")):  # tables know no comments, and have a row a line
        return None if is_json_begun(head.first) or head.comments else TableName("jsonl")
    return _kind_by_header(head.first, named)


def _only_looks_so(head: Head) -> bool:
    """Whether the first line only looks like that of a table: a title, a bracket."""
    if not (header_of(head.first) or head.first.lstrip().startswith("{")):
        return False
    try:
        return head.format.name == LOOSE
    except LowbitError:
        return False


def _is_json_text(head: Head, column: str | None) -> bool:
    """Whether a text is JSON that is no table: it is asked for as text, or has no such column."""
    if head.is_asked("json") and column is None:
        return True
    if head.first.lstrip().startswith("["):
        return not _is_array_of_rows(head, column)
    return is_json_line(head.first) or (column is None and lies_deeper(head.first))


def _is_array_of_rows(head: Head, column: str | None) -> bool:
    """Whether a text that begins with a bracket is an array of objects that are rows of a table."""
    if head.comments:
        return False
    try:
        row = first_row(LineStream(head.lines.ahead()))
    except LowbitError:
        return False
    return row is not None and (column is not None or is_table_row(row))


def _kind_by_header(first: str, named: TableName | None) -> TableName | None:
    if header_of(first):
        return named or TableName("csv")
    if named is None:
        return None
    fields = fields_of(first, DELIMITERS[named.kind])
    if not any(fields) or cell_columns(first, CLASSIC) or _are_cells(fields):
        return None
    if misnamed_cells(first, CLASSIC):  # as which it is refused
        return None
    return None if any(looks_like_puzzle(field.strip(), CLASSIC) for field in fields) else named


def _are_cells(fields: list[str]) -> bool:
    """Whether the fields of a line are a row of a grid, or a puzzle."""
    cells = "".join(map(cell_of, fields))
    return len(fields) in {CLASSIC.size, CLASSIC.n_cells} and is_symbols(cells, CLASSIC)
