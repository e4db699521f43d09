"""Plain lines, each the cells of a puzzle and nothing else: many are read at once.

::

    53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79
    .6...3 ... .92..           plain lines, up to the first that is none
    .6...3 ... .92..  # hard   read by itself, as comments and damaged lines are
"""

from __future__ import annotations

from functools import lru_cache
from itertools import takewhile
from typing import TYPE_CHECKING, Final

from lowbit.alphabets import digits_by_character

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lowbit.formats.streams.stream import LineStream
    from lowbit.geometry import Geometry

FIRST: Final = 16
"""Lines to look at first: few where plain lines are few, and twice as many each time."""

NO_CELL: Final = b"\0"
"""The byte that stands for characters that are not cells."""


def plain_lines(lines: LineStream, board: Geometry) -> Iterator[list[str]]:
    r"""Yield the puzzles of the plain lines that come next and have arrived, and take these lines.

    A blank becomes a dot. Nothing that comes next may be a header.

    Examples
    --------
    >>> from lowbit.formats.streams.stream import LineStream
    >>> from lowbit.geometry import Geometry
    >>> lines = LineStream(iter(["1000020000300004\n1....2....3....4  # tiny\n"]))
    >>> lines.look_ahead()
    ['1000020000300004', '1....2....3....4  # tiny']
    >>> list(plain_lines(lines, Geometry.parse("4x4"))), lines.number
    ([['1....2....3....4']], 1)
    """
    size = FIRST
    while taken := _taken(lines, board, size):
        yield taken
        size *= 2


def _taken(lines: LineStream, board: Geometry, most: int) -> list[str]:
    """Return the puzzles of the plain lines among the next `most`, and take these lines."""
    n_cells = board.n_cells
    ahead = takewhile(lambda text: len(text) == n_cells, lines.arrived(most))
    cells = "".join(ahead).encode("ascii", "replace").translate(_cells_of_bytes(board.symbols))
    n_plain = (cells + NO_CELL).index(NO_CELL) // n_cells
    lines.skip(n_plain)
    text = cells.decode()
    return [text[at : at + n_cells] for at in range(0, n_plain * n_cells, n_cells)]


@lru_cache
def _cells_of_bytes(symbols: str) -> bytes:
    """Return for each byte the cell that it is as lowbit writes it, or `NO_CELL`."""
    table = bytearray(NO_CELL * 256)
    for character, digit in digits_by_character(symbols).items():
        cell = symbols[digit - 1] if digit else "."
        if character.isascii() and cell.isascii():
            table[ord(character)] = ord(cell)
    return bytes(table)
