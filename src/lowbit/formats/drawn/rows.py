"""Rows of a grid, one per line, to a record and back."""

from __future__ import annotations

import re
from functools import partial
from itertools import dropwhile, islice, takewhile
from typing import TYPE_CHECKING, Protocol

from lowbit.alphabets import digits_by_character
from lowbit.cells import RULES
from lowbit.errors import FormatError, GridError
from lowbit.formats.puzzle import require_givens_alone
from lowbit.formats.record import Record
from lowbit.formats.text import printable, quoted, require_symbols
from lowbit.grid import Grid

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from lowbit.formats.streams.stream import LineStream
    from lowbit.geometry import Geometry


WHITE = re.compile(r"\s")

NUMBER = re.compile(r"[+-]?[0-9]{1,9}")

RULE_LINE = re.compile(rf"(?=.*[-=─━═])[\s{re.escape(RULES)}=.:'`*,]+")
"""A line with a dash, and otherwise only characters for rules and corners."""


class RowParser(Protocol):
    """Turns a line into a row of symbols."""

    def __call__(self, text: str, board: Geometry) -> str | None:
        """Return a symbol per cell, or per candidate; None between rows; raise GridError."""


def solid_row(text: str, board: Geometry) -> str:
    """Return the row of a line that holds only its cells, and perhaps white space.

    Examples
    --------
    >>> from lowbit.geometry import CLASSIC
    >>> solid_row("003020600 ", CLASSIC), solid_row("003 020 600", CLASSIC)
    ('003020600', '003020600')
    """
    require_symbols(WHITE.sub(".", text), board)
    cells = "".join(text.split())
    require_row(cells, board)
    return cells


def solid_rows(grid: Grid) -> str:
    """Return the rows of a grid as lines of digits, with ``0`` for a blank."""
    require_givens_alone(grid)
    if "0" in grid.geometry.symbols:
        raise FormatError("a grid with the digit 0 cannot be written where 0 is a blank")
    rows = grid.geometry.in_rows(grid.to_line().replace(".", "0"), gap="0")
    return "".join(f"{''.join(row)}\n" for row in rows)


def require_row(cells: str, board: Geometry) -> None:
    """Raise unless a row has as many cells as the board is wide."""
    if len(cells) not in board.row_widths:
        raise GridError(f"a row has {board.n_columns} cells, not {len(cells)}")


def read_rows(  # noqa: PLR0913 - most by name
    lines: LineStream,
    board: Geometry,
    parse: RowParser = solid_row,
    header: str = "",
    starts_next: Callable[[str], object] = lambda _: False,
    *,
    may_have_gaps: bool = False,
) -> Record:
    """Read lines up to the last row of one grid.

    An empty line, a line for which `starts_next` is true and the end of the source cut the
    grid off; a row of empty fields is no empty line. Empty lines may stand between all rows, and
    between bands. A bad row spoils its grid, but its lines are read all the same, so that the next
    grid starts where it should.

    Parameters
    ----------
    lines : LineStream
        Its next line holds the first row.
    board : Geometry
        The board.
    parse : RowParser
        The parser of a row.
    header : str
        The line before the rows, if it belongs to the record.
    starts_next : callable
        Whether a line is the next grid's header.
    may_have_gaps : bool, default False
        Whether empty lines may stand between rows, as where a header shows each grid.

    Returns
    -------
    Record
        With a grid or an error.
    """
    texts = [header] if header else []
    first = lines.number + 1 - len(texts)
    rows: list[str] = []
    errors = [error] if (error := lines.utf8_error(header)) else []
    runs, is_in_gap = [0], False
    while len(rows) < board.n_rows:
        text = next(lines, None)
        if text is not None and is_empty(text, board):
            # Asked once a gap: for each line of thousands it would be asked about all behind.
            is_in_gap = is_in_gap or may_have_gaps or _go_on(runs, lines, board)
            if is_in_gap:
                runs += [0] if runs[-1] else []
                continue
        is_in_gap = False
        if text is None or is_empty(text, board) or starts_next(text):
            errors.append(_cut_off(lines, text, f"row {len(rows) + 1} of {board.n_rows}"))
            break
        texts.append(text)
        try:
            row = with_gaps(parse(text, board), len(rows), board)
        except GridError as trouble:
            errors.append(lines.failure(trouble.reason, trouble.offset))
            row = ""
        if row is not None:
            rows.append(row)
            runs[-1] += 1
    source_text = printable("\n".join(texts))
    if errors:
        return Record(first, source_text, None, error=errors[0])
    if any(len(row) > board.n_columns for row in rows):
        rows = [row if len(row) > board.n_columns else widened(row, board) for row in rows]
    return Record(first, source_text, Grid("".join(rows), board))


def _go_on(runs: Sequence[int], lines: LineStream, board: Geometry) -> bool:
    """Whether a grid goes on below a gap: the rows between gaps are one each, or whole bands."""
    height = board.box_shape[0] if board.box_shape else board.n_rows
    ahead = dropwhile(partial(is_empty, board=board), lines.lines_ahead())
    following = takewhile(lambda text: not is_empty(text, board), ahead)
    below = len(list(islice(following, board.n_rows)))
    lengths = [*filter(None, runs), below]
    is_whole = below == board.n_rows
    return not is_whole and (all(n == 1 for n in lengths) or all(n % height == 0 for n in lengths))


def begins_blank(text: str, lines: LineStream, board: Geometry) -> bool:
    """Whether a line of nothing but tabs is the first row of a grid, not a gap before one.

    It is where the rows that follow, up to an empty line or the end, are a grid with it alone.
    """
    if text.strip() or is_empty(text, board):
        return False
    following = takewhile(lambda row: not is_empty(row, board), lines.lines_ahead())
    return len(list(islice(following, board.n_rows))) == board.n_rows - 1


def is_empty(text: str, board: Geometry) -> bool:
    """Whether a line has no fields, blank or not, for the cells of a row."""
    n_fields = text.count("\t") + 1
    return not text.strip() and n_fields not in {board.n_columns, board.n_columns + 1}


def with_gaps(row: str | None, number: int, board: Geometry) -> str | None:
    """Return a row with blanks added where overlapping grids leave gaps, if it has none there."""
    if row is None or len(row) >= board.n_columns:
        return row
    cells = board.cells_of_row(number)
    if len(cells) != len(row):
        raise GridError(f"row {number + 1} has {len(cells)} cells, not {len(row)}")
    found = dict(zip(map(board.column, cells), row, strict=True))
    return "".join(found.get(column, ".") for column in range(board.n_columns))


def is_candidates(word: str, board: Geometry) -> bool:
    """Return whether a word is the candidates of a cell: two or more, in ascending order.

    Examples
    --------
    >>> from lowbit.geometry import CLASSIC
    >>> [is_candidates(word, CLASSIC) for word in ("149", "1", "10", "941")]
    [True, False, False, False]
    """
    digits = _digits(word, board)
    return len(word) > 1 and all(digits) and digits == sorted(set(digits))


def candidates_of(word: str, board: Geometry) -> str:
    """Return a symbol for each candidate of a cell: digits in their places, blanks elsewhere.

    Examples
    --------
    >>> from lowbit.geometry import CLASSIC
    >>> candidates_of("149", CLASSIC), candidates_of(".", CLASSIC)
    ('1..4....9', '123456789')
    """
    digits = _digits(word, board)
    if digits == [0]:
        return board.symbols
    return "".join(s if digit in digits else "." for digit, s in enumerate(board.symbols, 1))


def _digits(word: str, board: Geometry) -> list[int]:
    """Return the digit of each character, 0 for all others."""
    table = digits_by_character(board.symbols)
    return [table.get(character, 0) for character in word]


def symbols_of_numbers(text: str, board: Geometry) -> str:
    """Return a symbol for each number of a text, ``.`` for 0.

    Examples
    --------
    >>> from lowbit.geometry import Geometry
    >>> symbols_of_numbers("16 0 3", Geometry.parse("16x16"))
    'G.3'
    """
    words = re.finditer(r"\S+", text)
    return "".join(_symbol(word[0], word.start(), board) for word in words)


def _symbol(word: str, start: int, board: Geometry) -> str:
    number = int(word) if NUMBER.fullmatch(word) else -1
    if not 0 <= number <= board.size:
        raise GridError(f"{quoted(word)} is not a number from 0 to {board.size}", start)
    return board.symbols[number - 1] if number else "."


def widened(row: str, board: Geometry) -> str:
    """Return a row of cells as one of candidates."""
    return "".join(candidates_of(cell, board) for cell in row)


def _cut_off(lines: LineStream, text: str | None, expected: str) -> FormatError:
    """Return the error for a grid that ends before `text`, which is left unread."""
    if text is None:
        return lines.missing(f"{expected} was expected, but the text ends")
    lines.push_back(text)
    follows = quoted(text) if text.strip() else "an empty line"
    return lines.missing(f"{expected} was expected, but {follows} follows")
