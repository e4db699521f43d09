"""Headings: comments that are the name of a board, on which the puzzles below them lie.

::

    # 9x9+diagonals
    ....4......7.6.......1...97..........2.5.4..87.......1.......2..3.8.9........24..
"""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from math import isqrt
from typing import TYPE_CHECKING, Final

from lowbit.alphabets import SYMBOLS
from lowbit.board_names import begins_name
from lowbit.errors import GeometryError
from lowbit.geometry import Geometry

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


SIZES: Final = (9, 4, 6, 8, 10, 12, 16, 25)
"""The sizes that can be inferred from a puzzle, in the order in which they are tried."""


@dataclass(frozen=True, slots=True)
class Headings:
    """A reader of headings in a text for which the caller named no board.

    Parameters
    ----------
    alphabet : str, default ``1-9A-P``
        The symbols of digits on the boards that they name.

    Examples
    --------
    >>> headings = Headings()
    >>> str(headings.board("# windoku")), headings.board("# easy ones"), headings.board("9x9")
    ('9x9+windows', None, None)
    """

    alphabet: str = SYMBOLS

    def board(self, text: str) -> Geometry | None:
        """Return the board that a line names as a comment that says nothing else; None if none."""
        return self.named(text[1:]) if text[:1] == "#" else None

    def named(self, name: str) -> Geometry | None:
        """Return the board of a name; None if it is no name of a board."""
        if begins_name(name := name.strip(" \t")):
            with suppress(GeometryError):
                return Geometry.parse(name, self.alphabet)
        return None

    def last_board(self, texts: Iterable[str]) -> Geometry | None:
        """Return the board that holds below some comments: the last that they name."""
        boards = [board for board in map(self.board, texts) if board]
        return boards[-1] if boards else None

    def change(self, text: str, board: Geometry) -> bool:
        """Return whether a line names another board than that of the puzzles above it."""
        return text[:1] == "#" and (self.board(text) or board) != board


def headings_in(text: bytes) -> Iterator[tuple[int, Geometry]]:
    r"""Yield where the headings of a text begin, and the boards that they name.

    Examples
    --------
    >>> [(at, str(board)) for at, board in headings_in(b"# easy\n# x\n...\r\n# 4x4")]
    [(7, '9x9+diagonals'), (16, '4x4')]
    """
    headings = Headings()
    places = {0} | {at + 1 for end in (b"\n#", b"\r#") for at in _places_of(end, text)}
    for at in sorted(places):
        line = _LINE.match(text, at)
        board = headings.board(line[0].decode(errors="replace")) if line else None
        if board:
            yield at, board


_LINE = re.compile(rb"#[^\r\n]*")


def _places_of(part: bytes, text: bytes) -> Iterator[int]:
    at = text.find(part)
    while at >= 0:
        yield at
        at = text.find(part, at + 1)


@lru_cache
def board_of_length(n_cells: int, alphabet: str = SYMBOLS) -> Geometry | None:
    """Return the board, without extra houses, of so many cells, if it is one that is inferred."""
    size = isqrt(n_cells)
    if size not in SIZES or size * size != n_cells:
        return None
    return Geometry.parse(f"{size}x{size}", alphabet)


def needs_heading(board: Geometry) -> bool:
    """Return whether the cells of a puzzle do not show that it lies on this board.

    The symbols of its digits do not count: a reader must know them in any case.

    Examples
    --------
    >>> [needs_heading(Geometry.parse(name)) for name in ("6x6", "6x6:3x2", "samurai")]
    [False, True, True]
    """
    usual = board_of_length(board.n_cells)
    if usual is None or (board.houses, board.places) != (usual.houses, usual.places):
        return True
    return board.name is not None and board.name != usual.name  # its digits begin with 0


def heading_of(board: Geometry) -> str:
    """Return the comment that names a board.

    Examples
    --------
    >>> heading_of(Geometry.parse("x"))
    '# 9x9+diagonals'
    """
    return f"# {board.name or board}"
