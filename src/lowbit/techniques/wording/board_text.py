"""A position as text: a board of digits and candidates."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from lowbit.techniques.wording.notation import digits_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from lowbit.techniques.position import Position

GAP = -2
"""The box of a place between grids that overlap."""


def board_text(position: Position) -> str:
    """Return a position as a board, which the format of this name reads; variables follow it.

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
    board = position.geometry.without_variables
    words = board.in_rows([_word(position, cell) for cell in range(board.n_cells)], "")
    boxes = board.in_rows(board.box_of, GAP)
    across = [[one != other for one, other in pairwise(row)] for row in boxes]
    ruled = [any(column) for column in zip(*across, strict=True)]
    widths = [max(map(len, column)) for column in zip(*words, strict=True)]
    rows = [_row(*parts, widths, ruled) for parts in zip(words, across, strict=True)]
    lines = rows[:1]
    for above, own, text in zip(boxes, boxes[1:], rows[1:], strict=False):
        if all(one != other or one == GAP for one, other in zip(above, own, strict=True)):
            rule = "".join("|" if sign == "|" else "-" for sign in text)
            lines.append(f"|{rule[1:-1].replace('|', '+')}|")
        lines.append(text)
    return "\n".join((*lines, *_variables(position)))


def _variables(position: Position) -> Iterator[str]:
    """Yield the variables group by group, a line each."""
    board = position.geometry
    for group in board.variables:
        cells = board.cells_of_group(group.name) or ()
        yield f"{group.name}: {' '.join(_word(position, cell) for cell in cells)}"


def _word(position: Position, cell: int) -> str:
    digit = position.values[cell]
    return digits_text(position.geometry, [digit] if digit else position.candidates_of(cell))


def _row(
    words: Sequence[str], across: Sequence[bool], widths: Sequence[int], ruled: Sequence[bool]
) -> str:
    """Return the words of a row, with signs between boxes and room for those of other rows."""
    text = words[0].ljust(widths[0])
    for word, differs, is_ruled, width in zip(words[1:], across, ruled, widths[1:], strict=True):
        text += (" | " if differs else "   " if is_ruled else " ") + word.ljust(width)
    return f"| {text} |"
