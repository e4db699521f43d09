r"""Grids that are drawn in a text: which lines are their rows, and which rows are a grid.

Empty lines may stand between all rows of a grid, or between its bands; lines of other things are
left out, and noted. Nothing is guessed: a gap cuts a grid off where the lines above it are neither
one row each nor whole bands.

::

    Puzzle 1           words, left out
    5 3 . | . 7 . ...  \
    ...                 | a run of rows: a band
    . 9 8 | . . . ...  /
                       a gap
    8 . . | . 6 . ...  the next run
"""

from __future__ import annotations

import re
from contextlib import suppress
from itertools import chain, filterfalse, islice, takewhile
from string import ascii_lowercase
from typing import TYPE_CHECKING, Final, NamedTuple

from lowbit.errors import FormatError, GeometryError, GridError
from lowbit.formats.drawn.html_rows import HtmlRows
from lowbit.formats.drawn.loose_rows import (
    LONGEST_ROW,
    LooseRow,
    is_nearly_row,
    loose_row,
    may_be_row,
)
from lowbit.formats.drawn.rows import RULE_LINE, begins_blank, is_empty, widened, with_gaps
from lowbit.formats.headings import SIZES, board_of_length
from lowbit.formats.record import Record
from lowbit.formats.text import is_comment, printable, quoted
from lowbit.geometry import CLASSIC
from lowbit.grid import Grid
from lowbit.lookalikes import said_of, settled

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from lowbit.formats.drawn.rows import RowParser
    from lowbit.formats.streams.stream import LineStream
    from lowbit.geometry import Geometry

    ParserOf = Callable[[Iterable[str], Geometry], RowParser]
    LineReader = Callable[[str, LineStream, Geometry], "Record | None"]

RULE: Final = re.compile(r"\s*[-+=|:.'`*,─━═┌┬┐├┼┤└┴┘╔╦╗╠╬╣╚╩╝╟╫╢╞╪╡┏┳┓┣╋┫┗┻┛┠╂┨]{5,}(?:\s{2,}|$)")
"""The rule that a line begins with, whatever else is written at its right."""

MOST_TYPED: Final = 2
"""The most cells that a line may lack or have too many and still be taken for a first row."""

ENDS: Final = "the text ends"

LONGEST_RUN: Final = 1000
"""After so many rows without a gap, those above the last gap are taken for a grid cut off."""

MOST_LINES: Final = 4
"""A grid has no more lines for each of its rows: rules, and empty ones."""

_DASH = re.compile("[-\u2013\u2014]")
_NO_DASH = re.compile(r"[^-\u2013\u2014\s|]")
_CELL = re.compile(r"[^\s|]")
_DIGITS_AND_SPACES = re.compile("[1-9 ]+")


class Row(NamedTuple):
    """A line that is a row, or was meant as one.

    Attributes
    ----------
    number : int
        The number of the line.
    text : str
        The line.
    cells : str
        A symbol a cell, or a candidate; "" if it is not right.
    error : FormatError or None
        The reason why it is no plain row.
    loose : LooseRow or None
        The row that is read from it all the same.
    """

    number: int
    text: str
    cells: str
    error: FormatError | None = None
    loose: LooseRow | None = None


class Break(NamedTuple):
    """The line that ends a run of rows, and its name in a message."""

    number: int
    says: str


class DrawnGrids:
    """The grids of a text, one after another.

    Parameters
    ----------
    lines : LineStream
        The text.
    board : Geometry
        The board of the first grid; others may be of other sizes where no board was named.
    parser_of : callable
        Returns the parser of the plain rows of the grid ahead.
    read_line : callable, optional
        Reads a puzzle in a line that is no row.
    """

    def __init__(
        self,
        lines: LineStream,
        board: Geometry,
        parser_of: ParserOf,
        read_line: LineReader = lambda *_: None,
    ) -> None:
        self._lines = lines
        self._board = board
        self._parser_of = parser_of
        self._read_line = read_line
        self._parse: RowParser = parser_of([], board)
        self._runs: list[list[Row]] = []
        self._run: list[Row] = []
        self._comments: list[Record] = []
        self._last = Break(0, "")
        self._html = HtmlRows()
        self._spaces_until = 0

    def records(self) -> Iterator[Record]:
        """Yield a record per grid, as soon as its last row has arrived."""
        for text in self._lines:
            if (rows := self._html.rows_of(text)) is None:
                yield from self._take(text)
            else:
                for row in rows:
                    yield from self._take(row)
        yield from self._end_run(Break(self._lines.number + 1, ENDS))
        yield from self._cut_off()

    def _take(self, text: str) -> Iterator[Record]:
        """Take a line; yield the grids that it completes."""
        if self._is_gap(text):
            yield from self._end_run(self._break_at("an empty line follows"))
        elif is_comment(text) and text.strip():
            yield from self._end_run(self._break_at(f"{quoted(text)} follows"))
            self._comments.append(self._lines.comment(text))
            if len(self._comments) > LONGEST_RUN:
                yield from self._cut_off()
            yield from self._released()
        elif row := self._row(text):
            yield from self._add(row) if self._is_plainly(row) else self._nearly(row)
        elif RULE.match(text):
            self._lines.leave_out(RULE.sub("", text, count=1))
        elif not RULE_LINE.fullmatch(text):
            yield from self._end_run(self._break_at(f"{quoted(text)} follows"))
            yield from self._other(text)

    def _add(self, row: Row) -> Iterator[Record]:
        """Add a row to the run; yield the grid that it completes."""
        if self._run and _form_of(row) != _form_of(self._run[0]):
            yield from self._end_run(self._break_at(f"{quoted(row.text)} follows"))
        self._run.append(row)
        if len(self._run) == self._board.n_rows and not self._runs:
            if self._is_one_too_many():
                self._lines.leave_out(self._run[0].text, self._run[0].number)
                del self._run[0]
                return
            yield self._grid(self._run)
            self._run = []
        elif len(self._run) > LONGEST_RUN:
            yield from self._end_run(self._break_at("another row follows"))

    def _is_one_too_many(self) -> bool:
        """Whether the first row of a run is wrong, and the others are whole grids without it."""
        if not self._run[0].error or self._run[0].loose:
            return False
        rows = takewhile(str.strip, islice(self._lines.lines_ahead(), LONGEST_RUN))
        n_more = sum(_can_be_row(text, self._board, self._parse) for text in rows)
        return (len(self._run) + n_more) % self._board.n_rows == 1

    def _other(self, text: str) -> Iterator[Record]:
        """Yield the puzzle in a line that is no row; leave it out if there is none."""
        if record := self._read_line(text, self._lines, self._board):
            yield from self._cut_off()
            yield record
        else:
            self._lines.leave_out(text)

    def _is_plainly(self, row: Row) -> bool:
        """Whether a line can be nothing but a row."""
        return bool(self._run or self._runs or row.loose or not row.error)

    def _nearly(self, row: Row) -> Iterator[Record]:
        """Yield the puzzle in a line that is no row, though nearly one; or begin a grid with it."""
        record = self._read_line(row.text, self._lines, self._board)
        if record is None:
            yield from self._add(row)
        else:
            yield record

    def _is_gap(self, text: str) -> bool:
        """Whether a line is empty, and not a row of empty fields."""
        if text.strip():
            return False
        begins = not self._run and not self._runs
        if begins:
            return not begins_blank(text, self._lines, self._board)
        return is_empty(text, self._board)

    def _break_at(self, follows: str) -> Break:
        return Break(self._lines.number, follows)

    def _row(self, text: str) -> Row | None:
        """Return a line as a row; None if it is a rule or words."""
        if len(text) > LONGEST_ROW:
            return None
        begins = not self._run and not self._runs
        if begins and self._has_spaces_for_blanks(text):
            self._spaces_until = self._lines.number + self._board.n_rows - 1
        if self._lines.number <= self._spaces_until:
            cells = text.rstrip().ljust(self._board.n_columns)
            return Row(self._lines.number, text, cells.replace(" ", "."))
        if begins and not RULE_LINE.fullmatch(text):
            self._parse = self._parser_of(self._ahead_of(text, self._board), self._board)
        row = self._row_on(text, MOST_TYPED if begins else self._board.n_columns)
        is_wrong = row is None or (row.error and not row.loose)
        if begins and is_wrong and (board := self._other_board(text)):
            self._board = board
            self._parse = self._parser_of(self._ahead_of(text, board), board)
            return self._row_on(text, MOST_TYPED)
        return row

    def _has_spaces_for_blanks(self, text: str) -> bool:
        """Whether a grid begins with a line whose rows have a digit or a space for each cell.

        Nothing else can be meant: as many lines as the board has rows, one as wide as the board,
        and one that begins with a space or has several in a row.
        """
        board = self._board
        if not _DIGITS_AND_SPACES.fullmatch(text) or board.size != CLASSIC.size:
            return False
        block = takewhile(str.strip, chain([text], self._lines.lines_ahead()))
        rows = list(islice((row.rstrip() for row in block), board.n_rows + 1))
        return (
            len(rows) == board.n_rows
            and all(map(_DIGITS_AND_SPACES.fullmatch, rows))
            and max(map(len, rows)) == board.n_columns
            and any(row.startswith(" ") or "  " in row for row in rows)
        )

    def _row_on(self, text: str, most_missing: int) -> Row | None:
        board, number, parse = self._board, self._lines.number, self._parse
        if not may_be_row(text, board) and not is_nearly_row(text, board, most_missing):
            return None
        n_rows = len(self._run) + len(self._pending())
        try:
            cells = with_gaps(parse(text, board), n_rows % board.n_rows, board)
        except GridError as trouble:
            error = self._lines.failure(trouble.reason, trouble.offset)
            loose = loose_row(text, board, parse)
            if loose or is_nearly_row(text, board, most_missing):
                return Row(number, text, "", error, loose)
            return None
        if cells is not None:
            return Row(number, text, cells)
        if not self._is_row_of_dashes(text):
            return None
        error = self._lines.failure("'-' is not a digit or blank")
        return Row(number, text, "", error, LooseRow("-" * board.n_columns))

    def _is_row_of_dashes(self, text: str) -> bool:
        """Whether a line of dashes is a row of blanks, as other rows have them, not a rule."""
        if len(_DASH.findall(text)) != self._board.n_columns or _NO_DASH.search(text):
            return False
        rows = [row.text for row in [*self._pending(), *self._run]]
        if not rows:
            ahead = takewhile(str.strip, self._lines.lines_ahead())
            rows = list(islice(ahead, self._board.n_rows))
            if len(rows) != self._board.n_rows - 1:
                return False
        shape = _CELL.sub("-", text.rstrip())
        return any(
            _CELL.sub("-", row.rstrip()) == shape and _DASH.search(row)
            for row in rows
            if not RULE_LINE.fullmatch(row)
        )

    def _ahead_of(self, text: str, board: Geometry) -> Iterator[str]:
        lines = chain([text], self._lines.lines_ahead())
        return islice(lines, MOST_LINES * board.n_rows)

    def _other_board(self, text: str) -> Geometry | None:
        """Return the board on which a grid of another size begins with a line."""
        headings = self._lines.headings
        if headings is None or not self._board.is_rectangle or RULE_LINE.fullmatch(text):
            return None
        for size in SIZES:
            with suppress(GeometryError):
                board = board_of_length(size * size, headings.alphabet)
                if board and size != self._board.size and self._is_grid_ahead(text, board):
                    return board
        return None

    def _is_grid_ahead(self, text: str, board: Geometry) -> bool:
        if not may_be_row(text, board):
            return False
        parse = self._parser_of(self._ahead_of(text, board), board)
        rows = filterfalse(_is_between_rows, self._ahead_of(text, board))
        first = list(
            islice(takewhile(lambda row: _can_be_row(row, board, parse), rows), board.n_rows)
        )
        return len(first) == board.n_rows

    def _end_run(self, at: Break) -> Iterator[Record]:
        """End a run of rows; yield the grids that it completes, and those that it shows cut off."""
        if not self._run:
            return
        run, self._run = self._run, []
        if self._runs and not self._go_together(run):
            yield from self._cut_off()
        self._runs.append(run)
        self._last = at
        rows, n_rows = self._pending(), self._board.n_rows
        end = len(rows) // n_rows * n_rows
        if end:
            for start in range(0, end, n_rows):
                yield self._grid(rows[start : start + n_rows])
            self._runs = [rows[end:]] if rows[end:] else []
            yield from self._released()

    def _pending(self) -> list[Row]:
        """Return the rows of the runs above the last gap, which are no whole grid yet."""
        return [row for run in self._runs for row in run]

    def _go_together(self, run: list[Row]) -> bool:
        """Whether a run goes on with the grid above: all are one row each, or whole bands."""
        lengths = [len(one) for one in [*self._runs, run]]
        if len(run) % self._board.n_rows == 0:
            return False
        height = self._board.box_shape[0] if self._board.box_shape else self._board.n_rows
        return all(n == 1 for n in lengths) or all(n % height == 0 for n in lengths)

    def _cut_off(self) -> Iterator[Record]:
        """Yield the record of rows that are no whole grid; leave out a row that is part of none."""
        rows, self._runs = self._pending(), []
        if not rows:
            return
        if self._is_stray(rows):
            self._lines.leave_out(rows[0].text, rows[0].number)
        else:
            yield self._of_missing_rows(rows)
        yield from self._released()

    def _released(self) -> Iterator[Record]:
        """Yield the comments behind the beginning of a grid, once that has its record."""
        if not self._runs:
            comments, self._comments = self._comments, []
            yield from comments

    def _of_missing_rows(self, rows: Sequence[Row]) -> Record:
        """Return the record of rows that are no whole grid."""
        expected = f"row {len(rows) + 1} of {self._board.n_rows} was expected"
        missing = FormatError(
            f"{expected}, but {self._last.says}", self._lines.name, self._last.number
        )
        return self._record(rows, None, _error_of(rows) or missing)

    def _is_stray(self, rows: Sequence[Row]) -> bool:
        """Whether a row is alone, and no part of a grid: some words, or the numbers of columns."""
        (first, *others) = rows
        if others:
            return False
        is_header = first.cells == self._board.symbols and self._last.says != ENDS
        return first.loose is not None or is_header

    def _grid(self, rows: Sequence[Row]) -> Record:
        """Return the record of a whole grid."""
        error = _error_of(rows)
        if error:
            return self._record(rows, None, error)
        if any(row.loose for row in rows):
            try:
                cells = _cells_of(rows, self._board)
            except FormatError as wrong:
                return self._record(rows, None, wrong)
            self._note(rows)
        else:
            cells = [row.cells for row in rows]
        if any(len(row) > self._board.n_columns for row in cells):
            cells = [
                row if len(row) > self._board.n_columns else widened(row, self._board)
                for row in cells
            ]
        return self._record(rows, Grid("".join(cells), self._board), None)

    def _record(self, rows: Sequence[Row], grid: Grid | None, error: FormatError | None) -> Record:
        text = printable("\n".join(row.text for row in rows))
        return Record(rows[0].number, text, grid, error=error)

    def _note(self, rows: Sequence[Row]) -> None:
        """Note the words left out of rows, and the unusual characters that were read as cells."""
        self._lines.is_loose = True
        for row in rows:
            if row.loose and row.loose.left_out:
                self._lines.leave_out(row.loose.left_out, row.number)
        first = next(row for row in rows if row.loose)
        if said := said_of("".join(row.loose.cells for row in rows if row.loose), self._board):
            self._lines.note(said, first.number)


def _is_between_rows(text: str) -> bool:
    return not text.strip() or RULE_LINE.fullmatch(text) is not None


def _can_be_row(text: str, board: Geometry, parse: RowParser) -> bool:
    if not may_be_row(text, board):
        return False
    try:
        return parse(text, board) is not None
    except GridError:
        return loose_row(text, board, parse) is not None


def _form_of(row: Row) -> tuple[bool, bool]:
    """Return whether words stand before the cells of a row, and whether a label does."""
    loose = row.loose
    return (loose.is_behind, bool(loose.label)) if loose else (False, False)


def _error_of(rows: Sequence[Row]) -> FormatError | None:
    return next((row.error for row in rows if row.error and not row.loose), None)


def _cells_of(rows: Sequence[Row], board: Geometry) -> list[str]:
    """Return the cells of rows, some of which are loose."""
    if wrong := _mislabelled(rows):
        raise wrong.error or FormatError("", line=wrong.number)
    cells = [row.loose.cells if row.loose else row.cells for row in rows]
    places = [place for place, row in enumerate(cells) if len(row) == board.n_columns]
    try:
        whole = settled("".join(cells[place] for place in places), board)
    except GridError as trouble:
        at = places[(trouble.offset or 0) // board.n_columns]
        error = FormatError(trouble.reason, line=rows[at].number)
        raise rows[at].error or error from None
    for number, place in enumerate(places):
        cells[place] = whole[number * board.n_columns :][: board.n_columns]
    return cells


def _mislabelled(rows: Sequence[Row]) -> Row | None:
    """Return the first row whose label is not its number, where some have labels."""
    labels = [row.loose.label.lower() if row.loose else "" for row in rows]
    if not any(labels):
        return None
    orders = (map(str, range(1, len(rows) + 1)), map(str, range(len(rows))), ascii_lowercase)
    if any(list(islice(order, len(rows))) == labels for order in orders):
        return None
    return next(row for row, label in zip(rows, labels, strict=True) if label)


def read_drawn(
    lines: LineStream,
    board: Geometry,
    parser_of: ParserOf,
    read_line: LineReader = lambda *_: None,
) -> Iterator[Record]:
    """Yield the records of the grids that are drawn in a text."""
    found = False
    for record in DrawnGrids(lines, board, parser_of, read_line).records():
        found = found or not record.is_passthrough
        yield record
    if not found:
        yield lines.missing_record(f"row 1 of {board.n_rows} was expected, but {ENDS}")
