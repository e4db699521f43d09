"""The `board` format: grids as people draw them, by lowbit and by other programs.

::

    5 3 . | . 7 . | . . .       .-------.-------.      │ 5 │ 3 │   │   │ 7 │
    6 . . | 1 9 5 | . . .       | 5 3 . | . 7 .        ├───┼───┼───┼───┼───┼
    . 9 8 | . . . | . 6 .       | 6 . . | 1 9 5        │ 6 │   │   │ 1 │ 9 │
    ------+-------+------

    | 5 3 124 | 26 7 2468 | ... |       5,3,,,7,,,,       5;3;;;7;;;;

    16  3  .  . 10  .  .  1 ...         16,3,,,10,,,1, ...

Boards of ten digits or more may have numbers in their rows. A grid is read as numbers if that fits
all of its rows, for ``12`` may be two candidates, too.
"""

from __future__ import annotations

import re
from itertools import islice, takewhile
from typing import TYPE_CHECKING

from lowbit.alphabets import BLANKS
from lowbit.cells import RULES
from lowbit.errors import GridError
from lowbit.formats.drawn.grids import read_drawn
from lowbit.formats.drawn.rows import RULE_LINE, candidates_of, is_candidates, require_row
from lowbit.formats.format import Format
from lowbit.formats.puzzle import require_givens_alone
from lowbit.formats.record import grids
from lowbit.formats.text import NAME_THE_CELLS, cell_of, quoted, require_symbols

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from lowbit.formats.drawn.rows import RowParser
    from lowbit.formats.record import Record
    from lowbit.formats.streams.stream import LineStream
    from lowbit.geometry import Geometry

_RULES = re.escape(RULES)
NO_CELL = re.compile(rf"[\s{_RULES}]")

PLACED = re.compile(r"(?<!\S)u(?=[1-9](?!\S))")
"""The mark of a digit that the player placed."""

SEPARATORS = ";,\t"
"""The separators of the cells of a row."""

NEGATIVE = re.compile(rf"(?<![^\s|\"'{SEPARATORS}])-[0-9]+(?![^\s|\"'{SEPARATORS}])")
"""A number below 0, as some programs write a blank cell; not a digit beside a piece of a rule."""

INDEXED = f"the first column is an index of rows that are shorter by it; {NAME_THE_CELLS}"
"""The reason why lines that look like rows are not rows."""

_BETWEEN = re.compile(f"[{SEPARATORS}]")

FIELD = re.compile(rf"(?<=[{_RULES}])[^{_RULES}]+(?=[{_RULES}])")
"""The text between two rules of a row."""

EMPTY_FIELD = re.compile(rf"(?<=[{_RULES}])\s(?=\s*[{_RULES}])")
"""The first space of a field that is empty."""


LEAST_OF_TWO_DIGITS = 10

NUMBER = re.compile(rf"(?P<number>[0-9]{{1,2}})(?:\.0)?|[{re.escape(BLANKS)}]{{1,2}}")
"""The cell of a row of numbers; a blank may be as wide as a number."""


def read(lines: LineStream, board: Geometry) -> Iterator[Record]:
    """Yield a record per board, as soon as its last row has arrived."""
    return read_drawn(lines, board, row_parser)


def row_parser(rows: Iterable[str], board: Geometry) -> RowParser:
    """Return the parser of the rows of the grid ahead: as numbers, or a character a cell."""
    return numbered_row if in_numbers(rows, board) else drawn_row


def write(records: Iterable[Record]) -> Iterator[str]:
    """Yield grids as `str` draws them, with an empty line between two."""
    between = ""
    for grid, _remark in grids(records):
        require_givens_alone(grid)
        yield f"{between}{grid}\n"
        between = "\n"


def objection(lines: Sequence[str], board: Geometry) -> str | None:
    """Require a row or a rule in the first line."""
    try:
        (numbered_row if in_numbers(lines, board) else drawn_row)(lines[0], board)
    except GridError as error:
        return f"the first line is no row of a board: {error.reason}"
    if are_indexed(lines, board):
        return INDEXED
    return None


def drawn_row(text: str, board: Geometry) -> str | None:
    """Return the row that a line draws, or None if it is a rule.

    Examples
    --------
    >>> from lowbit.geometry import CLASSIC
    >>> drawn_row("| 5 3 . | . 7 . | . . . |", CLASSIC)
    '53..7....'
    >>> drawn_row("|5|3| | |7| | | | |", CLASSIC)
    '53..7....'
    >>> drawn_row("5;3;;;7;;;;", CLASSIC)
    '53..7....'
    >>> drawn_row("+-------+-------+-------+", CLASSIC)
    """
    if RULE_LINE.fullmatch(text):
        return None
    text = _without_separators(text, board)
    words = _words(text)
    if len(words) == board.n_columns and any(is_candidates(word, board) for word in words):
        return _row_of_candidates(words, board)
    require_symbols(NO_CELL.sub(".", text), board)
    row = NO_CELL.sub("", text)
    require_row(row, board)
    return row


def numbered_row(text: str, board: Geometry) -> str | None:
    """Return the row that a line of numbers draws, or None if it is a rule.

    Examples
    --------
    >>> from lowbit.geometry import Geometry
    >>> numbered_row("10 3 . . | 7 .. 1 . | 0 0", Geometry.parse("10x10"))
    'A3..7.1...'
    """
    if RULE_LINE.fullmatch(text):
        return None
    words = _words(_without_separators(text, board))
    if len(words) != board.n_columns:
        raise GridError(f"a row has {board.n_columns} cells, not {len(words)}")
    numbers = [_number(word, board) for word in words]
    return "".join(board.symbols[number - 1] if number else "." for number in numbers)


def in_numbers(lines: Iterable[str], board: Geometry) -> bool:
    """Whether the rows of the first grid are numbers, some of which have two digits."""
    if board.size < LEAST_OF_TWO_DIGITS or "0" in board.symbols:
        return False
    found = False
    rows = (text for text in lines if not RULE_LINE.fullmatch(text))
    for text in islice(takewhile(str.strip, rows), board.n_rows):
        try:
            numbered_row(text, board)
        except GridError:
            return False
        words = [word for word in _words(_without_separators(text, board)) if len(word) > 1]
        if any(_number(word, board) and not is_candidates(word, board) for word in words):
            return True
        found = found or any(_number(word, board) for word in words)
    return found


def looks_like_candidates(lines: Sequence[str], board: Geometry) -> bool:
    """Whether the first rows have a word for each cell, and several of more than one candidate."""
    words = [word for text in lines[: board.n_rows] for word in PLACED.sub(" ", text).split()]
    n_candidates = sum(is_candidates(word, board) for word in words)
    n_cells = sum(len(word) == 1 for word in words)
    return n_candidates > 1 and n_candidates + n_cells == len(words)


def are_indexed(lines: Sequence[str], board: Geometry) -> bool:
    """Whether the first fields of rows are 0, 1, 2 and so on, or count those of a smaller board.

    The index of a smaller board may stand below a header of nothing but empty names.
    """
    n_rows = board.n_rows
    n_headers = 0 if _BETWEEN.sub("", lines[0]).strip() else 1
    rows = lines[n_headers:n_rows]
    first_fields = [_BETWEEN.split(text, maxsplit=1)[0].strip(" \"'") for text in rows]
    indices = range(n_rows - n_headers)
    return first_fields in (
        list(map(str, indices)),
        [str(row % (n_rows - 1)) for row in indices],
        [str(row % (n_rows - 1) + 1) for row in indices],
    )


def _without_separators(text: str, board: Geometry) -> str:
    """Return a row with white space alone, and perhaps rules, between its cells."""
    if negative := NEGATIVE.search(text):
        raise GridError(f"{quoted(negative[0])} is not a digit or blank")
    text = PLACED.sub(" ", text)
    if fields := _separated(text, board):
        text = " ".join(map(cell_of, fields))
    if len(FIELD.findall(text)) == board.n_columns:  # rules on both sides of each cell
        text = EMPTY_FIELD.sub(".", text)
    return text


def _number(word: str, board: Geometry) -> int:
    """Return the number of a cell, 0 if it is blank."""
    found = NUMBER.fullmatch(word)
    number = int(found["number"] or 0) if found else -1
    if not 0 <= number <= board.size:
        raise GridError(f"{quoted(word)} is not a number from 1 to {board.size} or blank")
    return number


def _words(text: str) -> list[str]:
    return [word for word in NO_CELL.split(text) if word]


def _separated(text: str, board: Geometry) -> list[str] | None:
    """Return the fields between separators, if there is one for each cell.

    Raises
    ------
    GridError
        If there are more cells than that.
    """
    for separator in SEPARATORS:
        fields = text.split(separator)
        n_further = len(fields) - board.n_columns
        if n_further == 1 and not fields[-1].strip():
            return fields[:-1]
        if n_further == 0:
            return fields
        if n_further > 0 and all(len(cell_of(field)) == 1 for field in fields):
            reason = f"a row has {board.n_columns} cells, not {len(fields)}"
            raise GridError(f"{reason}; {NAME_THE_CELLS}")
    return None


def _row_of_candidates(words: list[str], board: Geometry) -> str:
    for word in words:
        if not is_candidates(word, board):
            require_symbols(word, board)
            if len(word) > 1:
                raise GridError(f"{word!r} is neither a digit nor candidates in order")
    return "".join(candidates_of(word, board) for word in words)


FORMAT = Format("board", read, write, objection)
