"""Rows of JSON as lines that Arrow reads: an array's objects, and numbers that hold puzzles.

::

    [{"id": 1, "puzzle": "53..7...."},            {"id": 1, "puzzle": "53..7...."}
     {"id": 2,                              ──>   {"id": 2, "puzzle": "600195..."}
      "puzzle": 600195...}]

Arrow reads an object a line, and rounds numbers of more than 18 digits.
"""

from __future__ import annotations

import json
import re
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any, Final

from lowbit.errors import FormatError, GridError
from lowbit.formats.json.puzzles import is_table_row
from lowbit.formats.json.values import Values, first_row
from lowbit.formats.opening.head import Head
from lowbit.formats.puzzle import puzzle_text
from lowbit.formats.streams.source import Arrivals, lines_of_bytes
from lowbit.formats.text import require_utf8
from lowbit.grid import Grid
from lowbit.tables.rows.pieces import Pieces
from lowbit.tables.rows.text_stream import (
    BLOCK,
    NO_OBJECT,
    TOO_LONG,
    JsonStream,
    lines_of,
    packed_stream,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from lowbit.formats.streams.stream import LineStream
    from lowbit.tables.rows.places import Place

LONG: Final = re.compile(r"[:\[,]\s*\d{19}")
"""A number that Arrow would round, wherever it is none within a string."""

MOST_DIGITS: Final = 18
"""The digits of numbers that Arrow keeps."""


class JsonRows(Pieces):
    """Objects of JSON as they arrive, in arrays or not, made one a line."""

    def __init__(self, stream: Any, name: str) -> None:  # noqa: ANN401 - of Arrow
        rows = _rows(lines_of_bytes(Arrivals(stream, name), name))
        super().__init__(text.encode() for _line, text in rows)


def numbered_rows(place: Place, packing: str | None, stack: ExitStack) -> Iterator[tuple[int, str]]:
    """Yield each row of a text of JSON as a line, and the line at which it begins."""
    if stream_for(place, packing) is JsonStream:
        return enumerate(lines_of(place, packing, stack), 1)
    _, stream = packed_stream(place, packing, stack)
    return _rows(lines_of_bytes(Arrivals(stream, place.name), place.name))


def _rows(lines: LineStream) -> Iterator[tuple[int, str]]:
    """Yield the line at which each row begins, and its text on one line.

    Raises
    ------
    FormatError
        Where there is no object, or the text is damaged.
    """
    values = Values(lines)
    for row in values:
        try:
            require_utf8(row.text)
        except GridError as error:
            raise FormatError(error.reason, lines.name, row.line) from None
        if not isinstance(row.value, dict) or len(row.text) >= BLOCK:
            reason = TOO_LONG if isinstance(row.value, dict) else NO_OBJECT
            raise FormatError(reason, lines.name, row.line)
        yield row.line, f"{_on_one_line(row.text)}\n"
    if values.error:
        raise values.error


def _on_one_line(text: str) -> str:
    if LONG.search(text):
        return json.dumps(json.loads(text, parse_int=_kept), ensure_ascii=False)
    return text.replace("\n", " ").replace("\r", " ")


def _kept(digits: str) -> int | str:
    """Return a number, as the text of the puzzle that it is where Arrow would round it."""
    number = int(digits)
    if len(digits) <= MOST_DIGITS:
        return number
    try:
        return puzzle_text(Grid(number))  # type: ignore[arg-type]  # as `Grid` takes it from tables
    except GridError:
        return digits


def stream_for(place: Place, packing: str | None) -> type[JsonStream | JsonRows]:
    """Return the reader of a text of JSON as lines: `JsonStream` if each row is a line already."""
    first = _look(place, packing, lambda lines: Head(lines).first)
    return JsonRows if first.lstrip().startswith("[") or LONG.search(first) else JsonStream


def holds_rows(place: Place, packing: str | None) -> bool:
    """Whether a text of JSON is a table, and not one puzzle, or puzzles in another order."""
    is_table: bool = _look(place, packing, lambda lines: is_table_row(first_row(lines)))
    return is_table


def _look(place: Place, packing: str | None, asked: Callable[[LineStream], Any]) -> Any:  # noqa: ANN401 - as asked
    with ExitStack() as stack:
        _, stream = packed_stream(place, packing, stack)
        return asked(lines_of_bytes(Arrivals(stream, place.name), place.name))
