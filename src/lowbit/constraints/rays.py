"""Rays: straight runs of cells from the rim on, as clues outside the board look along them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from lowbit.constraints.base import Cells
    from lowbit.geometry import Geometry


class Ray(NamedTuple):
    """The place before the first cell of a ray, from 0, and the step from each cell to the next."""

    row: int
    column: int
    down: int
    right: int

    def cells(self, geometry: Geometry) -> Cells:
        """Return the cells of the ray, up to where the board ends.

        Examples
        --------
        >>> from lowbit.geometry import CLASSIC
        >>> Ray(-1, 2, 1, -1).cells(CLASSIC)
        (1, 9)
        """
        found, row, column = [], self.row + self.down, self.column + self.right
        while (cell := geometry.cell_at(row, column)) is not None:
            found.append(cell)
            row, column = row + self.down, column + self.right
        return tuple(found)


def ray_of(cells: Cells, geometry: Geometry) -> Ray | None:
    """Return the ray that some cells begin; None if they are not in a straight line from the rim.

    Examples
    --------
    >>> from lowbit.geometry import CLASSIC
    >>> ray_of((8, 7, 6), CLASSIC)
    Ray(row=0, column=9, down=0, right=-1)
    >>> ray_of((1, 2, 3), CLASSIC) is None
    True
    """
    if len(cells) < 2:
        return None
    (row, column), (next_row, next_column) = (geometry.places[cell] for cell in cells[:2])
    down, right = next_row - row, next_column - column
    ray = Ray(row - down, column - right, down, right)
    is_from_rim = geometry.cell_at(ray.row, ray.column) is None and max(abs(down), abs(right)) == 1
    return ray if is_from_rim and ray.cells(geometry)[: len(cells)] == cells else None
