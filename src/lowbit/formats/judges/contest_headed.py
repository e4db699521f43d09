"""The grids of a contest's input with a header before each, as its programs read them.

::

    Grid 01
    003020600
    ...

White space does not matter: the cells may stand behind the header.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from lowbit.errors import FormatError
from lowbit.formats.judges.contest import (
    LONGEST,
    FoundGrid,
    LinesOfCells,
    Spelling,
    arrived_together,
    plain_line_ends,
)
from lowbit.formats.streams.stream import end_of_lines
from lowbit.formats.text import quoted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lowbit.formats.streams.source import Arrivals

HEADER: Final = re.compile(rb"(?<!\S)grid(?!\S)", re.IGNORECASE)
EXPECTED: Final = "a line such as 'Grid 01' was expected"

NUMBERS: Final = (re.compile(rb".*"), re.compile(rb"\s*\S+"), re.compile(rb""))
"""The number of a grid, behind the word of its header: the rest of the line, a word, or nothing."""


class HeadedInput:
    """The grids of an input, as they arrive; see `lowbit.formats.judges.contest.ContestInput`.

    Parameters
    ----------
    arrivals : Arrivals
        The source.
    """

    def __init__(self, arrivals: Arrivals) -> None:
        self._arrivals = arrivals
        self._spelling = Spelling()
        self._held = b""
        self._number = 1

    def portions(self) -> Iterator[list[FoundGrid]]:
        """Yield the grids that have arrived, before more is waited for."""
        for chunk in arrived_together(self._arrivals):
            self._held += chunk
            end = end_of_lines(self._held, len(self._held))
            self._held = plain_line_ends(self._held[:end]) + self._held[end:]
            *_, last = [0, *(header.start() for header in HEADER.finditer(self._held, 0, end))]
            yield self._found(last)
            if len(self._held) > LONGEST:
                raise self._failure(f"{EXPECTED} within {LONGEST} bytes")
        self._held = plain_line_ends(self._held + b"\n")
        is_empty = not self._held.strip() and self._number == 1
        yield self._found(len(self._held))
        if is_empty:
            raise self._failure(f"{EXPECTED}, but the text ends", 1)

    def _found(self, end: int) -> list[FoundGrid]:
        """Take the grids before a place, a header's or the end."""
        text, self._held = self._spelling.without_labels(self._held[:end]), self._held[end:]
        headers = [header.start() for header in HEADER.finditer(text)]
        first = headers[0] if headers else len(text)
        found = self._stray(text[:first])
        self._number += text.count(b"\n", 0, first)
        for start, stop in pairwise([*headers, len(text)]):
            found.append(self._grid(text[start + len(b"grid") : stop]))
            self._number += text.count(b"\n", start, stop)
        return found

    def _stray(self, text: bytes) -> list[FoundGrid]:
        """Return the error of text before the first header; no errors if there is none."""
        if not (words := text.split()):
            return []
        line = text.count(b"\n", 0, text.index(words[0])) + self._number
        shown = quoted(text.strip().splitlines()[0].decode(errors="surrogateescape"))
        return [FoundGrid(line, "", self._failure(f"{EXPECTED}, but {shown} was found", line))]

    def _grid(self, text: bytes) -> FoundGrid:
        """Return the grid behind the word of a header."""
        for number in NUMBERS:
            lines = LinesOfCells(number.sub(b"", text, count=1), self._number, self._spelling)
            if lines.n_cells == lines.size:
                return lines.grid(0, self._arrivals.name)._replace(line=self._number)
        return FoundGrid(self._number, "", self._damage(text))

    def _damage(self, text: bytes) -> FormatError:
        """Return the error of the text behind a header, which is no grid."""
        rows = NUMBERS[0].sub(b"", text, count=1)
        lines = LinesOfCells(rows, self._number, self._spelling)
        numbers = [number for number, cells in enumerate(lines.cells_by_line) if cells]
        by_lines = lines.grid_of_lines(numbers, self._arrivals.name) if lines.width else None
        if by_lines and by_lines.error:
            return by_lines.error
        return self._failure(f"{lines.size} cells were expected, not {lines.n_cells}")

    def _failure(self, reason: str, line: int | None = None) -> FormatError:
        return FormatError(reason, self._arrivals.name, line or self._number)
