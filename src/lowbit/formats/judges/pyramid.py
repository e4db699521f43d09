"""The `pyramid` format: nine lines of nine whole numbers, as in target Sudoku (NOIP 2009).

::

    7 0 0 9 0 0 0 0 1
    1 0 0 0 0 5 9 0 0
    ...
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lowbit.formats.drawn.board import looks_like_candidates
from lowbit.formats.drawn.rows import NUMBER, read_rows, require_row, solid_row, symbols_of_numbers
from lowbit.formats.format import Format
from lowbit.formats.puzzle import require_givens_alone
from lowbit.formats.record import grids
from lowbit.formats.table.frame import begins_frame
from lowbit.formats.text import require_utf8

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from lowbit.formats.record import Record
    from lowbit.formats.streams.stream import LineStream
    from lowbit.geometry import Geometry


def read(lines: LineStream, board: Geometry) -> Iterator[Record]:
    """Yield a record per grid; the judge has one, but a text may hold several."""
    text = yield from lines.next_content()
    if text is None:
        yield lines.missing_record(f"row 1 of {board.n_rows} was expected, but the text ends")
    while text is not None:
        lines.push_back(text)
        yield read_rows(lines, board, number_row)
        text = yield from lines.next_content()


def write(records: Iterable[Record]) -> Iterator[str]:
    """Yield the rows of numbers, and an empty line between two grids."""
    between = ""
    for grid, _remark in grids(records):
        require_givens_alone(grid)
        rows = grid.geometry.in_rows(grid.givens, gap=0)
        yield between + "".join(f"{' '.join(map(str, row))}\n" for row in rows)
        between = "\n"


def objection(lines: Sequence[str], board: Geometry) -> str | None:
    """Whether the first line has as many numbers as a row, too large ones included."""
    if looks_like_candidates(lines, board):
        return "the first lines hold candidates"
    if begins_frame(lines, board):
        return "the first line counts columns"
    words = lines[0].split()
    if len(words) in board.row_widths and all(map(NUMBER.fullmatch, words)):
        return None
    return f"the first line does not hold {board.n_columns} numbers"


def number_row(text: str, board: Geometry) -> str:
    """Return the row of a line of numbers.

    Examples
    --------
    >>> from lowbit.geometry import CLASSIC
    >>> number_row("7 0 0 9 0 0 0 0 1", CLASSIC)
    '7..9....1'
    """
    require_utf8(text)
    if board.size < 10 and len(text.split()) == 1:
        return solid_row(text, board)
    row = symbols_of_numbers(text, board)
    require_row(row, board)
    return row


FORMAT = Format("pyramid", read, write, objection)
