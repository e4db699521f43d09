"""The board of puzzles for which none was named."""

from __future__ import annotations

from contextlib import suppress
from operator import itemgetter
from typing import TYPE_CHECKING

from lowbit.alphabets import SYMBOLS
from lowbit.errors import GeometryError, InputError
from lowbit.formats.drawn import loose as loose_format
from lowbit.formats.headings import SIZES, board_of_length
from lowbit.formats.lines.line import split_line
from lowbit.formats.opening.sniffer import sniff_lines
from lowbit.formats.puzzle import is_symbols
from lowbit.formats.registry import format_named
from lowbit.formats.streams.stream import LineStream
from lowbit.geometry import CLASSIC, Geometry

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lowbit.formats.format import Format
    from lowbit.formats.record import Record


def inferred_board(
    lines: LineStream, first: str, form: Format | None, alphabet: str = SYMBOLS
) -> Geometry:
    r"""Return the board of the first puzzle of a text; the classic one if it fits none.

    A puzzle on one line shows its board by its length, unless it is a row of a larger grid that has
    arrived. Any other puzzle is read on one board after another until one fits, which may wait for
    its last line.

    Parameters
    ----------
    lines : LineStream
        The text, which is left unread.
    first : str
        The first line that is neither empty nor a comment.
    form : Format or None
        Its format, if it is known.
    alphabet : str
        The symbols of digits.

    Examples
    --------
    >>> text = "1 . | . .\n. . | . 2\n----+----\n. . | 3 .\n4 . | . .\n"
    >>> str(inferred_board(LineStream(iter([text])), "1 . | . .", None))
    '4x4'
    """
    if not first:
        return CLASSIC.with_alphabet(alphabet)
    is_line = form is None or form.name == "line"
    board = _board_of_line(first, alphabet) if is_line else None
    board = board or _board_by_trial(lines, form, alphabet)
    return (None if form else _board_of_rows(lines, board, alphabet)) or board


def _board_of_line(first: str, alphabet: str) -> Geometry | None:
    """Return the board that fits the length of the puzzle on the first line; None if none does."""
    words = first.partition("#")[0].split()
    board = board_of_length(len(words), alphabet)
    if board and all(word.isdecimal() and int(word) <= board.size for word in words):
        return board
    return _board_of_cells(split_line(first, CLASSIC)[0], alphabet)


def _board_of_rows(lines: LineStream, board: Geometry, alphabet: str) -> Geometry | None:
    """Return the board on which the lines that have arrived are rows, if not all can be puzzles.

    Some digit must be too large for `board`, which the first line fits: a puzzle of 4x4 may be a
    row of 16x16.
    """
    if board.n_cells not in SIZES:
        return None
    larger = next((other for other in _boards(alphabet) if other.size == board.n_cells), None)
    if larger is None:
        return None
    first = _first_puzzle(LineStream(iter(["\n".join(lines.look_ahead())])), None, larger)
    is_larger = first and first.grid and max(first.grid.givens) > board.size
    return larger if is_larger else None


def _board_by_trial(lines: LineStream, form: Format | None, alphabet: str) -> Geometry:
    """Return the first board on which a text's first puzzle can be read, or the classic one.

    If there is none, the board of the first puzzle among other things.
    """
    boards = list(_boards(alphabet))
    for board in boards:
        if _first_puzzle(LineStream(lines.ahead()), form, board):
            return board
    loose = [
        (first.line, board)
        for board in boards
        if form is None and (first := _first_puzzle(lines.beginning(), loose_format.FORMAT, board))
    ]
    return min(loose, key=itemgetter(0))[1] if loose else CLASSIC.with_alphabet(alphabet)


def board_by_length(cells: str, alphabet: str = SYMBOLS) -> Geometry:
    """Return the board, without extra houses, on which `cells` are a puzzle, or the classic one.

    Examples
    --------
    >>> str(board_by_length("1..4........4..1")), str(board_by_length("9..4........4..1"))
    ('4x4', '9x9')
    """
    return _board_of_cells(cells, alphabet) or CLASSIC.with_alphabet(alphabet)


def _board_of_cells(cells: str, alphabet: str) -> Geometry | None:
    board = board_of_length(len(cells), alphabet)
    return board if board and is_symbols(cells, board) else None


def _boards(alphabet: str) -> Iterator[Geometry]:
    """Yield the boards with at most as many digits as the alphabet has symbols."""
    for size in SIZES:
        with suppress(GeometryError):
            yield Geometry.parse(f"{size}x{size}", alphabet)


def _first_puzzle(lines: LineStream, form: Format | None, board: Geometry) -> Record | None:
    """Return the first puzzle of a text if it can be read on a board."""
    try:
        arrived = lines.look_ahead()
        chosen = form or format_named(sniff_lines(lines, arrived, board, is_loose=False))
        records = chosen.read(lines, board)
        first = next((record for record in records if not record.is_passthrough), None)
    except InputError:
        return None
    return first if first and first.grid else None
