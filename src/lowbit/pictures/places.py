"""Names of cells, such as ``r1c1``.

::

    r1c1                       a cell
    row 3, column 4, box 5     a house: its kind, any that the board has, and its number
    r3, c4, b5                 the same three, shorter
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, TypeAlias

from lowbit.errors import InputError
from lowbit.houses import House

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from lowbit.geometry import Geometry

    Place: TypeAlias = str | int | House

CELL = re.compile(r"r(\d+)c(\d+)")
SHORT_HOUSE = re.compile(r"([rcb])(\d+)")
KINDS = {"r": "row", "c": "column", "b": "box"}


def places(named: str | Iterable[Place], board: Geometry) -> Iterator[int | House]:
    """Yield the cells and houses that some names stand for.

    Parameters
    ----------
    named : str or iterable of str, int and House
        Names, separated by commas or in a sequence; a cell's index; a house.
    board : Geometry
        The board.

    Raises
    ------
    InputError
        If there is no such cell or house on the board.

    Examples
    --------
    >>> from lowbit.geometry import CLASSIC
    >>> [str(place) for place in places("r1c2, row 3, b9", CLASSIC)]
    ['1', 'row 3', 'box 9']
    """
    if isinstance(named, str):
        named = [name for name in named.split(",") if name.strip()]
    for place in named:
        if isinstance(place, House):
            yield place
        elif isinstance(place, str):
            yield _named(place, board)
        else:
            yield _numbered(place, board)


def _numbered(cell: int, board: Geometry) -> int:
    if not hasattr(cell, "__index__") or not 0 <= cell < board.n_cells:
        raise InputError(f"cells are numbered from 0 to {board.n_cells - 1}; there is no {cell!r}")
    return cell.__index__()


def _named(name: str, board: Geometry) -> int | House:
    words = " ".join(name.lower().split())
    if found := CELL.fullmatch(words):
        row, column = int(found[1]), int(found[2])
        cell = board.cell_at(row - 1, column - 1)
        if cell is not None:
            return cell
    if found := SHORT_HOUSE.fullmatch(words):
        words = f"{KINDS[found[1]]} {int(found[2])}"
    for house in board.houses:
        if str(house).lower() == words:
            return house
    first, last = board.cell_name(0), board.cell_name(board.n_cells - 1)
    raise InputError(
        f"this board has no {name.strip()!r}: name a cell from {first} to {last}, "
        f"or a house by its kind and number; the kinds are {_kinds(board)}"
    )


def _kinds(board: Geometry) -> str:
    counts: dict[str, int] = {}
    for house in board.houses:
        counts[house.kind] = counts.get(house.kind, 0) + 1
    return ", ".join(f"{kind} (1 to {number})" for kind, number in counts.items())
