"""Boards as other programs describe them: rows, columns, values, and a region for each cell."""

from __future__ import annotations

import string
from typing import TYPE_CHECKING, NamedTuple

from lowbit.board_names import NO_BOXES, NO_REGION, BoardLayout, usual_boxes
from lowbit.constraints import AllDifferent, Diagonal, DisjointGroups, Windows
from lowbit.constraints.operations import Distinct
from lowbit.errors import ConstraintError, FormatError, GeometryError
from lowbit.geometry import Geometry
from lowbit.houses import tiles

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator, Sequence

    from lowbit.constraints import Constraint
    from lowbit.constraints.base import Cells

REGION_NAMES = string.ascii_uppercase + string.ascii_lowercase + string.digits
"""The symbols of regions in the name of a board."""

LONGEST_SIDE = 64
"""No board has as many digits."""


class PlainBoard(NamedTuple):
    """A board of rows, columns and boxes; constraints stand for its other houses."""

    rows: int
    columns: int
    values: range
    boxes: tuple[Cells, ...]
    extras: tuple[Constraint, ...]

    @property
    def is_usual(self) -> bool:
        """Whether it has the usual boxes of a board of its size."""
        return self.boxes == usual_tiles(self.rows, self.columns)


def board_with(rows: int, columns: int, values: range, regions: Sequence[Hashable]) -> Geometry:
    """Return a board with a region for each cell, None if it is in none.

    Raises
    ------
    FormatError
        If there is no such board; it says why.

    Examples
    --------
    >>> str(board_with(4, 4, range(1, 5), "aabbaabbccddccdd"))
    '4x4'
    >>> str(board_with(4, 4, range(4), [None] * 16))
    '4x4~0-3:none'
    """
    names = list(dict.fromkeys(region for region in regions if region is not None))
    if len(names) > len(REGION_NAMES):
        raise FormatError(f"a board has {len(REGION_NAMES)} regions at most, not {len(names)}")
    boxes = [tuple(at for at, own in enumerate(regions) if own == name) for name in names]
    if not names:
        said = NO_BOXES
    elif set(boxes) == set(usual_tiles(rows, columns)):
        height, width = usual_boxes(BoardLayout(rows, columns, max(rows, columns))) or (1, 1)
        said = f"{height}x{width}"
    else:
        letters = {None: NO_REGION, **dict(zip(names, REGION_NAMES, strict=False))}
        said = "".join(letters[region] for region in regions)
    try:
        return Geometry.parse(f"{rows}x{columns}~{values[0]}-{values[-1]}:{said}")
    except GeometryError as error:
        raise FormatError(str(error)) from error


def usual_tiles(rows: int, columns: int) -> tuple[Cells, ...]:
    """Return the usual boxes of a board; none if its size cannot be divided.

    Examples
    --------
    >>> usual_tiles(4, 4)[0], usual_tiles(7, 7)
    ((0, 1, 4, 5), ())
    """
    shape = usual_boxes(BoardLayout(rows, columns, max(rows, columns)))
    return tuple(map(tuple, tiles(rows, columns, *shape))) if shape else ()


def plain_board(geometry: Geometry, form: str) -> PlainBoard:
    """Return a board as rows, columns and boxes.

    Parameters
    ----------
    geometry : Geometry
        The board.
    form : str
        The name of the text that is written, for the message.

    Raises
    ------
    FormatError
        If it is no rectangle, or lacks a row or column.
    """
    grid = geometry.without_variables
    rows, columns = grid.n_rows, grid.n_columns
    lines = {frozenset(range(row * columns, (row + 1) * columns)) for row in range(rows)}
    lines |= {frozenset(range(at, rows * columns, columns)) for at in range(columns)}
    has_lines = grid.is_rectangle and lines <= {frozenset(h.cells) for h in geometry.houses}
    if not has_lines:
        raise FormatError(f"{form} has no boards but rectangles with all rows and columns")
    boxes = tuple(tuple(sorted(house.cells)) for house in geometry.boxes)
    return PlainBoard(rows, columns, geometry.values, boxes, tuple(_extras(geometry)))


def _extras(geometry: Geometry) -> Iterator[Constraint]:
    """Yield the houses that are neither row, column nor box, as constraints."""
    left = [
        frozenset(house.cells)
        for house in geometry.houses
        if house.kind not in {"row", "column", "box"}
    ]
    for known in (Diagonal(), Diagonal(rising=True), Windows(), DisjointGroups()):
        try:
            parts = known.operations(geometry)
            houses = {frozenset(one.cells) for one in parts if isinstance(one, Distinct)}
        except ConstraintError:
            continue
        if houses and houses <= set(left):
            left = [house for house in left if house not in houses]
            yield known
    yield from (AllDifferent(tuple(sorted(house))) for house in left)
