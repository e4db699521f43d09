"""The board of puzzles for which none was named."""

from __future__ import annotations

from contextlib import suppress
from operator import itemgetter
from typing import TYPE_CHECKING

from lowbit.alphabets import SYMBOLS
from lowbit.errors import GeometryError, InputError
from lowbit.formats.headings import SIZES, Headings, board_of_length
from lowbit.formats.lines.line import split_line
from lowbit.formats.puzzle import is_symbols
from lowbit.formats.registry import LOOSE, format_named
from lowbit.formats.sniffer import sniff_lines
from lowbit.formats.streams.stream import LineStream
from lowbit.geometry import CLASSIC, Geometry

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lowbit.formats.record import Record


def inferred_board(lines: LineStream, name: str | None, alphabet: str = SYMBOLS) -> Geometry:
    r"""Return the board of the first puzzle of a text; the classic one if it fits none.

    A comment before it may name the board. Otherwise a puzzle on one line shows its board by its
    length, unless it is a row of a larger grid that has arrived. Any other puzzle is read on one
    board after another until one fits, which may wait for its last line.

    Parameters
    ----------
    lines : LineStream
        The text, which is left unread.
    name : str or None
        Its format; None sniffs it.
    alphabet : str
        The symbols of digits.

    Examples
    --------
    >>> text = "1 . | . .\n. . | . 2\n----+----\n. . | 3 .\n4 . | . .\n"
    >>> str(inferred_board(LineStream(iter([text])), None))
    '4x4'
    """
    said = Headings(alphabet).last_board(lines.comments_ahead())
    if said:
        return said
    of_line = _board_of_line(lines.first_content(), name, alphabet)
    board = of_line or _board_by_trial(lines, name, alphabet)
    return _board_of_rows(lines, name, board, alphabet) or board


def _board_of_line(first: str, name: str | None, alphabet: str) -> Geometry | None:
    """Return the board that fits the length of the puzzle on the first line; None if none does."""
    if not first or name not in {None, "line"}:
        return None
    words = first.partition("#")[0].split()
    board = board_of_length(len(words), alphabet)
    if board and all(word.isdecimal() and int(word) <= board.size for word in words):
        return board
    return _board_of_cells(split_line(first, CLASSIC)[0], alphabet)


def _board_of_rows(
    lines: LineStream, name: str | None, board: Geometry, alphabet: str
) -> Geometry | None:
    """Return the board on which the lines that have arrived are rows, if not all can be puzzles.

    Some digit must be too large for `board`, which the first line fits: a puzzle of 4x4 may be a
    row of 16x16.
    """
    if name is not None or board.n_cells not in SIZES:
        return None
    larger = next((other for other in _boards(alphabet) if other.size == board.n_cells), None)
    if larger is None:
        return None
    first = _first_puzzle(LineStream(iter(["\n".join(lines.look_ahead())])), name, larger)
    is_larger = first and first.grid and max(first.grid.givens) > board.size
    return larger if is_larger else None


def _board_by_trial(lines: LineStream, name: str | None, alphabet: str) -> Geometry:
    """Return the first board on which a text's first puzzle can be read, or the classic one.

    If there is none, the board of the first puzzle among other things.
    """
    boards = list(_boards(alphabet)) if lines.first_content() else []
    for board in boards:
        if _first_puzzle(LineStream(lines.ahead()), name, board):
            return board
    loose = [
        (first.line, board)
        for board in boards
        if name is None and (first := _first_puzzle(lines.beginning(), LOOSE.name, board))
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


def _first_puzzle(lines: LineStream, name: str | None, board: Geometry) -> Record | None:
    """Return the first puzzle of a text if it can be read on a board."""
    try:
        chosen = format_named(name or sniff_lines(lines, board, is_loose=False))
        records = chosen.read(lines, board)
        first = next((record for record in records if not record.is_passthrough), None)
    except InputError:
        return None
    return first if first and first.grid else None
