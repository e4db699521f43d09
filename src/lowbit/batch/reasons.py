"""The reasons why rows of a batch are invalid.

A batch keeps the items of its invalid rows; the reason of a row is worked out when it is asked for,
so that a million bad rows cost little.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from lowbit.errors import GridError, InputError
from lowbit.geometry import CLASSIC, Geometry
from lowbit.grid import Grid

if TYPE_CHECKING:
    from collections.abc import Iterator


GIVENS_ONLY: Final = "puzzles here consist of givens only, and this grid has restricted cells"


class Reasons(Mapping[int, str]):
    """A sentence for each invalid row of a batch, by the number of the row.

    Parameters
    ----------
    items : dict, optional
        The items, by row.
    board : Geometry, optional
        The board of the batch; the classic one by default.

    Examples
    --------
    >>> from lowbit import solve_many
    >>> solve_many(["." * 81, "." * 80, None]).reasons
    {1: 'a 9x9 grid has 81 cells, not 80', 2: 'cannot make a grid from NoneType'}
    """

    def __init__(self, items: dict[int, object] | None = None, board: Geometry = CLASSIC) -> None:
        self._items = items or {}
        self._board = board

    def of_rows(self, rows: range) -> Reasons:
        """Return the reasons of some rows, which are numbered anew from 0."""
        items = self._items
        return Reasons(
            {new: items[old] for new, old in enumerate(rows) if old in items}, self._board
        )

    def with_items(self, items: dict[int, InputError]) -> Reasons:
        """Return the reasons with those of some more rows."""
        return (
            Reasons(dict(sorted({**self._items, **items}.items())), self._board) if items else self
        )

    def __getitem__(self, row: int) -> str:
        if isinstance(row, slice):
            raise InputError("reasons are named by their rows: take a part of the result instead")
        return reason_of(self._items[row], self._board)

    def __iter__(self) -> Iterator[int]:
        return iter(self._items)

    def __len__(self) -> int:
        return len(self._items)

    def __repr__(self) -> str:
        return repr(dict(self))


def reason_of(item: object, board: Geometry = CLASSIC) -> str:
    """Return why an item is not a puzzle on a board; an error says so itself."""
    if isinstance(item, InputError):
        return str(item)
    try:
        grid = item if isinstance(item, Grid) else Grid(item, board)  # type: ignore[arg-type]
    except GridError as error:
        return str(error)
    if not board.is_classic and grid.geometry != board:
        return f"a batch lies on one board, {board}, and this grid on {grid.geometry}"
    if grid.is_restricted:
        return GIVENS_ONLY
    return "a puzzle on a line has nothing between its cells"
