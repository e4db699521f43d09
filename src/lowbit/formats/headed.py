"""Text that says on which boards its puzzles lie, where they do not show it.

A comment names the board above the puzzles on it: among the lines of the `line` format, elsewhere
above a text of its own for each board. An object of the `json` format has a key for it.
"""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Final

from lowbit.errors import FormatError
from lowbit.formats.headings import Headings, heading_of, needs_heading
from lowbit.formats.record import Record, with_puzzles

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from lowbit.formats.format import Format
    from lowbit.geometry import Geometry

BOARD: Final = "board"
"""The key of the name of a board."""


class HeadingWriter:
    """Tells which headings puzzles need that are written one after another.

    Examples
    --------
    >>> from lowbit.geometry import CLASSIC, Geometry
    >>> headings = HeadingWriter()
    >>> [headings.above(board) for board in (CLASSIC, Geometry.parse("x"), CLASSIC, CLASSIC)]
    ['', '# 9x9+diagonals', '# 9x9', '']
    """

    def __init__(self) -> None:
        self._board: Geometry | None = None

    def above(self, board: Geometry) -> str:
        """Return the heading of the next puzzle, empty if it needs none."""
        needs_one = needs_heading(board) if self._board is None else board != self._board
        self._board = board
        return heading_of(board) if needs_one else ""

    def note(self, comment: str) -> None:
        """Note a comment that is written, too, and may be a heading."""
        self._board = Headings().board(comment) or self._board


class BoardKeys:
    """Tells which objects of JSON name their boards, of puzzles that are written one after another.

    Those do whose cells do not show it, and those that lie on another than the first, from which
    the board of all others is inferred.

    Examples
    --------
    >>> from lowbit.geometry import CLASSIC, Geometry
    >>> keys = BoardKeys()
    >>> [keys.of(board) for board in (CLASSIC, Geometry.parse("x"), Geometry.parse("4x4"), CLASSIC)]
    [{}, {'board': '9x9+diagonals'}, {'board': '4x4'}, {}]
    """

    def __init__(self) -> None:
        self._first: Geometry | None = None

    def of(self, board: Geometry) -> dict[str, str]:
        """Return the key of the next puzzle with its value, empty if it needs none."""
        self._first = self._first or board
        needs_one = needs_heading(board) or board != self._first
        return {BOARD: board.name or str(board)} if needs_one else {}


def written(records: Iterable[Record], form: Format) -> Iterator[str]:
    """Yield records as text in a format, under headings where they need them.

    Raises
    ------
    FormatError
        As the format's writer; or if the format ends with the puzzles of one board, and there are
        others.
    """
    if form.names_boards:
        yield from form.write(with_headings(records) if form.name == "line" else records)
        return
    section = None
    for section, group in groupby(with_puzzles(records), _sections()):
        number, heading = section
        if number and form.has_end:
            raise FormatError(f"a text of {form.name} ends with the puzzles of one board")
        yield f"{heading}\n" if heading else ""
        yield from form.write(group)
    if section is None:
        yield from form.write(())


def _sections() -> Callable[[Record], tuple[int, str]]:
    """Return a function that tells, of one puzzle after another, the last heading and its number.

    The number is 0 for those before a second heading is needed.
    """
    headings = HeadingWriter()
    number, last, is_first = 0, "", True

    def section(record: Record) -> tuple[int, str]:
        nonlocal number, last, is_first
        heading = headings.above(record.grid.geometry) if record.grid else ""
        if heading:
            number, last = number + (not is_first), heading
        is_first = False
        return number, last

    return section


def with_headings(
    records: Iterable[Record], headings: HeadingWriter | None = None
) -> Iterator[Record]:
    """Yield records, and headings as further ones, above the puzzles that need them."""
    headings = headings or HeadingWriter()
    for record in records:
        if record.is_passthrough:
            headings.note(record.text)
        elif record.grid and (heading := headings.above(record.grid.geometry)):
            yield Record(record.line, heading, None)
        yield record
