"""A position as text: a board of digits and candidates."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lowbit.techniques.notation import digits_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lowbit.geometry import Geometry
    from lowbit.techniques.position import Position


def board_text(position: Position) -> str:
    """Return a position as a board, which the format of this name reads.

    Examples
    --------
    >>> from lowbit.geometry import Geometry
    >>> from lowbit.grid import Grid
    >>> from lowbit.techniques.position import Position
    >>> print(board_text(Position(Grid("1... ...2 3... ...4", Geometry.parse("4x4")))))
    | 1 234 | 34  3 |
    | 4 34  | 134 2 |
    |-------+-------|
    | 3 124 | 12  1 |
    | 2 12  | 123 4 |
    """
    board, size = position.geometry, position.geometry.size
    words = [_word(position, cell) for cell in range(board.n_cells)]
    widths = [max(map(len, words[column::size])) for column in range(size)]
    padded = [word.ljust(widths[cell % size]) for cell, word in enumerate(words)]
    rows = [_row(board, row, padded[row * size : (row + 1) * size]) for row in range(size)]
    rule = "".join("|" if sign == "|" else "-" for sign in rows[0])
    lines = []
    for row, text in enumerate(rows):
        if row and _is_border(board, row):
            lines.append(f"|{rule[1:-1].replace('|', '+')}|")
        lines.append(text)
    return "\n".join(lines)


def _word(position: Position, cell: int) -> str:
    digit = position.values[cell]
    return digits_text(position.geometry, [digit] if digit else position.candidates_of(cell))


def _row(board: Geometry, row: int, words: Sequence[str]) -> str:
    boxes = board.box_of[row * board.size : (row + 1) * board.size]
    text = words[0]
    for column in range(1, board.size):
        text += (" | " if boxes[column - 1] != boxes[column] else " ") + words[column]
    return f"| {text} |"


def _is_border(board: Geometry, row: int) -> bool:
    """Whether the boxes above a row all end there."""
    size, box_of = board.size, board.box_of
    return all(box_of[cell - size] != box_of[cell] for cell in range(row * size, (row + 1) * size))
