"""The board of puzzles for which none was named."""

from __future__ import annotations

from contextlib import suppress
from math import isqrt
from typing import TYPE_CHECKING, Final

from lowbit.alphabets import SYMBOLS
from lowbit.errors import GeometryError, InputError
from lowbit.formats.line import split_line
from lowbit.formats.puzzle import is_symbols
from lowbit.formats.registry import format_named
from lowbit.formats.sniffer import sniff_lines
from lowbit.formats.stream import LineStream
from lowbit.geometry import CLASSIC, Geometry

if TYPE_CHECKING:
    from collections.abc import Iterator

SIZES: Final = (9, 4, 6, 8, 10, 12, 16, 25)
"""The sizes that can be inferred from a puzzle, in the order in which they are tried."""


def inferred_board(lines: LineStream, name: str | None, alphabet: str = SYMBOLS) -> Geometry:
    r"""Return the board of the first puzzle of a text; the classic one if it fits none.

    A puzzle on one line shows its board by its length. Any other puzzle is read on one board after
    another until one fits, which may wait for its last line.

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
    board = board_of_line(lines.first_content(), name, alphabet)
    return board or board_by_trial(lines, name, alphabet)


def board_of_line(first: str, name: str | None, alphabet: str = SYMBOLS) -> Geometry | None:
    """Return the board that fits the length of the puzzle on a line; None if none does.

    Parameters
    ----------
    first : str
        The first line of a text that is neither empty nor a comment; "" if it has none.
    name : str or None
        The format of the text, if known.
    alphabet : str
        The symbols of digits.
    """
    if not first or name not in {None, "line"}:
        return None
    words = first.partition("#")[0].split()
    board = _board_of_length(len(words), alphabet)
    if board and all(word.isdecimal() and int(word) <= board.size for word in words):
        return board
    return _board_of_cells(split_line(first, CLASSIC)[0], alphabet)


def board_by_trial(lines: LineStream, name: str | None, alphabet: str = SYMBOLS) -> Geometry:
    """Return the first board on which the first puzzle of a text can be read, or the classic one.

    The parameters are those of `inferred_board`.
    """
    boards = _boards(alphabet) if lines.first_content() else ()
    fitting = (board for board in boards if _fits(lines, name, board))
    return next(fitting, None) or CLASSIC.with_alphabet(alphabet)


def board_by_length(cells: str, alphabet: str = SYMBOLS) -> Geometry:
    """Return the board, without extra houses, on which `cells` are a puzzle, or the classic one.

    Examples
    --------
    >>> str(board_by_length("1..4........4..1")), str(board_by_length("9..4........4..1"))
    ('4x4', '9x9')
    """
    return _board_of_cells(cells, alphabet) or CLASSIC.with_alphabet(alphabet)


def _board_of_cells(cells: str, alphabet: str) -> Geometry | None:
    board = _board_of_length(len(cells), alphabet)
    return board if board and is_symbols(cells, board) else None


def _board_of_length(n_cells: int, alphabet: str) -> Geometry | None:
    size = isqrt(n_cells)
    if size not in SIZES or size * size != n_cells:
        return None
    return Geometry.parse(f"{size}x{size}", alphabet)


def _boards(alphabet: str) -> Iterator[Geometry]:
    """Yield the boards with at most as many digits as the alphabet has symbols."""
    for size in SIZES:
        with suppress(GeometryError):
            yield Geometry.parse(f"{size}x{size}", alphabet)


def _fits(lines: LineStream, name: str | None, board: Geometry) -> bool:
    """Whether the first puzzle can be read on a board."""
    ahead = LineStream(lines.ahead())
    try:
        records = format_named(name or sniff_lines(ahead, board)).read(ahead, board)
        first = next((record for record in records if not record.is_passthrough), None)
    except InputError:
        return False
    return first is not None and first.grid is not None
