"""JSON that strangers wrote, read to a bounded depth.

Some parsers die of text that is nested deep, and code that walks through a value needs a frame or
two of Python's a level. So nothing is parsed by others, or returned, that is nested deeper than
`DEEPEST`.
"""

from __future__ import annotations

import json
import re
from typing import Any, Final, TypeAlias

Json: TypeAlias = Any
"""Any value of JSON: an object, an array, text, a number, a truth value or null."""

DEEPEST: Final = 200
"""The most levels of arrays and objects within one another; a puzzle has about five."""

TOO_DEEP: Final = f"this is not JSON that is read: it is nested more than {DEEPEST} deep"

STRING: Final = re.compile(r'"(?:[^"\\]|\\.)*+(?:"|\Z)', re.DOTALL)

BRACKET: Final = re.compile(r"[\[\]{}]")

DECODER: Final = json.JSONDecoder()

NOT_OPENING: Final = bytes(set(range(256)) - set(b"[{\n"))

MANY: Final = re.compile(rb"[^\n]{%d}" % (DEEPEST + 1))


def is_deep(text: str) -> bool:
    """Whether JSON is nested too deep.

    Examples
    --------
    >>> is_deep("[" * 200 + "]" * 200), is_deep("[" * 201), is_deep("[1]," * 999)
    (False, True, False)
    """
    if text.count("[") + text.count("{") <= DEEPEST:
        return False
    depth = 0
    for bracket in BRACKET.findall(STRING.sub("", text)):
        depth += 1 if bracket in "[{" else -1
        if depth > DEEPEST:
            return True
    return False


def value_of(text: str) -> Json:
    """Return the value of a text of JSON.

    Raises
    ------
    ValueError
        If it is not JSON.
    RecursionError
        If it is nested too deep.
    """
    if is_deep(text):
        raise RecursionError
    return json.loads(text)


def value_at(text: str, at: int = 0) -> tuple[Any, int]:
    """Return the value that begins at a place of a text, and its end; raise as `value_of`."""
    value, end = DECODER.raw_decode(text, at)
    if is_deep(text[at:end]):
        raise RecursionError
    return value, end


class LineDepths:
    r"""A look at lines of JSON as they arrive, cut anywhere.

    Attributes
    ----------
    n_lines : int
        How many lines were whole so far.

    Examples
    --------
    >>> lines = LineDepths()
    >>> lines.are_deep(b'{"a": 1}\n{"b": ' + b"[" * 300)
    False
    >>> lines.are_deep(b"]" * 300 + b"}\n"), lines.n_lines
    (True, 1)
    """

    def __init__(self) -> None:
        self.n_lines = 0
        self._begun = b""
        self._opening = b""

    @property
    def n_begun(self) -> int:
        """The number of bytes that have arrived of a line whose end has not."""
        return len(self._begun)

    def are_deep(self, part: bytes) -> bool:
        """Take the next part; return whether a line that it ends is deep, behind `n_lines`."""
        ended, newline, begun = part.rpartition(b"\n")
        self._opening += part.translate(None, NOT_OPENING)
        if newline:
            if MANY.search(self._opening):
                for line in (self._begun + ended).split(b"\n"):
                    if is_deep(line.decode("latin-1")):
                        return True
                    self.n_lines += 1
            else:
                self.n_lines += part.count(b"\n")
            self._begun, self._opening = b"", self._opening.rpartition(b"\n")[2]
        self._begun += begun
        return False
