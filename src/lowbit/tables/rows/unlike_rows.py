"""Rows of JSON lines that differ from those before them: Arrow names neither row nor key."""

from __future__ import annotations

import json
import math
import re
from typing import TYPE_CHECKING, Any, Final

import pyarrow.types as kinds

from lowbit.errors import FormatError, InputError
from lowbit.formats.json.faults import why_no_json
from lowbit.formats.text import require_utf8
from lowbit.nesting import is_deep

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    import pyarrow as pa

    from lowbit.nesting import Json

KINDS: Final[dict[type, str]] = {
    bool: "true or false",
    int: "a number",
    float: "a number",
    str: "a string",
    list: "a list",
    dict: "an object",
}
"""The name of each type of value in messages."""


MOST_SHOWN: Final = 20
"""The most digits of a number in a message."""

SURROGATE: Final = re.compile("[\ud800-\udfff]")


class Misfits:
    """The types of values in the rows so far, against which further rows are checked.

    Parameters
    ----------
    name : str
        The name of the file in messages.
    schema : pyarrow.Schema, optional
        The columns, where they are settled: all keys that the beginning of the file has.
    """

    def __init__(self, name: str, schema: pa.Schema | None = None) -> None:
        self._name = name
        self._columns = None if schema is None else {*schema.names}
        self._whole = {field.name for field in schema or () if kinds.is_integer(field.type)}
        self._seen: dict[str, tuple[str, int]] = {}

    def first(self, rows: Iterable[tuple[int, str]]) -> InputError | None:
        """Return the error of the first row that is no object, or does not fit; None if all do.

        With the text of each row comes its line.
        """
        for number, line in rows:
            try:
                require_utf8(line)
                row = _row_of(line) if line.strip() else {}
                reason = (
                    self._reason(row, number) if isinstance(row, dict) else "this is no JSON object"
                )
            except InputError as error:
                reason = getattr(error, "reason", str(error))
            except (ValueError, RecursionError) as error:
                reason = f"this is not JSON: {why_no_json(error)}"
            if reason:
                return FormatError(reason, self._name, number)
        return None

    def _reason(self, row: Json, number: int) -> str:
        """Return the fault of a row, in words; "" if it has none."""
        if not isinstance(row, dict):
            return "this is no JSON object"
        return next(filter(None, (self._fault(key, row[key], number) for key in row)), "")

    def _fault(self, key: str, value: Json, number: int) -> str:
        if self._columns is not None and key not in self._columns:
            return (
                f"the key {key!r} comes first here, so late that it has no column any more; add it "
                "to the first row"
            )
        if key in self._whole and isinstance(value, float):
            return f"{key!r} is {value} here, and a whole number in the rows before"
        for path, one in _leaves(key, value):
            kind = KINDS[type(one)]
            usual, at = self._seen.setdefault(path, (kind, number))
            if usual != kind:
                return f"{path!r} is {kind} here, and {usual} in line {at}; write all of them alike"
        return ""


def _row_of(line: str) -> Json:
    """Return the row of a line; raise FormatError if it is JSON that no table holds."""
    if is_deep(line):
        raise RecursionError
    row = json.loads(line, object_pairs_hook=_object, parse_float=_number, parse_int=_number)
    if SURROGATE.search(json.dumps(row, ensure_ascii=False)):
        raise FormatError("a string has half a character: a surrogate, such as \\ud800, alone")
    return row


def _object(items: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in items:
        if key in found:
            raise FormatError(f"the key {key!r} stands here twice")
        found[key] = value
    return found


def _number(text: str) -> float:
    """Return a number; raise FormatError for one that no column of numbers holds."""
    if math.isinf(float(text)):
        shown = text if len(text) <= MOST_SHOWN else f"{text[:MOST_SHOWN]}..."
        raise FormatError(f"the number {shown} is larger than columns hold; write it as a string")
    return float(text) if {*text} & {*".eE"} else int(text)


def _leaves(path: str, value: Json) -> Iterator[tuple[str, Json]]:
    """Yield a value and all within it, with their paths; no nulls."""
    if value is None:
        return
    yield path, value
    inner = value.items() if isinstance(value, dict) else ()
    for key, one in inner:
        yield from _leaves(f"{path}.{key}", one)
    for one in value if isinstance(value, list) else ():
        yield from _leaves(f"{path}[]", one)
