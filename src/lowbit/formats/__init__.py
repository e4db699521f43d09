"""Formats: text as a stream of records, and records as text.

`read` turns any source into records, `write` turns records or grids into text, and `sniff` names
the format of a source. To add a format, write a module with a `Format` and list it in the registry.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TextIO
from warnings import warn

from lowbit.alphabets import SYMBOLS
from lowbit.errors import LeftOutWarning
from lowbit.formats.format import Format
from lowbit.formats.headed import written
from lowbit.formats.headings import Headings
from lowbit.formats.lines.line import parse_line
from lowbit.formats.opening.head import Head, read_lines
from lowbit.formats.record import Record
from lowbit.formats.registry import FORMATS, format_named
from lowbit.formats.streams.source import Source, kept_in_place, open_lines
from lowbit.geometry import board_of
from lowbit.grid import Grid

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from lowbit.geometry import BoardLike, Geometry

__all__ = [
    "FORMATS",
    "Format",
    "Record",
    "Source",
    "parse_line",
    "read",
    "sniff",
    "write",
]


def read(
    source: Source,
    format: str | None = None,  # noqa: A002 - the word that callers know
    *,
    geometry: BoardLike | None = None,
    alphabet: str = SYMBOLS,
) -> Iterator[Record]:
    """Yield the records of a source, each as soon as its last line has arrived.

    Memory is constant, and an error in one puzzle affects its record alone. If the rest of the text
    cannot be read (it is cut off, or its compression is damaged), the last record says so.

    Parameters
    ----------
    source : str, os.PathLike, stream or iterable of str
        A path, ``-`` for standard input, a binary or text stream, or lines. Bytes may be
        compressed with gzip, bzip2 or xz and are UTF-8 text, or have a byte order mark.
    format : str, optional
        A name in `FORMATS`; without it, the format is inferred from the first lines.
    geometry : Geometry or str, optional
        The board of all puzzles. Without it, a comment that is the name of a board names it for
        the puzzles below. Without one, the first puzzle shows the size: 4, 6, 8, 9, 10, 12, 16 or
        25 digits. If it fits none of these, all puzzles are on the classic board.
    alphabet : str, default ``1-9A-P``
        The symbols of digits, as `Geometry.parse` takes them, such as ``0-9A-F``.

    Raises
    ------
    SourceError
        If the source cannot be opened, or cannot be read to its end.
    UnknownFormatError
        If there is no such format, or none fits the first lines.

    Examples
    --------
    >>> text = ["1....2....3....4  # tiny", "1....2....3....x"]
    >>> for record in read(text):
    ...     print(record.grid.n_clues if record.grid else record.error)
    4
    line 2, column 16: 'x' is not a digit or blank
    """
    form = None if format is None else format_named(format)
    board = None if geometry is None else board_of(geometry, alphabet)
    return _read(source, form, board, alphabet)


def sniff(source: Source, *, geometry: BoardLike | None = None, alphabet: str = SYMBOLS) -> str:
    """Return the name of the format of a source, and leave the source as it was.

    The first line that is neither empty nor a comment decides, together with the lines after it
    that have arrived.

    Parameters
    ----------
    source : str, os.PathLike, stream or sequence of str
        As for `read`, but something that can be read again: a path, a sequence of lines, or a
        stream that can seek.
    geometry : Geometry or str, optional
        The board; as for `read`.
    alphabet : str, default ``1-9A-P``
        The symbols of digits.

    Raises
    ------
    UnknownFormatError
        If no format fits, with the reason for each; or if the input is empty.
    SourceError
        If the source cannot be opened, or cannot be rewound.

    Examples
    --------
    >>> sniff(["Grid 01", "003020600"])
    'euler96'
    """
    with kept_in_place(source), open_lines(source) as lines:
        board = None if geometry is None else board_of(geometry, alphabet)
        return Head(lines, None, board, None if board else Headings(alphabet)).format.name


def write(
    puzzles: Iterable[Record | Grid],
    stream: TextIO,
    format: str = "line",  # noqa: A002 - the word that callers know
) -> None:
    """Write puzzles to a text stream.

    Parameters
    ----------
    puzzles : iterable of Record or Grid
        The puzzles to write.
    stream : text stream
        The stream to write to.
    format : str, default ``line``
        A name in `FORMATS`. The line format keeps comments and invalid records in their places;
        every other format holds only puzzles. Where these do not show their board, a comment above
        them names it, or in JSON a key.

    Raises
    ------
    UnknownFormatError
        If there is no such format.
    FormatError
        The error of a record, or of a puzzle that the format cannot express; the line format
        expresses everything.

    Examples
    --------
    >>> import sys
    >>> write([Grid("1....2....3....4", "4x4")], sys.stdout, "board")
    1 . | . .
    . 2 | . .
    ----+----
    . . | 3 .
    . . | . 4
    """
    records = (
        Record(number, "", puzzle) if isinstance(puzzle, Grid) else puzzle
        for number, puzzle in enumerate(puzzles, 1)
    )
    stream.writelines(written(records, format_named(format)))


def _read(
    source: Source, form: Format | None, board: Geometry | None, alphabet: str
) -> Iterator[Record]:
    with open_lines(source) as lines:
        head = Head(lines, form, board, None if board else Headings(alphabet))
        for record in read_lines(head):
            if record.left_out:
                place = f"{lines.name}: line" if lines.name else "line"
                warn(f"{place} {record.line}: {record.left_out}", LeftOutWarning, stacklevel=2)
            yield record
