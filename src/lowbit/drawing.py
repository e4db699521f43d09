"""Grids drawn with characters."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lowbit.geometry import Geometry

NOWHERE = -2
"""The box of a place where overlapping grids leave a gap."""


def draw(line: str, board: Geometry) -> str:
    """Draw a grid, given as a line, with rules wherever two neighbours lie in different boxes."""
    texts = board.in_rows(line, " ")
    box_rows = board.in_rows(board.box_of, NOWHERE)
    across = [[left != right for left, right in pairwise(row)] for row in box_rows]
    down = [[a != b for a, b in zip(*rows, strict=True)] for rows in pairwise(box_rows)]
    open_columns = [any(column) for column in zip(*across, strict=True)]
    lines = []
    for row, symbols in enumerate(texts):
        lines.append(_draw_row(symbols, across[row], open_columns))
        if row < board.n_rows - 1 and any(down[row]):
            lines.append(_draw_rule(down[row], across[row], across[row + 1], open_columns))
    return "\n".join(lines)


def _draw_row(symbols: list[str], across: list[bool], open_columns: list[bool]) -> str:
    parts = [symbols[0]]
    for symbol, ruled, is_open in zip(symbols[1:], across, open_columns, strict=True):
        parts.append((" | " if ruled else "   ") if is_open else " ")
        parts.append(symbol)
    return "".join(parts).rstrip()


def _draw_rule(
    down: list[bool], above: list[bool], below: list[bool], open_columns: list[bool]
) -> str:
    parts = ["-" if down[0] else " "]
    for col, is_open in enumerate(open_columns):
        left, right = ("-" if down[col] else " "), ("-" if down[col + 1] else " ")
        if not is_open:
            parts.append("-" if left == right == "-" else " ")
        elif left == right == " " and above[col] and below[col]:
            parts.append(" | ")
        else:
            crossed = above[col] or below[col] or left != right
            parts.append(left + ("+" if crossed else left) + right)
        parts.append(right)
    return "".join(parts).rstrip()
