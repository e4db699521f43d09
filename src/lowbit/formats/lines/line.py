"""The `line` format: a puzzle a line, and a remark behind it.

::

    # easy ones
    53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79  # classic
    53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79,classic
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79", quoted
    5,3,,,7,,,,,6,,,1,9,5,,,,,9,8,,,,,6,,8,,,,6,,,,3,4,,,8,,3,,,1, ... cell by cell
    5 3 0 0 7 0 0 0 0 6 0 0 1 9 5 0 0 0 0 9 8 0 0 0 0 6 0 8 0 0 0 ... as numbers, or points
"""

from __future__ import annotations

import re
from functools import lru_cache, partial
from itertools import takewhile
from typing import TYPE_CHECKING

from lowbit.alphabets import digits_by_character
from lowbit.cells import BLANK, shape_of
from lowbit.errors import FormatError, GridError
from lowbit.formats.drawn.rows import symbols_of_numbers
from lowbit.formats.format import Format
from lowbit.formats.headers import HEADERS, is_usual
from lowbit.formats.lines.asides import is_aside, is_title
from lowbit.formats.lines.item_lines import apart
from lowbit.formats.puzzle import (
    looks_like_puzzle,
    parse_puzzle,
    puzzle_text,
)
from lowbit.formats.record import Record
from lowbit.formats.text import (
    END,
    FIELD_OF_CELL,
    NAME_THE_CELLS,
    cell_of,
    is_comment,
    one_line,
    quoted,
    require_utf8,
)
from lowbit.geometry import CLASSIC, board_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from lowbit.formats.streams.stream import LineStream
    from lowbit.geometry import BoardLike, Geometry
    from lowbit.grid import Grid

SEPARATOR = re.compile(r"[,;#]\s*|\s+(?:[,;#]\s*)?")
"""The separators between a puzzle and its remark."""

QUOTES = "\"'"


def parse_line(
    text: str,
    *,
    geometry: BoardLike = CLASSIC,
) -> tuple[Grid, str]:
    """Read a line of the `line` format: a puzzle and its remark.

    Parameters
    ----------
    text : str
        The line.
    geometry : Geometry or str, default CLASSIC
        The board.

    Raises
    ------
    FormatError
        If the line holds no puzzle; with the column of the wrong character, if it is one.

    Examples
    --------
    >>> grid, remark = parse_line("1....2....3....4  # tiny", geometry="4x4")
    >>> grid.n_clues, remark
    (4, 'tiny')
    """
    try:
        return _parse(text, board_of(geometry))
    except GridError as error:
        column = None if error.offset is None else error.offset + 1
        raise FormatError(error.reason, column=column) from None


def read(lines: LineStream, board: Geometry, *, header_may_come: bool = True) -> Iterator[Record]:
    """Yield a record per line; an invalid one does not affect the others."""
    for text in lines:
        if is_comment(text) or (header_may_come and _is_header(text)):
            yield lines.comment(text)
        else:
            yield _puzzle_or_title(text, lines, board)
        header_may_come = header_may_come and is_aside(text, board)


def _puzzle_or_title(text: str, lines: LineStream, board: Geometry) -> Record:
    """Return the record of the last line, `text`; a title passes through, and is noted."""
    record = read_puzzle(text, lines, board)
    if record.error is None or not is_title(text, board):
        return record
    lines.note(f"{quoted(text)} was taken for a title")
    return lines.comment(text)


def write(records: Iterable[Record]) -> Iterator[str]:
    """Yield a line per record: comments unchanged, an error after the text that has it."""
    for record in records:
        if record.error:
            yield f"{one_line(record.text)}  # invalid: {record.error.where}\n".lstrip()
        elif record.puzzle is None:
            yield f"{record.text}\n"
        else:
            yield f"{line_of(record)}\n"


def line_of(record: Record) -> str:
    """Return a puzzle and its remark as a line that is one puzzle, whatever lines stand around."""
    remark, text = one_line(record.remark), cells_or_text(record)
    if remark:
        return f"{text}  # {remark}"
    return apart(text) if record.variant else text


def cells_or_text(record: Record) -> str:
    """Return a puzzle as a line; one with constraints as it was read, or else as JSON."""
    if record.variant:
        return record.puzzle_text or record.variant.to_json()
    return puzzle_text(record.grid) if record.grid else ""


def objection(lines: Sequence[str], board: Geometry) -> str | None:
    """Require a header, or any line that looks like a puzzle."""
    cells = (split_line(text, board)[0] for text in lines)
    if _is_header(lines[0]) or any(
        looks_like_puzzle(text, board) or _by_number(board.n_cells).match(text) for text in cells
    ):
        return None
    first, _ = split_line(lines[0], board)
    return (
        f"the first word has {len(first)} characters; a puzzle has {board.n_cells}, or "
        f"{board.n_cells * board.size} with pencilmarks"
    )


def read_puzzle(text: str, lines: LineStream, board: Geometry) -> Record:
    """Return the record of the last line, `text`, which holds a puzzle."""
    try:
        return Record(lines.number, text, *_parse(text, board))
    except GridError as error:
        return lines.bad_record(text, error.reason, error.offset)


def _parse(text: str, board: Geometry) -> tuple[Grid, str]:
    require_utf8(text)
    cells, remark = split_line(text, board)
    is_apart = cells not in text
    if _by_number(board.n_cells).match(cells):
        cells, is_apart = symbols_of_numbers(cells.replace(BLANK, "0"), board), True
    if is_apart and len(cells) > board.n_cells:
        raise GridError(
            f"a {shape_of(board)} grid has {board.n_cells} cells, not {len(cells)}; "
            f"{NAME_THE_CELLS}"
        )
    if cells == END:
        raise GridError("'end' belongs to the acwing166 format; read the text as that")
    return parse_puzzle(cells, board, start=max(0, text.find(cells))), remark


def symbols_of_line(text: str, board: Geometry) -> str:
    """Return the cells of a line as symbols, also if they are numbers; unchanged if invalid."""
    cells, _ = split_line(text, board)
    if not _by_number(board.n_cells).match(cells):
        return cells
    try:
        return symbols_of_numbers(cells.replace(BLANK, "0"), board)
    except GridError:
        return cells


def split_line(text: str, board: Geometry) -> tuple[str, str]:
    """Return the cells of a line, which may be quoted, separated or numbers, and its remark."""
    whole, text = text.strip("\r\n"), text.strip()
    by_cell = _by_cell(board.n_cells)
    if found := by_cell.match(whole) or by_cell.match(text):  # a tab may follow an empty cell
        fields = found["cells"].split(found["between"])
        fields += _further_cells(found, fields, board)
        rest = found.string[found.end() :].strip()
        return "".join(map(cell_of, fields)), _LEADING.sub("", rest, count=1)
    if text[:1] in QUOTES and (end := text.find(text[0], 1)) > 1:
        return text[1:end], _LEADING.sub("", text[end + 1 :], count=1)
    if found := _by_number(board.n_cells).match(text):
        further = takewhile(partial(_is_number_of, board=board), text[found.end() :].split())
        rest = _LEADING.sub("", text[found.end() :], count=1)
        return " ".join([found[0], *further]), rest
    cells, *remark = SEPARATOR.split(text, maxsplit=1)
    return cells, "".join(remark)


_LEADING = re.compile(r"\s*[,;#]?\s*")

_CELL = (
    rf" *(?:(?:{FIELD_OF_CELL}|\"(?:{FIELD_OF_CELL}|[^\"])?\"|'(?:{FIELD_OF_CELL}|[^'])?'"
    r"|[^\s,;\"']) *)?"
)
"""A cell of one character or none, or as a data frame writes it; quotes are optional.

The spaces of an empty one are matched in one way only, or a line of many takes for ever.
"""


def _further_cells(found: re.Match[str], fields: Sequence[str], board: Geometry) -> list[str]:
    """Return the fields after a puzzle that look like more of its cells.

    Nothing shows which cell is extra, an index before the puzzle or a level after it; so the line
    is not a puzzle. A separator at the end is not a cell, unless blanks are written as nothing.
    """
    between = found["between"]
    rest = found.string[found.end() :].strip(" ")
    further = rest[1:].split(between) if rest.startswith(between) else []
    if further == [""] and all(field.strip(_AROUND) for field in fields):
        return []
    return list(takewhile(partial(_is_cell_of, board=board), further))


_AROUND = f" {QUOTES}"


def _is_cell_of(field: str, board: Geometry) -> bool:
    return cell_of(field) in digits_by_character(board.symbols)


def _is_number_of(word: str, board: Geometry) -> bool:
    return word == BLANK or (word.isdecimal() and int(word) <= board.size)


@lru_cache
def _by_cell(n_cells: int) -> re.Pattern[str]:
    """Match as many cells as a puzzle has, of one character or none, with equal separators."""
    return re.compile(
        rf"(?P<cells>{_CELL}(?P<between>[,;\t]){_CELL}(?:(?P=between){_CELL}){{{n_cells - 2}}})"
        r"(?=[\s,;#]|$)"
    )


_NUMBER = r"(?:[0-9]{1,2}|\.)"


@lru_cache
def _by_number(n_cells: int) -> re.Pattern[str]:
    """Match as many numbers or points as a puzzle has cells, with white space between them."""
    return re.compile(rf"{_NUMBER}(?:\s+{_NUMBER}){{{n_cells - 1}}}(?=[\s,;#]|$)")


_MAYBE_HEADER = re.compile(rf"\s*[\"']?\s*(?:{'|'.join(HEADERS)})", re.IGNORECASE)


def _is_header(text: str) -> bool:
    return _MAYBE_HEADER.match(text) is not None and is_usual(split_line(text, CLASSIC)[0])


FORMAT = Format("line", read, write, objection, names_boards=True)
