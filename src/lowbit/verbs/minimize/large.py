"""Large boards: the kernels decide which of their givens are tried last."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from lowbit.geometry import Geometry

MANY_CELLS: Final = 256
"""Boards with more cells are large."""


def is_large(board: Geometry) -> bool:
    """Return whether a board is large."""
    return board.n_cells > MANY_CELLS
