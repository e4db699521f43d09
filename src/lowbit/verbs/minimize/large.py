"""Large boards: the kernels decide which of their givens are tried last."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from lowbit.geometry import Geometry

MANY_CELLS: Final = 256
"""Boards with more cells are large."""

FEW_CELLS: Final = 225
"""With more, boards whose boxes are irregular take as long as large ones."""


def is_large(board: Geometry) -> bool:
    """Return whether a board is large."""
    return board.n_cells > MANY_CELLS


def takes_seconds(board: Geometry) -> bool:
    """Return whether it takes seconds to find a minimal puzzle of a full grid."""
    return is_large(board) or (board.n_cells > FEW_CELLS and board.box_shape is None)
