"""Killer cages, for formats that know nothing else: each cell is in at most one cage."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lowbit.constraints import Cage, Diagonal
from lowbit.errors import FormatError
from lowbit.formats.variants.content import refuse

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from lowbit.constraints.base import Cells
    from lowbit.formats.variants.content import PuzzleContent
    from lowbit.geometry import Geometry

DIAGONALS = (Diagonal(), Diagonal(rising=True))


def cages_of(total_of: Mapping[int, int], heads: Sequence[int | None]) -> tuple[Cage, ...]:
    """Return the cages, given the head of each cell's cage; None for no cage.

    A total of 0 means none; a single cell without a total is not a cage.

    Examples
    --------
    >>> cages_of({0: 5, 2: 0}, [0, 0, 2, None, 2, None])
    (Cage(cells=(0, 1), total=5), Cage(cells=(2, 4), total=None))
    """
    cells_of: dict[int, list[int]] = {}
    for cell, head in enumerate(heads):
        if head is not None:
            cells_of.setdefault(head, []).append(cell)
    return tuple(
        Cage(tuple(cells), total_of.get(head) or None)
        for head, cells in cells_of.items()
        if len(cells) > 1 or total_of.get(head)
    )


def only_cages(content: PuzzleContent, form: str) -> tuple[tuple[Cage, ...], bool]:
    """Return the cages of a puzzle, and whether both diagonals are houses.

    Raises
    ------
    FormatError
        If it has other constraints, or cages that share a cell.
    """
    cages = tuple(one for one in content.constraints if isinstance(one, Cage))
    others = [one for one in content.constraints if not isinstance(one, Cage)]
    has_diagonals = all(diagonal in others for diagonal in DIAGONALS)
    for one in others:
        if one not in DIAGONALS or not has_diagonals:
            refuse(one, form, content.geometry)
    seen: set[int] = set()
    for cage in cages:
        if cage.total is not None and cage.total < 1:
            refuse(cage, form, content.geometry)  # 0 stands for no total
        if seen & set(cage.cells):
            raise FormatError(f"{form} cannot express cages that share a cell")
        seen |= set(cage.cells)
    return cages, has_diagonals


def heads_of(cages: Sequence[Cage]) -> dict[int, Cage]:
    """Return the cage of each cell that is in one."""
    return {cell: cage for cage in cages for cell in cage.cells}


def require_classic(content: PuzzleContent, form: str, *, givens: bool = False) -> None:
    """Refuse a board that is not the classic one, or has givens that the format has no place for.

    Raises
    ------
    FormatError
        If it is such a board.
    """
    board = content.board
    if (board.rows, board.columns) != (9, 9) or board.values != range(1, 10) or not board.is_usual:
        raise FormatError(f"{form} has no other board than 9x9")
    content.require_no_candidates(form)
    if not givens and any(content.value(cell) is not None for cell in range(len(content.allowed))):
        raise FormatError(f"{form} has no place for givens")


def neighbours_of(geometry: Geometry, cell: int, steps: Sequence[tuple[int, int]]) -> Cells:
    """Return the cells one step from another, in the order of the steps; -1 for none."""
    row, column = geometry.places[cell]
    found = (geometry.cell_at(row + down, column + right) for down, right in steps)
    return tuple(-1 if other is None else other for other in found)
