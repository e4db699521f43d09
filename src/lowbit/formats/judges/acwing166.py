"""The `acwing166` format: a puzzle a line up to a line `end`, as in AcWing 166 and POJ 3074.

::

    ......52..8.4......3...9...5.1...6..2..7........3.....6...1..........7.4.......3.
    end
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from lowbit.formats.format import Format
from lowbit.formats.lines import line
from lowbit.formats.puzzle import looks_like_puzzle, puzzle_text
from lowbit.formats.record import Record, grids
from lowbit.formats.streams.stream import MAX_LINE, end_of_lines
from lowbit.formats.text import END, is_end

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from lowbit.formats.streams.source import Arrivals
    from lowbit.formats.streams.stream import LineStream
    from lowbit.geometry import Geometry

WORD = END.encode()
LINE_END = re.compile(rb"[\r\n]")
BLANKS = (b" ", b"\t", b"\v", b"\f")
GAP = re.compile(rb"(?<=[0-9.*_]{81})[ \t\v\f]+(?=(?:[0-9.*_]{81}|end)(?!\S))")
"""White space between two words of an input, which a program reads as it does a line end."""

MISSING_END = "the line 'end' was expected, but the text ends"


def read(lines: LineStream, board: Geometry) -> Iterator[Record]:
    """Yield a record per line up to ``end``; the judges read no further either."""
    while (text := (yield from lines.next_content())) is not None:
        if is_end(text):
            lines.is_ended = True
            return
        yield line.read_puzzle(text, lines, board)
    yield lines.missing_record(MISSING_END)


def write(records: Iterable[Record]) -> Iterator[str]:
    """Yield a line per grid, then ``end``."""
    for grid, _remark in grids(records):
        yield f"{puzzle_text(grid)}\n"
    yield f"{END}\n"


def objection(lines: Sequence[str], board: Geometry) -> str | None:
    """Require a puzzle first, and an ``end`` among the lines."""
    if not any(map(is_end, lines)):
        return "no line 'end' has arrived"
    if not is_end(lines[0]) and not looks_like_puzzle(lines[0].strip(), board):
        return "what comes before 'end' is no puzzle"
    return None


class UpToEnd:
    """The whole lines of a source before the first that says ``end``, as bytes; a word on each.

    Parameters
    ----------
    arrivals : Arrivals
        The source. Chunks after the one with the ``end`` are left unread.

    Attributes
    ----------
    name : str
        The name of the source in messages.
    found_end : bool
        Whether that line has arrived.
    """

    def __init__(self, arrivals: Arrivals) -> None:
        self.name = arrivals.name
        self.found_end = False
        self._arrivals = arrivals
        self._chunks = self._lines(arrivals)

    def __iter__(self) -> Iterator[bytes]:
        return self._chunks

    def has_more(self) -> bool:
        """Whether more has arrived, or the end."""
        return self._arrivals.has_more()

    def _lines(self, arrivals: Arrivals) -> Iterator[bytes]:
        """Yield the lines that arrive together; the last one may be incomplete."""
        held = b""
        for chunk in arrivals:
            held += chunk
            end = end_of_lines(held, len(held))
            yield self._before_end(_a_word_a_line(held[:end]))
            if self.found_end:
                return
            held = held[end:]
            if len(held) > MAX_LINE:
                break
        yield self._before_end(_a_word_a_line(held))

    def _before_end(self, lines: bytes) -> bytes:
        at = lines.find(WORD)
        while at >= 0:
            start = max(lines.rfind(b"\n", 0, at), lines.rfind(b"\r", 0, at)) + 1
            if is_end(LINE_END.split(lines[start:], maxsplit=1)[0].decode("latin-1")):
                self.found_end = True
                return lines[:start]
            at = lines.find(WORD, at + 1)
        return lines


def _a_word_a_line(lines: bytes) -> bytes:
    """Return lines with a line for each puzzle of those that hold several, or the ``end``."""
    return GAP.sub(b"\n", lines) if any(map(lines.__contains__, BLANKS)) else lines


FORMAT = Format("acwing166", read, write, objection, has_end=True)
