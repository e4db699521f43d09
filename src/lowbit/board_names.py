"""Names of boards, as people call them: ``9x9``, ``6x6:3x2``, ``jigsaw:AABB...``, ``windoku``.

::

    name  =  SIZE [:BOXES]  |  jigsaw:REGIONS  |  a preset       then any +extra houses

    9x9+diagonals      its boxes and extra houses     ->  Boxes(9, (3, 3)), ("diagonals",)
    6x6                boxes as square as can be      ->  Boxes(6, (2, 3)), ()
"""

from __future__ import annotations

from dataclasses import dataclass
from math import isqrt

from lowbit.errors import GeometryError

PRESETS = {"x": "9x9+diagonals", "windoku": "9x9+windows", "disjoint": "9x9+groups"}
"""Boards that people call by a name of their own."""

MIN_SIZE, MAX_SIZE = 4, 25
"""The smallest board with boxes, and the largest that has a symbol for each digit."""

JIGSAW = "jigsaw"


@dataclass(frozen=True, slots=True)
class Boxes:
    """A size, and how a board of that size is cut into boxes.

    Parameters
    ----------
    size : int
        The number of digits, rows, columns and boxes.
    shape : tuple of int, optional
        The rows and columns of a box, where all are alike.
    regions : str
        Otherwise a character for each cell's box.

    Examples
    --------
    >>> str(Boxes(6, (2, 3))), str(Boxes(6, (3, 2))), str(Boxes(4, None, "AABBAABBCCDDCCDD"))
    ('6x6', '6x6:3x2', 'jigsaw:AABBAABBCCDDCCDD')
    """

    size: int
    shape: tuple[int, int] | None
    regions: str = ""

    def __str__(self) -> str:
        if self.shape is None:
            return f"{JIGSAW}:{self.regions}"
        size = f"{self.size}x{self.size}"
        return size if self.shape == _squarest(self.size) else f"{size}:{_by(self.shape)}"


def read_name(name: str) -> tuple[Boxes, tuple[str, ...]]:
    """Return the boxes that a name without white space describes, and its extra houses.

    Raises
    ------
    GeometryError
        If there is no such board. Names that older versions used, for the boxes in place of
        the board, are refused with the name of today.

    Examples
    --------
    >>> read_name("X")
    (Boxes(size=9, shape=(3, 3), regions=''), ('diagonals',))
    """
    base, *extras = name.split("+")
    base, *preset = PRESETS.get(base.lower(), base).split("+")
    return _read_boxes(base), (*preset, *(extra.lower() for extra in extras))


def _read_boxes(base: str) -> Boxes:
    head, colon, detail = base.partition(":")
    if head.lower() == JIGSAW:
        return _jigsaw(detail)
    pair = _pair(head)
    if pair is None:
        raise _no_board(base)
    if colon:
        return _boxes(base, pair, _pair(detail))
    size, shape = pair[0], _squarest(pair[0])
    if pair != (size, size) or size < MIN_SIZE or shape is None:
        raise _no_size(base, pair)
    return _checked(Boxes(size, shape))


def _jigsaw(regions: str) -> Boxes:
    size = isqrt(len(regions))
    if len(regions) != size * size:
        raise GeometryError(
            f"{JIGSAW}:REGIONS has a letter for each cell of a square, not {len(regions)} letters"
        )
    names = set(regions)
    if len(names) != size:
        raise GeometryError(
            f"a region string of {size}x{size} has {size} regions, not {len(names)}"
        )
    return _checked(Boxes(size, None, regions))


def _boxes(base: str, board: tuple[int, int], shape: tuple[int, int] | None) -> Boxes:
    size = board[0]
    if board != (size, size) or shape is None:
        raise _no_board(base)
    if shape[0] * shape[1] != size:
        raise GeometryError(
            f"boxes of {_by(shape)} have {shape[0] * shape[1]} cells; those of a "
            f"{size}x{size} board have {size}"
        )
    return _checked(Boxes(size, shape))


def _checked(boxes: Boxes) -> Boxes:
    if not MIN_SIZE <= boxes.size <= MAX_SIZE:
        raise GeometryError(f"a board has {MIN_SIZE} to {MAX_SIZE} digits, not {boxes.size}")
    return boxes


def _pair(text: str) -> tuple[int, int] | None:
    """Read ``2x3``."""
    first, _, second = text.lower().partition("x")
    if first.isdecimal() and second.isdecimal():
        return int(first), int(second)
    return None


def _squarest(size: int) -> tuple[int, int] | None:
    """Return the boxes nearest to a square, no taller than wide; None for a prime."""
    heights = [height for height in range(2, isqrt(size) + 1) if size % height == 0]
    return (heights[-1], size // heights[-1]) if heights else None


def _by(shape: tuple[int, int]) -> str:
    return f"{shape[0]}x{shape[1]}"


def _no_size(base: str, pair: tuple[int, int]) -> GeometryError:
    """Return the error for a pair of numbers that is no size: boxes, mostly, as of old."""
    size = pair[0] * pair[1]
    if MIN_SIZE <= size <= MAX_SIZE:
        return GeometryError(f"{base!r} are boxes: the board is called {str(Boxes(size, pair))!r}")
    if pair == (pair[0], pair[0]) and MIN_SIZE <= pair[0] <= MAX_SIZE:
        return GeometryError(f"{base} cells have no rectangular boxes: use {JIGSAW}:REGIONS")
    return _no_board(base)


def _no_board(base: str) -> GeometryError:
    size = isqrt(len(base))
    if size >= MIN_SIZE and len(base) == size * size and len(set(base)) == size:
        return GeometryError(f"{base!r} are regions: the board is called '{JIGSAW}:{base}'")
    return GeometryError(
        f"{base!r} describes no board: give its size, such as 9x9 or 6x6, with its boxes if need "
        f"be, such as 6x6:3x2, its regions, such as {JIGSAW}:AABBAABBCCDDCCDD, or one of "
        f"{', '.join(PRESETS)}"
    )
