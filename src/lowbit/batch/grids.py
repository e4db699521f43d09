"""Grids on one board, in an array."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, overload

from lowbit.arguments import place
from lowbit.geometry import CLASSIC, Geometry
from lowbit.grid import Grid

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True, eq=False, repr=False)
class Grids(Sequence[Grid]):
    """Grids on one board: a sequence of `Grid`, and an array of their digits.

    `solve_many` and its like take it as it is, and its board with it. A slice is a view.

    Parameters
    ----------
    array : uint8[n, n_cells]
        The digits of each, 0 where blank.
    geometry : Geometry
        The board.

    Examples
    --------
    >>> from lowbit import generate, is_unique_many
    >>> puzzles = generate(2, geometry="6x6", seed=1)
    >>> puzzles, puzzles.array.shape, puzzles[0].geometry
    (<Grids: 2 on 6x6>, (2, 36), Geometry.parse('6x6'))
    >>> is_unique_many(puzzles)
    <ValueBatch of 2 puzzles: 2 unique>
    """

    array: NDArray[np.uint8]
    geometry: Geometry = CLASSIC

    def to_strings(self) -> list[str]:
        """Return each with a character a cell, ``.`` where blank."""
        symbols = f".{self.geometry.symbols}".encode().ljust(256)
        return [row.tobytes().translate(symbols).decode() for row in self.array]

    def __len__(self) -> int:
        return len(self.array)

    @overload
    def __getitem__(self, row: int) -> Grid: ...
    @overload
    def __getitem__(self, row: slice) -> Grids: ...
    def __getitem__(self, row: int | slice) -> Grid | Grids:
        if isinstance(row, slice):
            return Grids(self.array[row], self.geometry)
        return Grid(self.array[place("row", row, len(self))].tolist(), self.geometry)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> NDArray[Any]:  # noqa: ANN401, FBT001 - as NumPy asks
        array: NDArray[Any] = self.array.astype(dtype or self.array.dtype, copy=bool(copy))
        return array

    def __repr__(self) -> str:
        return f"<Grids: {len(self)} on {self.geometry}>"
