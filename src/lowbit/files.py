"""Puzzles in files: `read` returns those of a file, `write` makes a file of some."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from lowbit import formats
from lowbit.alphabets import SYMBOLS
from lowbit.errors import FormatError, GridError, InputError
from lowbit.formats import Record
from lowbit.formats.headed import written
from lowbit.formats.opening.boards import board_by_length
from lowbit.formats.puzzle import puzzle_text
from lowbit.formats.record import grids, with_puzzles
from lowbit.formats.registry import FORMATS, format_named
from lowbit.formats.streams.sink import text_file
from lowbit.formats.streams.table_names import file_ending, table_name, why_unwritable
from lowbit.geometry import board_of
from lowbit.grid import Grid, Masks
from lowbit.verbs.puzzles import puzzle_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import BinaryIO, TextIO

    from lowbit.formats import Source
    from lowbit.geometry import BoardLike
    from lowbit.puzzle import Puzzle

FilePath: TypeAlias = str | os.PathLike[str]

FORMATS_BY_ENDING: Final = {
    ending: form.name for form in FORMATS.values() for ending in form.endings
}
"""The formats by file extension; all others mean `line`."""


def read(
    source: Source,
    *,
    format: str | None = None,  # noqa: A002 - the word that callers know
    geometry: BoardLike | None = None,
    alphabet: str = SYMBOLS,
    column: str | None = None,
) -> list[Grid | Puzzle]:
    """Return the puzzles of a file.

    The format is inferred from the first lines, the size of the board from the first puzzle. For
    files that do not fit into memory, or with unreadable lines to skip, `lowbit.formats.read`
    yields one record after another; `lowbit.solve_many` takes the bytes of a file as they are.

    Parameters
    ----------
    source : str, os.PathLike, stream or iterable of str
        A path, ``-`` for standard input, a binary or text stream, or lines. Text may be compressed
        with gzip, bzip2 or xz. Parquet and Arrow are recognized by the name.
    format : str, optional
        A name in `lowbit.formats.FORMATS`.
    geometry : Geometry or str, optional
        The board of all puzzles, such as ``6x6`` or ``windoku``.
    alphabet : str, default ``1-9A-P``
        The characters of digits, as `Geometry.parse` takes them, such as ``0-9A-F``.
    column : str, optional
        The column of puzzles, of a table; by default the one called ``puzzle``, ``quizzes``,
        ``question`` or the like.

    Returns
    -------
    list of Grid, and of Puzzle where there are constraints
        In order. Comments and remarks are left out.

    Raises
    ------
    FormatError
        At the first puzzle that cannot be read, with file, line and column.
    UnknownFormatError
        If there is no such format, or none that fits the first lines.
    SourceError
        If the source cannot be opened or read.
    TableError
        If the table has no such column.
    MissingPackageError
        If a table needs ``lowbit[tables]``.

    See Also
    --------
    write : The opposite.
    lowbit.formats.read : The same as a stream, with remarks, and with errors in their places.

    Examples
    --------
    >>> puzzles = read(["1...", "...2", "..3.", "4..."])
    >>> puzzles[0].geometry, puzzles[0].n_clues
    (Geometry.parse('4x4'), 4)
    """
    if isinstance(source, (str, os.PathLike)) and (column is not None or _is_for_tables(source)):
        return list(_read_table(source, column, geometry, alphabet))
    records = formats.read(source, format, geometry=geometry, alphabet=alphabet)
    accepted = with_puzzles(record.accepted() for record in records)
    return [puzzle for record in accepted if (puzzle := record.puzzle)]


def write(
    target: FilePath | TextIO | BinaryIO,
    puzzles: Iterable[Any] | Masks,
    *,
    format: str | None = None,  # noqa: A002 - as above
    geometry: BoardLike | None = None,
) -> None:
    r"""Write puzzles to a file, which appears once it is complete.

    Parameters
    ----------
    target : str, os.PathLike or stream
        A path, or a text or binary stream. Text is compressed where the path ends with ``.gz``,
        ``.bz2`` or ``.xz``; ``.parquet``, ``.arrow`` and ``.tsv`` make a table.
    puzzles : iterable
        Each a `PuzzleLike`, such as the rows of an array of digits; or records, as
        `lowbit.formats.read` yields them, with their remarks; or the `Results` of many puzzles,
        whose answers are written. A lone `Grid`, `Puzzle` or string is one puzzle.
    format : str, optional
        A name in `lowbit.formats.FORMATS`. By default, ``.json``, ``.jsonl``, ``.csv`` and
        ``.sdk`` at the end of the path say it, and all else is `line`.
    geometry : Geometry or str, optional
        The board of puzzles that are not a `Grid`; the classic one by default.

    Raises
    ------
    UnknownFormatError
        If there is no such format.
    GridError
        If an item is not a puzzle, or has no answer; the message says which. No file is written
        then.
    FormatError
        The error of a record, or a part of a puzzle that the format cannot express.
    InputError
        If the path names a kind of file that is not written.
    OSError
        If the file cannot be written, as of `open`: FileNotFoundError where its folder is missing.
        It names `target`. What was there stays as it was.

    See Also
    --------
    read : The opposite.

    Examples
    --------
    >>> import sys
    >>> write(sys.stdout, ["1....2....3....4"], format="euler96", geometry="4x4")
    Grid 01
    1000
    0200
    0030
    0004
    """
    records = _records(puzzles, geometry)
    if not isinstance(target, (str, os.PathLike)):
        _write_stream(target, records, format or "line")
    elif reason := why_unwritable(target):
        raise InputError(f"{os.fspath(target)}: {reason}")
    elif _is_for_tables(target) or (format is None and file_ending(target) == ".tsv"):
        _write_table(target, records, format)
    else:
        named = format_named(format or FORMATS_BY_ENDING.get(file_ending(target), "line"))
        with text_file(target) as stream:
            stream.writelines(written(records, named))


def _is_for_tables(path: FilePath) -> bool:
    """Whether a file is a table that is not text, or compressed as only tables are."""
    named = table_name(path)
    return named is not None and not named.is_plain_text


def _read_table(
    path: FilePath, column: str | None, geometry: BoardLike | None, alphabet: str
) -> Iterator[Grid | Puzzle]:
    from lowbit.tables.values import read_values  # loads pyarrow

    board = None if geometry is None else board_of(geometry, alphabet)
    for number, value in enumerate(read_values(path, column), 1):
        if value is None:
            raise FormatError(f"row {number}: there is no puzzle", os.fspath(path))
        board = board or board_by_length(value if isinstance(value, str) else "", alphabet)
        try:
            yield puzzle_of(value, board)
        except GridError as error:
            raise FormatError(f"row {number}: {error}", os.fspath(path)) from None


def _write_table(path: FilePath, records: Iterable[Record], name: str | None) -> None:
    from lowbit.tables.values import write_values

    if name is not None:
        raise InputError(f"{os.fspath(path)}: this is the name of a table, but {name} is text")
    write_values(path, (puzzle_text(grid) for grid, _remark in grids(records)))


def _write_stream(stream: Any, records: Iterable[Record], name: str) -> None:  # noqa: ANN401 - of text or bytes
    if not hasattr(stream, "write"):
        raise InputError(
            f"the first argument must be a path or a stream, not {type(stream).__name__}"
        )
    pieces: Iterator[Any] = written(records, format_named(name))
    try:
        stream.write("")
    except TypeError:  # of a stream of bytes
        pieces = (piece.encode() for piece in pieces)
    stream.writelines(pieces)


def _records(puzzles: Iterable[Any] | Masks, geometry: BoardLike | None) -> Iterator[Record]:
    is_one = isinstance(puzzles, (Grid, Masks, str, bytes)) or not isinstance(puzzles, Iterable)
    items: Any = [puzzles] if is_one else puzzles
    for index, item in enumerate(items):
        yield item if isinstance(item, Record) else _record(item, index, geometry)


def _record(item: Any, index: int, geometry: BoardLike | None) -> Record:  # noqa: ANN401 - any form
    try:
        puzzle = item if isinstance(item, Grid) else puzzle_of(_answer_of(item), geometry)
    except GridError as error:
        raise GridError(f"puzzles[{index}]: {error}") from None
    if isinstance(puzzle, Grid):
        return Record(index + 1, "", puzzle)
    return Record(index + 1, "", None, variant=puzzle)


def _answer_of(item: Any) -> Any:  # noqa: ANN401 - any form
    """Return the grid that answers a puzzle, of a record of `Results`; all else as it is."""
    if not hasattr(item, "answer"):
        return item
    if item.answer is None:
        raise GridError(f"the answer is {item.status.word}: there is no grid to write")
    return item.answer
