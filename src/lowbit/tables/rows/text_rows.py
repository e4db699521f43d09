"""Rows as text: CSV, TSV or JSON lines, a column at a time.

Each column becomes the text of its cells, and the text between them is added for all rows at once.
Only rare values are handled one by one: strings that JSON must escape, and nested values.
"""

from __future__ import annotations

import json
import math
from collections import Counter
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.types as kinds

from lowbit.errors import TableError

if TYPE_CHECKING:
    from collections.abc import Callable

    ToText = Callable[[pa.RecordBatch], memoryview]

TEXT = pa.large_string()
ESCAPED_IN_JSON = r'["\\\x00-\x1f\x7f]'
NO_JSON_NUMBERS = r"nan|inf"


def header_of(schema: pa.Schema, delimiter: str) -> bytes:
    """Return the first line of CSV."""
    names = _quoted(pa.array(schema.names, TEXT), delimiter).to_pylist()
    return f"{delimiter.join(names)}\n".encode()


def rows_to_csv(batch: pa.RecordBatch, delimiter: str) -> memoryview:
    """Return rows as CSV: quoted if necessary, and nothing for a null."""
    cells = [
        _quoted(column, delimiter) if _may_need_quotes(kind) else column
        for column, kind in zip(_cells(batch, _csv_cells), batch.schema.types, strict=True)
    ]
    return _lines(cells, ["", *[delimiter] * (len(cells) - 1), "\n"])


def rows_to_json(batch: pa.RecordBatch) -> memoryview:
    """Return rows as JSON objects, one per line."""
    cells = _cells(batch, _json_cells)
    keys = [f"{json.dumps(name, ensure_ascii=False)}: " for name in batch.schema.names]
    between = [f"{'{' if place == 0 else ', '}{key}" for place, key in enumerate(keys)]
    return _lines(cells, [*between, "}\n"])


def text_maker(kind: str, delimiter: str) -> ToText:
    """Return the function that turns rows into text of a kind."""
    return rows_to_json if kind == "jsonl" else partial(rows_to_csv, delimiter=delimiter)


def refuse_doubles(schema: pa.Schema) -> None:
    """Refuse columns with equal names, because rows become JSON objects.

    Raises
    ------
    TableError
        If there are any.
    """
    for name, number in Counter(schema.names).items():
        if number > 1:
            raise TableError(f"two columns are called {name}; a line of JSON has room for one")


def _cells(batch: pa.RecordBatch, cells_of: Callable[[pa.Array], pa.Array]) -> list[pa.Array]:
    """Return the text of all cells, column by column."""
    cells = []
    for name, column in zip(batch.schema.names, batch.columns, strict=True):
        try:
            cells.append(cells_of(column))
        except UnicodeDecodeError:
            raise TableError(
                f"column {name} has bytes that are not text: Parquet and Arrow hold them, text "
                "does not"
            ) from None
    return cells


def _lines(cells: list[pa.Array], between: list[str]) -> memoryview:
    """Return the text of all rows, given their cells and the text around these."""
    parts: list[pa.Array | pa.Scalar] = []
    for before, column in zip(between, [*cells, None], strict=True):
        parts += [pa.scalar(before, TEXT), *([] if column is None else [column])]
    rows = pc.binary_join_element_wise(*parts, pa.scalar("", TEXT), null_handling="replace")
    return _text_of(rows)


def _text_of(rows: pa.Array) -> memoryview:
    """Return the bytes of all rows, one after another, without a copy."""
    if len(rows) == 0:
        return memoryview(b"")
    _, offsets, text = rows.buffers()
    ends = np.frombuffer(offsets, np.int64)[rows.offset : rows.offset + len(rows) + 1]
    return memoryview(text)[ends[0] : ends[-1]]


def _csv_cells(column: pa.Array) -> pa.Array:
    if _is_nested(column.type):
        return _by_python(column)
    return _cast(column)


def _may_need_quotes(kind: pa.DataType) -> bool:
    return not (kinds.is_primitive(kind) or kinds.is_decimal(kind))


def _quoted(cells: pa.Array, delimiter: str) -> pa.Array:
    """Quote the cells that would be misread."""
    irregular = pc.match_substring_regex(cells, f'["\r\n{delimiter}]')
    if not pc.any(irregular).as_py():
        return cells
    quote = pa.scalar('"', TEXT)
    doubled = pc.replace_substring(cells, '"', '""')
    in_quotes = pc.binary_join_element_wise(quote, doubled, quote, pa.scalar("", TEXT))
    return pc.if_else(irregular, in_quotes, cells)


def _json_cells(column: pa.Array) -> pa.Array:
    kind = column.type
    if _is_nested(kind):
        cells = _by_python(column)
    elif kinds.is_boolean(kind) or kinds.is_integer(kind) or kinds.is_floating(kind):
        cells = _cast(column)
        if kinds.is_floating(kind):  # JSON has no such numbers
            none = pa.scalar(None, TEXT)
            cells = pc.if_else(pc.match_substring_regex(cells, NO_JSON_NUMBERS), none, cells)
    else:
        cells = _json_strings(_cast(column))
    return cells.fill_null("null")


def _json_strings(cells: pa.Array) -> pa.Array:
    irregular = pc.and_kleene(pc.match_substring_regex(cells, ESCAPED_IN_JSON), cells.is_valid())
    quote = pa.scalar('"', TEXT)
    quoted = pc.binary_join_element_wise(quote, cells, quote, pa.scalar("", TEXT))
    if not pc.any(irregular).as_py():
        return quoted
    escaped = [_dumped(text) for text in cells.filter(irregular).to_pylist()]
    return pc.replace_with_mask(quoted, irregular, pa.array(escaped, TEXT))


def _cast(column: pa.Array) -> pa.Array:
    """Return values as Arrow's text, if it has one; others as Python writes them."""
    try:
        if kinds.is_dictionary(column.type):
            column = column.dictionary_decode()
        return column.cast(TEXT)
    except (pa.ArrowNotImplementedError, pa.ArrowInvalid):
        texts = [None if value is None else _as_text(value) for value in column.to_pylist()]
        return pa.array(texts, TEXT)


def _is_nested(kind: pa.DataType) -> bool:
    return bool(kinds.is_nested(kind))


def _by_python(column: pa.Array) -> pa.Array:
    texts = [None if value is None else _dumped(value) for value in column.to_pylist()]
    return pa.array(texts, TEXT)


def _dumped(value: object) -> str:
    try:
        return json.dumps(value, ensure_ascii=False, default=_as_text, allow_nan=False)
    except UnicodeDecodeError:
        raise
    except ValueError:  # there are numbers that JSON has no word for
        return json.dumps(_with_null_for_nan(value), ensure_ascii=False, default=_as_text)


def _with_null_for_nan(value: Any) -> Any:  # noqa: ANN401 - as nested as it comes
    if isinstance(value, dict):
        return {name: _with_null_for_nan(each) for name, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [_with_null_for_nan(each) for each in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value


def _as_text(value: object) -> str:
    """Return a value as text: as Python writes it, bytes decoded."""
    return value.decode() if isinstance(value, bytes) else str(value)
