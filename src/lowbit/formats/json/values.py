"""The values of a JSON text, each as soon as it has arrived; comments may stand between them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from lowbit.errors import FormatError
from lowbit.formats.json.faults import why_no_json
from lowbit.formats.streams.stream import MAX_LINE
from lowbit.nesting import TOO_DEEP, value_at

if TYPE_CHECKING:
    from lowbit.formats.streams.stream import LineStream

BETWEEN = re.compile(r"(?:[\s,]|#[^\n]*\n)*")
"""The text between values, including comments."""

SINGLE_QUOTES = re.compile(r"[\s\[,]*'")
"""The start of a list of strings that Python printed."""

CLOSING = ']}"'
"""The last character of a value that is complete."""


class Value(NamedTuple):
    """A value of the text, or of its outermost array, with its source text."""

    line: int
    column: int
    text: str
    value: Any


class Values(Iterator[Value]):
    """The values of a text, each as soon as it has arrived.

    Outermost arrays are entered, so an array of a million puzzles is never in memory as a whole.

    Attributes
    ----------
    error : FormatError or None
        The reason why there are no more values, if the text does not end there.
    """

    def __init__(self, lines: LineStream) -> None:
        self._line, self._column = lines.number + 1, 1
        self.error: FormatError | None = None
        self._name = lines.name
        self._pieces = lines.pieces()
        self._text = ""
        self._at = 0  # the text before this index has been read
        self._quote = ""
        self._is_inside = False

    def __next__(self) -> Value:
        while self._finds_more():
            first = self._text[self._at]
            if first == ("]" if self._is_inside else "["):
                self._is_inside = not self._is_inside
                self._go_to(self._at + 1)
            else:
                return self._value()
        if self._is_inside:
            self._fail("the JSON is cut off: its array is not closed")
        raise StopIteration

    def _value(self) -> Value:
        while True:
            try:
                value, end = value_at(self._text, self._at)
            except (ValueError, RecursionError) as error:
                may_end = isinstance(error, ValueError) and len(self._text) - self._at <= MAX_LINE
                if may_end and self._more():
                    continue
                self._fail(_reason(error))
                raise StopIteration from None
            is_closed = self._text[end - 1] in CLOSING
            if is_closed or end < len(self._text) or not self._more():  # a number may go on
                break
        found = Value(self._line, self._column, self._text[self._at : end], value)
        self._go_to(end)
        return found

    def _finds_more(self) -> bool:
        """Skip the text between values; return whether anything follows."""
        while True:
            if between := BETWEEN.match(self._text, self._at):
                self._go_to(between.end())
            is_comment = self._text.startswith("#", self._at)  # whose end has not arrived
            if self._at < len(self._text) and not is_comment:
                return True
            if not self._more():
                return False

    def _go_to(self, at: int) -> None:
        n_lines = self._text.count("\n", self._at, at)
        self._line += n_lines
        last_end = self._text.rfind("\n", self._at, at)
        self._column = at - last_end if n_lines else self._column + at - self._at
        self._at = at

    def _more(self) -> bool:
        """Take in the next piece of text; return whether there was one."""
        try:
            piece = next(self._pieces, None)
        except FormatError as error:
            raise FormatError(error.reason, self._name, self._line) from error
        if piece is None:
            return False
        if not self._quote and piece.strip():
            self._quote = "'" if SINGLE_QUOTES.match(piece) else '"'
        piece = piece.replace("'", '"') if self._quote == "'" else piece
        self._text, self._at = self._text[self._at :] + piece, 0
        return True

    def _fail(self, reason: str) -> None:
        self.error = self.error or FormatError(reason, self._name, self._line)


def _reason(error: ValueError | RecursionError) -> str:
    if isinstance(error, RecursionError):
        return TOO_DEEP
    return f"the JSON is damaged or cut off: {why_no_json(error)}"


def first_row(lines: LineStream) -> dict[str, Any] | None:
    r"""Return the first object of an array, or of JSON lines; None of any other text.

    Examples
    --------
    >>> from lowbit.formats.streams.stream import LineStream
    >>> first_row(LineStream(iter(['[\n  {"id": 7,\n', ' "puzzle": "1..."}, '])))
    {'id': 7, 'puzzle': '1...'}
    """
    found = next(Values(lines), None)
    return found.value if found and isinstance(found.value, dict) else None
