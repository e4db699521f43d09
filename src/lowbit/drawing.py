"""Grids drawn with characters."""

from __future__ import annotations

from itertools import pairwise, starmap
from typing import TYPE_CHECKING

from lowbit.variables import OF_REGIONS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from lowbit.geometry import Geometry

NOWHERE = -2
"""The box of a place where overlapping grids leave a gap."""

UNKNOWN = "."
"""The region of a cell that is not known."""


def draw(line: str, board: Geometry) -> str:
    """Draw a grid, given as a line, with rules wherever two neighbours lie in different boxes.

    So it does between regions that were to be found, as far as they are known. Variables follow,
    each row of a group on a line.

    Examples
    --------
    >>> from lowbit.geometry import Geometry
    >>> print(draw("1234341221434321" + "123", Geometry.parse("4x4+VA:2+VB")))
    1 2 | 3 4
    3 4 | 1 2
    ----+----
    2 1 | 4 3
    4 3 | 2 1
    VA: 1 2
    VB: 3
    """
    n = board.n_on_board
    labels = [line[cell] for cell in board.cells_of_group(OF_REGIONS) or ()]
    regions = labels if len(labels) == n else [UNKNOWN] * n
    drawn = _draw_board(line[:n], board.without_variables, regions)
    return "\n".join((drawn, *_variables(line[n:], board)))


def _variables(line: str, board: Geometry) -> Iterator[str]:
    """Yield the rows of variables."""
    for group in board.variables:
        for first in range(0, group.number, group.columns):
            label = f"{group.name}: " if first == 0 else " " * (len(group.name) + 2)
            yield label + " ".join(line[first : min(first + group.columns, group.number)])
        line = line[group.number :]


def _draw_board(line: str, board: Geometry, regions: Sequence[str]) -> str:
    texts = board.in_rows(line, " ")
    own = tuple(zip(board.box_of, regions, strict=True))
    rows = board.in_rows(own, (NOWHERE, UNKNOWN))
    across = [list(starmap(_is_border, pairwise(row))) for row in rows]
    down = [list(map(_is_border, *pair)) for pair in pairwise(rows)]
    open_columns = [any(column) for column in zip(*across, strict=True)]
    lines = []
    for row, symbols in enumerate(texts):
        lines.append(_draw_row(symbols, across[row], open_columns))
        if row < board.n_rows - 1 and any(down[row]):
            lines.append(_draw_rule(down[row], across[row], across[row + 1], open_columns))
    return "\n".join(lines)


def _is_border(one: tuple[int, str], other: tuple[int, str]) -> bool:
    """Whether two places are of different boxes, or of different regions that are known."""
    return one[0] != other[0] or (one[1] != other[1] and UNKNOWN not in {one[1], other[1]})


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
