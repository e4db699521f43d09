"""The `json` format: puzzles as JSON, as programs print them and problem sets give them.

::

    [["5","3",".",".","7",".",".",".","."], ... ]    rows, as LeetCode has them; or several of these
    [5, 3, 0, 0, 7, ... ]                            cells
    ["53..7....6..195...", ... ]                     strings
    {"puzzle": "53..7....6..195...", "level": 3}     objects, a line each or in an array; the puzzle
                                                     may lie deeper: see `json_puzzles`
    {"puzzle": "53..7....6..195...", "board": "x"}   the same, with the name of the board
    {"board": "4x4", ... "constraints": [ ... ]}     the same, each as `Puzzle.to_json` writes it
"""

from __future__ import annotations

import json
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from lowbit.errors import FormatError, GridError
from lowbit.formats.format import Format
from lowbit.formats.headed import BOARD, BoardKeys
from lowbit.formats.headers import is_usual
from lowbit.formats.headings import Headings
from lowbit.formats.json.puzzles import (
    CONSTRAINED,
    are_answers,
    cells_of,
    has_constraints,
    is_cell,
    is_grid,
    is_row,
    puzzles_in,
)
from lowbit.formats.json.values import Values
from lowbit.formats.lines.line import cells_or_text
from lowbit.formats.puzzle_texts import is_json_line, is_json_of_variant, parse_field, with_puzzle
from lowbit.formats.record import Record, with_puzzles
from lowbit.formats.text import NOT_UTF8, one_line, printable, require_symbols, require_utf8
from lowbit.grid import Grid

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from lowbit.formats.json.values import Value
    from lowbit.formats.streams.stream import LineStream
    from lowbit.geometry import Geometry
    from lowbit.nesting import Json


def read(lines: LineStream, board: Geometry) -> Iterator[Record]:
    """Yield a record per puzzle; the text ends where it stops being JSON."""
    pending = _CellValues(board, lines.name, lines.headings)
    values = Values(lines)
    n_records = 0
    for value in values:
        for record in pending.records_of(value):
            n_records += 1
            yield record
    if values.error:
        yield Record(values.error.line or 0, "", None, error=values.error)
        return
    for record in pending.cut_off():
        n_records += 1
        yield record
    if not n_records:
        yield lines.missing_record("JSON with puzzles was expected, but the text ends")


def write(records: Iterable[Record]) -> Iterator[str]:
    """Yield an object per line, with the name of the board where the cells do not show it."""
    keys = BoardKeys()
    for record in with_puzzles(records):
        fields = {"puzzle": cells_or_text(record)}
        if record.grid:
            fields |= keys.of(record.grid.geometry)
        if record.remark:
            fields["remark"] = record.remark
        yield f"{json.dumps(fields, ensure_ascii=False)}\n"


def objection(lines: Sequence[str], _board: Geometry) -> str | None:
    """Ask for an array or an object in the first line, but not a Puzzle, which fills its line."""
    if is_json_line(lines[0]):
        return "the first line is a puzzle with constraints"
    if lines[0].lstrip()[:1] in {"[", "{"}:
        return None
    return "the first line begins with neither [ nor {"


class _CellValues:
    """The part that has arrived of a puzzle whose cells, or rows, are separate values."""

    def __init__(self, board: Geometry, name: str, headings: Headings | None) -> None:
        self._board = board
        self._name = name
        self._headings = headings
        self._found: list[Value] = []
        self._cells = ""
        self._n_cells = 0
        self._error: FormatError | None = None
        self._last: list[str] = []  # of the value before, if it has no keys

    def records_of(self, found: Value) -> Iterator[Record]:
        """Yield the record that a value is, or completes; none if more belongs to it."""
        width = _width(found.value, self._board)
        if not width:
            yield from self.cut_off()
            yield from self._whole(found)
            return
        self._add(found, width)
        if self._n_cells >= self._board.n_cells:
            yield self._end()

    def cut_off(self) -> Iterator[Record]:
        """Yield the record of an incomplete puzzle, if there are any cells."""
        if self._found:
            reason = f"{self._board.n_cells} cells were expected, not {self._n_cells}"
            self._error = self._error or self._failure(self._found[0], reason)
            yield self._end()

    def _whole(self, found: Value) -> Iterator[Record]:
        """Yield the records of the puzzles in a value."""
        text = printable(one_line(found.text))
        try:
            require_utf8(found.text)
            puzzles = [
                (cells_of(value, on), remark, on) for value, remark, on in self._puzzles(found)
            ]
            if self._answer_the_last(found, [cells for cells, _, _ in puzzles]):
                return
            for cells, remark, board in puzzles:
                record = Record(found.line, text, None, remark)
                yield with_puzzle(record, parse_field(cells, board), cells, self._name)
        except GridError as error:
            yield Record(found.line, text, None, error=self._failure(found, error.reason))

    def _answer_the_last(self, found: Value, every: list[str]) -> bool:
        """Whether these complete the puzzles of the value before: two arrays, or one of both."""
        last, self._last = self._last, [] if isinstance(found.value, dict) else every
        return bool(last) and are_answers(self._last, last)

    def _puzzles(self, found: Value) -> Iterator[tuple[Any, str, Geometry]]:
        """Yield the puzzles in a value, with their remarks and boards."""
        value, board = found.value, self._board
        if is_json_of_variant(value):
            yield found.text, "", board
        elif isinstance(value, dict):
            if has_constraints(value):
                raise GridError(CONSTRAINED)
            board = self._board_of(value)
            if fields := _fields(value, board):
                yield *fields, board
            else:
                yield from ((each.value, each.remark, board) for each in puzzles_in(value, board))
        elif isinstance(value, list) and not is_grid(value, board) and _has_puzzles(value, board):
            yield from ((each.value, each.remark, board) for each in puzzles_in(value, board))
        else:
            yield value, "", board

    def _board_of(self, value: dict[str, Any]) -> Geometry:
        """Return the board of an object's puzzle, which it may name; that is no remark, then."""
        name = value.get(BOARD)
        named = (self._headings or Headings()).named(name) if isinstance(name, str) else None
        if named:
            del value[BOARD]
        return named if named and self._headings else self._board

    def _add(self, found: Value, width: int) -> None:
        """Take a cell or a row; an invalid one spoils its puzzle, but the others still count."""
        self._found.append(found)
        self._n_cells += width
        try:
            require_utf8(found.text)
            cells = cells_of(found.value, self._board)
            require_symbols(cells, self._board)
            self._cells += cells
        except GridError as error:
            self._error = self._error or self._failure(found, error.reason)

    def _end(self) -> Record:
        """Return the record of the text so far, and begin the next one."""
        line, text = self._found[0].line, ", ".join(found.text for found in self._found)
        grid = None if self._error else Grid(self._cells, self._board)
        record = Record(line, printable(one_line(text)), grid, error=self._error)
        self._found, self._cells, self._n_cells, self._error = [], "", 0, None
        return record

    def _failure(self, found: Value, reason: str) -> FormatError:
        """Return the error of a value, with the column of a byte that is not UTF-8."""
        line, column = found.line, None
        if bad := NOT_UTF8.search(found.text):
            line += found.text.count("\n", 0, bad.start())
            last_end = found.text.rfind("\n", 0, bad.start())
            column = bad.start() - last_end if last_end >= 0 else found.column + bad.start()
        return FormatError(reason, self._name, line, column)


def _width(value: Json, board: Geometry) -> int:
    """Return how many cells of a puzzle a value is: one, a row, or 0 if it is a whole puzzle."""
    if is_cell(value):
        return 1
    return board.n_columns if is_row(value, board) else 0


def _fields(value: dict[str, Any], board: Geometry) -> tuple[Any, str] | None:
    """Return the puzzle of an object under a usual name, and the rest as a remark.

    None if a puzzle is to be sought elsewhere: under another name, or deeper.
    """
    names = [name for name in value if is_usual(name)]
    whole = [name for name in names if is_grid(value[name], board)]
    if not whole and (not names or _has_puzzles(value, board)):
        return None
    name, *_ = whole or names
    if value[name] is None:
        raise GridError(f"{name!r} is null: there is no puzzle")
    others = (str(other) for key, other in value.items() if key != name and other is not None)
    return value[name], one_line(", ".join(others))


def _has_puzzles(value: Json, board: Geometry) -> bool:
    with suppress(GridError):
        return bool(puzzles_in(value, board))
    return False


FORMAT = Format("json", read, write, objection, (".json", ".jsonl", ".ndjson"), names_boards=True)
