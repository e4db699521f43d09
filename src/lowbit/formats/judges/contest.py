"""The grids of a contest's input, as its programs read them: white space never matters.

::

    2
    103000509 002109400      rows of solid digits, of separated ones, several on a line, with
    0 0 0 7 0 4 0 0 0        empty lines among them: whatever `cin` skips
    ...

A grid is as many cells as its board has. Where one ends inside a line, the cells of a row may be
too many or too few: then all of the input is waited for. If its cells are those of whole grids,
that is how it was written; if not, its lines show which grids are damaged.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate, islice
from typing import TYPE_CHECKING, Final, NamedTuple

from lowbit.alphabets import digits_by_character
from lowbit.errors import FormatError
from lowbit.formats.streams.stream import end_of_lines
from lowbit.formats.text import complaint, quoted
from lowbit.geometry import CLASSIC

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from lowbit.formats.streams.source import Arrivals
    from lowbit.geometry import Geometry

WHITE: Final = b" \t\v\f\0\x1a"
"""The characters between cells, besides line ends: also the NUL or Ctrl-Z that ends an old file."""

BLANKS: Final = "?-"
"""Characters that contests write for a blank, besides `lowbit.alphabets.BLANKS`."""

NO_CELL: Final = "\0"
"""Stands for a character that is no cell."""

PORTION: Final = 1 << 22
"""After so many bytes, the grids so far are answered before more is taken in."""

LONGEST: Final = 1 << 28
"""The most bytes that are kept while a grid ends inside a line."""

COMMENT: Final = re.compile(rb"^[ \t]*#.*", re.MULTILINE)
LINE_ENDS: Final = (b"\n", b"\r")

WORD: Final = re.compile(rb"[\s\0\x1a]*([^\s\0\x1a]+)(?=[\s\0\x1a])")


@dataclass(frozen=True)
class Spelling:
    """The spelling of cells in a contest.

    Parameters
    ----------
    board : Geometry, default CLASSIC
        The board; its symbols are those of the contest.
    between : bytes
        The characters that may stand between cells, besides white space.
    label : bytes
        A regular expression of the text within a line that is not cells.
    """

    board: Geometry = CLASSIC
    between: bytes = b""
    label: bytes = b""

    def without_labels(self, text: bytes) -> bytes:
        """Return a text with spaces for comments and labels."""
        if b"#" in text:
            text = COMMENT.sub(_spaces, text)
        return re.sub(self.label, _spaces, text) if self.label else text

    def cells(self, text: bytes) -> str:
        r"""Return the cells of a text and its line ends: a symbol, ``.`` or `NO_CELL` for each.

        Examples
        --------
        >>> Spelling().cells(b"0 0 3\n4x5")
        '..3\n4\x005'
        """
        skipped = WHITE + self.between
        return text.translate(_table(self.board.symbols), skipped).decode("ascii")


@lru_cache
def _table(symbols: str) -> bytes:
    """Return the symbol of each byte, as `bytes.translate` takes them."""
    digits = dict.fromkeys(BLANKS, 0) | digits_by_character(symbols)
    shown = {ord(c): symbols[digit - 1] if digit else "." for c, digit in digits.items()}
    shown[ord("\n")] = "\n"
    return "".join(shown.get(byte, NO_CELL) for byte in range(256)).encode("ascii")


def _spaces(found: re.Match[bytes]) -> bytes:
    return b" " * len(found[0])


class FoundGrid(NamedTuple):
    """A grid of an input, with its first line: the symbols of its cells, or why there are none."""

    line: int
    cells: str
    error: FormatError | None = None


class ContestInput:
    """The grids of an input, as they arrive.

    Parameters
    ----------
    arrivals : Arrivals
        The source.
    spelling : Spelling
        The spelling of its cells.
    is_announced : bool
        Whether a number says how many grids follow; nothing after the last is waited for.
    """

    def __init__(
        self, arrivals: Arrivals, spelling: Spelling, *, is_announced: bool = False
    ) -> None:
        self._arrivals = arrivals
        self._spelling = spelling
        self._is_announced = is_announced
        self._n_announced: int | None = None
        self._n_found = 0
        self._held = b""
        self._number = 1  # of the first line that is held

    def portions(self) -> Iterator[list[FoundGrid]]:
        """Yield the grids that have arrived, before more is waited for.

        Raises
        ------
        FormatError
            In the end, if anything is missing or too much.
        """
        for chunk in arrived_together(self._arrivals):
            self._held += chunk
            lines = self._take_lines(end_of_lines(self._held, len(self._held)))
            n = self._n_whole(lines)
            is_long = len(self._held) > PORTION
            if (is_long and not n) or not lines.end_with_grids(n):
                self._held += _all_of(self._arrivals)
                break
            yield self._taken(lines, n)
            if self._n_found == self._n_announced:
                self._require_end()
                return
        yield from self._last()

    def _last(self) -> Iterator[list[FoundGrid]]:
        """Yield the grids of the last lines, and raise if they do not end with the input."""
        if self._held and not self._held.endswith(LINE_ENDS):
            self._held += b"\n"
        lines = self._take_lines(len(self._held))
        if self._is_announced and self._n_announced is None:
            raise self._failure("the number of grids was expected, but the text ends")
        if lines.n_cells % lines.size and lines.width:
            yield self._by_lines(lines)
        else:
            yield self._taken(lines, self._n_whole(lines))
        if self._n_found == self._n_announced:
            self._require_end()
        else:
            self._require_no_more()

    def _take_lines(self, end: int) -> LinesOfCells:
        """Return the held lines up to a place; the number of grids is read first."""
        text = self._spelling.without_labels(plain_line_ends(self._held[:end]))
        if self._is_announced and self._n_announced is None:
            if not (word := WORD.match(text)):
                return LinesOfCells(b"", self._number, self._spelling)
            self._n_announced = self._count(word)
            text = text[: word.start(1)] + b" " * len(word[1]) + text[word.end() :]
        self._held = text + self._held[end:]
        return LinesOfCells(text, self._number, self._spelling)

    def _count(self, word: re.Match[bytes]) -> int:
        text = word[1].decode(errors="surrogateescape")
        is_number = word[1].isdigit()
        if is_number and len(text) < self._spelling.board.size:
            return int(text)
        wrong = "is too large" if is_number else "was found"
        self._number += word.string.count(b"\n", 0, word.start(1))
        raise self._failure(f"the number of grids was expected, but {quoted(text)} {wrong}")

    def _n_whole(self, lines: LinesOfCells) -> int:
        """Return how many grids lines hold, of those that are expected."""
        n = lines.n_cells // lines.size
        return n if self._n_announced is None else min(n, self._n_announced - self._n_found)

    def _taken(self, lines: LinesOfCells, n: int) -> list[FoundGrid]:
        """Take the first grids of lines."""
        found = [lines.grid(number, self._arrivals.name) for number in range(n)]
        if n:
            self._pass(lines, *lines.place(n * lines.size))
        self._n_found += n
        return found

    def _by_lines(self, lines: LinesOfCells) -> list[FoundGrid]:
        """Take as many lines for each grid as it should have, right or wrong."""
        numbers = [number for number, cells in enumerate(lines.cells_by_line) if cells]
        n_rows = lines.size // lines.width
        n = len(numbers) // n_rows
        if self._n_announced is not None:
            n = min(n, self._n_announced - self._n_found)
        groups = [numbers[at : at + n_rows] for at in range(0, n * n_rows, n_rows)]
        found = [lines.grid_of_lines(group, self._arrivals.name) for group in groups]
        if groups:
            self._pass(lines, groups[-1][-1] + 1, 0)
        self._n_found += n
        return found

    def _pass(self, lines: LinesOfCells, row: int, column: int) -> None:
        """Drop the text before a place."""
        self._held = self._held[sum(len(line) + 1 for line in lines.texts[:row]) + column :]
        self._number += row

    def _require_end(self) -> None:
        """Raise if something that has arrived follows the last grid."""
        while not (word := WORD.match(self._spelling.without_labels(self._held) + b"\n")):
            self._number += self._held.count(b"\n")
            if not self._arrivals.has_more() or (chunk := next(self._arrivals, None)) is None:
                return
            self._held = chunk
        self._number += self._held.count(b"\n", 0, word.start(1))
        text = self._held[word.start(1) :].splitlines()[0].decode(errors="surrogateescape")
        n = self._n_announced
        reason = f"the text should end after grid {n} of {n}, but {quoted(text)} follows"
        raise self._failure(reason)

    def _require_no_more(self) -> None:
        """Raise if cells are left that are no grid, or if there is no grid at all."""
        left = LinesOfCells(self._held, self._number, self._spelling)
        if NO_CELL in left.cells:
            raise left.fault(left.cells.index(NO_CELL), self._arrivals.name)
        name = f"grid {self._n_found + 1}"
        if self._n_announced is not None:
            name += f" of {self._n_announced}"
        self._number += self._held.count(b"\n")
        if left.n_cells:
            expected = f"{name}: {left.size} cells were expected"
            raise self._failure(f"{expected}, but the text ends after {left.n_cells}")
        if self._n_announced is not None or not self._n_found:
            raise self._failure(f"{name} was expected, but the text ends")

    def _failure(self, reason: str) -> FormatError:
        return FormatError(reason, self._arrivals.name, self._number)


class LinesOfCells:
    """The cells of some lines.

    Parameters
    ----------
    text : bytes
        The lines.
    number : int
        That of the first.
    spelling : Spelling
        The spelling of their cells.
    """

    def __init__(self, text: bytes, number: int, spelling: Spelling) -> None:
        self.size = spelling.board.n_cells
        self.texts = text.split(b"\n")
        self.cells_by_line = spelling.cells(text).split("\n")
        self.cells = "".join(self.cells_by_line)
        self.n_cells = len(self.cells)
        self._ends = list(accumulate(map(len, self.cells_by_line)))
        self._number = number
        self._spelling = spelling

    @property
    def width(self) -> int:
        """The number of cells on most lines, if grids are made of such lines, or else 0."""
        widths = Counter(filter(None, map(len, self.cells_by_line)))
        (width, n), *_ = widths.most_common(1) or [(0, 0)]
        return width if width and self.size % width == 0 and 2 * n > widths.total() else 0

    def end_with_grids(self, n: int) -> bool:
        """Whether each of the first grids ends where a line does."""
        return {*range(self.size, n * self.size + 1, self.size)} <= {*self._ends}

    def place(self, cell: int) -> tuple[int, int]:
        """Return the line and the column of a cell, from 0; the end if there are not as many."""
        row = bisect_right(self._ends, cell)
        if row == len(self._ends):
            return row - 1, 0  # below the last line end
        n_before = cell - (self._ends[row - 1] if row else 0)
        skipped = WHITE + self._spelling.between
        columns = (at for at, byte in enumerate(self.texts[row]) if byte not in skipped)
        return row, next(islice(columns, n_before, None))

    def grid(self, number: int, name: str) -> FoundGrid:
        """Return a grid of the cells, from 0."""
        start = number * self.size
        return self._found(start, self.cells[start : start + self.size], name)

    def grid_of_lines(self, numbers: Sequence[int], name: str) -> FoundGrid:
        """Return a grid of some lines, each of which must have as many cells as most."""
        for number in numbers:
            n_cells = len(self.cells_by_line[number])
            if n_cells != self.width:
                reason = f"this line should have {self.width} cells, not {n_cells}"
                return FoundGrid(
                    self._number + numbers[0],
                    "",
                    FormatError(reason, name, self._number + number),
                )
        cells = "".join(self.cells_by_line[number] for number in numbers)
        return self._found(self._ends[numbers[0]] - self.width, cells, name)

    def fault(self, cell: int, name: str) -> FormatError:
        """Return the error of a character that is no cell."""
        row, column = self.place(cell)
        before, after = self.texts[row][:column], self.texts[row][column:]
        character = after.decode(errors="surrogateescape")[0]
        column = len(before.decode(errors="surrogateescape")) + 1
        return FormatError(complaint(character), name, self._number + row, column)

    def _found(self, start: int, cells: str, name: str) -> FoundGrid:
        line = self._number + bisect_right(self._ends, start)
        if NO_CELL in cells:
            return FoundGrid(line, "", self.fault(start + cells.index(NO_CELL), name))
        return FoundGrid(line, cells)


def plain_line_ends(text: bytes) -> bytes:
    """Return a text whose lines end with LF."""
    return text.replace(b"\r\n", b"\n").replace(b"\r", b"\n") if b"\r" in text else text


def arrived_together(arrivals: Arrivals) -> Iterator[bytes]:
    """Yield the bytes that have arrived, joined up to a size that is worth the engine's while."""
    chunk = next(arrivals, None)
    while chunk is not None:
        chunks, size = [chunk], len(chunk)
        while size < PORTION and arrivals.has_more():
            if (chunk := next(arrivals, None)) is None:
                break
            chunks.append(chunk)
            size += len(chunk)
        yield b"".join(chunks)
        if chunk is None:
            return
        chunk = next(arrivals, None)


def _all_of(arrivals: Arrivals) -> bytes:
    """Return the rest of a source."""
    chunks, size = [], 0
    for chunk in arrivals:
        chunks.append(chunk)
        size += len(chunk)
        if size > LONGEST:
            reason = f"grids end inside lines, and more than {LONGEST} bytes follow"
            raise FormatError(reason, arrivals.name)
    return b"".join(chunks)
